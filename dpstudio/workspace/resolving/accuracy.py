"""The epsilon for a wanted accuracy, whatever is asked."""

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import parse_rational, rational_text
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase


def epsilon_for(found: Resolved, wanted: str, part: int = 0) -> str:
    """The least epsilon of three digits, as text, whose accuracy is at most the one typed.

    Args:
        part: of several figures the one that is meant, counted as the preview counts them; the others follow their
            shares.

    Raises:
        InputError: the number is wrong, or something is missing that the accuracy depends on.
    """
    gap = parse_rational(wanted, phrase("The error bound"))
    if found.previewed is None:
        raise InputError(
            phrase("The error bound depends on choices that are still missing."), phrase("Make them first.")
        )
    return rational_text(found.previewed.epsilon_for(gap, part))
