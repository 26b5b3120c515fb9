"""The view of a scene: a question, two tables of people, a draw, and the answer once it is asked for."""

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from dpstudio.core.mechanisms.stories import Story
from dpstudio.core.preview.distribution import Beside, Distribution
from dpstudio.core.preview.draws import Draws, Tally
from dpstudio.core.preview.neighbours import Laws, Texts
from dpstudio.core.preview.tail import Tail
from dpstudio.core.tables.schema import Relation
from dpstudio.gui.look.announcing import Settled, say
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.plots.counted import Counted
from dpstudio.gui.plots.drawn import DrawnPlot
from dpstudio.gui.plots.exhibit import Exhibit
from dpstudio.gui.plots.lines import Lines
from dpstudio.gui.plots.overlaid import OverlaidPlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.runner import Runner
from dpstudio.gui.views.draws import said_of
from dpstudio.gui.views.in_sight import InSight
from dpstudio.gui.views.neighbour_lines import told_of
from dpstudio.gui.views.slack import Slack
from dpstudio.gui.views.two_laws import draw_both
from dpstudio.gui.views.two_tables import TwoTables
from dpstudio.gui.views.working import Working
from dpstudio.gui.widgets.kit import button, column, row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.translation import joined, tr
from dpstudio.workspace.project.scenes import Scene

_REVEAL, _HIDE = tr("Show the answer"), tr("Hide the answer")
_DRAW = tr("Draw once from the table at the left. Nothing is charged.")
_LEAST, _NAMED, _AROUND = 90, 17, 10
_MOST_NAMED, _OF_MANY, _LOW, _APART = 7, 92, 72, 3
"""Pixels at 100 % that the picture takes at least, that each of a few names needs, and all of them around them; how
many are a few; what some of more names take; and pixels that are left of the picture beside the answer, and that lie
between two parts."""


