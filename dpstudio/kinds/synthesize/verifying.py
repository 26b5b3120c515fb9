"""From a receipt's claims about a synthetic table back to the plan, and from its rows back to the result."""

from typing import Any

from dpstudio.core.errors import InputError
from dpstudio.core.plan import SynthesisPlan
from dpstudio.core.quantities import rational_text
from dpstudio.core.receipt.claims import Accuracy, SynthesisAccuracy, SynthesisAsked
from dpstudio.core.receipt.receipt import Synthesized
from dpstudio.kinds.synthesize.releasing import shown
from dpstudio.kinds.synthesize.settled import SettledSynthesis
from dpstudio.translation import phrase


def synthesis_plan(asked: SynthesisAsked, accuracy: Accuracy, people: str) -> SynthesisPlan:
    """What was asked, as a person would type it.

    Raises:
        InputError: the accuracy is of another kind.
    """
    if not isinstance(accuracy, SynthesisAccuracy):
        raise InputError(phrase("The accuracy is of another kind than the question."))
    names = tuple(column.name for column in asked.columns)
    weights = " ".join(map(str, asked.weights))
    return SynthesisPlan(names, asked.queries, weights, rational_text(accuracy.alpha), people)


def again(question: SettledSynthesis, result: Synthesized) -> dict[str, Any]:
    """The result of the rows in it.

    Raises:
        ValueError: they are those of no table that could have been drawn.
    """
    return shown(question, _drawn_table(question, result))


def _drawn_table(question: SettledSynthesis, result: Synthesized) -> tuple[int, ...]:
    """How many rows of each type the synthetic table has."""
    shape = question.synthesis
    many = [0] * shape.types
    for row in result.table.rows:
        if len(row) != shape.width or not set(row) <= {0, 1}:
            raise ValueError("a row of the synthetic table has another width")
        many[sum(cell << place for place, cell in enumerate(row))] += 1
    if sum(many) != shape.rows:
        raise ValueError("the synthetic table has another number of rows")
    return tuple(many)
