"""Cards, labelled fields and choices: every tab is made of these."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from dpstudio.gui.look.announcing import SAID, describe, say
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE, THEME
from dpstudio.gui.widgets.breaking import BreakingLabel, PlainLabel
from dpstudio.gui.widgets.drop_list import DropList, fill_choice
from dpstudio.gui.widgets.manners import MANNERS, TAKES_AWAY
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.pictures import picture_on
from dpstudio.gui.widgets.staying import Staying
from dpstudio.gui.widgets.tips import plain_tip, tip
from dpstudio.translation import translated

_WIDEST, _NEARLY = 1280, 1.3
_TAKING_AWAY = ("x", "trash-2")
"""The pictures of buttons that stop, close or remove something."""
_TALL = "tall"
"""How tall an editor of several lines is to be, at 100 %."""
Editor = QLineEdit | QPlainTextEdit | QComboBox


def label(text: str, kind: str = "", *, wrap: bool = True, copied: bool = False) -> QLabel:
    """A plain-text label; `kind` is one of the style sheet's names.

    Args:
        wrap: False only where no sentence or name can stand.
        copied: its text can be selected, so nothing is added to it.
    """
    made = BreakingLabel(text) if wrap and not copied else PlainLabel(text)
    if copied:
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    made.setObjectName(kind)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    return made


def button(text: str, picture: str = "", *, kind: str = "", hint: str = "") -> QPushButton:
    """A push button; kind "primary" is a place's main action, in a dialog the return key's, "quiet" a small one."""
    made = QPushButton((" " if picture and text else "") + text.replace("&", "&&"))
    made.setObjectName(kind)
    made.setAutoDefault(False)
    made.setDefault(kind == "primary")
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    if picture:
        picture_on(made, picture, "on_accent" if kind == "primary" else "text")
    made.setProperty(TAKES_AWAY, picture in _TAKING_AWAY)
    if hint:
        tip(made, hint)
    made.setAccessibleName(text or hint)
    if not text:
        made.setAccessibleDescription(SAID)
    return made


def row(*items: QWidget | QLayout | None, spacing: int = SPACE) -> QHBoxLayout:
    """Items side by side; None stretches."""
    made = QHBoxLayout()
    made.setContentsMargins(0, 0, 0, 0)
    scaled(made.setSpacing, spacing)
    _fill(made, items)
    return made


def column(*items: QWidget | QLayout | None, spacing: int = SPACE) -> QVBoxLayout:
    """Items below one another; None stretches."""
    made = QVBoxLayout()
    made.setContentsMargins(0, 0, 0, 0)
    scaled(made.setSpacing, spacing)
    _fill(made, items)
    return made


def _fill(layout: QHBoxLayout | QVBoxLayout, items: Sequence[QWidget | QLayout | None]) -> None:
    for item in items:
        if item is None:
            layout.addStretch(1)
        elif isinstance(item, QWidget):
            layout.addWidget(item)
        else:
            layout.addLayout(item)


def clear(layout: QLayout) -> None:
    """Remove and delete everything in a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            clear(inner)


class HelpLabel(PlainLabel):
    """A short explanation; all of them can be switched off in the settings."""

    shown = True

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setObjectName("soft")
        self.setWordWrap(True)
        if not HelpLabel.shown:
            self.hide()


def show_help(root: QWidget, shown: bool) -> None:
    """Show or hide every explanation below `root`, and those made later."""
    HelpLabel.shown = shown
    for each in root.findChildren(HelpLabel):
        each.setVisible(shown)


class Card(QFrame):
    """A titled block of a page."""

    def __init__(self, title: str, explanation: str = "", kind: str = "card") -> None:
        super().__init__()
        self.setObjectName(kind)
        self.body = QVBoxLayout(self)
        scaled(self.body.setContentsMargins, 14, 10, 14, 12)
        scaled(self.body.setSpacing, 8)
        if title:
            self.body.addWidget(label(title, "heading"))
        if explanation:
            self.body.addWidget(HelpLabel(explanation))

    def add(self, item: QWidget | QLayout) -> None:
        """Put something below the rest."""
        if isinstance(item, QWidget):
            self.body.addWidget(item)
        else:
            put(self.body, item)


