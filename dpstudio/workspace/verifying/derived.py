"""Δ, R, ε, scale, error and every sentence of a receipt, derived again from what was asked."""

from collections.abc import Callable
from dataclasses import dataclass

from dpstudio import __version__
from dpstudio.core.errors import StudioError
from dpstudio.core.receipt.codec import plain
from dpstudio.core.receipt.receipt import Receipt, Receipt3
from dpstudio.core.receipt.statement import describe, trust_beside
from dpstudio.core.scores.refinement import Refinement, refine
from dpstudio.kinds import KINDS
from dpstudio.planning.kind import Unlisted, Unreadable
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase
from dpstudio.workspace.resolving.resolve import resolve
from dpstudio.workspace.verifying.checks import OLDER_WORDS, Check, Difference, differences, told
from dpstudio.workspace.verifying.flags import OF_QUESTION, are_known
from dpstudio.workspace.verifying.planned import plan_of

Tick = Callable[[float], None]
QUESTION, SENSITIVITY, GUARANTEE, SCALE, ACCURACY, ODDS, WORDS = (
    phrase("Question"),
    phrase("Δ and R"),
    phrase("ε and δ"),
    phrase("Scale"),
    phrase("Error bound"),
    phrase("Odds"),
    phrase("Words"),
)
_HOLDS = {
    QUESTION: phrase("Its parts fit together: dpstudio could ask this question, and would describe it just so."),
    SENSITIVITY: "",  # as its kind of question says
    GUARANTEE: phrase("ε and δ are what the mechanism gives with these figures, and what was charged for it."),
    SCALE: phrase("The randomness was worked out again: it is as large as ε and one person's influence require."),
    ACCURACY: phrase("How far the result may be off was worked out again from the randomness, and is what is stated."),
    ODDS: phrase("The odds were worked out again from ε and rounded up, and are what is stated."),
    WORDS: phrase("Every sentence was written again from the figures, and is the same word for word."),
}
_BY_PLACE = (
    ("derivation", SENSITIVITY),
    ("question.sensitivity", SENSITIVITY),
    ("question.range_sensitivity", SENSITIVITY),
    ("mechanism.range_sensitivity_used", SENSITIVITY),
    ("mechanism.sensitivity", SENSITIVITY),
    ("mechanism.range_sensitivity", SENSITIVITY),
    ("mechanism", SCALE),
    ("privacy_parameters", GUARANTEE),
    ("accounting", GUARANTEE),
    ("accuracy", ACCURACY),
    ("words.odds", ODDS),
    ("words.suspicion", ODDS),
    ("words.epsilon_rounded_up", ODDS),
    ("words", WORDS),
    ("flags", WORDS),
    ("trust", WORDS),
)
_UNLISTED = phrase(
    "Not checked: the receipt names its candidates by a digest alone, and without them Δ and R cannot"
    " be derived. Give the candidates.json that came with it."
)
_LARGER = phrase(
    "Another version of dpstudio derived a larger bound; the one that is derived today is smaller, so"
    " that it holds. The figures that follow from it are checked."
)


@dataclass(frozen=True)
class Derived:
    """What deriving again gave: the checks, and the question where there is one.

    Args:
        listed: whether all of its candidates are known.
    """

    checks: tuple[Check, ...]
    question: CompleteQuestion | None
    listed: bool = True


def derived(receipt: Receipt3, tick: Tick, listed: bytes | None = None) -> Derived:
    """Derive everything that the claims lead to, and hold it against what the receipt says.

    Args:
        tick: called with the share done; it may raise Cancelled.
        listed: as for `plan_of`.
    """
    try:
        try:
            found = _found(receipt, tick, listed)
        except Unlisted:
            return _unlisted(receipt)
    except Unreadable:
        return Derived(tuple(Check(name, None, _UNLISTED, needed=True) for name in _HOLDS), None, listed=False)
    except (StudioError, ValueError, ArithmeticError, LookupError) as error:
        reason = error.message if isinstance(error, StudioError) else phrase("Its figures do not fit together.")
        return Derived(_none_of(reason), None)
    question, wrong = found
    larger = _larger_bound(receipt, question, wrong)
    if larger is None:
        return Derived(tuple(_check(name, wrong, receipt) for name in _HOLDS), question)
    checks = {name: _check(name, _differences(receipt, larger), receipt) for name in _HOLDS}
    if checks[SENSITIVITY].holds:
        checks[SENSITIVITY] = Check(SENSITIVITY, None, _LARGER)
    return Derived(tuple(checks.values()), larger)


def _larger_bound(receipt: Receipt3, question: CompleteQuestion, wrong: list[Difference]) -> CompleteQuestion | None:
    """The question with the larger bound that another version derived for it; None where nothing speaks for one."""
    of_this = isinstance(receipt, Receipt) and receipt.software.version == __version__
    if of_this or not any(_name_of(each.where) == SENSITIVITY and not _is_sentence(each.where) for each in wrong):
        return None
    return KINDS[receipt.question.kind].with_larger_bound(receipt, question)


