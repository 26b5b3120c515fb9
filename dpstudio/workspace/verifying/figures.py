"""From a receipt's claims about figures back to the figures of a plan."""

from fractions import Fraction

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import rational_text
from dpstudio.core.question import ConditionPlan, FigurePlan
from dpstudio.core.receipt.claims import ColumnClaim, FigureAsked
from dpstudio.core.tables.schema import NUMERIC

_TESTS = {"is at least": "at_least", "is at most": "at_most", "is above": "above", "is below": "below", "is": "is"}


def figure_plan(asked: FigureAsked, columns: tuple[ColumnClaim, ...], sentence: str) -> FigurePlan:
    """One figure as a person would type it.

    Args:
        sentence: the receipt's about all figures; a column of groups has its name there.

    Raises:
        InputError: a condition is about no column of the receipt.
    """
    parted = _parted(asked, columns, sentence)
    return FigurePlan(
        kind=asked.kind,
        name=asked.name,
        column=asked.column or "",
        group=parted.name if parted is not None and asked.kind == "groups" else "",
        conditions=tuple(_condition(text, columns) for text in asked.conditions),
        people="" if asked.people is None else str(asked.people),
        otherwise=_text(asked.otherwise),
        count_share=_text(asked.count_share),
        bins="" if parted is None else "\n".join(_lines(asked.bins or (), parted)),
        share=rational_text(asked.share_of_budget),
        least=_text(asked.least),
        greatest=_text(asked.greatest),
        rounding=_text(asked.rounding),
    )


def _text(value: Fraction | None) -> str:
    return "" if value is None else rational_text(value)


def _condition(text: str, columns: tuple[ColumnClaim, ...]) -> ConditionPlan:
    """“x” is at least 3: of several columns whose name the text may begin with the one with the longest name."""
    for column in sorted(columns, key=lambda each: -len(each.name)):
        rest = text.removeprefix(f"“{column.name}” ")
        if rest == text:
            continue
        for words, test in _TESTS.items():
            value = rest.removeprefix(f"{words} ")
            if value != rest and (test == "is" or column.type in NUMERIC):
                return ConditionPlan(column.name, test, value)
    raise InputError("A figure has a condition on a column that the receipt does not name.")


def _parted(asked: FigureAsked, columns: tuple[ColumnClaim, ...], sentence: str) -> ColumnClaim | None:
    """The column of the bins or groups."""
    if asked.bins is None:
        return None
    if asked.kind == "histogram":
        found = next((column for column in columns if column.name == asked.column), None)
    else:
        said = sentence[max(0, sentence.find(f"{asked.name}: the sum")) :]
        found = next((column for column in columns if f" by “{column.name}”, each value" in said), None)
    if found is None:
        raise InputError("A figure has bins of a column that the receipt does not name.")
    return found


def _lines(bins: tuple[str, ...], column: ColumnClaim) -> list[str]:
    """The bins as typed: of numbers and dates the edges between them."""
    if column.type not in NUMERIC:
        return list(bins)
    return [*(each.split(" to ")[0] for each in bins), bins[-1].split(" to ")[-1]] if bins else []
