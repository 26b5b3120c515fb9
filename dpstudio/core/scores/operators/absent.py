"""Functions that people look for and that no noise could protect: why there are none, and what to write."""

_MEAN = (
    "A mean divides by the number of rows, which is private: where few rows count, one person moves it all the way.",
    "Use sum( ): it prefers the same candidates where each of them is compared on the same rows; or add up how far"
    " values lie above a public mark: sum(x - 5 where …).",
)
_BEST_SCORE = (
    "The best score depends on everyone's data, so dividing by it lets one person move all scores at once.",
    "Leave the scores as they are: the mechanism compares differences, and R takes the place of a scale.",
)
ABSENT = {"mean": _MEAN, "average": _MEAN, "best_score": _BEST_SCORE}
