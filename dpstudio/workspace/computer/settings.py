"""What a person can set for every project: one table, one file."""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dpstudio.translation import phrase
from dpstudio.workspace.computer.files import set_aside, write_whole
from dpstudio.workspace.computer.storage import config_folder

_MOST_RECENT, _MOST_BYTES = 8, 1 << 20


@dataclass(frozen=True)
class Setting:
    """One setting: its name, the values it can take (first the default), its title and help."""

    name: str
    values: tuple[str, ...]
    title: str
    help: str


SETTINGS = (
    Setting(
        "appearance",
        ("system", "light", "dark", "contrast"),
        phrase("Appearance"),
        phrase("Colours of the window and its plots."),
    ),
    Setting(
        "text_size",
        ("100", "80", "90", "115", "130", "150", "175", "200"),
        phrase("Text size"),
        phrase("In percent of the usual size. It takes effect at once."),
    ),
    Setting("help_boxes", ("shown", "hidden"), phrase("Help boxes"), phrase("Short explanations on each tab.")),
    Setting(
        "bar_order",
        ("automatic", "score", "natural"),
        phrase("Order of bars"),
        phrase("Automatic: numbers in their order, names with the most likely first."),
    ),
    Setting(
        "paper",
        ("a4", "letter"),
        phrase("Paper of receipts"),
        phrase("A4 or Letter: what receipt.pdf and certificate.pdf fit on."),
    ),
)


class Settings:
    """The settings and recent projects of this person; a damaged file is set aside and counts as an empty one.

    Attributes:
        trouble: what a person must be told of the file once, or "".
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or config_folder() / "settings.json"
        self._values: dict[str, str] = {}
        self._kept: dict[str, str] = {}
        self.recent: list[str] = []
        self.trouble = ""
        try:
            self._read()
        except FileNotFoundError:
            pass
        except (OSError, ValueError, RecursionError):
            aside = set_aside(self._file)
            lies = phrase("; the file is now called {aside}", aside=aside) if aside else ""
            self.trouble = phrase(
                "Your settings and recent projects cannot be read, so the usual ones apply{lies}.", lies=lies
            )

    def _read(self) -> None:
        """Raises: OSError, ValueError or RecursionError where the file holds no settings."""
        if self._file.stat().st_size > _MOST_BYTES:
            raise ValueError
        stored = json.loads(self._file.read_text("utf-8"))
        recent = stored.get("recent", []) if isinstance(stored, dict) else None
        if not isinstance(recent, list) or not all(isinstance(path, str) and _is_path(path) for path in recent):
            raise ValueError
        self._values = {s.name: stored[s.name] for s in SETTINGS if stored.get(s.name) in s.values}
        self.recent = recent[:_MOST_RECENT]
        kept = stored.get("kept", {})
        self._kept = (
            {name: text for name, text in kept.items() if isinstance(text, str)} if isinstance(kept, dict) else {}
        )

    def get(self, name: str) -> str:
        """The value in force."""
        return self._values.get(name, setting(name).values[0])

    def set(self, name: str, value: str) -> None:
        """Set and store a value."""
        if value not in setting(name).values:
            raise ValueError(f"{name} cannot be {value}")
        self._values[name] = value
        self._store()

    def step(self, name: str, by: int) -> bool:
        """Take the next larger or smaller value of a setting that is a number; whether there is one."""
        values = sorted(setting(name).values, key=int)
        place = values.index(self.get(name)) + by
        if not 0 <= place < len(values):
            return False
        self.set(name, values[place])
        return True

    def kept(self, name: str) -> str:
        """What was kept of the window under a name, or ""."""
        return self._kept.get(name, "")

    def keep(self, **texts: str) -> None:
        """Keep something of the window for its next start, where it can be written."""
        self._kept |= texts
        with suppress(OSError):
            self._store()

    def tab_of(self, project: str) -> str:
        """On which page a project was left, or ""."""
        return self._tabs().get(project, "")

    def keep_tab(self, project: str, tab: str) -> None:
        """Keep on which page a project is left; of recent ones alone."""
        tabs = self._tabs() | {project: tab}
        self.keep(tabs=json.dumps({path: tabs[path] for path in self.recent if path in tabs}))

    def _tabs(self) -> dict[str, str]:
        """The page of each project, as far as it can be read."""
        try:
            found = json.loads(self.kept("tabs") or "{}")
        except (ValueError, RecursionError):
            return {}
        return {path: tab for path, tab in found.items() if isinstance(tab, str)} if isinstance(found, dict) else {}

    def remember(self, project: str) -> None:
        """Put a project first among the recent ones."""
        self.recent = [project, *(path for path in self.recent if path != project)][:_MOST_RECENT]
        self._store()

    def forget(self, project: str) -> None:
        """Take a project off the recent ones."""
        self.recent = [path for path in self.recent if path != project]
        self._store()

    def _store(self) -> None:
        write_whole(
            self._file, json.dumps(self._values | {"recent": self.recent, "kept": self._kept}, indent=1).encode()
        )


def language_chosen() -> str:
    """The language that the person chose for the window, or ""; a damaged file says nothing here."""
    try:
        found = json.loads((config_folder() / "settings.json").read_text("utf-8"))["kept"]["language"]
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        return ""
    return found if isinstance(found, str) else ""


def _is_path(text: str) -> bool:
    return text.isprintable() and text != ""


def setting(name: str) -> Setting:
    """One of them by its name."""
    return next(setting for setting in SETTINGS if setting.name == name)
