"""Settings, Help and About: dialogs that show a shipped text or a table of settings."""

from collections.abc import Callable

from PySide6.QtGui import QShowEvent, QTextBlock, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from dpstudio import __version__
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.drop_list import choice
from dpstudio.gui.widgets.fitting import FittedDialog, resize_to
from dpstudio.gui.widgets.kit import Field, HelpLabel, column, label
from dpstudio.gui.widgets.nested import put
from dpstudio.translation import document, tr
from dpstudio.workspace.computer.settings import SETTINGS, Settings

_TEXTS = {
    "system": tr("like the system"),
    "light": tr("light"),
    "dark": tr("dark"),
    "contrast": tr("high contrast"),
    "shown": tr("shown"),
    "hidden": tr("hidden"),
    "automatic": tr("automatic"),
    "score": tr("most likely first"),
    "natural": tr("natural order"),
    "a4": "A4",
    "letter": tr("Letter"),
}


class SettingsDialog(FittedDialog):
    """Edits the settings; each takes effect at once."""

    def __init__(self, parent: QWidget, settings: Settings, changed: Callable[[str], None]) -> None:
        super().__init__(parent, 460)
        self.setWindowTitle(tr("Settings"))
        layout = column(spacing=14)
        self.fields: dict[str, Field] = {}
        for setting in SETTINGS:
            entries = [(value, _TEXTS.get(value, f"{value} %")) for value in setting.values]
            field = Field(setting.title, choice(entries))
            field.show_value(settings.get(setting.name))

            def edited(value: str, name: str = setting.name) -> None:
                settings.set(name, value)
                changed(name)

            field.edited.connect(edited)
            self.fields[setting.name] = field
            put(layout, column(field, HelpLabel(setting.help), spacing=2))
        self.fill(layout, _close(self))


class TextDialog(QDialog):
    """A shipped Markdown text.

    Args:
        section: the heading that is shown first, or "" for the beginning.
    """

    def __init__(self, parent: QWidget, title: str, name: str, section: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        resize_to(self, 680, 560)
        layout = QVBoxLayout(self)
        self.text = QTextBrowser()
        self.text.setAccessibleName(title)
        self.text.setOpenExternalLinks(False)
        self.text.setOpenLinks(False)
        self.text.setMarkdown(document(name).replace("{version}", __version__))
        self._begin = _heading(self.text.document(), section)
        layout.addWidget(label(title, "heading"))
        layout.addWidget(self.text)
        layout.addWidget(_close(self))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Scroll to where it begins; before it is shown its lines have no places."""
        super().showEvent(event)
        self.text.setTextCursor(QTextCursor(self._begin))
        top = self.text.document().documentLayout().blockBoundingRect(self._begin).top()
        self.text.verticalScrollBar().setValue(round(top) - THEME.px(8))


def _heading(document: QTextDocument, text: str) -> QTextBlock:
    """The heading of a section, or the beginning."""
    block = document.begin()
    while block.isValid():
        if text and block.blockFormat().headingLevel() and block.text() == text:
            return block
        block = block.next()
    return document.begin()


def _close(dialog: QDialog) -> QDialogButtonBox:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    box.rejected.connect(dialog.reject)
    return box
