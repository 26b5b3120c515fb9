"""One of several options, side by side, with one line that says what the chosen one means."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from dpstudio.gui.look.announcing import describe
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import theme_of
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import HelpLabel, column, label
from dpstudio.translation import translated

_SLACK, _AS_HIGH, _GAP, _TIGHT = 2, 30, 6, 4
_BY: dict[int, int] = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
"""Qt's own arrow keys go by where the options stand, so that at the end of a line none is the next."""


_LEAST = 24
"""Pixels that what is clicked is wide at least, however small the text."""


class Segment(QRadioButton):
    """One option: all of its face can be clicked."""

    def __init__(self, text: str, explanation: str) -> None:
        super().__init__(text)
        self.setObjectName("segment")
        self.setMinimumWidth(_LEAST)
        self.setProperty("short", len(text) == 1)  # it begins where a longer one does, which is not the middle
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleDescription(explanation)

    def hitButton(self, spot: QPoint) -> bool:  # noqa: N802 - Qt's
        """Whether a click there is one on the option."""
        return self.rect().contains(spot)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's
        """The arrow keys choose the next option, or the one before, round about, on however many lines they stand."""
        by = _BY.get(event.key())
        if by is None:
            super().keyPressEvent(event)
            return
        around = [each for each in self._all() if each.isVisible() and each.isEnabled()]
        there = around[(around.index(self) + by) % len(around)]
        there.click()
        there.setFocus(Qt.FocusReason.TabFocusReason if by > 0 else Qt.FocusReason.BacktabFocusReason)

    def _all(self) -> list["Segment"]:
        """The options that it is one of, in their order."""
        parent = self.parentWidget()
        return parent.findChildren(Segment) if parent is not None else [self]


def lead_in(options: Iterable[QRadioButton]) -> None:
    """Let the Tab key come to the chosen one of several, to any of them where none is chosen."""
    chosen = [option for option in options if option.isChecked()]
    for option in options:
        leads = not chosen or option in chosen
        option.setFocusPolicy(Qt.FocusPolicy.StrongFocus if leads else Qt.FocusPolicy.ClickFocus)


class Explanation(HelpLabel):
    """One of several texts; it has room for the longest of them, so that nothing below moves."""

    _texts: Sequence[str] = ()

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__("")
        self._texts = [*map(translated, texts)]

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """The longest of them on one line."""
        width = max(map(self.fontMetrics().horizontalAdvance, self._texts), default=0) + _SLACK
        return QSize(width, self.heightForWidth(width))

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's
        """The height of the text that needs most."""
        metrics, wraps = self.fontMetrics(), Qt.TextFlag.TextWordWrap
        heights = (metrics.boundingRect(0, 0, width, 1 << 16, wraps, text).height() for text in self._texts)
        return max(heights, default=0)


class Options(QWidget):
    """One of several options; the line below says what the chosen one means, or the one that is pointed at.

    Args:
        entries: of each option its value, its name and what it means; all of them have a meaning, or none.
        beside: the line stands beside the options where the width holds both.
        tight: little stands beside each name, where there are many of them.
        unchosen: what is said where nothing is chosen yet.
    """

    chosen = Signal(str)
    _beside = False

    def __init__(
        self,
        name: str,
        entries: Sequence[tuple[str, str, str]],
        *,
        beside: bool = False,
        tight: bool = False,
        unchosen: str = "",
    ) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QRadioButton] = {}
        shown = [(value, translated(text), translated(explanation)) for value, text, explanation in entries]
        for value, text, explanation in shown:
            option = Segment(text, explanation)
            option.setProperty("tight", tight)
            self.buttons[value] = option
            self._group.addButton(option)
            option.clicked.connect(lambda _=False, v=value: self.chosen.emit(v))
            option.installEventFilter(self)
        self._meanings = {self.buttons[value]: explanation for value, _, explanation in shown}
        self._unchosen = translated(unchosen)
        self.explanation = Explanation([*self._meanings.values(), self._unchosen])
        self._problem = label("", "problem")
        self._problem.hide()
        explained = (self.explanation,) if any(self._meanings.values()) else ()
        options = Flow(
            *self.buttons.values(), *(explained if beside else ()), spacing=_TIGHT if tight else _GAP, wide=True
        )
        self.setLayout(column(options, *(() if beside else explained), self._problem, spacing=4))
        self._beside = beside
        if beside:
            scaled(self.explanation.setMinimumHeight, _AS_HIGH)
        if not explained:
            self.explanation.setParent(self)
            self.explanation.hide()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """All options on one line; a line that stands beside them takes what is left."""
        hint = super().sizeHint()
        if self._beside:
            gap = theme_of(self).px(_GAP)
            hint.setWidth(sum(each.sizeHint().width() + gap for each in self.buttons.values()) - gap)
        return hint

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's
        """Explain the option under the mouse or the keyboard, else the chosen one."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn) and isinstance(watched, QRadioButton):
            self.explanation.setText(self._meanings[watched])
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
            self._explain_chosen()
        return False

    def _explain_chosen(self) -> None:
        chosen = self._group.checkedButton()
        self.explanation.setText(self._meanings[chosen] if isinstance(chosen, QRadioButton) else self._unchosen)

    def show_value(self, value: str) -> None:
        """Check one option, or none."""
        if value in self.buttons:
            self.buttons[value].setChecked(True)
        else:
            self._group.setExclusive(False)
            for option in self.buttons.values():
                option.setChecked(False)
            self._group.setExclusive(True)
        lead_in(self.buttons.values())
        self._explain_chosen()

    def offer(self, value: str, *, offered: bool) -> None:
        """Let an option be there or not; the others close the gap, also where nobody sees it yet."""
        if self.buttons[value].isHidden() == offered:
            self.buttons[value].setVisible(offered)
            layout = self.layout()
            if layout is not None:
                layout.invalidate()

    def show_problem(self, problem: str) -> None:
        """Show what is wrong, or nothing."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        for option, explanation in self._meanings.items():
            describe(option, problem, explanation)

    @property
    def editor(self) -> QWidget:
        """Where the keyboard goes."""
        buttons = list(self.buttons.values())
        return next((option for option in buttons if option.isChecked()), buttons[0])
