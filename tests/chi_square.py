"""One judge of samplers: how far counts lie from a law."""

import numpy as np

LIMIT = 60.0
"""Above the 1 - 1e-8 quantile of chi-square with up to 12 degrees of freedom; the draws are seeded anyway."""


def chi_square(counts, law) -> float:
    """Cells in which less than five are expected are counted together with the rest."""
    counts, law = np.asarray(counts, float), np.asarray(law, float)
    expected = law * counts.sum()
    large = expected >= 5
    rest = counts.sum() - counts[large].sum()
    rest_expected = counts.sum() - expected[large].sum()
    tail = (rest - rest_expected) ** 2 / max(rest_expected, 5.0)
    return float(((counts[large] - expected[large]) ** 2 / expected[large]).sum() + tail)
