"""The Privacy tab: mechanism, ε with odds and accuracy beside it, the limit of the table."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.quantities import counted, decimal_up, rational_text, with_unit
from dpstudio.core.receipt import words
from dpstudio.core.tables.schema import Role
from dpstudio.gui.tabs.base import Facts, Tab, with_part
from dpstudio.gui.tabs.bound_card import BoundCard
from dpstudio.gui.tabs.comparison_card import ComparisonCard
from dpstudio.gui.tabs.limit_row import LimitRow
from dpstudio.gui.widgets.chooser import Chooser
from dpstudio.gui.widgets.epsilon_slider import EpsilonSlider
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.glossary import beside, glossary_link
from dpstudio.gui.widgets.kit import Card, Field, column, label, line, row
from dpstudio.gui.widgets.more import More
from dpstudio.kinds import KINDS
from dpstudio.planning.kind import Kind
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import capital, joined, sentence, tr, translated
from dpstudio.workspace.resolving.summary import slip, takes_delta

_PEOPLE = tr("expected people, ")
_RARE = tr("several winners, larger R, formula, comparison")
_FORMULA = tr("formula")
_CHOSEN = {"mechanism": tr("Mechanism"), "noise": tr("Noise"), "": tr("Mechanism")}
_MOST_FIGURES, _FIRST_FIGURES = 6, 4
"""How many figures are listed with their errors; of more than that, how many of them."""
_NARROW, _WIDE = 4, 5
"""How the odds and the error bound, which is longer, share the width."""
_GLOSSARY = tr("Mechanisms")
_EPSILON = tr("A smaller ε means more privacy and less accuracy.")


class PrivacyTab(Tab):
    """Asks for mechanism and parameters; what they mean stands beside them."""

    epsilon_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._asked, self._sure = Resolved(self.plan), ""
        self._drawn: Sequence[Distribution] = ()
        self._before, self._given = "", ""
        self.how_much = self._epsilon_card()
        self.column.addWidget(self.how_much)
        self._mechanisms = {key: self._mechanism_row(kind) for key, kind in KINDS.items()}
        self.limit = LimitRow()
        self.column.addWidget(self._drawn_card())
        self.column.addStretch(1)

    def _ask_field(self, name: str, made: Field) -> Field:
        made.edited.connect(self.part("privacy", name))
        self.fields[f"privacy.{name}"] = made
        return made

    def _epsilon_card(self) -> Card:
        card = Card(tr("How much privacy, how much accuracy"))
        self.slider = EpsilonSlider()
        self.slider.slid.connect(self.part("privacy", "epsilon"))
        slider = row(label(tr("more privacy"), "small", wrap=False), spacing=10)
        slider.addWidget(self.slider, 1)
        slider.addWidget(label(tr("more accuracy"), "small", wrap=False))
        card.add(slider)
        below = column(spacing=2)
        epsilon = self._ask_field("epsilon", Field(tr("Privacy ε"), line("1"), hint=_EPSILON, width=130, below=below))
        hint = tr("The chance that the error bound fails.")
        beta = self._ask_field("beta", Field(tr("Risk β"), line("0.05"), width=110, hint=hint, below=below))
        self._wanted = Field(
            tr("Or: error bound wanted"),
            line(tr("for example 10")),
            width=170,
            hint=tr(
                "Type how far the result may be from the truth, or from the best. With several figures, this is for"
                " the one in the picture."
            ),
            below=below,
        )
        self._wanted.edited.connect(self._accuracy_wanted)
        self._delta = self._ask_field(
            "delta",
            Field(
                "δ",
                line("0.000001"),
                width=130,
                hint=tr("The chance that the guarantee fails. Choose it far below 1/n."),
                below=below,
            ),
        )
        card.add(Flow(epsilon, self._delta, beta, self._wanted, glossary_link(tr("ε, δ and the limit")), spacing=16))
        card.add(below)
        self._odds = label("", "strong")
        self._chance = label("", "soft")
        self._accuracy = label("", "strong")
        self._accuracy_note = label("", "soft")
        self._warning = label("", "problem")
        self._warning.hide()
        odds = column(self._odds, self._chance, None, spacing=2)
        bound = column(self._accuracy, self._accuracy_note, None, spacing=2)
        box, sides = QWidget(), row(odds, bound, spacing=24)
        sides.setStretch(0, _NARROW)
        sides.setStretch(1, _WIDE)
        box.setLayout(sides)
        card.add(box)
        card.add(self._warning)
        return card

    def _mechanism_row(self, kind: Kind) -> QWidget:
        """The mechanisms to choose from, or the only one that there is."""
        title, known = _CHOSEN[kind.chosen_by], kind.mechanisms.values()
        if kind.chosen_by:
            chooser = Chooser(title, [(each.key, each.name, each.sentence) for each in known], glossary_link(_GLOSSARY))
            chooser.chosen.connect(self.part("privacy", kind.chosen_by))
            self.fields[f"privacy.{kind.chosen_by}"] = chooser
            return chooser
        only = QWidget()
        said = [label(text, kind) for each in known for text, kind in ((each.name, "strong"), (each.sentence, "soft"))]
        only.setLayout(column(beside(label(title, "heading"), _GLOSSARY), *said, spacing=4))
        return only

    def _drawn_card(self) -> Card:
        """How the result is drawn, what all releases may cost, and what is rarely asked for."""
        card = Card("")
        for mechanisms in self._mechanisms.values():
            card.add(mechanisms)
        for name, field in (("cap", self.limit.cap), ("delta_cap", self.limit.delta_cap)):
            self._ask_field(name, field)
        card.add(self.limit)
        card.add(self._rarely())
        return card

    def _rarely(self) -> More:
        """What is rarely changed or asked for."""
        winners = self._ask_field("winners", Field(tr("How many to choose"), line("1"), width=130))
        self._split = label("", "soft")
        self.bound = BoundCard()
        self.bound.field.edited.connect(self.part("privacy", "bound"))
        self.fields["privacy.bound"] = self.bound.field
        self._people = Field(
            tr("Expected number of people"),
            line(tr("1000 (assumed)")),
            width=180,
            hint=tr(
                "The picture is drawn from an invented table of this size, what an error bound says is held against it,"
                " and the ± of a mean is said for so many rows. The number is never read from a private table."
            ),
        )
        self._people.edited.connect(lambda value: self.ask("people", lambda plan: replace(plan, people=value)))
        self.fields["people"] = self._people
        self._choosing = QWidget()
        fields = row(winners, self.bound.field, None, spacing=16)
        self.comparison = ComparisonCard()
        self._formula = label("", "soft")
        self._choosing.setLayout(column(fields, self._split, self.bound, self.comparison))
        self.more = More("", self._people, self._choosing, self._formula)
        return self.more

    def show_values(self, found: Resolved, facts: Facts) -> None:
        """As `Tab.show_values`."""
        privacy = found.plan.privacy
        self._show_kind(found)
        for name in ("epsilon", "delta", "beta", "bound", "mechanism", "noise", "winners"):
            self.fields[f"privacy.{name}"].show_value(getattr(privacy, name))
        self.limit.show_limit(found, with_delta=takes_delta(found.plan))
        self._people.show_value(found.plan.people)
        data = found.plan.data_table
        kind = KINDS[found.plan.kind]
        public = found.previewed is not None and found.previewed.people is not None
        expected = kind.expects_people and kind.reads_people(found.plan) and not public
        invented = expected and (data is None or data.role != Role.SAMPLE)
        self._people.setVisible(invented)
        self.more.call((_PEOPLE if invented else "") + (_RARE if kind.scored else _FORMULA))
        own = privacy.bound.strip() or found.plan.people.strip() or privacy.winners.strip() not in ("", "1")
        self.more.hold(something=bool(own or (invented and kind.assumes(found))))
        several = found.scores.winners > 1 and found.budget.epsilon is not None
        self._split.setVisible(several)
        if several and found.budget.epsilon is not None:
            self._split.setText(
                tr(
                    "{draws}, one after another, each with ε = {epsilon}. The preview shows the first.",
                    draws=counted(found.scores.winners, "draws"),
                    epsilon=rational_text(found.budget.epsilon / found.scores.winners),
                )
            )
        if found.budget.epsilon is not None:
            self.slider.show_epsilon(found.budget.epsilon)
        if self._wanted.editor is not self.window().focusWidget():  # whichever application is in front
            self._wanted.show_value("")
            self._wanted.show_problem("")
            self._before = self._given = ""
        self._show_meaning(found)
        self.bound.show_derived(found)

    def _show_kind(self, found: Resolved) -> None:
        """Only what the kind of question needs."""
        for key, mechanisms in self._mechanisms.items():
            mechanisms.setVisible(key == found.plan.kind)
        kind = KINDS[found.plan.kind]
        self._choosing.setVisible(kind.scored)
        self._formula.setText(kind.law(found))
        self._delta.setVisible(takes_delta(found.plan))

    def _show_meaning(self, found: Resolved) -> None:
        epsilon = found.budget.epsilon
        self._odds.setText(tr("Odds change by {odds}", odds=words.odds(epsilon)) if epsilon else "")
        allowed = slip(found.plan, found.previewed)
        self._chance.setText(_suspected(epsilon, allowed) if epsilon else "")
        warning = words.warning(epsilon, found.budget.delta) if epsilon else ""
        self._warning.setText(warning)
        self._warning.setVisible(bool(warning))
        self._asked, self._sure = found, ""
        if found.scores.accuracy is not None and found.budget.beta is not None:
            amount = with_unit(decimal_up(found.scores.accuracy, 2), found.scores.score_unit)
            self._accuracy.setText(capital(words.gap(amount, found.scores.winners)))
            self._sure = tr("in at least {beta} of 100 runs", beta=rational_text(100 * (1 - found.budget.beta)))
        else:
            self._accuracy.setText(_first_of(KINDS[found.plan.kind].error_bound(found)))
        self._note_accuracy()

    def _note_accuracy(self) -> None:
        """How sure the error bound is, or that it says nothing where it allows as much as could be wrong at all."""
        found = self._asked
        kind = KINDS[found.plan.kind]
        nothing = kind.says_nothing(found, self._drawn)
        if self._sure:
            sure = tr("{sure}, whatever the data are.", sure=self._sure)
            said = joined(" ", (sentence(self._sure), nothing)) if nothing else sure
        elif found.previewed is None:
            said = tr("The error bound appears {found}.", found=_when(found))
        else:
            assumes = kind.assumes(found, below=True)
            said = joined(" ", filter(None, (nothing, assumes, kind.accuracy(found.previewed))))
        self._accuracy_note.setText(said)

    def show_drawn(self, shown: Sequence[Distribution], why_not: str) -> None:
        """Hear what the picture is drawn of, which is never a private table; `why_not` is for the comparison."""
        self.comparison.show_ready(why_not)
        self._drawn = shown
        self._note_accuracy()

    def _accuracy_wanted(self, text: str) -> None:
        """The ε follows a wish as long as it can be met; without one it is what it was before the first."""
        self._wanted.show_problem("")
        if self.plan.privacy.epsilon != self._given:
            self._before = self._given = self.plan.privacy.epsilon
        if text.strip():
            self.epsilon_wanted.emit(text)
        else:
            self._follow_wish(self._before)

    def _follow_wish(self, epsilon: str) -> None:
        self._given = epsilon
        self.ask("privacy.accuracy", lambda plan: with_part(plan, "privacy", epsilon=epsilon))

    def choose_epsilon(self, epsilon: str) -> None:
        """Ask for an ε that was chosen in the picture, as a step that is undone by itself."""
        self.ask("", lambda plan: with_part(plan, "privacy", epsilon=epsilon))

    def show_epsilon(self, epsilon: str, problem: str) -> None:
        """Take the epsilon that a wanted accuracy needs, or say why there is none."""
        if self._wanted.typed.strip():
            self._follow_wish(self._before if problem else epsilon)
            self._wanted.show_problem(problem)


def _first_of(said: str) -> str:
    """The errors of the first figures; of many more the picture has each, and the receipt all."""
    lines = translated(said).split("\n")
    if len(lines) <= _MOST_FIGURES:
        return said
    left = len(lines) - _FIRST_FIGURES
    return "\n".join(
        [*lines[:_FIRST_FIGURES], tr("and {figures}: choose one in the picture", figures=counted(left, "more figures"))]
    )


def _suspected(epsilon: Fraction, allowed: str) -> str:
    """What becomes of a suspicion, and what a δ allows besides."""
    return tr(
        "A suspicion held at 50 of 100 can become {suspicion} of 100.{allowed}",
        suspicion=words.suspicion(epsilon),
        allowed=allowed,
    )


def _when(found: Resolved) -> str:
    """What must come first; of a table that stays sealed nothing else helps."""
    return tr("once the table's role is Private") if found.known.refusal else tr("when the question is complete")
