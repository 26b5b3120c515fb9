"""The published JSON schema of a project file, made from the Plan's own fields."""

import dataclasses
import types
import typing
from typing import Any

from dpstudio.core.mechanisms import NOISES, SELECTIONS
from dpstudio.core.mechanisms.small_database import Queries
from dpstudio.core.question import Plan
from dpstudio.core.scores.rules import VoteStyle
from dpstudio.core.tables.dialect import DELIMITERS, ENCODINGS
from dpstudio.core.tables.schema import DATE_ORDERS, FORMATS, Kind, Relation, Role

FORMAT = 2
_CHOICES: dict[tuple[str, str], list[str]] = {
    ("TablePlan", "role"): ["", *Role],
    ("TablePlan", "format"): list(FORMATS),
    ("TablePlan", "header"): ["", "yes", "no"],
    ("TablePlan", "delimiter"): list(DELIMITERS),
    ("TablePlan", "encoding"): list(ENCODINGS),
    ("ColumnPlan", "kind"): ["", *Kind],
    ("ColumnPlan", "date_order"): list(DATE_ORDERS),
    ("UnitPlan", "kind"): ["", "row", "person"],
    ("UnitPlan", "relation"): ["", *Relation],
    ("UnitPlan", "everyone"): ["", "yes"],
    ("CandidatesPlan", "kind"): ["", "list", "grid", "dates", "product", "table"],
    ("RulePlan", "kind"): [
        "",
        "votes",
        "revenue",
        "median",
        "quantile",
        "nearness",
        "nearness_of_sums",
        "agreement",
        "ready",
        "formula",
    ],
    ("RulePlan", "style"): ["", *VoteStyle],
    ("PrivacyPlan", "mechanism"): list(SELECTIONS),
    ("PrivacyPlan", "noise"): list(NOISES),
    ("Plan", "kind"): ["choose", "measure", "survey", "synthesize"],
    ("FigurePlan", "kind"): ["count", "total", "mean", "histogram", "groups"],
    ("ConditionPlan", "test"): ["is", "at_least", "at_most", "above", "below"],
    ("SynthesisPlan", "queries"): list(Queries),
}
_REQUIRED = {"TablePlan": ["handle", "label", "format"], "ColumnPlan": ["name"]}


def schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of a project file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "dpstudio project",
        "type": "object",
        "properties": {
            "format": {"enum": list(range(1, FORMAT + 1))},
            "program": {"const": "dpstudio"},
            "plan": _of(Plan),
        },
        "required": ["format", "program", "plan"],
        "additionalProperties": False,
    }


def _of(kind: Any, owner: str = "", name: str = "") -> dict[str, Any]:
    if dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        title = kind.__name__ if isinstance(kind, type) else ""
        return {
            "type": "object",
            "properties": {f.name: _of(hints[f.name], title, f.name) for f in dataclasses.fields(kind)},
            "required": _REQUIRED.get(title, []),
            "additionalProperties": False,
        }
    if isinstance(kind, types.GenericAlias) or typing.get_origin(kind) is tuple:
        return {"type": "array", "items": _of(typing.get_args(kind)[0])}
    if kind is bool:
        return {"type": "boolean"}
    choices = _CHOICES.get((owner, name))
    return {"enum": [str(choice) for choice in choices]} if choices else {"type": "string"}
