"""Where the program keeps its things, and the secrets of this machine."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from platformdirs import PlatformDirs

from dpstudio.core.apart import READERS
from dpstudio.core.errors import InputError, Lost, Refusal
from dpstudio.core.ledger import Ledger, is_of_earlier_version
from dpstudio.core.system_reasons import unkept
from dpstudio.translation import capital, phrase
from dpstudio.workspace.computer.files import OwnFolder, alone, left_behind, set_aside, write_new, write_whole
from dpstudio.workspace.computer.marks import GONE, Marks

KEY_BYTES = 32
_RESTORE = phrase(
    "Restore it from a backup; it is a file of {key_bytes} bytes in dpstudio's data folder.", key_bytes=KEY_BYTES
)
ELSEWHERE = phrase(
    "ledger and key lay in a folder named by DPSTUDIO_HOME: what was private or released elsewhere is not known there"
)
_ELSEWHERE_NOW = phrase(
    "ledger and key lie in a folder named by DPSTUDIO_HOME: what was private or released elsewhere is not known there"
)
_DIRS = PlatformDirs("dpstudio", appauthor=False)


def _home(kind: str, default: str) -> Path:
    override = os.environ.get("DPSTUDIO_HOME")
    folder = Path(override) / kind if override else Path(default)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def config_folder() -> Path:
    """Settings and recent files."""
    return _home("config", _DIRS.user_config_dir)


def data_folder() -> Path:
    """Ledger and keys."""
    return _home("data", _DIRS.user_data_dir)


def ledger_file() -> Path:
    """The ledger used unless another is named."""
    return data_folder() / "ledger.sqlite"


def unsaved_folder() -> Path:
    """What was not saved yet, for the next start after a crash."""
    folder = data_folder() / "unsaved"
    folder.mkdir(exist_ok=True, mode=0o700)
    return folder


def meeting_folder() -> Path:
    """Where further starts with this data folder find the first one: nobody but its owner can go in there.

    Raises:
        OSError: it cannot be made so.
    """
    folder = data_folder() / "meeting"
    folder.mkdir(exist_ok=True, mode=0o700)
    folder.chmod(0o700)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(errno.EPERM, "It is another person's", str(folder))
    return folder


def demonstrations_folder() -> Path:
    """The tables of demonstrations that were opened."""
    return data_folder() / "demonstrations"


def demonstrations_book() -> Path:
    """The ledger in which tables that ship are counted, apart from everyone's own."""
    return data_folder() / "demonstrations.sqlite"


def remarks() -> tuple[str, ...]:
    """What everyone who reads a ledger or a receipt must know of where it is kept."""
    return (ELSEWHERE,) if os.environ.get("DPSTUDIO_HOME") else ()


def told_now(remarks: tuple[str, ...]) -> list[str]:
    """What a receipt says of its ledger, said of the one that is looked at: a sentence each."""
    return [phrase("{remark}.", remark=capital(_ELSEWHERE_NOW if each == ELSEWHERE else each)) for each in remarks]


def marks_file() -> Path:
    """What is known beside the ledgers."""
    return data_folder() / "marks.sqlite"


def kept_key() -> bytes | None:
    """The key by which tables are known, or None where it is lost or damaged."""
    try:
        key = _key_file().read_bytes()
    except OSError:
        return None
    return key if len(key) == KEY_BYTES else None


def private_marks(ledger: Path | None = None) -> Marks:
    """What has ever been private, whichever ledger was used, and how far each ledger has come.

    Args:
        ledger: the file that is used; one of an earlier version has no marks beside it yet.

    Raises:
        InputError: they are lost.
    """
    file = marks_file()
    empty = not file.exists() or is_blank(file)
    if empty and (_key_file().exists() or _is_used()) and not is_of_earlier_version(ledger or ledger_file()):
        raise Lost(GONE)
    return Marks(file)


def ledger(path: Path | None = None) -> Ledger:
    """The ledger in a file, or in the usual one, checked against the marks.

    Raises:
        InputError: it or the marks are lost or damaged, or it is not the newest one.
    """
    file = path or ledger_file()
    marks = private_marks(file)
    clear_blank(file, marks)
    return Ledger(file, remarks=remarks(), mirror=marks)


def is_begun(path: Path | None = None) -> bool:
    """Whether a ledger lies in a file, or in the usual one, or is known to have lain there; nothing is made.

    Raises:
        Lost: what is kept beside it is lost.
    """
    file = path or ledger_file()
    if file.exists() and not (file == ledger_file() and is_blank(file)):
        return True
    if not any(each.exists() for each in (marks_file(), _key_file(), _signed_file())):
        return False
    if not _key_file().exists():
        _refuse_lost_key()
    return private_marks(file).at(file) is not None


