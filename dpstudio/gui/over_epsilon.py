"""The view ε: the law at other values of ε, what each mechanism loses there, and a click that chooses one of them."""

from collections import deque
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.errors import StudioError
from dpstudio.core.mechanisms import MECHANISMS
from dpstudio.core.preview.over_epsilon import Curve, OverEpsilon, Point, along, around, wanted, work_out
from dpstudio.core.quantities import rational_text
from dpstudio.core.sampling.comparison import float_of
from dpstudio.core.tables.importing import Tick
from dpstudio.gui.instance import InstanceView
from dpstudio.gui.plots.lines import Lines, digits
from dpstudio.gui.plots.losses import Key, LossPlot
from dpstudio.gui.plots.multiples import MultiplesPlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.runner import Runner
from dpstudio.gui.theme import SPACE, THEME
from dpstudio.gui.widgets.kit import button, row
from dpstudio.gui.widgets.percent import percent
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.two_bars import TwoBars
from dpstudio.gui.widgets.whole import WholeLabel, stretched

Floats = NDArray[np.float64]
_JOB, _WORDS = "over_epsilon", "Working out the law and the loss at other values of ε"
_KEYS = "The arrow keys move from cell to cell, Enter chooses the ε; the picture shows where."
_LAWS = "The law at six values of ε, with the highest probability. Click one to choose its ε."
_LOST = "{lost}, against ε. Click a point to choose its ε."
_STOPPED = "Stopped: not every point is worked out."
_LEFT_OUT = "Not worked out for so many different scores: {names}."
_PLAIN = 100_000


