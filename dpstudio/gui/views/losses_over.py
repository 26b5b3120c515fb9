"""What is lost on average against ε: curves over a table, which of them is which, and the loss in force in words."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.mechanisms import MECHANISMS
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.over_epsilon import Curve, OverEpsilon, Point, along
from dpstudio.core.quantities import rational_text
from dpstudio.core.question import Question
from dpstudio.core.sampling.comparison import float_of
from dpstudio.gui.look.theme import SPACE, THEME
from dpstudio.gui.plots.exhibit import Exhibit, Told
from dpstudio.gui.plots.losses import Key, LossPlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.views.laws_over import KEYS
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.translation import joined, tr, translated

_CLICK = tr("Click a point to choose its ε.")
_LEFT_OUT = tr("Not worked out for so many different scores: {names}.")
_TINY = 1e-6
_PLAIN = 100_000


class LossesOver(QWidget):
    """Shows what is known of each curve, and follows it; `asked` carries the place of the ε that is chosen.

    Args:
        known: the losses, which others add to.
    """

    asked = Signal(int)

    def __init__(self, known: Mapping[Point, float | None]) -> None:
        super().__init__()
        self._known = known
        self._over: OverEpsilon | None = None
        self._epsilon = Fraction(1)
        self.plot, self.table = LossPlot(), TableView(tr("What is lost at each ε"))
        self.tabled = TabledPlots(self.table, self.plot)
        self.tabled.bring(self.plot)
        self.table.setAccessibleDescription(KEYS)
        self.table.activated.connect(lambda at: self.asked.emit(at.row()))
        self.plot.picked.connect(self.asked)
        self.heading, self.said, self.left_out = WholeLabel("small"), WholeLabel(), WholeLabel("soft")
        self.keyed: list[str] = []
        self._key, self._with = Key([]), ""
        self._inside = QVBoxLayout(self)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self._inside.setSpacing(THEME.px(SPACE // 2))
        for part, share in ((self.heading, 0), (self.tabled, 1), (self._key, 0), (self.said, 0), (self.left_out, 0)):
            self._inside.addWidget(part, share)
        stretched((self.tabled, 140))

    def show_over(self, over: OverEpsilon, question: Question) -> None:
        """Show other curves, as far as they are known."""
        another = self._over is None or question.epsilon != self._epsilon
        self._over, self._epsilon, values = over, question.epsilon, along(question.epsilon)
        several = sum(len(each.names) for each in over.curves) > 1
        self._with = tr(" with “{name}”", name=MECHANISMS[question.mechanism].name) if several else ""
        self.heading.setText(tr("{lost}, against ε. {click}", lost=over.lost, click=_CLICK))
        self.plot.setAccessibleName(tr("{lost}, against ε", lost=over.lost))

        def cell(line: int, place: int) -> str:
            now = tr(" (now)") if values[line] == question.epsilon else ""
            return self._text(Point(place - 1, values[line])) if place else f"{rational_text(values[line])}{now}"

        self._show_key([_named(each) for each in over.curves])
        now = values.index(question.epsilon)
        self.tabled.show_rows(("ε", *self.keyed), len(values), cell, now)
        if another:  # the keyboard is where the ε in force is
            self.table.setCurrentIndex(self.table.model().index(now, max(0, self.table.currentIndex().column())))
        self.show_known()

    def show_known(self) -> None:
        """Show what has become known meanwhile."""
        over, values = self._over, along(self._epsilon)
        if over is None:
            return
        now, names = values.index(self._epsilon), [rational_text(each) for each in values]
        losses = [self._curve(place) for place in range(len(over.curves))]
        self.plot.show_losses([float_of(each) for each in values], names, losses, now, over.chosen)
        model = self.table.model()
        model.dataChanged.emit(model.index(0, 0), model.index(model.rowCount() - 1, model.columnCount() - 1))
        here = self._text(Point(over.chosen, self._epsilon))
        self.said.setText(
            tr("{lost}: {here} at ε = {names}{with_}.", lost=over.lost, here=here, names=names[now], with_=self._with)
        )
        left = [each for place, each in enumerate(over.curves) if self._is_open(place)]
        self.say_left_out(_LEFT_OUT.format(names=translated(joined("; ", map(_named, left)))) if left else "")

    def say_left_out(self, said: str) -> None:
        """Say why points are missing, or nothing."""
        self.left_out.setText(said)
        self.left_out.setVisible(bool(said))

    def exhibits(self, badge: Badge) -> list[Exhibit]:
        """What can be taken along, true of some table."""
        if self._over is None:
            return []
        values, known, curves = along(self._epsilon), dict(self._known), range(len(self._over.curves))

        def plain(line: int) -> tuple[str, ...]:
            losses = (known.get(Point(curve, values[line])) for curve in curves)
            return rational_text(values[line]), *("" if loss is None else f"{loss:.17g}" for loss in losses)

        told = Told(("ε", *self.keyed), len(values), plain, badge)
        return [
            Exhibit(
                self.table.accessibleName(),
                "losses",
                told,
                self.tabled,
                ((self.plot, 1), (self._key, 0)),
                self.said.text(),
            )
        ]

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt's
        """Its texts say themselves how high they are; asked for a height, the layout would leave out the picture's."""
        return False

    def forget(self) -> None:
        """Hold no loss any more."""
        self._over = None
        self.tabled.forget()
        for text in (self.heading, self.said, self.left_out):
            text.setText("")

    def _curve(self, place: int) -> NDArray[np.float64]:
        found = (self._known.get(Point(place, each)) for each in along(self._epsilon))
        return np.array([np.nan if each is None else each for each in found])

    def _is_open(self, place: int) -> bool:
        """Whether a point of a curve could not be worked out."""
        return any(self._known.get(Point(place, each), 0.0) is None for each in along(self._epsilon))

    def _text(self, point: Point) -> str:
        if point not in self._known:
            return "…"
        loss = self._known[point]
        return "–" if loss is None else amount(loss)

    def _show_key(self, names: list[str]) -> None:
        """Which curve is which, by colour, line and mark."""
        if names == self.keyed:
            return
        self.keyed, before, self._key = names, self._key, Key(names)
        self._inside.replaceWidget(before, self._key)
        before.hide()
        before.deleteLater()


def _named(curve: Curve) -> str:
    return joined(" / ", curve.names)


def amount(loss: float) -> str:
    """A loss to six digits."""
    if 0 < loss < _TINY:
        return tr("less than {tiny}", tiny=f"{_TINY:.6f}")
    return f"{loss:,.0f}" if loss >= _PLAIN else f"{loss:.6g}"
