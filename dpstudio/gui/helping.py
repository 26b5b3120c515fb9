"""Help for the field in which the keyboard is: the shipped text, opened at what it says of that field."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtGui import QColor, QFont, QShowEvent, QTextBlock, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QAbstractButton, QTextEdit, QWidget

from dpstudio.gui.look.theme import THEME
from dpstudio.gui.pages import TextDialog
from dpstudio.gui.widgets.kit import Field
from dpstudio.translation import tr

_BETWEEN = " · "
_PAGE = 2


@dataclass(frozen=True)
class Entry:
    """What the text says of some fields, or a heading: then it names none."""

    section: str
    names: tuple[str, ...]
    block: int

    def fits(self, name: str) -> int:
        """How many letters of a field's name it begins with, whole words only."""
        fitting = (len(own) for own in self.names if name.startswith(own) and not name[len(own) :][:1].isalnum())
        return max(fitting, default=0)


def names_of(widget: QWidget | None) -> Iterator[str]:
    """What a widget is called, then what it lies in, up to the window."""
    while widget is not None and not widget.isWindow():
        if isinstance(widget, Field):
            yield widget.title.text()
        yield widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
        widget = widget.parentWidget()


def entries(document: QTextDocument) -> list[Entry]:
    """All of a text: a list's lines begin with the names that they are about, in bold type."""
    found, section, block = list[Entry](), "", document.begin()
    while block.isValid():
        if block.blockFormat().headingLevel() == _PAGE:
            section = block.text()
            found.append(Entry(section, (), block.blockNumber()))
        elif block.textList() is not None:
            found.append(Entry(section, tuple(_bold(block).split(_BETWEEN)), block.blockNumber()))
        block = block.next()
    return found


def _bold(block: QTextBlock) -> str:
    """What a line begins with."""
    said, fragments = "", block.begin()
    while not fragments.atEnd() and fragments.fragment().charFormat().fontWeight() >= QFont.Weight.Bold:
        said += fragments.fragment().text()
        fragments += 1
    return said


def place_about(found: Iterable[Entry], page: str, names: Iterable[str]) -> int:
    """In which block the text tells of the first of the names that it knows, on a page rather than elsewhere.

    Args:
        page: whose heading it is where none of them is known.
    """
    all_of_it, asked = list(found), [name for name in names if name]
    here = [entry for entry in all_of_it if entry.section == page]
    for part in (here, all_of_it):
        for name in asked:
            nearest = max(part, key=lambda entry: entry.fits(name), default=None)
            if nearest is not None and nearest.fits(name):
                return nearest.block
    return next((entry.block for entry in here), 0)


class HelpDialog(TextDialog):
    """The help, at the place that tells of a field.

    Args:
        page: the heading of the page in front.
        names: of the field and of what it lies in.
    """

    def __init__(self, parent: QWidget, page: str, names: Iterable[str]) -> None:
        super().__init__(parent, tr("Help"), "help.md")
        document = self.text.document()
        self._begin = document.findBlockByNumber(place_about(entries(document), page, names))
        self.text.setFocus()

    @property
    def told(self) -> str:
        """The line that it was opened at."""
        return self._begin.text()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Mark the line, which is on top and has the cursor of whoever reads by ear."""
        super().showEvent(event)
        self.text.setExtraSelections([_marked(QTextCursor(self._begin))])


def _marked(cursor: QTextCursor) -> QTextEdit.ExtraSelection:
    """A line on the colour of what is chosen."""
    found = QTextEdit.ExtraSelection()
    whole = QTextCursor(cursor)
    whole.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    found.cursor = whole
    found.format.setBackground(QColor(THEME.palette.tint))
    found.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
    return found
