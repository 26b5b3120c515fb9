"""A reader with the receipt's JSON alone works out law, scale, error and ε, and finds what is printed.

The program is asked from outside: `law` for the law on a sample, `release` for the receipt.
"""

import copy
import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from tests.judges import calculator, calculator_tables
from tests.judges.projects import Plan, Program, table

ROWS = [
    ("p1", "2.50", "Tea", "yes", "no"), ("p1", "7.25", "Milk", "no", "no"), ("p2", "0.10", "Tea", "yes", "yes"),
    ("p3", "9.99", "", "no", "yes"), ("p4", "4.00", "Tea", "", "no"), ("p5", "4.00", "Cocoa", "yes", "no"),
]  # fmt: skip
TEXT = "\n".join(",".join(row) for row in [("who", "x", "c", "s", "t"), *ROWS])
COLUMNS = [
    {"name": "x", "kind": "decimal", "step": "0.01", "lower": "0", "upper": "10", "blank": "5", "unit": "€"},
    {"name": "c", "kind": "category", "match_case": True},
    {"name": "s", "kind": "yes_no", "blank": "no"},
    {"name": "t", "kind": "yes_no", "blank": "no"},
]
UNITS: dict[str, Plan] = {
    "rows, add or remove": {"kind": "row", "relation": "add_remove"},
    "rows, replace one": {"kind": "row", "relation": "replace_one"},
    "persons, add or remove": {"kind": "person", "person": "who", "rows": "2", "relation": "add_remove"},
    "persons, replace one": {"kind": "person", "person": "who", "rows": "2", "relation": "replace_one"},
}
ROW = "rows, add or remove"
NAMES = {"kind": "list", "text": "Tea\nMilk\nCocoa\nWater"}
PRICES = {"kind": "grid", "start": "1", "stop": "9", "step": "4"}
CHOICES: dict[str, tuple[Plan, Plan]] = {
    "votes": ({"kind": "votes", "style": "one_column", "columns": ["c"]}, NAMES),
    "revenue": ({"kind": "revenue", "columns": ["x"]}, PRICES),
    "median": ({"kind": "median", "columns": ["x"]}, PRICES),
    "quantile": ({"kind": "quantile", "columns": ["x"], "alpha": "0.9"}, PRICES),
    "nearness": ({"kind": "nearness", "columns": ["x"]}, PRICES),
    "nearness of sums": ({"kind": "nearness_of_sums", "columns": ["x"]}, PRICES),
    "formula": ({"kind": "formula", "formula": "2.5 * count(c = candidate) - 1/3 * count(s)"}, NAMES),
}
MECHANISMS = ("exponential", "permute_and_flip", "noisy_max_laplace", "noisy_max_gumbel", "noisy_max_exponential")
FIGURES: dict[str, list[Plan]] = {
    "count": [{"kind": "count", "conditions": [{"column": "s", "test": "is", "value": "yes"}], "rounding": "5"}],
    "sum": [{"kind": "total", "column": "x"}],
    "filtered sum": [
        {"kind": "total", "column": "x", "conditions": [{"column": "s", "test": "is", "value": "yes"}], "least": "0"}
    ],
    "histogram": [{"kind": "histogram", "column": "c", "bins": "Tea\nMilk\nCocoa"}],
    "groups": [{"kind": "groups", "column": "x", "group": "c", "bins": "Tea\nMilk"}],
    "mean": [
        {"kind": "mean", "column": "x", "conditions": [{"column": "s", "test": "is", "value": "yes"}],
         "count_share": "1/4"}
    ],
    "public mean": [{"kind": "mean", "column": "x", "people": "6"}],
    "several": [
        {"kind": "count", "conditions": [{"column": "s", "test": "is", "value": "yes"}], "share": "1/2"},
        {"kind": "total", "column": "x"},
        {"kind": "histogram", "column": "c", "bins": "Tea\nMilk\nCocoa"},
    ],
}  # fmt: skip
TRUTH = {(0, 0): 2, (1, 0): 2, (1, 1): 1, (0, 1): 1}


@pytest.fixture
def program(tmp_path):
    return Program(tmp_path)


def plan(unit: str, **asked: Any) -> Plan:
    privacy = {"epsilon": "0.7", "cap": "50", "beta": "0.05"} | asked.pop("privacy", {})
    people = table("5" * 32, {"format": "text", "text": TEXT}, COLUMNS)
    return {"tables": [people], "unit": UNITS[unit], "privacy": privacy, **asked}


