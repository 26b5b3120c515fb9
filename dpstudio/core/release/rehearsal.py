"""A release of nothing: draw, receipt and renderings with an invented table, before anything is charged."""

import datetime
from typing import Any

from dpstudio.core.entropy import Entropy
from dpstudio.core.ledger import Account, Before, Charge, Limit
from dpstudio.core.receipt.document import signed
from dpstudio.core.receipt.statement import statement
from dpstudio.core.release.charged import Release, drawn
from dpstudio.core.release.contract import Releasable
from dpstudio.core.signing import Signer

_BEFORE = Before("{}", 64 * "0")


def rehearsed(
    question: Releasable[Any], account: Account | None, today: datetime.date, signer: Signer | None = None
) -> Release:
    """What the release would look like; whatever fails here would have failed after the charge.

    Args:
        account: what the table has spent so far, or None before its first charge.
    """
    before = account or Account(question.unit, Limit(question.cap, question.delta_cap))
    number = 1 + max((charge.number for charge in before.charges), default=0)
    after = before.grown(Charge(number, question.handle, question.loss, "", None, exported=False))
    result = drawn(question, question.invented(), Entropy())
    document = signed(statement(question, result, after, number, today, _BEFORE, signer), signer)
    return Release(number, document, question.list_beside())
