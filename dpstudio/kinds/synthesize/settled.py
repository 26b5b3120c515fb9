"""A synthetic table with nothing missing: its loss and how many people it needs follow from what is asked."""

from dataclasses import dataclass, field
from fractions import Fraction

from dpstudio.core.figures.bounds import refuse_public_people
from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.mechanisms.contract import refuse_unusable
from dpstudio.core.mechanisms.small_database import Synthesis, SynthesisCalibration
from dpstudio.core.question import Question
from dpstudio.core.tables.schema import Column, Kind


@dataclass(frozen=True, kw_only=True)
class SettledSynthesis(Question):
    """Publish a small table of invented people that answers all queries about alike.

    Args:
        columns: yes/no columns, in the order of the table's bits.
        synthesis: its columns, queries and size.
        alpha: the share by which any query may be wrong.
        people: the public number of people.

    Attributes:
        needed: how many people the promise needs.

    Raises:
        Refusal: the unit does not allow a public number of people.
    """

    columns: tuple[Column, ...]
    synthesis: Synthesis
    alpha: Fraction
    people: int
    calibration: SynthesisCalibration = field(init=False, compare=False, repr=False)
    needed: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_public_people(self.unit)
        refuse_unusable(alpha=self.alpha)
        if len(self.columns) != self.synthesis.width or any(each.kind is not Kind.YES_NO for each in self.columns):
            raise ValueError("the synthetic table has one yes/no column for each column")
        made = SynthesisCalibration(self.synthesis, self.epsilon)
        needed = SMALL_DATABASE.needed(self.synthesis, self.epsilon, self.alpha, self.beta)
        self._derive(mechanism=SMALL_DATABASE.key, calibration=made, needed=needed)
