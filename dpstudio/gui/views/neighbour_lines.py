"""Old and new law beside one another, line by line: which outcomes they are of, and their table."""

from dataclasses import replace
from fractions import Fraction
from math import log, log10
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.core.preview.distribution import Line
from dpstudio.core.preview.neighbours import Change, Laws, People, Texts
from dpstudio.core.preview.proof import factor_text
from dpstudio.core.preview.tabulated import chance_text
from dpstudio.core.quantities import readable
from dpstudio.gui.plots.exhibit import Told
from dpstudio.gui.plots.lines import Lines
from dpstudio.gui.widgets.percent import LEAST_DECADE, one_in_power, small, told_apart
from dpstudio.translation import capital, tr, translated

_NAMES = tr("Old probability"), tr("New probability"), tr("ln(new / old)")
_WITHIN = tr(" With Gaussian noise some outcomes may go beyond ε: they count {excess} here, and δ allows {delta}.")


class Case(NamedTuple):
    """Two neighbouring tables, and what is drawn of them."""

    people: People
    change: Change
    bound: Fraction
    lines: Lines
    laws: Laws


def order_of(lines: Lines, laws: Laws) -> NDArray[np.int64]:
    """The outcomes as they are shown."""
    return np.arange(laws.before.size) if lines.order is None else lines.order


def worst_line(lines: Lines, laws: Laws) -> int:
    """Where in that order the outcome stands that moves farthest."""
    return int(np.flatnonzero(order_of(lines, laws) == laws.worst)[0])


def columns_of(lines: Lines) -> tuple[str, ...]:
    """The names of the table's columns."""
    return capital(lines.shown.across), *_NAMES


def lines_of(lines: Lines, laws: Laws) -> Lines:
    """The outcomes that the laws are of, where these are not those of the other views."""
    found = laws.outcomes
    if found is None:
        return lines
    chances, line = laws.before, Line(*found.line, "") if found.line else None
    shown = replace(
        lines.shown,
        chances=chances,
        label=found.label,
        across=found.across,
        line=line,
        bins=found.bins,
        upright=True,
        truth=None,
    )
    return Lines(shown)


def told_of(lines: Lines, laws: Laws) -> Told:
    """Both laws and how far they lie apart, for other programs."""
    before, after, ratios = laws.before, laws.after, laws.ratios

    def plain(line: int) -> tuple[str, ...]:
        at = lines.at(line)
        chances = (chance_text(float(each[at])) for each in (before, after))
        return lines.shown.label(at), *chances, f"{ratios[at]:.17g}"

    return Told(columns_of(lines), before.size, plain, lines.shown.badge)


def words_of(case: Case) -> tuple[str, str]:
    """What is said of a change, and what is wrong with it."""
    people, _, bound, lines, laws = case
    at, factor = laws.worst, _factor(laws)
    old, new = _both(laws, at)
    name = lines.shown.label(at)
    farthest = tr(
        "“{name}” moves farthest, from {old} to {new}, by a factor of {factor}",
        name=name,
        old=old,
        new=new,
        factor=factor,
    )
    if laws.single:
        farthest = tr(
            "“{name}” goes from {old} to {new}; a {single} there moves farthest, by a factor of {factor} {way}",
            name=name,
            old=old,
            new=new,
            single=laws.single,
            factor=factor,
            way=tr("upwards") if laws.ratios[at] > 0 else tr("downwards"),
        )
    moved = tr(
        "{farthest}; ε = {limit} allows {limit2}.",
        farthest=farthest,
        limit=f"{laws.limit:g}",
        limit2=factor_text(laws.limit),
    )
    said = f"{_what(people, case.change)} {translated(laws.told)}".strip()
    if laws.delta:
        moved += _WITHIN.format(excess=_plain(max(0.0, laws.excess)), delta=_plain(laws.delta))
    if not laws.broken.any():
        return tr("{said} {moved}", said=said, moved=moved), ""
    return said, tr(
        "With {sign} = {bound} the guarantee is broken: {moved}",
        sign=people.sign,
        bound=readable(bound),
        moved=moved,
    )


def _factor(laws: Laws) -> str:
    """By how much the probability changes that changes most; where it is lost in a float, more than by this."""
    factor = factor_text(float(np.abs(laws.ratios).max()))
    lost = laws.exact is None and min(laws.before[laws.worst], laws.after[laws.worst]) < np.finfo(np.float64).tiny
    return tr("more than {factor}", factor=factor) if lost else factor


def _both(laws: Laws, at: int) -> tuple[str, str]:
    """An outcome's old and new probability; one that is below any float follows from the other and their ratio."""
    old, new, ratio = float(laws.before[at]), float(laws.after[at]), float(laws.ratios[at]) / log(10)
    least, known = 10.0**LEAST_DECADE, laws.exact is not None and not laws.single
    if known and old < least <= new:
        return one_in_power(log10(new) - ratio), small(new)
    if known and new < least <= old:
        return small(old), one_in_power(log10(old) + ratio)
    return told_apart(old, new)


def put_in(people: People, change: Change) -> Texts | None:
    """The cells of the row that comes, or None."""
    return people.cells(change.put) if isinstance(change.put, int) else change.put


def _what(people: People, change: Change) -> str:
    """Which row came or went."""
    put = put_in(people, change)
    taken = "" if change.taken is None else ", ".join(people.lines[change.taken])
    if put is None:
        return tr("Without “{taken}”.", taken=taken)
    return (
        tr("With one more “{join}”.", join=", ".join(put))
        if not taken
        else tr("“{join}” in place of “{taken}”.", join=", ".join(put), taken=taken)
    )


def _plain(chance: float) -> str:
    """A small probability in three digits, without a power of ten."""
    return np.format_float_positional(chance, precision=3, fractional=False, trim="-")
