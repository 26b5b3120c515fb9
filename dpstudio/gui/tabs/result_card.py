"""The result of a release: large, with what may be done with it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from dpstudio.core.receipt.headline import at_result, headline
from dpstudio.core.receipt.receipt import Receipt3
from dpstudio.core.release import Release
from dpstudio.foreign_texts import on_one_line
from dpstudio.gui.look.announcing import say
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.tabs.synthetic_rows import SyntheticRows
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.glossary import beside
from dpstudio.gui.widgets.kit import Card, button, column, label, row
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.tips import tip
from dpstudio.gui.widgets.whiskers import Figures
from dpstudio.kinds import KINDS
from dpstudio.translation import joined, sentence, tr, translated

_BETWEEN = 6
_LARGE_LINES, _SHORT_LINES = 5, 8
_MOST_LINES = 40
_KEPT = tr("You asked this on {date}. This is its result: release {number} of the ledger, shown again at no cost.")
_NOT_EXPORTED = tr("Export the receipt first.")
_ELSEWHERE = tr("Exported before; where to is kept only until the window is closed. Export it again to open its PDF.")


class ResultCard(Card):
    """Shows one release; the keyboard can rest on its result, which says itself.

    What is done with a long result stands above it, where it is in sight. A result of an earlier question is folded
    away as soon as another one is asked: the page is for that.
    What begins the next question, `next_button`, stands beside the button that draws again.
    """

    copy_requested = Signal()
    print_requested = Signal()
    export_requested = Signal()
    pdf_requested = Signal()
    next_requested = Signal()

    def __init__(self) -> None:
        super().__init__("", kind="hero")
        self.earlier, self._of_earlier = QWidget(), label("", "strong")
        self.stamp, self.terms, self.kept = label("", "soft"), label("", "soft"), label("", "soft")
        self.counting = label("")
        self.winner = label("", "winner", copied=True)
        self.after, self.bound = label("", "soft", copied=True), label("", "soft", copied=True)
        self.figures, self.table = Figures(), SyntheticRows()
        self.spoken = QFrame()
        self.spoken.setObjectName("result")
        self.spoken.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        inside = QVBoxLayout(self.spoken)
        scaled(inside.setContentsMargins, 8, 4, 8, 4)
        inside.addWidget(self.winner)
        inside.addWidget(self.figures)
        for each in (self.kept, self.stamp, self.counting, self.winner, self.after, self.bound, self.terms):
            each.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.key_changed = Card("", kind="notice")
        self.key_changed_text = label("")
        self.key_changed.add(self.key_changed_text)
        self.export_button = button(tr("Export receipt…"), "download", kind="primary")
        self.pdf_button = button(tr("Open PDF"), "receipt-text")
        self.copy_button, self.print_button = button(tr("Copy"), "copy"), button(tr("Print…"), "printer")
        self.next_button = button(tr("Another question of this table"), "plus")
        self.exported = label("", "soft")
        self.exported.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for pressed, asked in (
            (self.export_button, self.export_requested),
            (self.pdf_button, self.pdf_requested),
            (self.copy_button, self.copy_requested),
            (self.print_button, self.print_requested),
            (self.next_button, self.next_requested),
        ):
            pressed.clicked.connect(asked)
        buttons = self.export_button, self.pdf_button, self.copy_button, self.print_button
        self.add(self.earlier)
        self._pressed = QWidget()
        self._pressed.setLayout(column(Flow(*buttons, centred=True), self.exported))
        self._spent = QWidget()
        self._spent.setLayout(beside(self.terms, tr("ε, δ and the limit")))
        shown = self.kept, self.stamp, self.counting, self.spoken, self.table, self.after, self.bound, self._spent
        self._inner = column(*shown, self._pressed, self.key_changed, spacing=_BETWEEN)
        self.whole = More("", self._inner, line=tr("Show it"), apart=True)
        said = row(self._of_earlier, self.whole.button)
        said.setStretch(0, 1)
        self.earlier.setLayout(said)
        self.add(self.whole)
        self.body.addStretch(1)
        self._before: int | None = None
        self.is_long = False
        self.show_exported("")
        self.show_pdf(there=False, exported=False)
        self.hide()

    def show_release(self, release: Release, *, found: bool) -> None:
        """Show a result: a choice as large as there is room, figures on their scales.

        Args:
            found: it was drawn before, and the ledger has kept it.
        """
        receipt = release.receipt
        self._before = None
        self.whole.open()
        self.kept.setText(_KEPT.format(date=receipt.date, number=release.number) if found else "")
        self.kept.setVisible(found)
        is_choice = receipt.winners is not None
        shown, more = _shown(release)
        self.is_long = len(shown) > _SHORT_LINES
        self.winner.setText(joined("\n", [*shown, *filter(None, [more])]))
        drawn = not is_choice and any(line["error"] for line in release.lines)
        self.winner.setVisible(not drawn)
        self.figures.setVisible(drawn)
        self.figures.show_lines(release.lines[:_MOST_LINES] if drawn else (), shown if drawn else (), more)
        size = "winner" if len(release.lines) <= _LARGE_LINES and is_choice else "figures"
        if self.winner.objectName() != size:
            self.winner.setObjectName(size)
            self.winner.style().polish(self.winner)
        self._place_pressed()
        self.table.show_table(receipt.table)
        self.after.setText(release.after)
        self.after.setVisible(bool(release.after))
        bound = KINDS[receipt.question.kind].kept(receipt) if isinstance(receipt, Receipt3) else ""
        self.bound.setText(translated(bound))
        self.bound.setVisible(bool(bound))
        self.key_changed_text.setText(release.key_changed)
        self.key_changed.setVisible(bool(release.key_changed))
        self.stamp.setText(headline(receipt.flags, receipt.winners))
        self.counting.setText(at_result(receipt))
        self.counting.setVisible(bool(self.counting.text()))
        epsilon, delta, odds = receipt.terms
        slip = "" if delta == "0" else f"   ·   δ = {delta}"
        often = f"   ·   {translated(release.how_often)}" if release.how_often else ""
        terms = tr("ε = {epsilon}{delta}   ·   odds {odds}", epsilon=epsilon, delta=slip, odds=odds)
        self.terms.setText(f"{terms}{often}")
        self.spoken.setAccessibleName(
            tr(
                "Result: {shown} {stamp} {counting}ε = {epsilon}.",
                shown=sentence(joined(", ", shown)),
                stamp=sentence(self.stamp.text()),
                counting=f"{self.counting.text()} " if self.counting.text() else "",
                epsilon=epsilon,
            )
        )
        self.show_exported("")
        self.show_pdf(there=False, exported=False)

    def _place_pressed(self) -> None:
        """Below what is read first: the result, or where it is long its headline."""
        self._inner.removeWidget(self._pressed)
        self._inner.insertWidget(self._inner.indexOf(self.counting if self.is_long else self._spent) + 1, self._pressed)

    def shrink(self) -> None:
        """Be no higher than the result in sight needs: one with more figures may have stood here before."""
        for each in (self.spoken, self):
            inside = each.layout()
            if inside is not None:
                inside.invalidate()
            each.updateGeometry()

    def show_earlier(self, number: int) -> None:
        """Say that it is not of the question as it stands; 0 where it is."""
        self.earlier.setVisible(number > 0)
        if not number:
            self.whole.open()
        elif self._before == 0:
            self.whole.fold()
        self._before = number
        self._of_earlier.setText(
            tr(
                "This is the result of release {number}, made earlier, not of the question that is asked now.",
                number=number,
            )
        )

    def show_exported(self, text: str) -> None:
        """Say where the receipt lies."""
        self.exported.setText(text)
        self.exported.setVisible(bool(text))
        if text:
            say(self, text)

    def show_pdf(self, *, there: bool, exported: bool) -> None:
        """Whether its PDF can be opened, and why not.

        Args:
            exported: whether the receipt was ever exported.
        """
        self.pdf_button.setEnabled(there)
        tip(self.pdf_button, "" if there else _ELSEWHERE if exported else _NOT_EXPORTED)


def _shown(release: Release) -> tuple[list[str], str]:
    """The winner with its unit, several winners in order, or every figure; and how many lines are left out."""
    lines = release.lines
    if release.receipt.winners is None:
        said = release.shown
        more = len(said) - _MOST_LINES
        return said[:_MOST_LINES], tr("… and {more} more in the receipt", more=f"{more:,}") if more > 0 else ""
    names = [on_one_line(f"{line['value']} {line['unit']}".strip()) for line in lines]
    return (names if len(names) == 1 else [f"{place}. {name}" for place, name in enumerate(names, 1)]), ""
