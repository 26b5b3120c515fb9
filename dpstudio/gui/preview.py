"""The preview beside the tabs: what the randomness will do, and of which table that is true."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QStackedWidget, QVBoxLayout

from dpstudio.core.candidates import Grid, Listed
from dpstudio.core.preview.distribution import Badge, Distribution, first_draw
from dpstudio.core.preview.picture import bars_svg
from dpstudio.core.quantities import rational_text
from dpstudio.core.scores.rules import Nearness, Ready
from dpstudio.gui import ask
from dpstudio.gui.announcing import Settled
from dpstudio.gui.plots.bars import MOST_BARS, DistributionPlot
from dpstudio.gui.plots.base import ThemedPlot
from dpstudio.gui.plots.lines import Lines, spoken
from dpstudio.gui.plots.map import MapPlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.kit import button, called, choice, column, fill_choice, label, row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.percent import percent
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.veil import Veil
from dpstudio.kinds.choose.question import Choice

_MARGIN = 14
_BARS, _MAP, _TABLE = "bars", "map", "table"
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
    """Shows a Distribution as bars, on a map where candidates have coordinates, or as a table."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self._shown: Distribution | None = None
        self._all: tuple[Distribution, ...] = ()
        self._settled = Settled(self)
        self._wanted_order = "automatic"
        self.badge = label("", "badge", wrap=False)
        self._title = label("What the randomness will do", "heading", wrap=False)
        self.order = choice(_ORDERS)
        self.order.setMinimumContentsLength(15)
        self.order.activated.connect(self._order_chosen)
        self.view = choice([(_BARS, "bars"), (_TABLE, "table")])
        self.view.setMinimumContentsLength(6)
        self.view.setCurrentIndex(0)
        self.view.activated.connect(lambda _: self._draw())
        self.which = choice([])
        self.which.setMinimumContentsLength(20)
        self.which.activated.connect(self._choose)
        self.bars, self.map, self.table = DistributionPlot(), MapPlot(), TableView("Sampling distribution as a table")
        self._tabled = TabledPlots(self.table, self.bars, self.map)
        self._empty = label(_NOTHING, "soft")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget()
        self._stack.setMinimumHeight(THEME.px(56))
        for each in (self._empty, self._tabled):
            self._stack.addWidget(each)
        self._note = label("", "small")
        self._busy, self._of = label("", "small", wrap=False), label("", "small", wrap=False)
        self._veil = Veil()
        self.save_button = button("", "image", kind="quiet", hint="Save the picture…")
        self.save_button.clicked.connect(self._save)
        layout = QVBoxLayout(self)
        margin = THEME.px(_MARGIN)
        layout.setContentsMargins(margin, margin, margin, margin)
        layout.setSpacing(THEME.px(8))
        put(layout, row(self._title, None, self.badge))
        put(layout, column(called(self.which, "Which part of the release"), self.which))
        names = called(self.view, "View"), called(self.order, "Order of the candidates")
        put(layout, row(*names, self.view, self.order, self.save_button, None, self._of, self._busy))
        veiled = QGridLayout()
        veiled.addWidget(self._stack, 0, 0)
        veiled.addWidget(self._veil, 0, 0)
        put(layout, veiled, 1)
        put(layout, column(self._note))
        self._offer_choices(False)

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
        for plot in (self.bars, self.map):
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
        for each in (self.badge, self.view, self.order, self.save_button):
            each.setVisible(offered)

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
        ready = isinstance(shown.question, Choice) and isinstance(shown.question.rule, Ready)
        invented = "invented scores" if ready else f"an invented table of {self._people}"
        drawn = _RANDOM if shown.badge is Badge.SIMULATED else _ONE_DRAW
        self._say(f"{_NOTES[shown.badge].format(invented=invented)}{ranges}{first} {drawn}")
        self._offer_views(shown)
        self._draw()

    def _offer_views(self, shown: Distribution) -> None:
        on_map = _coordinates(shown) is not None
        has_map = self.view.findData(_MAP) >= 0
        if on_map and not has_map:
            self.view.insertItem(0, "map", _MAP)
            self.view.setCurrentIndex(0)
        elif not on_map and has_map:
            self.view.removeItem(self.view.findData(_MAP))
            self.view.setCurrentIndex(0)

    def _order(self) -> NDArray[np.int64] | None:
        """The places by falling chance, or None for the natural order."""
        if self._shown is None:
            return None
        order = self._wanted_order
        if order == "automatic" or self._shown.upright:
            order = "natural" if self._shown.upright or _on_grid(self._shown) else "score"
        self.order.setCurrentIndex(self.order.findData(order))
        if order == "natural":
            return None
        return np.argsort(-self._shown.chances, kind="stable")

    def _draw(self) -> None:
        shown = self._shown
        if shown is None:
            return
        view, coordinates = self.view.currentData(), _coordinates(shown)
        self.order.setVisible(view != _MAP and not shown.upright)
        self.save_button.setVisible(view != _TABLE)
        self._stack.setCurrentWidget(self._tabled)
        if view == _MAP and coordinates is not None:
            across, up, names = coordinates
            self.map.set_data(across, up, shown.chances, shown.label, names)
            self._bring(self.map, Lines(shown))
            return
        lines = Lines(shown, self._order())
        if view != _TABLE:
            meaning = shown.across if lines.order is None else f"{shown.across}, most likely first"
            marked = shown.bins.middle if shown.bins else lines.name
            self.bars.set_data(lines.chances, marked, meaning, upright=shown.upright)
        self._bring(None if view == _TABLE else self.bars, lines)

    def _bring(self, plot: ThemedPlot | None, lines: Lines) -> None:
        """Show a plot, or the table, which has the same lines in the same order."""
        self._tabled.bring(plot)
        self._tabled.show_rows(lines.names, lines.chances.size, lines.cell, int(lines.chances.argmax()))

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.bars.recolour()
        self.map.recolour()
        self._draw()

    def _order_chosen(self) -> None:
        self._wanted_order = str(self.order.currentData())
        self._draw()

    def _save(self) -> None:
        kinds = "Pictures (*.png)"
        if self._shown is not None and self._shown.chances.size <= MOST_BARS:
            kinds += ";;Scalable drawings (*.svg)"
        path = ask.save_file(self, "Save the picture", "distribution.png", kinds)
        if path and not (self._save_svg(path) if path.endswith(".svg") else self._stack.grab().save(path)):
            ask.complain(self, "Not saved", "The picture could not be saved there. Choose another folder.")

    def _save_svg(self, path: str) -> bool:
        shown = self._shown
        if shown is None or shown.chances.size > MOST_BARS:
            return False
        order = self._order()
        places = range(shown.chances.size) if order is None else order.tolist()
        chances = [float(shown.chances[place]) for place in places]
        names = [shown.label(place) for place in places]
        title = shown.question.name or "Sampling distribution"
        drawn = bars_svg(
            names, chances, [percent(each) for each in chances], title, f"{shown.badge}. {self._note.text()}"
        )
        try:
            Path(path).write_text(drawn, "utf-8")
        except OSError:
            return False
        return True


def _on_grid(shown: Distribution) -> bool:
    """Whether the candidates have an order of their own."""
    return isinstance(shown.question, Choice) and isinstance(shown.question.candidates, Grid)


def _coordinates(shown: Distribution) -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[str, str]] | None:
    """Where the candidates lie, when the score is a nearness in two coordinates."""
    if not isinstance(shown.question, Choice):
        return None
    rule, candidates = shown.question.rule, shown.question.candidates
    if not isinstance(rule, Nearness) or len(rule.columns) != 2 or not isinstance(candidates, Listed):
        return None
    values = []
    for attribute in rule.attributes:
        numbers = candidates.numbers(attribute)
        values.append(numbers.steps.astype(np.float64) * float(numbers.unit))
    names = tuple(f"{column.name} {column.unit}".strip() for column in rule.columns)
    return values[0], values[1], (names[0], names[1])
