"""What a receipt may say besides, on the Release tab: nothing of it is needed."""

from PySide6.QtCore import Signal

from dpstudio.core.plan import IssuedPlan
from dpstudio.gui.widgets.kit import Card, Field, HelpLabel, button, line, row

_LINES = (
    ("issued_by", "Who issues it", "for example the name of an office"),
    ("purpose", "What for", "for example to plan next year's opening hours"),
    ("why_epsilon", "Why this ε", "for example as agreed with the people it is about"),
)


class IssuedCard(Card):
    """Edits an IssuedPlan; closed until it is asked for or holds something."""

    edited = Signal(str, str)

    def __init__(self) -> None:
        super().__init__("On the receipt")
        self.more = button("More: who issues it, what for, why this ε", "plus", kind="quiet")
        self.more.clicked.connect(self._open)
        self.add(row(self.more, None))
        self.fields: dict[str, Field] = {}
        for name, title, example in _LINES:
            field = Field(title, line(example))
            field.edited.connect(lambda value, n=name: self.edited.emit(n, value))
            self.fields[f"issued.{name}"] = field
            self.add(field)
        self._help = HelpLabel("Optional. The receipt says “not stated” where a line is blank.")
        self.add(self._help)
        self._show_open(False)

    def show_issued(self, plan: IssuedPlan) -> None:
        """Show what is typed."""
        for name, field in self.fields.items():
            typed = getattr(plan, name.partition(".")[2])
            field.show_value(typed)
            if typed and not self._is_open:
                self._show_open(True)

    def show_problems(self, wrong: dict[str, str]) -> None:
        """Show what is wrong, by field; a closed card opens for it."""
        for name, field in self.fields.items():
            field.show_problem(wrong.get(name, ""))
            if name in wrong:
                self._show_open(True)

    def reach(self, name: str) -> None:
        """Put the keyboard into a field."""
        self._show_open(True)
        self.fields[name].editor.setFocus()

    def _open(self) -> None:
        self.reach("issued.issued_by")

    def _show_open(self, shown: bool) -> None:
        self._is_open = shown
        self.more.setVisible(not shown)
        for field in self.fields.values():
            field.setVisible(shown)
        self._help.setVisible(shown and HelpLabel.shown)
