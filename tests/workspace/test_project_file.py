import json
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dpstudio.core.errors import InputError
from dpstudio.core.plan import ColumnPlan, Plan, PrivacyPlan, RulePlan, TablePlan, UnitPlan
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project import project_file
from dpstudio.workspace.project.project_schema import schema

APART = {project_file.load.__code__}
HANDLE = "a" * 32
PLAN = Plan(
    "Äpfel 価格",
    (TablePlan(HANDLE, "t.csv", "text", "t.csv", role="private", columns=(ColumnPlan("x", "decimal", "0.01"),)),),
    privacy=PrivacyPlan(epsilon="1/3", cap="2"),
)


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "p.dpstudio"
    table = replace(PLAN.tables[0], path=str(tmp_path / "t.csv"))
    plan = replace(PLAN, tables=(table,))
    project_file.save(plan, path)
    return path, plan


def test_a_project_reads_back_the_same_with_paths_relative_to_it(saved, tmp_path):
    path, plan = saved
    assert project_file.load(path) == plan
    assert '"path": "t.csv"' in path.read_text("utf-8")
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    path.rename(moved / path.name)
    assert project_file.load(moved / path.name).tables[0].path == str(moved / "t.csv")


@pytest.mark.parametrize("label", ["", " "])
def test_a_table_without_a_name_is_called_by_its_file_or_its_place_and_never_by_its_handle(tmp_path, label):
    file = TablePlan(HANDLE, label, "text", "people.csv")
    pasted = TablePlan("b" * 32, label, "text", text="x\n1\n", role="public")
    server = TablePlan("c" * 32, label, "database", "postgresql://server/db", sheet="t")
    text = project_file.text_of_plan(Plan(tables=(file, pasted, server)))
    opened = project_file.read(text, "p.dpstudio", tmp_path)
    assert [table.label for table in opened.tables] == ["people.csv", "table 2", "table 3"]


def test_the_schema_of_a_project_is_what_it_was():
    """What is to change here is a new word of a plan, or a new format."""
    recorded = Path(__file__).parents[1] / "fixtures" / "project.schema.json"
    assert json.loads(recorded.read_text("utf-8")) == schema()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"epsilon": "1/3"', '"epsilon": 0.3', "privacy.epsilon has a value of the wrong kind"),
        ('"epsilon": "1/3"', '"epsilom": "1"', "privacy.epsilom is not a field"),
        ('"kind": "decimal"', '"kind": "float"', "tables.0.columns.0.kind has a value that is not possible"),
        ('"format": 4', '"format": 5', "newer dpstudio"),
        ('"delimiter": ","', '"delimiter": "ab"', "tables.0.delimiter has a value that is not possible"),
        ('"encoding": "utf-8"', '"encoding": "klingon"', "tables.0.encoding has a value that is not possible"),
        (f'"handle": "{HANDLE}",', "", "tables.0 lacks 'handle'"),
        ('"name": "Äpfel 価格",', '"name": "a" "b",', "Expecting"),
        (f'"handle": "{HANDLE}"', '"handle": "h"', "tables.0.handle is not one that dpstudio gives"),
        ('"program": "dpstudio"', '"program": "other"', "not a dpstudio project"),
        ('"cap": "2"', '"cap": "2", "cap": "3"', "appears twice"),
    ],
)
def test_a_mistake_made_by_hand_is_named_by_line_and_field(saved, old, new, said):
    path, _ = saved
    text = path.read_text("utf-8")
    assert old in text
    line = text[: text.index(old)].count("\n") + 1
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(InputError, match=said) as refusal:
        project_file.load(path)
    if "twice" not in said and "not a dpstudio" not in said and "lacks" not in said:
        assert f"line {line}" in str(refusal.value)
    assert "p.dpstudio" in str(refusal.value)


@pytest.mark.parametrize("content", ["name;pays\nAnna;3\n", "1,2\n3,4\n", "", "\n  Dear all,\n"])
def test_a_table_in_place_of_a_project_is_named_as_none_and_nothing_in_it_is_to_be_corrected(tmp_path, content):
    with pytest.raises(InputError) as refusal:
        project_file.read(content, "people.csv", tmp_path)
    assert refusal.value.message == "people.csv is not a project file."
    assert refusal.value.remedy == "Choose a *.dpstudio file."


