"""The window's picture: made once a project is looked at, since loading what draws it is a good part of a start."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from dpstudio.gui.audience.showing import light_in, refuse_in, release_in, show_in
from dpstudio.gui.overrides import catch_in_overrides
from dpstudio.gui.picture.place import PicturePlace
from dpstudio.gui.picture.preview import Preview
from dpstudio.gui.picture.views import BUSY
from dpstudio.gui.project.session import Session
from dpstudio.gui.tabs.question import QuestionTab
from dpstudio.kinds import KINDS

if TYPE_CHECKING:
    from dpstudio.gui.main_window import MainWindow


class _Following(QObject):
    """Lets the picture show the figure that is edited, once that is drawn; what is chosen in the picture stays."""

    def __init__(self, picture: Preview, session: Session) -> None:
        super().__init__(picture)
        self._picture, self._session = picture, session
        self._figure: int | None = None
        session.preview.changed.connect(self._follow)

    def edit(self, figure: int) -> None:
        """Another figure is edited."""
        self._figure = figure
        self._follow()

    def _follow(self) -> None:
        found, drawn = self._session.resolved, self._session.preview
        if self._figure is None or found.previewed is None or drawn.stale:
            return
        if drawn.shown and drawn.shown[0].question == found.previewed:
            self._choose(KINDS[found.plan.kind].part_of(found.previewed, self._figure))
            self._figure = None

    def _choose(self, part: int) -> None:
        """As if it were chosen in the picture."""
        which = self._picture.parts.which
        if part != self._picture.part and part < which.count():
            which.setCurrentIndex(part)
            which.activated.emit(part)


def picture_of(window: "MainWindow") -> Preview:
    """The picture beside a window's pages, which shows what its session has."""
    catch_in_overrides()
    session, runner = window.session, window.runner
    made = Preview(runner, session.preview)
    made.show_order(window.settings.get("bar_order"))
    made.epsilon_asked.connect(window.privacy.choose_epsilon)
    made.own_table_asked.connect(window.opener.ask_own)
    made.tour_asked.connect(window.tour.start)
    session.preview.failed.connect(made.show_problem)
    runner.busy_changed.connect(lambda _: made.show_busy(any(map(runner.busy, BUSY))))
    for changed in (session.release_changed, session.resolved_changed):
        changed.connect(lambda: light_in(made, session))
        changed.connect(lambda: release_in(made, session))
    place = PicturePlace(made, runner)
    for changed in (session.resolved_changed, session.preview.changed):
        changed.connect(lambda: refuse_in(place, session))
    window.workplace.take(place)
    window.workplace.narrowed.connect(lambda narrow: made.head.stand(alone=narrow))
    made.head.stand(alone=window.workplace.narrow)
    show_in(made, session)
    (asking,) = window.findChildren(QuestionTab)  # which need not be written for this
    asking.figure_edited.connect(_Following(made, session).edit)
    light_in(made, session)
    release_in(made, session)
    refuse_in(place, session)
    made.show_busy(runner.busy("preview"))
    return made
