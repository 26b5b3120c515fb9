"""The first stages of a plan: its tables, its privacy unit, its public number of people."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from dpstudio.core.account import unit_told
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.figures.bounds import refuse_public_people
from dpstudio.core.plan import ColumnPlan, Plan, TablePlan, parse_lines
from dpstudio.core.quantities import counted, parse_count
from dpstudio.core.tables.schema import MARKED, NAMED, OwnType, PrivacyUnit, Relation, Role
from dpstudio.planning.declarations import persons
from dpstudio.planning.facts import TableFacts, is_unchosen
from dpstudio.planning.headers import refuse_far_lines, shown_before
from dpstudio.planning.missing import Notes
from dpstudio.planning.resolved import ASSUMED_PEOPLE, Resolved
from dpstudio.translation import phrase

MOST_ROWS = 1_000_000
MOST_PEOPLE = 1_000_000_000
_READING = ("first_line", "left_out", "delimiter", "encoding", "sheet", "names")
"""What is said of how a table is read, where it can be wrong."""


def check_tables(plan: Plan, facts: Mapping[str, TableFacts], notes: Notes) -> None:
    """Note what each table still needs, and whether exactly one holds people's data."""
    if not plan.tables:
        notes.ask("tables", "tables.add", phrase("Add the table with the people's data."))
        return
    for table in plan.tables:
        _check_table(table, facts.get(table.handle), notes)
    if plan.data_table is None and all(table.role for table in plan.tables):
        notes.ask("tables", "tables.add", phrase("Add the table with the people's data: a private one or a sample."))
    if sum(table.role in (Role.PRIVATE, Role.SAMPLE) for table in plan.tables) > 1:
        notes.refuse(
            "tables",
            "tables.add",
            phrase(
                "Only one table can hold the people's data. Remove one of them; call one public only if anyone may know"
                " it."
            ),
        )
    if plan.data_table and plan.data_table.role == Role.PRIVATE and plan.data_table.text:
        notes.refuse(
            "tables",
            f"role:{plan.data_table.handle}",
            phrase("A pasted private table must be saved to a file of yours first: use “Save pasted table…”."),
        )


def _check_table(table: TablePlan, known: TableFacts | None, notes: Notes) -> None:
    """Note what one table still needs."""
    for field, text, what, least in (
        ("first_line", table.first_line, phrase("The line that the table begins on"), 1),
        ("left_out", table.left_out, phrase("The number of lines left out at the end"), 0),
    ):
        said = notes.attempt("tables", f"{field}:{table.handle}", partial(parse_lines, text, what, least))
        if said and table.format in NAMED:
            notes.refuse(
                "tables",
                f"{field}:{table.handle}",
                phrase("{label} has rows and no lines: leave it blank.", label=table.label),
            )
    far = _too_far(table)
    if far is not None:
        notes.turn_down("tables", f"{far.field}:{table.handle}", far)
    if known is not None:
        _check_marks(table, known, notes)
    if not table.role:
        notes.ask(
            "tables",
            f"role:{table.handle}",
            phrase("Say whether {label} is private, public or a sample.", label=table.label),
        )
    elif table.format == "database" and not table.sheet:
        notes.ask(
            "tables", f"sheet:{table.handle}", phrase("Choose which table of {label} is meant.", label=table.label)
        )
    elif known is None:
        notes.ask("tables", f"role:{table.handle}", phrase("{label} is being read.", label=table.label))
    else:
        _check_read(table, known, notes)


def _too_far(table: TablePlan) -> InputError | None:
    """Why a private table may not begin, or leave out lines, as far from its ends as is typed."""
    try:
        refuse_far_lines(table)
    except InputError as error:
        return error
    return None


def _check_read(table: TablePlan, known: TableFacts, notes: Notes) -> None:
    """Note what hinders, now that the table has been looked at as far as it may be."""
    if is_unchosen(table, known.sheets):
        many = counted(len(known.sheets), "tables")
        notes.ask(
            "tables",
            f"sheet:{table.handle}",
            phrase("{label} holds {many}. Choose which one is meant.", label=table.label, many=many),
        )
    elif known.error is not None and _too_far(table):
        return  # that it cannot begin or end there is said, and is what to mend first
    elif known.error is not None:
        asked = known.error.field if known.error.field in _READING else "role"
        notes.turn_down("tables", f"{asked}:{table.handle}", known.error)
    elif known.problem:
        notes.refuse("tables", f"role:{table.handle}", known.problem)
    elif known.refusal:
        notes.refuse("tables", f"role:{table.handle}", known.refusal, refused=True)
    elif known.changed:
        notes.turn_down("tables", f"changed:{table.handle}", has_changed(table))
    elif known.other_header:
        notes.turn_down("tables", f"first_line:{table.handle}", shown_before(table, known.other_header))
    elif not table.header and table.format not in NAMED:
        line = (
            phrase("line {first_line}", first_line=table.first_line) if table.first_line else phrase("the first line")
        )
        notes.ask(
            "tables",
            f"header:{table.handle}",
            phrase("Say whether {line} of {label} is a header.", line=line, label=table.label),
        )


