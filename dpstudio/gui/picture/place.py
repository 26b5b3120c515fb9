"""The picture's place: the picture, or why the rule is refused while it is, with the last picture one switch away."""

from functools import cached_property, partial

from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from dpstudio.gui.exports.export_menu import ExportMenu
from dpstudio.gui.look.scaled import rescale, scaled
from dpstudio.gui.look.theme import THEME, theme_of
from dpstudio.gui.runner import Runner
from dpstudio.gui.views.refusal import RefusalView
from dpstudio.gui.widgets.kit import row
from dpstudio.gui.widgets.options import Options
from dpstudio.gui.widgets.reading_order import enter
from dpstudio.planning.formulas import Trouble
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr

REFUSAL, PICTURE = "refusal", "picture"


class PicturePlace(QWidget):
    """Holds the picture; a refusal takes its place, since it is seen there while one types.

    Args:
        picture: what stands there while nothing is refused.
        runner: writes tables beside the window; None where nothing is to be taken along.
    """

    def __init__(self, picture: QWidget, runner: Runner | None = None) -> None:
        super().__init__()
        self._runner = runner
        self.setObjectName("page")
        self._picture, self._refused, self._aside = picture, False, False
        self.switch = Options(
            tr("In the picture's place"),
            [(REFUSAL, tr("Why it is refused"), ""), (PICTURE, tr("The last picture"), "")],
        )
        self.switch.chosen.connect(self._turned)
        self._switch = QWidget()
        self._switch.setLayout(row(None, self.switch, None))
        self._switch.hide()
        self._inside = QVBoxLayout(self)
        self._inside.setContentsMargins(0, 0, 0, 0)
        scaled(self._inside.setSpacing, 6)
        self._inside.addWidget(self._switch)
        self._inside.addWidget(picture, 1)

    @cached_property
    def refusal(self) -> RefusalView:
        """What takes the picture's place, made once something is refused."""
        view = RefusalView()
        view.hide()
        if self._runner is not None:
            export = ExportMenu(self._runner, view, view.exhibits)
            view.offer(export.button)
            view.tabled.copy_asked.connect(partial(export.copy, view.tabled))
        self._inside.addWidget(view, 1)
        if theme_of(self) is not THEME:
            rescale(view)
        return view

    @property
    def in_front(self) -> str:
        """What is seen: the refusal or the picture."""
        return REFUSAL if self._refused and not self.refusal.isHidden() else PICTURE

    def follow(self, found: Resolved, *, drawn: bool) -> None:
        """Show why what is asked is refused, if it is.

        Args:
            drawn: whether there is a last picture.
        """
        trouble = found.scores.trouble
        self._aside = self._aside and found.previewed is None
        self._show(trouble if trouble and trouble.refused else None, drawn=drawn)

    def _show(self, refused: Trouble | None, *, drawn: bool) -> None:
        """Let a refusal come to the front; who has turned to the last picture stays there while one types on."""
        before, self._refused = self._refused, refused is not None
        if refused is not None:
            self.refusal.show_trouble(refused)
            self._switch.setVisible(drawn)
            self.bring(PICTURE if self._aside and drawn else REFUSAL)
        elif before:
            self.bring(PICTURE)
            self._switch.hide()
            self.refusal.forget()

    def turn_to_picture(self) -> bool:
        """Turn from a refusal to the last picture, where there is one; whether that was done."""
        turned = self.in_front == REFUSAL and not self._switch.isHidden()
        if turned:
            self._turned(PICTURE)
        return turned

    def _turned(self, which: str) -> None:
        """A person has turned to one of both."""
        self._aside = which == PICTURE
        self.bring(which)

    def bring(self, which: str) -> None:
        """Bring one of both to the front; the keyboard goes on before what has it is hidden."""
        self.switch.show_value(which)
        front, back = (self.refusal, self._picture) if which == REFUSAL else (self._picture, self.refusal)
        front.show()
        here = QApplication.focusWidget()
        gone = back if self._refused else self
        if here is not None and gone.isAncestorOf(here) and not front.isAncestorOf(here):
            enter(front)
        back.hide()
