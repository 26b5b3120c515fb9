"""Every way in which one person's rows once moved far more than was claimed, each on the two tables that showed it."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest

from tests.judges.meaning import meaning
from tests.judges.projects import Asked, Plan, Program, RefusedError, asked, gridded, listed, measured, with_file
from tests.judges.writers import WRITERS, Rows, sheet

ROWS = {"kind": "row", "relation": "add_remove"}
INSTEAD = {"kind": "row", "relation": "replace_one"}


@pytest.fixture
def program(tmp_path) -> Program:
    return Program(tmp_path)


def own(formula: str, columns: Sequence[Plan], unit: Plan, *candidates: dict[str, str]) -> Asked:
    """An own formula over candidates with attributes."""
    public, where = listed([{"name": each[""], **{k: v for k, v in each.items() if k}} for each in candidates])
    return asked(columns, unit, {"kind": "formula", "formula": formula}, candidates, where, [public])


def text(program: Program, question: Asked, *lines: str) -> Plan:
    """The question on a text file of these lines."""
    program.count += 1
    path = program.folder / f"{program.count}.csv"
    path.write_text("".join(line + "\n" for line in lines), "utf-8")
    return with_file(question, {"path": path.name, "format": "text", "delimiter": ","}, f"{program.count:032x}")


def refused_beforehand(program: Program, plan: Plan) -> bool:
    """Whether the plan is declined before a row is read: what is not declined must work on every table."""
    try:
        program.claims(plan)
    except RefusedError:
        return True
    return False


def holds(program: Program, question: Asked, one: Sequence[str], other: Sequence[str]) -> None:
    """The two tables' scores move no farther apart than is claimed."""
    plans = [text(program, question, *lines) for lines in (one, other)]
    claims, scores = program.claims(plans[0]), [program.scores(plan) for plan in plans]
    shifts = [b - a for a, b in zip(*scores, strict=True)]
    assert max(map(abs, shifts)) <= claims.delta
    assert max(shifts) - min(shifts) <= claims.spread


@pytest.mark.parametrize("odd", ["", " ", "Tea;Mate"])
def test_a_choice_that_no_cell_can_name_is_refused_with_advice(program, odd):
    formula = f'count(c has candidate) + candidate.w * count(c has "{odd}")'
    question = own(formula, [{"name": "c", "kind": "choices"}], ROWS, {"": "Tea", "w": "50"}, {"": "Mate", "w": "1"})
    with pytest.raises(RefusedError) as refused:
        program.claims(text(program, question, "c", "Tea;"))
    advice = "one choice at a time" if odd.strip() else "Write blank(c)"
    assert advice in str(refused.value)


@pytest.mark.parametrize(("cell", "alike"), [
    ("Tea;", "Tea"), (";Tea", "Tea"), (";;", ""), (";", ""), ("Tea;;Mate", "Tea;Mate"), ("Mate; ;Tea", "Tea;Mate"),
    ("\u00a0;Tea", "Tea"), ("Water;", "Milk"),
])  # fmt: skip
def test_empty_parts_of_a_cell_name_nothing(program, cell, alike):
    question = own(
        "candidate.w * count(not c has candidate) + count(c has candidate)",
        [{"name": "c", "kind": "choices"}], ROWS, {"": "Tea", "w": "50"}, {"": "Mate", "w": "0"},
    )  # fmt: skip
    holds(program, question, ["x,c", "1,Tea"], ["x,c", "1,Tea", f"2,{cell}"])
    lines = ["1,Tea", *([f"2,{alike}"] if alike else [])]
    assert program.scores(text(program, question, "x,c", "1,Tea", f"2,{cell}")) == program.scores(
        text(program, question, "x,c", *lines)
    )


