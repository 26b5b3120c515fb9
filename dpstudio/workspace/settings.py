"""What a person can set for every project: one table, one file."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from dpstudio.workspace.storage import config_folder

_MOST_RECENT = 8


@dataclass(frozen=True)
class Setting:
    """One setting: its name, the values it can take (first the default), its title and help."""

    name: str
    values: tuple[str, ...]
    title: str
    help: str


SETTINGS = (
    Setting("appearance", ("system", "light", "dark"), "Appearance", "Colours of the window and its plots."),
    Setting(
        "text_size",
        ("100", "115", "130", "150", "200"),
        "Text size",
        "In percent of the usual size; spacing follows at the next start.",
    ),
    Setting("help_boxes", ("shown", "hidden"), "Help boxes", "Short explanations on each tab."),
    Setting(
        "bar_order",
        ("automatic", "score", "natural"),
        "Order of bars",
        "Automatic: numbers in their order, names with the most likely first.",
    ),
)


class Settings:
    """The settings and recent projects of this person; a damaged file counts as an empty one."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or config_folder() / "settings.json"
        self._values: dict[str, str] = {}
        self.recent: list[str] = []
        try:
            stored = json.loads(self._file.read_text("utf-8"))
            self._values = {s.name: stored[s.name] for s in SETTINGS if stored.get(s.name) in s.values}
            self.recent = [str(path) for path in stored.get("recent", [])][:_MOST_RECENT]
        except (OSError, ValueError, AttributeError, TypeError):
            pass

    def get(self, name: str) -> str:
        """The value in force."""
        return self._values.get(name, _setting(name).values[0])

    def set(self, name: str, value: str) -> None:
        """Set and store a value."""
        if value not in _setting(name).values:
            raise ValueError(f"{name} cannot be {value}")
        self._values[name] = value
        self._store()

    def remember(self, project: str) -> None:
        """Put a project first among the recent ones."""
        self.recent = [project, *(path for path in self.recent if path != project)][:_MOST_RECENT]
        self._store()

    def forget(self, project: str) -> None:
        """Take a project off the recent ones."""
        self.recent = [path for path in self.recent if path != project]
        self._store()

    def _store(self) -> None:
        fresh = self._file.with_suffix(f".{os.getpid()}")
        fresh.write_text(json.dumps(self._values | {"recent": self.recent}, indent=1), "utf-8")
        fresh.replace(self._file)


def _setting(name: str) -> Setting:
    return next(setting for setting in SETTINGS if setting.name == name)
