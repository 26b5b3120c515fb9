"""The window itself: what is shown, what is sealed, what keys and readers find."""

import sys
import threading
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QTableView,
    QWidget,
)

from dpstudio.core.errors import Cancelled
from dpstudio.core.ledger import Limit
from dpstudio.core.mechanisms import SELECTIONS
from dpstudio.gui.look.theme import DARK, LOOKS, THEME
from dpstudio.gui.pages import SettingsDialog, TextDialog
from dpstudio.gui.plots.bars import MOST_BARS, DistributionPlot
from dpstudio.gui.plots.lines import digits
from dpstudio.gui.widgets.epsilon_slider import slider_epsilon, slider_position
from dpstudio.gui.widgets.kit import HelpLabel
from dpstudio.gui.widgets.percent import percent
from dpstudio.workspace.computer.mistakes import describe
from dpstudio.workspace.computer.settings import SETTINGS


def test_void_calls_lose_no_reference_to_none(qtbot):
    """PySide6 6.12 on Python 3.11 drops one on each call and aborts after a while."""
    widget = QWidget()
    qtbot.addWidget(widget)
    before = sys.getrefcount(None)
    for _ in range(200):
        widget.update()
    assert abs(sys.getrefcount(None) - before) < 100


def test_every_input_has_a_name_for_readers_and_can_be_reached(studio):
    window = studio.window
    studio.demonstration("city")
    studio.settle()
    kinds = (QLineEdit, QPlainTextEdit, QComboBox, QSlider, QTableView, QAbstractButton)
    for tab in window.workplace.names:
        window.show_tab(tab)
        for kind in kinds:
            for widget in window.workplace.page.findChildren(kind):
                inner = widget.objectName().startswith("qt_") or widget.parent().inherits("QAbstractItemView")
                if widget.isVisible() and not inner and not widget.parent().inherits("QComboBox"):
                    named = widget.accessibleName() or getattr(widget, "text", str)()
                    assert named, (tab, widget)
                    assert widget.focusPolicy() != Qt.FocusPolicy.NoFocus


@pytest.mark.parametrize("appearance", LOOKS)
@pytest.mark.parametrize("percent_size", ["100", "150"])
def test_every_tab_is_drawn_in_every_look(studio, appearance, percent_size):
    window = studio.window
    window.settings.set("appearance", appearance)
    window.settings.set("text_size", percent_size)
    window._restyle()
    colours = LOOKS[appearance]
    studio.demonstration("colour")
    studio.settle()
    for tab in window.workplace.names:
        window.show_tab(tab)
        studio.qtbot.wait(20)
        picture = window.grab().toImage()
        corner = picture.pixelColor(2, picture.height() - 3).name()
        assert corner in (colours.window, colours.surface)
    window.show_tab("privacy")
    studio.picture()
    studio.qtbot.wait(50)

    def drawn() -> set[str]:
        bars = window.preview.law.bars.grab().toImage()
        return {bars.pixelColor(x, y).name() for x in range(0, bars.width(), 3) for y in range(0, bars.height(), 3)}

    studio.qtbot.waitUntil(lambda: colours.bar in drawn())
    assert colours.surface in drawn()


@pytest.mark.parametrize("position", range(-100, 51))
def test_the_slider_and_the_exact_text_agree(position):
    from fractions import Fraction

    text = slider_epsilon(position)
    assert sum(c.isdigit() for c in text.replace("0.", "").lstrip("0")) <= 2
    assert abs(slider_position(Fraction(text)) - position) <= 2


def test_the_slider_moves_the_plot_live_and_text_stays_exact(studio):
    window = studio.window
    studio.demonstration("colour")
    studio.settle()
    studio.tab("privacy")
    before = window.preview.law.bars.chances.max()
    studio.focus(window.privacy.slider)
    for _ in range(5):
        QTest.keyClick(window.privacy.slider, Qt.Key.Key_PageUp)
    studio.settle()
    assert window.preview.law.bars.chances.max() > before
    assert window.privacy.fields["privacy.epsilon"].editor.text() == studio.plan.privacy.epsilon == "10"
    assert window.privacy._warning.isVisible()
    studio.type(window.privacy.fields["privacy.epsilon"], "1/3")
    assert studio.plan.privacy.epsilon == "1/3"


