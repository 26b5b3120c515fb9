"""The self-audit: it plays the release's own draw on invented neighbours, keeps quiet about a sound one, and reports
each broken one; its bounds hold for every number of draws."""

import inspect
import itertools
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import comb, exp, inf, log

import numpy as np
import pytest

from dpstudio.core.audit import ERROR, audited, evidence, played
from dpstudio.core.audit.played import MISSED, Audit
from dpstudio.core.audit.trial import Trial
from dpstudio.core.candidates import Grid, Listed, parse_grid
from dpstudio.core.errors import Cancelled, InputError
from dpstudio.core.figures.bounds import derive
from dpstudio.core.figures.contract import Condition
from dpstudio.core.release import charged
from dpstudio.core.scores.evaluation import evaluate
from dpstudio.core.scores.rules import Median, Ready, Revenue, Votes, VoteStyle
from dpstudio.core.sealed import Sealed, Shown, looked_at
from dpstudio.core.tables.counts import Counts
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Source
from dpstudio.kinds.choose.neighbours import crowds, pairs
from dpstudio.kinds.choose.neighbours import scores as scores_of
from dpstudio.kinds.choose.question import Choice
from dpstudio.kinds.measure.auditing import farthest
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.figures.count import Count
from dpstudio.kinds.measure.figures.histogram import Histogram
from dpstudio.kinds.measure.figures.mean import Mean
from dpstudio.kinds.measure.figures.total import Total
from dpstudio.kinds.measure.question import Measurement
from tests.conftest import Seeded
from tests.core.test_figures import FIGURES
from tests.core.test_values import ADD, COMMON, REPLACE, SURVEY, SYNTHETIC, X

NAMES = Listed(("a", "b", "c"))
NAME, PRICE = Column("n", Kind.CATEGORY, blank="a"), Column("x", Kind.INTEGER)
VOTES = Votes((NAME,), VoteStyle.ONE_COLUMN)
NOWHERE = {**COMMON, "source": Source("text", path="/nowhere/at all.csv")}
VOTED = Choice(**NOWHERE, unit=REPLACE, candidates=NAMES, rule=VOTES, mechanism="exponential")
SCORE = Column("points", Kind.DECIMAL, step=Fraction(1, 10), bounds=(Fraction(0), Fraction(100)), blank="0")
PRICED = Choice(**NOWHERE, unit=ADD, candidates=parse_grid("1", "5", "1"), rule=Revenue(PRICE), mechanism="exponential")
LINE = Grid(Fraction(0), Fraction(1, 10**8), 5 * 10**8)
CHOICES = {
    "exponential": VOTED,
    "permute and flip": replace(VOTED, mechanism="permute_and_flip"),
    "noisy max": replace(VOTED, mechanism="noisy_max_laplace"),
    "two winners": replace(VOTED, winners=2, epsilon=Fraction(2)),
    "prices": PRICED,
    "line": Choice(**NOWHERE, unit=ADD, candidates=LINE, rule=Median(X), mechanism="exponential"),
    "ready-made": Choice(
        **NOWHERE, unit=ADD, candidates=NAMES, mechanism="exponential",
        rule=Ready((NAME, SCORE), Fraction(1), Fraction(2)),
    ),
}  # fmt: skip
BINS = tuple(Condition(NAME, name, values=(name,)) for name in "abc")
COUNTED = (Asked("n", Count(), Fraction(1, 4)), Asked("sum", Total(X), Fraction(3, 4)))
GROUPS = (Asked("h", Histogram(BINS), Fraction(1), least=Fraction(0)),)
OTHERS = {
    "figures": Measurement(**NOWHERE, unit=ADD, figures=COUNTED, mechanism="two_sided_geometric"),
    "histogram": Measurement(**NOWHERE, unit=REPLACE, figures=GROUPS, mechanism="two_sided_geometric"),
    "gaussian": Measurement(
        **NOWHERE, unit=ADD, figures=(Asked("n", Count(), Fraction(1)),), mechanism="discrete_gaussian",
        delta=Fraction(1, 100), delta_cap=Fraction(1, 10),
    ),
    "answers": replace(SURVEY, source=NOWHERE["source"]),
    "synthetic table": replace(SYNTHETIC, source=NOWHERE["source"]),
}  # fmt: skip
EVERY = CHOICES | OTHERS
DRAWS = 4000


