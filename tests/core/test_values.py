"""What is charged is what is drawn: a question is made from what is asked alone, and nothing in it can be exchanged."""

from dataclasses import FrozenInstanceError, fields, replace
from fractions import Fraction

import pytest

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.candidates import Grid, Listed, parse_grid
from dpstudio.core.errors import Refusal
from dpstudio.core.figures.contract import Condition
from dpstudio.core.mechanisms import NOISES, SELECTIONS
from dpstudio.core.mechanisms.noise import NoiseCalibration
from dpstudio.core.mechanisms.peeling import SelectionCalibration
from dpstudio.core.mechanisms.small_database import Queries, Synthesis
from dpstudio.core.release import plan_digest
from dpstudio.core.scores.derivation import Sensitivity, derive
from dpstudio.core.scores.refinement import refine
from dpstudio.core.scores.rules import Median, Revenue, Votes, VoteStyle
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role, Source
from dpstudio.kinds.choose.question import Choice
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.figures.count import Count
from dpstudio.kinds.measure.figures.mean import Mean
from dpstudio.kinds.measure.question import Measurement
from dpstudio.kinds.survey.question import Survey
from dpstudio.kinds.synthesize.question import SyntheticTable
from tests.conftest import Seeded

ADD, REPLACE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE)
X, YES = Column("x", Kind.INTEGER, bounds=(Fraction(0), Fraction(4)), blank="0"), Column("s", Kind.YES_NO, blank="no")
PRICE = Column("x", Kind.INTEGER)
COMMON = {
    "name": "", "handle": "h", "role": Role.PRIVATE, "source": Source("text", text="x,s\n1,yes\n"),
    "epsilon": Fraction(1), "beta": Fraction(1, 20), "cap": Fraction(3),
}  # fmt: skip
CHOICE = Choice(**COMMON, unit=ADD, candidates=parse_grid("1", "3", "1"), rule=Revenue(PRICE), mechanism="exponential")
FIGURES = (Asked("n", Count(), Fraction(1, 4)), Asked("x", Mean(X), Fraction(3, 4)))
MEASURED = Measurement(**COMMON, unit=ADD, figures=FIGURES, mechanism="two_sided_geometric")
SURVEY = Survey(**COMMON, unit=REPLACE, column=YES, answers=("yes", "no"), meanings=(1, 0), blank=1, people=9)
SYNTHETIC = SyntheticTable(
    **COMMON,
    unit=REPLACE,
    columns=(YES,),
    synthesis=Synthesis(1, Queries.COLUMNS, (), 4),
    alpha=Fraction(1, 2),
    people=9,
)
QUESTIONS = (CHOICE, MEASURED, SURVEY, SYNTHETIC)
DERIVED = {
    "loss": PrivacyLoss(Fraction(1, 1000), Fraction(0), Fraction(0)),
    "calibration": SelectionCalibration(SELECTIONS["exponential"], Fraction(1, 1000), Fraction(1)),
    "range_sensitivity": Fraction(1, 1000),
    "sensitivity": Sensitivity(Fraction(0), Fraction(0), ()),
    "entered": True,
    "columns": (),
    "people": None,
    "parts": (),
    "errors": (0,),
    "error": Fraction(0),
    "needed": 1,
    "mechanism": "none",
}


@pytest.mark.parametrize("name", list(DERIVED))
@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: type(asked).__name__)
def test_nothing_that_follows_from_a_question_can_be_exchanged_in_it(asked, name):
    given = {each.name for each in fields(asked) if each.init}
    if name in given:  # the number of people that is typed, and the mechanism that is chosen, are asked for
        assert name in {"columns", "people", "mechanism"}
        return
    with pytest.raises((TypeError, ValueError)):
        replace(asked, **{name: DERIVED[name]})
    with pytest.raises((FrozenInstanceError, AttributeError)):
        setattr(asked, name, DERIVED[name])


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: type(asked).__name__)
@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(-1), 1.0, 1])
def test_without_an_exact_epsilon_above_0_there_is_no_question(asked, epsilon):
    with pytest.raises(ValueError, match="epsilon"):
        replace(asked, epsilon=epsilon)


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: type(asked).__name__)
def test_a_risk_of_one_and_a_sheet_without_its_gaps_make_no_question(asked):
    with pytest.raises(ValueError, match="beta"):
        replace(asked, beta=Fraction(1))
    with pytest.raises(ValueError, match="all blank"):
        replace(asked, source=replace(asked.source, format="excel"))


