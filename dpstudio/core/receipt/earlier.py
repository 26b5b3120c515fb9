"""Receipts of the formats 1 and 2: kept as they were written, shown and exported again, never made."""

import json
from dataclasses import dataclass
from typing import Any

import rfc8785

from dpstudio.core.errors import InputError
from dpstudio.translation import phrase

EARLIER = (1, 2)


@dataclass(frozen=True)
class EarlierReceipt:
    """A receipt that an earlier version wrote; `canonical` is its JSON (RFC 8785)."""

    canonical: str

    @classmethod
    def of(cls, data: dict[str, Any]) -> "EarlierReceipt":
        """The receipt that this JSON is.

        Raises:
            InputError: what is shown of a receipt is missing.
        """
        found = cls(rfc8785.dumps(data).decode())
        try:
            complete = (found.lines, found.terms, found.date, found.flags, found.winners, found.table)
        except (KeyError, TypeError, AttributeError):
            raise InputError(
                phrase("The receipt lacks a part."), phrase("Use the receipt as dpstudio wrote it.")
            ) from None
        if not all(isinstance(text, str) for line in complete[0] for text in line.values()):
            raise InputError(
                phrase("The receipt's result cannot be read."), phrase("Use the receipt as dpstudio wrote it.")
            )
        return found

    @property
    def statement(self) -> dict[str, Any]:
        """The whole as JSON has it."""
        return dict(json.loads(self.canonical))

    @property
    def shown(self) -> dict[str, Any]:
        """The whole under the names of format 2, for its page."""
        return _as_format_2(self.statement)

    @property
    def name(self) -> str:
        """The project's name."""
        return str(self.statement.get("name", ""))

    @property
    def date(self) -> str:
        """When it was made."""
        return str(self.statement["date"])

    @property
    def flags(self) -> tuple[str, ...]:
        """What a reader must know before anything else."""
        return tuple(self.statement["flags"])

    @property
    def lines(self) -> list[dict[str, str]]:
        """The result, a line each; format 1 knew one winner and no lines."""
        result = self.statement["result"]
        if "lines" in result:
            return [dict(line) for line in result["lines"]]
        return [{"name": "", "value": result["chosen"], "unit": result["unit"], "error": ""}]

    @property
    def winners(self) -> tuple[str, ...] | None:
        """Who was chosen, in order; None where nothing is chosen."""
        result = self.statement["result"]
        if "winners" in result:
            return tuple(result["winners"])
        return (result["chosen"],) if "chosen" in result else None

    @property
    def table(self) -> dict[str, Any] | None:
        """The synthetic table, where there is one."""
        table = self.statement["result"].get("table")
        return None if table is None else dict(table)

    @property
    def terms(self) -> tuple[str, str, str]:
        """Epsilon, delta and the odds, as people read them."""
        parameters = self.statement["privacy_parameters"]
        return (
            parameters["epsilon"],
            parameters.get("delta", "0"),
            phrase("at most {parameters}", parameters=parameters["odds_at_most"]),
        )


def _as_format_2(statement: dict[str, Any]) -> dict[str, Any]:
    """Format 1 knew one winner, pure guarantees and rules of forms alone; what it lacks follows from what it has."""
    if statement["format"] != 1:
        return statement
    parameters, mechanism, question = (statement[name] for name in ("privacy_parameters", "mechanism", "question"))
    result, accounting = statement["result"], statement["accounting"]
    law = {"permute_and_flip": "permute_and_flip", "noisy_max_laplace": "laplace"}
    return statement | {
        "privacy_unit": {"public_number_of_people": None} | statement["privacy_unit"],
        "privacy_parameters": {"zcdp_rho_rounded_up": parameters["zcdp_rho"]} | parameters,
        "question": {"sentence": question["score_rule"]} | question,
        "mechanism": {"law": law.get(mechanism["key"], "exponential"), "draws": 1} | mechanism,
        "result": {
            "lines": [{"name": "", "value": result["chosen"], "unit": result["unit"], "error": ""}],
            "winners": [result["chosen"]],
        }
        | result,
        "accounting": {"this_charge_delta": "0", "total_delta": "0", "cap_delta": "0", "total_zcdp_rho_rounded_up": "?"}
        | accounting,
    }
