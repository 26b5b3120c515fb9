"""What was asked and what tables were called since this window was opened: for the Ledger tab's names and Ask again."""

from dpstudio.core.plan import Plan
from dpstudio.core.release import plan_digest
from dpstudio.planning.question import CompleteQuestion
from dpstudio.workspace.computer import table_names


class AskedBefore:
    """Remembers plans by their digests, and tables by their handles."""

    def __init__(self) -> None:
        self._labels: dict[str, str] = {}
        self._plans: dict[str, Plan] = {}

    def note_tables(self, plan: Plan) -> None:
        """The tables of a project that is open."""
        self._labels |= {table.handle: table.label for table in plan.tables}

    def note(self, question: CompleteQuestion, plan: Plan) -> None:
        """A question that is about to be released."""
        self._plans[plan_digest(question)] = plan

    @property
    def labels(self) -> dict[str, str]:
        """What tables are called: those that were released from, and those that were open in this window."""
        return {**table_names.known(), **self._labels}

    def plans(self, asked: CompleteQuestion | None, plan: Plan) -> dict[str, Plan]:
        """What was released in this window, and what is asked now."""
        now = {} if asked is None else {plan_digest(asked): plan}
        return {**self._plans, **now}
