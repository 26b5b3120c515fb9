"""The ledger's own verbs: a limit lowered for good."""

import json
from fractions import Fraction

import pytest

from dpstudio.workspace.computer import storage
from tests.own import own_apples


@pytest.fixture
def project(tmp_path):
    """A demonstration with a table of one's own, released once: ε 1 of 10 is spent."""
    return own_apples(tmp_path / "apples")


@pytest.fixture
def released(run, project, tmp_path):
    assert run("release", project, "--out", tmp_path / "first")[0] == 0
    return project


def account():
    (found,) = storage.ledger().accounts().values()
    return found


def lowered(project, limit):
    project.write_text(project.read_text("utf-8").replace('"cap": "10"', f'"cap": "{limit}"'), "utf-8")


@pytest.mark.parametrize("named", ["project", "table"])
def test_a_limit_is_lowered_for_good_and_the_old_one_is_told_what_it_is_now(run, released, tmp_path, named):
    of = [released] if named == "project" else ["--table", 1]
    code, said, err = run("lower", *of, "--to", "2.5")
    assert (code, said, err) == (0, "The limit of this table is 2.5 from now on; ε 1 is spent.\n", "")
    code, _, err = run("release", released, "--out", tmp_path / "r")
    assert code == 3
    assert "was set to 10 at its first release and lowered to 2.5 since. Type 2.5." in err
    lowered(released, "2.5")
    assert run("release", released, "--out", tmp_path / "r")[0] == 0
    accounting = json.loads((tmp_path / "r" / "receipt.json").read_text("utf-8"))
    accounting = accounting.get("statement", accounting)["accounting"]
    assert (accounting["cap"], accounting["total"]) == ("2.5", "2")
    assert run("release", released, "--out", tmp_path / "r2")[0] == 3
    assert account().spent == 2


def test_no_limit_is_raised_nor_lowered_below_what_is_spent(run, released):
    for limit, told in (("10", "never raised"), ("11", "never raised"), ("0.99", "ε = 1 of this table is spent")):
        code, _, err = run("lower", released, "--to", limit)
        assert (code, told in err) == (3, True), err
    assert run("lower", released, "--delta-to", "0.1")[0] == 3
    for limit in ("0", "-1", "1e3", "nan", "x"):
        assert run("lower", released, "--to", limit)[0] == 2
    assert account().limit.epsilon == 10
    assert run("lower", released, "--to", 1)[0] == 0
    assert account().limit.epsilon == account().spent == Fraction(1)


def test_which_table_is_meant_and_what_it_may_spend_must_be_said(run, project, tmp_path):
    assert run("lower", project, "--to", 1)[0] == 3, "nothing is released of it yet"
    assert run("lower", "--table", 1, "--to", 1)[0] == 3, "it is noted, and nothing is released of it yet"
    assert run("release", project, "--out", tmp_path / "r")[0] == 0
    for words in ((project,), ("--to", 1), (project, "--table", 1, "--to", 1), ("--table", 2, "--to", 1)):
        code, _, err = run("lower", *words)
        assert (code, err.count("\n")) == (2, 1), words
    assert account().limit.epsilon == 10


def test_json_tells_the_limit(run, released):
    code, said, _ = run("lower", released, "--to", "3", "--json")
    assert (code, json.loads(said)["cap"]) == (0, "3")
