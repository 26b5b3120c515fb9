"""One kind of release as a judge sees it, and how it is judged from three sides."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tests.judges import laws
from tests.judges.releasing import by_the_core, charged

RELATIONS = ("add_remove", "replace_one")
DELTA = Fraction(1, 10**6)
THIRTY = (Fraction(10, 7), Fraction(10, 13))


@dataclass(frozen=True)
class Case:
    """One kind of release.

    Args:
        make: writes the project into a folder, with epsilon times a factor.
        likelihood: of releases' outcomes, if noise were a factor smaller than what the loss allows.
        check: what receipt and ledger say, held against the moves of one person.
        times: how many releases of it say enough.
        sides: by which factors too much and too little epsilon is to be told from what is charged.
    """

    make: Callable
    likelihood: Callable
    check: Callable
    times: int
    door: Callable = by_the_core
    sides: tuple[Fraction, Fraction] = THIRTY


def text(value):
    """An epsilon as it is typed."""
    return f"{value.numerator}/{value.denominator}" if value.denominator > 1 else str(value.numerator)


def judged(case, folder):
    """Hold a case against its claim from all three sides."""
    honest = case.door(case.make(folder / "honest", Fraction(1)), case.times, "honest")
    loss = charged(honest)
    for receipt, _ in honest:
        case.check(receipt, loss)
    less, more = map(float, case.sides)
    assert laws.verdict(lambda factor: case.likelihood(honest, loss, factor), less, more) == "as charged"
    for factor, said in zip(case.sides, ("less", "more"), strict=True):
        other = case.door(case.make(folder / said, factor), case.times, said)
        found = laws.verdict(lambda share, found=other: case.likelihood(found, loss, share), less, more)
        assert found == f"{said} noise than charged"
