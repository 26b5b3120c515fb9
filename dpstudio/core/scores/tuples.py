"""What a rule is evaluated on: the distinct rows of a table, or each of its columns by itself; and the candidates."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, overload

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates.numbers import Numbers
from dpstudio.core.scores.exact import Exact
from dpstudio.core.tables.cells import choices, choices_reader, same_text
from dpstudio.core.tables.meanings import map_cells, numbers_of, present_in
from dpstudio.core.tables.schema import TEXTUAL, Column, Kind

if TYPE_CHECKING:
    import pyarrow as pa

    from dpstudio.core.tables.counts import Counts


@dataclass(frozen=True, eq=False)
class Cells:
    """One column of the tuples.

    Args:
        present: whether a tuple has a meaning there.
        steps: of a number or condition the meaning, 0 where there is none; of a text its place among the distinct
            `texts`, or of several choices among the distinct `sets`; -1 where there is none.
        texts: None among them is a text that no rule names.
        sets: what each distinct cell names.
    """

    column: Column
    present: NDArray[np.bool_]
    steps: NDArray[np.int64]
    texts: "tuple[str | None, ...] | pa.Array" = ()
    sets: Sequence[frozenset[str]] = ()


@dataclass(frozen=True, eq=False)
class _Parted(Sequence[frozenset[str]]):
    """What distinct cells of several choices name; each is parted when it is asked for, so that none has to be held."""

    column: Column
    texts: "pa.Array"

    @overload
    def __getitem__(self, place: int) -> frozenset[str]: ...
    @overload
    def __getitem__(self, place: slice) -> "Sequence[frozenset[str]]": ...
    def __getitem__(self, place: int | slice) -> "frozenset[str] | Sequence[frozenset[str]]":
        if isinstance(place, slice):
            return _Parted(self.column, self.texts[place])
        return choices(self.texts[int(place)].as_py(), self.column)

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[frozenset[str]]:
        return map(choices_reader(self.column), self.texts.to_pylist())


@dataclass(frozen=True, eq=False)
class Tuples:
    """Distinct tuples and how many rows have each.

    Args:
        cells: by column name.
        own: where a rule reads the candidate's own column: for each candidate its column.
        counts: rows of each tuple.
        persons: where a rule needs a person's rows together: a number for the person of each tuple; with None each
            row is one person.
    """

    cells: Mapping[str, Cells]
    own: tuple[Cells, ...]
    counts: NDArray[np.int64]
    persons: NDArray[np.int64] | None = None

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.counts)

    def part(self, places: Any) -> "Tuples":
        """Only the tuples at some places."""

        def cut(each: Cells) -> Cells:
            return replace(each, present=each.present[places], steps=each.steps[places])

        return Tuples(
            {name: cut(each) for name, each in self.cells.items()},
            tuple(map(cut, self.own)),
            self.counts[places],
            None if self.persons is None else self.persons[places],
        )

    def without_blanks(self, names: Sequence[str]) -> "Tuples":
        """Only the tuples that have a meaning in all of these columns."""
        kept = np.ones(self.size, dtype=bool)
        for name in names:
            kept &= self.cells[name].present
        return self if kept.all() else self.part(kept)


@dataclass(frozen=True, eq=False)
class Marginals:
    """Each column by itself, for rules whose every sum reads one column.

    Args:
        columns: by name; a candidate's own column has its name.
    """

    columns: Mapping[str, Tuples]


def marginals_of(columns: Sequence[Column], counts: "Sequence[Counts]") -> Marginals:
    """Columns as the engine counts them one by one."""
    pairs = zip(columns, counts, strict=True)
    return Marginals({column.name: _marginal(column, each) for column, each in pairs})


def _marginal(column: Column, counts: "Counts") -> Tuples:
    known: Any = counts.counts
    heads = known.to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
    if column.kind not in TEXTUAL:
        return Tuples({column.name: cells_of(column, counts.values)}, (), heads)
    present = present_in(counts.values)
    codes = np.where(present, np.arange(len(heads)), -1)
    return Tuples({column.name: _coded(column, present, codes, counts.values)}, (), heads)


def cells_of(column: Column, values: "pa.Array") -> Cells:
    """A column of meanings, as the engine gives it."""
    if column.kind in TEXTUAL:
        coded: Any = values.dictionary_encode()
        codes = coded.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
        return _coded(column, present_in(values), codes, coded.dictionary)
    steps, present = numbers_of(values)
    return Cells(column, present, steps.astype(np.int64, copy=False))


def _coded(column: Column, present: NDArray[np.bool_], codes: NDArray[np.int64], texts: "pa.Array") -> Cells:
    if column.kind is Kind.CHOICES:
        return Cells(column, present, codes, sets=_Parted(column, texts.fill_null("") if texts.null_count else texts))
    return Cells(column, present, codes, texts)


def tuples_of(
    columns: Sequence[Column], owned: int, values: "Sequence[pa.Array]", counts: "pa.Array", persons: "pa.Array | None"
) -> Tuples:
    """Tuples as the engine gives them; the last `owned` columns are the candidates' own."""
    made = [cells_of(column, array) for column, array in zip(columns, values, strict=True)]
    plain = len(made) - owned
    named = {column.name: cells for column, cells in zip(columns[:plain], made, strict=False)}
    heads: Any = counts
    coded: Any = None if persons is None else persons.dictionary_encode()
    return Tuples(
        named,
        tuple(made[plain:]),
        heads.to_numpy(zero_copy_only=False).astype(np.int64, copy=False),
        None if coded is None else coded.indices.to_numpy(zero_copy_only=False).astype(np.int64),
    )


