"""The trials of a question: what is played of each kind."""

from dpstudio.core.audit import choice, measurement, survey, synthesis
from dpstudio.core.audit.trial import Tick, Trial
from dpstudio.core.question import Choice, Measurement, Question, Survey, SyntheticTable


def trials_of(question: Question, draws: int, tick: Tick = lambda _: None) -> tuple[Trial, ...]:
    """Pairs of invented neighbouring tables for a question, the worst first; nothing of its own table is read.

    Args:
        draws: of each table; the search looks for what so many would show.
        tick: may raise Cancelled.
    """
    match question:
        case Choice():
            return tuple(choice.trials(question, draws, tick))
        case Measurement():
            return (measurement.trial(question, draws, tick),)
        case Survey():
            return (survey.trial(question, draws, tick),)
        case SyntheticTable():
            return (synthesis.trial(question, draws, tick),)
    raise TypeError(type(question))
