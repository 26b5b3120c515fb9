"""The signed list of the files that a receipt was written as, and whether the files that are here are those."""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dpstudio.core.errors import InputError
from dpstudio.core.receipt.document import RENDERINGS, canonical
from dpstudio.core.receipt.receipt import Receipt
from dpstudio.core.signing import Envelope, aloud, fingerprint
from dpstudio.translation import joined, phrase
from dpstudio.workspace.releasing.artefacts import NAMES
from dpstudio.workspace.verifying import printed
from dpstudio.workspace.verifying.checks import Check
from dpstudio.workspace.verifying.opening import Opened, content_of, opened
from dpstudio.workspace.verifying.signed import key_of

FILES = phrase("Files")
_UNSIGNED = phrase("The list of the files that it was written as is not signed, or is of another receipt.")
_NO_LIST = phrase("No signed list says which files it was written as.")
_SIGNED = phrase("The list of the files that it was written as is signed.")


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


def of_files(found: Opened, path: Path, known: Collection[str], *, wrong: bool) -> tuple[Check, ...]:
    """Whether the list of the files that it was written as is signed, and those of them that lie beside it are those.

    Args:
        path: of the receipt.
        wrong: nothing is made again from its statement, which is wrong already.
    """
    listed = _listed(found)
    if found.renderings is None:
        return tuple(_unlisted(found, path, _NO_LIST, wrong=wrong))
    if listed is None:
        return (Check(FILES, False, _UNSIGNED),)
    if not _may_sign(found, listed, known):
        key = aloud(fingerprint(key_of(listed["signer"]["public_key"])))
        unknown = phrase("The list of the files is signed with a key that is not known: {key}.", key=key)
        return tuple(_unlisted(found, path, unknown, wrong=wrong))
    return (_compared(found, listed["files"], path, wrong=wrong),)


def _unlisted(found: Opened, path: Path, why: str, *, wrong: bool) -> Iterator[Check]:
    """Without a list that counts, as in a demonstration: whether what lies beside it follows from its statement.

    Args:
        why: what there is instead of such a list, in words.
    """
    if found.page is not None or not isinstance(found.receipt, Receipt):
        return
    here = _here(path, NAMES[1:])
    again = _again(found, here, wrong=wrong)
    false = [name for name, right in again.items() if right is False]
    if false:
        yield Check(FILES, False, phrase("It does not follow from the statement: {false}.", false=joined(", ", false)))
    elif here or found.envelope is not None:
        unknown = None in again.values()
        said = joined(" ", [why, *_told(again, (), "Not compared")])
        yield Check(FILES, True if here and not unknown else None, said, needed=unknown and not wrong)


def _here(path: Path, names: Iterable[str]) -> dict[str, bytes]:
    """The files of a receipt that lie beside it; beside one that was renamed may lie those of another."""
    beside = {name: _content(path.with_name(name)) for name in names} if path.name == NAMES[0] else {}
    return {name: content for name, content in beside.items() if content is not None}


def _again(found: Opened, here: Mapping[str, bytes], *, wrong: bool) -> dict[str, bool | None]:
    """Whether each follows from the statement; None where that is wrong, or only a list can tell."""
    return {name: None if wrong else printed.follows(found, name, content) for name, content in here.items()}


def _compared(found: Opened, files: Mapping[str, str], path: Path, *, wrong: bool) -> Check:
    """Which of the listed files lie beside the receipt, and whether they are those, and follow from its statement."""
    mine = [name for name in NAMES if name in files]
    here = _here(path, mine)
    other = [name for name, content in here.items() if hashlib.sha256(content).hexdigest() != files[name]]
    if other:
        return Check(
            FILES, False, phrase("Not the file that was written with this receipt: {other}.", other=joined(", ", other))
        )
    again = _again(found, here, wrong=wrong)
    false = [name for name, right in again.items() if right is False]
    if false:
        return Check(
            FILES,
            False,
            phrase("Listed, and yet it does not follow from the statement: {false}.", false=joined(", ", false)),
        )
    held = True if here else None
    return Check(FILES, held, joined(" ", [_SIGNED, *_told(again, [name for name in mine if name not in here])]))


def _told(
    again: Mapping[str, bool | None], absent: Sequence[str], unknown: str = "Compared with the list alone"
) -> Iterator[str]:
    """What was done with each of the files.

    Args:
        unknown: of those that cannot be made again here.
    """
    parts = {
        "Made again from the statement, each the very file": [name for name, right in again.items() if right],
        unknown: [name for name, right in again.items() if right is None],
        "Not here": absent if again else (),
    }
    yield from (
        phrase("{said}: {names}.", said=said, names=joined(", ", names)) for said, names in parts.items() if names
    )
    if not again:
        yield phrase("None of them was compared: none is beside it.")


def _content(path: Path) -> bytes | None:
    """A file's bytes, or None where there is none that can be read."""
    try:
        return content_of(path)
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
