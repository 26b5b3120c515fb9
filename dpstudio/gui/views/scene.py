"""The view of a scene: a question, two tables of people, a draw, and the answer once it is asked for."""

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from dpstudio.core.mechanisms.stories import Story
from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.preview.draws import Draws, Tally
from dpstudio.core.preview.neighbours import Laws, Texts
from dpstudio.core.tables.schema import Relation
from dpstudio.gui.look.announcing import Settled, say
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.plots.counted import Counted, counted_lines, counted_told
from dpstudio.gui.plots.drawn import DrawnPlot
from dpstudio.gui.plots.exhibit import Exhibit
from dpstudio.gui.plots.lines import Lines
from dpstudio.gui.plots.overlaid import OverlaidPlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.views.draws import said_of
from dpstudio.gui.views.in_sight import InSight
from dpstudio.gui.views.neighbour_lines import told_of
from dpstudio.gui.views.slack import Slack
from dpstudio.gui.views.two_laws import draw_both
from dpstudio.gui.views.two_tables import TwoTables
from dpstudio.gui.widgets.kit import button, row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import Front, WholeLabel, stretched
from dpstudio.translation import joined, tr
from dpstudio.workspace.scenes import Scene

_REVEAL, _HIDE = tr("Show the answer"), tr("Hide the answer")
_LEAST, _NAMED, _AROUND = 90, 20, 10
_MOST_NAMED, _OF_MANY = 7, 92
"""Pixels at 100 % that the picture takes at least, that each of a few names needs, and all of them around them; how
many are a few; and what some of more names take."""
_OWN = tr("Outlines: the law of the table at the left. Bars: what was drawn of it.")


