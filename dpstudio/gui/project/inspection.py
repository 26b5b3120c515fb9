"""Inspect: the curator agrees to a look at a private table by typing its name, then sees it under a mark.

Nothing of what is seen can be selected, copied, saved or printed, and it is dropped when the dialog is closed.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QDialog, QProgressBar, QStackedWidget, QVBoxLayout, QWidget

from dpstudio.core.preview.inspection import MARK
from dpstudio.core.preview.views import Law, View
from dpstudio.gui.look.announcing import say
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.plots.bars import DistributionPlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.widgets.drop_list import choice, fill_choice
from dpstudio.gui.widgets.fitting import resize_to
from dpstudio.gui.widgets.kit import Field, button, called, column, label, line, row
from dpstudio.gui.widgets.percent import percent
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import scrolled_in_dialog
from dpstudio.translation import capital, tr

_BEFORE = (
    tr("The look is recorded in the ledger before anything is read. It cannot be undone."),
    tr("Every later receipt for this table says that you looked, and whether the question has changed since."),
)
_LOOK = (
    tr(
        "You will see the true answers to this question and their exact probabilities. They reveal what individual"
        " people"
        " said."
    ),
    *_BEFORE,
    tr(
        "Nothing you see here can be copied, saved or printed. Do not share it, and do not choose the question by"
        " it. To"
        " explore privately, make a small release from the same limit."
    ),
)
_LET_GO = (
    tr(
        "From now on everything in this version of the table can be seen: rows, scores and exact probabilities, on the"
        " command line too."
    ),
    *_BEFORE,
    tr("The table keeps its account. Any other version of the file stays sealed."),
)
_SLANT, _WIDEST_NAME = -24, 40


class Mark(QWidget):
    """Words across all that lies beneath; clicks go through it."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(MARK)
        over.installEventFilter(self)
        self.setGeometry(over.rect())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        """Stay as large as what is beneath, and above it."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show) and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
            self.raise_()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """The words, slanted, again and again."""
        painter = QPainter(self)
        colour = QColor(THEME.palette.bad)
        colour.setAlpha(60)
        painter.setPen(colour)
        font = QFont(self.font())
        font.setPixelSize(THEME.px(26))
        font.setBold(True)
        painter.setFont(font)
        wide, high = painter.fontMetrics().horizontalAdvance(MARK) + THEME.px(60), THEME.px(110)
        painter.rotate(_SLANT)
        reach = self.width() + self.height()
        for place, down in enumerate(range(-reach, 2 * reach, high)):
            for across in range(-reach - place % 2 * wide // 2, reach, wide):
                painter.drawText(across, down, MARK)


class _Sealed(TableView):
    """A table of which no cell can be chosen or copied."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's
        """A key that copies does nothing."""
        if event.matches(QKeySequence.StandardKey.Copy) or event.matches(QKeySequence.StandardKey.Cut):
            event.accept()
            return
        super().keyPressEvent(event)


