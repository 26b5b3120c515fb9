"""What one person changes of noisy figures, on a sample or on rows that are declared to be possible."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dpstudio.core.errors import InputError
from dpstudio.core.figures.answers import Answers
from dpstudio.core.figures.of_rows import adds
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.preview.bins import Bins
from dpstudio.core.preview.neighbours import BREAKS, Change, Laws, Outcomes, People, Texts, written
from dpstudio.core.preview.proof import Moved, Proof, factor_text, of_laplace
from dpstudio.core.quantities import counted, grouped, rational_text, with_unit
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import Relation, Role
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.possible import Row, possible_rows
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.translation import joined, phrase

_MOST_KINDS, MOST_BINS = 60, 1_001
_BEYOND, _AIR = 1.5, 6
_BEGIN = phrase(
    "Change the highlighted row, or another. Δ is how far one person can move the figure: {breaks}",
    breaks=BREAKS,
)


@dataclass(frozen=True)
class Noised:
    """Which number is drawn, and how it is called.

    Args:
        asked: the figure.
        place: which of the noised vectors.
        names: of its components.
        unit: what they count.
        before: what is not yet done to them, in words.
    """

    asked: Asked
    place: int
    names: list[str]
    unit: str
    before: str


class PeopleOfFigures(People):
    """Rows that each add something to the figures.

    Args:
        rows: what the cells that are read mean, line by line.
        truth: the exact answers, or None where they are not known.
    """

    sign, begin = "Δ", _BEGIN

    def __init__(
        self,
        question: SettledMeasurement,
        shown: Noised,
        names: Texts,
        lines: tuple[Texts, ...],
        rows: list[Row],
        truth: Answers | None,
    ) -> None:
        self._question, self._shown, self._rows, self._truth = question, shown, rows, truth
        self._part = question.parts[shown.place]
        self._noise = NOISES[question.mechanism]
        self._worth = self._part.bounds.step / (shown.asked.figure.people or 1)
        self.names, self.lines, self.many = names, lines, (1,) * len(lines)
        self.read = tuple(column.name for column in question.columns)
        self.replaced = question.unit.relation is Relation.REPLACE_ONE
        self.proves = not self._noise.takes_delta
        self.bound: Fraction = self._part.bounds.l1 * self._worth

    def cells(self, line: int) -> Texts:
        """As `People.cells`."""
        return tuple(self.lines[line][self.names.index(name)] for name in self.read)

    def added(self, row: Row) -> Answers:
        """What a row adds to each vector, in steps."""
        cells = dict(zip(self._question.columns, row, strict=True))
        return [vector for asked in self._question.figures for vector in adds(asked.figure, cells)]

    def total(self) -> Answers:
        """The figures of all rows together."""
        kinds = [(many, self.added(row)) for row, many in Counter(self._rows).items()]
        both = zip(*([[many * each for each in vector] for vector in added] for many, added in kinds), strict=True)
        return [[sum(each) for each in zip(*vectors, strict=True)] for vectors in both]

    def shifts(self, change: Change) -> Answers:
        """How far a change moves each vector, in steps."""
        none = [[0] * part.bounds.components for part in self._question.parts]
        taken = none if change.taken is None else self.added(self._rows[change.taken])
        put = none if change.put is None else self.added(self._meant(change.put))
        return [[b - a for a, b in zip(one, other, strict=True)] for one, other in zip(taken, put, strict=True)]

    def _meant(self, put: Texts | int) -> Row:
        if isinstance(put, int):
            return self._rows[put]
        columns = self._question.columns
        if len(put) != len(columns):
            raise InputError(
                phrase(
                    "A row has {values} here, and the new one has {put}.",
                    values=counted(len(columns), "values"),
                    put=len(put),
                ),
                phrase("Type {read}, with commas between them.", read=joined(phrase(" and "), self.read)),
            )
        return tuple(reader(column)(cell) for column, cell in zip(columns, put, strict=True))

    # ---- the laws

    def laws(self, change: Change, bound: Fraction) -> Laws:
        """As `People.laws`: of the component that moves farthest."""
        shifts = self.shifts(change)
        at, shift = self._farthest(shifts)
        size, noise = self._size(bound), self._noise
        bins = self._bins(size, shift)
        first, last = np.array(bins, np.float64).T
        middles = (first + last) / 2
        before, after = noise.between(size, first, last), noise.between(size, first - shift, last - shift)
        ratios = noise.exponent(size, middles - shift) - noise.exponent(size, middles)
        return Laws(
            before,
            after,
            self._limit,
            exact=ratios,
            delta=float(self._question.delta),
            excess=self._excess(size, shift),
            outcomes=self._outcomes(at, bins),
            told=self._told(shifts, at, shift),
        )

    def farthest(self, change: Change) -> tuple[int, int]:
        """Which component a change moves most, and by how many steps."""
        return self._farthest(self.shifts(change))

    def _farthest(self, shifts: Answers) -> tuple[int, int]:
        """Which component of the vector that is shown moves most, and by how many steps."""
        vector = shifts[self._shown.place]
        at = max(range(len(vector)), key=lambda place: abs(vector[place]))
        return at, vector[at]

    def _size(self, bound: Fraction) -> Fraction:
        """The noise that a bound leads to, which may be any."""
        return self._noise.widened(self._question.calibration.sizes[self._shown.place], bound / self.bound)

    @property
    def _epsilon(self) -> Fraction:
        """The part of ε that the vector has; with a δ all parts have ε together."""
        question = self._question
        return question.epsilon if self._noise.takes_delta else question.epsilon * self._part.share

    @property
    def _limit(self) -> float:
        return float(self._epsilon)

    def _bins(self, size: Fraction, shift: int) -> list[tuple[int, int]]:
        """Single steps, or ranges of an odd number of them, around both true figures."""
        beta = self._question.beta / len(self._question.parts)
        reach = int(self._noise.accuracy(size, self._part.bounds.components, beta) * _BEYOND) + 2
        reach = max(reach, abs(shift) // _AIR)  # else far laws without much noise stand at the edges
        low, high = min(0, shift) - reach, max(0, shift) + reach
        half = ((high - low) // MOST_BINS + 1) // 2
        width = 2 * half + 1
        middles = range(-(-low // width) * width, high + 1, width)
        return [(middle - half, middle + half) for middle in middles]

    def _excess(self, size: Fraction, shift: int) -> float:
        """How much probability lies beyond ε, as δ counts it: Pr[S] − e^ε·Pr[S] of the neighbour, for the worst S."""
        if not self._noise.takes_delta or not shift:
            return 0.0
        steps = float(abs(shift))
        first = np.floor(float(size) * self._limit / steps + steps / 2) + 1
        end = first + 60 * float(size) ** 0.5 + 1
        new, old = (self._noise.between(size, np.array([first - by]), np.array([end])) for by in (steps, 0.0))
        return float(new[0] - np.exp(self._limit) * old[0])

    def _outcomes(self, at: int, bins: list[tuple[int, int]]) -> Outcomes:
        shown, worth = self._shown, self._worth
        centre = 0 if self._truth is None else self._truth[shown.place][at]

        def text(steps: int) -> str:
            return _number((centre + steps) * worth, signed=self._truth is None)

        def middle(place: int) -> str:
            return text(sum(bins[place]) // 2)

        def ends(place: int) -> tuple[str, str]:
            return text(bins[place][0]), text(bins[place][1])

        wide = bins[0][1] - bins[0][0] + 1
        parted = (
            None
            if wide == 1
            else Bins(ends, middle, phrase("{wide} wide", wide=with_unit(_number(wide * worth), shown.unit)))
        )
        which = phrase(" of {names}", names=shown.names[at]) if len(shown.names) > 1 else ""
        across = phrase("noisy value{which}{before}", which=which, before=shown.before)
        across += "" if self._truth is not None else phrase(", from the old true one")
        label = parted.label if parted else middle
        start = float((centre + sum(bins[0]) // 2) * worth)
        return Outcomes(
            label,
            across + (phrase(", in {unit}", unit=shown.unit) if shown.unit else ""),
            (start, float(wide * worth)),
            parted,
        )

    # ---- what is said

    def _told(self, shifts: Answers, at: int, shift: int) -> str:
        """How far the true figure moves, and what all published numbers tell together where several move."""
        shown, by = self._shown, with_unit(_number(abs(shift) * self._worth), self._shown.unit)
        if not shift:
            said = phrase("The true value of {names} stays as it is.", names=shown.names[at])
        elif self._truth is None:
            said = phrase(
                "The true value of {names} {rises} by {by}.",
                names=shown.names[at],
                rises=phrase("rises") if shift > 0 else phrase("falls"),
                by=by,
            )
        else:
            ends = (self._truth[shown.place][at] + each for each in (0, shift))
            old, new = (_number(each * self._worth) for each in ends)
            said = phrase(
                "The true value of {names} goes from {old} to {new}: by {by}.",
                names=shown.names[at],
                old=old,
                new=new,
                by=by,
            )
        moving = sum(bool(each) for vector in shifts for each in vector)
        if moving < 2 or self._noise.takes_delta:
            return said
        rates = zip(self._question.calibration.sizes, shifts, strict=True)
        together = sum((rate * sum(map(abs, vector)) for rate, vector in rates), Fraction(0))
        return phrase(
            "{said} {numbers} move; seen together they change by a factor of at most {factor_text}.",
            said=said,
            numbers=counted(moving, "published numbers"),
            factor_text=factor_text(float(together)),
        )

    def proof(self, change: Change, bound: Fraction, place: int) -> Proof:
        """As `People.proof`, of Laplace noise."""
        at, shift = self.farthest(change)
        bins = self._bins(self._size(bound), shift)
        centre = 0 if self._truth is None else self._truth[self._shown.place][at]
        middle = sum(bins[place]) // 2
        old, new, value = ((centre + each) * self._worth for each in (0, shift, middle))
        name = with_unit(_number(value, signed=self._truth is None), self._shown.unit)
        return of_laplace(Moved(name, self._epsilon, bound, self._shown.unit), (old, new), value)

    # ---- the worst row

    def worst(self, bound: Fraction, tick: Tick) -> Change:
        """As `People.worst`: what the declared bounds allow is tried too."""
        changes = list(self._changes())

        def moved(change: Change) -> tuple[int, int]:
            tick(0.5)
            vector = self.shifts(change)[self._shown.place]
            return max(map(abs, vector)), sum(map(abs, vector))

        return max(changes, key=moved)

    def _changes(self) -> Iterator[Change]:
        """Rows that are there, then rows that may be there; each kind of them once."""
        kinds = {row: line for line, row in enumerate(self._rows)}
        there = list({str(self.added(row)): line for row, line in kinds.items()}.values())[:_MOST_KINDS]
        columns = self._question.columns
        possible = [tuple(map(written, columns, row)) for row in possible_rows(self._question)]
        if self.replaced:
            puts: list[Texts | int] = [*there, *possible]
            yield from (Change(line, put) for line in there for put in puts)
            return
        yield from (Change(line, None) for line in there)
        yield from (Change(None, put) for put in possible)


def _number(value: Fraction, *, signed: bool = False) -> str:
    """A number with its thousands apart: exactly, or to six places where it is no short decimal."""
    text = rational_text(value)
    shown = grouped(text) if "/" not in text else f"{float(value):,.6f}".rstrip("0").rstrip(".")
    return f"+{shown}" if signed and value > 0 else shown


def may_change(question: SettledMeasurement) -> bool:
    """Whether rows are people, who come and go one by one."""
    return question.unit.person is None


def people_of(
    question: SettledMeasurement, shown: Noised, truth: Answers | None, names: Texts, lines: tuple[Texts, ...]
) -> PeopleOfFigures | None:
    """The rows of a sample that was read whole; else rows that the declarations allow, and none that is there.

    Rows of a sample count only if the very figures that are shown follow from them: a part of them does not.

    Args:
        truth: the exact answers of a sample.
        names, lines: of the sample; for a private table nothing of them is taken.
    """
    known = truth if question.role is Role.SAMPLE else None
    if known is not None and lines:
        made = rows_of(question, shown, names, lines, known)
        if made is not None and made.total() == known:
            return made
    rows = possible_rows(question)
    texts = tuple(tuple(map(written, question.columns, row)) for row in rows)
    read = tuple(each.name for each in question.columns)
    return PeopleOfFigures(question, shown, read, texts, rows, known) if read and rows else None


def rows_of(
    question: SettledMeasurement, shown: Noised, names: Texts, lines: tuple[Texts, ...], truth: Answers
) -> PeopleOfFigures | None:
    """Rows that were read of a sample, if they have the columns that the figures need."""
    if not {column.name for column in question.columns} <= set(names):
        return None
    places, readers = [names.index(column.name) for column in question.columns], list(map(reader, question.columns))
    kinds: dict[Texts, Row] = {}
    found = []
    for line in lines:
        cells = tuple(line[at] for at in places)
        if cells not in kinds:
            kinds[cells] = tuple(read(cell) for read, cell in zip(readers, cells, strict=True))
        found.append(kinds[cells])
    return PeopleOfFigures(question, shown, names, lines, found, truth)
