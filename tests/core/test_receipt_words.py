"""The receipt's sentences: plain, in grammar, without contradiction, and with all that was said about reading."""

import datetime
import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dpstudio import core
from dpstudio.bookkeeping import result
from dpstudio.core.candidates import Listed, parse_grid
from dpstudio.core.quantities import SINGULAR, counted, there_are, to_one_place, with_unit
from dpstudio.core.receipt.headline import headline
from dpstudio.core.receipt.rule_words import rule_formula, rule_sentence
from dpstudio.core.receipt.statement import describe
from dpstudio.core.receipt.words import protected
from dpstudio.core.release import line_text, rehearsed
from dpstudio.core.scores.proof import of_all_rows
from dpstudio.core.scores.rules import Agreement, Median, Nearness, Quantile, Ready, Revenue, Votes, VoteStyle
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role, Source
from dpstudio.kinds.measure.describing import beside_each
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
        "as text; cells separated by semicolons; encoded as utf-16; no line names the columns"
    )
    assert described.words.columns == ("decimal mark “,”, thousands “.”",)
    assert describe(asked).words.reading.endswith("the first line names the columns")


def test_a_header_below_a_title_is_told_as_the_line_that_it_is():
    asked = question(
        "limit\n1\n", rule=Votes((Column("w", Kind.CATEGORY),), VoteStyle.ONE_COLUMN), candidates=Listed(("x", "y"))
    )
    said = describe(
        replace(asked, source=Source("text", text="a\nlimit\n1\n", delimiter=";", first_line=2))
    ).words.reading
    assert said.endswith("line 2 names the columns, and whatever stands above it is left out")


def test_how_texts_and_choices_were_read_stands_on_the_receipt():
    column = Column("w", Kind.CHOICES, separator="|", match_case=False)
    asked = question("w\nx\n", rule=Votes((column,), VoteStyle.CHOICES), candidates=Listed(("x", "y")))
    assert describe(asked).words.columns == ("choices separated by “|”; capitals do not matter",)


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


@pytest.mark.parametrize(("name", "asked"), [pytest.param(*each, id=each[0]) for each in kinds()])
def test_who_saw_the_raw_answers_and_what_slip_is_allowed_for_is_told(name, asked):
    said = describe(asked).words
    assert said.model.startswith("Randomized per row" if name == "survey" else "Central")
    assert ("saw the raw answers" in said.model) == (name == "survey")
    assert ("may fail with a probability of at most δ = 0.000001" in said.from_what) == (name == "gaussian")


def test_a_large_delta_is_warned_of_on_the_receipt():
    asked = other_question("all figures", ROWS)
    small, large = (
        replace(asked, mechanism="discrete_gaussian", delta=Fraction(each), delta_cap=Fraction(1))
        for each in ("1/1000000", "9/10")
    )
    assert "δ = 0.9 is large and protects little" in describe(large).words.warning
    assert "δ" not in describe(small).words.warning


def test_the_words_for_yes_and_no_stand_on_the_receipt():
    column = Column("s", Kind.YES_NO, true_words=("ja",), false_words=("nein", "nee"))
    both = Votes((column, replace(column, name="t")), VoteStyle.COLUMN_EACH)
    asked = question("s,t\nja,nee\n", rule=both, candidates=Listed(("s", "t")))
    assert describe(asked).words.columns == ("yes: ja; no: nein, nee",) * 2


def test_zcdp_is_no_claim_to_people_who_asked_for_epsilon_on_the_page():
    page = resource("receipt.typ").read_text("utf-8")
    assert page.count("zCDP") == 1
    assert 'if slip != none { (fact("Concentrated"' in page


def test_the_same_sentence_is_made_for_persons():
    asked = question("limit,who\n1,a\n", unit=PrivacyUnit(Relation.ADD_REMOVE, "who", 2))
    said = describe(asked).words
    assert "2 rows whose SHA-256" in said.rows_kept
    assert "at most 2 rows of each person count" in said.protected


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "there are 0 people"), (1, "there is 1 person"), (2, "there are 2 people"), (3000, "there are 3,000 people")],
)
def test_how_many_there_are_agrees_with_their_number(number, said):
    assert there_are(number, "people") == said
    assert counted(1, "distinct values") == "1 distinct value"


def test_nothing_counts_its_things_by_itself():
    """One helper writes numbers with their things; a plural typed beside a number would be wrong of one."""
    things = "|".join(SINGULAR)
    number = r"\{(?!most_|people\} people in one place|[A-Z_]+(:,)?\})[^{}]*\}"
    plural = re.compile(number + rf" (?:noisy |distinct |invented )?(?:{things})\b|else 's'|\"s\" if|'' if \w+ ==")
    wrong = [
        f"{path.name}:{at}: {line.strip()}"
        for path in sorted(Path("dpstudio").rglob("*.py"))
        for at, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if plural.search(line) and '"""' not in line
    ]
    assert wrong == []


