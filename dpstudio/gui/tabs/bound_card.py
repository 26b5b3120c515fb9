"""The sensitivity bound that a person may enter, and what breaks one that is too small."""

from PySide6.QtWidgets import QWidget

from dpstudio.core.quantities import rational_text, readable, with_unit
from dpstudio.core.scores.rules import Ready
from dpstudio.gui.tabs.refutation_view import RefutationView
from dpstudio.gui.widgets.kit import Field, button, column, label, line, row
from dpstudio.kinds.choose.refutation import Refutation
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr

_TEXTBOOK = tr(
    "Textbooks draw in proportion to exp(ε·u / 2Δ). Where R is less than 2Δ, that is worse for the same ε, and just as"
    " private."
)


class BoundCard(QWidget):
    """Shows the derived R and what breaks one that is too small; `field` asks for a larger one."""

    def __init__(self) -> None:
        super().__init__()
        self._derived = label("", "soft")
        self._editor = line(tr("derived"))
        self.field = Field(
            tr("A larger R (optional)"),
            self._editor,
            width=180,
            hint=tr(
                "R comes from the Score tab. You may enter a larger one to be extra careful; a smaller one is refused."
            ),
        )
        self.textbook = button("", hint=_TEXTBOOK)
        self._other = ""
        self.textbook.clicked.connect(lambda: self.field.edited.emit(self._other))
        self.refutation = RefutationView()
        self.setLayout(column(self._derived, row(self.textbook, None), self.refutation))

    def show_derived(self, found: Resolved) -> None:
        """Show the derived R."""
        known = found.scores.sensitivity
        asserted = isinstance(found.scores.rule, Ready)
        self._editor.setPlaceholderText(tr("asserted") if asserted else tr("derived"))
        amount = with_unit(readable(known.range), found.scores.score_unit) if known else ""
        told = tr("Asserted: R = {amount}", amount=amount) if asserted else tr("Derived: R = {amount}", amount=amount)
        self._derived.setText(told if known else "")
        self._show_textbook(found)

    def _show_textbook(self, found: Resolved) -> None:
        """Offer the textbook's R where it is larger, and the way back from it."""
        known, unit = found.scores.sensitivity, found.scores.score_unit
        self.textbook.setVisible(known is not None and known.range < 2 * known.delta)
        if known is None:
            return
        used, twice = found.plan.privacy.bound.strip(), rational_text(2 * known.delta)
        self._other = "" if used == twice else twice
        offered = tr("R = 2Δ = {twice}, the textbook's form", twice=with_unit(twice, unit))
        self.textbook.setText(
            offered if self._other else tr("R = {range} again", range=with_unit(readable(known.range), unit))
        )

    def show_refutation(self, found: Refutation | None) -> None:
        """Show what breaks the typed bound, where one is too small."""
        self.refutation.show_refutation(found if found and found.field == "privacy.bound" else None)
