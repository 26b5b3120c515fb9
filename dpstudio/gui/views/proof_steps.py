"""A proof step by step: which step it is, what it says, and what of two pictures it is about."""

import numpy as np
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpstudio.core.preview.proof import Proof
from dpstudio.gui.look.announcing import Settled
from dpstudio.gui.plots.overlaid import OverlaidPlot, RatioPlot
from dpstudio.gui.views.neighbour_lines import Case, order_of, worst_line
from dpstudio.gui.widgets.kit import button, label, row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.whole import WholeLabel
from dpstudio.translation import tr

_HINT = tr("Why an outcome keeps within ε, step by step: that of the line chosen in the table, or the worst one.")


class ProofSteps(QWidget):
    """Shows the ratios of two laws; while its button is down, the factors of one of them, step by step.

    Args:
        plot: both laws, in which the outcome is lit.
        ratios: shows ratios or factors.
    """

    def __init__(self, plot: OverlaidPlot, ratios: RatioPlot) -> None:
        super().__init__()
        self._plot, self._ratios = plot, ratios
        self._case: Case | None = None
        self.proof: Proof | None = None
        self._line = self._at = 0
        self.button = button(tr("Proof"), kind="narrow", hint=_HINT)
        self.button.setCheckable(True)
        self.button.toggled.connect(lambda _: self._prove())
        self.back = button(tr("Back"), kind="narrow", hint=tr("The step before."))
        self.next = button(tr("Next"), kind="narrow", hint=tr("The next step."))
        self.back.clicked.connect(lambda: self._go(-1))
        self.next.clicked.connect(lambda: self._go(1))
        self.which, self.said = label("", "strong", wrap=False), WholeLabel()
        self._settled = Settled(self)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        put(inside, row(self.back, self.next, self.which, None))
        inside.addWidget(self.said)
        self.hide()

    def show_case(self, case: Case | None, line: int = 0, *, changed: bool = False) -> None:
        """Show what is drawn of two tables.

        Args:
            line: the outcome, in the order drawn.
            changed: whether anything was changed; else there is nothing to prove.
        """
        self._case, self._line = case, line
        self.button.setVisible(case is not None and case.people.proves)
        self.button.setEnabled(changed)
        self.button.setChecked(self.button.isChecked() and changed)
        self._prove()

    def go_to(self, line: int) -> None:
        """Prove it of another outcome."""
        if line != self._line:
            self._line = line
            self._prove()

    def _prove(self) -> None:
        case = self._case
        wanted = case is not None and self.button.isChecked() and self.button.isEnabled()
        proves = wanted and case is not None and case.people.proves
        self.proof = case.people.proof(case.change, case.bound, case.lines.at(self._line)) if proves and case else None
        self.setVisible(self.proof is not None)
        self._at = min(self._at, len(self.proof.steps) - 1) if self.proof is not None else 0
        self._write()

    def _go(self, by: int) -> None:
        self._at += by
        self._write()

    def _write(self) -> None:
        """The step that is shown, in words and in both pictures."""
        proof = self.proof
        if proof is None:
            self.said.setText("")
            self._settled.say("")
            self._show_ratios()
            return
        last = len(proof.steps) - 1
        for pressed, other, end in ((self.back, self.next, 0), (self.next, self.back, last)):
            if self._at == end and pressed.hasFocus():
                other.setFocus()
            pressed.setEnabled(self._at != end)
        self.which.setText(tr("Step {at} of {last}", at=self._at + 1, last=last + 1))
        self.said.setText(proof.steps[self._at].said)
        self._settled.say(f"{self.which.text()}: {self.said.text()}")
        self._show_factors(proof)

    def _show_ratios(self) -> None:
        self._plot.light(None)
        if self._case is not None:
            lines, laws = self._case.lines, self._case.laws
            order = order_of(lines, laws)
            worst = worst_line(lines, laws)
            self._ratios.show_ratios(
                laws.ratios[order], laws.broken[order], laws.limit, worst, lines.name, upright=lines.upright
            )

    def _show_factors(self, proof: Proof) -> None:
        """Only the product has a limit."""
        step = proof.steps[self._at]
        logs = np.array([each.log for each in proof.factors])
        limit = self._case.laws.limit if self._case is not None else 1.0
        broken = np.append(np.zeros(logs.size - 1, bool), abs(logs[-1]) > limit * (1 + 1e-9) + 1e-9)
        self._ratios.show_factors(logs, broken, limit, [each.name for each in proof.factors], step.lit)
        self._plot.light(self._line, everyone=step.everyone)
