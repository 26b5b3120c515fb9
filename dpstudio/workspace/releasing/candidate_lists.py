"""Lists of public candidates that are too long for a receipt: kept beside the ledger, each under its own digest."""

import hashlib
from dataclasses import replace
from pathlib import Path

from dpstudio.core.errors import InputError
from dpstudio.core.receipt.receipt import AnyReceipt, Receipt3
from dpstudio.core.release import Release
from dpstudio.kinds import KINDS
from dpstudio.translation import phrase
from dpstudio.workspace.computer.files import write_whole
from dpstudio.workspace.computer.refused import fault


def keep(release: Release, ledger: Path) -> None:
    """Keep the list of a release that is to be charged, so that its receipt can always be written whole.

    Raises:
        InputError: it cannot be kept.
    """
    if release.candidates is not None:
        put(release.candidates, ledger)


def put(content: bytes, ledger: Path) -> None:
    """Keep a list beside a ledger.

    Raises:
        InputError: it cannot be kept.
    """
    file = _file(hashlib.sha256(content).hexdigest(), ledger)
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not file.exists():
            write_whole(file, content)
    except OSError as error:
        reason, _ = fault(error, ledger.parent, len(content))
        raise InputError(
            phrase("The list of candidates cannot be kept beside the ledger: {reason}.", reason=reason),
            phrase("Fix that, then try again."),
        ) from None


def kept(ledger: Path) -> tuple[bytes, ...]:
    """All lists beside a ledger that are as they were kept."""
    folder = _file("", ledger).parent
    found = ((file.stem, file.read_bytes()) for file in sorted(folder.glob("*.json")) if file.is_file())
    return tuple(content for digest, content in found if hashlib.sha256(content).hexdigest() == digest)


def with_list(release: Release, ledger: Path) -> Release:
    """The release with the list that its receipt names, where that is still kept as it was."""
    digest = named_list(release.receipt)
    if digest is None:
        return release
    try:
        found = _file(digest, ledger).read_bytes()
    except OSError:
        return release
    return replace(release, candidates=found) if hashlib.sha256(found).hexdigest() == digest else release


def named_list(receipt: AnyReceipt) -> str | None:
    """The digest of the list that lies beside a receipt, or None where none does."""
    return KINDS[receipt.question.kind].named_list(receipt) if isinstance(receipt, Receipt3) else None


def _file(digest: str, ledger: Path) -> Path:
    return ledger.parent / "candidates" / f"{digest}.json"
