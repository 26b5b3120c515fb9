"""The view Queries: rows beside a synthetic table's, the worst query, and a halfspace that mouse and keys move."""

from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from dpstudio.core.preview.halfspaces import STEP, pivot
from tests.gui.cutting import cut
from tests.gui.hearing import offences, told
from tests.gui.taking import copied, saved
from tests.gui.test_draws import law, opened
from tests.gui.test_exports import column, heard, true_of
from tests.gui.test_presenting import present, settle

ACROSS, UP = "rides a bicycle", "arrives on time"


def shown(studio, **synthesis):
    preview = opened(studio, "halfspaces", "law")
    if synthesis:
        plan = studio.window.session.document.plan
        studio.window.session.change(replace(plan, synthesis=replace(plan.synthesis, **synthesis)))
        studio.settle()
    studio.option(preview.views, "queries")
    studio.settle()
    studio.qtbot.waitUntil(lambda: bool(preview.queries.worst.text()))
    studio.qtbot.wait(100)
    return preview.queries


def commuters(studio) -> list[dict[str, int]]:
    """The sample's rows, as 0 and 1."""
    names, rows = studio.window.session.preview.everybody
    return [{name: int(cell == "yes") for name, cell in zip(names, row, strict=True)} for row in rows]


def invented(view, columns) -> list[dict[str, int]]:
    """The synthetic table's rows."""
    kinds = [{name: kind >> place & 1 for place, name in enumerate(columns)} for kind in range(2 ** len(columns))]
    return [row for row, many in zip(kinds, view._drawn, strict=True) for _ in range(many)]


def percent(rows, inside) -> str:
    return f"{100 * sum(map(inside, rows)) / len(rows):.1f} %"


def shares(studio, view, inside) -> tuple[str, str]:
    """How large the shares of both tables are, counted row by row."""
    columns = [each.name for each in law(studio).question.columns]
    return percent(commuters(studio), inside), percent(invented(view, columns), inside)


def at_pixel(plot, x, y):
    """Where a spot of the picture is, in the widget that the mouse presses."""
    return plot.mapFromScene(plot.getViewBox().mapViewToScene(QPointF(x, y)))


def drag(studio, plot, start, stop) -> None:
    """Press at a spot of the picture, lead the mouse to another one, and let go."""
    begin, end = at_pixel(plot, *start), at_pixel(plot, *stop)
    QTest.mousePress(plot.viewport(), Qt.MouseButton.LeftButton, pos=begin)
    QTest.mouseMove(plot.viewport(), (begin + end) / 2)
    QTest.mouseMove(plot.viewport(), end)
    QTest.mouseRelease(plot.viewport(), Qt.MouseButton.LeftButton, pos=end)
    studio.qtbot.wait(20)


def choose(studio, view, up, across) -> None:
    studio.choose(view.planes, f"“{up}” over “{across}”")
    studio.settle()


def points(plot) -> list[int]:
    return [len(plot.inside.data), len(plot.outside.data)]


def test_the_worst_query_is_named_with_both_shares_its_error_and_alpha(studio):
    view = shown(studio)
    weights = [(one, other) for one in (-1, 0, 1) for other in (-1, 0, 1)]
    both = [shares_of(studio, view, each) for each in weights]
    worst = max(abs(one - other) for one, other in both)
    said = view.worst.text()
    assert said.startswith("Worst query: ")
    assert f"{float(100 * worst):.1f} % apart; α = 50 %." in said
    assert any(
        f"{float(100 * a):.1f} % of the table, {float(100 * b):.1f} % of the synthetic one" in said for a, b in both
    )
    names = [view.table.model().index(line, 0).data() for line in range(view.table.model().rowCount())]
    assert len(names) == len(set(names)) == len({tuple(each) for each in map(rows_of, weights)})
    assert names[0] in said
    assert cut(view) == []
    assert offences(view) == []


def rows_of(weights) -> list[bool]:
    return [weights[0] * (k & 1) + weights[1] * (k >> 1 & 1) >= k >> 2 for k in range(8)]


def shares_of(studio, view, weights) -> tuple[Fraction, Fraction]:
    columns = [each.name for each in law(studio).question.columns]
    tables = commuters(studio), invented(view, columns)
    return tuple(
        Fraction(
            sum(weights[0] * row[columns[0]] + weights[1] * row[columns[1]] >= row[columns[2]] for row in rows),
            len(rows),
        )
        for rows in tables
    )


def test_a_point_is_drawn_for_each_row_near_its_spot_and_filled_where_it_is_counted(studio):
    view = shown(studio)
    choose(studio, view, "lives near", ACROSS)
    people, rows = commuters(studio), invented(view, [each.name for each in law(studio).question.columns])
    for plot, table in ((view.sample, people), (view.drawn, rows)):
        counted = sum(row[ACROSS] >= 0.5 for row in table)
        assert points(plot) == [counted, len(table) - counted]
        for item, yes in ((plot.inside, 1), (plot.outside, 0)):
            near = sorted((round(x), round(y)) for x, y in zip(*item.getData(), strict=True))
            assert near == sorted((row[ACROSS], row["lives near"]) for row in table if row[ACROSS] == yes)
    assert [each.text() for each in view.names] == [
        "The table: 160 rows",
        "Drawn here, not released: 24 rows",
    ]


