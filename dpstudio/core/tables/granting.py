"""Where permits are made; an import contract lets the gate alone in."""

from dpstudio.core.tables.permit import _SEAL, Permit
from dpstudio.core.tables.schema import Role, Source


def grant(source: Source, role: Role) -> Permit:
    """Leave to show the rows of `source`; the caller answers for the table never having been private."""
    return Permit(_SEAL, source, role)
