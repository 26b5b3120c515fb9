"""A broken twin: one small change to the program that a named test must notice."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 600
_COPIED = (
    "dpstudio",
    "resources",
    "tests",
    "docs",
    "packaging",
    "pyproject.toml",
    "NOTICE",
    "README.md",
    "CHANGELOG.md",
)
_LEFT_OUT = shutil.ignore_patterns("pictures", "*.pyc.*")  # the second: what is being compiled just now


@dataclass(frozen=True)
class Twin:
    """What is broken, where, how, and by which test it is noticed.

    Args:
        name: what the change does, in words.
        file: below the project's root.
        old, new: the text that stands there once, and what is put in its place.
        test: the node of the test that must fail.
    """

    name: str
    file: str
    old: str
    new: str
    test: str


def copied(folder: Path) -> Path:
    """The program and its tests, without the history; what Python made of each file is still good for its copy."""
    target = folder / "copy"
    target.mkdir()
    for name in _COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=_LEFT_OUT)
        else:
            shutil.copy(source, target / name)
    return target


@contextmanager
def broken(copy: Path, twin: Twin) -> Iterator[None]:
    """Put the change in, and take it out again; nothing that Python made of the file before is left in between."""
    text = (copy / twin.file).read_text("utf-8")
    assert text.count(twin.old) == 1, f"{twin.name}: the text stands {text.count(twin.old)} times in {twin.file}"
    _forget(copy / twin.file)
    (copy / twin.file).write_text(text.replace(twin.old, twin.new), "utf-8")
    try:
        yield
    finally:
        _forget(copy / twin.file)
        for file in (ROOT / twin.file, *_compiled(ROOT / twin.file)):
            shutil.copy2(file, copy / file.relative_to(ROOT))


def _compiled(file: Path) -> list[Path]:
    return list((file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"))


def _forget(file: Path) -> None:
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()


def outcome(copy: Path, *tests: str) -> subprocess.CompletedProcess[str]:
    """Run tests in a copy; its return code is pytest's: 0 all held, 1 one failed, else something went wrong."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
