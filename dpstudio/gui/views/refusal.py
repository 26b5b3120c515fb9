"""Why a score is refused, in the picture's place: the words, and what one person does to it, drawn."""

from fractions import Fraction

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from dpstudio.core.preview.distribution import Badge
from dpstudio.core.quantities import grouped
from dpstudio.core.scores.counterexample import Counterexample, Shift
from dpstudio.gui.look.announcing import Settled
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.plots.badges import BADGES
from dpstudio.gui.plots.crowd import CrowdPlot
from dpstudio.gui.plots.exhibit import Exhibit, Told
from dpstudio.gui.plots.shifts import ShiftsPlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.widgets.kit import label, row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.planning.formulas import Trouble
from dpstudio.translation import capital, joined, tr

_MARGIN, _MAP = 14, 130
_NONE, _NAME = tr("no value"), tr("Why this score is refused")


class RefusalView(QFrame):
    """Shows a refusal; where what one person does is known, bars of it case by case, and a map where there is one."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self._shown: Trouble | None = None
        self._example: Counterexample | None = None
        self._export: QWidget | None = None
        self._settled = Settled(self)
        self.said, self.does, self.cases = WholeLabel(), WholeLabel("strong"), WholeLabel("small")
        self.map, self.bars = CrowdPlot(), ShiftsPlot()
        self.table = TableView(tr("What one person does to the refused score"))
        self.tabled = TabledPlots(self.table, self.bars)
        self.tabled.bring(self.bars)
        inside = QVBoxLayout(self)
        scaled(inside.setContentsMargins, _MARGIN, _MARGIN, _MARGIN, _MARGIN)
        scaled(inside.setSpacing, 8)
        badge = label(BADGES[Badge.DATA_FREE], "badge", wrap=False)
        self._head = row(label(_NAME, "heading", wrap=False), None, badge)
        put(inside, self._head)
        for part, share in ((self.said, 0), (self.does, 0), (self.map, 3), (self.cases, 0), (self.tabled, 2)):
            inside.addWidget(part, share)
        inside.addStretch(0)
        stretched((self.map, _MAP), (self.tabled, 0))

    def offer(self, export: QWidget) -> None:
        """Put what takes the picture along beside the mark of its source; it is there with what one person does."""
        self._export = export
        self._head.insertWidget(2, export)
        export.setVisible(self._example is not None)

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along."""
        found = self._example
        if found is None:
            return []

        def plain(line: int) -> tuple[str, ...]:
            shift = found.shifts[line]
            values = shift.before, shift.after, shift.moved
            return shift.where, *("" if each is None else f"{float(each):.17g}" for each in values)

        told = Told(_names(found), len(found.shifts), plain, Badge.DATA_FREE)
        parts = ((self.map, 3),) if found.on_map is not None else ()
        said = joined(" ", (self.said.text(), self.does.text(), self.cases.text()))
        return [Exhibit(_NAME, "refusal", told, self.tabled, (*parts, (self.bars, 2)), said, _NAME)]

    def show_trouble(self, trouble: Trouble) -> None:
        """Show a refusal."""
        if trouble == self._shown:
            return
        self._shown = trouble
        self.said.setText(trouble.reason)
        found = self._example = trouble.counterexample
        if self._export is not None:
            self._export.setVisible(found is not None)
        for each in (self.does, self.cases, self.tabled):
            each.setVisible(found is not None)
        self.map.setVisible(found is not None and found.on_map is not None)
        if found is not None:
            self._show_example(found)
        self._settled.say(_spoken(found) if found else "")

    def _show_example(self, found: Counterexample) -> None:
        self.does.setText(found.sentence)
        self.cases.setText(_moves(found))
        shifts = found.shifts
        if found.on_map is not None:
            self.map.show_map(found.on_map)
        moved = [float(each.moved or 0) for each in shifts]
        self.bars.show_shifts([each.where for each in shifts], moved, [_figure(each.moved) for each in shifts])
        self.tabled.show_rows(_names(found), len(shifts), lambda at, place: _cells(shifts[at])[place], 0)
        scaled(self.tabled.setMinimumHeight, self.bars.least)

    def forget(self) -> None:
        """Show none."""
        self._shown = self._example = None
        self._settled.say("")
        self.tabled.forget()
        self.map.forget()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's
        """Follow the palette and the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            for plot in (self.map, self.bars):
                plot.recolour()


def _moves(found: Counterexample) -> str:
    cases = capital(found.cases)
    if found.part:
        return tr("{cases}, and how far one person moves this part of the score, {part}:", cases=cases, part=found.part)
    return tr("{cases}, and how far one person moves the score:", cases=cases)


def _names(found: Counterexample) -> tuple[str, ...]:
    if found.part:
        return found.cases, tr("part before"), tr("part after"), tr("moved by")
    return found.cases, tr("score before"), tr("score after"), tr("moved by")


def _cells(shift: Shift) -> tuple[str, str, str, str]:
    return shift.where, _figure(shift.before), _figure(shift.after), _figure(shift.moved)


def _figure(value: Fraction | None) -> str:
    """About three digits: enough to see it grow."""
    if value is None:
        return _NONE
    return grouped(f"{float(value):.1f}" if abs(value) >= 10 else f"{float(value):.3f}")


def _spoken(found: Counterexample) -> str:
    """What is said of the picture: the first case and the last."""
    first, last = found.shifts[0], found.shifts[-1]
    return tr(
        "New picture: what one person does to the refused score. {sentence} {cases} {where}: moved"
        " by {moved}; {where2}: {moved2}.",
        sentence=found.sentence,
        cases=found.cases,
        where=first.where,
        moved=_figure(first.moved),
        where2=last.where,
        moved2=_figure(last.moved),
    )
