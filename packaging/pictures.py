"""Draws the pictures of docs/pictures: every page and view in light, dark and high contrast, a receipt's first page.

Every scene stands in its folder `scenes`, in light, in dark, and as an audience sees it, with its answer.

python packaging/pictures.py [light | dark | contrast ...]
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication, QWidget

    from dpstudio.core.receipt.receipt import AnyReceipt
    from dpstudio.gui.main_window import MainWindow

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
NEAR = "abs(sum(latitude - candidate.latitude)) + abs(sum(longitude - candidate.longitude))"
FORMULAS = {
    "refused": f"1 / (({NEAR}) / 4)",
    "formula": "2 * count(latitude >= candidate.latitude) - sum(clip(abs(longitude - candidate.longitude), 0, 3))",
}


def main() -> None:
    """Draw all of them with a home of their own."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as home:
        os.environ["DPSTUDIO_HOME"] = home
        FOLDER.mkdir(parents=True, exist_ok=True)
        draw(Path(home))


def draw(home: Path) -> None:
    """Each page and each view of the picture in every look."""
    from PySide6.QtWidgets import QApplication

    from dpstudio.gui.app import build
    from dpstudio.gui.look.theme import LOOKS
    from dpstudio.workspace.computer.settings import Settings

    app = QApplication([])
    for look in sys.argv[1:] or LOOKS:
        Settings().set("appearance", look)
        window = build(app)
        window.resize(1280, 720)
        window.show()
        camera = Camera(window, app, look, home)
        camera.take("welcome")
        draw_pages(camera)
        draw_kinds(camera)
        draw_formulas(camera)
        draw_views(camera)
        if look != "contrast":
            draw_scenes(camera)
        window.session.document.saved_as(home / "done.dpstudio")
        window.close()


class Camera:
    """Takes pictures of a window in a look, each once everything has been drawn."""

    def __init__(self, window: "MainWindow", app: "QApplication", look: str, home: Path) -> None:
        self.window, self._app, self.look, self.home = window, app, look, home

    def settle(self) -> None:
        """Let jobs end, and what came last be laid out."""
        end = time.monotonic() + 0.4
        while self.window.runner.busy() or time.monotonic() < end:
            self._app.processEvents()
            time.sleep(0.005)

    def open(self, demonstration: str, tab: str) -> None:
        """Open a demonstration at a page; what was asked before is not asked about."""
        self.window.session.document.saved_as(self.home / "done.dpstudio")
        self.window.projects.open_demonstration(demonstration)
        self.window.show_tab(tab)
        self.settle()

    def take(self, name: str) -> None:
        """Take a picture, the second one: an upright axis takes its width when its numbers are drawn."""
        self.save(self.window, f"{name}-{self.look}")

    def save(self, shown: "QWidget", name: str) -> None:
        """Save the picture of a window."""
        self.settle()
        shown.grab()
        self.settle()
        few_colours(shown.grab().toImage()).save(str(FOLDER / f"{name}.png"), "PNG", 0)


def few_colours(picture: "QImage") -> "QImage":
    """The picture in the 256 colours that stand in it most often: a third of the size, and as good to look at."""
    import numpy as np
    from PySide6.QtGui import QImage

    full = picture.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(full.constBits(), np.uint32).reshape(full.height(), -1)[:, : full.width()] & 0xFFFFFF
    colours, which, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    kept = colours[np.argsort(-counts)[:256]]
    parts = [
        np.stack([each >> shift & 255 for shift in (16, 8, 0)], axis=1).astype(np.int64) for each in (colours, kept)
    ]
    near = np.array([np.abs(parts[1] - one).sum(axis=1).argmin() for one in parts[0]], np.uint8)
    rows = np.zeros((full.height(), -(-full.width() // 4) * 4), np.uint8)
    rows[:, : full.width()] = near[which].reshape(pixels.shape)
    made = QImage(rows.tobytes(), full.width(), full.height(), rows.shape[1], QImage.Format.Format_Indexed8)
    made.setColorTable([0xFF000000 | int(colour) for colour in kept])
    return made.copy()


def draw_pages(camera: Camera) -> None:
    """Every page of one question, and what it became."""
    window = camera.window
    camera.open("colour-250" if camera.look == "dark" else "corona-250", "tables")
    for tab in ("tables", "question", "score", "privacy"):
        window.show_tab(tab)
        camera.take(tab)
    window.show_tab("tables")
    card = window.tables.card(window.session.document.plan.tables[0].handle)
    card.how.open()
    camera.take("reading")
    card.how.fold()
    window.show_tab("release")
    camera.take("before")
    window.session.make_release()
    camera.take("release")
    window.show_tab("ledger")
    camera.take("ledger")
    if camera.look == "light":
        draw_receipt(window.session.release.receipt)


def draw_kinds(camera: Camera) -> None:
    """The Question page of the other kinds."""
    for name, picture in (("smokers", "figures"), ("survey", "survey"), ("halfspaces", "synthetic")):
        camera.open(name, "question")
        camera.take(picture)


def draw_formulas(camera: Camera) -> None:
    """Candidates on a map, a formula with its proof, and one that is refused."""
    camera.open("city-250", "score")
    camera.take("map")
    score = camera.window.score
    for name, formula in FORMULAS.items():
        score.formula.editor.setPlainText(formula)
        camera.settle()
        score.ensureWidgetVisible(score.formula.safe if name == "refused" else score.derivation, 0, 200)
        camera.take(name)


def draw_views(camera: Camera) -> None:
    """Every view of the picture, with draws that were made and a row that was taken out."""
    preview = camera.window.preview
    camera.open("corona", "privacy")
    acts = {"draws": preview.draws.buttons.many[10_000], "neighbours": preview.neighbours.worst_button}
    for view in ("law", "draws", "neighbours", "epsilon", "loss", "you", "table"):
        preview.views.buttons[view].click()
        camera.settle()
        if view in acts:
            acts[view].click()
            camera.settle()
        camera.take(view)
    preview.views.buttons["law"].click()
    camera.open("halfspaces", "privacy")
    preview.views.buttons["useful"].click()
    camera.take("usefulness")
    preview.views.buttons["law"].click()


def draw_scenes(camera: Camera) -> None:
    """Every demonstration as it opens; before an audience in light alone, with its answer."""
    window = camera.window
    (FOLDER / "scenes").mkdir(exist_ok=True)
    for name, tile in window.welcome.demonstration_buttons.items():
        window.session.document.saved_as(camera.home / "done.dpstudio")
        window.show_welcome()
        camera.settle()
        tile.click()
        camera.take(f"scenes/{name}")
        if camera.look == "light":
            window.presenting.turn()
            audience = window.presenting.shown
            audience.showNormal()  # a screen of another size would keep its own
            audience.resize(1280, 720)
            camera.save(audience, f"scenes/{name}-presented")
            audience.picture.scene.answer_button.click()
            camera.save(audience, f"scenes/{name}-answered")
            window.presenting.turn()
            camera.settle()


def draw_receipt(receipt: "AnyReceipt") -> None:
    """The first page, with the typesetter's own renderer."""
    import typst

    from dpstudio.core.receipt.renderings import page, page_inputs
    from dpstudio.resources import resource

    pages = typst.compile(
        page(receipt).read_bytes(),
        format="png",
        ppi=80,
        sys_inputs=page_inputs(receipt),
        font_paths=[str(resource("fonts"))],
        ignore_system_fonts=True,
    )
    (FOLDER / "receipt.png").write_bytes(pages[0] if isinstance(pages, list) else pages)


if __name__ == "__main__":
    main()
