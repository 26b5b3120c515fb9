"""What the window no longer shows is gone: work of hours does not fill the memory."""

import gc
from collections import Counter

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from dpstudio.gui.look.announcing import Said
from dpstudio.workspace.project.demonstrations import demonstrations


def widgets() -> Counter[tuple[str, str]]:
    """Every widget there is, by kind and name."""
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    kept = [each for each in QApplication.allWidgets() if not isinstance(each, Said)]  # a few, which forget their texts
    return Counter((type(each).__name__, each.accessibleName()) for each in kept)


def look_at_every_demonstration(studio) -> None:
    for demonstration in demonstrations():
        studio.answers["choose"] = ["Discard"]
        studio.window.projects.open_demonstration(demonstration.key)
        studio.settle()


def work_with_a_table(studio, file) -> None:
    studio.answers["choose"] = ["Discard"]
    studio.window.projects.new()
    studio.open_private(file)
    card = studio.window.tables.card(studio.plan.tables[0].handle)
    studio.choose(card.declare, "pays")
    studio.choose(card.editor("pays").kind, "decimal number")
    studio.read_so(card)
    studio.choose(card.editor("pays").kind, "yes / no")
    studio.click(card.editor("pays").remove_button)
    studio.keys("Ctrl+Z")
    studio.settle()


def test_a_demonstration_opened_again_leaves_no_widget_behind(studio):
    look_at_every_demonstration(studio)
    before = widgets()
    look_at_every_demonstration(studio)
    assert widgets() - before == Counter()


def test_a_table_worked_with_again_leaves_no_widget_behind(studio, people):
    work_with_a_table(studio, people)
    before = widgets()
    work_with_a_table(studio, people)
    assert widgets() - before == Counter()
