"""The epsilon for a wanted accuracy, whatever is asked."""

from fractions import Fraction

from dpstudio.core.errors import InputError
from dpstudio.core.figures.figures import Mean
from dpstudio.core.mechanisms import NOISES, RANDOMIZED_RESPONSE, SELECTIONS, SMALL_DATABASE, peeling
from dpstudio.core.quantities import parse_rational, rational_text
from dpstudio.core.question import Choice, Measurement, Survey, SyntheticTable
from dpstudio.workspace.resolved import Resolved


def epsilon_for(found: Resolved, wanted: str) -> str:
    """The least epsilon of three digits, as text, whose accuracy is at most the one typed.

    Raises:
        InputError: the number is wrong, or something is missing that the accuracy depends on.
    """
    gap = parse_rational(wanted, "The accuracy")
    return rational_text(_needed(found, gap))


def _needed(found: Resolved, gap: Fraction) -> Fraction:
    match found.previewed:
        case Choice() as asked:
            return peeling.epsilon_for(
                SELECTIONS[asked.mechanism],
                gap,
                asked.range_sensitivity,
                asked.candidates.count,
                asked.beta,
                asked.candidates.weights,
                asked.winners,
            )
        case Measurement() as asked:
            return _for_figure(asked, gap)
        case Survey() as asked:
            needed = RANDOMIZED_RESPONSE.epsilon_for(gap, len(asked.answers), asked.people or 1, asked.beta)
            if needed is None:
                raise InputError("No ε gives that accuracy for this number of people.", "Type a larger error.")
            return needed
        case SyntheticTable() as asked:
            return SMALL_DATABASE.epsilon_for(asked.synthesis, asked.alpha, asked.people or 1, asked.beta)
    raise InputError("The accuracy depends on choices that are still missing.", "Make them first.")


def _for_figure(asked: Measurement, gap: Fraction) -> Fraction:
    """For the first figure; the others follow their shares. A mean's error is its sum's over the people."""
    first = asked.figures[0].figure
    wanted = gap * first.people if isinstance(first, Mean) and first.people else gap
    if wanted < asked.parts[0].bounds.step:
        raise InputError("That is less than one step of the figure's grid.", "Type a larger error, or a finer step.")
    mechanism = NOISES[asked.mechanism]
    return mechanism.epsilon_for(wanted, 0, asked.parts, asked.loss.delta, asked.beta)
