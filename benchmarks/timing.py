"""How the benchmarks take time: interleaved runs of ours and a rival, the median of each."""

import time
from collections.abc import Callable


def medians(*works: Callable[[], object], times: int) -> list[float]:
    """The median seconds of each work, run in turn so that all meet the same weather."""
    spent: list[list[float]] = [[] for _ in works]
    for _ in range(times):
        for place, work in enumerate(works):
            start = time.perf_counter()
            work()
            spent[place].append(time.perf_counter() - start)
    return [sorted(each)[times // 2] for each in spent]
