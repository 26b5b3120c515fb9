"""Three thousand random rules of the language against their neighbours."""

import random

import pytest

from dpstudio.core.errors import StudioError
from tests.core.test_formula import UNITS
from tests.rule_trees import observed, random_world, rule, rule_of_ratios

RULES = 3_000


@pytest.mark.long
def test_none_of_three_thousand_rules_is_unsound_and_most_bounds_are_exact():
    """Where all rows of a rule are few enough to be tried, a bound that no pair reaches counts as not exact."""
    pick = random.Random(2026)
    done = exact = exact_range = 0
    while done < RULES:
        unit = pick.choice(UNITS)
        text = rule(pick, pick.choice([0, 1, 1, 2]), persons=unit.person is not None)
        try:
            derived, delta, spread = observed(text, unit, 24, 8, pick)
        except StudioError:
            continue
        assert delta <= derived.delta, text
        assert spread <= derived.range, text
        done += 1
        exact += delta == derived.delta
        exact_range += spread == derived.range
    print(f"{done} rules: Δ exact in {exact / done:.1%}, R exact in {exact_range / done:.1%}")
    assert exact / done > 0.65
    assert exact_range / done > 0.45


@pytest.mark.long
def test_none_of_a_thousand_rules_on_columns_and_attributes_of_any_bounds_is_unsound():
    """Bounds that exclude 0, that hold one value, attributes of either sign."""
    pick, done = random.Random(7), 0
    while done < 1_000:
        unit = pick.choice(UNITS)
        depth = pick.choice([0, 1, 1, 2])
        text = rule(pick, depth, persons=unit.person is not None) if done % 5 else rule_of_ratios(pick)
        world = random_world(pick)
        try:
            derived, delta, spread = observed(text, unit, 20, 6, pick, world)
        except StudioError:
            continue
        assert delta <= derived.delta, (text, world)
        assert spread <= derived.range, (text, world)
        done += 1
