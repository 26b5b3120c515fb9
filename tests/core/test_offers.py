"""What is offered in place of a refused rule is accepted, and prefers the same candidates."""

import itertools
import random

import pytest

from dpstudio.core.errors import StudioError
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.mistakes import RuleError, RuleRefusal
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.language.tree import cells_of, is_aggregate, operation, walk
from dpstudio.core.scores.offers import offered
from dpstudio.core.scores.operators.total import SUM
from dpstudio.core.scores.rules import Formula
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from tests.rule_trees import COLUMNS, MEANINGS, POINTS, plain_scores

ADD, REPLACE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE)
UNITS = [ADD, REPLACE, PrivacyUnit(Relation.ADD_REMOVE, "who", 2), PrivacyUnit(Relation.REPLACE_ONE, "who", 1)]
PARTS = [
    "1", "2", "-3", "count(w = candidate)", "count(likes has candidate)", "sum(far where w = candidate)", "count(f)",
    "sum(x where w = candidate)", "sum(x)", "candidate.r", "sum(abs(x - candidate.p))", "abs(sum(x - candidate.p))",
    "-abs(sum(x))", "max(10, count(w = candidate))", "sum(far)",
    "(abs(sum(x - candidate.p)) + count(w != candidate)) / 4",
    "min(count(f), 3) + count(w = candidate)", "clip(sum(x), 1, 4)", "-count(w = candidate)",
]  # fmt: skip
AROUND = [
    "{}",
    "-({})",
    "2 * ({})",
    "({}) + count(f)",
    "({}) / -3",
    "({}) + count(w = candidate)",
    "max({}, 1)",
    "3 - ({})",
]
ROWS = ["1 / distance(x, candidate.p)", "sum(1 / distance(x, candidate.p))", "sum(2 / (far + candidate.r) where f)",
        "sum(1 / distance(x, candidate.p) where w = candidate)", "-3 / abs(x - candidate.q)", "sum(x / far)",
        "count(1 / distance(x, candidate.p) > 2)", "sum(x / distance(x, candidate.p))"]  # fmt: skip


def refusal(text):
    """What a rule is refused for, with the columns that it reads; None where it is not."""
    tree = parse(text)
    columns = tuple(column for column in COLUMNS.values() if column.name in cells_of(tree))
    try:
        bind(tree, COLUMNS, POINTS)
    except RuleRefusal as error:
        return tree, error, columns
    except RuleError:
        return None
    return None


def tables(pick, tree):
    names = cells_of(tree)
    for size in (1, 1, 1, 2, 3, 5):
        yield [[{name: pick.choice(MEANINGS[name]) for name in names}] for _ in range(size)]


def order(tree, people):
    """Of each two candidates which is preferred; None where the rule has no value, or all are alike to it."""
    try:
        scores = plain_scores(tree, COLUMNS, POINTS, people)
    except ZeroDivisionError:
        return None
    found = [(a > b) - (a < b) for a, b in itertools.combinations(scores, 2)]
    return found if any(found) else None


def holds(text, unit, pick):
    """Whether something is offered: it must be accepted, and prefer the same candidates wherever the rule does."""
    tree, error, columns = refusal(text)
    found = offered(tree, error.node, columns, POINTS, unit) if error.node else None
    if found is None:
        return False
    again = parse(text_of(found.tree))
    assert again == found.tree
    assert derive(Formula(columns, bind(again, COLUMNS, POINTS)), POINTS, unit).range > 0
    if not any(map(is_aggregate, walk(tree))):
        tree = operation(SUM, tree)
    if found.words == "Add up what is counted":
        return True
    by_rows = text in ROWS
    for people in itertools.chain.from_iterable(tables(pick, tree) for _ in range(4)):
        if by_rows and len(people) > 1:
            continue
        wanted = order(tree, people)
        assert not wanted or order(again, people) == wanted, (text, text_of(again), people)
    return True


def test_whatever_is_offered_is_accepted_and_prefers_the_same_candidates():
    pick, offers, refused = random.Random(3), 0, 0
    every = itertools.product(PARTS, PARTS, "/*", AROUND)
    rules = [around.format(f"({a}) {sign} ({b})") for a, b, sign, around in every]
    for text in [*pick.sample(rules, 700), *ROWS]:
        if refusal(text) is not None:
            refused += 1
            offers += holds(text, pick.choice(UNITS), pick)
    assert refused > 300
    assert offers > 40