def has_changed(table: TablePlan) -> InputError:
    """That nobody has said yet what a file holds that has changed since it was last read."""
    where, told = f"changed:{table.handle}", phrase("{label} has changed since it was last read.", label=table.label)
    if table.role == Role.SAMPLE:
        private = phrase("if its rows are private now,")
        return InputError(
            told,
            phrase("Say what it holds now."),
            where,
            command=(
                f"Say what it holds now: law, simulate or release --same-people if it is still a sample; {private}"
                " call it private in the project."
            ),
            python=(
                f"Say what it holds now. Give same_people=True if it is still a sample; {private} make it a private"
                " table."
            ),
        )
    return InputError(
        told,
        phrase("Say whether it still holds the same people."),
        where,
        command=(
            "Say whether it still holds the same people: --same-people if it does, and it keeps its account; release"
            " --other-people if it does not, and it gets another one."
        ),
        python="Say whether it still holds the same people. Give same_people=True if it does, same_people=False"
        " if not.",
    )


def _check_marks(table: TablePlan, known: TableFacts, notes: Notes) -> None:
    """Numbers that a column holds as numbers are texts with a point; under another mark each would mean a blank."""
    for column in table.columns:
        pointed = known.own_type(column.name) is OwnType.POINTED
        if pointed and column.kind in MARKED and column.decimal_mark not in ("", "."):
            notes.refuse(
                "tables",
                f"column:{column.name}:decimal_mark",
                phrase(
                    "“{name}” holds numbers of its own type, which have a point. Choose the point as its decimal mark.",
                    name=column.name,
                ),
            )


def unit_of(plan: Plan, known: TableFacts, notes: Notes, *, reads_people: bool) -> PrivacyUnit | None:
    """The privacy unit, or None where part of it is missing.

    Args:
        reads_people: whether the table's rows are people, and not scores that were computed elsewhere.
    """
    asked, before = plan.privacy_unit, len(notes.items)
    if not reads_people:
        asked = replace(asked, kind="row")
    if not asked.kind:
        notes.ask(
            "tables", "privacy_unit.kind", phrase("Say whether each row is one person, or a column identifies people.")
        )
    if not asked.relation:
        notes.ask("tables", "privacy_unit.relation", phrase("Choose which tables count as neighbours."))
    rows: int | None = 1
    if asked.kind == "person":
        if not asked.person:
            notes.ask("tables", "privacy_unit.person", phrase("Choose the column that identifies people."))
        elif known.names and asked.person not in known.names:
            notes.refuse(
                "tables",
                "privacy_unit.person",
                phrase("The table has no column “{person}”: choose another one.", person=asked.person),
            )
        if asked.rows:
            rows = notes.attempt(
                "tables",
                "privacy_unit.rows",
                lambda: parse_count(asked.rows, phrase("Rows per person"), most=MOST_ROWS),
            )
        else:
            notes.ask("tables", "privacy_unit.rows", phrase("Type how many rows one person may have at most."))
    if len(notes.items) > before or rows is None:
        return None
    everyone = asked.everyone == "yes" and asked.relation == Relation.REPLACE_ONE
    if asked.kind != "person":
        gaps = has_gaps(plan) and reads_people
        return PrivacyUnit(Relation(asked.relation), None, rows, gaps and everyone, gaps=gaps)
    declared = (plan.data_table and plan.data_table.column(asked.person)) or ColumnPlan(asked.person)
    reading = notes.attempt("tables", "privacy_unit.person", lambda: persons(declared))
    if reading is None:
        return None
    return PrivacyUnit(Relation(asked.relation), asked.person, rows, everyone, reading)


def has_gaps(plan: Plan) -> bool:
    """Whether the people's table is a sheet, in which a person's row may be all blank and count as none."""
    return plan.data_table is not None and plan.data_table.source.has_gaps


def public_people(found: Resolved, asked: str, notes: Notes) -> bool:
    """Note what hinders a question that needs a public number of people; False where an account does, for good.

    Args:
        asked: what needs it, in words.
    """
    account = found.account
    if account is not None and not _allows(account.unit):
        told = phrase(
            "{asked} cannot be asked for in this table's account: the number of people would have to"
            " be public, and the first release fixed: {unit_told}.",
            asked=asked,
            unit_told=unit_told(account.unit, account.names),
        )
        notes.turn_down("question", "kind", Refusal(told, phrase("Ask another kind of question.")))
        return False
    if found.unit is not None:
        unit = found.unit
        notes.attempt("tables", "privacy_unit.relation", lambda: refuse_public_people(unit))
    return True


def _allows(unit: PrivacyUnit) -> bool:
    """Whether the number of people can be public."""
    try:
        refuse_public_people(unit)
    except Refusal:
        return False
    return True


def people_of(text: str, what: str, field: str) -> int:
    """A public number of people as typed.

    Raises:
        InputError: it is none; told at its field.
    """
    try:
        return parse_count(text, what, most=MOST_PEOPLE)
    except InputError as error:
        raise InputError(error.message, error.remedy, field) from None


def expected_people(plan: Plan, notes: Notes) -> int:
    """How many people an invented table has where the number is private: as typed, else as is assumed."""
    if not plan.people.strip():
        return ASSUMED_PEOPLE
    typed = notes.attempt(
        "privacy", "people", lambda: parse_count(plan.people, phrase("The expected number of people"), most=MOST_PEOPLE)
    )
    return typed or ASSUMED_PEOPLE
