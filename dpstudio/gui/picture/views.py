"""The views of the picture, each made when it is first asked for: a window opens sooner without them."""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Protocol

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.preview.estimates import Line
from dpstudio.gui.look.scaled import rescale
from dpstudio.gui.look.theme import THEME, theme_of
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.exhibit import Exhibit
from dpstudio.gui.plots.lines import Lines
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.runner import Runner
from dpstudio.gui.views.drawing import Drawing
from dpstudio.gui.views.draws import DrawsView
from dpstudio.gui.views.figures import FiguresView
from dpstudio.gui.views.law import LawView
from dpstudio.gui.views.loss import loss_view
from dpstudio.gui.views.neighbours import NeighboursView
from dpstudio.gui.views.over_epsilon import EpsilonView
from dpstudio.gui.views.queries import QueriesView, Rows
from dpstudio.gui.views.scale import ScaleView
from dpstudio.gui.views.scene import SceneView
from dpstudio.gui.views.sheet_view import SheetView
from dpstudio.gui.views.usefulness import usefulness_view
from dpstudio.gui.views.working import Working
from dpstudio.gui.views.you import YouView
from dpstudio.gui.widgets.veil import Veil
from dpstudio.gui.widgets.whole import Front, scrolled

BUSY = "preview", "order"
"""The jobs after which a newer picture is there."""

AnyView = (
    SceneView | LawView | DrawsView | FiguresView | NeighboursView | EpsilonView | ScaleView | SheetView | QueriesView
    | YouView
)  # fmt: skip


