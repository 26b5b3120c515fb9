"""Nothing is read as yes or no under words that nobody is shown: they are said, and stand at a column of their own."""

from dataclasses import replace

import pytest

from dpstudio.core.plan import CandidatesPlan, ColumnPlan, PrivacyPlan, RulePlan, SynthesisPlan
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.schema import Kind
from dpstudio.workspace.resolving.columns import undeclared, use_of
from dpstudio.workspace.resolving.resolve import resolve
from dpstudio.workspace.resolving.yes_and_no import words_read
from tests.workspace.test_resolve_kinds import ADD, FACTS, MEASURE, SURVEY, SYNTH, TABLE, condition

VOTES = replace(
    MEASURE, privacy_unit=ADD, kind="choose", figures=(), candidates=CandidatesPlan("list", text="t\nu"),
    rule=RulePlan("votes", "column_each"), privacy=PrivacyPlan(cap="3"),
)  # fmt: skip
OWN = replace(VOTES, rule=RulePlan("formula", formula="2 * count(own_column())"))
THREE = replace(SYNTH, synthesis=replace(SYNTH.synthesis, columns=("s", "t", "u")))
WAYS = {"synthetic table": SYNTH, "votes": VOTES, "a condition": MEASURE, "each person": SURVEY, "a formula": OWN}


@pytest.mark.parametrize("plan", WAYS.values(), ids=WAYS)
def test_whatever_is_read_as_yes_or_no_is_said_and_can_be_changed_on_the_tables_tab(plan):
    found = resolve(plan, FACTS, None)
    assert found.missing == (), [item.sentence for item in found.missing]
    told = " ".join(words_read(found))
    read = [column for column in found.question.columns if column.kind == "yes_no"]
    declared = {column.name for column in (*TABLE.columns, *undeclared(found))}
    assert read
    for column in read:
        assert f"“{column.name}”" in told
        assert all(f"“{word}”" in told for word in (*column.true_words, *column.false_words))
        assert column.name in declared


@pytest.mark.parametrize("plan", [SYNTH, VOTES], ids=["synthetic table", "votes"])
def test_words_that_stand_in_a_project_are_read_also_where_no_type_was_chosen(plan):
    columns = (*TABLE.columns, ColumnPlan("t", true_words="ja", false_words="nein"))
    found = resolve(replace(plan, tables=(replace(TABLE, columns=columns),)), FACTS, None)
    (column,) = (column for column in found.question.columns if column.name == "t")
    assert [reader(column)(cell) for cell in ("ja", "nein", "yes")] == [1, 0, None]
    assert "where it is “ja”, and as no where it is “nein”" in " ".join(words_read(found))


@pytest.mark.parametrize("blank", ["", "yes", "no"])
@pytest.mark.parametrize("plan", [SYNTH, VOTES, MEASURE], ids=["synthetic table", "votes", "a condition"])
def test_what_any_other_cell_counts_as_is_said(plan, blank):
    columns = tuple(ColumnPlan(name, "yes_no", blank=blank) for name in "stu")
    found = resolve(replace(plan, tables=(replace(TABLE, columns=columns),)), FACTS, None)
    undecided = "as no" if plan is SYNTH else "neither as yes nor as no"
    other = f"as {blank}" if blank else undecided
    assert [each.endswith(f"Any other cell, also a blank one, counts {other}.") for each in words_read(found)] == [True]


def test_the_words_are_said_as_soon_as_the_columns_are_chosen():
    begun = replace(SYNTH, synthesis=SynthesisPlan(("s", "t")), privacy=PrivacyPlan())
    assert "“t”" in " ".join(words_read(resolve(begun, FACTS, None)))


