"""What is done to the rows of a table to have its neighbour: buttons, and the fields that they take."""

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from dpstudio.core.preview.neighbours import People
from dpstudio.core.quantities import rational_text
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Field, button, line
from dpstudio.translation import tr

_HERE = tr("For this picture alone: too small a number breaks the guarantee. A release never uses it.")
_WORST = tr("Worst row")
_SHORT, _FITS, _MEASURED = 4, 7, 1_000
_NEW, _LONG_NEW, _BARE_NEW, _BOUND, _LONG = 90, 136, 104, 56, 104
"""Up to how many characters a sensitivity, and a row, is short; of how many rows that is looked at; and pixels at 100 %
that a short and a long row take, one before an audience, and a short and a long sensitivity."""


class RowControls(QWidget):
    """Offers what the neighbours of a table allow.

    Args:
        below: where it is said what is wrong with a sensitivity.
        others: what stands behind all of that.
    """

    def __init__(self, below: QVBoxLayout, *others: QWidget) -> None:
        super().__init__()
        self._people: People | None = None
        self._bare = False
        self.remove = button(tr("Remove"), kind="narrow", hint=tr("Take the chosen row out."))
        self.add = button(tr("Add"), kind="narrow", hint=tr("Put the new row in."))
        self.exchange = button(tr("Replace"), kind="narrow", hint=tr("Put the new row in the place of the chosen one."))
        self.worst = button(_WORST, kind="narrow", hint=tr("Try every row, and show the one that changes most."))
        self.typed, self.typed_bound = line(), line()
        self.new = Field(
            tr("New row"), self.typed, width=_NEW, beside=True, hint=tr("Its values, with commas between them.")
        )
        self.bound = Field(tr("R"), self.typed_bound, width=_BOUND, beside=True, hint=_HERE, below=below)
        self.typed.returnPressed.connect(lambda: self.put.click())
        rows = self.remove, self.exchange, self.new, self.add, self.worst
        self.setLayout(Flow(*rows, self.bound, *others, spacing=6))

    def bare(self) -> None:
        """Only what an audience is shown with: rows that leave, or are replaced."""
        self._bare = True
        self.new.title.hide()  # as what replaces a row it stands beside its button

    @property
    def put(self) -> QPushButton:
        """What a new row is put in by."""
        return self.exchange if self._people is not None and self._people.replaced else self.add

    def show_people(self, people: People | None) -> None:
        """Have fields that are wide enough, and the sensitivity of a table."""
        self._people = people
        if people is None:
            return
        looked_at = range(min(len(people.lines), _MEASURED))
        longest = max((len(", ".join(people.cells(row))) for row in looked_at), default=0)
        self.new.widen(_NEW if longest <= _FITS else _BARE_NEW if self._bare else _LONG_NEW)
        if people.bound is not None:
            text = rational_text(people.bound)
            self.bound.show_value(text)
            self.bound.widen(_LONG if len(text) > _SHORT else _BOUND)
        self.bound.title.setText(people.sign)
        self.bound.call(people.sign)

    def offer(self, people: People | None, *, rows: bool) -> None:
        """Be there as far as a table allows it.

        Args:
            rows: whether its rows are in sight; else nothing is offered that is done to the chosen one.
        """
        self._people = people
        there, replaced, bare = people is not None, people is not None and people.replaced, self._bare
        self.worst.setVisible(there)
        self.remove.setVisible(there and rows and not replaced)
        self.add.setVisible(there and rows and not replaced and not bare)
        self.exchange.setVisible(there and rows and replaced)
        self.new.setVisible(there and rows and (replaced or not bare))
        self.bound.setVisible(people is not None and people.bound is not None and not bare)

    def show_busy(self, *, busy: bool) -> None:
        """While the worst row is looked for, its button cancels that."""
        self.worst.setText(tr("Cancel") if busy else _WORST)
