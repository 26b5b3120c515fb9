"""The rule by which ready-made scores are said to be computed, on columns of data that are not here."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.errors import StudioError
from dpstudio.core.plan import ColumnPlan, RulePlan, TablePlan
from dpstudio.core.scores.rules import Formula
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.planning.facts import TableFacts
from dpstudio.planning.formulas import Trouble, cells_written, settle


def settle_reference(
    asked: RulePlan, candidates: CandidateSet, unit: PrivacyUnit | None
) -> tuple[Formula | None, Trouble | None]:
    """The rule, or what is wrong with it.

    Raises:
        InputError: a column that it reads is not declared, naming its field.
    """
    data = TablePlan("", "", "", columns=asked.reference_columns)
    known = TableFacts(names=cells_written(asked.reference) + candidates.texts(""))
    with at_its_fields():
        return settle(asked.reference, data, known, candidates, unit)


@contextmanager
def at_its_fields() -> Iterator[None]:
    """Mistakes in the rule and its columns are told at the fields of ready-made scores."""
    try:
        yield
    except StudioError as error:
        if error.field.startswith("column:"):
            error.field = f"reference:{error.field}"
        elif error.field == "rule.formula":
            error.field = "rule.reference"
        raise


def retold(asked: RulePlan, text: str) -> RulePlan:
    """The rule after its text was edited: a column that is read now is there to be declared.

    One that is no longer read is kept if anything was declared of it: its name may be in the middle of being typed.
    """
    read = cells_written(text)
    kept = tuple(column for column in asked.reference_columns if column.kind or column.name in read)
    known = {column.name for column in kept}
    return replace(
        asked, reference=text, reference_columns=(*kept, *(ColumnPlan(name) for name in read if name not in known))
    )


def reference_columns_read(asked: RulePlan) -> tuple[ColumnPlan, ...]:
    """The columns that the rule reads, as declared; none while it cannot be read."""
    read = cells_written(asked.reference)
    return tuple(column for column in asked.reference_columns if column.name in read)
