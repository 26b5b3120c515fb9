"""The view ε: the law at other values of ε, what each mechanism loses there, and a click that chooses one of them."""

from collections import deque
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.errors import StudioError
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.over_epsilon import Contrast, OverEpsilon, Point, along, around, wanted, work_out
from dpstudio.core.quantities import rational_text
from dpstudio.core.sampling.comparison import float_of
from dpstudio.core.tables.importing import Tick
from dpstudio.gui.look.theme import SPACE, THEME
from dpstudio.gui.plots.exhibit import Exhibit, Told
from dpstudio.gui.plots.lines import Lines
from dpstudio.gui.runner import Runner
from dpstudio.gui.views.instance import InstanceView
from dpstudio.gui.views.laws_over import LawsOver
from dpstudio.gui.views.losses_over import LossesOver
from dpstudio.gui.widgets.kit import button, row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.one_by_one import OneByOne, Part
from dpstudio.gui.widgets.options import Options
from dpstudio.gui.widgets.two_bars import TwoBars
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.translation import tr

_JOB, _WORDS = "over_epsilon", tr("Working out the law and the loss at other values of ε")
_LOW = 100
"""Pixels at 100 % that a picture is high at least."""
_PARTS = {
    "laws": tr("Six laws"),
    "loss": tr("What is lost"),
    "contrast": tr("Noise"),
    "instance": tr("The factor 2"),
}
_STOPPED = tr("Stopped: not every point is worked out.")


