"""How far a release has come, for whoever may have to say so when it is broken off."""

from collections.abc import Iterator
from contextlib import contextmanager


class Progress:
    """Told of a charge and of its result as soon as either is in the ledger.

    Attributes:
        number: the ledger's entry, once there is one.
        stored: whether it has its result.
    """

    def __init__(self, number: int | None = None) -> None:
        self.number = number
        self.stored = False

    @contextmanager
    def whole(self) -> Iterator[None]:
        """A step that is known to be done or not done: whoever breaks work off waits until it ends."""
        yield

    def stop_if_asked(self) -> None:
        """Raise what ends the work where its end was asked for; nothing of the step has been done yet."""
