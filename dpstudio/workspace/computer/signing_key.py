"""The key that signs receipts: kept by the system's keyring, or where that does not answer in a file of the owner's.

A file beside the ledger names the key; it holds the private part too where no keyring does.
"""

import base64
import binascii
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

import rfc8785

from dpstudio.core.errors import InputError
from dpstudio.core.signing import KEY_BYTES, Signer, aloud, fingerprint, public_text
from dpstudio.core.system_reasons import unkept
from dpstudio.translation import phrase
from dpstudio.workspace.computer import storage
from dpstudio.workspace.computer.files import set_aside, write_new, write_whole
from dpstudio.workspace.computer.refused import fault

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

PATIENCE = 2.0
NONE_YET = phrase("No key has been made yet: the first release from a private table makes it.")
_SERVICE = "dpstudio"
_ANEW, _LINE_ANEW = phrase("or make a new key (Ledger tab)."), phrase("or make a new key: dpstudio key --new")
_LINE_NOW = phrase("Release first, or make it now: dpstudio key --new")
T = TypeVar("T")


@dataclass(frozen=True)
class KeptKey:
    """What the file says of the key.

    Args:
        public: its public part, 32 bytes.
        private: its private part, or None where the keyring has that.
    """

    public: bytes
    private: str | None

    @property
    def fingerprint(self) -> str:
        """By which people tell the key."""
        return fingerprint(self.public)

    @property
    def text(self) -> str:
        """The public part in PEM, for whoever wants to check receipts."""
        return public_text(self.public)

    @property
    def place(self) -> str:
        """Where the private part is kept, in words."""
        place = (
            phrase("the system's keyring")
            if self.private is None
            else phrase("the file signing.key of dpstudio's data folder")
        )
        return phrase("Its private part is kept in {place}.", place=place)


class _Silent(Exception):
    """The keyring cannot be used, or does not answer in time."""


def signer() -> Signer:
    """The key that signs receipts. It is made where there is none, and where the keyring has lost it.

    Raises:
        InputError: the file is damaged or cannot be used, or the keyring that has the key does not answer.
    """
    kept = public_key()
    if kept is None:
        return _made()
    text = kept.private or _of_keyring(kept.fingerprint)
    if text is None:
        return rotate()
    try:
        found = Signer.of(text)
    except ValueError:
        raise _damaged() from None
    if found.public != kept.public:
        raise _damaged()
    return found


def public_key() -> KeptKey | None:
    """What is known of the key without asking the keyring; None before the first one is made.

    Raises:
        InputError: the file is damaged or cannot be used.
    """
    try:
        return _read(_file().read_bytes()) if os.path.lexists(_file()) else None
    except OSError as error:
        reason, remedy = unkept(error)
        raise InputError(
            phrase("The file signing.key in {parent} cannot be used: {reason}.", parent=_file().parent, reason=reason),
            remedy,
        ) from None


def changed(kept: KeptKey, last: str | None) -> str:
    """That another key is used than for the results before, or "".

    Args:
        last: fingerprint of the key that signed last in a ledger.
    """
    if last is None or last == kept.fingerprint:
        return ""
    return phrase(
        "The last result in this ledger was signed with another key, {last}. The next one will be"
        " signed with the key that is here now.",
        last=aloud(last),
    )


def changed_for(now: Signer, last: str | None) -> str:
    """That a result was signed with another key than the one before it, or "".

    Args:
        last: as for `changed`.
    """
    if last is None or last == now.fingerprint:
        return ""
    return phrase(
        "This result is signed with another key, {fingerprint}, than the one before it in the ledger,"
        " {last}. Give the new public key to those who check your receipts.",
        fingerprint=aloud(now.fingerprint),
        last=aloud(last),
    )


def export(path: Path, *, replace: bool = False) -> None:
    """Write the public part into a file, a new one unless `replace`.

    Raises:
        InputError: there is no key yet, or the file is there already or cannot be written.
    """
    kept = public_key()
    if kept is None:
        raise InputError(NONE_YET, phrase("Release first, or make it now."), "out", command=_LINE_NOW)
    try:
        with path.open("w" if replace else "x", encoding="ascii") as stream:
            stream.write(kept.text)
    except FileExistsError:
        raise InputError(
            phrase("{name} is there already.", name=path.name), phrase("Choose another name."), "out"
        ) from None
    except OSError as error:
        raise InputError(
            phrase(
                "{name} cannot be written in {parent}: {error}.",
                name=path.name,
                parent=path.parent,
                error=fault(error)[0],
            ),
            phrase("Choose another folder."),
            "out",
        ) from None


