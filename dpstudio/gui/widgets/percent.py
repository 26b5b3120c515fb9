"""Probabilities in words that people read."""


def percent(chance: float) -> str:
    """A probability as people read it."""
    if 0.9995 <= chance < 1:
        return "> 99.9 %"
    if chance >= 0.1:
        return f"{100 * chance:.0f} %"
    if chance >= 0.001:
        return f"{100 * chance:.1f} %"
    return "< 0.1 %"
