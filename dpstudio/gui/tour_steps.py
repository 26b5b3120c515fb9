"""What the tour points at, in the order of the work: real parts of the window, each with what is said of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from dpstudio.gui.look.theme import theme_of
from dpstudio.gui.views.draw_buttons import DrawButtons
from dpstudio.translation import tr

if TYPE_CHECKING:
    from dpstudio.gui.main_window import MainWindow


_WORDS = 190
"""How much height the words of a step need beside a part, in pixels at 100 %."""


@dataclass(frozen=True)
class Step:
    """One step.

    Args:
        tab: the page that it is on.
        title, text: what is said.
        part: what it points at, or None where there is nothing of that kind.
        kept: what is to be watched or used meanwhile besides, the more important first.
    """

    tab: str
    title: str
    text: str
    part: Callable[[], QWidget | None]
    kept: Callable[[], Sequence[QWidget]]


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
    parts: tuple[tuple[Callable[[], QWidget | None], Callable[[], Sequence[QWidget]]], ...] = (
        (lambda: _table(window), tuple),
        (lambda: window.tables.protected, tuple),
        (lambda: window.question.fields.get("candidates.text"), tuple),
        (lambda: window.score.fields.get("rule.kind"), tuple),
        (lambda: window.score.derivation, tuple),
        (lambda: window.privacy.slider, lambda: (window.privacy.how_much,)),
        (lambda: window.preview.views, lambda: _drawn(window)),
        (lambda: window.privacy.fields["privacy.cap"], lambda: (window.privacy.limit,)),
        (lambda: window.release_tab.release_button, tuple),
        (lambda: _book(window), tuple),
    )
    return tuple(Step(*said, *part) for said, part in zip(_SAID, parts, strict=True))


def _table(window: "MainWindow") -> QWidget | None:
    """The table with all that is said of it where its page leaves room for words beside it, else what it is."""
    data = window.session.document.plan.data_table
    if data is None:
        return None
    card, page = window.tables.card(data.handle), window.tables.viewport()
    return card if card.height() + theme_of(card).px(_WORDS) <= page.height() else card.role


def _drawn(window: "MainWindow") -> list[QWidget]:
    """What draws, and what is drawn."""
    from dpstudio.gui.plots.tabled import TabledPlots  # the window does not wait for what draws

    picture = window.preview
    buttons: list[QWidget] = [*picture.findChildren(DrawButtons)]
    if picture.view == "scene":
        buttons.append(picture.scene.draw_button)
    return [*buttons, *picture.findChildren(TabledPlots)]


def _book(window: "MainWindow") -> QWidget:
    """What each table has left, or the lines where that is not known."""
    ledger = window.ledger_tab
    return ledger.view if ledger.of_tables.isHidden() else ledger.of_tables
