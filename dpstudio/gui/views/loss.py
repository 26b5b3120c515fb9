"""The view of losses: how far below the best the result may fall beside what is proven, and which lead suffices."""

from collections.abc import Callable

from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.tables.importing import Tick
from dpstudio.gui.runner import Runner
from dpstudio.gui.views.leader_sheet import LeaderSheet
from dpstudio.gui.views.proof_sheet import ProofSheet
from dpstudio.gui.views.sheet import Sheet
from dpstudio.gui.views.sheet_view import Part, SheetView
from dpstudio.gui.views.tail_sheet import TailSheet
from dpstudio.translation import tr


def loss_view(runner: Runner) -> SheetView:
    """The view, which works beside the window."""
    scores = tr("How far below the best the result may fall on the scores that are shown.")
    lead = tr("One candidate leads and all others are equal: which lead is enough?")
    proof = tr("Why the result is rarely far below the best, step by step, on the scores that are shown.")
    parts = {
        "tail": Part(tr("These scores"), scores, _tail),
        "proof": Part(tr("Proof"), proof, _proof),
        "leader": Part(tr("One leads"), lead, _leader, data_free=True),
    }
    return SheetView(runner, tr("Loss"), parts)


def _tail(shown: Distribution) -> Callable[[Tick], Sheet] | None:
    losses = shown.losses
    return None if losses is None else lambda _: TailSheet(losses(), shown.score_unit)


def _proof(shown: Distribution) -> Callable[[Tick], Sheet] | None:
    proof = shown.tail_proof
    return None if proof is None else lambda _: ProofSheet(proof(), shown.score_unit)


def _leader(shown: Distribution) -> Callable[[Tick], Sheet | None] | None:
    leader = shown.leader
    if leader is None:
        return None

    def made(tick: Tick) -> Sheet | None:
        found = leader(tick)
        return None if found is None else LeaderSheet(found, shown.score_unit)

    return made
