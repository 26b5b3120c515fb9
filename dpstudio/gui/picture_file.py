"""The picture as a file: as it is on the screen, or of few outcomes as a drawing that scales."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from dpstudio.core.preview.picture import bars_svg
from dpstudio.gui import ask
from dpstudio.gui.plots.bars import MOST_BARS
from dpstudio.gui.plots.lines import Lines
from dpstudio.gui.widgets.percent import percent


def save_picture(parent: QWidget, lines: Lines, note: str, grab: Callable[[str], bool]) -> None:
    """Ask where, then write it there.

    Args:
        lines: what is shown, in its order.
        note: what is said below it.
        grab: writes what is on the screen to a path, and says whether it could.
    """
    few = lines.chances.size <= MOST_BARS
    kinds = "Pictures (*.png)" + (";;Scalable drawings (*.svg)" if few else "")
    path = ask.save_file(parent, "Save the picture", "distribution.png", kinds)
    if not path:
        return
    done = few and _written(lines, note, path) if path.endswith(".svg") else grab(path)
    if not done:
        ask.complain(parent, "Not saved", "The picture could not be saved there. Choose another folder.")


def _written(lines: Lines, note: str, path: str) -> bool:
    """The drawing, with title and badge."""
    shown, chances = lines.shown, lines.chances.tolist()
    names = [lines.name(place) for place in range(len(chances))]
    title = shown.question.name or "Sampling distribution"
    drawn = bars_svg(names, chances, [percent(each) for each in chances], title, f"{shown.badge}. {note}")
    try:
        Path(path).write_text(drawn, "utf-8")
    except OSError:
        return False
    return True
