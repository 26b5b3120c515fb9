"""The preview beside the tabs: what the randomness will do, and of which table that is true."""

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout

from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.quantities import rational_text
from dpstudio.gui.exports.export_menu import ExportMenu
from dpstudio.gui.look.announcing import Settled
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.picture.part_choice import PartChoice
from dpstudio.gui.picture.picture_foot import PictureFoot
from dpstudio.gui.picture.picture_head import PictureHead
from dpstudio.gui.picture.picture_notes import draw_note, law_note, table_note
from dpstudio.gui.picture.previewing import Previewing
from dpstudio.gui.picture.views import Views
from dpstudio.gui.plots.badges import BADGES
from dpstudio.gui.plots.exhibit import Exhibit
from dpstudio.gui.plots.lines import spoken
from dpstudio.gui.runner import Runner
from dpstudio.gui.views.sheet_view import SheetView
from dpstudio.gui.widgets.kit import column, label
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.options import Options
from dpstudio.gui.widgets.tips import tip
from dpstudio.gui.widgets.whole import RING
from dpstudio.translation import joined, tr
from dpstudio.workspace.project.scenes import Scene

_MARGIN, _ABOVE, _APART = 14, 8, 6
_LONG = 100
"""Milliseconds after which it is said that a picture is under way."""
_SCENE, _LAW, _DRAWS, _FIGURES, _NEIGHBOURS = "scene", "law", "draws", "figures", "neighbours"
_EPSILON, _SCALE, _LOSS, _QUERIES, _USEFUL = "epsilon", "scale", "loss", "queries", "useful"
_YOU, _TABLE = "you", "table"
_VIEWS = {
    _SCENE: (tr("Scene"), tr("Two tables of people, a question to the audience, and the answer.")),
    _LAW: (tr("Law"), tr("How likely each outcome is.")),
    _DRAWS: (tr("Draws"), tr("Draw again and again, and watch the frequencies grow into the law.")),
    _FIGURES: (
        tr("Figures"),
        tr("A whole result with its whiskers: every figure, bin or answer, drawn anew."),
    ),
    _NEIGHBOURS: (tr("Neighbours"), tr("Take a row out or put one in, and see how far the law moves.")),
    _EPSILON: ("ε", tr("The law at other values of ε, and what each mechanism loses there on average.")),
    _SCALE: (tr("Scale b"), tr("Laplace noise for several scales b, and how far each tells two tables apart.")),
    _LOSS: (tr("Loss"), tr("How far below the best the result may fall, and what is proven of it.")),
    _QUERIES: (tr("Queries"), tr("The rows beside a synthetic table's, the worst query, and a halfspace to drag.")),
    _USEFUL: (tr("Usefulness"), tr("How likely the synthetic table is right, against the number of people.")),
    _YOU: (tr("You"), tr("What the result can tell about you.")),
    _TABLE: (tr("Table"), tr("The numbers of the picture, to be copied or saved.")),
}
_SCALED, _UNMARKED = (_LAW, _DRAWS, _NEIGHBOURS, _SCALE), (_SCENE, _FIGURES, _SCALE, _LOSS, _QUERIES, _USEFUL, _YOU)
"""The views that may have a logarithmic scale, and those in which nothing true is marked."""
_LAW_OF = tr("Sampling distribution")
_NOTHING = tr("The preview appears when the question is complete.")
WORKING = tr("Working out what the randomness will do …")
_FROM_EPSILON = tr("This follows from ε alone. It holds for every table, and for whatever anyone knows besides.")


