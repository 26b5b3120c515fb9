"""What the person sees of an error that nothing else catches: where, never what the data were."""

import sys
from types import TracebackType

from PySide6.QtWidgets import QWidget

from dpstudio.gui import ask
from dpstudio.workspace.mistakes import describe, in_words


def show(parent: QWidget, error: BaseException) -> None:
    """Tell the person; nothing that was loaded is lost."""
    told = in_words(error)
    if told is not None:
        ask.complain(parent, "This cannot be done", str(told))
        return
    ask.complain(
        parent,
        "dpstudio made a mistake",
        f"Something went wrong inside dpstudio: {describe(error)}.\n\nYour project is still open; save it, and restart"
        " dpstudio if this happens again.",
    )


def catch_all(parent: QWidget) -> None:
    """Send errors that nothing else catches here."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        print(f"dpstudio: {describe(error)}", file=sys.stderr)
        show(parent, error)

    sys.excepthook = hook