def test_a_wanted_accuracy_gives_the_epsilon(studio):
    window = studio.window
    studio.demonstration("mascot")
    studio.settle()
    studio.tab("privacy")
    studio.type(window.privacy._wanted, "10")
    studio.settle()
    assert window.session.resolved.scores.accuracy <= 10
    assert studio.plan.privacy.epsilon != "0.5"
    studio.type(window.privacy._wanted, "-3")
    studio.settle()
    assert "negative" in window.privacy._wanted._problem.text()
    studio.settle()


def test_a_mistake_is_shown_at_its_field_and_marks_the_tab(studio):
    window = studio.window
    studio.demonstration("apples")
    studio.settle()
    studio.tab("privacy")
    field = window.privacy.fields["privacy.epsilon"]
    studio.type(field, "1e400")
    assert "not a number" in field._problem.text()
    assert window.workplace.steps.status(3) == "wrong"
    assert not window.release_tab.release_button.isEnabled()
    studio.type(field, "2")
    assert field._problem.text() == ""
    assert window.workplace.steps.status(3) == "done"
    studio.settle()


def test_a_release_can_be_cancelled_before_the_draw(studio, monkeypatch):
    from dpstudio.workspace.releasing import jobs

    window = studio.window
    studio.demonstration("apples")
    studio.settle()
    real = jobs.release

    def slow(question, table, gate, ledger, work, today, tick, pending=None, progress=None):
        while True:
            tick(0.3)
            import time

            time.sleep(0.01)

    monkeypatch.setattr(jobs, "release", slow)
    studio.tab("release")
    studio.click(window.release_tab.release_button)
    studio.click(window.release_tab.confirm_button)
    studio.qtbot.waitUntil(lambda: window.release_tab.progress.value() > 0)
    tab, cost = window.release_tab, window.release_tab._cost.text().split(" is under way")[0]
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "3")
    studio.tab("release")
    assert not tab.release_button.isEnabled()
    assert tab._cost.text().startswith(f"{cost} is under way")  # of the one that runs, not of what is chosen now
    assert "ε = 3" not in tab._cost.text()
    studio.click(tab.cancel_button)
    studio.settle()
    assert tab.refused.text() == "Stopped: nothing was released, and nothing was charged."
    assert tab.refused.objectName() != "problem"
    assert tab._cost.text().startswith("Costs ε = 3.")
    studio.qtbot.waitUntil(lambda: not window.release_tab.progress.isVisible())
    assert window.session.release is None
    assert window.session.ledger.charges() == []
    monkeypatch.setattr(jobs, "release", real)
    studio.click(window.release_tab.release_button)
    studio.click(window.release_tab.confirm_button)
    studio.settle()
    assert window.session.release is not None


def test_only_what_was_shown_and_agreed_to_is_released(studio):
    window = studio.window
    studio.demonstration("apples")
    studio.settle()
    agreed = window.session.resolved
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "2")
    studio.settle()
    assert window.session.resolved.question.epsilon == 2
    window.session.release_shown(agreed)
    studio.settle()
    assert "changed since it was shown" in window.release_tab.refused.text()
    assert window.session.ledger.charges() == []
    studio.tab("release")
    studio.click(window.release_tab.release_button)
    assert "ε = 2" in window.release_tab._question.text()
    window.session.change(replace(window.session.document.plan, name="Another"))
    assert not window.release_tab.confirm_button.isVisible(), "a changed question is agreed to anew"


def test_weights_with_another_mechanism_are_told_and_nothing_can_be_released(studio):
    window = studio.window
    studio.demonstration("mascot")
    studio.settle()
    plan = window.session.document.plan
    many = len(plan.candidates.text.split("\n"))
    weighed = replace(plan.candidates, weights="\n".join(["1"] * (many - 1) + ["2"]))
    for key in SELECTIONS:
        privacy = replace(plan.privacy, mechanism=key)
        window.session.change(replace(plan, candidates=weighed, privacy=privacy))
        studio.settle()
        assert window.session.resolved.plan == window.session.document.plan
        assert window.release_tab.release_button.isEnabled() is (key == "exponential")
        told = [item.field for item in window.session.resolved.missing]
        assert told == ([] if key == "exponential" else ["privacy.mechanism"])


