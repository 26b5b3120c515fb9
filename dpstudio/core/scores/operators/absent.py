"""Functions that people look for and that no noise could protect: why there are none, and what to write."""

from dpstudio.translation import phrase

_MEAN = (
    phrase(
        "A mean divides by the number of rows, which is private: where few rows count, one person moves it all the way."
    ),
    phrase(
        "Divide by a number of rows with a public floor: sum(x where …) / max(10, count(…)). Or use sum( )"
        " alone: it prefers the same candidates where each of them is compared on the same rows."
    ),
)
_BEST_SCORE = (
    phrase("The best score depends on everyone's data, so dividing by it lets one person move all scores at once."),
    phrase("Leave the scores as they are: the mechanism compares differences, and R takes the place of a scale."),
)
ABSENT = {"mean": _MEAN, "average": _MEAN, "best_score": _BEST_SCORE}
