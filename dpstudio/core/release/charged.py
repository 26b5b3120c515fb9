"""One charged release, whatever is asked: nothing is drawn before the charge, nothing shown before it is stored."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import Refusal, StudioError
from dpstudio.core.ledger import Account, Ledger, Limit
from dpstudio.core.ledger.waiting import finishing, hearing
from dpstudio.core.progress import Progress
from dpstudio.core.quantities import grouped, listed, to_one_place, unit_of
from dpstudio.core.receipt import words
from dpstudio.core.receipt.contract import Describable
from dpstudio.core.receipt.digest import plan_digest
from dpstudio.core.receipt.document import Document, signed
from dpstudio.core.receipt.errors import lines_cut
from dpstudio.core.receipt.headline import note, stood_in
from dpstudio.core.receipt.receipt import AnyReceipt
from dpstudio.core.receipt.statement import statement
from dpstudio.core.release.contract import Releasable, Secret
from dpstudio.core.sealed import Sealed, Shown
from dpstudio.core.signing import Signer
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.permit import Permit
from dpstudio.core.unsealing import opened, permitted, refuse_unpermitted
from dpstudio.foreign_texts import on_one_line
from dpstudio.translation import joined, phrase, shipped

_WHERE, _STOOD_IN = phrase(" where no end cuts it"), phrase(" (a stand-in)")


@dataclass(frozen=True)
class Release:
    """The one thing that leaves: the receipt, the result in it, and public candidates too many to list there.

    Args:
        key_changed: a sentence for the curator where another key signed than for the result before, or "".
    """

    number: int
    document: Document
    candidates: bytes | None = None
    key_changed: str = ""

    @property
    def receipt(self) -> AnyReceipt:
        """The receipt without its signatures."""
        return self.document.receipt

    @property
    def statement(self) -> dict[str, Any]:
        """The receipt as JSON has it."""
        return self.receipt.statement

    @property
    def lines(self) -> list[dict[str, str]]:
        """The result, a line each: name, value, unit, error; what is blank does not apply."""
        return self.receipt.lines

    @property
    def text(self) -> str:
        """The result as plain text: the winners, or one figure a line."""
        return joined("\n", self.said(str))

    def said(self, number: Callable[[str], str]) -> list[str]:
        """The result, a line each, and beside each ± that an end may make untrue that it holds where none does."""
        return self._said(number, self.lines)

    def _said(self, number: Callable[[str], str], lines: list[dict[str, str]]) -> list[str]:
        cut = lines_cut(*(getattr(self.receipt, name, None) for name in ("question", "mechanism")))
        ends = cut or (False,) * len(lines)
        instead = stood_in(self.receipt)
        return [
            phrase("{line_text}{where}{stood_in}", line_text=line_text(line, number), where=where, stood_in=mark)
            for line, where, mark in (
                (line, _WHERE if end else "", _STOOD_IN if line["name"] in instead else "")
                for line, end in zip(lines, ends, strict=True)
            )
        ]

    @property
    def shown(self) -> list[str]:
        """The result as a page shows it, a line each: value and ± have as many digits behind the point."""
        return self._said(grouped, [_even(line) for line in self.lines])

    @property
    def after(self) -> str:
        """What was done to the noisy result, and where its ± holds: a sentence, or "" where nothing was."""
        done = self.statement["result"].get("post_processing", "none")
        return "" if done == "none" else phrase("Afterwards: {done}.", done=done)

    @property
    def how_often(self) -> str:
        """How often all ± of its lines hold, in a few words; "" where there are none."""
        return words.plus_minus_told(sum(bool(line["error"]) for line in self.lines))

    @property
    def told(self) -> str:
        """The result on one line, its units too, as a ledger tells it; a demonstration's is called so.

        Of several figures or winners their number stands first: where a line is cut, what is missing can be counted.
        """
        said = [
            phrase("{line}{unit}", line=line, unit=_unit_of(of))
            for line, of in zip(self.said(grouped), self.lines, strict=True)
        ]
        chosen = self.receipt.winners is not None
        several = (
            phrase("{said} {chosen}: ", said=f"{len(said):,}", chosen=phrase("chosen") if chosen else phrase("numbers"))
            if len(said) > 1
            else ""
        )
        return phrase(
            "{several}{listed}{note}",
            several=several,
            listed=listed(said) if chosen else joined("; ", said),
            note=note(self.receipt.flags),
        )


def _unit_of(line: dict[str, str]) -> str:
    """The unit of a line without a name, which `line_text` leaves to the page."""
    return phrase(" {unit}", unit=shipped(line["unit"])) if line["unit"] and not line["name"] else ""


def _even(line: dict[str, str]) -> dict[str, str]:
    value, error = to_one_place(line["value"], line["error"])
    return {**line, "value": value, "error": error}


def line_text(line: dict[str, str], number: Callable[[str], str]) -> str:
    """One line of a result, whatever its names hold; `number` writes its numbers."""
    line = {part: on_one_line(text) for part, text in line.items()}
    named = phrase("{name}: ", name=line["name"]) if line["name"] else ""
    last = line["error"] if line["error"] and unit_of(line["value"], line["unit"]) != line["unit"] else line["value"]
    unit = phrase(" {unit}", unit=shipped(unit_of(last, line["unit"]))) if line["unit"] and line["name"] else ""
    error = phrase(" ± {error}", error=number(line["error"])) if line["error"] else ""
    return phrase("{named}{value}{error}{unit}", named=named, value=number(line["value"]), error=error, unit=unit)


def read(question: Releasable[Secret], work_file: Path, tick: Tick) -> Sealed[Secret]:
    """Import the data table and work out what is asked, exactly; it is opened by a charged draw alone.

    Raises:
        Refusal: the public number of people that was typed is not the table's.
    """
    return Sealed(question.read(work_file, tick), question.source)


def sample(question: Releasable[Secret], permit: Permit | None, work_file: Path, tick: Tick) -> Shown[Secret]:
    """As `read`, of a sample table, to be looked at.

    Raises:
        Refusal: there is no permit for this very table as a sample; not a row was read.
    """
    refuse_unpermitted(permit, question.source)
    return permitted(read(question, work_file, tick), permit)


def perform(
    question: Releasable[Secret],
    secret: Sealed[Secret],
    ledger: Ledger,
    entropy: Entropy,
    today: datetime.date,
    pending: int | None = None,
    progress: Progress | None = None,
    signer: Signer | None = None,
) -> Release:
    """Charge, then draw, then store (TRUST, Ledger).

    Args:
        secret: what `read` gave.
        pending: an earlier charge for the same question whose draw was not finished; it is used instead of a
            new one.
        progress: is told of the charge and of the stored result, and asked while the charge waits for another program.
        signer: signs the receipt; None for demonstrations.

    Raises:
        Refusal: the charge does not fit; nothing was drawn.
    """
    progress = progress or Progress()
    with progress.whole(), hearing(progress.stop_if_asked):
        number, account = _charged(question, ledger, pending)
        progress.number = number
    try:
        result = drawn(question, opened(secret, number), entropy)
        with progress.whole(), finishing():
            document = ledger.complete(
                number,
                lambda before: signed(statement(question, result, account, number, today, before, signer), signer),
            )
            progress.stored = True
    except StudioError as error:
        raise _unfinished(error, number) from error
    return Release(number, document, question.list_beside())


def _charged(question: Describable, ledger: Ledger, pending: int | None) -> tuple[int, Account]:
    """The entry and its account: a new charge, or an earlier one that was not drawn."""
    digest = plan_digest(question)
    if pending is not None:
        return pending, _reused(ledger, question.handle, digest, pending)
    limit = Limit(question.cap, question.delta_cap)
    return ledger.charge(question.handle, question.unit, limit, question.loss, digest)


def _unfinished(error: StudioError, number: int) -> StudioError:
    """The same error, with what became of the charge."""
    told = phrase(
        "Entry {number} of the ledger was charged but has no result; complete it at no further cost.", number=number
    )
    return error.followed_by(told)


def drawn(question: Releasable[Secret], secret: Secret, entropy: Entropy) -> dict[str, Any]:
    """The result, one draw: what a release, its rehearsal and its self-audit play."""
    return question.draw(secret, entropy)


def _reused(ledger: Ledger, handle: str, digest: str, number: int) -> Account:
    """The account in which the charge stands."""
    account = ledger.account(handle)
    charge = next((each for each in account.charges if each.number == number), None) if account else None
    if account is None or charge is None or charge.plan != digest:
        raise Refusal(
            phrase("The unfinished charge belongs to another question."),
            phrase("Undo your changes, or start a new release."),
        )
    if charge.statement is not None:
        raise Refusal(
            phrase("This charge has its result already."),
            phrase("It is in the ledger; its receipt can be written again."),
        )
    return account
