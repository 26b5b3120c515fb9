"""The digest by which an unfinished charge knows its question again: of what is asked, never of how it is worded."""

import hashlib

import rfc8785

from dpstudio.core.receipt.codec import plain
from dpstudio.core.receipt.contract import Describable
from dpstudio.core.receipt.statement import describe


def plan_digest(question: Describable) -> str:
    """A digest of what is asked and promised, free of the data and of all prose; better error bounds leave it alone."""
    named = plain(describe(question).claims)
    del named["unprotected_quantities"]
    named["accuracy"] = {name: value for name, value in named["accuracy"].items() if name in ("alpha", "beta")}
    return hashlib.sha256(rfc8785.dumps(question.digested(named))).hexdigest()