class Preview(Views):
    """Shows a Distribution in one of several views, `view` in front: its law as bars or on a map, draws, its table.

    Args:
        runner: makes draws and tables beside the window.
        source: what is drawn, and the rows of a sample that it is of.
        bare: as for `Views`.
    """

    def __init__(self, runner: Runner, source: Previewing, *, bare: bool = False) -> None:
        super().__init__(runner, bare=bare)
        self.setObjectName("card")
        self._shown: Distribution | None = None
        self._all: tuple[Distribution, ...] = ()
        self._settled, self._people = Settled(self), ""
        self.view, self.views = _LAW, _row_of_views()
        self.views.chosen.connect(self.bring)
        self.views.offer(_TABLE, offered=not bare)
        self._empty, self._source, self.parts = _centred(_NOTHING), source, PartChoice()
        self.parts.activated.connect(self._choose)
        self._stack.addWidget(self._empty)
        self.redraw.connect(self._draw)
        self.foot = PictureFoot(bare=bare)
        self._chosen_elsewhere = (_SCENE, _FIGURES, _YOU) if bare else (_SCENE, _FIGURES)
        self.rescaled.connect(lambda: self.foot.say_floor(self.floor))
        self.foot.best_turned.connect(self.law.mark_best)
        self.foot.log_turned.connect(self.law.turn_logarithmic)
        self._busy, self._of, self._drawn_from = False, "", Badge.SAMPLE
        self._long = QTimer(self, singleShot=True, interval=_LONG)
        self._long.timeout.connect(lambda: self._say_busy(busy=True))
        self.export = ExportMenu(runner, self, self.exhibits)
        self.head = PictureHead(self.export.button)
        self.title, self.badge = self.head.title, self.head.badge
        self.copy_asked.connect(self.export.copy)
        self._lay_out()
        self._offer_choices(False)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        scaled(layout.setContentsMargins, _MARGIN - RING, _ABOVE, _MARGIN - RING, _ABOVE)
        scaled(layout.setSpacing, _APART)
        for each in self.head.rows(self.views, self.parts, bare=self._bare):
            put(layout, _inset(each))
        put(layout, self.veiled(), 1)
        put(layout, _inset(column(self.foot)))

    @property
    def part(self) -> int:
        """Which part of the release is shown, from 0."""
        return self.parts.part

    def show_order(self, order: str) -> None:
        """Take the order from the settings: "score", "natural" or "automatic"."""
        self.law.take_order(order)
        self._draw()

    def show_busy(self, busy: bool) -> None:
        """Say that a newer preview is under way, once that has lasted a moment."""
        if busy:
            self._long.start()
            self._settled.say("")
            if self._shown is None:
                self._empty.setText(WORKING)
        else:
            self._say_busy(busy=False)

    def _say_busy(self, *, busy: bool) -> None:
        self._long.stop()
        self._busy = busy
        self._write_badge()

    def show_stale(self, stale: bool, of: str = "") -> None:
        """Dim a picture that stays while the question is not complete, and say `of` what it is."""
        self.dim(stale=stale)
        if stale:
            self._settled.say("")
        self._of = of if stale and self._shown else ""
        self._write_badge()

    def _write_badge(self) -> None:
        """What the picture is drawn from, or of what it was; while a newer one is under way, that: so nothing moves."""
        self.badge.setText(self._of or (tr("computing…") if self._busy else BADGES[self._drawn_from]))

    def _draw_from(self, badge: Badge) -> None:
        self._drawn_from = badge
        self._write_badge()

    def show_problem(self, problem: str) -> None:
        """Say why there is no preview."""
        self.show_stale(stale=False)
        self._shown, self._all = None, ()
        self._settled.say("")
        self.forget_views()  # what was drawn of a table that is shown no longer is not kept behind the sentence
        self.parts.show_parts(())
        self.head.call(None)
        self.parts.hide()
        self._offer_choices(False)
        self._empty.setText(problem)
        self._stack.setCurrentWidget(self._empty)
        self.foot.say("")

    def _offer_choices(self, offered: bool) -> None:
        """What can be chosen of a picture stands there only with a picture."""
        for each in (self.badge, self.views, self.export.button, self.foot):
            each.setVisible(offered)

    def show_distributions(self, shown: tuple[Distribution, ...], people: str, sealed: str = "") -> None:
        """Draw one distribution of several.

        Args:
            people: how many the stand-in has: "1,000 people"; scores that are ready-made have none.
            sealed: why there can be none of a table that stays sealed, or "".
        """
        if not shown:
            self.show_problem(sealed or _NOTHING)
            return
        self.parts.show_parts(shown)
        another, self._all, self._people = shown is not self._all, shown, people
        self._choose()
        if another:
            self._settled.say(spoken(shown[self.part]))

    def _choose(self) -> None:
        """Show the part of the release that is asked for."""
        self._shown = self.parts.law
        self._offer_choices(True)
        self._draw()

    @property
    def offered(self) -> list[str]:
        """The views that there are of what is shown, in their order."""
        return [view for view, button in self.views.buttons.items() if not button.isHidden()] if self._shown else []

    def bring(self, view: str) -> None:
        """Bring a view to the front."""
        self.begin(view)
        self._draw()

    def begin(self, view: str = _SCENE) -> None:
        """Have a view in front with the next picture, if there is such a view of it."""
        self.view = view
        self.views.show_value(view)

    def _draw(self) -> None:
        shown = self._shown
        if shown is None or not self._is_sorted(shown):
            return
        self._drawn_from = shown.badge
        self._say_busy(busy=False)
        self.parts.offer(offered=self.view not in self._chosen_elsewhere, enabled=self.view != _YOU)
        there = _parts(shown, self._source.scene)
        self.head.call(self.scene.source if self.view == _SCENE and self._source.scene else None)
        for view, part in there.items():
            self.views.offer(view, offered=part is not None)
        if there.get(self.view, shown) is None:
            self.bring(_LAW)
            return
        self.foot.setVisible(self.view != _SCENE)
        self.foot.offer_log(offered=self.view in _SCALED)
        self.foot.offer_truth(shown.truth if _is_marked(shown, self.view) else None)
        shows = {
            _SCENE: self._show_scene,
            _DRAWS: self._show_draws,
            _FIGURES: self._show_figures,
            _NEIGHBOURS: self._show_neighbours,
            _EPSILON: self._show_epsilon,
            _SCALE: self._show_scale,
            _LOSS: lambda shown: self._show_sheet(self.loss, shown),
            _QUERIES: self._show_queries,
            _USEFUL: lambda shown: self._show_sheet(self.useful, shown),
            _YOU: self._show_you,
        }
        shows.get(self.view, self._show_law)(shown)

    def _show_scene(self, shown: Distribution) -> None:
        if self._source.scene is not None:
            self.scene.show_scene(self._source.scene, self.law.lines(shown), self._source.everybody)
            self.foot.say("")
            self._draw_from(Badge.SAMPLE)  # its rows are those of a sample, whatever its law is of
            self._bring(self.scene)

    def _show_draws(self, shown: Distribution) -> None:
        self.foot.remark(table_note(shown, shown.badge, self._people) if shown.badge is Badge.SIMULATED else "")
        self.draws.show_lines(self.law.lines(shown), logarithmic=self.law.bars.logarithmic)
        self._bring(self.draws)

    def _show_figures(self, shown: Distribution) -> None:
        if shown.estimates is not None:
            self.foot.say("")
            self.figures.show_estimates(shown.estimates, self._source.people, self._people, self.part)
            self._draw_from(self.figures.badge)
            self._bring(self.figures)

    def _show_neighbours(self, shown: Distribution) -> None:
        if shown.people is not None:
            self.neighbours.plot.logarithmic = self.law.bars.logarithmic
            rows = partial(shown.people, *self._source.everybody, self._source.rows[-1])
            self.neighbours.show_people(self.law.lines(shown), rows)
            badge = Badge.SAMPLE if shown.local and self._source.rows[1] else shown.badge
            self._draw_from(badge)  # as the scene: its rows are those of a sample, whatever its law is of
            self.foot.remark(table_note(shown, badge, self._people))
            self._bring(self.neighbours)

    def _show_epsilon(self, shown: Distribution) -> None:
        self.foot.say("")
        self._bring(self.epsilon)
        note = draw_note(shown, shown.badge, self._people)
        self.epsilon.show_lines(self.law.lines(shown), note, shown.question.people or self._source.people)

    def _show_sheet(self, view: SheetView, shown: Distribution) -> None:
        view.show_distribution(shown)
        self._draw_from(view.badge)
        self.foot.remark(draw_note(shown, view.badge, self._people))
        self._bring(view)

    def _show_queries(self, shown: Distribution) -> None:
        if shown.queries is not None:
            self.queries.show_tables(shown, partial(shown.queries, *self._source.everybody))
            self.foot.remark(draw_note(shown, shown.badge, self._people))
            self._bring(self.queries)

    def _show_scale(self, shown: Distribution) -> None:
        self.foot.say("")
        self._draw_from(Badge.DATA_FREE)
        self.scale.show_distribution(shown, logarithmic=self.law.bars.logarithmic)
        self._bring(self.scale)

    def _show_you(self, _: Distribution) -> None:
        self.foot.remark(_FROM_EPSILON)
        self._draw_from(Badge.DATA_FREE)
        self.you.show_all(self._all)
        self._bring(self.you)

    def _show_law(self, shown: Distribution) -> None:
        self.foot.say(law_note(shown, self._people))
        self.law.show_law(shown, self._source.everybody, table=self.view == _TABLE)
        self._bring(self.law)

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along of the view in front: of samples and invented tables, as all that it shows."""
        shown, front = self._shown, self._front
        if shown is None or front is None:
            return []
        return [each.called(_title_of(shown), self.foot.note.text()) for each in front.exhibits()]

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.recolour_views()
        self._draw()


def _centred(text: str) -> QLabel:
    """A sentence where there is no picture."""
    made = label(text, "soft")
    made.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return made


def _title_of(shown: Distribution) -> str:
    """What is drawn: of which question, and at which ε."""
    of = joined(", ", dict.fromkeys(each for each in (shown.question.name or _LAW_OF, shown.name) if each))
    return tr("{of}, ε = {epsilon}", of=of, epsilon=rational_text(shown.question.epsilon))


def _row_of_views() -> Options:
    """A button for each view, with its meaning."""
    views = Options(tr("View of the picture"), [(key, name, "") for key, (name, _) in _VIEWS.items()], tight=True)
    for key, (_, meaning) in _VIEWS.items():
        tip(views.buttons[key], meaning)
    views.show_value(_LAW)
    return views


def _parts(shown: Distribution, scene: Scene | None) -> dict[str, object]:
    """What each view is of that not every picture has."""
    there = {_NEIGHBOURS: shown.people, _EPSILON: shown.over, _SCALE: shown.scale, _LOSS: shown.losses}
    return there | {_FIGURES: shown.estimates, _QUERIES: shown.queries, _USEFUL: shown.useful, _SCENE: scene}


def _is_marked(shown: Distribution, view: str) -> bool:
    """Whether a view can mark what is true: *Neighbours* has ranges of its own, where there are ranges."""
    ranges = shown.scores is None or shown.scores.sizes is not None
    return view not in _UNMARKED and not (view == _NEIGHBOURS and ranges)


def _inset(part: QBoxLayout) -> QBoxLayout:
    """Begin where the views begin, which have a margin for the ring."""
    scaled(part.setContentsMargins, RING, 0, RING, 0)
    return part
