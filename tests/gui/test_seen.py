"""What a person sees: no text is cut, nothing empty is named, nothing false stands beside a table or a result."""

from fractions import Fraction
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPushButton

from dpstudio.core.account import Limit
from dpstudio.gui.look.theme import LOOKS, THEME
from dpstudio.gui.pages import SettingsDialog
from dpstudio.gui.picture.place import PicturePlace
from dpstudio.gui.plots.lines import digits
from dpstudio.gui.widgets.breaking import breakable
from dpstudio.gui.widgets.link import Link
from dpstudio.workspace.computer.settings import Settings
from tests.gui.cutting import cut
from tests.gui.cutting_pictures import faults_of

LONG = "clinic of the year 2026, " + "second_wave_without_any_blank_" * 6 + ".csv"


@pytest.fixture
def text_size(home: Path, request) -> str:
    Settings().set("text_size", request.param)
    return request.param


def texts(page) -> str:
    shown = [each for kind in (QLabel, QAbstractButton) for each in page.findChildren(kind) if each.isVisible()]
    return "\n".join(each.text() for each in shown)


def clinic(studio, tmp_path, name="clinic.csv", folder="first"):
    """A private table is opened, each row one person, its header known."""
    (tmp_path / folder).mkdir()
    path = tmp_path / folder / name
    path.write_text("drug,age,note\n" + "".join(f"{'ABC'[i % 3]},{30 + i},x\n" for i in range(30)))
    studio.window.show_tab("tables")
    studio.window.opener.open([str(path)])
    studio.settle()
    card = studio.window.tables.card(studio.plan.tables[0].handle)
    studio.option(card.role, "private")
    studio.option(card.reading.header, "yes")
    studio.settle()
    return studio.window.tables.card(studio.plan.tables[0].handle)


def ask_for_a_drug(studio, card, candidates="A\nB\nC", cap="1.2"):
    """Everything up to the release."""
    window = studio.window
    studio.tab("tables")
    studio.protect_rows("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["candidates.kind"], "list")
    studio.type(window.question.fields["candidates.text"], candidates)
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "votes")
    studio.option(window.score.fields["rule.style"], "one_column")
    studio.choose(window.score.columns[0], "drug")
    studio.tab("tables")
    studio.choose(card.editor("drug").kind, "one choice (category)")
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], cap)
    studio.settle()


def release(studio):
    window = studio.window
    studio.release()
    assert window.session.release is not None


def whole(studio) -> None:
    """Nothing is cut on the page in front, once it has been laid out."""
    found: list[str] = []

    def fits() -> bool:
        found[:] = cut(studio.window)
        return not found

    try:
        studio.qtbot.waitUntil(fits, timeout=3000)
    except Exception as error:
        raise AssertionError((studio.window.tab, found)) from error


@pytest.mark.parametrize("text_size", ["100", "200"], indirect=True)
def test_no_text_is_cut_on_any_page(text_size, studio, tmp_path):
    """At 1280 x 800, with a long name of a file and the longest lists of what is missing."""
    window = studio.window
    assert THEME.px(100) == int(text_size)
    whole(studio)
    card = clinic(studio, tmp_path, LONG)
    whole(studio)
    ask_for_a_drug(studio, card)
    release(studio)
    studio.tab("tables")
    studio.option(window.tables.fields["privacy_unit.relation"], "replace_one")
    studio.choose(card.declare, "age")
    studio.choose(card.editor("age").kind, "decimal number")
    studio.read_so(card)
    studio.type(card.editor("age").fields["lower"], "0.001")
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "5")
    studio.settle()
    assert len(studio.missing) >= 3
    for tab in window.workplace.names:
        studio.tab(tab)
        whole(studio)
    links = window.release_tab.findChildren(Link)
    assert any(link.height() > 1.8 * link.fontMetrics().height() for link in links), "long sentences break"
    assert any("account protect another unit" in link.accessibleName() for link in links)
    assert window.width() == 1280


