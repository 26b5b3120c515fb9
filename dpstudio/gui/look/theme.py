"""A palette for light, for dark and for high contrast, one scale of type and spacing, and the icons drawn in them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache
from string import Template

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPainter, QPalette, QPixmap, QStyleHints
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QLayout, QWidget
from shiboken6 import isValid

from dpstudio.resources import resource

SPACE = 8
_LEAST_TARGET = 24
_SIZES, _RATIO = (16, 24, 48), 3.0
"""In which an icon is drawn, and how many times finer: sharp on any screen."""
_PLAIN = """
* { color: ${text}; font-size: ${px14}px; }
QAbstractItemView { selection-background-color: ${accent}; selection-color: ${on_accent}; }
"""
"""What the program's own look has from Qt's palette and font, which go no further than to a window."""
_FONTS = ("Inter-Regular.otf", "Inter-SemiBold.otf", "Inter-Bold.otf", "Inter-Italic.otf", "DroidSansFallback.ttf")


@dataclass(frozen=True)
class Palette:
    """Colours by their purpose: text has a contrast of at least 4.5 to what it stands on, lines and marks of 3."""

    window: str
    surface: str
    sunken: str
    border: str
    strong_border: str
    disabled: str
    text: str
    soft: str
    accent: str
    on_accent: str
    tint: str
    good: str
    warn: str
    warn_tint: str
    bad: str
    bar: str


LIGHT = Palette(
    window="#f4f6fb", surface="#ffffff", sunken="#eef1f7", border="#7d879c", strong_border="#656f87",
    disabled="#656f87", text="#1b2130", soft="#566076", accent="#3451b2", on_accent="#ffffff", tint="#e9edfb",
    good="#1a7447", warn="#8a5a00", warn_tint="#fdf3dc", bad="#b3261e", bar="#4a69d4",
)  # fmt: skip
DARK = Palette(
    window="#12151c", surface="#1a1f29", sunken="#141922", border="#6b768e", strong_border="#8b96ad",
    disabled="#8b96ad", text="#e7eaf3", soft="#a0aabf", accent="#93a8ff", on_accent="#10131b", tint="#232c47",
    good="#5fcf97", warn="#f0bf60", warn_tint="#352a12", bad="#ff8f86", bar="#7f97f5",
)  # fmt: skip
CONTRAST = Palette(
    window="#000000", surface="#000000", sunken="#000000", border="#ffffff", strong_border="#ffffff",
    disabled="#a8a8a8", text="#ffffff", soft="#cccccc", accent="#ffff00", on_accent="#000000", tint="#202040",
    good="#00ff66", warn="#ffd24d", warn_tint="#000000", bad="#ff9b94", bar="#00d0ff",
)  # fmt: skip
BRIGHT = Palette(
    window="#ffffff", surface="#ffffff", sunken="#ffffff", border="#3a3f4a", strong_border="#000000",
    disabled="#4f5664", text="#000000", soft="#222630", accent="#00309c", on_accent="#ffffff", tint="#dbe6ff",
    good="#005c2e", warn="#5c3a00", warn_tint="#ffffff", bad="#96000a", bar="#1c46c0",
)  # fmt: skip
"""As light as a light wall in a lit room: every text has a contrast of 7 and more."""
LOOKS = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST}


def system_look(hints: QStyleHints) -> str:
    """What the system asks for: high contrast first, then light or dark."""
    if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
        return "contrast"
    return "dark" if hints.colorScheme() == Qt.ColorScheme.Dark else "light"


_STYLE = "fusion"


class Theme:
    """The palette and scale in force; `apply` puts them on the application, `dress` on one window."""

    def __init__(self) -> None:
        self.look, self.palette = "light", LIGHT
        self.scale = 1.0
        self._sheet, self._dressed = "", True
        self.undressing = False
        """Whether a sheet is being exchanged: whatever is measured now is measured again once the next one is there."""

    def apply(self, app: QApplication, look: str, percent: int) -> None:
        """Colour and scale every widget, unless all have this look already: Qt goes through each of them."""
        self.look, self.palette = look, LOOKS[look]
        self.scale = percent / 100
        sheet = _style(self)
        if sheet == self._sheet:
            return
        self._sheet = sheet
        with _laid_out_once(app):
            self.undressing = self._dressed
            if self._dressed:
                app.setStyleSheet("")  # from one sheet to the next directly takes four times as long
            if app.style().name() != _STYLE:
                app.setStyle(_STYLE)  # it goes through each widget, too
            app.setPalette(_qt_palette(self.palette))
            app.setFont(self.font)
            self.undressing = False
            if self._dressed:
                app.setStyleSheet(sheet)

    def dress(self, window: QWidget, rules: str) -> None:
        """Colour and scale what is below a window that has this look for itself.

        Args:
            rules: what its sheet says besides.
        """
        window.setPalette(_qt_palette(self.palette))
        window.setFont(self.font)
        window.setStyleSheet(_styled(f"{_PLAIN}{resource('theme.qss').read_text('utf-8')}{rules}", self))

    @property
    def font(self) -> QFont:
        """The font of what has no other size."""
        font = QFont("Inter")
        font.setFamilies(["Inter", "Droid Sans Fallback", "Noto Sans", "sans-serif"])
        font.setPixelSize(self.px(14))
        return font

    @contextmanager
    def undressed(self, app: QApplication) -> Iterator[None]:
        """Build widgets without the style sheet, which they get at the end, all at once."""
        app.setStyleSheet("")
        self._dressed = False
        try:
            yield
        finally:
            self._dressed = True
            app.setStyleSheet(self._sheet)

    def px(self, size: int) -> int:
        """A size of the scale in device-independent pixels."""
        return round(size * self.scale)

    def size(self, wide: int, high: int) -> QSize:
        """A size of the scale across and down."""
        return QSize(self.px(wide), self.px(high))

    def target(self, size: int) -> int:
        """The height of what is clicked: it can be hit at any size of the text."""
        return max(_LEAST_TARGET, self.px(size))


THEME = Theme()


@contextmanager
def _laid_out_once(app: QApplication) -> Iterator[None]:
    """Let all be laid out at the end: each widget that gets another look asks for it by itself."""
    seen = [each for each in app.topLevelWidgets() if each.isVisible()]
    every = [each for window in seen for each in window.findChildren(QLayout)]
    found = [each for each in every if isValid(each) and each.isEnabled()]
    for each in found:
        each.setEnabled(False)
    try:
        yield
    finally:
        for each in found:
            each.setEnabled(True)
            each.invalidate()


def theme_of(part: QWidget | None) -> Theme:
    """The look of the window that a part stands in: the program's, unless the window has one of its own."""
    own: Theme = getattr(part.window() if part else None, "own_theme", THEME)
    return own


