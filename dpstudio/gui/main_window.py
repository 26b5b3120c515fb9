"""The main window: welcome page, tabs in the order of the work, preview, menus."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from dpstudio.core.ledger.turn import draw
from dpstudio.core.plan import Plan
from dpstudio.core.preview.compared import Comparison
from dpstudio.core.preview.distribution import Distribution
from dpstudio.gui import geometry
from dpstudio.gui.audience.presenting import Presenting
from dpstudio.gui.audience.showing import sealed, show_in
from dpstudio.gui.dropping import Dropping
from dpstudio.gui.error_dialog import Mistakes
from dpstudio.gui.handlers import handlers, possible, renamed
from dpstudio.gui.key_tips import window_tips
from dpstudio.gui.look.scaled import rescale
from dpstudio.gui.marking import mark_steps
from dpstudio.gui.menus import Menus
from dpstudio.gui.project.auditor import Auditor
from dpstudio.gui.project.changed_files import ChangedFiles
from dpstudio.gui.project.checking import Checking
from dpstudio.gui.project.inspecting import Inspecting
from dpstudio.gui.project.keeping import Keeping
from dpstudio.gui.project.more_people import MorePeople
from dpstudio.gui.project.outcome import Outcome
from dpstudio.gui.project.projects import Projects
from dpstudio.gui.project.recognising import Recognising
from dpstudio.gui.project.remedies import Remedies
from dpstudio.gui.project.session import Session
from dpstudio.gui.project.table_opener import TableOpener
from dpstudio.gui.project.voting import Voting
from dpstudio.gui.runner import Runner
from dpstudio.gui.tabs.base import Tab
from dpstudio.gui.tabs.comparison_card import not_compared
from dpstudio.gui.tabs.ledger import LedgerTab
from dpstudio.gui.tabs.privacy import PrivacyTab
from dpstudio.gui.tabs.question import QuestionTab
from dpstudio.gui.tabs.release import ReleaseTab
from dpstudio.gui.tabs.score import ScoreTab
from dpstudio.gui.tabs.tables import TablesTab
from dpstudio.gui.tour import Tour
from dpstudio.gui.up_to_date import UpToDate
from dpstudio.gui.verifying import Verifying
from dpstudio.gui.welcome import Welcome
from dpstudio.gui.widgets.kit import column, show_help
from dpstudio.gui.widgets.notices import Notices
from dpstudio.gui.widgets.pictures import recolour_pictures
from dpstudio.gui.widgets.reading_order import InOrder
from dpstudio.gui.widgets.steps import STEPS
from dpstudio.gui.widgets.under_way import UnderWay
from dpstudio.gui.workplace import Workplace
from dpstudio.planning.missing import Missing
from dpstudio.translation import tr
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.settings import Settings
from dpstudio.workspace.computer.storage import WorkFolder
from dpstudio.workspace.guarding.gate import Gate

if TYPE_CHECKING:
    from dpstudio.gui.picture.preview import Preview

_WITH_PREVIEW = ("question", "score", "privacy", "release")


class MainWindow(QMainWindow):
    """Puts the parts together and passes requests to the session; it computes nothing.

    What concerns other windows, too, is asked for: `setting_changed` has the name of a setting.
    """

    setting_changed = Signal(str)
    window_asked, quit_asked, closed = Signal(), Signal(), Signal()

    def __init__(self, settings: Settings, gate: Gate, work: WorkFolder, restyle: Callable[[], None]) -> None:
        super().__init__()
        self.settings, self._work, self._restyle = settings, work, restyle
        self.notices = Notices()
        self.mistakes = Mistakes(self, self.notices, lambda: self.session.document.plan != Plan())
        self.runner = Runner(self.mistakes.note, self)
        self.session = Session(self.runner, gate, work.path, self)
        self.projects = Projects(self, self.session, settings)
        self._build()
        self.opener = TableOpener(self, self.session, self.projects, self.workplace.isVisible)
        self.opener.added.connect(self._table_added)
        self.outcome = Outcome(self, self.session, self.release_tab, self.ledger_tab, self.settings)
        self.keeping = Keeping(self.session, self.projects, self.mistakes, self.notices, storage.unsaved_folder())
        self.verifying = Verifying(self, self.runner)
        Dropping(self, self.verifying.check, self.opener.take_dropped)
        self.remedies = Remedies(self, self.session, self.ledger_tab, self.outcome)
        self.inspecting = Inspecting(self, self.session, self.tables, self.release_tab)
        self.checking = Checking(self, self.session, self.tables)
        self.recognising = Recognising(self, self.session, self.release_tab.same_people, self.ledger_tab.kept_people)
        self.auditor = Auditor(self.session, self.release_tab.audit, self.mistakes.note, self)
        MorePeople(self, self.session, self.workplace.people)
        self.voting = Voting(self, lambda plan: self.projects.take(plan, None, tab="privacy"))
        self.presenting, self.tour, self.key_tips = Presenting(self), Tour(self), window_tips(self)
        self.menus = Menus(self, handlers(self), settings, self._enable)
        self.menus.recent.chosen.connect(self.projects.open)
        self._connect()
        self.changed_files = ChangedFiles(self, self.session, self.tables)
        geometry.restore(self, self.workplace, settings)
        self.show_welcome()
        if settings.trouble:
            self.notices.say(settings.trouble)
        self.keeping.offer()
        draw(window=True)

    def _build(self) -> None:
        self.welcome = Welcome()
        self._pages = UpToDate(self.session)
        self.release_tab, self.ledger_tab = self._pages.release, LedgerTab()
        pages: dict[str, QWidget] = {**self._pages.pages, "release": self.release_tab, "ledger": self.ledger_tab}
        self._picture: Preview | None = None
        self.workplace = Workplace(pages, _WITH_PREVIEW)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.welcome)
        self.stack.addWidget(self.workplace)
        whole = InOrder()
        whole.setLayout(column(self.notices, self.stack, UnderWay(self.runner), spacing=0))
        self.setCentralWidget(whole)

    def _connect(self) -> None:
        session = self.session
        self.release_tab.change_requested.connect(session.change)
        session.resolved_changed.connect(self._show_resolved)
        session.release_changed.connect(self._mark_release)
        session.release_changed.connect(self._enable)
        self.release_tab.openness_shown.connect(self._mark_release)
        session.preview.changed.connect(self._show_preview)
        session.preview.compared.connect(self._show_compared)
        self._pages.privacy.epsilon_wanted.connect(self._find_epsilon)
        self.workplace.tab_coming.connect(self._tab_coming)
        self.workplace.tab_changed.connect(self._tab_changed)
        self.workplace.foot.asked_for.connect(self._go)
        self.opener.serve(self.tables)
        self.release_tab.go_requested.connect(self._go)
        self.welcome.table_requested.connect(self.opener.ask)
        self.welcome.vote_requested.connect(lambda: self.voting.ask(self))
        self.welcome.project_requested.connect(self.projects.open)
        self.welcome.back_requested.connect(lambda: self.show_tab(self.tab))
        self.welcome.demonstration_requested.connect(lambda _: self.preview.begin())
        self.welcome.demonstration_requested.connect(self.projects.open_demonstration)
        self.welcome.demonstration_requested.connect(lambda _: self.workplace.show_half("picture"))
        self.projects.leaving.connect(self.workplace.go_to_steps)
        self.projects.leaving.connect(self._pages.begin)
        self.projects.opened.connect(self._project_opened)
        self.outcome.reopened.connect(lambda: self.show_tab("release"))
        self.outcome.next_asked.connect(self.workplace.enter)
        self.outcome.again.other_asked.connect(lambda plan: self.projects.take(plan, None, tab="release"))
        self._show_resolved()

    # ---- showing

    def show_welcome(self) -> None:
        """The first page."""
        self.welcome.show_recent(self.settings.recent, at_work=self.session.document.plan != Plan())
        self.stack.setCurrentWidget(self.welcome)
        self._enable()
        self.welcome.open_button.setFocus()

    def show_tab(self, name: str) -> None:
        """One of the tabs."""
        self._pages.bring(name)
        self.make_picture()
        self.stack.setCurrentWidget(self.workplace)
        self.workplace.show_tab(name)
        self._enable()

    @property
    def preview(self) -> "Preview":
        """The picture."""
        return self._picture or self.make_picture()

    def make_picture(self) -> "Preview":
        """Have the picture there, before a project is looked at."""
        if self._picture is None:
            from dpstudio.gui.pictured import picture_of

            self._picture = picture_of(self)
        return self._picture

    @property
    def tables(self) -> TablesTab:
        """The first page, as it is seen."""
        self._pages.bring("tables")
        return self._pages.tables

    @property
    def question(self) -> QuestionTab:
        """The second."""
        self._pages.bring("question")
        return self._pages.question

    @property
    def score(self) -> ScoreTab:
        """The third."""
        self._pages.bring("score")
        return self._pages.score

    @property
    def privacy(self) -> PrivacyTab:
        """The fourth."""
        self._pages.bring("privacy")
        return self._pages.privacy

    @property
    def tab(self) -> str:
        """The tab in front."""
        return self.workplace.tab

    @property
    def page(self) -> str:
        """What the page in front is called."""
        return STEPS[self.tab] if self.stack.currentWidget() is self.workplace else tr("Welcome")

    def _tab_changed(self) -> None:
        self.session.document.rest()
        self._enable()
        self.session.look_again()
        self._mark_release()

    def _tab_coming(self, name: str) -> None:
        self._pages.bring(name)
        if name == "ledger":
            self.outcome.show_ledger()

    def _show_resolved(self) -> None:
        self._pages.follow(self.tab if self.stack.currentWidget() is self.workplace else "")  # and so steps are marked
        self.release_tab.unfinished.show_pending(self.session.pending)
        if self.tab == "ledger":
            self.outcome.show_ledger()
        self._enable()
        self.setWindowTitle(self.projects.title())
        self.setWindowModified(self.session.document.unsaved)

    def _mark_release(self) -> None:
        mark_steps(self)
        self.presenting.follow()

    def _enable(self) -> None:
        self.menus.enable(possible(self), renamed(self))

    def _show_preview(self) -> None:
        if self._picture is not None:
            show_in(self._picture, self.session)
        found, preview = self.session.resolved, self.session.preview
        shown = () if preview.stale else preview.shown
        self._pages.privacy.show_drawn(shown, sealed(found) or not_compared(self.session.resolved, shown))

    def _find_epsilon(self, wanted: str) -> None:
        self.session.preview.find_epsilon(self.session.resolved, wanted, self.preview.part)

    def _show_compared(self, compared: Comparison, shown: Distribution) -> None:
        if any(shown is each for each in self.session.preview.shown):
            self._pages.privacy.comparison.show_rows(compared, shown)

    def _go(self, item: Missing) -> None:
        self.show_tab(item.tab)
        self.workplace.show_half("form")
        if isinstance(page := self.workplace.page, Tab | ReleaseTab):
            page.reach(item.field)

    def _project_opened(self, tab: str) -> None:
        self.show_tab(tab)
        self.workplace.begin()

    def _table_added(self, handle: str) -> None:
        self.show_tab("tables")
        self.tables.reach(f"role:{handle}")

    def recolour(self) -> None:
        """Follow the palette and the size of the text in force."""
        rescale(self)
        self.menus.recolour()
        self.welcome.recolour()
        recolour_pictures(self)
        if self._picture is not None:
            self._picture.recolour()
        self.presenting.recolour()
        self._show_resolved()

    def step_text(self, by: int) -> None:
        """Make the text of every window larger or smaller, where it can be."""
        if self.settings.step("text_size", by):
            self._restyle()

    def follow(self, name: str) -> None:
        """Follow a setting that is no matter of the look."""
        if name == "help_boxes":
            show_help(self, self.settings.get(name) == "shown")
        elif name == "bar_order" and self._picture is not None:
            self._picture.show_order(self.settings.get(name))

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been opened or begun in it."""
        document = self.session.document
        return self.stack.currentWidget() is self.welcome and document.path is None and document.plan == Plan()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Ask about unsaved work, then stop the jobs and remove the work files."""
        if not (self.voting.may_leave() and self.projects.may_leave()):
            event.ignore()
            return
        geometry.keep(self, self.workplace, self.settings)
        self.projects.close()
        self.keeping.close()
        self.auditor.close()
        self.runner.close()
        self._work.close()
        draw(window=False)
        event.accept()
        self.closed.emit()
