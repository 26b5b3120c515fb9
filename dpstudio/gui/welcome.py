"""The first page: open a table, a demonstration, or a recent project."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout

from dpstudio.gui.theme import THEME, pixmap
from dpstudio.gui.widgets.flow import Flow
from dpstudio.gui.widgets.kit import Card, Page, button, clear, column, label, row
from dpstudio.workspace.demonstrations import TIMES, Demonstration, demonstrations


class Welcome(Page):
    """Three ways to begin."""

    table_requested = Signal()
    project_requested = Signal(str)
    demonstration_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.demonstration_buttons: dict[str, QPushButton] = {}
        self._pictures: list[tuple[QLabel, str]] = []
        margin = THEME.px(36)
        self.column.setContentsMargins(margin, margin, margin, margin)
        self.column.addWidget(label("Choose the best, protect each person", "title"))
        self.column.addWidget(
            label(
                "Pick the best of several alternatives from a private table, or publish figures of it, with a guarantee"
                " for every person in it and a receipt that anyone can check.",
                "soft",
            )
        )
        self.open_button = button("Open a table…", "table-2", kind="primary")
        self.open_button.clicked.connect(self.table_requested)
        self.project_button = button("Open a project…", "folder-open")
        self.project_button.clicked.connect(lambda: self.project_requested.emit(""))
        self.column.addLayout(row(self.open_button, self.project_button, None))
        self.column.addSpacing(THEME.px(10))
        self.column.addWidget(label("Demonstrations", "heading"))
        self.column.addLayout(Flow(*(self._tile(each) for each in demonstrations()), spacing=12))
        self.column.addSpacing(THEME.px(10))
        self._recent_title = label("Recent projects", "heading")
        self.column.addWidget(self._recent_title)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(THEME.px(2))
        self.column.addLayout(self._recent)
        self.column.addStretch(1)
        self.recolour()

    def recolour(self) -> None:
        """Draw the demonstrations' pictures in the palette in force."""
        for picture, name in self._pictures:
            picture.setPixmap(pixmap(name, "accent", THEME.px(34)))

    def _tile(self, each: Demonstration) -> Card:
        card = Card("")
        picture = label("", wrap=False)
        self._pictures.append((picture, each.icon))
        picture.setAccessibleName(each.title)
        picture.setFixedWidth(THEME.px(36))
        card.add(row(picture, column(label(each.title, "heading"), label(each.text, "soft"), spacing=2), spacing=14))
        plain = button("As in the document")
        plain.setAccessibleName(f"{each.title}, as in the document")
        plain.clicked.connect(lambda: self.demonstration_requested.emit(each.key))
        many = button(f"× {TIMES} people")
        many.setAccessibleName(f"{each.title}, {TIMES} times the people")
        many.clicked.connect(lambda: self.demonstration_requested.emit(f"{each.key}-{TIMES}"))
        self.demonstration_buttons[each.key] = plain
        self.demonstration_buttons[f"{each.key}-{TIMES}"] = many
        card.body.addStretch(1)
        card.add(row(plain, many, None))
        card.setFixedWidth(THEME.px(380))
        card.setMinimumHeight(THEME.px(136))
        return card

    def show_recent(self, paths: list[str]) -> None:
        """List the recent projects."""
        clear(self._recent)
        self._recent_title.setVisible(bool(paths))
        for path in paths:
            entry = button(Path(path).stem, "receipt-text", kind="todo", hint=path)
            entry.clicked.connect(lambda _=False, p=path: self.project_requested.emit(p))
            self._recent.addWidget(entry, 0, Qt.AlignmentFlag.AlignLeft)
