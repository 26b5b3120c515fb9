"""Where a clicker leads: to every view of the picture, and in each to every part of it, in their order, and back."""

from PySide6.QtWidgets import QScrollArea

from dpstudio.gui.picture.preview import Preview
from dpstudio.gui.views.sheet_view import SheetView
from dpstudio.gui.widgets.one_by_one import OneByOne


def turn(picture: Preview, by: int) -> None:
    """Go on by a part of the view in front, or by a view, or back the same way."""
    page, views = picture.page, picture.offered
    if (by > 0 and _revealed(picture)) or (page is not None and _turned(page, by)) or not views:
        return
    at = views.index(picture.view) + by
    if 0 <= at < len(views):
        picture.bring(views[at])
        if picture.page is not None:
            _enter(picture.page, by)


def _revealed(picture: Preview) -> bool:
    """Reveal the answer of a scene in front, if it is not; whether it was done."""
    page, done = picture.page, picture.view == "scene" and bool(picture.offered) and not picture.scene.revealed
    if done:
        picture.scene.turn_answer()
        if page is not None:
            page.ensureWidgetVisible(picture.scene.answer)
    return done


def _turned(page: QScrollArea, by: int) -> bool:
    """Go on by a text or picture that comes by turns, to the end of the page, or by a sheet; whether there was one.

    A sheet that is not there yet is waited for, so that none of its texts is passed by.
    """
    if any(each.awaited for each in page.findChildren(SheetView)):
        return True
    if any(each.turn(by) for each in page.findChildren(OneByOne)):
        return True
    bar = page.verticalScrollBar()
    if bar.value() != (bar.maximum() if by > 0 else bar.minimum()):
        bar.setValue(bar.value() + by * bar.pageStep())
        return True
    return any(each.turn(by) for each in page.findChildren(SheetView))


def _enter(page: QScrollArea, by: int) -> None:
    """Begin a view at its first part, or on the way back at its last."""
    for one_by_one in page.findChildren(OneByOne):
        one_by_one.begin(by)
    for sheets in page.findChildren(SheetView):
        sheets.begin(by)
