"""The view of the scale b: Laplace densities for several b, and how far each tells two neighbouring tables apart."""

from fractions import Fraction

import numpy as np
from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.preview.proof import factor_text, times_text
from dpstudio.core.preview.scale import Scale
from dpstudio.core.quantities import rational_text, readable, with_unit
from dpstudio.gui.look.announcing import Settled
from dpstudio.gui.look.theme import SPACE, THEME
from dpstudio.gui.plots.axis import begin_together
from dpstudio.gui.plots.curve_key import CurveKey
from dpstudio.gui.plots.curves import MOST_CURVES
from dpstudio.gui.plots.exhibit import Exhibit, Told
from dpstudio.gui.plots.scales import ScalePlot
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.views.beside import beside
from dpstudio.gui.widgets.kit import label, row
from dpstudio.gui.widgets.number_slider import RoundSlider
from dpstudio.gui.widgets.one_by_one import texts_in_turn
from dpstudio.gui.widgets.percent import percent_up
from dpstudio.gui.widgets.table_view import TableView
from dpstudio.gui.widgets.whole import WholeLabel, stretched
from dpstudio.translation import joined, tr

_FINE = 801
_LOW, _COLUMNS = 80, (5, 4)
"""How high a picture is at least, in pixels at 100 %, and how wide words and pictures are before an audience."""
_OTHERS = 2, 5
"""The other scales that are drawn, in Δ."""
_CONTINUOUS = tr(
    "These are the smooth curves of the textbooks. A release adds whole steps of a grid, by the same law at each step."
)


