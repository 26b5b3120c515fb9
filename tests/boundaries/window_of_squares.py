"""The window of a program that has one more kind of figure; `test_figures.py` runs it in such a copy."""

import os

from dpstudio.core.preview.distribution import Badge
from tests.gui.test_kinds import declare, release, texts


def test_it_is_offered_asked_drawn_and_released(studio, tmp_path):
    path = tmp_path / "costs.csv"
    path.write_text("costs\n" + "\n".join(str(i % 9) for i in range(60)) + "\n", "utf-8")
    card = studio.open_private(path)
    studio.protect_rows("add_remove")
    studio.tab("question")
    studio.option(studio.window.question.fields["kind"], "measure")
    page = studio.window.question.pages["measure"]
    button = page.add_buttons["squares"]
    assert button.text().strip() == "Sum of squares"
    assert "squares of a column" in button.toolTip()
    studio.click(button)
    assert page.editor.column.isVisible()
    assert not any(field.isVisible() for field in (page.editor.group, page.editor.bins, page.editor.texts["people"]))
    studio.choose(page.editor.column, "costs")
    declare(studio, card, "costs", "whole number", lower="0", upper="8", unit="€")
    studio.settle()
    shown = studio.window.preview._shown
    assert (shown.name, shown.badge) == ("Sum of squares of costs", Badge.DATA_FREE)
    assert "€²" in shown.across
    studio.tab("score")
    assert "Δ₁ = 64" in texts(studio.window.score)
    studio.tab("privacy")
    assert "Sum of squares of costs ±" in studio.window.privacy._accuracy.text()
    picture = studio.window.preview.grab()
    assert picture.save(os.environ.get("SQUARES_PICTURE", str(tmp_path / "squares.png")))
    receipt = release(studio, tmp_path)
    assert [(each["name"], each["unit"]) for each in receipt["result"]["lines"]] == [("Sum of squares of costs", "€²")]
