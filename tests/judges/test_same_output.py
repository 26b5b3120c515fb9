"""The decisive test: the same output on two different private tables gives the same receipt, byte for byte.

But for date, dataset handle, the receipt before, the ledger's head and the signature, which are hashed under random
salts or signed over them. Both tables are written in the same kind of file; their rows, the number of them, their
names, what is blank or broken in them, their files' and folders' names and what happened in their ledgers before all
differ. The output is forced by looking for random words that give the same one on the second table.
"""

import datetime
import json
from dataclasses import replace
from random import Random

import pytest

from dpstudio.core.ledger import Ledger
from dpstudio.core.receipt.document import Document
from dpstudio.core.receipt.renderings import PAPERS, page_inputs
from dpstudio.core.release import Release, perform, read
from dpstudio.core.release.charged import drawn
from dpstudio.core.signing import Signer
from dpstudio.core.unsealing import opened as content
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project.opening import opened
from dpstudio.workspace.releasing.artefacts import artefacts
from tests.judges.scripted import Scripted
from tests.judges.writers import WRITERS, carried
from tests.receipts import without_place

TODAY = datetime.date(2026, 1, 2)
SIGNER = Signer(bytes(32))
FEW, MOST = 50, 3000
NAMES = ("who", "drink", "x", "flag", "more")
FIRST = [
    ("Canary7391", "Tea", "1", "yes", "no"), ("Ben", "Milk", "2", "no", "no"), ("Cem", "Tea", "3", "yes", "yes"),
    ("Dee", "Cola", "0", "no", "no"), ("Ben", "Milk", "1", "yes", "no"), ("Eve", "Tea", "2", "", "no"),
]  # fmt: skip
SECOND = [
    ("Flo", "Milk", "2", "no", "yes"), ("Gus", "", "3", "yes", "no"), ("Canary9137", "Tea", "", "yes", "yes"),
    ("Ida", "Milk", "2", "no", "no"), ("Jon", "broken", "many", "maybe", "no"), ("Ida", "Tea", "0", "no", ""),
]  # fmt: skip
FEWER = SECOND[:4]
ROW = {"kind": "row", "relation": "add_remove"}
FIXED = {"kind": "row", "relation": "replace_one"}
EVERYONE = FIXED | {"everyone": "yes"}
PERSON = {"kind": "person", "person": "who", "rows": "2", "relation": "add_remove"}
DRINKS = {"candidates": {"kind": "list", "text": "Tea\nMilk\nCola"}}
VOTES = {"rule": {"kind": "votes", "style": "one_column", "columns": ["drink"]}, **DRINKS}
GRID = {"candidates": {"kind": "grid", "start": "0", "stop": "3", "step": "1"}}
GAUSS = {"privacy": {"noise": "discrete_gaussian", "delta": "0.001", "delta_cap": "0.1"}}


def choosing(mechanism):
    return {"unit": ROW, **VOTES, "privacy": {"mechanism": mechanism}}


def measuring(*figures, unit=ROW, **more):
    return {"unit": unit, "kind": "measure", "figures": list(figures), **more}


QUESTIONS = {
    "exponential": choosing("exponential"),
    "permute and flip": choosing("permute_and_flip"),
    "Laplace": choosing("noisy_max_laplace"),
    "Gumbel": choosing("noisy_max_gumbel"),
    "exponential noise": choosing("noisy_max_exponential"),
    "two winners": {"unit": ROW, **VOTES, "privacy": {"winners": "2"}},
    "votes of persons": {"unit": PERSON, **VOTES},
    "a line": {"unit": ROW, **GRID, "rule": {"kind": "median", "columns": ["x"]}},
    "a formula": {"unit": FIXED, **DRINKS, "rule": {"kind": "formula", "formula": "sum(x where drink = candidate)"}},
    "a count": measuring({"kind": "count", "conditions": [{"column": "flag", "value": "yes"}]}),
    "a sum": measuring({"kind": "total", "column": "x"}),
    "a sum of persons": measuring({"kind": "total", "column": "x"}, unit=PERSON),
    "a mean": measuring({"kind": "mean", "column": "x", "otherwise": "1", "least": "0", "greatest": "3"}),
    "a histogram": measuring({"kind": "histogram", "column": "drink", "bins": "Tea\nMilk"}),
    "sums by group": measuring({"kind": "groups", "column": "x", "group": "drink", "bins": "Tea\nMilk"}),
    "Gaussian noise": measuring({"kind": "count"}, **GAUSS),
    "a survey": {"unit": EVERYONE, "kind": "survey", "survey": {"column": "flag", "answers": "yes\nno", "people": "6"}},
    "synthesis": {
        "unit": EVERYONE, "kind": "synthesize",
        "synthesis": {"columns": ["flag", "more"], "queries": "columns", "alpha": "0.5", "people": "6"},
    },
}  # fmt: skip
COLUMNS = [
    {"name": "drink", "kind": "category"},
    {"name": "x", "kind": "integer", "lower": "0", "upper": "3", "blank": "0"},
    {"name": "flag", "kind": "yes_no", "blank": "no"},
    {"name": "more", "kind": "yes_no", "blank": "no"},
]
KINDS = [kind for kind in WRITERS if not kind.endswith("_typed") and kind not in ("decimals", "pasted")]
PAIRS = [(name, KINDS[(place + step) % len(KINDS)]) for place, name in enumerate(QUESTIONS) for step in (0, 3)]
assert len(set(PAIRS)) == 36


