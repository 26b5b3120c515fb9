"""Projects for random questions about random columns, and dpstudio asked about them from outside.

Nothing here knows the inside: a project is a JSON file, an answer what the command line prints.
"""

import contextlib
import hashlib
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from dpstudio import cli
from tests.receipts import statement

Plan = dict[str, Any]
Candidate = dict[str, str]
SURE = "1000000000000000000000000"


@dataclass(frozen=True)
class Asked:
    """A question: the plan without its file, its candidates in order, and the tree of an own formula."""

    plan: Plan
    candidates: tuple[Candidate, ...] = ()
    tree: tuple[Any, ...] | None = None
    reads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Claims:
    """What the program says one person can move: a score, and two scores apart."""

    delta: Fraction
    spread: Fraction


class RefusedError(Exception):
    """The program declined, with a sentence."""


@dataclass
class Program:
    """dpstudio's command line, in this process, writing projects into a folder."""

    folder: Path
    count: int = 0
    sentences: list[str] = field(default_factory=list)

    def project(self, plan: Plan) -> Path:
        """A file of its own for the plan."""
        self.count += 1
        path = self.folder / f"{self.count}.dpstudio"
        path.write_text(json.dumps({"format": 2, "program": "dpstudio", "plan": plan}), "utf-8")
        return path

    def say(self, *arguments: Any) -> dict[str, Any]:
        """What a verb answers as JSON."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.main([*map(str, arguments), "--json"])
        if code in (2, 3) and not out.getvalue():
            raise RefusedError(err.getvalue())
        assert code in (0, 2, 3), f"{code}: {err.getvalue()}"
        return json.loads(out.getvalue())

    def claims(self, plan: Plan) -> Claims:
        """What `plan` derives, without reading a row of a private table."""
        said = self.say("plan", self.project(plan))
        if said["missing"]:
            raise RefusedError(said["missing"][0]["sentence"])
        return Claims(Fraction(said["sensitivity"]), Fraction(said["range_sensitivity"]))

    def scores(self, plan: Plan) -> list[Fraction]:
        """The exact scores of a sample table, in the order of the candidates."""
        law = self.say("law", self.project(plan))["law"]
        return [Fraction(row["score"]) for row in law]

    def receipt(self, plan: Plan) -> dict[str, Any]:
        """The receipt of a release whose budget is so large that its noise is nothing."""
        where = self.project(plan)
        self.say("release", where, "--out", where.with_suffix(""))
        return statement(where.with_suffix("") / "receipt.json")

    def lines(self, plan: Plan) -> list[str]:
        """The figures or answers of such a release."""
        return [line["value"] for line in self.receipt(plan)["result"]["lines"]]


def table(handle: str, written: Mapping[str, Any], columns: Sequence[Plan] = (), role: str = "sample") -> Plan:
    """A table of a plan."""
    return {"handle": handle, "label": "people", "role": role, "header": "yes", "columns": list(columns), **written}


def with_file(asked: Asked, written: Mapping[str, Any], handle: str) -> Plan:
    """The question on one file."""
    first, *others = asked.plan["tables"]
    return {**asked.plan, "tables": [{**first, **written, "handle": handle}, *others]}


def listed(candidates: Sequence[Candidate]) -> tuple[Plan, Plan]:
    """A public table of candidates, pasted, and the plan's word for it."""
    names = [name or "name" for name in candidates[0]]
    lines = [names, *([each[name] for name in candidates[0]] for each in candidates)]
    text = "\n".join("\t".join('"' + cell.replace('"', '""') + '"' for cell in line) for line in lines)
    handle = hashlib.sha256(text.encode()).hexdigest()[:32]
    public = table(handle, {"format": "text", "text": text, "delimiter": "\t"}, role="public")
    return public, {"kind": "table", "table": handle, "label_column": "name"}


def gridded(start: Fraction, step: Fraction, count: int) -> tuple[tuple[Candidate, ...], Plan]:
    """Candidates start, start + step, ..."""
    values = [start + step * at for at in range(count)]
    plan = {"kind": "grid", "start": str(start), "stop": str(values[-1]), "step": str(step)}
    return tuple({"": str(value)} for value in values), plan


