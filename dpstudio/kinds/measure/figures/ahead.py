"""How far a mean over a noisy number of values may be from the true one, said before its release.

It follows from the declarations and from a number of values that somebody types; with more of them it only shrinks.
"""

from fractions import Fraction

from dpstudio.core.receipt.errors import place_of, rounded_up


def mean_within(
    bounds: tuple[Fraction, Fraction], noise: tuple[Fraction, Fraction], rounding: Fraction | None, rows: int
) -> Fraction | None:
    """What a published mean of at least so many values is within, rounding included.

    The true sum is m·n with m within the bounds. Noise of a and b leads to (m·n + a) / (n + b), which is
    (a − m·b) / (n + b) away from m; clamping into the bounds brings it no farther away.

    Args:
        noise: what the noise of the sum and of the number of values stay within.
        rounding: to which multiples the mean is rounded; None where its own ± says.

    Returns:
        None where it is not less than the whole range of the column.
    """
    of_sum, of_number = noise
    low, high = bounds
    whole, most = high - low, max(abs(low), abs(high))
    if rows <= of_number:
        return None
    before, widest = (of_sum + most * of_number) / (rows - of_number), _widest(bounds, noise, rows)
    own = place_of(widest) if widest else 0
    wide = before + Fraction(own if rounding is None else rounding) / 2
    return rounded_up(wide, place_of(wide)) if wide < whole else None


def _widest(bounds: tuple[Fraction, Fraction], noise: tuple[Fraction, Fraction], rows: int) -> Fraction:
    """The largest ± that the result may have before it is rounded to the second digit of it."""
    of_sum, of_number = noise
    low, high = bounds
    if rows <= 2 * of_number:
        return high - low
    largest = (max(abs(low), abs(high)) * rows + of_sum) / (rows - of_number)
    return min((largest * of_number + of_sum) / (rows - 2 * of_number), high - low)
