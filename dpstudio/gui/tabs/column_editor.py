"""The declarations of one column: its type and what that type needs."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QLayout, QLineEdit, QVBoxLayout, QWidget

from dpstudio.core.plan import ColumnPlan
from dpstudio.core.tables.schema import NUMERIC, TEXTUAL, Kind
from dpstudio.gui.look.announcing import say
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.tabs.column_fields import (
    BESIDE,
    BLANK,
    BLANK_HINTS,
    BOUNDS,
    CHECK,
    FIELDS,
    GAP,
    GRID,
    KINDS,
    MARKS,
    NEVER_BLANK,
    ORDERS,
    SIGNS,
    STEPPED,
    WORDS,
    WORDS_WIDTH,
    fields_of,
)
from dpstudio.gui.widgets.breaking import Name
from dpstudio.gui.widgets.drop_list import choice
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Editor, Field, button, column, label, line, row
from dpstudio.planning.declarations import unsaid
from dpstudio.translation import tr, translated
from dpstudio.workspace.resolving.columns import Use
from dpstudio.workspace.resolving.remarks import Remark

_ALONE, _LINE, _ANY = 136, 32, (1 << 24) - 1
_UNCHOSEN = {None: tr("choose"), Kind.IDENTIFIER: tr("text (none chosen)"), Kind.YES_NO: tr("yes / no (none chosen)")}
_ASKED = Use()
_TEXTS = tr("Identifies people: rows with the same text belong to one person. Rows where it is blank are left out.")
_WHOLE = tr(
    "Identifies people: 7, 07 and 7.0 are one person. Rows where it is blank, or not a whole number, are left out."
)
_DATES = {
    "ymd": tr("A day is read as year, month, day, for example 2026-12-31 or 20261231."),
    "dmy": tr("A day is read as day, month, year, for example 31/12/2026, 31.12.2026 or 31-12-2026; 2026-12-31, too."),
    "mdy": tr("A day is read as month, day, year, for example 12/31/2026, 12.31.2026 or 12-31-2026; 2026-12-31, too."),
}
_OTHERWISE = tr(" Any other cell counts as blank.")
_CHECKED, _CHECKED_SHORT = tr("Check the format"), tr("Check")
_CHECK = tr(
    "Says whether most cells in this column can be read, and nothing else. Each check is recorded in the ledger, and"
    " every later receipt says how many were made."
)
_PERSONS: dict[str, str] = {"": _TEXTS, Kind.CATEGORY: _TEXTS, Kind.IDENTIFIER: _TEXTS, Kind.INTEGER: _WHOLE}


def _unsaid(plan: ColumnPlan) -> tuple[str, ...]:
    """What is asked of the whole table, as long as nobody has said it of this column."""
    missing = unsaid(plan)
    beside = {"decimal_mark": "grouping_mark", "true_words": "false_words"}
    return missing, beside.get(missing, "")


def _written(plan: ColumnPlan) -> tuple[str, ...]:
    """All that a format check goes by."""
    return plan.kind, plan.decimal_mark, plan.grouping_mark, plan.date_order


def _tell(line: QLabel, sentence: str, *, warned: bool) -> None:
    """Show a sentence below the fields, or nothing."""
    sentence = translated(sentence)
    if line.text() == sentence:
        return
    line.setObjectName("problem" if warned else "soft")
    line.style().polish(line)
    line.setText(sentence)
    line.setVisible(bool(sentence))


def _move(fields: Iterable[QWidget], old: QLayout, new: QLayout) -> None:
    """Take fields out of one line into another, hidden or not as they were."""
    for each in fields:
        hidden = each.isHidden()
        old.removeWidget(each)
        new.addWidget(each)
        each.setVisible(not hidden)  # Qt hides what gets another parent


class Title(Name):
    """A column's name: as wide as a grid gives it, or on a line of its own."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "strong", 0)
        self._width = 0

    def show_width(self, width: int) -> None:
        """Take this width; 0 is a line of its own."""
        self._width = width
        scaled(self.setMinimumHeight, _LINE if width else 0)
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """The width that was given, or more than any line has."""
        width = self._width or _ANY
        return QSize(width, self.heightForWidth(width))


