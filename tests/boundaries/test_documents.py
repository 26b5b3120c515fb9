"""Decisions have numbers of their own, and whoever names one names one that is there."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
DECISIONS = [path.name for path in (ROOT / "docs" / "decisions").glob("*.md")]


def test_each_decision_has_a_number_of_its_own():
    counted = Counter(name[:4] for name in DECISIONS)
    assert sorted(counted) == [f"{number:04}" for number in range(1, len(DECISIONS) + 1)]


def test_every_decision_that_is_named_exists():
    numbers = {name[:4] for name in DECISIONS}
    for path in [*(ROOT / "docs").rglob("*.md"), *(ROOT / "dpstudio").rglob("*.py")]:
        named = set(re.findall(r"decisions? (\d{4})", path.read_text("utf-8")))
        assert named <= numbers, path