@pytest.mark.parametrize("text_size", ["100", "150", "200"], indirect=True)
def test_no_setting_is_cut(text_size, studio):
    dialog = SettingsDialog(studio.window, studio.window.settings, lambda _: None)
    dialog.show()
    for field in dialog.fields.values():
        studio.qtbot.waitUntil(lambda field=field: field.height() >= field.sizeHint().height())
    dialog.close()


def test_words_too_long_for_a_line_can_be_broken_and_nothing_is_added_that_can_be_seen():
    path = "/home/anna/" + "x" * 60 + "/a_b-c.csv"
    assert breakable(path).replace("\u200b", "") == path
    assert max(map(len, breakable(path).split("\u200b"))) <= 24
    assert breakable("(d and |R_OPT|) says 22,500 %") == "(d and |\u2060R_OPT|) says 22,500\N{NO-BREAK SPACE}%", (
        "none in these"
    )
    assert breakable("a plain sentence of short words") == "a plain sentence of short words"
    flags = "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 20
    assert "\u200d\u200b" not in breakable(flags)
    assert "\u200b\u200d" not in breakable(flags)


def test_a_declared_column_without_a_type_is_still_missing(studio, tmp_path):
    window = studio.window
    card = clinic(studio, tmp_path)
    ask_for_a_drug(studio, card)
    assert studio.missing == []
    assert window.workplace.steps.status(0) == "done"
    studio.tab("tables")
    studio.choose(card.declare, "note")
    assert studio.missing == ["Choose the type of “note”, or stop using this column."]
    assert window.workplace.steps.status(0) == "missing"
    studio.tab("release")
    (link,) = [each for each in window.release_tab.findChildren(Link) if each.isVisible()]
    studio.click(link)
    assert window.tab == "tables"
    assert window.focusWidget() is card.editor("note").kind.editor
    studio.choose(card.editor("note").kind, "one choice (category)")
    assert studio.missing == []
    assert window.workplace.steps.status(0) == "done"


def test_a_column_of_persons_needs_no_type(studio, tmp_path):
    window = studio.window
    card = clinic(studio, tmp_path)
    ask_for_a_drug(studio, card)
    studio.tab("tables")
    studio.option(window.tables.fields["privacy_unit.kind"], "person")
    studio.choose(window.tables.fields["privacy_unit.person"], "note")
    studio.type(window.tables.fields["privacy_unit.rows"], "2")
    studio.choose(card.declare, "note")
    assert studio.missing == []
    editor = card.editor("note")
    studio.qtbot.waitUntil(card.grid.told.isVisible)
    assert editor.kind.editor.placeholderText() == "text (none chosen)"
    assert "Rows where it is blank are left out" in texts(card.grid)
    studio.qtbot.waitUntil(editor.match_case.isVisible)


def offered(editor) -> set[str]:
    """The declarations that can be made of a column besides its type."""
    return {name for name, field in editor.fields.items() if name != "kind" and field.isVisible()}


def test_a_column_of_persons_offers_only_what_has_an_effect(studio, tmp_path):
    window = studio.window
    card = clinic(studio, tmp_path)
    ask_for_a_drug(studio, card)
    studio.tab("tables")
    studio.choose(card.declare, "age")
    editor = card.editor("age")
    studio.choose(editor.kind, "whole number")
    studio.read_so(card)
    studio.qtbot.waitUntil(editor.fields["blank"].isVisible)
    assert {"blank", "lower", "upper", "unit"} <= offered(editor)
    studio.type(editor.fields["blank"], "none")
    assert any("blank in “age”" in sentence for sentence in studio.missing)
    studio.option(window.tables.fields["privacy_unit.kind"], "person")
    studio.choose(window.tables.fields["privacy_unit.person"], "age")
    studio.type(window.tables.fields["privacy_unit.rows"], "2")
    assert offered(editor) == set()
    assert studio.missing == []
    assert "blank, or not a whole number, are left out" in texts(card.grid)
    whole(studio)
    studio.tab("question")
    studio.option(window.question.fields["kind"], "measure")
    studio.click(window.question.pages["measure"].add_buttons["total"])
    studio.choose(window.question.pages["measure"].editor.column, "age")
    studio.tab("tables")
    studio.qtbot.waitUntil(editor.fields["blank"].isVisible)
    assert {"blank", "lower", "upper", "unit"} <= offered(editor)
    assert "left out" not in texts(card.grid)
    assert any("blank in “age”" in sentence for sentence in studio.missing)
    studio.choose(window.tables.fields["privacy_unit.person"], "note")
    studio.choose(card.editor("drug").kind, "one choice (category)")
    studio.choose(window.tables.fields["privacy_unit.person"], "drug")
    assert offered(card.editor("drug")) == set()
    assert card.editor("drug").match_case.isVisible()


