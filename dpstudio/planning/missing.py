"""What stands between a plan and a release: named, and led to its field."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from dpstudio.core.errors import InputError, OverLimit, Refusal, StudioError, Unsaid
from dpstudio.translation import phrase

T = TypeVar("T")
_PLACES = {
    "The start": ("question", "candidates.start"),
    "The stop": ("question", "candidates.stop"),
    "The step": ("question", "candidates.step"),
    "The share of the quantile": ("score", "rule.alpha"),
    "rule.formula": ("score", "rule.formula"),
    "rule.style": ("score", "rule.style"),
    "rule.reference": ("score", "rule.reference"),
    "rule.sensitivity": ("score", "rule.sensitivity"),
    "rule.range_sensitivity": ("score", "rule.range_sensitivity"),
    "privacy_unit": ("tables", "privacy_unit.relation"),
    "privacy_unit.rows": ("tables", "privacy_unit.rows"),
    "privacy_unit.everyone": ("tables", "privacy_unit.everyone"),
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
    the budget from a mere mistake. `sentence` says how to mend it too, `reason` alone what is wrong; `error` is
    what was raised.
    """

    tab: str
    field: str
    sentence: str
    wrong: bool
    refused: bool = False
    reason: str = ""
    error: StudioError | None = dataclasses.field(default=None, compare=False)

    @property
    def over_limit(self) -> bool:
        """Whether nothing is wrong but that too little is left of the table's limit."""
        return isinstance(self.error, OverLimit)

    @property
    def on_the_line(self) -> str:
        """The sentence as the command line says it."""
        return (
            self.sentence
            if self.error is None
            else phrase("{message} {command}", message=self.error.message, command=self.error.command).strip()
        )

    def raised(self, *, more: str = "") -> StudioError:
        """What ends the work that cannot go on without it.

        Args:
            more: said after the remedy.
        """
        kind = Refusal if self.refused else InputError
        if self.error is None:
            return kind(self.sentence + more, field=self.field)
        told = kind(self.error.message, self.error.remedy, self.field, self.error.command, self.error.python)
        return told.followed_by(more.strip())


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

    def turn_down(self, tab: str, field: str, error: StudioError) -> None:
        """Note an error."""
        refused, wrong = isinstance(error, Refusal), not isinstance(error, Unsaid)
        self._note(Missing(tab, field, str(error), wrong=wrong, refused=refused, reason=error.message, error=error))

    def attempt(self, tab: str, field: str, action: Callable[[], T]) -> T | None:
        """Do it, or note why not: at the field that the error names where it names one of the window's."""
        try:
            return action()
        except StudioError as error:
            tab, where = _PLACES.get(error.field, (tab, field))
            if error.field.startswith("column:"):
                tab, where = "tables", error.field
            elif error.field.startswith("reference:"):
                tab, where = "score", error.field
            elif error.field.startswith("figure:"):
                where = field + error.field.removeprefix("figure")
            self.turn_down(tab, where, error)
            return None

    def _note(self, item: Missing) -> None:
        """What is met twice is told once."""
        if item not in self.items:
            self.items.append(item)
