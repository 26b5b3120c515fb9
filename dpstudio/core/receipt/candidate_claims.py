"""What a receipt claims of its candidates."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from dpstudio.core.origins import leaves

Texts = tuple[str, ...]


@leaves(typed="values least greatest", public="values least greatest", derived="total")
@dataclass(frozen=True)
class Weights:
    """Of weighted candidates; the list where they are listed, else what the accuracy depends on."""

    values: tuple[Fraction, ...] | None
    least: Fraction
    greatest: Fraction
    total: Fraction


@leaves(typed="labels", public="labels attributes", derived="origin count sha256")
@dataclass(frozen=True)
class ListedCandidates:
    """Candidates by name; an earlier receipt has the digest alone of more than 1,000."""

    origin: str
    count: int
    sha256: str
    labels: Texts | None
    attributes: Mapping[str, Texts] | None
    weights: Weights | None


@leaves(typed="first last", public="first last", derived="origin count sha256", fixed="list")
@dataclass(frozen=True)
class ManyCandidates:
    """More than 10,000 candidates: their ends and the digest of the list, which is a public file beside the receipt."""

    origin: str
    count: int
    sha256: str
    first: str
    last: str
    list: Literal["candidates.json"]
    weights: Weights | None


@leaves(typed="start step", derived="origin count last dates")
@dataclass(frozen=True)
class GridCandidates:
    """start, start + step, ...; of dates the step is a number of days."""

    origin: str
    count: int
    start: str
    last: str
    step: Fraction
    dates: bool