class ScaleView(QWidget):
    """Shows densities above and privacy losses below, over the same results; sliders choose b and one result."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: Distribution | None = None
        self._scale: Scale | None = None
        self._settled = Settled(self)
        self.plot = ScalePlot(tr("Density of the noisy figure"), tr("density"))
        self.losses = ScalePlot(tr("Privacy loss"), tr("ln ratio"))
        self.key, self.table = CurveKey(), TableView(tr("Densities and privacy losses as a table"))
        self.tabled = TabledPlots(self.table, self.plot)
        self.tabled.bring(self.plot)
        self.tabled.also(self.losses)
        self.tabled.tell(self.losses, 1 + MOST_CURVES)
        self.scale, self.result = RoundSlider(), RoundSlider()
        self.chosen, self.at = label("", "strong", wrap=False), label("", "strong", wrap=False)
        self.scale.setAccessibleName(tr("Scale b of the noise"))
        self.result.setAccessibleName(tr("y, what is published"))
        self.scale.valueChanged.connect(lambda _: self._draw())
        self.result.valueChanged.connect(lambda _: self._mark())
        for plot in (self.plot, self.losses):
            plot.getViewBox().sigResized.connect(lambda *_: self._align())
        self.table.selectionModel().currentChanged.connect(lambda now, _: self._line_chosen(now.row()))
        self.said = [WholeLabel("strong"), *(WholeLabel("small") for _ in range(4))]
        self._lay_out()

    def _lay_out(self) -> None:
        self._inside = inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(THEME.px(SPACE // 2))
        for part, share in ((self.tabled, 1), (self.losses, 1), (self.key, 0)):
            inside.addWidget(part, share)
        sliders: list[QWidget] = []
        for slider, name, value in ((self.scale, "b", self.chosen), (self.result, "y", self.at)):
            slider.setMinimumHeight(THEME.target(28))
            held, line = QWidget(), row(label(name, "strong", wrap=False), spacing=10)
            line.addWidget(slider, 1)
            line.addWidget(value)
            held.setLayout(line)
            sliders.append(held)
        both = row(*sliders)
        for place in (0, 1):
            both.setStretch(place, 1)
        self._slide = QWidget()
        self._slide.setLayout(both)
        inside.addWidget(self._slide)
        self._turned = texts_in_turn(*self.said)
        inside.addWidget(self._turned)
        self.key.tighten()
        stretched((self.tabled, _LOW), (self.losses, _LOW))

    def bare(self) -> None:
        """What is said and chosen beside the pictures, one sentence at a time."""
        self._turned.bare()
        beside(self._inside, [(self.key, 0), (self._turned, 1)], [(self.tabled, 1), (self.losses, 1)], _COLUMNS)
        self._inside.removeWidget(self._slide)
        self._inside.addWidget(self._slide)

    # ---- what is shown

    def show_distribution(self, shown: Distribution, *, logarithmic: bool) -> None:
        """Show the scale that is in force, by logarithms or not; on the same figures the result stays."""
        turned, self.plot.logarithmic = logarithmic != self.plot.logarithmic, logarithmic
        if shown is self._shown or shown.scale is None:
            if turned:
                self._draw()
            return
        before, self._shown, self._scale = self._scale, shown, shown.scale
        scale = shown.scale
        with QSignalBlocker(self.scale), QSignalBlocker(self.result):
            self.scale.show_steps(scale.step, 1, scale.most)
            self.scale.go_to(float(scale.in_force))
            same = before is not None and before.values == scale.values
            here = self.result.value() if same else scale.values.index(scale.truth + scale.bound)
            self.result.show_steps(Fraction(1), 0, len(scale.values) - 1)
            self.result.setValue(here)
        self._draw()

    @property
    def badge(self) -> Badge:
        """It is the same for every table."""
        return Badge.DATA_FREE

    @property
    def b(self) -> Fraction:
        """The scale that is chosen."""
        return self.scale.number

    def _scales(self, scale: Scale) -> list[Fraction]:
        return [self.b, *(each * scale.bound for each in _OTHERS)]

    def _draw(self) -> None:
        scale = self._scale
        if scale is None:
            return
        values = np.array([float(each) for each in scale.values])
        places = np.unique(np.append(np.linspace(values[0], values[-1], _FINE), values))
        own, *others = self._scales(scale)
        around = scale.truth, scale.neighbour
        heights = [scale.densities(own, places, each) for each in around]
        heights += [scale.densities(each, places, scale.truth) for each in others]
        heights = [each * float(scale.bound) for each in heights]  # else the numbers of a sum in € have ten places
        self.plot.show_left(tr("density") if scale.bound == 1 else tr("density · Δ"))
        across = tr("y, what is published, in {unit}", unit=scale.unit) if scale.unit else tr("y, what is published")
        self.plot.show_curves(places, heights, values, "")  # it stands below the other one
        losses = [scale.losses(each, places) for each in (own, *others)]
        limit = float(scale.bound / own)
        self.losses.show_curves(places, [losses[0], None, *losses[1:]], values, across, limit)
        self._align()
        self.key.show_names(self._names(scale))
        self._list(scale)
        self.chosen.setText(self._with(own))
        self._mark()

    def _align(self) -> None:
        begin_together([plot.getAxis("left") for plot in (self.plot, self.losses)])

    def _names(self, scale: Scale) -> list[str]:
        own, *others = (tr("b = {each}", each=_written(each)) for each in self._scales(scale))
        with_, without = (_written(each) for each in (scale.truth, scale.neighbour))
        return [
            tr("{own} around {with_}", own=own, with_=with_),
            tr("{own} around {without}", own=own, without=without),
            *(tr("{each} around {with_}", each=each, with_=with_) for each in others),
        ]

    def _list(self, scale: Scale) -> None:
        values, scales = scale.values, self._scales(scale)
        at = np.array([float(each) for each in values])
        densities = [scale.densities(scales[0], at, each) for each in (scale.truth, scale.neighbour)]
        densities += [scale.densities(each, at, scale.truth) for each in scales[1:]]
        losses = [scale.losses(each, at) for each in scales]
        names = ("y", *(tr("Density, {name}", name=name) for name in self._names(scale)))
        names += tuple(tr("Privacy loss, b = {each}", each=_written(each)) for each in scales)

        def plain(line: int) -> tuple[str, ...]:
            return rational_text(values[line]), *(f"{each[line]:.17g}" for each in (*densities, *losses))

        def cell(line: int, place: int) -> str:
            each = (*densities, *losses)[place - 1]
            return _written(values[line]) if place == 0 else f"{each[line]:.6g}"

        self.plot.words = lambda line: tr(
            "{name}: {text}", name=_written(values[line]), text="; ".join(f"{each[line]:.3g}" for each in densities)
        )
        self._told = Told(names, len(values), plain, Badge.DATA_FREE)
        self.tabled.show_rows(names, len(values), cell, self.result.value())

    # ---- where the result stands

    def _mark(self) -> None:
        scale = self._scale
        if scale is None:
            return
        value = scale.values[self.result.value()]
        self.at.setText(self._with(value))
        for plot in (self.plot, self.losses):
            plot.show_mark(float(value))
        if self.table.currentIndex().row() != self.result.value():
            place = max(0, self.table.currentIndex().column())
            self.table.setCurrentIndex(self.table.model().index(self.result.value(), place))
        for text, said in zip(self.said, self._sentences(scale, value), strict=True):
            text.setText(said)
        self._turned.follow()
        self._settled.say(self.said[0].text())

    def _line_chosen(self, line: int) -> None:
        if line >= 0 and self._scale is not None:
            self.result.setValue(line)

    def _sentences(self, scale: Scale, value: Fraction) -> list[str]:
        b, loss = self.b, scale.loss(self.b, value)
        with_, without, y = (_written(each) for each in (scale.truth, scale.neighbour, value))
        far, near = (_written(abs(value - each)) for each in (scale.neighbour, scale.truth))
        own, most = _written(b), float(scale.bound / b)
        t = scale.distances(b, value)
        return [
            tr(
                "y = {y}: Pr[Y = y] / Pr[Y′ = y] = e^((|y − {without}| − |y − {with_}|) / b) = e^(({far} − {near}) /"
                " {own}) = {loss}. Every y stays between ÷{most} and ×{most},"
                " which is e^(Δ/b).",
                y=y,
                without=without,
                with_=with_,
                far=far,
                near=near,
                own=own,
                loss=times_text(float(loss)),
                most=factor_text(most),
            ),
            tr(
                "Y is what is published where the true figure is {with_}, Y′ where it is {without}: a person less.",
                with_=with_,
                without=without,
            ),
            tr(
                "b = Δ/ε, so b = {with_} belongs to ε = {bound}. A larger b is flatter and hides one person better.",
                with_=self._with(b),
                bound=_rounded(scale.bound / b),
            ),
            tr(
                "The noise goes {t}·b or farther, as far as y is from {with_2}, with"
                " probability e^(−{t}) = {exp}; its variance is 2b² ="
                " {b}.",
                t=_rounded(t),
                with_2=with_,
                exp=percent_up(float(np.exp(-float(t)))),
                b=_rounded(2 * b * b),
            ),
            _CONTINUOUS,
        ]

    def _with(self, amount: Fraction) -> str:
        return with_unit(_written(amount), self._scale.unit if self._scale else "")

    # ---- the end of it

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along."""
        if self._scale is None:
            return []
        said = joined(" ", filter(None, (*(each.text() for each in self.said), self.plot.told)))
        parts = (self.plot, 3), (self.losses, 2), (self.key, 0)
        return [Exhibit(tr("Scale b"), "scale", self._told, self.tabled, parts, said)]

    def forget(self) -> None:
        """Hold nothing any more."""
        self._shown = self._scale = None
        self.tabled.forget()
        self.losses.forget()
        for text in self.said:
            text.setText("")
        self._settled.say("")

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.plot.recolour()
        self.losses.recolour()
        self.key.update()


def _rounded(value: Fraction) -> str:
    """A number exactly where it is short, else in four digits."""
    text = _written(value)
    return text if len(text) <= 8 or "." not in text else readable(Fraction(f"{float(value):.4g}"))


def _written(value: Fraction) -> str:
    """A number exactly, one that no decimals hold in six digits: a fraction's stroke would be taken for another."""
    text = readable(value)
    return text if "/" not in text else readable(Fraction(f"{float(value):.6g}"))
