"""The language of score rules: what it reads, how it prints, and where it points when something is wrong."""

import random
import re
from fractions import Fraction

import pytest

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.scores.forms import form_of, tree_of, tree_of_form
from dpstudio.core.scores.language.binding import bind, checked_matches
from dpstudio.core.scores.language.mistakes import RuleError, RuleRefusal
from dpstudio.core.scores.language.parser import MOST_CHARACTERS, parse
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.language.tree import Operation
from dpstudio.core.scores.operators.contract import RowNumber
from dpstudio.core.scores.operators.registry import FUNCTIONS
from dpstudio.core.scores.rules import Agreement, Median, Nearness, Quantile, Revenue, Votes, VoteStyle
from dpstudio.core.tables.schema import Column, Kind
from tests.rule_trees import COLUMNS, POINTS, C, W, X, Z, dated, rule, rule_of_ratios, worded

SAME = [
    ("count(w=candidate)", "count(w = candidate)"),
    ("  count ( [w] = candidate )\n", "count(w = candidate)"),
    ("candidate.p × count(x ≥ candidate.p)", "candidate.p * count(x >= candidate.p)"),
    ("−abs(sum(x − candidate.p))", "-abs(sum(x - candidate.p))"),
    ("count(x <> 1)", "count(x != 1)"),
    ("sum(x where f and w == candidate)", "sum(x where f and w = candidate)"),
    ("count(x between 0 and 1 and f)", "count(x >= 0 and x <= 1 and f)"),
    ("count(f where x > 1)", "count(f and x > 1)"),
    ("sum(distance(x, [z z], candidate.p, candidate.q))", "sum(abs(x - candidate.p) + abs([z z] - candidate.q))"),
    ("median(x, candidate)", "-abs(count(x < candidate) - count(x > candidate))"),
    ("quantile(x, candidate, 0.9)", "-abs(0.1 * count(x < candidate) - 0.9 * count(x > candidate))"),
    ("quantile(x, candidate, 1/3)", "-abs(2/3 * count(x < candidate) - 1/3 * count(x > candidate))"),
    ("distance_of_sums(x, candidate.p)", "-abs(sum(x - candidate.p))"),
    ("sum(days(born, died))", "sum(died - born)"),
    ('count([a ]] "b"] = "say ""hi""")', 'count([a ]] "b"] = "say ""hi""")'),
    ("count([a.b] = candidate.[c`d])", "count([a.b] = candidate.[c`d])"),
    ('count([שם‏] = "🦊")', 'count([שם‏] = "🦊")'),
    ("count(größe >= 1)", "count(größe >= 1)"),
    ("count(not (f or x > 1))", "count(not (f or x > 1))"),
    ("2 - (3 - sum(x))", "2 - (3 - sum(x))"),
    ("(2 - 3) - sum(x)", "2 - 3 - sum(x)"),
    ("sum(x) / (1/3)", "sum(x) / (1/3)"),
]


@pytest.mark.parametrize(("typed", "printed"), SAME)
def test_a_rule_is_read_and_printed(typed, printed):
    tree = parse(typed)
    assert text_of(tree) == printed
    assert parse(printed) == tree


def test_random_rules_survive_printing():
    pick = random.Random(3)
    for _ in range(300):
        tree = parse(rule(pick, pick.choice([0, 1, 2, 3]), persons=True))
        assert parse(text_of(tree)) == tree


# a wrong text, the character where it goes wrong, and a word of the explanation
WRONG = [
    ("", 0, "blank"),
    ("count(w = candidate", 19, "not closed"),
    ("count(w = )", 10, "does not fit"),
    ("count(w = candidate))", 20, "does not fit"),
    ("1 +", 3, "too early"),
    ("9^9^9", 1, "powers"),
    ("sum(x ** 2)", 7, "powers"),
    ('count(w = "a)', 10, "closing quote"),
    ("count([w = candidate)", 6, "closing bracket"),
    ("count(w = 'a')", 10, "double quotes"),
    ("sum(x * 0,5)", 0, "is written sum"),
    ("count(f AND x > 1)", 8, "lower case"),
    ("__import__(1)", 0, "no function"),
    ("sum(x) + eval(1)", 9, "no function"),
    ("count(x.__class__ = 1)", 7, "does not fit"),
    ("clip(sum(x), 1)", 0, "is written clip"),
    ("1" * 41 + " * count(f)", 0, "40 digits"),
    ("abs(sum(x) where f)", 0, "where"),
    ("quantile(x, candidate, 2)", 23, "between 0 and 1"),
]