class View(Protocol):
    """What every view of the picture can do."""

    def forget(self) -> None:
        """Hold nothing any more."""

    def recolour(self) -> None:
        """Follow the palette in force."""

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along of what is shown now."""


class Views(QFrame):
    """Holds all views, of which one is in front.

    Args:
        runner: makes draws and tables beside the window.
        bare: without what orders, saves and draws, for those who look on.
    """

    epsilon_asked = Signal(str)
    """An ε was chosen in the picture."""
    tour_asked = Signal()
    own_table_asked = Signal()
    """What a demonstration asks is to be asked of another table."""
    redraw = Signal()
    """A view wants to show something else."""
    rescaled = Signal()
    """A scale begins elsewhere."""
    copy_asked = Signal(TabledPlots)
    """A table is to be copied."""

    def __init__(self, runner: Runner, *, bare: bool = False) -> None:
        super().__init__()
        self._runner, self._bare, self._stale = runner, bare, False
        self._stack = Front()
        self.law = LawView()
        self._sorting = Working(runner, BUSY[1], lambda _: None)
        if bare:
            self.law.bare()
        self.law.asked.connect(self.redraw)
        self._made: list[View] = []
        self._released: Rows | None = None
        self._released_lines: Sequence[Line] | None = None
        self._front: View | None = None
        self._areas: dict[QWidget, QWidget] = {self.law: self.law}
        self._know(self.law)
        self._stack.addWidget(self.law)
        self._stack.currentChanged.connect(lambda _: self.rescaled.emit())
        self._veil = Veil()

    def veiled(self) -> QGridLayout:
        """The views, with what makes them pale over them."""
        made = QGridLayout()
        made.addWidget(self._stack, 0, 0)
        made.addWidget(self._veil, 0, 0)
        return made

    @property
    def page(self) -> QScrollArea | None:
        """What the view in front scrolls in."""
        shown = self._stack.currentWidget()
        return shown if isinstance(shown, QScrollArea) else None

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As high as all lines of its texts and choices need at this width."""
        hint, layout = super().minimumSizeHint(), self.layout()
        tall = layout.totalMinimumHeightForWidth(self.width()) if layout else 0
        return QSize(hint.width(), max(hint.height(), tall))

    @cached_property
    def draws(self) -> DrawsView:
        """The view of draws."""
        view = DrawsView()
        Drawing(self._runner, view, self)
        self._place(view)
        return view

    @cached_property
    def figures(self) -> FiguresView:
        """The view of a whole result."""
        view = FiguresView(self._runner)
        view.show_released(self._released_lines)
        view.changed.connect(self.redraw)
        self._place(view)
        return view

    @cached_property
    def scene(self) -> SceneView:
        """The view of a demonstration's scene."""
        view = SceneView(self._runner)
        view.tour_button.clicked.connect(self.tour_asked)
        view.own_button.clicked.connect(self.own_table_asked)
        Drawing(self._runner, view, self)
        self._place(view)
        return view

    @cached_property
    def neighbours(self) -> NeighboursView:
        """The view of neighbouring tables."""
        view = NeighboursView(self._runner)
        self._place(view)
        return view

    @cached_property
    def epsilon(self) -> EpsilonView:
        """The view of other values of ε."""
        view = EpsilonView(self._runner)
        view.asked.connect(self.epsilon_asked)
        self._place(view)
        return view

    @cached_property
    def loss(self) -> SheetView:
        """The view of how far below the best a choice may fall."""
        view = loss_view(self._runner)
        view.parts.chosen.connect(lambda _: self.redraw.emit())
        self._place(view)
        return view

    @cached_property
    def scale(self) -> ScaleView:
        """The view of the noise's scale."""
        view = ScaleView()
        self._place(view)
        return view

    @cached_property
    def queries(self) -> QueriesView:
        """The view of a synthetic table's rows and queries."""
        view = QueriesView(self._runner)
        view.show_released(self._released)
        self._place(view)
        return view

    def show_released(self, lines: Sequence[Line] | None, table: Rows | None) -> None:
        """Let *Figures* show the lines that were released of what is asked, *Queries* a synthetic table; or none."""
        self._released, self._released_lines = table, lines
        if "figures" in vars(self):
            self.figures.show_released(lines)
        if "queries" in vars(self):  # it is made when it is first asked for
            self.queries.show_released(table)

    @cached_property
    def useful(self) -> SheetView:
        """The view of a synthetic table's usefulness."""
        view = usefulness_view(self._runner)
        self._place(view)
        return view

    @cached_property
    def you(self) -> YouView:
        """The view of one person."""
        view = YouView()
        self._place(view)
        return view

    def _place(self, view: AnyView) -> None:
        """A view scrolls where the height does not hold it; it takes the look of the window that it comes into."""
        self._know(view)
        if self._bare:
            view.bare()
        self._areas[view] = scrolled(view, whole=not self._bare)
        self._stack.addWidget(self._areas[view])
        if theme_of(self) is not THEME:
            rescale(view)
            view.recolour()
        self._dim_plots()

    def _know(self, view: AnyView) -> None:
        self._made.append(view)
        for tabled in view.findChildren(TabledPlots):
            tabled.copy_asked.connect(partial(self.copy_asked.emit, tabled))
        for plot in view.findChildren(ThemedPlot):
            plot.rescaled.connect(self.rescaled)

    @property
    def floor(self) -> str:
        """Where the scale in front begins, or "" where that is at 0."""
        front = self._stack.currentWidget()
        plots = front.findChildren(ThemedPlot) if front is not None else []
        return next((plot.floor for plot in plots if plot.floor and plot.isVisibleTo(front)), "")

    def _is_sorted(self, shown: Distribution) -> bool:
        """Whether the order of what is shown is known; of many outcomes it is worked out beside the window first."""
        sort = self.law.sorting(shown)
        if sort is None:
            self._sorting.stop()
            return True

        def done(lines: Lines) -> None:
            self.law.keep(lines)
            self.redraw.emit()

        self._sorting.out(sort, done)
        return False

    def _bring(self, view: AnyView) -> None:
        self._front = view
        self._stack.setCurrentWidget(self._areas[view])

    def dim(self, *, stale: bool) -> None:
        """Draw all of them pale, those too that are made later, or none."""
        self._stale = stale
        self._dim_plots()
        self._veil.setVisible(stale)
        self._veil.raise_()

    def _dim_plots(self) -> None:
        for plot in self._stack.findChildren(ThemedPlot):
            plot.setEnabled(not self._stale)

    def forget_views(self) -> None:
        """Nothing of what was drawn is kept."""
        self._front = None
        self._sorting.stop()
        for view in self._made:
            view.forget()

    def recolour_views(self) -> None:
        """Follow the palette in force."""
        for view in self._made:
            view.recolour()
