"""Nothing of a sample whose file has changed is shown before a person has said what it holds now, charged or not."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dpstudio import api, cli
from dpstudio.core.errors import InputError
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project.opening import opened
from dpstudio.workspace.releasing import jobs
from tests.workspace.test_inspect import Desk, nothing

CANARY = "CANARY"
CHANGED = "people.csv has changed since it was last read. Say what it holds now"
VERBS = {"law": ("law",), "simulate": ("simulate", "-n", "10"), "release": ("release", "--out", "receipt")}


@pytest.fixture
def desk(tmp_path, home, monkeypatch):
    """A sample that has been looked at, and whose file holds other rows now."""
    monkeypatch.chdir(tmp_path)
    desk = Desk(tmp_path, "sample")
    desk.table = replace(desk.table, label="people.csv")
    desk.ask()
    assert opened(desk.write(), open_gate(), rows=True).question is not None
    desk.file.write_text(f"who,drink\nsomeone,{CANARY}\n")
    return desk


def said(capsys, verb, *options):
    capsys.readouterr()
    code = cli.main([*VERBS.get(verb, (verb,)), "p.dpstudio", *options])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_that_would_show_it_refuses_in_one_line_that_names_the_answer(desk, capsys, verb):
    code, out, err = said(capsys, verb)
    assert (code, out) == (2, "")
    assert err == (
        f"dpstudio: {CHANGED}: law, simulate or release --same-people if it is still a sample; if its rows are"
        " private now, call it private in the project.\n"
    )
    assert not Path("receipt").exists()
    assert open_gate().ledger.charges() == []


def test_a_plan_tells_it_as_missing_and_nothing_of_its_rows(desk, capsys):
    code, out, err = said(capsys, "plan", "--json")
    assert code == 2
    assert json.loads(out)["missing"][0]["field"] == f"changed:{desk.table.handle}"
    assert CANARY not in out + err


@pytest.mark.parametrize("verb", VERBS)
def test_the_answer_that_it_is_still_a_sample_is_kept(desk, capsys, verb):
    assert said(capsys, verb, "--same-people")[0] == 0
    assert said(capsys, "law")[0] == 0
    assert said(capsys, "plan")[0] == 0


def test_what_is_called_private_in_the_project_instead_is_not_shown_either(desk, capsys):
    desk.ask(role="private")
    desk.write()
    assert CHANGED.partition(" Say")[0] in said(capsys, "law")[2]
    code, out, err = said(capsys, "law", "--same-people")
    assert code != 0
    assert CANARY not in out + err
    desk.ask(role="sample")
    desk.write()
    assert "has been private before" in said(capsys, "law", "--same-people")[2]


def test_the_python_interface_asks_the_same(desk):
    with pytest.raises(api.InputError) as refused:
        api.open_project("p.dpstudio")
    assert str(refused.value) == (
        f"{CHANGED}. Give same_people=True if it is still a sample; if its rows are private now, make it a"
        " private table."
    )
    assert len(api.open_project("p.dpstudio", same_people=True).law()) == 2
    assert len(api.open_project("p.dpstudio").law()) == 2


def test_a_question_that_was_asked_before_the_change_shows_nothing_of_the_new_rows(desk, tmp_path):
    """The gate is asked once more for the rows themselves."""
    asked = api.open_project("p.dpstudio", same_people=True)
    desk.file.write_text("who,drink\nanother,Tea\n")
    with pytest.raises(api.InputError, match=CHANGED):
        asked.law()
    with pytest.raises(InputError, match=CHANGED):
        jobs.sample_answers(asked.question, asked.found.plan.data_table, open_gate(), tmp_path, nothing)
    with pytest.raises(api.InputError, match=CHANGED):
        asked.release()


def test_a_public_table_without_an_account_is_read_as_it_is_now(tmp_path, home):
    desk = Desk(tmp_path, "public")
    gate = open_gate()
    assert gate.decide(desk.table, nothing).permit
    desk.file.write_text("who,drink\nsomeone,Tea\n")
    assert gate.decide(desk.table, nothing).permit
