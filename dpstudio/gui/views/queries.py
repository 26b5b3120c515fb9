"""The view of a synthetic table's rows: beside those that it is drawn from, with the worst query or any halfspace."""

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from dpstudio.core.entropy import Entropy
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.preview.queries import Halfspace, Plane, Queries, Query, Table
from dpstudio.core.quantities import counted
from dpstudio.gui.look.announcing import Settled
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.plots.exhibit import Exhibit, Told
from dpstudio.gui.plots.points import PointsPlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.runner import Runner
from dpstudio.gui.views.beside import beside
from dpstudio.gui.views.halfspace_sliders import HalfspaceSliders
from dpstudio.gui.views.query_words import NAMES, cells, chosen_words, plain_cells, plane_name, worst_words
from dpstudio.gui.views.working import Working
from dpstudio.gui.widgets.drop_list import choice, fill_choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import button, called, label
from dpstudio.gui.widgets.one_by_one import texts_in_turn
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.translation import tr, translated

Rows = Sequence[Sequence[int]]
"""1 is yes, a row a person, in the order of the columns that are asked for."""
_LEAST, _COLUMNS = 140, (1, 2)
"""Pixels at 100 % that the pictures are high at least, and how wide words and pictures are before an audience."""
_NONE = tr(
    "The rows of this sample are not all at hand: that takes one row per person, and fewer than 200 of them or a"
    " demonstration with a scene."
)


