"""One button for whatever the view in front shows: copy its table, save it, or save the picture."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMenu, QWidget

from dpstudio.gui.exports.picture_file import save_picture
from dpstudio.gui.exports.table_out import TableOut
from dpstudio.gui.plots.exhibit import Exhibit
from dpstudio.gui.plots.tabled import TabledPlots
from dpstudio.gui.runner import Runner
from dpstudio.gui.widgets.kit import button
from dpstudio.gui.widgets.pictures import picture_on
from dpstudio.translation import tr

_HINT = tr("Copy the table or save it, with all digits; or save the picture.")
_NAME, _SAID = tr("Export"), 3_000
_NOTHING = tr("Nothing is worked out yet")


class ExportMenu(QObject):
    """Offers what can be taken along; each picture of several has a menu of its own.

    Args:
        runner: writes tables beside the window.
        of: whose they are.
        shown: what the view in front has now.
    """

    def __init__(self, runner: Runner, of: QWidget, shown: Callable[[], list[Exhibit]]) -> None:
        super().__init__(of)
        self._of, self._shown = of, shown
        self._out = TableOut(runner, of, self._say_done)
        self.button = button(_NAME, "download", kind="quiet", hint=_HINT)
        self._again = QTimer(self, singleShot=True, interval=_SAID)
        self._again.timeout.connect(lambda: self._call(_NAME, "download"))
        self.menu = QMenu(self.button)
        self.button.clicked.connect(self._open)

    def copy(self, tabled: TabledPlots) -> None:
        """Copy the table that the keyboard is in."""
        for each in self._shown():
            if each.tabled is tabled:
                self._out.copy(each)

    def _open(self) -> None:
        self.menu.clear()
        for old in self.menu.findChildren(QMenu):
            old.deleteLater()
        found = self._shown()
        for each in found:
            self._offer(self.menu if len(found) == 1 else self.menu.addMenu(each.name), each)
        if not found:
            self.menu.addAction(_NOTHING).setEnabled(False)
        self.menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def _offer(self, menu: QMenu, shown: Exhibit) -> None:
        menu.addAction(tr("&Copy the table\tCtrl+C"), partial(self._out.copy, shown))
        menu.addAction(tr("Save the &table…"), partial(self._out.save, shown))
        for kind in ("png", "svg") if shown.parts else ():
            menu.addAction(tr("Save the picture as &{kind}…", kind=kind.upper()), partial(self._save, shown, kind))

    def _save(self, shown: Exhibit, kind: str) -> None:
        if save_picture(self._of, shown, kind):
            self._out.say(tr("The picture was saved."), tr("Saved"))

    def _say_done(self, done: str) -> None:
        """For a moment the button says it: it stands where it was asked, and nothing has to move for it."""
        self._call(done, "check")
        self._again.start()

    def _call(self, name: str, picture: str) -> None:
        self.button.setText(f" {name}")
        picture_on(self.button, picture)
