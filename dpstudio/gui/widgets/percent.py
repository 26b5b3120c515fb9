"""Probabilities, bounds and amounts in words that people read."""

from decimal import Decimal
from fractions import Fraction

from dpstudio.core.quantities import decimal_up, rational_text, readable, significant_up, with_unit
from dpstudio.translation import tr

_RARE = Fraction(1, 10**6)
_PLAIN = Fraction(1, 10**4)
"""Smaller ones are written with a power of ten."""
_LARGE = (
    tr("{many} million"),
    tr("{many} billion"),
    tr("{many} trillion"),
    tr("{many} quadrillion"),
    tr("{many} quintillion"),
    tr("{many} sextillion"),
)


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power_of_ten(power: int) -> str:
    """As it is written: "10⁻⁷"."""
    return f"10{str(power).translate(_RAISED)}"


def one_in(chance: float) -> str:
    """A small probability above 0 as one in so many, in two digits: "1 in 230,000", "1 in 2.2·10¹⁷⁴"."""
    digits, _, power = f"{1 / Decimal(chance):.1e}".partition("e")  # of the least floats 1 / chance is no float
    large, places = divmod(int(power), 3)
    if large < 2:
        return tr("1 in {many}", many=f"{round(float(digits) * 10 ** int(power)):,}")
    if large - 2 >= len(_LARGE):
        times = "" if digits == "1.0" else f"{float(digits):g}·"
        return tr("1 in {many}", many=f"{times}{power_of_ten(int(power))}")
    many = f"{float(digits) * 10**places:g}"
    return tr("1 in {many}", many=_LARGE[large - 2].format(many=many))


def percent(chance: float) -> str:
    """A probability as people read it, to a tenth of a percent: never 0 % nor 100 %."""
    if chance >= 0.9995:
        return "> 99.9 %"
    return f"{100 * chance:.1f} %" if chance >= 0.001 else "< 0.1 %"


def small(chance: float) -> str:
    """A probability as people read it, one below 0.1 % as one in so many: two of them can be told apart."""
    return one_in(chance) if 0 < chance < 0.001 else percent(chance)


def percent_up(chance: Fraction | float) -> str:
    """A probability or a bound of one with three digits, rounded up: a larger one never reads smaller."""
    if chance <= 0 or chance >= 1:
        return f"{_rounded(chance, 3)} %"
    if chance < _RARE:
        return tr("less than one in a million")
    shown = _rounded(chance, 3)
    return tr("more than 99.9 %") if shown == "100" else f"{shown} %"


def rest_down(chance: Fraction | float) -> str:
    """What remains of certainty beside a probability, rounded down: of the probability three digits are kept."""
    shown = percent_up(chance)
    if not shown[:1].isdigit():
        return tr("more than 99.9 %")
    return f"{rational_text(100 - Fraction(shown.removesuffix(' %')))} %"


def rest_beside(chance: Fraction | float, rest: Fraction | float) -> str:
    """The rest beside a probability as `percent_up` writes it: what is read of both adds up to 100 %."""
    written = chance < _RARE or percent_up(chance)[:1].isdigit()
    return rest_down(chance) if written else percent_up(rest)


def says(bound: Fraction) -> str:
    """What a bound of a probability says; one that allows everything says nothing."""
    if bound >= 1:
        return tr("says nothing ({bound})", bound=percent_up(bound))
    return tr("says {part}{bound}", part="" if bound < _RARE else tr("at most "), bound=percent_up(bound))


def bound_up(bound: Fraction) -> str:
    """A bound of a probability with six digits, rounded up; one that says nothing says so."""
    return tr("says nothing") if bound >= 1 else f"{_rounded(bound, 6)} %"


def _rounded(chance: Fraction | float, digits: int) -> str:
    """In percent, rounded up."""
    shown = significant_up(100 * Fraction(chance), digits)
    return readable(shown) if shown >= _PLAIN or not shown else f"{float(shown):.{digits}g}"


_TINY = Fraction(1, 1_000_000)


def amount_up(amount: Fraction, unit: str) -> str:
    """An amount of at least 0 with its unit, rounded up to four digits; a tiny one is said to be less than another."""
    if 0 < amount < _TINY:
        return with_unit(tr("less than {tiny}", tiny=decimal_up(_TINY, 6)), unit)
    return with_unit(readable(significant_up(amount, 4)), unit)
