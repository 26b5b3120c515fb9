"""registry.yaml: an entry that the OpenDP deployments registry takes, and that every YAML reader reads alike."""

import json
from dataclasses import replace

import pytest
from jsonschema import Draft7Validator

from dpstudio.core.question import Issued
from dpstudio.core.receipt.registry import entry, to_yaml
from dpstudio.resources import resource
from tests.core.test_release_kinds import ROWS, question, release
from tests.verifying.receipts import PLANS, document

SCHEMA = json.loads(resource("registry.schema.json").read_text("utf-8"))
ORIGINAL = json.loads(resource("registry/deployments-schema.json").read_text("utf-8"))
NASTY = 'a: "b" # \\ \u2028\x7f\x85 {c} - |\n\t=x é 価格 😀'


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    return release(tmp_path_factory.mktemp("ledger"), question("count", ROWS))[0].receipt


def loaded(text):
    """A reader of the subset: two blanks a level, double-quoted texts as in JSON, plain numbers."""
    lines = [(len(line) - len(line.lstrip(" ")), line.strip(" ")) for line in text.split("\n") if line]

    def block(depth):
        if lines[0][1].startswith("- "):
            return [json.loads(lines.pop(0)[1][2:]) for _ in list(lines) if lines and lines[0][1].startswith("- ")]
        found = {}
        while lines and lines[0][0] == depth:
            name, _, rest = lines.pop(0)[1].partition(":")
            assert name not in found
            found[name] = json.loads(rest) if rest else block(depth + 2)
        return found

    value = block(0)
    assert not lines
    return value


def valid(data):
    return not list(Draft7Validator(SCHEMA, format_checker=Draft7Validator.FORMAT_CHECKER).iter_errors(data))


def places(value, path=()):
    for name, each in value.items():
        yield (*path, name)
        if isinstance(each, dict):
            yield from places(each, (*path, name))


def without(data, path):
    copy = json.loads(json.dumps(data))
    at = copy
    for name in path[:-1]:
        at = at[name]
    del at[path[-1]]
    return copy


@pytest.mark.parametrize("name", ["count", "gaussian", "survey", "synthesis"])
def test_an_entry_of_every_kind_is_valid_and_says_what_the_receipt_says(name, tmp_path):
    receipt = release(tmp_path, question(name, ROWS, epsilon="1/3"))[0].receipt
    data = loaded(to_yaml(receipt).decode())
    assert valid(data)
    assert to_yaml(receipt) == to_yaml(receipt)
    loss = data["deployment"]["privacy_loss"]
    assert loss["privacy_parameters"]["epsilon"] == 0.333333333334  # rounded up, never down
    assert "ε = 1/3" in loss["privacy_parameters_details"]
    assert ("delta" in loss["privacy_parameters"]) == (name == "gaussian")
    assert receipt.words.question in data["deployment"]["basic"]["description"]
    optional = ("delta", "rho")
    for path in places(data):
        assert valid(without(data, path)) == (path[-1] in optional)


@pytest.mark.parametrize("name", [*list(PLANS)[::9], "survey c", "columns"])
def test_the_registrys_own_schema_takes_an_entry_of_every_kind(name):
    data = loaded(to_yaml(document(name).receipt).decode())
    checked = Draft7Validator(ORIGINAL, format_checker=Draft7Validator.FORMAT_CHECKER)
    assert [each.message for each in checked.iter_errors(data)] == []
    data["deployment"]["basic"]["data_product_type"] = "A guess"
    assert [each.message[:9] for each in checked.iter_errors(data)] == ["'A guess'"]


def test_the_schema_that_is_checked_against_is_the_one_that_the_registry_wrote():
    """It is kept as written, with its licence, and in JSON, which says nothing else."""
    written = resource("registry/deployments-schema.yaml").read_text("utf-8")
    lines = {line.strip(" -\"'") for line in written.splitlines()}
    assert "MIT License" in resource("registry/LICENSE").read_text("utf-8")
    names = [path[-1] for path in places(ORIGINAL)]
    assert len(names) > 150
    assert [name for name in names if f"{name}:" not in written] == []
    assert [line for line in texts(ORIGINAL) if line.strip() and line not in written] == []
    assert {"additionalProperties: False", "privacy_unit:", "Synthetic data"} <= lines


def texts(value):
    if isinstance(value, str):
        yield from (line.strip() for line in value.splitlines())
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts(each)


def test_whatever_was_typed_is_read_back_as_it_was(counted):
    receipt = replace(counted, name=NASTY)
    text = to_yaml(receipt).decode()
    assert loaded(text)["deployment"]["basic"]["name"] == NASTY
    assert all(sign.isprintable() for sign in text if sign != "\n")
    assert len(text.splitlines()) == text.count("\n")


def test_every_flag_stands_in_the_entry_and_a_demonstration_is_called_so_first(counted):
    flags = ("demonstration, not private: the table was declared a sample", "another thing to know")
    made = entry(replace(counted, flags=flags))["deployment"]
    for flag in flags:
        assert flag[1:] in made["administrative"]["notes"]
    assert made["basic"]["name"].startswith("Demonstration, not private")
    assert made["basic"]["description"].startswith("Demonstration, not private")


def test_who_issued_it_what_for_and_why_stand_where_the_registry_asks_for_them(counted):
    receipt = counted
    blank = entry(receipt)["deployment"]
    told = entry(replace(receipt, issued=Issued("Office", "to plan", "as agreed")))["deployment"]
    for made, who, why, reason in ((blank, *["not stated"] * 3), (told, "Office", "to plan", "as agreed")):
        assert made["basic"]["data_curators"] == made["administrative"]["registry_authors"] == [who]
        assert made["basic"]["intended_use"] == why
        assert made["implementation"]["justification"] == reason


def test_only_signs_of_the_formula_are_explained_and_only_what_is_rounded_is_called_so():
    said = entry(document("votes, rows, add or remove").receipt)["deployment"]
    told = said["implementation"]["mechanisms"]
    assert "; u(y) the score" in told
    assert not any(f"; {sign} " in told for sign in "dkβ")
    assert "rounded up" not in said["privacy_loss"]["privacy_parameters_details"]
