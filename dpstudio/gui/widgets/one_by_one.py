"""One of several texts or pictures at a time, where the height does not hold all of them."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.widgets.kit import button, row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.tips import tip
from dpstudio.translation import tr

Part = tuple[QWidget, Callable[[], object]]
"""What is shown, and whether there is anything of it."""
_NEXT, _AGAIN = tr("Next"), tr("From the start")
_HINT, _HINT_BARE = (
    tr("Show what else there is to this view."),
    tr("Show what else there is to this view (Page Down)."),
)


class OneByOne(QWidget):
    """Shows one part and a button that goes on to the next; a part of which there is nothing is left out.

    Args:
        parts: from the first to the last.
        tall: whether a part takes all of the height, as pictures do.
        led: names elsewhere lead to the parts; it has a button before an audience alone.
    """

    def __init__(self, parts: Sequence[Part], *, tall: bool = False, led: bool = False) -> None:
        super().__init__()
        self._parts, self._front, self._bare, self._led = parts, parts[0][0], False, led
        self.next = button("", kind="narrow", hint=_HINT)
        self.next.clicked.connect(lambda: self.bring(self._after(1) or self._there()[0]))
        self._shown, self._turns = QVBoxLayout(), row(self.next, None)
        scaled(self._shown.setSpacing, SPACE // 2)
        for part, _ in parts:
            self._shown.addWidget(part, int(tall))
        if not tall:
            self._shown.addStretch()
        self._inside = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._inside.setContentsMargins(0, 0, 0, 0)
        scaled(self._inside.setSpacing, SPACE // 2)
        put(self._inside, self._shown, 1)
        put(self._inside, self._turns)
        self._inside.setAlignment(self._turns, Qt.AlignmentFlag.AlignTop)
        self.follow()

    def bare(self) -> None:
        """Before an audience: the button stands below, with its word."""
        self._bare = True
        self._inside.setDirection(QBoxLayout.Direction.TopToBottom)
        tip(self.next, _HINT_BARE)
        self.follow()

    @property
    def front(self) -> QWidget:
        """The part that is shown."""
        return self._front

    def follow(self) -> None:
        """Show what there is now; the part in front stays there as long as there is anything of it."""
        there = self._there()
        self._front = self._front if self._front in there else there[0]
        for part, _ in self._parts:
            part.setVisible(part is self._front)
        at, count = there.index(self._front) + 1, len(there)
        self.next.setVisible(count > 1 and (self._bare or not self._led))
        said = tr("{turn} ({at} of {count})", turn=_NEXT if at < count else _AGAIN, at=at, count=count)
        self.next.setText(said if self._bare else f"{at}/{count} ›")
        self.next.setAccessibleName(said)

    def turn(self, by: int) -> bool:
        """Go on to the next part, or back to the one before; whether there was one."""
        part = self._after(by)
        if part is not None:
            self.bring(part)
        return part is not None

    def begin(self, by: int) -> None:
        """Show the first part, or the last one where the way leads back."""
        self.bring(self._there()[0 if by > 0 else -1])

    def bring(self, part: QWidget) -> None:
        """Show one of the parts."""
        self._front = part
        self.follow()

    def _after(self, by: int) -> QWidget | None:
        there = self._there()
        at = there.index(self._front) + by
        return there[at] if 0 <= at < len(there) else None

    def _there(self) -> list[QWidget]:
        return [part for part, there in self._parts if there()] or [self._parts[0][0]]


def texts_in_turn(*texts: QLabel) -> OneByOne:
    """Texts one by one; one that is empty is left out."""
    return OneByOne([(text, text.text) for text in texts])
