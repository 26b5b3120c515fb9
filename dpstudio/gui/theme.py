"""One palette for light and one for dark, one scale of type and spacing, and the icons drawn in them."""

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from dpstudio.resources import resource

SPACE = 8
_FONTS = ("Inter-Regular.otf", "Inter-SemiBold.otf", "Inter-Bold.otf", "Inter-Italic.otf", "DroidSansFallback.ttf")


@dataclass(frozen=True)
class Palette:
    """Colours by their purpose."""

    window: str
    surface: str
    sunken: str
    border: str
    strong_border: str
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
    grid: str


LIGHT = Palette(
    window="#f4f6fb", surface="#ffffff", sunken="#eef1f7", border="#dfe4ee", strong_border="#8d97ab",
    text="#1b2130", soft="#566076", accent="#3451b2", on_accent="#ffffff", tint="#e9edfb",
    good="#1a7447", warn="#8a5a00", warn_tint="#fdf3dc", bad="#b3261e", bar="#4a69d4", grid="#e4e8f1",
)  # fmt: skip
DARK = Palette(
    window="#12151c", surface="#1a1f29", sunken="#141922", border="#2c3444", strong_border="#737e95",
    text="#e7eaf3", soft="#a0aabf", accent="#93a8ff", on_accent="#10131b", tint="#232c47",
    good="#5fcf97", warn="#f0bf60", warn_tint="#352a12", bad="#ff8f86", bar="#7f97f5", grid="#2a3140",
)  # fmt: skip


class Theme:
    """The palette and scale in force; `apply` puts them on the application."""

    def __init__(self) -> None:
        self.palette = LIGHT
        self.scale = 1.0

    def apply(self, app: QApplication, *, dark: bool, percent: int) -> None:
        """Colour and scale every widget."""
        self.palette = DARK if dark else LIGHT
        self.scale = percent / 100
        icon.cache_clear()
        app.setStyle("Fusion")
        app.setPalette(_qt_palette(self.palette))
        font = QFont("Inter")
        font.setFamilies(["Inter", "Droid Sans Fallback", "Noto Sans", "sans-serif"])
        font.setPixelSize(self.px(14))
        app.setFont(font)
        app.setStyleSheet(_style(self))

    def px(self, size: int) -> int:
        """A size of the scale in device-independent pixels."""
        return round(size * self.scale)


THEME = Theme()


def load_fonts() -> None:
    """Make the shipped fonts known to Qt."""
    for name in _FONTS:
        QFontDatabase.addApplicationFont(str(resource("fonts") / name))


@lru_cache(maxsize=256)
def icon(name: str, role: str = "text") -> QIcon:
    """A shipped icon in one of the palette's colours."""
    found = QIcon()
    for size in (16, 24, 48):
        found.addPixmap(pixmap(name, role, size))
        found.addPixmap(pixmap(name, "strong_border", size), QIcon.Mode.Disabled)
    return found


def pixmap(name: str, role: str, size: int, ratio: float = 3.0) -> QPixmap:
    """A shipped icon as a sharp picture of `size` pixels."""
    svg = (resource("icons") / f"{name}.svg").read_text("utf-8")
    colour = getattr(THEME.palette, role)
    renderer = QSvgRenderer(QByteArray(svg.replace("currentColor", colour).encode()))
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer.render(painter, QRectF(0, 0, picture.width(), picture.height()))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def _arrow(colours: Palette) -> str:
    """The picture of a list's arrow, as a style sheet names it."""
    return (resource("icons") / ("arrow-dark.svg" if colours is DARK else "arrow-light.svg")).as_posix()


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
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.strong_border))
    return palette


