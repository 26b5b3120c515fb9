"""The first page: open a table, a demonstration, or a recent project."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal

from dpstudio.gui.look.scaled import scaled
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Page, button, clear, label, row
from dpstudio.gui.widgets.nested import put
from dpstudio.gui.widgets.tile import Tile
from dpstudio.translation import tr
from dpstudio.workspace.project.demonstrations import demonstrations, opening_name

_DEMONSTRATIONS = tr(
    "Nobody in these tables is real, and nothing here counts against yours. Each picture shows what may come out."
)

_LOWER, _ENTRY = 2, 30
"""How much lower a text stands beside a heading, so that both have one base line; how high a link is."""


class Welcome(Page):
    """Three ways to begin."""

    table_requested = Signal()
    project_requested = Signal(str)
    vote_requested = Signal()
    demonstration_requested = Signal(str)
    back_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.demonstration_buttons: dict[str, Tile] = {}
        scaled(self.column.setContentsMargins, 36, 18, 36, 8)
        self.column.addWidget(label(tr("Choose the best, protect each person"), "title"))
        self.column.addWidget(
            label(
                tr(
                    "Pick the best of several alternatives from a private table, or publish figures from it, with a"
                    " guarantee for every person in it and a receipt that anyone can check."
                ),
                "soft",
            )
        )
        self.open_button = button(tr("Open a table…"), "table-2", kind="primary")
        self.open_button.clicked.connect(self.table_requested)
        self.project_button = button(tr("Open a project…"), "folder-open")
        self.project_button.clicked.connect(lambda: self.project_requested.emit(""))
        self.back_button = button(tr("Back to the project"), "undo-2")
        self.back_button.clicked.connect(self.back_requested)
        self.vote_button = button(tr("An audience votes…"), "users")
        self.vote_button.clicked.connect(self.vote_requested)
        begin = self.open_button, self.project_button, self.vote_button, self.back_button
        put(self.column, Flow(*begin, spacing=8))
        self._recent = Flow(spacing=4)
        put(self.column, self._recent)
        heading, said = row(spacing=16), label(_DEMONSTRATIONS, "soft")
        scaled(said.setContentsMargins, 0, _LOWER, 0, 0)
        heading.addWidget(label(tr("Demonstrations"), "heading", wrap=False), 0, Qt.AlignmentFlag.AlignTop)
        heading.addWidget(said, 1, Qt.AlignmentFlag.AlignTop)
        put(self.column, heading)
        for each in demonstrations():
            tile = Tile(each.title, each.kind, each.text, each.icon, each.shape)
            tile.clicked.connect(partial(self._demonstrate, tile, opening_name(each)))
            self.demonstration_buttons[each.key] = tile
        put(self.column, Flow(*self.demonstration_buttons.values(), spacing=12, even=True))
        self.column.addStretch(1)

    def _demonstrate(self, tile: Tile, name: str) -> None:
        with tile.opening():
            self.demonstration_requested.emit(name)

    def recolour(self) -> None:
        """Draw the demonstrations' signs in the palette in force."""
        for tile in self.demonstration_buttons.values():
            tile.recolour()

    def show_recent(self, paths: list[str], *, at_work: bool) -> None:
        """List the recent projects; where one is open there is a way back to it."""
        self.back_button.setVisible(at_work)
        clear(self._recent)
        title = label(tr("Recent projects"), "heading", wrap=False)
        entries = [button(Path(path).stem, "receipt-text", kind="todo", hint=path) for path in paths]
        for entry, path in zip(entries, paths, strict=True):
            entry.clicked.connect(partial(self.project_requested.emit, path))
        scaled(title.setMinimumHeight, _ENTRY)
        for each in (title, *entries) if entries else ():
            self._recent.addWidget(each)
