"""What stands above the picture: its name, or the source of a scene, what it is of, and how to take it along."""

from PySide6.QtWidgets import QSizePolicy, QWidget

from dpstudio.gui.widgets.kit import label, row
from dpstudio.translation import tr

_WHOLE = 100


class PictureHead(QWidget):
    """A row with a title and a badge as high as its word.

    Args:
        export: what takes the picture along.
    """

    def __init__(self, export: QWidget) -> None:
        super().__init__()
        self.title, self.badge = (
            label(tr("What the randomness will do"), "heading"),
            label("", "badge", wrap=False),
        )
        self.badge.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._row = row(self.title, None, self.badge, export)
        self._row.setStretchFactor(self.title, _WHOLE)
        self._source: QWidget | None = None
        self.setLayout(self._row)

    def call(self, source: QWidget | None) -> None:
        """Have a source in the title's place, or the title again."""
        if source is not None and self._source is None:
            self._source = source
            self._row.insertWidget(0, source, _WHOLE)
        self.title.setVisible(source is None)
        if self._source is not None:
            self._source.setVisible(source is not None)
