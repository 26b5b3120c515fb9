"""The view of neighbours: a row of a sample or stand-in comes or goes, and every probability moves by e^ε at most."""

import csv
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.preview.neighbours import Change, Laws, People, Texts
from dpstudio.core.quantities import parse_rational
from dpstudio.gui.look.announcing import Settled
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE, theme_of
from dpstudio.gui.plots.exhibit import Exhibit, Told
from dpstudio.gui.plots.lines import Lines
from dpstudio.gui.runner import Runner
from dpstudio.gui.views.beside import Parts, beside
from dpstudio.gui.views.laws_and_ratios import LawsAndRatios
from dpstudio.gui.views.neighbour_lines import Case, lines_of, put_in, told_of, words_of, worst_line
from dpstudio.gui.views.proof_steps import ProofSteps
from dpstudio.gui.views.row_controls import RowControls
from dpstudio.gui.views.two_laws import draw_both
from dpstudio.gui.views.working import Working
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import WholeLabel
from dpstudio.gui.widgets.whole_rows import WholeRows
from dpstudio.translation import joined, tr

_JOB = "worst"
_NONE = tr(
    "The rows of this table cannot be changed one by one. That takes a sample of fewer than 200 rows, one per person,"
    " a demonstration, or an invented table from whose single rows the scores follow."
)
_ROWS, _HIGH, _SAID, _ROOMY = 3, 440, 36, 800
_FEW_ROWS, _TALL_BARE, _SAID_BARE, _COLUMNS = 2, 18, 70, (1, 1)
"""How many rows are seen where the view is so many pixels high at 100 %, else one; pixels kept for what is said, so
that nothing moves as it changes; how high a window is that has room for rows beside the ratios; and before an audience
how many rows are seen at least, how high they are, what is kept for what is said, and how wide rows and pictures are
beside each other."""


class _Words(QWidget):
    """The place of all that is said, as high as it mostly is."""

    def __init__(self, *said: QWidget) -> None:
        super().__init__()
        self.strut, self.lines = QWidget(), QVBoxLayout()
        self.strut.setFixedWidth(0)
        scaled(self.strut.setMinimumHeight, _SAID)
        for each in said:
            self.lines.addWidget(each)
        beside_it = QHBoxLayout(self)
        beside_it.setContentsMargins(0, 0, 0, 0)
        beside_it.setSpacing(0)
        beside_it.addWidget(self.strut)
        put(beside_it, self.lines, 1)


