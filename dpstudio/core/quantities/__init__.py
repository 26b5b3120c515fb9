"""Exact rational quantities: one grammar, exact texts, and roundings that go against us."""

from dpstudio.core.quantities.counting import (
    SINGULAR,
    apart,
    counted,
    forms,
    listed,
    room,
    there_are,
    unit_of,
    with_unit,
)
from dpstudio.core.quantities.grammar import (
    MOST_DIGITS,
    MOST_STORED,
    grouped,
    parse_count,
    parse_rational,
    parse_stored,
    rational_text,
)
from dpstudio.core.quantities.rounding import (
    chance_in_hundred,
    decimal_up,
    exp_enclosure,
    ln_enclosure,
    ln_upper,
    odds_up,
    significant_up,
    suspicion_share,
)

__all__ = [
    "MOST_DIGITS",
    "MOST_STORED",
    "SINGULAR",
    "apart",
    "chance_in_hundred",
    "counted",
    "decimal_up",
    "exp_enclosure",
    "forms",
    "grouped",
    "listed",
    "ln_enclosure",
    "ln_upper",
    "odds_up",
    "parse_count",
    "parse_rational",
    "parse_stored",
    "rational_text",
    "room",
    "significant_up",
    "suspicion_share",
    "there_are",
    "unit_of",
    "with_unit",
]
