"""A release of nothing: draw, receipt and renderings with an invented table, before anything is charged."""

import datetime

import numpy as np

from dpstudio.core.entropy import Entropy
from dpstudio.core.ledger import Account, Before, Charge, Limit
from dpstudio.core.receipt.document import signed
from dpstudio.core.receipt.statement import statement
from dpstudio.core.release.charged import Release, Secret, candidates_beside, drawn
from dpstudio.core.scores.evaluation import Scores
from dpstudio.core.settled import Choice, Measurement, Question, Survey, SyntheticTable
from dpstudio.core.signing import Signer

_BEFORE = Before("{}", 64 * "0")


def rehearsed(
    question: Question, account: Account | None, today: datetime.date, signer: Signer | None = None
) -> Release:
    """What the release would look like; whatever fails here would have failed after the charge.

    Args:
        account: what the table has spent so far, or None before its first charge.
    """
    before = account or Account(question.unit, Limit(question.cap, question.delta_cap))
    number = 1 + max((charge.number for charge in before.charges), default=0)
    after = before.grown(Charge(number, question.handle, question.loss, "", None, exported=False))
    result = drawn(question, _invented(question), Entropy())
    document = signed(statement(question, result, after, number, today, _BEFORE, signer), signer)
    return Release(number, document, candidates_beside(question))


def _invented(question: Question) -> Secret:
    """Exact answers of the right shape in which nothing stands out."""
    match question:
        case Choice():
            count, unit = question.candidates.count, question.range_sensitivity
            if question.candidates.is_line:
                return Scores(np.zeros(1, np.int64), unit, np.zeros(1, np.int64), np.array([count]))
            return Scores(np.zeros(count, np.int64), unit)
        case Measurement():
            return [[0] * part.bounds.components for part in question.parts]
        case Survey():
            each, more = divmod(question.people, len(question.answers))
            return [each + more, *[each] * (len(question.answers) - 1)]
        case SyntheticTable():
            return np.zeros(question.synthesis.tables or 1, np.int64)
    raise TypeError(type(question))