def test_an_unfinished_charge_is_offered_for_completion(studio, monkeypatch):
    from dpstudio.core.release import plan_digest

    window = studio.window
    studio.demonstration("apples")
    studio.settle()
    question = window.session.resolved.question
    limit = Limit(question.cap)
    window.session.ledger.charge(question.handle, question.unit, limit, question.loss, plan_digest(question))
    window.session.refresh()
    studio.settle()
    studio.tab("ledger")
    assert window.ledger_tab.complete_button.isVisible()
    studio.tab("release")
    studio.click(window.release_tab.complete_button)
    studio.settle()
    assert window.session.release is not None
    assert window.session.resolved.account.spent == 1
    assert not window.release_tab.unfinished.isVisible()
    studio.tab("ledger")
    assert not window.ledger_tab.complete_button.isVisible()


def test_votes_in_columns_of_their_own_and_agreement(studio, tmp_path):
    """Two rules that read several columns, built by clicks on an Excel-like pasted sample."""
    from PySide6.QtGui import QGuiApplication

    window = studio.window
    card = studio.paste_table("tea\tcoffee\thome\nyes\tno\tRome\nyes\tyes\tOslo\n\t1\tRome\n", "sample")
    assert studio.plan.tables[0].delimiter == "\t"
    studio.protect_rows("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["candidates.kind"], "list")
    studio.type(window.question.fields["candidates.text"], "tea\ncoffee")
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "votes")
    studio.option(window.score.fields["rule.style"], "column_each")
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "1")
    studio.settle()
    assert studio.missing == []
    assert window.session.preview.shown[0].scores.steps.tolist() == [2, 2]

    QGuiApplication.clipboard().setText("place,home\nA,Rome\nB,Oslo\n")
    studio.tab("tables")
    studio.click(window.tables.paste_button)
    other = studio.plan.tables[1].handle
    studio.option(window.tables.card(other).role, "public")
    studio.option(window.tables.card(other).reading.header, "yes")
    studio.settle()
    studio.tab("question")
    studio.option(window.question.fields["candidates.kind"], "table")
    studio.choose(window.question.fields["candidates.table"], "pasted table")
    studio.choose(window.question.fields["candidates.label_column"], "place")
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "agreement")
    studio.choose(window.score.columns[0], "home")
    studio.choose(window.score.attributes[0], "home")
    studio.tab("tables")
    studio.choose(card.editor("home").kind, "one choice (category)")
    studio.settle()
    assert studio.missing == []
    assert window.session.preview.shown[0].scores.steps.tolist() == [2, 1]


def test_settings_take_effect_at_once_and_stay(studio):
    window = studio.window
    dialog = SettingsDialog(window, window.settings, window.setting_changed.emit)
    assert set(dialog.fields) == {setting.name for setting in SETTINGS}
    dialog.show()
    studio.choose(dialog.fields["appearance"], "dark")
    assert THEME.palette is DARK
    studio.choose(dialog.fields["help_boxes"], "hidden")
    assert not [help_ for help_ in window.findChildren(HelpLabel) if help_.isVisibleTo(window)]
    assert HelpLabel.shown is False
    studio.choose(dialog.fields["help_boxes"], "shown")
    studio.choose(dialog.fields["text_size"], "130 %")
    assert THEME.px(100) == 130
    studio.choose(dialog.fields["paper"], "Letter")
    assert window.settings.get("paper") == "letter"
    dialog.close()
    for name, text in (("Help", "help.md"), ("About dpstudio", "about.md")):
        shown = TextDialog(window, name, text)
        shown.show()
        shown.close()


