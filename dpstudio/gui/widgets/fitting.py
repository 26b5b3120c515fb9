"""Dialogs that are never larger than the screen: what it does not hold scrolls."""

from PySide6.QtCore import QEvent, QSize, QTimer
from PySide6.QtWidgets import QDialog, QLayout, QVBoxLayout, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.kit import row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.whole import RING, Held, scrolled_in_dialog

_FRAME = QSize(0, 60)
_MARGIN, _GAP = 20, 14


def resize_to(dialog: QDialog, wide: int, high: int) -> None:
    """Give a dialog a size, in pixels at 100 %, or as much of it as the screen holds."""
    dialog.resize(QSize(THEME.px(wide), THEME.px(high)).boundedTo(dialog.screen().availableSize() - _FRAME))


class FittedDialog(QDialog):
    """As high as all of its lines, at any size of the text.

    Args:
        wide: in pixels at 100 %.
    """

    def __init__(self, parent: QWidget | None, wide: int) -> None:
        super().__init__(parent)
        self._wide = wide
        self._body: Held | None = None
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.fit)

    def fill(self, said: QLayout, below: QWidget | QLayout) -> None:
        """Show what is said, which may scroll, above what is pressed, which is always there."""
        content = QWidget()
        content.setLayout(said)
        self._body = scrolled_in_dialog(content)
        outer = QVBoxLayout(self)
        around = _MARGIN - RING
        scaled(outer.setContentsMargins, around, around, around, around)
        scaled(outer.setSpacing, _GAP)
        outer.addWidget(self._body, 1)
        inset = row(below)
        scaled(inset.setContentsMargins, RING, 0, RING, 0)
        put(outer, inset)
        self.fit()

    def fit(self) -> None:
        """Take the size that all of it needs, where the screen has it."""
        layout, body = self.layout(), self._body
        content = body.widget() if body is not None else None
        if layout is None or body is None or content is None:
            return
        room = self.screen().availableSize() - _FRAME
        width = min(max(THEME.px(self._wide), layout.minimumSize().width()), room.width())
        inside = width - 2 * THEME.px(_MARGIN - RING)
        others = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()
        self.resize(width, min(others - body.sizeHint().height() + content.heightForWidth(inside), room.height()))

    def reveal(self, part: QWidget) -> None:
        """Scroll to a part of what is said."""
        if self._body is not None:
            self._body.ensureWidgetVisible(part)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the size of the text, once all of its parts do."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.isVisible():
            self._later.start()
