"""The self-check: a release plays its own draw on invented tables, and what it saw in words for both front ends."""

import time
from collections.abc import Callable
from typing import Any

from dpstudio.core.audit import Audit, played
from dpstudio.core.entropy import Entropy
from dpstudio.core.quantities import counted, rational_text
from dpstudio.core.release.charged import drawn
from dpstudio.core.sealed import looked_at
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.schema import Role
from dpstudio.planning.question import CompleteQuestion
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import phrase

DRAWS = 100_000
MOST = 10_000_000
_FEWEST = 100
_MANY = 1_000
_SECONDS = 5
_TRIED = 20
READ_NOTHING = phrase("The tables are invented: none of yours is read, and nothing is charged.")


def wanted(found: Resolved) -> bool:
    """Whether the check is shown: for samples, and before the first release of a table."""
    return found.question is not None and (
        found.question.role is Role.SAMPLE or found.account is None or not found.account.charges
    )


def check(
    question: CompleteQuestion,
    tick: Tick,
    entropy: Entropy | None = None,
    draws: int | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Audit:
    """Play the question on two invented tables; its own table is not read.

    Args:
        tick: may raise Cancelled.
        draws: how many, or None for 100,000 of at most 1,000 candidates or numbers, else as many as 5 seconds allow.
        clock: tells seconds; the number of draws is settled by it before the first draw that counts.
    """
    entropy = entropy or Entropy()
    trials = question.trials(DRAWS // 2, tick)
    if draws is None:
        draws = DRAWS
        if question.outcomes > _MANY:
            begun, table = clock(), looked_at(trials[0].tables[0])
            for _ in range(_TRIED):
                drawn(question, table, entropy)
            pace = max((clock() - begun) / _TRIED, 1e-9)
            draws = max(_FEWEST, min(DRAWS, int(_SECONDS / pace)))
    return played(trials, question, draws, entropy, tick)


def sentence(audit: Audit) -> str:
    """What was seen, in one or two sentences."""
    promised, draws = _amount(audit), counted(audit.draws, "draws")
    if not audit.kept:
        seen = (
            phrase(
                "in {draws} a loss of at least ε = {at_least} was seen",
                draws=draws,
                at_least=rational_text(audit.at_least),
            )
            if audit.proven > float(audit.trial.claim)
            else phrase("the exact law reaches ε = {exact}", exact=rational_text(audit.exact))
            if audit.exact is not None
            else ""
        )
        return phrase(
            "More than {promised} was seen: {seen}. Do not release; please report it.", promised=promised, seen=seen
        )
    if audit.shows is None:
        return phrase(
            "In {draws} nothing beyond {promised} was seen, but so few draws would not have shown a larger loss.",
            draws=draws,
            promised=promised,
        )
    return phrase(
        "In {draws} nothing beyond {promised} was seen; more than ε = {shows} would have been.",
        draws=draws,
        promised=promised,
        shows=rational_text(audit.shows),
    )


def details(audit: Audit) -> str:
    """What was compared, and what the exact law says of it."""
    trial = audit.trial
    law = (
        phrase("This noise has no largest ratio, so none is shown beside it.")
        if audit.exact is None
        else phrase(
            "By the exact law no outcome on any table tried goes beyond ε = {exact}.", exact=rational_text(audit.exact)
        )
    )
    return phrase(
        "Compared: {compared}, on {told}; half of the draws from each. {law} {read_nothing}",
        compared=trial.compared,
        told=trial.told,
        law=law,
        read_nothing=READ_NOTHING,
    )


def facts(audit: Audit) -> dict[str, Any]:
    """The same as JSON; what the draws prove is rounded down, what they would have shown and the exact law up."""
    trial = audit.trial
    return {
        "kept": audit.kept,
        "draws": audit.draws,
        "epsilon": rational_text(trial.claim),
        "delta": rational_text(trial.delta),
        "seen_at_least": rational_text(audit.at_least),
        "would_have_been_seen": None if audit.shows is None else rational_text(audit.shows),
        "exact": None if audit.exact is None else rational_text(audit.exact),
        "compared": trial.compared,
        "tables": trial.told,
        "sentence": sentence(audit),
    }


def _amount(audit: Audit) -> str:
    said = f"ε = {rational_text(audit.trial.claim)}"
    return (
        phrase("{said} and δ = {delta}", said=said, delta=rational_text(audit.trial.delta))
        if audit.trial.delta
        else said
    )
