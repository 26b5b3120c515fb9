"""Where what is sealed is opened; an import contract lets the release alone in."""

from typing import TypeVar

from dpstudio.core.errors import Refusal
from dpstudio.core.sealed import Sealed, Shown
from dpstudio.core.tables.schema import Role, Source

T = TypeVar("T")


def opened(sealed: Sealed[T], charge: int) -> T:
    """The content, for the draw that `charge` pays for.

    Raises:
        TypeError: it is not sealed, or there is no charge.
    """
    if not isinstance(sealed, Sealed) or type(charge) is not int or charge < 1:
        raise TypeError("only a charge opens what is sealed")
    content: T = sealed._Sealed__content  # type: ignore[attr-defined]
    return content


def permitted(sealed: Sealed[T], source: Source, role: Role) -> Shown[T]:
    """The content of what was computed from the rows of `source`, which may be shown as a sample.

    Raises:
        Refusal: the table is private.
        TypeError: it was computed from another table.
    """
    refuse_private(role)
    if sealed._Sealed__source != source:  # type: ignore[attr-defined]
        raise TypeError("it was computed from another table")
    return Shown(sealed._Sealed__content)  # type: ignore[attr-defined]


def refuse_private(role: Role) -> None:
    """Raise Refusal unless the table is a sample."""
    if role is not Role.SAMPLE:
        raise Refusal(
            "The exact distribution of a private table gives its contents away.",
            "Declare a public sample of the same shape, or look at the simulated preview.",
        )
