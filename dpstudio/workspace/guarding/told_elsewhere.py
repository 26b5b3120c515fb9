"""What a curator was told of a private table under one ledger counts under this computer's others too, by marks."""

from collections.abc import Iterable

from dpstudio.core.account import HEADER_LOOK
from dpstudio.core.ledger import Ledger
from dpstudio.workspace.computer.digests import named
from dpstudio.workspace.computer.marks import Marks


class ToldElsewhere:
    """Looks and format checks of a table, as the marks beside all ledgers know them.

    Args:
        ledger: that takes over what others hold.
        marks: beside it and the others.
        key: of this machine.
    """

    def __init__(self, ledger: Ledger, marks: Marks, key: bytes) -> None:
        self._ledger, self._marks, self._key = ledger, marks, key

    def looked(self, whole: Iterable[str], *, header: bool = False) -> None:
        """A table known by these digests was looked into, or only one more line of it shown as its header."""
        self._marks.add(self._of_look(whole, header=header))

    def checked(self, whole: Iterable[str], number: int) -> None:
        """The first, second, ... format check of it was made."""
        self._marks.add(self._of_check(whole, number))

    def take_over(self, account: str, whole: tuple[str, ...]) -> None:
        """What another ledger holds counts in this one; at which plan a look was is not known here."""
        known = {*self._ledger.looks(account)}
        if self._marks.any(self._of_look(whole)) and not known - {HEADER_LOOK}:
            self._ledger.look(account, "")
        if self._marks.any(self._of_look(whole, header=True)) and HEADER_LOOK not in known:
            self._ledger.look(account, HEADER_LOOK)
        checks = made = self._ledger.format_checks(account)
        while self._marks.any(self._of_check(whole, made + 1)):
            made += 1
        if made > checks:
            self._ledger.check_format(account, made - checks)

    def _of_look(self, whole: Iterable[str], *, header: bool = False) -> list[str]:
        return [named(self._key, "header look" if header else "look", each) for each in whole]

    def _of_check(self, whole: Iterable[str], number: int) -> list[str]:
        return [named(self._key, "format check", f"{number}\0{each}") for each in whole]