@pytest.mark.parametrize("count", [1, 2, MOST_BARS, MOST_BARS + 1, 10**6])
def test_any_number_of_candidates_is_drawn(qtbot, count):
    plot = DistributionPlot()
    qtbot.addWidget(plot)
    plot.resize(500, 400)
    plot.show()
    chances = np.exp(-np.abs(np.arange(count) - count // 3) / (count / 20))
    chances /= chances.sum()
    plot.set_data(chances, str, "candidate")
    assert plot.chances.sum() == pytest.approx(100)
    drawn = plot._bars if count <= MOST_BARS else plot._curve
    assert len(drawn.opts["height"] if count > MOST_BARS else drawn.opts["width"]) <= max(count, 2000)
    if count > MOST_BARS:
        assert max(drawn.opts["height"]) == plot.chances.max()
        plot.setXRange(0, count / 10, padding=0)
        plot.point_at(count - 1)
        assert plot.viewRange()[0][0] < count - 1 <= plot.viewRange()[0][1], "what is pointed at is brought into sight"


def test_percentages_are_printed_as_people_read_them():
    assert [percent(p) for p in (1, 0.5, 0.104, 0.0456, 0.001, 1e-9)] == [
        "> 99.9 %",
        "50.0 %",
        "10.4 %",
        "4.6 %",
        "0.1 %",
        "< 0.1 %",
    ]


def test_the_table_twin_holds_the_same_numbers(studio):
    window = studio.window
    studio.demonstration("colour")
    studio.settle()
    studio.tab("question")
    studio.option(window.preview.views, "table")
    model = window.preview.law.table.model()
    shown = {model.index(i, 0).data(): model.index(i, 1).data() for i in range(model.rowCount())}
    law = dict(zip(("Red", "Blue", "Green", "Brown", "Purple"), window.session.preview.shown[0].chances, strict=True))
    assert shown == {name: digits(float(chance)) for name, chance in law.items()}


def test_candidates_that_are_put_together_are_named_by_their_first_and_last(studio):
    window = studio.window
    studio.demonstration("median")
    studio.settle()
    studio.tab("question")
    assert "range of up to" in window.preview.foot.note.text()
    studio.option(window.preview.views, "table")
    model = window.preview.law.table.model()
    names = [model.headerData(place, Qt.Orientation.Horizontal) for place in range(3)]
    assert names == ["Candidate: from", "to", "Probability"]
    rows = [[Fraction(model.index(i, place).data()) for place in (0, 1)] for i in range(model.rowCount())]
    assert all(last < after for (_, last), (after, _) in pairwise(rows))
    assert any(first < last for first, last in rows)


def test_an_error_of_ours_names_the_place_and_quotes_nothing():
    try:
        raise ValueError("the cell Zaphod")
    except ValueError as error:
        said = describe(error)
    assert "ValueError" in said
    assert "Zaphod" not in said


def test_stale_and_crashed_jobs(qtbot):
    from dpstudio.gui.runner import Runner

    crashed, done = [], []
    runner = Runner(crashed.append)

    def wait(tick):
        while True:
            tick(0.1)

    runner.run("a", wait, done.append, done.append)
    runner.run("a", lambda tick: "new", done.append, done.append)
    qtbot.waitUntil(lambda: done == ["new"])
    failed = []
    runner.run("b", lambda tick: 1 / 0, done.append, failed.append)
    qtbot.waitUntil(lambda: len(crashed) == 1 and len(failed) == 1)
    assert "mistake in dpstudio" in str(failed[0])
    runner.run("c", wait, done.append, failed.append)
    runner.stop("c")
    qtbot.waitUntil(lambda: not runner.busy())
    assert isinstance(failed[1], Cancelled)
    assert done == ["new"]
    runner.close()


def test_a_changed_file_asks_whether_the_people_are_the_same(studio, people):
    window = studio.window
    window.opener.open([str(people)])
    studio.settle()
    handle = studio.plan.tables[0].handle
    card = window.tables.card(handle)
    studio.option(card.role, "private")
    studio.option(card.reading.header, "yes")
    studio.settle()
    people.write_text(people.read_text("utf-8") + "New;1,00;Rome\n", "utf-8")
    window.session.look_again()
    studio.settle()
    assert any("has changed" in sentence for sentence in studio.missing)
    studio.click(card.changed_file.same_button)
    studio.settle()
    assert not any("has changed" in sentence for sentence in studio.missing)
    assert studio.plan.tables[0].handle == handle
    people.write_text("who;pays;city\nX;1;Y\n", "utf-8")
    window.session.look_again()
    studio.settle()
    card = window.tables.card(handle)
    studio.click(card.changed_file.other_button)
    studio.settle()
    assert studio.plan.tables[0].handle != handle
    assert not any("has changed" in sentence for sentence in studio.missing)


def test_a_vast_grid_stays_quick_to_type_in(studio):
    """Counted in work: one keystroke resolves once and starts one preview."""
    window = studio.window
    studio.demonstration("apples")
    studio.settle()
    plan = studio.plan
    window.session.change(replace(plan, candidates=replace(plan.candidates, start="0", stop="100", step="0.0001")))
    studio.settle()
    assert window.session.preview.shown[0].chances.size == 10**6 + 1
    heard = []
    window.session.resolved_changed.connect(lambda: heard.append(1))
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "3")
    studio.settle()
    assert len(heard) <= 2
    assert window.session.preview.shown[0].question.epsilon == 3


def test_the_winner_is_printed_on_one_page(studio, tmp_path):
    from PySide6.QtPrintSupport import QPrinter

    window = studio.window
    studio.demonstration("colour")
    studio.settle()
    window.session.make_release()
    studio.settle()
    studio.tab("release")
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "page.pdf"))
    studio.answers["printer"] = [printer]
    studio.click(window.release_tab.print_button)
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


