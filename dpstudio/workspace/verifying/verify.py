"""Verifying files: every check of every receipt, and what several receipts say together."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dpstudio.core.errors import InputError
from dpstudio.core.receipt.receipt import Receipt, Receipt3
from dpstudio.kinds.choose.listing import NAME
from dpstudio.translation import joined, phrase
from dpstudio.workspace.releasing.candidate_lists import named_list
from dpstudio.workspace.verifying import accounts, listed, printed, signed
from dpstudio.workspace.verifying.attached import is_pdf
from dpstudio.workspace.verifying.checks import OLDER_WORDS, Check
from dpstudio.workspace.verifying.derived import WORDS, derived
from dpstudio.workspace.verifying.opening import Opened, content_of, opened
from dpstudio.workspace.verifying.results import of_result

Tick = Callable[[float], None]
_TABLES = (".csv", ".yaml")
_OLDER = phrase("Nothing is derived again: this format names its figures in sentences alone.")


@dataclass(frozen=True)
class Verified:
    """What was found of one file, or of several together.

    Args:
        name: of the file, or "" for what concerns several.
        path: where the file lies; for this computer alone.
        is_receipt: whether it is one, or came with one.
    """

    name: str
    checks: tuple[Check, ...]
    path: Path | None = None
    is_receipt: bool = True

    @property
    def title(self) -> str:
        """The file's name with its folder's, since another may have its name; "" for what concerns several."""
        return in_its_folder(self.path) if self.path is not None else ""

    @property
    def holds(self) -> bool:
        """Whether no check is broken, and none that is needed is missing."""
        return not self.broken and not any(check.needed for check in self.checks)

    @property
    def broken(self) -> bool:
        """Whether a check is broken."""
        return any(check.holds is False for check in self.checks)


@dataclass(frozen=True)
class Keys:
    """Whose keys are known.

    Args:
        known: in words, by fingerprint.
        required: whether a receipt that is signed with no known key is at fault.
    """

    known: Mapping[str, str]
    required: bool = False


def verify(paths: Sequence[Path], keys: Keys, tick: Tick) -> list[Verified]:
    """Check receipts: JSON or PDF, and the tables that came with them.

    Args:
        tick: called with the share done; it may raise Cancelled.

    Raises:
        InputError: a file is no receipt, and no table beside one.
    """
    contents = {path: content_of(path) for path in paths}
    tables = [path for path in paths if path.suffix.lower() in _TABLES and not is_pdf(contents[path])]
    lists = {hashlib.sha256(contents[path]).hexdigest(): path for path in paths if path.name == NAME}
    receipts = [path for path in paths if path not in tables and path.name != NAME]
    found = [opened(path.name, contents[path]) for path in receipts]
    if not found:
        raise InputError(
            phrase("A table alone cannot be checked."),
            phrase("Name the receipt.json or receipt.pdf that it came with."),
        )
    said, sound, left = list[Verified](), list[Opened](), list[Path]()
    for place, (path, each) in enumerate(zip(receipts, found, strict=True)):
        share = partial(_one_of, len(found) + 1, place, tick)
        beside = lists.get(named_list(each.receipt) or "") if each.receipt is not None else None
        candidates = None if beside is None else contents[beside]
        checks = _checks(each, keys, share, candidates, alone=len(found) == 1)
        wrong = any(check.holds is False for check in checks)
        checks += _of_files(each, path, found, keys.known, wrong=wrong)
        said.append(Verified(each.name, tuple(checks), path))
        forged = signed.is_forged(checks)
        sound += [] if forged else [each]
        left += [path] if forged else []
    said += [Verified(path.name, (_of_list(digest, found),), path) for digest, path in lists.items()]
    for path in tables:
        check = printed.of_table(path.name, contents[path], found)
        said.append(Verified(path.name, (check,), path, is_receipt=check.holds is not None))
    return said + ([Verified("", (*_left_out(left), *accounts.together(sound)))] if len(found) > 1 else [])


def in_its_folder(path: Path) -> str:
    """A file's name with its folder's: out1/receipt.json."""
    return "/".join(filter(None, (path.parent.name, path.name)))


def _left_out(paths: Sequence[Path]) -> tuple[Check, ...]:
    """Which receipts nothing follows from: anybody could have made them to stand against others."""
    names = joined(", ", map(in_its_folder, paths))
    return (
        (
            Check(
                phrase("Left out"),
                None,
                phrase("Not vouched for by its issuer, so it takes no part here: {names}.", names=names),
            ),
        )
        if names
        else ()
    )


def _one_of(parts: int, place: int, tick: Tick, done: float) -> None:
    tick((place + done) / parts)


def _of_list(digest: str, all_found: list[Opened]) -> Check:
    """Whether a list of candidates is the one that a receipt names."""
    for found in all_found:
        if found.receipt is not None and named_list(found.receipt) == digest:
            return Check(
                phrase("Candidates"), True, phrase("The list that {name} names by its SHA-256.", name=found.name)
            )
    return Check(phrase("Candidates"), False, phrase("None of the receipts that it came with names this list."))


def _checks(found: Opened, keys: Keys, tick: Tick, candidates: bytes | None, *, alone: bool) -> list[Check]:
    """All checks of one receipt's statement."""
    receipt = found.receipt
    if receipt is None:
        return [found.form]
    checks = [found.form, *signed.of_signature(found, keys.known, required=keys.required)]
    if isinstance(receipt, Receipt3):
        checks.append(accounts.of_account(receipt))
        again = derived(receipt, tick, candidates)
        checks += [*again.checks, of_result(receipt, again.question, listed=again.listed)]
    else:
        checks.append(accounts.of_earlier_account(receipt))
        checks += [Check(phrase("Δ and R"), None, _OLDER, needed=True), Check(WORDS, None, OLDER_WORDS)]
    tick(0.9)
    if alone and isinstance(receipt, Receipt):
        checks.append(accounts.of_place(receipt))
    return checks


def _of_files(
    found: Opened, path: Path, others: Sequence[Opened], known: Mapping[str, str], *, wrong: bool
) -> list[Check]:
    """Whether what a receipt was written as is what is here."""
    if found.receipt is None:
        return []
    checks = list(listed.of_files(found, path, known, wrong=wrong))
    if found.page is not None and wrong:
        checks.append(
            Check(printed.PAGE, None, phrase("Not rendered again: the statement that it carries is wrong already."))
        )
    elif found.page is not None:
        checks.append(printed.of_page(found, listed.lists_for(found, path, others, known)))
    return checks