EARLIER = {
    "unit": {"relation": "add_remove"},
    "rule": {"kind": "ready", "delta": "2", "spread": "3", "told": "count(x)", "told_columns": [{"name": "x"}]},
}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_project_of_an_earlier_format_is_read_under_the_names_it_was_written_in(tmp_path, number):
    text = json.dumps({"format": number, "program": "dpstudio", "plan": EARLIER}, indent=1)
    plan = project_file.read(text, "p.dpstudio", tmp_path)
    reads = (ColumnPlan("x"),)
    asserted = RulePlan("ready", sensitivity="2", range_sensitivity="3", reference="count(x)", reference_columns=reads)
    assert plan.rule == asserted
    assert plan.privacy_unit == UnitPlan(relation="add_remove")
    assert project_file.read(project_file.text_of_plan(plan), "p.dpstudio", tmp_path) == plan


@pytest.mark.parametrize(("old", "new", "field"), [
    ('"delta": "2"', '"delta": 2', "plan.rule.delta has a value of the wrong kind"),
    ('"name": "x"', '"name": 1', "plan.rule.told_columns.0.name has a value of the wrong kind"),
    ('"relation": "add_remove"', '"relation": "other"', "plan.unit.relation has a value that is not possible"),
    ('"spread": "3",', '"spread": "3",\n"range_sensitivity": "4",', "plan.rule.spread is not a field"),
])  # fmt: skip
def test_a_mistake_in_an_earlier_project_is_named_as_it_stands_there(tmp_path, old, new, field):
    text = json.dumps({"format": 3, "program": "dpstudio", "plan": EARLIER}, indent=1)
    assert old in text
    line = text[: text.index(old)].count("\n") + 1
    with pytest.raises(InputError, match=field) as refusal:
        project_file.read(text.replace(old, new), "p.dpstudio", tmp_path)
    assert f"line {line}:" in str(refusal.value)


