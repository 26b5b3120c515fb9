"""A demonstration's question asked of a table of one's own."""

from dataclasses import replace

from dpstudio.core.plan import CandidatesPlan, ColumnPlan, Plan, TablePlan, UnitPlan
from dpstudio.core.tables.schema import Source
from dpstudio.workspace.project.handles import fresh_handle


def table_of(name: str, source: Source) -> TablePlan:
    """A table as it comes into a project: with an account of its own, and with nothing said of it yet."""
    return TablePlan(
        fresh_handle(),
        name,
        source.format,
        source.path,
        source.text,
        delimiter=source.delimiter,
        encoding=source.encoding,
        sheet=source.sheet,
        first_line=str(source.first_line or ""),
    )


def with_own_table(plan: Plan, name: str, source: Source) -> Plan:
    """The plan with another table in the place of its sample.

    Kind of question and of candidates, rule, columns, mechanism and ε stay. What was only true of the sample is asked
    anew: its role, how its cells are written, who is protected, how many people there are, and the limit. Unit,
    relation and limit become permanent, so none of them is taken over in silence. What the demonstration called things,
    and what may come out of it, goes: the candidates and answers of another table's people are for its owner to type.
    """
    sample = plan.data_table
    if sample is None:
        return plan
    own = replace(table_of(name, source), columns=tuple(map(_unwritten, sample.columns)))
    return replace(
        plan,
        name="",
        tables=tuple(own if each is sample else each for each in plan.tables),
        privacy_unit=UnitPlan(),
        candidates=CandidatesPlan(plan.candidates.kind, step=plan.candidates.step),
        privacy=replace(plan.privacy, cap="", delta_cap=""),
        people="",
        figures=tuple(replace(each, name="", people="") for each in plan.figures),
        survey=replace(plan.survey, answers="", people=""),
        synthesis=replace(plan.synthesis, people=""),
    )


def _unwritten(column: ColumnPlan) -> ColumnPlan:
    """A column of which nobody has said how its cells are written, and between what."""
    return replace(column, unit="", lower="", upper="", decimal_mark="", grouping_mark="", separator="", date_order="")
