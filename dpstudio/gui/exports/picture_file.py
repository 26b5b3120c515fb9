"""A picture as a file of a chosen size: points, or a drawing that scales; title, badge and note are in it."""

from collections.abc import Sequence
from math import ceil
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import InputError
from dpstudio.core.quantities import parse_count
from dpstudio.gui import ask
from dpstudio.gui.exports.picture_page import Page
from dpstudio.gui.exports.picture_svg import svg
from dpstudio.gui.look.theme import THEME
from dpstudio.gui.plots.badges import BADGES
from dpstudio.gui.plots.exhibit import Exhibit
from dpstudio.gui.widgets.form import Entry
from dpstudio.translation import joined, sentence, tr
from dpstudio.workspace.computer.files import write_whole

_KINDS = {"png": tr("Pictures (*.png)"), "svg": tr("Scalable drawings (*.svg)")}
_MOST = 6_000
_SCALES = 50, 400
_WORDS = tr(
    "The size of the file in pixels, and how large texts and lines are in it, where 100 % is as in the window. A higher"
    " picture has room for more bars."
)
_NAMES = tr("Width"), tr("Height"), tr("Texts and lines in %")


def save_picture(of: QWidget, shown: Exhibit, kind: str) -> bool:
    """Ask how large and where, then write it there.

    Args:
        kind: "png" or "svg".

    Returns:
        Whether there is a file now.
    """
    size = _asked(of, shown)
    path = ask.save_file(of, tr("Save the picture"), f"{shown.file}.{kind}", _KINDS[kind]) if size else ""
    if not size or not path:
        return False
    target = Path(path if path.lower().endswith(f".{kind}") else f"{path}.{kind}")
    try:
        write_whole(target, drawn(shown, *size, kind))
    except OSError:
        ask.complain(of, tr("Not saved"), tr("The picture could not be saved there. Choose another folder."))
        return False
    return True


def _asked(of: QWidget, shown: Exhibit) -> tuple[QSize, float] | None:
    """The size, and how large texts and lines are in it."""
    sharp, now = of.devicePixelRatioF(), Page.natural(shown)
    values = (now.width() * sharp, now.height() * sharp, 100 * sharp)
    entries = [Entry(name, str(round(value))) for name, value in zip(_NAMES, values, strict=True)]
    typed = ask.form(of, tr("Size of the picture"), _WORDS, entries, tr("Save…"), lambda texts: _wrong(shown, texts))
    return None if typed is None else _read(typed)


def _read(texts: Sequence[str]) -> tuple[QSize, float]:
    width, height, percent = (parse_count(text, name, most=_MOST) for text, name in zip(texts, _NAMES, strict=True))
    return QSize(width, height), percent / 100


def _wrong(shown: Exhibit, texts: Sequence[str]) -> str:
    """Why a picture cannot have such a size, or ""."""
    try:
        size, scale = _read(texts)
    except InputError as error:
        return str(error)
    if not _SCALES[0] <= 100 * scale <= _SCALES[1]:
        return tr(
            "{names} is a number from {scales} to {scales2}.", names=_NAMES[2], scales=_SCALES[0], scales2=_SCALES[1]
        )
    page = _page(size, scale)
    for least, there, name in (
        (Page.narrowest(shown), page.width(), tr("a width")),
        (Page(shown, page.width()).least, page.height(), tr("at this width a height")),
    ):
        if there < least:
            return tr(
                "The picture with its texts needs {name} of at least {least} pixels.",
                name=name,
                least=ceil((least + 1) * scale),
            )
    return ""


def _page(size: QSize, scale: float) -> QSize:
    return QSize(int(size.width() / scale), int(size.height() / scale))


def drawn(shown: Exhibit, size: QSize, scale: float, kind: str) -> bytes:
    """The file's bytes."""
    page = _page(size, scale)
    made = Page(shown, page.width())
    with made.laid_out(page.height(), 1 if kind == "svg" else scale) as layers:
        said = joined(" ", (sentence(BADGES[shown.told.badge]), made.said))
        if kind == "svg":
            return svg(layers, page, size, shown.title, said)
        image = QImage(size, QImage.Format.Format_RGB32)
        image.setText(tr("Title"), shown.title)
        image.setText(tr("Description"), said)
        image.setDevicePixelRatio(scale)
        image.fill(THEME.palette.surface)
        painter = QPainter(image)
        for corner, layer in layers:
            painter.save()
            painter.translate(corner)
            painter.setClipRect(layer.within)
            layer.paint(painter)
            painter.restore()
        painter.end()
    bytes_ = QBuffer()
    bytes_.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(bytes_, QByteArray(b"PNG")).write(image)
    return bytes(bytes_.data().data())
