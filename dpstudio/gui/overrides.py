"""An error within what Qt calls is told as any other is, and ends nothing.

PySide (6.11 and 6.12, under Python 3.11) reads the arguments of an error that comes out of a method of Qt's which is
written anew in Python. An error that Python itself raised - of `int("x")`, of a widget that is gone, of calls too
deep - has none until somebody has caught it, and the process would end there. So each is caught once, and raised again.
"""

from collections.abc import Callable, Iterator
from functools import cache, wraps
from types import FunctionType
from typing import Any

from PySide6.QtCore import QMetaMethod, QMetaObject
from shiboken6 import Shiboken

_QT = ("PySide6.", "Shiboken", "shiboken6")
_done: set[type] = set()


def catch_in_overrides() -> None:
    """Have errors caught in every class made so far that writes methods of Qt's anew; later ones need another call."""
    for kind in _below(Shiboken.Object):
        if kind not in _done and not _is_qts(kind):
            _done.add(kind)
            for name in overridden(kind):
                setattr(kind, name, _caught(vars(kind)[name]))


def overridden(kind: type) -> list[str]:
    """The methods of Qt's that a class itself writes anew, by name; of slots Qt asks how many arguments they take."""
    qts = [each for each in kind.__mro__ if _is_qts(each)]
    own = [name for name, found in vars(kind).items() if isinstance(found, FunctionType) and not name.startswith("__")]
    slots = {name for each in qts for name in _slots(each)}
    return [name for name in own if name not in slots and any(name in vars(each) for each in qts)]


@cache
def _slots(kind: type) -> frozenset[str]:
    """The names of what signals are connected with."""
    meta: QMetaObject | None = getattr(kind, "staticMetaObject", None)
    methods = [meta.method(at) for at in range(meta.methodOffset(), meta.methodCount())] if meta is not None else []
    slots = [each for each in methods if each.methodType() == QMetaMethod.MethodType.Slot]
    return frozenset(each.name().toStdString() for each in slots)


def _caught(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def caught(*given: Any, **named: Any) -> Any:
        try:
            return method(*given, **named)
        except BaseException:
            raise

    return caught


def _below(root: type[Any]) -> Iterator[type[Any]]:
    """Every class that has been made of another one."""
    for kind in root.__subclasses__():
        yield kind
        yield from _below(kind)


def _is_qts(kind: type) -> bool:
    return kind.__module__.startswith(_QT)
