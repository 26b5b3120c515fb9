"""The epsilon for a wanted accuracy, whatever is asked."""

from fractions import Fraction

from dpstudio.core.errors import InputError
from dpstudio.core.figures.bounds import derive
from dpstudio.core.mechanisms import NOISES, RANDOMIZED_RESPONSE, SMALL_DATABASE
from dpstudio.core.quantities import parse_rational, rational_text
from dpstudio.core.question import Choice, Measurement, Survey, SyntheticTable
from dpstudio.core.receipt import errors
from dpstudio.workspace.resolved import Resolved


def epsilon_for(found: Resolved, wanted: str, part: int = 0) -> str:
    """The least epsilon of three digits, as text, whose accuracy is at most the one typed.

    Args:
        part: of several figures the one that is meant, counted as the preview counts them; the others follow their
            shares.

    Raises:
        InputError: the number is wrong, or something is missing that the accuracy depends on.
    """
    gap = parse_rational(wanted, "The accuracy")
    return rational_text(_needed(found, gap, part))


def _needed(found: Resolved, gap: Fraction, part: int) -> Fraction:
    match found.previewed:
        case Choice() as asked:
            return asked.calibration.epsilon_for(gap, asked.candidates.count, asked.beta, asked.candidates.weights)
        case Measurement() as asked:
            return _for_figure(asked, gap, part)
        case Survey() as asked:
            exact = errors.survey_error_for(gap)
            needed = RANDOMIZED_RESPONSE.epsilon_for(exact, len(asked.answers), asked.people or 1, asked.beta)
            if needed is None:
                raise InputError("No ε gives that accuracy for this number of people.", "Type a larger error.")
            return needed
        case SyntheticTable() as asked:
            return SMALL_DATABASE.epsilon_for(asked.synthesis, asked.alpha, asked.people or 1, asked.beta)
    raise InputError("The accuracy depends on choices that are still missing.", "Make them first.")


def _for_figure(asked: Measurement, gap: Fraction, part: int) -> Fraction:
    """Of the figure as it is published: rounded, and a mean divided by the public number of people."""
    figures = [each for each in asked.figures for _ in derive(each.figure, asked.unit)]
    part = part if 0 <= part < len(figures) else 0
    wanted = errors.noise_for(figures[part], gap)
    if wanted < asked.parts[part].bounds.step:
        raise InputError(
            "That is less than one step of the figure's grid and its rounding.", "Type a larger error, or a finer step."
        )
    return NOISES[asked.mechanism].epsilon_for(wanted, part, asked.parts, asked.loss.delta, asked.beta)
