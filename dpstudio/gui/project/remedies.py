"""How the ledger is kept, from the window: a limit lowered, the whole moved to another computer."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from dpstudio.core.account import Account, Limit, refuse_higher
from dpstudio.core.errors import Cancelled, StudioError
from dpstudio.core.quantities import counted, parse_rational, rational_text
from dpstudio.core.signing import aloud
from dpstudio.gui import ask
from dpstudio.gui.project.outcome import Outcome
from dpstudio.gui.project.session import Session
from dpstudio.gui.runner import Runner
from dpstudio.gui.tabs.ledger import LedgerTab
from dpstudio.gui.widgets.form import Entry
from dpstudio.gui.widgets.spent import spent_text
from dpstudio.translation import tr, translated
from dpstudio.workspace.bookkeeping import moving, resuming
from dpstudio.workspace.computer.archive import refuse_weak
from dpstudio.workspace.guarding.gate import Gate

KINDS = tr("Moved ledgers (*.dpstudio-ledger)")
RECEIPTS = tr("Receipts (*.json *.pdf)")
_SUFFIX = ".dpstudio-ledger"
_LOWERING = tr(
    "{spent}. A lowered limit can never be raised again. A project that still has the old limit is told the new one."
)
_MOVING = tr(
    "The ledger, the marks of private tables and the keys go into one file, protected by a passphrase. From then on"
    " nothing is released on this computer: the ledger continues where the file arrives. Without the passphrase"
    " nobody can open the file, and a forgotten passphrase cannot be recovered. Keep the two apart."
)
_MOVED = tr(
    "The ledger has been written to {name} and closed here. On the other computer, choose Ledger, Bring in from"
    " another computer. Then delete the file: the ledger must not arrive twice."
)
_ARRIVING = tr(
    "{name} contains a ledger, marks of private tables and keys. From now on they are used on this computer."
)
_ONE_KEY = (
    tr("Is this the ledger's key?"),
    tr("This ledger signed with it"),
    tr(
        "The receipts are signed with {some} unknown to this computer:\n\n{keys}\n\nCompare with what the readers of"
        " your receipts were given. Continue only if this ledger signed with it, before a new key was made or the"
        " old one was lost."
    ),
)
_SEVERAL_KEYS = (
    tr("Are these its keys?"),
    tr("This ledger signed with them"),
    tr(
        "The receipts are signed with {some} unknown to this computer:\n\n{keys}\n\nCompare with what the readers of"
        " your receipts were given. Continue only if this ledger signed with them, before a new key was made or the"
        " old one was lost."
    ),
)
"""What is asked of keys that nothing here knows: the question, the answer that they are its own, and what is told."""
_ARRIVED = tr("The ledger has arrived: releases are made here from now on. Delete the file; it must not arrive twice.")


class Remedies(QObject):
    """Connects the Ledger tab and its menu with the session; what takes time runs beside the window."""

    def __init__(self, window: QWidget, session: Session, ledger: LedgerTab, outcome: Outcome) -> None:
        super().__init__(window)
        self._window, self._session, self._tab, self._outcome = window, session, ledger, outcome
        ledger.lower_requested.connect(self.lower)
        ledger.keeping.move_requested.connect(self.move)
        ledger.keeping.arrive_requested.connect(self.arrive)
        ledger.keeping.resume_requested.connect(self.resume)

    def lower(self, handle: str) -> None:
        """Ask for a lower limit of a table."""
        try:
            account = self._session.ledger.account(handle)
        except StudioError as error:
            self._failed(tr("The limit was not lowered"), error)
            return
        if account is None:
            return
        limit = account.limit
        entries = [Entry(tr("Limit for ε from now on"), rational_text(limit.epsilon))]
        if limit.delta:
            entries.append(Entry(tr("Limit for δ from now on"), rational_text(limit.delta)))
        told = _LOWERING.format(spent=spent_text(account))
        typed = ask.form(
            self._window, tr("Lower the limit"), told, entries, tr("Lower it"), lambda now: _not_lower(account, now)
        )
        if typed is None:
            return
        try:
            self._session.ledger.lower(handle, _limit(account, typed))
        except StudioError as error:
            self._failed(tr("The limit was not lowered"), error)
            return
        self._take_over(handle, _limit(account, typed))
        self._session.refresh()
        self._outcome.show_ledger()

    def _take_over(self, handle: str, limit: Limit) -> None:
        """The open project says the new limit, where its table is the one."""
        plan = self._session.document.plan
        if plan.data_table is None or plan.data_table.handle != handle:
            return
        delta = rational_text(limit.delta) if limit.delta else ""
        privacy = replace(plan.privacy, cap=rational_text(limit.epsilon), delta_cap=delta)
        self._session.change(replace(plan, privacy=privacy))

    def move(self) -> None:
        """Write the ledger into a file for another computer, and close it here."""
        try:
            self._session.gate.ledger.charges()
        except StudioError as error:
            self._failed(tr("The ledger was not moved"), error)
            return
        entries = [Entry(tr("Passphrase"), secret=True), Entry(tr("Passphrase again"), secret=True)]
        typed = ask.form(
            self._window, tr("Move to another computer"), _MOVING, entries, tr("Choose a file…"), _not_moving
        )
        if typed is None:
            return
        name = ask.save_file(self._window, tr("Write the ledger into a new file"), f"ledger{_SUFFIX}", KINDS)
        if not name:
            return
        file = Path(name if name.endswith(_SUFFIX) else name + _SUFFIX)
        self._tab.keeping.show_busy(tr("Writing the ledger into the file …"))
        self._session.runner.run(
            "move",
            lambda tick: moving.move(file, typed[0], tick=tick),
            lambda _: self._done(tr("The ledger has moved"), _MOVED.format(name=file.name)),
            lambda error: self._failed(tr("The ledger was not moved"), error),
        )

    def arrive(self) -> None:
        """Let a ledger from another computer go on here."""

        def done(gate: Gate) -> None:
            self._session.take_gate(gate)
            self._done(tr("The ledger has arrived"), _ARRIVED)

        bring_in(
            self._window,
            self._session.runner,
            self._tab.keeping.show_busy,
            done,
            lambda error: self._failed(tr("The ledger did not arrive"), error),
        )

    def resume(self) -> None:
        """Let a lost ledger go on from receipts; one that works is left alone."""
        try:
            resuming.refuse_working()
        except StudioError as error:
            ask.tell(self._window, tr("Nothing is lost"), str(error))
            return
        files = ask.open_files(self._window, tr("Start from receipts"), RECEIPTS)
        if not files:
            return
        self._tab.keeping.show_busy(tr("Checking the receipts …"))

        def done(gate: Gate) -> None:
            self._session.take_gate(gate)
            self._done(*gone_on(gate))

        start_from_receipts(
            self._window,
            self._session.runner,
            files,
            done,
            lambda error: self._failed(tr("Nothing has changed"), error),
        )

    def _done(self, title: str, text: str) -> None:
        self._tab.keeping.show_busy("")
        self._session.refresh()
        self._outcome.show_ledger()
        ask.tell(self._window, title, text)

    def _failed(self, title: str, error: StudioError) -> None:
        self._tab.keeping.show_busy("")
        self._session.look_again()
        self._outcome.show_ledger()
        if not isinstance(error, Cancelled):
            ask.complain(self._window, title, str(error))


def bring_in(
    parent: QWidget,
    runner: Runner,
    busy: Callable[[str], None],
    done: Callable[[Gate], None],
    failed: Callable[[StudioError], None],
) -> None:
    """Let a ledger from another computer go on here; a passphrase that does not open its file is asked once more.

    Args:
        busy: shows what is under way, or "".
    """
    name = ask.open_file(parent, tr("Bring in a ledger from another computer"), KINDS)

    def ask_passphrase(problem: str = "") -> None:
        told, entries = _ARRIVING.format(name=Path(name).name), [Entry(tr("Passphrase of the file"), secret=True)]
        typed = ask.form(
            parent, tr("Bring in from another computer"), told, entries, tr("Bring it in"), _not_typed, problem
        )
        if typed is None:
            return
        busy(tr("Bringing in the ledger …"))
        runner.run("arrive", lambda tick: moving.arrive_here(Path(name), typed[0], tick=tick), done, refused)

    def refused(error: StudioError) -> None:
        busy("")
        if error.field == "passphrase":
            ask_passphrase(str(error))
        else:
            failed(error)

    if name:
        ask_passphrase()


def gone_on(gate: Gate) -> tuple[str, str]:
    """The title and text that tell that the ledger goes on from receipts, and how much was taken into it."""
    accounts = gate.ledger.accounts().values()
    each = "\n".join(
        tr("Table {place}: {account}.", place=place, account=spent_text(account))
        for place, account in enumerate(accounts, 1)
    )
    told = tr("Counted is what the receipts report, and whatever could still be read of the old ledger:")
    return tr("The ledger continues from the receipts"), tr(
        "{told}\n{each}\nEvery later receipt says so.", told=told, each=each
    )


def start_from_receipts(
    parent: QWidget,
    runner: Runner,
    files: Sequence[str],
    done: Callable[[Gate], None],
    failed: Callable[[StudioError], None],
    signed_by: Sequence[str] = (),
) -> None:
    """Let a lost ledger go on from receipts; a person is asked about keys that nothing here knows.

    Args:
        failed: is told why it did not; Cancelled where the person said no.
    """

    def refused(error: StudioError) -> None:
        if not isinstance(error, resuming.UnknownKeys):
            failed(error)
            return
        keys = "\n".join(map(aloud, error.keys))
        one = len(error.keys) == 1
        asked, mine, whose = _ONE_KEY if one else _SEVERAL_KEYS
        told = whose.format(some=translated(counted(len(error.keys), "keys")), keys=keys)
        if ask.choose(parent, asked, told, [mine, tr("Cancel")], careful=True) == mine:
            start_from_receipts(parent, runner, files, done, failed, (*signed_by, *error.keys))
        else:
            failed(Cancelled(tr("Nothing has changed.")))

    runner.run(
        "resume",
        lambda tick: resuming.resume_here([*map(Path, files)], signed_by=signed_by, tick=tick),
        done,
        refused,
    )


def _limit(account: Account, typed: Sequence[str]) -> Limit:
    epsilon = parse_rational(typed[0], tr("The limit"))
    delta = parse_rational(typed[1], tr("The limit for δ"), zero=True) if len(typed) > 1 else account.limit.delta
    return Limit(epsilon, delta)


def _not_lower(account: Account, typed: Sequence[str]) -> str:
    try:
        refuse_higher(account, _limit(account, typed))
    except StudioError as error:
        return str(error)
    return ""


def _not_moving(typed: Sequence[str]) -> str:
    try:
        refuse_weak(typed[0])
    except StudioError as error:
        return str(error)
    return "" if typed[0] == typed[1] else tr("The two passphrases differ. Type the same one twice.")


def _not_typed(typed: Sequence[str]) -> str:
    """What is wrong where no passphrase is typed."""
    return "" if typed[0] else tr("Type the passphrase that the file was written with.")
