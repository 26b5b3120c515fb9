"""What was asked before and what tables were called: for the Ledger tab's names and Ask again."""

from dpstudio.core.plan import Plan
from dpstudio.core.release import plan_digest
from dpstudio.planning.question import CompleteQuestion
from dpstudio.workspace.computer import table_names
from dpstudio.workspace.project import asked_plans


class AskedBefore:
    """Remembers plans by their digests, and tables by their handles, also of windows that were closed."""

    def __init__(self) -> None:
        self._labels: dict[str, str] = {}
        self._plans: dict[str, Plan] = {}
        self._unknown: set[str] = set()

    def note_tables(self, plan: Plan) -> None:
        """The tables of a project that is open."""
        self._labels |= {table.handle: table.label for table in plan.tables}

    def note(self, question: CompleteQuestion, plan: Plan) -> None:
        """A question that is about to be released: it can be asked again after a restart, too."""
        digest = plan_digest(question)
        self._plans[digest] = plan
        asked_plans.keep(digest, plan)

    @property
    def labels(self) -> dict[str, str]:
        """What tables are called: those that were released from, and those that were open in this window."""
        return {**table_names.known(), **self._labels}

    def plan(self, digest: str, asked: CompleteQuestion | None, now: Plan) -> Plan | None:
        """What was asked where the plan had this digest, or None where nobody knows.

        Args:
            asked: what is asked now, in the plan `now`.
        """
        if asked is not None and plan_digest(asked) == digest:
            return now
        if digest not in self._plans and digest not in self._unknown:
            kept = asked_plans.known(digest)
            if kept is None:
                self._unknown.add(digest)
                return None
            self._plans[digest] = kept
        return self._plans.get(digest)
