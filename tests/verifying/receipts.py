"""Receipts of every kind, made of plans alone and signed with a key that the tests know."""

import base64
import datetime
import json
from dataclasses import replace
from functools import cache
from pathlib import Path

from dpstudio.core.receipt.document import digest, signed
from dpstudio.core.release.rehearsal import rehearsed
from dpstudio.core.signing import Signer
from dpstudio.planning.facts import PublicColumns, TableFacts
from dpstudio.workspace.project import project_file
from dpstudio.workspace.resolving.resolve import resolve
from tests.judges import test_recomputed_receipts as judge

ISSUER = Signer(b"the key of whoever issues these!")
OTHER = Signer(b"the key of whoever alters these!")
HANDLE = "5" * 32
TODAY = datetime.date(2026, 11, 22)
REPLACE = "rows, replace one"
PUBLIC = "6" * 32
DOGS = {"dog": ("Rex", "Fido", "Bello"), "likes": ("Tea", "Tea", "Milk"), "drives": ("yes", "no", "no")}
GAUSSIAN = {"noise": "discrete_gaussian", "delta": "0.0001", "delta_cap": "0.5"}
WIDE = [{**judge.COLUMNS[0], "step": "0.5"}, *judge.COLUMNS[1:]]
BLANK = [judge.COLUMNS[0], {**judge.COLUMNS[1], "blank": "Tea"}, *judge.COLUMNS[2:]]


def _plans():
    """A plan for every kind of question, rule, figure, mechanism and unit, by name."""
    for unit in judge.UNITS:
        for kind in judge.CHOICES:
            yield f"{kind}, {unit}", judge.choice(kind, unit)
    for unit, kind in judge.PAIRS:
        yield f"{kind}, {unit}", judge.plan(unit, kind="measure", figures=judge.FIGURES[kind])
    for mechanism in judge.MECHANISMS:
        privacy = {"mechanism": mechanism, "winners": "2", "epsilon": "3/7", "beta": "0.01", "bound": "3/2"}
        yield mechanism, judge.choice("votes", privacy=privacy)
    yield "weights", judge.choice("votes", candidates={"weights": "1\n2\n1/3\n0.5"})
    for kind in ("count", "sum", "histogram", "several"):
        yield f"{kind}, gaussian", _with(judge.plan(judge.ROW, kind="measure", figures=judge.FIGURES[kind],
                                                    privacy=GAUSSIAN), WIDE)  # fmt: skip
    for column, answers in (("s", "yes\nno"), ("c", "Tea\nMilk\nCocoa")):
        survey = {"column": column, "answers": answers, "people": "6"}
        yield f"survey {column}", _with(judge.plan(REPLACE, kind="survey", survey=survey), BLANK)
    for unit in judge.UNITS:
        asked = judge.plan(unit, rule={"kind": "agreement", "columns": ["c", "s"], "attributes": ["likes", "drives"]},
                           candidates={"kind": "table", "table": PUBLIC, "label_column": "dog"})  # fmt: skip
        yield (
            f"agreement, {unit}",
            {
                **asked,
                "tables": [*asked["tables"], judge.table(PUBLIC, {"format": "text", "text": "dog"}, role="public")],
            },
        )
    for queries in ("columns", "pairs", "halfspaces"):
        asked = {"columns": ["s", "t"], "queries": queries, "weights": "-1 0 1", "alpha": "0.9", "people": "6"}
        yield queries, judge.plan(REPLACE, kind="synthesize", synthesis=asked, privacy={"epsilon": "4"})


def _with(plan, columns):
    return {**plan, "tables": [{**plan["tables"][0], "columns": columns}]}


PLANS = dict(_plans())


@cache
def document(name, role="private"):
    """The receipt of a plan by its name, of a private table signed."""
    return of_plan(PLANS[name], role)


@cache
def many(name, labels, weights=""):
    """The receipt of a plan by its name, with other candidates: more than a receipt lists."""
    plan = PLANS[name]
    asked = plan["candidates"] | {"kind": "list", "text": "\n".join(labels), "weights": weights}
    return of_plan({**plan, "candidates": asked})


def of_plan(plan, role="private"):
    """The receipt of a plan."""
    table = {**plan["tables"][0], "role": role, "handle": HANDLE, "text": "", "path": "people.csv"}
    read = project_file.read(
        json.dumps({"format": 2, "program": "dpstudio", "plan": {**plan, "tables": [table, *plan["tables"][1:]]}}),
        "p",
        Path(),
    )
    public = TableFacts(names=tuple(DOGS), texts=PublicColumns(DOGS))
    found = resolve(read, {HANDLE: TableFacts(names=("who", "x", "c", "s", "t")), PUBLIC: public}, None)
    assert found.question is not None, found.missing
    receipt = rehearsed(found.question, None, TODAY, None if role == "sample" else ISSUER).receipt
    return as_first(receipt)


def as_first(receipt):
    """The first of its ledger."""
    return signed(replace(receipt, previous_receipt=None), ISSUER if receipt.signer else None)


def following(before, receipt, spent=True):
    """The receipt as the one after another of the same table, with the next counter and the charges of both."""
    account, earlier = receipt.accounting, before.receipt.accounting
    more = replace(
        account, ledger_counter=earlier.ledger_counter + 1, total=earlier.total + account.this_charge,
        total_delta=earlier.total_delta + account.this_charge_delta,
        total_zcdp_rho=earlier.total_zcdp_rho + receipt.privacy_parameters.zcdp_rho, releases_not_exported=1,
    )  # fmt: skip
    changed = replace(receipt, accounting=more if spent else account, previous_receipt=digest(before.receipt),
                      ledger_head=digest(before.receipt)[::-1])  # fmt: skip
    return signed(changed, ISSUER)


def of_format(version, statement):
    """What a statement of today would have been in format 3 or 4: some claims are missing, one had another name."""
    lacks = {3: ("issued", "previous_receipt", "ledger_head", "signer"), 4: ()}[version]
    found = {name: value for name, value in statement.items() if name not in lacks} | {"format": version}
    if "reference_rule" in found["question"]:
        question = dict(found["question"])
        found["question"] = {**question, "told": question.pop("reference_rule")}
        del found["question"]["reference_rule"]
    return found


def resigned(statement, signer=OTHER):
    """A statement as whoever alters it signs it anew: key, fingerprint and envelope fit."""

    import rfc8785

    key = {
        "algorithm": "Ed25519",
        "public_key": base64.b64encode(signer.public).decode(),
        "fingerprint": signer.fingerprint,
    }
    whole = {**statement, "signer": key}
    kind = f"application/vnd.dpstudio.receipt+json;version={statement['format']}"
    envelope = signer.sign(kind, rfc8785.dumps(whole)).plain
    return rfc8785.dumps({"statement": whole, "envelope": envelope, "renderings": None})
