"""Many releases of a sample at once, as frequencies of what comes out; only the exact samplers draw."""

from typing import Any

from dpstudio.core.entropy import Entropy
from dpstudio.core.preview.contract import Frequencies, Previewable
from dpstudio.core.sealed import Shown, looked_at


def simulate(question: Previewable[Any], sample: Shown[Any], draws: int, entropy: Entropy) -> Frequencies:
    """What came out, which part of the release it is, and how often; the most frequent first.

    Args:
        sample: the exact answers of a sample (`release.sample`).
        draws: how many releases. Of several winners the first is counted.
    """
    return question.simulated(looked_at(sample), draws, entropy)


def by_frequency(lines: Frequencies) -> Frequencies:
    """The most frequent first."""
    return sorted(lines, key=lambda line: -line[2])
