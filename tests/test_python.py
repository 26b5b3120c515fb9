"""From Python: the page's examples hold; what is asked, refused, charged and drawn is what the command line does."""

import doctest
import inspect
import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import fields, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import dpstudio
from dpstudio import api, cli
from dpstudio.api import figures, questions, scores, tables
from dpstudio.api.asked import released
from dpstudio.api.breaking_off import noted
from dpstudio.core.plan import ColumnPlan
from dpstudio.core.receipt.renderings import PAPERS
from dpstudio.workspace.project import demonstrations
from dpstudio.workspace.project.people import Said
from dpstudio.workspace.resolving.allowed import CHOICES
from tests.conftest import Seeded
from tests.judges.writers import sheet
from tests.own import private_apples

ROOT = Path(__file__).resolve().parents[1]
ADDED = {"unit": api.rows("add_remove"), "epsilon": 1, "limit": 4}
NAMED = [
    (tables.table, "role", ("TablePlan", "role")),
    (tables.column, "kind", ("ColumnPlan", "kind")),
    (tables.column, "date_order", ("ColumnPlan", "date_order")),
    (tables.rows, "relation", ("UnitPlan", "relation")),
    (figures.where, "test", ("ConditionPlan", "test")),
    (scores.votes, "style", ("RulePlan", "style")),
    (questions.choose, "mechanism", ("PrivacyPlan", "mechanism")),
    (questions.measure, "noise", ("PrivacyPlan", "noise")),
    (questions.synthesize, "queries", ("SynthesisPlan", "queries")),
]


@pytest.fixture
def drinks(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("drinks.csv").write_text("name,drink\nAda,Tea\nBen,Tea\nCleo,Coffee\nDan,Tea\n")
    return api.table("drinks.csv", "private", api.column("drink", "category"), header=True)


def test_every_example_of_the_page_gives_what_stands_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False, encoding="utf-8")
    assert found.failed == 0
    assert found.attempted >= 40


