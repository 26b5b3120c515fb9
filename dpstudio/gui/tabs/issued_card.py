"""What a receipt may say besides, on the Release tab: nothing of it is needed."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpstudio.core.plan import IssuedPlan
from dpstudio.gui.widgets.kit import Field, HelpLabel, column, line
from dpstudio.gui.widgets.more import More
from dpstudio.translation import tr

_LINES = (
    ("issued_by", tr("Who issues it"), tr("for example the name of an office")),
    ("purpose", tr("What for"), tr("for example to plan next year's opening hours")),
    ("why_epsilon", tr("Why this ε"), tr("for example as agreed with the people it is about")),
)
_SAID = tr("who issues it, what for, why this ε")


class IssuedCard(QWidget):
    """Edits an IssuedPlan; folded away until it is asked for or holds something."""

    edited = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, Field] = {}
        for name, title, example in _LINES:
            field = Field(title, line(example))
            field.edited.connect(lambda value, n=name: self.edited.emit(n, value))
            self.fields[f"issued.{name}"] = field
        blank = HelpLabel(tr("Optional. The receipt says “not stated” where a line is blank."))
        self.more = More(_SAID, *self.fields.values(), blank)
        self.setLayout(column(self.more))

    def show_issued(self, plan: IssuedPlan) -> None:
        """Show what is typed."""
        typed = {name: getattr(plan, name.partition(".")[2]) for name in self.fields}
        for name, field in self.fields.items():
            field.show_value(typed[name])
        self.more.hold(something=any(typed.values()))
        self.more.call(_SAID if any(typed.values()) else tr("{said} (none of it stated yet)", said=_SAID))

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
