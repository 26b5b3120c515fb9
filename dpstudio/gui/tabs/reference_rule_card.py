"""The rule by which ready-made scores are said to be computed: its text, its columns, and what it does to the claim."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.tabs.column_editor import ColumnEditor
from dpstudio.gui.tabs.formula_card import FormulaCard
from dpstudio.gui.tabs.refutation_view import RefutationView
from dpstudio.gui.widgets.kit import Field
from dpstudio.kinds import KINDS
from dpstudio.kinds.choose.reference_rule import reference_columns_read
from dpstudio.kinds.choose.refutation import Refutation
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr

_WHY = tr(
    "If you know how the scores were computed, write it as a formula over the columns of the data they come from,"
    " with one row per person. What you assert is then checked against it: a bound that is too small is refused,"
    " with two tables that break it."
)


class ReferenceRuleCard(FormulaCard):
    """Asks for the rule and its columns' declarations; `declared` carries one of them."""

    declared = Signal(object, str)

    def __init__(self) -> None:
        super().__init__(tr("The rule they were computed by (optional)"), _WHY)
        self.editor.setObjectName("reference")
        self.editors: dict[str, ColumnEditor] = {}
        self._columns = QVBoxLayout()
        scaled(self._columns.setSpacing, 8)
        self.add(self._columns)
        self.refutation = RefutationView()
        self.add(self.refutation)

    def show_rule(self, found: Resolved) -> None:
        """Show the rule's text, its columns, and what is wrong with them."""
        asked = found.plan.rule
        ready = KINDS[found.plan.kind].scored and asked.kind == "ready"
        self.setVisible(ready)
        if not ready:
            return
        if asked.reference != self.editor.toPlainText():
            self.field.show_value(asked.reference)
        self.show_trouble(found.scores.trouble)
        columns = reference_columns_read(asked)
        self._keep([column.name for column in columns])
        for column in columns:
            self._editor(column.name).show_column(column)

    @property
    def column_fields(self) -> dict[str, Field]:
        """The fields of the columns' declarations, under the names that mistakes are told by."""
        return {
            f"reference:column:{name}:{field}": shown
            for name, editor in self.editors.items()
            for field, shown in editor.fields.items()
        }

    def show_refutation(self, found: Refutation | None) -> None:
        """Show what breaks the asserted bound, where it is too small."""
        self.refutation.show_refutation(
            found if found and found.field in ("rule.sensitivity", "rule.range_sensitivity") else None
        )

    def _keep(self, names: list[str]) -> None:
        for name in [name for name in self.editors if name not in names]:
            editor = self.editors.pop(name)
            self._columns.removeWidget(editor)
            editor.hide()
            editor.deleteLater()

    def _editor(self, name: str) -> ColumnEditor:
        if name not in self.editors:
            editor = ColumnEditor(name, removable=False, written=False)
            editor.changed.connect(self.declared)
            self.editors[name] = editor
            self._columns.addWidget(editor)
        return self.editors[name]
