"""A vote of an audience as a project: the answers are a table like any other, private until its role is changed."""

import csv
import io

from dpstudio.core.candidates.sets import LONGEST_LABEL
from dpstudio.core.errors import InputError
from dpstudio.core.plan import CandidatesPlan, ColumnPlan, Plan, RulePlan, TablePlan, UnitPlan
from dpstudio.core.quantities import counted
from dpstudio.core.tables.cells import same_text
from dpstudio.core.tables.schema import Relation, Role
from dpstudio.foreign_texts import line_of
from dpstudio.translation import phrase
from dpstudio.workspace.project.handles import fresh_handle

COLUMN = "answer"
LEAST_CANDIDATES, MOST_ANSWERS = 2, 10_000


def lines_of(text: str) -> list[str]:
    """What stands in the lines of a text, without those that are blank, and without control characters."""
    return [*filter(None, map(line_of, text.splitlines()))]


def others(candidates: list[str], answers: list[str]) -> int:
    """How many answers name none of the candidates, compared as the release compares them."""
    known = {*map(_compared, candidates)}
    return sum(_compared(line_of(answer)) not in known for answer in answers)


def _compared(text: str) -> str:
    return same_text(text, match_case=False)


def project_of(question: str, candidates: list[str], answers: list[str]) -> Plan:
    """The project that asks which candidate most answers name; its limit is not chosen yet.

    Its picture is of as many invented people as have answered, which everybody who was there has seen.

    Args:
        answers: one of each person.

    Raises:
        InputError: there is nothing to choose between, or nobody has answered.
    """
    answers = [*filter(None, map(line_of, answers))]
    if any(len(each) > LONGEST_LABEL for each in candidates):
        raise InputError(
            phrase("A candidate has more than {longest} characters.", longest=LONGEST_LABEL),
            phrase("Shorten it, and type each candidate on a line of its own."),
        )
    if len({*map(_compared, candidates)}) < LEAST_CANDIDATES:
        raise InputError(
            phrase("There are fewer than 2 candidates."), phrase("Type each of them on a line of its own.")
        )
    if not answers:
        raise InputError(phrase("Nobody has answered yet."), phrase("Type or paste the answers, one per person."))
    if len(answers) > MOST_ANSWERS:
        raise InputError(
            phrase("There are {answers}.", answers=counted(len(answers), "answers")),
            phrase("Open them as a table from a file."),
        )
    column = ColumnPlan(COLUMN, "category", match_case=False)
    table = TablePlan(
        fresh_handle(), "answers of the audience", "text", text=_written(answers), role=Role.PRIVATE,
        header="yes", columns=(column,),
    )  # fmt: skip
    return Plan(
        name=question.strip(),
        tables=(table,),
        privacy_unit=UnitPlan("row", relation=Relation.ADD_REMOVE),
        candidates=CandidatesPlan("list", text="\n".join(candidates)),
        rule=RulePlan("votes", "one_column", (COLUMN,)),
        people=str(len(answers)),
    )


def _written(answers: list[str]) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([COLUMN])
    writer.writerows([each] for each in answers)
    return out.getvalue()
