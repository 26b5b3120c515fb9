"""What a receipt tells of figures."""

from typing import Any

from dpstudio.core.entropy import SOURCE
from dpstudio.core.figures.bounds import derive
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.quantities import rational_text
from dpstudio.core.question import Measurement
from dpstudio.core.receipt import columns, words


def describe(question: Measurement) -> dict[str, Any]:
    """The figures, their sensitivities, the noise and its error."""
    mechanism = NOISES[question.mechanism]
    sentences = [words.figure_sentence(asked) for asked in question.figures]
    return {
        "question": {
            "kind": "measure",
            "columns": [columns.shown(column) for column in question.columns],
            "sentence": " ".join(sentences),
            "figures": [
                {"name": asked.name, "sentence": sentence, "share_of_budget": rational_text(asked.share)}
                for asked, sentence in zip(question.figures, sentences, strict=True)
            ],
            "derivation": _derivation(question),
        },
        "mechanism": {
            "key": mechanism.key,
            "name": mechanism.name,
            "formula": mechanism.formula,
            "sentence": mechanism.sentence,
            "calibration": question.calibration.proof,
            "sampler": mechanism.sampler,
            "randomness": SOURCE,
        },
        "accuracy": {
            "beta": rational_text(question.beta),
            "sentence": words.figures_accuracy(question.beta, len(question.parts)),
        },
    }


def _derivation(question: Measurement) -> list[dict[str, str]]:
    """One line for each vector that is noised."""
    mechanism = NOISES[question.mechanism]
    names = [asked.name for asked in question.figures for _ in derive(asked.figure, question.unit)]
    lines = zip(names, question.parts, question.calibration.sizes, question.errors, strict=True)
    return [
        {
            "figure": name,
            "node": part.bounds.what,
            "components": str(part.bounds.components),
            "step": rational_text(part.bounds.step),
            "l1_sensitivity": rational_text(part.bounds.l1 * part.bounds.step),
            "l2_sensitivity_squared": rational_text(part.bounds.l2_squared * part.bounds.step**2),
            "share_of_budget": rational_text(part.share),
            "parameter": f"{mechanism.size_name} {rational_text(size)}",
            "error_at_most": rational_text(error * part.bounds.step),
            "why": part.bounds.why,
        }
        for name, part, size, error in lines
    ]
