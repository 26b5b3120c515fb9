"""The buttons that draw: one step, again and again, many at once; and those that stop and start over."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from dpstudio.core.quantities import counted
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import button
from dpstudio.translation import tr

MANY = (100, 10_000, 1_000_000)
_EACH = 120
"""Milliseconds between two draws that are played."""
_HINTS = (
    (tr("Step"), tr("Draw once. Where coins are thrown, throw the next one.")),
    (tr("Play"), tr("Draw again and again, so that you can watch.")),
    (tr("Cancel"), tr("Stop drawing. What has been drawn stays counted.")),
)


class DrawButtons(QWidget):
    """Asks for draws; while it plays, for the next one again and again."""

    turned = Signal()
    many_asked = Signal(int)
    cancelled = Signal()
    again_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self, interval=_EACH)
        self._timer.timeout.connect(self.turned)
        self.step, self.play, self.cancel = (button(name, kind="narrow", hint=hint) for name, hint in _HINTS)
        hints = {many: tr("Draw {times}.", times=counted(many, "times")) for many in MANY}
        self.many = {many: button(f"×\u202f{many:,}", kind="narrow", hint=hints[many]) for many in MANY}
        self.again = button("", "undo-2", kind="quiet", hint=tr("Start over"))
        self.setLayout(Flow(self.step, self.play, *self.many.values(), self.cancel, self.again, spacing=6))
        self.step.clicked.connect(self._stepped)
        self.play.clicked.connect(self._played)
        for many, each in self.many.items():
            each.clicked.connect(lambda _=False, many=many: self._at_once(many))
        self.cancel.clicked.connect(self.stop)
        self.again.clicked.connect(self.again_asked)
        self._at_many = False
        self.show_state(there=False, counted=False)

    @property
    def playing(self) -> bool:
        """Whether draws are asked for again and again."""
        return self._timer.isActive()

    def stop(self) -> None:
        """Stop playing, and whatever is being drawn."""
        self.pause()
        self.cancelled.emit()

    def pause(self) -> None:
        """Stop playing."""
        self._timer.stop()
        self._show_playing()

    def _stepped(self) -> None:
        self.pause()
        self.turned.emit()

    def _played(self) -> None:
        if self.playing:
            self.pause()
            return
        self.turned.emit()
        self._timer.start()
        self._show_playing()

    def _at_once(self, many: int) -> None:
        self._at_many = True
        self.pause()
        self.many_asked.emit(many)

    def show_state(self, *, there: bool, counted: bool) -> None:
        """Offer what can be done.

        Args:
            there: whether there is something to draw from.
            counted: whether something was drawn.
        """
        for each in (self.step, self.play, *self.many.values()):
            each.setEnabled(there)
        _offer(self.again, counted, self.step)
        self._show_playing()

    def show_busy(self, *, busy: bool) -> None:
        """Whether draws are being made."""
        self._at_many = self._at_many and busy
        self._show_playing()

    def _show_playing(self) -> None:
        name = tr("Pause") if self.playing else tr("Play")
        self.play.setText(name)
        self.play.setAccessibleName(name)
        _offer(self.cancel, self.playing or self._at_many, self.play)


def _offer(pressed: QPushButton, offered: bool, instead: QPushButton) -> None:
    """Offer a button or not; the keyboard never comes to whatever stands beside it by chance."""
    if not offered and pressed.hasFocus():
        instead.setFocus()
    pressed.setEnabled(offered)
