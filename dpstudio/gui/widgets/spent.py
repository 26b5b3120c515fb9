"""What a table has spent, as a text."""

from dpstudio.core.ledger import Account
from dpstudio.core.quantities import rational_text


def spent_text(account: Account) -> str:
    """Epsilon of its limit, and delta where a limit for it was set."""
    text = f"{rational_text(account.spent)} of {rational_text(account.cap)} spent"
    if account.limit.delta:
        text += f", δ {rational_text(account.total.delta)} of {rational_text(account.limit.delta)}"
    return text
