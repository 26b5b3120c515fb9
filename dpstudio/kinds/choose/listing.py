"""The list of public candidates that is too long for a receipt, as the file beside it holds it."""

import json

from dpstudio.core.errors import InputError
from dpstudio.core.receipt.candidate_claims import ListedCandidates, ManyCandidates
from dpstudio.core.receipt.codec import plain, typed
from dpstudio.translation import phrase

NAME = "candidates.json"


def read_list(named: ManyCandidates, content: bytes) -> ListedCandidates:
    """The candidates that a receipt names by their ends, from their list.

    Raises:
        InputError: it is no list of candidates.
    """
    try:
        data = json.loads(content)
        labels, attributes, weights = (data[name] for name in ("labels", "attributes", "weights"))
    except (ValueError, RecursionError, KeyError, TypeError):
        raise InputError(
            phrase("The list of candidates cannot be read."), phrase("Use the file as dpstudio wrote it.")
        ) from None
    told = None if weights is None or named.weights is None else {**plain(named.weights), "values": weights}
    said = {"origin": named.origin, "count": named.count, "sha256": named.sha256}
    found: ListedCandidates = typed(
        ListedCandidates, said | {"labels": labels, "attributes": attributes, "weights": told}, NAME
    )
    return found