def test_a_picture_of_many_values_says_what_it_puts_together_and_its_table_is_whole(studio, tmp_path):
    window, preview = studio.window, studio.window.preview
    card = clinic(studio, tmp_path)
    studio.protect_rows("add_remove")
    studio.tab("question")
    studio.option(window.question.fields["kind"], "measure")
    figures = window.question.pages["measure"]
    studio.click(figures.add_buttons["total"])
    studio.choose(figures.editor.column, "age")
    studio.type(figures.editor.texts["rounding"], "10")
    studio.type(figures.editor.texts["least"], "0")
    studio.tab("tables")
    studio.choose(card.editor("age").kind, "decimal number")
    studio.read_so(card)
    for field, text in (("step", "0.01"), ("lower", "0"), ("upper", "100"), ("unit", "years of age")):
        studio.type(card.editor("age").fields[field], text)
    studio.tab("privacy")
    studio.settle()
    (shown,) = window.session.preview.shown
    studio.qtbot.waitUntil(lambda: "years of age wide" in preview.foot.note.text())
    ticks = [name for _, name in preview.law.bars.getAxis("bottom")._tickLevels[0]]
    assert "0" in ticks
    assert not any("." in name and name.endswith("0") for name in ticks)
    studio.option(preview.views, "table")
    model = preview.law.table.model()
    middle = shown.chances.size // 2
    row = [model.index(middle, place).data() for place in range(3)]
    assert row == [*shown.bins.ends(middle), digits(float(shown.chances[middle]))]
    assert row[0] == f"−{row[1][1:]}"
    assert shown.chances[middle] < 0.01
    whole(studio)
    assert preview.law.table.horizontalHeader().length() <= preview.law.table.viewport().width()
    names = [model.headerData(place, Qt.Orientation.Horizontal) for place in range(3)]
    assert names[0].replace("\n", " ") == "Error before rounding and clamping, in years of age: from"
    assert names[1:] == ["to", "Probability"]


def test_nothing_empty_is_named_or_offered(studio, tmp_path):
    window = studio.window
    card = clinic(studio, tmp_path)
    studio.option(window.tables.fields["privacy_unit.kind"], "person")
    assert "people by a column   ·" in window.session.resolved.summary
    said = [window.workplace.steps.chosen(place) for place in range(6)]
    assert said == ["clinic.csv, private", "no candidates yet", "no score yet", "ε = 1, Exponential mechanism", "–", ""]
    studio.tab("question")
    preview = window.preview
    chosen_there = (preview.views, preview.law.order, preview.parts.which, preview.export.button)
    assert not any(each.isVisible() for each in chosen_there)
    ask_for_a_drug(studio, card)
    studio.tab("score")
    studio.qtbot.waitUntil(preview.law.order.isVisible)
    assert preview.law.order.currentText() == "most likely first"
    assert preview.views.isVisible()
    assert preview.export.button.isVisible()


def test_the_ledger_tab_says_epsilon_delta_and_zcdp_of_every_table(studio, tmp_path):
    window = studio.window
    ask_for_a_drug(studio, clinic(studio, tmp_path))
    release(studio)
    studio.tab("ledger")
    told = window.ledger_tab.account.text() + window.ledger_tab.concentrated.text()
    assert "ε: 1 of 1.2 spent" in told
    assert "δ: 0" in told
    assert "zCDP, this is ρ = 0.125" in told
    assert "ε = " not in told, "without a δ no ε is made of ρ"
    name = window.ledger_tab.view
    assert name.columnWidth(1) >= name.sizeHintForColumn(1)


