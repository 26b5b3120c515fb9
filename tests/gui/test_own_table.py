"""A demonstration with one's own table: the same question, and a charge in the real ledger."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from dpstudio.core.plan import UnitPlan
from dpstudio.core.tables.schema import Role


def own(studio, answer):
    window = studio.window
    studio.click(window.welcome.demonstration_buttons["colour"])
    studio.settle()
    studio.qtbot.waitUntil(window.preview.scene.isVisible)
    studio.answers["choose"] = [answer]
    studio.click(window.preview.scene.own_button)
    studio.settle()


def asked_anew(studio, card):
    """Say what a person must say of the table."""
    studio.option(card.role, "private")
    studio.settle()
    studio.option(card.reading.header, "yes")
    studio.settle()
    studio.read_so(card)
    for name, value in (("kind", "row"), ("relation", "add_remove")):
        studio.option(studio.window.tables.fields[f"privacy_unit.{name}"], value)
        studio.settle()
    studio.tab("question")
    studio.type(studio.window.question.fields["candidates.text"], "Red\nGreen")
    studio.tab("privacy")
    studio.type(studio.window.privacy.fields["privacy.cap"], "3")
    studio.settle()


def charged(studio):
    ledger = studio.window.session.gate.ledger
    return [len(ledger.account(each).charges) for each in ledger.accounts()]


def test_a_file_of_ones_own_takes_the_samples_place_and_is_charged_in_the_real_ledger(studio, tmp_path):
    window, file = studio.window, tmp_path / "our votes.csv"
    file.write_text("person,colour\n" + "".join(f"person {place},Green\n" for place in range(60)), "utf-8")
    studio.answers["open_file"] = [str(file)]
    own(studio, "Choose a file…")
    assert window.tab == "tables"
    (table,) = studio.plan.tables
    assert (table.label, table.role) == ("our votes.csv", "")
    assert (studio.plan.name, studio.plan.candidates.text) == ("", ""), "the demonstration's names are its own"
    assert studio.plan.privacy.mechanism == "permute_and_flip"
    assert window.session.preview.shown == ()
    assert "scene" not in window.preview.offered
    assert (studio.plan.privacy.cap, studio.plan.privacy_unit.relation) == ("", ""), "what becomes permanent is asked"
    asked_anew(studio, window.tables.card(table.handle))
    assert studio.missing == []
    seen = " ".join(each.text() for each in window.findChildren(QLabel) if each.isVisible())
    assert not any(told in seen for told in ("Brown", "Favourite", "favourites.csv", "person 10", "Slides on"))
    assert window.session.preview.shown[0].badge.value == "SIMULATED"
    assert not window.workplace.people.isVisible()
    studio.release()
    release = window.session.release
    assert release.receipt.winners == ("Green",), "60 ahead at ε = 1: another wins once in e^60 draws"
    assert not any("demonstration" in flag for flag in release.receipt.flags)
    assert charged(studio) == [1]
    assert studio.plan.data_table.role == Role.PRIVATE


def test_what_was_copied_can_take_the_samples_place_and_undo_brings_that_back(studio):
    QGuiApplication.clipboard().setText("person\tcolour\na\tRed\nb\tBlue\n")
    own(studio, "Paste what was copied")
    (table,) = studio.plan.tables
    assert (table.text, table.role) == ("person\tcolour\na\tRed\nb\tBlue\n", "")
    assert studio.window.session.release is None
    studio.keys("Ctrl+Z")
    studio.settle()
    assert studio.plan.tables[0].label == "favourites.csv"
    assert studio.missing == []


def test_whoever_changes_their_mind_keeps_the_demonstration(studio):
    own(studio, "Cancel")
    assert studio.plan.tables[0].label == "favourites.csv"
    assert studio.window.tab == "privacy"


def test_without_a_demonstration_the_menu_says_why_it_cannot_be(studio):
    entry = studio.window.menus.actions["own_table"]
    studio.window.menus.menus["&File"].aboutToShow.emit()
    assert not entry.isEnabled()
    assert "no demonstration is open" in entry.text()


def test_a_table_with_an_account_is_not_asked_anew_whom_it_protects(studio, tmp_path):
    window, file = studio.window, tmp_path / "our votes.csv"
    file.write_text("person,colour\n" + "".join(f"person {place},Green\n" for place in range(60)), "utf-8")
    studio.answers["open_file"] = [str(file), str(file)]
    own(studio, "Choose a file…")
    asked_anew(studio, window.tables.card(studio.plan.tables[0].handle))
    studio.release()
    protected = studio.plan.privacy_unit
    window.menus.actions["welcome"].trigger()
    studio.answers["choose"] = ["Discard"]
    own(studio, "Choose a file…")
    assert studio.plan.privacy_unit == UnitPlan()
    card = window.tables.card(studio.plan.tables[0].handle)
    studio.option(card.role, "private")
    studio.settle()
    assert window.session.resolved.account is not None, "its bytes are those of the first one"
    assert studio.plan.privacy_unit == protected
    assert not any("Say whether each row" in said or "neighbours" in said for said in studio.missing)


def test_a_column_that_ones_own_table_lacks_is_asked_for_and_another_takes_its_place(studio, tmp_path):
    window, file = studio.window, tmp_path / "our votes.csv"
    file.write_text("person,Lieblingsfarbe\n" + "".join(f"person {place},Green\n" for place in range(60)), "utf-8")
    studio.answers["open_file"] = [str(file)]
    own(studio, "Choose a file…")
    card = window.tables.card(studio.plan.tables[0].handle)
    asked_anew(studio, card)
    assert any("Say which of its columns takes its place" in said for said in studio.missing)
    studio.tab("tables")
    studio.choose(card.stand_ins.fields["colour"], "Lieblingsfarbe")
    studio.settle()
    assert studio.plan.data_table.names == ("", "colour")
    assert studio.missing == []
    assert not card.stand_ins.isVisible()
    studio.release()
    assert window.session.release.receipt.winners == ("Green",)


def test_a_figure_of_ones_own_is_published_without_the_demonstrations_name(studio, tmp_path):
    window, file = studio.window, tmp_path / "ours.csv"
    file.write_text("years,smokes\n" + "55,yes\n40,no\n" * 40, "utf-8")
    studio.click(window.welcome.demonstration_buttons["smokers"])
    studio.settle()
    studio.qtbot.waitUntil(window.preview.scene.isVisible)
    studio.answers["choose"], studio.answers["open_file"] = ["Choose a file…"], [str(file)]
    studio.click(window.preview.scene.own_button)
    studio.settle()
    card = window.tables.card(studio.plan.tables[0].handle)
    studio.option(card.role, "private")
    studio.settle()
    studio.option(card.reading.header, "yes")
    studio.settle()
    for name, taken in (("age", "years"), ("smoker", "smokes")):
        assert any(f"no column “{name}”. Say which" in said for said in studio.missing)
        studio.choose(card.stand_ins.fields[name], taken)
        studio.settle()
    studio.read_so(card)
    studio.protect_rows("add_remove")
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "3")
    studio.settle()
    assert studio.missing == []
    studio.release()
    (line,) = window.session.release.receipt.lines
    assert "smoking" not in line["name"]
    assert 20 <= float(line["value"]) <= 60, "40 people, ± 3"
