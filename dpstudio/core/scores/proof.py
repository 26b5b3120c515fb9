"""The lines of proof of a derivation, in words."""

from collections.abc import Mapping

from dpstudio.core import quantities
from dpstudio.core.quantities import rational_text
from dpstudio.core.scores.interval import FLAT, Interval
from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Number, Operation, OwnCell
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.contract import Condition, RowNumber
from dpstudio.core.scores.own_columns import are_numbers
from dpstudio.core.tables.schema import Column, Kind

PERSONS_TRIED = "Every person who could come or go was tried: one and the same person moves all candidates."
TOGETHER = "Taken row by row: what the parts do with one and the same row offsets in part."
_COMMON = "The common bounds of the columns named like the candidates"
PUBLIC = "It is public: no row moves it."


def counted(found: Interval) -> str:
    """Why a sum over rows moves as it does."""
    adds = f"One row adds something from {rational_text(found.low)} to {rational_text(found.high)}."
    if found.low == found.high:
        adds = f"Every row adds {rational_text(found.low)}."
    if found.candidate == 0:
        return f"{adds} It adds the same to every candidate."
    if found.by_row is not None and found.by_row != FLAT and found.both == found.row:
        return f"{adds} As it goes with “{found.by_row[0]}”, replacing a row moves all scores the same way."
    apart = f"What it adds to two candidates differs by at most {rational_text(found.candidate)}"
    return f"{adds} {apart}; replacing it moves two scores apart by at most {rational_text(found.both)}."


def of_all_rows(rows: int, replaced: bool) -> str:
    """Why a person's rows move it as they do."""
    each = "it" if rows == 1 else "each"
    why = f"One person has at most {quantities.counted(rows, 'rows')}; {each} moves the score as any one row does."
    if replaced:
        why += " The person who takes the place may have fewer rows, so the larger of both figures counts."
    return why


def scaled(factor: Interval) -> str:
    """Why a weighted score moves as it does."""
    if factor.low == factor.high:
        return f"All moves are multiplied by {rational_text(factor.low)}."
    return (
        f"The weight lies between {rational_text(factor.low)} and {rational_text(factor.high)}: moves grow with the"
        " largest, and candidates of different weight move apart."
    )


def of_row_part(node: Node, found: Interval, columns: Mapping[str, Column], own: tuple[Column, ...]) -> str:
    """The line of proof of a part of a row expression.

    Args:
        own: the candidates' own columns.
    """
    between = f"between {rational_text(found.low)} and {rational_text(found.high)}"
    match node:
        case Number():
            return "A fixed number."
        case Candidate():
            return f"The candidates' own: {between}."
        case Cell(name):
            column = columns[name]
            if column.kind is Kind.YES_NO:
                return "Yes or no, as the column says."
            return f"The column's bounds: {between}." if column.bounds else "A cell of the row; it has no bounds."
        case OwnCell():
            if not are_numbers(own):
                return "Yes or no, as the column named like the candidate says."
            unbounded = any(column.bounds is None for column in own)
            return "A column named like the candidate has no bounds." if unbounded else f"{_COMMON}: {between}."
        case Operation(operator=(RowNumber() | Condition()) as operator):
            return operator.words(found)
    return "A fixed text."


def in_pairs(moves: NodeSensitivity) -> str:
    """How far two candidates move together, where that is less than twice what one does."""
    added, replaced = moves.pair_added, moves.pair_replaced
    if added == 2 * moves.added and replaced == 2 * moves.replaced:
        return ""
    return (
        f" Two candidates move together by at most {rational_text(added)} where a person comes or goes, and by at most"
        f" {rational_text(replaced)} where one takes another's place."
    )


def smaller(one: NodeSensitivity, other: NodeSensitivity) -> bool:
    """Whether the first is better in some figure."""
    return (
        one.added < other.added
        or one.replaced < other.replaced
        or one.range_added < other.range_added
        or one.range_replaced < other.range_replaced
    )
