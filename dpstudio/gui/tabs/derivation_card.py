"""The derivation of a score's sensitivity: a tree in which every node opens to its line of proof."""

from dataclasses import dataclass, field
from fractions import Fraction

from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from dpstudio.core.quantities import readable, with_unit
from dpstudio.core.scores.derivation import Sensitivity, Step
from dpstudio.core.scores.rules import Ready
from dpstudio.gui.look.announcing import SAID
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.glossary import glossary_link
from dpstudio.gui.widgets.kit import Card, HelpLabel, clear, column, label, row
from dpstudio.gui.widgets.tree import TreeNode
from dpstudio.kinds import KINDS
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import joined, tr, translated

_FIGURE = 84
_WHOLE = tr("The whole formula")
_MEANING = tr("One person moves a score by Δ at most, two apart by R; the noise follows R.")


@dataclass
class Node:
    """A step and the steps of its parts."""

    step: Step
    parts: list["Node"] = field(default_factory=list)


def tree_of(known: Sensitivity) -> Node:
    """The steps, parts before wholes, as a tree."""
    waiting: list[Node] = []
    for step in known.steps:
        parts = [each for each in waiting if each.step.depth > step.depth]
        waiting = [each for each in waiting if each.step.depth <= step.depth]
        waiting.append(Node(step, parts))
    return waiting[-1]


class ProofNode(TreeNode):
    """One node: its text and figures; opened, also why, and its parts.

    Args:
        what: what it is called where its own text stands elsewhere on the page.
    """

    def __init__(self, node: Node, *, opened: bool, what: str = "", above: "ProofNode | None" = None) -> None:
        named = what or node.step.what
        super().__init__(tr("Why: {named}", named=named), above)
        self._node, step = node, node.step
        self.setAccessibleName(tr("Proof") if self.is_whole else "")
        self.toggle.clicked.connect(self.open)
        shown = label(named, "" if step.sensitivity is None else "strong")
        shown.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        figures = list[QLabel]()
        if step.sensitivity is not None and step.range_sensitivity is not None:
            figures += [_aligned("Δ", step.sensitivity), _aligned(tr("R"), step.range_sensitivity)]
        self._figures = ", ".join(each.text() for each in figures)
        self._body = QWidget()
        self._inside = QVBoxLayout(self._body)
        scaled(self._inside.setContentsMargins, 30, 0, 0, 0)
        scaled(self._inside.setSpacing, 4)
        self.setLayout(column(row(self.toggle, shown, *figures, spacing=6), self._body, spacing=2))
        self._built = False
        self.open(opened)

    def open(self, opened: bool) -> None:
        """Show or hide the line of proof and the parts."""
        self.toggle.setChecked(opened)
        if opened and not self._built:
            self._built = True
            self._inside.addWidget(label(self._node.step.why, "soft"))
            self.parts += [ProofNode(part, opened=False, above=self) for part in self._node.parts]
            for each in self.parts:
                self._inside.addWidget(each)
        told = [self._figures, translated(self._node.step.why) if opened else ""]
        self.toggle.setAccessibleDescription(joined(". ", filter(None, told)) or SAID)
        self._body.setVisible(opened)


def _aligned(sign: str, value: Fraction) -> QLabel:
    """A figure below those of the other steps."""
    made = label(f"{sign} = {readable(value)}", "strong", wrap=False)
    scaled(made.setMinimumWidth, _FIGURE)
    return made


class DerivationCard(Card):
    """Shows the formula, Delta and R of the whole, and the tree of nodes."""

    def __init__(self) -> None:
        super().__init__("")
        self._figures = label("", "figures")
        heading = row(label(tr("How much one person can move it"), "heading"), self._figures)
        heading.setStretch(0, 1)
        heading.addWidget(glossary_link(tr("Δ and R")))
        self.add(heading)
        self.add(HelpLabel(_MEANING))
        self._tree = QVBoxLayout()
        self.add(self._tree)
        self._shown: Sensitivity | None = None

    def show_derivation(self, found: Resolved) -> None:
        """Show what was derived, or nothing."""
        known = found.scores.sensitivity
        self.setVisible(known is not None and KINDS[found.plan.kind].scored)
        if known is None or found.scores.rule is None:
            return
        moved, apart = (with_unit(readable(each), found.scores.score_unit) for each in (known.delta, known.range))
        self._figures.setText(tr("Δ = {moved}      R = {apart}", moved=moved, apart=apart))
        if known != self._shown:
            self._shown = known
            clear(self._tree)
            whole = tree_of(known)
            ready = isinstance(found.scores.rule, Ready)
            self._tree.addWidget(ProofNode(whole, opened=not whole.parts or ready, what="" if ready else _WHOLE))