class SceneView(QWidget):
    """Composes the parts of other views into what a teacher shows of one demonstration."""

    one_asked = Signal()
    many_asked = Signal(int)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.scene: Scene | None = None
        self._bare = False
        self._lines: Lines | None = None
        self._of: Lines | None = None
        self._rows: tuple[Texts, tuple[Texts, ...]] = (), ()
        self._laws: Laws | None = None
        self._counted: Counted | None = None
        self._settled = Settled(self)
        self.question, self.answer = WholeLabel("heading"), WholeLabel()
        self.last, self._meaning = WholeLabel("strong", line=True), WholeLabel("small")
        self.to_grab, self.source = WholeLabel("small"), WholeLabel("small")
        self.draw_button = button(
            tr("Draw"), kind="narrow", hint=tr("Draw once from the table at the left. Nothing is charged.")
        )
        self.answer_button = button(_REVEAL, kind="narrow")
        self.draw_button.clicked.connect(self.one_asked)
        self.answer_button.clicked.connect(self.turn_answer)
        self.own_button = button("", "table-2", kind="quiet", hint=tr("Use your own table…"))
        self.tour_button = button("", "eye", kind="quiet", hint=tr("Take the tour: what is where, step by step."))
        self.slack = Slack()
        self.slack.moved.connect(self._show_slack)
        self.tables = TwoTables()
        self.tables.changed.connect(self._show_laws)
        self.both, self.drawn = OverlaidPlot(), DrawnPlot()
        self.part = InSight(self.both)
        self.tabled = TabledPlots(TableView(tr("The laws of both tables")), self.both, self.drawn)
        self._lay_out()
        self.forget()

    def _lay_out(self) -> None:
        self._inside = inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        scaled(inside.setSpacing, SPACE // 2)
        inside.addWidget(self.question)
        said = row(self.to_grab, self.last, spacing=0)
        self._asked = row(self.draw_button, self.answer_button, said, self.own_button, self.tour_button, spacing=6)
        self._asked.setStretch(2, 1)
        put(inside, self._asked)
        self._turned = Front()
        self._turned.addWidget(self.tables)
        self._turned.addWidget(self.answer)
        self._turned.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._seen = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        scaled(self._seen.setSpacing, SPACE // 2)
        self._seen.addWidget(self._turned)
        self._seen.addWidget(self.slack)
        self._seen.addWidget(self.tabled, 1)
        put(inside, self._seen, 1)
        inside.addWidget(self.part)
        inside.addWidget(self._meaning)
        inside.addWidget(self.source)
        stretched((self.tabled, _LEAST))

    def bare(self) -> None:
        """Tables and picture side by side, without what only a teacher needs to be told, or to press."""
        self._bare = True
        self._seen.setDirection(QBoxLayout.Direction.LeftToRight)
        self._seen.setStretch(0, 1)
        scaled(self._inside.setSpacing, 0)
        self._turned.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.answer.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.tables.show_more()
        self._asked.addWidget(self.source, 3)
        for each in (self.draw_button, self.to_grab, self.own_button, self.tour_button):
            each.hide()

    # ---- what is shown

    @property
    def draws(self) -> Draws | None:
        """How what is shown is drawn."""
        return None if self._lines is None else self._lines.shown.draws

    @property
    def watched(self) -> bool:
        """Never: what leads to a winner is watched among the draws."""
        return False

    @property
    def counted(self) -> Counted | None:
        """What has been drawn."""
        return self._counted

    @property
    def laws(self) -> Laws | None:
        """Those of both tables, where they can be worked out."""
        return self._laws

    def show_scene(self, scene: Scene, lines: Lines, rows: tuple[Texts, tuple[Texts, ...]]) -> None:
        """Show a scene of a distribution.

        Args:
            rows: the sample's columns and first rows.
        """
        shown = lines.shown
        if scene is not self.scene:
            self.scene = scene
            self._reveal(revealed=False)
        for said, text in ((self.question, scene.question), (self.to_grab, scene.grab), (self.source, scene.source)):
            said.setText(text)
        self._of, self._rows = lines, rows
        if self.revealed:
            self._reveal(revealed=True)
        read = tuple(each.name for each in shown.question.columns)
        self.tables.show_rows(*rows, read, scene.line(rows[1]), replaced=_replaced(shown))
        losses = shown.losses() if scene.slack and shown.losses and shown.below and not self._bare else None
        self.slack.setVisible(losses is not None)
        self.slack.show_losses(losses, shown.score_unit)
        self._show_laws()

    def _show_laws(self) -> None:
        """Draw both laws, or that of the table alone with what was drawn of it."""
        of = self._of
        if of is None:
            return
        beside = of.shown.beside(*self._rows, self.tables.change) if of.shown.beside else None
        self._laws = beside.laws if beside else None
        self._take(Lines(beside.shown) if beside and beside.shown else of)
        self.tables.call(drawn=self._laws is not None)
        self._meaning.setText("" if self._laws else _OWN)
        self._meaning.setVisible(self._laws is None)
        self.tabled.bring(self._plot)
        self._draw()
        self._show_slack()
        scaled(self.tabled.setMinimumHeight, max(_LEAST, _room(self._plot)))

    def _take(self, lines: Lines) -> None:
        """What is drawn from; of another one nothing has been drawn yet."""
        before, self._lines = self._lines, lines
        if before is None or before.shown is not lines.shown or self._counted is None:
            self.cancelled.emit()
            self._counted = Counted(lines.shown)
            self._tell("")
        self.draw_button.setEnabled(self.draws is not None)

    @property
    def _plot(self) -> DrawnPlot:
        """What is in front."""
        return self.both if self._laws else self.drawn

    def _draw(self) -> None:
        lines = self._lines
        if lines is None or self._counted is None:
            return
        if self._laws is not None:
            draw_both(self.tabled, self.both, lines, self._laws)
        else:
            _draw_alone(self.tabled, self.drawn, lines, self._counted)
        self._plot.without_axis()

    def _show_slack(self) -> None:
        """Draw grey what lies at least t below the best."""
        lines = self._lines
        if lines is None or lines.shown.below is None or self.slack.isHidden():
            return
        far = np.asarray(lines.shown.below() >= self.slack.steps, bool)
        self._plot.grey(far if lines.order is None else far[lines.order])

    def turn_answer(self) -> None:
        """Reveal the answer, or hide it again."""
        self._reveal(revealed=not self.revealed)
        if self.revealed:
            say(self, self.answer.text())

    @property
    def revealed(self) -> bool:
        """Whether the answer is shown, in the place of the tables."""
        return self._turned.currentWidget() is self.answer

    def _reveal(self, *, revealed: bool) -> None:
        self.answer.setText(self.scene.told(self._rows[1]) if self.scene and revealed else "")
        self._turned.setCurrentWidget(self.answer if revealed else self.tables)
        self.answer_button.setText(_HIDE if revealed else _REVEAL)
        self.answer_button.setAccessibleName(self.answer_button.text())

    def forget(self) -> None:
        """Hold no row and no law any more."""
        self._lines = self._of = self._laws = self._counted = self.scene = None
        self._rows = (), ()
        self.slack.show_losses(None, "")
        self._reveal(revealed=False)
        self.tables.forget()
        self.tabled.forget()
        for said in (self.question, self._meaning, self.to_grab, self.source):
            said.setText("")
        self._tell("")

    def recolour(self) -> None:
        """Follow the palette in force."""
        for plot in (self.both, self.drawn):
            plot.recolour()

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along; the answer only once it is revealed."""
        if self._lines is None or self._counted is None or self.scene is None:
            return []
        told = told_of(self._lines, self._laws) if self._laws else counted_told(self._lines, self._counted)
        legend = self.tables.told if self._laws else self._meaning.text()
        texts = self.scene.question, self.answer.text(), legend, self.scene.source
        return [Exhibit(tr("Scene"), "scene", told, self.tabled, ((self._plot, 3),), joined(" ", filter(None, texts)))]

    # ---- what came out

    def show_draw(self, tally: Tally, _story: Story | None, value: str) -> None:
        """Light up what one draw came to; `value` is that in words, where its place does not tell it."""
        if self._lines is None or self._counted is None:
            return
        self.add(1, tally)
        if not tally[0].size:
            self._tell(said_of(self._lines.shown, None, value))
            return
        place = int(tally[0][0])
        line = self._lines.line_of(place)
        if self._laws is not None:
            self.both.show_shares(self.both.shares / 100, line)
        else:
            self.drawn.show_drawn(*self._counted.drawn(self._lines), line)
        self._tell(said_of(self._lines.shown, place, value))

    def add(self, draws: int, tally: Tally) -> None:
        """Count draws."""
        if self._counted is not None:
            self._counted.add(draws, tally)

    def say_counted(self) -> None:
        """Many draws are shown among the draws alone."""

    def show_problem(self, problem: str) -> None:
        """Say why nothing could be drawn."""
        self._tell(problem)

    def show_busy(self, *, busy: bool) -> None:
        """Nothing to be seen: one draw takes a moment, and the keyboard stays on its button."""

    def _tell(self, said: str) -> None:
        """Say what was drawn, in the place of what can be grabbed."""
        self.last.setText(said)
        self.last.setVisible(bool(said) or self._bare)
        self.to_grab.setVisible(not said and not self._bare)
        self._settled.say(said)


def _draw_alone(tabled: TabledPlots, plot: DrawnPlot, lines: Lines, counted: Counted) -> None:
    """Draw the law of one table, with what was drawn of it."""
    plot.set_data(lines.chances, lines.marked, lines.meaning, upright=lines.upright, line=lines.line)
    plot.star(lines.starred)
    plot.put_together(lines.shown.bins.wide if lines.shown.bins else "")
    plot.show_drawn(*counted.drawn(lines), None)
    names, cell = counted_lines(lines, counted)
    tabled.show_rows(names, lines.chances.size, cell, int(lines.chances.argmax()))


def _room(plot: DrawnPlot) -> int:
    """How high bars with names are to be at 100 %."""
    many = plot.chances.size if plot.few else 0
    return many * _NAMED + _AROUND if many <= _MOST_NAMED else _OF_MANY


def _replaced(shown: Distribution) -> bool:
    """Whether a neighbour replaces a row; else it has one less."""
    return shown.question.unit.relation is Relation.REPLACE_ONE
