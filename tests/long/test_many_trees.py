"""The derived figures against more neighbouring tables than an ordinary run has time for."""

import pytest

from dpstudio.core.scores.derivation import derive
from dpstudio.core.tables.schema import PrivacyUnit
from tests.core.test_sensitivity import ADD, CASES, REPLACE, moves


@pytest.mark.long
@pytest.mark.parametrize("relation", [ADD, REPLACE])
@pytest.mark.parametrize("name", list(CASES))
def test_no_derived_figure_is_too_small_on_larger_tables(name, relation):
    rule, candidates, meanings, _ = CASES[name]
    derived = derive(rule, candidates, PrivacyUnit(relation))
    delta, spread = moves(rule, candidates, meanings, relation, 4 if len(meanings) == 1 else 2)
    print(f"{name}, {relation}: worst move {delta} of {derived.delta}, worst spread {spread} of {derived.range}")
    assert delta <= derived.delta
    assert spread <= derived.range