class EpsilonView(QWidget):
    """Shows small pictures of the law over ε above the curves of what is lost; `asked` carries an ε that is chosen.

    Args:
        runner: works laws and losses out beside the window.
    """

    asked = Signal(str)

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self._runner = runner
        self._lines: Lines | None = None
        self._over: OverEpsilon | None = None
        self.laws: dict[Fraction, Floats] = {}
        self.losses: dict[Point, float | None] = {}
        self.laws_table, self.table = TableView("The law at six values of ε"), TableView("What is lost at each ε")
        self.multiples, self.plot = MultiplesPlot(), LossPlot()
        self.tabled_laws = TabledPlots(self.laws_table, self.multiples)
        self.tabled = TabledPlots(self.table, self.plot)
        for tabled, plot in ((self.tabled_laws, self.multiples), (self.tabled, self.plot)):
            tabled.bring(plot)
            tabled.table.setAccessibleDescription(_KEYS)
        self.laws_table.selectionModel().currentChanged.connect(lambda now, _: self._frame(now))
        self.laws_table.activated.connect(lambda at: self._ask(self._panel(at), self.around))
        self.table.activated.connect(lambda at: self._ask(at.row(), self.along))
        self.multiples.asked.connect(lambda place: self._ask(place, self.around))
        self.plot.picked.connect(lambda place: self._ask(place, self.along))
        self._laws_heading, self._heading = WholeLabel("small"), WholeLabel("small")
        self.said, self.left_out, self._note = WholeLabel(), WholeLabel("soft"), WholeLabel("small")
        self.resume = button("Continue", kind="narrow", hint="Work out the points that are left.")
        self.resume.clicked.connect(self._work)
        self.contrast, self.instance = TwoBars(), InstanceView()
        self._keyed: list[str] = []
        self._key: QWidget = Key([])
        self._laws_heading.setText(_LAWS)
        self._lay_out()
        self.forget()

    def _lay_out(self) -> None:
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(THEME.px(SPACE // 2))
        inside.addWidget(self._laws_heading)
        inside.addWidget(self.tabled_laws, 4)
        inside.addWidget(self._heading)
        inside.addWidget(self.tabled, 5)
        for part in (self._key, self.said, self.left_out):
            inside.addWidget(part)
        inside.addLayout(row(self.resume, None))
        for part in (self.contrast, self.instance, self._note):
            inside.addWidget(part)
        stretched((self.tabled_laws, 144), (self.tabled, 140))

    # ---- what is shown

    @property
    def epsilon(self) -> Fraction:
        """The one in force."""
        return Fraction(1) if self._lines is None else self._lines.shown.question.epsilon

    @property
    def around(self) -> tuple[Fraction, ...]:
        """The values of the small pictures."""
        return around(self.epsilon)

    @property
    def along(self) -> tuple[Fraction, ...]:
        """The values of the curves."""
        return along(self.epsilon)

    def show_lines(self, lines: Lines, note: str, people: int) -> None:
        """Show a distribution in an order; what is known of its losses is not worked out again.

        Args:
            note: of which table it is true.
            people: how many the table has, or is assumed to have.
        """
        self._note.setText(note)
        over = lines.shown.over
        if self._lines is None or lines.shown is not self._lines.shown:
            self._runner.cancel(_JOB)
            self.laws = {}
            if over is None or not over.loses_as(self._over):
                self.losses = {}
        self._lines, self._over = lines, over
        self.contrast.show_contrast(over.contrast(people) if over else None)
        self.instance.show_lines(lines)
        self._list_losses()
        self._show_key()
        self._show()
        if not self._runner.busy(_JOB):
            self._work()

    def forget(self) -> None:
        """Hold nothing any more."""
        self._runner.cancel(_JOB)
        self._lines = self._over = None
        self.laws, self.losses = {}, {}
        for tabled in (self.tabled_laws, self.tabled):
            tabled.forget()
        for text in (self._heading, self.said, self.left_out, self._note):
            text.setText("")
        self.contrast.show_contrast(None)
        self.instance.forget()
        self.resume.hide()

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.multiples.recolour()
        self.plot.recolour()
        self.instance.recolour()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's
        """What nobody looks at is not worked out."""
        super().hideEvent(event)
        self._runner.cancel(_JOB)

    # ---- what is worked out

    def _work(self) -> None:
        """Work out what is missing; it is shown as it comes."""
        over, epsilon = self._over, self.epsilon
        self.resume.hide()
        if over is None:
            return
        laws = [each for each in self.around if each not in self.laws]
        points = [each for each in wanted(over, epsilon) if each not in self.losses]
        found = deque[tuple[Fraction | Point, Any]]()

        def job(tick: Tick) -> None:
            for each in laws:
                tick(0)
                found.append((each, over.law(each)))
            work_out(over, points, lambda point, loss: found.append((point, loss)), tick)

        def arrived(_: object) -> None:
            if found:
                self._take(found)

        if laws or points:
            self._runner.run(_JOB, job, arrived, self._stopped, arrived, _WORDS)

    def _take(self, found: deque[tuple[Fraction | Point, Any]]) -> None:
        while found:
            what, value = found.popleft()
            if isinstance(what, Point):
                self.losses[what] = value
            else:
                self.laws[what] = value
        self._show()

    def _stopped(self, error: StudioError) -> None:
        del error
        self.left_out.setText(_STOPPED)
        self.left_out.show()
        self.resume.show()

    # ---- how it is shown

    def _show(self) -> None:
        if self._lines is None or self._over is None:
            return
        if all(each in self.laws for each in self.around):
            self._show_laws(self._lines)
        self._show_losses(self._over)

    def _show_laws(self, lines: Lines) -> None:
        values, order = self.around, lines.order
        laws = [self.laws[each] if order is None else self.laws[each][order] for each in values]
        names = [f"ε = {rational_text(each)}" for each in values]
        titles = [f"{name}: {percent(float(law.max()))}" for name, law in zip(names, laws, strict=True)]
        self.multiples.show_laws(laws, titles, values.index(self.epsilon))
        outcomes = lines.names[: self._outcomes]

        def cell(line: int, place: int) -> str:
            at = place - len(outcomes)
            return lines.cell(line, place) if at < 0 else digits(float(laws[at][line]))

        self.tabled_laws.show_rows((*outcomes, *names), laws[0].size, cell, int(laws[0].argmax()))

    @property
    def _outcomes(self) -> int:
        """How many columns name the outcome."""
        return 2 if self._lines is not None and self._lines.shown.bins else 1

    def _list_losses(self) -> None:
        """The table of the curves; its cells follow what is worked out."""
        over, values = self._over, self.along
        if over is None:
            return

        def cell(line: int, place: int) -> str:
            now = " (now)" if values[line] == self.epsilon else ""
            return self._text(Point(place - 1, values[line])) if place else f"{rational_text(values[line])}{now}"

        columns = ("ε", *(_named(each) for each in over.curves))
        self.tabled.show_rows(columns, len(values), cell, values.index(self.epsilon))

    def _show_losses(self, over: OverEpsilon) -> None:
        values, now = self.along, self.along.index(self.epsilon)
        known = [self._curve(place) for place in range(len(over.curves))]
        names = [rational_text(each) for each in values]
        self.plot.show_losses([float_of(each) for each in values], names, known, now, over.chosen)
        model = self.table.model()
        model.dataChanged.emit(model.index(0, 0), model.index(model.rowCount() - 1, model.columnCount() - 1))
        here = self._text(Point(over.chosen, self.epsilon))
        self._heading.setText(_LOST.format(lost=over.lost))
        self.said.setText(f"{over.lost}: {here} at ε = {names[now]}{self._with}.")
        self._tell_left_out(over)

    @property
    def _with(self) -> str:
        """The mechanism in force, where there are others."""
        lines, over = self._lines, self._over
        if lines is None or over is None or sum(len(each.names) for each in over.curves) == 1:
            return ""
        return f" with “{MECHANISMS[lines.shown.question.mechanism].name}”"

    def _tell_left_out(self, over: OverEpsilon) -> None:
        """Which mechanisms have points that could not be worked out."""
        left = [each for place, each in enumerate(over.curves) if None in self._known(place)]
        self.left_out.setText(_LEFT_OUT.format(names="; ".join(map(_named, left))) if left else "")
        self.left_out.setVisible(bool(left))

    def _known(self, place: int) -> list[float | None]:
        points = (Point(place, each) for each in self.along)
        return [self.losses[point] for point in points if point in self.losses]

    def _curve(self, place: int) -> Floats:
        found = (self.losses.get(Point(place, each)) for each in self.along)
        return np.array([np.nan if each is None else each for each in found])

    def _text(self, point: Point) -> str:
        if point not in self.losses:
            return "…"
        loss = self.losses[point]
        return "–" if loss is None else amount(loss)

    def _show_key(self) -> None:
        """Which curve is which, by colour, line and mark."""
        layout, names = self.layout(), [] if self._over is None else [_named(each) for each in self._over.curves]
        if names == self._keyed or not isinstance(layout, QVBoxLayout):
            return
        self._keyed = names
        before, self._key = self._key, Key(names)
        layout.replaceWidget(before, self._key)
        before.hide()
        before.deleteLater()

    # ---- what is chosen

    def _panel(self, at: QModelIndex) -> int:
        """The small picture of a cell of its table, or -1."""
        return at.column() - self._outcomes if at.isValid() else -1

    def _frame(self, at: QModelIndex) -> None:
        self.multiples.frame(max(-1, self._panel(at)) if self.laws_table.hasFocus() else -1)

    def _ask(self, place: int, values: tuple[Fraction, ...]) -> None:
        if self._lines is not None and self.plot.isEnabled() and 0 <= place < len(values):
            self.asked.emit(rational_text(values[place]))


def _named(curve: Curve) -> str:
    return " / ".join(curve.names)


def amount(loss: float) -> str:
    """A loss to six digits."""
    return f"{loss:,.0f}" if loss >= _PLAIN else f"{loss:.6g}"
