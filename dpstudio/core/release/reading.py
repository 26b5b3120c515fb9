"""From a question's source to its work file: the columns that it reads, each person's rows, their public number."""

from pathlib import Path

from dpstudio.core.errors import Refusal
from dpstudio.core.quantities import counted
from dpstudio.core.question import Question
from dpstudio.core.tables.importing import Tick, import_table
from dpstudio.core.tables.schema import Role
from dpstudio.translation import phrase


def imported(question: Question, work_file: Path, tick: Tick, *, persons_apart: bool = False) -> None:
    """Import what the question reads; it is half of the work.

    Args:
        persons_apart: whether rows are told apart by their persons, so that all of them are kept.

    Raises:
        Refusal: the public number of people that was typed is not the table's.
    """
    unit = question.unit

    def half(done: float) -> None:
        tick(done / 2)

    kept = None if persons_apart else unit.rows
    import_table(question.source, question.columns, unit.person, work_file, half, unit.persons, kept)
    if question.people is not None:
        _refuse_other_number(question, work_file)


def _refuse_other_number(question: Question, work_file: Path) -> None:
    """A public number of people is checked before any charge; a private table's own number is told to nobody."""
    from dpstudio.core.tables.engine import filtered_counts

    rows = None if question.unit.person is None else question.unit.rows
    found = sum(filtered_counts(work_file, [(None, ())], rows)[0].counts.to_pylist())
    if found != question.people:
        of_sample = phrase(
            "The sample has {people}; the public number of people that was typed is {typed}.",
            people=counted(found, "people"),
            typed=f"{question.people:,}",
        )
        raise Refusal(
            of_sample
            if question.role is Role.SAMPLE
            else phrase("The table does not hold the number of people that was typed as public."),
            phrase("Correct the number on the Question tab, or choose the right table."),
            "people",
        )
