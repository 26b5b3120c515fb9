"""What a receipt tells of a synthetic table."""

from typing import Any

from dpstudio.core.entropy import SOURCE
from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.mechanisms.small_database import query_count
from dpstudio.core.quantities import decimal_up, rational_text
from dpstudio.core.question import SyntheticTable
from dpstudio.core.receipt import columns, words


def describe(question: SyntheticTable) -> dict[str, Any]:
    """The columns, the queries, the size of the table and how useful it is."""
    mechanism, synthesis = SMALL_DATABASE, question.synthesis
    queries = query_count(synthesis.width, synthesis.queries, synthesis.weights)
    reached = mechanism.accuracy(synthesis, question.epsilon, question.people or 1, question.beta)
    return {
        "question": {
            "kind": "synthesize",
            "columns": [columns.shown(column) for column in question.columns],
            "sentence": words.synthesis_sentence(question.columns, synthesis),
            "queries": synthesis.queries.value,
            "weights": [str(weight) for weight in synthesis.weights],
            "number_of_queries": str(queries),
            "derivation": [
                {
                    "node": "−max over queries |n·q(x) − n·q(ŷ)|",
                    "sensitivity": "1",
                    "range_sensitivity": "2",
                    "why": words.SYNTHESIS_WHY,
                }
            ],
        },
        "mechanism": {
            "key": mechanism.key,
            "name": mechanism.name,
            "formula": mechanism.formula,
            "sentence": mechanism.sentence,
            "rows": synthesis.rows,
            "candidate_tables": synthesis.tables_text,
            "base_measure": "uniform over multisets of rows",
            "sampler": mechanism.sampler,
            "randomness": SOURCE,
        },
        "accuracy": {
            "alpha": rational_text(question.alpha),
            "beta": rational_text(question.beta),
            "people_needed": str(question.needed),
            "error_at_most": decimal_up(reached, 4),
            "sentence": words.synthesis_accuracy(question.alpha, question.beta, question.needed, question.people or 0),
        },
    }
