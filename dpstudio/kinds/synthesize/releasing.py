"""Synthesizing: the scores of all small tables, then one of them."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.mechanisms.small_database import Table
from dpstudio.core.quantities import counted
from dpstudio.core.release.reading import imported
from dpstudio.core.tables.importing import Tick
from dpstudio.kinds.synthesize.settled import SettledSynthesis
from dpstudio.translation import phrase


def read(question: SettledSynthesis, work_file: Path, tick: Tick) -> NDArray[np.int64]:
    """The score of every synthetic table; private where the table is private."""
    imported(question, work_file, tick)
    return SMALL_DATABASE.scores(question.synthesis, _truth(question, work_file), tick)


def _truth(question: SettledSynthesis, work_file: Path) -> list[int]:
    """How many people are of each type; a blank without a meaning counts as no."""
    from dpstudio.core.tables.engine import distinct_rows

    rows = None if question.unit.person is None else question.unit.rows
    columns, counts, _ = distinct_rows(work_file, range(len(question.columns)), rows)
    truth = [0] * question.synthesis.types
    for *cells, many in zip(*(each.to_pylist() for each in (*columns, counts)), strict=True):
        truth[sum(1 << place for place, cell in enumerate(cells) if cell)] += many
    return truth


def draw(question: SettledSynthesis, scores: NDArray[np.int64], entropy: Entropy) -> dict[str, Any]:
    """One synthetic table as a receipt's result."""
    return shown(question, question.calibration.draw(entropy, scores))


def shown(question: SettledSynthesis, table: Table) -> dict[str, Any]:
    """The result of a drawn table: its rows, sorted."""
    width = question.synthesis.width
    rows = [[kind >> place & 1 for place in range(width)] for kind, many in enumerate(table) for _ in range(many)]
    size = phrase("{rows}, {columns}", rows=counted(len(rows), "rows"), columns=counted(width, "columns"))
    return {
        "lines": [{"name": phrase("Synthetic table"), "value": size, "unit": "", "error": ""}],
        "table": {"columns": [column.name for column in question.columns], "rows": rows},
        "post_processing": "none",
    }


def invented(question: SettledSynthesis) -> NDArray[np.int64]:
    """Every table as good as every other."""
    return np.zeros(question.synthesis.tables or 1, np.int64)
