"""The self-check on the command line: its words, its exit codes, and that it reads and charges nothing."""

import json

import pytest

from dpstudio import cli
from dpstudio.core.entropy import Entropy
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project import demonstrations
from dpstudio.workspace.project.opening import opened
from dpstudio.workspace.releasing import auditing
from tests.conftest import Seeded
from tests.test_exit_codes import project


class Stuck(Entropy):
    """A source of randomness that says one thing only."""

    def read(self, count):
        return b"\x40" * count


@pytest.fixture
def run(capsys):
    def call(*arguments, entropy=None):
        code = cli.main([str(a) for a in arguments], entropy or Seeded("audit"))
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_a_demonstration_is_checked_in_the_same_words_as_json_has_them(run, tmp_path):
    path = demonstrations.write("colour", tmp_path / "d")
    code, out, err = run("audit", path, "-n", 400)
    assert (code, err) == (0, "")
    first, second = out.splitlines()
    assert first.startswith("In 400 draws nothing beyond ε = 1 was seen")
    assert "Compared: the winner, on two tables, one person apart" in second
    assert "By the exact law no outcome on any table tried goes beyond ε = " in second
    assert "none of yours is read, and nothing is charged" in second
    code, out, _ = run("audit", path, "-n", 400, "--json")
    facts = json.loads(out)
    assert (code, facts["kept"], facts["draws"], facts["epsilon"], facts["sentence"]) == (0, True, 400, "1", first)


def test_no_row_of_a_private_table_takes_part_and_nothing_is_charged(run, tmp_path):
    said = []
    for place, row in enumerate(("Tea", "Milk")):
        path = project(tmp_path / str(place), "p", tables={"role": "private"})
        (path.parent / "drinks.csv").write_text("drink,price\n" + f"{row},7391.00\n" * (50 * place + 1), "utf-8")
        said.append(run("audit", path, "-n", 400))
    assert said[0] == said[1]
    assert said[0][0] == 0
    assert json.loads(run("ledger", "--json")[1])["datasets"] == []


def test_a_source_of_randomness_that_is_stuck_is_seen_and_ends_in_3(run, tmp_path):
    path = demonstrations.write("survey", tmp_path / "d")
    code, out, _ = run("audit", path, "-n", 400, entropy=Stuck())
    assert code == 3
    assert "More than ε = 1 was seen: in 400 draws a loss of at least ε = " in out
    assert "Do not release" in out


def test_what_is_missing_or_refused_has_the_code_of_every_verb(run, tmp_path):
    assert run("audit", project(tmp_path / "a", "p", privacy={"epsilon": "one", "cap": "9"}))[0] == 2
    assert run("audit", project(tmp_path / "b", "p"), "-n", "9")[0] == 2
    assert run("audit", project(tmp_path / "c", "p"), "-n", "0")[0] == 2


def test_of_many_outcomes_as_many_draws_are_made_as_five_seconds_allow(tmp_path):
    asked = opened(demonstrations.write("median", tmp_path / "d"), open_gate(None), rows=False).previewed
    seconds = iter((0.0, 0.5))
    found = auditing.check(asked, lambda _: None, Seeded("pace"), clock=lambda: next(seconds))
    assert found.draws == 200
    assert auditing.sentence(found) == (
        "In 200 draws nothing beyond ε = 1 was seen, but so few draws would not have shown a larger loss."
    )


def test_no_receipt_and_no_ledger_entry_knows_of_a_check(run, tmp_path):
    path = demonstrations.write("colour", tmp_path / "d")
    run("plan", path)
    before = run("ledger", "--demonstrations", "--json")[1]
    run("audit", path, "-n", 400)
    assert run("ledger", "--demonstrations", "--json")[1] == before