def test_every_name_of_the_interface_is_on_the_page_and_can_be_imported_from_dpstudio():
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    for name in api.__all__:
        assert f"`{name}`" in page, name
        assert getattr(dpstudio, name) is getattr(api, name)
    assert set(dir(dpstudio)) == {*api.__all__, "__version__"}
    everything: dict[str, object] = {}
    exec("from dpstudio import *", everything)
    assert set(everything) - {"__builtins__"} == set(api.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Plan'"):
        dpstudio.Plan  # noqa: B018 - that it is not there


@pytest.mark.parametrize(("function", "argument", "field"), NAMED, ids=lambda each: getattr(each, "__name__", None))
def test_what_an_argument_may_be_is_what_the_window_offers(function, argument, field):
    assert {"", *get_args(get_type_hints(function)[argument])} == {"", *CHOICES[field]}


def test_every_declaration_of_a_column_can_be_made():
    made = set(get_type_hints(tables.column)) - {"return"}
    assert made == {field.name for field in fields(ColumnPlan)}


@pytest.mark.parametrize(
    "inexact",
    [
        lambda t: api.choose(t, ["Tea", "Coffee"], api.votes("drink"), **ADDED | {"epsilon": 0.5}),
        lambda t: api.choose(t, ["Tea", "Coffee"], api.votes("drink"), **ADDED | {"limit": 4.0}),
        lambda t: api.choose(t, ["Tea", "Coffee"], api.votes("drink"), **ADDED, beta=0.05),
        lambda t: api.choose(t, ["Tea", "Coffee"], api.votes("drink"), **ADDED, bound=2.0),
        lambda t: api.choose(t, {"Tea": 0.5, "Coffee": 1}, api.votes("drink"), **ADDED),
        lambda t: api.measure(t, api.count(share=0.5), **ADDED),
        lambda t: api.measure(t, api.count(), **ADDED, delta=1e-6),
        lambda _: api.column("age", "decimal", upper=99.5),
        lambda _: api.grid(0, 1, 0.1),
        lambda _: api.quantile("age", 0.5),
        lambda _: api.ready("name", "score", sensitivity=1.0),
        lambda _: api.where("age", "above", 17.5),
        lambda _: api.column("age", "integer", upper=True),
    ],
)
def test_no_float_comes_in(inexact, drinks):
    with pytest.raises(api.InputError, match="is not an exact number"):
        inexact(drinks)
    assert api.accounts() == {}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda t: api.choose(t, ["Tea", "Coffee"], api.votes("drink"), epsilon=1, limit=4), "'unit' is missing"),
        (
            lambda t: api.choose(t, ["Tea", "Coffee"], api.votes("drink"), **ADDED, winnners=2),
            "'winnners'.*unit.*winners",
        ),
        (lambda _: api.count(condition=[api.where("drink", "is", "Tea")]), "no argument 'condition'"),
        (lambda t: api.choose(t, [1, 2], api.votes("drink"), **ADDED), "name is a int and no text"),
        (lambda t: api.choose(t, api.product(["a"], [2]), api.votes("drink"), **ADDED), "name is a int and no text"),
        (lambda t: api.choose(t, ["Tea", "Coffee"], api.votes(7), **ADDED), "Columns is a int and no text"),
        (lambda t: api.choose(t, ["Tea", "Coffee"], api.votes("drink"), **ADDED, name=7), "Name is a int and no text"),
        (lambda t: api.choose(t, ["Tea", "Coffee"], api.votes("drink"), **ADDED, mechanism="best"), "not possible"),
        (
            lambda t: api.choose(t, api.dates("2026-01-01", 7), api.median("drink"), **ADDED),
            "Stop is a int and no text",
        ),
        (lambda _: api.choose(api.table("drinks.csv", "foo"), ["a", "b"], "count()", **ADDED), "not possible"),
        (lambda _: api.table("nowhere.csv", "private"), "cannot be opened"),
        (lambda _: api.table(b"drinks.csv", "private"), "path is a bytes and no text"),
        (lambda _: api.open_project(b"drinks.dpstudio"), "path is a bytes and no text"),
        (lambda _: api.complete("1", "drinks.dpstudio"), "number is no whole number"),
        (lambda _: api.complete(True, "drinks.dpstudio"), "number is a bool"),
        (lambda _: api.accounts(b"ledger.sqlite"), "ledger is a bytes and no text"),
        (lambda _: api.verify(b"receipt.json"), "receipt is a bytes and no text"),
        (lambda t: api.choose(t, ["a", "b"], "count()", **ADDED | {"epsilon": Fraction(1, 7**5000)}), "40 digits"),
        (lambda t: api.choose(t, ["a", "b"], "count()", **ADDED | {"unit": "row"}), "The unit is"),
    ],
)
def test_what_cannot_be_meant_is_an_error_in_words(wrong, said, drinks):
    with pytest.raises(api.InputError, match=said):
        wrong(drinks)


def test_of_a_sheet_it_can_be_declared_that_each_person_has_a_row(tmp_path):
    sheet(tmp_path / "drinks.xlsx", [["drink"], *[["Tea"], ["Coffee"]] * 4])
    table = api.table(
        tmp_path / "drinks.xlsx", "private", api.column("drink", "category", blank="Tea"), header=True
    )  # fmt: skip
    rest = {"people": 8, "epsilon": 1, "limit": 4}
    with pytest.raises(api.StudioError, match="has a row in every table, by everyone=True"):
        api.survey(table, "drink", ["Tea", "Coffee"], unit=api.rows("replace_one"), **rest)
    assert (
        api.survey(table, "drink", ["Tea", "Coffee"], unit=api.rows("replace_one", everyone=True), **rest).epsilon == 1
    )


HALF = "half \udcff"