class SceneView(QWidget):
    """Composes the parts of other views into what a teacher shows of one demonstration.

    Args:
        runner: works both laws out beside the window; those that are drawn stay until then.
    """

    one_asked = Signal()
    many_asked = Signal(int)
    cancelled = Signal()

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self._working = Working(runner, "scene", self.show_problem)
        self.scene: Scene | None = None
        self._bare = False
        self._lines: Lines | None = None
        self._of: Lines | None = None
        self._rows: tuple[Texts, tuple[Texts, ...]] = (), ()
        self._laws: Laws | None = None
        self.counted: Counted | None = None
        self._settled = Settled(self)
        self.question, self.answer = WholeLabel("heading"), WholeLabel()
        self.last, self.to_grab, self.source = WholeLabel("strong", line=True), WholeLabel("small"), WholeLabel("small")
        self.draw_button = button(tr("Draw"), kind="narrow", hint=_DRAW)
        self.answer_button = button(_REVEAL, kind="narrow")
        self.draw_button.clicked.connect(self.one_asked)
        self.answer_button.clicked.connect(self.turn_answer)
        self.own_button = button("", "table-2", kind="quiet", hint=tr("Use your own table…"))
        self.tour_button = button("", "eye", kind="quiet", hint=tr("Take the tour: what is where, step by step."))
        self.slack, self.tables = Slack(), TwoTables()
        self.slack.moved.connect(self._show_slack)
        self.tables.changed.connect(self._show_laws)
        self.both = OverlaidPlot()
        self.part = InSight(self.both)
        self.tabled = TabledPlots(TableView(tr("The laws of both tables")), self.both)
        self.tabled.bring(self.both)
        self._lay_out()
        self.forget()

    def _lay_out(self) -> None:
        self._inside = inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        scaled(inside.setSpacing, _APART)
        inside.addWidget(self.question)
        self._said = row(self.to_grab, self.last, spacing=0)
        self._asked = row(self.draw_button, self.answer_button, self._said, spacing=6)
        self._asked.addWidget(self.own_button)
        self._asked.addWidget(self.tour_button)
        self._asked.setStretch(2, 1)
        put(inside, self._asked)
        self._seen = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        scaled(self._seen.setSpacing, SPACE // 2)
        for each in (self.tables, self.slack, self.answer, self.tabled):
            self._seen.addWidget(each, int(each is self.tabled))
        put(inside, self._seen, 1)
        inside.addWidget(self.part)
        inside.addWidget(self.source)
        stretched((self.tabled, _LEAST))

    def bare(self) -> None:
        """Tables and picture side by side, without what only a teacher needs to be told, or to press."""
        self._bare = self.part.brief = self.both.dense = True
        self.tables.bare()
        self._seen.setDirection(QBoxLayout.Direction.LeftToRight)
        scaled(self._inside.setSpacing, _APART)
        self._inside.removeWidget(self.question)
        self._asked.insertWidget(0, self.question, 1)
        self._said.removeWidget(self.last)
        self._seen.removeWidget(self.answer)
        self._seen.removeWidget(self.slack)
        self._inside.insertWidget(1, self.answer)
        self._seen.setStretch(0, 1)
        below = _stretch(row(self.last, self.part, spacing=SPACE), 1, 1)
        put(self._seen, _stretch(column(self.tabled, below, spacing=0), 1), 1)
        self._inside.addWidget(self.slack)
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
    def laws(self) -> Laws | None:
        """Those of both tables, where they can be worked out."""
        return self._laws

    def show_scene(self, scene: Scene, lines: Lines, rows: tuple[Texts, tuple[Texts, ...]]) -> None:
        """Show a scene of a distribution.

        Args:
            rows: the sample's columns and first rows.
        """
        if scene is not self.scene:
            self.scene = scene
            self.answer.hide()
            self._forget_laws()
        self.question.setText(scene.question)
        self.source.setText(scene.source)
        self._of, self._rows = lines, rows
        self._reveal(revealed=self.revealed)
        read = tuple(each.name for each in lines.shown.question.columns)
        with QSignalBlocker(self.tables):  # both laws are drawn anew below
            self.tables.show_rows(*rows, read, scene.line(rows[1]), replaced=_replaced(lines.shown))
        self._show_laws()

    def _show_laws(self) -> None:
        """Have both laws worked out, and drawn."""
        of, rows, change = self._of, self._rows, self.tables.change
        if of is not None:
            beside, tail = of.shown.beside, of.shown.tail

            def work() -> tuple[Beside | None, Tail | None]:
                return beside(*rows, change) if beside else None, tail() if tail else None

            self._working.out(work, lambda found: self._show_beside(of, *found))

    def _show_beside(self, of: Lines, beside: Beside | None, tail: Tail | None) -> None:
        """Draw both laws; nothing where the neighbour's is not known."""
        self.slack.show_tail(tail)
        self.tables.call(drawn=beside is not None)
        if beside is None:
            self._forget_laws()
        else:
            self._laws, lines = beside.laws, Lines(beside.shown) if beside.shown else of
            self._take(lines)
            draw_both(self.tabled, self.both, lines, self._laws)
            self.both.without_axis()
            self._show_slack()
        self._arrange()

    def _take(self, lines: Lines) -> None:
        """What is drawn from; of another one nothing has been drawn yet."""
        before, self._lines = self._lines, lines
        if before is None or before.shown is not lines.shown or self.counted is None:
            self.cancelled.emit()
            self.counted = Counted(lines.shown)
            self._tell("")
        self.draw_button.setEnabled(self.draws is not None)

    def _arrange(self) -> None:
        """The answer takes the place of t, which can then not be grabbed, and room of tables and picture."""
        alone = not self.revealed
        self.to_grab.setText(self.scene.grab if self.scene and alone else "")
        self.slack.setVisible(self.slack.offered and alone)
        crowded = not alone and not self._bare and _room(self.both) > _LOW
        self.tables.show_more(more=self._bare and alone, crowded=crowded)
        scaled(self.tabled.setMinimumHeight, max(_LEAST, _room(self.both)) if alone else _LOW)

    def _show_slack(self) -> None:
        """Draw grey what misses by t or more, while it is said that it does."""
        lines, far = self._lines, self.slack.far
        if lines is not None and far is not None:
            self.both.grey((far if lines.order is None else far[lines.order]) & (not self.revealed))

    def turn_answer(self) -> None:
        """Reveal the answer, or hide it again; the last draw gives way to it, with its light."""
        self._reveal(revealed=not self.revealed)
        self._show_slack()
        self.both.unlight()
        self._tell("")
        if self.revealed:
            say(self, self.answer.text())

    @property
    def revealed(self) -> bool:
        """Whether the answer is shown, below the tables."""
        return not self.answer.isHidden()

    def _reveal(self, *, revealed: bool) -> None:
        self.answer.setText(self.scene.told(self._rows[1]) if self.scene and revealed else "")
        self.answer.setVisible(revealed)
        self.answer_button.setText(_HIDE if revealed else _REVEAL)
        self.answer_button.setAccessibleName(self.answer_button.text())
        self._arrange()

    def _forget_laws(self) -> None:
        self._lines = self._laws = self.counted = None
        self.tabled.forget()

    def forget(self) -> None:
        """Hold no row and no law any more."""
        self._working.stop()
        self._of = self.scene = None
        self._rows = (), ()
        self.slack.show_tail(None)
        self._reveal(revealed=False)
        self.tables.forget()
        self._forget_laws()
        for said in (self.question, self.source):
            said.setText("")
        self._tell("")

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.both.recolour()

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along; the answer only once it is revealed."""
        if self._lines is None or self._laws is None or self.scene is None:
            return []
        texts = filter(None, (self.scene.question, self.answer.text(), self.tables.told, self.scene.source))
        told, parts = told_of(self._lines, self._laws), ((self.both, 3),)
        return [Exhibit(tr("Scene"), "scene", told, self.tabled, parts, joined(" ", texts))]

    # ---- what came out

    def show_draw(self, tally: Tally, _story: Story | None, value: str) -> None:
        """Light up what one draw came to; `value` is that in words, where its place does not tell it."""
        if self._lines is None or self.counted is None:
            return
        self.add(1, tally)
        if not tally[0].size:
            self._tell(said_of(self._lines.shown, None, value))
            return
        place = int(tally[0][0])
        line = self._lines.line_of(place)
        self.both.show_shares(self.both.shares / 100, line)
        self._tell(said_of(self._lines.shown, place, value))

    def add(self, draws: int, tally: Tally) -> None:
        """Count draws."""
        if self.counted is not None:
            self.counted.add(draws, tally)

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


def _stretch(layout: QBoxLayout, *shares: int) -> QBoxLayout:
    """Let what stands in a layout share its length."""
    for place, share in enumerate(shares):
        layout.setStretch(place, share)
    return layout


def _room(plot: DrawnPlot) -> int:
    """How high bars with names are to be at 100 %."""
    many = plot.chances.size if plot.few else 0
    return many * _NAMED + _AROUND if many <= _MOST_NAMED else _OF_MANY


def _replaced(shown: Distribution) -> bool:
    """Whether a neighbour replaces a row; else it has one less."""
    return shown.question.unit.relation is Relation.REPLACE_ONE
