"""The preview beside the tabs: what the randomness will do, and of which table that is true."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QStackedWidget, QVBoxLayout

from dpstudio.core.preview.distribution import Badge, Distribution, first_draw
from dpstudio.core.quantities import rational_text
from dpstudio.gui.announcing import Settled
from dpstudio.gui.drawing import Drawing
from dpstudio.gui.draws import DrawsView
from dpstudio.gui.picture_file import save_picture
from dpstudio.gui.plots.bars import DistributionPlot
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.lines import Lines, spoken
from dpstudio.gui.plots.map import MapPlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.runner import Runner
from dpstudio.gui.table_out import TableOut
from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.kit import button, called, choice, column, fill_choice, label, row, tip
from dpstudio.gui.widgets.options import Options
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.veil import Veil

_MARGIN = 14
_LAW, _DRAWS, _TABLE = "law", "draws", "table"
_BARS, _MAP = "bars", "map"
_VIEWS = {
    _LAW: ("Law", "How likely each outcome is."),
    _DRAWS: ("Draws", "Draw again and again, and watch the frequencies grow into the law."),
    _TABLE: ("Table", "The numbers of the picture, to be copied or saved."),
}
_NOTHING = "The preview appears when the question is complete."
_RANDOM, _ONE_DRAW = "Random: another run differs.", "The published result is drawn from it once."
_NOTES = {
    Badge.SIMULATED: "Drawn from {invented}. Your table was not read for it.",
    Badge.SAMPLE: "Exact, from the sample table. A private table's plot would give its contents away.",
    Badge.DATA_FREE: "The same for every table: yours was not read for it.",
}
_RANGES = "The height of a bar is the probability of a range {wide}. The table says where each range begins and ends."
_ORDERS = [("score", "most likely first"), ("natural", "natural order")]


class Preview(QFrame):
    """Shows a Distribution in one of several views: its law as bars or on a map, draws of it, its table.

    Args:
        runner: makes draws and tables beside the window.
    """

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self.setObjectName("card")
        self._shown: Distribution | None = None
        self._all: tuple[Distribution, ...] = ()
        self._settled = Settled(self)
        self._wanted_order, self._whole_note = "automatic", ""
        self.badge = label("", "badge", wrap=False)
        self._title = label("What the randomness will do", "heading", wrap=False)
        self.order = choice(_ORDERS)
        self.order.setMinimumContentsLength(15)
        self.order.activated.connect(self._order_chosen)
        self._view = _LAW
        self.views = Options("View of the picture", [(key, name, "") for key, (name, _) in _VIEWS.items()])
        for key, (_, meaning) in _VIEWS.items():
            tip(self.views.buttons[key], meaning)
        self.views.show_value(_LAW)
        self.views.chosen.connect(self._view_chosen)
        self.drawn_as = choice([(_MAP, "map"), (_BARS, "bars")])
        self.drawn_as.setMinimumContentsLength(5)
        self.drawn_as.setCurrentIndex(0)
        self.drawn_as.activated.connect(lambda _: self._draw())
        self.which = choice([])
        self.which.setMinimumContentsLength(20)
        self.which.activated.connect(self._choose)
        self.bars, self.map, self.table = DistributionPlot(), MapPlot(), TableView("Sampling distribution as a table")
        self._tabled = TabledPlots(self.table, self.bars, self.map)
        self._empty = label(_NOTHING, "soft")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget()
        self._stack.setMinimumHeight(THEME.px(56))
        self.draws = DrawsView()
        self._drawing = Drawing(runner, self.draws, self)
        for each in (self._empty, self._tabled, self.draws):
            self._stack.addWidget(each)
        self._note = label("", "small")
        self._busy, self._of = label("", "small", wrap=False), label("", "small", wrap=False)
        self._veil = Veil()
        self.save_button = button("", "image", kind="quiet", hint="Save the picture…")
        self.save_button.clicked.connect(self._save)
        self._out = TableOut(runner, self, self._lines_shown, self._busy.setText)
        self.copy_button = button("Copy", "copy", hint="Copy the table with all digits.")
        self.copy_button.clicked.connect(self._out.copy)
        self.csv_button = button("CSV…", "download", hint="Save the table with all digits.")
        self.csv_button.clicked.connect(self._out.save)
        self._lay_out()
        self._offer_choices(False)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        margin = THEME.px(_MARGIN)
        layout.setContentsMargins(margin, margin, margin, margin)
        layout.setSpacing(THEME.px(8))
        layout.addLayout(row(self._title, None, self.badge))
        layout.addLayout(column(called(self.which, "Which part of the release"), self.which))
        layout.addLayout(row(self.views, None, self._of, self._busy))
        names = called(self.drawn_as, "Drawn as"), called(self.order, "Order of the candidates")
        tools = self.drawn_as, self.order, self.save_button, self.copy_button, self.csv_button
        layout.addLayout(row(*names, *tools, None))
        veiled = QGridLayout()
        veiled.addWidget(self._stack, 0, 0)
        veiled.addWidget(self._veil, 0, 0)
        layout.addLayout(veiled, 1)
        layout.addLayout(column(self._note))

    @property
    def part(self) -> int:
        """Which part of the release is shown, from 0."""
        return max(0, self.which.currentIndex())

    def show_order(self, order: str) -> None:
        """Take the order from the settings: "score", "natural" or "automatic"."""
        self._wanted_order = order
        self._draw()

    def show_busy(self, busy: bool) -> None:
        """Say that a newer preview is under way."""
        self._busy.setText("computing…" if busy else "")
        if busy:
            self._settled.say("")

    def show_stale(self, stale: bool) -> None:
        """Dim a picture that stays while the question is not complete, and say of what it is."""
        for plot in (self.bars, self.map, self.draws.plot):
            plot.setEnabled(not stale)
        if stale:
            self._settled.say("")
        self._veil.setVisible(stale)
        self._veil.raise_()
        epsilon = rational_text(self._shown.question.epsilon) if stale and self._shown else ""
        self._of.setText(f"as it was for ε = {epsilon}" if epsilon else "")

    def show_problem(self, problem: str) -> None:
        """Say why there is no preview."""
        self.show_stale(stale=False)
        self._shown, self._all = None, ()
        self._settled.say("")
        self._clear()
        self.which.hide()
        self._offer_choices(False)
        self._empty.setText(problem)
        self._stack.setCurrentWidget(self._empty)
        self._say("")

    def _offer_choices(self, offered: bool) -> None:
        """What can be chosen of a picture stands there only with a picture."""
        for each in (self.badge, self.views):
            each.setVisible(offered)
        if not offered:
            for tool in (self.drawn_as, self.order, self.save_button, self.copy_button, self.csv_button):
                tool.hide()

    def _say(self, note: str) -> None:
        """A note below the picture; the picture gives way before a line of it is cut."""
        self._note.setText(note)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Keep the whole note in sight."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = max(1, self.width() - 2 * THEME.px(_MARGIN))
        self._note.setMinimumHeight(0)
        self._note.setMinimumHeight(self._note.heightForWidth(width) if self._note.text() else 0)

    def _clear(self) -> None:
        """What was drawn of a table that is shown no longer is not kept behind the sentence."""
        self._tabled.forget()
        self.draws.forget()
        fill_choice(self.which, [])

    def show_distributions(self, shown: tuple[Distribution, ...], people: str, sealed: str = "") -> None:
        """Draw one distribution of several.

        Args:
            people: how many the stand-in has: "1,000 people"; scores that are ready-made have none.
            sealed: why there can be none of a table that stays sealed, or "".
        """
        if not shown:
            self.show_problem(sealed or _NOTHING)
            return
        names = [(str(place), each.name) for place, each in enumerate(shown)]
        fill_choice(self.which, names)
        self.which.setCurrentIndex(max(0, self.which.currentIndex()))
        self.which.setVisible(len(shown) > 1)
        another, self._all, self._people = shown is not self._all, shown, people
        self._choose()
        if another:
            self._settled.say(spoken(shown[self.part]))

    def _choose(self) -> None:
        """Show the part of the release that is asked for."""
        shown = self._shown = self._all[max(0, self.which.currentIndex())]
        self.badge.setText(shown.badge.value)
        self._offer_choices(True)
        ranges = f" {_RANGES.format(wide=shown.bins.wide)}" if shown.bins else ""
        first = first_draw(shown.question)
        invented = f"an invented table of {self._people}" if shown.question.reads_people else "invented scores"
        drawn = _RANDOM if shown.badge is Badge.SIMULATED else _ONE_DRAW
        self._whole_note = f"{_NOTES[shown.badge].format(invented=invented)}{ranges}{first} {drawn}"
        self._draw()

    def _view_chosen(self, view: str) -> None:
        self._view = view
        self.views.show_value(view)
        self._draw()

    def _order(self) -> NDArray[np.int64] | None:
        """The places by falling chance, or None for the natural order."""
        if self._shown is None:
            return None
        order = self._wanted_order
        if order == "automatic" or self._shown.upright:
            order = "natural" if self._shown.upright or self._shown.ordered else "score"
        self.order.setCurrentIndex(self.order.findData(order))
        if order == "natural":
            return None
        return np.argsort(-self._shown.chances, kind="stable")

    def _draw(self) -> None:
        shown = self._shown
        if shown is None:
            return
        self._busy.setText("")
        self._offer_tools(shown)
        lines = Lines(shown, self._order())
        if self._view == _DRAWS:
            self._say("")
            self.draws.show_lines(lines)
            self._stack.setCurrentWidget(self.draws)
            return
        self._say(self._whole_note)
        self._stack.setCurrentWidget(self._tabled)
        if self._view == _TABLE:
            self._bring(None, lines)
        elif self._on_map(shown) and shown.spots is not None:
            self.map.set_data(shown.spots.across, shown.spots.up, shown.chances, shown.label, shown.spots.names)
            self._bring(self.map, Lines(shown))
        else:
            meaning = shown.across if lines.order is None else f"{shown.across}, most likely first"
            marked = shown.bins.middle if shown.bins else lines.name
            self.bars.set_data(lines.chances, marked, meaning, upright=shown.upright)
            self._bring(self.bars, lines)

    def _on_map(self, shown: Distribution) -> bool:
        return shown.spots is not None and self._view == _LAW and self.drawn_as.currentData() == _MAP

    def _offer_tools(self, shown: Distribution) -> None:
        """What can be done with the view in front."""
        law, table = self._view == _LAW, self._view == _TABLE
        self.drawn_as.setVisible(law and shown.spots is not None)
        self.order.setVisible((law or table) and not shown.upright and not self._on_map(shown))
        self.save_button.setVisible(law)
        for each in (self.copy_button, self.csv_button):
            each.setVisible(table)

    def _lines_shown(self) -> Lines | None:
        """What the table shows."""
        return None if self._shown is None else Lines(self._shown, self._order())

    def _bring(self, plot: ThemedPlot | None, lines: Lines) -> None:
        """Show a plot, or the table, which has the same lines in the same order."""
        self._tabled.bring(plot)
        self._tabled.show_rows(lines.names, lines.chances.size, lines.cell, int(lines.chances.argmax()))

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.bars.recolour()
        self.map.recolour()
        self.draws.recolour()
        self._draw()

    def _order_chosen(self) -> None:
        self._wanted_order = str(self.order.currentData())
        self._draw()

    def _save(self) -> None:
        if self._shown is not None:
            lines, note = Lines(self._shown, self._order()), self._note.text()
            save_picture(self, lines, note, lambda path: self._stack.grab().save(path))
