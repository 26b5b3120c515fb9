"""What stands between a plan and a release: named, and led to its field."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from dpstudio.core.errors import Refusal, StudioError

T = TypeVar("T")
_PLACES = {
    "The start": ("question", "candidates.start"),
    "The stop": ("question", "candidates.stop"),
    "The step": ("question", "candidates.step"),
    "The share of the quantile": ("score", "rule.alpha"),
    "rule.formula": ("score", "rule.formula"),
    "rule.told": ("score", "rule.told"),
    "rule.delta": ("score", "rule.delta"),
    "rule.spread": ("score", "rule.spread"),
    "unit": ("tables", "unit.relation"),
    "unit.rows": ("tables", "unit.rows"),
    "unit.everyone": ("tables", "unit.everyone"),
    "epsilon": ("privacy", "privacy.epsilon"),
    "delta": ("privacy", "privacy.delta"),
    "cap": ("privacy", "privacy.cap"),
    "delta_cap": ("privacy", "privacy.delta_cap"),
    "privacy.bound": ("privacy", "privacy.bound"),
    "privacy.mechanism": ("privacy", "privacy.mechanism"),
    "privacy.winners": ("privacy", "privacy.winners"),
}


@dataclass(frozen=True)
class Missing:
    """Something that stands between the plan and a release, and where to mend it.

    `wrong` tells a mistake from a choice that has not been made yet, `refused` what would break the privacy promise or
    the budget from a mere mistake. `sentence` says how to mend it too, `reason` alone what is wrong.
    """

    tab: str
    field: str
    sentence: str
    wrong: bool
    refused: bool = False
    reason: str = ""


class Notes:
    """Collects what is missing while the rest goes on."""

    def __init__(self) -> None:
        self.items: list[Missing] = []

    def ask(self, tab: str, field: str, sentence: str) -> None:
        """Note a choice that has not been made yet."""
        self._note(Missing(tab, field, sentence, wrong=False))

    def refuse(self, tab: str, field: str, sentence: str, *, refused: bool = False) -> None:
        """Note a mistake, or what the budget does not allow."""
        self._note(Missing(tab, field, sentence, wrong=True, refused=refused))

    def attempt(self, tab: str, field: str, action: Callable[[], T]) -> T | None:
        """Do it, or note why not: at the field that the error names where it names one of the window's."""
        try:
            return action()
        except StudioError as error:
            tab, where = _PLACES.get(error.field, (tab, field))
            if error.field.startswith("column:"):
                tab, where = "tables", error.field
            elif error.field.startswith("told:"):
                tab, where = "score", error.field
            elif error.field.startswith("figure:"):
                where = field + error.field.removeprefix("figure")
            refused = isinstance(error, Refusal)
            self._note(Missing(tab, where, str(error), wrong=True, refused=refused, reason=error.message))
            return None

    def _note(self, item: Missing) -> None:
        """What is met twice is told once."""
        if item not in self.items:
            self.items.append(item)
