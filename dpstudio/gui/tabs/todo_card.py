"""What is still missing before a release: each a link to its field."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.kit import Card, clear
from dpstudio.gui.widgets.link import Link
from dpstudio.planning.missing import Missing
from dpstudio.translation import tr


class TodoCard(Card):
    """Lists it; `go_requested` carries the one that was clicked."""

    go_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__(tr("Still missing"))
        self._shown: tuple[Missing, ...] = ()
        self._list = QVBoxLayout()
        scaled(self._list.setSpacing, 2)
        self.add(self._list)

    def show_missing(self, missing: Sequence[Missing]) -> None:
        """Show these and no others."""
        if tuple(missing) == self._shown:
            return
        self._shown = tuple(missing)
        clear(self._list)
        for item in missing:
            link = Link(item.sentence, "circle-alert" if item.wrong else "circle-dashed")
            link.clicked.connect(lambda _=False, i=item: self.go_requested.emit(i))
            self._list.addWidget(link)