def test_a_table_that_is_known_says_its_account_at_once_and_takes_no_other_limit(studio, tmp_path):
    window = studio.window
    ask_for_a_drug(studio, clinic(studio, tmp_path))
    assert not window.tables.card(studio.plan.tables[0].handle).account.isVisible()
    release(studio)
    studio.answers["choose"] = ["Discard"]
    window.menus.actions["new"].trigger()
    card = clinic(studio, tmp_path, "same people.csv", "second")
    studio.qtbot.waitUntil(card.account.isVisible)
    assert "1 release," in texts(card)
    assert "ε: 1 of 1.2 spent" in texts(card)
    assert window.workplace.steps.chosen(5) == "1 of 1.2 spent"
    cap = "The limit of this table's account was set to 1.2 at its first release. Type 1.2."
    studio.tab("privacy")
    field = window.privacy.fields["privacy.cap"]
    assert window.workplace.steps.status(3) == "wrong", "ε = 1 is more than is left"
    studio.type(window.privacy.fields["privacy.epsilon"], "0.1")
    assert window.workplace.steps.status(3) == "done", "a limit that is fixed is not asked for"
    assert (field.editor.text(), field.editor.placeholderText()) == ("", "1.2, as fixed")
    studio.type(field, "5")
    assert field._problem.text() == cap
    assert window.workplace.steps.status(3) == "wrong"
    assert window.workplace.steps.chosen(5) == "1 of 1.2 spent"
    studio.type(field, "1.2")
    assert window.workplace.steps.status(3) == "done"
    studio.tab("tables")
    studio.protect_rows("replace_one")
    assert window.workplace.steps.status(0) == "wrong", "who is protected was fixed too"
    assert any("account protect another unit" in sentence for sentence in studio.missing)
    studio.option(window.tables.fields["privacy_unit.relation"], "add_remove")
    assert window.workplace.steps.status(0) == "done"


def test_a_limit_for_delta_that_is_fixed_is_taken_over_and_another_one_is_refused(studio, tmp_path):
    window = studio.window
    ask_for_a_drug(studio, clinic(studio, tmp_path))
    asked = window.session.resolved.question
    limit = Limit(asked.cap, Fraction(1, 1000))
    window.session.ledger.charge(asked.handle, asked.unit, limit, asked.loss, "another question")
    studio.type(window.privacy.fields["privacy.epsilon"], "0.1")
    studio.settle()
    told = "The limit for δ of this table's account was set to 0.001 at its first release. Type 0.001."
    assert studio.missing == [], "a limit that is fixed is not asked for"
    field = window.privacy.fields["privacy.delta_cap"]
    assert field.editor.placeholderText() == "0.001, as fixed"
    studio.type(field, "0.1")
    assert field._problem.text() == told
    studio.type(field, "")
    assert studio.missing == []
    studio.tab("ledger")
    assert "δ: 0 of 0.001 spent" in window.ledger_tab.account.text()
    assert "ε = " in window.ledger_tab.concentrated.text(), "at the δ that is allowed, ρ means an ε"


def test_a_mistake_in_a_column_that_nothing_reads_is_told(studio, tmp_path):
    window = studio.window
    card = clinic(studio, tmp_path)
    ask_for_a_drug(studio, card)
    studio.tab("tables")
    studio.choose(card.declare, "age")
    studio.choose(card.editor("age").kind, "whole number")
    studio.read_so(card)
    assert studio.missing == []
    studio.type(card.editor("age").fields["lower"], "0.5")
    studio.type(card.editor("age").fields["upper"], "9")
    assert window.workplace.steps.status(0) == "wrong"
    assert "0.5" in card.editor("age").fields["lower"]._problem.text()


