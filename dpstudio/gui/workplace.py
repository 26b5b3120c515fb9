"""The page of an open project: the summary above, the steps' tabs below it, and the preview beside or beneath them."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSplitter, QTabWidget, QVBoxLayout, QWidget

from dpstudio.gui.preview import Preview
from dpstudio.gui.theme import THEME, icon
from dpstudio.gui.widgets.kit import label, row
from dpstudio.gui.widgets.pictures import picture_size

_STATUS = {"done": ("circle-check", "good"), "missing": ("circle-dashed", "soft"), "wrong": ("circle-alert", "bad")}
_BOTH_FIT = 1060


class Workplace(QWidget):
    """Shows the tabs in the order of the work, each with its status, and the preview where a tab is drawn in it.

    Args:
        pages: the tabs by their names.
        previewed: the names of those that the preview stands beside.
    """

    tab_changed = Signal()

    def __init__(self, pages: Mapping[str, QWidget], preview: Preview, previewed: tuple[str, ...]) -> None:
        super().__init__()
        self.names, self._previewed = tuple(pages), previewed
        self.summary = label("", "soft")
        self.summary.setAccessibleName("Summary of all choices")
        self.tabs = _tabs(pages)
        self.dock = QWidget()
        self._dock_layout = QVBoxLayout(self.dock)
        self._dock_layout.setContentsMargins(*_margins(below=False))
        self._dock_layout.addWidget(preview)
        self._beside = QSplitter(Qt.Orientation.Horizontal)
        self._beside.setChildrenCollapsible(False)
        self._beside.addWidget(self.tabs)
        self._beside.addWidget(self.dock)
        self._beside.setSizes([THEME.px(760), THEME.px(520)])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._summary_bar())
        layout.addWidget(self._beside, 1)
        self.tabs.currentChanged.connect(lambda _: self._tab_changed())
        self._tab_changed()

    def _summary_bar(self) -> QFrame:
        bar = QFrame()
        bar.setObjectName("summary")
        layout = row(self.summary)
        layout.setContentsMargins(THEME.px(20), THEME.px(8), THEME.px(20), THEME.px(8))
        bar.setLayout(layout)
        return bar

    @property
    def tab(self) -> str:
        """The tab in front."""
        return self.names[self.tabs.currentIndex()]

    def show_tab(self, name: str) -> None:
        """Bring a tab to the front."""
        self.tabs.setCurrentIndex(self.names.index(name))

    def turn(self, by: int) -> None:
        """Go on by some tabs, or back, round about."""
        self.tabs.setCurrentIndex((self.tabs.currentIndex() + by) % self.tabs.count())

    def _tab_changed(self) -> None:
        self.dock.setVisible(self.tab in self._previewed)
        self.tab_changed.emit()

    def show_status(self, name: str, status: str) -> None:
        """Mark a tab as done, missing or wrong."""
        place = self.names.index(name)
        self.tabs.setIconSize(picture_size())
        self.tabs.setTabIcon(place, icon(*_STATUS[status]))
        self.tabs.setTabToolTip(place, status)
        self.tabs.tabBar().setAccessibleTabName(place, f"{name.capitalize()}, {status}")

    def show_picture(self, name: str, picture: str) -> None:
        """Give a tab without a status a picture."""
        self.tabs.setTabIcon(self.names.index(name), icon(picture, "soft"))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put the preview below the tabs where the width does not hold both."""
        super().resizeEvent(event)
        below = self.width() < THEME.px(_BOTH_FIT)
        wanted = Qt.Orientation.Vertical if below else Qt.Orientation.Horizontal
        if self._beside.orientation() != wanted:
            self._beside.setOrientation(wanted)
            self._dock_layout.setContentsMargins(*_margins(below=below))
            self._beside.setSizes([600, 400] if below else [THEME.px(760), THEME.px(520)])


def _tabs(pages: Mapping[str, QWidget]) -> QTabWidget:
    tabs = QTabWidget()
    tabs.setDocumentMode(True)
    tabs.tabBar().setDrawBase(False)
    tabs.tabBar().setAccessibleName("Steps")
    for name, page in pages.items():
        tabs.addTab(page, name.capitalize())
    return tabs


def _margins(*, below: bool) -> tuple[int, int, int, int]:
    margin, small = THEME.px(20), THEME.px(6)
    return (margin, small, margin, small) if below else (0, margin, margin, margin)