def _unlisted(receipt: Receipt3) -> Derived:
    """What follows from the bound that is claimed, where the candidates that it follows from are not there."""
    found = KINDS[receipt.question.kind].as_claimed(receipt, _resolved)
    wrong = [each for each in _differences(receipt, found.question) if not each.where.startswith(found.beside)]
    checks = [_check(name, wrong, receipt) for name in _HOLDS]
    place = list(_HOLDS).index(SENSITIVITY)
    if checks[place].holds:
        unproven = Check(SENSITIVITY, None, _UNLISTED, needed=True)
        checks[place] = Check(SENSITIVITY, False, found.wrong) if found.wrong else unproven
    return Derived(tuple(checks), found.question, listed=False)


def _resolved(receipt: Receipt3, refinement: Refinement | None) -> Resolved:
    return resolve(*plan_of(receipt), None, refinement)


def _none_of(reason: str) -> tuple[Check, ...]:
    """The checks where nothing can be derived."""
    rest = phrase("Not derived: the question itself is wrong.")
    return (Check(QUESTION, False, phrase("This could not have been asked. {reason}", reason=reason)),
            *(Check(name, None, rest) for name in _HOLDS if name != QUESTION))  # fmt: skip


def _check(name: str, wrong: list[Difference], receipt: Receipt3) -> Check:
    mine = [each for each in wrong if _name_of(each.where) == name]
    if not mine:
        return Check(name, True, _HOLDS[name] or KINDS[receipt.question.kind].bound_holds(receipt))
    if not isinstance(receipt, Receipt) and all(_is_sentence(each.where) for each in mine):
        return Check(
            name,
            None,
            phrase("{older_words} Today something else is written: {told}", older_words=OLDER_WORDS, told=told(mine)),
        )
    if name == WORDS and receipt.software.version != __version__:
        why = phrase(
            "Not checked: dpstudio {version} wrote the sentences in other words than this one.",
            version=receipt.software.version[:40],
        )
        return Check(name, None, why, needed=True)
    return Check(name, False, told(mine))


def _is_sentence(where: str) -> bool:
    """Whether the program's own words stand there, and no figure: other versions of it have others."""
    told_of_a_step = where.startswith("derivation.") and where.endswith((".why", ".node"))
    return told_of_a_step or where.startswith("unprotected_quantities") or _name_of(where) == WORDS


def _name_of(where: str) -> str:
    return next((name for start, name in _BY_PLACE if where.startswith(start)), QUESTION)


def _found(receipt: Receipt3, tick: Tick, listed: bytes | None) -> tuple[CompleteQuestion, list[Difference]]:
    """The question, and where the receipt differs from what follows from it; after a closer look where that helps."""
    plan, facts = plan_of(receipt, listed)
    tick(0.1)
    resolved = resolve(plan, facts, None)
    if resolved.question is None:
        raise StudioError(
            next((each.reason or each.sentence for each in resolved.missing), phrase("It is incomplete."))
        )
    wrong = _differences(receipt, resolved.question)
    bounded = any(_name_of(each.where) == SENSITIVITY for each in wrong)
    rule, candidates, unit = resolved.scores.rule, resolved.scores.candidates, resolved.unit
    asserted = not resolved.question.reads_people
    if not bounded or asserted or rule is None or candidates is None or unit is None:
        return resolved.question, wrong
    looked = resolve(plan, facts, None, refine(rule, candidates, unit, lambda done: tick(0.1 + 0.8 * done)))
    if looked.question is None:
        return resolved.question, wrong
    refinement = _differences(receipt, looked.question)
    return (looked.question, refinement) if len(refinement) < len(wrong) else (resolved.question, wrong)


def _differences(receipt: Receipt3, question: CompleteQuestion) -> list[Difference]:
    """Where a receipt says something else than what follows from its question."""
    follows, loss, spent = describe(question), question.loss, receipt.accounting
    claims = zip(plain(receipt.claims).items(), plain(follows.claims).items(), strict=True)
    pairs = [(name, said, found) for (name, said), (_, found) in claims] + [
        ("derivation", receipt.derivation, follows.derivation),
        ("words", receipt.words, follows.words),
        ("accounting.this_charge", spent.this_charge, loss.epsilon),
        ("accounting.this_charge_delta", spent.this_charge_delta, loss.delta),
        ("flags", _flags(receipt), follows.flags),
        ("trust", receipt.trust, trust_beside(follows.trust, receipt.flags)),
    ]
    return [each for name, said, found in pairs for each in differences(plain(said), plain(found), name)]


def _flags(receipt: Receipt3) -> tuple[str, ...]:
    """The flags that follow from the question; all of an older receipt's, where one of them is another text."""
    older = not isinstance(receipt, Receipt) and not are_known(receipt.flags, "")
    return receipt.flags if older else tuple(each for each in receipt.flags if each in OF_QUESTION)
