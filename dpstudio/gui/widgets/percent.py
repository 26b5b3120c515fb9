"""Probabilities, bounds and amounts in words that people read."""

from fractions import Fraction
from math import floor

from dpstudio.core.quantities import decimal_up, grouped, rational_text, readable, significant_up, with_unit
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
_FIRST_LARGE = 2
"""The power of a thousand that the first of these words is for."""

_MOST_PLACES = 10
_MOSTLY = Fraction(9, 10)
"""Beside a larger probability little remains."""
LEAST_DECADE = -300
"""Of a smaller power of ten a float has not all its digits, or none."""
_IN_DIGITS = -3, 5
"""The least and the largest power of ten that is written in digits."""
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power_text(decade: int, many: float = 1) -> str:
    """So many times a power of ten: "0.02", or "2·10⁻⁷"."""
    if _IN_DIGITS[0] <= decade <= _IN_DIGITS[1]:
        return grouped(f"{many * 10.0**decade:.{max(0, -decade)}f}")
    power = f"10{str(decade).translate(_RAISED)}"
    return power if many == 1 else f"{many:g}·{power}"


def one_in(chance: float) -> str:
    """A small probability as one in so many, in two digits: "1 in 230,000"; below any float it is less than another."""
    if chance < 10.0**LEAST_DECADE:
        return tr("less than 1 in {many}", many=power_text(-LEAST_DECADE))
    digits, _, power = f"{1 / chance:.1e}".partition("e")
    return _one_in(float(digits), int(power))


def one_in_power(logarithm: float) -> str:
    """As `one_in`, given the logarithm to the base 10, which a probability below any float has, too."""
    power = floor(-logarithm)
    digits = round(10.0 ** (-logarithm - power), 1)
    return _one_in(1, power + 1) if digits >= 10 else _one_in(digits, power)


def _one_in(digits: float, power: int) -> str:
    """One in so many times a power of ten: in digits, with the word for it, or as it is where it has none."""
    large, places = divmod(power, 3)
    if large < _FIRST_LARGE:
        return tr("1 in {many}", many=f"{round(digits * 10**power):,}")
    if large - _FIRST_LARGE >= len(_LARGE):
        return tr("1 in {many}", many=power_text(power, digits))
    return tr("1 in {many}", many=_LARGE[large - _FIRST_LARGE].format(many=f"{digits * 10**places:g}"))


def percent(chance: float) -> str:
    """A probability as people read it, to a tenth of a percent: never 0 % nor 100 %."""
    if chance >= 0.9995:
        return "> 99.9 %"
    return f"{100 * chance:.1f} %" if chance >= 0.001 else "< 0.1 %"


def small(chance: float) -> str:
    """A probability as people read it, one below 0.1 % as one in so many: two of them can be told apart."""
    return one_in(chance) if chance < 0.001 else percent(chance)


def _finely(chance: float) -> str:
    """As `small`, one below 1 % with a digit more: what two of them say is near what their ratio says."""
    return f"{100 * chance:.2f} %" if 0.001 <= chance < 0.01 else small(chance)


def told_apart(one: float, other: float) -> tuple[str, str]:
    """Two probabilities as people read them beside their ratio, with as many digits more as tell them apart."""
    said, places = (_finely(one), _finely(other)), 2
    while said[0] == said[1] and one != other and places < _MOST_PLACES:
        said, places = (f"{100 * one:.{places}f} %", f"{100 * other:.{places}f} %"), places + 1
    return said


def percent_up(chance: Fraction | float) -> str:
    """A probability or a bound of one with three digits, rounded up: a larger one never reads smaller."""
    if chance <= 0 or chance >= 1:
        return f"{_rounded(chance, 3)} %"
    if chance < _RARE:
        return tr("less than one in a million")
    shown = _rounded(chance, 3)
    return tr("more than 99.9 %") if shown == "100" else f"{shown} %"


def rest_down(chance: Fraction | float) -> str:
    """What remains of certainty beside a probability.

    Where that is little it has three digits of its own: rounded down beside a bound, a fraction, to the nearest beside
    a float; else it is what the probability's three digits leave, rounded down.
    """
    if chance < _MOSTLY:
        return _left_by(chance)
    rest = max(1 - Fraction(chance), Fraction(0))
    if 0 < rest < _RARE:
        return tr("less than one in a million")
    shown = Fraction(f"{float(100 * rest):.3g}") if isinstance(chance, float) else _three_down(100 * rest)
    return f"{_written(shown, 3)} %"


def _three_down(value: Fraction) -> Fraction:
    """The largest number of three digits that is at most a value >= 0."""
    step = Fraction(1)
    while 0 < value < 100 * step:
        step /= 10
    return value // step * step


def _left_by(chance: Fraction | float) -> str:
    """What the three digits of a probability leave of 100 %."""
    shown = percent_up(chance)
    if not shown[:1].isdigit():
        return tr("more than 99.9 %")
    return f"{rational_text(100 - Fraction(shown.removesuffix(' %')))} %"


def rest_beside(chance: Fraction | float, rest: Fraction | float) -> str:
    """The rest beside a probability as `percent_up` writes it: what is read of both adds up to 100 %."""
    written = chance < _RARE or percent_up(chance)[:1].isdigit()
    return _left_by(chance) if written else percent_up(rest)


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
    return _written(significant_up(100 * Fraction(chance), digits), digits)


def _written(shown: Fraction, digits: int) -> str:
    """A number of so many digits, a tiny one with a power of ten."""
    return readable(shown) if shown >= _PLAIN or not shown else f"{float(shown):.{digits}g}"


_TINY = Fraction(1, 1_000_000)


def amount_up(amount: Fraction, unit: str) -> str:
    """An amount of at least 0 with its unit, rounded up to four digits; a tiny one is said to be less than another."""
    if 0 < amount < _TINY:
        return with_unit(tr("less than {tiny}", tiny=decimal_up(_TINY, 6)), unit)
    return with_unit(readable(significant_up(amount, 4)), unit)
