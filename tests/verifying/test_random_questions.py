"""Whatever was asked, under whatever names, its receipt holds: here and for the small verifier.

A receipt tells some of what was asked in sentences alone, and names may hold what those sentences are made of.
"""

import json
from dataclasses import replace
from random import Random

import pytest

from dpstudio.core.plan import (
    CandidatesPlan,
    ColumnPlan,
    ConditionPlan,
    FigurePlan,
    Plan,
    PrivacyPlan,
    RulePlan,
    SurveyPlan,
    SynthesisPlan,
    TablePlan,
    UnitPlan,
)
from dpstudio.core.release.rehearsal import rehearsed
from dpstudio.planning.facts import TableFacts
from dpstudio.workspace.resolving.resolve import resolve
from dpstudio.workspace.verifying.planned import plan_of
from dpstudio.workspace.verifying.verify import Keys, verify
from tests.verifying.receipts import HANDLE, ISSUER, TODAY, resigned

NUMBERS = ("x", "y", "A", "sum of “g”", "x” is “g")
_OTHERS = ("Chain", "Files")
"""What one statement alone says nothing of: the receipts before it, and its files."""
LIKE_A_SENTENCE = "h”, each value within its bounds. A: the sum of “x"
NAMES = ("g", "h", "BA", "at least", "g” is “h", LIKE_A_SENTENCE, "x y", "rows where")
TEXTS = ("u", "v", "uv", "at least 3", "“h” is u", "is", "a to below b", "v and “g” is u", "each value", "3")
CALLED = ("", "", "A", "BA", "Sum", "Sum: the sum of", "g", "“h”, each value by “h”, each value", "all rows", "x” is 3")


def _unit(pick):
    relation = pick.choice(["add_remove", "replace_one"])
    return pick.choice([UnitPlan("row", relation=relation), UnitPlan("person", "who", "2", relation)])


def _columns(pick):
    numbers = (ColumnPlan(name, "integer", lower="0", upper="5", blank=pick.choice(["", "1"])) for name in NUMBERS)
    days = ColumnPlan("day", "date", lower="2026-01-01", upper="2026-12-31")
    return (*numbers, *(ColumnPlan(name, "category") for name in NAMES), ColumnPlan("s", "yes_no"), days)


def _condition(pick):
    if pick.random() < 0.4:
        return ConditionPlan(pick.choice(NUMBERS), pick.choice(["is", "at_least", "at_most", "above", "below"]), "3")
    return ConditionPlan(pick.choice(NAMES), "is", pick.choice(TEXTS))


def _figure(pick):
    kind = pick.choice(["count", "total", "mean", "histogram", "groups", "groups", "groups"])
    column, group = pick.choice(NUMBERS), pick.choice((*NAMES, *NUMBERS, "day"))
    edges = {"day": "2026-01-01\n2026-03-01\n2026-06-01"} | dict.fromkeys(NUMBERS, "0\n2\n5")
    some = "\n".join(pick.sample(TEXTS, pick.choice([1, 2, 3])))
    return FigurePlan(
        kind=kind,
        name=pick.choice(CALLED),
        column={"count": "", "histogram": group, "mean": pick.choice([column, "s"])}.get(kind, column),
        group=group if kind == "groups" else "",
        bins=edges.get(group, some) if kind in ("histogram", "groups") else "",
        conditions=tuple(
            _condition(pick) for _ in range(pick.choice([0, 1, 2] if kind == "count" else [0, 0, 1, 2, 3]))
        ),
    )


def _measured(pick):
    noise = pick.choice(["two_sided_geometric", "discrete_gaussian"])
    slip = {"noise": noise, "delta": "0.0001", "delta_cap": "0.1"} if noise == "discrete_gaussian" else {}
    return {"kind": "measure", "figures": tuple(_figure(pick) for _ in range(pick.choice([1, 2, 3, 5])))}, slip


