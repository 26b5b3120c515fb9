"""Which tests take turns: a third of them in the ordinary run, another one every day; all of them in the long one."""

import datetime
import os
from collections.abc import Sequence

import pytest

FOLDERS = ("gui",)
WIDEST = (
    "core/test_audit.py", "judges/test_messy_files.py", "judges/test_same_output.py", "test_cli_audit.py",
    "test_keeping.py", "test_moving.py", "test_moving_killed.py", "test_resuming.py", "test_signing_killed.py",
    "verifying/test_alterations.py", "verifying/test_unlisted.py", "workspace/test_altered_projects.py",
    "workspace/test_files.py", "workspace/test_inspect.py", "workspace/test_same_people.py",
)  # fmt: skip
PRODUCTS = (
    "core/test_choices.py", "core/test_columnar.py", "core/test_extremes.py", "core/test_formula.py",
    "core/test_loss.py", "core/test_mechanisms.py", "core/test_noise.py", "core/test_routes.py",
    "core/test_sampling.py", "gate/test_command_line.py", "gate/test_window.py",
    "judges/test_faults.py", "judges/test_figures_of_neighbours.py", "judges/test_holes.py",
    "judges/test_recomputed_receipts.py", "judges/test_whole_release.py",
)  # fmt: skip


DAY = int(os.environ.setdefault("DPSTUDIO_TESTS_OF_DAY", str(datetime.datetime.now(datetime.UTC).toordinal())))
"""The day by which turns are taken: that of the process that started all others, though midnight pass meanwhile."""


def takes_turns(place: str, *, one_of_many: bool) -> bool:
    """Whether a test is one of the window, of the widest files, or one case of a whole product of cases.

    Args:
        place: its file, from the folder of all tests.
        one_of_many: whether the same test is tried of other cases too.
    """
    return place.split("/")[0] in FOLDERS or place in WIDEST or (place in PRODUCTS and one_of_many)


def hold_back(items: Sequence[pytest.Item]) -> None:
    """Leave to the long run whatever has no turn today."""
    turning = [each for each in items if _takes_turns(each) and each.get_closest_marker("long") is None]
    for place, item in enumerate(turning):
        if (place + DAY) % 3:
            item.add_marker(pytest.mark.long)


def _takes_turns(item: pytest.Item) -> bool:
    place = item.path.relative_to(item.config.rootpath / "tests").as_posix()
    return takes_turns(place, one_of_many=hasattr(item, "callspec"))