class Cell(Field):
    """A field of a column; what is wrong with it stands below the whole row, which has the width for a sentence."""

    def __init__(self, of: str, field: str, name: str, editor: Editor, hint: str, below: QVBoxLayout) -> None:
        beside = field in BESIDE
        super().__init__(name, editor, hint=hint, width=BESIDE.get(field, 0), beside=beside, below=below)
        self.call(tr("{of}: {name}", of=of, name=name))


class ColumnEditor(QFrame):
    """Edits one ColumnPlan; how cells are written is not asked of a column that is not `written` anywhere.

    It stands by itself, each field with its name, until it is shown as a row of a grid, which tells its `explanation`.
    """

    changed = Signal(object, str)
    removed = Signal(str)
    check_requested = Signal(str)

    def __init__(self, name: str, *, removable: bool = True, written: bool = True) -> None:
        super().__init__()
        self._left_out = () if written else SIGNS
        self._plan, self._untyped = ColumnPlan(name), ""
        self._shown: tuple[ColumnPlan, Use, bool] | None = None
        self._problems = column(spacing=2)
        self._kinds = choice(KINDS, tr("choose"))
        self.kind = Cell(name, "kind", tr("Type"), self._kinds, "", self._problems)
        self.kind.edited.connect(self._kind_chosen)
        remove = self.remove_button = button("", "x", kind="quiet", hint=tr("Stop using the column {name}", name=name))
        remove.clicked.connect(lambda: self.removed.emit(name))
        if not removable:
            remove.hide()
        self._title = Title(name)
        self.fields: dict[str, Field] = {"kind": self.kind}
        for field, (text, placeholder, hint) in FIELDS.items():
            editor = choice(ORDERS) if field == "date_order" else line(placeholder)
            self.fields[field] = made = Cell(name, field, text, editor, hint, self._problems)
            made.edited.connect(lambda value, f=field: self._edit(f, value))
        for field in NEVER_BLANK:
            typed = self.fields[field].editor
            if isinstance(typed, QLineEdit):
                typed.editingFinished.connect(lambda f=field: self._show_said(f))
        self.match_case = QCheckBox(tr("Capitals matter"))
        scaled(self.match_case.setMinimumHeight, _LINE)
        self.match_case.clicked.connect(lambda on: self._emit("match_case", replace(self._plan, match_case=on)))
        self.explanation = ""
        self.told = label("", "soft")
        self.check_button = button(
            _CHECKED, "eye", kind="quiet", hint=tr("Column {name}. {says}", name=name, says=_CHECK)
        )
        self.check_button.setAccessibleName(translated(tr("Check the format of {name}", name=name)))
        self.check_button.clicked.connect(lambda: self.check_requested.emit(name))
        self.checked = label("")
        self.checked.hide()
        self.remark = label("")
        self.remark.hide()
        self._lay_out()
        self._grid, self._marked = -1, False
        self.show_in_grid(0)

    def _lay_out(self) -> None:
        """The row itself; what is rarer in a line below where the row has no room for it; mistakes under both."""
        fields = self.fields
        self._middle, self._end, self._signs, self._checks = QWidget(), QWidget(), QWidget(), QWidget()
        self._in_row = Flow(*(fields[field] for field in BOUNDS), spacing=GAP, wide=True)
        self._middle.setLayout(self._in_row)
        self._end.setLayout(Flow(fields["blank"], wide=True))
        self._in_grid, self._at_end = row(spacing=GAP), row(spacing=0)
        self._signs.setLayout(self._in_grid)
        self._checks.setLayout(self._at_end)
        self._rarer = QWidget()
        self._beneath = Flow(*self._of_texts, *(fields[each] for each in SIGNS), self.check_button, spacing=14)
        self._rarer.setLayout(self._beneath)
        first = self._title, self.kind, self._middle, self._end, self._signs, self._checks, self.remove_button
        self._below = column(self._rarer, self.told, self.checked, self.remark, self._problems, spacing=4)
        self._first, self._corner = Flow(*first, spacing=GAP, low=True), column()
        self._all = column(self._first, self._below, spacing=4)
        both = row(self._all, self._corner, spacing=0)
        both.setStretch(0, 1)
        both.setAlignment(self._corner, Qt.AlignmentFlag.AlignTop)
        self.setLayout(both)

    @property
    def _of_texts(self) -> tuple[QWidget, ...]:
        return self.fields["separator"], self.match_case, *(self.fields[field] for field in WORDS)

    @property
    def is_checkable(self) -> bool:
        """Whether a check of its format is offered."""
        return not self.check_button.isHidden()

    def _show_rarer(self) -> None:
        """The line below the row stands there if anything does in it."""
        self._rarer.setVisible(any(not item.isEmpty() for item in self._beneath.items))

    def show_in_grid(self, title: int, *, marked: bool = False, checked: bool = False) -> None:
        """Stand under the headings of a grid, or by itself.

        Args:
            title: how wide the grid shows the column's name; 0 is no grid.
            marked: the grid has room for the marks of numbers, the order of dates and the check of either.
            checked: such a check is offered in one of its rows.
        """
        scaled(self._checks.setMinimumWidth, CHECK if marked and checked else 0)
        if (title, marked) == (self._grid, self._marked):
            return
        if bool(title) != (self._grid > 0):
            self._place_texts(in_row=bool(title))
        if bool(title) != bool(self._grid):
            _move([self.remove_button], *((self._corner, self._first) if title else (self._first, self._corner)))
        if marked != self._marked:
            self._place_marks(in_row=marked)
        self._grid, self._marked = title, marked
        self.setObjectName("" if title else "inset")
        self.style().unpolish(self)
        self.style().polish(self)
        around = 0 if title else 10
        scaled(self._all.setContentsMargins, around, around, around, around)
        corner = 0 if title else 4
        scaled(self._corner.setContentsMargins, 0, corner, corner, 0)
        self._below.setContentsMargins(title + THEME.px(GAP) if title else 0, 0, 0, 0)
        self._title.show_width(title)
        for field, width in GRID.items():
            self.fields[field].title.setVisible(not title)
            scaled(self.fields[field].setFixedWidth, width if title else max(width, _ALONE))
        middle = THEME.px(sum(GRID[field] for field in BOUNDS) + (len(BOUNDS) - 1) * GAP)
        for each, width in ((self._middle, middle), (self._end, THEME.px(GRID["blank"]))):
            each.setMinimumWidth(width if title else 0)
            each.setMaximumWidth(width if title else _ANY)
        self.told.setVisible(bool(self.explanation) and not title)
        self._keep_places()
        self._show_rarer()

    def _place_texts(self, *, in_row: bool) -> None:
        """Let what only texts are asked stand where a number has its bounds, or in the line below."""
        _move(self._of_texts, *((self._beneath, self._in_row) if in_row else (self._in_row, self._beneath)))
        for name, short in WORDS.items():
            field = self.fields[name]
            field.title.setText(short if in_row else FIELDS[name][0])
            field.widen(WORDS_WIDTH if in_row else BESIDE[name])

    def _place_marks(self, *, in_row: bool) -> None:
        """Let marks, order and check stand under headings of their own, or in the line below."""
        signs = [self.fields[field] for field in SIGNS]
        _move(signs, *((self._beneath, self._in_grid) if in_row else (self._in_grid, self._beneath)))
        _move([self.check_button], *((self._beneath, self._at_end) if in_row else (self._at_end, self._beneath)))
        together = sum(MARKS.values()) + GAP
        for name in SIGNS:
            field = self.fields[name]
            field.title.setVisible(not in_row)
            field.widen(MARKS.get(name, together) if in_row else BESIDE[name])
        scaled(self._signs.setMinimumWidth, together if in_row else 0)
        self.check_button.setText(f" {_CHECKED_SHORT if in_row else _CHECKED}")

    def _keep_places(self) -> None:
        """In a grid each bound of a number stands under its heading, also where one before it is not asked for."""
        kept = bool(self._grid) and (self._plan.kind or self._untyped) in NUMERIC
        for field in BOUNDS:
            policy = self.fields[field].sizePolicy()
            if policy.retainSizeWhenHidden() != kept:
                policy.setRetainSizeWhenHidden(kept)
                self.fields[field].setSizePolicy(policy)

    def show_column(self, plan: ColumnPlan, use: Use = _ASKED, *, sealed: bool = False) -> None:
        """Show the declarations that the column's type needs; of one that only identifies persons, what they do to it.

        Args:
            use: what the column is read for.
            sealed: whether its cells are not shown, so that only a check tells whether they can be read.
        """
        if self._shown == (plan, use, sealed) and self._plan == plan:
            return  # of many columns one is typed in
        self._shown = plan, use, sealed
        self._take(plan)
        self._untyped = "" if use.persons else use.untyped or ""
        self._keep_places()
        self._kinds.setPlaceholderText(_UNCHOSEN[use.untyped])
        self.kind.show_value(plan.kind)
        asked = [] if use.persons else fields_of(plan.kind or self._untyped)
        wanted = [field for field in asked if field not in (*self._left_out, *_unsaid(plan))]
        for field in FIELDS:
            self.fields[field].setVisible(field in wanted)
        for field in wanted:
            self.fields[field].show_value(getattr(plan, field))
        self._say_unread(use.unread)
        self.explanation = _PERSONS.get(plan.kind, "") if use.persons else ""
        if plan.kind == Kind.DATE and plan.date_order and not self._left_out:
            self.explanation = _DATES[plan.date_order] + _OTHERWISE
        self.match_case.setVisible(plan.kind in TEXTUAL or (use.persons and not plan.kind))
        self.match_case.setChecked(plan.match_case)
        self.told.setText(self.explanation)
        self.told.setVisible(bool(self.explanation) and self._grid <= 0)
        checked = sealed and plan.kind in NUMERIC and not unsaid(plan) and not use.persons and not self._left_out
        self.check_button.setVisible(checked)
        self._show_rarer()

    def show_check(self, answer: str, *, warned: bool = False) -> None:
        """Say what a format check found, or nothing; it is kept nowhere, and gone with the next change."""
        _tell(self.checked, answer, warned=warned)
        if answer:
            say(self, answer)

    def show_remark(self, remark: Remark | None) -> None:
        """Say what is odd about how the column is read, or nothing; a reader says it at the column's type."""
        sentence = translated(remark.sentence) if remark else ""
        if self.remark.text() != sentence:
            _tell(self.remark, sentence, warned=remark is not None and remark.is_grave)
            self.kind.explain(sentence)

    def _say_unread(self, unread: str) -> None:
        """What a blank counts as where nothing is typed."""
        blank = self.fields["blank"].editor
        self.fields["blank"].explain(BLANK_HINTS[unread])
        if isinstance(blank, QLineEdit):
            blank.setPlaceholderText(BLANK[unread])

    def _kind_chosen(self, kind: str) -> None:
        step = self._plan.step or ("0.01" if kind == Kind.DECIMAL else "0.1" if kind in STEPPED else "")
        self._emit("kind", replace(self._plan, kind=kind, step=step))

    def _show_said(self, field: str) -> None:
        """What was emptied and left so is as it was."""
        if not self.fields[field].typed and getattr(self._plan, field):
            self.fields[field].show_value(getattr(self._plan, field))

    def _edit(self, field: str, value: str) -> None:
        if field in NEVER_BLANK and not value:
            return  # whoever replaces what was said has not taken it back
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
