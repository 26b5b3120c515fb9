"""The ± beside a figure is true of the figure as it is printed: rounded, clamped, divided."""

import datetime
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.receipt.headline import at_result
from dpstudio.core.receipt.renderings import page_inputs
from dpstudio.core.receipt.statement import describe
from dpstudio.core.release import rehearsed
from dpstudio.kinds.measure import errors
from dpstudio.kinds.measure.releasing import shown
from dpstudio.kinds.survey import errors as survey_errors
from dpstudio.kinds.survey.releasing import shown as survey_shown
from dpstudio.workspace.resolving.accuracy import epsilon_for
from dpstudio.workspace.resolving.resolve import resolve
from tests.core.test_release_kinds import KINDS, MEASURE, ROWS, FigurePlan, question
from tests.workspace.test_resolve_kinds import FACTS

BETAS = ("0.05", "0.01", "0.5")


def measured(figure, beta="0.05", **changes):
    KINDS["tested"] = replace(
        MEASURE,
        figures=(figure,),
        privacy=replace(MEASURE.privacy, beta=beta),
        privacy_unit=replace(MEASURE.privacy_unit, **changes),
    )
    try:
        return question("tested", ROWS)
    finally:
        del KINDS["tested"]


def line(asked, *noisy):
    return shown(asked, [[Fraction(each)] for each in noisy])["lines"][0]


@pytest.mark.parametrize("rounding", ["", "0.5", "2", "3", "5", "1/3"])
@pytest.mark.parametrize("least", ["", "0", "-4"])
@pytest.mark.parametrize("beta", BETAS)
def test_a_rounded_and_clamped_count_is_within_its_error(rounding, least, beta):
    asked = measured(FigurePlan("count", rounding=rounding, least=least), beta)
    (wide,) = errors.vector_errors(asked)
    for truth in range(12):
        for noise in range(-int(wide), int(wide) + 1):
            printed = line(asked, truth + noise)
            assert abs(Fraction(printed["value"]) - truth) <= Fraction(printed["error"])


def test_five_rounded_to_fives_says_how_far_off_it_may_be():
    asked = measured(FigurePlan("count", rounding="5"))
    assert errors.vector_errors(asked) == (3,)
    assert line(asked, 4) == {"name": "All rows", "value": "5", "unit": "rows", "error": "5.5"}


@pytest.mark.parametrize("beta", BETAS)
def test_plus_or_minus_means_95_of_100_whatever_risk_was_typed(beta):
    asked = measured(FigurePlan("count"), beta)
    assert line(asked, 4)["error"] == "3"
    said = describe(asked).words.accuracy
    assert "95 of 100" in said
    assert ("99 in 100 the noise stays within 4 rows on “All rows”." in said) == (beta == "0.01")


@pytest.mark.parametrize("epsilon", ["1", "20", "400"])
@pytest.mark.parametrize("rounding", ["", "1/1000"])
@pytest.mark.parametrize("people", ["1000", ""])
def test_a_mean_with_hardly_any_noise_is_as_exact_as_its_sum(epsilon, rounding, people):
    """No noise at all in 95 of 100 runs is no reason to print a share of 0.4 as 0 ± 1."""
    figure = FigurePlan("mean", "m", "x", people=people, rounding=rounding, otherwise="" if people else "0")
    asked = measured(figure, relation="replace_one" if people else "add_remove", kind="row")
    asked = replace(asked, epsilon=Fraction(epsilon))
    found = errors.vector_errors(asked)
    assert (max(found) == 0) == (epsilon == "400")
    printed = line(asked, *([437] if people else [437, 1000]))
    assert abs(Fraction(printed["value"]) - Fraction(437, 1000)) <= Fraction(printed["error"])
    noisy = sum(found) * 11 / 900
    assert Fraction(printed["error"]) <= noisy * Fraction(11, 10) + Fraction(1, 1000)


