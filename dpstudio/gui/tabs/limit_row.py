"""The limit of a table on the Privacy tab, with a bar beside it: what is spent, what a release costs, what is left."""

from fractions import Fraction

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from dpstudio.core.account import Account
from dpstudio.core.quantities import rational_text
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import theme_of
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Field, column, label, line, row
from dpstudio.gui.widgets.spent import USED_UP, Parted, account_text, parted
from dpstudio.gui.widgets.spent_bar import SpentBar
from dpstudio.kinds import KINDS
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import joined, tr

_TOGETHER = tr("All releases of this table together may cost at most this much.")
_BLANK = tr("for example 3"), tr("0: only noise without δ")
_EDITOR, _SAID, _HIGH = 130, 300, 32


class _Told(QWidget):
    """The bar and its words, as wide as what is left of the line; on a line of their own where that is too little."""

    def __init__(self, bar: SpentBar, said: QLabel) -> None:
        super().__init__()
        beside = QWidget()  # as high as the field, so that the bar stays in its line however long the words are
        beside.setLayout(row(bar))
        scaled(beside.setFixedHeight, _HIGH)
        inside = row(beside, said, spacing=10)
        inside.setAlignment(beside, Qt.AlignmentFlag.AlignTop)
        inside.setStretch(0, 2)
        inside.setStretch(1, 3)
        self.setLayout(inside)
        scaled(self.setMinimumHeight, _HIGH)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """The least width that both are read in."""
        width = theme_of(self).px(_SAID)
        return QSize(width, self.heightForWidth(width))


class LimitRow(QWidget):
    """Asks for the limit, in ε and where a guarantee has one in δ, and shows as a bar what becomes of it."""

    def __init__(self) -> None:
        super().__init__()
        self._problems = column(spacing=2)
        self.cap = Field(
            tr("Limit of this table (ε)"), line(), hint=_TOGETHER, width=_EDITOR, beside=True, below=self._problems
        )
        self.delta_cap = Field(
            tr("Limit of this table (δ)"), line(), width=_EDITOR + 70, beside=True, below=self._problems
        )
        self.bar, self.said = SpentBar(), label("", "soft")
        self._beside = _Told(self.bar, self.said)
        fields = Flow(self.cap, self.delta_cap, self._beside, spacing=16, fill=self._beside)
        self.setLayout(column(fields, self._problems, spacing=2))

    def show_limit(self, found: Resolved, *, with_delta: bool) -> None:
        """Show what is typed, or what is fixed in its place, and what it leaves.

        Args:
            with_delta: the guarantee that is chosen has a δ.
        """
        privacy, account = found.plan.privacy, found.account
        self.cap.show_value(privacy.cap)
        self.delta_cap.show_value(privacy.delta_cap)
        fixed = account is not None and account.limit.delta > 0
        self.delta_cap.setVisible(with_delta or fixed or bool(privacy.delta_cap.strip()))
        self._show_fixed(account)
        parts = parted(found)
        self.bar.setVisible(parts is not None and not found.known.refusal)
        self.said.setText(_said(found, parts))
        if parts is not None:
            self.bar.show_parts(tr("Limit: {said}", said=self.said.text()), parts)

    def _show_fixed(self, account: Account | None) -> None:
        """Where a limit is blank, the one that counts instead."""
        limits = (account.limit.epsilon, account.limit.delta) if account else (None, None)
        for field, limit, blank in zip((self.cap, self.delta_cap), limits, _BLANK, strict=True):
            if isinstance(field.editor, QLineEdit):
                field.editor.setPlaceholderText(
                    blank if limit is None else tr("{text}, as fixed", text=rational_text(limit))
                )


def _said(found: Resolved, parts: Parted | None) -> str:
    """What stands beside the bar; of a table that is sealed, or has no limit yet, that."""
    if parts is None or found.known.refusal:
        return tr("{said} The limit is fixed by the first release.", said=account_text(found))
    account, told = found.account, parts_told(parts)
    if account is None:
        return tr("{told}. The first release fixes the limit.", told=told)
    if parts.spent >= parts.limit:
        return tr("{told}. {remedy}", told=told, remedy=USED_UP)
    if not account.limit.delta:
        asks = KINDS[found.plan.kind].takes_delta(found.plan)
        return tr("{told}; no δ is allowed.", told=told) if asks else tr("{told}.", told=told)
    spent = rational_text(account.total.delta)
    return tr("{told}; δ: {spent} of {most} spent.", told=told, spent=spent, most=rational_text(account.limit.delta))


def parts_told(parts: Parted) -> str:
    """The parts of a limit in words: "0 spent, this 1, 9 left"."""
    spent = tr("{spent} spent", spent=rational_text(parts.spent))
    if parts.spent >= parts.limit:
        return tr("{spent}: nothing is left", spent=spent)
    if parts.left < 0:
        over = rational_text(-parts.left)
        return tr("{spent}, this {now}: {over} more than is left", spent=spent, now=rational_text(parts.now), over=over)
    now = tr("this {now}", now=rational_text(parts.now)) if parts.now else ""
    left = tr("{left} left", left=rational_text(max(parts.left, Fraction(0))))
    return joined(", ", filter(None, (spent, now, left)))
