"""The main window: welcome page, tabs in the order of the work, preview, menus."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QMainWindow, QSplitter, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from dpstudio.core.preview.comparison import Compared
from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.quantities import counted
from dpstudio.core.question import Choice
from dpstudio.gui.auditor import Auditor
from dpstudio.gui.error_dialog import Mistakes
from dpstudio.gui.inspecting import Inspecting
from dpstudio.gui.keeping import Keeping
from dpstudio.gui.menus import Menus
from dpstudio.gui.outcome import Outcome
from dpstudio.gui.pages import SettingsDialog, TextDialog
from dpstudio.gui.preview import Preview
from dpstudio.gui.projects import Projects
from dpstudio.gui.recognising import Recognising
from dpstudio.gui.remedies import Remedies
from dpstudio.gui.runner import Runner
from dpstudio.gui.session import Session
from dpstudio.gui.table_opener import TableOpener
from dpstudio.gui.tabs.base import Tab
from dpstudio.gui.tabs.comparison_card import not_compared
from dpstudio.gui.tabs.ledger import LedgerTab
from dpstudio.gui.tabs.privacy import PrivacyTab
from dpstudio.gui.tabs.question import QuestionTab
from dpstudio.gui.tabs.release import ReleaseTab
from dpstudio.gui.tabs.score import ScoreTab
from dpstudio.gui.tabs.tables import TablesTab
from dpstudio.gui.theme import THEME, icon
from dpstudio.gui.verifying import Verifying
from dpstudio.gui.welcome import Welcome
from dpstudio.gui.widgets.kit import column, label, row, show_help
from dpstudio.gui.widgets.notices import Notices
from dpstudio.gui.widgets.pictures import picture_size, recolour_pictures
from dpstudio.workspace import storage
from dpstudio.workspace.gate import Gate
from dpstudio.workspace.missing import Missing
from dpstudio.workspace.settings import Settings
from dpstudio.workspace.storage import WorkFolder

_STATUS = {"done": ("circle-check", "good"), "missing": ("circle-dashed", "soft"), "wrong": ("circle-alert", "bad")}
_BOTH_FIT = 1060
_WITH_PREVIEW = ("question", "score", "privacy")


class MainWindow(QMainWindow):
    """Puts the parts together and passes requests to the session; it computes nothing."""

    def __init__(self, settings: Settings, gate: Gate, work: WorkFolder, restyle: Callable[[], None]) -> None:
        super().__init__()
        self.settings, self._work, self._restyle = settings, work, restyle
        self.notices = Notices()
        self.mistakes = Mistakes(self, self.notices)
        self.runner = Runner(self.mistakes.note, self)
        self.session = Session(self.runner, gate, work.path, self)
        self.projects = Projects(self, self.session, settings)
        self._build()
        self.opener = TableOpener(self, self.session, self.projects)
        self.opener.added.connect(self._table_added)
        self.outcome = Outcome(self, self.session, self.release_tab, self.ledger_tab, self.settings)
        self.keeping = Keeping(self.session, self.projects, self.mistakes, self.notices, storage.unsaved_folder())
        self.verifying = Verifying(self, self.runner)
        self.remedies = Remedies(self, self.session, self.ledger_tab, self.outcome)
        self.inspecting = Inspecting(self, self.session, self.tables, self.release_tab)
        cards = self.release_tab.same_people, self.ledger_tab.kept_people
        self.recognising = Recognising(self, self.session, *cards)
        self.auditor = Auditor(self.session, self.release_tab.audit, self.mistakes.note, self)
        self._connect()
        self.resize(1280, 800)
        self.setMinimumSize(900, 600)
        self.show_welcome()
        if settings.trouble:
            self.notices.say(settings.trouble)
        self.keeping.offer()

    # ---- building

    def _build(self) -> None:
        self.menus = Menus(self)
        self.welcome = Welcome()
        self.tables, self.question, self.score, self.privacy = TablesTab(), QuestionTab(), ScoreTab(), PrivacyTab()
        self.release_tab, self.ledger_tab = ReleaseTab(), LedgerTab()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.tabBar().setAccessibleName("Steps")
        self._tab_names = ["tables", "question", "score", "privacy", "release", "ledger"]
        pages: list[QWidget] = [
            self.tables, self.question, self.score, self.privacy, self.release_tab, self.ledger_tab,
        ]  # fmt: skip
        for name, page in zip(self._tab_names, pages, strict=True):
            self.tabs.addTab(page, name.capitalize())
        self.summary = label("", "soft")
        self.summary.setAccessibleName("Summary of all choices")
        bar = QFrame()
        bar.setObjectName("summary")
        bar_layout = row(self.summary)
        bar_layout.setContentsMargins(THEME.px(20), THEME.px(8), THEME.px(20), THEME.px(8))
        bar.setLayout(bar_layout)
        workspace = QWidget()
        layout = QVBoxLayout(workspace)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(bar)
        self.preview = Preview()
        self.preview.show_order(self.settings.get("bar_order"))
        self.dock = QWidget()
        self._dock_layout = QVBoxLayout(self.dock)
        self._dock_layout.setContentsMargins(*self._dock_margins(False))
        self._dock_layout.addWidget(self.preview)
        self._beside = QSplitter(Qt.Orientation.Horizontal)
        self._beside.setChildrenCollapsible(False)
        self._beside.addWidget(self.tabs)
        self._beside.addWidget(self.dock)
        self._beside.setSizes([THEME.px(760), THEME.px(520)])
        layout.addWidget(self._beside, 1)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.welcome)
        self.stack.addWidget(workspace)
        self._workspace = workspace
        whole = QWidget()
        whole.setLayout(column(self.notices, self.stack, spacing=0))
        self.setCentralWidget(whole)

    def _connect(self) -> None:
        session = self.session
        for tab in (self.tables, self.question, self.score, self.privacy, self.release_tab):
            tab.change_requested.connect(session.change)
        session.resolved_changed.connect(self._show_resolved)
        session.release_changed.connect(self._mark_release)
        session.preview_changed.connect(self._show_preview)
        session.preview_failed.connect(self.preview.show_problem)
        self.privacy.comparison.compare_requested.connect(session.compare)
        self.privacy.epsilon_wanted.connect(lambda wanted: session.find_epsilon(wanted, self.preview.part))
        session.epsilon_found.connect(self.privacy.show_epsilon)
        session.refuted.connect(self.privacy.bound.show_refutation)
        session.refuted.connect(self.score.told.show_refutation)
        session.compared.connect(self._show_compared)
        self.runner.busy_changed.connect(lambda _: self.preview.show_busy(self.runner.busy("preview")))
        self.tabs.currentChanged.connect(lambda _: self._tab_changed())
        self.tables.open_requested.connect(self.do_open_table)
        self.tables.paste_requested.connect(self.do_paste_table)
        self.tables.files_dropped.connect(self.opener.open)
        self.tables.save_pasted_requested.connect(self.opener.save_pasted)
        self.tables.same_people_answered.connect(session.answer_same_people)
        self.release_tab.go_requested.connect(self._go)
        self.welcome.table_requested.connect(self.do_open_table)
        self.welcome.project_requested.connect(self.projects.open)
        self.welcome.demonstration_requested.connect(self.projects.open_demonstration)
        self.projects.opened.connect(self._project_opened)
        self.outcome.reopened.connect(lambda: self.show_tab("release"))
        self._show_resolved()

    # ---- showing

    def show_welcome(self) -> None:
        """The first page."""
        self.welcome.show_recent(self.settings.recent)
        self.stack.setCurrentWidget(self.welcome)
        self._place_dock()
        self.welcome.open_button.setFocus()

    def show_tab(self, name: str) -> None:
        """One of the tabs."""
        self.stack.setCurrentWidget(self._workspace)
        self.tabs.setCurrentIndex(self._tab_names.index(name))
        self._place_dock()

    @property
    def tab(self) -> str:
        """The tab in front."""
        return self._tab_names[self.tabs.currentIndex()]

    def _tab_changed(self) -> None:
        self._place_dock()
        if self.tab == "ledger":
            self.outcome.show_ledger()

    def _place_dock(self) -> None:
        at_work = self.stack.currentWidget() is self._workspace
        self.dock.setVisible(at_work and self.tab in _WITH_PREVIEW)
        self._enable(at_work)

    def _show_resolved(self) -> None:
        found = self.session.resolved
        self.summary.setText(found.summary)
        self.tables.show_resolved(found, self.session.facts)
        self.question.show_resolved(found, self.session.facts)
        self.score.show_resolved(found, self.session.facts)
        self.privacy.show_resolved(found, self.session.facts)
        self.release_tab.show_resolved(found)
        self.release_tab.show_pending(self.session.pending)
        if self.tab == "ledger":
            self.outcome.show_ledger()
        self.tabs.setIconSize(picture_size())
        for place, name in enumerate(self._tab_names[:4]):
            self._mark(place, found.status(name))
        self._mark_release()
        self.tabs.setTabIcon(5, icon("database", "soft"))
        self._enable(self.stack.currentWidget() is self._workspace)
        self.setWindowTitle(self.projects.title())
        self.setWindowModified(self.session.document.unsaved)

    def _mark_release(self) -> None:
        """A result of an earlier question says so, and does not count as the release of this one."""
        earlier = self.session.earlier
        self.release_tab.show_earlier(earlier)
        self._mark(4, "done" if self.session.release and not earlier else "missing")

    def _mark(self, place: int, status: str) -> None:
        self.tabs.setTabIcon(place, icon(*_STATUS[status]))
        self.tabs.setTabToolTip(place, status)
        self.tabs.tabBar().setAccessibleTabName(place, f"{self._tab_names[place].capitalize()}, {status}")

    def _enable(self, at_work: bool) -> None:
        document = self.session.document
        self.menus.enable(
            {
                "always": True,
                "project": at_work,
                "undo": at_work and document.can_undo,
                "redo": at_work and document.can_redo,
            }
        )

    def _show_preview(self) -> None:
        found = self.session.resolved
        shown = self.session.shown
        public = shown[0].question.people if shown else None
        assumed = "" if public or found.plan.people.strip() else " (assumed)"
        sealed = f"{found.known.refusal} There is no preview of it until then." if found.known.refusal else ""
        self.preview.show_distributions(shown, f"{counted(public or found.people, 'people')}{assumed}", sealed)
        self.privacy.comparison.show_ready(sealed or not_compared(found, shown))

    def _show_compared(self, rows: list[Compared], shown: Distribution) -> None:
        if any(shown is each for each in self.session.shown) and isinstance(shown.question, Choice):
            self.privacy.comparison.show_rows(rows, shown.badge.value, shown.question)

    def _go(self, item: Missing) -> None:
        self.show_tab(item.tab)
        page = self.tabs.currentWidget()
        if isinstance(page, Tab | ReleaseTab):
            page.reach(item.field)

    def _project_opened(self) -> None:
        self.show_tab("tables")

    def _table_added(self, handle: str) -> None:
        self.show_tab("tables")
        self.tables.reach(f"role:{handle}")

    def recolour(self) -> None:
        """Follow the palette in force."""
        self.menus.recolour()
        self.welcome.recolour()
        recolour_pictures(self)
        self.preview.recolour()
        self._show_resolved()

    # ---- actions

    def do_new(self) -> None:
        """A new, empty project."""
        self.projects.new()

    def do_open(self) -> None:
        """Open a project file."""
        self.projects.open("")

    def do_save(self) -> None:
        """Save the project."""
        self.projects.save()

    def do_save_as(self) -> None:
        """Save the project under another name."""
        self.projects.save_as()

    def do_open_table(self) -> None:
        """Add tables from files."""
        self.opener.ask()

    def do_open_folder(self) -> None:
        """Add a folder of Parquet files as one table."""
        self.opener.ask_folder()

    def do_open_database(self) -> None:
        """Add a table of a database by its address."""
        self.opener.ask_database()

    def do_paste_table(self) -> None:
        """Add the table on the clipboard."""
        self.opener.paste()

    def do_verify(self) -> None:
        """Check receipts."""
        self.verifying.ask()

    def do_welcome(self) -> None:
        """Show the first page."""
        self.show_welcome()

    def do_settings(self) -> None:
        """Show the settings."""
        SettingsDialog(self, self.settings, self._setting_changed).exec()

    def _setting_changed(self, name: str) -> None:
        if name == "help_boxes":
            show_help(self, self.settings.get(name) == "shown")
        elif name == "bar_order":
            self.preview.show_order(self.settings.get(name))
        else:
            self._restyle()

    def do_quit(self) -> None:
        """Close the window."""
        self.close()

    def do_undo(self) -> None:
        """Take the last step back."""
        self.session.document.undo()

    def do_redo(self) -> None:
        """Take the step again."""
        self.session.document.redo()

    def do_next_tab(self) -> None:
        """The next tab."""
        self.tabs.setCurrentIndex((self.tabs.currentIndex() + 1) % self.tabs.count())

    def do_previous_tab(self) -> None:
        """The tab before."""
        self.tabs.setCurrentIndex((self.tabs.currentIndex() - 1) % self.tabs.count())

    def do_move_ledger(self) -> None:
        """Close the ledger here, for another computer."""
        self.remedies.move()

    def do_arrive_ledger(self) -> None:
        """Let a ledger from another computer go on here."""
        self.remedies.arrive()

    def do_resume_ledger(self) -> None:
        """Let a lost ledger go on from receipts."""
        self.remedies.resume()

    def do_help(self) -> None:
        """The short manual."""
        TextDialog(self, "Help", "help.md").exec()

    def do_about(self) -> None:
        """Version, licence, credits."""
        TextDialog(self, "About dpstudio", "about.md").exec()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put the preview below the tabs where the width does not hold both."""
        super().resizeEvent(event)
        narrow = self.width() < THEME.px(_BOTH_FIT)
        wanted = Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal
        if self._beside.orientation() != wanted:
            self._beside.setOrientation(wanted)
            self._dock_layout.setContentsMargins(*self._dock_margins(narrow))
            self._beside.setSizes([600, 400] if narrow else [THEME.px(760), THEME.px(520)])

    @staticmethod
    def _dock_margins(narrow: bool) -> tuple[int, int, int, int]:
        margin, small = THEME.px(20), THEME.px(6)
        return (margin, small, margin, small) if narrow else (0, margin, margin, margin)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Ask about unsaved work, then stop the jobs and remove the work files."""
        if not self.projects.may_leave():
            event.ignore()
            return
        self.projects.close()
        self.keeping.close()
        self.auditor.close()
        self.runner.close()
        self._work.close()
        event.accept()
