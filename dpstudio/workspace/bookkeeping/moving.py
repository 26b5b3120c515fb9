"""Move to another computer: ledger, marks, keys and long lists of candidates in one file under a passphrase.

The ledger is closed before the file exists, so that two are never alive; closed, it does not change any more, so that
the file can be written again for as long as it is needed.
"""

import json
import os
import secrets
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.ledger import Head
from dpstudio.core.ledger.arrival import arrive, expect_arrival, refuse_arrival
from dpstudio.core.ledger.contents import Contents
from dpstudio.core.quantities import room
from dpstudio.core.signing import Signer
from dpstudio.core.system_reasons import unread
from dpstudio.translation import phrase
from dpstudio.workspace.computer import archive, signing_key, storage
from dpstudio.workspace.computer.files import sync_folder
from dpstudio.workspace.computer.marks import Kept, Marks
from dpstudio.workspace.computer.refused import fault
from dpstudio.workspace.guarding.gate import Gate, open_gate
from dpstudio.workspace.releasing import candidate_lists

Tick = Callable[[float], None]
KIND = "dpstudio ledger on its way"
_SPARE = 1 << 20
_MOVED_INTO = phrase("It must be the file that the ledger was moved into.")


@dataclass(frozen=True)
class Baggage:
    """All that must go together.

    Args:
        contents: of the ledger.
        kept: marks of private tables, and heads of ledgers.
        key: by which all digests of data are taken.
        signer: what signs receipts, or None before the first one.
        lists: of public candidates, which receipts name by their digests.
    """

    contents: Contents
    kept: Kept
    key: bytes
    signer: Signer | None
    lists: tuple[bytes, ...] = ()

    def written(self) -> bytes:
        """As JSON."""
        told = {
            "kind": KIND,
            "entries": self.contents.entries,
            "statements": self.contents.statements,
            "marks": self.kept.marks,
            "heads": [[head.book, head.entries, head.digest] for head in self.kept.heads],
            "digest_key": self.key.hex(),
            "signing_key": None if self.signer is None else self.signer.kept,
            "candidates": [each.decode() for each in self.lists],
        }
        return json.dumps(told).encode()

    @classmethod
    def read(cls, content: bytes) -> "Baggage":
        """What `written` gave.

        Raises:
            InputError: something in it is missing or of another type.
        """
        try:
            told = json.loads(content)
            if told.pop("kind") != KIND:
                raise ValueError(KIND)
            return cls._of(**told)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            raise InputError(
                phrase("The contents of the file cannot be read."),
                phrase("Write it again on the computer that it came from."),
            ) from None

    @classmethod
    def _of(
        cls,
        entries: Any,
        statements: Any,
        marks: Any,
        heads: Any,
        digest_key: str,
        signing_key: str | None,
        candidates: Any = None,
    ) -> "Baggage":
        links = tuple(_typed(each, str, str, str, str) for each in entries)
        results = tuple(_typed(each, int, str) for each in statements)
        known = tuple(Head(*_typed(each, str, int, str)) for each in heads)
        (private,) = (_typed(marks, *[str] * len(marks)),)
        key = bytes.fromhex(digest_key)
        if len(key) != storage.KEY_BYTES:
            raise ValueError(len(key))
        signer = None if signing_key is None else Signer.of(signing_key)
        lists = [] if candidates is None else _typed(candidates, *[str] * len(candidates))
        return cls(Contents(links, results), Kept(private, known), key, signer, tuple(each.encode() for each in lists))


def _typed(values: Any, *kinds: type) -> tuple[Any, ...]:
    if not isinstance(values, list) or [type(each) for each in values] != list(kinds):
        raise TypeError(kinds)
    return tuple(values)


