"""What a demonstration asks an audience, what the answer is, and where its document says so."""

import hashlib
import json
from dataclasses import astuple, dataclass, replace
from functools import lru_cache

from dpstudio.core.plan import Plan
from dpstudio.resources import resource
from dpstudio.translation import joined, shipped

_DIGITS = 16
_SAID = ("question", "answer", "more", "grab", "source")


@dataclass(frozen=True)
class Scene:
    """The texts of one demonstration.

    Args:
        question: what the audience is asked.
        answer: what is revealed afterwards, of the document's own table.
        more: what is said after it where each of the document's people stands in the table several times.
        grab: what can be moved to see it.
        source: title and section of its document.
        person: who leaves the table at first, as the first column of the document's table has it.
        asked: the digest of what the demonstration asks: of no other question is this true.
    """

    question: str
    answer: str
    more: str
    grab: str
    source: str
    person: str
    asked: str

    def told(self, rows: tuple[tuple[str, ...], ...]) -> str:
        """The answer, true of a table that ships, whatever number of the document's people it has."""
        several = any(row and row[0] == f"{self.person} 1" for row in rows)
        return joined(" ", (self.answer, self.more)) if several else self.answer

    def line(self, rows: tuple[tuple[str, ...], ...]) -> int:
        """In which line of a table that ships the person stands; each of several copies has a number."""
        copies = self.person, f"{self.person} 1"
        return next((line for line, row in enumerate(rows) if row and row[0] in copies), 0)


@lru_cache(maxsize=1)
def scenes() -> dict[str, Scene]:
    """Those of all demonstrations, by their keys."""
    listed = json.loads(resource("demonstrations/scenes.json").read_text("utf-8"))
    return {key: Scene(**each | {name: shipped(each[name]) for name in _SAID}) for key, each in listed.items()}


def scene_of(plan: Plan) -> Scene | None:
    """The scene of the demonstration that asks what the plan asks, or None."""
    asked = asked_by(plan)
    return next((each for each in scenes().values() if each.asked == asked), None)


def asked_by(plan: Plan) -> str:
    """A digest of what is asked of which columns, whatever ε, mechanism, numbers of people and accounts are."""
    columns = plan.data_table.columns if plan.data_table else ()
    candidates = replace(plan.candidates, table="")
    survey, synthesis = replace(plan.survey, people=""), replace(plan.synthesis, people="")
    figures = tuple(replace(each, people="") for each in plan.figures)
    parts = columns, (plan.privacy_unit, candidates, plan.rule), figures, (survey, synthesis)
    told = json.dumps([plan.kind, *([astuple(each) for each in part] for part in parts)])
    return hashlib.sha256(told.encode()).hexdigest()[:_DIGITS]
