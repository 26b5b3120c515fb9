"""Somebody who has a keyboard and no mouse, and who goes by the names that a screen reader says."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from tests.gui.hearing import group, name

KEY = Qt.Key
_MOST = 200
"""Stops on a page after which it is given up."""


class Hands:
    """Works a window by key events alone, which go to the window as the system sends them."""

    def __init__(self, studio) -> None:
        self._studio = studio
        studio.come_forward()

    @property
    def here(self) -> QWidget:
        """What has the keyboard."""
        found = QApplication.focusWidget()
        assert found is not None, "nothing has the keyboard"
        return found

    @property
    def called(self) -> str:
        """The name that a reader says of what has the keyboard."""
        return name(self.here)

    def press(self, key: Qt.Key, times: int = 1) -> None:
        for _ in range(times):
            QTest.keyClick(QGuiApplication.focusWindow(), key)

    def keys(self, shortcut: str) -> None:
        """Press a shortcut, and wait until it has taken effect."""
        QTest.keySequence(QGuiApplication.focusWindow(), QKeySequence(shortcut))
        self._studio.settle()

    def write(self, text: str) -> None:
        """Type instead of what stands in the field."""
        window = QGuiApplication.focusWindow()
        QTest.keySequence(window, QKeySequence("Ctrl+A"))
        self.press(KEY.Key_Delete)
        for letter in text:
            key = KEY.Key_Return if letter == "\n" else KEY.Key_unknown
            QTest.sendKeyEvent(QTest.KeyAction.Click, window, key, letter, Qt.KeyboardModifier.NoModifier)
        self._studio.settle()

    def go(self, wanted: str) -> QWidget:
        """Press the Tab key until what is called so has the keyboard."""
        heard: list[str] = []
        for _ in range(_MOST):
            said = self.called
            if said == wanted:
                return self.here
            heard.append(said)
            self.press(KEY.Key_Tab)
        raise AssertionError(f"the Tab key never comes to {wanted!r}: {list(dict.fromkeys(heard))}")

    def into(self, options: str) -> QWidget:
        """Press the Tab key until one of several options has the keyboard."""
        heard: list[str] = []
        for _ in range(_MOST):
            said = group(self.here)
            if said == options:
                return self.here
            heard.append(f"{said} > {self.called}")
            self.press(KEY.Key_Tab)
        raise AssertionError(f"the Tab key never comes to {options!r}: {list(dict.fromkeys(heard))}")

    def choose(self, options: str, option: str) -> None:
        """Choose one of several options by the arrow keys, all of which the key for “next” must reach."""
        self.into(options)
        heard: list[str] = []
        while self.called != option:
            assert self.called not in heard, f"{option!r} is not among {heard}"
            heard.append(self.called)
            self.press(KEY.Key_Right)
        if not heard:
            self.press(KEY.Key_Space)
        self._studio.settle()

    def pick(self, field: str, entry: str) -> None:
        """Open a list, go down to an entry and take it."""
        box = self.go(field)
        assert isinstance(box, QComboBox)
        names = [box.itemText(place) for place in range(box.count())]
        self.press(KEY.Key_Space)
        self.press(KEY.Key_Home)
        self.press(KEY.Key_Down, names.index(entry))
        self.press(KEY.Key_Return)
        self._studio.settle()

    def fill(self, field: str, text: str) -> None:
        self.go(field)
        self.write(text)

    def push(self, button: str) -> None:
        self.go(button)
        self.press(KEY.Key_Return)
        self._studio.settle()