def _chosen(pick):
    names = pick.sample(TEXTS, 4)
    if pick.random() < 0.5:
        parts = range(pick.choice([4, 12]))
        lists = [pick.sample(TEXTS, 2) if place in (0, 3) else [f"part {place}"] for place in parts]
        product = CandidatesPlan("product", "\n\n".join(map("\n".join, lists)))
        formula = f"count([{pick.choice(NAMES)}] = candidate.[part 4]) + count([g] = candidate.[part 1])"
        return {"kind": "choose", "candidates": product, "rule": RulePlan("formula", formula=formula)}, {}
    listed = CandidatesPlan("list", "\n".join(names), pick.choice(["", "1\n2\n1/3\n4"]))
    votes = RulePlan("votes", "one_column", (pick.choice(NAMES),))
    return {"kind": "choose", "candidates": listed, "rule": votes}, {"winners": pick.choice(["1", "2"])}


def _surveyed(pick):
    return {"kind": "survey", "survey": SurveyPlan(pick.choice(NAMES), "\n".join(TEXTS[:3]), "9")}, {}


def _synthesized(_):
    return {"kind": "synthesize", "synthesis": SynthesisPlan(("s", "t"), alpha="0.9", people="9")}, {"epsilon": "4"}


def _asked(seed):
    """A random plan, resolved; most are about figures, of which a receipt tells most in sentences."""
    pick = Random(seed)
    kind, privacy = pick.choice([_measured, _measured, _measured, _chosen, _surveyed, _synthesized])(pick)
    unit = UnitPlan("row", relation="replace_one") if kind["kind"] in ("survey", "synthesize") else _unit(pick)
    if any(each.kind == "count" and not each.conditions for each in kind.get("figures", ())):
        unit = replace(unit, relation="add_remove")  # where one takes another's place all rows are known
    columns = _columns(pick)
    if kind["kind"] == "survey":
        columns = tuple(ColumnPlan(each.name, each.kind, blank="u") if each.name in NAMES else each for each in columns)
    if kind["kind"] == "synthesize":
        columns = (ColumnPlan("s", "yes_no", blank="no"), ColumnPlan("t", "yes_no", blank="no"))
    people = TablePlan(HANDLE, "people.csv", "text", path="people.csv", role="private", header="yes", columns=columns)
    plan = Plan(tables=(people,), privacy_unit=unit, privacy=PrivacyPlan(**({"cap": "50"} | privacy)), **kind)
    return resolve(plan, {HANDLE: TableFacts(names=("who", *(each.name for each in columns)))}, None)


@pytest.fixture
def holds(small, tmp_path):
    """What of a question's receipt does not hold, whoever verifies it."""

    def wrong(question):
        file = tmp_path / "receipt.json"
        file.write_bytes(rehearsed(question, None, TODAY, ISSUER).document.content)
        checks = verify([file], Keys({ISSUER.fingerprint: "the issuer's key"}), lambda _: None)[0].checks
        found = [(each.name, each.why) for each in checks if each.holds is not True and each.name not in _OTHERS]
        return found + [each for each in small.Receipt(file).checks() if each[1] is False]

    return wrong


@pytest.mark.parametrize("seed", range(12))
def test_the_receipt_of_a_random_question_holds_whoever_verifies_it(holds, seed):
    for part in range(10):
        found = _asked(f"{seed}.{part}")
        assert found.question is not None, found.missing
        assert holds(found.question) == [], found.plan


def _groups(*names_and_groups, **more):
    return tuple(FigurePlan("groups", name, "x", group, bins="u\nv", **more) for name, group in names_and_groups)


IS_H = ConditionPlan("h", "is", "u")
HARD = {
    "a column that an earlier figure asks about": (
        FigurePlan("count", conditions=(IS_H,)), *_groups(("", "g"), ("", "h")),
    ),
    "names of which one ends as the other": _groups(("BA", "g"), ("A", "h")),
    "a later group is an earlier column": (*_groups(("A", "h"), ("B", "g")), *_groups(("C", "h"), ("D", "g"))),
    "a figure named like a sentence": (*_groups(("“g”, each value by “g”, each value", "h")), *_groups(("", "g"))),
    "a column named like a sentence": _groups(("", LIKE_A_SENTENCE), ("", "h")),
    "a condition that two columns can be asked about": (
        FigurePlan("count", conditions=(ConditionPlan("x” is “g", "is", "3"),)),
        FigurePlan("count", conditions=(ConditionPlan("g", "is", "“h” is u"), ConditionPlan("g” is “h", "is", "u"))),
    ),
}  # fmt: skip


