"""What one person changes: the laws of two neighbouring tables, on samples and stand-ins alone, for no release."""

import ast
from collections import defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.neighbours import Change
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.scores.rules import Revenue, Votes, VoteStyle
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role
from dpstudio.kinds.choose.people import may_change, people_of
from dpstudio.kinds.choose.previewing import of_choice
from dpstudio.kinds.choose.stand_in import stand_in_scores
from tests.questions import choice

ROOT = Path(__file__).parents[2] / "dpstudio"
DRINKS = Listed(("Tea", "Coffee", "Milk"))
VOTES = Votes((Column("drink", Kind.CATEGORY),), VoteStyle.ONE_COLUMN)
PAYS = Column("pays", Kind.DECIMAL, Fraction(1), (Fraction(0), Fraction(4)))
ADD, EXCHANGE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE)
LINES = (("Alice", "Tea"), ("Bob", "Tea"), ("Cem", "Coffee"), ("Dee", "Tea"))
COUNTS = Scores(np.array([3, 1, 0]), Fraction(1))


def asked(rule=VOTES, candidates=DRINKS, unit=ADD, role=Role.SAMPLE, **values):
    return choice(rule, candidates, unit, role=role, **values)


def opened(question, scores=COUNTS, lines=LINES, names=("who", "drink")):
    return people_of(question, Shown(scores), names, lines, 1000)


@pytest.mark.parametrize("mechanism", list(SELECTIONS))
def test_both_laws_are_those_of_the_two_tables(mechanism):
    question = asked(mechanism=mechanism)
    found = opened(question).laws(Change(0, None), Fraction(1))
    made = question.calibration
    assert found.before == pytest.approx(made.law(np.array([3, 1, 0]), Fraction(1)))
    assert found.after == pytest.approx(made.law(np.array([2, 1, 0]), Fraction(1)))
    assert found.ratios == pytest.approx(np.log(found.after / found.before))
    assert found.limit == 1
    put = opened(question).laws(Change(None, ("Milk",)), Fraction(1))
    assert put.after == pytest.approx(made.law(np.array([3, 1, 1]), Fraction(1)))
    like = opened(question).laws(Change(None, 2), Fraction(1))
    assert like.after == pytest.approx(made.law(np.array([3, 2, 0]), Fraction(1)))


def test_a_row_is_replaced_where_neighbours_replace_one():
    people = opened(asked(unit=EXCHANGE))
    assert people.replaced
    found = people.laws(Change(2, ("Tea",)), people.bound)
    assert found.after == pytest.approx(asked(unit=EXCHANGE).calibration.law(np.array([4, 0, 0]), Fraction(1)))


@pytest.mark.parametrize("unit", [ADD, EXCHANGE])
@pytest.mark.parametrize("mechanism", list(SELECTIONS))
def test_no_change_breaks_the_derived_r_and_a_smaller_one_is_broken(unit, mechanism):
    question = asked(unit=unit, mechanism=mechanism)
    people = opened(question)
    worst = people.worst(people.bound, lambda _: None)
    assert not people.laws(worst, people.bound).broken.any()
    broken = people.laws(people.worst(people.bound / 4, lambda _: None), people.bound / 4)
    assert broken.broken.any()
    assert broken.broken[broken.worst]


def test_the_worst_row_is_the_one_that_moves_a_probability_farthest():
    grid = Grid(Fraction(0), Fraction(1), 5)
    question = asked(Revenue(PAYS), grid)
    lines = (("Ann", "1"), ("Ben", "1"), ("Dee", "4"))
    scores = Scores(np.array([0, 3, 2, 3, 4]), Fraction(1))
    people = opened(question, scores, lines, ("who", "pays"))
    assert people.bound == 4
    changes = [Change(line, None) for line in range(3)] + [Change(None, line) for line in range(3)]
    moved = [np.abs(people.laws(each, people.bound).ratios).max() for each in changes]
    worst = people.worst(people.bound, lambda _: None)
    assert np.abs(people.laws(worst, people.bound).ratios).max() == pytest.approx(max(moved))


def test_of_a_private_table_no_row_is_taken_whatever_is_given():
    question = asked(role=Role.PRIVATE)
    stand_in = stand_in_scores(VOTES, DRINKS, 1000)
    people = people_of(question, stand_in, ("who", "drink"), LINES, 1000)
    assert people.names == ("drink", "rows")
    assert sum(people.many) == 1000
    assert not {cell for line in people.lines for cell in line} & {"Alice", "Bob", "Cem", "Dee"}
    found = people.laws(Change(0, None), Fraction(1))
    assert not found.broken.any()
    assert np.abs(found.ratios).max() > 0