def test_a_result_of_an_earlier_question_says_so(studio, tmp_path):
    window = studio.window
    ask_for_a_drug(studio, clinic(studio, tmp_path), cap="10")
    release(studio)
    page = window.release_tab
    assert window.workplace.steps.status(4) == "done"
    assert not page.earlier.isVisible()
    studio.tab("question")
    studio.type(window.question.fields["candidates.text"], "A\nB")
    studio.settle()
    studio.tab("release")
    assert page.earlier.isVisible()
    assert "result of release 1" in texts(page.earlier)
    assert not page.winner.isVisible(), "the page is for what is asked now"
    studio.click(page.result.whole.button)
    assert page.winner.isVisible()
    assert window.workplace.steps.status(4) == "missing"
    release(studio)
    assert not page.earlier.isVisible()
    assert window.workplace.steps.status(4) == "done"
    studio.tab("ledger")
    window.ledger_tab.view.selectRow(1)
    studio.click(window.ledger_tab.reopen_button)
    assert page.earlier.isVisible()
    assert page.winner.isVisible(), "it was asked for"
    assert window.workplace.steps.status(4) == "done", "what is asked was released, whichever result is shown"
    studio.tab("ledger")
    window.ledger_tab.view.selectRow(0)
    studio.click(window.ledger_tab.reopen_button)
    assert not page.earlier.isVisible()


def test_nothing_false_is_said_of_a_table_that_stays_sealed(studio, tmp_path):
    window = studio.window
    ask_for_a_drug(studio, clinic(studio, tmp_path))
    release(studio)
    studio.answers["choose"] = ["Discard"]
    window.menus.actions["new"].trigger()
    window.show_tab("tables")
    window.opener.open([str(tmp_path / "first" / "clinic.csv")])
    studio.settle()
    card = window.tables.card(studio.plan.tables[0].handle)
    studio.option(card.role, "sample")
    studio.settle()
    assert any("stay sealed" in sentence for sentence in studio.missing)
    for tab in window.workplace.names:
        studio.tab(tab)
        said = texts(window)
        for false in ("Nothing has been released", "appears when", "Choose table, candidates", "is a sample"):
            assert false not in said, (tab, false)
    studio.tab("privacy")
    assert "What it has spent is shown once its role is Private" in texts(window)
    assert "There is no preview of it until then" in texts(window.preview)
    studio.tab("tables")
    studio.option(card.role, "private")
    studio.settle()
    studio.qtbot.waitUntil(lambda: "ε: 1 of 1.2 spent" in texts(window.tables))


def colours(button) -> set[str]:
    picture = button.icon().pixmap(48, 48).toImage()
    points = [picture.pixelColor(x, y) for x in range(picture.width()) for y in range(picture.height())]
    return {point.name() for point in points if point.alpha() == 255}


def test_icons_follow_the_look_at_once(studio):
    window = studio.window
    studio.demonstration("colour")
    studio.settle()
    release(studio)
    for look, palette in LOOKS.items():
        window.settings.set("appearance", look)
        window._restyle()
        allowed = {palette.text, palette.on_accent, palette.soft, palette.good, palette.bad, palette.accent}
        pictured = [each for each in window.findChildren(QPushButton) if not each.icon().isNull()]
        assert len(pictured) > 10
        for button in pictured:
            assert colours(button) <= allowed, button.accessibleName()
        assert palette.text in colours(window.preview.export.button)
        assert palette.text in colours(window.ledger_tab.receipt_button)


@pytest.mark.parametrize("look", LOOKS)
def test_a_checked_box_shows_a_tick(studio, tmp_path, look):
    window = studio.window
    window.settings.set("appearance", look)
    window._restyle()
    card = clinic(studio, tmp_path)
    studio.choose(card.declare, "drug")
    studio.choose(card.editor("drug").kind, "one choice (category)")
    box = card.editor("drug").match_case
    studio.qtbot.waitUntil(lambda: box.isVisible() and box.height() >= box.sizeHint().height() > 10)

    def strokes() -> int:
        picture = box.grab().toImage()
        side = picture.height()
        points = [picture.pixelColor(x, y).name() for x in range(4, side - 4) for y in range(4, side - 4)]
        return points.count(THEME.palette.on_accent) if THEME.palette.accent in points else 0

    assert box.isChecked()
    assert strokes() >= 8
    studio.click(box)
    assert not box.isChecked()
    assert strokes() == 0