def asked(
    columns: Sequence[Plan],
    unit: Plan,
    rule: Plan,
    candidates: tuple[Candidate, ...],
    where: Plan,
    public: Sequence[Plan] = (),
    tree: tuple[Any, ...] | None = None,
    reads: Sequence[str] = (),
) -> Asked:
    """A choice of one candidate."""
    people = table("0" * 32, {"format": "text"}, columns)
    plan = {"tables": [people, *public], "unit": unit, "rule": rule, "candidates": where, "privacy": _privacy("1")}
    return Asked(plan, candidates, tree, tuple(reads))


def measured(columns: Sequence[Plan], unit: Plan, figures: Sequence[Plan]) -> Asked:
    """Figures whose noise is nothing."""
    people = table("0" * 32, {"format": "text"}, columns)
    plan = {"kind": "measure", "tables": [people], "unit": unit, "figures": list(figures), "privacy": _privacy(SURE)}
    return Asked(plan)


def surveyed(columns: Sequence[Plan], unit: Plan, column: str, answers: Sequence[str], people: int) -> Asked:
    """Answers each of which is kept, but for one chance in 10^15."""
    tables = [table("0" * 32, {"format": "text"}, columns)]
    survey = {"column": column, "answers": "\n".join(answers), "people": str(people)}
    return Asked({"kind": "survey", "tables": tables, "unit": unit, "survey": survey, "privacy": _privacy("36")})


def _privacy(epsilon: str) -> Plan:
    return {"epsilon": epsilon, "cap": epsilon}


def printed(tree: tuple[Any, ...]) -> str:
    """A formula as a person writes it."""
    kind, *parts = tree
    if kind == "distinct":
        return f"distinct({_bracketed(parts[0])} where {printed(parts[1])})"
    if kind == "ratio":
        return f"sum({printed(parts[0])} where {printed(parts[1])}) / max({parts[2]}, count({printed(parts[1])}))"
    if kind in ("count", "sum", "persons"):
        inner = [printed(part) for part in parts]
        return f"{kind}({inner[0]})" if len(inner) == 1 else f"{kind}({inner[0]} where {inner[1]})"
    if kind == "capped":
        amount, most, *where = (part if isinstance(part, str) else printed(part) for part in parts)
        return f"capped_sum({' where '.join([f'{amount}, {most}', *where])})"
    if kind in _WORDS:
        return _WORDS[kind](*parts)
    texts = [part if isinstance(part, str) else printed(part) for part in parts]
    if kind in ("abs", "max", "min", "clip", "if"):
        return f"{kind}({', '.join(texts)})"
    if kind in ("neg", "not"):
        return f"({'-' if kind == 'neg' else 'not '}{texts[0]})"
    return f"({texts[0]} {kind} {texts[1]})"


def _bracketed(name: str) -> str:
    return "[" + name.replace("]", "]]") + "]"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


_WORDS: dict[str, Callable[..., str]] = {
    "const": str,
    "own": lambda: "own_column()",
    "attribute": lambda name: "candidate." + _bracketed(name),
    "cell": _bracketed,
    "yes": _bracketed,
    "is": lambda name: f"{_bracketed(name)} = candidate",
    "has": lambda name: f"{_bracketed(name)} has candidate",
    "is text": lambda name, text: f"{_bracketed(name)} = {_quoted(text)}",
    "blank": lambda name: f"blank({_bracketed(name)})",
    "same": lambda one, other: f"{_bracketed(one)} = {_bracketed(other)}",
    "has text": lambda name, text: f"{_bracketed(name)} has {_quoted(text)}",
}


def random_unit(pick: Random) -> Plan:
    """Rows or persons, either relation."""
    relation = pick.choice(["add_remove", "replace_one"])
    if pick.random() < 0.45:
        return {"kind": "row", "relation": relation}
    return {"kind": "person", "person": "who", "rows": str(pick.choice([1, 1, 2, 3])), "relation": relation}
