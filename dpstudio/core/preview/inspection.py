"""What the curator sees of a private table on purpose: the true answers and the exact law of one question.

It is of a type of its own that no preview, comparison, picture, receipt or export takes, and that cannot be stored.
"""

from pathlib import Path
from typing import Any

from dpstudio.core.preview.contract import Previewable
from dpstudio.core.preview.distribution import Badge, Distribution
from dpstudio.core.preview.views import Law, View
from dpstudio.core.release import plan_digest, read
from dpstudio.core.sealed import looked_at
from dpstudio.core.tables.importing import Tick
from dpstudio.core.tables.permit import Inspection
from dpstudio.core.unsealing import inspected
from dpstudio.translation import phrase

MARK = phrase("NOT PRIVATE. DO NOT SHARE.")


def inspect(question: Previewable[Any], leave: Inspection, work_file: Path, tick: Tick) -> View:
    """Read the private table and work out what is asked of it, for the curator's eyes.

    Args:
        leave: for this table and this question; the look is in the ledger already.

    Raises:
        TypeError: the leave is for another table or question.
    """
    found = inspected(read(question, work_file, tick), leave, plan_digest(question))
    laws = question.preview(found, Badge.SAMPLE)
    return View(tuple(map(_law, laws)), question.true_answers(looked_at(found)))


def _law(shown: Distribution) -> Law:
    label = shown.bins.middle if shown.bins else shown.label
    return Law(shown.name, shown.chances, label, shown.across, shown.upright)
