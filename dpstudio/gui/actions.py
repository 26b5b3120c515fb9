"""Every action of the window, as a table: id, menu, text, shortcut, icon, and when it is enabled."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence


@dataclass(frozen=True)
class Action:
    """One entry of a menu; `when` names a condition that the window knows, `look` the appearance that it chooses."""

    id: str
    menu: str
    text: str
    shortcut: QKeySequence.StandardKey | str = ""
    icon: str = ""
    when: str = "always"
    look: str = ""


_KEY = QKeySequence.StandardKey
ACTIONS = (
    Action("new", "&File", "&New project", _KEY.New, "plus"),
    Action("open", "&File", "&Open project…", _KEY.Open, "folder-open"),
    Action("save", "&File", "&Save", _KEY.Save, "save", "project"),
    Action("save_as", "&File", "Save &as…", _KEY.SaveAs, "", "project"),
    Action("open_table", "&File", "Open a &table…", "Ctrl+T", "table-2"),
    Action("open_folder", "&File", "Open a &folder of Parquet files…", "Ctrl+Shift+T"),
    Action("open_database", "&File", "Open a &database…", "Ctrl+Shift+D", "database"),
    Action("paste_table", "&File", "&Paste a table", "Ctrl+Shift+V", "clipboard-paste"),
    Action("verify", "&File", "&Verify a receipt…", "Ctrl+Shift+R", "shield-check"),
    Action("welcome", "&File", "&Welcome page", "Ctrl+Home"),
    Action("settings", "&File", "S&ettings…", "Ctrl+,", "settings"),
    Action("quit", "&File", "&Quit", _KEY.Quit),
    Action("undo", "&Edit", "&Undo", "Ctrl+Z", "undo-2", "undo"),
    Action("redo", "&Edit", "&Redo", "Ctrl+Shift+Z", "redo-2", "redo"),
    Action("next_tab", "&View", "&Next tab", "Ctrl+PgDown", "", "project"),
    Action("previous_tab", "&View", "&Previous tab", "Ctrl+PgUp", "", "project"),
    *(
        Action(f"tab_{place}", "&View", name, f"Alt+{place}", "", "project")
        for place, name in enumerate(("&Tables", "&Question", "&Score", "Pri&vacy", "&Release", "&Ledger"), 1)
    ),
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
    Action("glossary", "&Help", "&Glossary", "Shift+F1"),
    Action("about", "&Help", "&About dpstudio", "", "info"),
)
Handler = Callable[[], object]
