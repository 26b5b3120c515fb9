"""The preview of figures shows the error of what is published, in its own unit, or says what is not yet done to it."""

from bisect import bisect_left, bisect_right
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from dpstudio.core.mechanisms import NOISES
from dpstudio.core.receipt.statement import describe
from dpstudio.core.sealed import Shown
from dpstudio.core.tables.schema import Role
from dpstudio.kinds.measure.previewing import component_names, of_figures
from tests.core.test_errors_of_figures import measured
from tests.core.test_release_kinds import KINDS, MEASURE, ROWS, FigurePlan, question

REPLACE = {"relation": "replace_one", "kind": "row"}
MEAN = FigurePlan("mean", "Hours", "x", people="48")
FIGURES = {
    "count": (FigurePlan("count", "Rows"), {}, "error, in rows"),
    "rounded count": (FigurePlan("count", "Rows", rounding="5"), {}, "error before rounding, in rows"),
    "cut count": (FigurePlan("count", "Rows", greatest="1"), {}, "error before clamping, in rows"),
    "sum": (FigurePlan("total", "Sum", "x"), {}, "error"),
    "mean": (MEAN, REPLACE, "error before rounding"),
    "rounded mean": (replace(MEAN, rounding="0.5", least="9"), REPLACE, "error before rounding and clamping"),
    "histogram": (FigurePlan("histogram", "Bins", "c", bins="a\nb"), {}, "error of each number, in rows"),
    "groups": (FigurePlan("groups", "Groups", "x", group="c", bins="a\nb"), {}, "error of each number"),
}


def number(text):
    return Fraction(text.replace(",", "").replace("+", "").replace("−", "-"))


@pytest.mark.parametrize(("figure", "unit", "across"), FIGURES.values(), ids=list(FIGURES))
def test_the_picture_of_a_figure_is_as_wide_as_the_error_printed_beside_it(figure, unit, across):
    """Rounding adds at most half its width, and what is drawn says that it is not yet done."""
    asked = measured(figure, **unit)
    (shown,) = of_figures(asked, None)
    (printed,) = describe(asked).claims.accuracy.in_95_of_100
    wide = printed.plus_minus - Fraction(figure.rounding or 0) / 2
    values = [number(shown.label(place)) for place in range(shown.chances.size)]
    inside = sum(chance for value, chance in zip(values, shown.chances, strict=True) if abs(value) <= wide)
    clearly = sum(chance for value, chance in zip(values, shown.chances, strict=True) if abs(value) <= wide * 3 / 4)
    assert inside >= 0.95
    assert clearly < 0.975
    assert shown.across == across
    assert shown.name == figure.name


def test_a_mean_is_drawn_in_steps_of_its_own():
    (shown,) = of_figures(measured(MEAN, **REPLACE), None)
    middle = shown.chances.size // 2
    assert shown.label(middle) == "0"
    assert abs(number(shown.label(middle + 1)) - Fraction(1, 48)) < Fraction(1, 1000)
    assert shown.chances[middle] == shown.chances.max()


def test_groups_are_drawn_in_the_unit_of_what_is_added_up():
    asked = measured(FigurePlan("groups", "Groups", "x", group="c", bins="a\nb"))
    figure = asked.figures[0]
    priced = replace(figure, figure=replace(figure.figure, column=replace(figure.figure.column, unit="€")))
    (shown,) = of_figures(replace(asked, figures=(priced,)), None)
    assert shown.across == "error of each number, in €"


