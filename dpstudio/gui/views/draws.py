"""The view of draws: what is random is drawn again and again, until the frequencies show the law."""

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.mechanisms.stories import Coins, Noisy, Story
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.preview.draws import Draws, Tally
from dpstudio.gui.look.announcing import Settled
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.plots.bars import lowest
from dpstudio.gui.plots.counted import Counted, counted_lines, counted_told
from dpstudio.gui.plots.drawn import DrawnPlot
from dpstudio.gui.plots.exhibit import Exhibit
from dpstudio.gui.plots.lines import Lines
from dpstudio.gui.plots.overview import Overview
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.views.beside import beside
from dpstudio.gui.views.draw_buttons import DrawButtons
from dpstudio.gui.views.story_told import ToldStory
from dpstudio.gui.widgets.one_by_one import texts_in_turn
from dpstudio.gui.widgets.percent import percent
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.translation import joined, tr
from dpstudio.workspace.releasing.drawing import MOST_WATCHED

_LEAST, _LEAST_STORY, _LEAST_BOTH, _COLUMNS = 110, 100, 92, (3, 2)
"""Pixels at 100 % that both pictures are high at least, the upper one where the other is there, too; and how wide they
are before an audience."""
_TURNS = 10
"""In how many turns all coins of one draw are thrown while draws are played, and by an audience."""
_FREE = tr("Drawn as a release is drawn, {of}. Nothing is charged for it.")
_OF = {
    Badge.SAMPLE: tr("from the sample's true answers"),
    Badge.SIMULATED: tr("from an invented table"),
    Badge.DATA_FREE: tr("from no table at all"),
}


