"""Where what is sealed is opened; an import contract lets the release and the curator's look alone in."""

from typing import Any, TypeVar

from dpstudio.core.errors import Refusal
from dpstudio.core.sealed import Sealed, Shown
from dpstudio.core.tables.permit import Inspection, Permit
from dpstudio.core.tables.schema import Role, Source
from dpstudio.translation import phrase

T = TypeVar("T")


def opened(sealed: Sealed[T], charge: int) -> T:
    """The content, for the draw that `charge` pays for.

    Raises:
        TypeError: it is not sealed, or there is no charge.
    """
    if not isinstance(sealed, Sealed) or type(charge) is not int or charge < 1:
        raise TypeError("only a charge opens what is sealed")
    return _inside(sealed)[0]


def permitted(sealed: Sealed[T], permit: Permit | None) -> Shown[T]:
    """The content of what was computed from the rows of a sample, for whoever holds the permit for that table.

    Raises:
        Refusal: there is no permit for that table as a sample.
    """
    content, source = _inside(sealed)
    refuse_unpermitted(permit, source)
    return Shown(content)


def inspected(sealed: Sealed[T], leave: Inspection, plan: str) -> Shown[T]:
    """The content, for the look that `leave` stands for: the ledger holds it already.

    Args:
        plan: digest of the question that the content answers.

    Raises:
        TypeError: there is no leave for this table and this question.
    """
    content, source = _inside(sealed)
    if not isinstance(leave, Inspection) or leave.source != source or leave.plan != plan:
        raise TypeError("only a look that is in the ledger opens what is sealed")
    return Shown(content)


def refuse_unpermitted(permit: Permit | None, source: Source) -> None:
    """Raise Refusal unless there is a permit to show this very table as a sample."""
    if permit is None or permit.role is not Role.SAMPLE or permit.source != source:
        raise Refusal(
            phrase("The exact distribution of a private table gives its contents away."),
            phrase("Look at the simulated preview, or at an invented table with the same columns."),
        )


def _inside(sealed: Sealed[T]) -> tuple[T, Source]:
    """What has no name outside, and the table that it was computed from."""
    nameless: Any = sealed
    return nameless._Sealed__content, nameless._Sealed__source
