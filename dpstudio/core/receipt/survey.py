"""What a receipt tells of randomized answers."""

from typing import Any

from dpstudio.core.entropy import SOURCE
from dpstudio.core.mechanisms import RANDOMIZED_RESPONSE
from dpstudio.core.quantities import decimal_up, rational_text
from dpstudio.core.question import Survey
from dpstudio.core.receipt import columns, words


def describe(question: Survey) -> dict[str, Any]:
    """The column, its answers, the coin and the estimates' error."""
    mechanism = RANDOMIZED_RESPONSE
    keep, other = mechanism.law(question.epsilon, len(question.answers))
    return {
        "question": {
            "kind": "survey",
            "columns": [columns.shown(column) for column in question.columns],
            "sentence": words.survey_sentence(question.columns[0], question.answers),
            "answers": list(question.answers),
            "unlisted_counts_as": question.answers[question.blank],
            "derivation": [{"node": "one answer", "why": words.SURVEY_WHY}],
        },
        "mechanism": {
            "key": mechanism.key,
            "name": mechanism.name,
            "formula": mechanism.formula,
            "sentence": mechanism.sentence,
            "chance_of_keeping": f"{keep:.6f}",
            "chance_of_each_other_answer": f"{other:.6f}",
            "sampler": mechanism.sampler,
            "randomness": SOURCE,
        },
        "accuracy": {
            "beta": rational_text(question.beta),
            "error_at_most": decimal_up(question.error, 1),
            "sentence": words.survey_accuracy(question.error, question.beta),
        },
    }
