"""What is dropped on the window: receipts go to be checked, other files become tables."""

from pathlib import Path

from PySide6.QtCore import QMimeData

_RECEIPTS = {".json", ".pdf"}
_BESIDE = {".csv", ".yaml"}


def receipts_in(data: QMimeData) -> list[Path]:
    """The files of a drop, where they are receipts and what came with them; else none."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    kinds = {path.suffix.lower() for path in paths}
    return paths if kinds & _RECEIPTS and kinds <= _RECEIPTS | _BESIDE else []
