"""Asks a question of each kind by keys alone and writes down what a screen reader would hear; listen.sh starts it.

/usr/bin/python3 packaging/listen.py FOLDER
"""

import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pyatspi
from gi.repository import Atspi, GLib

EVENTS = (  # Qt tells values only to who asks for them by their whole name, and states only to who asks for all of them
    "object:announcement", "object:state-changed", "object:property-change",
    "object:property-change:accessible-value", "object:active-descendant-changed",
)  # fmt: skip
QUIET, PATIENCE, LONG, STOPS = 0.3, 15.0, 120.0, 90
ROWS = [f"{20 + i % 50},{'yes' if i % 3 else 'no'},{'no' if i % 4 else 'yes'},{i * 10}" for i in range(60)]
PEOPLE = str(len(ROWS) + 1)
_APART = 0.2
_XDOTOOL = shutil.which("xdotool") or "xdotool"


class Reader:
    """Hears what is said of the window, as a screen reader does, and presses keys."""

    def __init__(self) -> None:
        self.here, self._heard, self._last = None, [], 0.0
        self._answer: list[str] = []
        self.silent: list[str] = []
        for event in EVENTS:
            pyatspi.Registry.registerEventListener(self._on, event)

    def _on(self, event) -> None:
        kind, node = str(event.type), event.source
        if node is None:
            return
        with suppress(GLib.GError):  # what is gone meanwhile has nothing to say
            self._hear(kind, node, event)

    def _hear(self, kind: str, node, event) -> None:
        """Note what a reader says of an event."""
        if kind.startswith("object:state-changed:focused") and event.detail1:
            self.here = node
            self._say(told(node))
        elif kind.startswith("object:announcement"):
            self._say(f"(announced) {event.any_data}")
        elif kind.startswith("object:state-changed:showing"):
            if event.detail1 and node.getRoleName() == "notification":
                self._say(f"(appears) {node.name}")
        elif kind.startswith("object:active-descendant-changed"):
            self._say(told(event.any_data) if event.any_data is not None else "")
        elif self._is_here(node):
            if "description" in kind:
                self._say(f"(now) {node.description}" if node.description.strip() else "")
            elif any(each in kind for each in ("checked", "expanded", "accessible-value")):
                self._say(f"(now) {', '.join([*value(node), *states(node)])}")

    def _is_here(self, node) -> bool:
        return self.here is not None and node == self.here

    def _say(self, text: str) -> None:
        self._last = time.monotonic()
        if text and text not in self._heard:
            self._heard.append(text)

    def listen(self, patience: float = PATIENCE, *, anything: bool = True) -> list[str]:
        """What is heard until it has been quiet for a moment."""
        start = self._last = time.monotonic()
        while True:
            spin(0.05)
            now = time.monotonic()
            enough = bool(self._heard) or not anything
            if (enough and now - self._last > QUIET) or now - start > patience:
                heard, self._heard = self._heard, []
                return heard

    def press(self, key: str, said: str = "") -> list[str]:
        """Press a key and write down what follows."""
        held, _, pressed = key.rpartition("+")
        for act in ([["keydown", held]] if held else []) + [["key", pressed]] + ([["keyup", held]] if held else []):
            subprocess.run([_XDOTOOL, *act], check=True)
            self._settle()
        self._answer = heard = self.listen()
        print(f"> {said or key}")
        for line in heard or ["(silence)"]:
            print(f"    {line}")
        if not heard:
            self.silent.append(said or key)
        return heard

    def _settle(self) -> None:
        """Let the program take a key before the next: Qt hands keys on to readers, and late ones out of order."""
        spin(_APART)
        with suppress(GLib.GError):
            told(self.here)

    def write(self, text: str) -> None:
        """Type instead of what stands there."""
        subprocess.run([_XDOTOOL, "key", "ctrl+a", "Delete"], check=True)
        for place, line in enumerate(text.split("\n")):
            if place:
                subprocess.run([_XDOTOOL, "key", "Return"], check=True)
                self._settle()
            subprocess.run([_XDOTOOL, "type", "--delay", "40", line], check=True)
            self._settle()
        print(f"> types {text!r}")
        for line in self.listen(1.5, anything=False):
            print(f"    {line}")

    def go(self, name: str) -> None:
        """Press the Tab key until something of this name has the keyboard."""
        for _ in range(STOPS):
            if called(self.here) == name:
                return
            self.press("Tab")
        raise SystemExit(f"the Tab key never comes to {name!r}")

    def into(self, group: str) -> None:
        """Press the Tab key until one of several options has the keyboard."""
        for _ in range(STOPS):
            if about(self.here) == group:
                return
            self.press("Tab")
        raise SystemExit(f"the Tab key never comes to {group!r}")

    def choose(self, group: str, option: str) -> None:
        """Choose one of several options by the arrow keys."""
        self.into(group)
        if called(self.here) == option and "checked" not in states(self.here):
            self.press("space")
        for _ in range(STOPS):
            if called(self.here) == option:
                return
            self.press("Right")
        raise SystemExit(f"the arrow keys never come to {option!r}")

    def pick(self, field: str, entry: str) -> None:
        """Open a list and go down to an entry."""
        self.go(field)
        heard = self.press("space")
        for _ in range(STOPS):
            if any(line.startswith(f"{entry}, list item") for line in heard):
                break
            heard = self.press("Down")
        self.press("Return")

    def fill(self, field: str, text: str) -> None:
        """Go to a field and type."""
        self.go(field)
        self.write(text)

    def push(self, name: str) -> None:
        """Go to a button and press it."""
        self.go(name)
        self.press("Return")

    def wait(self, words: str) -> None:
        """Wait for a sentence that has these words; it may have been said right after the last key."""
        start, heard = time.monotonic(), self._answer
        while time.monotonic() - start < LONG:
            if any(words in line for line in [*heard, told(self.here)]):
                return
            heard = self.listen(1.0)
            for line in heard:
                print(f"    {line}")
        raise SystemExit(f"never heard: {words}")