class DrawsView(QWidget):
    """Draws one by one, plays, or draws many at once; beneath the picture lies a table of what was counted."""

    one_asked = Signal()
    many_asked = Signal(int)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._shown: Distribution | None = None
        self._lines: Lines | None = None
        self._counted: Counted | None = None
        self._coins: Coins | None = None
        self._thrown = 0
        self._busy = self._close = False
        self._settled = Settled(self)
        self.buttons = DrawButtons()
        self.buttons.turned.connect(self._turn)
        self.buttons.many_asked.connect(self._draw_many)
        self.buttons.cancelled.connect(self.cancelled)
        self.buttons.again_asked.connect(self._start_over)
        self.plot, self.table, self.how = DrawnPlot(), TableView(tr("Draws as a table")), ToldStory()
        self.story = self.how.plot
        self.tabled = TabledPlots(self.table, self.plot)
        self.tabled.bring(self.plot)
        self.overview = Overview()
        self.overview.follow(self.plot)
        self.last, self.counts, self._note = WholeLabel("strong", line=True), WholeLabel("soft"), WholeLabel("small")
        self._inside = inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        scaled(inside.setSpacing, SPACE // 2)
        inside.addWidget(self.buttons)
        inside.addWidget(self.last)
        inside.addWidget(self.tabled, 3)
        inside.addWidget(self.overview)
        inside.addWidget(self.how, 2)
        self._turned = texts_in_turn(self.counts, self._note)
        inside.addWidget(self._turned)
        stretched((self.tabled, _LEAST), (self.how, _LEAST_STORY))
        self.forget()

    def bare(self) -> None:
        """Without buttons, and without what the mark of the source says, too."""
        self.buttons.hide()
        self._close = self.plot.dense = True
        beside(self._inside, [(self.tabled, 1), (self.overview, 0)], [(self.how, 1)], _COLUMNS)
        self._inside.removeWidget(self._turned)
        self._inside.addWidget(self._turned)

    # ---- what is shown

    @property
    def draws(self) -> Draws | None:
        """How what is shown is drawn."""
        return None if self._shown is None else self._shown.draws

    @property
    def watched(self) -> bool:
        """Whether what leads to a winner can be watched, and there are few enough candidates for it."""
        shown, draws = self._shown, self.draws
        there = shown is not None and draws is not None and draws.story is not None
        return there and shown is not None and shown.chances.size <= MOST_WATCHED

    @property
    def counted(self) -> Counted | None:
        """What has been drawn."""
        return self._counted

    def show_lines(self, lines: Lines, *, logarithmic: bool) -> None:
        """Show a distribution in an order and on a scale; a new one is drawn from afresh."""
        self.plot.logarithmic = logarithmic
        shown, another = lines.shown, lines.shown is not self._shown
        self._shown, self._lines = shown, lines
        if another:
            self.cancelled.emit()
            self._counted, self._coins = Counted(shown), None
            self.last.setText("")
        self._end_story()
        self._note.setText("" if self._close else _FREE.format(of=_OF[shown.badge]))
        self.plot.set_data(lines.chances, lines.marked, lines.meaning, upright=lines.upright, line=lines.line)
        self.plot.put_together(shown.bins.wide if shown.bins else "")
        self.plot.star(lines.starred, figure=lines.has_figure)
        self._make_room()
        self.overview.show_of(self.plot, ranges=shown.bins is not None)
        if self._counted is not None:
            names, cell = counted_lines(lines, self._counted)
            self.tabled.show_rows(names, lines.chances.size, cell, int(lines.chances.argmax()))
        self._show_counts(None)

    def forget(self) -> None:
        """Hold nothing any more."""
        self.buttons.stop()
        self._shown = self._lines = self._counted = self._coins = None
        self.tabled.forget()
        self.overview.show_of(self.plot)
        self._end_story()
        for each in (self.last, self.counts, self._note):
            each.setText("")
        self._turned.follow()
        self._settled.say("")
        self._enable()

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.plot.recolour()
        self.story.recolour()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's
        """What nobody watches is not played."""
        super().hideEvent(event)
        self.buttons.pause()

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along."""
        if self._lines is None or self._counted is None:
            return []
        parts = (self.plot, 3), *([(self.story, 2)] if self.story.isVisible() else [])
        told, texts = counted_told(self._lines, self._counted), (self.counts.text(), self._note.text())
        said = joined(" ", filter(None, (*texts, self.plot.scale.told)))
        return [Exhibit(tr("Draws"), "draws", told, self.tabled, parts, said), *self.how.exhibits()]

    # ---- what came out

    def show_draw(self, tally: Tally, story: Story | None, value: str) -> None:
        """Light up what one draw came to, or begin to throw its coins.

        Args:
            value: what was drawn, in words, where its place does not tell it.
        """
        self.how.setVisible(story is not None)
        self._make_room()
        if isinstance(story, Coins):
            self._coins, self._thrown = story, 0
            self._show_counts(None)
            self._throw(1)
            return
        if isinstance(story, Noisy) and self._lines is not None:
            self.how.show_noise(story, self._lines)
        self._count_one(tally, value)

    def _count_one(self, tally: Tally, value: str = "") -> None:
        if self._shown is None or self._lines is None:
            return
        place = int(tally[0][0]) if tally[0].size else None
        self.add(1, tally)
        self._show_counts(None if place is None else self._line_of(place))
        self._tell(said_of(self._shown, place, value))

    def add(self, draws: int, tally: Tally) -> None:
        """Count draws."""
        if self._counted is not None:
            self._counted.add(draws, tally)
            self._show_counts(None)

    def say_counted(self) -> None:
        """Many draws are done: say how they stand to the law."""
        self.last.setText("")
        self._settled.say(self.counts.text())

    def show_problem(self, problem: str) -> None:
        """Say why nothing could be drawn."""
        self.buttons.pause()
        self.last.setText(problem)

    def show_busy(self, *, busy: bool) -> None:
        """Whether draws are being made."""
        self._busy = busy
        self.buttons.show_busy(busy=busy)

    def _tell(self, said: str) -> None:
        self.last.setText(said)
        self._settled.say(said)

    def _line_of(self, place: int) -> int:
        return place if self._lines is None else self._lines.line_of(place)

    def _show_counts(self, lit: int | None) -> None:
        if self._counted is None or self._lines is None:
            return
        self.plot.show_drawn(*self._counted.drawn(self._lines), lit)
        self.counts.setText(self._counted.sentence(short=self._close))
        self._turned.follow()
        model = self.table.model()
        model.dataChanged.emit(model.index(0, 0), model.index(model.rowCount() - 1, model.columnCount() - 1))
        self._enable()

    # ---- what led to it

    def _end_story(self) -> None:
        """Where nothing led to a winner that can be watched, its place is the law's."""
        self.how.forget()
        self.how.hide()
        self._make_room()

    def _make_room(self) -> None:
        """Beside a story the law has less height, and its bars are read by the numbers beside them."""
        both = not self.how.isHidden() and not self._close
        self.plot.without_axis(left_out=both)
        scaled(self.tabled.setMinimumHeight, _LEAST_BOTH if both else max(_LEAST, lowest(self.plot)))

    def _throw(self, many: int) -> None:
        """Throw the next coins; the last one shows heads, and the draw is counted."""
        coins, shown = self._coins, self._shown
        if coins is None or shown is None:
            return
        self._thrown = min(self._thrown + many, len(coins.thrown))
        found, last = self._thrown == len(coins.thrown), coins.thrown[self._thrown - 1]
        self.how.show_coins(coins, self._thrown, shown)
        name = shown.drawn(last)
        if found:
            self._coins = None
            self._count_one((np.array([last]), np.array([1])))
        chance = float(coins.heads[self._thrown - 1])
        how = tr("always heads") if chance == 1 else tr("heads with {chance}", chance=percent(chance))
        side = tr("heads. Drawn: {names}", names=name) if found else tr("tails")
        self._tell(tr("Coin {thrown}, {names}, {how}: {side}", thrown=self._thrown, names=name, how=how, side=side))

    # ---- the buttons

    def _turn(self) -> None:
        """The next coin, or the next draw once the one before has come."""
        if self._coins is not None:
            left = len(self._coins.thrown)
            self._throw(-(-left // _TURNS) if self.buttons.playing or self._close else 1)
        elif not self._busy and self.draws is not None:
            self.one_asked.emit()

    def _draw_many(self, many: int) -> None:
        self._coins = None
        self._end_story()
        self.many_asked.emit(many)

    def _start_over(self) -> None:
        self.buttons.stop()
        if self._lines is not None:
            lines, self._shown = self._lines, None
            self.show_lines(lines, logarithmic=self.plot.logarithmic)

    def _enable(self) -> None:
        counted = self._counted is not None and self._counted.draws > 0
        self.buttons.show_state(there=self.draws is not None, counted=counted)


def said_of(shown: Distribution, place: int | None, value: str) -> str:
    """What a draw came to, in words.

    Args:
        place: where in the picture, None beyond it.
        value: what was drawn, where its place does not tell it.
    """
    if place is None:
        return tr("Drawn: {came}, beyond the picture", came=value)
    return tr("Drawn: {came}", came=value or shown.drawn(place))
