"""The presentation: the picture of the open project over a whole screen, for people who sit far away from it."""

from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QMouseEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLabel,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from dpstudio.core.quantities import counted, rational_text
from dpstudio.core.receipt.words import cost
from dpstudio.gui.audience.turning import turn
from dpstudio.gui.look.announcing import say
from dpstudio.gui.look.scaled import rescale, scaled
from dpstudio.gui.look.theme import BRIGHT, CONTRAST, THEME, Theme
from dpstudio.gui.picture.place import PicturePlace
from dpstudio.gui.picture.preview import Preview
from dpstudio.gui.project.session import Session
from dpstudio.gui.widgets.epsilon_slider import EpsilonSlider
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import button, column, label, row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.people_slider import PeopleSlider
from dpstudio.gui.widgets.pictures import recolour_pictures
from dpstudio.gui.widgets.reading_order import InOrder
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr
from dpstudio.workspace.project.demonstrations import TIMES

_LEAST, _BODY = 24, 14
_WIDE, _HIGH = 1280, 720
"""On a screen of this size the smallest text has `_LEAST` pixels; on a larger one it grows with the screen."""
_RULES = tr("""
QLabel#small, QLabel#kind, QLabel#problem, QLabel#badge, QHeaderView::section, QTableView#compact,
QTableView#compact QHeaderView::section { font-size: ${px14}px; }
QLabel#heading { font-size: ${px18}px; }
QMainWindow { background: ${surface}; }
QFrame#card { border: none; }
QWidget#blank { background: #000000; }
""")
_ONWARD, _BACK, _BLANK, _LEAVE = ("PgDown", "Right"), ("PgUp", "Left"), ("B", "."), ("Esc", "F5")
_VOTE, _LOG = "V", "L"
_HAVE_ARROWS = QAbstractSlider, QAbstractItemView, QComboBox
_GIVES_WAY = tr("The result is in the window. An invented table's picture is not shown beside it.")
_MANY = 100


class Told(NamedTuple):
    """What was released, for an audience: what was asked, what came out, and on which terms."""

    asked: str
    result: str
    terms: str