def spin(seconds: float) -> None:
    """Let events come."""
    loop = GLib.MainLoop()
    GLib.timeout_add(int(seconds * 1000), loop.quit)
    loop.run()


def called(node) -> str:
    """The name of a control; of a list its label, since Qt calls it by its entry."""
    if node is None:
        return ""
    labels = [each.getTarget(0).name for each in node.getRelationSet() if "label" in pyatspi.relationToString(
        each.getRelationType()
    )] if node.getRoleName() == "combo box" else []  # fmt: skip
    return " ".join(labels) or node.name


def about(node) -> str:
    """What several options are about."""
    around = node.parent if node is not None else None
    return around.name if around is not None and node.getRoleName() == "radio button" else ""


def states(node) -> list[str]:
    """What a reader says of its state."""
    known = {pyatspi.stateToString(state) for state in node.getState().getStates()}
    shown = [name for name in ("checked", "selected", "expanded", "collapsed") if name in known]
    if node.getRoleName() == "check box" and "checked" not in known:
        shown.append("not checked")
    return shown if "enabled" in known or "sensitive" in known else [*shown, "cannot be used"]


def value(node) -> list[str]:
    """What it holds."""
    role = node.getRoleName()
    if role in ("slider", "progress bar"):
        return [f"{node.queryValue().currentValue:.3g}"]
    if role in ("text", "entry"):
        held = node.queryText()
        return [repr(held.getText(0, held.characterCount))]
    if role == "combo box":
        return [node.name] if node.name != called(node) else []
    return []


def told(node) -> str:
    """A control as it is said when the keyboard comes to it."""
    if node is None:
        return ""
    group = f"{about(node)}: " if about(node) else ""
    parts = [called(node) or "(no name)", node.getRoleName(), *value(node), *states(node)]
    return group + ", ".join(parts) + (f" — {node.description}" if node.description.strip() else "")


def private(reader: Reader, file: Path, relation: str) -> None:
    """Open a file by its path, say that it is private, and who is protected."""
    reader.press("ctrl+t", "Ctrl+T, a table is to be opened")
    reader.write(str(file))
    reader.press("Return")
    reader.choose("Role of the table", "Private")
    reader.choose("Is the first line a header?", "Yes, it names the columns")
    reader.choose("Rows and people", "Each row is one person")
    reader.choose("Neighbour relation", relation)
    reader.press("alt+2", "Alt+2, the question")


