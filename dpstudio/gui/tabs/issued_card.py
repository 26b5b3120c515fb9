"""What a receipt may say besides, on the Release tab: nothing of it is needed."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from dpstudio.core.plan import IssuedPlan
from dpstudio.core.question import NOT_STATED, Issued
from dpstudio.core.release import Release
from dpstudio.gui.widgets.kit import Field, HelpLabel, column, label, line
from dpstudio.gui.widgets.more import More
from dpstudio.translation import tr

_LINES = (
    ("issued_by", tr("Who issues it"), tr("for example the name of an office")),
    ("purpose", tr("What for"), tr("for example to plan next year's opening hours")),
    ("why_epsilon", tr("Why this ε"), tr("for example as agreed with the people it is about")),
)
_SAID = tr("who issues it, what for, why this ε")
_NOT_STATED, _NONE = tr("not stated"), tr("{said} (none of it stated)", said=_SAID)
_FIXED = tr("This stands on the receipt of the result above and stays as it is. “Draw again…” lets you change it.")
_LAST = tr("This stands on the receipt of the result above and stays as it is.")
_NEXT = tr("For the next draw. The receipt of the result above keeps what was stated before it.")


class IssuedCard(QWidget):
    """Edits an IssuedPlan; folded away until it is asked for or holds something.

    What stands on the receipt of the result that is shown is shown beside it, and cannot be edited.
    """

    edited = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, Field] = {}
        self._lines: dict[str, QLineEdit] = {}
        self._plan, self._stated = IssuedPlan(), Issued()
        self._is_fixed = self._for_next = False
        self.note = label("", "soft")
        for name, title, example in _LINES:
            self._lines[name] = line(example)
            field = Field(title, self._lines[name])
            field.edited.connect(lambda value, n=name: self.edited.emit(n, value))
            self.fields[f"issued.{name}"] = field
        self._blank = HelpLabel(tr("Optional. The receipt says “not stated” where a line is blank."))
        self.more = More(_SAID, self.note, *self.fields.values(), self._blank)
        self.setLayout(column(self.more))

    def show_issued(self, plan: IssuedPlan) -> None:
        """Show what is typed."""
        self._plan = plan
        self._show()

    def show_release(self, release: Release | None) -> None:
        """Know the result that is shown, and what its receipt states; those of old formats state nothing."""
        self._stated, self._for_next = getattr(release and release.receipt, "issued", Issued()), False

    def keep(self, *, answered: bool, last: bool) -> None:
        """Whether the result of what is asked is shown, so that its receipt is not changed by what is typed here.

        Args:
            last: nothing more can be drawn.
        """
        self._is_fixed = answered
        self.note.setText("" if not answered else _LAST if last else _NEXT if self._for_next else _FIXED)
        self.note.setVisible(answered)
        self._show()

    def ask_for_next(self) -> None:
        """Let what the next receipt states be typed."""
        self._for_next = True

    def _show(self) -> None:
        kept = self._is_fixed and not self._for_next
        said = self._stated if kept else self._plan
        typed = {name: getattr(said, name.partition(".")[2]) for name in self.fields}
        for name, field in self.fields.items():
            field.show_value("" if kept and typed[name] == NOT_STATED else typed[name])
        for name, _, example in _LINES:
            editor = self._lines[name]
            editor.setReadOnly(kept)
            editor.setPlaceholderText(_NOT_STATED if kept else example)
        typed = {name: field.typed for name, field in self.fields.items()}
        self.more.hold(something=any(typed.values()))
        self.more.call(
            _SAID if any(typed.values()) else _NONE if kept else tr("{said} (none of it stated yet)", said=_SAID)
        )

    def show_problems(self, wrong: dict[str, str]) -> None:
        """Show what is wrong, by field; it is unfolded for it."""
        for name, field in self.fields.items():
            field.show_problem(wrong.get(name, ""))
            if name in wrong:
                self.more.open()

    def reach(self, name: str) -> None:
        """Put the keyboard into a field."""
        self.more.open()
        self.fields[name].editor.setFocus()