def test_a_missing_screen_or_library_is_named_before_qt_would_abort(monkeypatch):
    from dpstudio.gui import display

    assert display.problem() == ""
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":87654")
    monkeypatch.setattr(display, "_ON_X11", {})
    assert "no screen at DISPLAY=:87654" in display.problem()
    monkeypatch.setattr(display, "_ON_X11", {"libnothing-of-the-kind.so.9": "libnothing9"})
    assert display.problem().endswith("--no-install-recommends libnothing9")


def test_mechanisms_are_compared_and_a_change_makes_the_comparison_stale(studio):
    window = studio.window
    studio.demonstration("mascot")
    studio.settle()
    studio.tab("privacy")
    card = window.privacy.comparison
    assert not card.view.isVisible()
    studio.click(card.compare_button)
    studio.settle()
    model = card.view.model()
    names = [model.index(i, 0).data() for i in range(model.rowCount())]
    assert names[0] == "Exponential mechanism"
    assert names[-1] == "Noise on every score"
    assert model.index(0, 4).data() == "18.43"
    studio.type(window.privacy.fields["privacy.epsilon"], "2")
    studio.settle()
    assert not card.view.isVisible()


def test_a_quantile_is_asked_for_its_share(studio):
    window = studio.window
    studio.demonstration("corona")
    studio.settle()
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "quantile")
    assert any("share of the quantile" in sentence for sentence in studio.missing)
    studio.type(window.score.fields["rule.alpha"], "1.5")
    assert "between 0 and 1" in window.score.fields["rule.alpha"]._problem.text()
    studio.type(window.score.fields["rule.alpha"], "0.9")
    studio.settle()
    assert studio.missing == []
    best = int(window.session.preview.shown[0].chances.argmax())
    assert 0.7 <= float(window.session.resolved.scores.candidates.label(best)) <= 1


def test_dates_and_combinations_are_candidates(studio):

    window = studio.window
    card = studio.paste_table("day,size,tone\n2024-02-28,S,red\n2024-03-01,M,red\n2024-03-02,M,blue\n", "sample")
    studio.protect_rows("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["candidates.kind"], "dates")
    for field, text in (("start", "2024-02-27"), ("stop", "2024-03-04"), ("step", "1")):
        studio.type(window.question.fields[f"candidates.{field}"], text)
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "median")
    studio.choose(window.score.columns[0], "day")
    studio.tab("tables")
    studio.choose(card.editor("day").kind, "date")
    studio.read_so(card)
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "1")
    studio.settle()
    assert studio.missing == []
    assert (
        window.session.resolved.scores.candidates.label(int(window.session.preview.shown[0].chances.argmax()))
        == "2024-03-01"
    )

    studio.tab("question")
    studio.option(window.question.fields["candidates.kind"], "product")
    studio.type(window.question.fields["candidates.text"], "S\nM\n\nred\nblue")
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "agreement")
    studio.choose(window.score.columns[0], "size")
    studio.choose(window.score.attributes[0], "part 1")
    studio.click(window.score._more)
    studio.choose(window.score.columns[1], "tone")
    studio.choose(window.score.attributes[1], "part 2")
    studio.tab("tables")
    for name in ("size", "tone"):
        studio.choose(card.editor(name).kind, "one choice (category)")
    studio.settle()
    assert studio.missing == []
    assert window.session.preview.shown[0].scores.steps.tolist() == [3, 2, 4, 3]


