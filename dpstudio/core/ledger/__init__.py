"""What has been spent on each dataset: a chain of entries in one SQLite file, a charge committed before every draw."""

from dpstudio.core.account import Account, Charge, Limit, refuse_if_over
from dpstudio.core.ledger.book import Before, Charged, Ledger, no_entry
from dpstudio.core.ledger.chain import Head
from dpstudio.core.ledger.file import is_of_earlier_version
from dpstudio.core.ledger.mirror import Mirror

__all__ = [
    "Account",
    "Before",
    "Charge",
    "Charged",
    "Head",
    "Ledger",
    "Limit",
    "Mirror",
    "is_of_earlier_version",
    "no_entry",
    "refuse_if_over",
]
