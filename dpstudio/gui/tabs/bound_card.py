"""The sensitivity bound that a person may enter, and what breaks one that is too small."""

from PySide6.QtWidgets import QWidget

from dpstudio.core.quantities import rational_text, with_unit
from dpstudio.core.scores.rules import Ready
from dpstudio.gui.tabs.refutation_view import RefutationView
from dpstudio.gui.widgets.kit import Field, column, label, line
from dpstudio.kinds.choose.refutation import Refutation
from dpstudio.planning.resolved import Resolved


class BoundCard(QWidget):
    """Shows the derived R and what breaks one that is too small; `field` asks for a larger one."""

    def __init__(self) -> None:
        super().__init__()
        self._derived = label("", "soft")
        self._editor = line("derived")
        self.field = Field(
            "A larger R (optional)",
            self._editor,
            width=180,
            hint="R comes from the Score tab. You may enter a larger one to be extra careful; a smaller one is"
            " refused.",
        )
        self.refutation = RefutationView()
        self.setLayout(column(self._derived, self.refutation))

    def show_derived(self, found: Resolved) -> None:
        """Show the derived R."""
        known = found.scores.sensitivity
        origin = "Asserted" if isinstance(found.scores.rule, Ready) else "Derived"
        self._editor.setPlaceholderText(origin.lower())
        self._derived.setText(
            f"{origin}: R = {with_unit(rational_text(known.range), found.scores.score_unit)}" if known else ""
        )

    def show_refutation(self, found: Refutation | None) -> None:
        """Show what breaks the typed bound, where one is too small."""
        self.refutation.show_refutation(found if found and found.field == "privacy.bound" else None)
