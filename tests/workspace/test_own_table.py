"""A demonstration's question is asked of a table of one's own: what was true of the sample alone is asked anew."""

import pytest

from dpstudio.core.plan import UnitPlan
from dpstudio.core.tables.schema import Source
from dpstudio.workspace.project.demonstrations import demonstrations, open_untitled
from dpstudio.workspace.project.own_table import with_own_table

OWN = Source("text", "/somewhere/mine.csv", delimiter=";")


@pytest.mark.parametrize("key", [each.key for each in demonstrations()])
def test_the_question_stays_and_nothing_is_said_of_the_table_yet(key, tmp_path):
    before = open_untitled(key, tmp_path)
    after = with_own_table(before, "mine.csv", OWN)
    assert (after.kind, after.candidates.kind, after.rule) == (before.kind, before.candidates.kind, before.rule)
    assert [each.conditions for each in after.figures] == [each.conditions for each in before.figures]
    assert (after.privacy.epsilon, after.privacy.mechanism) == (before.privacy.epsilon, before.privacy.mechanism)
    assert (after.privacy.cap, after.privacy.delta_cap) == ("", ""), "a limit becomes permanent: it is asked for"
    (own,) = [each for each in after.tables if each.label == "mine.csv"]
    assert len(after.tables) == len(before.tables)
    assert (own.path, own.delimiter, own.role, own.header) == ("/somewhere/mine.csv", ";", "", "")
    assert own.handle not in {each.handle for each in before.tables}
    assert after.data_table is None, "unanswered is private: nothing is read"
    assert [each.name for each in own.columns] == [each.name for each in before.data_table.columns]
    assert all((each.decimal_mark, each.separator, each.date_order) == ("", "", "") for each in own.columns)
    assert after.privacy_unit == UnitPlan(), "who is protected becomes permanent, too"
    assert not any((after.people, after.survey.people, after.synthesis.people, *(f.people for f in after.figures)))


@pytest.mark.parametrize("key", [each.key for each in demonstrations()])
def test_nothing_of_the_demonstrations_story_is_left(key, tmp_path):
    before = open_untitled(key, tmp_path)
    after = with_own_table(before, "mine.csv", OWN)
    left = {after.name, *(each.name for each in after.figures), *after.candidates.text.split("\n")}
    assert before.name
    assert left == {""}
    chosen = after.candidates
    assert not any((chosen.text, chosen.weights, chosen.start, chosen.stop, chosen.table, after.survey.answers))
    (own,) = [each for each in after.tables if each.label == "mine.csv"]
    assert not any(each.unit or each.lower or each.upper for each in own.columns), "they were the invented table's"
