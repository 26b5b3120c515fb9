"""What takes longer than a moment is said, and can be given up; the window lives meanwhile."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QProgressDialog, QPushButton, QWidget

from dpstudio.gui import ask


def test_what_ends_at_once_shows_nothing(qtbot):
    parent, shown = QWidget(), []
    qtbot.addWidget(parent)

    def begin(done):
        QTimer.singleShot(10, lambda: (shown.append(QApplication.activeModalWidget()), done()))

    ask.wait(parent, "Opening …", begin, lambda: None)
    assert shown == [None]


def test_what_takes_long_is_said_and_can_be_given_up(qtbot):
    parent, stopped, ended = QWidget(), [], []
    qtbot.addWidget(parent)

    def press_cancel():
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            QTimer.singleShot(20, press_cancel)
            return
        assert isinstance(dialog, QProgressDialog)
        assert dialog.labelText() == "Opening …"
        qtbot.mouseClick(dialog.findChild(QPushButton), Qt.MouseButton.LeftButton)

    def begin(done):
        ended.append(done)
        QTimer.singleShot(0, press_cancel)

    def stop():
        stopped.append(True)
        ended[0]()

    ask.wait(parent, "Opening …", begin, stop)
    assert stopped == [True]
