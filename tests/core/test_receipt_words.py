"""The receipt's sentences: plain, in grammar, without contradiction, and with all that was said about reading."""

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from dpstudio.core.candidates import Listed, parse_grid
from dpstudio.core.quantities import counted, with_unit
from dpstudio.core.receipt.rule_words import rule_formula, rule_sentence
from dpstudio.core.receipt.statement import describe
from dpstudio.core.scores.rules import Agreement, Median, Nearness, Quantile, Ready, Revenue, Votes, VoteStyle
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Source
from dpstudio.resources import resource
from tests.core.test_release import question
from tests.core.test_release_kinds import KINDS, ROWS
from tests.core.test_release_kinds import question as other_question

NUMBER = Column("points, final", Kind.INTEGER, bounds=(Fraction(0), Fraction(9)))
TEXT = Column("c", Kind.CATEGORY)
RULES = [
    Votes((TEXT,), VoteStyle.ONE_COLUMN), Votes((replace(TEXT, kind=Kind.CHOICES),), VoteStyle.CHOICES),
    Votes((replace(TEXT, kind=Kind.YES_NO),), VoteStyle.COLUMN_EACH), Revenue(NUMBER), Median(NUMBER),
    Quantile(NUMBER, Fraction(9, 10)), Nearness((NUMBER,), ("",)), Nearness((NUMBER,), ("",), of_sums=True),
    Agreement((TEXT,), ("",)), Ready((TEXT, NUMBER), Fraction(1), Fraction(1)),
]  # fmt: skip


def test_a_score_column_with_a_comma_in_its_name_is_named_whole():
    rule = Ready((TEXT, NUMBER), Fraction(1), Fraction(1))
    assert rule_sentence(rule) == "The score that “points, final” gives the candidate, computed elsewhere."


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: type(rule).__name__)
def test_a_rule_speaks_of_the_candidate_and_not_of_it_or_of_braces(rule):
    for said in (rule_sentence(rule), rule_formula(rule)):
        assert "#{" not in said
        assert not re.search(r"\b(name|splits|leaves|gives) it\b|\bit splits\b|\bIt is\b", said)
    assert rule_formula(rule).startswith("u(candidate) = ")


@pytest.mark.parametrize(
    ("number", "unit", "said"),
    [("1", "votes", "1 vote"), ("2", "votes", "2 votes"), ("0.5", "votes", "0.5 votes"), ("1", "€", "1 €"),
     ("1", "matches", "1 match"), ("-1", "rows", "-1 row"), ("7", "", "7")],
)  # fmt: skip
def test_one_thing_is_singular(number, unit, said):
    assert with_unit(number, unit) == said
    assert (counted(1, "candidates"), counted(2000, "candidates")) == ("1 candidate", "2,000 candidates")


def kinds():
    yield "choice", question("limit\n1\n")
    yield from ((name, other_question(name, ROWS)) for name in KINDS)


@pytest.mark.parametrize(("name", "asked"), list(kinds()))
def test_nothing_on_a_receipt_says_none_where_something_is_meant(name, asked):
    said = json.dumps(describe(asked).words.__dict__, default=str, ensure_ascii=False)
    assert "none:" not in said
    assert "1 rows" not in said
    assert "1 votes" not in said
    assert "is private" not in said
    assert describe(asked).words.rows_kept.startswith("all of them")


def test_what_was_said_about_reading_stands_on_the_receipt():
    column = Column("limit", Kind.DECIMAL, Fraction(1, 100), decimal_mark=",", grouping_mark=".", unit="€")
    asked = question("limit\n1\n", rule=Revenue(column), candidates=parse_grid("1", "3", "1"))
    source = Source("text", text="limit\n1\n", delimiter=";", encoding="utf-16", header=False)
    described = describe(replace(asked, source=source))
    assert (described.claims.reading.delimiter, described.claims.reading.encoding) == (";", "utf-16")
    assert described.words.reading == (
        "as text; cells parted by semicolons; encoded as utf-16; no line names the columns"
    )
    assert described.words.columns == ("decimal mark “,”, thousands “.”",)
    assert describe(asked).words.reading.endswith("the first line names the columns")


def test_how_texts_and_choices_were_read_stands_on_the_receipt():
    column = Column("w", Kind.CHOICES, separator="|", match_case=False)
    asked = question("w\nx\n", rule=Votes((column,), VoteStyle.CHOICES), candidates=Listed(("x", "y")))
    assert describe(asked).words.columns == ("choices parted by “|”; capitals do not matter",)


def test_the_page_shows_names_and_no_handles():
    page = resource("receipt.typ").read_text("utf-8")
    assert "accounting.dataset" not in page
    for shown in ("words.reading", "words.columns", "words.warning", "words.symbols", "words.accuracy_formula"):
        assert shown in page


def test_a_weighted_choice_says_its_formula_with_weights():
    column = Column("w", Kind.CATEGORY)
    weighted = Listed(("x", "y"), weights=(Fraction(1), Fraction(2)))
    asked = question("w\nx\n", rule=Votes((column,), VoteStyle.ONE_COLUMN), candidates=weighted)
    words = describe(asked).words
    assert words.formula == "Pr[y] ∝ w(y)·exp(ε·u(y) / R)"
    assert any(symbol.sign == "w(y)" for symbol in words.symbols)


def test_zcdp_is_no_claim_to_people_who_asked_for_epsilon_on_the_page():
    page = resource("receipt.typ").read_text("utf-8")
    assert page.count("zCDP") == 1
    assert 'if slip != none { (fact("Concentrated"' in page


def test_the_same_sentence_is_made_for_persons():
    asked = question("limit,who\n1,a\n", unit=PrivacyUnit(Relation.ADD_REMOVE, "who", 2))
    said = describe(asked).words
    assert "2 rows whose SHA-256" in said.rows_kept
    assert "at most 2 rows of each person count" in said.protected
