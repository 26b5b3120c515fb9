"""What each kind of question adds to a receipt."""

from dataclasses import dataclass

from dpstudio.core.receipt.claims import Accuracy, Asked, Used
from dpstudio.core.receipt.receipt import Step, Symbol


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


@dataclass(frozen=True)
class Told:
    """The claims of one kind of question, its derivation and its sentences."""

    question: Asked
    mechanism: Used
    accuracy: Accuracy
    derivation: tuple[Step, ...]
    prose: Prose
