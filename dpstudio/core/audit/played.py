"""Playing a trial: draws of both tables by the release's own function, and what they prove."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from dpstudio.core.audit.contract import Auditable
from dpstudio.core.audit.evidence import loss_that_shows, promising, proven_loss
from dpstudio.core.audit.trial import Floats, Outcome, Tick, Trial, down, up
from dpstudio.core.entropy import Entropy
from dpstudio.core.errors import InputError
from dpstudio.core.quantities import with_unit
from dpstudio.core.release.charged import drawn
from dpstudio.core.sealed import looked_at
from dpstudio.translation import phrase

ERROR = 1e-6
MISSED = 1e-3
_EVENTS = 8
_DEVIATIONS = 5.0
_ROOM = 1.5
_TICKS = 64
Draw = Callable[[Any, Any, Entropy], dict[str, Any]]


@dataclass(frozen=True)
class Audit:
    """What the draws of one trial show.

    Args:
        trial: what was played; its `exact` is the largest of all pairs that were tried.
        draws: of both tables together.
        proven: the largest loss that the draws prove, whatever the draw is made of, except with probability ERROR.
        shows: the least loss that would have been found beyond the promise, except with probability MISSED; None
            where so few draws could not have found any.
    """

    trial: Trial
    draws: int
    proven: float
    shows: Fraction | None

    @property
    def kept(self) -> bool:
        """Whether nothing beyond the promise was seen, neither in the draws nor in the exact law."""
        claim = float(self.trial.claim)
        return self.proven <= claim * (1 + 1e-12) and (self.trial.exact or 0.0) <= claim * (1 + 1e-6)

    @property
    def exact(self) -> Fraction | None:
        """The largest loss by the exact law, rounded up; within the promise never beyond it."""
        if self.trial.exact is None:
            return None
        return min(up(self.trial.exact), self.trial.claim) if self.kept else up(self.trial.exact)

    @property
    def at_least(self) -> Fraction:
        """What the draws prove, rounded down."""
        return down(max(0.0, self.proven))


@dataclass(frozen=True)
class _Event:
    """Outcomes that are likelier on one table than on the other.

    Args:
        table: the one on which it is likelier, 0 or 1.
        places: a number for each outcome; the event is that it is at least `least`.
        promised: about the loss that it will prove.
    """

    table: int
    places: Callable[[Sequence[Outcome]], Floats]
    least: float
    promised: float

    def share(self, outcomes: Counter[Outcome]) -> float:
        """How often it occurred."""
        times = np.array(list(outcomes.values()))
        return float(times[self.places(list(outcomes)) >= self.least].sum() / times.sum())


def audited(question: Auditable[Any], draws: int, entropy: Entropy, draw: Draw = drawn) -> Audit:
    """Play a question on two invented tables that one person tells apart; its own table is not read.

    Args:
        draws: of both tables together, at least 8.
        draw: what is judged, the release's own draw.
    """
    return played(question.trials(draws // 2), question, draws, entropy, draw=draw)


def played(
    trials: Sequence[Trial],
    question: Auditable[Any],
    draws: int,
    entropy: Entropy,
    tick: Tick = lambda _: None,
    draw: Draw = drawn,
) -> Audit:
    """Pick a trial and events in it by a first quarter of the draws, and count the events in the rest.

    What is picked does not depend on the draws that are counted, and each of the eight events has its part of ERROR.

    Args:
        draws, draw: as for `audited`.
        tick: called with the share done; it may raise Cancelled.

    Raises:
        InputError: there are too few draws for each trial to have one in the first quarter.
    """
    each, fewest = draws // 2, 8 * len(trials)
    if draws < fewest:
        raise InputError(
            phrase("This check needs at least {fewest}.", fewest=with_unit(f"{fewest:,}", phrase("draws"))),
            phrase("Ask for more."),
            "draws",
        )
    first = each // 4 // len(trials)
    rest = each - first * len(trials)
    done = 0

    def outcomes(trial: Trial, many: int) -> tuple[Counter[Outcome], Counter[Outcome]]:
        nonlocal done
        found: tuple[Counter[Outcome], Counter[Outcome]] = (Counter(), Counter())
        tables = [looked_at(table) for table in trial.tables]
        for _ in range(many):
            if done % _TICKS == 0:
                tick(done / each)
            done += 1
            for counted, table in zip(found, tables, strict=True):
                counted[trial.outcome(draw(question, table, entropy))] += 1
        return found

    picked = [(trial, list(_events(trial, outcomes(trial, first), rest))) for trial in trials]
    trial, events = max(picked, key=lambda each: max(event.promised for event in each[1]))
    exact = None if trial.exact is None else max(other.exact or 0.0 for other in trials)
    return _judged(replace(trial, exact=exact), events, outcomes(trial, rest), rest, 2 * each)


def _judged(
    trial: Trial, events: Sequence["_Event"], counted: Sequence[Counter[Outcome]], rest: int, draws: int
) -> Audit:
    claim, delta = float(trial.claim), float(trial.delta)
    proven, shows = [], []
    for event in events:
        likely, rare = event.share(counted[event.table]), event.share(counted[1 - event.table])
        proven.append(proven_loss(likely, rare, rest, delta, ERROR / _EVENTS))
        shows.append(loss_that_shows(claim, rare, rest, delta, ERROR / _EVENTS, MISSED))
    known = [loss for loss in shows if loss is not None]
    return Audit(trial, draws, max(proven), up(min(known)) if known else None)


def _events(trial: Trial, first: Sequence[Counter[Outcome]], rest: int) -> Iterator[_Event]:
    """For each table the events that promise most in the order of the stated law, and in that of the frequencies.

    Of each one that is free, and one that is so rare on the other table that a loss beyond the promise has room.
    """
    outcomes = list(first[0] | first[1])
    times = [np.array([counter[outcome] for outcome in outcomes], np.float64) for counter in first]
    seen = dict(zip(outcomes, np.log((times[0] + 0.5) / (times[1] + 0.5)).tolist(), strict=True))

    def frequencies(found: Sequence[Outcome]) -> Floats:
        return np.array([seen.get(outcome, 0.0) for outcome in found])

    for losses in (trial.losses, frequencies):
        order = _Order(losses, outcomes, times, float(trial.delta), rest)
        for table in (0, 1):
            for rarest in (1.0, math.exp(-float(trial.claim) - _ROOM)):
                yield order.best(table, rarest)


@dataclass(frozen=True)
class _Order:
    """An order of outcomes, from those that speak for the first table to those that speak for the second.

    Args:
        losses: a number for each outcome, the largest first.
        outcomes, times: what came in the first quarter, and how often on each table.
        rest: how many draws of each table will be counted.
    """

    losses: Callable[[Sequence[Outcome]], Floats]
    outcomes: Sequence[Outcome]
    times: Sequence[Floats]
    delta: float
    rest: int

    def best(self, table: int, rarest: float) -> _Event:
        """The event that promises to prove the most, of those that are at most so likely on the other table."""

        def places(found: Sequence[Outcome]) -> Floats:
            return self.losses(found) * (1 - 2 * table)

        ends, where = np.unique(-places(self.outcomes), return_inverse=True)
        likely, rare = (
            (np.cumsum(np.bincount(where, weights=each, minlength=ends.size)) + 0.5) / (each.sum() + 1)
            for each in (self.times[table], self.times[1 - table])
        )
        promised = promising(likely, rare, self.rest, self.delta, _DEVIATIONS)
        best = int(np.where(rare <= max(rarest, float(rare.min())), promised, -np.inf).argmax())
        return _Event(table, places, float(-ends[best]), float(promised[best]))