@pytest.mark.parametrize(("separator", "names", "cell"), [
    ("--", ("A-", "B"), "B--A-"), ("--", ("A-", "-B"), "-B--A-"), ("aa", ("ba", "c"), "caaba"),
    ("::", ("x:", "y"), "y::x:"), ("->", ("a-", ">b"), "a-->>b"),
])  # fmt: skip
def test_a_separator_of_several_signs_beside_names_that_end_alike(program, separator, names, cell):
    first, second = names
    column = {"name": "c", "kind": "choices", "separator": separator}
    formula = f'count(c has candidate) + candidate.w * count(c has "{first}" and c has "{second}")'
    question = own(formula, [column], ROWS, {"": first, "w": "50"}, {"": second, "w": "0"})
    holds(program, question, ["x,c", f"1,{first}"], ["x,c", f"1,{first}", f"2,{cell}"])


def test_another_text_is_another_than_any_candidate_that_can_be_typed(program):
    """Whatever stands for "another text" while all rows are tried, it may not be one of the names itself."""
    names = [*"?*\u2026_x0-A\uffff\u0001", "another", "other", "else", "null", "None"]
    among = ", ".join(f'"{name}"' for name in names)
    question = own(
        f"candidate.w * count(not c in ({among})) + count(c = candidate)", [{"name": "c", "kind": "category"}], ROWS,
        *({"": name, "w": str(10 * at)} for at, name in enumerate(names)),
    )  # fmt: skip
    holds(program, question, ["x,c", "1,another"], ["x,c", "1,another", "2,nothing of all this"])


BIG = {"name": "x", "kind": "integer", "lower": "1000", "upper": "1040", "blank": "1000"}


@pytest.mark.parametrize("cell", ["", '""', " "])
def test_an_empty_line_of_a_file_of_one_column_is_a_row(program, cell):
    """A blank counts as 1,000, so a line that vanished would move the sum by more than 40."""
    question = own("candidate.w * sum(x)", [BIG], INSTEAD, {"": "a", "w": "1"}, {"": "b", "w": "6"})
    for lines in (["x", "1020", cell], ["x", cell, "1020"], ["x", cell]):
        other = [line if line != cell else "1040" for line in lines]
        holds(program, question, lines, other)
        scores = program.scores(text(program, question, *lines))
        assert scores[0] == sum(1000 if line == cell else 1020 for line in lines[1:])


def test_rows_of_separators_alone_and_empty_lines_are_rows_in_a_file_of_two_columns(program):
    question = own("candidate.w * sum(x)", [BIG], INSTEAD, {"": "a", "w": "1"}, {"": "b", "w": "6"})
    for line in (",", '"",', "", " , "):
        holds(program, question, ["x,y", "1020,1", line], ["x,y", "1020,1", "1040,1"])
        assert program.scores(text(program, question, "x,y", "1020,1", line))[0] == 2020


def written(program: Program, question: Asked, reader: str, names: Sequence[str], rows: Rows, **said: str) -> Plan:
    """The question on a file of this kind."""
    program.count += 1
    folder = program.folder / f"t{program.count}"
    folder.mkdir()
    found = WRITERS[reader](Random(0), folder, names, rows) | said
    if "path" in found:
        found["path"] = f"{folder.name}/{found['path']}"
    return with_file(question, {"path": "", **found}, f"{program.count:032x}")


@pytest.mark.parametrize("reader", list(WRITERS))
@pytest.mark.parametrize("names", [("x",), ("x", "y")])
def test_rows_of_nothing_at_the_end_are_rows_or_the_bound_allows_for_it(program, reader, names):
    question = own("candidate.w * sum(x)", [BIG], INSTEAD, {"": "a", "w": "1"}, {"": "b", "w": "6"})
    nothing = [None] * (len(names) - 1)
    plans = [written(program, question, reader, names, [("1020", *names[1:]), (last, *nothing)])
             for last in (None, "1040")]  # fmt: skip
    claims, scores = program.claims(plans[0]), [program.scores(plan) for plan in plans]
    shifts = [b - a for a, b in zip(*scores, strict=True)]
    assert max(map(abs, shifts)) <= claims.delta
    assert max(shifts) - min(shifts) <= claims.spread