def asked_for(program: Program, wanted: Plan) -> tuple[Plan, list[dict[str, str]]]:
    """The receipt and the law."""
    return program.receipt(wanted), program.say("law", program.project(wanted))["law"]


def trouble(receipt: Plan, law: list[dict[str, str]]) -> Iterator[str]:
    """All that does not fit, whatever the kind."""
    yield from calculator.of_the_charge(receipt)
    match receipt["question"]["kind"]:
        case "choose":
            yield from calculator.of_a_choice(receipt, law)
        case "measure":
            yield from calculator.of_figures(receipt, law)
        case "survey":
            yield from calculator.of_a_survey(receipt, law)
        case _:
            yield from calculator_tables.of_a_synthetic_table(receipt, law, TRUTH)


def choice(kind: str, unit: str = ROW, **changes: Any) -> Plan:
    rule, candidates = CHOICES[kind]
    return plan(unit, rule=rule, candidates=candidates | changes.pop("candidates", {}), **changes)


@pytest.mark.parametrize("kind", CHOICES)
@pytest.mark.parametrize("unit", UNITS)
def test_the_law_of_every_rule_follows_from_its_receipt(program, kind, unit):
    assert list(trouble(*asked_for(program, choice(kind, unit)))) == []


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize("winners", ["1", "2"])
def test_the_law_of_every_mechanism_follows_from_its_receipt(program, mechanism, winners):
    privacy = {"mechanism": mechanism, "winners": winners, "epsilon": "3/7", "beta": "0.01", "bound": "3/2"}
    assert list(trouble(*asked_for(program, choice("votes", privacy=privacy)))) == []


def test_weights_stand_on_the_receipt_with_their_values(program):
    wanted = choice("votes", candidates={"weights": "1\n2\n1/3\n0.5"})
    receipt, law = asked_for(program, wanted)
    assert receipt["question"]["candidates"]["weights"]["values"] == ["1", "2", "1/3", "0.5"]
    assert "w(y)" in receipt["words"]["formula"]
    assert list(trouble(receipt, law)) == []


# A public number of people needs rows that are people.
PAIRS = [(unit, kind) for unit in UNITS for kind in FIGURES if kind != "public mean" or unit == "rows, replace one"]


@pytest.mark.parametrize(("unit", "kind"), PAIRS, ids=[f"{unit}-{kind}" for unit, kind in PAIRS])
def test_the_noise_of_every_figure_follows_from_its_receipt(program, kind, unit):
    assert list(trouble(*asked_for(program, plan(unit, kind="measure", figures=FIGURES[kind])))) == []


EVERY_CHOICE = list(itertools.product(CHOICES, MECHANISMS, UNITS))
EVERY_FIGURE = [(kind, noise, unit) for unit, kind in PAIRS for noise in ("two_sided_geometric", "discrete_gaussian")]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "mechanism", "unit"), EVERY_CHOICE, ids=map("-".join, EVERY_CHOICE))
def test_the_law_of_every_rule_by_every_mechanism_for_every_unit_follows_from_its_receipt(
    program, kind, mechanism, unit
):
    assert list(trouble(*asked_for(program, choice(kind, unit, privacy={"mechanism": mechanism})))) == []


@pytest.mark.long
@pytest.mark.parametrize(("kind", "noise", "unit"), EVERY_FIGURE, ids=map("-".join, EVERY_FIGURE))
def test_every_noise_of_every_figure_for_every_unit_follows_from_its_receipt(program, kind, noise, unit):
    privacy = {"noise": noise} | ({"delta": "0.0001", "delta_cap": "0.5"} if "gauss" in noise else {})
    wanted = plan(unit, kind="measure", figures=FIGURES[kind], privacy=privacy)
    wanted["tables"][0]["columns"] = [{**COLUMNS[0], "step": "0.5"}, *COLUMNS[1:]]
    assert list(trouble(*asked_for(program, wanted))) == []


@pytest.mark.parametrize("kind", ["count", "sum", "histogram", "several"])
@pytest.mark.parametrize("beta", ["0.05", "0.01"])
def test_gaussian_noise_follows_from_its_receipt(program, kind, beta):
    privacy = {"noise": "discrete_gaussian", "delta": "0.0001", "delta_cap": "0.5", "beta": beta}
    wanted = plan(ROW, kind="measure", figures=FIGURES[kind], privacy=privacy)
    wanted["tables"][0]["columns"] = [{**COLUMNS[0], "step": "0.5"}, *COLUMNS[1:]]
    assert list(trouble(*asked_for(program, wanted))) == []


