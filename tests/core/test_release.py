"""A release and its receipt: charged before drawn, and free of the data but for the winner."""

import csv
import datetime
import hashlib
import io
import json
import re
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction

import pytest

from dpstudio.core.candidates import Listed, parse_grid
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import Refusal
from dpstudio.core.ledger import Ledger
from dpstudio.core.progress import Progress
from dpstudio.core.receipt.receipt import read as read_receipt
from dpstudio.core.receipt.renderings import to_csv, to_json, to_pdf
from dpstudio.core.receipt.statement import describe
from dpstudio.core.release import perform, plan_digest, read
from dpstudio.core.scores.rules import Revenue, Votes, VoteStyle
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role
from dpstudio.kinds.choose.describing import _candidates, list_of
from dpstudio.kinds.choose.question import Choice
from tests.questions import choice
from tests.receipts import without_place

TODAY = datetime.date(2026, 1, 2)
CANARY = "Canary7391"


def question(text: str, handle: str = "h" * 32, **changes) -> Choice:
    rule = changes.pop("rule", Revenue(Column("limit", Kind.DECIMAL, Fraction(1, 100), unit="€")))
    candidates = changes.pop("candidates", None) or parse_grid("1", "3", "1")
    unit = changes.pop("unit", PrivacyUnit(Relation.ADD_REMOVE))
    asked = {"name": "Apples", "handle": handle, "score_unit": "€", "candidate_unit": "€"} | changes
    return choice(rule, candidates, unit, text, **asked)


class Always(Entropy):
    """Forces the same winner on any table: all bits zero propose the first candidate and accept it."""

    def read(self, count: int) -> bytes:
        return b"\0" * count


def release(tmp_path, asked: Choice, entropy=None, name="ledger"):
    ledger = Ledger(tmp_path / f"{name}.sqlite")
    scores = read(asked, tmp_path / "work.parquet", lambda _: None)
    return perform(asked, scores, ledger, entropy or Entropy(), TODAY), ledger


def test_a_release_is_charged_stored_and_named(tmp_path):
    done, ledger = release(tmp_path, question("limit\n1\n2\n2\n"))
    (charge,) = ledger.charges()
    assert charge.epsilon == 1
    assert charge.statement == done.document.text
    assert json.loads(charge.statement)["statement"] == done.statement
    assert done.statement["result"]["chosen"] == done.text
    assert done.text in ("1", "2", "3")


class Interrupted(Entropy):
    def read(self, count: int) -> bytes:
        raise KeyboardInterrupt


class Recorded(Progress):
    """What is known before and after each step that is done whole or not at all."""

    def __init__(self, ledger, number=None):
        super().__init__(number)
        self._ledger, self.steps = ledger, []

    def _known(self):
        return self.number, self.stored, [charge.statement is not None for charge in self._ledger.charges()]

    @contextmanager
    def whole(self):
        self.steps.append(self._known())
        yield
        self.steps.append(self._known())


def test_within_one_step_a_charge_is_made_and_known_and_within_another_its_result_is_stored_and_known(tmp_path):
    asked, ledger = question("limit\n1\n2\n2\n"), Ledger(tmp_path / "ledger.sqlite")
    progress, scores = Recorded(ledger), read(asked, tmp_path / "work.parquet", lambda _: None)
    perform(asked, scores, ledger, Entropy(), TODAY, progress=progress)
    assert progress.steps == [(None, False, []), (1, False, [False]), (1, False, [False]), (1, True, [True])]


class Untouched(Entropy):
    def read(self, count: int) -> bytes:
        raise AssertionError("a draw that no charge pays for")


def test_a_release_interrupted_at_the_draw_stays_charged_and_can_be_completed_once(tmp_path):
    asked = question("limit\n1\n2\n2\n")
    with pytest.raises(KeyboardInterrupt):
        release(tmp_path, asked, Interrupted())
    ledger = Ledger(tmp_path / "ledger.sqlite")
    (charge,) = ledger.charges()
    assert charge.statement is None
    assert charge.epsilon == 1
    scores = read(asked, tmp_path / "work.parquet", lambda _: None)
    with pytest.raises(Refusal, match="another question"):
        perform(
            replace(asked, epsilon=Fraction(1, 2)),
            scores,
            ledger,
            Untouched(),
            TODAY,
            charge.number,
        )
    perform(asked, scores, ledger, Entropy(), TODAY, charge.number)
    assert ledger.account(asked.handle).spent == 1
    with pytest.raises(Refusal, match="has its result already"):
        perform(asked, scores, ledger, Untouched(), TODAY, charge.number)


