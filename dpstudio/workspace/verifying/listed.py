"""The signed list of the files that a receipt was written as, and whether the files that are here are those."""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from dpstudio.core.errors import InputError
from dpstudio.core.receipt.document import RENDERINGS, canonical
from dpstudio.core.receipt.receipt import Receipt
from dpstudio.core.signing import Envelope, aloud, fingerprint
from dpstudio.workspace.artefacts import NAMES
from dpstudio.workspace.verifying.checks import Check
from dpstudio.workspace.verifying.opening import Opened, content_of, opened
from dpstudio.workspace.verifying.signed import key_of

FILES = "Files"
_UNSIGNED = "The list of the files that it was written as is not signed, or is of another receipt."
_SIGNED = "The list of the files that it was written as is signed."


def digests(found: Opened, known: Collection[str]) -> frozenset[str] | None:
    """The SHA-256 of the files that a receipt was written as, or None where no list says so that can be relied on.

    Args:
        known: fingerprints of keys that may have signed the list; that of the receipt always may.
    """
    listed = _listed(found)
    if listed is None or not _may_sign(found, listed, known):
        return None
    return frozenset(listed["files"].values())


def lists_for(page: Opened, path: Path, others: Iterable[Opened], known: Collection[str]) -> frozenset[str] | None:
    """The SHA-256 of all files that the receipt of a page was written as, by it, by the others and by what lies beside.

    Args:
        path: of the page.
    """
    near = (page, *(each for each in others if each.canonical == page.canonical), *_beside(page, path))
    some = [each for each in (digests(one, known) for one in near) if each is not None]
    return frozenset().union(*some) if some else None


def _beside(page: Opened, path: Path) -> Iterable[Opened]:
    """The receipt.json that lies beside a page, where it is of the same statement."""
    try:
        found = opened(NAMES[0], content_of(path.with_name(NAMES[0])))
    except InputError:
        return ()
    return (found,) if found.canonical == page.canonical else ()


def of_files(found: Opened, path: Path, known: Collection[str]) -> tuple[Check, ...]:
    """Whether the list of the files that it was written as is signed, and those of them that lie beside it are those.

    Args:
        path: of the receipt.
    """
    if found.renderings is None:
        return ()
    listed = _listed(found)
    if listed is None:
        return (Check(FILES, False, _UNSIGNED),)
    if not _may_sign(found, listed, known):
        key = fingerprint(key_of(listed["signer"]["public_key"]))
        return (Check(FILES, None, f"The list of the files is signed with a key that is not known: {aloud(key)}."),)
    return (_compared(listed["files"], path),)


def _compared(files: Mapping[str, str], path: Path) -> Check:
    """Which of the listed files lie beside the receipt, and whether they are the ones that were listed."""
    # Beside a receipt that was renamed may lie the files of another.
    alone = path.name != NAMES[0]
    beside = {name: None if alone else _digest(path.with_name(name)) for name in NAMES if name in files}
    here = [name for name, digest in beside.items() if digest is not None]
    absent = [name for name, digest in beside.items() if digest is None]
    other = [name for name in here if beside[name] != files[name]]
    if other:
        return Check(FILES, False, f"Not the file that was written with this receipt: {', '.join(other)}.")
    same = (
        f"Compared, each the very file: {', '.join(here)}." if here else "None of them was compared: none is beside it."
    )
    rest = f" Not here: {', '.join(absent)}." if here and absent else ""
    return Check(FILES, True, f"{_SIGNED} {same}{rest}")


def _digest(path: Path) -> str | None:
    """SHA-256 of a file, or None where there is none that can be read."""
    try:
        return hashlib.sha256(content_of(path)).hexdigest()
    except InputError:
        return None


def _may_sign(found: Opened, listed: dict[str, Any], known: Collection[str]) -> bool:
    key = fingerprint(key_of(listed["signer"]["public_key"]))
    signer = found.receipt.signer if isinstance(found.receipt, Receipt) else None
    return key in known or (signer is not None and signer.fingerprint == key)


def _listed(found: Opened) -> dict[str, Any] | None:
    """What a signed list of files says, or None where it is none, or of another statement."""
    return None if found.renderings is None else _read(found.renderings, hashlib.sha256(found.canonical).hexdigest())


def _read(envelope: Envelope, statement: str) -> dict[str, Any] | None:
    try:
        data = json.loads(envelope.payload)
        right = (
            envelope.payload_type == RENDERINGS
            and data.keys() == {"statement", "files", "signer"}
            and data["statement"] == statement
            and envelope.is_signed_by(key_of(data["signer"]["public_key"]))
            and canonical(data) == envelope.payload
            and all(isinstance(each, str) for each in data["files"].values())
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return data if right else None