class EpsilonView(QWidget):
    """Shows small pictures of the law over ε, or the curves of what is lost; `asked` carries an ε that is chosen.

    Args:
        runner: works laws and losses out beside the window.
    """

    asked = Signal(str)

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self._runner = runner
        self._lines: Lines | None = None
        self._over: OverEpsilon | None = None
        self._laws: dict[Fraction, NDArray[np.float64]] = {}
        self.known: dict[Point, float | None] = {}
        self.laws, self.curves = LawsOver(), LossesOver(self.known)
        self.laws.asked.connect(lambda place: self._ask(place, around(self.epsilon)))
        self.curves.asked.connect(lambda place: self._ask(place, along(self.epsilon)))
        self.resume = button(tr("Continue"), kind="narrow", hint=tr("Work out the points that are left."))
        self.resume.clicked.connect(self._work)
        self.contrast, self.instance, self._note = TwoBars(), InstanceView(), WholeLabel("small")
        self.parts = Options(tr("ε: what is shown"), [(key, name, "") for key, name in _PARTS.items()], tight=True)
        self.parts.chosen.connect(self.bring)
        there = self.contrast.title.text, self.instance.words.text
        parts = (self.laws, lambda: True), (self.curves, lambda: True)
        self._there: list[Part] = [*parts, *zip((self.contrast, self.instance), there, strict=True)]
        self._turned = OneByOne(self._there, tall=True, led=True)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(THEME.px(SPACE // 2))
        put(inside, row(self.parts, None))
        inside.addWidget(self._turned, 1)
        put(inside, row(self.resume, None))
        inside.addWidget(self._note)
        stretched((self.laws.tabled, _LOW), (self.curves.tabled, _LOW))
        self.forget()

    def bare(self) -> None:
        """One picture after the other, as large as the screen; the mark of the source says what the note does."""
        self._turned.bare()
        self.instance.bare()
        self.parts.hide()
        self._note.hide()

    # ---- what is shown

    def bring(self, part: str) -> None:
        """Bring one of the parts to the front."""
        self._turned.bring(self._there[[*_PARTS].index(part)][0])
        self._offer()

    def _offer(self) -> None:
        """Offer the parts that there are."""
        self._turned.follow()
        for key, (part, there) in zip(_PARTS, self._there, strict=True):
            self.parts.offer(key, offered=bool(there()))
            if part is self._turned.front:
                self.parts.show_value(key)

    @property
    def epsilon(self) -> Fraction:
        """The one in force."""
        return Fraction(1) if self._lines is None else self._lines.shown.question.epsilon

    def show_lines(self, lines: Lines, note: str, people: int) -> None:
        """Show a distribution in an order; what is known of its losses is not worked out again.

        Args:
            note: of which table it is true.
            people: how many the table has, or is assumed to have.
        """
        over = lines.shown.over
        if over is None:
            self.forget()
            return
        if self._lines is None or lines.shown is not self._lines.shown:
            self._runner.cancel(_JOB)
            self._laws.clear()
            if not over.loses_as(self._over):
                self.known.clear()
        self._lines, self._over = lines, over
        self.contrast.show_contrast(over.contrast(people))
        self.instance.show_lines(lines)
        self.curves.show_over(over, lines.shown.question)
        self._show_laws()
        self._note.setText(note)
        self._offer()
        self._work()

    def forget(self) -> None:
        """Hold nothing any more."""
        self._runner.cancel(_JOB)
        self._lines = self._over = None
        self._laws.clear()
        self.known.clear()
        for part in (self.laws, self.curves, self.instance):
            part.forget()
        self.contrast.show_contrast(None)
        self._note.setText("")
        self._offer()
        self.resume.hide()

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along: each of the pictures, as far as it is worked out."""
        if self._lines is None:
            return []
        laws = self.laws.exhibits() if self._complete else []
        badge, contrast = self._lines.shown.badge, self.contrast
        beside = [_exhibit(contrast, contrast.shown, badge)] if contrast.shown is not None else []
        found = [*laws, *self.curves.exhibits(badge), *beside, *self.instance.exhibits()]
        return [replace(each, said=f"{each.said} {self._note.text()}".strip()) for each in found]

    def recolour(self) -> None:
        """Follow the palette in force."""
        for part in (self.laws, self.curves, self.instance):
            part.plot.recolour()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's
        """What is missing is worked out while it is looked at."""
        super().showEvent(event)
        self._work()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's
        """What nobody looks at is not worked out."""
        super().hideEvent(event)
        self._runner.cancel(_JOB)

    # ---- what is worked out

    def _work(self) -> None:
        """Work out what is missing; it is shown as it comes."""
        over = self._over
        if over is None or self._runner.busy(_JOB) or not self.isVisible():
            return
        self.resume.hide()
        laws = [each for each in around(self.epsilon) if each not in self._laws]
        points = [each for each in wanted(over, self.epsilon) if each not in self.known]
        found = deque[tuple[Fraction | Point, Any]]()

        def job(tick: Tick) -> None:
            for each in laws:
                tick(0)
                found.append((each, over.law(each)))
            work_out(over, points, lambda point, loss: found.append((point, loss)), tick)

        def arrived(_: object) -> None:
            if found:
                self._take(found)

        if laws or points:
            self._runner.run(_JOB, job, arrived, self._stopped, arrived, _WORDS)

    def _take(self, found: deque[tuple[Fraction | Point, Any]]) -> None:
        complete = self._complete
        while found:
            what, value = found.popleft()
            if isinstance(what, Point):
                self.known[what] = value
            else:
                self._laws[what] = value
        if not complete:
            self._show_laws()
        self.curves.show_known()

    @property
    def _complete(self) -> bool:
        """Whether all six laws are there."""
        return all(each in self._laws for each in around(self.epsilon))

    def _show_laws(self) -> None:
        if self._lines is not None and self._complete:
            values = around(self.epsilon)
            self.laws.show_laws(self._lines, values, [self._laws[each] for each in values])

    def _stopped(self, error: StudioError) -> None:
        del error
        self.curves.say_left_out(_STOPPED)
        self.resume.show()

    # ---- what is chosen

    def _ask(self, place: int, values: tuple[Fraction, ...]) -> None:
        if self._lines is not None and self.curves.plot.isEnabled() and 0 <= place < len(values):
            self.asked.emit(rational_text(values[place]))


def _exhibit(bars: TwoBars, shown: Contrast, badge: Badge) -> Exhibit:
    """A contrast as it can be taken along."""

    def plain(line: int) -> tuple[str, ...]:
        bar = shown.bars[line]
        return bar.name, f"{float_of(bar.size):.17g}", bar.text

    told = Told((tr("What needs noise"), tr("Amount"), tr("As shown")), len(shown.bars), plain, badge)
    return Exhibit(shown.title, "contrast", told, None, bars.parts, shown.words)
