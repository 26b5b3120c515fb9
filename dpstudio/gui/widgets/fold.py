"""A button that shows and hides what lies below it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton

from dpstudio.gui.look.announcing import say
from dpstudio.gui.look.theme import theme_of
from dpstudio.gui.widgets.captions import in_lines, within
from dpstudio.gui.widgets.pictures import picture_on
from dpstudio.translation import translated

_LINES, _BESIDE, _ANY = 3, 56, (1 << 24) - 1


class Fold(QPushButton):
    """Is checked while what it hides is open; an arrow shows that, and a reader hears it.

    Its text takes more lines where `fit` gives it less width.

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

    _text, _width = "", _ANY
    _written: tuple[str, int, str, int] | None = None

    def call(self, text: str, name: str = "") -> None:
        """Take another text."""
        self._text = translated(text)
        self.setAccessibleName(translated(name or text))
        self._write()

    def fit(self, width: int) -> None:
        """Be no wider than this, if the words allow it."""
        if width != self._width:
            self._width = width
            self._write()

    def _write(self) -> None:
        known = self._text, self._width, self.font().key(), self._beside()
        if known == self._written:
            return
        self._written, wide = known, self.fontMetrics().horizontalAdvance
        lines = within(wide, self._text, self._width - self._beside(), _LINES)
        shown = "\n".join(f" {line}" for line in lines).replace("&", "&&") if self._text else ""
        if shown != self.text():
            self.setText(shown)

    def _beside(self) -> int:
        """What stands beside the words."""
        return theme_of(self).px(_BESIDE)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As wide as in most lines."""
        hint, wide = self.sizeHint(), self.fontMetrics().horizontalAdvance
        least = max(map(wide, in_lines(wide, self._text, _LINES))) + self._beside()
        return QSize(min(hint.width(), least), hint.height())

    def _draw(self, opened: bool) -> None:
        picture_on(self, "chevron-down" if opened else "chevron-right")
        if self.hasFocus():
            say(self, "open" if opened else "closed")
