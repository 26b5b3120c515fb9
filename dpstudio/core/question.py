"""Questions: plans with nothing missing. Each is made from what is asked alone; bound, loss and noise follow in it."""

from abc import ABC
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.mechanisms import Calibration
from dpstudio.core.mechanisms.contract import refuse_unusable
from dpstudio.core.origins import leaves
from dpstudio.core.tables.schema import Column, PrivacyUnit, Role, Source
from dpstudio.translation import phrase

NOT_STATED = phrase("not stated")


@leaves(typed="issued_by purpose why_epsilon")
@dataclass(frozen=True)
class Issued:
    """Who issues a release, what for, and why with this epsilon: as typed; nothing follows from it."""

    issued_by: str = NOT_STATED
    purpose: str = NOT_STATED
    why_epsilon: str = NOT_STATED


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """What a release performs. Each kind adds what it asks; nothing that follows from it can be given or replaced.

    Args:
        handle: the data table's identity.
        epsilon: of the whole release.
        beta: how rarely the accuracy may fail.
        cap, delta_cap: the limit of all releases from this table.
        issued: what the receipt says of its purpose.

    Attributes:
        columns: what is read, in the order of the work file.
        people: the public number of people, or None where it is private or does not matter.
        mechanism: the mechanism's key.
        calibration: what the release costs and the noise that it draws, one value.
    """

    name: str
    handle: str
    role: Role
    source: Source
    unit: PrivacyUnit
    epsilon: Fraction
    beta: Fraction
    cap: Fraction
    delta_cap: Fraction = Fraction(0)
    issued: Issued = Issued()
    columns: tuple[Column, ...] = field(init=False, compare=False)
    people: int | None = field(init=False, compare=False)
    mechanism: str = field(init=False, compare=False)
    calibration: Calibration = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        refuse_unusable(epsilon=self.epsilon, beta=self.beta, cap=self.cap)
        if self.beta >= 1:
            raise ValueError("beta is not below 1")
        if self.source.has_gaps and self.unit.person is None and not self.unit.gaps and self.reads_people:
            raise ValueError("a sheet's rows that are all blank are none, and the unit does not say so")

    @property
    def reads_people(self) -> bool:
        """Whether the table's rows are people, and not scores that were computed elsewhere."""
        return True

    @property
    def is_asserted(self) -> bool:
        """Whether how far one person moves what is read was asserted, not derived."""
        return False

    @property
    def draws(self) -> int:
        """How many draws one release makes, one after another."""
        return 1

    @property
    def loss(self) -> PrivacyLoss:
        """What the release costs: of the very value that draws."""
        return self.calibration.loss

    def _derive(self, **values: Any) -> None:
        """Set what follows from the rest, once, while the question is made."""
        for name, value in values.items():
            object.__setattr__(self, name, value)