def test_the_parts_of_a_mean_of_a_private_number_are_drawn_under_their_own_names():
    shown = of_figures(measured(FigurePlan("mean", "Hours", "x", rounding="2")), None)
    assert [(each.name, each.across) for each in shown] == [
        ("Hours: sum", "error"), ("Hours: number of values", "error, in rows"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("figure", "truth", "unit"),
    [(replace(MEAN, rounding="0.5", least="9"), 470, REPLACE), (MEAN, 200, REPLACE),
     (FigurePlan("count", "Rows", rounding="5", greatest="20"), 18, {})],
)  # fmt: skip
def test_a_sample_shows_what_is_published_rounded_and_clamped(figure, truth, unit):
    asked = replace(measured(figure, **unit), role=Role.SAMPLE)
    (shown,) = of_figures(asked, Shown([[truth]]))
    values = [number(shown.label(place)) for place in range(shown.chances.size)]
    assert values == sorted(set(values))
    assert all(asked.figures[0].finished(value) == value for value in values)
    assert shown.name == figure.name
    assert shown.across.startswith("published value")
    likely = values[int(np.argmax(shown.chances))]
    assert abs(likely - Fraction(truth, int(figure.people or 1))) <= Fraction(5, 2)


def test_a_sample_names_the_bin_that_is_drawn():
    asked = replace(measured(FigurePlan("histogram", "Bins", "c", bins="a\nb")), role=Role.SAMPLE)
    (shown,) = of_figures(asked, Shown([[3, 4]]))
    assert shown.name.startswith("Bins: ")
    assert shown.name == component_names(asked)[0]


FINE = Fraction(1, 2000)


def masses(asked, value):
    """By single steps: how likely each value is."""
    reach = 5 * asked.errors[0]
    steps = np.arange(-reach, reach + 1)
    law = NOISES[asked.mechanism].law(asked.calibration.sizes[0], steps.astype(np.float64))
    found = {}
    for step, chance in zip(steps.tolist(), law, strict=True):
        at = value(step)
        found[at] = found.get(at, 0) + chance
    return found


def holds_as_said(shown, found):
    """Each place has the chance of all values between its ends, and no value stands at two places."""
    assert shown.bins is not None
    ends = [tuple(map(number, shown.bins.ends(place))) for place in range(shown.chances.size)]
    assert all(last < after for (_, last), (after, _) in pairwise(ends))
    values = sorted(found)
    reached = np.concatenate([[0], np.cumsum([found[value] for value in values])])
    for (first, last), chance in zip(ends, shown.chances, strict=True):
        low, high = bisect_left(values, first), bisect_right(values, last)
        assert values[low] == first
        assert values[high - 1] == last
        assert chance == pytest.approx(reached[high] - reached[low], abs=1e-6)
    return ends


@pytest.mark.parametrize(
    ("noise", "delta"), [("two_sided_geometric", Fraction(0)), ("discrete_gaussian", Fraction(1, 10**6))]
)
def test_values_that_are_put_together_say_where_they_begin_and_end(noise, delta):
    asked = replace(measured(FigurePlan("count", "Rows")), epsilon=FINE, mechanism=noise, delta=delta)
    (shown,) = of_figures(asked, None)
    ends = holds_as_said(shown, masses(asked, lambda step: step))
    wide = ends[0][1] - ends[0][0] + 1
    assert wide > 1
    assert shown.bins.wide == f"{wide} rows wide"
    middle = shown.chances.size // 2
    assert shown.bins.middle(middle) == "0"
    assert shown.label(middle) == f"−{wide // 2} to +{wide // 2}"


@pytest.mark.parametrize(("rounding", "least"), [("", ""), ("2", ""), ("7", "0"), ("", "-3")])
def test_published_values_that_are_put_together_say_where_they_begin_and_end(rounding, least):
    figure = FigurePlan("count", "Rows", rounding=rounding, least=least)
    asked = replace(measured(figure), epsilon=FINE, role=Role.SAMPLE)
    (shown,) = of_figures(asked, Shown([[40]]))
    holds_as_said(shown, masses(asked, lambda step: asked.figures[0].finished(Fraction(40 + step))))


def test_values_that_are_rounded_to_few_stand_alone_with_all_their_chance():
    figure = FigurePlan("count", "Rows", rounding="500")
    asked = replace(measured(figure), epsilon=FINE, role=Role.SAMPLE)
    (shown,) = of_figures(asked, Shown([[40]]))
    found = masses(asked, lambda step: asked.figures[0].finished(Fraction(40 + step)))
    assert shown.bins is None
    inside = range(1, shown.chances.size - 1)
    assert all(shown.chances[place] == pytest.approx(found[number(shown.label(place))], abs=1e-9) for place in inside)


def test_a_law_says_what_is_not_yet_done_to_its_numbers():
    assert component_names(measured(FigurePlan("count", "Rows", rounding="5", least="0"))) == [
        "Rows before rounding and clamping"
    ]
    assert component_names(measured(replace(MEAN, rounding="1"), **REPLACE)) == ["Hours: sum"]


def test_figures_without_a_unit_are_never_drawn_on_one_scale_and_those_of_one_unit_are():
    """A share and a mean of visits are of no kind: the worthless one of them would look the most exact."""
    sums, counts = (FigurePlan("total", name, "x") for name in "ab"), (FigurePlan("count", name) for name in "cd")
    KINDS["tested"] = replace(MEASURE, figures=(*sums, *counts))
    try:
        asked = question("tested", ROWS)
    finally:
        del KINDS["tested"]
    law, *_ = of_figures(asked, None)
    groups = law.estimates(1000).groups
    assert [(each.unit, len(each.places)) for each in groups] == [("", 1), ("", 1), ("rows", 2)]


def test_a_single_number_has_no_view_of_all_numbers():
    law, *_ = of_figures(measured(FigurePlan("count")), None)
    assert law.estimates is None
    several, *_ = of_figures(measured(FIGURES["histogram"][0]), None)
    assert len(several.estimates(1000).names) == 2
