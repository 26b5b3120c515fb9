"""The window's picture: made once a project is looked at, since loading what draws it is a good part of a start."""

from typing import TYPE_CHECKING

from dpstudio.gui.audience.showing import light_in, refuse_in, show_in
from dpstudio.gui.overrides import catch_in_overrides
from dpstudio.gui.picture.place import PicturePlace
from dpstudio.gui.picture.preview import Preview
from dpstudio.gui.picture.views import BUSY

if TYPE_CHECKING:
    from dpstudio.gui.main_window import MainWindow


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
    place = PicturePlace(made)
    for changed in (session.resolved_changed, session.preview.changed):
        changed.connect(lambda: refuse_in(place, session))
    window.workplace.take(place)
    show_in(made, session)
    light_in(made, session)
    refuse_in(place, session)
    return made