@pytest.mark.parametrize(
    "asks",
    [
        lambda t: api.choose(t, ["Tea", "Coffee"], api.votes("drink"), **ADDED, name=HALF),
        lambda t: api.choose(t, ["Tea", "Coffee"], api.votes("drink"), **ADDED, purpose=HALF),
        lambda t: api.choose(t, ["Tea", HALF], api.votes("drink"), **ADDED),
        lambda t: api.choose(t, {"Tea": 1, HALF: 2}, api.votes("drink"), **ADDED),
        lambda t: api.choose(t, api.product(["a"], [HALF]), api.votes("drink"), **ADDED),
        lambda t: api.choose(t, ["Tea", "Coffee"], f'count(drink = "{HALF}")', **ADDED),
        lambda t: api.choose(t, ["Tea", "Coffee"], api.votes(HALF), **ADDED),
        lambda t: api.choose(replace(t, sheet=HALF), ["Tea", "Coffee"], api.votes("drink"), **ADDED),
        lambda t: api.choose(replace(t, names=(HALF, "drink")), ["Tea", "Coffee"], api.votes("drink"), **ADDED),
        lambda t: api.measure(t, api.count(name=HALF), **ADDED),
        lambda t: api.measure(t, api.count(conditions=[api.where("drink", "is", HALF)]), **ADDED),
        lambda t: api.measure(t, api.histogram("drink", ["Tea", HALF]), **ADDED),
        lambda t: api.survey(t, "drink", ["Tea", HALF], people=8, **ADDED),
        lambda _: api.column("drink", "category", blank=HALF),
        lambda t: api.choose(
            replace(t, columns=(api.column("drink", "category", unit=HALF),)),
            ["Tea", "Coffee"],
            api.votes("drink"),
            **ADDED,
        ),
    ],
)
def test_half_a_character_comes_in_nowhere(asks, drinks):
    """What Python makes of a file's name that is no text can stand in a name, and could be written in no receipt."""
    with pytest.raises(api.InputError, match="half a character"):
        asks(drinks)
    assert api.accounts() == {}


def test_a_file_whose_name_is_no_text_is_a_table_like_any_other(drinks):
    odd = Path(os.fsdecode(b"odd\xff.csv"))
    odd.write_bytes(Path("drinks.csv").read_bytes())
    asked = api.choose(
        api.table(odd, "private", api.column("drink", "category"), header=True),
        ["Tea", "Coffee"], api.votes("drink"), **ADDED,
    )  # fmt: skip
    assert asked.epsilon == 1


def test_a_ledger_may_be_named_by_text_and_a_paper_must_be_one(drinks):
    drawn = api.choose(drinks, ["Tea", "Coffee"], api.votes("drink"), **ADDED, ledger="other.sqlite").release()
    assert [account.spent for account in api.accounts("other.sqlite").values()] == [1]
    with pytest.raises(api.InputError, match="Paper 'foo' is not possible"):
        drawn.export("receipt", paper="foo")
    assert not Path("receipt").exists()
    assert get_args(get_type_hints(api.Drawn.export)["paper"]) == tuple(PAPERS)


@pytest.mark.parametrize("public", ["the table alone", "names.csv", [1], None])
def test_public_tables_are_a_list_of_tables(drinks, public):
    public = drinks if public == "the table alone" else public
    with pytest.raises(api.InputError, match=r"no (list|table)"):
        api.choose(drinks, ["Tea"], api.votes("drink"), **ADDED, public=public)


def test_days_are_dates_or_texts():
    assert api.dates(date(2026, 1, 1), "2026-02-01") == api.dates("2026-01-01", date(2026, 2, 1))


def test_what_has_been_spent_is_what_stands_in_the_ledger_now(drinks):
    asked = api.choose(drinks, ["Tea", "Coffee"], api.votes("drink"), **ADDED)
    assert [asked.spent, asked.release() and asked.spent, asked.release() and asked.spent] == [0, 1, 2]


