"""Work on the two halves of a long array at once, for laws of millions of candidates that a plot waits for."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def in_halves(work: Callable[[slice], T], size: int) -> tuple[T, T]:
    """What `work` makes of each half; numpy lets other threads run while it goes over an array."""
    middle = size // 2
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="second half of an array") as pool:
        second = pool.submit(work, slice(middle, size))
        return work(slice(0, middle)), second.result()
