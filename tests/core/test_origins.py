"""Where the values of a receipt come from: said for each of them, and held against releases of other tables."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from dpstudio.core.origins import Origin, leaves, origins_of, walked
from dpstudio.core.receipt.claims import Parameters


@dataclass(frozen=True)
class Part:
    size: Fraction
    name: str


@pytest.mark.parametrize("told", [{"typed": "size"}, {"typed": "size name", "drawn": "more"}, {}])
def test_a_class_that_does_not_say_where_a_value_comes_from_cannot_be_made(told):
    with pytest.raises(TypeError, match="where this comes from"):
        leaves(**told)(Part)


def test_a_class_that_says_nothing_is_no_part_of_a_statement():
    with pytest.raises(TypeError, match="does not say"):
        origins_of(Part)
    assert origins_of(Parameters)["epsilon"] == {Origin.TYPED}


def test_a_part_says_it_itself_and_a_value_of_two_origins_is_named_twice():
    @leaves(typed="size", drawn="size name")
    @dataclass(frozen=True)
    class Inner:
        size: Fraction
        name: str

    @leaves(fixed="kind")
    @dataclass(frozen=True)
    class Whole:
        kind: str
        one: Inner | None
        many: tuple[Inner, ...]

    made = Whole("w", None, (Inner(Fraction(1), "a"),))
    assert {path: told for path, told, _ in walked(made)} == {
        "kind": {Origin.FIXED},
        "many.1.size": {Origin.TYPED, Origin.DRAWN},
        "many.1.name": {Origin.DRAWN},
    }
