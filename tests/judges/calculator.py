"""What a reader works out from a receipt's JSON alone: law, scale, error and ε, each by a few lines of its own.

Nothing of the program is imported. Every `of_...` yields what does not fit; an empty list means that all does.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, permutations
from typing import Any

import mpmath

Receipt = dict[str, Any]
Law = list[dict[str, str]]
mpmath.mp.dps = 40
_CLOSE = mpmath.mpf("1e-9")


def number(text: Any) -> mpmath.mpf:
    value = Fraction(text)
    return mpmath.mpf(value.numerator) / value.denominator


def near(one: Any, other: Any, within: Any = _CLOSE) -> bool:
    return bool(abs(one - other) <= within * max(1, abs(other)))


def differs(what: str, said: Any, found: Any, within: Any = _CLOSE) -> Iterator[str]:
    if not near(said, found, within):
        yield f"{what}: {mpmath.nstr(mpmath.mpf(said), 12)} is said, {mpmath.nstr(mpmath.mpf(found), 12)} is found"


def rounded_up(what: str, said: Any, found: Any, place: Any) -> Iterator[str]:
    """A printed bound is at or above what it bounds, and no more than a place above."""
    if not found - mpmath.mpf("1e-12") <= said <= found + place:
        yield f"{what}: {mpmath.nstr(mpmath.mpf(said), 12)} is said, at least {mpmath.nstr(mpmath.mpf(found), 12)}"


# ---- accounting


def of_the_charge(receipt: Receipt) -> Iterator[str]:
    parameters, accounting = receipt["privacy_parameters"], receipt["accounting"]
    for here, there in (("epsilon", "this_charge"), ("delta", "this_charge_delta")):
        if parameters[here] != accounting[there]:
            yield f"{here} is not what was charged"
    yield from differs("ρ", number(parameters["zcdp_rho"]), _rho(receipt))
    odds = mpmath.mpf(_figure(receipt["words"]["odds"]))
    yield from differs("odds", odds, mpmath.exp(number(parameters["epsilon"])), 0.01)


def _rho(receipt: Receipt) -> Any:
    """Zero-concentrated differential privacy: it adds up over draws and vectors (MATH 6)."""
    epsilon, used = number(receipt["privacy_parameters"]["epsilon"]), receipt["mechanism"]
    if "draws" in used:
        return used["draws"] * (epsilon / used["draws"]) ** 2 / (8 if used["law"] == "exponential" else 2)
    if "noises" not in used:
        return epsilon**2 / (8 if used["key"] == "small_database" else 2)
    if used["key"] == "discrete_gaussian":
        return sum(number(each["l2_sensitivity_squared"]) / (2 * number(each["scale"])) for each in used["noises"])
    return sum((number(each["share_of_budget"]) * epsilon) ** 2 / 2 for each in used["noises"])


def _figure(odds: str) -> str:
    return odds.removeprefix("at most ").removesuffix(" to 1").replace(",", "")


# ---- a choice


def of_a_choice(receipt: Receipt, law: Law) -> Iterator[str]:
    used, asked = receipt["mechanism"], receipt["question"]
    epsilon = number(receipt["privacy_parameters"]["epsilon"]) / used["draws"]
    spread = number(used["range_sensitivity_used"])
    yield from differs("ε of a draw", number(used["epsilon_of_each_draw"]), epsilon)
    yield from differs("rate", number(used["rate"]), epsilon / spread)
    if Fraction(used["range_sensitivity_used"]) < Fraction(asked["range_sensitivity"]):
        yield "R is smaller than the derived one"
    if (used["range_sensitivity_origin"] == "derived") != (
        used["range_sensitivity_used"] == asked["range_sensitivity"]
    ):
        yield "R is not of the origin that is said"
    weights = _weights(receipt)
    scores = {row["candidate"]: number(row["score"]) for row in law}
    labels = _labels(asked["candidates"])
    if list(scores) != labels:
        yield "the candidates are not those of the law"
    exponents = [epsilon * scores[label] / spread for label in labels]
    chances = _LAWS[used["law"]](exponents, weights)
    for row, chance in zip(law, chances, strict=True):
        yield from differs(f"chance of {row['candidate']}", mpmath.mpf(row["probability"]), chance)
    yield from _gap(receipt, epsilon, spread, weights)


def _labels(candidates: Receipt) -> list[str]:
    if "labels" in candidates:
        return list(candidates["labels"])
    start, step = Fraction(candidates["start"]), Fraction(candidates["step"])
    return [str(start + place * step) for place in range(candidates["count"])]


def _weights(receipt: Receipt) -> list[mpmath.mpf]:
    candidates = receipt["question"]["candidates"]
    if candidates.get("weights") is None:
        return [mpmath.mpf(1)] * candidates["count"]
    return [number(weight) for weight in candidates["weights"]["values"]]


def _gap(receipt: Receipt, epsilon: Any, spread: Any, weights: list[Any]) -> Iterator[str]:
    used = receipt["mechanism"]
    beta, count = number(receipt["accuracy"]["beta"]) / used["draws"], len(weights)
    reach = mpmath.log(sum(weights) / min(weights) / beta)
    if used["law"] == "laplace":
        reach = mpmath.mpf(1)
        while (count - 1) * (2 + reach) * mpmath.exp(-reach) / 4 > beta:
            reach += mpmath.mpf("0.001")
    gap = number(receipt["accuracy"]["score_gap_at_most"])
    yield from rounded_up("score gap", gap, spread / epsilon * reach, mpmath.mpf("2e-6"))


def exponential(exponents: list[Any], weights: list[Any]) -> list[Any]:
    shares = [weight * mpmath.exp(each) for each, weight in zip(exponents, weights, strict=True)]
    return [share / sum(shares) for share in shares]


def permute_and_flip(exponents: list[Any], weights: list[Any]) -> list[Any]:
    heads = [mpmath.exp(each - max(exponents)) for each in exponents]
    chances = [mpmath.mpf(0)] * len(heads)
    orders = list(permutations(range(len(heads))))
    for order in orders:
        left = mpmath.mpf(1) / len(orders)
        for place in order:
            chances[place] += left * heads[place]
            left *= 1 - heads[place]
    return chances


def laplace(exponents: list[Any], weights: list[Any]) -> list[Any]:
    def below(z: Any) -> Any:
        return mpmath.exp(z) / 2 if z < 0 else 1 - mpmath.exp(-z) / 2

    def won(mine: Any, others: list[Any]) -> Any:
        points = [-mpmath.inf, *sorted([mine, *others]), mpmath.inf]
        return mpmath.quad(
            lambda x: mpmath.exp(-abs(x - mine)) / 2 * mpmath.fprod(below(x - other) for other in others), points
        )

    with mpmath.workdps(20):
        return [won(each, exponents[:i] + exponents[i + 1 :]) for i, each in enumerate(exponents)]


_LAWS: dict[str, Callable[[list[Any], list[Any]], list[Any]]] = {
    "exponential": exponential, "permute_and_flip": permute_and_flip, "laplace": laplace,
}  # fmt: skip


# ---- figures


def of_figures(receipt: Receipt, law: Law) -> Iterator[str]:
    used, parameters = receipt["mechanism"], receipt["privacy_parameters"]
    epsilon, delta = number(parameters["epsilon"]), number(parameters["delta"])
    noises, beta = used["noises"], number(receipt["accuracy"]["beta"])
    if sum(Fraction(noise["share_of_budget"]) for noise in noises) != 1:
        yield "the shares do not add up to 1"
    yield from _sensitivities(receipt)
    gaussian = used["key"] == "discrete_gaussian"
    for noise, error in zip(noises, receipt["accuracy"]["errors"], strict=True):
        step, scale = number(noise["step"]), number(noise["scale"])
        if gaussian:
            yield from differs("variance in steps", number(noise["size_in_steps"]), scale / step**2)
        else:
            wanted = number(noise["l1_sensitivity"]) / (number(noise["share_of_budget"]) * epsilon)
            yield from differs("scale", scale, wanted)
            yield from differs("rate per step", number(noise["size_in_steps"]), step / scale)
        found = step * _steps(gaussian, scale, step, noise["components"], beta / len(noises))
        yield from rounded_up("error", number(error["error_at_most"]), found, _room(gaussian, scale, step))
    yield from _shares(receipt)
    if gaussian:
        yield from _gaussian_loss(used["calibration"], noises, epsilon, delta)
    yield from _plus_minus(receipt, gaussian)
    yield from _masses(receipt, law, gaussian)


def _shares(receipt: Receipt) -> Iterator[str]:
    """Each vector has its figure's share; of a mean of private number the count its own part of that."""
    asked = {figure["name"]: figure for figure in receipt["question"]["figures"]}
    for noise in receipt["mechanism"]["noises"]:
        figure, part = asked[noise["figure"]], Fraction(1)
        if figure["count_share"] is not None:
            part = Fraction(figure["count_share"])
            part = part if noise["vector"] == "number of values" else 1 - part
        if Fraction(noise["share_of_budget"]) != Fraction(figure["share_of_budget"]) * part:
            yield f"the share of {noise['vector']} is not that of its figure"


