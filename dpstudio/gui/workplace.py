"""The page of an open project: the steps above, a step's page with the picture beside it, the foot bar below."""

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.foot import FootBar
from dpstudio.gui.widgets.kit import column, row
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.options import Options
from dpstudio.gui.widgets.people_slider import PeopleSlider
from dpstudio.gui.widgets.reading_order import enter
from dpstudio.gui.widgets.steps import STEPS, StepBar
from dpstudio.gui.widgets.whole import Held
from dpstudio.kinds import KINDS
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr, translated
from dpstudio.workspace.project.demonstrations import TIMES

_BOTH_FIT = 1060
_LITTLE, _SETTLES = 40, 100
"""Pixels by which a picture that lacks no more may fit where no bar takes its width, and the milliseconds without
another layout after which it has taken that width."""
_WIDTHS, _AROUND, _ABOVE, _BESIDE = (740, 540), 14, 10, 6
_HALVES = [("form", tr("Form"), ""), ("picture", tr("Picture"), "")]


class Dock(Held):
    """Holds the picture, never narrower than it is; where the height is not enough it scrolls.

    A bar takes width, and texts then more lines: what lacks little beside it is laid out once more without it.
    """

    _on_trial = False  # Qt may still ask one that Python has not filled yet, or has emptied

    def __init__(self, content: QWidget, *, whole: bool = True) -> None:
        super().__init__(content, whole=whole)
        self._tried: tuple[QSize, int] | None = None
        self._laid_out = QTimer(self, singleShot=True, interval=0)
        self._laid_out.timeout.connect(self._try_without_bar)
        self.verticalScrollBar().rangeChanged.connect(self._follow_range)
        self._trying = QTimer(self, singleShot=True, interval=_SETTLES)
        self._trying.timeout.connect(self._end_trial)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        """As `Held.eventFilter`."""
        done = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest and self._on_trial:
            self._trying.start()
        elif event.type() == QEvent.Type.LayoutRequest and 0 < self.verticalScrollBar().maximum() <= _LITTLE:
            self._laid_out.start()
        return done

    def _follow_range(self, _least: int, most: int) -> None:
        """What lacked once may lack again once something else had room: it is tried anew then."""
        if not most and not self._on_trial:
            self._tried = None

    def _try_without_bar(self) -> None:
        asked = self.size(), self.needed()
        if not self._on_trial and asked != self._tried and 0 < self.verticalScrollBar().maximum() <= _LITTLE:
            self._tried, self._on_trial = asked, True
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self._trying.start()

    def _end_trial(self) -> None:
        self._on_trial = False
        if not self.verticalScrollBar().maximum():
            self._tried = None
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As wide as the picture with a bar beside it."""
        bar = self.verticalScrollBar().sizeHint().width()
        hint, content = QScrollArea.minimumSizeHint(self), self.widget()
        return QSize((content.minimumSizeHint().width() if content else 0) + bar, hint.height())


class Workplace(QWidget):
    """Shows the pages in the order of the work, and the picture beside those that are drawn in it.

    Where the width doesn't hold both, a switch gives either of them the whole.

    Args:
        pages: by their names.
        previewed: the names of those that the picture stands beside.
    """

    tab_coming = Signal(str)
    """Which page is about to be seen, and to have the keyboard: what it shows is to be in its place."""
    tab_changed = Signal()
    narrowed = Signal(bool)
    """Whether there is room for one of both only."""
    picture_placed = Signal(bool)
    """Whether the picture stands beside its pages, or gives way to what is there."""

    def __init__(self, pages: Mapping[str, QWidget], previewed: tuple[str, ...]) -> None:
        super().__init__()
        self.names, self._previewed, self._with_picture = tuple(pages), previewed, True
        self._from_top = False
        self._titles = titles = [STEPS[name] for name in self.names]
        numbered = [f"{place} {title}" for place, title in enumerate(titles[:-1], 1)]
        self.steps = StepBar([*numbered, titles[-1]])
        self._pages = dict(pages)
        self.pages = QStackedWidget()
        for page in pages.values():
            self.pages.addWidget(page)
        self.people = PeopleSlider(TIMES)
        self._inside = inside = column(self.people)
        beside = QWidget()
        beside.setObjectName("page")
        beside.setLayout(inside)
        self.dock = Dock(beside)
        self._both = QSplitter(Qt.Orientation.Horizontal)
        self._both.setChildrenCollapsible(False)
        self._both.addWidget(self.pages)
        self._both.addWidget(self.dock)
        self._both.setSizes([THEME.px(width) for width in _WIDTHS])
        self.halves = Options(tr("Form or picture"), _HALVES)
        self.halves.show_value("form")
        self.halves.chosen.connect(self._half_chosen)
        self._half, self.narrow = "form", False
        self._switch = QWidget()
        self._switching = row(None, self.halves, None)
        scaled(self._switching.setContentsMargins, 0, 6, _AROUND, 6)  # below: an option's ring lies on no text
        self._switch.setLayout(self._switching)
        self.foot = FootBar()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.steps, self._switch, self._both, self.foot):
            layout.addWidget(widget, 1 if widget is self._both else 0)
        self.foot.turned.connect(self.turn)
        self.steps.currentChanged.connect(self._tab_changed)
        self._tab_changed(0)

    def take(self, picture: QWidget) -> None:
        """Let the picture stand beside the pages."""
        self._inside.insertWidget(0, picture, 1)

    @property
    def tab(self) -> str:
        """The page in front."""
        return self.names[self.steps.currentIndex()]

    @property
    def page(self) -> QWidget:
        """The page in front, itself."""
        return self._pages[self.tab]

    def page_called(self, name: str) -> QWidget:
        """One of the pages."""
        return self._pages[name]

    def show_tab(self, name: str) -> None:
        """Bring a page to the front."""
        self.steps.setCurrentIndex(self.names.index(name))

    def begin(self) -> None:
        """Every page from its top, what is rare folded away where it holds nothing, the keyboard on the steps."""
        for page in self._pages.values():
            for more in page.findChildren(More):
                more.begin()
            if isinstance(page, QScrollArea):
                page.verticalScrollBar().setValue(0)
        self.steps.setFocus()

    def go_to_steps(self) -> None:
        """Let the steps have the keyboard before what has it goes, which would give it to whatever comes next."""
        if self.steps.isVisible():
            self.steps.setFocus()

    def enter(self, name: str) -> None:
        """Bring a page to the front, from its top, the keyboard on its first control."""
        self._from_top = True
        self.show_tab(name)
        self._from_top = False
        if isinstance(self.page, QScrollArea):
            self.page.verticalScrollBar().setValue(0)
        enter(self.page if self.page.isVisible() else self.dock)

    def _go_over(self) -> None:
        """Let the keyboard go to the page in front before the other one is hidden.

        Else Qt would give it to whatever comes next in the window, and readers would say that, too.
        """
        here, there = QApplication.focusWidget(), self.page.focusWidget()
        if here is None or here is there or not self.pages.isAncestorOf(here) or self.page.isAncestorOf(here):
            return
        self.page.show()
        if there is not None and there.isVisible() and not self._from_top:
            there.setFocus()
        else:
            enter(self.page)

    def turn(self, by: int) -> None:
        """Go on by some pages, or back, round about."""
        self.steps.setCurrentIndex((self.steps.currentIndex() + by) % self.steps.count())
        if self.tab == "release" and by > 0:
            enter(self.page)  # on the button that led here a second Enter would lead past the release

    def widths(self) -> str:
        """How page and picture share the width, to be restored."""
        return self._both.saveState().toBase64().toStdString()

    def restore_widths(self, kept: str) -> None:
        """Share the width as it was; "" as at first."""
        if kept:
            self._both.restoreState(QByteArray.fromBase64(kept.encode()))

    def _tab_changed(self, place: int) -> None:
        """Another page begins with its form: what was looked at was the picture beside the one before."""
        self.tab_coming.emit(self.names[place])
        self._go_over()
        self.pages.setCurrentIndex(place)
        self._show_neighbours()
        self.show_half("form")
        self.tab_changed.emit()

    def _show_neighbours(self) -> None:
        place, titles = self.steps.currentIndex(), self._titles
        before = titles[place - 1] if place else ""
        self.foot.show_place(before, titles[place + 1] if place + 1 < len(titles) else "")

    def show_half(self, half: str) -> None:
        """Give "form" or "picture" the place where there is room for one of both only."""
        self._half_chosen(half)

    def _half_chosen(self, half: str) -> None:
        self._half = half
        self.halves.show_value(half)
        self._arrange()

    @property
    def half(self) -> str:
        """Which of "form" and "picture" has the place where there is room for one of both only."""
        return self._half

    @property
    def pictured(self) -> bool:
        """Whether the picture may be seen beside the page in front."""
        return self._with_picture

    def show_picture_place(self, *, shown: bool) -> None:
        """Let the picture stand beside the page in front, if that is one it stands beside, or give way."""
        if shown != self._with_picture:
            self._with_picture = shown
            self._arrange()
            self.picture_placed.emit(shown)

    def _arrange(self) -> None:
        pictured = self.tab in self._previewed and self._with_picture
        narrow = self.width() < THEME.px(_BOTH_FIT)
        if narrow != self.narrow:
            self.narrow = narrow
            self.narrowed.emit(narrow)
        if pictured:
            self._put_people(narrow=narrow)
        self._switch.setVisible(pictured and narrow)
        scaled(self._inside.setContentsMargins, _AROUND if narrow else _BESIDE, _ABOVE, _AROUND, _ABOVE)
        self.dock.setVisible(pictured and (not narrow or self._half == "picture"))
        self.pages.setVisible(not (pictured and narrow) or self._half == "form")

    def _put_people(self, *, narrow: bool) -> None:
        """Let the slider of people stand beside the switch, where there is one: a picture then keeps its height."""
        home = self._switching if narrow else self._inside
        if home.indexOf(self.people) < 0:
            for each in (self._switching, self._inside):
                each.removeWidget(self.people)
            home.addWidget(self.people, int(narrow))
            self.people.name.setVisible(not narrow)

    def show_steps(self, found: Resolved, states: Mapping[str, str], *, at_limit: bool = False) -> None:
        """Mark each step and say what was chosen in it, and what is missing on the page in front.

        Args:
            states: how each step stands: done, missing, wrong, spent, or "".
            at_limit: as for `FootBar.show_missing`.
        """
        scored = KINDS[found.plan.kind].scored
        self._call_score(tr("Score") if scored else tr("Sensitivity"))
        ready = tr("ready") if found.question is not None else "–"
        said = {**found.chosen, "release": tr("released") if states["release"] == "done" else ready}
        if not scored:
            said["score"] = _how_far(found)
        for place, name in enumerate(self.names):
            self.steps.show_step(place, states[name], said.get(name, ""))
        self.foot.show_missing(found.missing, self.tab, at_limit=at_limit)

    def _call_score(self, title: str) -> None:
        """Call the third step by what is on it."""
        place = self.names.index("score")
        if title != self._titles[place]:
            self._titles[place] = title
            self.steps.setTabText(place, f"{place + 1} {title}")
            self._show_neighbours()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Show page and picture beside each other where the width holds both."""
        super().resizeEvent(event)
        self._arrange()


def _how_far(found: Resolved) -> str:
    """How far one person moves the first part of the result of which that is known."""
    known = (each for each in KINDS[found.plan.kind].moved(found) if not each.unknown)
    first = next(known, None)
    most = translated(first.most) if first is not None else ""
    return tr("{most}, …", most=most) if most and next(known, None) is not None else most or "–"