def test_of_a_hundred_columns_some_are_named_and_the_others_are_counted():
    names = [f"n{place}" for place in range(100)]
    facts = {"h": replace(FACTS["h"], names=tuple(names))}
    (said,) = words_read(resolve(replace(VOTES, candidates=CandidatesPlan("list", text="\n".join(names))), facts, None))
    assert said.startswith("In “n0”, “n1”, “n2”, “n3”, “n4”, “n5” and 94 more columns a cell is read as yes")


def test_a_condition_that_no_word_answers_says_where_the_words_stand():
    found = resolve(condition("s", "is", "ja"), FACTS, None)
    (item,) = found.missing
    assert item.sentence == (
        "“ja” is not a word for yes or no in “s”. Type one of yes, true, 1, y, no, false, 0, n, or add it to the words"
        " of that column, on the Tables tab."
    )


@pytest.mark.parametrize("plan", [VOTES, OWN, THREE], ids=["votes", "a formula", "synthetic table"])
def test_a_mistake_in_the_words_of_one_column_takes_no_other_off_the_tables_tab(plan):
    right, wrong = undeclared(resolve(plan, FACTS, None)), ColumnPlan("t", "yes_no", true_words="x", false_words="x")
    kept = tuple(column for column in TABLE.columns if column.name != "t")
    found = resolve(replace(plan, tables=(replace(TABLE, columns=(*kept, wrong)),)), FACTS, None)
    assert found.question is None
    assert {each.name for each in undeclared(found)} == {each.name for each in right} - {"t"}
    assert {each.name for each in right} > {"t"}
    assert use_of(found, "u").untyped is Kind.YES_NO


SAME = (("ja", "JA"), ("straße", "strasse, nein"), ("é", "e\u0301"), ("x, ja", "nein,\u3000Ja "))


@pytest.mark.parametrize("match_case", [True, False])
@pytest.mark.parametrize(("yes", "no"), SAME, ids=range(len(SAME)))
@pytest.mark.parametrize("plan", WAYS.values(), ids=WAYS)
def test_a_word_that_means_yes_however_it_is_written_cannot_mean_no(plan, yes, no, match_case):
    (item,) = declared(plan, true_words=yes, false_words=no, match_case=match_case).missing
    assert (item.tab, item.field) == ("tables", "column:t:false_words")
    assert "means both yes and no" in item.sentence


@pytest.mark.parametrize("words", ["", " ", ",", " , ,", "\u3000", ",\u3000,\t"])
@pytest.mark.parametrize("plan", WAYS.values(), ids=WAYS)
def test_without_a_word_for_yes_one_is_asked_for(plan, words):
    (item,) = declared(plan, true_words=words).missing
    assert (item.tab, item.field) == ("tables", "column:t:true_words")
    assert item.sentence.endswith("Type a word for yes.")


def declared(plan, **words):
    column = ColumnPlan("t", "yes_no", **words)
    others = [each for each in TABLE.columns if each.name != "t"]
    return resolve(replace(plan, tables=(replace(TABLE, columns=(*others, column)),)), FACTS, None)


@pytest.mark.parametrize("cell", ["JA", " jA ", "\u3000ja", "Ja\n"])
def test_every_cell_that_is_read_as_yes_is_one_of_the_words_but_for_what_is_said_not_to_matter(cell):
    found = declared(VOTES, true_words="Ja", false_words="")
    assert (
        "In “t” a cell is read as yes where it is “Ja”; capitals, and blanks around a word, do not matter. Any other"
        " cell, also a blank one, counts neither as yes nor as no."
    ) in words_read(found)
    (column,) = (column for column in found.question.columns if column.name == "t")
    assert [reader(column)(each) for each in (cell, "", "nein")] == [1, None, None]


def test_what_a_blank_counts_as_is_the_same_on_every_tab():
    """As on the receipt: "no" of a synthetic table, else "nothing"."""
    assert {name: use_of(resolve(plan, FACTS, None), "t").unread for name, plan in WAYS.items()} == {
        name: "no" if plan is SYNTH else "nothing" for name, plan in WAYS.items()
    }
