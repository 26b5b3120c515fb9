"""Choosing: the candidates' exact scores, then the winners."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.entropy import Entropy
from dpstudio.core.quantities import listed
from dpstudio.core.release.reading import imported
from dpstudio.core.scores.adding import adding
from dpstudio.core.scores.evaluation import (
    Scores,
    evaluate,
    formula_scores,
    meant_by,
    ready_scores,
    rows_that_mean,
    scores_of_sums,
)
from dpstudio.core.scores.rules import Formula, Nearness, Ready, Votes, VoteStyle, reads_own
from dpstudio.core.scores.tuples import tuples_of
from dpstudio.core.tables import columnar
from dpstudio.core.tables.importing import Tick
from dpstudio.kinds.choose.settled import SettledChoice


def by_columns(question: SettledChoice) -> bool:
    """Whether the columns can be read straight from the file, without a work file."""
    plain = not isinstance(question.rule, Ready) and question.unit.person is None
    return plain and columnar.fits(question.source, question.columns)


def read_columns(question: SettledChoice, work: Path, tick: Tick) -> Scores:
    """Score every candidate from columns read where they lie; private where the table is private."""
    rule = question.rule
    if isinstance(rule, Formula):
        owned = question.candidates.count if reads_own(rule) else 0
        first = adding(rule)
        rule = first.rule if first else rule
        added = first.column if first else None
        values, counts = columnar.distinct_rows(question.source, rule.columns, work, tick, added)
        return formula_scores(rule, question.candidates, tuples_of(rule.columns, owned, values, counts, None), tick)
    if isinstance(rule, Nearness) and rule.of_sums:
        return scores_of_sums(
            rule, question.candidates, columnar.column_sums(question.source, rule.columns, work, tick)
        )
    if isinstance(rule, Votes) and rule.style is VoteStyle.ONE_COLUMN:
        return _read_votes(question, rule, work, tick)
    return evaluate(rule, question.candidates, columnar.column_counts(question.source, rule.columns, work, tick))


def _read_votes(question: SettledChoice, rule: Votes, work: Path, tick: Tick) -> Scores:
    """Votes that one column names: cells that are candidates' names to the letter are found where they lie."""
    (column,), candidates = rule.columns, question.candidates
    if not columnar.holds_texts(question.source, column):
        return evaluate(rule, candidates, columnar.column_counts(question.source, [column], work, tick))
    meant = meant_by(column, candidates.texts(""))
    found, others = columnar.matched_counts(question.source, column, meant, work, tick)
    return Scores(found + rows_that_mean(meant, others), Fraction(1))


def _tells_persons_apart(question: SettledChoice) -> bool:
    """Whether the rule asks which rows belong to one person."""
    return isinstance(question.rule, Formula) and question.rule.counts_persons()


def read(question: SettledChoice, work_file: Path, tick: Tick) -> Scores:
    """Score every candidate; private where the table is private."""
    if by_columns(question):
        return read_columns(question, work_file.parent, tick)
    imported(question, work_file, tick, persons_apart=_tells_persons_apart(question))
    return scored(question, work_file, lambda done: tick((1 + done) / 2))


def scored(question: SettledChoice, work_file: Path, tick: Tick) -> Scores:
    """The scores of an imported table."""
    from dpstudio.core.tables.engine import column_counts, tuple_counts

    if isinstance(question.rule, Ready):
        return ready_scores(question.rule, question.candidates, tuple_counts(work_file, (0, 1), None))
    rows = None if question.unit.person is None else question.unit.rows
    if isinstance(question.rule, Formula):
        return _formula(question.rule, question.candidates, work_file, rows, tick)
    counts = column_counts(work_file, range(len(question.columns)), rows)
    return evaluate(question.rule, question.candidates, counts)


def _formula(rule: Formula, candidates: CandidateSet, work_file: Path, rows: int | None, tick: Tick) -> Scores:
    """The scores of a rule of the language, from the table's distinct rows."""
    from dpstudio.core.tables.engine import distinct_rows

    owned = candidates.count if reads_own(rule) else 0
    found = distinct_rows(work_file, range(len(rule.columns)), rows, persons=rule.counts_persons())
    return formula_scores(rule, candidates, tuples_of(rule.columns, owned, *found), tick)


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
    count, unit = question.candidates.count, question.range_sensitivity
    if question.candidates.is_line:
        return Scores(np.zeros(1, np.int64), unit, np.zeros(1, np.int64), np.array([count]))
    return Scores(np.zeros(count, np.int64), unit)
