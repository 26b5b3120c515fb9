"""What is rarely needed: folded away until it is asked for or holds something."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QWidget

from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.widgets.fold import Fold
from dpstudio.gui.widgets.kit import column, row
from dpstudio.translation import tr


class More(QWidget):
    """A line that says what it hides; one click shows it, another hides it.

    Args:
        hidden: what is folded away, in a few words: "weights".
        line: the whole line, where it is not "More: " and this.
        apart: its line stands elsewhere, where `button` is put.
    """

    def __init__(self, hidden: str, *items: QWidget | QLayout, line: str = "", apart: bool = False) -> None:
        super().__init__()
        self._apart = apart
        self.button = Fold(line or tr("More: {hidden}", hidden=hidden))
        self.button.setProperty("fold", not apart)
        self.button.toggled.connect(self._show)
        self._inside = QWidget()
        inside = column(*items, spacing=SPACE)
        inside.setContentsMargins(0, 0, 0, 0)
        self._inside.setLayout(inside)
        above = () if apart else (row(self.button, None),)
        self.setLayout(column(*above, self._inside, spacing=4))
        self._held = False
        self._show(shown=False)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Its line takes more lines where there is less width."""
        super().resizeEvent(event)
        if not self._apart:
            self.button.fit(self.width())

    def call(self, hidden: str) -> None:
        """Say anew what is folded away."""
        self.button.call(tr("More: {hidden}", hidden=hidden))

    @property
    def is_open(self) -> bool:
        """Whether it is shown."""
        return self.button.isChecked()

    def open(self) -> None:
        """Show it."""
        self.button.setChecked(True)

    def fold(self) -> None:
        """Hide it, until it is asked for or holds something again."""
        self.button.setChecked(False)
        self._held = False

    def begin(self) -> None:
        """Be open in a project that is opened only if it holds something there."""
        self.button.setChecked(self._held)

    def hold(self, *, something: bool) -> None:
        """Open as soon as it holds something; a person may still close it."""
        if something and not self._held:
            self.open()
        self._held = something

    def offer(self, *, offered: bool) -> None:
        """Whether there is anything to open."""
        self.button.setVisible(offered)
        self.setVisible(offered and (self.is_open or not self._apart))

    def _show(self, shown: bool) -> None:
        self._inside.setVisible(shown)
        if self._apart:
            self.setVisible(shown)  # it has no line of its own


def folds(widget: QWidget) -> list[More]:
    """In which a widget is folded away, the outermost first."""
    found: list[More] = []
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, More):
            found.insert(0, above)
        above = above.parentWidget()
    return found