def test_several_winners_are_shown_in_order_reopened_from_the_ledger_and_written_again(studio, tmp_path):
    window = studio.window
    studio.demonstration("mascot-250")
    studio.settle()
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.winners"], "3")
    assert "3 draws" in window.privacy._split.text()
    studio.settle()
    assert "What is shown is the first of 3 draws" in window.preview.foot.note.text()
    studio.click(window.privacy.comparison.compare_button)
    studio.settle()
    assert "on every table. What is shown is the first of 3 draws" in window.privacy.comparison._note.text()
    assert window.privacy._accuracy.text().endswith("of the best not chosen before it")
    studio.release()
    winners = window.session.release.statement["result"]["winners"]
    assert len(set(winners)) == 3
    shown = window.release_tab.winner.text()
    assert shown.split("\n") == [f"{place}. {name}" for place, name in enumerate(winners, 1)]
    studio.tab("ledger")
    assert not window.ledger_tab.reopen_button.isEnabled()
    window.ledger_tab.view.selectRow(0)
    studio.click(window.ledger_tab.reopen_button)
    assert window.tab == "release"
    assert window.release_tab.winner.text() == shown
    studio.tab("ledger")
    window.ledger_tab.view.selectRow(0)
    studio.answers["folder"] = [str(tmp_path / "again")]
    window.settings.set("paper", "letter")
    studio.click(window.ledger_tab.receipt_button)
    studio.settle()
    assert sorted(file.name for file in (tmp_path / "again").iterdir()) == [
        "certificate.pdf",
        "receipt.csv",
        "receipt.json",
        "receipt.pdf",
        "registry.yaml",
    ]
    for name in ("certificate.pdf", "receipt.pdf"):
        assert b"612 792" in (tmp_path / "again" / name).read_bytes(), "on the paper of the settings"
    assert "Receipt of release 1 saved as receipt.json" in window.ledger_tab.written.text()
    assert window.ledger_tab.written.isVisible()
    assert window.ledger_tab.written.objectName() != "problem"
    assert not window.ledger_tab.trouble.isVisible()


def test_an_axis_is_called_as_its_column_is(qtbot):
    from dpstudio.core.preview.distribution import Spots
    from dpstudio.gui.plots.map import MapPlot

    plot, two = MapPlot(), np.array([0.0, 1.0])
    qtbot.addWidget(plot)
    plot.set_data(Spots(two, two, ("<img src=x>", "R&D <b>x</b>")), np.array([0.5, 0.5]), str)
    said = [plot.getAxis(side).label.toPlainText().strip() for side in ("bottom", "left")]
    assert said == ["<img src=x>", "R&D <b>x</b>"]


def test_names_with_marks_are_shown_as_they_are(studio, tmp_path):
    """Neither markup nor mnemonics: a file or a cell may be called anything."""
    from PySide6.QtWidgets import QMessageBox

    from dpstudio.gui import ask

    window = studio.window
    card = studio.paste_table("<b>a</b>,R&D\n<img src=x>,1\n", "sample")
    model = card.rows.model()
    assert model.index(0, 0).data() == "<img src=x>"
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "<span>&lt;img src=x&gt;</span>"
    box = ask._box(window, QMessageBox.Icon.Warning, "t", "<b>x</b>")
    assert box.textFormat() is Qt.TextFormat.PlainText
    box.deleteLater()
    project = tmp_path / "R&D.dpstudio"
    studio.answers["save_file"] = [str(project)]
    studio.keys("Ctrl+S")
    window.show_welcome()
    links = [b for b in window.welcome.findChildren(QPushButton) if b.accessibleName() == "R&D"]
    assert links[0].text().strip() == "R&&D"


