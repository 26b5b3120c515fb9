"""Draws of what is shown, one by one or by the million, free of any window."""

from collections.abc import Callable
from time import monotonic

from dpstudio.core.entropy import Entropy
from dpstudio.core.mechanisms.stories import Story
from dpstudio.core.preview.draws import Draws, Tally
from dpstudio.core.tables.importing import Tick

_MOST, _QUICK, _SAME = 1 << 16, 0.1, 1.5
MOST_WATCHED = 300
"""Of so many candidates at most it can be watched what led to the winner."""


def one(draws: Draws, entropy: Entropy, *, watched: bool) -> tuple[Tally, Story | None, str]:
    """One draw, what led to it, and its value in words, "" where the picture names it.

    Args:
        watched: whether what led to it is asked for.
    """
    drawn, value = draws.value(entropy) if draws.value else (draws.tally(entropy, 1), "")
    places = drawn[0].tolist()
    story = draws.story(entropy, places[0]) if watched and draws.story and places else None
    return drawn, story, value


def many(draws: Draws, wanted: int, entropy: Entropy, found: Callable[[int, Tally], None], tick: Tick) -> None:
    """Draw in parts that take about a tenth of a second each, so that one can watch, and cancel.

    A part is doubled as long as it is quick, or takes hardly longer than the one before: what is made ready for each
    part may take longer than its draws.

    Args:
        found: is told how many draws a part had and what came out of them.
    """
    done, part, before = 0, 1, 0.0
    while done < wanted:
        part = min(part, wanted - done)
        began = monotonic()
        found(part, draws.tally(entropy, part))
        took = monotonic() - began
        done += part
        tick(done / wanted)
        if took < _QUICK or took < _SAME * before:
            part = min(2 * part, _MOST)
        before = took