def test_each_answer_of_a_survey_has_a_meaning_of_its_own_and_a_blank_is_one_of_them():
    for wrong in ({"meanings": (1, 1)}, {"meanings": (1, 0, 2)}, {"blank": 2}, {"blank": -1}):
        with pytest.raises(ValueError, match="meaning of its own"):
            replace(SURVEY, **wrong)


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: type(asked).__name__)
def test_half_the_epsilon_is_half_the_charge_and_half_the_rate(asked):
    half = replace(asked, epsilon=asked.epsilon / 2)
    assert half.loss.epsilon == asked.loss.epsilon / 2 == Fraction(1, 2)
    assert half.loss.rho == asked.loss.rho / 4
    if isinstance(asked, Choice):
        assert half.calibration.rate(Fraction(1)) == asked.calibration.rate(Fraction(1)) / 2
    if isinstance(asked, Measurement):
        assert half.calibration.sizes == tuple(size / 2 for size in asked.calibration.sizes)


def test_another_rule_unit_or_set_of_candidates_has_its_own_bound():
    assert CHOICE.range_sensitivity == 2
    assert replace(CHOICE, candidates=parse_grid("1", "9", "1")).range_sensitivity == 8
    assert replace(CHOICE, unit=PrivacyUnit(Relation.ADD_REMOVE, "p", 4)).range_sensitivity == 8
    assert replace(CHOICE, rule=Median(X)).range_sensitivity == derive(Median(X), CHOICE.candidates, ADD).range
    assert replace(CHOICE, rule=Median(X), winners=2).calibration.rate(Fraction(1)) == Fraction(1, 4)


def test_a_typed_bound_is_at_least_the_derived_one():
    assert replace(CHOICE, bound=Fraction(7)).calibration.rate(Fraction(1)) == Fraction(1, 7)
    with pytest.raises(Refusal, match="smaller than the derived 2"):
        replace(CHOICE, bound=Fraction(1, 1000))


def test_a_closer_look_is_made_by_looking_and_belongs_to_one_score():
    refinement = refine(CHOICE.rule, CHOICE.candidates, ADD)
    assert replace(CHOICE, refinement=refinement).sensitivity == refinement.sensitivity
    with pytest.raises((TypeError, ValueError)):
        replace(refinement, sensitivity=Sensitivity(Fraction(1, 1000), Fraction(1, 1000), ()))
    assert replace(refinement, candidates=parse_grid("1", "9", "1")).sensitivity.range == 8
    for changed in ({"candidates": parse_grid("1", "9", "1")}, {"unit": REPLACE}, {"rule": Median(X)}):
        with pytest.raises(ValueError, match="another score"):
            replace(CHOICE, refinement=refinement, **changed)


def test_figures_share_one_budget():
    with pytest.raises(ValueError, match="share"):
        replace(MEASURED, figures=(*FIGURES, Asked("again", Count(), Fraction(1, 4))))
    with pytest.raises(ValueError, match="share"):
        NoiseCalibration(NOISES["two_sided_geometric"], (), Fraction(1))
    wider = replace(MEASURED, unit=PrivacyUnit(Relation.ADD_REMOVE, "p", 3))
    assert wider.calibration.sizes == tuple(size / 3 for size in MEASURED.calibration.sizes)
    two = (Asked("a", Mean(X, people=3, count_share=Fraction(0)), Fraction(1, 2)),) * 2
    other = replace(two[0], figure=replace(two[0].figure, people=4))
    assert replace(MEASURED, figures=two, unit=REPLACE).people == 3
    with pytest.raises(Refusal, match="one number"):
        replace(MEASURED, figures=(two[0], other), unit=REPLACE)


