"""What every function and method that does something passes: no fork, and no error that names a tab of the window."""

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from dpstudio.core.apart import PROCESS
from dpstudio.core.errors import StudioError

P = ParamSpec("P")
T = TypeVar("T")


def entrance(work: Callable[P, T]) -> Callable[P, T]:
    """The same function: refused in a forked process, and its errors say what helps in Python.

    Raises:
        InputError: this process was forked from one that had used dpstudio.
    """

    @functools.wraps(work)
    def called(*given: P.args, **named: P.kwargs) -> T:
        PROCESS.use()
        try:
            return work(*given, **named)
        except StudioError as error:
            error.say_in_python()
            raise

    return called