@pytest.mark.parametrize("weights", [None, (Fraction(1), Fraction(5), Fraction(1, 3))])
def test_the_proof_of_the_exponential_mechanism_multiplies_to_the_ratio_of_each_candidate(weights):
    candidates = Listed(DRINKS.labels, weights=weights)
    people = opened(asked(candidates=candidates))
    assert people.proves
    for change in (Change(0, None), Change(None, ("Milk",))):
        for bound in (Fraction(1), Fraction(1, 4), Fraction(2)):
            found = people.laws(change, bound)
            for place in range(3):
                proof = people.proof(change, bound, place)
                first, second, both = (each.log for each in proof.factors)
                assert both == pytest.approx(found.ratios[place])
                assert first + second == pytest.approx(both)
                rate = float(Fraction(1) / bound)
                assert abs(first) in (pytest.approx(0), pytest.approx(rate)), "one vote"
            assert ("the guarantee is broken" in proof.steps[-1].said) == (bound < 1)
            assert ("e^(ε/2) = 1.65" in proof.steps[-1].said) == (bound == 2), "the documents' form"
    assert not opened(asked(mechanism="permute_and_flip")).proves


def test_rows_count_only_where_the_scores_that_are_shown_follow_from_them():
    assert opened(asked(), Scores(np.array([3, 2, 0]), Fraction(1))) is None
    assert opened(asked(), lines=LINES * 50) is None, "a sample that may be longer than what was read of it"
    assert opened(asked(), names=("who", "food")) is None
    by_person = PrivacyUnit(Relation.ADD_REMOVE, person="who", rows=1)
    assert not may_change(asked(unit=by_person)), "rows of one person come and go together"


def test_both_laws_are_there_of_a_sample_of_any_size():
    question, many = asked(), LINES * 100
    shown = of_choice(question, Shown(Scores(np.array([300, 100, 0]), Fraction(1))), Badge.SAMPLE)
    assert shown.people(("who", "drink"), many, 400).lines == many, "by their names"
    assert shown.people(("who", "drink"), many[:200], 400) is None, "a part of the rows is not the table"
    found = shown.beside(("who", "drink"), many, Change(2, None)).laws
    assert found.before == pytest.approx(shown.chances)
    assert found.after == pytest.approx(question.calibration.law(np.array([300, 99, 0]), Fraction(1)))
    assert shown.beside(("who", "drink"), many[:200], Change(2, None)) is None, "a part of the rows is not the table"
    private = of_choice(asked(role=Role.PRIVATE), stand_in_scores(VOTES, DRINKS, 400), Badge.SIMULATED)
    assert private.beside(("who", "drink"), many, Change(2, None)) is None


def test_a_new_row_of_too_many_values_says_which_are_wanted():
    with pytest.raises(InputError, match="1 value"):
        opened(asked()).laws(Change(None, ("Tea", "Milk")), Fraction(1))


@cache
def imports() -> dict[str, set[str]]:
    """Which files take something out of which module."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found[node.module].add(path.relative_to(ROOT).as_posix())
    return found


def modules_that_import(name: str) -> set[str]:
    return imports()[name]


def test_nothing_that_releases_knows_what_is_typed_here():
    """An R that may be too small is known to the picture and to what works out its laws; no plan or question has it."""
    kinds = "choose", "measure", "survey", "synthesize"
    inside = {kind: {f"kinds/{kind}/previewing.py"} for kind in kinds}
    inside["choose"] = {"kinds/choose/people.py", "kinds/choose/person_on_line.py"}
    for kind in kinds:
        assert modules_that_import(f"dpstudio.kinds.{kind}.one_person") == inside[kind]
    assert modules_that_import("dpstudio.kinds.choose.people") == {"kinds/choose/previewing.py"}
    assert modules_that_import("dpstudio.kinds.choose.person_on_line") == {"kinds/choose/people.py"}
    assert modules_that_import("dpstudio.core.preview.neighbours") == {
        "core/preview/distribution.py", "gui/views/neighbours.py", "gui/views/neighbour_lines.py",
        "gui/views/row_controls.py",
        "gui/picture/previewing.py", "gui/views/scene.py", "gui/views/two_laws.py", "gui/views/two_tables.py",
        "kinds/choose/people.py", "kinds/choose/person_on_line.py", "kinds/measure/previewing.py",
        "kinds/survey/previewing.py", "kinds/synthesize/previewing.py",
        *(f"kinds/{kind}/one_person.py" for kind in kinds),
    }  # fmt: skip
    assert modules_that_import("dpstudio.gui.views.neighbours") == {"gui/picture/views.py"}