def is_blank(file: Path) -> bool:
    """Whether a file without a byte lies there."""
    return file.is_file() and not file.stat().st_size


def clear_blank(file: Path, marks: Marks) -> None:
    """Take away a file without a byte where no ledger has ever been seen: it is none, and holds the place of one."""
    if file == ledger_file() and is_blank(file) and marks.at(file) is None:
        file.unlink(missing_ok=True)


@contextmanager
def beginning() -> Iterator[None]:
    """A ledger is put in the place of another, or of none: from the look at what lies there to the end by one program.

    Raises:
        InputError: another one is at it, or the data folder cannot be written.
    """
    with ExitStack() as held:
        try:
            only = held.enter_context(alone(data_folder() / "beginning.lock"))
        except OSError as error:
            reason, remedy = unkept(error)
            raise InputError(
                phrase(
                    "The data folder, {data_folder}, cannot be used: {reason}.",
                    data_folder=data_folder(),
                    reason=reason,
                ),
                remedy,
            ) from None
        if not only:
            raise InputError(
                phrase("Another program is putting a ledger in its place at this moment."),
                phrase("Wait until it has ended, then look at the ledger."),
            )
        yield


def machine_key() -> bytes:
    """32 secret bytes that key every digest of data; they never leave this machine.

    Raises:
        InputError: the key is lost or damaged while something is kept that only it can tell.
    """
    file = _key_file()
    try:
        if not file.exists():
            _refuse_lost_key()
            write_new(file, secrets.token_bytes(KEY_BYTES))
        key = file.read_bytes() if file.is_file() else b""
    except OSError as error:
        reason, remedy = unkept(error)
        told = phrase("The file digest.key in {parent} cannot be used: {reason}.", parent=file.parent, reason=reason)
        raise InputError(told, phrase("{remedy} {restore}", remedy=remedy, restore=_RESTORE)) from None
    if len(key) != KEY_BYTES:
        raise Lost(phrase("The file digest.key is damaged."))
    return key


def _key_file() -> Path:
    return data_folder() / "digest.key"


def _refuse_lost_key() -> None:
    """A new key would know none of the tables that were private."""
    if _signed_file().exists() or _is_used() or private_marks().used or _is_kept():
        raise Lost(phrase("The file digest.key is lost: without it nobody can tell which tables have been private."))


def _signed_file() -> Path:
    """What is made at the first release of a real table."""
    return data_folder() / "signing.key"


def _is_kept() -> bool:
    """Whether anything stands in the usual ledger, also where it cannot be read any more."""
    try:
        return ledger_file().exists() and ledger().used
    except Lost:
        return True


def _is_used() -> bool:
    """As `_is_kept`, where nothing is kept beside it that it could be checked against; nothing is made."""
    file = ledger_file()
    try:
        return file.exists() and not is_blank(file) and not is_of_earlier_version(file) and Ledger(file).used
    except Lost:
        return True


def refuse_lost_key(key: bytes) -> None:
    """Raise Lost where a key by which tables are known is not kept any more, or another one is."""
    kept = kept_key()
    if kept is None:
        raise Lost(
            phrase("The file digest.key is lost or damaged: without it nobody can tell which tables were private.")
        )
    if kept != key:
        raise Lost(phrase("The digest.key in the data folder is not the one by which the ledger knows its tables."))


def refuse_other_key(key: bytes) -> None:
    """Raise Refusal where something is kept here that only another key can tell."""
    file = _key_file()
    if private_marks().used and not (file.is_file() and file.read_bytes() == key):
        raise Refusal(
            phrase("Private tables have been used here already, and are known by another digest.key."),
            phrase("Let the ledger arrive in a data folder of its own: set DPSTUDIO_HOME to an empty one."),
        )


def put_key(key: bytes) -> None:
    """The key that came with a ledger takes the place of one that nothing was known by."""
    if _key_file().is_dir():
        set_aside(_key_file())
    write_whole(_key_file(), key)


class WorkFolder:
    """An owner-only folder for work files, removed on close; those of ended processes are removed at the start."""

    def __init__(self) -> None:
        parent = _home("cache", _DIRS.user_cache_dir)
        for left in left_behind(parent, "work"):
            left.remove()
        READERS.write_within(parent)
        self._own = OwnFolder(parent, "work")
        self.path = self._own.path

    def close(self) -> None:
        """Remove the folder and all in it."""
        self._own.close()