def twice(question):
    """A draw with half the noise: epsilon doubled, R halved, a factor 2 forgotten."""
    broken = replace(question, epsilon=2 * question.epsilon)
    return lambda _, secret, entropy: charged.drawn(broken, secret, entropy)


def each_winner_at_full_price(question, secret, entropy):
    """Peeling that forgets to share epsilon among the winners."""
    return charged.drawn(replace(question, epsilon=question.epsilon * question.winners), secret, entropy)


def without_permutation(question, secret, entropy):
    """Permute-and-flip that visits the candidates in the order of the list."""
    gaps = (int(secret.steps.max()) - secret.steps) * float(question.calibration.rate(secret.unit))
    while True:
        for place, gap in enumerate(gaps):
            if entropy.bits(53) < exp(-gap) * 2**53:
                return {"winners": [question.candidates.label(place)]}


@pytest.mark.parametrize("name", list(EVERY))
def test_nothing_is_reported_of_a_sound_draw_and_its_table_is_not_read(name):
    found = audited(EVERY[name], 400, Seeded(name))
    assert found.kept
    assert found.draws == 400
    assert found.exact is None or 0 < found.exact <= found.trial.claim


@pytest.mark.parametrize(
    ("name", "epsilon", "draws"),
    [
        ("exponential", 1, 14000),
        ("permute and flip", 2, 4000),
        pytest.param("noisy max", 1, 14000, marks=pytest.mark.long),
        ("histogram", 1, 2000),
        ("gaussian", 2, 6000),
        ("answers", 1, 2000),
        pytest.param("synthetic table", 1, 8000, marks=pytest.mark.long),
    ],
)
def test_half_the_noise_is_reported(name, epsilon, draws):
    question = replace(EVERY[name], epsilon=Fraction(epsilon))
    found = audited(question, draws, Seeded(name), twice(question))
    assert not found.kept
    assert epsilon < found.proven <= 2.1 * epsilon
    assert epsilon <= found.at_least <= found.proven


@pytest.mark.long
def test_winners_that_do_not_share_epsilon_are_reported():
    asked = replace(EVERY["permute and flip"], winners=3, epsilon=Fraction(3))
    assert not audited(asked, 40_000, Seeded("peeled"), each_winner_at_full_price).kept


def test_permute_and_flip_without_a_permutation_is_reported():
    asked = replace(EVERY["permute and flip"], unit=ADD)
    assert not audited(asked, 1000, Seeded("in order"), without_permutation).kept


