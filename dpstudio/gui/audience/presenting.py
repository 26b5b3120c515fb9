"""Opens the presentation, on a second screen where there is one, and keeps it at what the window shows."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QScreen

from dpstudio.core.receipt.earlier import EarlierReceipt
from dpstudio.core.release import Release
from dpstudio.core.tables.schema import Role
from dpstudio.gui.audience.showing import refuse_in, release_in, show_in
from dpstudio.gui.overrides import catch_in_overrides
from dpstudio.gui.project.more_people import MorePeople
from dpstudio.gui.runner import Runner
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import joined, tr

if TYPE_CHECKING:
    from dpstudio.gui.audience.presentation import Presentation, Told
    from dpstudio.gui.main_window import MainWindow


_MOST_LINES = 8


class Presenting(QObject):
    """Shows the picture of a window to an audience, and nothing that the window's own picture does not show.

    Attributes:
        shown: the presentation, while there is one.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.shown: Presentation | None = None
        self._runner: Runner | None = None
        window.closed.connect(self.leave)
        session = window.session
        session.preview.changed.connect(self._draw)
        session.preview.failed.connect(self._fail)
        window.workplace.picture_placed.connect(self._place)
        window.runner.busy_changed.connect(self._show_busy)

    def turn(self) -> None:
        """Open it, or leave it."""
        self.leave() if self.shown else self._open()

    def _open(self) -> None:
        from dpstudio.gui.audience.presentation import Presentation
        from dpstudio.gui.picture.preview import Preview

        catch_in_overrides()
        window, session = self._window, self._window.session
        self._runner = Runner(window.mistakes.note, self)
        picture = Preview(self._runner, session.preview, bare=True)
        picture.show_order(window.settings.get("bar_order"))
        picture.foot.follow_log(window.preview.foot)
        if window.preview.view == "scene":
            picture.begin()
        made = self.shown = Presentation(picture)
        choose = window.privacy.part("privacy", "epsilon")
        made.epsilon.slid.connect(choose)
        picture.epsilon_asked.connect(window.privacy.choose_epsilon)
        MorePeople(made, session, made.people)
        made.vote_asked.connect(lambda: window.voting.ask(made))
        made.release_agreed.connect(self._release)
        made.left.connect(self._left)
        screen = other_screen(window.screen())
        made.setScreen(screen)
        made.setGeometry(screen.geometry())
        self.follow()
        self._draw()
        self._place()
        made.showFullScreen()
        made.activateWindow()
        made.draw_button.setFocus()

    def leave(self) -> None:
        """End it."""
        if self.shown:
            self.shown.close()

    def _left(self) -> None:
        made, runner = self.shown, self._runner
        self.shown = self._runner = None
        if made and runner:
            runner.close()
            self._window.voting.come_back()
            made.deleteLater()
            self._window.activateWindow()

    def recolour(self) -> None:
        """Follow the palette and the size of the text in force."""
        if self.shown:
            self.shown.recolour()

    def follow(self) -> None:
        """Show what is asked, whether it can be released, and what was; once the window itself shows it."""
        if self.shown:
            session = self._window.session
            data = session.document.plan.data_table
            ready = self._window.release_tab.is_open and data is not None and data.role == Role.PRIVATE
            self.shown.show_session(session)
            release_in(self.shown.picture, session)
            shown = None if session.earlier else session.release
            self.shown.show_release(session.resolved if ready else None, _told(shown) if shown else None)

    def _release(self, asked: Resolved) -> None:
        """Release what was agreed to, where the window shows it too; nothing where that has changed."""
        self._window.session.release_shown(asked)
        self._window.show_tab("release")

    def _draw(self) -> None:
        if self.shown:
            show_in(self.shown.picture, self._window.session)
            refuse_in(self.shown.place, self._window.session)
            self.shown.enable()

    def _fail(self, problem: str) -> None:
        if self.shown:
            self.shown.picture.show_problem(problem)
            self.shown.enable()

    def _show_busy(self, name: str) -> None:
        if self.shown and name == "preview":
            self.shown.picture.show_busy(self._window.runner.busy(name))

    def _place(self) -> None:
        if self.shown:
            self.shown.show_place(self._window.workplace.pictured)


def _told(release: Release) -> "Told":
    """What was released, its result in a few lines."""
    from dpstudio.gui.audience.presentation import Told

    receipt = release.receipt
    epsilon, delta, odds = receipt.terms
    asked = receipt.name if isinstance(receipt, EarlierReceipt) else receipt.words.question
    slip = "" if delta == "0" else f"   ·   δ = {delta}"
    terms = tr("ε = {epsilon}{delta}   ·   odds {odds}", epsilon=epsilon, delta=slip, odds=odds)
    return Told(asked, joined("\n", release.shown[:_MOST_LINES]), terms)


def other_screen(screen: QScreen) -> QScreen:
    """Where an audience looks: a screen that the window is not on, else its own."""
    return next((each for each in QGuiApplication.screens() if each is not screen), screen)
