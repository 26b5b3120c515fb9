"""Columns, and the reading of their source, as a receipt tells of them."""

from dpstudio.core.quantities import counted
from dpstudio.core.receipt.claims import ColumnClaim, Reading
from dpstudio.core.tables.schema import NUMERIC, TEXTUAL, WITH_SHEETS, Column, Kind, Source
from dpstudio.translation import phrase


def shown(column: Column) -> ColumnClaim:
    """A column's name, type and what was declared for it."""
    numeric, truth = column.kind in NUMERIC, column.kind is Kind.YES_NO
    marked = numeric and column.kind is not Kind.DATE
    return ColumnClaim(
        name=column.name,
        type=column.kind,
        origin="typed",
        blank_counts_as=column.blank,
        step=column.step if numeric or column.bounds is not None else None,
        bounds=column.bounds,
        unit=column.unit,
        decimal_mark=column.decimal_mark if marked else None,
        grouping_mark=column.grouping_mark if marked else None,
        separator=column.separator if column.kind is Kind.CHOICES else None,
        capitals_matter=column.match_case if column.kind in TEXTUAL else None,
        date_order=column.date_order if column.kind is Kind.DATE else None,
        true_words=column.true_words if truth else None,
        false_words=column.false_words if truth else None,
    )


def reading(source: Source) -> Reading:
    """How the source was said to be written; never where it lies."""
    text = source.format == "text"
    lined = text or source.format == "excel"
    return Reading(
        format=source.format,
        delimiter=source.delimiter if text else None,
        encoding=source.encoding if text else None,
        header=source.header if lined else None,
        header_line=source.first_line or None,
        lines_left_out_at_end=source.left_out if lined else None,
        sheet=source.sheet if source.format in WITH_SHEETS else None,
        names=source.names,
    )


def assumed(source: Source) -> tuple[str, ...]:
    """What the guarantee takes for granted about lines that were left out (MATH 4)."""
    said = []
    if source.first_line > 1:
        said.append(
            phrase(
                "The lines above line {first_line} hold no person, on every neighbouring table.",
                first_line=source.first_line,
            )
        )
    if source.left_out == 1:
        said.append(phrase("The last line of the source, and no other, holds no person, on every neighbouring table."))
    elif source.left_out:
        last = phrase("The last {lines} of the source, and no others,", lines=counted(source.left_out, "lines"))
        said.append(phrase("{last} hold no person, on every neighbouring table.", last=last))
    return tuple(said)