def test_answers_and_tables_of_another_shape_are_not_drawn_from():
    with pytest.raises(ValueError, match="answers"):
        MEASURED.calibration.draw(Seeded("s"), [[1], [2, 3], [4]])
    with pytest.raises(ValueError, match="counts"):
        SURVEY.calibration.draw(Seeded("s"), [1, 2, 3])
    with pytest.raises(ValueError, match="one yes/no column"):
        replace(SYNTHETIC, columns=(YES, replace(YES, name="t")))


def test_a_number_of_people_is_public_under_replace_one_alone():
    for asked in (SURVEY, SYNTHETIC):
        with pytest.raises(Refusal, match="itself protected"):
            replace(asked, unit=ADD)


def test_what_a_mechanism_cannot_choose_is_no_question():
    column = Column("w", Kind.CATEGORY)
    votes = Votes((column,), VoteStyle.ONE_COLUMN)
    weighed = replace(CHOICE, rule=votes, candidates=Listed(("a", "b"), weights=(Fraction(1), Fraction(2))))
    for key in SELECTIONS:
        if key != "exponential":
            with pytest.raises(Refusal, match="weights"):
                replace(weighed, mechanism=key)
    with pytest.raises(Refusal, match="only one candidate"):
        replace(CHOICE, candidates=Grid(Fraction(1), Fraction(1), 1))
    with pytest.raises(Refusal, match="3 candidates only"):
        replace(CHOICE, winners=4)
    line = Grid(Fraction(0), Fraction(1), 10**9)
    assert replace(CHOICE, rule=Median(X), candidates=line).range_sensitivity == 2
    for wrong in ({"mechanism": "permute_and_flip"}, {"winners": 2}):
        with pytest.raises(Refusal, match="points"):
            replace(CHOICE, rule=Median(X), candidates=line, **wrong)


