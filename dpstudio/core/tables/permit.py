"""Leave to show a table's rows: whoever shows rows, or what follows exactly from them, asks for it.

A permit is for samples and public tables; an inspection for one look at a private one, a format check for one word
about a column of it: both are in the ledger already.
"""

from dataclasses import InitVar, dataclass

from dpstudio.core.tables.schema import Role, Source

_SEAL = object()


@dataclass(frozen=True)
class Permit:
    """Leave to show the rows of one source; it cannot be made, or made over, anywhere but in `granting`.

    Args:
        seal: what `granting` alone holds.
        source: whose rows may be shown.
        role: public or sample, never private.

    Raises:
        TypeError: someone else tried to make one.
    """

    seal: InitVar[object]
    source: Source
    role: Role

    def __post_init__(self, seal: object) -> None:
        if seal is not _SEAL or self.role is Role.PRIVATE:
            raise TypeError("Only the gate gives a permit, and never for a private table.")


@dataclass(frozen=True)
class Inspection:
    """Leave for the curator to see what one question's answers on a private table are; made in `granting` alone.

    Args:
        seal: what `granting` alone holds.
        source: the private table.
        plan: digest of the question; the ledger holds it already.

    Raises:
        TypeError: someone else tried to make one.
    """

    seal: InitVar[object]
    source: Source
    plan: str

    def __post_init__(self, seal: object) -> None:
        if seal is not _SEAL:
            raise TypeError("Only the gate gives leave to look into a private table.")


@dataclass(frozen=True)
class FormatCheck:
    """Leave for one format check of a private table; made in `granting` alone.

    Args:
        seal: what `granting` alone holds.
        source: the private table; the ledger holds the check already.

    Raises:
        TypeError: someone else tried to make one.
    """

    seal: InitVar[object]
    source: Source

    def __post_init__(self, seal: object) -> None:
        if seal is not _SEAL:
            raise TypeError("Only the gate gives leave to check the format of a private table.")
