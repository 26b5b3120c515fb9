"""`dpstudio [PROJECT]` opens the window; a first word equal to a verb is the verb."""

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path and sys.path[0] in ("", os.getcwd()):  # noqa: PTH109 - as it stands there
    sys.path.pop(0)  # a file in the folder one works in is never taken for a module

import importlib
from collections.abc import Sequence
from pathlib import Path

from dpstudio.arguments import project_of
from dpstudio.core.errors import InputError, StudioError
from dpstudio.interruption import Watch
from dpstudio.telling import complain


def main(arguments: Sequence[str] | None = None) -> int:
    """Start what the arguments ask for and return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    with Watch() as watch:
        try:
            cli = importlib.import_module("dpstudio.cli")  # takes long
            watch.stop_if_asked()
        except KeyboardInterrupt:
            told = watch.ended()
            complain(told, as_json="--json" in words)
            return told.exit_code
        if words and (words[0].startswith("-") or words[0] in cli.VERBS):
            return int(cli.run(words, watch))
    return _start(words)


def _start(words: list[str]) -> int:
    """Open the window, or say why not."""
    if not words:
        return _window(None) if _screen() else _without_screen()
    try:
        project = _project(words)
    except StudioError as error:
        complain(error, as_json="--json" in words)
        return error.exit_code
    return _window(project)


def _project(words: Sequence[str]) -> Path:
    """The project to open.

    Raises:
        InputError: the first word is a misspelt verb, or no file; more words stand after it; there is no screen.
    """
    project = project_of(words, _meant)
    if not _screen():
        raise InputError("There is no screen here for the window.", f"Use a verb: dpstudio plan {words[0]}")
    return project


def _meant(word: str) -> str:
    from dpstudio import cli

    close = cli.looks_like(word)
    return f"Did you mean {close}?" if close else f"The verbs are: {', '.join(cli.VERBS)}."


def _window(project: Path | None) -> int:
    from dpstudio.gui import app

    return app.run(project)


def _screen() -> bool:
    return sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    )


def _without_screen() -> int:
    """A whole demonstration release, for a machine without a screen."""
    from dpstudio import cli
    from dpstudio.workspace.computer import storage
    from dpstudio.workspace.project import demonstrations

    print("dpstudio: there is no screen here, so this is a demonstration release without a window", file=sys.stderr)
    folder = storage.demonstrations_folder()
    number = 1
    while (folder / f"apples-{number}").exists():
        number += 1
    target = folder / f"apples-{number}"
    project = demonstrations.write("apples", target)
    code = cli.main(["release", str(project), "--out", str(target / "receipt")])
    if code == 0:
        print(f"The receipt is in {target / 'receipt'}")
    return code


if __name__ == "__main__":
    sys.exit(main())
