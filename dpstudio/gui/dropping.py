"""Files dropped anywhere on the window: receipts are checked, all others opened."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from dpstudio.gui.widgets.dropped import receipts_in


class Dropping(QObject):
    """Takes what no part of the window takes.

    Args:
        check: is given receipts and what came with them.
        open_files: is given the paths of other files.
    """

    def __init__(
        self, window: QWidget, check: Callable[[list[Path]], None], open_files: Callable[[list[str]], None]
    ) -> None:
        super().__init__(window)
        self._check, self._open = check, open_files
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Take files, and nothing else."""
        if isinstance(event, QDragEnterEvent) and _files(event.mimeData()):
            event.acceptProposedAction()
            return True
        if event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent) and _files(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self._take(event.mimeData())
            return True
        return super().eventFilter(watched, event)

    def _take(self, data: QMimeData) -> None:
        receipts = receipts_in(data)
        self._check(receipts) if receipts else self._open(_files(data))


def _files(data: QMimeData) -> list[str]:
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
