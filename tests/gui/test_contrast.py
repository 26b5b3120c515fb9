"""Light, dark and high contrast: text, borders, grooves and marks are seen by whoever sees little of contrast."""

import re
from dataclasses import fields
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QStyle, QStyleOptionSlider

from dpstudio.gui.look.theme import LOOKS, THEME, Palette, system_look
from dpstudio.gui.plots.bars import DistributionPlot
from dpstudio.resources import resource
from tests.gui.seeing import along, best_seen, contrast, place_of

ROLES = {field.name for field in fields(Palette)}
BACKS = ("window", "surface", "sunken", "tint")
TEXT, LINE = 4.5, 3
looks = pytest.mark.parametrize("look", LOOKS)


def rules() -> list[tuple[str, dict[str, str]]]:
    """The rules of the style sheet; a colour of the palette stands as <role>."""
    sheet = re.sub(r"/\*.*?\*/", "", resource("theme.qss").read_text("utf-8"), flags=re.DOTALL)
    sheet = re.sub(r"\$\{(\w+)\}", r"<\1>", sheet)
    found = []
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        parts = [part.partition(":") for part in body.split(";") if ":" in part]
        found.append((" ".join(selector.split()), {name.strip(): value for name, _, value in parts}))
    return found


def roles_in(value: str) -> list[str]:
    return [role for role in re.findall(r"<(\w+)>", value) if role in ROLES]


def backs_of(declared: dict[str, str]) -> tuple[str, ...]:
    own = roles_in(declared.get("background", ""))
    return tuple(own) or BACKS


@looks
def test_every_text_of_the_style_sheet_can_be_read(look):
    palette, checked = LOOKS[look], 0
    for selector, declared in rules():
        for role in roles_in(declared.get("color", "")):
            if role == "disabled":
                continue
            for back in backs_of(declared):
                checked += 1
                assert contrast(getattr(palette, role), getattr(palette, back)) >= TEXT, (selector, role, back)
    assert checked > 40


@looks
def test_every_line_of_the_style_sheet_is_seen(look):
    palette, checked = LOOKS[look], 0
    for selector, declared in rules():
        drawn = [value for name, value in declared.items() if name.startswith("border") and "radius" not in name]
        for role in [role for value in drawn for role in roles_in(value)]:
            checked += 1
            own = [getattr(palette, back) for back in roles_in(declared.get("background", ""))]
            around = [getattr(palette, back) for back in BACKS]
            line = getattr(palette, role)
            assert any(seen_on(line, backs) for backs in (around, own)), (selector, role)
    assert checked > 25


def seen_on(line: str, backs: list[str]) -> bool:
    """Whether a line is seen on each of these, if there are any."""
    return bool(backs) and all(contrast(line, back) >= LINE for back in backs)


@looks
def test_what_the_program_draws_itself_is_seen(look):
    """Bars, axes, whiskers, marks of the steps, what is filled of a slider or a bar."""
    palette = LOOKS[look]
    for role in ("bar", "border", "strong_border", "accent", "good", "warn", "bad", "soft", "disabled"):
        for back in BACKS:
            assert contrast(getattr(palette, role), getattr(palette, back)) >= LINE, (role, back)
    for text, back in (("on_accent", "accent"), ("warn", "warn_tint"), ("text", "warn_tint"), ("disabled", "surface")):
        assert contrast(getattr(palette, text), getattr(palette, back)) >= TEXT, (text, back)


@pytest.fixture
def looked(studio, request):
    """The Privacy page of a demonstration in a look."""
    studio.window.settings.set("appearance", request.param)
    studio.window._restyle()
    studio.window.projects.open_demonstration("colour")
    studio.settle()
    studio.tab("privacy")
    studio.option(studio.window.preview.views, "law")
    studio.qtbot.wait(50)
    return studio


@looks
def test_the_chosen_one_of_several_options_is_no_mere_shade_from_one_that_is_pointed_at(look):
    """Wherever a state is told by a colour, it is seen."""
    palette, sheet = LOOKS[look], dict(rules())
    backs = {
        state: getattr(palette, roles_in(sheet[f"QRadioButton#segment{state}"]["background"])[0])
        for state in ("", ":hover", ":checked", '[wrong="true"]:checked')
    }
    for chosen in (":checked", '[wrong="true"]:checked'):
        for other in ("", ":hover"):
            assert contrast(backs[chosen], backs[other]) >= LINE, (chosen, other)