class NeighboursView(QWidget):
    """Shows rows that may be looked at, and the laws with and without one of them.

    The R that is typed here is for this picture alone: it is in no plan, and no release ever sees it. Rows and laws are
    worked out beside the window; what is drawn stays until they are.
    """

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self._runner = runner
        self._working = Working(runner, "neighbours", self._not_shown)
        self._people: People | None = None
        self._lines: Lines | None = None
        self._change: Change | None = None
        self._wanted: Change | None = None
        self._told: Told | None = None
        self.found: Laws | None = None
        self._worst, self._bare, self._wrong, self._settled = 0, False, False, Settled(self)
        self.rows = TableView(tr("Rows"))
        self.rows.selectionModel().currentChanged.connect(lambda *_: self._prefill())
        self.pictures = pictures = LawsAndRatios()
        self.plot, self.ratios, self.tabled = pictures.plot, pictures.ratios, pictures.tabled
        self.table, self.overview = pictures.table, pictures.overview
        self.said, self.broken, self.proof = WholeLabel(), WholeLabel("problem"), ProofSteps(self.plot, self.ratios)
        self.table.selectionModel().currentChanged.connect(lambda now, _: self.proof.go_to(max(0, now.row())))
        self.proof.button.toggled.connect(self._proved)
        self._words, self._listed = _Words(self.said, self.broken), WholeRows(self.rows)
        self.controls = RowControls(self._words.lines, self.proof.button, pictures.choice)
        pictures.choice.chosen.connect(lambda _: self._place())
        self._connect()
        self._left: Parts = [(self._listed, 0), (self.controls, 0), (self._words, 0), (self.proof, 0)]
        self._listed.show_more(self, _ROWS, _HIGH)
        self._inside = inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        scaled(inside.setSpacing, SPACE // 2)
        for part, share in [*self._left, (self.pictures, 1)]:
            inside.addWidget(part, share)
        self._words.lines.addStretch()
        self.forget()

    def bare(self) -> None:
        """Rows beside pictures, and only what an audience is shown with: rows that leave, or are replaced."""
        self._bare = True
        self.pictures.bare()
        self.rows.hold(_TALL_BARE)
        self._listed.show_more(self, 0, 0)
        beside(self._inside, [(self._listed, 1), *self._left[1:]], [(self.pictures, 1)], _COLUMNS)
        scaled(self._words.strut.setMinimumHeight, _SAID_BARE)
        self.controls.bare()

    def _connect(self) -> None:
        controls = self.controls
        self.remove_button, self.add_button, self.exchange_button = controls.remove, controls.add, controls.exchange
        self.worst_button, self.new, self.bound = controls.worst, controls.new, controls.bound
        self.bound.edited.connect(lambda _: self._show(self._wanted))
        self.remove_button.clicked.connect(lambda: self._show(Change(self._line, None)))
        self.add_button.clicked.connect(lambda: self._show(Change(None, self._new_row())))
        self.exchange_button.clicked.connect(lambda: self._show(Change(self._line, self._new_row())))
        self.worst_button.clicked.connect(self._find)

    # ---- what is shown

    def show_people(self, lines: Lines, made: Callable[[], People | None]) -> None:
        """Show rows that may be changed, and the law that is drawn of them.

        Args:
            made: gives the rows; None where there are none.
        """
        self._runner.cancel(_JOB)
        self._working.out(made, partial(self._take, lines))

    def _take(self, lines: Lines, people: People | None) -> None:
        same = people is not None and self._people is not None and people.is_like(self._people)
        self._lines, self._people, self._told = lines, people, None
        if not same:
            self._change = self._wanted = None
            self._list(people)
        if people is None:
            self._forget_pictures()
        self.pictures.setVisible(people is not None)
        self.pictures.choice.setVisible(people is not None and not self._bare)
        self._place()
        self._show(self._wanted)

    def _list(self, people: People | None) -> None:
        names, lines = (people.names, people.lines) if people else ((), ())
        seen = _seen(names, people.read if people and self._bare else names)
        self.rows.show_rows([names[at] for at in seen], len(lines), lambda row, at: lines[row][seen[at]], stretch=0)
        self._listed.show_least(_FEW_ROWS - bool(people and people.replaced) if self._bare else 1)
        self.controls.show_people(people)
        if people is not None:
            self.rows.selectRow(0)

    def forget(self) -> None:
        """Hold no row and no law any more."""
        self._runner.cancel(_JOB)
        self._working.stop()
        self._people = self._lines = self._change = self._wanted = self._told = self.found = None
        self._list(None)
        self._forget_pictures()
        self._tell("", "")

    def _forget_pictures(self) -> None:
        self.proof.show_case(None)
        self.pictures.forget()

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along."""
        if self._told is None:
            return []
        texts = (self.said.text(), self.broken.text(), self.proof.said.text())
        parts, said = ((self.plot, 3), (self.ratios, 2)), joined(" ", filter(None, (*texts, self.plot.scale.told)))
        return [Exhibit(tr("Neighbours"), "neighbours", self._told, self.tabled, parts, said)]

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.pictures.recolour()

    # ---- what is changed

    @property
    def _line(self) -> int:
        return max(0, self.rows.currentIndex().row())

    def _prefill(self) -> None:
        """The new row is like the chosen one, until something else is typed."""
        if self._people is not None and self.rows.currentIndex().isValid():
            self.new.show_value(", ".join(self._people.cells(self._line)))

    def _new_row(self) -> tuple[str, ...]:
        cells: list[str] = next(csv.reader([self.controls.typed.text()], skipinitialspace=True), [])
        return tuple(cell.strip() for cell in cells)

    def _bound(self) -> Fraction | None:
        """The R or Δ that is typed for this picture."""
        people = self._people
        if people is None or people.bound is None:
            return Fraction(1)
        bound, problem = None, ""
        try:
            bound = parse_rational(self.controls.typed_bound.text(), people.sign)
        except InputError as error:
            problem = str(error)
        self._wrong = bool(problem)
        self.bound.show_problem(problem)
        self._place()
        return bound

    def _find(self) -> None:
        people, bound = self._people, self._bound()
        if self._runner.busy(_JOB):
            self._runner.cancel(_JOB)
            self.controls.show_busy(busy=False)
        elif people is not None and bound is not None:
            self.controls.show_busy(busy=True)
            self._runner.run(_JOB, lambda tick: people.worst(bound, tick), self._found, self._failed)

    def _found(self, change: Change) -> None:
        self.controls.show_busy(busy=False)
        line_of = change.taken if change.taken is not None else change.put
        if isinstance(line_of, int):
            self.rows.selectRow(line_of)
        put = put_in(self._people, change) if self._people is not None else None
        if put is not None:
            self.new.show_value(", ".join(put))
        self._show(change)

    def _failed(self, error: StudioError) -> None:
        self.controls.show_busy(busy=False)
        self._tell(self.said.text(), str(error))

    # ---- what follows

    def _show(self, change: Change | None) -> None:
        """Draw both laws; a change that cannot be made leaves all as it was, with what is wrong below."""
        people, lines = self._people, self._lines
        if people is None or lines is None:
            self._tell(_NONE, "")
            return
        bound = self._bound()
        if bound is None:
            return
        made, self._wanted = change or Change(None, None), change

        def shown(laws: Laws) -> None:
            self._change, self.found = change, laws
            case = Case(people, made, bound, lines_of(lines, laws), laws)
            self._draw(case.lines, laws)
            self.proof.show_case(case, max(0, self.table.currentIndex().row()), changed=change is not None)
            begin = "" if self._bare else people.begin
            self._tell(*words_of(case) if change is not None else (begin, ""))

        self._working.out(lambda: people.laws(made, bound), shown)

    def _not_shown(self, problem: str) -> None:
        """What is drawn stays as it is."""
        self._wanted = self._change
        self._tell(self.said.text(), problem)

    def _proved(self, proved: bool) -> None:
        """A proof begins with the worst outcome."""
        self._place()
        if proved and self.found is not None:
            self.table.setCurrentIndex(self.table.model().index(self._worst, 0))

    def _place(self) -> None:
        """A proof takes the place of rows and words, but what is wrong is said beside it; ratios that of rows, too."""
        proved = self.proof.button.isChecked()
        rows = not self.pictures.only_ratios or self.window().height() >= theme_of(self).px(_ROOMY)
        self._listed.setVisible(self._people is not None and rows and not proved)
        self.controls.offer(self._people, rows=rows)
        self.said.setVisible(not proved)
        self._words.setVisible(not proved or (not self._bare and (self._wrong or bool(self.broken.text()))))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Have rows beside the ratios in a window that is high enough."""
        super().resizeEvent(event)
        self._place()

    def _draw(self, lines: Lines, laws: Laws) -> None:
        self._told = told_of(lines, laws)
        draw_both(self.tabled, self.plot, lines, laws)
        self.pictures.make_room()
        self._worst = worst_line(lines, laws)
        self._proved(self.proof.button.isChecked())

    def _tell(self, said: str, broken: str) -> None:
        self.said.setText(said)
        self.broken.setText(broken)
        self.broken.setVisible(bool(broken))
        self._place()
        self._settled.say(broken or said if self._change is not None else "")


def _seen(names: Texts, read: Texts) -> list[int]:
    """The places of the columns that are read, and of the first one, which names the rows."""
    return [at for at, name in enumerate(names) if name in read or not at]
