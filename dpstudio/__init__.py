"""dpstudio: choose the best of several alternatives from private data, with a guarantee.

From Python: `from dpstudio import choose, measure, ...` (docs/python.md). The names come from `dpstudio.api`, which is
loaded when the first of them is asked for, so that the program itself starts without it.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpstudio.api import *  # noqa: F403 - the names of the interface, all of them

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """A name of the interface; who asks for a module of the program, or for what every module has, does not load it."""
    if (name.startswith("__") and name != "__all__") or find_spec(f"{__name__}.{name}") is not None:
        raise AttributeError(f"module 'dpstudio' has no attribute {name!r}")
    api = import_module("dpstudio.api")
    if name not in (*api.__all__, "__all__"):
        raise AttributeError(f"module 'dpstudio' has no attribute {name!r}")
    return getattr(api, name)


def __dir__() -> list[str]:
    """The interface's names, and the version."""
    return sorted([*import_module("dpstudio.api").__all__, "__version__"])