@pytest.mark.parametrize("name", ["exponential", "histogram"])
def test_what_it_says_would_have_been_seen_is_not_far_above_the_promise(name):
    found = audited(EVERY[name], DRAWS // 2, Seeded(name))
    assert found.shows is not None
    assert found.trial.claim < found.shows < 2.5 * found.trial.claim


def test_what_is_judged_is_the_draw_of_a_release():
    for judge in (played, audited):
        assert inspect.signature(judge).parameters["draw"].default is charged.drawn


def test_sealed_rows_cannot_be_played():
    trial = VOTED.trials(50)[0]
    sealed = Sealed(looked_at(trial.tables[0]), VOTED.source)
    with pytest.raises(TypeError, match="sample or a stand-in"):
        played([replace(trial, tables=(sealed, trial.tables[1]))], VOTED, 50, Seeded("sealed"))


def test_a_check_can_be_cancelled_and_needs_a_few_draws():
    def stop(share):
        raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        played(VOTED.trials(50), VOTED, 50, Seeded("c"), stop)
    with pytest.raises(InputError, match="at least 32"):
        audited(VOTED, 7, Seeded("few"))


# ---- the tables


@pytest.mark.parametrize("name", ["exponential", "prices", "ready-made"])
def test_the_scores_of_a_pair_move_apart_by_no_more_than_one_person_can_move_them(name):
    asked, farthest_apart = CHOICES[name], Fraction(0)
    for before, after in pairs(asked):
        moves = [int(b) * after.unit - int(a) * before.unit for a, b in zip(before.steps, after.steps, strict=True)]
        farthest_apart = max(farthest_apart, max(moves) - min(moves))
    assert farthest_apart == {"prices": 4}.get(name, asked.sensitivity.range) <= asked.sensitivity.range


def test_the_tables_differ_by_one_person_who_comes_or_changes():
    for unit, least in ((ADD, 0), (REPLACE, 1)):
        for crowd in crowds(replace(VOTED, unit=unit)):
            assert (len(crowd.before), len(crowd.after)) == (least, 1)
    two = PrivacyUnit(Relation.ADD_REMOVE, "p", 2)
    assert {len(crowd.after) for crowd in crowds(replace(VOTED, unit=two))} <= {1, 2}


@pytest.mark.parametrize("name", ["exponential", "prices"])
def test_scores_of_invented_tables_are_those_of_a_release(name):
    import pyarrow as pa

    asked = CHOICES[name]
    for crowd in itertools.islice(crowds(asked), 12):
        values = Counter(row[0] for person in crowd.tables()[1] for row in person)
        kind = pa.string() if name == "exponential" else pa.int64()
        cells = [value if isinstance(value, str | int) else None for value in values]
        counts = Counts(pa.array(cells, kind), pa.array(list(values.values()), pa.int64()))
        found, plain = (
            scores_of(asked.rule, asked.candidates, crowd.tables()[1]),
            evaluate(asked.rule, asked.candidates, [counts]),
        )
        assert [step * found.unit for step in found.steps.tolist()] == [
            step * plain.unit for step in plain.steps.tolist()
        ]


def test_answers_and_laplace_noise_are_played_where_the_promise_is_reached_exactly():
    for name in ("figures", "histogram", "answers"):
        assert EVERY[name].trials(50)[0].exact == pytest.approx(1)


@pytest.mark.parametrize(
    "unit", [ADD, REPLACE, PrivacyUnit(Relation.ADD_REMOVE, "p", 3)], ids=["add", "replace", "rows"]
)
@pytest.mark.parametrize("name", list(FIGURES))
def test_figures_move_by_all_that_their_bounds_allow_and_no_more(name, unit):
    for bounds in derive(FIGURES[name], unit):
        move = farthest(bounds)
        assert len(move) == bounds.components
        assert sum(map(abs, move)) == bounds.l1
        assert sum(each * each for each in move) <= bounds.l2_squared


def test_a_mean_is_compared_by_what_is_published_of_it():
    private = Measurement(
        **NOWHERE,
        unit=ADD,
        figures=(Asked("m", Mean(X, otherwise=Fraction(1)), Fraction(1)),),
        mechanism="two_sided_geometric",
    )
    shared = replace(private, unit=REPLACE, figures=(Asked("m", Mean(X, people=50), Fraction(1)),))
    for asked, lines in ((private, 2), (shared, 1)):
        (trial,) = asked.trials(50)
        result = charged.drawn(asked, looked_at(trial.tables[0]), Seeded("mean"))
        assert len(trial.outcome(result)) == lines
        assert trial.losses([trial.outcome(result)])[0] > -1.01


# ---- what draws prove


def chances(draws, chance):
    """The exact probability of each number of successes."""
    return np.array([comb(draws, k) * chance**k * (1 - chance) ** (draws - k) for k in range(draws + 1)])


@pytest.mark.parametrize("draws", [7, 40])
@pytest.mark.parametrize("error", [0.3, 0.05, 1e-4])
def test_a_chance_lies_outside_its_bound_no_more_often_than_said(draws, error):
    shares = np.arange(draws + 1) / draws
    low = np.array([evidence.chance_at_least(share, draws, error) for share in shares])
    high = np.array([evidence.chance_at_most(share, draws, error) for share in shares])
    for chance in np.linspace(0.001, 0.999, 21):
        often = chances(draws, chance)
        assert often[low > chance].sum() <= error
        assert often[high < chance].sum() <= error
        assert often[shares < evidence.share_at_least(chance, draws, error)].sum() <= error
        assert often[shares > evidence.share_at_most(chance, draws, error)].sum() <= error


def test_the_bounds_reach_as_far_as_they_may():
    """Of 0 successes the bound is 1 - error^(1/n), which no valid bound can better."""
    assert evidence.chance_at_most(0.0, 50, 0.01) == pytest.approx(1 - 0.01 ** (1 / 50), rel=1e-9)
    assert evidence.chance_at_least(1.0, 50, 0.01) == pytest.approx(0.01 ** (1 / 50), rel=1e-9)
    assert evidence.chance_at_least(0.0, 50, 0.01) == 0
    assert evidence.proven_loss(0.0, 1.0, 50, 0.0, 0.01) == -inf


@pytest.mark.parametrize("delta", [0.0, 0.05])
def test_no_loss_is_proven_that_is_not_there_and_one_that_shows_is_found(delta):
    draws, error, missed, claim, rare = 400, 0.02, 0.05, 0.5, 0.1
    shares = np.arange(draws + 1) / draws
    likely = np.array([evidence.chance_at_least(share, draws, error / 2) for share in shares]) - delta
    unlikely = np.array([evidence.chance_at_most(share, draws, error / 2) for share in shares[:100]])
    proven = np.log(np.maximum(likely, 1e-300))[:, None] - np.log(unlikely)
    assert proven[150, 20] == pytest.approx(evidence.proven_loss(shares[150], shares[20], draws, delta, error))
    shows = evidence.loss_that_shows(claim, rare, draws, delta, error, missed)

    def chance(loss, found):
        return (np.outer(chances(draws, exp(loss) * rare + delta), chances(draws, rare)[:100]) * found).sum()

    assert chance(claim, proven > claim) <= error
    assert claim < shows < log((1 - delta) / rare)
    assert chance(shows, proven <= claim) <= missed


def test_of_too_few_draws_no_loss_is_said_to_show():
    assert evidence.loss_that_shows(1.0, 0.3, 20, 0.0, ERROR, MISSED) is None
    assert audited(VOTED, 40, Seeded("forty")).shows is None


def test_events_are_counted_in_other_draws_than_those_that_picked_them():
    """Two tables that nobody can tell apart, with so many outcomes that each table's own draws look telling."""
    trial = Trial(
        (Shown(0), Shown(1)),
        "",
        "",
        lambda result: result["n"],
        lambda outcomes: np.zeros(len(outcomes)),
        Fraction(1, 100),
    )
    found = played(
        [trial], VOTED, DRAWS, Seeded("same"), draw=lambda question, secret, entropy: {"n": entropy.below(2000)}
    )
    assert found.kept
    assert found.at_least == 0


def test_a_law_beyond_the_promise_is_reported_even_where_no_draw_shows_it():
    found = audited(VOTED, 40, Seeded("law"))
    assert found.kept
    assert not replace(found, trial=replace(found.trial, exact=1.01)).kept


def test_printed_numbers_are_rounded_to_the_honest_side():
    trial = replace(VOTED.trials(50)[0], claim=Fraction(1, 3), exact=0.33333)
    quiet = Audit(trial, 100, 0.12999, Fraction(1))
    assert quiet.at_least == Fraction(129, 1000)
    assert quiet.exact == Fraction(1, 3)
    assert replace(quiet, trial=replace(trial, exact=0.30011)).exact == Fraction(301, 1000)
    assert replace(quiet, trial=replace(trial, exact=0.4011)).exact == Fraction(402, 1000)
    assert replace(quiet, proven=-0.5).at_least == 0
