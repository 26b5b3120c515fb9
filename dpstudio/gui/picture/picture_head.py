"""What stands above the picture: its name, or the source of a scene, what it is of, and how to take it along."""

from PySide6.QtWidgets import QBoxLayout, QLayout, QSizePolicy, QWidget

from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import column, label, row
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
        self._called: QWidget | None = None
        self._named = True
        self._parts: QWidget | None = None
        self._above: QLayout = column()
        self._beside: QLayout = row()
        self.setLayout(self._row)

    def call(self, source: QWidget | None) -> None:
        """Have a source in the title's place, or the title again."""
        if source is not None and self._source is None:
            self._source = source
            self._row.insertWidget(0, source, _WHOLE)
        self._called = source
        self.title.setVisible(source is None and self._named and not self._listed)
        if self._source is not None:
            self._source.setVisible(source is not None)

    @property
    def _listed(self) -> bool:
        """Whether a list of parts stands in the title's place."""
        return self._parts is not None and not self._parts.isHidden()

    def rows(self, views: QWidget, parts: QWidget, *, bare: bool) -> list[QBoxLayout]:
        """What stands above the picture, line by line: this, with what of the release is shown, and the views.

        Args:
            bare: views and parts share a line; else a list of parts stands in the title's place.
        """
        if bare:
            self._above = column(self)
            return [self._above, row(views, None, parts)]
        self._row.insertWidget(0, parts, _WHOLE)
        self._parts = parts
        self._beside = Flow(views, self, spacing=SPACE, fill=self)
        self._above = column(self)
        return [self._above, row(self._beside)]

    def stand(self, *, alone: bool) -> None:
        """Give up a line of its own, where the views leave it room: the picture is wide, but has little height."""
        before, after = (self._above, self._beside) if alone else (self._beside, self._above)
        before.removeWidget(self)
        after.addWidget(self)
        self._named = not alone
        self.call(self._called)
