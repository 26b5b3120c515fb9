"""The view of one person: what a release can tell about you, as people to count, and where the noise is added."""

from math import ceil

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.preview.tabulated import bound_text, chance_text
from dpstudio.core.quantities import rational_text, suspicion_share
from dpstudio.core.question import Question
from dpstudio.core.receipt import words
from dpstudio.core.tables.schema import Relation
from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.look.theme import SPACE
from dpstudio.gui.plots.exhibit import Exhibit, Told
from dpstudio.gui.views.beside import beside
from dpstudio.gui.widgets.kit import label
from dpstudio.gui.widgets.one_by_one import texts_in_turn
from dpstudio.gui.widgets.people_field import PeopleField
from dpstudio.gui.widgets.whole import WholeLabel
from dpstudio.translation import sentence, tr, translated

_NEVER_ALL, _COLUMNS = 99, (2, 3)
_NAMES = tr("People"), tr("Of 100")
_CENTRAL = tr(
    "You → table → noise → result. Your data are in the table as they are, and whoever keeps the table sees them. The"
    " noise is added once, to the result, and hides you among everyone."
)
_LOCAL = tr(
    "You → table → noise → result. Your answer is in the table as you gave it, and whoever keeps the table sees it. It"
    " is changed by a coin of its own before anything is counted: had you tossed the coin yourself before answering,"
    " nobody would ever have seen your true answer. That takes far more people for the same accuracy."
)
_SUSPICION = tr(
    "Someone suspects something about you, and would bet on it at 50 of 100 {without}. After the result with your data,"
    " even if they know everyone else's, it is {most} of 100. Whoever sees the result can become {surer} of anything"
    " about you."
)
_WITHOUT = {
    Relation.ADD_REMOVE: (tr("Without your data"), tr("if you were not in the table")),
    Relation.REPLACE_ONE: (tr("With another's data in your place"), tr("if someone else stood in your place")),
}


class YouView(QWidget):
    """Shows two fields of a hundred people: a suspicion without your data and with it; or how answers are kept."""

    def __init__(self) -> None:
        super().__init__()
        self.odds, self.said = label("", "heading"), WholeLabel()
        self.warning, self.where = WholeLabel("problem"), WholeLabel("soft")
        self.fields = PeopleField(), PeopleField()
        self._digits = ["", ""]
        self.captions = WholeLabel("strong"), WholeLabel("strong")
        self._people = QWidget()
        both = QGridLayout(self._people)
        both.setContentsMargins(0, 0, 0, 0)
        scaled(both.setHorizontalSpacing, 3 * SPACE)
        both.setRowStretch(0, 1)
        for place, (field, caption) in enumerate(zip(self.fields, self.captions, strict=True)):
            caption.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
            both.addWidget(field, 0, place)
            both.addWidget(caption, 1, place)
            both.setColumnStretch(place, 1)
        self._inside = inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        scaled(inside.setSpacing, SPACE)
        inside.addWidget(self.odds)
        inside.addWidget(self._people, 1)
        inside.addWidget(self.warning)
        self._turned = texts_in_turn(self.said, self.where)
        inside.addWidget(self._turned)
        self.forget()

    def bare(self) -> None:
        """What is said beside the people, one sentence at a time; a warning is always there."""
        self._turned.bare()
        left = [(self.odds, 0), (self.warning, 0), (self._turned, 1)]
        beside(self._inside, left, [(self._people, 1)], _COLUMNS)

    def show_all(self, shown: tuple[Distribution, ...]) -> None:
        """Show what follows from ε alone, or of randomized answers what becomes of each."""
        question = shown[0].question
        self.odds.setText(tr("Odds about you change by {odds}", odds=words.odds(question.loss.epsilon)))
        warning = words.warning(question.loss.epsilon, question.loss.delta)
        self.warning.setText(warning)
        self.warning.setVisible(bool(warning))
        local = shown[0].local
        self.where.setText(_LOCAL if local else _CENTRAL)
        if local:
            self._show_answers(shown)
        else:
            self._show_suspicion(question)
        self._turned.follow()

    def _show_suspicion(self, question: Question) -> None:
        epsilon, (without, how) = question.loss.epsilon, _WITHOUT[question.unit.relation]
        most = words.suspicion(epsilon)
        share = suspicion_share(epsilon)
        self._fill(0, 50, tr("{without}: 50 of 100", without=without), "50")
        self._fill(1, min(_NEVER_ALL, ceil(share)), tr("With your data: {most} of 100", most=most), bound_text(share))
        said = _SUSPICION.format(without=how, most=translated(most), surer=translated(words.surer(epsilon)))
        self.said.setText(f"{said}{_failing(question)}")

    def _show_answers(self, shown: tuple[Distribution, ...]) -> None:
        """Of the first two answers how many of 100 are counted as they were given."""
        for place, each in enumerate(shown[:2]):
            share = 100 * float(each.chances[place])
            kept = round(share)
            said = tr("Of 100 who say “{label}”, {kept} are counted so", label=each.label(place), kept=kept)
            self._fill(place, kept, said, chance_text(share))
        epsilon = shown[0].question.loss.epsilon
        self.said.setText(
            tr(
                "Filled: answers that are counted as they were given. The others are changed, and nobody can tell"
                " which: a"
                " suspicion at 50 of 100 about your answer can become {suspicion} of 100.",
                suspicion=words.suspicion(epsilon),
            )
        )

    def _fill(self, place: int, filled: int, caption: str, digits: str) -> None:
        self._digits[place] = digits
        self.fields[place].show_filled(filled, caption)
        self.captions[place].setText(caption)

    def exhibits(self) -> list[Exhibit]:
        """What can be taken along."""
        lines = [(each.text(), digits) for each, digits in zip(self.captions, self._digits, strict=True)]
        if not lines[0][0]:
            return []
        told = Told(_NAMES, len(lines), lambda line: lines[line], Badge.DATA_FREE)
        texts = self.odds, self.said, self.warning, self.where
        said = " ".join(sentence(each.text()) for each in texts if each.text())
        return [Exhibit(tr("You"), "you", told, None, ((self._people, 1),), said)]

    def recolour(self) -> None:
        """Follow the palette in force."""
        for field in self.fields:
            field.update()

    def forget(self) -> None:
        """Show nothing."""
        for place in (0, 1):
            self._fill(place, 0, "", "")
        for text in (self.odds, self.said, self.warning, self.where):
            text.setText("")
        self.warning.hide()


def _failing(question: Question) -> str:
    """How likely the guarantee fails, where it may."""
    delta = question.loss.delta
    return tr(" This may fail with probability δ = {delta}.", delta=rational_text(delta)) if delta else ""
