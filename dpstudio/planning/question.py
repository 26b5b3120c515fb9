"""The whole contract of a question: what every stage from the preview to the check of a receipt needs of it."""

from abc import abstractmethod
from fractions import Fraction
from typing import Any

from dpstudio.core.audit.contract import Auditable
from dpstudio.core.receipt.receipt import Result
from dpstudio.core.release.contract import Secret


class AnyKindOfQuestion(Auditable[Secret]):
    """A question with nothing missing, of some kind."""

    @property
    def score_bounds(self) -> tuple[Fraction, Fraction] | None:
        """How far one person moves a score, and two scores apart, at most; None where there is no such bound."""
        return None

    @abstractmethod
    def epsilon_for(self, wanted: Fraction, part: int) -> Fraction:
        """The least epsilon of three digits whose accuracy is at most the one wanted.

        Args:
            part: of several figures the one that is meant, counted as the preview counts them.

        Raises:
            InputError: no epsilon has it.
        """

    @abstractmethod
    def again(self, result: Result) -> dict[str, Any]:
        """The result as it follows from the values in it that were drawn.

        Raises:
            ValueError, LookupError, ArithmeticError, StopIteration, StudioError: they could not have been drawn.
        """


CompleteQuestion = AnyKindOfQuestion[Any]
