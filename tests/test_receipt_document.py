"""docs/receipt.md tells of every field that a statement can have, and of none that it cannot have."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

from dpstudio import cli
from dpstudio.core.origins import Origin, origins_of
from dpstudio.core.receipt.receipt import Receipt

TEXT = re.sub("```.*?```", "", (Path(__file__).parents[1] / "docs" / "receipt.md").read_text("utf-8"), flags=re.DOTALL)
TOLD = {name for said in re.findall(r"`([^`]+)`", TEXT) for name in re.findall(r"^[a-z][a-z_0-9]*$", said)}
OF_THE_FILE = {"statement", "envelope", "renderings", "payload", "keyid", "verify_receipt", "cryptography"}
VALUES = {"pure", "approximate", "choose", "measure", "survey", "synthesize", "exponential", "laplace", "l1", "zcdp"}
VALUES |= {"add_remove", "replace_one", "permute_and_flip"}
EARLIER = {"told"}  # a name of format 4


def classes(hint: Any) -> Iterator[type]:
    if is_dataclass(hint):
        yield hint
    for inner in get_args(hint):
        yield from classes(inner)


def names(kind: type, seen: set[type]) -> set[str]:
    """The names of a class's fields and of all that it holds."""
    if kind in seen:
        return set()
    seen.add(kind)
    found = {field.name for field in fields(kind)}
    for hint in get_type_hints(kind).values():
        for inner in classes(hint):
            found |= names(inner, seen)
    return found


def test_every_field_of_a_statement_is_told():
    assert names(Receipt, set()) - TOLD == set()


def origins(kind: type) -> Iterator[tuple[str, frozenset[Origin]]]:
    """The leaves of a class and of all that it holds, and where each comes from."""
    yield from origins_of(kind).items()
    for hint in get_type_hints(kind).values():
        for inner in classes(hint):
            yield from origins(inner)


def test_the_origins_that_are_told_are_those_that_the_classes_say():
    """Of names that stand once in a statement: those of several places are told in several lines."""
    said = [[cell.strip() for cell in line.split("|")] for line in TEXT.splitlines() if line.startswith("|")]
    told: dict[str, set[str]] = {}
    for cells in said:
        for place, cell in enumerate(cells[:-1]):
            words = set(re.findall("typed|public|derived|drawn|fixed", cells[place + 1]))
            for name in re.findall("`([a-z][a-z_0-9]*)`", cell) if words else ():
                told.setdefault(name, set()).update(words)
    found: dict[str, set[frozenset[Origin]]] = {}
    for name, origin in origins(Receipt):
        found.setdefault(name, set()).add(origin)
    checked = [name for name, several in found.items() if len(several) == 1 and name in told]
    assert len(checked) > 50
    for name in checked:
        (origin,) = found[name]
        assert {each.value.split()[0] for each in origin} <= told[name], name


def test_no_field_is_told_that_no_statement_has():
    assert TOLD - names(Receipt, set()) - OF_THE_FILE - VALUES - EARLIER - {"apples"} == set()


def test_the_worked_example_is_what_the_program_says(capsys, tmp_path, home):
    assert cli.main(["examples", "apples", "--out", str(tmp_path / "apples")]) == 0
    project = capsys.readouterr().out.strip()
    assert cli.main(["plan", project, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert f"`{told['score_formula']}`" in TEXT
    assert f"R = {told['range_sensitivity']} (whoever" in TEXT
    assert f"ln({told['candidates']} / {told['beta']}) · {told['range_sensitivity']} = {told['accuracy']} $" in TEXT
    assert f"at most {told['odds_at_most']} to 1" in TEXT
