"""Draws the pictures of docs/pictures: every tab in light and dark, and a receipt's first page.

python packaging/pictures.py
"""

import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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
    """Each tab in light and dark."""
    from PySide6.QtWidgets import QApplication

    from dpstudio.gui.app import build
    from dpstudio.workspace.settings import Settings

    app = QApplication([])

    def settle(window: object) -> None:
        end = time.monotonic() + 0.3
        while window.runner.busy() or time.monotonic() < end:
            app.processEvents()
            time.sleep(0.005)

    for look in ("light", "dark"):
        Settings().set("appearance", look)
        window = build(app)
        window.resize(1280, 720)
        window.show()
        settle(window)
        window.grab().save(str(FOLDER / f"welcome-{look}.png"))
        window.projects.open_demonstration("colour-250" if look == "dark" else "corona-250")
        settle(window)
        for tab in ("tables", "question", "score", "privacy"):
            window.show_tab(tab)
            settle(window)
            window.grab().save(str(FOLDER / f"{tab}-{look}.png"))
        window.show_tab("release")
        window.session.make_release()
        settle(window)
        window.grab().save(str(FOLDER / f"release-{look}.png"))
        window.show_tab("ledger")
        settle(window)
        window.grab().save(str(FOLDER / f"ledger-{look}.png"))
        if look == "light":
            draw_receipt(window.session.release.receipt)
        window.session.document.saved_as(home / "done.dpstudio")
        window.projects.open_demonstration("city-250")
        window.show_tab("score")
        settle(window)
        window.grab().save(str(FOLDER / f"map-{look}.png"))
        score = window.score
        for name, formula in FORMULAS.items():
            score.formula.editor.setPlainText(formula)
            settle(window)
            score.ensureWidgetVisible(score.formula.safe if name == "refused" else score.derivation, 0, 200)
            settle(window)
            window.grab().save(str(FOLDER / f"{name}-{look}.png"))
        window.session.document.saved_as(home / "done.dpstudio")
        for name, tab, picture in (("smokers", "question", "figures"), ("survey", "question", "survey")):
            window.projects.open_demonstration(name)
            window.show_tab(tab)
            settle(window)
            window.grab().save(str(FOLDER / f"{picture}-{look}.png"))
            window.session.document.saved_as(home / "done.dpstudio")
        draw_views(window, settle, look)
        window.session.document.saved_as(home / "done.dpstudio")
        window.close()


def draw_views(window: "MainWindow", settle: "Callable[[object], None]", look: str) -> None:
    """The picture's views, with draws that were made and a row that was taken out."""
    preview = window.preview
    window.projects.open_demonstration("corona")
    window.show_tab("privacy")
    settle(window)
    for view, act in (("draws", preview.draws.buttons.many[10_000]), ("neighbours", preview.neighbours.worst_button)):
        preview.views.buttons[view].click()
        settle(window)
        act.click()
        settle(window)
        settle(window)  # what came last is laid out, too
        window.grab().save(str(FOLDER / f"{view}-{look}.png"))
    for view in ("epsilon", "you"):
        preview.views.buttons[view].click()
        settle(window)
        settle(window)
        window.grab().save(str(FOLDER / f"{view}-{look}.png"))
    preview.views.buttons["law"].click()


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