def test_a_refusal_shows_all_of_its_bars(studio):
    window = studio.window
    studio.demonstration("city")
    studio.settle()
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "formula")
    studio.type(window.score.formula.field, "1 / abs(sum(latitude - candidate.latitude))")
    bars = window.findChild(PicturePlace).refusal.bars
    studio.qtbot.waitUntil(bars.isVisible)
    assert len(bars.moved) == 3
    low, high = bars.viewRange()[1]
    assert low <= -0.5
    assert high >= len(bars.moved) - 0.5
    studio.qtbot.waitUntil(lambda: faults_of(bars) == [])


def test_a_picture_stays_dimmed_while_one_types_and_says_of_what_it_is(studio):
    window, preview = studio.window, studio.window.preview
    window.projects.open_demonstration("apples")
    studio.settle()
    studio.tab("privacy")
    drawn = window.session.preview.shown
    epsilon = window.privacy.fields["privacy.epsilon"]
    studio.type(epsilon, "")
    studio.settle()
    assert preview.law.bars.isVisible()
    assert preview.badge.text() == "for ε = 1"
    assert window.session.preview.shown is drawn
    assert "Missing" in texts(window.privacy.more) or not window.privacy.comparison.compare_button.isEnabled()
    studio.type(epsilon, "2")
    studio.settle()
    assert preview.badge.text() == "SAMPLE"
    assert window.session.preview.shown[0].question.epsilon == 2


@pytest.mark.parametrize("view", ["scene", "law", "draws", "neighbours"])
def test_typing_another_epsilon_never_blanks_the_picture(studio, view):
    """0 and 0. are no ε: until 0.2 is one the last picture stays, dimmed, and says for which ε it is."""
    studio.demonstration("apples")
    window, preview = studio.window, studio.window.preview
    studio.option(preview.views, view)
    studio.settle()
    plot = {"scene": lambda: preview.scene.both, "law": lambda: preview.law.bars}.get(
        view, lambda: getattr(preview, view).plot
    )()
    field, stays = window.privacy.fields["privacy.epsilon"].editor, []
    studio.focus(field)
    QTest.keySequence(field, "Ctrl+A")
    for key in "0.25":
        QTest.keyClicks(field, key)
        working = True
        while working:
            working = window.runner.busy()
            assert plot.isVisible() and plot.chances.max() > 0
            assert window.session.preview.shown
            if window.session.preview.stale:
                assert preview.badge.text() == "for ε = 1"
                assert preview._veil.isVisible() and not plot.isEnabled()
            QApplication.processEvents()
        stays.append(window.session.preview.stale)
    assert stays == [True, True, False, False]
    assert window.session.preview.shown[0].question.epsilon == Fraction(1, 4)
    assert preview.badge.text() == "SAMPLE"
    assert plot.isEnabled() and not preview._veil.isVisible()


def test_no_picture_stays_of_a_table_that_is_private_now_or_of_another_kind_of_question(studio):
    window, preview = studio.window, studio.window.preview
    window.projects.open_demonstration("apples")
    studio.settle()
    studio.tab("question")
    studio.option(window.question.fields["kind"], "survey")
    studio.settle()
    assert window.session.preview.shown == ()
    assert not preview.law.bars.isVisible()
    studio.keys("Ctrl+Z")
    studio.settle()
    assert preview.law.bars.isVisible()
    studio.tab("tables")
    studio.option(window.tables.card(studio.plan.tables[0].handle).role, "private")
    studio.settle()
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "")
    studio.settle()
    assert not any(each.badge.value == "SAMPLE" for each in window.session.preview.shown)
