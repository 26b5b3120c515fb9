"""The view of figures: a whole result with its whiskers, drawn as often as one likes, or the one that was released."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from dpstudio.core.entropy import Entropy
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.estimates import Estimates, Group, Line
from dpstudio.core.quantities import grouped, rational_text, readable, to_one_place
from dpstudio.core.receipt.headline import not_measured
from dpstudio.gui.look.announcing import Settled
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.plots.estimates import Estimate, EstimatesPlot
from dpstudio.gui.plots.exhibit import Exhibit, Told
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.runner import Runner
from dpstudio.gui.views.working import Working
from dpstudio.gui.widgets.drop_list import choice, fill_choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import button, called
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.translation import joined, tr, translated

Made = Callable[[int], Estimates]
_LEAST, _TALL = 110, 30
"""Pixels at 100 % that the picture is high at least, and what is clicked."""
_SPOKEN = 8
"""Of how many figures a new draw is said aloud."""
_DIAMOND = "◇"
_OF_SAMPLE = tr("Drawn here, not released: as a release is drawn, from the sample's true answers. Nothing is charged.")
_OF_INVENTED = tr(
    "Drawn here, not released: as a release is drawn, from an invented table of {people}. {rows} Nothing is charged."
)
_RELEASED = tr("Released: these are the numbers of the result.")
_WHISKERS = tr("In at least 95 of 100 releases all true figures lie within the whiskers.")


class FiguresView(QWidget):
    """Shows the lines of one result that share a scale; each stands in the table beneath, too."""

    changed = Signal()
    """Something else is shown: of another table, or released."""

    def __init__(self, runner: Runner) -> None:
        super().__init__()
        self._working, self._settled = Working(runner, "figures", self._not_drawn), Settled(self)
        self._made: tuple[Made, int] | None = None
        self._found: Estimates | None = None
        self._drawn: tuple[Line, ...] = ()
        self._released: Sequence[Line] | None = None
        self._part, self._people, self._drawable, self._waiting = 0, "", True, False
        self.plot, self.table = EstimatesPlot(), TableView(tr("Figures as a table"))
        self.tabled = TabledPlots(self.table, self.plot)
        self.tabled.bring(self.plot)
        self.said = WholeLabel("small")
        self._lay_out()
        self.forget()

    def _lay_out(self) -> None:
        self.draw_button = button(
            tr("Draw"), kind="narrow", hint=tr("Draw another result. It is not released, and nothing is charged.")
        )
        self.released_button = button(tr("Released"), kind="narrow", hint=tr("Show the numbers that were released."))
        self.exact = QCheckBox(tr("Mark the figures without noise with {diamond}", diamond=_DIAMOND))
        self.groups = choice([])
        self.draw_button.clicked.connect(self._draw)
        self.released_button.clicked.connect(lambda: self._take(tuple(self._released or ())))
        self.exact.clicked.connect(lambda _: self._show())
        self.groups.activated.connect(lambda _: self._show())
        scaled(self.exact.setMinimumHeight, _TALL)
        name = called(self.groups, tr("Which figures"))
        self.controls = QWidget()
        parts = self.draw_button, self.released_button, self.exact, name, self.groups
        self.controls.setLayout(Flow(*parts, spacing=6, fill=self.groups))
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        scaled(inside.setSpacing, SPACE // 2)
        inside.addWidget(self.controls)
        inside.addWidget(self.tabled, 1)
        inside.addWidget(self.said)
        stretched((self.tabled, _LEAST))

    def bare(self) -> None:
        """Without its own button that draws."""
        self._drawable = False
        self.draw_button.hide()

    # ---- what is shown

    @property
    def of_release(self) -> bool:
        """Whether what is shown was released."""
        return self._released is not None and self._drawn == tuple(self._released)

    @property
    def badge(self) -> Badge:
        """Of which table it is true."""
        of_sample = self._found is not None and self._found.exact
        return Badge.RELEASED if self.of_release else Badge.SAMPLE if of_sample else Badge.SIMULATED

    @property
    def group(self) -> Group | None:
        """The figures in sight."""
        at = max(0, self.groups.currentIndex())
        return None if self._found is None else self._found.groups[at]

    def show_estimates(self, made: Made, people: int, said: str, part: int) -> None:
        """Show a result of what is asked; a new question is drawn from afresh.

        Args:
            made: gives what results look like for so many people.
            people: how many are assumed.
            said: how many an invented table has, in words.
            part: which part of the picture was chosen: the figures beside it are shown.
        """
        self._people = said
        if self._made == (made, people):
            if part != self._part:
                self._part = part
                self._bring_part()
            return
        self._made, self._part, self._waiting = (made, people), part, True

        def work() -> tuple[Estimates, tuple[Line, ...]]:
            found = made(people)
            return found, found.draw(Entropy())

        self._working.out(work, self._take_estimates)

    def show_released(self, lines: Sequence[Line] | None) -> None:
        """Show the result that was released of what is asked in the drawn one's place; None where there is none."""
        if lines == self._released:
            return
        before, self._released = self.of_release, lines
        if self._fits(lines):
            self._take(tuple(lines or ()))
        elif before:
            self._draw()
        else:
            self._show()

    def _fits(self, lines: Sequence[Line] | None) -> bool:
        """Whether a result is one of what is asked."""
        found = self._found
        return lines is not None and found is not None and tuple(line["name"] for line in lines) == found.names

    def _take_estimates(self, made: tuple[Estimates, tuple[Line, ...]]) -> None:
        before, (self._found, drawn), self._waiting = self._found, made, False
        fill_choice(self.groups, [(str(at), each.name) for at, each in enumerate(self._found.groups)])
        self.groups.setVisible(self.groups.count() > 1)
        self.exact.setVisible(bool(self._found.exact))
        if before is None or before.names != self._found.names:
            self._bring_part()
        self._take(tuple(self._released or ()) if self._fits(self._released) else drawn)

    def _bring_part(self) -> None:
        """Show the figures that the chosen part is one of."""
        if self._found is not None:
            self.groups.setCurrentIndex(self._found.of_part[self._part])
            self._show()

    def _draw(self) -> None:
        found = self._found
        if found is not None:
            self._working.out(lambda: found.draw(Entropy()), self._take)

    def _take(self, drawn: tuple[Line, ...]) -> None:
        self._drawn = drawn
        self._show()
        self._settled.say(joined(", ", [f"{each.name}: {each.told}" for each in self.plot.shown[:_SPOKEN]]))
        self.changed.emit()

    def _not_drawn(self, problem: str) -> None:
        self.said.setText(problem)

    def _show(self) -> None:
        found, group = self._found, self.group
        if found is None or group is None or not self._drawn:
            return
        marked = self.exact.isChecked() and bool(found.exact)
        unit = tr("in {unit}; ", unit=translated(group.unit)) if group.unit else ""
        self.plot.show_estimates(
            [
                self._estimate(place, name, marked=marked)
                for place, name in zip(group.places, group.labels, strict=True)
            ],
            tr("{unit}whiskers: 95 of 100 releases", unit=unit),
        )
        names = _columns(group, marked=marked)
        self.tabled.show_rows(names, len(group.places), lambda line, place: self._cells(line, readable)[place], 0)
        self.released_button.setVisible(self._fits(self._released) and not self.of_release)
        self.draw_button.setVisible(self._drawable)
        self.said.setText(joined(" ", filter(None, self._sentences(found, group))))

    def _sentences(self, found: Estimates, group: Group) -> tuple[str, ...]:
        invented = _OF_INVENTED.format(people=self._people, rows=translated(found.invented))
        drawn = _OF_SAMPLE if found.exact else invented
        done = translated(group.after)
        after = tr("Afterwards: {done}.", done=done) if done else ""
        of_group = {found.names[place] for place in group.places}
        instead = not_measured(tuple(name for name in found.stood_in(self._drawn) if name in of_group))
        return _RELEASED if self.of_release else drawn, translated(instead), _WHISKERS, after

    def _estimate(self, place: int, name: str, *, marked: bool) -> Estimate:
        line, found = self._drawn[place], self._found
        value, error = _number(line["value"]), _number(line["error"])
        told, wide = (grouped(each) for each in to_one_place(line["value"], line["error"] or "0"))
        told = told if error is None else tr("{value} ± {error}", value=told, error=wide)
        exact = _number(found.exact[place]) if found is not None and marked else None
        return Estimate(
            translated(name), float(value or 0), float(error or 0), told, None if exact is None else float(exact)
        )

    def _cells(self, line: int, said: Callable[[Fraction], str]) -> tuple[str, ...]:
        """A line of the table: its name, its value with its ±, from where to where that reaches, and what is marked."""
        group, found = self.group, self._found
        if group is None or found is None:
            return ("",) * len(_columns(Group("", "", (), ()), marked=True))
        place = group.places[line]
        value, error = _number(self._drawn[place]["value"]), _number(self._drawn[place]["error"])
        ends = (None, None) if value is None or error is None else (value - error, value + error)
        exact = _number(found.exact[place]) if found.exact else None
        return (group.labels[line], *("" if each is None else said(each) for each in (value, error, *ends, exact)))

    # ---- the end of it

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along."""
        group, found = self.group, self._found
        if group is None or found is None or not self._drawn or self._waiting:
            return []
        names = _columns(group, marked=self.exact.isChecked() and bool(found.exact))
        told = Told(names, len(group.places), lambda line: self._cells(line, rational_text)[: len(names)], self.badge)
        name = tr("Figures, {group}", group=translated(group.name)) if len(found.groups) > 1 else tr("Figures")
        return [Exhibit(name, "figures", told, self.tabled, ((self.plot, 1),), self.said.text())]

    def forget(self) -> None:
        """Hold nothing any more."""
        self._working.stop()
        self._made = self._found = None
        self._drawn = ()
        self.tabled.forget()
        self.released_button.hide()
        self.said.setText("")
        self._settled.say("")

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.plot.recolour()


def _columns(group: Group, *, marked: bool) -> tuple[str, ...]:
    """The names of the table's columns."""
    value = tr("Value in {unit}", unit=translated(group.unit)) if group.unit else tr("Value")
    return (tr("Figure"), value, "±", tr("From"), tr("To"), *([tr("Without noise")] if marked else []))


def _number(text: str) -> Fraction | None:
    """A number of a result; None of what is none."""
    with suppress(ValueError, ZeroDivisionError):
        return Fraction(text)
    return None
