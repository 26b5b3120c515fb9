"""Two amounts as bars on one scale, each with its name and its number."""

from fractions import Fraction

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from dpstudio.core.preview.over_epsilon import Contrast
from dpstudio.core.sampling.comparison import float_of
from dpstudio.gui.look.theme import SPACE, THEME, theme_of
from dpstudio.gui.widgets.kit import label
from dpstudio.gui.widgets.whole import WholeLabel
from dpstudio.translation import tr

_HIGH, _WIDE, _LEAST = 14, 120, 2


class Stripe(QWidget):
    """A bar that takes a share of the width; its accessible name says of what."""

    def __init__(self) -> None:
        super().__init__()
        self.share = Fraction(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_share(self, share: Fraction, said: str) -> None:
        """Take a share of the width, and be called as is said."""
        self.share = share
        self.setAccessibleName(said)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As wide as there is room."""
        return theme_of(self).size(_WIDE, _HIGH)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's
        """As high as it is drawn."""
        return theme_of(self).size(_HIGH, _HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        """Never so short that nobody sees it."""
        painter = QPainter(self)
        width = max(float(_LEAST), float_of(self.share) * self.width()) if self.share else 0.0
        painter.fillRect(QRectF(0, 0, width, self.height()), QColor(theme_of(self).palette.bar))
        painter.end()


class TwoBars(QWidget):
    """A contrast: its title, both bars with what they are, and what is said of them.

    Attributes:
        shown: the contrast, if there is one.
        parts: both bars with what they are, and how they share the height of a page.
    """

    def __init__(self) -> None:
        super().__init__()
        self.title, self.words = label("", "strong"), WholeLabel("soft")
        self.names, self.stripes = (WholeLabel(), WholeLabel()), (Stripe(), Stripe())
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, THEME.px(SPACE), 0, 0)
        inside.setSpacing(THEME.px(SPACE // 2))
        inside.addWidget(self.title)
        for name, stripe in zip(self.names, self.stripes, strict=True):
            inside.addWidget(name)
            inside.addWidget(stripe)
        inside.addWidget(self.words)
        both = zip(self.names, self.stripes, strict=True)
        self.parts = tuple(each for name, stripe in both for each in ((name, 0), (stripe, 1)))
        self.show_contrast(None)

    def show_contrast(self, contrast: Contrast | None) -> None:
        """Show a contrast, or nothing."""
        self.shown = contrast
        self.setVisible(contrast is not None)
        self.title.setText(contrast.title if contrast else "")
        self.words.setText(contrast.words if contrast else "")
        for place, (name, stripe) in enumerate(zip(self.names, self.stripes, strict=True)):
            said = (
                tr("{name} = {text}", name=contrast.bars[place].name, text=contrast.bars[place].text)
                if contrast
                else ""
            )
            most = max(bar.size for bar in contrast.bars) if contrast else Fraction(1)
            name.setText(said)
            stripe.show_share(contrast.bars[place].size / most if contrast and most else Fraction(0), said)
