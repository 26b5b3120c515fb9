"""Every action of the window, as a table: id, menu, text, shortcut, icon, and when it is enabled."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

from dpstudio.translation import tr


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


_KEY, LETTERS = QKeySequence.StandardKey, "F9"
ACTIONS = (
    Action("new", tr("&File"), tr("&New project"), _KEY.New, "plus"),
    Action("new_window", tr("&File"), tr("New w&indow"), "Ctrl+Shift+N"),
    Action("open", tr("&File"), tr("&Open project…"), _KEY.Open, "folder-open"),
    Action("recent", tr("&File"), tr("Recent pro&jects"), "", "", "recent"),
    Action("save", tr("&File"), tr("&Save"), _KEY.Save, "save", "project"),
    Action("save_as", tr("&File"), tr("Save &as…"), "Ctrl+Shift+S", "", "project"),
    Action("open_table", tr("&File"), tr("Open a &table…"), "Ctrl+T", "table-2", apart=True),
    Action("open_folder", tr("&File"), tr("Open a &folder of Parquet files…"), "Ctrl+Shift+T"),
    Action("open_database", tr("&File"), tr("Open a &database…"), "Ctrl+Shift+D", "database"),
    Action("paste_table", tr("&File"), tr("&Paste a table"), "Ctrl+Shift+V", "clipboard-paste"),
    Action("own_table", tr("&File"), tr("Use &your own table with this…"), "Ctrl+Shift+U", "", "demonstration"),
    Action("vote", tr("&File"), tr("An a&udience votes…"), "Ctrl+Shift+A", "users"),
    Action("verify", tr("&File"), tr("&Verify a receipt…"), "Ctrl+Shift+R", "shield-check", apart=True),
    Action("export", tr("&File"), tr("E&xport the receipt…"), "Ctrl+Shift+E", "download", "result"),
    Action("print", tr("&File"), tr("Print the res&ult…"), _KEY.Print, "printer", "result"),
    Action("present", tr("&File"), tr("Pr&esent"), "F5", "play", "project"),
    Action("welcome", tr("&File"), tr("&Welcome page"), "Ctrl+Home", apart=True),
    Action("settings", tr("&File"), tr("S&ettings…"), "Ctrl+,", "settings"),
    Action("close", tr("&File"), tr("&Close the window"), "Ctrl+W"),
    Action("quit", tr("&File"), tr("&Quit"), "Ctrl+Q"),
    Action("undo", tr("&Edit"), tr("&Undo"), "Ctrl+Z", "undo-2", "undo"),
    Action("redo", tr("&Edit"), tr("&Redo"), "Ctrl+Shift+Z", "redo-2", "redo"),
    Action("next_tab", tr("&View"), tr("&Next tab"), "Ctrl+PgDown", "", "project"),
    Action("previous_tab", tr("&View"), tr("&Previous tab"), "Ctrl+PgUp", "", "project"),
    *(
        Action(f"tab_{place}", tr("&View"), name, f"Alt+{place}", "", "project")
        for place, name in enumerate(
            (tr("&Tables"), tr("&Question"), tr("&Score"), tr("Pri&vacy"), tr("&Release"), tr("&Ledger")), 1
        )
    ),
    Action("key_tips", tr("&View"), tr("Show a &key on every control"), LETTERS, apart=True),
    Action("larger_text", tr("&View"), tr("Larger te&xt"), _KEY.ZoomIn, apart=True),
    Action("smaller_text", tr("&View"), tr("S&maller text"), _KEY.ZoomOut),
    *(
        Action(f"look_{look}", tr("&View"), text, look=look)
        for look, text in (
            ("system", tr("Look like the s&ystem")),
            ("light", tr("L&ight")),
            ("dark", tr("&Dark")),
            ("contrast", tr("&High contrast")),
        )
    ),
    Action("move_ledger", tr("&Ledger"), tr("&Move to another computer…")),
    Action("arrive_ledger", tr("&Ledger"), tr("&Bring in from another computer…")),
    Action("resume_ledger", tr("&Ledger"), tr("&Start from receipts…")),
    Action("help", tr("&Help"), tr("&Help"), _KEY.HelpContents, "book-open"),
    Action("tour", tr("&Help"), tr("Take the &tour"), "Ctrl+F1", "eye"),
    Action("glossary", tr("&Help"), tr("&Glossary"), "Shift+F1"),
    Action("about", tr("&Help"), tr("&About dpstudio"), "", "info"),
)
SENSITIVITY = tr("&Sensitivity")
"""What the third tab is called where nothing is scored."""
WHY_NOT = {
    "project": tr("no project is open"),
    "undo": tr("there is nothing to undo"),
    "redo": tr("there is nothing to redo"),
    "recent": tr("none yet"),
    "result": tr("no result is shown"),
    "demonstration": tr("no demonstration is open"),
}
"""Why a condition does not hold."""
Handler = Callable[[], object]