def test_a_charge_of_one_table_pays_for_no_draw_from_another(tmp_path):
    asked, other = question("limit\n1\n2\n"), question("limit\n1\n2\n", "g" * 32)
    ledger = Ledger(tmp_path / "ledger.sqlite")
    numbers = []
    for each in (asked, other):
        scores = read(each, tmp_path / "work.parquet", lambda _: None)
        with pytest.raises(KeyboardInterrupt):
            perform(each, scores, ledger, Interrupted(), TODAY)
        numbers.append(ledger.charges()[0].number)
    with pytest.raises(Refusal, match="another question"):
        perform(asked, read(asked, tmp_path / "work.parquet", lambda _: None), ledger, Untouched(), TODAY, numbers[1])


def test_beyond_the_limit_nothing_is_drawn(tmp_path):
    asked = question("limit\n1\n", epsilon=Fraction(4))
    with pytest.raises(Refusal, match="ε = 4 is more than the limit 3"):
        release(tmp_path, asked, Untouched())


def test_the_same_output_on_two_private_tables_gives_the_same_bytes(tmp_path):
    """The decisive test: nothing but handle, counter and winner may depend on who holds which table."""
    first = without_place(release(tmp_path, question(f"limit,name\n1,{CANARY}\n2,b\n2,c\n"), Always(), "a")[0].receipt)
    second = without_place(release(tmp_path, question("limit,name\n3,x\n"), Always(), "b")[0].receipt)
    assert first.winners == second.winners
    assert to_json(first) == to_json(second)
    assert to_csv(first) == to_csv(second)
    assert to_pdf(first) == to_pdf(second)
    other = without_place(release(tmp_path, question("limit,name\n3,x\n", "g" * 32), Always(), "c")[0].receipt)
    assert to_json(other).replace(b"g" * 32, b"h" * 32) == to_json(first)


def test_nothing_private_is_in_any_rendering(tmp_path):
    asked = question(f"limit,name\n1.37,{CANARY}\n2.41,b\nbroken{CANARY},c\n")
    done, ledger = release(tmp_path, asked)
    for rendering in (to_json(done.receipt), to_csv(done.receipt), to_pdf(done.receipt)):
        assert CANARY.encode() not in rendering
        assert b"1.37" not in rendering
    assert CANARY.encode() not in ledger.path.read_bytes()
    forbidden = re.compile(r"score_of|probab.*:|rank|margin|noise|seed|attempt|path|row_count|minimum|maximum|user\b")
    assert not [key for key in _keys(done.statement) if forbidden.search(key)]


