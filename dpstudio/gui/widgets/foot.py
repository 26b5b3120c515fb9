"""The bar below a page: the step before, what is missing here, the step after."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy

from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.kit import button, row
from dpstudio.planning.missing import Missing

_DONE = "Nothing is missing here."


class FootBar(QFrame):
    """Leads to the neighbouring steps, and to the first thing that is missing on this page."""

    turned = Signal(int)
    asked_for = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("foot")
        self.setAccessibleName("Steps before and after")
        self._item: Missing | None = None
        self.back_button = button("Back", kind="quiet")
        self.back_button.clicked.connect(lambda: self.turned.emit(-1))
        self.next_button = button("Next")
        self.next_button.clicked.connect(lambda: self.turned.emit(1))
        self.missing_button = button("", kind="todo")
        self.missing_button.clicked.connect(self._asked)
        self.missing_button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._done = QLabel(_DONE)
        self._done.setObjectName("soft")
        self._done.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._done.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        layout = row(self.back_button, spacing=12)
        layout.addWidget(self.missing_button, 1)
        layout.addWidget(self._done, 1)
        layout.addWidget(self.next_button)
        layout.setContentsMargins(THEME.px(20), THEME.px(6), THEME.px(20), THEME.px(6))
        self.setLayout(layout)

    def show_place(self, before: str, after: str) -> None:
        """Name the neighbouring steps; "" where there is none."""
        for each, name, text in ((self.back_button, before, f"‹ {before}"), (self.next_button, after, f"{after} ›")):
            each.setText(text)
            each.setAccessibleName(f"Go to {name}")
            each.setVisible(bool(name))

    def show_missing(self, here: Sequence[Missing], *, asked: bool) -> None:
        """Say what is missing on this page.

        Args:
            asked: whether this page asks for anything.
        """
        self._item = here[0] if here else None
        more = f" (and {len(here) - 1} more)" if len(here) > 1 else ""
        self._say(f"{here[0].sentence}{more}" if here else "")
        self.missing_button.setVisible(bool(here))
        self._done.setVisible(not here)
        self._done.setText(_DONE if asked else "")

    def _say(self, sentence: str) -> None:
        self.missing_button.setText(sentence.replace("&", "&&"))
        self.missing_button.setToolTip(sentence)
        self.missing_button.setAccessibleName(sentence)

    def _asked(self) -> None:
        if self._item is not None:
            self.asked_for.emit(self._item)