@pytest.mark.parametrize(("text", "at", "word"), WRONG, ids=[text[:20] for text, _, _ in WRONG])
def test_a_mistake_is_told_at_its_character(text, at, word):
    with pytest.raises(RuleError, match=word) as caught:
        parse(text)
    assert caught.value.at == at


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000 + "1" + ")" * 10_000,
        "-" * 3_000 + "count(f)",
        "count(" + "not " * 900 + "f)",
        "+".join(["sum(x)"] * 500),
        "abs(" * 500 + "1" + ")" * 500,
        "x" * 100_000,
        "9^" * 50_000,
        "(" * 100_000,
        '"' * 99_999,
        "if(f,1," * 400 + "0" + ")" * 400,
    ],
    ids=["brackets", "signs", "nots", "long sum", "calls", "letters", "powers", "open", "quotes", "choices"],
)
def test_hostile_texts_are_refused_and_not_worked_on(text):
    with pytest.raises(RuleError):
        parse(text)


@pytest.mark.parametrize("end", range(1, 90))
def test_every_beginning_of_a_rule_is_a_rule_or_a_mistake(end):
    """A rule is checked while it is typed: no half of one may break anything."""
    whole = 'min(2 * sum(clip(x, 0, 1) where w in ("a", "b")), candidate.p - quantile(x, candidate.q, 0.9))'
    found = _mistake(whole[:end])
    assert found is None or 0 <= found.at <= end


def _mistake(text):
    """What is wrong with a text, or None."""
    try:
        bind(parse(text), COLUMNS, POINTS)
    except StudioError as error:
        return error
    return None


SENSELESS = [
    ("x", 0, "value of one row"),
    ("candidate.p", 0, "reads no column"),
    ("count(f) + x", 11, "value of one row"),
    ("count(x)", 6, "a condition is needed"),
    ("sum(f)", 4, "a number is needed"),
    ("sum(w)", 4, "a number is needed"),
    ("count(w > 1)", 6, "a text has no order"),
    ("count(nothing = candidate)", 6, "no column"),
    ("count(x = candidate.nothing)", 10, "no attribute"),
    ("count(likes = candidate)", 6, "several choices"),
    ("count(w has candidate)", 6, "several choices"),
    ("count(count(f) > 1)", 6, "A comparison works on one row"),
    ("sum(sum(x))", 0, "inside another"),
    ("count(candidate.p > 1)", 0, "reads no column"),
    ("sum(x) / 0", 9, "Division by 0"),
    ("sum(x / candidate.p)", 8, "candidate to candidate"),
    ("if(f, sum(x), 1)", 0, "works on one row"),
    ("clip(sum(x), 2, 1)", 13, "above the greatest"),
    ('count(x = "tea")', 10, "cannot be read"),
    ('count(x >= "tea")', 11, "a number is needed"),
]


@pytest.mark.parametrize(("text", "at", "word"), SENSELESS, ids=[text for text, _, _ in SENSELESS])
def test_a_rule_without_sense_is_told_at_its_character(text, at, word):
    with pytest.raises(RuleError, match=word) as caught:
        bind(parse(text), COLUMNS, POINTS)
    assert caught.value.at == at


UNSAFE = [
    "1 / abs(sum(x - candidate.p))", "count(w = candidate) / count(f)", "count(w = candidate) * count(f)",
    "sum(clip(x, 0, candidate.p))", "sum(x where w = candidate) / max(10, count(f))", "sum(x / far)",
]  # fmt: skip


@pytest.mark.parametrize("text", UNSAFE)
def test_an_unprotectable_rule_is_refused_with_what_to_write(text):
    with pytest.raises(RuleRefusal) as caught:
        bind(parse(text), COLUMNS, POINTS)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sum(x where w = candidate) / max(10, count(f))", "very rows that are counted below"),
        ("sum(x where w = candidate) / max(0.5, count(w = candidate))", "whole number as its floor"),
        ("sum(x where w = candidate) / count(w = candidate)", "by half of its range or more"),
        ("sum(x) / count(w = candidate)", "very rows that are counted below"),
        ("count(w = candidate) / count(f)", "very rows that are counted below"),
        ("1 / (3 + abs(sum(x - candidate.p)))", "one person can move the score"),
        ("sum(x / far)", "one row can move the score"),
        ("mean(x)", "all the way"),
    ],
)
def test_a_quotient_is_refused_for_what_one_person_really_does_to_it(text, said):
    with pytest.raises(RuleRefusal, match=said) as caught:
        bind(parse(text), COLUMNS, POINTS)
    assert not re.search("without limit|empty table|little", str(caught.value))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("count(w != likes)", "likes holds several choices"),
        ("count(w = x)", "w is a text and x is a number"),
        ("count(w >= candidate)", "a text has no order"),
        ("count(f = x)", "f is a condition and x is a number"),
    ],
)
def test_cells_that_cannot_be_compared_are_told_so(text, said):
    with pytest.raises(RuleError) as caught:
        bind(parse(text), COLUMNS, POINTS)
    assert said in str(caught.value).lower().replace("“", "").replace("”", "")


