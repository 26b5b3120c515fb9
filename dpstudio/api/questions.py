"""The four kinds of question, each as the plan that a person would have typed."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from inspect import signature
from os import PathLike
from typing import Literal, Required, TypedDict, Unpack

from dpstudio.api.arguments import as_declared
from dpstudio.api.asked import Asked, asked
from dpstudio.api.candidates import Candidates
from dpstudio.api.candidates import planned as planned_candidates
from dpstudio.api.entrance import entrance
from dpstudio.api.exact import Exact, lines_of, refuse_unknown, typed
from dpstudio.api.scores import Score
from dpstudio.api.scores import planned as planned_score
from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import SelectionKey
from dpstudio.core.plan import FigurePlan, IssuedPlan, Plan, PrivacyPlan, SurveyPlan, SynthesisPlan, TablePlan, UnitPlan


class Common(TypedDict, total=False):
    """What questions of every kind are given.

    Args:
        unit: who is protected: `rows` or `persons`.
        epsilon: of this release.
        limit: of all releases from this table together; its first release fixes it.
        beta: how rarely the accuracy may fail.
        public: tables that candidates come from.
        name: of the project, as the receipt has it.
        issued_by, purpose, why_epsilon: what the receipt says besides.
        same_people: of a file that has changed since it was last used: it holds the same people, or is still a sample.
        ledger: another ledger than the usual one of this computer.
    """

    unit: Required[UnitPlan]
    epsilon: Required[Exact]
    limit: Required[Exact]
    beta: Exact
    public: Sequence[TablePlan]
    name: str
    issued_by: str
    purpose: str
    why_epsilon: str
    same_people: bool
    ledger: str | PathLike[str]


@entrance
@as_declared
def choose(
    table: TablePlan,
    candidates: Candidates,
    score: Score,
    *,
    mechanism: SelectionKey = "exponential",
    winners: int = 1,
    bound: Exact | None = None,
    **common: Unpack[Common],
) -> Asked:
    """Choose the best of several candidates.

    Args:
        candidates: names, names with weights, or what `grid`, `dates`, `product`, `from_table` make.
        score: a formula's text, or what `votes`, `revenue`, `median`, ... make.
        winners: how many are chosen, one after another; epsilon is that of all of them together.
        bound: a range sensitivity larger than the derived one.

    Raises:
        StudioError: what the window would say is missing, wrong or refused.
    """
    plan = Plan(
        kind="choose",
        candidates=planned_candidates(candidates),
        rule=planned_score(score),
        privacy=_privacy(
            choose,
            common,
            mechanism=mechanism,
            winners=typed(winners),
            bound=typed(bound),
        ),
    )
    return _asked(plan, table, common)


@entrance
@as_declared
def measure(
    table: TablePlan,
    *figures: FigurePlan,
    noise: Literal["two_sided_geometric", "discrete_gaussian"] = "two_sided_geometric",
    delta: Exact | None = None,
    delta_limit: Exact | None = None,
    **common: Unpack[Common],
) -> Asked:
    """Publish figures with noise.

    Args:
        figures: what `count`, `total`, `mean`, `histogram`, `groups` make.
        delta, delta_limit: of this release and of all from this table, where the noise needs them.

    Raises:
        StudioError: what the window would say is missing, wrong or refused.
    """
    privacy = _privacy(measure, common, noise=noise, delta=typed(delta), delta_cap=typed(delta_limit))
    return _asked(Plan(kind="measure", figures=figures, privacy=privacy), table, common)


@entrance
@as_declared
def survey(table: TablePlan, column: str, answers: Sequence[str], *, people: int, **common: Unpack[Common]) -> Asked:
    """Ask each person; every answer is randomized.

    Args:
        column: the one with the answers; what a blank counts as is declared with it.
        answers: the possible ones.
        people: the public number of people.

    Raises:
        StudioError: what the window would say is missing, wrong or refused.
    """
    wanted = SurveyPlan(column, lines_of(answers), typed(people))
    return _asked(Plan(kind="survey", survey=wanted, privacy=_privacy(survey, common)), table, common)


@entrance
@as_declared
def synthesize(
    table: TablePlan,
    columns: Sequence[str],
    *,
    alpha: Exact,
    people: int,
    queries: Literal["columns", "pairs", "halfspaces"] = "columns",
    weights: Sequence[int] = (-1, 0, 1),
    **common: Unpack[Common],
) -> Asked:
    """Publish a small table of invented people who answer all queries about alike.

    Args:
        columns: yes/no columns.
        alpha: the share by which any query may be wrong.
        people: the public number of people.
        queries, weights: what it must get right; weights of halfspaces.

    Raises:
        StudioError: what the window would say is missing, wrong or refused.
    """
    wanted = SynthesisPlan(
        tuple(columns),
        queries,
        " ".join(lines_of(weights).split("\n")),
        typed(alpha),
        typed(people),
    )
    return _asked(Plan(kind="synthesize", synthesis=wanted, privacy=_privacy(synthesize, common)), table, common)


def _privacy(asks: Callable[..., Asked], common: Common, **more: str) -> PrivacyPlan:
    own = [each.name for each in signature(asks).parameters.values() if each.kind is each.KEYWORD_ONLY]
    refuse_unknown(common, {*Common.__annotations__, *own})
    for name in sorted(Common.__required_keys__ - common.keys()):
        raise InputError(f"The argument {name!r} is missing.", f"Give it: {name}=...")
    return PrivacyPlan(
        epsilon=typed(common["epsilon"]),
        cap=typed(common["limit"]),
        beta=typed(common.get("beta", "0.05")),
        **more,
    )


def _asked(plan: Plan, table: TablePlan, common: Common) -> Asked:
    issued = IssuedPlan(common.get("issued_by", ""), common.get("purpose", ""), common.get("why_epsilon", ""))
    whole = replace(
        plan,
        name=common.get("name", ""),
        tables=(table, *common.get("public", ())),
        privacy_unit=common["unit"],
        issued=issued,
    )
    return asked(whole, common.get("ledger"), common.get("same_people"))