class Page(QScrollArea):
    """A scrolling column of cards."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what it holds has the keyboard, and brings itself into sight
        self._whole = page = QWidget()
        page.setObjectName("page")
        inside = QWidget()
        scaled(inside.setMaximumWidth, _WIDEST)
        self._across = middle = QHBoxLayout(page)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.addStretch(1)
        middle.addWidget(inside, 10_000)
        middle.addStretch(1)
        self.column = QVBoxLayout(inside)
        scaled(self.column.setContentsMargins, 14, 14, 14, 4)
        scaled(self.column.setSpacing, 8)
        self.setWidget(page)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        """What it holds needs another height."""
        done = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._drop_bar()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """There may be room enough now."""
        super().resizeEvent(event)
        self._drop_bar()

    def _drop_bar(self) -> None:
        """A bar that is needed only for the lines that break where it stands goes; Qt would keep it."""
        if THEME.undressing:
            return
        room, tall = self.maximumViewportSize(), self._whole.height()
        if not self.verticalScrollBar().isVisible() or tall > _NEARLY * room.height():
            return  # of a long page nothing is worked out
        if self._across.totalHeightForWidth(room.width()) <= room.height():
            for policy in (Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded):
                self.setVerticalScrollBarPolicy(policy)


class Field(Staying):
    """An editor under its name, or beside it, with the mistake below; beside it one without a width takes the rest.

    Args:
        below: where the mistake stands instead, if the field itself is too narrow for a sentence.
        most: how wide a list may become where an entry needs it; longer ones are cut in their middle.
    """

    editor: Editor
    edited = Signal(str)

    def __init__(
        self,
        name: str,
        editor: Editor,
        *,
        hint: str = "",
        width: int = 0,
        beside: bool = False,
        below: QVBoxLayout | None = None,
        most: int = 0,
    ) -> None:
        super().__init__()
        self.editor = editor
        self.title = title = label(name, "strong", wrap=False)
        title.setBuddy(editor)
        self.call(name)
        self._width, self._most = width, most
        self._fit()
        editor.installEventFilter(MANNERS)
        if isinstance(editor, QPlainTextEdit):
            editor.viewport().installEventFilter(MANNERS)
        self._problem = label("", "problem")
        self._problem.hide()
        self.explain(hint)
        above = (row(title, editor, *((None,) if width else ())),) if beside else (title, editor)
        self.setLayout(column(*above, *(() if below else (self._problem,)), spacing=4))
        if below:
            below.addWidget(self._problem)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        if isinstance(editor, QLineEdit):
            editor.textEdited.connect(self.edited)
        elif isinstance(editor, QPlainTextEdit):
            editor.setTabChangesFocus(True)
            editor.textChanged.connect(self._typed)
        else:
            editor.activated.connect(lambda _: self.edited.emit(str(editor.currentData() or "")))
        self._quiet = False

    def _fit(self) -> None:
        """As wide and as tall as was asked for, at the size of the text; a list as its entries need, where it may."""
        if self._width:
            needed = self.editor.needed() * 100 // THEME.px(100) if isinstance(self.editor, DropList) else 0
            scaled(self.editor.setFixedWidth, max(self._width, min(needed, self._most)))
        tall = self.editor.property(_TALL)
        if tall:
            scaled(self.editor.setFixedHeight, tall)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def widen(self, width: int) -> None:
        """Take another width at 100 %."""
        self._width = width
        self._fit()

    def call(self, name: str) -> None:
        """Give it a name for readers that says more than its title."""
        for each in (self.title, self.editor):
            each.setAccessibleName(translated(name))
        if isinstance(self.editor, QComboBox):
            self.editor.view().setAccessibleName(translated(name))

    def explain(self, hint: str) -> None:
        """Say how it is used; to a reader once nothing is wrong with it."""
        self._hint = translated(hint)
        self.editor.setToolTip(plain_tip(hint) if hint else "")
        self._describe()

    def _describe(self) -> None:
        describe(self.editor, self._problem.text(), self._hint)

    def fill(self, entries: Sequence[tuple[str, str]], prompt: str = "") -> None:
        """Replace the entries of a field that is a list."""
        if isinstance(self.editor, QComboBox):
            fill_choice(self.editor, entries, prompt)
            self._fit()

    def _typed(self) -> None:
        if not self._quiet and isinstance(self.editor, QPlainTextEdit):
            self.edited.emit(self.editor.toPlainText())

    @property
    def typed(self) -> str:
        """What stands in it, or is chosen."""
        if isinstance(self.editor, QComboBox):
            return str(self.editor.currentData() or "")
        return self.editor.text() if isinstance(self.editor, QLineEdit) else self.editor.toPlainText()

    def show_value(self, value: str) -> None:
        """Show what the plan holds without moving the cursor of who is typing it."""
        if isinstance(self.editor, QComboBox):
            at = self.editor.findData(value)
            self.editor.setCurrentIndex(at)
        elif isinstance(self.editor, QLineEdit):
            if self.editor.text() != value:
                self.editor.setText(value)
        elif self.editor.toPlainText() != value:
            self._quiet = True
            self.editor.setPlainText(value)
            self._quiet = False

    def show_problem(self, problem: str) -> None:
        """Show what is wrong, or nothing."""
        if self._problem.text() == (problem := translated(problem)):
            return
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self.editor.setProperty("wrong", bool(problem))
        self._describe()
        self.editor.style().unpolish(self.editor)
        self.editor.style().polish(self.editor)


def called(box: QComboBox, name: str) -> QLabel:
    """Name a list that has no title, by a label that only a reader finds where both stand in one layout.

    A reader takes the entry that a list shows for its name, unless a label has it as its buddy.
    """
    for each in (box, box.view()):
        each.setAccessibleName(name)
    made = label(name, wrap=False)
    made.setBuddy(box)
    made.hide()
    return made


def line(placeholder: str = "") -> QLineEdit:
    """A one-line editor."""
    made = QLineEdit()
    made.setPlaceholderText(translated(placeholder))
    made.setMaxLength(2000)
    return made


def lines(placeholder: str, height: int) -> QPlainTextEdit:
    """An editor of several lines."""
    made = QPlainTextEdit()
    made.setPlaceholderText(placeholder)
    made.setProperty(_TALL, height)
    scaled(made.setFixedHeight, height)
    return made


class Problem(QWidget):
    """A place for a mistake that concerns several fields; the keyboard goes to the first of them."""

    def __init__(self, first: Callable[[], QWidget]) -> None:
        super().__init__()
        self._first = first
        self._text = label("", "problem")
        self.setLayout(column(self._text))
        self.hide()

    def show_problem(self, problem: str) -> None:
        """Show what is wrong, or nothing."""
        another = (problem := translated(problem)) != self._text.text()
        self._text.setText(problem)
        self.setVisible(bool(problem))
        if another and self.isVisible():
            say(self, problem)

    def show_value(self, value: str) -> None:
        """There is no value of its own."""

    @property
    def editor(self) -> QWidget:
        """Where the keyboard goes."""
        return self._first()
