"""What is still missing before a release: each a link to its field, where a field can help."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.kit import Card, clear, label
from dpstudio.gui.widgets.link import Link
from dpstudio.planning.missing import Missing
from dpstudio.translation import tr, translated


class TodoCard(Card):
    """Lists it; `go_requested` carries the one that was clicked."""

    go_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__("")
        self._heading = label("", "heading")
        self.add(self._heading)
        self._shown: tuple[tuple[Missing, ...], bool] = (), False
        self._list = QVBoxLayout()
        scaled(self._list.setSpacing, 2)
        self.add(self._list)

    def show_missing(self, missing: Sequence[Missing], *, spent: bool) -> None:
        """Show these and no others.

        Args:
            spent: nothing is left of the table's limit, which no field can help.
        """
        shown = tuple(missing), spent
        if shown == self._shown:
            return
        self._shown = shown
        only_limit = all(item.over_limit for item in missing)
        self._heading.setText(tr("Beyond the limit") if only_limit else tr("Still missing"))
        clear(self._list)
        for item in missing:
            if item.over_limit and spent:
                self._list.addWidget(label(translated(item.sentence)))
                continue
            link = Link(item.sentence, "circle-alert" if item.wrong else "circle-dashed")
            link.clicked.connect(lambda _=False, i=item: self.go_requested.emit(i))
            self._list.addWidget(link)
