"""The picture has views; in one of them one draws again and again, and what is shown is what was counted."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from dpstudio.core.plan import CandidatesPlan, ColumnPlan, PrivacyPlan, RulePlan, UnitPlan
from dpstudio.core.preview.distribution import Badge
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.plots.counted import Counted, counted_lines
from dpstudio.gui.widgets.percent import percent
from dpstudio.gui.widgets.whole import WholeLabel
from tests.apart import apart, apart_by_chance
from tests.conftest import Seeded
from tests.gui.hearing import told

EVERY = ["colour", "apples", "city", "ages", "smokers", "survey", "halfspaces", "median", "debts"]


def opened(studio, demonstration, view="draws", mechanism=""):
    studio.window.projects.open_demonstration(demonstration)
    studio.settle()
    studio.tab("privacy")
    if mechanism:
        studio.pick(studio.window.privacy.fields["privacy.mechanism"], mechanism)
        studio.settle()
    studio.picture()
    studio.qtbot.wait(50)
    studio.option(studio.window.preview.views, view)
    studio.settle()
    studio.qtbot.wait(50)
    return studio.window.preview


def law(studio):
    return studio.window.session.preview.shown[studio.window.preview.part]


def step(studio, draws):
    studio.click(draws.buttons.step)
    studio.settle()


def test_the_views_are_chosen_by_the_arrow_keys_and_named(studio):
    preview = opened(studio, "colour", "law")
    buttons = preview.views.buttons
    names = [
        "Scene",
        "Law",
        "Draws",
        "Figures",
        "Neighbours",
        "ε",
        "Scale b",
        "Loss",
        "Queries",
        "Usefulness",
        "You",
        "Table",
    ]
    assert [each.text() for each in buttons.values()] == names
    assert told(preview.views).text(QAccessible.Text.Name) == "View of the picture"
    assert told(buttons["draws"]).text(QAccessible.Text.Description).startswith("Draw again")
    studio.focus(buttons["law"])
    QTest.keyClick(buttons["law"], Qt.Key.Key_Right)
    studio.qtbot.waitUntil(preview.draws.isVisible)
    QTest.keyClick(buttons["draws"], Qt.Key.Key_Right)
    studio.qtbot.waitUntil(preview.neighbours.isVisible)
    QTest.keyClick(buttons["neighbours"], Qt.Key.Key_Right)
    studio.qtbot.waitUntil(preview.epsilon.isVisible)
    QTest.keyClick(buttons["epsilon"], Qt.Key.Key_Right)
    studio.qtbot.waitUntil(preview.loss.isVisible)
    QTest.keyClick(buttons["loss"], Qt.Key.Key_Right)
    studio.qtbot.waitUntil(preview.you.isVisible)
    QTest.keyClick(buttons["you"], Qt.Key.Key_Right)
    studio.qtbot.waitUntil(preview.law.table.isVisible)
    assert not preview.draws.isVisible()


def test_the_view_stays_while_epsilon_changes_and_what_was_drawn_of_another_law_is_forgotten(studio):
    preview = opened(studio, "colour", mechanism="exponential")
    step(studio, preview.draws)
    assert preview.draws.counted.draws == 1
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "2")
    studio.settle()
    assert preview.draws.isVisible()
    assert preview.draws.counted.draws == 0
    assert preview.draws.plot.chances == pytest.approx(100 * np.sort(law(studio).chances)[::-1])


@pytest.mark.parametrize("name", EVERY)
def test_draws_follow_the_law_that_is_shown(studio, name):
    opened(studio, name, "law")
    shown = law(studio)
    places, times = shown.draws.tally(Seeded(name), 30_000)
    shares = np.zeros(shown.chances.size)
    shares[places] = times / 30_000
    assert apart(shares, shown.chances) < 1.4 * apart_by_chance(shown.chances, 30_000) + 0.003
    another = np.roll(shown.chances, shown.chances.size // 2)
    assert apart(shares, another) > 1.5 * apart(shares, shown.chances), "it would have been noticed"


def test_a_draw_is_the_one_that_a_release_would_make_of_the_same_random_words(studio):
    opened(studio, "colour", "law", "permute_and_flip")
    shown = law(studio)
    for seed in "abcdefgh":
        (place,), _ = shown.draws.tally(Seeded(seed), 1)
        released = shown.question.draw(shown.scores, Seeded(seed))
        assert released["winners"] == [shown.label(int(place))]


def test_one_draw_lights_up_its_candidate(studio):
    preview = opened(studio, "colour", mechanism="exponential")
    draws = preview.draws
    step(studio, draws)
    (place,) = np.flatnonzero(draws.counted.times)
    name = law(studio).label(int(place))
    assert draws.last.text() == f"Drawn: {name}"
    order = (-law(studio).chances).argsort(kind="stable")
    assert order[draws.plot.lit] == place
    picture = draws.plot.grab().toImage()
    colours = {picture.pixelColor(picture.width() - 12, y).name() for y in range(picture.height())}
    assert THEME.palette.good in colours, "its row is framed"
    studio.click(draws.buttons.again)
    assert draws.plot.lit is None
    assert not draws.plot.shares.any()


@pytest.mark.parametrize("name", ["colour", "apples", "survey", "halfspaces"])
def test_what_is_drawn_is_what_was_counted(studio, name):
    draws = opened(studio, name).draws
    for many in (100, 10_000):
        studio.click(draws.buttons.many[many])
        studio.settle()
    counted, shown = draws.counted, law(studio)
    assert counted.draws == 10_100
    assert counted.times.sum() + counted.beyond == 10_100
    order = draws._lines.order
    times = counted.times if order is None else counted.times[order]
    chances = shown.chances if order is None else shown.chances[order]
    assert draws.plot.shares == pytest.approx(100 * times / 10_100)
    assert draws.plot.chances == pytest.approx(100 * chances)
    if draws.plot._few:
        assert draws.plot._bars.opts["width"] == pytest.approx(100 * times / 10_100)
        assert draws.plot._outline.opts["width"] == pytest.approx(100 * chances)
    else:
        edges, heights = draws.plot._line_of_law.getData()
        assert heights == pytest.approx(100 * np.add.reduceat(chances, edges[:-1].astype(int)))
        bars = draws.plot._curve.opts["height"]
        assert bars == pytest.approx(100 * np.add.reduceat(times, edges[:-1].astype(int)) / 10_100)
        assert set(np.diff(edges)[:-1]) == {edges[1] - edges[0]}, "every bar holds as many as the others"
    assert draws.counts.text().startswith("10,100 draws: ")
    assert f"{100 * apart(counted.times / 10_100, shown.chances):.2g} %" in draws.counts.text()
    model = draws.table.model()
    columns = [model.headerData(place, Qt.Orientation.Horizontal) for place in range(model.columnCount())]
    line = int(times.argmax())
    assert model.index(line, columns.index("Times drawn")).data() == f"{times[line]:,}"


def test_a_million_draws_are_made_beside_the_window_and_can_be_cancelled(studio):
    draws = opened(studio, "apples", mechanism="permute_and_flip").draws
    assert not draws.buttons.cancel.isEnabled()
    studio.click(draws.buttons.many[1_000_000])
    studio.qtbot.waitUntil(lambda: draws.counted.draws > 0, timeout=60_000)
    studio.click(draws.buttons.cancel)
    assert not studio.window.runner.busy("draws")
    counted = draws.counted.draws
    assert 0 < counted < 1_000_000
    studio.qtbot.wait(300)
    assert draws.counted.draws == counted, "nothing arrives any more"
    assert draws.plot.shares.sum() == pytest.approx(100), "what was drawn stays counted"


def test_noisy_scores_dance_and_the_largest_is_taken(studio):
    draws = opened(studio, "colour", mechanism="noisy_max_gumbel").draws
    seen = []
    for _ in range(3):
        step(studio, draws)
        noisy = draws.story.noisy
        assert int(noisy.argmax()) == draws.plot.lit
        assert draws.story._bars.opts["y1"] == pytest.approx(noisy)
        dashes = draws.story._dashes.getData()[1][::2]
        scores, order = law(studio).scores, draws._lines.order
        assert dashes == pytest.approx(scores.steps[order] * float(scores.unit))
        assert draws.story.told == draws.last.text().removeprefix("Drawn: ")
        seen.append(tuple(noisy))
    assert len(set(seen)) == 3


def test_coins_are_thrown_one_by_one_until_one_shows_heads(studio):
    draws = opened(studio, "colour", mechanism="permute_and_flip").draws
    for _ in range(60):
        counted = draws.counted.draws
        step(studio, draws)
        axis = draws.story.getAxis("left")
        assert max(at for at, _ in axis._round(*axis.range, 300)) == 100, "a coin has no more than 100 %"
        coins = draws.story.heads
        said = draws.last.text()
        assert said.startswith(f"Coin {coins.size}, ")
        assert (", always heads: " if coins[-1] == 100 else f", heads with {percent(coins[-1] / 100)}: ") in said
        if draws.counted.draws > counted:
            assert ": heads. Drawn: " in said
            assert draws.story.told.endswith(": heads")
            assert draws.plot.lit is not None
        else:
            assert said.endswith(": tails")
            assert coins[-1] < 100, "the best candidate's coin always shows heads"
            assert draws.plot.lit is None
    assert draws.counted.draws > 5


def test_draws_beyond_the_picture_count_in_every_share_of_the_table(studio):
    view = opened(studio, "debts", "law").law
    counted = Counted(law(studio))
    counted.add(10, (np.array([0, 3]), np.array([4, 1])))
    assert counted.beyond == 5
    lines = view.lines(law(studio))
    names, cell = counted_lines(lines, counted)
    assert [cell(lines.line_of(place), len(names) - 1) for place in (0, 3, 5)] == ["40 %", "10 %", "0 %"]


def test_playing_draws_again_and_again_until_it_is_paused(studio):
    draws = opened(studio, "colour").draws
    studio.click(draws.buttons.play)
    assert draws.buttons.play.text() == "Pause"
    studio.qtbot.waitUntil(lambda: draws.counted.draws >= 4, timeout=20_000)
    studio.click(draws.buttons.play)
    studio.settle()
    counted = draws.counted.draws
    studio.qtbot.wait(400)
    assert draws.counted.draws == counted
    assert draws.buttons.play.text() == "Play"


def test_what_nobody_watches_is_not_played(studio):
    preview = opened(studio, "colour")
    studio.click(preview.draws.buttons.play)
    studio.option(preview.views, "law")
    studio.settle()
    counted = preview.draws.counted.draws
    studio.qtbot.wait(400)
    assert preview.draws.counted.draws == counted


def invented(studio, people) -> None:
    """A question about a private table, of which the picture is drawn from an invented one."""
    window = studio.window
    studio.open_private(people)
    column = (ColumnPlan("city", "category"),)
    votes = RulePlan("votes", "one_column", ("city",))
    window.session.change(
        replace(
            studio.plan,
            tables=tuple(replace(table, columns=column) for table in studio.plan.tables),
            privacy_unit=UnitPlan("row", relation="add_remove"),
            candidates=CandidatesPlan("list", text="Rome\nOslo"),
            rule=votes,
            privacy=PrivacyPlan(epsilon="1", cap="10"),
        )
    )
    studio.settle()
    studio.tab("privacy")
    studio.qtbot.wait(50)


def test_of_a_private_table_an_invented_one_is_drawn_from_and_nothing_is_charged(studio, people):
    invented(studio, people)
    window = studio.window
    draws = window.preview.draws
    studio.option(window.preview.views, "draws")
    studio.qtbot.wait(50)
    studio.click(draws.buttons.many[100])
    studio.settle()
    assert draws.counted.draws == 100
    assert law(studio).badge is Badge.SIMULATED
    assert "from an invented table. Nothing is charged" in draws._note.text()
    account = window.session.standing.account
    assert account is None or not account.charges


def test_a_view_that_is_not_offered_leaves_no_gap(studio):
    buttons = opened(studio, "city", "law").views.buttons
    gap = buttons["loss"].x() - buttons["epsilon"].geometry().right()
    assert buttons["loss"].isVisible()
    opened(studio, "survey", "law")
    assert not buttons["loss"].isVisible()
    assert buttons["you"].x() - buttons["epsilon"].geometry().right() == gap


@pytest.mark.parametrize("view", ["draws", "neighbours", "epsilon", "you"])
def test_no_text_of_a_view_is_cut_at_twice_the_size(studio, view):
    studio.window.settings.set("text_size", "200")
    studio.window._restyle()
    preview = opened(studio, "corona", view)
    shown = getattr(preview, view)
    if view == "draws":
        studio.click(shown.buttons.many[100])
    elif view == "neighbours":
        studio.click(shown.worst_button)
    studio.settle()
    studio.qtbot.wait(100)
    texts = [each for each in shown.findChildren(WholeLabel) if each.isVisible() and each.text()]
    assert texts
    for text in texts:
        assert text.height() >= text.heightForWidth(text.width()), text.text()
