"""The bar below a page: the step before, what is missing here, the step after."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.kit import button, label, row
from dpstudio.gui.widgets.link import Link
from dpstudio.gui.widgets.steps import STEPS
from dpstudio.planning.missing import Missing
from dpstudio.translation import tr, translated

_LONG = 120
_DONE = tr("Nothing is missing.")
_AT_LIMIT = tr("Answered. Another draw at the same cost would go beyond the limit.")


class FootBar(QFrame):
    """Leads to the neighbouring steps, and to the first thing that is missing on this page."""

    turned = Signal(int)
    asked_for = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("foot")
        self.setAccessibleName(tr("Steps before and after"))
        self._item: Missing | None = None
        self.back_button = button(tr("Back"), kind="quiet")
        self.back_button.clicked.connect(lambda: self.turned.emit(-1))
        self.next_button = button(tr("Next"))
        self.next_button.clicked.connect(lambda: self.turned.emit(1))
        self.missing_link = Link("", "circle-alert")
        self.missing_link.clicked.connect(self._asked)
        self._done = label(_DONE, "soft")
        self._done.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = row(self.back_button, spacing=12)
        layout.addWidget(self.missing_link, 1)
        layout.addWidget(self._done, 1)
        layout.addWidget(self.next_button)
        scaled(layout.setContentsMargins, 20, 6, 20, 6)
        self.setLayout(layout)

    def show_place(self, before: str, after: str) -> None:
        """Name the neighbouring steps; "" where there is none."""
        for each, name, text in ((self.back_button, before, f"‹ {before}"), (self.next_button, after, f"{after} ›")):
            each.setText(text)
            each.setAccessibleName(tr("Go to {name}", name=name))
            each.setVisible(bool(name))

    def show_missing(self, missing: Sequence[Missing], tab: str, *, at_limit: bool = False) -> None:
        """Say what is wrong on an earlier page, else what is missing on this one, else on the first that lacks any.

        How much more is missing there and on this page is told, too.

        Args:
            tab: the page in front.
            at_limit: the question is answered, and nothing is called missing: only its limit stands against it now.
        """
        missing = () if at_limit else missing
        here = [item for item in missing if item.tab == tab]
        first = min(missing, key=lambda item: _turn(item, tab), default=None)
        self._item = first
        if first is not None:
            where = "" if first in here else f"{STEPS[first.tab]}: "
            more = sum(item.tab in (first.tab, tab) for item in missing) - 1
            others = tr(" (and {more} more)", more=more) if more else ""
            told = first.reason if first.refused and first in here and first.reason else first.sentence
            self.missing_link.say(f"{where}{_shortened(translated(told))}{others}")
        self.missing_link.setVisible(first is not None)
        self._done.setText(_AT_LIMIT if at_limit else _DONE)
        self._done.setVisible(first is None)

    def _asked(self) -> None:
        if self._item is not None:
            self.asked_for.emit(self._item)


def _shortened(said: str) -> str:
    """What is long up to the end of its first sentence: all of it stands on the page, at its field."""
    first, ended, _ = said.partition(". ")
    return f"{first}." if ended and len(said) > _LONG else said


def _turn(item: Missing, tab: str) -> tuple[bool, bool, int]:
    """What is named first sorts first: an earlier step's fault, then this page, then the order of the steps."""
    steps = [*STEPS]
    step = steps.index(item.tab)
    return not (item.wrong and step < steps.index(tab)), item.tab != tab, step