def _keys(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _keys(inner)


def test_the_receipt_says_what_was_promised(tmp_path):
    receipt = release(tmp_path, question("limit\n1\n2\n2\n"))[0].receipt
    statement = receipt.statement
    assert statement["format"] == 5
    assert statement["privacy_parameters"] == {"variant": "pure", "epsilon": "1", "delta": "0", "zcdp_rho": "0.125"}
    assert statement["words"]["odds"] == "at most 2.72 to 1"
    assert statement["words"]["suspicion"] == "at most 74"
    assert statement["question"]["range_sensitivity"] == "2"
    assert statement["accounting"]["total"] == "1"
    assert statement["accounting"]["cap"] == "3"
    assert statement["unprotected_quantities"] == []
    assert read_receipt(to_json(receipt)) == receipt


def test_a_later_receipt_tells_what_all_of_them_cost_and_which_were_not_shown_or_finished(tmp_path):
    asked = question("limit\n1\n2\n2\n", cap=Fraction(9))
    first = release(tmp_path, asked)[0]
    with pytest.raises(KeyboardInterrupt):
        release(tmp_path, replace(asked, epsilon=Fraction(1, 2)), Interrupted())
    ledger = Ledger(tmp_path / "ledger.sqlite")
    ledger.mark_exported(first.number)
    for _ in range(2):
        done, _ = release(tmp_path, replace(asked, epsilon=Fraction(3)))
    told = done.statement["accounting"]
    assert (told["this_charge"], told["total"], told["total_zcdp_rho"]) == ("3", "7.5", "2.40625")
    assert (told["forfeited_charges"], told["releases_not_exported"]) == (1, 1)


@pytest.mark.parametrize(("role", "flags"), [(Role.SAMPLE, ["demonstration, not private"]), (Role.PRIVATE, [])])
def test_a_demonstration_is_flagged_as_one_and_a_private_table_is_not(tmp_path, role, flags):
    found = release(tmp_path, question("limit\n1\n", role=role))[0].statement["flags"]
    assert [flag.partition(":")[0] for flag in found] == flags


def test_replace_one_says_that_the_number_of_people_is_not_protected(tmp_path):
    unit = PrivacyUnit(Relation.REPLACE_ONE)
    statement = release(tmp_path, question("limit\n1\n", unit=unit))[0].statement
    assert statement["unprotected_quantities"] == ["the number of people in the table"]


def test_where_a_person_may_have_no_row_the_number_of_people_is_protected_too(tmp_path):
    unit = PrivacyUnit(Relation.REPLACE_ONE, "who", 1)
    statement = release(tmp_path, question("who,limit\nAnn,1\n", unit=unit))[0].statement
    assert statement["unprotected_quantities"] == []
    assert "whether the person has any" in statement["words"]["protected"]
    assert "one row of each person counts" in statement["words"]["protected"]


def test_the_digest_of_a_question_is_free_of_the_table():
    assert plan_digest(question("limit\n1\n")) == plan_digest(question("limit\n9\n9\n"))
    assert plan_digest(question("limit\n1\n")) != plan_digest(question("limit\n1\n", epsilon=Fraction(2)))


@pytest.mark.parametrize("name", ["=SUM(A1)", "+1+1", "-2+3", "@x", "＝1", "\tx"])
def test_texts_cannot_become_spreadsheet_formulas(tmp_path, name):
    column = Column("w", Kind.CATEGORY)
    rule, candidates = Votes((column,), VoteStyle.ONE_COLUMN), Listed((name, "safe"))
    asked = question("w\nx\n", rule=rule, candidates=candidates)
    receipt = release(tmp_path, asked)[0].receipt
    rows = list(csv.reader(io.StringIO(to_csv(receipt).decode("utf-8-sig"), newline="")))
    assert ["question.candidates.labels.1", "'" + name] in rows


def test_a_table_with_decimal_commas_gets_a_receipt_that_its_spreadsheet_opens(tmp_path):
    plain = Column("limit", Kind.DECIMAL, Fraction(1, 100), unit="€")
    asked = question("limit\n1\n", rule=Revenue(plain), epsilon=Fraction(1, 3))
    commas = replace(asked, rule=Revenue(replace(plain, decimal_mark=",")))

    def rows(asked, name, delimiter):
        text = to_csv(release(tmp_path, asked, Always(), name)[0].receipt).decode("utf-8-sig")
        return dict(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))

    points, found = rows(asked, "a", ","), rows(commas, "b", ";")
    assert set(points) == set(found)
    assert (points["accuracy.beta"], found["accuracy.beta"]) == ("0.05", "0,05")
    assert found["privacy_parameters.epsilon"] == "1/3"
    assert found["question.columns.1.decimal_mark"] == ","
    assert {field: text for field, text in found.items() if field.startswith("software.")} == {
        field: text for field, text in points.items() if field.startswith("software.")
    }
    numbers = [field for field, text in points.items() if re.fullmatch(r"-?\d+\.\d+", text)]
    assert [found[field] for field in numbers if not field.startswith("software.")] == [
        points[field].replace(".", ",") for field in numbers if not field.startswith("software.")
    ]


def test_the_pdf_carries_the_statement_and_other_scripts(tmp_path):
    labels = ("価格", "سعر", "मूल्य", "Ὀδυσσεύς", "Цена", "ราคา", "מחיר", "a #panic() $x$ *b*")
    column = Column("w", Kind.CATEGORY)
    asked = question("w\nx\n", rule=Votes((column,), VoteStyle.ONE_COLUMN), candidates=Listed(labels), name="名前")
    receipt = release(tmp_path, asked)[0].receipt
    pdf = to_pdf(receipt)
    assert pdf.startswith(b"%PDF-1.7")
    assert b"receipt.json" in pdf
    assert b"pdfaid:part" in pdf
    assert to_pdf(receipt) == pdf


def test_several_winners_are_one_charge_and_stand_in_order(tmp_path):
    done, ledger = release(tmp_path, question("limit\n1\n2\n2\n", winners=3))
    assert sorted(done.statement["result"]["winners"]) == ["1", "2", "3"]
    assert done.text.split("\n") == done.statement["result"]["winners"]
    assert done.statement["mechanism"]["epsilon_of_each_draw"] == "1/3"
    assert done.statement["privacy_parameters"]["zcdp_rho"] == "1/24"
    assert ledger.account("h" * 32).spent == 1
    assert to_pdf(done.receipt).startswith(b"%PDF")


def test_ten_thousand_candidates_are_listed_and_of_more_the_ends_and_a_digest():
    labels = tuple(f"c{place:05}" for place in range(10_001))
    rule = Votes((Column("w", Kind.CATEGORY),), VoteStyle.ONE_COLUMN)
    few = _candidates(Listed(labels[:-1]))
    assert few.labels == labels[:-1]
    many = describe(question("w\nx\n", rule=rule, candidates=Listed(labels))).claims.question.candidates
    assert (many.count, many.first, many.last, many.weights) == (10_001, "c00000", "c10000", None)
    whole = json.dumps({"attributes": {}, "labels": labels, "weights": None}, separators=(",", ":")).encode()
    assert list_of(Listed(labels)) == whole
    assert many.sha256 == hashlib.sha256(whole).hexdigest()