@pytest.mark.parametrize("name", ["delta", "spread", "told", "told_columns", "unit"])
def test_todays_format_knows_no_earlier_name(tmp_path, name):
    text = json.dumps({"format": 4, "program": "dpstudio", "plan": EARLIER})
    with pytest.raises(InputError, match="is not a field that dpstudio knows"):
        project_file.read(text, "p.dpstudio", tmp_path)


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff\xfe", b"[" * 500, b"1", b'"dpstudio"'])
def test_what_is_no_project_is_refused(tmp_path, content):
    path = tmp_path / "x.dpstudio"
    path.write_bytes(content)
    with pytest.raises(InputError):
        project_file.load(path)


@pytest.mark.parametrize("role", ["private", "", "sample", "public"])
def test_pasted_tables_are_stored_with_a_permit_alone(tmp_path, role):
    path, gate = tmp_path / "p.dpstudio", open_gate()
    table = TablePlan(HANDLE, "pasted", "text", text="x\n1\n", role=role)
    with pytest.raises(InputError, match="not stored"):
        project_file.save(Plan(tables=(table,)), path)
    if role in ("sample", "public"):
        project_file.save(Plan(tables=(table,)), path, {HANDLE: gate.permit(table, lambda _: None)})
        other = replace(table, text="x\n2\n")
        with pytest.raises(InputError, match="not stored"):
            project_file.save(Plan(tables=(other,)), path, {HANDLE: gate.permit(table, lambda _: None)})
    assert path.exists() is (role in ("sample", "public"))


def test_of_a_table_in_a_file_its_place_alone_is_stored(saved):
    path, plan = saved
    project_file.save(replace(plan, tables=(replace(plan.tables[0], text="x\nZaphod\n"),)), path)
    assert "Zaphod" not in path.read_text("utf-8")


def test_a_password_in_an_older_project_is_gone_once_that_is_opened(tmp_path):
    path, table = (
        tmp_path / "p.dpstudio",
        TablePlan(HANDLE, "t", "database", "postgresql://anna:s3cr3t@host/shop", sheet="t"),
    )
    project_file.save(Plan(tables=(table,)), path)
    assert project_file.load(path).tables[0].path == "postgresql://anna@host/shop"


def test_a_failed_save_leaves_the_old_file(saved):
    path, plan = saved
    before = path.read_bytes()
    with pytest.raises(InputError, match="cannot be written"):
        project_file.save(plan, path.parent / "none" / "p.dpstudio")
    assert path.read_bytes() == before


def test_a_save_that_runs_out_of_room_leaves_the_old_file(saved):
    resource_limits = pytest.importorskip("resource")
    path, plan = saved
    before, limits = path.read_bytes(), resource_limits.getrlimit(resource_limits.RLIMIT_FSIZE)
    resource_limits.setrlimit(resource_limits.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(InputError, match="cannot be written"):
            project_file.save(plan, path)
    finally:
        resource_limits.setrlimit(resource_limits.RLIMIT_FSIZE, limits)
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*.new"))


def test_twins_in_a_hand_written_project_are_named_by_line(saved):
    path, plan = saved
    project_file.save(replace(plan, tables=plan.tables * 2), path)
    with pytest.raises(InputError, match=r"line \d+: two tables have the same handle"):
        project_file.load(path)
    table = replace(plan.tables[0], columns=plan.tables[0].columns * 2)
    project_file.save(replace(plan, tables=(table,)), path)
    with pytest.raises(InputError, match=r"line \d+: the column “x” is declared twice"):
        project_file.load(path)


def test_the_version_before_is_kept_and_both_are_their_owners(saved):
    path, plan = saved
    path.chmod(0o644)
    first = path.read_bytes()
    project_file.save(replace(plan, name="second"), path)
    second, kept = path.read_bytes(), path.with_name("p.dpstudio~")
    assert kept.read_bytes() == first
    project_file.save(replace(plan, name="second"), path)
    assert kept.read_bytes() == first, "saving what is saved already loses nothing"
    project_file.save(plan, path)
    assert (kept.read_bytes(), path.read_bytes()) == (second, first)
    assert {stat.S_IMODE(file.stat().st_mode) for file in (kept, path)} == {0o600}
    assert {file.name for file in path.parent.iterdir()} - {"home"} == {"p.dpstudio", "p.dpstudio~"}


def readings(work):
    """How often something is done that a reader would have to do."""
    seen = []
    sys.setprofile(lambda frame, event, _: seen.append(event) if frame.f_code in APART and event == "call" else None)
    try:
        work()
    finally:
        sys.setprofile(None)
    return len(seen)


def test_saving_asks_no_reader_whatever_this_program_wrote_before(tmp_path):
    """The window would wait for it."""
    path, gate = tmp_path / "p.dpstudio", open_gate()
    table = TablePlan(HANDLE, "pasted", "text", text="x\nZaphod\n", role="sample")
    permits = {HANDLE: gate.permit(table, lambda _: None)}
    in_a_file = replace(table, text="", path=str(tmp_path / "x.csv"), role="private")
    for name, tables in (("1", (table,)), ("2", (table,)), ("3", (in_a_file,)), ("4", (in_a_file,)), ("5", ())):
        plan = Plan(name, tables)
        assert readings(lambda plan=plan: project_file.save(plan, path, permits)) == 0, name
    path.write_text(path.read_text("utf-8").replace("{", "{ ", 1), "utf-8")
    assert readings(lambda: project_file.save(plan, path)) == 1, "what somebody else wrote is read by one"


def test_a_damaged_project_never_takes_the_place_of_the_kept_version(saved):
    path, plan = saved
    first = path.read_bytes()
    project_file.save(replace(plan, name="second"), path)
    path.write_text("{")
    project_file.save(replace(plan, name="third"), path)
    assert path.with_name("p.dpstudio~").read_bytes() == first


def test_a_text_that_is_not_stored_any_more_is_not_in_the_kept_version_either(tmp_path):
    path, kept, gate = tmp_path / "p.dpstudio", tmp_path / "p.dpstudio~", open_gate()
    table = TablePlan(HANDLE, "pasted", "text", text="x\nZaphod\n", role="sample")
    permits = {HANDLE: gate.permit(table, lambda _: None)}
    project_file.save(Plan("1", (table,)), path, permits)
    project_file.save(Plan("2", (table,)), path, permits)
    assert "Zaphod" in kept.read_text("utf-8")
    in_a_file = replace(table, text="", path=str(tmp_path / "x.csv"), role="private")
    project_file.save(Plan("3", (in_a_file,)), path)
    assert [file.name for file in tmp_path.glob("p.*")] == ["p.dpstudio"]
    assert "Zaphod" not in path.read_text("utf-8")
    project_file.save(Plan("4", (in_a_file,)), path)
    assert '"3"' in kept.read_text("utf-8")


def test_a_project_behind_a_link_is_saved_where_it_lies(saved):
    path, plan = saved
    path.parent.joinpath("far").mkdir()
    path.rename(path.parent / "far" / "p.dpstudio")
    path.symlink_to(path.parent / "far" / "p.dpstudio")
    project_file.save(replace(plan, name="second"), path)
    assert path.is_symlink()
    assert '"second"' in (path.parent / "far" / "p.dpstudio").read_text("utf-8")


def test_a_name_that_is_no_text_is_refused_before_anything_is_written(saved):
    path, plan = saved
    before = path.read_bytes()
    table = replace(plan.tables[0], path=str(path.parent / "\udcff.csv"))
    with pytest.raises(InputError, match="not text"):
        project_file.save(replace(plan, tables=(table,)), path)
    assert path.read_bytes() == before
