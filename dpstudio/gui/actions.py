"""Every action of the window, as a table: id, menu, text, shortcut, icon, and when it is enabled."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence


@dataclass(frozen=True)
class Action:
    """One entry of a menu; `when` names a condition that the window knows, `apart` is what begins a group.

    Args:
        look: the appearance that it chooses.
    """

    id: str
    menu: str
    text: str
    shortcut: QKeySequence.StandardKey | str = ""
    icon: str = ""
    when: str = "always"
    apart: bool = False
    look: str = ""


_KEY = QKeySequence.StandardKey
ACTIONS = (
    Action("new", "&File", "&New project", _KEY.New, "plus"),
    Action("new_window", "&File", "New w&indow", "Ctrl+Shift+N"),
    Action("open", "&File", "&Open project…", _KEY.Open, "folder-open"),
    Action("recent", "&File", "Recent pro&jects", "", "", "recent"),
    Action("save", "&File", "&Save", _KEY.Save, "save", "project"),
    Action("save_as", "&File", "Save &as…", "Ctrl+Shift+S", "", "project"),
    Action("open_table", "&File", "Open a &table…", "Ctrl+T", "table-2", apart=True),
    Action("open_folder", "&File", "Open a &folder of Parquet files…", "Ctrl+Shift+T"),
    Action("open_database", "&File", "Open a &database…", "Ctrl+Shift+D", "database"),
    Action("paste_table", "&File", "&Paste a table", "Ctrl+Shift+V", "clipboard-paste"),
    Action("own_table", "&File", "Use &your own table with this…", "Ctrl+Shift+U", "", "demonstration"),
    Action("vote", "&File", "An a&udience votes…", "Ctrl+Shift+A", "users"),
    Action("verify", "&File", "&Verify a receipt…", "Ctrl+Shift+R", "shield-check", apart=True),
    Action("export", "&File", "E&xport the receipt…", "Ctrl+Shift+E", "download", "result"),
    Action("print", "&File", "Print the res&ult…", _KEY.Print, "printer", "result"),
    Action("welcome", "&File", "&Welcome page", "Ctrl+Home", apart=True),
    Action("settings", "&File", "S&ettings…", "Ctrl+,", "settings"),
    Action("close", "&File", "&Close the window", "Ctrl+W"),
    Action("quit", "&File", "&Quit", "Ctrl+Q"),
    Action("undo", "&Edit", "&Undo", "Ctrl+Z", "undo-2", "undo"),
    Action("redo", "&Edit", "&Redo", "Ctrl+Shift+Z", "redo-2", "redo"),
    Action("next_tab", "&View", "&Next tab", "Ctrl+PgDown", "", "project"),
    Action("previous_tab", "&View", "&Previous tab", "Ctrl+PgUp", "", "project"),
    *(
        Action(f"tab_{place}", "&View", name, f"Alt+{place}", "", "project")
        for place, name in enumerate(("&Tables", "&Question", "&Score", "Pri&vacy", "&Release", "&Ledger"), 1)
    ),
    Action("present", "&View", "Pr&esent", "F5", "play", "project", apart=True),
    Action("larger_text", "&View", "Larger te&xt", _KEY.ZoomIn),
    Action("smaller_text", "&View", "S&maller text", _KEY.ZoomOut),
    *(
        Action(f"look_{look}", "&View", text, look=look)
        for look, text in (
            ("system", "Look like the s&ystem"),
            ("light", "L&ight"),
            ("dark", "&Dark"),
            ("contrast", "&High contrast"),
        )
    ),
    Action("move_ledger", "&Ledger", "&Move to another computer…"),
    Action("arrive_ledger", "&Ledger", "&Bring in from another computer…"),
    Action("resume_ledger", "&Ledger", "&Start from receipts…"),
    Action("help", "&Help", "&Help", _KEY.HelpContents, "book-open"),
    Action("tour", "&Help", "Take the &tour", "Ctrl+F1", "eye"),
    Action("glossary", "&Help", "&Glossary", "Shift+F1"),
    Action("about", "&Help", "&About dpstudio", "", "info"),
)
WHY_NOT = {
    "project": "no project is open",
    "undo": "there is nothing to undo",
    "redo": "there is nothing to redo",
    "recent": "none yet",
    "result": "no result is shown",
    "demonstration": "no demonstration is open",
}
"""Why a condition does not hold."""
Handler = Callable[[], object]