def move(file: Path, passphrase: str, ledger: Path | None = None, tick: Tick = lambda _: None) -> None:
    """Close a ledger and write it, with marks and keys, into a new file; of a closed one the same once more.

    What can fail without closing it is tried before.

    Args:
        ledger: its file, where it is not the usual one.

    Raises:
        InputError: the passphrase is short, the file is there already or cannot be written.
        Refusal: there is nothing to move.
    """
    archive.refuse_weak(passphrase)
    gate = open_gate(ledger) if storage.is_begun(ledger) else None
    if gate is None or not gate.ledger.used:
        raise Refusal(
            phrase("This ledger is still empty."), phrase("There is nothing to move: begin on the other computer.")
        )
    lists = candidate_lists.kept(gate.ledger.path)
    size = gate.ledger.path.stat().st_size + sum(map(len, lists))
    archive.refuse_large(2 * size)
    signer = None if signing_key.public_key() is None else signing_key.signer()
    fresh = _begun(file, size + _SPARE)
    try:
        archive.sealed(b"", passphrase)
        tick(0.3)
        baggage = Baggage(gate.ledger.move_out(), storage.private_marks(ledger).all(), gate.key, signer, lists)
        _finish(fresh, file, archive.sealed(baggage.written(), passphrase))
    finally:
        fresh.unlink(missing_ok=True)
    tick(1)


def _begun(file: Path, size: int) -> Path:
    """An empty file of the owner's alone beside the one that is wanted."""
    fresh = file.with_name(f".{file.name}.{secrets.token_hex(4)}.new")
    try:
        if os.path.lexists(file):
            raise InputError(phrase("{name} is there already.", name=file.name), phrase("Name a new file."), "out")
        os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        free = shutil.disk_usage(file.parent).free
        if free < size:
            fresh.unlink()
            told = phrase("There is no room for {name} ({room}).", name=file.name, room=room(size, free))
            raise InputError(told, phrase("Make room, or name a file elsewhere."), "out")
    except (OSError, ValueError) as error:
        reason, remedy = fault(error, file.parent, size)
        raise InputError(
            phrase(
                "{name} cannot be written in {parent}: {reason}.", name=file.name, parent=file.parent, reason=reason
            ),
            remedy,
            "out",
        ) from None
    return fresh


def _finish(fresh: Path, file: Path, data: bytes) -> None:
    with fresh.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    try:
        file.hardlink_to(fresh)
    except FileExistsError:
        raise InputError(
            phrase("{name} is there already.", name=file.name), phrase("Write it again under a new name."), "out"
        ) from None
    except OSError:  # not every disk knows hard links
        fresh.replace(file)
    sync_folder(file.parent)


def arrive_here(file: Path, passphrase: str, ledger: Path | None = None, tick: Tick = lambda _: None) -> Gate:
    """Let a ledger that has left another computer go on here, with its marks and keys.

    Ended at any moment, the same once more finishes it.

    Raises:
        InputError: the file or its passphrase is wrong, or it is older than what is known of the ledger here.
        Refusal: another ledger is in use here.
    """
    baggage = Baggage.read(archive.opened(_bytes(file), passphrase))
    tick(0.5)
    path, marks = ledger or storage.ledger_file(), storage.private_marks(ledger)
    with storage.beginning():
        _put_in_place(baggage, path, marks)
    gate = open_gate(ledger)
    tick(1)
    return gate


def _put_in_place(baggage: Baggage, path: Path, marks: Marks) -> None:
    coming = baggage.contents.chain()
    storage.clear_blank(path, marks)
    refuse_arrival(path, coming, marks)
    storage.refuse_other_key(baggage.key)
    expect_arrival(path, coming, marks)
    others = tuple(head for head in baggage.kept.heads if head.book != coming.state.book)
    storage.put_key(baggage.key)
    marks.merge(Kept(baggage.kept.marks, others))
    if baggage.signer is not None:
        signing_key.rotate(baggage.signer)
    for each in baggage.lists:
        candidate_lists.put(each, path)
    arrive(path, baggage.contents, marks)


def _bytes(file: Path) -> bytes:
    try:
        if file.stat().st_size > archive.MOST:
            raise InputError(phrase("{name} is too large.", name=file.name), _MOVED_INTO, "file")
        return file.read_bytes()
    except OSError as error:
        reason, remedy = unread(error)
        raise InputError(
            phrase("{name} cannot be opened: {reason}.", name=file.name, reason=reason),
            phrase("{remedy} {moved_into}", remedy=remedy, moved_into=_MOVED_INTO),
            "file",
        ) from None
    except ValueError:
        raise InputError(
            phrase("{name} cannot be opened: no file can have this name.", name=file.name), _MOVED_INTO, "file"
        ) from None
