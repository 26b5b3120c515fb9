"""Takes along what the picture shows, as a person does: by the Export button and its menu."""

import csv
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from tests.gui.studio import Studio


def entries(menu: QMenu) -> dict[str, object]:
    """What a menu offers, without marks."""
    return {each.text().split("\t")[0].replace("&", ""): each for each in menu.actions()}


def press(menu: QMenu, name: str) -> None:
    """Click an entry."""
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entries(menu)[name]).center())


def take(studio: "Studio", what: str, of: str = "") -> None:
    """Choose an entry of the menu, of one picture of several, and wait until it is done."""
    export = studio.window.preview.export
    studio.click(export.button)
    studio.qtbot.waitUntil(export.menu.isVisible)
    menu = export.menu
    if of:
        press(menu, of)
        menu = entries(menu)[of].menu()
        studio.qtbot.waitUntil(menu.isVisible)
    press(menu, what)
    studio.settle()


def pasted() -> list[list[str]]:
    """What a spreadsheet makes of the clipboard."""
    return list(csv.reader(QGuiApplication.clipboard().text().splitlines(), delimiter="\t"))


def copied(studio: "Studio", of: str = "") -> list[list[str]]:
    """The table that *Copy the table* gives."""
    take(studio, "Copy the table", of)
    return pasted()


def saved(studio: "Studio", path: Path, size: tuple[int, int, int] = (640, 640, 100), of: str = "") -> Path:
    """The picture, saved with a width, a height and a size of texts and lines in %."""
    studio.answers["form"] = [[str(each) for each in size]]
    studio.answers["save_file"] = [str(path)]
    take(studio, f"Save the picture as {path.suffix[1:].upper()}…", of)
    return path
