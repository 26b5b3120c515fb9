"""What is true is marked in the picture of a sample alone: of a private table a preview has nothing to mark."""

from dataclasses import fields, replace
from fractions import Fraction

import numpy as np
import pytest

from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.preview.views import Law
from dpstudio.core.release import sample
from dpstudio.core.scores.rules import Median
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.granting import grant
from dpstudio.core.tables.schema import Role, Source
from dpstudio.kinds.measure.previewing import of_figures
from dpstudio.workspace.releasing.jobs import preview
from tests.core.test_errors_of_figures import measured
from tests.core.test_preview_figures import FIGURES
from tests.core.test_release_kinds import FigurePlan
from tests.core.test_values import CHOICE, MEASURED, QUESTIONS, SURVEY, X

TABLE = Source("text", text="x,s\n" + "1,yes\n" * 2 + "3,no\n" * 4 + "2,yes\n" * 3)
LINE = replace(CHOICE, rule=Median(X), candidates=replace(CHOICE.candidates, start=Fraction(0), count=5))


def of_sample(asked, folder) -> tuple[Distribution, ...]:
    asked = replace(asked, source=TABLE, role=Role.SAMPLE)
    return preview(asked, sample(asked, grant(TABLE, Role.SAMPLE), folder / "w", lambda _: None))


@pytest.mark.parametrize("asked", [*QUESTIONS, LINE], ids=lambda asked: type(asked).__name__)
def test_of_a_private_table_there_is_no_true_answer_to_be_marked(asked):
    people = 9
    for shown in preview(asked, asked.stand_in(people, lambda _: None)):
        assert shown.truth is None
        assert shown.estimates is None or not shown.estimates(people).exact
        assert shown.numbers is None


@pytest.mark.parametrize(("figure", "unit", "across"), FIGURES.values(), ids=FIGURES)
def test_of_a_private_figure_there_is_none_either(figure, unit, across):
    for shown in of_figures(measured(figure, **unit), None):
        assert shown.truth is None
        assert shown.estimates is None or not shown.estimates(9).exact


@pytest.mark.parametrize("badge", [each for each in Badge if each is not Badge.SAMPLE])
def test_no_picture_but_a_samples_takes_one(badge, tmp_path):
    (shown,) = of_sample(CHOICE, tmp_path)
    with pytest.raises(TypeError, match="sample"):
        replace(shown, badge=badge)


def test_what_a_curator_looks_at_on_purpose_has_no_place_for_one():
    assert {each.name for each in fields(Law)} == {"name", "chances", "label", "across", "upright"}


def test_the_best_candidates_of_a_sample_are_those_with_the_highest_revenue(tmp_path):
    revenue = {
        price: price * sum(many for paid, many in ((1, 2), (3, 4), (2, 3)) if paid >= price) for price in (1, 2, 3)
    }
    best = max(revenue.values())
    (shown,) = of_sample(CHOICE, tmp_path)
    found = {shown.label(int(place)) for place in shown.truth.places()}
    assert found == {str(price) for price, worth in revenue.items() if worth == best}
    assert shown.truth.figure is None
    assert shown.truth.said == ""


def test_the_median_of_a_sample_lies_in_each_bin_that_is_marked_and_in_no_other(tmp_path):
    (shown,) = of_sample(LINE, tmp_path)
    assert [shown.label(int(place)) for place in shown.truth.places()] == ["2"], "of 1, 1, 2, 2, 2, 3, 3, 3, 3"


def test_the_figures_of_a_sample_are_counted_and_added_up(tmp_path):
    laws = of_sample(MEASURED, tmp_path)
    assert [shown.truth.figure for shown in laws] == [9, 20, 9], "rows, and a mean as its sum and its number"
    for shown in laws:
        (place,) = shown.truth.places()
        value = shown.line.first + shown.line.step * (shown.truth.at - 0.5)
        assert value == pytest.approx(float(shown.truth.figure))
        assert place == int(shown.truth.at)
        assert place == int(np.argmax(shown.chances)), "no noise is the likeliest"


def test_the_true_answers_of_a_survey_stand_beside_its_estimates(tmp_path):
    for shown in of_sample(SURVEY, tmp_path):
        assert shown.truth is None, "the law is that of one answer"
        assert shown.estimates(9).exact == ("5", "4")


def test_each_bin_of_a_samples_histogram_has_its_own():
    asked = replace(measured(FigurePlan("histogram", "Bins", "c", bins="a\nb")), role=Role.SAMPLE)
    (shown,) = of_figures(asked, Shown([[3, 4]]))
    assert [shown.numbers.law(at).truth.said for at in range(2)] == ["3 rows", "4 rows"]


@pytest.mark.parametrize(
    ("rounding", "least", "true", "value"),
    [("5", "", 7, "5"), ("0.5", "", 7, "7"), ("", "9", 7, "9"), ("5", "10", 12, "10"), ("5", "", -7, "−5")],
)
def test_a_figure_that_is_rounded_or_clamped_is_marked_where_it_is_and_at_what_it_is_published_as(
    rounding, least, true, value
):
    asked = replace(measured(FigurePlan("total", "Sum", "x", rounding=rounding, least=least)), role=Role.SAMPLE)
    (shown,) = of_figures(asked, Shown([[true]]))
    assert shown.truth.figure == true
    (place,) = shown.truth.places()
    assert shown.label(int(place)) == value
    if shown.line:
        assert shown.line.first + shown.line.step * (shown.truth.at - 0.5) == pytest.approx(true)
    else:
        assert shown.truth.at == place + 0.5