def load_fonts() -> None:
    """Make the shipped fonts known to Qt."""
    for name in _FONTS:
        QFontDatabase.addApplicationFont(str(resource("fonts") / name))


def icon(name: str, role: str = "text", colours: Palette | None = None) -> QIcon:
    """A shipped icon in one of a palette's colours, else of the one in force; it has the same sizes for any text."""
    return _icon(name, role, colours or THEME.palette)


@lru_cache(maxsize=512)
def _icon(name: str, role: str, palette: Palette) -> QIcon:
    found = QIcon()
    for shown, mode in ((role, QIcon.Mode.Normal), ("disabled", QIcon.Mode.Disabled)):
        drawing = _drawing(name, getattr(palette, shown))
        for size in _SIZES:
            found.addPixmap(_sharp(drawing, size, _RATIO), mode)
    return found


def pixmap(name: str, role: str, size: int, ratio: float = _RATIO, colours: Palette | None = None) -> QPixmap:
    """A shipped icon as a sharp picture of `size` pixels."""
    return _sharp(_drawing(name, getattr(colours or THEME.palette, role)), size, ratio)


@lru_cache(maxsize=256)
def _svg(name: str) -> str:
    """A shipped icon, read once."""
    return (resource("icons") / f"{name}.svg").read_text("utf-8")


def _drawing(name: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_svg(name).replace("currentColor", colour).encode()))


def _sharp(drawing: QSvgRenderer, size: int, ratio: float) -> QPixmap:
    picture = _rendered(drawing, round(size * ratio))
    picture.setDevicePixelRatio(ratio)
    return picture


def _rendered(drawing: QSvgRenderer, size: int) -> QPixmap:
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    drawing.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return picture


def own_icon() -> QIcon:
    """The program's own, with fewer lines where it is small."""
    found = QIcon()
    for name, sizes in (("dpstudio-small", (16, 22, 24)), ("dpstudio", (32, 48, 64, 128, 256))):
        drawing = QSvgRenderer(QByteArray((resource("desktop") / f"{name}.svg").read_bytes()))
        for size in sizes:
            found.addPixmap(_rendered(drawing, size))
    return found


def _drawn(name: str, look: str) -> str:
    """A picture that is part of a widget, as a style sheet names it: there is one for each look."""
    return (resource("icons") / f"{name}-{look}.svg").as_posix()


def _qt_palette(colours: Palette) -> QPalette:
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: colours.window,
        QPalette.ColorRole.WindowText: colours.text,
        QPalette.ColorRole.Base: colours.surface,
        QPalette.ColorRole.AlternateBase: colours.sunken,
        QPalette.ColorRole.Text: colours.text,
        QPalette.ColorRole.Button: colours.surface,
        QPalette.ColorRole.ButtonText: colours.text,
        QPalette.ColorRole.BrightText: colours.bad,
        QPalette.ColorRole.Highlight: colours.accent,
        QPalette.ColorRole.HighlightedText: colours.on_accent,
        QPalette.ColorRole.ToolTipBase: colours.surface,
        QPalette.ColorRole.ToolTipText: colours.text,
        QPalette.ColorRole.PlaceholderText: colours.soft,
        QPalette.ColorRole.Link: colours.accent,
    }
    for role, colour in roles.items():
        palette.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.disabled))
    return palette


class _Values(dict[str, object]):
    """What the style sheet's placeholders stand for; pxN is computed."""

    def __init__(self, theme: Theme) -> None:
        px = theme.px
        dot, ring, knob = 2 * px(9), px(5), px(6) + 2 * px(7)
        super().__init__(asdict(theme.palette))
        self.update(
            arrow=_drawn("arrow", theme.look),
            tick=_drawn("tick", theme.look),
            ring=ring,
            slider=theme.target(28),
            dot_inside=dot - 4,
            dot_radius=dot // 2,
            dot_hole=dot - 2 * ring,
            knob_inside=knob - 4,
            knob_radius=knob // 2,
        )
        self._px = px

    def __missing__(self, name: str) -> int:
        return self._px(int(name.removeprefix("px")))


def _style(theme: Theme) -> str:
    return _styled(resource("theme.qss").read_text("utf-8"), theme)


def _styled(sheet: str, theme: Theme) -> str:
    return Template(sheet).substitute(_Values(theme))
