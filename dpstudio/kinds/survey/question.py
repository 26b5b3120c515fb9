"""Ask each person: the answers of one column, randomized row by row, from the preview to the check of a receipt."""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpstudio.core.audit.trial import Tick, Trial
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import InputError
from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.preview.contract import Frequencies, Row
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.preview.views import Answers, listed
from dpstudio.core.quantities import counted, readable
from dpstudio.core.receipt.contract import Description
from dpstudio.core.receipt.receipt import Result, Surveyed
from dpstudio.core.receipt.words import amount
from dpstudio.core.sealed import Shown
from dpstudio.kinds.survey import auditing, describing, errors, law, previewing, releasing, verifying
from dpstudio.kinds.survey.settled import SettledSurvey
from dpstudio.planning.question import AnyKindOfQuestion
from dpstudio.translation import phrase


@dataclass(frozen=True, kw_only=True)
class Survey(SettledSurvey, AnyKindOfQuestion[list[int]]):
    """Randomized answers of one column; the exact answers are how many people gave each."""

    result_type = Surveyed

    def described(self) -> Description:
        """The column, its answers, the coin and the estimates' error."""
        return describing.describe(self)

    @property
    def action(self) -> str:
        """What a release does."""
        return phrase("publishes the randomized answers of {people}, counted", people=counted(self.people, "people"))

    @property
    def error_bound(self) -> str:
        """How wrong every estimate may be."""
        return phrase(
            "Every estimate ± {survey_error}", survey_error=amount(errors.survey_error(self), phrase("people"))
        )

    def read(self, work_file: Path, tick: Tick) -> list[int]:
        """How many people gave each answer."""
        return releasing.read(self, work_file, tick)

    def draw(self, secret: list[int], entropy: Entropy) -> dict[str, Any]:
        """The counts of randomized answers and what they tell about the true ones."""
        return releasing.draw(self, secret, entropy)

    def invented(self) -> list[int]:
        """About as many people with each answer."""
        return releasing.invented(self)

    def depends_on(self, people: int) -> tuple[Hashable, ...]:
        """How cells are read as answers; what an answer may become hangs on no table."""
        return (self.meanings, self.blank)

    def preview(self, answers: Shown[list[int]] | None, badge: Badge) -> tuple[Distribution, ...]:
        """One distribution for each true answer."""
        return previewing.of_answers(self, answers)

    def law_table(self, answers: list[int]) -> tuple[Row, list[Row]]:
        """What is counted of a person who would say so."""
        return law.law_table(self)

    def simulated(self, answers: list[int], draws: int, entropy: Entropy) -> Frequencies:
        """How often each answer was counted how often."""
        return law.simulated(self, answers, draws, entropy)

    def true_answers(self, answers: list[int]) -> Answers:
        """How many people truly gave each answer."""
        return listed((phrase("answer"), phrase("true count")), zip(self.answers, map(str, answers), strict=True))

    def trials(self, draws: int, tick: Tick = lambda _: None) -> tuple[Trial, ...]:
        """One person alone, who answers this or that."""
        return (auditing.trial(self, draws, tick),)

    @property
    def outcomes(self) -> int:
        """The possible answers."""
        return len(self.answers)

    def epsilon_for(self, wanted: Fraction, part: int) -> Fraction:
        """By the error of the printed estimates."""
        exact = errors.survey_error_for(wanted)
        needed = RANDOMIZED_RESPONSE.epsilon_for(exact, len(self.answers), self.people or 1, self.beta)
        if needed is None:
            raise InputError(
                phrase(
                    "No ε gives the error bound {wanted} for {people}.",
                    wanted=readable(wanted),
                    people=counted(self.people or 1, "people"),
                ),
                phrase("Type a larger one."),
            )
        return needed

    def again(self, result: Result) -> dict[str, Any]:
        """The result of the randomized counts in it."""
        if not isinstance(result, Surveyed):
            raise ValueError("the result is of another kind")
        return verifying.again(self, result)