class InspectDialog(QDialog):
    """Asks for the table's name, then shows what was found.

    Args:
        table: the name that must be typed.
        role: what the table is to become, or "" for a look alone.
    """

    confirmed = Signal()

    def __init__(self, parent: QWidget, table: str, role: str = "") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Inspect"))
        resize_to(self, 860, 560)
        self._table = table.strip()
        self._pages = QStackedWidget()
        self._asking, self._busy, self._seeing = self._ask(role), self._wait(), self._see()
        for page in (scrolled_in_dialog(self._asking), self._busy, self._seeing):
            self._pages.addWidget(page)
        layout = QVBoxLayout(self)
        scaled(layout.setContentsMargins, 20, 20, 20, 20)
        layout.addWidget(self._pages)
        self.name.editor.setFocus()

    def _ask(self, role: str) -> QWidget:
        page = QWidget()
        wanted = label(tr("To go on, type the table's name: {table}", table=self._table))
        self.name = Field(tr("The table's name"), line(), width=320)
        self.name.edited.connect(self._typed)
        self.confirm_button = button(tr("Make it {role}", role=_named(role)) if role else tr("Look now"), "eye")
        self.confirm_button.setEnabled(False)
        self.confirm_button.clicked.connect(self._confirmed)
        self.back_button = button(tr("Not now"), kind="primary")
        self.back_button.setDefault(False)  # whoever has typed the name and presses Enter means neither
        self.back_button.clicked.connect(self.close)
        title = (
            tr("Make this private table {role}?", role=_named(role)) if role else tr("Look into this private table?")
        )
        said = [label(each) for each in (_LET_GO if role else _LOOK)]
        page.setLayout(
            column(
                label(title, "heading"),
                *said,
                wanted,
                self.name,
                None,
                row(self.back_button, self.confirm_button, None),
            )
        )
        return page

    def _wait(self) -> QWidget:
        page = QWidget()
        bar = QProgressBar()
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        bar.setAccessibleName(tr("Progress of the look"))
        self.stop_button = button(tr("Stop and close"), "x")
        self.stop_button.clicked.connect(self.close)
        self._reading = label(tr("The look is recorded in the ledger, then the table is read."))
        self.problem = label("", "problem")
        page.setLayout(column(None, self._reading, bar, self.problem, row(self.stop_button, None), None))
        self._bar = bar
        return page

    def _see(self) -> QWidget:
        page = QWidget()
        self.which = choice([])
        named = called(self.which, tr("Which part of the release"))
        self.which.activated.connect(lambda _: self._draw())
        self.plot, self.table = DistributionPlot(), _Sealed(tr("True answers"))
        self.tabled = TabledPlots(_Sealed(tr("Probabilities as a table")), self.plot)
        self.tabled.bring(self.plot)
        self.close_button = button(tr("Close"), "x", kind="primary")
        self.close_button.clicked.connect(self.close)
        self.mark = label(MARK, "badge", wrap=False)
        seen = QWidget()
        both = row(self.tabled, self.table)
        both.setStretch(0, 3)
        both.setStretch(1, 2)
        seen.setLayout(both)
        note = label(
            tr("From the private table itself: the probabilities for this question, and its true answers."), "small"
        )
        page.setLayout(column(row(self.mark, None, named, self.which), note, seen, row(None, self.close_button)))
        self._over = Mark(seen)
        self._view: View | None = None
        return page

    def _typed(self, text: str) -> None:
        self.confirm_button.setEnabled(text.strip() == self._table)

    def _confirmed(self) -> None:
        self._pages.setCurrentWidget(self._busy)
        self.stop_button.setFocus()
        self.confirmed.emit()

    def show_view(self, view: View) -> None:
        """Show what was found."""
        self._view = view
        fill_choice(self.which, [(str(place), law.name) for place, law in enumerate(view.laws)])
        self.which.setMinimumContentsLength(min(_WIDEST_NAME, max(len(law.name) for law in view.laws)))
        self.which.setCurrentIndex(0)
        self.which.setVisible(len(view.laws) > 1)
        answers = view.answers
        self.table.show_rows(answers.names, answers.rows, answers.cell, stretch=0)
        self.table.setMinimumWidth(min(self.table.whole, self.width() // 2))
        self._draw()
        self._pages.setCurrentWidget(self._seeing)
        self.close_button.setFocus()

    def show_problem(self, problem: str) -> None:
        """Say why nothing is shown."""
        self._bar.hide()
        self._reading.hide()
        self.stop_button.setText(tr("Close"))
        self.problem.setText(problem)
        say(self, problem, urgent=True)

    def _draw(self) -> None:
        if self._view is None:
            return
        law = self._view.laws[max(0, self.which.currentIndex())]
        chances, name = _in_order(law)
        self.plot.set_data(chances, name, law.across, upright=law.upright)
        names = (capital(law.across), tr("Probability"))

        def cell(line: int, place: int) -> str:
            return percent(float(chances[line])) if place else name(line)

        self.tabled.show_rows(names, chances.size, cell, int(chances.argmax()))

    def done(self, result: int) -> None:
        """Drop what was seen."""
        self._view = None
        self.tabled.forget()
        self.table.show_rows((), 0, lambda *_: "")
        super().done(result)


def _named(role: str) -> str:
    return tr("a sample") if role == "sample" else tr("public")


def _in_order(law: Law) -> tuple[NDArray[np.float64], Callable[[int], str]]:
    """The chances as they are drawn: the likeliest first where the outcomes have no order of their own."""
    if law.upright:
        return law.chances, law.label
    order = np.argsort(-law.chances, kind="stable")
    return law.chances[order], lambda place: law.label(int(order[place]))
