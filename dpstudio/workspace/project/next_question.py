"""The next question of the same table: the same people, columns, account and limit, another plan."""

from dataclasses import replace

from dpstudio.core.plan import CandidatesPlan, Plan, RulePlan, SurveyPlan, SynthesisPlan


def another(plan: Plan) -> Plan:
    """The plan with question and score empty, and on the receipt its name and what it was for."""
    return replace(
        plan,
        name=Plan().name,
        kind=Plan().kind,
        candidates=CandidatesPlan(),
        rule=RulePlan(),
        figures=(),
        survey=SurveyPlan(),
        synthesis=SynthesisPlan(),
        privacy=replace(plan.privacy, bound="", winners="1"),
        issued=replace(plan.issued, purpose=""),
    )


def again(plan: Plan, asked: Plan) -> Plan:
    """The plan with the question, its name, score and privacy that were asked before; tables, unit and limit stay."""
    columns = {table.handle: table.columns for table in asked.tables}
    privacy = replace(asked.privacy, cap=plan.privacy.cap, delta_cap=plan.privacy.delta_cap)
    return replace(
        plan,
        name=asked.name,
        kind=asked.kind,
        candidates=asked.candidates,
        rule=asked.rule,
        figures=asked.figures,
        survey=asked.survey,
        synthesis=asked.synthesis,
        people=asked.people,
        privacy=privacy,
        issued=asked.issued,
        tables=tuple(replace(table, columns=columns.get(table.handle, table.columns)) for table in plan.tables),
    )
