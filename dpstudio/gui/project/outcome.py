"""What happens around a release: running it, showing it, copying, printing, exporting, completing."""

import datetime
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QPainter
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QWidget

from dpstudio import bookkeeping
from dpstudio.core.errors import StudioError
from dpstudio.core.receipt.document import digest
from dpstudio.core.receipt.headline import at_result, headline, note
from dpstudio.core.release import Release
from dpstudio.gui import ask
from dpstudio.gui.look.announcing import say
from dpstudio.gui.project.answered import Answered
from dpstudio.gui.project.asking_again import AskingAgain
from dpstudio.gui.project.session import Session
from dpstudio.gui.project.signing import Signing
from dpstudio.gui.tabs.ledger import LedgerTab
from dpstudio.gui.tabs.release import ReleaseTab
from dpstudio.translation import joined, tr, translated
from dpstudio.workspace.bookkeeping.noted import AllNoted
from dpstudio.workspace.bookkeeping.over_time import days_of, over_time
from dpstudio.workspace.bookkeeping.standing import told
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.settings import Settings
from dpstudio.workspace.project.next_question import another
from dpstudio.workspace.releasing import exporting
from dpstudio.workspace.releasing.candidate_lists import with_list

_PDF = "receipt.pdf"
_DRAWN = tr("The release is drawn. Its result is on the Release tab.")
_EMPTY = tr("Empty their ledger")
_AFRESH = tr(
    "The demonstrations have a ledger of their own. This empties it: their releases, and what they have spent, are"
    " forgotten. Your own tables and their ledger stay as they are."
)


