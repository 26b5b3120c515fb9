"""The only way to the files that ship with the program."""

from functools import cache
from pathlib import Path


def resource(name: str) -> Path:
    """The path of a shipped file or folder, in a checkout and in an installed wheel alike."""
    return _folder() / name


@cache
def _folder() -> Path:
    """Where they lie, looked for once."""
    package = Path(__file__).resolve().parent
    installed = package / "_resources"
    return installed if installed.is_dir() else package.parent / "resources"
