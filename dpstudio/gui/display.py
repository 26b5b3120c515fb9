"""Whether Qt can open a window here, found out before it would abort the process."""

import ctypes
import os
import re
import sys
from pathlib import Path
from typing import NoReturn

_WITHOUT_SCREEN = ("offscreen", "minimal")
_ALWAYS = {"libGL.so.1": "libgl1", "libEGL.so.1": "libegl1", "libxkbcommon.so.0": "libxkbcommon0"}
_ON_X11 = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}


def problem() -> str:
    """Why no window can be opened, with the command that mends it, or ""."""
    if not sys.platform.startswith("linux"):
        return ""
    display = os.environ.get("DISPLAY", "")
    on_x11 = bool(display) and not os.environ.get("QT_QPA_PLATFORM") and not os.environ.get("WAYLAND_DISPLAY")
    lacking = [package for library, package in (_ALWAYS | (_ON_X11 if on_x11 else {})).items() if not _loads(library)]
    if lacking:
        return "Qt needs system packages. Install them with: sudo apt-get install --no-install-recommends " + " ".join(
            lacking
        )
    local = re.fullmatch(r":(\d+)(\.\d+)?", display)
    if on_x11 and local and not Path(f"/tmp/.X11-unix/X{local[1]}").exists():  # noqa: S108 - where X puts it
        return f"There is no screen at DISPLAY={display}. Start it, or unset DISPLAY to work without one."
    return _tried()


def _tried() -> str:
    """What Qt says where it cannot open a screen: asked in a child process, because it would end this one."""
    if os.environ.get("QT_QPA_PLATFORM", "").split(":")[0] in _WITHOUT_SCREEN:
        return ""
    from PySide6 import QtGui  # noqa: F401 - loaded once for both

    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        _try(write)
    os.close(write)
    with os.fdopen(read, "rb") as stream:
        said = stream.read().decode("utf-8", "replace").split("\n")
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
        return ""
    first = next((line for line in said if line.strip()), "it gives no reason")
    return f"Qt cannot open a window here: {first.removeprefix('qt.qpa.plugin: ').strip()}"


def _try(write: int) -> NoReturn:
    """In the child: open the screen, and say what goes wrong; nothing of this program is run on the way out."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.dup2(write, 2)
    os.dup2(write, 1)
    code = 1
    try:
        from PySide6.QtGui import QGuiApplication

        QGuiApplication(["dpstudio"])
        code = 0
    finally:
        os._exit(code)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