GRID, PAIR = parse_grid("1", "4", "1"), Listed(("1", "2", "3"))
CONDITION = Condition(X, "“x” is at least 2", low=2)
YES_CONDITION, T = Condition(YES, "yes", values=(1,)), replace(YES, name="t")
BOTH = Asked("both", Count((YES_CONDITION, Condition(T, "yes", values=(1,)))), Fraction(1, 8))
COUNTED = replace(FIGURES[0], share=Fraction(1, 8))
MANY = Listed(tuple(map(str, range(1, 1002))), attributes={"a": ("1",) * 1001})
ANOTHER = {
    CHOICE: [
        {"epsilon": Fraction(2)}, {"beta": Fraction(1, 10)}, {"unit": REPLACE}, {"mechanism": "permute_and_flip"},
        {"winners": 2}, {"bound": Fraction(9)}, {"candidates": GRID}, {"candidates": PAIR}, {"rule": Median(PRICE)},
        {"candidates": replace(PAIR, weights=(Fraction(1), Fraction(2), Fraction(1)))},
        {"candidates": MANY}, {"candidates": replace(MANY, labels=(*MANY.labels[:-1], "1001.5"))},
        {"candidates": replace(MANY, weights=(Fraction(1), Fraction(2)) + (Fraction(3),) * 999)},
        {"candidates": replace(MANY, weights=(Fraction(2), Fraction(1)) + (Fraction(3),) * 999)},
        {"candidates": replace(MANY, attributes={"a": ("1",) * 1000 + ("2",)})},
        {"rule": Revenue(replace(PRICE, grouping_mark=","))}, {"rule": Revenue(replace(PRICE, blank="3"))},
        {"source": replace(COMMON["source"], delimiter=";")}, {"source": replace(COMMON["source"], header=False)},
        {"unit": PrivacyUnit(Relation.ADD_REMOVE, "p", 1)}, {"unit": PrivacyUnit(Relation.ADD_REMOVE, "q", 1)},
    ],
    MEASURED: [
        {"epsilon": Fraction(2)}, {"mechanism": "discrete_gaussian", "delta": Fraction(1, 10**6)},
        {"figures": FIGURES[::-1]},
        {"figures": (replace(FIGURES[0], figure=Count((CONDITION,))), FIGURES[1])},
        {"figures": (replace(FIGURES[0], figure=Count((replace(CONDITION, low=3),))), FIGURES[1])},
        {"figures": (replace(FIGURES[0], figure=Count((replace(CONDITION, low=None, high=2),))), FIGURES[1])},
        {"figures": (replace(FIGURES[0], least=Fraction(0)), FIGURES[1])},
        {"figures": (replace(FIGURES[0], greatest=Fraction(9)), FIGURES[1])},
        {"figures": (replace(FIGURES[0], rounding=Fraction(5)), FIGURES[1])},
        {"figures": (replace(FIGURES[0], figure=Count((YES_CONDITION,))), FIGURES[1])},
        {"figures": (replace(FIGURES[0], figure=Count((replace(YES_CONDITION, values=(0,)),))), FIGURES[1])},
        {"figures": (BOTH, replace(COUNTED, figure=Count((YES_CONDITION,))), FIGURES[1])},
        {"figures": (BOTH, replace(COUNTED, figure=Count((replace(YES_CONDITION, column=T),))), FIGURES[1])},
        {"figures": (FIGURES[0], replace(FIGURES[1], figure=replace(FIGURES[1].figure, otherwise=Fraction(1))))},
        {"figures": (replace(FIGURES[0], share=Fraction(1, 8)), replace(FIGURES[1], share=Fraction(7, 8)))},
    ],
    SURVEY: [
        {"epsilon": Fraction(2)}, {"people": 8}, {"blank": 0},
        {"answers": ("no", "yes"), "meanings": (0, 1), "blank": 0},
    ],
    SYNTHETIC: [
        {"epsilon": Fraction(2)}, {"people": 8}, {"alpha": Fraction(2, 3)}, {"columns": (replace(YES, name="t"),)},
    ],
}  # fmt: skip


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: type(asked).__name__)
def test_another_question_has_another_digest_and_the_same_one_the_same(asked):
    digests = [plan_digest(asked), *(plan_digest(replace(asked, **changes)) for changes in ANOTHER[asked])]
    assert len(set(digests)) == len(digests)
    again = {"name": "Another name", "source": replace(asked.source, text="x,s\n9,no\n", path="elsewhere")}
    assert plan_digest(replace(asked, **again)) == digests[0]


def test_candidates_too_many_to_be_listed_are_known_by_their_attributes_and_weights_too():
    labels, prices = tuple(map(str, range(1, 10_002))), tuple(map(str, range(1, 10_002)))
    weights = tuple(map(Fraction, range(1, 10_002)))
    digests = {
        plan_digest(replace(CHOICE, rule=replace(CHOICE.rule, attribute="price"), candidates=candidates))
        for attributes in (prices, prices[::-1])
        for weighing in (weights, weights[::-1])
        for candidates in [Listed(labels, attributes={"price": attributes}, weights=weighing)]
    }
    assert len(digests) == 4


def test_a_reworded_question_keeps_its_digest():
    counted = replace(FIGURES[0], figure=Count((CONDITION,)))
    worded = replace(counted, name="Rows with x of 2 or more", figure=Count((replace(CONDITION, text="x ≥ 2"),)))
    first, second = (plan_digest(replace(MEASURED, figures=(each, FIGURES[1]))) for each in (counted, worded))
    assert first == second


def test_what_a_bound_was_derived_from_cannot_be_changed_afterwards():
    given = {"price": ("1", "2")}
    listed = Listed(("a", "b"), attributes=given)
    given["price"] = ("1", "2000")
    assert listed.attributes["price"] == ("1", "2")
    with pytest.raises(TypeError):
        listed.attributes["price"] = ("1", "2000")