@pytest.mark.parametrize("kind", ["choice", *KINDS])
def test_a_demonstration_is_never_called_private(kind, tmp_path):
    """By its headline, its words, its text and the ledger's line; a private table's is called so by all of them."""
    asked = question("limit\n1\n") if kind == "choice" else other_question(kind, ROWS)
    for role, private in ((Role.PRIVATE, True), (Role.SAMPLE, False)):
        one = replace(asked, role=role)
        release = rehearsed(one, None, datetime.date(2026, 1, 2))
        receipt = release.receipt
        assert ("with differential privacy" in headline(receipt.flags, receipt.winners)) == private
        assert (headline(receipt.flags, receipt.winners) == "Demonstration, not private") != private
        assert receipt.words.protected.startswith("Nobody: ") != private
        assert receipt.words.from_what.startswith("A release from a private table") != private
        assert release.told.endswith("(demonstration, not private)") != private
        assert result(release, None)[1][-1].endswith("(demonstration, not private)") != private


def test_whatever_is_counted_has_a_singular():
    """Every word that the program counts; of two words the last one is the thing."""
    source = Path(core.__file__).parents[1]
    texts = "\n".join(file.read_text("utf-8") for file in source.rglob("*.py"))
    things = set(re.findall(r"\bcounted\([^\n]*?, [\"']([a-z ]+)[\"']\)", texts))
    assert {"rows", "keys", "signed receipts"} <= things
    assert {each for each in things if each.split()[-1] not in SINGULAR} == set()


def test_the_pages_take_their_headline_and_their_singulars_from_the_program():
    for name in ("receipt.typ", "receipt_earlier.typ"):
        page = resource(name).read_text("utf-8")
        assert "sys.inputs.headline" in page
        assert "differential privacy#" not in page
        assert "[Chosen]" not in page
    assert '"person"' not in resource("receipt.typ").read_text("utf-8")


def test_weights_stand_beside_the_formula_with_their_values():
    column = Column("w", Kind.CATEGORY)
    weighted = Listed(("A", "B", "C"), weights=(Fraction(1), Fraction(2), Fraction(7, 2)))
    asked = question("w\nA\n", rule=Votes((column,), VoteStyle.ONE_COLUMN), candidates=weighted)
    (symbol,) = [each for each in describe(asked).words.symbols if each.sign == "w(y)"]
    assert symbol.value == "A 1, B 2, C 3.5"


def test_steps_and_shares_of_figures_stand_beside_the_formula():
    asked = other_question("all figures", ROWS)
    symbols = {each.sign: each.value for each in describe(asked).words.symbols}
    assert (symbols["g"], symbols["s"], symbols["Δ₁"]) == ("1", "beside each figure", "beside each figure")
    assert beside_each(asked)[1] == "Sum of x (sum): g = 1, s = 0.25, Δ₁ = 10"
    gaussian = replace(asked, mechanism="discrete_gaussian", delta=Fraction(1, 10**6), delta_cap=Fraction(1, 1000))
    assert "σ² = " in beside_each(gaussian)[0]
    assert "share of ρ" in {each.sign: each.meaning for each in describe(gaussian).words.symbols}["s"]


def test_a_mean_says_that_its_values_are_held_within_their_bounds():
    for kind in ("all figures", "mean of public number"):
        said = describe(other_question(kind, ROWS)).words.question
        assert "the mean of “x”" in said
        assert "each value within its bounds" in said.split("the mean of “x”")[1]


@pytest.mark.parametrize(("rows", "said"), [(1, "1 row of each person counts"), (2, "2 rows of each person count")])
def test_figures_of_persons_say_of_how_many_of_their_rows(rows, said):
    asked = other_question("all figures", ROWS)
    assert "of each person" not in describe(asked).words.question
    some = replace(asked, unit=PrivacyUnit(asked.unit.relation, "u", rows))
    told = describe(some).words.question
    assert told.count(f"(at most {said})") == len(asked.figures)


def test_the_signs_in_the_error_of_figures_are_explained_with_their_values():
    """And nothing in it breaks where a line may: a bar does."""
    asked = other_question("all figures", ROWS)
    said, sizes = describe(asked).words.accuracy_formula, [part.bounds.components for part in asked.parts]
    assert f"V = {len(sizes)}, the parts" in said
    assert f"K = {min(sizes)} to {max(sizes)}, the numbers in a part" in said
    assert "|" not in said
    assert "ℓ1" not in describe(asked).words.calibration


def test_a_synthetic_table_says_what_a_blank_counts_as():
    said = describe(other_question("synthesis", ROWS)).words.question
    assert said.endswith("Any cell that is not a word for yes, a blank one too, counts as no in “t”.")


def test_a_priced_question_says_that_a_price_is_chosen():
    assert rule_sentence(Revenue(NUMBER)).startswith("A price is chosen: ")


