"""Publish figures with noise, from the preview to the check of a receipt."""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpstudio.core.audit.trial import Tick, Trial
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import InputError
from dpstudio.core.figures.answers import Answers
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.preview import views
from dpstudio.core.preview.contract import Frequencies, Row
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.quantities import counted, readable
from dpstudio.core.receipt.contract import Description
from dpstudio.core.receipt.receipt import Measured, Result
from dpstudio.core.sealed import Shown
from dpstudio.kinds.measure import auditing, describing, digested, law, previewing, releasing, verifying
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.kinds.measure.words import figure_errors
from dpstudio.planning.question import AnyKindOfQuestion
from dpstudio.translation import joined, phrase


@dataclass(frozen=True, kw_only=True)
class Measurement(SettledMeasurement, AnyKindOfQuestion[Answers]):
    """Counts, sums, means and histograms; the exact answers are whole steps of each vector."""

    result_type = Measured

    def described(self) -> Description:
        """The figures, their sensitivities, the noise and its error."""
        return describing.describe(self)

    @property
    def action(self) -> str:
        """What a release does."""
        return phrase("publishes {figures}", figures=counted(len(self.figures), "noisy figures"))

    @property
    def error_bound(self) -> str:
        """How wrong each figure may be."""
        return joined("\n", figure_errors(self))

    def digested(self, claims: dict[str, Any]) -> dict[str, Any]:
        """What the figures mean, never what they are called."""
        return digested.unworded(self, claims)

    def read(self, work_file: Path, tick: Tick) -> Answers:
        """The true figures."""
        return releasing.read(self, work_file, tick)

    def draw(self, secret: Answers, entropy: Entropy) -> dict[str, Any]:
        """Every figure with noise."""
        return releasing.draw(self, secret, entropy)

    def invented(self) -> Answers:
        """Figures of a table without rows."""
        return releasing.invented(self)

    def depends_on(self, people: int) -> tuple[Hashable, ...]:
        """What is counted or added up, whatever it is called and however much noise it gets."""
        return (tuple(asked.figure for asked in self.figures),)

    def preview(self, answers: Shown[Answers] | None, badge: Badge) -> tuple[Distribution, ...]:
        """The error alone, or what is published of a sample."""
        return previewing.of_figures(self, answers)

    def law_table(self, answers: Answers) -> tuple[Row, list[Row]]:
        """Each noisy number of each vector."""
        return law.law_table(self, answers)

    def simulated(self, answers: Answers, draws: int, entropy: Entropy) -> Frequencies:
        """Of each noised number how often it came out."""
        return law.simulated(self, answers, draws, entropy)

    def true_answers(self, answers: Answers) -> views.Answers:
        """Each number before its noise."""
        return views.listed((phrase("figure"), phrase("true value")), law.true_figures(self, answers))

    def trials(self, draws: int, tick: Tick = lambda _: None) -> tuple[Trial, ...]:
        """Two tables on which the figures differ as far as they can."""
        return (auditing.trial(self, draws, tick),)

    @property
    def outcomes(self) -> int:
        """All numbers that get noise."""
        return sum(part.bounds.components for part in self.parts)

    def epsilon_for(self, wanted: Fraction, part: int) -> Fraction:
        """By the error of one figure as it is published; the others follow their shares."""
        figures = [asked for asked, _ in self.vectors]
        part = part if 0 <= part < len(figures) else 0
        noise = figures[part].figure.noise_for(figures[part], wanted)
        step = self.parts[part].bounds.step
        if noise < step:
            raise InputError(
                phrase(
                    "{wanted} is less than one step of the figure's grid, {step}, and its rounding.",
                    wanted=readable(wanted),
                    step=readable(step),
                ),
                phrase("Type a larger error, or a finer step."),
            )
        return NOISES[self.mechanism].epsilon_for(noise, part, self.parts, self.loss.delta, self.beta)

    def again(self, result: Result) -> dict[str, Any]:
        """The result of noisy vectors that lead to the values in it."""
        if not isinstance(result, Measured):
            raise ValueError("the result is of another kind")
        return verifying.again(self, result)
