"""The score as a formula: typed, underlined where it goes wrong, refused with a safe form."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from dpstudio.gui.look.theme import THEME
from dpstudio.gui.widgets.growing import GrowingEditor
from dpstudio.gui.widgets.kit import Card, Field, button, label, row
from dpstudio.kinds import KINDS
from dpstudio.planning.formulas import Trouble, writes
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr, translated

_EXAMPLES = tr(
    "Examples: count(choice = candidate) · candidate * count(limit >= candidate) · sum(clip(debt, 0, 100) where"
    ' owes = "yes" and city = candidate) · -sum(distance(x, y, candidate.x, candidate.y)). Put column names with'
    " spaces or signs in [brackets], and texts in quotes."
)
_EMPTY = "count(choice = candidate)"


class FormulaCard(Card):
    """Asks for the text of the rule; `changed` carries it, `safe_wanted` the safe form that was chosen instead."""

    changed = Signal(str)
    safe_wanted = Signal(str)

    def __init__(self, title: str = tr("Score of a candidate, as a formula"), explanation: str = _EXAMPLES) -> None:
        super().__init__("")
        self.editor = GrowingEditor(_EMPTY)
        self.editor.setObjectName("formula")
        self.field = Field(title, self.editor, hint=explanation)
        self.field.edited.connect(self.changed)
        self.add(self.field)
        self.safe = button("", "check")
        self._safe = label("", "soft")
        self.safe.clicked.connect(self._take_safe)
        self._offered = row(self.safe, None)
        for each in (self._offered, self._safe):
            self.add(each)

    def _take_safe(self) -> None:
        """The button goes with what was wrong: the keyboard goes to the formula before."""
        wanted = self._safe.text()
        self.editor.setFocus()
        self.safe_wanted.emit(wanted)

    def show_rule(self, found: Resolved) -> None:
        """Show the rule's text, and what is wrong with it."""
        asked = found.plan.rule
        self.setVisible(KINDS[found.plan.kind].scored and asked.kind not in ("", "ready"))
        self.editor.setPlaceholderText(_EMPTY if asked.kind == "formula" else "")
        text = asked.formula if asked.kind == "formula" else found.written
        if text != self.editor.toPlainText() and (
            asked.kind == "formula" or not writes(asked, self.editor.toPlainText())
        ):
            self.field.show_value(text)
        self.show_trouble(found.scores.trouble)

    def show_trouble(self, trouble: Trouble | None) -> None:
        """Show what is wrong with the text, if anything."""
        self._underline(trouble)
        self._safe.setText(trouble.safe if trouble else "")
        self._safe.setVisible(bool(self._safe.text()))
        offer = translated(trouble.offer) if trouble else ""
        self.safe.setText(f" {offer}".replace("&", "&&"))
        self.safe.setAccessibleName(offer)
        self.safe.setVisible(bool(self._safe.text()))

    def _underline(self, trouble: Trouble | None) -> None:
        """A wavy line from the character that is wrong to the end of its word."""
        marks = []
        text = self.editor.toPlainText()
        if trouble is not None and text:
            cursor = QTextCursor(self.editor.document())
            at = _seen(text, trouble.at)
            cursor.setPosition(_units(text, at))
            end = len(text) if trouble.safe else _word_end(text, at)
            cursor.setPosition(_units(text, end), QTextCursor.MoveMode.KeepAnchor)
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            style = QTextCharFormat()
            style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            style.setUnderlineColor(QColor(THEME.palette.bad))
            mark.format = style
            marks.append(mark)
        self.editor.setExtraSelections(marks)


def _units(text: str, characters: int) -> int:
    """Qt counts characters beyond the first 65,536 twice."""
    return len(text[:characters].encode("utf-16-le")) // 2


def _seen(text: str, at: int) -> int:
    """The character itself, or where nothing can be seen there the beginning of the word before it."""
    if text[at : at + 1].strip():
        return at
    at = max(len(text[:at].rstrip()) - 1, 0)
    while at and text[at].isalnum() and text[at - 1].isalnum():
        at -= 1
    return at


def _word_end(text: str, at: int) -> int:
    end = at + 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_") and text[at].isalnum():
        end += 1
    return end