@pytest.mark.parametrize("people", [8, 30, 1000])
@pytest.mark.parametrize("rounding", ["", "0.5"])
def test_a_mean_of_a_public_number_is_within_its_own_error(people, rounding):
    asked = measured(
        FigurePlan("mean", "m", "x", people=str(people), rounding=rounding), relation="replace_one", kind="row"
    )
    (wide,) = errors.vector_errors(asked)
    (claimed,) = describe(asked).claims.accuracy.in_95_of_100
    for total in range(0, people * 10, max(1, people * 10 // 40)):
        for noise in (-wide, -wide / 3, 0, wide / 7, wide):
            printed = line(asked, total + noise)
            assert Fraction(printed["error"]) == claimed.plus_minus
            assert abs(Fraction(printed["value"]) - Fraction(total, people)) <= Fraction(printed["error"])
    assert claimed.plus_minus < wide


def test_a_mean_shows_two_digits_of_its_error_and_no_more():
    asked = measured(FigurePlan("mean", "m", "x", people="1000"), relation="replace_one", kind="row")
    printed = line(asked, 5123)
    assert (printed["value"], printed["error"]) == ("5.123", "0.031")


@pytest.mark.parametrize("otherwise", ["", "0", "10"])
@pytest.mark.parametrize("rounding", ["", "2"])
def test_a_mean_of_a_private_number_has_an_error_that_is_true(otherwise, rounding):
    asked = measured(FigurePlan("mean", "m", "x", otherwise=otherwise, rounding=rounding))
    figure = asked.figures[0].figure
    wide = errors.vector_errors(asked)
    low, high = figure.column.bounds
    for number, share in product((0, 1, 2, 10, 100, 1000), (Fraction(0), Fraction(1, 3), Fraction(1))):
        total = number * (low + share * (high - low))
        truth = total / number if number else figure.otherwise
        for one, two in product((-1, Fraction(-1, 3), 0, 1), repeat=2):
            printed = line(asked, total + one * wide[0], number + two * wide[1])
            assert abs(Fraction(printed["value"]) - truth) <= Fraction(printed["error"])
            assert low <= Fraction(printed["value"]) <= high or rounding


def test_a_mean_of_many_people_shows_sensible_digits():
    asked = measured(FigurePlan("mean", "m", "x"))
    printed = line(asked, 51234, 10000)
    assert len(printed["value"].replace(".", "")) <= 5
    assert Fraction(printed["error"]) < Fraction(1, 50)


ENDS = [
    ("count", "", "3", "is not above 3"), ("count", "0", "", ""), ("count", "-1", "", ""),
    ("count", "2", "", "is not below 2"),
    ("count", "2", "1000", "lies from 2 to 1,000"), ("total", "0", "", ""), ("total", "", "90", "is not above 90"),
    ("mean", "0", "10", ""), ("mean", "9", "", "is not below 9"), ("mean", "-1", "9.5", "is not above 9.5"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "least", "greatest", "where"), ENDS)
def test_beside_each_error_that_an_end_can_make_untrue_stands_that_it_holds_where_none_cuts(
    kind, least, greatest, where
):
    public = {"relation": "replace_one", "kind": "row"} if kind == "mean" else {}
    people, column = ("8" if kind == "mean" else ""), ("" if kind == "count" else "x")
    asked = measured(FigurePlan(kind, "f", column, people=people, least=least, greatest=greatest), **public)
    made = rehearsed(asked, None, datetime.date(2026, 1, 2))
    for text in (made.told, made.text):
        assert bool(re.search(r"± [\d.,]+( \w+)? where no end cuts it$", text)) == bool(where)
        assert ("cuts" in text) == bool(where)


def test_each_line_of_several_figures_says_where_its_own_error_holds_and_their_number_stands_first():
    noisy, bins = FigurePlan("mean", "m", "x", least="2"), FigurePlan("histogram", "h", "c", bins="a\nb", greatest="5")
    figures = (noisy, FigurePlan("count", "n", least="0"), bins)
    KINDS["tested"] = replace(MEASURE, figures=figures)
    try:
        made = rehearsed(question("tested", ROWS), None, datetime.date(2026, 1, 2))
    finally:
        del KINDS["tested"]
    assert ["cuts" in line for line in made.said(str)] == [False, False, False, False, True, True]
    assert made.told.startswith("6 numbers: m: ")
    assert made.told.count("; ") == 5


@pytest.mark.parametrize(("kind", "least", "greatest", "where"), ENDS)
def test_a_promise_for_every_table_is_made_only_where_no_end_can_cut_the_true_figure(kind, least, greatest, where):
    public = {"relation": "replace_one", "kind": "row"} if kind == "mean" else {}
    people = "8" if kind == "mean" else ""
    column = "" if kind == "count" else "x"
    asked = measured(FigurePlan(kind, "f", column, people=people, least=least, greatest=greatest), **public)
    said = describe(asked).words.accuracy
    assert ("This holds for every table and says" in said) == (not where)
    assert where in said
    assert (where in asked.error_bound) == (where in shown(asked, [[Fraction(1)]])["post_processing"])
    truths = {"count": range(12), "total": range(0, 200, 7), "mean": range(81)}[kind]
    broken = set()
    for truth in truths:
        exact = Fraction(truth, 8) if kind == "mean" else Fraction(truth)
        printed = line(asked, truth)
        if abs(Fraction(printed["value"]) - exact) > Fraction(printed["error"]):
            broken.add(exact)
    low, high = asked.figures[0].cutting_ends
    assert all((low is not None and each < low) or (high is not None and each > high) for each in broken)


def test_of_several_figures_those_that_an_end_can_cut_are_named():
    plan = replace(MEASURE, figures=(FigurePlan("count", "all"), FigurePlan("count", "few", greatest="1")))
    KINDS["tested"] = plan
    said = describe(question("tested", ROWS)).words.accuracy
    del KINDS["tested"]
    assert said.endswith(
        "This holds for every table, but for “few” only where the true figure is not above 1; it says nothing about"
        " this one."
    )


def test_a_survey_prints_what_95_of_100_runs_keep():
    asked = question("survey", ROWS)
    exact = RANDOMIZED_RESPONSE.accuracy(asked.epsilon, 2, asked.people, Fraction(1, 20))
    place = survey_errors.survey_place(asked)
    for given in range(asked.people + 1):
        printed = survey_shown(asked, [given, asked.people - given])["lines"]
        raw = RANDOMIZED_RESPONSE.estimates(asked.epsilon, [given, asked.people - given])
        for each, (value, _) in zip(printed, raw, strict=True):
            assert Fraction(each["error"]) >= exact + abs(Fraction(each["value"]) - value)
            assert Fraction(each["error"]) <= exact + 2 * place


WANTED = ["40", "12.3", "9.99", "3", "1", "0.7", "0.1"]


@pytest.mark.parametrize("wanted", WANTED)
@pytest.mark.parametrize("rounding", ["", "0.5", "1/3"])
@pytest.mark.parametrize("people", ["", "7", "48", "1000"])
def test_an_error_that_is_wanted_is_that_of_the_figure_as_it_is_printed(wanted, rounding, people):
    """By the largest noise that is allowed for it, and no smaller one than a tenth of it would do."""
    public = {"relation": "replace_one", "kind": "row"} if people else {}
    figure = FigurePlan("mean" if people else "total", "f", "x", people=people, rounding=rounding)
    asked = measured(figure, **public).figures[0]
    noise = asked.figure.noise_for(asked, Fraction(wanted))
    if noise > 0:
        assert asked.figure.plus_minus(asked, noise) <= Fraction(wanted)
        assert noise >= (Fraction(wanted) * 9 / 10 - Fraction(rounding or 0) / 2) * int(people or 1) * 9 / 10


@pytest.mark.parametrize("wanted", ["30", "12", "6.5"])
def test_an_epsilon_for_a_wanted_error_of_estimates_prints_at_most_that_error(wanted):
    plan = KINDS["survey"]
    epsilon = epsilon_for(resolve(plan, FACTS, None), wanted)
    KINDS["tested"] = replace(plan, privacy=replace(plan.privacy, epsilon=epsilon, cap="900"))
    try:
        assert survey_errors.survey_error(question("tested", ROWS)) <= Fraction(wanted)
    finally:
        del KINDS["tested"]


def test_a_mean_in_whose_place_another_number_is_published_is_never_shown_like_a_measured_one():
    both = (FigurePlan("count", "n"), FigurePlan("mean", "m", "x"), FigurePlan("mean", "k", "x"))
    KINDS["tested"] = replace(MEASURE, figures=both)
    seen = set()
    try:
        asked = question("tested", ROWS)
        for _ in range(60):  # of no rows each number is above 0 in half of all draws
            made = rehearsed(asked, None, datetime.date(2026, 1, 2))
            numbers = {each["name"]: Fraction(each["value"]) for each in made.lines}
            instead = [name for name in "mk" if numbers[f"{name}: number of values"] <= 0]
            seen.add(len(instead))
            for told in (made.text, made.told, "\n".join(made.shown)):
                assert told.count("(a stand-in)") == len(instead)
            assert [line.endswith("(a stand-in)") for line in made.shown] == [
                each["name"] in instead for each in made.lines
            ]
            said = at_result(made.receipt)
            assert page_inputs(made.receipt)["counting"] == said, "the page of the receipt says it at the result"
            assert [name for name in "mk" if f"“{name}”" in said] == instead
            assert bool(said) == bool(instead)
    finally:
        del KINDS["tested"]
    assert seen == {0, 1, 2}