@pytest.mark.parametrize("looked", LOOKS, indirect=True)
def test_an_option_under_the_mouse_does_not_look_chosen(looked):
    """By the pixels at the left end of the options, where nothing is written."""
    buttons = looked.window.preview.views.buttons
    law, draws = buttons["law"], buttons["draws"]

    def face(button) -> str:
        return button.grab().toImage().pixelColor(button.width() // 2, 3).name()

    chosen, plain = face(law), face(draws)
    draws.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    hovered = face(draws)
    assert hovered != plain
    for other in (plain, hovered):
        assert contrast(chosen, other) >= LINE


def outline(picture: QImage, widget, inside: int = 8) -> float:
    """The best contrast on the way into a widget from its left, to what lies outside."""
    place = place_of(widget)
    middle = place.center().y()
    return best_seen(along(picture, QPoint(place.left() - 2, middle), QPoint(place.left() + inside, middle)))


@pytest.mark.parametrize("looked", LOOKS, indirect=True)
def test_the_outline_of_every_kind_of_control_is_seen(looked):
    window = looked.window
    assert LOOKS[window.settings.get("appearance")] is THEME.palette
    picture = window.grab().toImage()
    privacy = window.privacy
    controls = {
        "field": privacy.fields["privacy.epsilon"].editor, "list": window.preview.law.order,
        "option": window.preview.views.buttons["draws"], "chosen option": window.preview.views.buttons["law"],
        "list of mechanisms": privacy.fields["privacy.mechanism"].editor,
        "button": window.workplace.foot.next_button, "card": window.preview, "mark of the source": window.preview.badge,
    }  # fmt: skip
    for name, control in controls.items():
        assert control.isVisible()
        assert outline(picture, control) >= LINE, name


@pytest.mark.parametrize("looked", LOOKS, indirect=True)
def test_the_groove_and_the_handle_of_the_slider_are_seen(looked):
    slider = looked.window.privacy.slider
    picture, option = slider.grab().toImage(), QStyleOptionSlider()
    slider.initStyleOption(option)
    part = slider.style().subControlRect(
        QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, slider
    )
    for across in (part.center().x(), slider.width() - 20, 20):
        colours = along(picture, QPoint(across, 0), QPoint(across, slider.height() // 2))
        assert best_seen(colours) >= LINE, across


@pytest.mark.parametrize("looked", LOOKS, indirect=True)
def test_bars_and_axes_are_seen(looked):
    looked.picture()
    plot: DistributionPlot = looked.window.preview.law.bars
    looked.qtbot.waitUntil(plot.isVisible)
    picture = plot.grab().toImage()
    across = [along(picture, QPoint(0, at), QPoint(picture.width() - 1, at)) for at in range(0, picture.height(), 3)]
    assert any(THEME.palette.bar in line for line in across)
    assert picture.pixelColor(1, picture.height() // 2).name() == THEME.palette.surface
    assert contrast(THEME.palette.bar, THEME.palette.surface) >= LINE


@pytest.mark.parametrize("looked", LOOKS, indirect=True)
def test_a_bar_of_progress_and_a_table_are_seen(looked):
    window = looked.window
    looked.tab("release")
    running = window.release_tab.running
    running.show()
    running.show_share(0.3)
    looked.qtbot.waitUntil(lambda: running.progress.width() > 100)
    picture, place = window.grab().toImage(), place_of(running.progress)
    for share in (0.1, 0.8):
        across = place.left() + round(share * place.width())
        colours = along(picture, QPoint(across, place.top() - 2), QPoint(across, place.center().y()))
        assert best_seen(colours) >= LINE, share
    running.hide()
    looked.tab("tables")
    rows = window.tables.card(looked.plan.tables[0].handle).rows
    looked.qtbot.waitUntil(rows.isVisible)
    assert outline(window.grab().toImage(), rows) >= LINE


def test_the_look_is_chosen_in_the_view_menu_and_stays(studio):
    window = studio.window
    actions = window.menus.actions
    assert actions["look_system"].isChecked()
    for look in ("contrast", "dark", "light"):
        actions[f"look_{look}"].trigger()
        assert THEME.palette is LOOKS[look]
        assert window.settings.get("appearance") == look
        assert [name for name, each in actions.items() if each.isChecked()] == [f"look_{look}"]
        assert window.grab().toImage().pixelColor(2, 2).name() == LOOKS[look].window


def hints(contrast_wanted: Qt.ContrastPreference, scheme: Qt.ColorScheme) -> SimpleNamespace:
    """What a system says of itself."""
    accessibility = SimpleNamespace(contrastPreference=lambda: contrast_wanted)
    return SimpleNamespace(accessibility=lambda: accessibility, colorScheme=lambda: scheme)


def test_high_contrast_is_followed_where_the_system_asks_for_it():
    wanted, none, scheme = Qt.ContrastPreference.HighContrast, Qt.ContrastPreference.NoPreference, Qt.ColorScheme
    for each in scheme:
        assert system_look(hints(wanted, each)) == "contrast"
    assert system_look(hints(none, scheme.Dark)) == "dark"
    assert system_look(hints(none, scheme.Light)) == system_look(hints(none, scheme.Unknown)) == "light"
