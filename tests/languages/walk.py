"""Walks through the whole window in the language that was chosen, and prints what it shows, as JSON.

python -m tests.languages.walk WHAT: "dialogs", the name of a demonstration, or that of a private project.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication, QDialog

from dpstudio.gui.languages import speak

STEPS = ("tables", "question", "score", "privacy", "release", "ledger")
_SECONDS = 60


class Walk:
    """One process of the program, and what it has shown by now."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.found, self.quoted = folder, dict[str, str](), list[str]()
        self.spoken = speak(self.application)
        from dpstudio.gui import ask
        from dpstudio.gui.app import build, introduce
        from tests.gui.studio import Studio  # the window is loaded once it is known what it speaks
        from tests.languages.showing import Painted

        introduce(self.application)
        self.answers: dict[str, list] = {"said": []}
        for name, default in (
            ("open_files", []), ("open_file", ""), ("save_file", ""), ("folder", ""), ("text", ""), ("choose", ""),
            ("pick", ""), ("tell", None), ("complain", None), ("printer", None), ("show_file", True),
        ):  # fmt: skip
            setattr(ask, name, self._answer(name, default))
        self.painted = Painted().__enter__()
        self.window = build(self.application)
        self.window.resize(1280, 800)
        self.window.show()
        self.studio = Studio(self.window, self, self.answers)
        self.settle()

    @property
    def application(self) -> QApplication:
        """The only one there is."""
        return QApplication.instance() or QApplication(["dpstudio"])

    def _answer(self, kind: str, default: object) -> Callable[..., object]:
        from dpstudio.translation import translated

        def answer(*arguments: object, careful: bool = False) -> object:
            del careful
            for each in arguments[1:]:
                for text in each if isinstance(each, list) else [each]:
                    if isinstance(text, str):
                        self.found.setdefault(translated(text), f"dialog: {kind}")
            given = self.answers.get(kind)
            return given.pop(0) if given else default or (arguments[3][-1] if kind == "choose" else default)

        return answer

    def waitUntil(self, there: Callable[[], bool], timeout: int = 0) -> None:
        """As qtbot's."""
        del timeout
        end = time.monotonic() + _SECONDS
        while not there():
            assert time.monotonic() < end, "it does not come"
            self.application.processEvents()
            time.sleep(0.002)
        self.application.processEvents()

    def settle(self) -> None:
        """Nothing is under way any more."""
        self.waitUntil(lambda: not self.window.runner.busy())

    def look(self, where: str) -> None:
        """Take down all that is shown now."""
        from tests.languages.showing import shown

        self.application.processEvents()
        for part, text in shown():
            self.found.setdefault(text, f"{where}: {part}")
        for text in self.painted.texts:
            self.found.setdefault(text, f"{where}: painted")
        self.painted.texts.clear()

    # ---- what is walked through

    def pages(self, name: str) -> None:
        """Each page with each view of its picture, before a release and after it."""
        for step in STEPS:
            self.studio.tab(step)
            self.settle()
            self.look(f"{name}, {step}")
        self.studio.tab("privacy")
        picture = self.window.preview
        for view in list(picture.offered):
            picture.bring(view)
            self.settle()
            self.look(f"{name}, view {view}")
        for exhibit in picture.exhibits():
            self.found.setdefault(f"{exhibit.title}. {exhibit.said}", f"{name}: exported")
        if self.window.release_tab.is_open:
            self.studio.release()
            self._quote()
            for step in ("release", "ledger"):
                self.studio.tab(step)
                self.settle()
                self.look(f"{name}, {step}, released")

    def _quote(self) -> None:
        """What the receipts say is shown as they say it: they are English in every language."""
        from dpstudio.core.quantities import grouped

        for charge in self.window.session.ledger.charges():
            if charge.statement is not None:
                self.quoted += _texts(json.loads(charge.statement))
        release = self.window.session.release
        if release is not None:
            said = [*release.said(str), *release.said(grouped)]
            bare = [text.removeprefix(f"{line['name']}: ") for line, text in zip(release.lines * 2, said, strict=False)]
            self.quoted += [release.told, release.text, *said, *bare]

    def demonstration(self, name: str) -> None:
        """A demonstration as it opens, with its answer, and before an audience."""
        self.studio.click(self.window.welcome.demonstration_buttons[name])
        self.settle()
        self.window.preview.begin("scene")
        self.window.preview.bring("scene")
        self.window.preview.scene.turn_answer()
        self.look(f"{name}, scene")
        self.pages(name)
        self.window.presenting.turn()
        self.settle()
        self.look(f"{name}, presented")
        self.window.presenting.turn()
        self.settle()

    def project(self, name: str) -> None:
        """A private project, opened from its file."""
        from dpstudio.workspace.project.project_file import save
        from tests.gui.private_projects import PROJECTS

        file = self.folder / "asked.dpstudio"
        save(PROJECTS[name](self.folder), file)
        self.window.projects.open(str(file))
        self.settle()
        self.pages(name)

    def dialogs(self) -> None:
        """The first page, the menus, an empty project, and each dialog."""
        self.look("welcome")
        self.window.projects.new()
        for step in STEPS:
            self.studio.tab(step)
            self.look(f"empty, {step}")
        menus = self.window.menus
        for name in ("settings", "help", "glossary", "about", "vote"):
            QTimer.singleShot(0, lambda name=name: self._looked_at(name))
            menus.actions[name].trigger()
            self.settle()
            self._looked_at(name)
        self.window.show_welcome()
        self.demonstration("colour")
        menus.actions["tour"].trigger()
        for step in range(12):
            self.look(f"tour, {step}")
            if not self.window.tour.card or not self.window.tour.card.isVisible():
                break
            self.window.tour.card.next_button.click()
        for name in ("move_ledger", "arrive_ledger", "resume_ledger", "export", "verify", "save_as"):
            QTimer.singleShot(0, lambda name=name: self._looked_at(name))
            menus.actions[name].trigger()
            self.settle()
            self._looked_at(name)

    def close(self) -> None:
        """Close the window as the program does: what is left to the interpreter's end may fall in any order."""
        self.window.close()
        self.window.deleteLater()
        self.application.sendPostedEvents(self.window, QEvent.Type.DeferredDelete)

    def _looked_at(self, name: str) -> None:
        """Look at a dialog, and close it."""
        self.look(f"dialog {name}")
        for dialog in self.application.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isVisible():
                dialog.reject()


def _texts(held: object) -> list[str]:
    if isinstance(held, dict | list):
        return [text for each in (held.values() if isinstance(held, dict) else held) for text in _texts(each)]
    return [held] if isinstance(held, str) else []


def main() -> None:
    """Walk, and print."""
    what, folder = sys.argv[1], Path(sys.argv[2])
    walk = Walk(folder)
    from tests.gui.private_projects import PROJECTS

    if what == "dialogs":
        walk.dialogs()
    elif what in PROJECTS:
        walk.project(what)
    else:
        walk.demonstration(what)
    print(json.dumps({"spoken": walk.spoken, "found": walk.found, "quoted": walk.quoted}))
    walk.close()


if __name__ == "__main__":
    main()
