"""The preview's bars as a drawing that scales: SVG, written from the same numbers as the plot."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

_ROW, _LEFT, _WIDTH, _RIGHT, _TOP = 26, 190, 520, 90, 52


def bars_svg(names: Sequence[str], chances: Sequence[float], texts: Sequence[str], title: str, note: str) -> str:
    """One bar a candidate with its name and printed percentage.

    Args:
        names, chances, texts: one per candidate, in the order drawn; `chances` between 0 and 1.
        title, note: above and below the bars; the note says of which table they are true.
    """
    most = max(chances, default=1.0) or 1.0
    width, height = _LEFT + _WIDTH + _RIGHT, _TOP + _ROW * len(names) + 44
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' font-family="Inter, Noto Sans, sans-serif" font-size="13" fill="#1b2130">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="16" y="30" font-size="16" font-weight="600">{escape(title)}</text>',
    ]
    for place, (name, chance, text) in enumerate(zip(names, chances, texts, strict=True)):
        top = _TOP + _ROW * place
        length = _WIDTH * chance / most
        lines.append(f'<text x="{_LEFT - 8}" y="{top + 17}" text-anchor="end">{escape(_short(name))}</text>')
        lines.append(f'<rect x="{_LEFT}" y="{top + 4}" width="{length:.2f}" height="{_ROW - 8}" fill="#4a69d4"/>')
        lines.append(f'<text x="{_LEFT + length + 8:.2f}" y="{top + 17}">{escape(text)}</text>')
    lines.append(f'<text x="16" y="{height - 16}" font-size="12" fill="#566076">{escape(note)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _short(name: str) -> str:
    return name if len(name) <= 24 else name[:23] + "…"