def _sensitivities(receipt: Receipt) -> Iterator[str]:
    """How far one person moves each vector, from the columns and the unit (MATH 2 and 4)."""
    unit, columns = receipt["privacy_unit"], {each["name"]: each for each in receipt["question"]["columns"]}
    person, rows = unit["identified_by"] is not None, unit["rows_per_person"]
    add = unit["neighbour_relation"] == "add_remove"
    asked = {figure["name"]: figure for figure in receipt["question"]["figures"]}
    for noise in receipt["mechanism"]["noises"]:
        figure = asked[noise["figure"]]
        if noise["vector"] in ("count", "number of values"):
            one, two = 1, 1
        elif noise["vector"] == "counts of bins":
            one = two = 1 if add or noise["components"] == 1 else 2
        else:
            one, two = _of_a_sum(figure, columns[figure["column"]], noise, add, person)
        yield from differs(f"Δ₁ of {noise['vector']}", number(noise["l1_sensitivity"]), rows * one)
        yield from differs(f"Δ₂² of {noise['vector']}", number(noise["l2_sensitivity_squared"]), rows**2 * two)
        grid = columns[figure["column"]]["step"] if noise["vector"] in ("sum", "sums of groups") else "1"
        if noise["step"] != grid:
            yield f"the step of {noise['vector']} is {noise['step']} and not the column's"