class First(Random):
    """Every file is written in the plainest way."""

    def choice(self, seq):
        return seq[0]

    def random(self):
        return 0.99


def asked(folder, kind, rows, handle, question):
    """The question about these rows in a file of this kind, and what was read for it, sealed."""
    folder.mkdir(parents=True)
    written = WRITERS[kind](First(0), folder, NAMES, carried(kind, NAMES, rows))
    used = [each for each in COLUMNS if f'"{each["name"]}"' in json.dumps(question) or each["name"] in "drink x"]
    table = {"handle": handle, "label": folder.name, "role": "private", "header": "yes", "columns": used, **written}
    plan = {"name": "Q", "tables": [table], **question}
    plan["privacy"] = {"epsilon": "1", "cap": "10", **question.get("privacy", {})}
    path = folder / "p.dpstudio"
    path.write_text(json.dumps({"format": 2, "program": "dpstudio", "plan": plan}), "utf-8")
    found = opened(path, open_gate(None), rows=True)
    assert found.question is not None, found.missing
    return found.question, read(found.question, folder / "work.parquet", lambda _: None)


def released(folder, question, secret, seed):
    return perform(question, secret, Ledger(folder / "l"), Scripted(seed=seed), TODAY, signer=SIGNER)


def pair(tmp_path, name, kind):
    """Releases of one question about two tables, with the same result."""
    question = QUESTIONS[name]
    rows = SECOND if name in ("a survey", "synthesis") else FEWER
    one = asked(tmp_path / "here", kind, FIRST, "a" * 32, question)
    two = asked(tmp_path / "there at last", kind, rows, "b" * 32, question)
    seeds = alike(one, two)
    ledger = Ledger(tmp_path / "there at last" / "l")
    for _ in range(3):
        ledger.settle("c" * 32, two[0].unit)
    ledger.sight(["d"], "c" * 32, private=True)
    return released(tmp_path / "here", *one, seeds[0]), released(tmp_path / "there at last", *two, seeds[1])


def alike(one, two):
    """Seeds of random words that give the same result on both tables."""
    seen = {result(*one, seed): seed for seed in map(str, range(FEW))}
    return next((seen[found], seed) for seed in map(str, range(MOST)) if (found := result(*two, seed)) in seen)


def result(question, secret, seed):
    return json.dumps(drawn(question, content(secret, 1), Scripted(seed=seed)))


def bare(release):
    """The release without what may differ."""
    receipt = without_place(release.receipt)
    return Release(release.number, Document(replace(receipt, accounting=replace(receipt.accounting, dataset=""))))


@pytest.mark.parametrize(
    ("name", "kind"),
    [pytest.param(*each, marks=[pytest.mark.long] * (place % 4 > 0)) for place, each in enumerate(PAIRS)],
    ids=map(" in ".join, PAIRS),
)
def test_the_same_output_on_two_tables_gives_the_same_statement_and_the_same_page(name, kind, tmp_path):
    first, second = pair(tmp_path, name, kind)
    assert first.statement["result"] == second.statement["result"]
    assert first.document.signed_by == second.document.signed_by == SIGNER.fingerprint
    differing = {key for key, said in first.statement.items() if second.statement[key] != said}
    assert differing <= {"accounting", "ledger_head", "previous_receipt"}
    one, two = bare(first).receipt, bare(second).receipt
    assert one == two
    for part, paper in zip(("whole", "certificate"), PAPERS, strict=True):
        assert page_inputs(one, paper, part) == page_inputs(two, paper, part)


@pytest.mark.parametrize(
    ("name", "kind"),
    [pytest.param(*each, marks=[pytest.mark.long] * (place != 0)) for place, each in enumerate(PAIRS)],
    ids=map(" in ".join, PAIRS),
)
def test_the_same_output_on_two_tables_gives_the_same_files(name, kind, tmp_path):
    first, second = (artefacts(bare(each), "a4", lambda _: None) for each in pair(tmp_path, name, kind))
    assert first == second
    assert not any(b"Canary" in content for content in first.values())