def test_a_table_is_known_again_by_where_it_lies_and_a_change_of_its_file_is_asked_about(drinks):
    def asked(**more):
        table = api.table("drinks.csv", "private", api.column("drink", "category"), header=True)
        return api.choose(table, ["Tea", "Coffee"], api.votes("drink"), **ADDED, **more)

    asked().release()
    with Path("drinks.csv").open("a") as file:
        file.write("Eve,Tea\n")
    with pytest.raises(api.InputError, match="Say whether it still holds the same people"):
        asked()
    asked(same_people=True).release()
    with Path("drinks.csv").open("a") as file:
        file.write("Finn,Tea\n")
    asked(same_people=False).release()
    assert sorted(account.spent for account in api.accounts().values()) == [1, 2]
    assert [asked().spent, api.table("drinks.csv", "private").handle == drinks.handle] == [1, True]


def test_a_result_is_had_again_where_the_file_has_changed_since_and_its_people_are_the_same(drinks):
    table = api.table("drinks.csv", "private", api.column("drink", "category"), header=True)
    asked = api.choose(table, ["Tea", "Coffee"], api.votes("drink"), **ADDED)
    drawn = asked.release()
    asked.save("drinks.dpstudio")
    for again in (asked.complete, lambda number, **said: api.complete(number, "drinks.dpstudio", **said)):
        with Path("drinks.csv").open("a") as file:
            file.write("Eve,Tea\n")
        with pytest.raises(api.InputError, match="Give same_people=True"):
            again(drawn.number)
        assert again(drawn.number, same_people=True).winners == drawn.winners


def test_nothing_is_said_of_a_private_tables_rows_before_it_is_released(drinks):
    with Path("drinks.csv").open("a") as file:
        file.write("too,many,cells\n")
    asked = api.choose(drinks, ["Tea", "Coffee"], api.votes("drink"), **ADDED)
    with pytest.raises(api.InputError, match="line 6"):
        asked.release()
    assert api.accounts() == {}


def test_a_ledger_stays_the_one_that_was_named_in_whatever_folder_one_works(drinks, tmp_path, monkeypatch):
    asked = api.choose(drinks, ["Tea", "Coffee"], api.votes("drink"), **ADDED, ledger="other.sqlite")
    asked.release()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    asked.release()
    assert [account.spent for account in api.accounts(tmp_path / "other.sqlite").values()] == [2]
    with pytest.raises(api.InputError, match="no ledger"):
        api.accounts("other.sqlite")
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_question_is_written_as_a_project_and_over_no_other_file(drinks):
    before = Path("drinks.csv").read_bytes()
    with pytest.raises(api.InputError, match="no name of a project"):
        api.choose(drinks, ["Tea", "Coffee"], api.votes("drink"), **ADDED).save("drinks.csv")
    assert Path("drinks.csv").read_bytes() == before


def test_no_caller_of_the_interface_gives_the_random_words():
    for name in api.__all__:
        each = getattr(api, name)
        members = [each, *(vars(each).values() if isinstance(each, type) else ())]
        assert all("entropy" not in inspect.signature(m).parameters for m in members if inspect.isfunction(m)), name


