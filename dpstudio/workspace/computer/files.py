"""Files that appear whole or not at all and are on the disk when a call returns; folders that belong to one process."""

import fcntl
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain, count
from pathlib import Path

_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
_LONGEST_NAME = 100
_ALONE = fcntl.LOCK_EX | fcntl.LOCK_NB


def portable(name: str) -> str:
    """The nearest name for a file that every system takes, with the same ending."""
    stem, dot, ending = name.rpartition(".")
    plain = _NOT_IN_NAMES.sub("-", stem).strip(" .-")[:_LONGEST_NAME].rstrip(" .-") or "dpstudio"
    return f"{plain}{'_' if _DEVICES.fullmatch(plain) else ''}{dot}{ending}"


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in its place in one step, readable by its owner alone; a power loss leaves the old or the new one.

    Raises:
        OSError: the file is as it was.
    """
    target = Path(os.path.realpath(path))
    with _fresh(target, data) as fresh:
        fresh.replace(target)
    sync_folder(target.parent)


def write_new(path: Path, data: bytes) -> bool:
    """As `write_whole`, of a file that is not there yet.

    Returns:
        Whether it was put there: another process may have been faster.
    """
    with _fresh(path, data) as fresh:
        try:
            path.hardlink_to(fresh)
        except FileExistsError:
            return False
        except OSError:  # not every disk knows hard links
            if os.path.lexists(path):
                return False
            fresh.replace(path)
    sync_folder(path.parent)
    return True


@contextmanager
def _fresh(target: Path, data: bytes) -> Iterator[Path]:
    """A file of the owner's alone beside the one that is meant, its bytes on the disk; gone afterwards."""
    fresh = target.with_name(f".{secrets.token_hex(8)}.new")
    with ExitStack() as undone:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            undone.callback(fresh.unlink, missing_ok=True)
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        yield fresh


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


@contextmanager
def alone(path: Path) -> Iterator[bool]:
    """Whether nobody else is in here with the same file; it is made where absent, stays there, and is left by ending.

    Raises:
        OSError: it cannot be made or held.
    """
    opened = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield _is_held(opened)
    finally:
        os.close(opened)


def _is_held(opened: int) -> bool:
    try:
        fcntl.flock(opened, _ALONE)
    except BlockingIOError:
        return False
    return True


def set_aside(path: Path) -> str:
    """Rename what cannot be read, so that something new can take its place; the new name, or "" where that fails."""
    for ending in chain(["damaged"], (f"damaged-{number}" for number in count(2))):
        aside = path.with_name(f"{path.name}.{ending}")
        if os.path.lexists(aside):
            continue
        try:
            path.rename(aside)
        except OSError:
            return ""
        return aside.name
    raise AssertionError("names never end")


def copied_aside(path: Path, log: Path) -> None:
    """Keep a damaged database under another name, with its log if it has one, so that the two are read together.

    Raises:
        OSError: it could not be copied.
    """
    for ending in chain(["damaged"], (f"damaged-{number}" for number in count(2))):
        aside = path.with_name(f"{path.name}.{ending}")
        if os.path.lexists(aside):
            continue
        if log.exists():
            write_new(aside.with_name(f"{aside.name}-wal"), log.read_bytes())
        if write_new(aside, path.read_bytes()):
            return


class OwnFolder:
    """An owner-only folder that is held as long as this process lives, however that ends.

    Args:
        parent: where it lies.
        kind: what its name begins with.
    """

    def __init__(self, parent: Path, kind: str) -> None:
        fresh = parent / f".{kind}-{secrets.token_hex(8)}"
        fresh.mkdir(mode=0o700)
        self._held = _hold(fresh)
        self.path = parent / fresh.name.removeprefix(".")
        fresh.rename(self.path)  # from now on others see it, and that it is held

    def close(self) -> None:
        """Remove the folder and all in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._held is not None:
            os.close(self._held)
            self._held = None


class Left:
    """A folder that a process left behind, held until it is let go of or removed."""

    def __init__(self, path: Path, held: int) -> None:
        self.path, self._held = path, held

    def let_go(self) -> None:
        """Leave it to the next start."""
        os.close(self._held)

    def remove(self) -> None:
        """Remove the folder and all in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        self.let_go()


def left_behind(parent: Path, kind: str) -> Iterator[Left]:
    """The folders of processes that have ended, but those that were set aside."""
    for folder in sorted(parent.glob(f"{kind}-*")):
        held = None if folder.suffix else _hold(folder)
        if held is not None:
            yield Left(folder, held)


def _hold(folder: Path) -> int | None:
    """Hold a folder until this process ends; None where another one does."""
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    try:
        fcntl.flock(opened, _ALONE)
    except OSError:
        os.close(opened)
        return None
    return opened
