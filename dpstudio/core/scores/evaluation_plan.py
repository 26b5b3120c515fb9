"""How the scores will be worked out, and how large that is: told before anything runs."""

from dataclasses import dataclass

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.errors import InputError
from dpstudio.core.quantities import counted
from dpstudio.core.scores.as_read import how_read
from dpstudio.core.scores.forms import bound_tree, tree_of
from dpstudio.core.scores.formula import Method, aggregates_of, method_of
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.rules import Formula, Ready, Rule, Votes, VoteStyle
from dpstudio.core.tables.schema import TEXTUAL, Column, Kind
from dpstudio.translation import joined, phrase

_ANY_VALUES, _ANY_ROWS = phrase("any number of different values"), phrase("any number of different rows")


@dataclass(frozen=True)
class Stage:
    """One sum over rows: what it is, how it is worked out, and how many steps that takes at most."""

    what: str
    how: str
    size: str


def evaluation_plan(rule: Rule, candidates: CandidateSet) -> tuple[Stage, ...]:
    """The stages of scoring every candidate, all from one pass over the table; none where they do not fit the rule."""
    if isinstance(rule, Ready):
        return (
            Stage(
                phrase("ready-made scores"),
                phrase("each {how_read}", how_read=how_read(rule.columns[1])),
                counted(candidates.count, "candidates"),
            ),
        )
    if not isinstance(rule, Formula):
        try:
            how = _form(rule, candidates)
        except InputError:
            return ()
        return (Stage(text_of(tree_of(rule)), how, _single(rule.columns, candidates)),)
    columns = {column.name: column for column in rule.columns}
    return tuple(
        Stage(text_of(each), method.value, _size(method, rule.columns, candidates))
        for each in aggregates_of(rule.tree)
        for method in [method_of(each, columns)]
    )


def told(stages: tuple[Stage, ...]) -> str:
    """The plan in one sentence."""
    parts = joined("; ", dict.fromkeys(stage.how for stage in stages))
    return phrase("At a release dpstudio reads the table once for the scores: {parts}.", parts=parts)


def _form(rule: Rule, candidates: CandidateSet) -> str:
    if isinstance(rule, Votes) and rule.style is VoteStyle.COLUMN_EACH:
        return phrase("in each column the cells that mean yes are counted")
    if candidates.is_line:
        return phrase("candidates between two different values are taken together")
    columns = {column.name: column for column in rule.columns}
    return method_of(aggregates_of(bound_tree(rule, candidates))[0], columns).value


def _single(columns: tuple[Column, ...], candidates: CandidateSet) -> str:
    """Forms read each column by itself."""
    known = [meanings_of(column) for column in columns]
    most = max((count for count in known if count is not None), default=None)
    all_known = most is not None and None not in known
    distinct = phrase("at most {values}", values=counted(most or 0, "different values")) if all_known else _ANY_VALUES
    return phrase("{distinct}, for {candidates}", distinct=distinct, candidates=counted(candidates.count, "candidates"))


def _size(method: Method, columns: tuple[Column, ...], candidates: CandidateSet) -> str:
    product = 1
    for count in map(meanings_of, columns):
        product = 0 if count is None else product * count
    distinct = phrase("at most {rows}", rows=counted(product, "different rows")) if product else _ANY_ROWS
    if method is Method.ONCE:
        return distinct
    if method is Method.BLOCKS:
        return phrase(
            "{distinct} with each of {candidates}",
            distinct=distinct,
            candidates=counted(candidates.count, "candidates"),
        )
    return phrase("{distinct}, for {candidates}", distinct=distinct, candidates=counted(candidates.count, "candidates"))


def meanings_of(column: Column) -> int | None:
    """How many meanings a cell can have, as far as the declaration tells."""
    if column.kind is Kind.YES_NO:
        return 3
    if column.kind in TEXTUAL or column.bounds is None:
        return None
    low, high = column.bounds
    return int((high - low) / column.step) + 1 + (column.blank is None)
