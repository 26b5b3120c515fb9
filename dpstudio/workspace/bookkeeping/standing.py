"""What the ledger says of the open project's table, also where it cannot be used any more."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from dpstudio.core.account import Account
from dpstudio.core.errors import Held, InputError, StudioError
from dpstudio.core.ledger import Ledger
from dpstudio.core.tables.schema import PrivacyUnit
from dpstudio.planning.missing import Missing
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase
from dpstudio.workspace.computer.mistakes import in_words

_IN_USE = phrase(
    "Another program is using the ledger. Close that program, or wait: this continues by itself as"
    " soon as it has ended."
)


@dataclass(frozen=True)
class Standing:
    """A table's place in a ledger.

    Args:
        handle: of the table, or "" where there is none.
        account, settled: as the ledger has them.
        looks: after which charge each look at the table was; 0 before the first.
        checks: how many format checks were made of the table.
        moved: whether the ledger goes on on another computer.
        trouble: why the ledger cannot be used, or ""; the rest is then what was known before.
        in_use: whether that is because another program is using it.
    """

    handle: str = ""
    account: Account | None = None
    settled: PrivacyUnit | None = None
    looks: tuple[int, ...] = ()
    checks: int = 0
    moved: bool = False
    trouble: str = ""
    in_use: bool = False

    def held(self, found: Resolved) -> Resolved:
        """What follows from a plan; where the ledger cannot be used, nothing can be released."""
        if not self.trouble:
            return found
        trouble = Missing("ledger", "", self.trouble, wrong=True, refused=True)
        return replace(found, missing=(trouble, *found.missing), question=None)


def standing(book: Callable[[], Ledger], handle: str, before: Standing) -> Standing:
    """Ask the ledger; never raises for one that is gone, damaged, held or full.

    Args:
        book: gives the ledger.
        before: what was known.
    """
    try:
        return Standing(handle, *book().known(handle))
    except (StudioError, OSError) as error:
        known = before if before.handle == handle else Standing(handle)
        return replace(known, trouble=told(error), in_use=isinstance(error, Held))


def told(error: BaseException) -> str:
    """A refusal, or a fault of the system, in words."""
    if isinstance(error, Held):
        return _IN_USE
    return str(in_words(error) or InputError(phrase("A mistake in dpstudio itself stopped this.")))
