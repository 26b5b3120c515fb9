"""Where permits are made; an import contract lets the gate alone in."""

from dpstudio.core.tables.permit import _SEAL, FormatCheck, Inspection, Permit
from dpstudio.core.tables.schema import Role, Source


def grant(source: Source, role: Role) -> Permit:
    """Leave to show the rows of `source`; the caller answers for the table never having been private."""
    return Permit(_SEAL, source, role)


def grant_look(source: Source, plan: str) -> Inspection:
    """Leave to look at one question's answers; the caller answers for the ledger holding the look already."""
    return Inspection(_SEAL, source, plan)


def grant_format_check(source: Source) -> FormatCheck:
    """Leave for one format check; the caller answers for the ledger holding it already."""
    return FormatCheck(_SEAL, source)
