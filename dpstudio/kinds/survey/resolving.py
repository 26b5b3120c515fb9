"""Asking each person: the answers of a plan and the coin that randomizes them."""

from collections.abc import Mapping
from dataclasses import replace

from dpstudio.core.errors import InputError
from dpstudio.core.plan import ColumnPlan, TablePlan
from dpstudio.core.tables.cells import reader
from dpstudio.core.tables.schema import Column, Kind
from dpstudio.kinds.survey.question import Survey
from dpstudio.planning import declarations
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.inputs import people_of, public_people
from dpstudio.planning.missing import Notes
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase

MOST_ANSWERS = 1000


def surveying(found: Resolved, facts: Mapping[str, TableFacts], notes: Notes) -> Resolved:
    """Add what randomized answers need."""
    asked, data = found.plan.survey, found.plan.data_table
    if not public_people(found, phrase("Randomized answers"), notes):
        return found
    for name, sentence in (
        ("column", phrase("Choose the column with people's answers.")),
        ("answers", phrase("Type the possible answers, one per line.")),
        ("people", phrase("Type the number of people: with randomized answers it is public.")),
    ):
        if not getattr(asked, name).strip():
            notes.ask("question", f"survey.{name}", sentence)
    if data is None or not asked.column or not asked.answers.strip():
        return found
    built = _checked(found, data, notes)
    return found if built is None or not asked.people.strip() else _with(found, built, notes)


Built = tuple[Column, tuple[str, ...], tuple[int | str, ...], int]


def _checked(found: Resolved, data: TablePlan, notes: Notes) -> Built | None:
    asked = found.plan.survey
    if not found.known.has_header:
        return None
    if asked.column not in found.known.names:
        notes.refuse("question", "survey.column", phrase("The table has no column “{column}”.", column=asked.column))
        return None
    return notes.attempt("question", "survey.answers", lambda: _answers(data, asked.column, asked.answers))


def _answers(data: TablePlan, name: str, text: str) -> Built:
    """The column, the answers as typed, their meanings, and which of them a blank counts as."""
    column = declarations.column(data.column(name) or ColumnPlan(name))
    if column.kind is Kind.CHOICES:
        raise InputError(
            phrase("“{name}” holds several choices in a cell.", name=name),
            phrase("Declare it as one choice per cell."),
            f"column:{name}:kind",
        )
    answers = tuple(line.strip() for line in text.splitlines() if line.strip())
    if not 2 <= len(answers) <= MOST_ANSWERS:
        raise InputError(
            phrase("There must be 2 to {most_answers} answers.", most_answers=f"{MOST_ANSWERS:,}"),
            phrase("Type one per line."),
        )
    read = reader(replace(column, blank=None, bounds=None))
    meanings: list[int | str] = []
    for answer in answers:
        meaning = read(answer)
        if meaning is None:
            raise declarations.unreadable(answer, column)
        if meaning in meanings:
            raise InputError(phrase("The answer “{answer}” is listed twice.", answer=answer), phrase("Remove one."))
        meanings.append(meaning)
    blank = None if column.blank is None else read(column.blank)
    if blank is None or blank not in meanings:
        raise InputError(
            phrase("A blank or unlisted answer in “{name}” must count as one of the answers.", name=name),
            phrase("Type that answer beside the column, as what a blank counts as."),
            f"column:{name}:blank",
        )
    return column, answers, tuple(meanings), meanings.index(blank)


def _with(found: Resolved, built: Built, notes: Notes) -> Resolved:
    """The question, once the number of people, epsilon and risk are known."""
    text = found.plan.survey.people
    people = notes.attempt("question", "survey.people", lambda: people_of(text, phrase("The number of people"), ""))
    common = found.common
    if people is None or common is None:
        return found
    column, answers, meanings, blank = built

    def settled() -> Survey:
        return Survey(**common, column=column, answers=answers, meanings=meanings, blank=blank, people=people)

    return replace(found, previewed=notes.attempt("question", "survey.people", settled))