def test_a_row_of_a_sheet_that_holds_nothing_is_none_wherever_it_stands(program):
    question = own("candidate.w * sum(x)", [BIG], ROWS, {"": "a", "w": "1"}, {"": "b", "w": "6"})
    rows = [("1020", "1"), (None, None), (" ", None), ("1040", None), (None, "")]
    plan = written(program, question, "excel", ("x", "y"), rows)
    assert program.scores(plan)[0] == 2060


def test_a_column_of_a_sheet_that_is_named_is_there_though_nobody_has_anything_in_it(program):
    question = own("candidate.w * sum(x)", [BIG], ROWS, {"": "a", "w": "1"}, {"": "b", "w": "6"})
    said = {"header": "no", "names": ["y", "x"]}
    for rows, total in ([[("1", None)], 1000], [[("1", None), ("1", "1020")], 2020]):
        path = program.folder / f"sheet {total}"
        path.mkdir()
        sheet(path / "rows.xlsx", rows)
        found = {"format": "excel", "path": f"{path.name}/rows.xlsx", **said}
        assert program.scores(with_file(question, found, f"{total:032x}"))[0] == total


@pytest.mark.parametrize(("declared", "ways"), [
    ({"kind": "category", "match_case": False}, ["Ann", "ann", "ANN", " Ann ", "aNN\t"]),
    ({"kind": "identifier", "match_case": False}, ["K7", "k7"]),
    ({"kind": "integer"}, ["7", "07", "7.0", "+7", " 7", "0007.000"]),
    ({"kind": "integer"}, ["-0", "0", "+0", "00", "0.0"]),
    ({"kind": "identifier"}, ["Ann", "Ann ", " Ann"]),
])  # fmt: skip
def test_a_person_written_in_several_ways_is_one_person(program, declared, ways):
    unit = {"kind": "person", "person": "who", "rows": "1", "relation": "add_remove"}
    columns = [{"name": "who", **declared}, {"name": "c", "kind": "category"}]
    question = own("count(c = candidate)", columns, unit, {"": "Tea"}, {"": "Mate"})
    lines = [f'"{way}",Tea' for way in ways]
    assert program.scores(text(program, question, "who,c", *lines, "Bob,Mate", "8,Mate"))[0] == 1
    holds(program, question, ["who,c", "9,Mate"], ["who,c", "9,Mate", *lines])


@pytest.mark.parametrize(("declared", "ways"), [
    ({"kind": "category"}, ["Ann", "ann", "Ann\u00a0"]),
    ({"kind": "category", "trim": False}, ["Ann", "Ann ", " Ann"]),
    ({"kind": "category", "match_case": False}, ["\u212a", "K", "\u0130", "I", "\u0131", "Jos\u00e9", "Jose\u0301"]),
    ({"kind": "identifier"}, ["7", "07", "7.0", "+7"]),
])  # fmt: skip
def test_persons_whose_declared_meanings_differ_in_a_byte_are_several(program, declared, ways):
    unit = {"kind": "person", "person": "who", "rows": "1", "relation": "add_remove"}
    columns = [{"name": "who", **declared}, {"name": "c", "kind": "category"}]
    question = own("count(c = candidate)", columns, unit, {"": "Tea"}, {"": "Mate"})
    lines = [f'"{way}",Tea' for way in ways]
    assert program.scores(text(program, question, "who,c", *lines, "Bob,Mate"))[0] == len(ways)


def test_each_person_keeps_a_row_of_their_own_and_not_all_the_same_one(program):
    """A thousand persons with a row at each of six hours, one of which counts: each hour is kept about as often."""
    unit = {"kind": "person", "person": "who", "rows": "1", "relation": "add_remove"}
    columns = [{"name": "who", "kind": "integer"}, {"name": "hour", "kind": "integer"}]
    candidates, where = gridded(Fraction(1), Fraction(1), 6)
    question = asked(columns, unit, {"kind": "formula", "formula": "count(hour = candidate)"}, candidates, where)
    lines = [f"{person},{hour}" for person in range(1000) for hour in range(1, 7)]
    scores = program.scores(text(program, question, "who,hour", *lines))
    assert sum(scores) == 1000
    assert all(100 < score < 240 for score in scores)


