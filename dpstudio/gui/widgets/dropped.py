"""What is dropped on the window: receipts go to be checked, other files become tables."""

from pathlib import Path

from PySide6.QtCore import QMimeData

_RECEIPTS = (".json", ".pdf")


def receipts_in(data: QMimeData) -> list[Path]:
    """The files of a drop, where all of them may be receipts; else none."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return paths if all(path.suffix.lower() in _RECEIPTS for path in paths) else []