class Outcome(QObject):
    """Connects the Release and Ledger tabs with the session; `reopened` is an earlier result that is shown again.

    `next_asked` names the tab on which the next question of the same table goes on.
    """

    reopened = Signal()
    next_asked = Signal(str)

    def __init__(
        self, window: QWidget, session: Session, release: ReleaseTab, ledger: LedgerTab, settings: Settings
    ) -> None:
        super().__init__(window)
        self._settings, self._signing = settings, Signing(window, session, ledger.signing)
        self._window, self._session, self._tab, self._ledger = window, session, release, ledger
        self._answered, self.again = Answered(session), AskingAgain(window, session)
        release.release_requested.connect(session.release_shown)
        release.cancel_requested.connect(session.cancel_release)
        release.result.copy_requested.connect(self._copy)
        release.result.print_requested.connect(self.print_result)
        release.result.export_requested.connect(self.export)
        release.result.pdf_requested.connect(self._open_pdf)
        release.result.next_requested.connect(self._ask_another)
        ledger.complete_requested.connect(session.make_release)
        release.complete_requested.connect(session.make_release)
        ledger.reopen_requested.connect(self._reopen)
        ledger.receipt_requested.connect(self._write_again)
        ledger.again_requested.connect(self.again.ask)
        self.again.next_asked.connect(self.next_asked)
        ledger.afresh_requested.connect(self._start_afresh)
        session.release_changed.connect(self._show)
        session.release_drawn.connect(session.release_changed)
        session.release_drawn.connect(self._say_drawn)
        session.release_failed.connect(release.show_problem)
        session.release_stopped.connect(lambda told: release.show_problem(told, "soft"))
        session.release_progress.connect(release.running.show_share)
        session.runner.busy_changed.connect(self._follow)
        self._seen, self._exports = False, ""
        self._pdfs: dict[str, Path] = {}
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._left_or_back)

    def show_ledger(self) -> None:
        """Show the ledger as it stands."""
        session = self._session
        if session.standing.trouble:
            self._show_trouble(session.standing.trouble)
            return
        self._signing.show()
        try:
            book, moved = session.ledger, session.gate.ledger.moved
            charges, remarks, looks, accounts = book.charges(), book.remarks, book.looked(), book.accounts()
            days = days_of(charges)
            noted, today = AllNoted(book.entries(), days), datetime.date.today()
        except (StudioError, OSError) as error:
            self._show_trouble(told(error))
            return
        self._ledger.show_trouble("")
        self._ledger.keeping.show_moved(moved)
        self._ledger.more.hold(something=moved)
        shown = storage.told_now(remarks)
        closed = session.standing.moved
        self._ledger.show_ledger(
            charges,
            session.resolved,
            session.pending,
            shown,
            noted=noted,
            moved=closed,
            accounts=accounts,
            times={each: time for each, of in accounts.items() if (time := over_time(of, days, today))},
            labels=session.before.labels,
            unasked=self.again.why_not,
            shipped=book is not session.gate.ledger,
        )
        self._ledger.show_looks(looks, moved=closed)

    def _show_trouble(self, trouble: str) -> None:
        self._signing.show_trouble(trouble)
        self._ledger.more.hold(something=True)
        self._ledger.show_trouble(trouble)

    def _follow(self, job: str) -> None:
        """Whether a release is under way is what the runner says, however it has ended."""
        if job == "release":
            running = self._session.runner.busy(job)
            self._tab.show_running(self._session.releasing if running else "")
            self._ledger.complete_button.setEnabled(not running)

    def _left_or_back(self, state: Qt.ApplicationState) -> None:
        """Who has read why nothing was released may come back from mending it."""
        if state != Qt.ApplicationState.ApplicationActive:
            self._seen = self._tab.refused.isVisible()
        elif self._seen:
            self._tab.refused.put_away()

    def _show(self) -> None:
        release = self._session.release
        self._tab.show_release(release, found=release is self._answered.found)
        if release is not None:
            self._tab.result.show_pdf(there=self._pdf is not None, exported=self._is_exported(release.number))
        self.show_ledger()

    @property
    def _pdf(self) -> Path | None:
        """Where the PDF of the result that is shown lies, if it was written since this window opened and is there."""
        release = self._session.release
        path = self._pdfs.get(digest(release.receipt)) if release is not None else None
        return path if path is not None and path.exists() else None

    def _is_exported(self, number: int) -> bool:
        try:
            return self._session.ledger.entry(number).exported
        except (StudioError, OSError):
            return False

    def _say_drawn(self) -> None:
        """Where the result is in sight the keyboard goes to it, and it says itself."""
        if not self._tab.isVisible():
            say(self._window, _DRAWN)

    def _drawn(self, number: int, title: str) -> tuple[Release, str] | None:
        """The result of an entry, and its plan's digest; where it has none, the person is told why under a title."""
        try:
            book = self._session.ledger
            entry = book.entry(number)
            return with_list(bookkeeping.drawn(entry), book.path), entry.plan
        except StudioError as error:
            self._session.look_again()
            self.show_ledger()
            ask.complain(self._window, title, str(error))
            return None

    def _reopen(self, number: int) -> None:
        drawn = self._drawn(number, tr("The result cannot be shown"))
        if drawn is not None:
            self._session.reopen(*drawn)
            self.reopened.emit()

    def _write_again(self, number: int) -> None:
        drawn = self._drawn(number, tr("The receipt was not written"))
        if drawn is not None:
            self._write(drawn[0], self._ledger.show_written)

    def _ask_another(self) -> None:
        """Go on with an empty question of the same table: one step, that can be undone."""
        self._session.put_result_away()  # the ledger has it; above the next question it would take its place
        self._session.change(another(self._session.document.plan))
        self.next_asked.emit("question")

    def _start_afresh(self) -> None:
        """Empty the book of the demonstrations, after a question."""
        session = self._session
        if session.runner.busy("release"):
            return
        answer = ask.choose(
            self._window, tr("Start the demonstrations afresh"), _AFRESH, [_EMPTY, tr("Keep it")], careful=True
        )
        if answer != _EMPTY:
            return
        try:
            session.gate.start_afresh()
        except StudioError as error:
            ask.complain(self._window, tr("The demonstrations' ledger was not emptied"), str(error))
            return
        session.put_result_away()
        session.look_again()
        self.show_ledger()

    def _copy(self) -> None:
        release = self._session.release
        if release is not None:
            said = release.text + note(release.receipt.flags)
            more = filter(None, [at_result(release.receipt), release.after])
            QGuiApplication.clipboard().setText("\n".join([said, *more]))

    def export(self) -> None:
        """Write the receipt of the result that is shown into a folder that the person chooses."""
        if self._session.release is not None:
            self._write(self._session.release, self._exported)

    def _exported(self, text: str) -> None:
        self._tab.result.show_exported(text)
        self._tab.result.show_pdf(there=self._pdf is not None, exported=True)

    def _open_pdf(self) -> None:
        pdf = self._pdf
        if pdf is not None and not ask.show_file(pdf):
            ask.complain(self._window, tr("The PDF was not opened"), tr("You can open it yourself: {pdf}", pdf=pdf))

    def _write(self, release: Release, tell: Callable[[str], None]) -> None:
        """Write a receipt into a folder that the person chooses, and tell where."""
        folder = ask.folder(self._window, tr("Export the receipt to a folder"), self._exports)
        if not folder:
            return
        self._exports = folder  # nobody looks for tables and projects there
        paper = self._settings.get("paper")

        def done(written: tuple[list[Path], StudioError | None]) -> None:
            names = ", ".join(file.name for file in written[0])
            trouble = tr("\nThe ledger could not record it: {written}", written=written[1]) if written[1] else ""
            self.show_ledger()
            pdf = next((file for file in written[0] if file.name == _PDF), None)
            if pdf is not None:
                self._pdfs[digest(release.receipt)] = pdf
            saved = tr("Receipt of release {number} saved as {names}", number=release.number, names=names)
            tell(tr("{saved} in {folder}{trouble}", saved=saved, folder=folder, trouble=trouble))

        self._session.runner.run(
            "export",
            lambda tick: exporting.export(release, Path(folder), self._session.ledger, tick, paper),
            done,
            lambda error: ask.complain(self._window, tr("The receipt was not exported"), str(error)),
        )

    def print_result(self) -> None:
        """Print the result that is shown."""
        release = self._session.release
        if release is None:
            return
        printer = ask.printer(self._window)
        if printer is not None:
            paint_winner(printer, release)


def paint_winner(printer: QPrinter, release: Release) -> None:
    """One page: the winner large, the terms below it."""
    painter = QPainter(printer)
    page = QRectF(0, 0, painter.viewport().width(), painter.viewport().height())
    centre = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
    chosen = release.receipt.winners is not None
    names = (
        "\n".join(f"{line['value']} {line['unit']}".strip() for line in release.lines)
        if chosen
        else "\n".join(release.shown)
    )
    painter.setFont(QFont("Inter", 48 if chosen and len(release.lines) == 1 else 20, QFont.Weight.Bold))
    painter.drawText(page.adjusted(0, 0, 0, -page.height() / 3), centre, translated(names))
    painter.setFont(QFont("Inter", 14))
    painter.drawText(page.adjusted(0, page.height() / 3, 0, 0), centre, printed_terms(release))
    painter.end()


def printed_terms(release: Release) -> str:
    """What stands below a printed result."""
    receipt = release.receipt
    epsilon, delta, odds = receipt.terms
    slip = "" if delta == "0" else f", δ = {delta}"
    terms = (
        headline(receipt.flags, receipt.winners),
        *filter(None, [at_result(receipt)]),
        tr("ε = {epsilon}{delta}, odds {odds}", epsilon=epsilon, delta=slip, odds=odds),
        receipt.date,
    )
    return translated(joined("\n", (*terms, *receipt.flags, *filter(None, [release.after]))))
