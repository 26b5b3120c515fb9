"""Asking each person: how many rows hold each answer, then every row randomized by itself."""

from pathlib import Path
from typing import Any

from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.quantities import rational_text
from dpstudio.core.release.reading import imported
from dpstudio.core.tables.importing import Tick
from dpstudio.kinds.survey import errors
from dpstudio.kinds.survey.settled import SettledSurvey
from dpstudio.translation import phrase


def read(question: SettledSurvey, work_file: Path, tick: Tick) -> list[int]:
    """The true counts; an unlisted answer counts as the declared meaning of a blank."""
    imported(question, work_file, tick)
    return _counts(question, work_file)


def _counts(question: SettledSurvey, work_file: Path) -> list[int]:
    from dpstudio.core.tables.engine import column_counts

    rows = None if question.unit.person is None else question.unit.rows
    found = column_counts(work_file, [0], rows)[0]
    places = {meaning: place for place, meaning in enumerate(question.meanings)}
    counts = [0] * len(question.meanings)
    for meaning, many in zip(found.values.to_pylist(), found.counts.to_pylist(), strict=True):
        counts[places.get(meaning, question.blank)] += many
    return counts


def draw(question: SettledSurvey, counts: list[int], entropy: Entropy) -> dict[str, Any]:
    """The counts of randomized answers and what they tell about the true ones."""
    return shown(question, question.calibration.draw(entropy, counts))


def shown(question: SettledSurvey, given: list[int]) -> dict[str, Any]:
    """The result of randomized counts: only post-processing happens here."""
    estimates = RANDOMIZED_RESPONSE.estimates(question.epsilon, given)
    error = rational_text(errors.survey_error(question))
    lines = [
        {"name": answer, "value": rational_text(errors.estimate(question, value)), "unit": "people", "error": error}
        for answer, (value, _) in zip(question.answers, estimates, strict=True)
    ]
    return {
        "lines": lines,
        "randomized_counts": [
            {"answer": answer, "count": str(count)} for answer, count in zip(question.answers, given, strict=True)
        ],
        "post_processing": phrase("unbiased estimates of the true counts from the randomized ones, rounded"),
    }


def invented(question: SettledSurvey) -> list[int]:
    """As many people with each answer, and who is left with the first."""
    each, more = divmod(question.people, len(question.answers))
    return [each + more, *[each] * (len(question.answers) - 1)]
