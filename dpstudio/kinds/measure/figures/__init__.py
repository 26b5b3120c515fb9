"""Kinds of figure: one file each, one contract for all (`contract.MeasuredFigure`), one entry here."""

from collections.abc import Mapping
from types import MappingProxyType

from dpstudio.kinds.measure.figures.contract import MeasuredFigure
from dpstudio.kinds.measure.figures.count import Count
from dpstudio.kinds.measure.figures.group_sums import GroupSums
from dpstudio.kinds.measure.figures.histogram import Histogram
from dpstudio.kinds.measure.figures.mean import Mean
from dpstudio.kinds.measure.figures.total import Total

_KINDS: tuple[type[MeasuredFigure], ...] = (Count, Total, Mean, Histogram, GroupSums)
FIGURES: Mapping[str, type[MeasuredFigure]] = MappingProxyType({each.key: each for each in _KINDS})
"""By the name that a plan and a receipt have for it, in the order in which they are offered."""