def declared(reader: Reader, column: str, kind: str) -> None:
    """Say of what type a column is."""
    reader.press("alt+1", "Alt+1, the tables")
    reader.pick(f"{column}: Type", kind)


def choice(reader: Reader) -> None:
    """Which costs are nearest to the middle."""
    reader.choose("What do you want?", "Choose the best")
    reader.choose("Kind of candidates", "A grid of numbers")
    for field, text in (("Start", "0"), ("Stop", "500"), ("Step", "100")):
        reader.fill(field, text)
    reader.press("alt+3", "Alt+3, the score")
    reader.choose("Score rule", "Middle value")
    reader.pick("Column", "costs")
    declared(reader, "costs", "whole number")
    reader.push("Read it so")


def figures(reader: Reader) -> None:
    """How many people smoke."""
    reader.choose("What do you want?", "Publish figures")
    reader.push("Add a figure: Count")
    reader.push("Add a condition")
    reader.pick("Only rows whose", "smoker")
    reader.fill("Value", "yes")
    declared(reader, "smoker", "yes / no")


def survey(reader: Reader) -> None:
    """Who has diabetes, each answer randomized."""
    reader.choose("What do you want?", "Ask each person")
    reader.pick("Column with the answers", "diabetic")
    reader.fill("Possible answers, one per line", "yes\nno")
    reader.fill("Number of people (public)", PEOPLE)
    declared(reader, "diabetic", "yes / no")
    reader.fill("diabetic: A blank counts as", "no")


def synthetic(reader: Reader) -> None:
    """A table of two columns."""
    reader.choose("What do you want?", "A synthetic table")
    reader.pick("Yes/no column 1", "smoker")
    reader.push("Add a column")
    reader.pick("Yes/no column 2", "diabetic")
    reader.fill("Number of people (public)", PEOPLE)
    reader.fill("Error α of any share", "0.6")


def released(reader: Reader, folder: Path, limit: str) -> None:
    """A wrong ε and its mending, the slider, the picture's table, a limit, the release, the receipt."""
    reader.press("alt+4", "Alt+4, privacy")
    if limit:
        reader.fill("Privacy ε", "x")
        reader.write("1")
        reader.fill("Limit of this table (ε)", limit)
    reader.press("alt+5", "Alt+5, the release")
    reader.push("Release…")
    reader.press("Return")
    reader.wait("Result: ")
    reader.push("Export receipt…")
    reader.write(str(folder))
    reader.press("Return")
    reader.wait("Exported")


JOURNEYS = (
    ("choose the best", choice, "Add or remove one person"),
    ("publish figures", figures, "Add or remove one person"),
    ("ask each person", survey, "Replace one person by another"),
    ("a synthetic table", synthetic, "Replace one person by another"),
)


def main() -> int:
    """Go all four ways; 1 where a key was answered by silence or something had no name."""
    Atspi.set_timeout(60_000, 60_000)  # the machine may be busy
    folder, reader = Path(sys.argv[1]), Reader()
    while not any(app is not None and app.childCount for app in programs()):
        spin(0.3)
    reader.listen(LONG)
    for place, (title, ask, relation) in enumerate(JOURNEYS):
        print(f"\n== {title}\n")
        out = folder / f"receipt {place}"
        out.mkdir()
        file = folder / f"patients{place}.csv"
        rows = [*ROWS, f"{30 + place},no,no,5"]  # each file has an account of its own
        file.write_text("age,smoker,diabetic,costs\n" + "\n".join(rows) + "\n")
        if place:
            reader.press("ctrl+n", "Ctrl+N, a new project")
            reader.push("Discard")
        private(reader, file, relation)
        ask(reader)
        released(reader, out, "3")
        print(f"\n{', '.join(sorted(each.name for each in out.iterdir()))}")
    print(f"\nsilent: {reader.silent or 'nothing'}")
    return int(bool(reader.silent))


def programs() -> list:
    """What is on the bus and is not the bus's own."""
    return [app for app in pyatspi.Registry.getDesktop(0) if app is not None and "dpstudio" in app.name.lower()]


if __name__ == "__main__":
    sys.exit(main())
