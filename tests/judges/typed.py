"""Typed cells as the texts that docs/reading.md gives them, and back: numbers, days, moments, yes and no."""

import datetime
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

Cell = str | None
TYPES = {
    "parquet_typed": {"n": "int64", "x": "float64", "d": "date", "Tea": "bool", "Coffee": "int8", "who": "int64"},
    "arrow_typed": {"n": "int16", "x": "float32", "d": "seconds", "Tea": "bool", "Coffee": "float64"},
    "decimals": {"n": "decimal", "x": "decimal", "d": "micros", "who": "decimal0", "Mate": "int64"},
    "postgres_typed": {"n": "int64", "x": "decimal", "d": "date", "Tea": "bool", "Coffee": "float64", "who": "int64"},
    "spark_typed": {"n": "int64", "x": "decimal", "d": "date", "Tea": "bool", "Coffee": "int8", "who": "int64"},
    "sqlite_typed": {"n": "int64", "x": "float64", "Tea": "int8", "Coffee": "float64", "who": "int64"},
    "excel_typed": {"n": "sheet", "x": "sheet", "Tea": "bool", "Coffee": "sheet", "d": "sheet day", "who": "sheet"},
}  # fmt: skip


def is_pointed(kind: str) -> bool:
    """Whether the column x is known to hold numbers with a point before a row is: no other mark can be declared."""
    return TYPES.get(kind, {}).get("x", "") in ("float32", "float64", "decimal") and kind != "sqlite_typed"


def canonical(kind: str, name: str, cell: Cell) -> Cell:
    """The text of the typed value nearest to what the cell says; None where it says none."""
    wanted = TYPES.get(kind, {}).get(name)
    if wanted is None or cell is None:
        return cell
    return _TEXTS[wanted](cell.strip())


def _whole(bits: int) -> Callable[[str], Cell]:
    def text(cell: str) -> Cell:
        value = _float(cell)
        if value is None or not np.isfinite(value):
            return None
        return str(max(-(1 << bits - 1), min((1 << bits - 1) - 1, int(Fraction(value)))))

    return text


def _float(cell: str) -> float | None:
    try:
        return float(cell.replace(",", "."))
    except ValueError:
        return None


def _floating(kind: Any) -> Callable[[str], Cell]:
    def text(cell: str) -> Cell:
        value = _float(cell)
        if value is None:
            return None
        with np.errstate(over="ignore", under="ignore"):
            number = kind(value)
        if not np.isfinite(number):
            return str(number)
        whole = float(number).is_integer()
        return str(int(number)) if whole else np.format_float_positional(number, unique=True, trim="-")

    return text


def _on_sheet(cell: str) -> Cell:
    """A number of Excel: nine decimals, and no not-a-number."""
    value = _float(cell)
    if value is None or not np.isfinite(value):
        return None
    return f"{value:.9f}".rstrip("0").rstrip(".")


def _decimal(places: int) -> Callable[[str], Cell]:
    def text(cell: str) -> Cell:
        value = _float(cell)
        if value is None or not abs(value) < 1e15:
            return None
        exact = Fraction(value)
        found = f"{Decimal(round(exact * 10**places)).scaleb(-places):f}"
        return found.lstrip("-") if set(found) <= set("-0.") else found

    return text


def _on_calendar(cell: str) -> Cell:
    """A date of Excel, whose calendar begins in 1900 and knows one day too many there."""
    found = _moment(" 00:00:00")(cell)
    return found if found and found >= "1901" else None


def _moment(rest: str) -> Callable[[str], Cell]:
    def text(cell: str) -> Cell:
        try:
            return datetime.date.fromisoformat(cell[:10]).isoformat() + rest
        except ValueError:
            return None

    return text


def _bool(cell: str) -> Cell:
    return {"yes": "true", "1": "true", "y": "true", "true": "true", "no": "false", "0": "false"}.get(cell.lower())


_TEXTS: dict[str, Callable[[str], Cell]] = {
    "int8": _whole(8), "int16": _whole(16), "int64": _whole(64), "float32": _floating(np.float32),
    "float64": _floating(np.float64), "sheet": _on_sheet, "decimal": _decimal(4), "decimal0": _decimal(0),
    "bool": _bool, "date": _moment(""), "seconds": _moment(" 00:00:00"),
    "sheet day": _on_calendar,
    "micros": _moment(" 00:00:00.000000"),
}  # fmt: skip


def value(kind: str, name: str, cell: Cell) -> Any:
    """The typed value whose text the cell is."""
    wanted = TYPES.get(kind, {}).get(name)
    if wanted is None or cell is None:
        return cell
    if wanted in ("date", "seconds", "micros", "sheet day"):
        day = datetime.date.fromisoformat(cell[:10])
        return day if wanted == "date" else datetime.datetime.combine(day, datetime.time())
    if wanted == "bool":
        return cell == "true"
    return (
        Decimal(cell)
        if "decimal" in wanted
        else float(cell)
        if wanted in ("float32", "float64", "sheet")
        else int(cell)
    )


def arrow_type(kind: str, name: str) -> Any:
    """The column's type in Arrow and Parquet, or None for a text."""
    import pyarrow as pa

    types = {
        "int8": pa.int8(), "int16": pa.int16(), "int64": pa.int64(), "float32": pa.float32(), "float64": pa.float64(),
        "decimal": pa.decimal128(20, 4), "decimal0": pa.decimal128(20, 0), "bool": pa.bool_(), "date": pa.date32(),
        "seconds": pa.timestamp("s"), "micros": pa.timestamp("us"),
    }  # fmt: skip
    return types.get(TYPES.get(kind, {}).get(name, ""))


def marked(plan: dict[str, Any], kind: str, names: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[list[Cell]]:
    """The rows as they are read: where each cell has a type of its own a number has its column's decimal mark."""
    numbers = [name for name in TYPES.get(kind, {}) if kind in ("excel_typed", "sqlite_typed")]
    declared = {each["name"]: each.get("decimal_mark", ".") for each in plan["tables"][0]["columns"]
                if each.get("kind") in ("integer", "decimal", "longitude", "latitude")}  # fmt: skip
    marks = [declared.get(name, ".") if name in numbers else "." for name in names]
    return [[cell and cell.replace(".", mark) for cell, mark in zip(row, marks, strict=True)] for row in rows]


def values(kind: str, names: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[list[Any]]:
    """All rows as typed values."""
    return [[value(kind, name, cell) for name, cell in zip(names, row, strict=True)] for row in rows]
