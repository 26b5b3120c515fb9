"""What the randomness will do: the law of a release, and of which table it is true."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.preview.bins import Bins
from dpstudio.core.preview.compared import Comparison
from dpstudio.core.preview.draws import Draws
from dpstudio.core.preview.estimates import Estimates
from dpstudio.core.preview.far_below import TailProof
from dpstudio.core.preview.leader import Leader
from dpstudio.core.preview.loss import Losses
from dpstudio.core.preview.neighbours import Change, Laws, People, Texts
from dpstudio.core.preview.over_epsilon import OverEpsilon
from dpstudio.core.preview.pieces import Pieces
from dpstudio.core.preview.queries import Queries
from dpstudio.core.preview.scale import Scale
from dpstudio.core.preview.tail import Tail
from dpstudio.core.preview.truth import Truth
from dpstudio.core.preview.usefulness import Usefulness
from dpstudio.core.quantities import counted, grouped, with_unit
from dpstudio.core.question import Question
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.core.tables.importing import Tick
from dpstudio.translation import phrase


class Badge(StrEnum):
    """Where a plot's numbers come from."""

    SIMULATED = "SIMULATED"
    SAMPLE = "SAMPLE"
    DATA_FREE = "NO DATA NEEDED"
    RELEASED = "RELEASED"


class Spots(NamedTuple):
    """Where outcomes lie on a map: two coordinates each, what these are called, and whether it is one of the earth."""

    across: NDArray[np.float64]
    up: NDArray[np.float64]
    names: tuple[str, str]
    on_earth: bool = False


class Line(NamedTuple):
    """Numbers at equal distances, one for each outcome: the first, the step, and what they count."""

    first: float
    step: float
    unit: str


class Numbers(NamedTuple):
    """The numbers of a vector that gets noise as a whole: bins, groups.

    Args:
        of: what they are the numbers of.
        names: of each.
        law: that of one of them, the same one whenever it is asked for.
    """

    of: str
    names: tuple[str, ...]
    law: "Callable[[int], Distribution]"


class Beside(NamedTuple):
    """One draw from a table of people, and its law on a neighbour of that table.

    Args:
        laws: both, of the outcomes of the draw.
        shown: the draw; None where it is the one that this belongs to.
    """

    laws: Laws
    shown: "Distribution | None" = None


@dataclass(frozen=True)
class Distribution:
    """The probabilities of the outcomes of one draw.

    Args:
        question: what is asked.
        badge: of which table they are true.
        chances: one an outcome.
        label: the outcome at a place.
        across: what the outcomes are.
        upright: whether the outcomes lie on a line, so that their order is theirs.
        name: which of several draws of one release it is, or "".
        answers: the scores of the candidates, where candidates are chosen.
        score_unit: what these count, for people.
        bins: the outcomes at a place, where several are put together.
        pieces: the scores along such outcomes.
        ordered: whether the outcomes have an order of their own, in which they are shown at first.
        line: the numbers that they are, where these lie at equal distances.
        unit: what they count, where they are numbers that do.
        spots: where they lie on a map, if they do.
        mean: given a sample's columns and all of its rows, where its people stand on average, on a map whose scores
            tell how near a place is to that; None where these are not at hand.
        draws: how it is drawn.
        people: given a sample's columns and rows, and how many people are assumed, the rows that one may change; None
            where there are none that can be looked at one by one.
        beside: given a sample's columns and rows, and a change of these, both laws of what is drawn; None where
            the neighbour's cannot be worked out.
        over: what becomes of it at another ε.
        losses: how far below the best what is drawn lies, where candidates are chosen.
        tail_proof: why it is rarely far below, where that is the documents' proof.
        tail: how likely what is drawn misses by t or more, and which outcomes do; of several together the middle one.
        leader: how far one of them would have to lead; None of more than can be worked out.
        scale: two figures that one person tells apart, where Laplace noise is added to them.
        queries: given a sample's columns and all of its rows, what is asked of it and of synthetic tables that are
            drawn from it; None where these cannot be worked out.
        useful: how likely a synthetic table is right, against the number of people.
        assumed: what was assumed of an invented table, in a sentence; "" where nothing was.
        compared: all mechanisms side by side, where there is a choice of them for these scores.
        estimates: given how many people are assumed, the whole result that it is a part of; None of a single number,
            and where none has a ±.
        numbers: where it is that of the first of several numbers, all of them; None of a single one, and where the
            law is the same for each.
        truth: the true answer, of a sample alone.
        local: whether it is what becomes of one person's own answer, and not of a result about all.
    """

    question: Question
    badge: Badge
    chances: NDArray[np.float64]
    label: Callable[[int], str]
    across: str
    upright: bool = False
    name: str = ""
    answers: Shown[Scores] | None = None
    score_unit: str = ""
    bins: Bins | None = None
    pieces: Callable[[], Pieces] | None = None
    ordered: bool = False
    line: Line | None = None
    unit: str = ""
    spots: Spots | None = None
    mean: Callable[[Texts, tuple[Texts, ...]], tuple[Fraction, ...] | None] | None = None
    draws: Draws | None = None
    people: Callable[[Texts, tuple[Texts, ...], int], People | None] | None = None
    beside: Callable[[Texts, tuple[Texts, ...], Change], Beside | None] | None = None
    over: OverEpsilon | None = None
    losses: Callable[[], Losses] | None = None
    tail_proof: Callable[[], TailProof] | None = None
    tail: Callable[[], Tail] | None = None
    leader: Callable[[Tick], Leader | None] | None = None
    scale: Scale | None = None
    queries: Callable[[Texts, tuple[Texts, ...]], Queries | None] | None = None
    useful: Callable[[Tick], Usefulness] | None = None
    assumed: str = ""
    compared: Callable[[], Comparison] | None = None
    estimates: Callable[[int], Estimates] | None = None
    numbers: Numbers | None = None
    truth: Truth | None = None
    local: bool = False

    def __post_init__(self) -> None:
        if self.truth is not None and self.badge is not Badge.SAMPLE:
            raise TypeError("a true answer is shown of a sample alone")

    def drawn(self, place: int) -> str:
        """What a draw came to, for people: a candidate, or a number in its unit; of several at a place, all of them."""
        unit = self.line.unit if self.line else self.unit
        if self.bins or not (self.line or unit):
            return self.label(place)
        return with_unit(grouped(self.label(place)), unit)

    def holds(self, place: int, name: str) -> bool:
        """Whether the outcome of this name stands at a place, by itself or among others."""
        return self.label(place) == name if self.bins is None else self.bins.holds(place, name)

    @property
    def scores(self) -> Scores | None:
        """Those of the candidates."""
        return None if self.answers is None else looked_at(self.answers)


def first_draw(question: Question) -> str:
    """That of several draws the first is shown, where there are several; "" else."""
    if question.draws == 1:
        return ""
    return phrase(
        " What is shown is the first of {draws}, each with its part of ε.", draws=counted(question.draws, "draws")
    )
