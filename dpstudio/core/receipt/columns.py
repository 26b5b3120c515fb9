"""Columns, and the reading of their source, as a receipt tells of them."""

from dpstudio.core.receipt.claims import ColumnClaim, Reading
from dpstudio.core.tables.schema import NUMERIC, TEXTUAL, WITH_SHEETS, Column, Kind, Source


def shown(column: Column) -> ColumnClaim:
    """A column's name, type and what was declared for it."""
    numeric, truth = column.kind in NUMERIC, column.kind is Kind.YES_NO
    marked = numeric and column.kind is not Kind.DATE
    return ColumnClaim(
        name=column.name,
        type=column.kind,
        origin="typed",
        blank_counts_as=column.blank,
        step=column.step if numeric else None,
        bounds=column.bounds,
        unit=column.unit,
        decimal_mark=column.decimal_mark if marked else None,
        grouping_mark=column.grouping_mark if marked else None,
        separator=column.separator if column.kind is Kind.CHOICES else None,
        capitals_matter=column.match_case if column.kind in TEXTUAL else None,
        true_words=column.true_words if truth else None,
        false_words=column.false_words if truth else None,
    )


def reading(source: Source) -> Reading:
    """How the source was said to be written; never where it lies."""
    text = source.format == "text"
    return Reading(
        format=source.format,
        delimiter=source.delimiter if text else None,
        encoding=source.encoding if text else None,
        header=source.header if text or source.format == "excel" else None,
        sheet=source.sheet if source.format in WITH_SHEETS else None,
    )
