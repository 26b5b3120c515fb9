"""A button that shows and hides what lies below it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from dpstudio.gui.look.announcing import say
from dpstudio.gui.widgets.pictures import picture_on


class Fold(QPushButton):
    """Is checked while what it hides is open; an arrow shows that, and a reader hears it.

    Args:
        text: what stands on it, or "".
        name: what it is called where nothing stands on it.
    """

    def __init__(self, text: str, name: str = "") -> None:
        super().__init__()
        self.setObjectName("quiet")
        self.setAutoDefault(False)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.call(text, name)
        self.toggled.connect(self._draw)
        self._draw(opened=False)

    def call(self, text: str, name: str = "") -> None:
        """Take another text."""
        self.setText(f" {text}".replace("&", "&&") if text else "")
        self.setAccessibleName(name or text)

    def _draw(self, opened: bool) -> None:
        picture_on(self, "chevron-down" if opened else "chevron-right")
        if self.hasFocus():
            say(self, "open" if opened else "closed")