@pytest.mark.parametrize("rows", [["0", "0"], ["", ""], ["1"], ["-1", "0.0000001"], ["nan", "1e300", "-1e300"]])
@pytest.mark.parametrize("tiny", ["0." + "0" * 23 + "1", "1/" + "9" * 30, "9" * 30, "-" + "9" * 30])
@pytest.mark.parametrize("bounds", [{}, {"lower": "-5", "upper": "5"}])
def test_a_candidate_tiny_or_huge_is_compared_on_every_table(program, bounds, tiny, rows):
    column = {"name": "x", "kind": "decimal", "step": "0.01", **bounds}
    candidates = ({"": "a", "t": tiny}, {"": "b", "t": str(2 * Fraction(tiny))})
    grid = [Fraction(str(meaning(column, row))) for row in rows if meaning(column, row) is not None]
    rules = [{"kind": kind, "columns": ["x"], "attributes": ["t"]} for kind in ("revenue", "median")]
    for rule in [{"kind": "formula", "formula": "count(x >= candidate.t)"}, *rules]:
        question = own("", [column], ROWS, *candidates)
        plan = text(program, question, "x,y", *(f"{row}," for row in rows)) | {"rule": rule}
        if not refused_beforehand(program, plan):
            score = program.scores(plan)[0]
            if rule["kind"] == "formula":
                assert score == sum(value >= Fraction(tiny) for value in grid)


@pytest.mark.parametrize(("step", "lower", "upper"), [
    ("0.000000001", "0", "1" + "0" * 18), ("1", "-9223372036854775808", "9223372036854775807"), ("1", "0", "9" * 30),
    ("1/3", "-4611686018427387904", "4611686018427387904"), ("1", "4611686018427387905", "4611686018427387907"),
])  # fmt: skip
def test_bounds_of_too_many_steps_are_refused_before_any_row_or_work_on_every_table(program, step, lower, upper):
    column = {"name": "x", "kind": "decimal", "step": step, "lower": lower, "upper": upper}
    question = own("candidate.w * sum(x)", [column], ROWS, {"": "a", "w": "1"}, {"": "b", "w": "2"})
    plans = [text(program, question, "x,y", *(f"{row},1" for row in rows))
             for rows in (["1"], ["1", upper], ["1", lower], ["1", "9" * 40], ["1", "-1e300"], [""])]  # fmt: skip
    if refused_beforehand(program, plans[0]):
        return
    claims, scores = program.claims(plans[0]), [program.scores(plan)[0] for plan in plans]
    assert all(abs(score - scores[0]) <= claims.delta for score in scores[1:5])


def test_a_count_over_a_huge_number_is_a_score(program):
    column = {"name": "x", "kind": "integer", "lower": "0", "upper": "9"}
    question = own(
        "max(0, count(x >= candidate.t) / 1" + "0" * 22 + ")", [column], ROWS, {"": "a", "t": "1"}, {"": "b", "t": "2"}
    )
    holds(program, question, ["x,y", "1,1"], ["x,y", "1,1", "5,1"])
    scores = program.scores(text(program, question, "x,y", "1,1", "5,1"))
    assert scores == [Fraction(2, 10**22), Fraction(1, 10**22)]


def test_the_largest_value_of_a_table_is_kept_within_its_bounds_whatever_stands_there(program):
    column = {"name": "x", "kind": "decimal", "step": "0.01", "lower": "0", "upper": "10"}
    plan = measured([column], ROWS, [{"kind": "total", "column": "x", "name": "t"}])
    lines = ["1e300", "9" * 300, "inf", "NaN", "-1e5", "1e-300", "10.005", "9.995"]
    assert program.lines(text(program, plan, "x,y", *(f"{line},1" for line in lines))) == ["40"]
