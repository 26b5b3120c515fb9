"""The way to the glossary, from wherever one of its words stands."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from dpstudio.gui.pages import TextDialog
from dpstudio.gui.widgets.kit import row
from dpstudio.gui.widgets.link import Link
from dpstudio.gui.widgets.manners import ASIDE
from dpstudio.gui.widgets.tips import tip
from dpstudio.translation import tr

_TITLE = tr("Glossary")


def open_glossary(parent: QWidget, section: str = "") -> None:
    """Show the glossary, at one of its headings or from its beginning."""
    dialog = TextDialog(parent.window(), _TITLE, "glossary.md", section)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def glossary_link(section: str) -> Link:
    """Opens the glossary at one of its headings."""
    made = Link(_TITLE, "circle-help")
    tip(made, tr("What textbooks call this: {section}", section=section))
    made.setProperty(ASIDE, True)
    made.setAccessibleName(f"{_TITLE}: {section}")
    made.clicked.connect(lambda: open_glossary(made, section))
    return made


def beside(said: QWidget, section: str) -> QHBoxLayout:
    """A title or a sentence with the way to the glossary at the end of its line."""
    made = row(said)
    made.setStretch(0, 1)
    made.addWidget(glossary_link(section), 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
    return made
