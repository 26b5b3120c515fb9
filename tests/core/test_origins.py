"""Where the values of a receipt come from: said for each of them, and held against releases of other tables."""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
import pytest

from dpstudio.core.origins import Origin, leaves, origins_of, walked
from dpstudio.core.receipt.claims import Parameters
from dpstudio.core.receipt.codec import plain
from tests.core.test_release import question as chosen
from tests.core.test_release_kinds import KINDS, OTHER, ROWS, question, release


@dataclass(frozen=True)
class Part:
    size: Fraction
    name: str


@pytest.mark.parametrize("told", [{"typed": "size"}, {"typed": "size name", "drawn": "more"}, {}])
def test_a_class_that_does_not_say_where_a_value_comes_from_cannot_be_made(told):
    with pytest.raises(TypeError, match="where this comes from"):
        leaves(**told)(Part)


def test_a_class_that_says_nothing_is_not_stated():
    with pytest.raises(TypeError, match="does not say"):
        origins_of(Part)
    with pytest.raises(TypeError, match="does not say"):
        plain(Part(Fraction(1), "a"))
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


@pytest.fixture(scope="module")
def of_kind(tmp_path_factory):
    """A receipt of each kind from either table, made once."""
    return lru_cache(lambda name, rows: made_of(name, rows, tmp_path_factory.mktemp("ledger")))


def made_of(name, rows, folder):
    asked = chosen("limit\n" + "\n".join(row[0] for row in rows)) if name == "choose" else question(name, rows)
    return release(folder, asked)[0].receipt


@pytest.mark.parametrize("name", ["choose", *KINDS])
def test_what_differs_between_two_tables_was_drawn_and_nothing_else_is(name, of_kind):
    first, second = of_kind(name, tuple(ROWS)), of_kind(name, tuple(OTHER))
    one, two = ({path: (told, value) for path, told, value in walked(made)} for made in (first, second))
    assert set(one) == set(two)
    for path, (told, value) in one.items():
        assert told <= set(Origin) and told
        assert (Origin.DRAWN in told) <= path.startswith("result."), f"{path} is drawn and no part of the result"
        salted = path == "ledger_head"
        assert value == two[path][1] or Origin.DRAWN in told or salted, f"{path} depends on the table"


DRAWN = {"result.lines.error", "result.lines.value"}
MORE = {
    "choose": {"result.chosen", "result.winners"},
    "survey": {"result.randomized_counts.count"},
    "synthesis": {"result.table.rows"},
}


@pytest.mark.parametrize("name", ["choose", *KINDS])
def test_what_a_draw_decides_is_called_drawn_and_nothing_else_is(name, of_kind):
    told = {re.sub(r"\.\d+", "", path) for path, told, _ in walked(of_kind(name, tuple(ROWS))) if Origin.DRAWN in told}
    assert told == DRAWN | MORE.get(name, set())


def scalars(value, path=""):
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value, 1)
        for key, each in inner:
            yield from scalars(each, f"{path}.{key}".lstrip("."))
    else:
        yield path


@pytest.mark.parametrize("name", ["choose", *KINDS])
def test_every_value_of_a_statement_is_one_leaf_with_an_origin(name, of_kind):
    made = of_kind(name, tuple(ROWS))
    leaf = {path for path, _, _ in walked(made)}
    for path in scalars(made.statement):
        parts = path.split(".")
        above = {".".join(parts[:place]) for place in range(1, len(parts) + 1)}
        assert len(above & leaf) == (path not in PARTS), path


PARTS = ("signer", "question.reference_rule")  # None where there is none


@pytest.mark.parametrize("value", [0.5, np.int64(1), b"x", {1}])
def test_a_value_of_another_type_is_no_leaf(value):
    with pytest.raises(TypeError, match="a statement cannot hold"):
        plain(value)
