"""Receipts on disk: tried before a charge, written whole or not at all, and written again as often as is wished."""

import os
import secrets
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from dpstudio.core.errors import InputError, Refusal, StudioError
from dpstudio.core.ledger import Ledger
from dpstudio.core.receipt.renderings import PAPERS
from dpstudio.core.release import Release
from dpstudio.core.tables.importing import Tick
from dpstudio.translation import phrase
from dpstudio.workspace.computer import signing_key
from dpstudio.workspace.computer.files import sync_folder
from dpstudio.workspace.computer.refused import fault
from dpstudio.workspace.releasing.artefacts import NAMES, artefacts, names_of

_SPARE = 1 << 20


def files_of(release: Release, folder: Path) -> list[Path]:
    """Where the receipt's files will lie."""
    return [folder / name for name in names_of(release)]


def try_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write as much as the files of a receipt need, twice and some more, and take it away again.

    Raises:
        InputError: the folder is a file, cannot be written, or has too little room.
    """
    content = b"".join(files.values()) * 2 + bytes(_SPARE)
    made = _make(folder)
    try:
        with _InWords(folder, len(content)):
            _written(folder, NAMES[0], content).unlink()
    except StudioError:
        if made:
            folder.rmdir()
        raise


def refuse_overwriting(folder: Path) -> None:
    """Raise Refusal where a receipt already lies in the folder."""
    with _InWords(folder):
        for name in NAMES:
            if os.path.lexists(folder / name):
                raise Refusal(
                    phrase("{folder} already holds {name}.", folder=_name(folder), name=name),
                    phrase("Choose an empty folder."),
                )


def export(
    release: Release, folder: Path, ledger: Ledger, tick: Tick, paper: str = PAPERS[0]
) -> tuple[list[Path], StudioError | None]:
    """Write the receipt's files.

    A file with the same content is left alone, so that a half-written export can be repeated; another one is never
    overwritten.

    Args:
        paper: of the PDFs, one of PAPERS.

    Returns:
        The files, and why the ledger could not note that they were written, or None.

    Raises:
        Refusal: a file of another receipt is there already.
        InputError: the folder cannot be written, or the key that signs the list of the files cannot be had.
    """
    signer = None if release.document.envelope is None else signing_key.signer()
    content = artefacts(release, paper, tick, signer)
    _make(folder)
    with _InWords(folder):
        for name, data in content.items():
            _refuse_other(folder / name, data)
        for name, data in content.items():
            _put(_written(folder, name, data), folder / name)
        sync_folder(folder)
    try:
        ledger.mark_exported(release.number)
    except StudioError as error:
        return [folder / name for name in content], error
    return [folder / name for name in content], None


def _make(folder: Path) -> bool:
    """Make the folder where it is absent; whether it was."""
    with _InWords(folder):
        absent = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
    return absent


def _refuse_other(file: Path, data: bytes) -> None:
    if os.path.lexists(file) and not (file.is_file() and file.read_bytes() == data):
        raise Refusal(
            phrase("{parent} already holds another {name}.", parent=_name(file.parent), name=file.name),
            phrase("Choose an empty folder."),
        )


def _written(folder: Path, name: str, data: bytes) -> Path:
    """A new file beside the one meant, its bytes on the disk."""
    fresh = folder / f".{name}.{secrets.token_hex(4)}.new"
    with ExitStack() as undone:
        undone.callback(fresh.unlink, missing_ok=True)
        with fresh.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        undone.pop_all()
    return fresh


def _put(fresh: Path, file: Path) -> None:
    """Give the file its name in one step, unless it is there already with the same content."""
    try:
        file.hardlink_to(fresh)
    except FileExistsError:
        _refuse_other(file, fresh.read_bytes())
    except OSError:  # no hard links on this disk
        if os.path.lexists(file):
            _refuse_other(file, fresh.read_bytes())
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)


class _InWords:
    """What the system says against a folder, in words.

    Args:
        needed: how many bytes are tried there, or 0.
    """

    def __init__(self, folder: Path, needed: int = 0) -> None:
        self._folder, self._needed = folder, needed

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        if isinstance(error, OSError | ValueError):
            reason, remedy = fault(error, self._folder, self._needed)
            raise InputError(
                phrase("{folder} cannot be written: {reason}.", folder=_name(self._folder), reason=reason),
                remedy,
                "out",
            ) from None


def _name(path: Path) -> str:
    """A name as it can be printed."""
    return path.name.encode("utf-8", "backslashreplace").decode() or str(path)
