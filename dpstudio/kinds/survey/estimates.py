"""The estimate of each answer with its ±, for the picture: from a sample's true counts, else from an invented table."""

from collections.abc import Callable

from dpstudio.core.entropy import Entropy
from dpstudio.core.preview.estimates import Estimates, Group, Line
from dpstudio.kinds.survey import releasing
from dpstudio.kinds.survey.settled import SettledSurvey
from dpstudio.translation import phrase

_EVENLY = phrase("In it each answer is given about as often.")


def estimates_of(question: SettledSurvey, counts: list[int] | None) -> Callable[[int], Estimates]:
    """What a result looks like, whatever number of people is assumed: theirs is public.

    Args:
        counts: how many people of a sample gave each answer, or None for an invented table.
    """
    truth = releasing.invented(question) if counts is None else counts

    def draw(entropy: Entropy) -> tuple[Line, ...]:
        return tuple(releasing.draw(question, truth, entropy)["lines"])

    told = releasing.shown(question, truth)
    answers = question.answers
    name = phrase("answers to “{column}”", column=question.column.name)
    made = Estimates(
        answers,
        (Group(name, phrase("people"), tuple(range(len(answers))), answers, told["post_processing"]),),
        (0,) * len(answers),
        draw,
        () if counts is None else tuple(map(str, counts)),
        _EVENLY if counts is None else "",
    )
    return lambda _: made
