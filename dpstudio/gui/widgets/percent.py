"""Probabilities in words that people read."""


def percent(chance: float) -> str:
    """A probability as people read it: never 0 % nor 100 %, and a larger one never reads smaller."""
    if chance >= 0.9995:
        return "> 99.9 %"
    if chance >= 0.99:
        return f"{100 * chance:.1f} %"
    if chance >= 0.1:
        return f"{100 * chance:.0f} %"
    if chance >= 0.001:
        return f"{100 * chance:.1f} %"
    return "< 0.1 %"
