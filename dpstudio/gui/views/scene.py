"""The view of a scene: a question, two tables of people, a draw, and the answer once it is asked for."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from dpstudio.core.mechanisms.stories import Story
from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.preview.draws import Draws, Tally
from dpstudio.core.preview.neighbours import Laws, People, Texts
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
from dpstudio.gui.views.neighbour_lines import told_of
from dpstudio.gui.views.two_laws import draw_both
from dpstudio.gui.views.two_tables import TwoTables
from dpstudio.gui.widgets.kit import button, row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.workspace.scenes import Scene

_REVEAL, _HIDE = "Show the answer", "Hide the answer"
_LEAST = 120
_OUTLINES = "Outlines: the law of the table at the left. Bars: the other one's."
_OWN = "Outlines: the law of the table at the left. Bars: what was drawn of it."


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
        self._people: People | None = None
        self._laws: Laws | None = None
        self._counted: Counted | None = None
        self._settled = Settled(self)
        self.question, self.answer = WholeLabel("heading"), WholeLabel()
        self.last, self._meaning = WholeLabel("strong", line=True), WholeLabel("small")
        self.to_grab, self.source = WholeLabel("small"), WholeLabel("small")
        self.draw_button = button(
            "Draw", kind="narrow", hint="Draw once from the table at the left. Nothing is charged."
        )
        self.answer_button = button(_REVEAL, kind="narrow")
        self.draw_button.clicked.connect(self.one_asked)
        self.answer_button.clicked.connect(self.turn_answer)
        self.own_button = button("Use your own table…", "table-2", kind="quiet")
        self.tour_button = button("Take the tour", "eye", kind="quiet", hint="What is where, step by step.")
        self.tables = TwoTables()
        self.tables.changed.connect(self._show_laws)
        self.both, self.drawn = OverlaidPlot(), DrawnPlot()
        self.tabled = TabledPlots(TableView("The laws of both tables"), self.both, self.drawn)
        self._lay_out()
        self.forget()

    def _lay_out(self) -> None:
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        scaled(inside.setSpacing, SPACE // 2)
        inside.addWidget(self.question)
        asked = row(self.draw_button, self.answer_button, self.last, spacing=6)
        asked.setStretch(2, 1)
        put(inside, asked)
        inside.addWidget(self.answer)
        self._seen = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        scaled(self._seen.setSpacing, SPACE)
        self._seen.addWidget(self.tables)
        self._seen.addWidget(self.tabled, 1)
        put(inside, self._seen, 1)
        for said in (self._meaning, self.to_grab, self.source):
            inside.addWidget(said)
        put(inside, row(self.own_button, self.tour_button, None))
        stretched((self.tabled, _LEAST))

    def bare(self) -> None:
        """Tables and picture side by side, without what only a teacher needs to be told, or to press."""
        self._bare = True
        self._seen.setDirection(QBoxLayout.Direction.LeftToRight)
        self._seen.setStretch(0, 1)
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

    def show_scene(self, scene: Scene, lines: Lines, rows: tuple[Texts, tuple[Texts, ...], int]) -> None:
        """Show a scene of a distribution.

        Args:
            rows: the sample's columns and first rows, and how many people are assumed.
        """
        shown, before = lines.shown, self._lines
        if scene is not self.scene:
            self.scene = scene
            self._reveal(revealed=False)
        for said, text in ((self.question, scene.question), (self.to_grab, scene.grab), (self.source, scene.source)):
            said.setText(text)
        if before is None or before.shown is not shown:
            self.cancelled.emit()
            self._counted = Counted(shown)
            self.last.setText("")
        self._lines = lines
        self._people = shown.people(*rows) if shown.people else None
        read = (rows[0][:1] + tuple(each.name for each in shown.question.columns)) if rows[0] else ()
        self.tables.show_rows(rows[0], rows[1], read, scene.line(rows[1]), replaced=_replaced(shown))
        self.draw_button.setEnabled(self.draws is not None)
        self._show_laws()

    def _both_laws(self) -> Laws | None:
        """Those of the two tables, where they are of the very outcomes that are drawn."""
        people = self._people
        if people is None or people.bound is None:
            return None
        laws = people.laws(self.tables.change, people.bound)
        return laws if laws.outcomes is None else None

    def _show_laws(self) -> None:
        """Draw both laws, or that of the table alone with what was drawn of it."""
        lines = self._lines
        if lines is None or self._counted is None:
            return
        self._laws = self._both_laws()
        self._meaning.setText(_OUTLINES if self._laws else _OWN)
        self.tabled.bring(self.both if self._laws else self.drawn)
        if self._laws is not None:
            draw_both(self.tabled, self.both, lines, self._laws)
        else:
            shown = lines.shown
            self.drawn.set_data(lines.chances, lines.marked, lines.meaning, upright=lines.upright, line=lines.line)
            self.drawn.star(lines.starred)
            self.drawn.put_together(shown.bins.wide if shown.bins else "")
            self.drawn.show_drawn(*self._counted.drawn(lines), None)
            names, cell = counted_lines(lines, self._counted)
            self.tabled.show_rows(names, lines.chances.size, cell, int(lines.chances.argmax()))
        scaled(self.tabled.setMinimumHeight, max(_LEAST, self.both.least if self._laws else self.drawn.least))

    def turn_answer(self) -> None:
        """Reveal the answer, or hide it again."""
        self._reveal(revealed=not self.revealed)
        if self.revealed:
            say(self, self.answer.text())

    @property
    def revealed(self) -> bool:
        """Whether the answer is shown."""
        return not self.answer.isHidden()

    def _reveal(self, *, revealed: bool) -> None:
        self.answer.setText(self.scene.answer if self.scene and revealed else "")
        self.answer.setVisible(revealed)
        self.to_grab.setVisible(not revealed and not self._bare)
        self.answer_button.setText(_HIDE if revealed else _REVEAL)
        self.answer_button.setAccessibleName(self.answer_button.text())

    def forget(self) -> None:
        """Hold no row and no law any more."""
        self._lines = self._people = self._laws = self._counted = self.scene = None
        self._reveal(revealed=False)
        self.tables.forget()
        self.tabled.forget()
        for said in (self.question, self.last, self._meaning, self.to_grab, self.source):
            said.setText("")
        self._settled.say("")

    def recolour(self) -> None:
        """Follow the palette in force."""
        for plot in (self.both, self.drawn):
            plot.recolour()

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along; the answer only once it is revealed."""
        if self._lines is None or self._counted is None or self.scene is None:
            return []
        told = told_of(self._lines, self._laws) if self._laws else counted_told(self._lines, self._counted)
        texts = self.scene.question, self.answer.text(), self._meaning.text(), self.scene.source
        plot = self.both if self._laws else self.drawn
        return [Exhibit("Scene", "scene", told, self.tabled, ((plot, 3),), " ".join(filter(None, texts)))]

    # ---- what came out

    def show_draw(self, tally: Tally, _story: Story | None) -> None:
        """Light up what one draw came to."""
        if self._lines is None or self._counted is None:
            return
        self.add(1, tally)
        if not tally[0].size:
            self._tell("Drawn: a value beyond the picture")
            return
        place = int(tally[0][0])
        line = self._lines.line_of(place)
        if self._laws is not None:
            self.both.show_shares(self.both.shares / 100, line)
        else:
            self.drawn.show_drawn(*self._counted.drawn(self._lines), line)
        self._tell(f"Drawn: {self._lines.shown.drawn(place)}")

    def add(self, draws: int, tally: Tally) -> None:
        """Count draws."""
        if self._counted is not None:
            self._counted.add(draws, tally)

    def say_counted(self) -> None:
        """Many draws are shown among the draws alone."""

    def show_problem(self, problem: str) -> None:
        """Say why nothing could be drawn."""
        self.last.setText(problem)

    def show_busy(self, *, busy: bool) -> None:
        """Nothing to be seen: one draw takes a moment, and the keyboard stays on its button."""

    def _tell(self, said: str) -> None:
        self.last.setText(said)
        self._settled.say(said)


def _replaced(shown: Distribution) -> bool:
    """Whether a neighbour replaces a row; else it has one less."""
    return shown.question.unit.relation is Relation.REPLACE_ONE
