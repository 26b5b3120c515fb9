"""What tells of this computer or of where a table lies: searched for in a receipt before anything is charged.

Never searched for is what a table holds: whether a receipt can be written must not depend on a row. So the receipt of
the rehearsal is searched, which an invented table made; what is written later differs from it in what was drawn alone.
"""

import base64
import getpass
import platform
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import dpstudio
from dpstudio.core.errors import InputError
from dpstudio.core.origins import Origin, walked
from dpstudio.core.receipt.receipt import AnyReceipt
from dpstudio.core.signing import Signer
from dpstudio.core.tables.schema import Source
from dpstudio.resources import resource
from dpstudio.translation import phrase
from dpstudio.workspace.computer import storage

_SHORTEST = 4
_TIME = rb"T(?!00:00)[0-9]{2}:[0-9]{2}|\bD:[0-9]{8}(?!0000)[0-9]{4}|\b[0-9]{2}:[0-9]{2}:[0-9]{2}\b(?!Z)"
_TOLD = re.compile(rb"<((?:dc|pdf|xmp):\w+)>(.*?)</\1>", re.DOTALL)
_STREAM = re.compile(rb"\bstream\r?\n")
_THEIRS = {Origin.TYPED, Origin.PUBLIC_FILE}


@dataclass(frozen=True)
class Mark:
    """One text to search for.

    Args:
        what: it is, for people.
        pattern: matches it whole, in bytes.
        kind: a place or a key stands nowhere; a time where a person typed one; a word, as a user's name may be one like
            any other, tells nothing where a person typed it or the program's own text has it.
    """

    what: str
    pattern: re.Pattern[bytes]
    kind: Literal["place", "time", "word"]


def marks_of(source: Source, ledger: Path, signer: Signer | None = None) -> tuple[Mark, ...]:
    """What a receipt about this table, counted in this ledger and signed so, must not hold."""
    places = {"the path of your home folder": Path.home(), "the path of dpstudio's data folder": storage.data_folder()}
    places |= {"the path of the ledger": ledger}
    if source.path and source.format != "database":
        places |= {"the path of the table": Path(source.path), "the folder of the table": Path(source.path).parent}
    found = [_firm(what, str(path)) for what, path in places.items() if len(path.parts) > 1]
    if source.path and source.format == "database":
        found.append(_firm(phrase("the address of the table"), source.path))
    elif source.path:
        name = Path(source.path).name
        found.append(_mark(phrase("the name of the table's file"), name, word="." not in name))
    found += [_mark(phrase("the name of this computer's user"), _user(), word=True)]
    found += [_mark(phrase("the name of this computer"), platform.node(), word=True)]
    found += [_firm(phrase("a key of this computer"), text) for key in _keys(signer) for text in _written(key)]
    found.append(Mark(phrase("a time of day"), re.compile(_TIME), "time"))
    return tuple(mark for mark in found if mark is not None)


def refuse_own_marks(receipt: AnyReceipt, files: Mapping[str, bytes], marks: Iterable[Mark]) -> None:
    """Search a rehearsed receipt, of the newest format, and its files.

    Raises:
        InputError: a mark stands in what a person typed, where it can be changed; or elsewhere, by a mistake of ours.
    """
    theirs = [(path, _bytes(value)) for path, told, value in walked(receipt) if told & _THEIRS]
    theirs += [("question.candidates", files[name]) for name in files if name == "candidates.json"]
    searched = [(name, *_texts(name, data)) for name, data in files.items()]
    for mark in marks:
        typed = next((path for path, text in theirs if mark.pattern.search(text)), None)
        if typed is not None and mark.kind != "place":
            continue
        if typed is not None:
            raise InputError(
                phrase("The receipt would contain {what}, which is in “{typed}”.", what=mark.what, typed=typed),
                phrase("Change it there."),
                typed,
            )
        for name, told, held in searched:
            found = any(mark.pattern.search(text) for text in (told if mark.kind == "word" else held))
            if found and not (mark.kind == "word" and _is_ours(mark)):
                raise InputError(
                    phrase("The file {name} would contain {what}. Nothing was charged.", name=name, what=mark.what),
                    phrase("This is a mistake in dpstudio: please report it."),
                )


def _firm(what: str, text: str) -> Mark | None:
    return _mark(what, text, word=False)


def _mark(what: str, text: str, *, word: bool) -> Mark | None:
    """None for a text that is too short to tell anything, or is a number.

    The pattern begins with the text itself: such a one is found fifty times as fast as one that first looks before it.
    """
    if len(text) < _SHORTEST or not re.search(r"[^\W\d_]", text):
        return None
    whole = b"|".join(rb"%b(?<!\w%b)(?!\w)" % (each, each) for each in map(re.escape, _spelt(text)))
    return Mark(what, re.compile(whole, re.IGNORECASE if word else 0), "word" if word else "place")


def _spelt(text: str) -> set[bytes]:
    """As it is, and as JSON spells it."""
    return {each.encode("utf-8", "surrogateescape") for each in (text, text.replace("\\", "\\\\"))}


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def _keys(signer: Signer | None) -> Iterator[bytes]:
    """All that are secret here; a private key as it is kept, and its number alone."""
    yield storage.machine_key()
    if signer is not None:
        kept = base64.b64decode("".join(signer.kept.splitlines()[1:-1]))
        yield from (kept, kept[-storage.KEY_BYTES :])


def _written(key: bytes) -> tuple[str, ...]:
    """The ways in which a key is written down."""
    return key.hex(), key.hex().upper(), base64.b64encode(key).decode(), base64.urlsafe_b64encode(key).decode()


def _is_ours(mark: Mark) -> bool:
    """Whether the program's own text has a word, so that it tells nothing of where it ran."""
    ours = [*Path(dpstudio.__file__).parent.rglob("*.py"), resource("receipt.typ")]
    return any(mark.pattern.search(file.read_bytes()) for file in ours)


def _bytes(value: object) -> bytes:
    """A leaf as text."""
    if isinstance(value, Mapping):
        return b"\n".join(_bytes(part) for pair in value.items() for part in pair)
    return b"\n".join(map(_bytes, value)) if isinstance(value, tuple) else str(value).encode()


def _texts(name: str, data: bytes) -> tuple[list[bytes], list[bytes]]:
    """What a file says, of a PDF what it tells of itself, and all that it holds."""
    if not name.endswith(".pdf"):
        return [data], [data]
    told, held = [found[1] for found in _TOLD.findall(data)], [data]
    for start in _STREAM.finditer(data):
        with suppress(zlib.error):
            held.append(zlib.decompressobj().decompress(data[start.end() :]))
    return told, told + held
