"""Choosing: the candidates' exact scores, then the winners."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.entropy import Entropy
from dpstudio.core.quantities import listed
from dpstudio.core.release.reading import imported
from dpstudio.core.scores.adding import adding
from dpstudio.core.scores.evaluation import Scores, evaluate, formula_scores, ready_scores
from dpstudio.core.scores.forms import bound_tree
from dpstudio.core.scores.formula import only_adds_up, only_looks_up, reads_single_columns
from dpstudio.core.scores.rules import Formula, Ready, reads_own
from dpstudio.core.scores.tuples import distinct_meanings, tuples_of
from dpstudio.core.tables import columnar
from dpstudio.core.tables.counts import Counts
from dpstudio.core.tables.importing import Tick
from dpstudio.kinds.choose.settled import SettledChoice


def by_columns(question: SettledChoice) -> bool:
    """Whether the columns can be read straight from the file, without a work file."""
    plain = not isinstance(question.rule, Ready) and question.unit.person is None
    return plain and columnar.fits(question.source, question.columns)


def read(question: SettledChoice, work_file: Path, tick: Tick) -> Scores:
    """Score every candidate; private where the table is private."""
    if by_columns(question):
        return read_columns(question, work_file.parent, tick)
    rule = question.rule
    apart = isinstance(rule, Formula) and rule.counts_persons()
    imported(question, work_file, tick, persons_apart=apart)
    return scored(question, work_file, lambda done: tick((1 + done) / 2))


def read_columns(question: SettledChoice, work: Path, tick: Tick) -> Scores:
    """Score every candidate from columns read where they lie; private where the table is private."""
    rule, candidates, source = question.rule, question.candidates, question.source
    if reads_single_columns(bound_tree(rule, candidates)):
        return evaluate(rule, candidates, _lying(question, work, tick), tick)
    first = adding(rule) if isinstance(rule, Formula) else None
    rule = first.rule if first else rule
    values, counts = columnar.distinct_rows(source, rule.columns, work, tick, first.column if first else None)
    return formula_scores(rule, candidates, tuples_of(rule.columns, _owned(question), values, counts, None), tick)


def _lying(question: SettledChoice, work: Path, tick: Tick) -> list[Counts]:
    """How often each meaning stands in each column, or what scores as well: the engine adds up, or looks names up."""
    source, columns = question.source, question.rule.columns
    tree, named = bound_tree(question.rule, question.candidates), {column.name: column for column in columns}
    if only_looks_up(tree, named) and columnar.holds_texts(source, columns[0]):
        known = distinct_meanings(columns[0], question.candidates.texts(""))
        return [columnar.matched_counts(source, columns[0], known, work, tick)]
    return columnar.column_counts(source, columns, work, tick, only_added=only_adds_up(tree, named))


def scored(question: SettledChoice, work_file: Path, tick: Tick) -> Scores:
    """The scores of an imported table."""
    from dpstudio.core.tables.engine import column_counts, distinct_rows

    rule, candidates, columns = question.rule, question.candidates, range(len(question.columns))
    rows = None if question.unit.person is None else question.unit.rows
    if isinstance(rule, Ready):
        return ready_scores(rule, candidates, tuples_of(rule.columns, 0, *distinct_rows(work_file, columns, None)))
    if reads_single_columns(bound_tree(rule, candidates)):
        return evaluate(rule, candidates, column_counts(work_file, columns, rows), tick)
    persons = rows is not None and isinstance(rule, Formula) and rule.counts_persons()
    found = distinct_rows(work_file, columns, rows, persons=persons)
    return formula_scores(rule, candidates, tuples_of(rule.columns, _owned(question), *found), tick)


def _owned(question: SettledChoice) -> int:
    """How many of the columns are the candidates' own."""
    return question.candidates.count if reads_own(question.rule) else 0


def _point(starts: NDArray[np.int64], sizes: NDArray[np.int64], piece: int, entropy: Entropy) -> int:
    """A uniform point of a piece of the line."""
    return int(starts[piece]) + entropy.below(int(sizes[piece]))


def draw(question: SettledChoice, scores: Scores, entropy: Entropy) -> dict[str, Any]:
    """The winners, in the order drawn, as a receipt's result."""
    made = question.calibration
    if scores.starts is not None and scores.sizes is not None:
        pieces = made.draw(entropy, scores.steps, scores.unit, scores.sizes)
        drawn = [_point(scores.starts, scores.sizes, piece, entropy) for piece in pieces]
    else:
        drawn = made.draw(entropy, scores.steps, scores.unit, question.candidates.weights)
    return shown(question, drawn)


def shown(question: SettledChoice, drawn: list[int]) -> dict[str, Any]:
    """The result of drawn places."""
    winners = [question.candidates.label(index) for index in drawn]
    return {
        "lines": [{"name": "", "value": winner, "unit": question.candidate_unit, "error": ""} for winner in winners],
        "chosen": listed(winners),
        "winners": winners,
        "unit": question.candidate_unit,
        "post_processing": "none",
    }


def invented(question: SettledChoice) -> Scores:
    """Every candidate as good as every other."""
    count, unit = question.candidates.count, question.range_sensitivity or Fraction(1)
    if question.candidates.is_line:
        return Scores(np.zeros(1, np.int64), unit, np.zeros(1, np.int64), np.array([count]))
    return Scores(np.zeros(count, np.int64), unit)