class QueriesView(QWidget):
    """Shows a table and a synthetic one as points, and a halfspace that is dragged, turned, or chosen in the table.

    After each draw it is the worst query that is shown, until another halfspace is chosen.
    """

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self._working = Working(runner, "queries", self._not_shown)
        self._settled = Settled(self)
        self._shown: Distribution | None = None
        self._found: Queries | None = None
        self._drawn: Table = ()
        self._released: Rows | None = None
        self._plane: Plane | None = None
        self._halfspace: Halfspace | None = None
        self._follows = self._drawable = True
        self.sample, self.drawn = PointsPlot(tr("Rows of the table")), PointsPlot(tr("Rows of the synthetic table"))
        self.table = TableView(tr("Queries as a table"))
        self.tabled = TabledPlots(self.table, self.sample)
        self.tabled.bring(self.sample)
        self.table.selectionModel().currentChanged.connect(lambda now, _: self._line_chosen(now.row()))
        self.sliders, self.worst, self.chosen = HalfspaceSliders(), WholeLabel("strong"), WholeLabel()
        self.sliders.chosen.connect(self._choose)
        for plot in (self.sample, self.drawn):
            plot.dragged.connect(self._choose)
        self._lay_out()
        self.forget()

    def _lay_out(self) -> None:
        self.draw_button = button(tr("Draw"), kind="narrow", hint=tr("Draw another synthetic table."))
        self.worst_button = button(
            tr("Worst query"), kind="narrow", hint=tr("Show the query whose share is farthest off.")
        )
        self.released_button = button(
            tr("Released"), kind="narrow", hint=tr("Show the synthetic table that was released.")
        )
        self.released_button.clicked.connect(lambda: self._take_drawn(self._of_release or self._drawn))
        self.planes = choice([])
        self.draw_button.clicked.connect(self._draw)
        self.worst_button.clicked.connect(self._show_worst)
        self.planes.activated.connect(self._plane_chosen)
        self._inside = inside = QVBoxLayout(self)
        both = QGridLayout()
        inside.setContentsMargins(0, 0, 0, 0)
        scaled(inside.setSpacing, SPACE // 2)
        self.pictures = QWidget()
        self.pictures.setLayout(both)
        both.setContentsMargins(0, 0, 0, 0)
        self.names = label("", "small"), label("", "small")
        pictures: tuple[QWidget, QWidget] = self.tabled, self.drawn
        for place, (name, picture) in enumerate(zip(self.names, pictures, strict=True)):
            both.addWidget(name, 0, place)
            both.addWidget(picture, 1, place)
            both.setColumnStretch(place, 1)
        both.setRowStretch(1, 1)
        name = called(self.planes, tr("Which columns lie across and up"))
        self.controls = QWidget()
        self.controls.setLayout(
            Flow(
                self.draw_button,
                self.released_button,
                self.worst_button,
                name,
                self.planes,
                spacing=6,
                fill=self.planes,
            )
        )
        inside.addWidget(self.controls)
        inside.addWidget(self.pictures, 1)
        inside.addWidget(self.sliders)
        self._turned = texts_in_turn(self.worst, self.chosen)
        inside.addWidget(self._turned)
        stretched((self.tabled, _LEAST), (self.drawn, _LEAST))

    def bare(self) -> None:
        """Without its own button that draws; what is said and slid beside the pictures, one thing at a time."""
        self.draw_button.hide()
        self._drawable = False
        self._turned.bare()
        beside(self._inside, ((self._turned, 0), (self.sliders, 0)), ((self.pictures, 1),), _COLUMNS)

    # ---- what is shown

    @property
    def badge(self) -> Badge:
        """Of which table it is true."""
        return Badge.DATA_FREE if self._shown is None else self._shown.badge

    def show_tables(self, shown: Distribution, made: Callable[[], Queries | None]) -> None:
        """Show the rows of what is drawn, beside a first synthetic table; once for each law.

        Args:
            made: gives what is asked of them, None where not all rows are at hand.
        """
        if shown is self._shown:
            return
        self._shown = shown

        def work() -> tuple[Queries | None, Table]:
            found = made()
            return found, () if found is None else found.draw(Entropy())

        self._working.out(work, self._take)

    def show_released(self, rows: Rows | None) -> None:
        """Show the table that was released of what is asked in the drawn one's place; None where there is none."""
        if rows == self._released:
            return
        before, self._released = self._of_release, rows
        if self._of_release is not None:
            self._take_drawn(self._of_release)
        elif before is not None and self._drawn == before:
            self._draw()
        else:
            self._show()

    @property
    def _of_release(self) -> Table | None:
        """How many rows of each type the released table has."""
        if self._found is None or self._released is None:
            return None
        kinds = Counter(sum(int(yes) << place for place, yes in enumerate(row)) for row in self._released)
        return tuple(kinds[kind] for kind in range(len(self._found.truth)))

    def _take(self, made: tuple[Queries | None, Table]) -> None:
        found, drawn = made
        before, self._found = self._found, found
        parts = self.draw_button, self.worst_button, self.planes, self.pictures, self.sliders
        for part in parts:
            part.setVisible(found is not None)
        if found is None:
            self.chosen.setText("")
            self._not_shown(_NONE)
            return
        self.planes.setVisible(len(found.planes) > 1)
        self.draw_button.setVisible(self._drawable)
        self._follows = self._follows or before is None or before.planes != found.planes
        self._take_drawn(self._of_release or drawn)

    def _draw(self) -> None:
        found = self._found
        if found is not None:
            self._working.out(lambda: found.draw(Entropy()), self._take_drawn)

    def _take_drawn(self, drawn: Table) -> None:
        found, self._drawn = self._found, drawn
        if found is None:
            return
        lines = found.by_error(drawn)
        self.worst.setText(worst_words(*lines[0], found.alpha))
        self.tabled.show_rows(NAMES, len(lines), lambda line, place: cells(*lines[line])[place], 0)
        if self._follows:
            self._show_query(lines[0][0])
        else:
            self._show()
        self._settled.say(self.worst.text())

    def _not_shown(self, problem: str) -> None:
        self.worst.setText(problem)
        self._turned.bring(self.worst)

    # ---- what is chosen

    def _show_worst(self) -> None:
        if self._found is not None:
            self._follows = True
            self._show_query(self._found.by_error(self._drawn)[0][0])

    def _show_query(self, query: Query) -> None:
        self._plane, self._halfspace = query.plane, query.halfspace
        self._show()

    def _line_chosen(self, line: int) -> None:
        """A query that the keyboard comes to in the table is shown."""
        if self._found is not None and line >= 0 and self.table.hasFocus():
            self._follows = False
            self._show_query(self._found.by_error(self._drawn)[line][0])

    def _plane_chosen(self) -> None:
        """The halfspace of other columns begins with the first query of these, else with their sum."""
        found, plane = self._found, self._among[self.planes.currentIndex()]
        if found is None or plane == self._plane:
            return
        self._follows = False
        own = (query for query in found.queries if query.plane == plane)
        self._plane, self._halfspace = plane, next((each.halfspace for each in own), plane.middle)
        self._show()

    def _choose(self, halfspace: Halfspace) -> None:
        if halfspace != self._halfspace:
            self._follows, self._halfspace = False, halfspace
            self._show()
            self._settled.say(self.chosen.text())

    def _show(self) -> None:
        found, plane, halfspace = self._found, self._plane, self._halfspace
        if found is None or plane is None or halfspace is None:
            return
        self.sample.show_table(plane, found.truth, halfspace)
        self.drawn.show_table(plane, self._drawn, halfspace)
        released = self._of_release
        self.released_button.setVisible(released is not None and released != self._drawn)
        drawn = tr("Released: {rows}") if released == self._drawn else tr("Drawn here, not released: {rows}")
        names = tr("The table: {rows}"), drawn
        for shown, name, table in zip(self.names, names, (found.truth, self._drawn), strict=True):
            shown.setText(name.format(rows=translated(counted(sum(table), "rows"))))
        self.sliders.show_halfspace(plane, halfspace)
        each = self.sample.each
        dots = tr(" A point stands for {rows}.", rows=counted(each, "rows")) if each > 1 else ""
        self.chosen.setText(chosen_words(found, self._drawn, plane, halfspace) + dots)
        self._turned.bring(self.worst if self._follows else self.chosen)
        self._among = found.planes if plane in found.planes else (plane, *found.planes)
        fill_choice(self.planes, [(str(place), plane_name(each)) for place, each in enumerate(self._among)])
        self.planes.setCurrentIndex(self._among.index(plane))

    # ---- the end of it

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along."""
        found = self._found
        if found is None or not self._drawn:
            return []
        lines = found.by_error(self._drawn)
        told = Told(NAMES, len(lines), lambda line: plain_cells(*lines[line]), self.badge)
        said = f"{self.worst.text()} {self.chosen.text()}"
        parts = (self.names[0], 0), (self.sample, 1), (self.names[1], 0), (self.drawn, 1)
        return [Exhibit(tr("Queries"), "queries", told, self.tabled, parts, said)]

    def forget(self) -> None:
        """Hold nothing any more."""
        self._working.stop()
        self._shown = self._found = self._plane = self._halfspace = None
        self._drawn, self._follows, self._among = (), True, ()
        self.released_button.hide()
        self.tabled.forget()
        self.drawn.forget()
        self.worst.setText("")
        self.chosen.setText("")
        self._settled.say("")

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.sample.recolour()
        self.drawn.recolour()