@pytest.mark.parametrize(("column", "answers"), [("s", "yes\nno"), ("c", "Tea\nMilk\nCocoa")])
@pytest.mark.parametrize("beta", ["0.05", "0.2"])
def test_randomized_answers_follow_from_their_receipt(program, column, answers, beta):
    survey = {"column": column, "answers": answers, "people": "6"}
    wanted = plan("rows, replace one", kind="survey", survey=survey, privacy={"beta": beta, "epsilon": "5/4"})
    wanted["tables"][0]["columns"] = [COLUMNS[0], {**COLUMNS[1], "blank": "Tea"}, *COLUMNS[2:]]
    assert list(trouble(*asked_for(program, wanted))) == []


@pytest.mark.parametrize("queries", ["columns", "pairs", "halfspaces"])
def test_a_synthetic_table_follows_from_its_receipt(program, queries):
    synthesis = {"columns": ["s", "t"], "queries": queries, "weights": "-1 0 1", "alpha": "0.9", "people": "6"}
    wanted = plan("rows, replace one", kind="synthesize", synthesis=synthesis, privacy={"epsilon": "4"})
    assert list(trouble(*asked_for(program, wanted))) == []


# ---- the printed formulas, typed into a calculator


def worked_out(formula: str, **values: Any) -> Any:
    """What stands right of the sign of proportion, or all of it, for these values."""
    for sign, meant in (
        ("−", "-"), ("·", "*"), ("|k|", "abs(k)"), ("|Q|", "Q"), ("2σ²", "2*V"), (")²", ")**2"), ("Δ₁", "D"),
        ("u(y)", "u"), ("w(y)", "w"), ("ln d", "ln(d)"), ("ln M", "ln(M)"), ("2k/", "2*k/"), ("(2Q)", "(2*Q)"),
        ("(2m)", "(2*m)"), ("e^ε", "exp(ε)"), ("√", "sqrt"),
    ):  # fmt: skip
        formula = formula.replace(sign, meant)
    known = {"exp": mpmath.exp, "ln": mpmath.log, "sqrt": mpmath.sqrt, "abs": abs}
    return eval(formula.split("∝")[-1].split(", W the")[0], {"__builtins__": {}}, known | values)


def test_the_printed_formula_of_a_choice_and_of_its_accuracy_give_what_is_printed(program):
    privacy = {"winners": "2", "beta": "0.01"}
    for weights in ("", "1\n2\n1/3\n0.5"):
        receipt, law = asked_for(program, choice("votes", candidates={"weights": weights}, privacy=privacy))
        used, said = receipt["mechanism"], receipt["words"]
        listed = receipt["question"]["candidates"]["weights"]
        every = [calculator.number(each) for each in listed["values"]] if listed else [1] * 4
        epsilon, spread = (calculator.number(used[each]) for each in ("epsilon_of_each_draw", "range_sensitivity_used"))
        shares = [
            worked_out(said["formula"], ε=epsilon, R=spread, u=calculator.number(row["score"]), w=weight)
            for row, weight in zip(law, every, strict=True)
        ]
        for row, share in zip(law, shares, strict=True):
            assert float(row["probability"]) == pytest.approx(float(share / sum(shares)), rel=1e-9)
        gap = worked_out(
            said["accuracy_formula"], ε=epsilon, R=spread, k=2, β=mpmath.mpf("0.01"), d=4, W=sum(every), w=min(every)
        )
        assert float(Fraction(receipt["accuracy"]["score_gap_at_most"])) == pytest.approx(float(gap), abs=2e-6)


@pytest.mark.parametrize("noise", ["two_sided_geometric", "discrete_gaussian"])
def test_the_printed_formula_of_noise_gives_its_scale(program, noise):
    privacy = {"noise": noise} | ({"delta": "0.0001", "delta_cap": "0.5"} if "gauss" in noise else {})
    wanted = plan(ROW, kind="measure", figures=FIGURES["several"], privacy=privacy)
    wanted["tables"][0]["columns"] = [{**COLUMNS[0], "step": "0.5"}, *COLUMNS[1:]]
    receipt = program.receipt(wanted)
    for each in receipt["mechanism"]["noises"]:
        step, scale = calculator.number(each["step"]), calculator.number(each["scale"])
        values = {
            "g": step, "V": scale, "ε": calculator.number(receipt["privacy_parameters"]["epsilon"]),
            "s": calculator.number(each["share_of_budget"]), "D": calculator.number(each["l1_sensitivity"]),
        }  # fmt: skip
        for steps in (1, 3):
            share = worked_out(receipt["words"]["formula"], k=steps, **values)
            exponent = steps * step / scale if noise == "two_sided_geometric" else (steps * step) ** 2 / (2 * scale)
            assert float(share) == pytest.approx(float(mpmath.exp(-exponent)), rel=1e-12)


