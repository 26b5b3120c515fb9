"""A table of people beside its neighbour, in which the person who is chosen at the left is missing, or replaced."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from dpstudio.core.preview.neighbours import Change, Texts
from dpstudio.core.quantities import counted
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.kit import label
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.translation import sentence, tr

_ROWS, _MOST, _TALL, _TALL_BARE, _SHARE, _STACKED = 2, 3, 24, 18, 0.33, 0.58
_TOO_WIDE, _LONG, _BELOW, _TALLER = 0.36, 0.5, 4, 100
"""How many rows are seen in the window, and before an audience; how high they are there, and here; which share of the
screen's width each table takes at most here, beside the other one or above it; from which share on, with its names on
two lines, it stands above it; and which it takes where its cells are longer than that and are shortened; the line
below both, which takes what height is left, and how much more of it the tables take, as far as they have rows."""
_TABLE, _OUTLINES = tr("The table"), tr("The table: outlines")


class TwoTables(QWidget):
    """Shows both; `changed` says that another person was chosen."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[Texts, ...] = ()
        self._read: tuple[int, ...] = ()
        self._counting: tuple[int, ...] = ()
        self._names: Texts = ()
        self._replaced = False
        self._most = _ROWS
        self._drawn = self._bare = self._stacked = False
        self.names = label(_TABLE, "small"), label("", "small")
        self.rows, self.neighbour = TableView(tr("The table"), _TALL), TableView(tr("The neighbouring table"), _TALL)
        for view in (self.rows, self.neighbour):
            view.hold(_TALL)
        self.rows.selectionModel().currentChanged.connect(lambda *_: self._choose())
        self._inside = inside = QGridLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        scaled(inside.setHorizontalSpacing, 12)
        scaled(inside.setVerticalSpacing, 2)
        inside.setRowStretch(_BELOW, 1)
        self._place()

    def bare(self) -> None:
        """Take the width that all columns need, one table above the other where beside it they lack it."""
        self._bare = True
        for view in (self.rows, self.neighbour):
            view.hold(_TALL_BARE)
        scaled(self._inside.setHorizontalSpacing, 4)
        scaled(self._inside.setVerticalSpacing, 0)

    def _place(self) -> None:
        for place, (name, view) in enumerate(zip(self.names, (self.rows, self.neighbour), strict=True)):
            line, column = (2 * place, 0) if self._stacked else (0, place)
            self._inside.addWidget(name, line, column)
            self._inside.addWidget(view, line + 1, column)
            self._inside.setColumnStretch(place, int(column == place))
        for line in (1, 3):
            self._inside.setRowStretch(line, _TALLER if line == 1 or self._stacked else 0)

    def show_more(self, *, more: bool, crowded: bool) -> None:
        """Show more rows at once, where there is room for them, or fewer; one where what is drawn needs the room."""
        self._most = _MOST if more else 1 if crowded else _ROWS
        self._fit_height()

    def _fit_height(self) -> None:
        tall = [name.heightForWidth(max(1, name.width())) for name in self.names]
        names = sum(tall) if self._stacked else max(tall)
        room = (self.height() - names) // (1 + self._stacked) if self._bare else 0
        self.rows.fit_height(max(1, self._most - self._stacked), room)
        self.neighbour.fit_height(max(1, self._most - 2 * self._stacked), room)

    def call(self, *, drawn: bool) -> None:
        """Say what is drawn of both tables, or that nothing is of the second."""
        self._drawn = drawn
        self.names[0].setText(_OUTLINES if drawn else _TABLE)
        self._say_neighbour()

    @property
    def told(self) -> str:
        """Which law is of which table, and of how many people, for those who do not see the tables."""
        people = counted(len(self._rows), "people")
        return tr(
            "{table} {neighbour} The table has {people}.",
            table=sentence(self.names[0].text()),
            neighbour=sentence(self.names[1].text()),
            people=people,
        )

    @property
    def line(self) -> int:
        """The person who is chosen."""
        return max(0, self.rows.currentIndex().row())

    @property
    def change(self) -> Change:
        """What makes the neighbour of the table: somebody leaves, or answers as the next one does."""
        if not self._rows:
            return Change(None, None)
        return Change(self.line, self._other if self._replaced else None)

    @property
    def _other(self) -> int:
        """Who stands a second time in the neighbour: the next one who has something else in the columns that count."""
        line, many = self.line, len(self._rows)
        following = ((line + by) % many for by in range(1, many))
        return next((each for each in following if self._asked(each) != self._asked(line)), (line + 1) % many)

    def _asked(self, line: int) -> Texts:
        return tuple(self._rows[line][place] for place in self._counting)

    def show_rows(self, names: Texts, rows: tuple[Texts, ...], read: Texts, line: int, *, replaced: bool) -> None:
        """Show a table; the same table keeps the person who is chosen.

        Args:
            read: the columns that count, which are shown behind the first one.
            line: who is chosen at first.
            replaced: whether the neighbour has another row in that one's place.
        """
        same = rows == self._rows and names == self._names
        self._names, self._rows, self._replaced = names, rows, replaced
        self._counting = tuple(names.index(each) for each in read if each in names)
        self._read = tuple(dict.fromkeys((0, *self._counting))) if names else ()
        if same:
            return
        self.rows.show_rows([names[at] for at in self._read], len(rows), self._cell, stretch=0)
        self._fit_height()
        if rows:
            self.rows.selectRow(line)

    def forget(self) -> None:
        """Hold no row any more."""
        self.show_rows((), (), (), 0, replaced=False)
        self.neighbour.show_rows((), 0, lambda *_: "")

    def _cell(self, row: int, place: int) -> str:
        return self._rows[row][self._read[place]]

    def _choose(self) -> None:
        """Show the neighbour without the person who is chosen now."""
        if not self._rows or not self.rows.currentIndex().isValid():
            return
        line, other = self.line, self._other
        count = len(self._rows) - (0 if self._replaced else 1)

        def cell(row: int, place: int) -> str:
            if self._replaced:
                return self._cell(other if row == line else row, place)
            return self._cell(row if row < line else row + 1, place)

        self._say_neighbour()
        self.neighbour.show_rows([self._names[at] for at in self._read], count, cell, stretch=0)
        self._fit_width()
        self._fit_height()
        self._bring_into_sight()
        self.changed.emit()

    def _bring_into_sight(self) -> None:
        """The person who is chosen, and what stands in that one's place."""
        for view in (self.rows, self.neighbour):
            if count := view.model().rowCount():
                view.scrollTo(view.model().index(min(self.line, count - 1), 0))

    def _fit_width(self) -> None:
        """Before an audience the picture beside the tables leaves them the width that they need."""
        wide, screen = self.rows.whole_in(narrow=False) if self._bare and self._rows else 0, self.window().width()
        short = min(wide, self.rows.whole_in(narrow=True))
        stacked = short > screen * _TOO_WIDE
        if stacked != self._stacked:
            self._stacked = stacked
            self._place()
            self._fit_height()
        for view in (self.rows, self.neighbour):
            most = (_STACKED if wide <= screen * _STACKED else _LONG) if stacked else _SHARE
            view.setMinimumWidth(min(wide if stacked else short, int(screen * most)))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """Follow the width of the screen."""
        super().resizeEvent(event)
        self._fit_width()
        self._fit_height()
        self._bring_into_sight()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_width()

    def _say_neighbour(self) -> None:
        """Who is missing from it, and who stands there instead."""
        if not self._rows:
            return
        name, second = self._rows[self.line][0], self._rows[self._other][0]
        said = (
            tr("{second} in place of {name}", second=second, name=name)
            if self._replaced
            else tr("Without {name}", name=name)
        )
        self.names[1].setText(tr("{said}: bars", said=said) if self._drawn else said)
