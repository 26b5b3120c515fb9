"""No picture is left out: the bars of a contrast, what led to a draw, and a refusal are taken along like all others."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton

from dpstudio.gui.picture.place import PicturePlace
from tests.gui.taking import copied, entries, pasted, press, saved
from tests.gui.test_draws import law, opened, step


@pytest.mark.parametrize("demonstration", ["colour", "survey"])
def test_two_bars_beside_each_other_are_taken_along(studio, tmp_path, demonstration):
    view = opened(studio, demonstration, "epsilon").epsilon
    studio.settle()
    shown = view.contrast.shown
    studio.option(view.parts, "contrast")
    assert view.contrast.isVisible()
    lines = copied(studio, shown.title)
    assert lines[0] == ["What needs noise", "Amount", "As shown", "Drawn from", "About"]
    for line, bar in zip(lines[1:], shown.bars, strict=True):
        assert line[0] == bar.name
        assert float(line[1]) == pytest.approx(float(bar.size))
        assert line[2].removeprefix("'") == bar.text
    assert shown.words in lines[1][-1]
    size = [stripe.size() for stripe in view.contrast.stripes]
    picture = QImage(str(saved(studio, tmp_path / "bars.png", of=shown.title)))
    colour = view.contrast.stripes[0].grab().toImage().pixelColor(1, 5)
    down = [picture.pixelColor(30, at) for at in range(picture.height())]
    begun = sum(here == colour != before for before, here in pairwise(down))
    assert begun == 2, "both bars are in it"
    assert [stripe.size() for stripe in view.contrast.stripes] == size


def test_the_noise_that_led_to_a_draw_is_taken_along(studio, tmp_path):
    draws = opened(studio, "colour", "draws", "noisy_max_gumbel").draws
    assert [each.name for each in draws.exhibits()] == ["Draws"]
    step(studio, draws)
    lines = copied(studio, "How the winner came about")
    assert lines[0][:4] == ["Candidate", "Score in votes", "Noise", "Score with noise"]
    noisy = [float(line[3]) for line in lines[1:]]
    assert noisy == pytest.approx(list(draws.story.noisy))
    assert [float(line[1]) + float(line[2]) for line in lines[1:]] == pytest.approx(noisy)
    assert lines[1][4] == "SAMPLE"
    assert not QImage(str(saved(studio, tmp_path / "noise.png", of="How the winner came about"))).isNull()


def test_the_coins_that_led_to_a_draw_are_taken_along_and_read_by_the_arrow_keys(studio):
    draws = opened(studio, "colour", "draws", "permute_and_flip").draws
    step(studio, draws)
    lines = copied(studio, "How the winner came about")
    assert lines[0][:4] == ["Coin", "Candidate", "Chance of heads", "Shows"]
    coins = draws.story.heads
    assert [100 * float(line[2]) for line in lines[1:]] == pytest.approx(list(coins))
    assert lines[1][1] in law(studio).question.candidates.labels
    studio.focus(draws.how.table)
    assert draws.how.table.hasFocus()
    QTest.keyClick(draws.how.table, Qt.Key.Key_Right)
    assert draws.how.table.currentIndex().data() == lines[1][1]
    assert draws.story.mark.line.isVisible()


def refusal_of(studio):
    studio.window.resize(1280, 660)
    studio.demonstration("city")
    studio.tab("score")
    near = "(abs(sum(latitude - candidate.latitude)) + abs(sum(longitude - candidate.longitude))) / 4"
    studio.type(studio.window.score.formula.field, f"1 / ({near})")
    studio.settle()
    view = studio.window.findChild(PicturePlace).refusal
    studio.qtbot.waitUntil(view.isVisible)
    return view


def choose(studio, view, name: str) -> None:
    (button,) = (
        each for each in view.findChildren(QPushButton) if each.text().strip() in ("Export", "Copied", "Saved")
    )
    studio.click(button)
    menu = button.findChild(QMenu)
    studio.qtbot.waitUntil(menu.isVisible)
    assert "Save the table…" in entries(menu)
    press(menu, name)
    studio.settle()


def test_a_refusal_is_taken_along_as_a_table_and_as_a_picture(studio, tmp_path):
    view = refusal_of(studio)
    choose(studio, view, "Copy the table")
    lines = pasted()
    assert lines[0][1:5] == ["score before", "score after", "moved by", "Drawn from"]
    assert [float(line[3]) for line in lines[1:]] == pytest.approx(view.bars.moved)
    assert {line[4] for line in lines[1:]} == {"NO DATA NEEDED"}
    assert view.said.text() in lines[1][-1]
    for kind in ("png", "svg"):
        path = tmp_path / f"refusal.{kind}"
        studio.answers["form"] = [["700", "700", "100"]]
        studio.answers["save_file"] = [str(path)]
        choose(studio, view, f"Save the picture as {kind.upper()}…")
        assert path.stat().st_size > 2_000


def test_the_keys_that_copy_take_the_refusals_table(studio):
    view = refusal_of(studio)
    studio.focus(view.table)
    QTest.keySequence(view.table, "Ctrl+C")
    studio.settle()
    assert [float(line[3]) for line in pasted()[1:]] == pytest.approx(view.bars.moved)