def test_leaving_while_a_release_is_under_way_asks_first(studio, monkeypatch):
    from dpstudio.workspace.releasing import jobs

    window, going = studio.window, threading.Event()

    def slow(question, table, gate, ledger, work, today, tick, pending=None, progress=None):
        while True:
            tick(0.3)
            going.wait(0.01)

    studio.demonstration("apples")
    studio.settle()
    monkeypatch.setattr(jobs, "release", slow)
    studio.tab("release")
    studio.click(window.release_tab.release_button)
    studio.click(window.release_tab.confirm_button)
    studio.qtbot.waitUntil(lambda: window.release_tab.progress.value() > 0)
    studio.answers["choose"] = ["Stay here"]
    assert not window.close()
    assert window.runner.busy("release")
    studio.answers["choose"] = ["Leave now", "Discard"]
    window.menus.actions["new"].trigger()
    studio.settle()
    assert not studio.plan.tables
    assert window.session.ledger.charges() == []


def test_a_cancel_that_comes_after_the_charge_loses_nothing(studio, monkeypatch):
    """Once charged, the release is finished and shown, and undo does not cross it."""
    from dpstudio.workspace.releasing import jobs

    window = studio.window
    studio.demonstration("apples")
    studio.settle()
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "2")
    studio.settle()
    real = jobs.release
    charged, go_on = threading.Event(), threading.Event()

    def slow(*arguments, **more):
        done = real(*arguments, **more)
        charged.set()
        go_on.wait(30)
        return done

    monkeypatch.setattr(jobs, "release", slow)
    studio.tab("release")
    studio.click(window.release_tab.release_button)
    studio.click(window.release_tab.confirm_button)
    studio.qtbot.waitUntil(charged.is_set)
    studio.click(window.release_tab.cancel_button)
    go_on.set()
    studio.settle()
    assert window.session.release is not None
    assert window.session.resolved.account.spent == 2
    assert not window.session.document.can_undo


def test_a_crash_in_a_release_ends_its_progress(studio, monkeypatch):
    from dpstudio.workspace.releasing import jobs

    window = studio.window
    studio.demonstration("apples")
    studio.settle()

    def broken(*_, **more):
        raise ValueError("the cell Zaphod")

    monkeypatch.setattr(jobs, "release", broken)
    studio.release()
    studio.qtbot.waitUntil(lambda: not window.release_tab.progress.isVisible())
    assert "mistake in dpstudio" in window.release_tab.refused.text()
    assert "Zaphod" not in repr(studio.answers["said"])


def test_a_wish_that_is_cleared_or_refused_gives_back_the_epsilon_from_before_it(studio):
    window = studio.window
    studio.demonstration("mascot")
    studio.tab("privacy")
    wanted, epsilon = window.privacy._wanted, window.privacy.fields["privacy.epsilon"]
    studio.type(epsilon, "1")
    studio.settle()
    studio.click(wanted.editor)
    for typed, kept in (("1", False), ("e", True), ("9", True)):
        QTest.keyClicks(wanted.editor, typed)
        studio.settle()
        assert (studio.plan.privacy.epsilon == "1") is kept, wanted.typed
    assert wanted._problem.text()
    assert epsilon.editor.text() == "1"
    studio.type(wanted, "10")
    studio.settle()
    assert studio.plan.privacy.epsilon not in ("", "1")
    studio.keys("Ctrl+Z")
    assert studio.plan.privacy.epsilon == "1", "the whole wish is one step"
    studio.type(wanted, "20")
    studio.settle()
    assert studio.plan.privacy.epsilon != "1"
    QTest.keyClick(wanted.editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(wanted.editor, Qt.Key.Key_Delete)
    studio.settle()
    assert studio.plan.privacy.epsilon == "1"
    assert not wanted._problem.text()
    studio.keys("Ctrl+Z")
    assert studio.plan.privacy.epsilon != "1", "a wish that came to nothing is no step: what is undone came before it"
