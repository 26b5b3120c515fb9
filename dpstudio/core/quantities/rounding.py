"""Enclosures of exp and ln in integers, and decimals rounded up: no float takes part."""

from fractions import Fraction

from dpstudio.translation import phrase

_BITS = 128
_ODDS_BITS = 256
_FAR = Fraction(100)
_MILLION, _NEARLY_ALL, _MOST_WHOLE = 10**6, Fraction(999, 10), 99


def exp_enclosure(exponent: Fraction, bits: int) -> tuple[int, int]:
    """Integers `low`, `high` with low <= 2^bits * exp(-exponent) <= high.

    Args:
        exponent: at least 0.
        bits: how many binary places are wanted.

    Source: Taylor's series of exp(-y) for y < 1/2 alternates with falling terms, so partial sums bracket it;
    the argument is halved until it is there and the bracket squared back, rounded outwards each time.
    """
    if exponent == 0:
        return 1 << bits, 1 << bits
    halvings = max(0, (exponent.numerator // exponent.denominator).bit_length() + 2)
    work = bits + 2 * halvings + 16
    scaled, rest = divmod(exponent.numerator << work, exponent.denominator << halvings)
    low = _series(scaled + (rest > 0), work)[0]
    high = _series(scaled, work)[1]
    for _ in range(halvings):
        low, high = low * low >> work, -(-(high * high) >> work)
    return low >> (work - bits), -(-high >> (work - bits))


def _series(y: int, work: int) -> tuple[int, int]:
    """A bracket of 2^work * exp(-y / 2^work) for y < 2^(work-1)."""
    low = high = term_low = term_high = 1 << work
    k = 0
    while term_high > 1:
        k += 1
        term_low = (term_low * y >> work) // k
        term_high = -(-(term_high * y) // (k << work))
        if k % 2:
            low, high = low - term_high, high - term_low
        else:
            low, high = low + term_low, high + term_high
    return max(low - 2, 0), high + 2


def ln_upper(value: Fraction) -> Fraction:
    """A rational at or just above ln(value), closer than 2^-100.

    Args:
        value: above 0.
    """
    return Fraction(ln_enclosure(value, _BITS)[1], 1 << _BITS)


def ln_enclosure(value: Fraction, bits: int) -> tuple[int, int]:
    """Integers `low`, `high` with low <= 2^bits * ln(value) <= high, a few units apart.

    Args:
        value: above 0.
        bits: how many binary places are wanted.

    Source: ln(m * 2^e) = e ln 2 + 2 artanh((m-1)/(m+1)) for 1 <= m < 2; the tail of the series is bounded by a
    geometric one.
    """
    twos = value.numerator.bit_length() - value.denominator.bit_length()
    if value < Fraction(2) ** twos:
        twos -= 1
    work = bits + 16 + abs(twos).bit_length()
    two_low, two_high = _twice_artanh(1, 3, work)
    if twos < 0:
        two_low, two_high = two_high, two_low
    scaled = value / Fraction(2) ** twos
    low, high = _twice_artanh(scaled.numerator - scaled.denominator, scaled.numerator + scaled.denominator, work)
    drop = work - bits
    return (twos * two_low + low) >> drop, -(-(twos * two_high + high) >> drop)


def _twice_artanh(top: int, bottom: int, work: int) -> tuple[int, int]:
    """A bracket of 2^work * 2 artanh(top / bottom) for 0 <= top / bottom <= 1/3."""
    low_z, rest = divmod(top << work, bottom)
    high_z = low_z + (rest > 0)
    low_square, high_square = low_z * low_z >> work, -(-(high_z * high_z) >> work)
    low = high = 0
    low_power, high_power, k = low_z, high_z, 1
    while high_power > 1:
        low += low_power // k
        high += -(-high_power // k)
        low_power = low_power * low_square >> work
        high_power = -(-(high_power * high_square) >> work)
        k += 2
    return 2 * low, 2 * (high + 2)


def decimal_up(value: Fraction, places: int) -> str:
    """`value` with `places` decimals, rounded towards plus infinity."""
    scaled = -(-value.numerator * 10**places // value.denominator)
    digits = str(abs(scaled)).rjust(places + 1, "0")
    sign = "-" if scaled < 0 else ""
    return f"{sign}{int(digits[:-places]):,}.{digits[-places:]}" if places else f"{sign}{int(digits):,}"


def significant_up(value: Fraction, digits: int = 3) -> Fraction:
    """The least number of `digits` significant decimal digits that is at least `value` >= 0."""
    if value == 0:
        return value
    step = Fraction(1)
    while value >= step * 10**digits:
        step *= 10
    while value < step * 10 ** (digits - 1):
        step /= 10
    return -(-value // step) * step


def odds_up(epsilon: Fraction) -> str:
    """e^epsilon rounded up, as people read it: "2.72", "149", "more than a million"; a larger epsilon never less."""
    odds = _odds(epsilon)
    if odds > _MILLION:
        return phrase("more than a million")
    return decimal_up(odds, 2 if odds < 100 else 0)


def chance_in_hundred(epsilon: Fraction) -> str:
    """The most that a suspicion of 50 in 100 can become, in 100: "74", "99.1", "more than 99.9"; never 100.

    Whole up to 99 and with one decimal above it, rounded up; a larger epsilon never gives less.
    """
    share = suspicion_share(epsilon)
    if share > _NEARLY_ALL:
        return phrase("more than {nearly_all}", nearly_all=decimal_up(_NEARLY_ALL, 1))
    return decimal_up(share, 0 if share <= _MOST_WHOLE else 1)


def suspicion_share(epsilon: Fraction) -> Fraction:
    """At or above 100 e^epsilon / (1 + e^epsilon), and at most 100."""
    odds = _odds(epsilon)
    return 100 * odds / (1 + odds)


def _odds(epsilon: Fraction) -> Fraction:
    """At or above e^epsilon; beyond every printed figure it is no longer worked out."""
    low, _ = exp_enclosure(min(epsilon, _FAR), _ODDS_BITS)
    return Fraction(1 << _ODDS_BITS, low)
