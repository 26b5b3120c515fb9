"""Each messy file leads to the right answer or to one clear sentence, and nothing about it is taken for granted.

Three times each: nothing is said, every guess is confirmed, and the curator has said what the file needs.
"""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

import dpstudio
from tests.judges.messy import FILES
from tests.judges.messy.case import RIGHT, SEEN, Messy, Plan
from tests.judges.projects import Program, RefusedError, listed

HANDLE, ROWS = "0" * 32, {"kind": "row", "relation": "add_remove"}
MARKED = ("integer", "decimal", "longitude", "latitude")
UNSAID = {"date": "date_order", "choices": "separator", **dict.fromkeys(MARKED, "decimal_mark")}
READ = [each for each in FILES if not each.never]
A_WAY_OUT = re.compile(r"\b(Choose|Say|Type|Give|Check|Save|Unpack|Copy|Close|Leave|choose)\b")


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def guesses(case: Messy) -> Plan:
    """What docs/reading.md says that is guessed of numbers, dates and choices: it follows from the delimiter alone."""
    european = case.guess.get("delimiter") == ";"
    return {"decimal_mark": "," if european else ".", "grouping_mark": "",
            "date_order": "dmy" if european else "ymd", "separator": "," if european else ";"}  # fmt: skip


def opened(case: Messy, folder: Path, **said) -> Plan:
    """The file as the page shows it before anything was said."""
    found = dpstudio.table(case.lay(folder), "sample", **said)
    names = ("format", "delimiter", "encoding", "first_line", "sheet")
    return {name: getattr(found, name) for name in names} | {"path": Path(found.path).name}


def asked(case: Messy, table: Plan, columns: list[Plan]) -> Plan:
    """The question whose scores are all that is counted of the file, one after another."""
    weights = [f"w{at}" for at in range(len(case.truth))] or ["w0"]
    formulas = list(case.truth) or [f'count({columns[0]["name"]} = "Ann")']
    candidates = [{"": name, **{each: str(int(each == name)) for each in weights}} for name in (*weights, "none")]
    public, where = listed(candidates)
    formula = " + ".join(f"candidate.{each} * {text}" for each, text in zip(weights, formulas, strict=True))
    people = {"handle": HANDLE, "label": case.name, "role": "sample", "header": "", **table, "columns": columns}
    return {
        "tables": [people, public], "unit": ROWS, "rule": {"kind": "formula", "formula": formula}, "candidates": where,
        "privacy": {"epsilon": "1", "cap": "1"},
    }  # fmt: skip


def asked_again(case: Messy, folder: Path) -> Plan:
    """The question once the curator has said what the file needs."""
    line = case.said.get("first_line")
    table = opened(case, folder, **({"first_line": int(line)} if line else {}))
    return asked(case, table | {"header": "yes"} | case.said, list(case.columns))


def confirmed(case: Messy, folder: Path) -> Plan:
    """The question where every guess was confirmed and nothing else said."""
    said = guesses(case)
    usual = {"true_words": "yes, true, 1, y", "false_words": "no, false, 0, n", "blank": ""}
    columns = [{name: value for name, value in each.items() if name not in usual} | written(each, said)
               for each in case.columns]  # fmt: skip
    return asked(case, opened(case, folder) | {"header": "yes"}, columns)


def written(column: Plan, said: Plan) -> Plan:
    """How a column's cells are written, where that is asked of it."""
    unsaid = UNSAID.get(column["kind"])
    marks = {unsaid: said[unsaid]} if unsaid else {}
    return marks | ({"grouping_mark": said["grouping_mark"]} if unsaid == "decimal_mark" else {})


def counted(case: Messy) -> list[Fraction]:
    """What is true of the file."""
    return list(map(Fraction, case.truth.values()))


def missing(program: Program, plan: Plan) -> dict[str, str]:
    """The sentences on the page, by their fields."""
    return {item["field"]: item["sentence"] for item in program.say("plan", program.project(plan))["missing"]}


def remarks(program: Program, plan: Plan) -> dict[str, str]:
    return {item["field"]: item["sentence"] for item in program.say("law", program.project(plan)).get("remarks", [])}


@pytest.mark.parametrize("case", READ, ids=str)
def test_what_is_guessed_is_shown_and_nothing_is_taken_for_granted(program, case):
    table = opened(case, program.folder)
    assert table == {"format": "text", "delimiter": ",", "encoding": "utf-8", "first_line": "", "sheet": "",
                     "path": case.name, **case.guess}  # fmt: skip
    blank = [{**each, **dict.fromkeys(written(each, guesses(case)), "")} for each in case.columns]
    plan = asked(case, table, blank)
    told = missing(program, plan)
    line = f"line {table['first_line']}" if table["first_line"] else "the first line"
    assert told[f"header:{HANDLE}"] == f"Say whether {line} of {case.name} is a header."
    unsaid = {f"column:{each['name']}:{UNSAID[each['kind']]}" for each in blank if each["kind"] in UNSAID}
    assert unsaid <= set(told)
    assert all(told[field].startswith("Say how") for field in unsaid)
    with pytest.raises(RefusedError):
        program.scores(plan)


@pytest.mark.parametrize("case", READ, ids=str)
def test_guesses_confirmed_blindly_are_right_or_lead_to_a_sentence_at_the_right_field(program, case):
    plan = confirmed(case, program.folder)
    if case.guessed in (RIGHT, SEEN):
        right = program.scores(plan)[:-1] == counted(case)
        assert right == (case.guessed == RIGHT)
        return
    told = missing(program, plan)
    wrong = told or remarks(program, plan)
    place = next(field for field, sentence in wrong.items() if case.guessed in sentence)
    assert place.removesuffix(f":{HANDLE}") == (case.where or "left_out")
    assert A_WAY_OUT.search(wrong[place])
    if told:
        with pytest.raises(RefusedError):
            program.scores(plan)


@pytest.mark.parametrize("case", [case for case in READ if case.truth], ids=str)
def test_once_the_curator_has_said_what_it_needs_the_answer_is_right(program, case):
    plan = asked_again(case, program.folder)
    assert missing(program, plan) == {}
    assert program.scores(plan)[:-1] == counted(case)


@pytest.mark.parametrize("case", [case for case in READ if not case.truth], ids=str)
def test_what_cannot_be_read_is_told_in_one_sentence(program, case):
    told = missing(program, confirmed(case, program.folder))
    assert len(told) == 1


@pytest.mark.parametrize("case", [case for case in READ if not case.truth], ids=str)
def test_of_a_private_table_it_is_told_before_anything_is_charged(program, case):
    plan = confirmed(case, program.folder)
    private = plan | {"tables": [plan["tables"][0] | {"role": "private"}, *plan["tables"][1:]]}
    with pytest.raises(RefusedError) as refused:
        program.receipt(private)
    told = json.loads(str(refused.value))
    assert case.guessed in f"{told['error']} {told['remedy']}"
    assert program.say("plan", program.project(private))["spent"] == "0"


@pytest.mark.parametrize("case", [case for case in FILES if case.never], ids=str)
def test_what_is_no_table_is_turned_away_with_what_it_is_and_a_way_out(tmp_path, case):
    with pytest.raises(dpstudio.InputError) as refused:
        dpstudio.table(case.lay(tmp_path), "private")
    assert case.never in str(refused.value)
    assert A_WAY_OUT.search(str(refused.value))


def test_there_are_at_least_thirty_of_them_each_of_another_kind():
    assert len(FILES) >= 60
    assert len({each.what for each in FILES}) == len(FILES)
    assert {each.guessed for each in FILES} > {RIGHT, SEEN}