def rotate(fresh: Signer | None = None) -> Signer:
    """Let a new key sign from now on; what the one before has signed stays signed, its private part is deleted.

    Args:
        fresh: the new key, one that has just been made unless it is given.

    Raises:
        InputError: it cannot be kept.
    """
    fresh = fresh or Signer.made()
    try:
        before = public_key()
    except InputError:
        before = None
        set_aside(_file())
    try:
        write_whole(_file(), _written(fresh))
    except OSError as error:
        raise _unwritten(error) from None
    if before is not None and before.private is None and before.public != fresh.public:
        _forget(before.fingerprint)
    return fresh


def _made() -> Signer:
    """The first key; another process may be faster."""
    fresh = Signer.made()
    try:
        first = write_new(_file(), _written(fresh))
    except OSError as error:
        raise _unwritten(error) from None
    if first:
        return fresh
    _forget(fresh.fingerprint)
    return signer()


def _written(fresh: Signer) -> bytes:
    """What the file says of a key; its private part only where the keyring does not take it."""
    private = None if _in_keyring(fresh) else fresh.kept
    said = {"public_key": base64.b64encode(fresh.public).decode(), "private_key": private}
    return bytes(rfc8785.dumps(said))


def _read(content: bytes) -> KeptKey:
    try:
        data = json.loads(content)
        kept = KeptKey(base64.b64decode(data["public_key"], validate=True), data["private_key"])
    except (ValueError, TypeError, KeyError, binascii.Error, RecursionError):
        raise _damaged() from None
    if len(kept.public) != KEY_BYTES or not isinstance(kept.private, str | None):
        raise _damaged()
    return kept


def _file() -> Path:
    return storage.data_folder() / "signing.key"


def _damaged() -> InputError:
    told, again = phrase("The key that signs receipts, signing.key, is damaged."), phrase("Restore it from a backup")
    return InputError(told, phrase("{again}, {anew}", again=again, anew=_ANEW), command=f"{again}, {_LINE_ANEW}")


def _unwritten(error: OSError) -> InputError:
    reason, remedy = unkept(error)
    return InputError(
        phrase(
            "The key that signs receipts cannot be kept in {parent}: {reason}.", parent=_file().parent, reason=reason
        ),
        remedy,
    )


# ---- the keyring


def _in_keyring(fresh: Signer) -> bool:
    """Whether the keyring has taken the key, which is seen by reading it back."""
    name, secret = fresh.fingerprint, fresh.kept
    try:
        _answer(lambda ring: ring.set_password(_SERVICE, name, secret))
        return _answer(lambda ring: ring.get_password(_SERVICE, name)) == secret
    except _Silent:
        return False


def _of_keyring(name: str) -> str | None:
    """The private key; None where the keyring answers that it has none.

    Raises:
        InputError: it does not answer.
    """
    try:
        return _answer(lambda ring: ring.get_password(_SERVICE, name))
    except _Silent:
        raise InputError(
            phrase("The system's keyring has the key that signs receipts, and does not answer."),
            phrase("Unlock it and try again, {anew}", anew=_ANEW),
            command=f"Unlock it and try again, {_LINE_ANEW}",
        ) from None


def _forget(name: str) -> None:
    try:
        _answer(lambda ring: ring.delete_password(_SERVICE, name))
    except _Silent:
        return


def _answer(ask: Callable[["KeyringBackend"], T]) -> T:
    """What the keyring says.

    Raises:
        _Silent: it says nothing in time, or that it cannot.
    """
    import keyring

    said: SimpleQueue[tuple[T] | None] = SimpleQueue()

    def asking() -> None:
        try:
            said.put((ask(keyring.get_keyring()),))
        except Exception:  # noqa: BLE001 - every keyring has errors of its own
            said.put(None)

    Thread(target=asking, name="keyring", daemon=True).start()
    try:
        answer = said.get(timeout=PATIENCE)
    except Empty:
        raise _Silent from None
    if answer is None:
        raise _Silent
    return answer[0]
