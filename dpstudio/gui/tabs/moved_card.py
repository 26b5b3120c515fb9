"""How far one person moves each part of a result that has no scores: a line each, which opens to its proof."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.fold import Fold
from dpstudio.gui.widgets.glossary import beside
from dpstudio.gui.widgets.kit import Card, HelpLabel, label
from dpstudio.gui.widgets.steps import STEPS
from dpstudio.kinds import KINDS
from dpstudio.planning.moved import Moved
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import joined, tr, translated

_TITLE = tr("How much one person can move it")
_MEANING = tr("The noise is sized for the most that one person can do.")
_WIDTHS = (0, 5, 4, 2, 4)
"""How the width of a line is parted: its arrow, name, sensitivity, share of ε, noise."""
_NAME, _MOST = 1, 2


class MovedCard(Card):
    """A grid with aligned columns; one part alone stands open."""

    def __init__(self) -> None:
        super().__init__(_TITLE)
        self.add(beside(HelpLabel(_MEANING), tr("Δ and R")))
        self._later = label("", "soft")
        self.add(self._later)
        self._box = QWidget()
        self._grid = QGridLayout(self._box)
        self._grid.setContentsMargins(0, 0, 0, 0)
        scaled(self._grid.setHorizontalSpacing, 12)
        scaled(self._grid.setVerticalSpacing, 4)
        for place, width in enumerate(_WIDTHS):
            self._grid.setColumnStretch(place, width)
        self.add(self._box)
        self._lines: list[_Line] = []

    def show_moved(self, found: Resolved) -> None:
        """Show each part; a key in one of many figures changes a line or two: the others stay."""
        kind = KINDS[found.plan.kind]
        self.setVisible(not kind.scored)
        if kind.scored:
            return
        parts = tuple(kind.moved(found))
        self._later.setText(_later(found, some=bool(parts)))
        self._later.setVisible(found.previewed is None)
        while len(self._lines) > len(parts):
            self._lines.pop().leave()
        while len(self._lines) < len(parts):
            self._lines.append(_Line(self._grid, 2 * len(self._lines)))
        for each, part in zip(self._lines, parts, strict=True):
            each.show_part(part, alone=len(parts) == 1)


def _later(found: Resolved, *, some: bool) -> str:
    """What is not shown yet, and once what is done it will be."""
    what = tr("The share of ε and the noise are shown") if some else tr("It is shown")
    if found.known.refusal:
        return tr("{what} once the table's role is Private.", what=what)
    where = {item.tab for item in found.missing}
    tab = next((name for name in STEPS if name in where), "question")
    return tr("{what} once the {tab} tab is complete.", what=what, tab=STEPS[tab])


class _Line:
    """One part of the result: a row of the grid, and below it its proof while it is open."""

    def __init__(self, grid: QGridLayout, at: int) -> None:
        self.toggle = Fold("")
        self._most, self._proof = label("", "figures"), label("", "soft")
        self._texts: list[QLabel] = [label("", "strong"), self._most, label("", ""), label("", "")]
        middle = Qt.AlignmentFlag.AlignVCenter
        grid.addWidget(self.toggle, at, 0, middle)
        for place, each in enumerate(self._texts, _NAME):
            grid.addWidget(each, at, place, middle)
        grid.addWidget(self._proof, at + 1, _NAME, 1, len(self._texts))
        self._proof.hide()
        self.toggle.toggled.connect(self._proof.setVisible)
        self._open, self._shown = False, Moved("", "", (), ())

    def show_part(self, part: Moved, *, alone: bool) -> None:
        """Show it; open as soon as it is the only one, or says why nothing is known."""
        if part != self._shown:
            self._shown = part
            self.toggle.setAccessibleName(translated(tr("Why: {named}", named=part.named)))
            texts = (part.named, part.most, *part.beside)
            for place, each in enumerate(self._texts):
                each.setText(texts[place] if place < len(texts) else "")
            self._proof.setText(joined("\n", part.steps))
            self._most.setObjectName("soft" if part.unknown else "figures")
            self._most.style().polish(self._most)
        if (alone or part.unknown) != self._open:
            self._open = alone or part.unknown
            self.toggle.setChecked(self._open)

    def leave(self) -> None:
        """Take its row out."""
        for each in (self.toggle, *self._texts, self._proof):
            each.hide()
            each.setParent(None)
            each.deleteLater()
