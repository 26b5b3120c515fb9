"""Before an audience, which cannot scroll: one of several texts or pictures at a time."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.widgets.kit import button, row
from dpstudio.gui.widgets.nested import put
from dpstudio.translation import tr

Part = tuple[QWidget, Callable[[], object]]
"""What is shown, and whether there is anything of it."""


class OneByOne(QWidget):
    """Shows one part and a button that goes on to the next; a part of which there is nothing is left out.

    Args:
        parts: from the first to the last.
        tall: whether a part takes all of the height, as pictures do.
    """

    def __init__(self, parts: Sequence[Part], *, tall: bool = False) -> None:
        super().__init__()
        self._parts, self._front = parts, parts[0][0]
        self.next = button("", kind="narrow", hint=tr("Show what else there is to this view (Page Down)."))
        self.next.clicked.connect(lambda: self._bring(self._after(1) or self._there()[0]))
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        scaled(inside.setSpacing, SPACE // 2)
        for part, _ in parts:
            inside.addWidget(part, int(tall))
        put(inside, row(self.next, None))
        if not tall:
            inside.addStretch()
        self.follow()

    def follow(self) -> None:
        """Show what there is now; the part in front stays there as long as there is anything of it."""
        there = self._there()
        self._front = self._front if self._front in there else there[0]
        for part, _ in self._parts:
            part.setVisible(part is self._front)
        at, count = there.index(self._front) + 1, len(there)
        self.next.setVisible(count > 1)
        self.next.setText(tr("Next ({at} of {count})", at=at, count=count))

    def turn(self, by: int) -> bool:
        """Go on to the next part, or back to the one before; whether there was one."""
        part = self._after(by)
        if part is not None:
            self._bring(part)
        return part is not None

    def _bring(self, part: QWidget) -> None:
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
