"""What a release will do, in sentences: before it, and of another draw after it."""

from fractions import Fraction

from dpstudio.core.quantities import counted, rational_text
from dpstudio.core.receipt import words
from dpstudio.core.receipt.rule_words import rule_sentence
from dpstudio.core.scores.evaluation_plan import evaluation_plan, told
from dpstudio.core.scores.rules import Ready
from dpstudio.core.tables.schema import Role
from dpstudio.gui.widgets.spent import USED_UP
from dpstudio.kinds import KINDS
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved, Scores
from dpstudio.translation import joined, tr, translated
from dpstudio.workspace.resolving.remarks import remarks
from dpstudio.workspace.resolving.summary import slip
from dpstudio.workspace.resolving.yes_and_no import words_read


def is_spent(found: Resolved | None) -> bool:
    """Whether nothing is left of the table's limit, for whatever question."""
    account = found.account if found is not None else None
    return account is not None and account.total.epsilon >= account.limit.epsilon


def of_another(found: Resolved, *, at_limit: bool) -> str:
    """What another draw of the same question costs, or that the limit is reached."""
    asked, account = found.question or found.previewed, found.account
    if asked is None:
        return ""
    cost = words.cost(asked.loss)
    if not at_limit or account is None:
        left = account.limit.epsilon - account.total.epsilon - asked.loss.epsilon if account is not None else None
        leaves = tr(" and would leave {left}", left=rational_text(left)) if left is not None and left >= 0 else ""
        return tr(
            "Another draw of the same question costs {cost} more{leaves}. It may come out differently.",
            cost=cost,
            leaves=leaves,
        )
    if account.total.epsilon >= account.limit.epsilon:
        limit = rational_text(account.limit.epsilon)
        reached = tr("This table has reached its limit of {limit}: nothing more can be released from it.", limit=limit)
        return tr("{reached} {remedy}", reached=reached, remedy=USED_UP)
    return tr("Another draw would cost {cost}, which is more than is left of this table's limit.", cost=cost)


def cost_told(found: Resolved, question: CompleteQuestion) -> str:
    """What a release costs, and how much of the table's limits is then spent; with a δ of both."""
    total, loss = found.account.total if found.account else None, question.loss
    epsilon, delta = (total.epsilon, total.delta) if total else (Fraction(0), Fraction(0))
    spent = tr(
        "{epsilon} of at most {cap}", epsilon=rational_text(epsilon + loss.epsilon), cap=rational_text(question.cap)
    )
    if not loss.delta:
        return tr("Costs {cost}. After it, {spent} is spent.", cost=words.cost(loss), spent=spent)
    slip = tr(
        "{delta} of at most {delta_cap}",
        delta=rational_text(delta + loss.delta),
        delta_cap=rational_text(question.delta_cap),
    )
    return tr(
        "Costs {cost}. After it, ε {spent} and δ {delta} are spent.", cost=words.cost(loss), spent=spent, delta=slip
    )


def once_more(found: Resolved, question: CompleteQuestion) -> str:
    """What is asked once more before a release: how yes and no are read, too, and what may be read otherwise."""
    told = *words_read(found), *(each.sentence for each in remarks(found))
    read = joined("", (tr("\n{sentence}", sentence=sentence) for sentence in told))
    return tr(
        "This {action}. It charges {cost}. This cannot be undone.{read}",
        action=question.action,
        cost=words.cost(question.loss),
        read=read,
    )


def sentences(found: Resolved) -> list[str]:
    """The plan in plain words, as far as it goes."""
    said = []
    if found.unit is not None:
        whose = words.whose_scores if isinstance(found.scores.rule, Ready) else words.protected
        protected = whose(found.unit)
        protected = translated(protected)
        whom = protected[0].lower() + protected[1:]
        said.append(tr("Protected: {whom}", whom=whom))
    said += KINDS[found.plan.kind].said(found)
    said += _chosen(found.scores)
    said += [] if KINDS[found.plan.kind].of_each(found) else words_read(found)
    epsilon = found.budget.epsilon
    if epsilon is not None:
        allowed = slip(found.plan, found.previewed)
        said.append(
            tr(
                "Privacy: the odds of any guess about one person change by {odds}.{allowed}",
                odds=words.odds(epsilon),
                allowed=allowed,
            )
        )
        warning = words.warning(epsilon, found.budget.delta)
        said += [warning] if warning else []
    said += _accurate(found.scores, found.budget.beta)
    data = found.plan.data_table
    if data is not None and data.role == Role.SAMPLE and not found.known.refusal:
        said.append(tr("The table is a sample: the receipt will say “demonstration, not private”."))
    return said or [tr("Nothing has been chosen yet. Start on the Tables tab.")]


def of_each(found: Resolved) -> list[str]:
    """Each of several figures, and how their yes and no are read, which the sentences have no room for."""
    each = KINDS[found.plan.kind].of_each(found)
    return [*each, *words_read(found)] if each else []


def _chosen(scores: Scores) -> list[str]:
    """How many of the candidates are chosen, and how their scores will be worked out."""
    if scores.rule is None or scores.candidates is None or scores.winners >= scores.candidates.count:
        return []
    of_all = counted(scores.candidates.count, "candidates")
    chosen = (
        tr("One of {of_all} is chosen.", of_all=of_all)
        if scores.winners == 1
        else tr("{winners} of {of_all} are chosen.", winners=scores.winners, of_all=of_all)
    )
    stages = evaluation_plan(scores.rule, scores.candidates)
    return [
        tr("{chosen} {rule}", chosen=chosen, rule=rule_sentence(scores.rule)),
        *([told(stages)] if stages else []),
    ]


def _accurate(scores: Scores, beta: Fraction | None) -> list[str]:
    """What holds of every table."""
    if scores.accuracy is None or beta is None:
        return []
    return [translated(words.gap_told(scores.accuracy, beta, scores.score_unit, scores.winners))]
