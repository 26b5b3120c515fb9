"""On a sample the drawn candidate is lit in the picture, and of no other table, and of no other question."""

import pytest

from dpstudio.core.tables.schema import Role


def lit(studio) -> str:
    """What the mark of the law is around, in the order drawn."""
    view = studio.window.preview.law
    place = view.bars._at
    return "" if place is None else view._lines.shown.label(view._lines.at(place))


@pytest.mark.parametrize("demonstration", ["colour", "corona", "median"])
def test_the_drawn_candidate_is_lit_until_something_else_is_asked(studio, demonstration):
    studio.demonstration(demonstration)
    assert studio.plan.data_table.role == Role.SAMPLE
    assert lit(studio) == ""
    studio.release()
    drawn = studio.window.session.release.lines[0]["value"]
    view = studio.window.preview.law
    bins = view._lines.shown.bins
    assert lit(studio) == drawn if bins is None else bins.holds(view._lines.at(view.bars._at), drawn)
    assert studio.window.preview.scene.tabled._lit == view.lit is not None
    studio.tab("privacy")
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.7")
    studio.settle()
    assert lit(studio) == ""


@pytest.mark.parametrize("demonstration", ["colour", "city"])
def test_the_table_highlights_what_was_drawn_and_not_the_likeliest(studio, demonstration):
    studio.demonstration(demonstration)
    studio.tab("privacy")
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.001")  # all are nearly alike
    studio.settle()
    view, session, seen = studio.window.preview.law, studio.window.session, set()
    table = view.tabled.table
    assert not table.selectedIndexes(), "nobody has chosen or drawn anything"
    for _ in range(80):
        studio.tab("release")
        studio.release()
        studio.option(studio.window.preview.views, "table")
        studio.settle()
        drawn = session.release.lines[0]["value"]
        (highlighted,) = {each.row() for each in table.selectedIndexes()}
        assert view._lines.shown.label(view._lines.at(highlighted)) == drawn
        seen.add(highlighted)
        if len(seen) > 1:
            break
    assert len(seen) > 1, "one candidate was drawn 80 times"
    studio.tab("privacy")
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.002")
    studio.settle()
    assert not table.selectedIndexes(), "of this question nothing was drawn"
    studio.focus(table)
    assert len({each.row() for each in table.selectedIndexes()}) == 1, "the keyboard is seen"


def test_nothing_is_lit_in_the_picture_of_an_invented_table(counted):
    assert counted.window.session.release is not None
    counted.tab("privacy")
    assert lit(counted) == ""
