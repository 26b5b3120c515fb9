"""What the tour points at, in the order of the work: real parts of the window, each with what is said of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from dpstudio.gui.look.theme import theme_of
from dpstudio.translation import tr

if TYPE_CHECKING:
    from dpstudio.gui.main_window import MainWindow


_WORDS = 170
"""How much height the words of a step need beside a part, in pixels at 100 %."""


@dataclass(frozen=True)
class Step:
    """One step.

    Args:
        tab: the page that it is on.
        title, text: what is said.
        part: what it points at, or None where there is nothing of that kind.
    """

    tab: str
    title: str
    text: str
    part: Callable[[], QWidget | None]


_SAID = (
    (
        "tables",
        tr("The table"),
        tr(
            "Each table is private, public or a sample. All of a sample may be shown. Of a private table "
            "nothing is shown but its header."
        ),
    ),
    (
        "tables",
        tr("Who is protected"),
        tr("Here you declare what one person may change: whether a person comes and goes, or answers otherwise."),
    ),
    (
        "question",
        tr("The candidates"),
        tr("What may come out is typed here, before anybody looks at the answers. It is never taken from the table."),
    ),
    (
        "score",
        tr("The score"),
        tr("It says how good each candidate is, by the table's rows alone."),
    ),
    (
        "score",
        tr("How far one person moves the score"),
        tr("From the score follows how far one person can move it, step by step. The noise follows from this alone."),
    ),
    (
        "privacy",
        tr("Privacy or accuracy"),
        tr("Move ε, and watch the picture: to the left one person shows less, to the right it is more accurate."),
    ),
    (
        "privacy",
        tr("The picture"),
        tr("It shows what may come out, in several views. Draw as often as you like: nothing is charged for it."),
    ),
    (
        "privacy",
        tr("The limit"),
        tr("All releases of a table together spend no more than this. It is fixed by the first release."),
    ),
    (
        "release",
        tr("The release"),
        tr("One draw, charged before it is made. It asks once more, since it cannot be undone."),
    ),
    (
        "ledger",
        tr("The ledger"),
        tr("What was released, what it cost and what is left. Receipts can be exported from here again."),
    ),
)
"""Of each step its page, its title and its text."""


def steps_of(window: "MainWindow") -> tuple[Step, ...]:
    """Those of a window."""
    parts: tuple[Callable[[], QWidget | None], ...] = (
        lambda: _table(window),
        lambda: window.tables.protected,
        lambda: window.question.fields.get("candidates.text"),
        lambda: window.score.fields.get("rule.kind"),
        lambda: window.score.derivation,
        lambda: window.privacy.slider,
        lambda: window.preview.views,
        lambda: window.privacy.fields["privacy.cap"],
        lambda: window.release_tab.release_button,
        lambda: window.ledger_tab,
    )
    return tuple(Step(*said, part) for said, part in zip(_SAID, parts, strict=True))


def _table(window: "MainWindow") -> QWidget | None:
    """The table with all that is said of it where its page leaves room for words beside it, else what it is."""
    data = window.session.document.plan.data_table
    if data is None:
        return None
    card, page = window.tables.card(data.handle), window.tables.viewport()
    return card if card.height() + theme_of(card).px(_WORDS) <= page.height() else card.role
