"""How much work may go into a bound, counted."""

_CALL = 800


class Trials:
    """How much trying a derivation has left, counted in cells of arrays: it says the same at every run and machine."""

    def __init__(self, left: float) -> None:
        self._left = left

    def allow(self, cells: int, calls: int = 0) -> bool:
        """Whether there is enough left for some work on arrays."""
        return cells + _CALL * calls <= self._left

    def grant(self, cells: int, calls: int = 0) -> bool:
        """Whether there is enough left for some work on arrays; if so it is taken off."""
        if not self.allow(cells, calls):
            return False
        self._left -= cells + _CALL * calls
        return True