@pytest.mark.parametrize(
    "text", ["count(likes has candidate)", 'sum(x where likes has "a" and not likes has candidate.t)']
)
def test_a_rule_about_several_choices_is_written_as_it_was_typed(text):
    bound = bind(parse(text), COLUMNS, POINTS)
    assert text_of(bound) == text
    assert bind(parse(text_of(bound)), COLUMNS, POINTS) == bound


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("mean(x)", "divides by the number of rows"),
        ("count(w = candidate) / best_score()", "best score"),
        ("sum(clip(x, min(x), max(x)))", "read off the data"),
    ],
)
def test_words_that_no_rule_can_have_explain_why(text, word):
    with pytest.raises(RuleRefusal, match=word):
        parse(text)


def test_dates_are_compared_as_days():
    columns = {"born": Column("born", Kind.DATE)}
    tree = bind(parse('count(born >= "2000-01-01" and born < candidate)'), columns, Listed(("2001-01-01",)))
    assert "730120" in text_of(tree)
    with pytest.raises(RuleError, match="not a date"):
        bind(parse('count(born >= "yesterday")'), columns, POINTS)


def test_candidates_that_mean_nothing_in_a_column_are_named():
    tree = bind(parse("count(x = candidate)"), COLUMNS, POINTS)
    with pytest.raises(InputError, match="“a” cannot be read"):
        checked_matches(tree, COLUMNS, POINTS)
    both = Listed(("a;b", "c"))
    with pytest.raises(InputError, match="separator"):
        checked_matches(bind(parse("count(likes has candidate)"), COLUMNS, both), COLUMNS, both)
    with pytest.raises(InputError, match="not a number"):
        bind(parse("count(x >= candidate)"), COLUMNS, POINTS)


FLAG = Column("a", Kind.YES_NO)
FORMS = {
    "votes": Votes((W,), VoteStyle.ONE_COLUMN),
    "approval": Votes((C,), VoteStyle.CHOICES),
    "flags": Votes((FLAG,), VoteStyle.COLUMN_EACH),
    "revenue": Revenue(X, "p"),
    "median": Median(X),
    "quantile": Quantile(X, Fraction(2, 3), "q"),
    "nearness": Nearness((X, Z), ("p", "q")),
    "nearness_of_sums": Nearness((X, Z), ("p", ""), of_sums=True),
    "agreement": Agreement((W, X), ("t", "p")),
}


@pytest.mark.parametrize("name", list(FORMS))
def test_a_form_and_its_text_write_the_same_rule(name):
    made = FORMS[name]
    text = text_of(tree_of(made))
    form = form_of(parse(text))
    assert form.kind == ("votes" if isinstance(made, Votes) else name)
    assert form.style == (made.style if isinstance(made, Votes) else "")
    assert tree_of_form(form) == parse(text)
    if name != "flags":
        assert form.columns == tuple(column.name for column in made.columns)
    if isinstance(made, Nearness | Agreement):
        assert form.attributes == made.attributes
    if isinstance(made, Quantile):
        assert (form.share, form.attributes) == (made.alpha, ("q",))


@pytest.mark.parametrize(
    "text", ["count(w != candidate)", "2 * count(w = candidate)", "sum(x)", "count(w = candidate) - count(f)"]
)
def test_what_no_form_writes_stays_a_formula(text):
    assert form_of(parse(text)) is None


def test_there_is_room_for_every_sensible_rule():
    text = " + ".join(["count(x >= 1)"] * 40)
    assert len(text) < MOST_CHARACTERS
    bind(parse(text), COLUMNS, Grid(Fraction(0), Fraction(1), 3))


class _Sign(RowNumber):
    """-1, 0 or 1: a function as somebody may add it, who has thought of rows alone."""

    def exact(self, node, rows):
        raise NotImplementedError

    def interval(self, node, known):
        raise NotImplementedError


@pytest.mark.parametrize("text", ["count(f)", "sum(x) - 2", "2 * count(w = candidate)"])
def test_a_function_of_one_row_refuses_a_score_in_words(text):
    with pytest.raises(RuleError, match=r"sign\( \) works on one row\. Put it inside sum\( \)"):
        bind(Operation(_Sign("sign"), (parse(text),)), COLUMNS, POINTS)


def test_random_rules_have_every_function_and_a_plain_reader_works_it_out():
    """But for `days`, which is written as a difference, and `own_column`, whose candidates are columns."""
    pick, called = random.Random(1), set()
    for _ in range(400):
        text = rule(pick, 2, persons=True)
        for each in (text, worded(pick, True), rule_of_ratios(pick), dated(text, pick)):
            called |= set(re.findall(r"([a-z_]+)\(", each))
    assert set(FUNCTIONS) - called == {"days", "own_column"}