def _of_a_sum(figure: Receipt, column: Receipt, noise: Receipt, add: bool, person: bool) -> tuple[Any, Any]:
    low, high = map(number, column["bounds"])
    most, width = max(abs(low), abs(high)), max(0, high) - min(0, low)
    if noise["components"] > 1:
        return (most, most**2) if add else (2 * most, max(2 * most**2, width**2))
    every = not figure["conditions"] and column["blank_counts_as"] is not None and noise["vector"] == "sum"
    one = most if add else (high - low if every else width)
    one = max(one, most) if person else one
    return one, one**2


def _outside(gaussian: bool, scale: Any, step: Any, reach: int) -> Any:
    """Pr[|noise| > reach steps]."""
    if not gaussian:
        q = mpmath.exp(-step / scale)
        return 2 * q ** (reach + 1) / (1 + q)
    return 2 * _upward(scale / step**2, reach + 1)


@cache
def _tails(variance: Any) -> list[Any]:
    """Pr[noise >= k] for k = 0, 1, ..., as far as any float reaches."""
    far = int(20 * mpmath.sqrt(variance)) + 2
    likely = [mpmath.exp(-(mpmath.mpf(k) ** 2) / (2 * variance)) for k in range(far)]
    whole = 2 * sum(likely) - 1
    return [tail / whole for tail in accumulate(reversed(likely))][::-1]


def _upward(variance: Any, k: int) -> Any:
    """Pr[noise >= k] of Gaussian noise."""
    if k <= 0:
        return 1 - _upward(variance, 1 - k)
    tails = _tails(variance)
    return tails[k] if k < len(tails) else mpmath.mpf(0)


