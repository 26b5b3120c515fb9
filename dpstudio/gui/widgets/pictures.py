"""Icons of buttons that follow the palette and the size of the text."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractButton, QWidget

from dpstudio.gui.look.theme import THEME, icon, theme_of

_NAME, _ROLE, _SIZE = "picture", "picture_role", 16


def picture_on(button: QAbstractButton, name: str, role: str = "text") -> None:
    """Put a shipped icon on a button, in one of the palette's colours."""
    button.setProperty(_NAME, name)
    button.setProperty(_ROLE, role)
    _draw(button)


def recolour_pictures(root: QWidget) -> None:
    """Draw the icons of all buttons below `root` in the palette in force."""
    for button in root.findChildren(QAbstractButton):
        if button.property(_NAME):
            _draw(button)


def picture_size() -> QSize:
    """The size of an icon beside a line of text."""
    return QSize(THEME.px(_SIZE), THEME.px(_SIZE))


def _draw(button: QAbstractButton) -> None:
    theme = theme_of(button)
    button.setIcon(icon(button.property(_NAME), button.property(_ROLE), theme.palette))
    button.setIconSize(theme.size(_SIZE, _SIZE))