def _style(theme: Theme) -> str:
    c, px = theme.palette, theme.px
    dot, ring, knob = 2 * px(9), px(5), px(6) + 2 * px(7)
    return f"""
    QToolTip {{ background: {c.surface}; color: {c.text}; border: 1px solid {c.border}; padding: {px(4)}px; }}
    QMainWindow, QScrollArea, QScrollArea > QWidget > QWidget#page {{ background: {c.window}; border: none; }}
    QMenuBar {{ background: {c.window}; padding: {px(2)}px {px(8)}px; }}
    QMenuBar::item {{ padding: {px(4)}px {px(10)}px; border-radius: {px(4)}px; background: transparent; }}
    QMenuBar::item:selected {{ background: {c.tint}; }}
    QMenu {{ background: {c.surface}; border: 1px solid {c.border}; padding: {px(4)}px; }}
    QMenu::item {{ padding: {px(6)}px {px(28)}px {px(6)}px {px(12)}px; border-radius: {px(4)}px; }}
    QMenu::item:selected {{ background: {c.tint}; color: {c.text}; }}
    QMenu::item:disabled {{ color: {c.strong_border}; }}
    QMenu::separator {{ height: 1px; background: {c.border}; margin: {px(4)}px {px(8)}px; }}
    QFrame#card {{ background: {c.surface}; border: 1px solid {c.border}; border-radius: {px(10)}px; }}
    QFrame#inset {{ background: {c.sunken}; border: 1px solid {c.border}; border-radius: {px(8)}px; }}
    QFrame#hero {{ background: {c.tint}; border: none; border-radius: {px(12)}px; }}
    QFrame#notice {{ background: {c.warn_tint}; border: none; border-radius: {px(8)}px; }}
    QFrame#notice QLabel {{ color: {c.warn}; }}
    QFrame#summary {{ background: {c.surface}; border: none; border-bottom: 1px solid {c.border}; }}
    QLabel {{ background: transparent; }}
    QLabel#title {{ font-size: {px(28)}px; font-weight: 700; }}
    QLabel#heading {{ font-size: {px(16)}px; font-weight: 600; }}
    QLabel#strong {{ font-weight: 600; }}
    QLabel#soft {{ color: {c.soft}; }}
    QLabel#small {{ color: {c.soft}; font-size: {px(12)}px; }}
    QLabel#problem {{ color: {c.bad}; font-size: {px(13)}px; }}
    QLabel#winner {{ font-size: {px(40)}px; font-weight: 700; color: {c.accent}; }}
    QLabel#badge {{ background: {c.warn_tint}; color: {c.warn}; font-weight: 600; font-size: {px(11)}px;
        border-radius: {px(4)}px; padding: {px(3)}px {px(8)}px; }}
    QLineEdit, QPlainTextEdit, QComboBox {{ background: {c.surface}; border: 1px solid {c.strong_border};
        border-radius: {px(6)}px; padding: {px(5)}px {px(8)}px; selection-background-color: {c.accent};
        selection-color: {c.on_accent}; min-height: {px(20)}px; }}
    QLineEdit:focus, QPlainTextEdit:focus, QComboBox:focus {{ border: 2px solid {c.accent};
        padding: {px(4)}px {px(7)}px; }}
    QLineEdit[wrong="true"], QPlainTextEdit[wrong="true"], QComboBox[wrong="true"] {{ border-color: {c.bad}; }}
    QLineEdit:disabled, QComboBox:disabled {{ color: {c.strong_border}; border-color: {c.border}; }}
    QComboBox::drop-down {{ border: none; width: {px(22)}px; }}
    QComboBox::down-arrow {{ image: url("{_arrow(c)}"); width: {px(14)}px; height: {px(14)}px; }}
    QComboBox QAbstractItemView {{ background: {c.surface}; border: 1px solid {c.border}; outline: none;
        selection-background-color: {c.tint}; selection-color: {c.text}; }}
    QPushButton {{ background: {c.surface}; border: 1px solid {c.strong_border}; border-radius: {px(6)}px;
        padding: {px(6)}px {px(14)}px; font-weight: 600; min-height: {px(20)}px; }}
    QPushButton:hover {{ background: {c.tint}; }}
    QPushButton:focus {{ border: 2px solid {c.accent}; padding: {px(5)}px {px(13)}px; }}
    QPushButton:disabled {{ color: {c.strong_border}; border-color: {c.border}; background: {c.sunken}; }}
    QPushButton#primary {{ background: {c.accent}; color: {c.on_accent}; border-color: {c.accent}; }}
    QPushButton#primary:focus {{ border: 2px solid {c.text}; }}
    QPushButton#primary:disabled {{ background: {c.sunken}; color: {c.strong_border}; border-color: {c.border}; }}
    QPushButton#quiet {{ border: 1px solid transparent; background: transparent; padding: {px(5)}px {px(8)}px; }}
    QPushButton#quiet:hover {{ background: {c.tint}; }}
    QPushButton#quiet:focus {{ border: 1px solid {c.accent}; }}
    QPushButton#todo {{ text-align: left; border: 1px solid transparent; background: transparent; font-weight: 400;
        color: {c.accent}; padding: {px(4)}px {px(6)}px; }}
    QPushButton#todo:hover, QPushButton#todo:focus {{ border-color: {c.accent}; }}
    QPushButton#tile {{ text-align: left; background: {c.surface}; border: 1px solid {c.border};
        border-radius: {px(10)}px; }}
    QPushButton#tile:hover, QPushButton#tile:focus {{ border-color: {c.accent}; }}
    QRadioButton, QCheckBox {{ spacing: {px(8)}px; padding: {px(2)}px; background: transparent; }}
    QRadioButton:focus, QCheckBox:focus {{ color: {c.accent}; }}
    QRadioButton::indicator, QCheckBox::indicator {{ width: {dot - 4}px; height: {dot - 4}px;
        border: 2px solid {c.strong_border}; background: {c.surface}; }}
    QRadioButton::indicator {{ border-radius: {dot // 2}px; }}
    QCheckBox::indicator {{ border-radius: {px(4)}px; }}
    QRadioButton::indicator:checked {{ border: {ring}px solid {c.accent}; width: {dot - 2 * ring}px;
        height: {dot - 2 * ring}px; }}
    QCheckBox::indicator:checked {{ background: {c.accent}; border-color: {c.accent}; }}
    QTabWidget::pane {{ border: none; }}
    QTabBar {{ background: {c.surface}; }}
    QTabBar::tab {{ background: transparent; color: {c.soft}; padding: {px(10)}px {px(16)}px; font-weight: 600;
        border: none; border-bottom: {px(3)}px solid transparent; }}
    QTabBar::tab:selected {{ color: {c.text}; border-bottom-color: {c.accent}; }}
    QTabBar::tab:hover {{ color: {c.text}; }}
    QTabBar::tab:focus {{ color: {c.accent}; }}
    QTableView {{ background: {c.surface}; border: 1px solid {c.border}; border-radius: {px(6)}px;
        gridline-color: {c.border}; alternate-background-color: {c.sunken}; }}
    QTableView::item {{ padding: 0 {px(6)}px; }}
    QHeaderView::section {{ background: {c.sunken}; color: {c.soft}; border: none; padding: {px(5)}px {px(8)}px;
        border-bottom: 1px solid {c.border}; font-weight: 600; }}
    QTableCornerButton::section {{ background: {c.sunken}; border: none; }}
    QSlider::groove:horizontal {{ height: {px(6)}px; background: {c.border}; border-radius: {px(3)}px; }}
    QSlider::sub-page:horizontal {{ background: {c.accent}; border-radius: {px(3)}px; }}
    QSlider::handle:horizontal {{ width: {knob - 4}px; margin: -{px(7)}px 0; background: {c.surface};
        border: 2px solid {c.accent}; border-radius: {knob // 2}px; }}
    QSlider::handle:horizontal:focus {{ background: {c.accent}; }}
    QProgressBar {{ background: {c.border}; border: none; border-radius: {px(3)}px; max-height: {px(6)}px; }}
    QProgressBar::chunk {{ background: {c.accent}; border-radius: {px(3)}px; }}
    QDockWidget {{ border: none; }}
    QScrollBar:vertical {{ background: transparent; width: {px(12)}px; margin: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: {px(12)}px; margin: 0; }}
    QScrollBar::handle {{ background: {c.strong_border}; border-radius: {px(4)}px; min-height: {px(30)}px;
        min-width: {px(30)}px; margin: {px(2)}px; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QSplitter::handle, QMainWindow::separator {{ background: {c.border}; width: 1px; height: 1px; }}
    QStatusBar {{ background: {c.surface}; border-top: 1px solid {c.border}; color: {c.soft}; }}
    QStatusBar::item {{ border: none; }}
    """
