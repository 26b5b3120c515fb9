"""The receipt's statement: what was asked, what was promised, what came out; free of the data otherwise.

Field names follow the OpenDP deployments registry where it has them.
"""

import datetime
import hashlib
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import rfc8785

from dpstudio import __version__
from dpstudio.core.candidates import CandidateSet, Grid
from dpstudio.core.ledger import Account
from dpstudio.core.mechanisms import MECHANISMS, peeling
from dpstudio.core.quantities import chance_in_hundred, decimal_up, odds_up, rational_text
from dpstudio.core.question import Question
from dpstudio.core.receipt import words
from dpstudio.core.tables.schema import NUMERIC, Column, Kind, Relation, Role

FORMAT = 1
_MOST_LISTED = 1000
_DEPENDENCIES = ("numpy", "duckdb", "ibis-framework", "sqlglot", "pyarrow", "typst", "rfc8785", "fastexcel")


def describe(question: Question) -> dict[str, Any]:
    """Everything that the plan fixes: the part of the statement that is known before the draw."""
    mechanism = MECHANISMS[question.mechanism]
    weights = question.candidates.weights
    gap = peeling.accuracy(
        mechanism,
        question.range_sensitivity,
        question.epsilon,
        question.candidates.count,
        question.beta,
        weights,
        question.winners,
    )
    relation = question.unit.relation
    return {
        "privacy_unit": {
            "who": words.protected(question.unit),
            "identified_by": question.unit.person or "one row per person",
            "rows_per_person": question.unit.rows,
            "truncation": _truncation(question),
            "neighbour_relation": relation.value,
        },
        "privacy_parameters": {
            "variant": "pure",
            "epsilon": rational_text(question.epsilon),
            "epsilon_rounded_up": decimal_up(question.epsilon, 4),
            "delta": "0",
            "zcdp_rho": rational_text(peeling.zcdp_rho(mechanism, question.epsilon, question.winners)),
            "odds_at_most": f"{odds_up(question.epsilon)} to 1",
            "fifty_of_100_becomes_at_most": chance_in_hundred(question.epsilon),
        },
        "deployment_model": "central",
        "question": _question(question),
        "mechanism": {
            "key": mechanism.key,
            "name": mechanism.name,
            "law": mechanism.law_form,
            "formula": mechanism.formula,
            "sentence": mechanism.sentence,
            "range_sensitivity_used": rational_text(question.range_sensitivity),
            "range_sensitivity_origin": "typed, at least the derived one" if question.entered else "derived",
            "sampler": mechanism.sampler,
            "randomness": "operating system",
            "draws": question.winners,
            "epsilon_of_each_draw": rational_text(question.epsilon / question.winners),
        },
        "accuracy": {
            "beta": rational_text(question.beta),
            "score_gap_at_most": decimal_up(gap, 6),
            "sentence": words.accuracy(gap, question.beta, question.score_unit, question.winners),
        },
        "unprotected_quantities": [] if relation is Relation.ADD_REMOVE else ["the number of people in the table"],
    }


def _question(question: Question) -> dict[str, Any]:
    return {
        "kind": "choose",
        "columns": [_column(column, question) for column in question.columns],
        "candidates": _candidates(question.candidates),
        "score_rule": words.rule_sentence(question.rule),
        "score_formula": words.rule_formula(question.rule),
        "score_unit": question.score_unit,
        "sensitivity": rational_text(question.sensitivity.delta),
        "range_sensitivity": rational_text(question.sensitivity.range),
        "derivation": [
            {
                "node": step.what,
                "sensitivity": rational_text(step.sensitivity),
                "range_sensitivity": rational_text(step.range_sensitivity),
                "why": step.why,
            }
            for step in question.sensitivity.steps
        ],
    }


def statement(
    question: Question, winners: tuple[str, ...], account: Account, number: int, today: datetime.date
) -> dict[str, Any]:
    """The whole statement of one release; no score, probability, rank, count of rows, path or time of day.

    Args:
        account: of the dataset, this charge included.
        number: the ledger's counter.
    """
    sample = question.role is Role.SAMPLE
    return {
        "format": FORMAT,
        "kind": "dpstudio receipt",
        "name": question.name,
        "date": today.isoformat(),
        **describe(question),
        "result": {
            "chosen": ", ".join(winners),
            "winners": list(winners),
            "unit": question.candidate_unit,
            "post_processing": "none",
        },
        "accounting": {
            "dataset": question.handle,
            "composition": "the ε of all releases from this table add up",
            "this_charge": rational_text(question.epsilon),
            "total": rational_text(account.spent),
            "cap": rational_text(account.cap),
            "releases_not_exported": sum(
                not c.exported and c.statement is not None and c.number != number for c in account.charges
            ),
            "forfeited_charges": sum(c.statement is None and c.number != number for c in account.charges),
            "ledger_counter": number,
        },
        "flags": ["demonstration, not private: the table was declared a sample"] if sample else [],
        "summary": {
            "protected": words.protected(question.unit),
            "from": words.from_what(question.epsilon),
            "not_from": words.NOT_FROM,
            "model": "Central: a trusted curator held the table and ran the draw.",
        },
        "trust": {
            "assumptions": [
                "The curator is honest and kept the table, the ledger and this computer safe.",
                "The candidates, bounds and types were not chosen by looking at the private table.",
                "No one measured how long the release took.",
            ],
            "check": [
                "Derive Δ and R again from the score rule and the table of steps above.",
                "See that ε, R and the formula of the mechanism belong together.",
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


def _truncation(question: Question) -> str:
    if question.unit.person is None:
        return "none: each row is one person"
    return (
        f"of each person's rows the {question.unit.rows} with the smallest keyed digests are kept;"
        " rows without a person are dropped"
    )


def _column(column: Column, question: Question) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": column.name,
        "type": column.kind.value,
        "blank_counts_as": "nothing" if column.blank is None else column.blank,
        "origin": "typed",
    }
    if column.kind in NUMERIC:
        shown["step"] = rational_text(column.step)
    if column.kind is Kind.CHOICES:
        shown["separator"] = column.separator
    if column.bounds is not None:
        shown["bounds"] = [rational_text(bound) for bound in column.bounds]
    if column.unit:
        shown["unit"] = column.unit
    return shown


def _candidates(candidates: CandidateSet) -> dict[str, Any]:
    shown: dict[str, Any] = {"origin": candidates.origin.value, "count": candidates.count}
    if isinstance(candidates, Grid):
        first, last = candidates.label(0), candidates.label(candidates.count - 1)
        unit = " days" if candidates.dates else ""
        return shown | {"start": first, "last": last, "step": rational_text(candidates.step) + unit}
    attributes = {name: list(values) for name, values in candidates.attributes.items()}
    weights = None if candidates.weights is None else [rational_text(weight) for weight in candidates.weights]
    whole = {"labels": list(candidates.labels), "attributes": attributes, "weights": weights}
    shown["sha256"] = hashlib.sha256(rfc8785.dumps(whole)).hexdigest()
    return shown | whole if candidates.count <= _MOST_LISTED else shown


def _dependencies() -> dict[str, Any]:
    found = {}
    for name in _DEPENDENCIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return {"versions": found, "sha256": hashlib.sha256(rfc8785.dumps(found)).hexdigest()}