def _steps(gaussian: bool, scale: Any, step: Any, components: int, beta: Any) -> int:
    """The least m with 1 - (1 - Pr[|noise| > m])^components <= beta."""

    def enough(reach: int) -> bool:
        return bool(1 - (1 - _outside(gaussian, scale, step, reach)) ** components <= beta)

    high = 1
    while not enough(high):
        high *= 2
    low = -1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _room(gaussian: bool, scale: Any, step: Any) -> Any:
    """How far above the least a printed error may lie: nothing, or a little where Gaussian noise is wide."""
    if not gaussian or scale <= (300 * step) ** 2:
        return mpmath.mpf("1e-12")
    return step + mpmath.sqrt(scale) / 1000


def _gaussian_loss(calibration: str, noises: list[Receipt], epsilon: Any, delta: Any) -> Iterator[str]:
    """One number: theorem 7 of Canonne, Kamath and Steinke; else zCDP, at the best of many orders."""
    if calibration == "exact delta":
        if len(noises) != 1 or noises[0]["components"] != 1:
            yield "theorem 7 is for one number"
        moved = number(noises[0]["l1_sensitivity"]) / number(noises[0]["step"])
        found = _theorem_7(number(noises[0]["size_in_steps"]), int(moved), epsilon)
        if not delta * 0.9 <= found <= delta * (1 + mpmath.mpf("1e-12")):
            yield f"δ is {mpmath.nstr(found, 8)}"
        return
    rho = sum(number(each["l2_sensitivity_squared"]) / (2 * number(each["scale"])) for each in noises)
    orders = [1 + mpmath.mpf(10) ** (mpmath.mpf(place) / 50 - 4) for place in range(500)]
    found = min(
        a * rho + (mpmath.log(1 / delta) + (a - 1) * mpmath.log(1 - 1 / a) - mpmath.log(a)) / (a - 1) for a in orders
    )
    if not epsilon * 0.99 <= found <= epsilon * 1.001:
        yield f"ε is {mpmath.nstr(found, 8)}"


def _theorem_7(variance: Any, moved: int, epsilon: Any) -> Any:
    far = int(20 * mpmath.sqrt(variance)) + moved
    likely = {k: mpmath.exp(-(mpmath.mpf(k) ** 2) / (2 * variance)) for k in range(-far, far + moved + 1)}
    whole = sum(likely.values())
    middle, half = epsilon * variance / moved, mpmath.mpf(moved) / 2
    first = sum(chance for k, chance in likely.items() if k > middle - half)
    second = sum(chance for k, chance in likely.items() if k > middle + half)
    return (first - mpmath.exp(epsilon) * second) / whole


def _plus_minus(receipt: Receipt, gaussian: bool) -> Iterator[str]:
    """What is printed beside a figure: 95 of 100 runs, rounding included, of a mean its own."""
    noises, lines = receipt["mechanism"]["noises"], receipt["result"]["lines"]
    rare = mpmath.mpf("0.05") / len(noises)
    asked = {figure["name"]: figure for figure in receipt["question"]["figures"]}
    said = {each["figure"]: each["plus_minus"] for each in receipt["accuracy"]["in_95_of_100"]}
    for noise in noises:
        figure, step = asked[noise["figure"]], number(noise["step"])
        wide = step * _steps(gaussian, number(noise["scale"]), step, noise["components"], rare)
        if figure["kind"] == "mean" and figure["people"] is None:
            name = f"{figure['name']}: {noise['vector']}"
            printed = [line["error"] for line in lines if line["name"] == name]
            yield from rounded_up(
                f"± of {name}", number(printed[0]), wide, _room(gaussian, number(noise["scale"]), step)
            )
            continue
        exact = wide / (figure["people"] or 1)
        half = number(figure["rounding"] or 0) / 2
        place = mpmath.mpf(10) ** mpmath.floor(mpmath.log10(exact or step)) if figure["people"] else mpmath.mpf("1e-20")
        place += _room(gaussian, number(noise["scale"]), step)
        yield from rounded_up(f"± of {figure['name']}", number(said[figure["name"]]), exact + half, place)
        mine = [line for line in lines if line["name"].split(": ")[0] == figure["name"]]
        if any(line["error"] != said[figure["name"]] for line in mine) or not mine:
            yield f"{figure['name']} is printed with another ±"


