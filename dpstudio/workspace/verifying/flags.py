"""Whether the flags of a receipt are sentences of this program, in its order."""

import re

from dpstudio.core.ledger.entries import Resumed
from dpstudio.core.ledger.resumption import resumption
from dpstudio.core.receipt.headline import CHANGED, HEADER_SHOWN, INSPECTED, checked, checks_in
from dpstudio.core.receipt.statement import ASSERTED, SAMPLE
from dpstudio.workspace.computer.storage import ELSEWHERE
from dpstudio.workspace.guarding.gate import SHIPPED

OF_QUESTION = (SAMPLE, ASSERTED)
_BEGUN_ANEW = re.compile(r"the ledger was lost .* ([1-9][0-9]{0,15}) signed .* number ([1-9][0-9]{0,15})[,:].*")


def are_known(flags: tuple[str, ...], previous: str | None) -> bool:
    """Whether a receipt can have these flags.

    Args:
        previous: the receipt that it follows; a ledger that was begun anew goes on from one.
    """
    begun = _begun_anew(flags)
    looked = INSPECTED, CHANGED, HEADER_SHOWN
    known = (*OF_QUESTION, *looked, *checked(checks_in(flags)), SHIPPED, ELSEWHERE, *resumption(begun))
    follows = (CHANGED not in flags or INSPECTED in flags) and (begun is None or previous is not None)
    return follows and flags == tuple(each for each in known if each in flags)


def is_begun_anew(flags: tuple[str, ...]) -> bool:
    """Whether they say that the ledger was lost and begun anew."""
    return _begun_anew(flags) is not None


def _begun_anew(flags: tuple[str, ...]) -> Resumed | None:
    """What a flag says of the receipts that the ledger goes on from; each of them has a number of its own."""
    found = next(filter(None, map(_BEGUN_ANEW.fullmatch, flags)), None)
    receipts, counter = (0, 0) if found is None else map(int, found.groups())
    return Resumed(counter, "", "", receipts, anew=True) if 1 <= receipts <= counter else None
