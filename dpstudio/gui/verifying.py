"""Receipts checked in a window of their own: a tick or a cross and the reason, for every check."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog, QFrame, QLabel, QMainWindow, QProgressBar, QWidget

from dpstudio.core.errors import StudioError
from dpstudio.core.tables.importing import Tick
from dpstudio.foreign_texts import on_one_line
from dpstudio.gui import ask
from dpstudio.gui.look.announcing import say
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import icon
from dpstudio.gui.runner import Runner
from dpstudio.gui.widgets.fitting import resize_to
from dpstudio.gui.widgets.kit import Card, Page, button, clear, column, label, row
from dpstudio.gui.widgets.pictures import picture_size
from dpstudio.translation import tr
from dpstudio.workspace.verifying.checks import Check
from dpstudio.workspace.verifying.examined import Examined, examine, verdict
from dpstudio.workspace.verifying.keys import keys_for

_JOB = "verify"
_KINDS = tr("Receipts and what came with them (*.json *.pdf *.csv *.yaml)")
_PICTURES = {
    True: ("circle-check", "good", tr("holds")),
    False: ("x", "bad", tr("broken")),
    None: ("circle-dashed", "soft", tr("not checked")),
}
_EXPLAINED = tr(
    "A receipt's figures are worked out again from the question it states. Nothing is sent anywhere. A signature, if"
    " there is one, shows that nothing has changed since a key signed it. You know whose key that is only if its"
    " fingerprint is the one that the issuer gave you separately. Demonstrations are not signed."
)


class Verifying(QObject):
    """Opens the window of checks: from the menu, and for receipts that are dropped on the main window."""

    def __init__(self, window: QMainWindow, runner: Runner) -> None:
        super().__init__(window)
        self._window, self._runner = window, runner
        self.dialog: VerifyDialog | None = None

    def ask(self) -> None:
        """Check files that the person chooses."""
        paths = ask.open_files(self._window, tr("Verify a receipt"), _KINDS)
        if paths:
            self.check([Path(path) for path in paths])

    def check(self, paths: Sequence[Path]) -> None:
        """Check these files."""
        self.dialog = VerifyDialog(self._window, self._runner, paths)
        self.dialog.open()


class VerifyDialog(QDialog):
    """Checks files beside the window, and shows what was found."""

    def __init__(self, parent: QWidget, runner: Runner, paths: Sequence[Path]) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Verify a receipt"))
        resize_to(self, 720, 640)
        self._runner, self._paths, self._keys = runner, list(paths), list[Path]()
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Checking"))
        self.progress.setRange(0, 100)
        self.progress.setTextVisible(False)
        self.trouble = label("", "problem")
        self.page = Page()
        self.cancel_button = button(tr("Cancel"), "x")
        self.key_button = button(
            tr("Compare with a key…"), hint=tr("The public key that the issuer handed out, a PEM file")
        )
        self.other_button = button(tr("Verify others…"), "folder-open")
        self.close_button = button(tr("Close"), kind="primary")
        self.cancel_button.clicked.connect(self.reject)
        self.close_button.clicked.connect(self.accept)
        self.key_button.clicked.connect(self._ask_key)
        self.other_button.clicked.connect(self._ask_others)
        self.finished.connect(lambda _: self._runner.cancel(_JOB))
        below = row(self.key_button, self.other_button, None, self.cancel_button, self.close_button)
        layout = column(label(_EXPLAINED, "soft"), self.progress, self.trouble, self.page, below)
        scaled(layout.setContentsMargins, 20, 20, 20, 20)
        self.setLayout(layout)
        self._start()

    def _start(self) -> None:
        """Check all files, with the keys that are known."""
        self._show_running(True)
        clear(self.page.column)
        self.trouble.hide()
        self.progress.setValue(0)
        paths, keys = list(self._paths), list(self._keys)

        def job(tick: Tick) -> list[Examined]:
            return examine(paths, keys_for(keys), tick)

        self._runner.run(_JOB, job, self._show, self._fail, lambda done: self.progress.setValue(round(100 * done)))

    def _show_running(self, running: bool) -> None:
        for each in (self.progress, self.cancel_button):
            each.setVisible(running)
        for each in (self.key_button, self.other_button, self.close_button):
            each.setVisible(not running)

    def _show(self, found: list[Examined]) -> None:
        self._show_running(False)
        for each in found:
            self.page.column.addWidget(_card(each, in_folder=len(found) > 1))
        self.page.column.addStretch(1)
        self.close_button.setFocus()
        say(self, verdict([each.verified for each in found]))

    def _fail(self, error: StudioError) -> None:
        self._show_running(False)
        self.trouble.setText(str(error))
        self.trouble.show()
        say(self, str(error), urgent=True)

    def _ask_key(self) -> None:
        path = ask.open_file(self, tr("The issuer's public key"), tr("Public keys (*.pem)"))
        if path:
            self._keys = [Path(path)]
            self._start()

    def _ask_others(self) -> None:
        paths = ask.open_files(self, tr("Verify a receipt"), _KINDS)
        if paths:
            self._paths = [Path(path) for path in paths]
            self._start()


class Flags(QFrame):
    """What is to be known of a receipt before anything else, as the receipt itself has it: in a box, first."""

    def __init__(self, flags: Sequence[str]) -> None:
        super().__init__()
        self.setObjectName("notice")
        layout = column(*map(label, flags), spacing=4)
        scaled(layout.setContentsMargins, 10, 6, 10, 6)
        self.setLayout(layout)


def _card(examined: Examined, *, in_folder: bool) -> Card:
    """A file, its flags, what it is, whether all holds, and its checks below one another.

    Args:
        in_folder: whether it is named with its folder, since others may have its name.
    """
    found = examined.verified
    made = Card(on_one_line(found.title if in_folder else found.name) or tr("All of them together"))
    if examined.flags:
        made.add(Flags(examined.flags))
    made.add(label(verdict([found]), "strong" if found.holds else "verdict"))
    for line in examined.summary:
        made.add(label(line))
    for check in sorted(found.checks, key=_urgency):
        made.add(_line(check))
    return made


def _urgency(check: Check) -> int:
    """What fails comes first, then what must be checked and could not be."""
    if check.holds is False:
        return 0
    return 1 if check.holds is None and check.needed else 2


def _line(check: Check) -> QWidget:
    """A tick, a cross or a dash, the name and the reason."""
    picture, role, said = _PICTURES[check.holds]
    sign = QLabel()
    sign.setPixmap(icon(picture, role).pixmap(picture_size()))
    sign.setAccessibleName(tr("{name}: {said}", name=check.name, said=said))
    sign.setAlignment(Qt.AlignmentFlag.AlignTop)
    name = label(check.name, "strong", wrap=False)
    scaled(name.setFixedWidth, 96)
    name.setAlignment(Qt.AlignmentFlag.AlignTop)
    made = QWidget()
    layout = row(sign, name, label(check.why))
    layout.setStretch(2, 1)
    made.setLayout(layout)
    return made
