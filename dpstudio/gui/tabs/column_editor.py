"""The declarations of one column: its type and what that type needs."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QLineEdit

from dpstudio.core.plan import ColumnPlan
from dpstudio.core.tables.schema import NUMERIC, TEXTUAL, Kind
from dpstudio.gui.theme import THEME
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Field, button, choice, column, label, line, plain_tip, row
from dpstudio.workspace.columns import Use

KINDS = [
    (Kind.YES_NO.value, "yes / no"),
    (Kind.INTEGER.value, "whole number"),
    (Kind.DECIMAL.value, "decimal number"),
    (Kind.DATE.value, "date"),
    (Kind.CATEGORY.value, "one choice (category)"),
    (Kind.CHOICES.value, "several choices in a cell"),
    (Kind.IDENTIFIER.value, "identifier"),
    (Kind.LONGITUDE.value, "longitude"),
    (Kind.LATITUDE.value, "latitude"),
]
_STEPPED = (Kind.DECIMAL, Kind.LONGITUDE, Kind.LATITUDE)
_BLANK_HINTS = {
    "nothing": "What a blank or unreadable cell counts as. Leave empty: it counts for nothing.",
    "no": "What a blank or unreadable cell counts as. Leave empty: it counts as no.",
}
_FIELDS: dict[str, tuple[str, str, str]] = {
    "step": ("Step", "0.01", "Numbers are rounded onto multiples of this step."),
    "lower": ("Least value", "", "Smaller values count as this one."),
    "upper": ("Greatest value", "", "Larger values count as this one."),
    "unit": ("Unit", "€, $, °", "Shown beside scores and accuracy."),
    "separator": ("Separator", ";", "Stands between the choices of one cell."),
    "decimal_mark": ("Decimal mark", ".", "Point or comma, as the file writes it."),
    "grouping_mark": ("Thousands mark", "none", "For example a comma or a space, as the file writes it."),
    "true_words": ("Words for yes", "", "Separated by commas."),
    "false_words": ("Words for no", "", "Separated by commas."),
    "blank": ("A blank counts as", "nothing", _BLANK_HINTS["nothing"]),
}


_MARKS = ("decimal_mark", "grouping_mark")
_UNCHOSEN = {None: "choose", Kind.IDENTIFIER: "text, as none is chosen", Kind.YES_NO: "yes / no, as none is chosen"}
_ASKED = Use()
_TEXTS = "Identifies persons: rows with the same text are one person's. Rows in which it is blank are left out."
_WHOLE = (
    "Identifies persons: 7, 07 and 7.0 are one person. Rows in which it is blank, or no whole number, are left out."
)
_DATES = {
    "ymd": "A day is read as year, month, day, for example 2026-12-31.",
    "dmy": "A day is read as day, month, year, for example 31.12.2026.",
    "mdy": "A day is read as month, day, year, for example 12/31/2026.",
}
_OTHERWISE = " Any other cell counts as a blank one."
_CHECK = (
    "Says whether most cells of this column can be read, and nothing else. Each check is noted in the ledger, and every"
    " later receipt says how many there were."
)
_PERSONS: dict[str, str] = {"": _TEXTS, Kind.CATEGORY: _TEXTS, Kind.IDENTIFIER: _TEXTS, Kind.INTEGER: _WHOLE}


def fields_of(kind: str) -> list[str]:
    """Which declarations a type asks for."""
    if not kind:
        return []
    found = []
    if kind in _STEPPED:
        found.append("step")
    if kind in NUMERIC:
        found += ["lower", "upper"]
    if kind in NUMERIC and kind != Kind.DATE:
        found.append("unit")
    if kind == Kind.CHOICES:
        found.append("separator")
    if kind in NUMERIC and kind != Kind.DATE:
        found += ["decimal_mark", "grouping_mark"]
    if kind == Kind.YES_NO:
        found += ["true_words", "false_words"]
    return [*found, "blank"]


def _written(plan: ColumnPlan) -> tuple[str, ...]:
    """All that a format check goes by."""
    return plan.kind, plan.decimal_mark, plan.grouping_mark, plan.date_order


class ColumnEditor(QFrame):
    """Edits one ColumnPlan; how numbers are written is not asked of a column that is not `written` anywhere."""

    changed = Signal(object, str)
    removed = Signal(str)
    check_requested = Signal(str)

    def __init__(self, name: str, *, removable: bool = True, written: bool = True) -> None:
        super().__init__()
        self._left_out = () if written else _MARKS
        self.setObjectName("inset")
        self._plan, self._untyped = ColumnPlan(name), ""
        self._kinds = choice(KINDS, "choose")
        self.kind = Field("Type", self._kinds, width=240)
        self.kind.edited.connect(self._kind_chosen)
        remove = self.remove_button = button("", "x", kind="quiet", hint=f"Stop using the column {name}")
        remove.clicked.connect(lambda: self.removed.emit(name))
        remove.setVisible(removable)
        title = label(name, "strong")
        self._grid = Flow(spacing=12)
        self.fields: dict[str, Field] = {"kind": self.kind}
        self._grid.addWidget(self.kind)
        for field, (text, placeholder, hint) in _FIELDS.items():
            made = Field(text, line(placeholder), hint=hint, width=200)
            made.edited.connect(lambda value, f=field: self._edit(f, value))
            self.fields[field] = made
            self._grid.addWidget(made)
        self.match_case = QCheckBox("Capitals matter")
        self.match_case.clicked.connect(lambda on: self._emit("match_case", replace(self._plan, match_case=on)))
        self.told = label("", "soft")
        self.check_button = button("Check the format", "eye", kind="quiet", hint=_CHECK)
        self.check_button.clicked.connect(lambda: self.check_requested.emit(name))
        self._noted = label("Noted in the ledger; later receipts tell of it.", "soft", wrap=False)
        self.checked = label("")
        self.checked.hide()
        layout = column(row(title, None, remove), self._grid, self.match_case, self.told)
        layout.addLayout(row(self.check_button, self._noted, None))
        self._offer_check(offered=False)
        layout.addWidget(self.checked)
        margin = THEME.px(12)
        layout.setContentsMargins(margin, THEME.px(8), margin, margin)
        self.setLayout(layout)

    def show_column(self, plan: ColumnPlan, use: Use = _ASKED, *, sealed: bool = False) -> None:
        """Show the declarations that the column's type needs; of one that only identifies persons, what they do to it.

        Args:
            use: what the column is read for.
            sealed: whether its cells are not shown, so that only a check tells whether they can be read.
        """
        self._offer_check(offered=sealed and plan.kind in NUMERIC and not use.persons and not self._left_out)
        self._take(plan)
        self._untyped = "" if use.persons else use.untyped or ""
        self._kinds.setPlaceholderText(_UNCHOSEN[use.untyped])
        self.kind.show_value(plan.kind)
        asked = [] if use.persons else fields_of(plan.kind or self._untyped)
        wanted = [field for field in asked if field not in self._left_out]
        for field in _FIELDS:
            self.fields[field].setVisible(field in wanted)
        for field in wanted:
            self.fields[field].show_value(getattr(plan, field))
        self._say_unread(use.unread)
        told = _PERSONS.get(plan.kind, "") if use.persons else ""
        if plan.kind == Kind.DATE and not self._left_out:
            told = _DATES[plan.date_order] + _OTHERWISE
        self.match_case.setVisible(plan.kind in TEXTUAL or (use.persons and not plan.kind))
        self.match_case.setChecked(plan.match_case)
        self.told.setText(told)
        self.told.setVisible(bool(told))

    def _offer_check(self, *, offered: bool) -> None:
        self.check_button.setVisible(offered)
        self._noted.setVisible(offered)

    def show_check(self, answer: str, *, warned: bool = False) -> None:
        """Say what a format check found, or nothing; it is kept nowhere, and gone with the next change."""
        self.checked.setObjectName("problem" if warned else "soft")
        self.checked.style().polish(self.checked)
        self.checked.setText(answer)
        self.checked.setVisible(bool(answer))

    def _say_unread(self, unread: str) -> None:
        """What a blank counts as where nothing is typed."""
        blank = self.fields["blank"].editor
        blank.setToolTip(plain_tip(_BLANK_HINTS[unread]))
        if isinstance(blank, QLineEdit):
            blank.setPlaceholderText(unread)

    def _kind_chosen(self, kind: str) -> None:
        step = self._plan.step or ("0.01" if kind == Kind.DECIMAL else "0.1" if kind in _STEPPED else "")
        self._emit("kind", replace(self._plan, kind=kind, step=step))

    def _edit(self, field: str, value: str) -> None:
        changed: dict[str, Any] = {"kind": self._plan.kind or self._untyped, field: value}
        self._emit(field, replace(self._plan, **changed))

    def _emit(self, field: str, plan: ColumnPlan) -> None:
        self._take(plan)
        self.changed.emit(plan, field)

    def _take(self, plan: ColumnPlan) -> None:
        """What a format check found goes with what it went by."""
        if _written(plan) != _written(self._plan):
            self.show_check("")
        self._plan = plan
