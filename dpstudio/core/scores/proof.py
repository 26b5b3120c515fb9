"""The lines of proof of a derivation, in words."""

from collections.abc import Mapping

from dpstudio.core import quantities
from dpstudio.core.quantities import readable
from dpstudio.core.scores.interval import FLAT, Interval
from dpstudio.core.scores.language.tree import Candidate, Cell, Node, Number, Operation, OwnCell
from dpstudio.core.scores.node_sensitivity import NodeSensitivity
from dpstudio.core.scores.operators.contract import Condition, RowNumber
from dpstudio.core.scores.own_columns import are_numbers
from dpstudio.core.tables.schema import Column, Kind
from dpstudio.translation import phrase

PERSONS_TRIED = phrase("Every person who could come or go was tried: one and the same person moves all candidates.")
TOGETHER = phrase("Taken row by row: what one and the same row does to the parts cancels out in part.")
_COMMON = phrase("The common bounds of the columns named like the candidates")
PUBLIC = phrase("It is public: no row moves it.")


def counted(found: Interval) -> str:
    """Why a sum over rows moves as it does."""
    adds = phrase("One row adds between {low} and {high}.", low=readable(found.low), high=readable(found.high))
    if found.low == found.high:
        adds = phrase("Every row adds {low}.", low=readable(found.low))
    if found.candidate == 0:
        return phrase("{adds} It adds the same to every candidate.", adds=adds)
    if found.by_row is not None and found.by_row != FLAT and found.both == found.row:
        return phrase(
            "{adds} As it goes with “{by_row}”, replacing a row moves all scores the same way.",
            adds=adds,
            by_row=found.by_row[0],
        )
    apart = phrase("What it adds to two candidates differs by at most {candidate}", candidate=readable(found.candidate))
    return phrase(
        "{adds} {apart}; replacing it moves two scores apart by at most {both}.",
        adds=adds,
        apart=apart,
        both=readable(found.both),
    )


def of_all_rows(rows: int, replaced: bool) -> str:
    """Why a person's rows move it as they do."""
    each = phrase("it") if rows == 1 else phrase("each")
    why = phrase(
        "One person has at most {rows}; {each} moves the score as any one row does.",
        rows=quantities.counted(rows, "rows"),
        each=each,
    )
    if replaced:
        why += phrase(" Whoever takes the person's place may have fewer rows, so the larger of the two figures counts.")
    return why


def scaled(factor: Interval) -> str:
    """Why a weighted score moves as it does."""
    if factor.low == factor.high:
        return phrase("All moves are multiplied by {low}.", low=readable(factor.low))
    return phrase(
        "The weight lies between {low} and {high}: one person moves the score by up to the largest weight"
        " times as much, and candidates of different weights by different amounts.",
        low=readable(factor.low),
        high=readable(factor.high),
    )


def of_row_part(node: Node, found: Interval, columns: Mapping[str, Column], own: tuple[Column, ...]) -> str:
    """The line of proof of a part of a row expression.

    Args:
        own: the candidates' own columns.
    """
    between = phrase("between {low} and {high}", low=readable(found.low), high=readable(found.high))
    match node:
        case Number():
            return phrase("A fixed number.")
        case Candidate():
            return phrase("The candidates' own: {between}.", between=between)
        case Cell(name):
            column = columns[name]
            if column.kind is Kind.YES_NO:
                return phrase("Yes or no, as the column says.")
            return (
                phrase("The column's bounds: {between}.", between=between)
                if column.bounds
                else phrase("A cell of the row; it has no bounds.")
            )
        case OwnCell():
            if not are_numbers(own):
                return phrase("Yes or no, as the column named like the candidate says.")
            unbounded = any(column.bounds is None for column in own)
            return (
                phrase("A column named like the candidate has no bounds.")
                if unbounded
                else phrase("{common}: {between}.", common=_COMMON, between=between)
            )
        case Operation(operator=(RowNumber() | Condition()) as operator):
            return operator.words(found)
    return phrase("A fixed text.")


def in_pairs(moves: NodeSensitivity) -> str:
    """How far two candidates move together, where that is less than twice what one does."""
    added, replaced = moves.pair_added, moves.pair_replaced
    if added == 2 * moves.added and replaced == 2 * moves.replaced:
        return ""
    return phrase(
        " Two candidates move together by at most {added} where a person comes or goes, and by at most"
        " {replaced} where one takes another's place.",
        added=readable(added),
        replaced=readable(replaced),
    )


def smaller(one: NodeSensitivity, other: NodeSensitivity) -> bool:
    """Whether the first is better in some figure."""
    return (
        one.added < other.added
        or one.replaced < other.replaced
        or one.range_added < other.range_added
        or one.range_replaced < other.range_replaced
    )
