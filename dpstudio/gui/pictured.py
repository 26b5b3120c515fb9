"""The window's picture: made once a project is looked at, since loading what draws it is a good part of a start."""

from typing import TYPE_CHECKING

from dpstudio.gui.audience.showing import show_in
from dpstudio.gui.picture.preview import Preview

if TYPE_CHECKING:
    from dpstudio.gui.main_window import MainWindow


def picture_of(window: "MainWindow") -> Preview:
    """The picture beside a window's pages, which shows what its session has."""
    session, runner = window.session, window.runner
    made = Preview(runner, session.preview)
    made.show_order(window.settings.get("bar_order"))
    made.epsilon_asked.connect(window.privacy.choose_epsilon)
    made.own_table_asked.connect(window.opener.ask_own)
    made.tour_asked.connect(window.tour.start)
    session.preview.failed.connect(made.show_problem)
    runner.busy_changed.connect(lambda _: made.show_busy(runner.busy("preview")))
    window.workplace.take(made)
    show_in(made, session)
    made.show_busy(runner.busy("preview"))
    return made