@pytest.mark.parametrize(
    ("text", "safe", "words"),
    [
        ("1 / abs(sum(x - candidate.p))", "-abs(sum(x - candidate.p))", "Use negative distance"),
        ("1 / ((abs(sum(x - candidate.p)) + abs(sum(x - candidate.q))) / 4)",
         "-((abs(sum(x - candidate.p)) + abs(sum(x - candidate.q))) / 4)", "Use negative distance"),
        ("(0 - 1) / abs(sum(x - candidate.p))", "abs(sum(x - candidate.p))", "Use what it divides by"),
        ("1 / distance(x, candidate.p)", "-sum(abs(x - candidate.p))", "Use negative distance"),
        ("sum(1 / distance(x, candidate.p))", "sum(-abs(x - candidate.p))", "Use negative distance"),
        ("count(w = candidate) / count(f)", "count(w = candidate)", "Leave the division out"),
        ("count(f) / count(w = candidate)", "-count(w = candidate)", "Use the negative of it"),
        ("count(w = candidate) * count(f)", "count(w = candidate)", "Leave the other factor out"),
        ("3 - 2 / count(likes has candidate)", "3 + count(likes has candidate)", "Use a rule without the division"),
        ("1 - 1 / abs(sum(x - candidate.p))", "1 + abs(sum(x - candidate.p))", "Use a rule without the division"),
        ("-(1 / abs(sum(x - candidate.p)))", "abs(sum(x - candidate.p))", "Use a rule without the division"),
        ("-1 / abs(sum(x - candidate.p))", "abs(sum(x - candidate.p))", "Use what it divides by"),
        ("1 + 1 / abs(sum(x - candidate.p))", "1 - abs(sum(x - candidate.p))", "Use a rule without the division"),
        ("2 * (1 / abs(sum(x - candidate.p)))", "2 * -abs(sum(x - candidate.p))", "Use a rule without the division"),
        ("count(f) / max(10, count(w = candidate))", "-max(10, count(w = candidate))", "Use the negative of it"),
        ("sum(x where w = candidate) / count(w = candidate)",
         "sum(x where w = candidate) / max(1, count(w = candidate))", "Give the divisor a floor"),
        ("2 * (sum(x where w = candidate) / max(0, count(w = candidate))) + candidate.p",
         "2 * (sum(x where w = candidate) / max(1, count(w = candidate))) + candidate.p", "Give the divisor a floor"),
        ("-sum(x where f and w = candidate) / max(count(w = candidate), 1/3)",
         "-sum(x where f and w = candidate) / max(1, count(w = candidate))", "Give the divisor a floor"),
        ("sum(x) / max(10, count(w = candidate))",
         "sum(x where w = candidate) / max(10, count(w = candidate))", "Add up what is counted"),
        ("count(likes has candidate) / max(2.5, count(w = candidate and f))",
         "count(likes has candidate and w = candidate and f) / max(3, count(w = candidate and f))",
         "Add up what is counted"),
        ("100 * sum(x where w = candidate) / max(5, count(w = candidate))",
         "100 * (sum(x where w = candidate) / max(5, count(w = candidate)))", "Write it as one ratio"),
        ("sum(x where w = candidate) / max(10, 2 * count(w = candidate))",
         "sum(x where w = candidate) / max(5, count(w = candidate)) / 2", "Write it as one ratio"),
        ("sum(x where w = candidate) * (1 / max(5, count(w = candidate))) - 1",
         "sum(x where w = candidate) / max(5, count(w = candidate)) - 1", "Write it as one ratio"),
        ("100 * count(f and w = candidate) / count(w = candidate)",
         "100 * (count(f and w = candidate) / max(1, count(w = candidate)))", "Give the divisor a floor"),
        ("candidate.p * sum(x where w = candidate) / -(3 / 2 * max(2, count(w = candidate)))",
         "candidate.p * (2/3 * (-sum(x where w = candidate) / max(2, count(w = candidate))))", "Write it as one ratio"),
        ("-100 * sum(x) / max(5, 2 * count(w = candidate))",
         "50 * (-sum(x where w = candidate) / max(3, count(w = candidate)))", "Add up what is counted"),
    ],
)  # fmt: skip
def test_a_safe_rule_is_offered_where_it_means_the_same(text, safe, words):
    tree, error, columns = refusal(text)
    found = offered(tree, error.node, columns, POINTS, ADD)
    assert (text_of(found.tree), found.words) == (safe, words)
    assert found.delta == derive(Formula(columns, bind(parse(safe), COLUMNS, POINTS)), POINTS, ADD).delta
    assert "--" not in text_of(found.tree).replace(" ", "")
    assert holds(text, ADD, random.Random(1))