def test_the_page_says_which_program_checks_which_file():
    page = resource("receipt.typ").read_text("utf-8")
    said = "the small program verify_receipt.py, which comes with its documents, checks the attached receipt.json."
    assert page.count(said) == 2


def test_a_large_bound_is_written_with_its_thousands_apart_wherever_it_stands():
    """In the signs' values as in the sentences: 10,000,000 and never 10000000."""
    wide = replace(NUMBER, bounds=(Fraction(0), Fraction(10_000_000)))
    words = describe(question("points, final\n1\n", rule=Nearness((wide,), ("",)), candidates=Listed(("1", "2")))).words
    (symbol,) = [each for each in words.symbols if each.sign == "R"]
    assert re.search(r"\d{4}", symbol.value) is None


def test_a_survey_says_what_a_blank_or_another_answer_counts_as():
    said = describe(other_question("survey", ROWS)).words.question
    assert said.endswith("a blank or any other answer counts as “no”.")


@pytest.mark.parametrize("epsilon", ["26", "28", "40", "1000"])
def test_an_answer_is_never_kept_for_certain(epsilon):
    used = describe(other_question("survey", ROWS, epsilon=epsilon, cap="1000")).claims.mechanism
    assert float(used.chance_of_keeping.removeprefix("more than ")) < 1
    assert float(used.chance_of_each_other_answer.removeprefix("less than ")) > 0


@pytest.mark.parametrize(
    ("value", "error", "said"),
    [("1", "37", "f: 1 ± 37 rows"), ("1", "1", "f: 1 ± 1 row"), ("1", "", "f: 1 row"), ("5", "1", "f: 5 ± 1 rows"),
     ("-1", "2", "f: -1 ± 2 rows")],
    ids=["one and many", "one and one", "one alone", "many and one", "minus one and many"],
)  # fmt: skip
def test_a_unit_behind_two_numbers_agrees_with_both(value, error, said):
    assert line_text({"name": "f", "value": value, "unit": "rows", "error": error}, str) == said


def test_no_bracket_and_bar_of_the_page_become_another_sign():
    """In the page's language “[|” is a bracket of its own."""
    for name in ("receipt.typ", "receipt_earlier.typ"):
        assert not re.search(r"\[\||\|\]", resource(name).read_text("utf-8"))


def test_the_page_says_how_sure_each_error_is():
    page = resource("receipt.typ").read_text("utf-8")
    assert "the figure ± #group(own) in 95 of 100 runs" in page
    assert "error_at_most) except with probability #s.accuracy.beta" in page


@pytest.mark.parametrize(("rows", "said"), [(1, "at most 1 row; it moves"), (3, "at most 3 rows; each moves")])
def test_the_rows_of_a_person_agree_with_their_number(rows, said):
    assert said in of_all_rows(rows, replaced=False)


def test_ready_made_scores_are_not_spoken_of_as_people_or_as_a_formula():
    scores = Column("points", Kind.INTEGER, bounds=(Fraction(0), Fraction(9)))
    names = Column("name", Kind.CATEGORY)
    asked = question(
        "name,points\na,1\nb,2\n",
        rule=Ready((names, scores), Fraction(1), Fraction(1)),
        candidates=Listed(("a", "b")),
        unit=PrivacyUnit(Relation.REPLACE_ONE),
    )
    described = describe(asked)
    assert described.claims.unprotected_quantities == ("the number of people behind the scores",)
    signs = {each.sign: each.value for each in described.words.symbols}
    assert signs["u(y)"].startswith("read from the table; 0 for a candidate without a row")


def test_where_a_person_may_have_no_row_that_is_protected_too():
    of_persons = PrivacyUnit(Relation.REPLACE_ONE, "who", 2)
    assert protected(of_persons).endswith("rows say is protected, and so is whether the person has any.")
    assert protected(replace(of_persons, person=None, rows=1, gaps=True)).endswith("so is whether the person has any.")
    for unit in (replace(of_persons, everyone=True), PrivacyUnit(Relation.REPLACE_ONE)):
        assert protected(unit).endswith("What the person's rows say is protected; how many people there are is not.")
    assert protected(PrivacyUnit(Relation.ADD_REMOVE)).endswith("in the table at all is protected too.")


@pytest.mark.parametrize(
    ("numbers", "told"),
    [(("155567.1", "317257.65"), ("155567.10", "317257.65")), (("-3", "0.05"), ("-3.00", "0.05")),
     (("40", "7"), ("40", "7")), (("1/3", "0.5"), ("1/3", "0.5")), (("2.5", ""), ("2.5", ""))],
    ids=["one digit less", "a whole number", "both whole", "no decimal", "no ±"],
)  # fmt: skip
def test_a_value_and_its_error_are_written_to_the_same_place(numbers, told):
    assert to_one_place(*numbers) == told