def test_the_mouse_moves_and_turns_the_halfspace_and_both_shares_follow(studio):
    view = shown(studio)
    choose(studio, view, UP, ACROSS)
    drag(studio, view.sample, (0.5, 0.9), (1.3, 0.9))
    moved = view._halfspace
    assert float(moved.across * 0.8) == pytest.approx(float(moved.least) - 0.5, abs=0.2) or moved.across != 1
    check(studio, view)
    for plot in (view.drawn, view.sample):
        handle, before = next(zip(*plot.handles.getData(), strict=True)), view._halfspace
        x, y = pivot(view._plane, before)
        along, up = handle[0] - x, handle[1] - y
        drag(studio, plot, handle, (x - up, y + along))
        after = view._halfspace
        assert before.across * after.across + before.up * after.up == 0, "a quarter of a turn"
        check(studio, view)


def check(studio, view) -> None:
    """All that is shown of the halfspace is what counting rows gives."""
    half, plane = view._halfspace, view._plane
    across, up = (each.name.strip("“”") for each in (plane.across, plane.up))

    def inside(row):
        return half.across * row[across] + half.up * row[up] >= half.least

    one, other = shares(studio, view, inside)
    assert f": {one} of the table, {other} of the synthetic one, " in view.chosen.text()
    tables = commuters(studio), invented(view, [each.name for each in law(studio).question.columns])
    for plot, table in zip((view.sample, view.drawn), tables, strict=True):
        assert points(plot)[0] == sum(map(inside, table))
        for x, y in zip(*plot.border.getData(), strict=True):
            assert half.across * x + half.up * y == pytest.approx(float(half.least))
    assert view.sliders.least.number == half.least
    assert view.sliders.direction.direction == (half.across, half.up)


def test_keys_turn_and_move_it_by_round_numbers_that_are_read_aloud(studio):
    view = shown(studio)
    choose(studio, view, UP, ACROSS)
    least, direction = view.sliders.least, view.sliders.direction
    studio.focus(least)
    before = view._halfspace
    QTest.keyClick(least, Qt.Key.Key_Right)
    assert view._halfspace == before._replace(least=before.least + STEP)
    assert told(least).text(QAccessible.Text.Value) == str(float(view._halfspace.least))
    check(studio, view)
    studio.focus(direction)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Home):
        QTest.keyClick(direction, key)
        check(studio, view)
    assert told(direction).text(QAccessible.Text.Value).endswith("°")
    studio.qtbot.waitUntil(lambda: view.chosen.text() in heard(studio), timeout=5000)


def test_a_query_is_chosen_in_the_table_by_the_keyboard(studio):
    view = shown(studio)
    studio.focus(view.table)
    for line in (1, 2):
        QTest.keyClick(view.table, Qt.Key.Key_Down)
        query, both = view._found.by_error(view._drawn)[line]
        assert view._found.declared(view._plane.counts(view._halfspace)) == query
        assert view.table.model().index(line, 3).data() == f"{float(100 * both.error):.1f} %"
        assert "A query counts these very rows." in view.chosen.text()
    studio.click(view.worst_button)
    assert view._found.declared(view._plane.counts(view._halfspace)) == view._found.by_error(view._drawn)[0][0]


def test_each_draw_shows_another_table_and_its_worst_query_until_a_halfspace_is_chosen(studio):
    view = shown(studio)
    seen = set()
    for _ in range(6):
        studio.click(view.draw_button)
        studio.settle()
        seen.add(view._drawn)
        assert sum(view._drawn) == law(studio).question.synthesis.rows
        assert view._found.declared(view._plane.counts(view._halfspace)) == view._found.by_error(view._drawn)[0][0]
        assert sum(points(view.drawn)) == 24
    assert len(seen) > 1
    choose(studio, view, UP, ACROSS)
    studio.focus(view.sliders.least)
    QTest.keyClick(view.sliders.least, Qt.Key.Key_Left)
    chosen = view._halfspace
    studio.click(view.draw_button)
    studio.settle()
    assert view._halfspace == chosen
    check(studio, view)


@pytest.mark.parametrize(
    ("columns", "queries"), [(("lives near",), "columns"), (("lives near", ACROSS, UP), "pairs")]
)  # fmt: skip
def test_other_classes_of_queries_are_halfspaces_too(studio, columns, queries):
    view = shown(studio, columns=columns, queries=queries)
    names = {view.table.model().index(line, 0).data() for line in range(view.table.model().rowCount())}
    assert "“lives near” is yes" in names
    assert len(names) == {1: 1, 3: 6}[len(columns)]
    assert view.planes.isVisible() == (len(columns) > 1)
    if len(columns) == 1:
        one, other = shares(studio, view, lambda row: row["lives near"] >= 0.5)
        assert f"Here “lives near” ≥ 0.5: {one} of the table, {other} of the synthetic one" in view.chosen.text()
        drag(studio, view.drawn, (0.5, 0.0), (1.2, 0.0))
        assert view._halfspace.least == pytest.approx(1.2, abs=0.11)
        assert points(view.drawn)[0] == 0
        studio.focus(view.sliders.direction)
        QTest.keyClick(view.sliders.direction, Qt.Key.Key_Right)
        assert points(view.drawn)[1] == 0, "turned round, all rows lie in it"
    else:
        assert "“lives near” and “arrives on time” are yes" in names