def _masses(receipt: Receipt, law: Law, gaussian: bool) -> Iterator[str]:
    """The law of every noisy number, bin by bin, around its middle."""
    noises = iter([each for each in receipt["mechanism"]["noises"] for _ in range(each["components"])])
    for part in dict.fromkeys(row["part"] for row in law):
        rows, noise = [row for row in law if row["part"] == part], next(noises)
        step, scale = number(noise["step"]), number(noise["scale"])
        inner = [(number(row["from"]), number(row["to"]), row) for row in rows[1:-1]]
        middle = (inner[0][0] + inner[-1][1]) / 2
        for low, high, row in inner[:: max(1, len(inner) // 40)]:
            mass = _mass(gaussian, scale, step, _whole(low - middle, step), _whole(high - middle, step))
            yield from differs(f"mass of {part} from {row['from']}", mpmath.mpf(row["probability"]), mass, 1e-11)
        beyond = mpmath.mpf(rows[0]["probability"]) + mpmath.mpf(rows[-1]["probability"])
        outside = _outside(gaussian, scale, step, _whole(inner[-1][1] - middle, step))
        yield from differs(f"mass beyond of {part}", beyond, outside, 1e-9)


def _whole(distance: Any, step: Any) -> int:
    return int(mpmath.nint(distance / step))


def _mass(gaussian: bool, scale: Any, step: Any, first: int, last: int) -> Any:
    if gaussian:
        variance = scale / step**2
        return _upward(variance, first) - _upward(variance, last + 1)
    q = mpmath.exp(-step / scale)

    def upward(k: int) -> Any:
        """Pr[noise >= k]."""
        return q**k / (1 + q) if k > 0 else 1 - q ** (1 - k) / (1 + q)

    return upward(first) - upward(last + 1)


# ---- a survey


def of_a_survey(receipt: Receipt, law: Law) -> Iterator[str]:
    epsilon, many = number(receipt["privacy_parameters"]["epsilon"]), len(receipt["question"]["answers"])
    people, used = receipt["privacy_unit"]["public_number_of_people"], receipt["mechanism"]
    keep = mpmath.exp(epsilon) / (mpmath.exp(epsilon) + many - 1)
    other = 1 / (mpmath.exp(epsilon) + many - 1)
    yield from differs("number of answers", used["answers"], many)
    yield from differs("chance of keeping", mpmath.mpf(used["chance_of_keeping"]), keep, 1e-11)
    yield from differs("chance of another", mpmath.mpf(used["chance_of_each_other_answer"]), other, 1e-11)
    for row in law:
        chance = keep if row["truth"] == row["answer"] else other
        yield from differs("chance of an answer", mpmath.mpf(row["probability"]), chance)

    def error(beta: Any) -> Any:
        return mpmath.sqrt(people * mpmath.log(2 * many / beta) / 2) / (keep - other)

    said = receipt["accuracy"]
    tenth = mpmath.mpf("0.1")
    yield from rounded_up("error", number(said["error_at_most"]), error(number(said["beta"])), tenth)
    rare = error(mpmath.mpf("0.05"))
    place = min(mpmath.mpf(1), mpmath.mpf(10) ** (mpmath.floor(mpmath.log10(rare)) - 1))
    yield from rounded_up("±", number(said["in_95_of_100"]), rare + place / 2, place)
    given = {each["answer"]: each["count"] for each in receipt["result"]["randomized_counts"]}
    for line in receipt["result"]["lines"]:
        estimate = (given[line["name"]] - people * other) / (keep - other)
        yield from differs("estimate", number(line["value"]), estimate, place / 2)
        if line["error"] != said["in_95_of_100"]:
            yield f"{line['name']} is printed with another ±"