@pytest.mark.parametrize("figures", HARD.values(), ids=HARD)
def test_figures_are_read_back_from_a_receipt_as_they_were_asked(holds, figures):
    columns = _columns(Random(0))
    people = TablePlan(HANDLE, "people.csv", "text", path="people.csv", role="private", header="yes", columns=columns)
    unit = UnitPlan("person", "who", "2", "add_remove")
    plan = Plan(tables=(people,), privacy_unit=unit, kind="measure", figures=figures, privacy=PrivacyPlan(cap="9"))
    found = resolve(plan, {HANDLE: TableFacts(names=("who", *(each.name for each in columns)))}, None)
    assert found.question is not None, found.missing
    assert holds(found.question) == []
    again, _ = plan_of(rehearsed(found.question, None, TODAY, ISSUER).receipt)
    assert [(each.group, each.conditions) for each in again.figures] == [
        (each.group, each.conditions) for each in figures
    ]


def test_a_product_of_more_than_nine_lists_is_read_back_in_its_order(holds):
    """In the receipt its attributes stand in the order of their names: "part 10" before "part 2"."""
    people = TablePlan(
        HANDLE, "people.csv", "text", path="people.csv", role="private", header="yes",
        columns=(ColumnPlan("g", "category"),),
    )  # fmt: skip
    lists = [["u", "v"], *([f"part {place}"] for place in range(2, 12)), ["x", "y"]]
    plan = Plan(
        tables=(people,),
        privacy_unit=UnitPlan("row", relation="add_remove"),
        candidates=CandidatesPlan("product", "\n\n".join(map("\n".join, lists))),
        rule=RulePlan("formula", formula="count(g = candidate.[part 1]) + count(g = candidate.[part 12])"),
        privacy=PrivacyPlan(cap="9"),
    )
    found = resolve(plan, {HANDLE: TableFacts(names=("g",))}, None)
    assert found.question is not None, found.missing
    assert holds(found.question) == []


UNREAD = {
    "all rows": {"kind": "measure", "figures": (FigurePlan("count"),)},
    "all rows, twice and clamped": {
        "kind": "measure", "figures": (FigurePlan("count"), FigurePlan("count", least="0", greatest="9")),
    },
}  # fmt: skip


@pytest.mark.parametrize("asked", UNREAD.values(), ids=UNREAD)
def test_where_no_column_is_read_the_receipt_holds(holds, asked):
    unit = UnitPlan("row", relation="add_remove")
    people = TablePlan(HANDLE, "people.csv", "text", path="people.csv", role="private", header="yes")
    plan = Plan(tables=(people,), privacy_unit=unit, privacy=PrivacyPlan(cap="9"), **asked)
    found = resolve(plan, {HANDLE: TableFacts(names=("who", "x"))}, None)
    assert found.question is not None, found.missing
    assert holds(found.question) == []


def test_a_figure_of_no_column_could_not_have_been_asked(holds, tmp_path):
    """What nobody could ask is refused by a check, and stops no verification."""
    people = TablePlan(HANDLE, "people.csv", "text", path="people.csv", role="private", header="yes",
                       columns=(ColumnPlan("x", "integer", lower="0", upper="5"),
                                ColumnPlan("g", "category")))  # fmt: skip
    for kind in ("total", "mean", "histogram", "groups"):
        figure = FigurePlan(kind, column="x", group="g", bins="0\n5" if kind == "histogram" else "u\nv")
        plan = Plan(tables=(people,), privacy_unit=UnitPlan("row", relation="add_remove"), kind="measure",
                    figures=(figure,), privacy=PrivacyPlan(cap="9"))  # fmt: skip
        found = resolve(plan, {HANDLE: TableFacts(names=("x", "g"))}, None)
        assert found.question is not None, found.missing
        statement = json.loads(rehearsed(found.question, None, TODAY, ISSUER).document.content)["statement"]
        for each in statement["question"]["figures"]:
            each["column"] = ""
        file = tmp_path / f"{kind}.json"
        file.write_bytes(resigned(statement))
        checks = {each.name: each.holds for each in verify([file], Keys({}), lambda _: None)[0].checks}
        assert checks["Question"] is False
