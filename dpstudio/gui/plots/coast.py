"""The coasts of the world, coarse enough to tell where one is: Natural Earth's, in the public domain."""

import json
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpstudio.resources import resource


class Coast(NamedTuple):
    """Lines one after another, in degrees; whether each point is joined to the next."""

    east: NDArray[np.float64]
    north: NDArray[np.float64]
    joined: NDArray[np.bool_]


@cache
def coast() -> Coast:
    """The coasts that ship with the program."""
    lines = json.loads(resource("coastlines.json").read_text("utf-8"))["lines"]
    points = np.concatenate([np.array(line, np.float64).reshape(-1, 2) for line in lines])
    joined = np.ones(len(points), bool)
    joined[np.cumsum([len(line) // 2 for line in lines]) - 1] = False
    return Coast(points[:, 0], points[:, 1], joined)