def test_the_printed_formulas_of_the_accuracy_of_answers_and_of_a_synthetic_table_give_it(program):
    survey = {"column": "s", "answers": "yes\nno", "people": "6"}
    receipt, _ = asked_for(program, plan("rows, replace one", kind="survey", survey=survey, privacy={"beta": "0.2"}))
    error = worked_out(receipt["words"]["accuracy_formula"], n=6, k=2, β=mpmath.mpf("0.2"), ε=mpmath.mpf("0.7"))
    assert 0 <= Fraction(receipt["accuracy"]["error_at_most"]) - Fraction(str(error)) < Fraction(1, 10)
    synthesis = {"columns": ["s", "t"], "queries": "pairs", "weights": "", "alpha": "0.9", "people": "6"}
    receipt, _ = asked_for(program, plan("rows, replace one", kind="synthesize", synthesis=synthesis))
    used, asked = receipt["mechanism"], receipt["question"]
    error = worked_out(
        receipt["words"]["accuracy_formula"], n=6, m=used["rows"], M=used["candidate_tables"],
        Q=asked["number_of_queries"], β=mpmath.mpf("0.05"), ε=mpmath.mpf("0.7"),
    )  # fmt: skip
    assert float(Fraction(receipt["accuracy"]["error_at_most"])) == pytest.approx(float(error), abs=5e-6)


# ---- a receipt that leaves something out, or says something else, is found out


def changed(receipt: Plan, path: str, change: Any) -> Plan:
    found = copy.deepcopy(receipt)
    at: Any = found
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in way:
        at = at[part]
    if change is None:
        del at[last]
    else:
        at[last] = change(at[last])
    return found


def times(factor: str) -> Any:
    def changing(said: Any) -> Any:
        return said * 2 if isinstance(said, int) else str(Fraction(said) * Fraction(factor))

    return changing


def found_out(receipt: Plan, law: list[dict[str, str]], path: str) -> None:
    for change in (None, times("2"), times("1/2")):
        try:
            said = list(trouble(changed(receipt, path, change), law))
        except (KeyError, ValueError, ZeroDivisionError, IndexError):
            continue
        assert said, f"{path} can be changed and nobody sees it"


def test_a_wrong_r_weight_share_or_epsilon_of_a_choice_is_found_out(program):
    privacy = {"winners": "2"}
    receipt, law = asked_for(program, choice("votes", candidates={"weights": "1\n2\n1/3\n0.5"}, privacy=privacy))
    for path in (
        "mechanism.range_sensitivity_used", "mechanism.draws", "mechanism.epsilon_of_each_draw", "mechanism.rate",
        "question.candidates.weights.values.1", "privacy_parameters.epsilon", "accuracy.beta",
        "accuracy.score_gap_at_most",
    ):  # fmt: skip
        found_out(receipt, law, path)


def test_a_wrong_step_share_scale_or_error_of_a_figure_is_found_out(program):
    receipt, law = asked_for(program, plan(ROW, kind="measure", figures=FIGURES["several"]))
    for path in (
        "mechanism.noises.1.step", "mechanism.noises.1.scale", "mechanism.noises.1.size_in_steps",
        "mechanism.noises.1.l1_sensitivity", "mechanism.noises.0.share_of_budget", "mechanism.noises.2.components",
        "privacy_parameters.epsilon", "accuracy.beta", "accuracy.errors.1.error_at_most",
        "accuracy.in_95_of_100.0.plus_minus", "question.columns.1.bounds.1", "question.columns.1.step",
    ):  # fmt: skip
        found_out(receipt, law, path)


def test_a_wrong_figure_of_a_survey_is_found_out(program):
    survey = {"column": "s", "answers": "yes\nno", "people": "6"}
    receipt, law = asked_for(program, plan("rows, replace one", kind="survey", survey=survey))
    for path in (
        "mechanism.answers", "mechanism.chance_of_keeping", "privacy_parameters.epsilon", "accuracy.in_95_of_100",
        "privacy_unit.public_number_of_people", "accuracy.error_at_most",
    ):  # fmt: skip
        found_out(receipt, law, path)
