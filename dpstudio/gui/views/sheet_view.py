"""A view that shows one of several sheets: curves over what a slider chooses, a table beneath, sentences below."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.errors import StudioError
from dpstudio.core.preview.distribution import Badge, Distribution, Line
from dpstudio.core.tables.importing import Tick
from dpstudio.gui.look.announcing import Settled
from dpstudio.gui.look.theme import SPACE, THEME
from dpstudio.gui.plots.curve_key import CurveKey
from dpstudio.gui.plots.curves import CurvesPlot
from dpstudio.gui.plots.exhibit import Exhibit, Told
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.runner import Runner
from dpstudio.gui.views.beside import beside
from dpstudio.gui.views.sheet import Sheet
from dpstudio.gui.widgets.kit import label, row
from dpstudio.gui.widgets.number_slider import RoundSlider
from dpstudio.gui.widgets.one_by_one import texts_in_turn
from dpstudio.gui.widgets.options import Options
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.tips import tip
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.translation import tr

Maker = Callable[[Distribution], Callable[[Tick], Sheet | None] | None]
"""What works a sheet out of what is shown, beside the window; None where it has none."""


class Part(NamedTuple):
    """One of the sheets: its name, what it answers, what makes it, and whether it is the same for every table."""

    name: str
    meaning: str
    made: Maker
    data_free: bool = False


_AT_WORK = tr("Working out the curves …")
_TOO_MANY = tr("There are too many candidates to work this out with this mechanism.")
_SENTENCES, _LOW, _COLUMNS = 5, 110, (5, 7)
"""How much is said at most; how high the picture is at least, in pixels at 100 %; and how wide words and picture are
before an audience."""


class SheetView(QWidget):
    """Shows curves of probabilities over a distance, which a slider chooses, with sentences about it.

    The table beneath the picture has a line for each place of the slider: both always stand at the same distance.

    Args:
        runner: works sheets out beside the window.
        name: of what is shown: "Loss".
        parts: the sheets, by their keys; the first one is shown at first.
    """

    def __init__(self, runner: Runner, name: str, parts: dict[str, Part]) -> None:
        super().__init__()
        self._runner, self._job, self._parts, self._name = runner, f"sheet: {name}", parts, name
        self._shown: Distribution | None = None
        self._part, self._stays = next(iter(parts)), False
        self._sheet: Sheet | None = None
        self._settled = Settled(self)
        self._bare, self._entered = False, 0
        self.parts = Options(
            tr("{name}: what is shown", name=name), [(key, each.name, "") for key, each in parts.items()]
        )
        for key, each in parts.items():
            tip(self.parts.buttons[key], each.meaning)
        self.parts.show_value(self._part)
        if len(parts) == 1:
            self.parts.hide()
        self.parts.chosen.connect(self._part_chosen)
        self.slider, self._asked, self.value = RoundSlider(), label("", "small", wrap=False), label("", "strong")
        self.slider.setMinimumHeight(THEME.target(28))
        self.slider.valueChanged.connect(self._moved)
        self.plot, self.key, self.table = (
            CurvesPlot(tr("{name} and its bounds", name=name)),
            CurveKey(),
            TableView(tr("{name} as a table", name=name)),
        )
        self.tabled = TabledPlots(self.table, self.plot)
        self.tabled.bring(self.plot)
        self.table.selectionModel().currentChanged.connect(lambda now, _: self._line_chosen(now.row()))
        self.said = [WholeLabel("strong"), *(WholeLabel("small") for _ in range(_SENTENCES - 1))]
        self._lay_out()
        self.forget()

    def _lay_out(self) -> None:
        self._inside = inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(THEME.px(SPACE // 2))
        self._slide, slider = QWidget(), row(self._asked, spacing=10)
        slider.addWidget(self.slider, 1)
        slider.addWidget(self.value)
        self._slide.setLayout(slider)
        self.value.setWordWrap(False)
        self._choice = QWidget()
        self._choice.setLayout(row(self.parts, None))
        inside.addWidget(self._choice)
        inside.addWidget(self.tabled, 1)
        inside.addWidget(self.key)
        inside.addWidget(self._slide)
        self._turned = texts_in_turn(*self.said)
        inside.addWidget(self._turned)
        self.key.tighten()
        stretched((self.tabled, _LOW))

    def bare(self) -> None:
        """What is said and chosen beside the picture, one sentence at a time; the axis says what the slider chooses."""
        self._bare = True
        self._turned.bare()
        self._asked.hide()
        left, right = [(self._choice, 0), (self._turned, 1), (self.key, 0)], [(self.tabled, 1), (self._slide, 0)]
        beside(self._inside, left, right, _COLUMNS)

    # ---- what is shown

    @property
    def badge(self) -> Badge:
        """Of which table it is true."""
        same = self._shown is None or self._parts[self._part].data_free
        return Badge.DATA_FREE if self._shown is None or same else self._shown.badge

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along."""
        sheet = self._sheet
        if sheet is None or self._runner.busy(self._job):
            return []
        told = Told(sheet.names, sheet.count, sheet.plain, self.badge)
        words = " ".join(each.text() for each in self.said if each.text())
        part, parts = self._parts[self._part].name, ((self.plot, 1), (self.key, 0))
        name = self._name if len(self._parts) == 1 else f"{self._name}, {part[:1].lower()}{part[1:]}"
        return [Exhibit(name, self._name.lower(), told, self.tabled, parts, words)]

    def show_distribution(self, shown: Distribution) -> None:
        """Show the sheet of what is shown; it is worked out once. On the same scores the slider stays."""
        if shown is not self._shown:
            self._stays = self._shown is not None and shown.answers is self._shown.answers
            self._shown = shown
            self._offer(shown)
            self._work_out()

    def _offer(self, shown: Distribution) -> None:
        """What cannot be said of what is shown is no part to be chosen."""
        for key, part in self._parts.items():
            self.parts.offer(key, offered=part.made(shown) is not None)
        if self._parts[self._part].made(shown) is None:
            self._part, self._stays = next(iter(self._parts)), False
            self.parts.show_value(self._part)

    def _part_chosen(self, part: str) -> None:
        self._part, self._stays = part, False
        self.parts.show_value(part)
        self._work_out()

    @property
    def awaited(self) -> bool:
        """Whether there is nothing to turn to yet, since the sheet is being worked out."""
        return self._sheet is None and self._runner.busy(self._job)

    def turn(self, by: int) -> bool:
        """Go on to the next sheet, or back to the one before; whether there was one."""
        offered = self._offered
        at = offered.index(self._part) + by
        if not 0 <= at < len(offered):
            return False
        self._enter(offered[at], by)
        return True

    def begin(self, by: int) -> None:
        """Show the first sheet from its first sentence on, or the last one's last where the way leads back."""
        self._enter(self._offered[0 if by > 0 else -1], by)

    @property
    def _offered(self) -> list[str]:
        """The sheets that there are of what is shown."""
        return [key for key in self._parts if not self.parts.buttons[key].isHidden()]

    def _enter(self, part: str, by: int) -> None:
        """Choose a sheet as a click does, with its first sentence or its last in front."""
        self._entered = by
        if part != self._part:
            self.parts.buttons[part].click()
        elif not self._runner.busy(self._job):
            self._begin()

    def _begin(self) -> None:
        if self._entered:
            self._turned.begin(self._entered)
        self._entered = 0

    def _work_out(self) -> None:
        made = None if self._shown is None else self._parts[self._part].made(self._shown)
        if made is not None:
            self._runner.run(self._job, made, self._show, self._failed)
            if self._sheet is None:
                self._say([_AT_WORK])

    def _show(self, sheet: Sheet | None) -> None:
        before = self.slider.number if self._stays and self._sheet is not None else None
        self._sheet = None  # the table's lines change, which is no person's choice of one
        for part in (self.tabled, self.key, self.slider, self._asked, self.value):
            part.setVisible(sheet is not None and not (part is self._asked and self._bare))
        if sheet is None:
            self._say([_TOO_MANY])
            return
        with QSignalBlocker(self.slider):
            self.slider.show_steps(sheet.step, sheet.first, sheet.last)
            self.slider.go_to(float(sheet.start * sheet.step if before is None else before))
        self._draw(sheet)
        self._sheet = sheet
        self._moved(self.slider.value())
        self._begin()

    def _draw(self, sheet: Sheet) -> None:
        step = float(sheet.step)
        across = (
            sheet.asked if sheet.unit in sheet.asked else tr("{asked}, in {unit}", asked=sheet.asked, unit=sheet.unit)
        )
        self.plot.show_curves(sheet.curves, Line(sheet.first * step, step, ""), sheet.count, across)
        self.key.show_names([curve.name for curve in sheet.curves])
        self._asked.setText(sheet.asked)
        self.slider.setAccessibleName(sheet.asked)
        self.tabled.show_rows(sheet.names, sheet.count, sheet.cell, self.slider.value() - sheet.first)

    def _failed(self, error: StudioError) -> None:
        self._show(None)
        self._say([str(error)])

    # ---- where the slider stands

    def _moved(self, at: int) -> None:
        sheet = self._sheet
        if sheet is None:
            return
        self.value.setText(sheet.distance(at))
        self.plot.show_marks(sheet.marks(at))
        if self.table.currentIndex().row() != at - sheet.first:
            place = max(0, self.table.currentIndex().column())
            self.table.setCurrentIndex(self.table.model().index(at - sheet.first, place))
        self._say(sheet.sentences(at))

    def _line_chosen(self, line: int) -> None:
        if self._sheet is not None and line >= 0:
            self.slider.setValue(line + self._sheet.first)

    def _say(self, sentences: list[str]) -> None:
        for place, text in enumerate(self.said):
            text.setText(sentences[place] if place < len(sentences) else "")
        self._turned.follow()
        self._settled.say(sentences[0])

    # ---- the end of it

    def forget(self) -> None:
        """Hold nothing any more."""
        self._runner.cancel(self._job)
        self._shown = self._sheet = None
        self.tabled.forget()
        for text in self.said:
            text.setText("")
        self._settled.say("")

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.plot.recolour()
        self.key.update()
