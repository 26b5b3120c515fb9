"""Work on the blocks of a long array, two at a time, for laws of millions of candidates that a plot waits for."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
_BLOCK = 1 << 18


def of_blocks(work: Callable[[slice], T], size: int) -> list[T]:
    """What `work` makes of each block, in their order; numpy lets the other thread run while it goes over an array."""
    blocks = iter(range(0, size, _BLOCK))
    made: dict[int, T] = {}

    def go_on() -> None:
        for start in blocks:
            made[start] = work(slice(start, min(size, start + _BLOCK)))

    # This thread takes blocks too: two others while it waits were measured to be slower.
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="blocks of an array") as pool:
        other = pool.submit(go_on)
        go_on()
        other.result()
    return [made[start] for start in sorted(made)]
