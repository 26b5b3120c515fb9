"""What a screen reader says without the keyboard being moved: results, what went wrong, steps of work, new pictures.

Each thing is said one way, so that no reader says it twice. Where the keyboard goes to it, the focus says it. What is
wrong with a field is the field's description, which readers say where the keyboard is in it. How far a job is, its bar
says. All else is said here: under X11 and Wayland by a line that appears, since not every reader there knows
announcements; elsewhere by an announcement.
"""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from dpstudio.translation import translated

_ANNOUNCE = ("windows", "cocoa")
_LINES = 4
SAID = " "
"""The description of what its name says already: without any, Qt would have its tool tip read out."""
_FORGOTTEN, _SETTLED = 10_000, 1_500


class Said(QWidget):
    """A line that readers say when it appears, and that nobody sees; it forgets its text after a while."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(0, 0, 1, 1)
        self._forgets = QTimer(self, singleShot=True, interval=_FORGOTTEN)
        self._forgets.timeout.connect(self.forget)

    def say(self, text: str) -> None:
        """Appear with a text."""
        self.forget()
        self.raise_()
        self.setAccessibleName(text)
        self.show()
        self._forgets.start()

    def forget(self) -> None:
        """Hold nothing any more."""
        self.hide()
        self.setAccessibleName("")


def say(of: QWidget, text: str, *, urgent: bool = False) -> None:
    """Have a reader say a text, once.

    Args:
        of: what it is about; it is said in its window.
        urgent: whether other words are broken off for it, where a reader can be asked to.
    """
    window, text = of.window(), translated(text)
    if QGuiApplication.platformName() in _ANNOUNCE:
        event = QAccessibleAnnouncementEvent(window, text)
        polite, assertive = QAccessible.AnnouncementPoliteness.Polite, QAccessible.AnnouncementPoliteness.Assertive
        event.setPoliteness(assertive if urgent else polite)
        QAccessible.updateAccessibility(event)
        return
    lines = window.findChildren(Said, options=Qt.FindChildOption.FindDirectChildrenOnly)
    line = lines[0] if len(lines) >= _LINES else Said(window)  # several: a reader asks for the text a moment later
    line.say(text)


def describe(field: QWidget, problem: str, hint: str = "") -> None:
    """Say what is wrong with a field, else how it is used; at once where the keyboard is in it."""
    told = translated(problem or hint)
    if told == field.accessibleDescription():
        return
    field.setAccessibleDescription(told)
    if problem and field.hasFocus() and QGuiApplication.platformName() in _ANNOUNCE:
        say(field, told, urgent=True)


class Settled:
    """Says a text once nothing new has come for a moment, so that nobody is talked over who is typing.

    Of several windows that show the same the one that is worked in says it.
    """

    def __init__(self, of: QWidget) -> None:
        self._of, self._text = of, ""
        self._timer = QTimer(of, singleShot=True, interval=_SETTLED)
        self._timer.timeout.connect(self._say)

    def say(self, text: str) -> None:
        """Say this, unless something else comes first; "" says nothing any more."""
        self._text = text
        self._timer.start()

    def _say(self) -> None:
        here, active = self._of.window(), QApplication.activeWindow()
        elsewhere = isinstance(active, QMainWindow) and active is not here
        if self._text and self._of.isVisible() and not elsewhere:
            say(self._of, self._text)
        self._text = ""