def test_threads_that_ask_of_one_table_share_its_account(drinks):
    told, ready = [], threading.Barrier(5)

    def ask():
        ready.wait()
        table = api.table("drinks.csv", "private", api.column("drink", "category"), header=True)
        try:
            asked = api.choose(table, ["Tea", "Coffee"], api.votes("drink"), **ADDED | {"limit": 2})
            told.append(asked.release().number)
        except api.Refusal as refusal:
            told.append(str(refusal))

    threads = [threading.Thread(target=ask) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(each for each in told if isinstance(each, int)) == [1, 2]
    assert all("nothing is left of the limit" in each for each in told if isinstance(each, str))
    assert len(told) == 5


FORKED = r"""
import multiprocessing, os, sys, threading
from pathlib import Path
from dpstudio import *
Path("drinks.csv").write_text("drink\nTea\nTea\nCoffee\n")
def people(role="private"):
    return table("drinks.csv", role, column("drink", "category"), header=True)
common = {"unit": rows("add_remove"), "epsilon": 1, "limit": 4}
def asking():
    return choose(people(), ["Tea", "Coffee"], votes("drink"), **common)
threads = [threading.Thread(target=asking) for _ in range(3)]
[each.start() for each in threads]
[each.join() for each in threads]
made, asked = people(), asking()
asked.save("drinks.dpstudio")
drawn = asked.release()
drawn.export("receipt")
begun = {
    "table": people,
    "choose": lambda: choose(made, ["Tea", "Coffee"], votes("drink"), **common),
    "measure": lambda: measure(made, count(), **common),
    "survey": lambda: survey(made, "drink", ["Tea", "Coffee"], people=3, **common),
    "synthesize": lambda: synthesize(made, ["drink"], alpha="1/4", people=3, **common),
    "open_project": lambda: open_project("drinks.dpstudio"),
    "accounts": accounts,
    "complete": lambda: complete(1, "drinks.dpstudio"),
    "Asked.complete": lambda: asked.complete(1),
    "verify": lambda: verify("receipt/receipt.json"),
    "Asked.release": asked.release,
    "Asked.law": asked.law,
    "Asked.save": lambda: asked.save("again.dpstudio"),
    "Asked.spent": lambda: asked.spent,
    "Asked.accuracy": lambda: asked.accuracy,
    "Drawn.export": lambda: drawn.export("again"),
}
child = os.fork()
if not child:
    for name, begin in begun.items():
        try:
            begin()
        except InputError as error:
            print(name, error, flush=True)
    sys.exit()
assert os.waitpid(child, 0)[1] == 0
with multiprocessing.get_context("fork").Pool(2) as pool:
    try:
        pool.map(open_project, ["drinks.dpstudio"] * 4)
    except InputError as error:
        print("Pool", error)
print("ended", [int(account.spent) for account in accounts().values()], verify("receipt/receipt.json")[0].holds)
"""
PURE = {
    "column",
    "rows",
    "persons",
    "grid",
    "dates",
    "product",
    "from_table",
    "count",
    "total",
    "mean",
    "histogram",
    "figure",
}
PURE |= {"groups", "where", "votes", "revenue", "median", "quantile", "nearness", "agreement", "ready"}


def test_a_process_that_was_forked_is_told_so_whatever_it_begins_instead_of_waiting_for_ever(tmp_path):
    command = [sys.executable, "-c", FORKED]
    around = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=400, check=False, env=around)
    *told, last = done.stdout.splitlines()
    begun = [line.split()[0] for line in told if "This process was forked from one that had used dpstudio" in line]
    functions = {name for name in api.__all__ if inspect.isfunction(getattr(api, name))}
    classes = {f"{each.__name__}.{name}" for each in (api.Asked, api.Drawn) for name in vars(each) if name[0] != "_"}
    looked_at = {"summary", "epsilon", "delta", "sensitivity", "range_sensitivity", "found", "question", "ledger"}
    looked_at |= {"release", "number", "winners", "lines", "receipt", "flags", "yes_and_no", "remarks"}
    wanted = functions - PURE | {each for each in classes if each.split(".")[1] not in looked_at} | {"Asked.release"}
    assert set(begun) == wanted | {"Pool"}, done.stderr
    assert (done.returncode, last) == (0, "ended [1] True"), done.stderr


@pytest.mark.parametrize("names", [["Tea", ""], ["Tea", "Cof\nfee"], ["Tea", " "], ["Tea", "Cof\x85fee"], "Tea"])
def test_a_name_that_cannot_be_typed_on_a_line_is_refused_and_not_dropped(names, drinks):
    with pytest.raises(api.InputError):
        api.choose(drinks, names, api.votes("drink"), **ADDED)


