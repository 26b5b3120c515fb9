"""Choose the best of finitely many candidates, from the preview to the check of a receipt."""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpstudio.core.audit.trial import Tick, Trial
from dpstudio.core.entropy import Entropy
from dpstudio.core.preview.contract import Frequencies, Row
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.preview.views import Answers
from dpstudio.core.quantities import counted
from dpstudio.core.receipt.contract import Description
from dpstudio.core.receipt.receipt import Chosen, Result
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.sealed import Shown
from dpstudio.kinds.choose import auditing, describing, law, previewing, releasing, verifying
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.kinds.choose.stand_in import stand_in_scores
from dpstudio.planning.question import AnyKindOfQuestion
from dpstudio.translation import phrase


@dataclass(frozen=True, kw_only=True)
class Choice(SettledChoice, AnyKindOfQuestion[Scores]):
    """The winners among candidates; the exact answers are the candidates' scores."""

    result_type = Chosen

    def described(self) -> Description:
        """The rule, the candidates, the mechanism and its accuracy."""
        return describing.describe(self)

    @property
    def action(self) -> str:
        """What a release does."""
        return phrase(
            "draws {winners} of {candidates}",
            winners=self.winners,
            candidates=counted(self.candidates.count, "candidates"),
        )

    def digested(self, claims: dict[str, Any]) -> dict[str, Any]:
        """The claims under the names that they had when digests began: a charge is known by them whoever made it."""
        claims["question"]["told"] = claims["question"].pop("reference_rule")
        return claims

    def list_beside(self) -> bytes | None:
        """The candidates, where they are too many to stand on the receipt."""
        return describing.list_beside(self.candidates)

    def read(self, work_file: Path, tick: Tick) -> Scores:
        """Every candidate's score."""
        return releasing.read(self, work_file, tick)

    def draw(self, secret: Scores, entropy: Entropy) -> dict[str, Any]:
        """The winners, in the order drawn."""
        return releasing.draw(self, secret, entropy)

    def invented(self) -> Scores:
        """Every candidate as good as every other."""
        return releasing.invented(self)

    def depends_on(self, people: int) -> tuple[Hashable, ...]:
        """The rule, the candidates, and how many people are assumed."""
        return (people, self.candidates, self.rule)

    def stand_in(self, people: int, tick: Tick) -> Shown[Scores] | None:
        """The scores of an invented table of so many people."""
        return stand_in_scores(self.rule, self.candidates, people)

    def preview(self, answers: Shown[Scores] | None, badge: Badge) -> tuple[Distribution, ...]:
        """How likely each candidate is to win the first draw."""
        if answers is None:
            raise TypeError("who wins depends on the table")
        return (previewing.of_choice(self, answers, badge),)

    def law_table(self, answers: Scores) -> tuple[Row, list[Row]]:
        """Every candidate, or piece of a line, with its score and its chance."""
        return law.law_table(self, answers)

    def simulated(self, answers: Scores, draws: int, entropy: Entropy) -> Frequencies:
        """How often each candidate won the first draw."""
        return law.simulated(self, answers, draws, entropy)

    @property
    def score_bounds(self) -> tuple[Fraction, Fraction] | None:
        """The derived Delta, and the R in force; None of a rule without a bound."""
        known, used = self.sensitivity, self.range_sensitivity
        return None if known is None or used is None else (known.delta, used)

    def true_answers(self, answers: Scores) -> Answers:
        """Every candidate with its score, the best first."""
        return law.true_answers(self, answers)

    def trials(self, draws: int, tick: Tick = lambda _: None) -> tuple[Trial, ...]:
        """Pairs on which one person decides who leads."""
        return tuple(auditing.trials(self, draws, tick))

    @property
    def outcomes(self) -> int:
        """The candidates."""
        return self.candidates.count

    def epsilon_for(self, wanted: Fraction, part: int) -> Fraction:
        """By how far the winner's score may lie below the best."""
        return self.calibration.epsilon_for(wanted, self.candidates.count, self.beta, self.candidates.weights)

    def again(self, result: Result) -> dict[str, Any]:
        """The result of the winners in it."""
        if not isinstance(result, Chosen):
            raise ValueError("the result is of another kind")
        return verifying.again(self, result)
