"""Goes on to what a view shows one after the other, as a person does: by its button."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from dpstudio.gui.widgets.one_by_one import OneByOne

if TYPE_CHECKING:
    from tests.gui.studio import Studio


def each_turn(studio: "Studio", root: QWidget) -> Iterator[None]:
    """What is shown first, then one after the other of what else there is; in the end the first again."""
    yield
    for places in root.findChildren(OneByOne):
        first = places.front
        while places.next.isVisible():
            studio.click(places.next)
            studio.settle()
            if places.front is first:
                break
            yield