def test_a_question_from_python_is_the_one_that_its_project_asks(drinks, capsys):
    asked = api.choose(
        drinks, {"Tea": 1, "Coffee": "1/2"}, "count(drink = candidate)", **ADDED, winners=1, name="Drinks", purpose="x"
    )
    asked.save("drinks.dpstudio")
    assert cli.main(["plan", "drinks.dpstudio", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["missing"] == []
    assert told["summary"] == asked.summary
    assert [Fraction(told["sensitivity"]), Fraction(told["range_sensitivity"])] == [
        asked.sensitivity,
        asked.range_sensitivity,
    ]
    assert Fraction(told["epsilon"]) == asked.epsilon
    assert told["accuracy_sentence"] == asked.accuracy


@pytest.mark.parametrize("name", demonstrations.names())
def test_each_demonstration_is_asked_and_drawn_as_by_the_command_line(name, tmp_path, capsys):
    project = demonstrations.write(name, tmp_path / "demonstration")
    assert cli.main(["release", str(project), "--out", str(tmp_path / "receipt"), "--json"], Seeded(7)) == 0
    told = json.loads(capsys.readouterr().out)
    drawn = released(api.open_project(project), Said(), Seeded(7))
    assert drawn.lines == told["lines"]
    assert list(drawn.winners) == told.get("winners", [])
    assert set(told["flags"]) == set(drawn.flags)


def test_python_and_the_command_line_charge_one_ledger(tmp_path, capsys):
    project = private_apples(tmp_path)
    asked = api.open_project(project)
    asked.release()
    assert cli.main(["release", str(project), "--out", str(tmp_path / "receipt")]) == 0
    asked.release()
    (account,) = api.accounts().values()
    assert account.spent == 3 * asked.epsilon
    assert [charge.number for charge in account.charges] == [1, 2, 3]
    capsys.readouterr()
    assert cli.main(["ledger", "--json"]) == 0
    assert Fraction(json.loads(capsys.readouterr().out)["datasets"][0]["epsilon"]) == account.spent


def test_a_question_asked_before_another_spent_the_limit_is_refused_when_it_is_released(drinks):
    first, second = (
        api.choose(drinks, ["Tea", "Coffee"], api.votes("drink"), **ADDED | {"epsilon": 3}) for _ in range(2)
    )
    first.release()
    with pytest.raises(api.Refusal, match="more than the 1 left of the limit"):
        second.release()
    (account,) = api.accounts().values()
    assert account.spent == 3


def test_a_private_file_that_was_replaced_since_it_was_asked_about_is_not_read(drinks):
    asked = api.choose(drinks, ["Tea", "Coffee"], api.votes("drink"), **ADDED)
    Path("drinks.csv").write_text("name,drink\nEve,Coffee\n")
    with pytest.raises(api.StudioError):
        asked.release()
    assert api.accounts() == {}


class Ending(Seeded):
    """Random words whose first reading, which is after the charge, is met by Ctrl+C, or by what is given."""

    def __init__(self, error=None):
        super().__init__("ending")
        self._error = error

    def read(self, count):
        if self._error is None:
            os.kill(os.getpid(), signal.SIGINT)
            return super().read(count)
        raise self._error


@pytest.mark.parametrize("error", [None, RuntimeError("broken"), MemoryError()], ids=["Ctrl+C", "a mistake", "memory"])
def test_what_ends_a_release_after_its_charge_names_the_entry_which_is_completed_at_no_further_cost(error, drinks):
    asked = api.choose(drinks, ["Tea", "Coffee"], api.votes("drink"), **ADDED | {"limit": 1})
    asked.save("drinks.dpstudio")
    with pytest.raises(KeyboardInterrupt if error is None else type(error)) as ended:
        released(asked, Said(), Ending(error))
    assert "Entry 1 of the ledger was charged and has no result" in ended.value.__notes__[0]
    assert "complete(1)" in ended.value.__notes__[0]
    with pytest.raises(api.Refusal):
        asked.release()
    again = asked.complete(1) if error is None else api.complete(1, "drinks.dpstudio")
    assert again.winners[0] in ("Tea", "Coffee")
    assert asked.complete(1).receipt == again.receipt
    assert [account.spent for account in api.accounts().values()] == [1]
    with pytest.raises(api.InputError, match="no entry 2"):
        asked.complete(2)
    other = api.choose(drinks, ["Tea", "Milk"], api.votes("drink"), **ADDED, ledger="other.sqlite")
    with pytest.raises(api.InputError, match="no entry 1"):
        other.complete(1)


def test_an_entry_is_completed_by_its_own_question_alone(drinks):
    asked, other = (
        api.choose(drinks, names, api.votes("drink"), **ADDED) for names in (["Tea", "Water"], ["Tea", "Milk"])
    )
    asked.release()
    with pytest.raises(api.Refusal, match="charged for another question"):
        other.complete(1)


@noted
def _charge_under_ctrl_c(watched):
    with watched.whole():
        os.kill(os.getpid(), signal.SIGINT)
        watched.number = 7


def test_ctrl_c_during_the_charge_is_heard_once_the_entry_is_known():
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt) as ended:
        _charge_under_ctrl_c()
    assert "Entry 7" in ended.value.__notes__[0]
    assert signal.getsignal(signal.SIGINT) is before


def test_no_row_of_a_private_table_is_shown(drinks):
    asked = api.choose(drinks, ["Tea", "Coffee"], api.votes("drink"), **ADDED)
    with pytest.raises(api.Refusal, match="private table"):
        asked.law()
    assert "Cleo" not in repr(asked)


def test_a_file_that_has_changed_goes_on_with_its_account_where_that_is_said(drinks):
    asked = api.choose(drinks, ["Tea", "Coffee"], api.votes("drink"), **ADDED)
    asked.save("drinks.dpstudio")
    asked.release()
    with Path("drinks.csv").open("a") as file:
        file.write("Eve,Tea\n")
    with pytest.raises(api.InputError, match="has changed since it was last read"):
        api.open_project("drinks.dpstudio")
    assert api.open_project("drinks.dpstudio", same_people=True).spent == 1
    assert api.open_project("drinks.dpstudio").spent == 1


def test_a_table_with_the_people_of_another_is_not_charged_until_it_is_said_whose_they_are(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    people = "".join(f"person {number},Tea\n" for number in range(300))
    common = {"unit": api.persons("who", at_most=1, relation="add_remove"), "epsilon": 1, "limit": 4}

    def asked(name, more):
        Path(name).write_text(f"who,drink\n{people}{more}")
        table = api.table(name, "private", api.column("drink", "category"), header=True)
        return api.choose(table, ["Tea", "Coffee"], api.votes("drink"), **common)

    asked("first.csv", "").release()
    with pytest.raises(api.Refusal, match="nobody has said yet whether they are the same") as refused:
        asked("second.csv", "one more,Tea\n").release()
    assert "release(same_people_as=1) if they are" in str(refused.value)
    assert " tab." not in str(refused.value)
    asked("second.csv", "one more,Tea\n").release(same_people_as=1)
    asked("third.csv", "another,Tea\n").release(other_people=True)
    assert sorted(account.spent for account in api.accounts().values()) == [1, 2]


def test_a_path_that_leads_nowhere_is_refused_in_words(tmp_path):
    loop = tmp_path / "loop.csv"
    loop.symlink_to(loop)
    for where in ("a\0b.csv", str(loop), loop):
        with pytest.raises(api.InputError, match="leads to no file"):
            api.table(where, "private")


def test_what_is_said_in_python_moves_no_terminal(tmp_path):
    """A name that others chose may hold what a terminal obeys; it is shown as JSON would write it."""
    with pytest.raises(api.InputError) as caught:
        api.open_project(tmp_path / "a\x1b[31m\nb.dpstudio")
    assert "\x1b" not in str(caught.value) and "a\\u001b[31m" in str(caught.value)