def test_it_is_taken_along_with_exact_shares_and_as_a_picture(studio, tmp_path):
    view = shown(studio)
    lines = copied(studio)
    true_of(lines, "SAMPLE")
    found = view._found.by_error(view._drawn)
    assert lines[0][:4] == ["Query", "Share of the table", "Share of the synthetic table", "Error"]
    assert [Fraction(each) for each in column(lines, "Error")] == [both.error for _, both in found]
    assert view.worst.text() in column(lines, "About")[0]
    for kind in ("png", "svg"):
        assert saved(studio, tmp_path / f"queries.{kind}").stat().st_size > 2000


def test_before_an_audience_its_button_draws_another_table(studio):
    shown(studio)
    presented = present(studio)
    studio.option(presented.picture.views, "queries")
    settle(studio)
    view = presented.picture.queries
    assert not view.draw_button.isVisible()
    before = view._drawn
    for _ in range(20):
        QTest.mouseClick(presented.draw_button, Qt.MouseButton.LeftButton)
        settle(studio)
        if view._drawn != before:
            break
    assert view._drawn != before
    assert presented.picture.view == "queries"


def test_it_is_there_for_synthetic_tables_alone_and_nothing_of_it_is_kept(studio):
    view = shown(studio)
    preview = studio.window.preview
    opened(studio, "colour", "law")
    assert not preview.views.buttons["queries"].isVisible()
    preview.show_problem("nothing")
    assert view._found is None
    assert view.sample.inside.getData()[0].size == view.drawn.inside.getData()[0].size == 0


def test_every_point_lies_on_the_side_of_the_border_on_which_its_row_counts(studio):
    """Rows of one type stand around one spot, and the border of a query often runs right through it."""
    view = shown(studio)
    across, up, least = view._halfspace
    seen = 0
    for plot in (view.sample, view.drawn):
        for item, inside in ((plot.inside, True), (plot.outside, False)):
            sides = [(across * x + up * y >= float(least)) for x, y in zip(*item.getData(), strict=True)]
            assert set(sides) <= {inside}
            seen += len(sides)
    assert seen > 100


def test_keys_turn_a_halfspace_once_around_and_on_from_either_end(studio):
    view = shown(studio)
    choose(studio, view, UP, ACROSS)
    slider = view.sliders.direction
    studio.focus(slider)
    QTest.keyClick(slider, Qt.Key.Key_Home)
    angles, before = [], slider.number
    for _ in range(slider.maximum() + 1):
        angles.append(int(slider.number))
        check(studio, view)
        QTest.keyClick(slider, Qt.Key.Key_Right)
    assert before == angles[0] == 0
    assert angles == sorted(angles)
    assert angles[-1] == 360
    assert 180 in angles
    assert slider.number == angles[1], "at 360° the next is the one after 0°"
    QTest.keyClick(slider, Qt.Key.Key_Left)
    QTest.keyClick(slider, Qt.Key.Key_Left)
    assert slider.number == angles[-2]
    check(studio, view)
    half = view._halfspace
    QTest.keyClick(slider, Qt.Key.Key_End)
    assert (view._halfspace.across, view._halfspace.up) == (1, 0) != (half.across, half.up)
    assert told(slider).text(QAccessible.Text.Value) == "360°"


def test_the_list_of_columns_takes_the_width_that_there_is_and_names_both_columns(studio):
    view = shown(studio)
    choose(studio, view, UP, ACROSS)
    assert view.planes.geometry().right() == view.controls.rect().right()
    assert view.planes.drawn() == view.planes.currentText() == f"“{UP}” over “{ACROSS}”"


def test_what_was_released_on_the_sample_stands_there_and_what_is_drawn_beside_it_is_called_so(studio):
    view = shown(studio)
    assert view.names[1].text().startswith("Drawn here, not released")
    assert not view.released_button.isVisible()
    studio.tab("release")
    studio.window.session.make_release()
    studio.settle()
    table = studio.window.session.release.receipt.table
    rows = sorted(tuple(row) for row in table["rows"])
    drawn = sorted(tuple(row.values()) for row in invented(view, table["columns"]))
    assert drawn == rows
    assert view.names[1].text() == f"Released: {len(rows)} rows"
    studio.tab("privacy")
    studio.click(view.draw_button)
    studio.settle()
    if sorted(tuple(row.values()) for row in invented(view, table["columns"])) != rows:
        assert view.names[1].text().startswith("Drawn here, not released")
        studio.click(view.released_button)
    assert view.names[1].text().startswith("Released")
    assert not view.released_button.isVisible()
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "2")
    studio.settle()
    studio.qtbot.waitUntil(lambda: view.names[1].text().startswith("Drawn here, not released"))
