"""`dpstudio [PROJECT]` opens the window; a first word equal to a verb is the verb."""

import os
import sys
from pathlib import Path

from dpstudio import cli


def main() -> int:
    """Start what the arguments ask for and return the exit code."""
    arguments = sys.argv[1:]
    if arguments and (arguments[0] in cli.VERBS or arguments[0] in ("-h", "--help", "--version")):
        return cli.main(arguments)
    if not arguments and not _screen():
        return _without_screen()
    from dpstudio.gui import app

    return app.run(Path(arguments[0]) if arguments else None)


def _screen() -> bool:
    return sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    )


def _without_screen() -> int:
    """A whole demonstration release, for a machine without a screen."""
    from dpstudio.workspace import demonstrations, storage

    print("dpstudio: there is no screen here, so this is a demonstration release without a window", file=sys.stderr)
    folder = storage.demonstrations_folder()
    number = 1
    while (folder / f"apples-{number}").exists():
        number += 1
    target = folder / f"apples-{number}"
    project = demonstrations.write("apples", target)
    code = cli.main(["release", str(project), "--out", str(target / "receipt")])
    if code == 0:
        print(f"The receipt lies in {target / 'receipt'}")
    return code


if __name__ == "__main__":
    sys.exit(main())