FACTORS = [
    "{}",
    "2 * {}",
    "{} * 0.5",
    "{} / 3",
    "-{}",
    "-3 / 4 * {}",
    "candidate.p * {}",
    "({} * 2) / 5",
    "({})",
]
ABOVE = ["sum(x where w = candidate)", "count(f and w = candidate)", "sum(2 * x where w = candidate)"]
DIVIDED = ["{} / {}", "{} / ({})", "1 / {1} * {0}", "{} * (1 / {})", "4 * ({} / {})"]


def test_a_factor_anywhere_in_a_ratio_stands_outside_in_what_is_offered_and_that_means_the_same():
    """The floor m of max(m, c * count(p)) is m / c, a whole number here: what is offered has the same scores."""
    pick, offers = random.Random(8), 0
    for _ in range(150):
        times, least = pick.choice([(1, 3), (2, 6), (4, 12)])
        counted = f"max({least}, {times} * count(w = candidate))" if times > 1 else "max(3, count(w = candidate))"
        above, below = pick.choice(FACTORS).format(pick.choice(ABOVE)), pick.choice(FACTORS[:7]).format(counted)
        text = pick.choice(DIVIDED).format(f"({above})", f"({below})")
        found = refusal(text)
        if found is None or "candidate.p" in below:
            continue
        tree, error, columns = found
        unit = pick.choice(UNITS)
        offer = offered(tree, error.node, columns, POINTS, unit)
        assert offer.words == "Write it as one ratio", text
        assert derive(Formula(columns, bind(offer.tree, COLUMNS, POINTS)), POINTS, unit).delta == offer.delta > 0
        assert parse(text_of(offer.tree)) == offer.tree
        for people in tables(pick, tree):
            said = plain_scores(tree, COLUMNS, POINTS, people)
            assert plain_scores(offer.tree, COLUMNS, POINTS, people) == said, (text, text_of(offer.tree))
        offers += 1
    assert offers > 60


@pytest.mark.parametrize("text", [
    "sum(x where w = candidate) / max(5, -2 * count(w = candidate))",
    "sum(x where w = candidate) / max(5, candidate.p * count(w = candidate))",
    "0 * sum(x where w = candidate) / max(5, count(w = candidate))",
    "sum(x where w = candidate) / (0 * count(w = candidate))",
    "sum(x where w = candidate) * count(f) / max(5, count(w = candidate))",
    "count(w = candidate) / sum(x)",
    "count(w = candidate) * count(likes has candidate)",
    "candidate.p / count(w = candidate)",
    "1 / sum(x - candidate.p)",
    "1 / count(w = candidate) + count(w = candidate.t)",
    "count(f) / count(x >= 1)",
    "count(1 / distance(x, candidate.p) > 2)",
    "sum(1 / distance(x, candidate.p) where w = candidate)",
])  # fmt: skip
def test_nothing_is_offered_where_nothing_means_the_same(text):
    assert not holds(text, ADD, random.Random(1))


def test_persons_are_counted_as_rows_in_the_whole_rule_or_not_at_all():
    columns = (COLUMNS["w"], COLUMNS["likes"])
    tree = parse("2 * persons(likes has candidate) - persons(w = candidate)")
    bound = bind(tree, COLUMNS, POINTS)
    with pytest.raises(StudioError) as caught:
        derive(Formula(columns, bound), POINTS, REPLACE)
    found = offered(tree, caught.value.node, columns, POINTS, REPLACE)
    assert text_of(found.tree) == "2 * count(likes has candidate) - count(w = candidate)"
