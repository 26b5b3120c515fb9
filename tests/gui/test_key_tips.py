"""One key shows letters beside every control; typing them does what a click there does."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDialog, QLabel, QLineEdit
from shiboken6 import Shiboken

from dpstudio.gui.key_tips import KeyTips
from dpstudio.gui.look.announcing import Said
from dpstudio.gui.look.theme import LOOKS
from dpstudio.gui.widgets.key_codes import codes
from dpstudio.workspace.project.demonstrations import demonstrations
from tests.gui.hearing import controls
from tests.gui.private_projects import PROJECTS
from tests.gui.seeing import contrast, place_of
from tests.gui.test_hearing import on_every_page
from tests.gui.test_hearing import opened as demonstrated
from tests.gui.test_large_text import text_to
from tests.gui.test_whole_window import opened, resized

KEY = Qt.Key
TEXT, MOST = 4.5, 0.5
EVERY = [each.key for each in demonstrations()]
AT_WORK = ("apples",)


def press(studio, key: Qt.Key) -> None:
    """A key as the system sends it, to whatever has the keyboard."""
    QTest.keyClick(studio.window.windowHandle(), key)


def write(studio, letters: str) -> None:
    for letter in letters:
        press(studio, getattr(KEY, f"Key_{letter.upper()}"))


def asked(studio) -> dict:
    """The letters of all controls, shown by their key."""
    studio.come_forward()
    press(studio, KEY.Key_F9)
    assert studio.window.key_tips.badges.isVisible()
    return dict(studio.window.key_tips.codes)


def shown(studio) -> bool:
    return studio.window.key_tips.badges.isVisible()


def area(badges) -> dict:
    return {badge.control: badge.area for badge in badges.shown}


def said(control) -> bool:
    """Whether it is a text that the frame around it says, which has letters itself."""
    return isinstance(control, QLabel) and control.parentWidget().objectName() == "result"


def keyless(window) -> set:
    """All controls that can be used and have no key of their own."""
    found = (each for each in controls(window) if each.isEnabled() and each.window() is window and not said(each))
    return {each for each in found if not (isinstance(each, QAbstractButton) and each.shortcut().toString())}


def apart(given) -> list[tuple[str, str]]:
    """Pairs of codes of which one begins another, or is the same."""
    return [(one, two) for one, two in combinations(sorted(given), 2) if two.startswith(one)]


def on_top(widget) -> bool:
    """Whether more than a line of it is seen in what it scrolls in."""
    spot, above = place_of(widget), widget.parentWidget()
    while above is not None:
        spot &= place_of(above)
        above = above.parentWidget()
    return not spot.isEmpty()


def has_letters(studio, where: str) -> None:
    """Every control has letters of its own; those in sight are seen, in the window, each apart from the others."""
    studio.settle()
    window = studio.window
    given, wanted = asked(studio), keyless(window)
    badges = area(window.key_tips.badges)
    assert wanted <= set(given), where
    assert apart(given.values()) == [], where
    assert all(code.isascii() and code.isalpha() for code in given.values()), where
    assert {each for each in wanted if on_top(each)} == set(badges), where
    assert [each for each in badges.values() if not window.rect().contains(each)] == [], where
    lying = [one for one, two in combinations(badges.values(), 2) if one.intersects(two)]
    assert lying == [], where
    hidden = [each for each, badge in badges.items() if covered(badge, place_of(each)) > MOST]
    assert hidden == [], where
    press(studio, KEY.Key_Escape)
    assert not shown(studio), where


def covered(badge: QRect, control: QRect) -> float:
    """Which share of a control lies under its letters."""
    under = badge & control
    return under.width() * under.height() / (control.width() * control.height())


def every_page_has_letters(studio, name: str) -> None:
    for page in on_every_page(studio):
        has_letters(studio, f"{name}: {page}")
    if studio.window.release_tab.release_button.isEnabled():
        studio.release()
        has_letters(studio, f"{name}: released")


@pytest.mark.parametrize("name", AT_WORK)
def test_every_control_of_a_demonstration_has_letters_of_its_own(studio, name):
    has_letters(studio, "welcome")
    demonstrated(studio, name)
    every_page_has_letters(studio, name)


@pytest.mark.parametrize("name", ["formula"])
def test_every_control_of_a_private_project_has_letters_of_its_own(studio, tmp_path, name):
    opened(studio, tmp_path, name)
    every_page_has_letters(studio, name)


@pytest.mark.long
@pytest.mark.parametrize("name", [each for each in EVERY if each not in AT_WORK])
def test_every_control_of_every_demonstration_has_letters_of_its_own(studio, name):
    demonstrated(studio, name)
    every_page_has_letters(studio, name)


@pytest.mark.long
@pytest.mark.parametrize("text", ["100", "150"])
@pytest.mark.parametrize("name", PROJECTS)
def test_every_control_of_every_private_project_has_letters_of_its_own(studio, tmp_path, name, text):
    opened(studio, tmp_path, name)
    text_to(studio, text)
    every_page_has_letters(studio, name)


@pytest.mark.parametrize("page", ["tables", "question", "score", "privacy"])
def test_the_letters_press_a_button_or_give_the_keyboard_to_exactly_that_control(studio, page):
    window = demonstrated(studio, "apples")
    studio.tab(page)
    studio.settle()
    pressed = []
    for each in window.findChildren(QAbstractButton):
        each.clicked.connect(lambda _=False, each=each: pressed.append(each))
    tried = [each for each in asked(studio) if not window.workplace.foot.isAncestorOf(each)]
    press(studio, KEY.Key_Escape)
    used = 0
    for control in tried:
        studio.settle()
        given = asked(studio)
        if not (Shiboken.isValid(control) and control.isVisible() and control.isEnabled()) or opens(control):
            press(studio, KEY.Key_Escape)
            continue
        pressed.clear()
        write(studio, given[control])
        assert not shown(studio)
        assert pressed == ([control] if isinstance(control, QAbstractButton) else []), control.accessibleName()
        assert pressed or control.hasFocus()
        used += 1
    assert used >= 10


def opens(control) -> bool:
    """Whether it leads out of the page: a dialog, a menu, another page."""
    called = control.accessibleName()
    return any(word in called for word in ("Glossary", "Export", "Open a table", "Database", "Paste", "Remove", "Stop"))


def test_letters_lead_to_another_page_and_open_a_demonstration(studio):
    window = studio.window
    tile = window.welcome.demonstration_buttons["colour"]
    given = asked(studio)
    assert given[tile] == "f", "for Favourite colour"
    write(studio, given[tile])
    studio.settle()
    assert (window.tab, window.session.document.plan.name) == ("privacy", "Favourite colour")
    studio.tab("question")
    write(studio, asked(studio)[window.workplace.foot.next_button].upper())
    assert window.tab == "score"


def test_letters_open_a_menu_and_a_dialog(studio):
    window = demonstrated(studio, "apples")
    studio.tab("privacy")
    write(studio, asked(studio)[window.preview.export.button])
    menu = window.preview.export.menu
    studio.qtbot.waitUntil(menu.isVisible)
    QTest.keyClick(menu, KEY.Key_Escape)
    studio.tab("score")
    given = asked(studio)
    glossary = next(each for each in given if each.accessibleName().startswith("Glossary"))
    write(studio, given[glossary])
    studio.qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(QDialog)))
    for each in window.findChildren(QDialog):
        each.close()


def test_a_field_that_has_the_keyboard_gets_no_letter(studio):
    window = demonstrated(studio, "apples")
    studio.tab("privacy")
    field, other = (window.privacy.fields[name].editor for name in ("privacy.epsilon", "privacy.beta"))
    before = studio.plan
    for typed in (KEY.Key_Escape, KEY.Key_Tab, KEY.Key_Return, KEY.Key_F9, KEY.Key_Backspace):
        studio.focus(field)
        asked(studio)
        press(studio, typed)
        assert not shown(studio), typed
        assert field.hasFocus()
    studio.focus(field)
    asked(studio)
    assert not any(code.startswith("x") for code in window.key_tips.codes.values())
    for slip in (KEY.Key_X, KEY.Key_7, KEY.Key_X):
        press(studio, slip)
        assert shown(studio), "after a slip the letters are still waited for"
        assert field.hasFocus()
    press(studio, KEY.Key_Escape)
    write(studio, asked(studio)[other])
    assert other.hasFocus()
    assert other.selectedText() == other.text() == before.privacy.beta, "what is typed next replaces it"
    assert field.text() == "1"
    assert studio.plan == before


def test_the_first_of_two_letters_leaves_those_that_begin_so(studio):
    window = demonstrated(studio, "apples")
    studio.tab("privacy")
    given = asked(studio)
    first = next(code[0] for code in given.values() if len(code) == 2)
    write(studio, first)
    left = {badge.code for badge in window.key_tips.badges.shown}
    assert left
    assert left <= {code for code in given.values() if code[0] == first}
    press(studio, KEY.Key_9)
    assert {badge.code[0] for badge in window.key_tips.badges.shown} != {first}, "what was typed is forgotten"


def test_a_click_a_change_of_page_and_the_loss_of_the_window_end_it(studio):
    window = demonstrated(studio, "apples")
    asked(studio)
    QTest.mouseClick(window.workplace.foot, Qt.MouseButton.LeftButton)
    assert not shown(studio)
    asked(studio)
    studio.keys("Alt+4")
    assert (window.tab, shown(studio)) == ("privacy", False), "a shortcut does what it always does"
    asked(studio)
    window.workplace.show_tab("score")
    assert not shown(studio)
    asked(studio)
    other = QDialog()
    other.show()
    other.activateWindow()
    studio.qtbot.waitUntil(lambda: not shown(studio))
    other.close()
    other.deleteLater()
    asked(studio)
    window.show_welcome()
    assert not shown(studio)


def test_what_is_out_of_sight_has_letters_too_and_is_scrolled_to(studio, tmp_path):
    resized(studio, (1280, 660))
    window = opened(studio, tmp_path, "sixty_columns")
    studio.tab("tables")
    given = asked(studio)
    far = max((each for each in given if isinstance(each, QLineEdit)), key=lambda each: place_of(each).bottom())
    assert not on_top(far)
    before = set(area(window.key_tips.badges))
    press(studio, KEY.Key_PageDown)
    studio.qtbot.waitUntil(lambda: not set(area(window.key_tips.badges)) <= before)
    assert window.key_tips.codes == given
    assert not on_top(far)
    write(studio, given[far])
    assert far.hasFocus()
    assert on_top(far)


def test_a_control_keeps_its_letters_as_long_as_the_page_is_the_same(studio):
    window = demonstrated(studio, "apples")
    studio.tab("privacy")
    before = asked(studio)
    press(studio, KEY.Key_Escape)
    assert asked(studio) == before
    write(studio, before[window.privacy.more.button])
    assert window.privacy.more.is_open
    after = asked(studio)
    assert len(after) > len(before)
    assert before.items() <= after.items()
    assert apart(after.values()) == []


def test_what_has_a_key_of_its_own_has_no_letters(studio):
    window = demonstrated(studio, "apples")
    studio.tab("privacy")
    log = window.preview.foot.log
    assert log.isVisible()
    assert log not in asked(studio)


def test_the_menu_shows_them_and_names_the_key(studio):
    action = studio.window.menus.actions["key_tips"]
    assert action.shortcut().toString() == "F9"
    action.trigger()
    assert shown(studio)


def test_a_reader_hears_once_how_many_controls_have_letters(studio):
    given = asked(studio)
    said = [each.accessibleName() for each in studio.window.findChildren(Said) if each.isVisible()]
    assert said == [f"{len(given)} controls have letters."]


@pytest.mark.parametrize("look", LOOKS)
def test_the_letters_are_seen_in_every_look(studio, look):
    window = demonstrated(studio, "apples")
    window.menus.actions[f"look_{look}"].trigger()
    studio.tab("privacy")
    studio.settle()
    asked(studio)
    picture = window.grab().toImage()
    for badge in window.key_tips.badges.shown:
        inside = badge.area.adjusted(2, 2, -2, -2)
        colours = {picture.pixelColor(x, y).name() for x in range(inside.left(), inside.right() + 1)
                   for y in range(inside.top(), inside.bottom() + 1)}  # fmt: skip
        assert max(contrast(one, two) for one in colours for two in colours) >= TEXT, badge.code


def test_the_letters_are_as_large_as_the_text(studio):
    demonstrated(studio, "apples")
    badges = studio.window.key_tips.badges
    small = badges.needed("AB")
    text_to(studio, "200")
    large = badges.needed("AB")
    assert large.width() >= 1.7 * small.width()
    assert large.height() >= 1.7 * small.height()


def test_codes_are_of_a_names_letters_and_none_begins_another():
    names = {1: "Open a table…", 2: "Paste", 3: "Only", 4: "ε", 5: "Écart", 6: "Paste more"}
    found = codes(names, {})
    assert (found[1], found[2], found[3], found[5], found[6]) == ("op", "pa", "on", "e", "ps")
    assert apart(found.values()) == []
    more = codes(names | {7: "Examples", 8: "Zoom"}, found)
    assert found.items() <= more.items()
    assert more[8] == "z"
    assert apart(more.values()) == []


@pytest.mark.parametrize("number", [1, 30, 315, 676, 1500])
def test_there_are_codes_for_any_number_of_things_of_one_name_and_for_those_that_come_later(number):
    found = codes(dict.fromkeys(range(number), "item"), {})
    more = codes({place: "Zoom" if place % 2 else "ε" for place in range(number + 50)}, found)
    assert len(set(more.values())) == number + 50
    assert found.items() <= more.items()
    kept = set(more.values())
    assert not [code for code in kept for end in range(1, len(code)) if code[:end] in kept]
    assert number > 600 or max(map(len, found.values())) <= 2


def test_a_tour_has_letters_too_and_goes_on_when_they_are_gone(studio):
    window = demonstrated(studio, "apples")
    studio.keys("Ctrl+F1")
    card = window.tour.card
    given = asked(studio)
    badges = area(window.key_tips.badges)
    assert {card.next_button, card.stop_button} <= set(badges)
    under = [
        each for each, badge in badges.items() if card.geometry().intersects(badge) and not card.isAncestorOf(each)
    ]
    assert under == []
    press(studio, KEY.Key_Escape)
    assert not shown(studio)
    assert card.isVisible(), "the key that ends the letters ends nothing else"
    at = window.tour.at
    asked(studio)
    write(studio, given[card.next_button])
    assert window.tour.at == at + 1
    press(studio, KEY.Key_Escape)
    assert not card.isVisible()


def test_letters_stand_at_what_they_are_for_and_not_at_the_end_of_its_line(studio):
    window = demonstrated(studio, "apples")
    studio.tab("score")
    window.workplace.foot.missing_link.say("Type a name.")
    window.workplace.foot.missing_link.show()
    asked(studio)
    badges, steps, link = area(window.key_tips.badges), window.workplace.steps, window.workplace.foot.missing_link
    tab = steps.tabRect(steps.currentIndex())
    assert tab.translated(place_of(steps).topLeft()).intersects(badges[steps]), "at the step in front"
    text = link.fontMetrics().horizontalAdvance(link.text()) + 60
    assert badges[link].right() < place_of(link).left() + text < place_of(link).right()


def test_the_box_of_the_winner_has_one_code(studio):
    window = demonstrated(studio, "apples")
    studio.release()
    result = window.release_tab.result
    studio.qtbot.waitUntil(result.winner.isVisible)
    asked(studio)
    at = [control for control in area(window.key_tips.badges) if result.spoken in (control, control.parentWidget())]
    assert at == [result.spoken]


def test_a_dialog_has_letters_too(studio):
    window = demonstrated(studio, "apples")
    studio.tab("score")
    given = asked(studio)
    write(studio, given[next(each for each in given if each.accessibleName().startswith("Glossary"))])
    studio.qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(QDialog)))
    dialog = next(each for each in window.findChildren(QDialog) if each.isVisible())
    studio.qtbot.waitUntil(lambda: dialog.isActiveWindow() and dialog.focusWidget() is not None)
    QTest.keyClick(dialog.windowHandle(), KEY.Key_F9)
    tips = dialog.findChild(KeyTips)
    assert tips.badges.isVisible()
    assert not shown(studio), "the window beneath has none meanwhile"
    close = next(each for each in dialog.findChildren(QAbstractButton) if each.text().replace("&", "") == "Close")
    code = next(badge.code for badge in tips.badges.shown if badge.control is close)
    for letter in code:
        QTest.keyClick(dialog.windowHandle(), getattr(KEY, f"Key_{letter.upper()}"))
    studio.qtbot.waitUntil(lambda: not (Shiboken.isValid(dialog) and dialog.isVisible()))
