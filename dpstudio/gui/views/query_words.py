"""What is said of queries of a table and a synthetic one, in a table of them and in sentences."""

from fractions import Fraction

from dpstudio.core.preview.halfspaces import said
from dpstudio.core.preview.queries import Halfspace, Plane, Queries, Query, Shares, Table
from dpstudio.core.quantities import rational_text
from dpstudio.translation import tr

NAMES = (tr("Query"), tr("Share of the table"), tr("Share of the synthetic table"), tr("Error"))


def share_text(share: Fraction) -> str:
    """A share in percent, of one decimal."""
    return f"{float(100 * share):.1f} %"


def cells(query: Query, shares: Shares) -> tuple[str, ...]:
    """A line of the table."""
    return query.name, *map(share_text, (*shares, shares.error))


def plain_cells(query: Query, shares: Shares) -> tuple[str, ...]:
    """As `cells`, for other programs: exactly."""
    return query.name, *map(rational_text, (*shares, shares.error))


def worst_words(query: Query, shares: Shares, alpha: Fraction) -> str:
    """What is said of the worst query of a synthetic table."""
    return tr(
        "Worst query: {query}: {shares}; α = {alpha} %.",
        query=query.name,
        shares=_shares_words(shares),
        alpha=rational_text(100 * alpha),
    )


def chosen_words(found: Queries, drawn: Table, plane: Plane, halfspace: Halfspace) -> str:
    """What is said of a halfspace that was chosen, and whether it is one of the queries."""
    counts = plane.counts(halfspace)
    asked = (
        tr("A query counts these very rows.")
        if found.declared(counts) is not None
        else tr("No query counts these very rows, so α says nothing of it.")
    )
    return tr(
        "Here {halfspace}: {shares}. {asked}",
        halfspace=said(plane, halfspace),
        shares=_shares_words(found.shares(counts, drawn)),
        asked=asked,
    )


def plane_name(plane: Plane) -> str:
    """A pair of coordinates in a list."""
    if plane.up is None:
        return plane.across.name
    return tr("{up} over {across}", up=plane.up.name, across=plane.across.name)


def _shares_words(shares: Shares) -> str:
    return tr(
        "{sample} of the table, {drawn} of the synthetic one, {error} apart",
        sample=share_text(shares.sample),
        drawn=share_text(shares.drawn),
        error=share_text(shares.error),
    )