class Blank(QWidget):
    """Covers all there is; a click takes it away."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setObjectName("blank")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Blank screen"))
        self.hide()

    def turn(self) -> None:
        """Cover, or let be seen again."""
        self.setGeometry(self._over.rect())
        self.raise_()
        self.setVisible(self.isHidden())
        say(self._over, tr("Blank screen") if self.isVisible() else tr("The picture is shown again"))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's
        """Let the picture be seen again."""
        del event
        self.turn()


class Presentation(QMainWindow):
    """Shows the picture with few controls in large type; a clicker's keys go through its views.

    Args:
        picture: what is shown; it has no controls of its own but the choice of the view.
    """

    left = Signal()
    vote_asked = Signal()
    release_agreed = Signal(object)
    """What was shown when it was agreed to release it."""

    def __init__(self, picture: Preview) -> None:
        super().__init__()
        self.own_theme, self._dressed = Theme(), (0.0, False)
        self.picture = picture
        self.epsilon, self._epsilon = EpsilonSlider(), label("", "strong", wrap=False)
        picture.title.setWordWrap(True)
        self.people = PeopleSlider(TIMES)
        self.people.name.hide()
        self.draw_button = button(
            tr("Draw"), kind="primary", hint=tr("Draw once. Where coins are thrown, throw the next one.")
        )
        times = counted(_MANY, "times")
        self.many_button = button(f"×\u202f{_MANY}", hint=tr("Draw {times}.", times=times))
        self.leave_button = button("", "x", kind="quiet", hint=tr("Leave the presentation (Esc)."))
        self.leave_button.clicked.connect(self.close)
        self.draw_button.clicked.connect(lambda: self._draw(1))
        self.many_button.clicked.connect(lambda: self._draw(_MANY))
        self._stack = QStackedWidget()
        self.place = PicturePlace(picture)
        self._stack.addWidget(self.place)
        self.asked, self.result, self.terms = label("", "heading"), label(_GIVES_WAY, "heading"), label("")
        self._stack.addWidget(_middle(self.asked, self.result, self.terms))
        self.release_button = button("", "lock", hint=tr("Charge and draw the one result, before the audience."))
        self.release_button.clicked.connect(self._release)
        self._asked: Resolved | None = None
        self._agreeing = self._again = False
        self._lay_out()
        self._blank = Blank(self)
        self._arrows = [self._key(key, by) for keys, by in ((_ONWARD, 1), (_BACK, -1)) for key in keys]
        for key in _BLANK:
            QShortcut(QKeySequence(key), self).activated.connect(self._blank.turn)
        QShortcut(QKeySequence(_VOTE), self).activated.connect(self.vote_asked)
        QShortcut(QKeySequence(_LOG), self).activated.connect(self.picture.foot.turn_log)
        for key in _LEAVE:
            QShortcut(QKeySequence(key), self).activated.connect(self.close)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_moved)

    def _lay_out(self) -> None:
        self._chosen = QWidget()
        ends = [label(text, "small", wrap=False) for text in (tr("privacy"), tr("accuracy"))]
        slider = row(ends[0], self.epsilon, ends[1], self._epsilon, spacing=10)
        slider.setStretch(1, 1)
        scaled(slider.setContentsMargins, 0, 4, 0, 4)
        self._chosen.setLayout(slider)
        parts = (
            self.draw_button,
            self.many_button,
            self._chosen,
            self.people,
            self.release_button,
            self.leave_button,
        )
        controls = QWidget()
        controls.setLayout(Flow(*parts, spacing=8, fill=self._chosen))
        below = row(controls)
        scaled(below.setContentsMargins, 14, 0, 14, 4)
        inside = QVBoxLayout()
        scaled(inside.setContentsMargins, 12, 6, 12, 8)
        scaled(inside.setSpacing, 4)
        inside.addWidget(self._stack, 1)
        put(inside, below)
        whole = InOrder()
        whole.setLayout(inside)
        self.setCentralWidget(whole)

    def _key(self, key: str, by: int) -> QShortcut:
        made = QShortcut(QKeySequence(key), self)
        made.activated.connect(lambda: self.turn(by))
        return made

    def show_session(self, session: Session) -> None:
        """Show what the project is called and which ε is in force."""
        found = session.resolved
        name = found.plan.name or tr("What the randomness will do")
        self.setWindowTitle(tr("{name} – dpstudio", name=name))
        self.picture.title.setText(name)
        epsilon = found.budget.epsilon
        self._chosen.setVisible(epsilon is not None)
        if epsilon is not None:
            self.epsilon.show_epsilon(epsilon)
            self._epsilon.setText(f"ε = {rational_text(epsilon)}")

    def show_release(self, asked: Resolved | None, told: Told | None) -> None:
        """Offer to release what is asked, and show what was released where the picture gives way to it.

        Args:
            asked: what can be released, or None; another one must be agreed to anew.
            told: what was released, or None.
        """
        self._agreeing = self._agreeing and asked is self._asked
        self._asked, self._again = asked, told is not None
        self._offer_release()
        texts = told or Told("", _GIVES_WAY, "")
        if self.result.text() != texts.result:
            self.result.setObjectName("winner" if told else "heading")
            self.result.setText(texts.result)
            self.own_theme.dress(self, _RULES)
            if told:
                say(self, tr("Result: {result}", result=told.result))
        for shown, text in ((self.asked, texts.asked), (self.terms, texts.terms)):
            shown.setText(text)
            shown.setVisible(bool(text))

    def _release(self) -> None:
        """Ask first what cannot be undone; the second time it is agreed to."""
        agreed, self._agreeing = self._agreeing, not self._agreeing
        self._offer_release()
        if agreed:
            self.release_agreed.emit(self._asked)

    def _offer_release(self) -> None:
        question = self._asked.question if self._asked else None
        self.release_button.setVisible(question is not None)
        text = self._offer(cost(question.loss)) if question else ""
        self.release_button.setText(f" {text}")
        self.release_button.setAccessibleName(text)

    def _offer(self, charged: str) -> str:
        """What the button says: of another draw that it is one, and what it costs more."""
        if self._agreeing:
            again, first = tr("Yes, charge {loss} more", loss=charged), tr("Yes, charge {loss}", loss=charged)
        else:
            again, first = tr("Draw again… ({loss} more)", loss=charged), tr("Release…")
        return again if self._again else first

    def show_place(self, pictured: bool) -> None:
        """Let the picture be seen, or give way to a result."""
        self._stack.setCurrentIndex(0 if pictured else 1)
        self.enable()

    def enable(self) -> None:
        """Let what is shown be drawn from, where it can be."""
        for each in (self.draw_button, self.many_button):
            each.setEnabled(self._stack.currentIndex() == 0 and "draws" in self.picture.offered)

    def turn(self, by: int) -> None:
        """Go on by a part of the picture, or back, as far as there are any; a blank screen is shown again first."""
        if self._blank.isVisible():
            self._blank.turn()
            return
        if by > 0 and self.place.turn_to_picture():
            return
        turn(self.picture, by)

    def _draw(self, many: int) -> None:
        self.place.turn_to_picture()
        if self.picture.view == "scene" and many == 1:
            self.picture.scene.draw_button.click()
            return
        if self.picture.view == "queries" and many == 1:
            self.picture.queries.draw_button.click()
            return
        if self.picture.view == "figures" and many == 1:
            self.picture.figures.draw_button.click()
            return
        self.picture.bring("draws")
        buttons = self.picture.draws.buttons
        (buttons.step if many == 1 else buttons.many[many]).click()

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        """The arrow keys belong to whatever moves by them."""
        for each in self._arrows:
            by_arrow = each.key().toString() in ("Right", "Left")
            each.setEnabled(not (by_arrow and isinstance(now, _HAVE_ARROWS)))

    def recolour(self) -> None:
        """Follow the look in force and the size of the screen."""
        theme = self.own_theme
        grown = max(1.0, min(self.width() / _WIDE, self.height() / _HIGH))
        scale, light = max(THEME.scale, grown * _LEAST / _BODY), THEME.look == "light"
        if self._dressed == (scale, light):
            return
        self._dressed = scale, light
        theme.scale = scale
        theme.look, theme.palette = ("light", BRIGHT) if light else ("contrast", CONTRAST)
        theme.dress(self, _RULES)
        rescale(self)
        recolour_pictures(self)
        self.picture.recolour()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's
        """The type grows with the screen."""
        super().resizeEvent(event)
        self._blank.setGeometry(self.rect())
        self.recolour()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's
        """Say that it is over."""
        super().closeEvent(event)
        self.left.emit()


def _middle(*said: QLabel) -> QWidget:
    """Texts in the middle of the screen, one above the other."""
    for each in said:
        each.setAlignment(Qt.AlignmentFlag.AlignCenter)
    made = QWidget()
    made.setLayout(column(None, *said, None))
    return made