def matches(cells: Cells, meant: Sequence[str]) -> NDArray[np.bool_]:
    """Whether each tuple's cell means each of the texts: one row a tuple, one column a text."""
    column = cells.column
    if column.kind is Kind.CHOICES:
        wanted = [same_text(text, column.match_case) for text in meant]
        known, places = np.unique(cells.steps, return_inverse=True)
        named = [cells.sets[code] if code >= 0 else frozenset() for code in known.tolist()]
        table = np.array([[text in each for text in wanted] for each in named], dtype=bool)
        found: NDArray[np.bool_] = table.reshape(len(named), len(wanted))[places]
        return found & cells.present[:, None]
    equal: NDArray[np.bool_] = cells.steps[:, None] == meanings(cells, meant)[None, :]
    return equal & cells.present[:, None]


def alike(one: Cells, other: Cells) -> NDArray[np.bool_]:
    """Whether two cells of each tuple mean the same text, byte for byte; two that no rule names are different."""
    import pyarrow as pa
    import pyarrow.compute as compute

    texts, known = (pa.array(cells.texts, pa.string()) for cells in (one, other))
    places = compute.index_in(texts, value_set=known, skip_nulls=True).fill_null(-2)
    codes = np.append(places.to_numpy(zero_copy_only=False).astype(np.int64), -2)  # the last one of what is blank
    found: NDArray[np.bool_] = codes[one.steps] == other.steps
    return found & one.present & other.present


@lru_cache(maxsize=1)
def meant_by(column: Column, texts: tuple[str, ...]) -> "pa.Array":
    """What texts mean that a column is compared with, null where nothing; those of the newest comparison are kept."""
    import pyarrow as pa

    return map_cells(pa.array(texts, pa.string()), replace(column, blank=None))


def distinct_meanings(column: Column, texts: tuple[str, ...]) -> "pa.Array":
    """What different texts mean in a column, in their order, each meaning once; most names mean just themselves."""
    import pyarrow as pa

    found: Any = meant_by(column, texts)
    return found if found.equals(pa.array(texts, pa.string())) else found.drop_null().unique()


def meanings(cells: Cells, meant: Sequence[str]) -> NDArray[np.int64]:
    """What each text means in a column: a step, or the code of a text (-2 where no tuple has it)."""
    import pyarrow as pa

    found: Any = meant_by(cells.column, tuple(meant))
    if cells.column.kind not in TEXTUAL:
        steps: NDArray[np.int64] = found.fill_null(-(1 << 63)).to_numpy(zero_copy_only=False)
        return steps
    known = pa.array(cells.texts, pa.string())
    if not found.null_count and known.slice(0, len(found)).equals(found):
        return np.arange(len(found), dtype=np.int64)  # they were looked up in this order: nothing has to be hashed
    import pyarrow.compute as compute

    places = compute.index_in(found, value_set=known, skip_nulls=True).fill_null(-2)
    codes: NDArray[np.int64] = places.to_numpy(zero_copy_only=False).astype(np.int64)
    return codes


class Readable(Protocol):
    """Candidates that a rule can read: their names, and their numbers."""

    @property
    def count(self) -> int:
        """How many there are."""

    def texts(self, attribute: str) -> tuple[str, ...]:
        """The texts of an attribute, the names for ""."""

    def numbers(self, attribute: str) -> Numbers:
        """The same as exact numbers."""


@dataclass(frozen=True, eq=False)
class Attributes:
    """The candidates, or some of them, as a rule reads them."""

    candidates: Readable
    first: int = 0
    last: int | None = None

    def part(self, first: int, last: int) -> "Attributes":
        """Some of these."""
        return Attributes(self.candidates, self.first + first, self.first + last)

    def texts(self, attribute: str) -> tuple[str, ...]:
        """The texts of an attribute."""
        return self.candidates.texts(attribute)[self.first : self.last]

    def numbers(self, attribute: str) -> Exact:
        """The numbers of an attribute."""
        found = self.candidates.numbers(attribute)
        return Exact.of(found.unit, found.steps[self.first : self.last])

    @property
    def count(self) -> int:
        """How many there are."""
        return (self.candidates.count if self.last is None else self.last) - self.first
