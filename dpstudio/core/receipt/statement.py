"""The receipt's statement: what was asked, what was promised, what came out; free of the data otherwise.

Field names follow the OpenDP deployments registry where it has them.
"""

import datetime
import hashlib
import platform
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import rfc8785

from dpstudio import __version__
from dpstudio.core.ledger import Account
from dpstudio.core.quantities import chance_in_hundred, decimal_up, odds_up, rational_text, significant_up
from dpstudio.core.question import Choice, Measurement, Question, Survey, SyntheticTable
from dpstudio.core.receipt import choice, measurement, survey, synthesis, words
from dpstudio.core.scores.rules import Ready
from dpstudio.core.tables.schema import Persons, Relation, Role

FORMAT = 2
_DEPENDENCIES = (
    "numpy",
    "duckdb",
    "ibis-framework",
    "sqlglot",
    "pyarrow",
    "polars",
    "lark",
    "cryptography",
    "typst",
    "rfc8785",
    "fastexcel",
)

_READ_AS = {
    Persons.TEXT: "persons are the same where their texts are, byte for byte, but for blanks around them",
    Persons.FOLDED_TEXT: "persons are the same where their texts are, byte for byte, but for blanks around them and for"
    " the case of A to Z",
    Persons.EXACT_TEXT: "persons are the same where their texts are, byte for byte",
    Persons.EXACT_FOLDED_TEXT: "persons are the same where their texts are, byte for byte, but for the case of A to Z",
    Persons.WHOLE_NUMBER: "persons are the same where their whole numbers are; a row with another text there is"
    " without a person",
}


@lru_cache(maxsize=4)
def describe(question: Question) -> dict[str, Any]:
    """Everything that the plan fixes: the part of the statement that is known before the draw; not to be changed."""
    loss = question.loss
    replace_one = question.unit.relation is Relation.REPLACE_ONE
    return {
        "privacy_unit": {
            "who": words.who(question),
            "identified_by": _identified(question),
            "rows_per_person": question.unit.rows,
            "truncation": _truncation(question),
            "neighbour_relation": question.unit.relation.value,
            "public_number_of_people": None if question.people is None else str(question.people),
        },
        "privacy_parameters": {
            "variant": "approximate" if loss.delta else "pure",
            "epsilon": rational_text(loss.epsilon),
            "epsilon_rounded_up": decimal_up(loss.epsilon, 4),
            "delta": rational_text(loss.delta),
            "zcdp_rho": rational_text(loss.rho),
            "zcdp_rho_rounded_up": rational_text(significant_up(loss.rho)),
            "odds_at_most": f"{odds_up(loss.epsilon)} to 1",
            "fifty_of_100_becomes_at_most": chance_in_hundred(loss.epsilon),
        },
        "deployment_model": "central",
        **_of_kind(question),
        "unprotected_quantities": ["the number of people in the table"] if replace_one else [],
    }


def _of_kind(question: Question) -> dict[str, Any]:
    """What is asked, by which mechanism, and how accurately: each kind of question tells its own."""
    match question:
        case Choice():
            return choice.describe(question)
        case Measurement():
            return measurement.describe(question)
        case Survey():
            return survey.describe(question)
        case SyntheticTable():
            return synthesis.describe(question)
    raise TypeError(type(question))


def statement(
    question: Question, result: dict[str, Any], account: Account, number: int, today: datetime.date
) -> dict[str, Any]:
    """The whole statement of one release; no score, probability, rank, count of rows, path or time of day.

    Args:
        result: what was drawn.
        account: of the dataset, this charge included.
        number: the ledger's counter.
    """
    return {
        "format": FORMAT,
        "kind": "dpstudio receipt",
        "name": question.name,
        "date": today.isoformat(),
        **describe(question),
        "result": result,
        "accounting": {
            "dataset": question.handle,
            "composition": "the ε of all releases from this table add up, and so do their δ",
            "this_charge": rational_text(question.loss.epsilon),
            "this_charge_delta": rational_text(question.loss.delta),
            "total": rational_text(account.total.epsilon),
            "total_delta": rational_text(account.total.delta),
            "total_zcdp_rho_rounded_up": rational_text(significant_up(account.total.rho)),
            "cap": rational_text(account.limit.epsilon),
            "cap_delta": rational_text(account.limit.delta),
            "releases_not_exported": sum(
                not c.exported and c.statement is not None and c.number != number for c in account.charges
            ),
            "forfeited_charges": sum(c.statement is None and c.number != number for c in account.charges),
            "ledger_counter": number,
        },
        "flags": _flags(question),
        "summary": {
            "protected": words.who(question),
            "from": words.from_what(question.loss),
            "not_from": words.NOT_FROM,
            "model": words.model(question),
        },
        "trust": {
            "assumptions": [
                "The curator is honest and kept the table, the ledger and this computer safe.",
                "The question, its bounds and types were not chosen by looking at the private table.",
                "No one measured how long the release took.",
            ],
            "check": [
                "Derive the sensitivity again from what was asked and the table of steps above.",
                "See that ε, the sensitivity and the formula of the mechanism belong together.",
                "Ask the curator for the ledger entry with the counter above.",
            ],
        },
        "software": {
            "program": "dpstudio",
            "version": __version__,
            "python": platform.python_version(),
            "dependencies": _dependencies(),
        },
    }


def _flags(question: Question) -> list[str]:
    """What a reader must know before anything else."""
    flags = ["demonstration, not private: the table was declared a sample"] if question.role is Role.SAMPLE else []
    if _is_ready(question):
        flags.append("the sensitivity of the scores was asserted by the curator, not derived")
    return flags


def _is_ready(question: Question) -> bool:
    """Whether its scores come ready-made: then the table's rows are candidates, not people."""
    return isinstance(question, Choice) and isinstance(question.rule, Ready)


def _identified(question: Question) -> str:
    if _is_ready(question):
        return "as asserted: the table holds scores, not people"
    return question.unit.person or "one row per person"


def _truncation(question: Question) -> str:
    if _is_ready(question):
        return "as asserted: the scores were computed elsewhere"
    if question.unit.person is None:
        return "none: each row is one person"
    return (
        f"of each person's rows the {question.unit.rows} whose SHA-256 of the person and the cells that are read is"
        f" smallest are kept; rows without a person are dropped; {_READ_AS[question.unit.persons]}"
    )


def _dependencies() -> dict[str, Any]:
    found = {}
    for name in _DEPENDENCIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return {"versions": found, "sha256": hashlib.sha256(rfc8785.dumps(found)).hexdigest()}
