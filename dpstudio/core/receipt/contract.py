"""What a receipt needs of a question: its claims, its derivation and its sentences."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from dpstudio.core.question import Question
from dpstudio.core.receipt.claims import Accuracy, Asked, Used
from dpstudio.core.receipt.receipt import Result, Step, Symbol
from dpstudio.translation import phrase

CENTRAL = phrase("Central: a trusted curator held the table and ran the draw.")


@dataclass(frozen=True)
class Prose:
    """The sentences about one question."""

    question: str
    mechanism: str
    mechanism_sentence: str
    formula: str
    symbols: tuple[Symbol, ...]
    sampler: str
    accuracy: str
    accuracy_formula: str
    calibration: str = ""
    model: str = CENTRAL


@dataclass(frozen=True)
class Description:
    """The claims of a question, its derivation and its sentences.

    `check` says how to check bounds that no derivation leads to, or is "" where one does.
    """

    question: Asked
    mechanism: Used
    accuracy: Accuracy
    derivation: tuple[Step, ...]
    prose: Prose
    check: str = ""


class Describable(Question, ABC):
    """A question that a receipt can be written about.

    Attributes:
        result_type: what a receipt holds of its result.
    """

    result_type: ClassVar[type[Result]]

    @abstractmethod
    def described(self) -> Description:
        """Everything that a receipt says before the draw."""

    @property
    @abstractmethod
    def action(self) -> str:
        """What a release does, as a person confirms it."""

    @property
    def error_bound(self) -> str:
        """How wrong what is published may be, in one line a figure; "" where the accuracy says it."""
        return ""

    def list_beside(self) -> bytes | None:
        """The public list that goes beside the receipt, or None where it stands on it."""
        return None

    def digested(self, claims: dict[str, Any]) -> dict[str, Any]:
        """The claims that the plan's digest is of: what is asked, never how it is worded."""
        return claims
