"""Which tests take turns: some each day in the ordinary run, others the next day; all of them in the long one."""

import datetime
import os
from collections.abc import Sequence

import pytest

FOLDERS = ("gui",)
WIDEST = (
    "core/test_audit.py", "gate/test_command_line.py", "gate/test_window.py", "judges/test_messy_files.py",
    "judges/test_same_output.py", "test_cli_audit.py", "test_keeping.py", "test_moving.py", "test_moving_killed.py",
    "test_resuming.py", "test_signing_killed.py", "verifying/test_alterations.py", "verifying/test_unlisted.py",
    "workspace/test_altered_projects.py", "workspace/test_files.py", "workspace/test_inspect.py",
    "workspace/test_same_people.py",
)  # fmt: skip
WIDE = (
    "core/test_apart.py", "core/test_figures.py", "core/test_floors.py", "gate/test_canary_journeys.py", "test_cli.py",
    "test_cli_results.py", "test_exit_codes.py", "test_heard_waiting.py", "test_interruption.py", "test_python.py",
    "test_python_arguments.py", "test_reading.py",
    "verifying/test_files.py", "verifying/test_shapes.py", "verifying/test_verify.py",
    "workspace/test_demonstrations.py", "workspace/test_format_check.py",
)  # fmt: skip
PRODUCTS = (
    "core/test_choices.py", "core/test_columnar.py", "core/test_extremes.py", "core/test_formula.py",
    "core/test_law_tables.py", "core/test_loss.py", "core/test_mechanisms.py", "core/test_noise.py",
    "core/test_routes.py", "core/test_sampling.py", "core/test_sealed.py", "judges/test_faults.py",
    "judges/test_figures_of_neighbours.py", "judges/test_holes.py", "judges/test_recomputed_receipts.py",
    "judges/test_sensitivities_of_figures.py", "judges/test_totals_of_persons.py", "judges/test_whole_release.py",
    "recorded/test_recorded.py", "workspace/test_gate.py", "workspace/test_resolve_is_total.py",
)  # fmt: skip


DAY = int(os.environ.setdefault("DPSTUDIO_TESTS_OF_DAY", str(datetime.datetime.now(datetime.UTC).toordinal())))
"""The day by which turns are taken: that of the process that started all others, though midnight pass meanwhile."""


def turns(place: str, *, one_of_many: bool) -> int:
    """Every which day a test has its turn: 24 of the window, 9 of the widest files, 4 of wide ones and whole products.

    Args:
        place: its file, from the folder of all tests.
        one_of_many: whether the same test is tried of other cases too.
    """
    if place.split("/")[0] in FOLDERS:
        return 24
    if place in WIDEST:
        return 9
    return 4 if place in WIDE or (place in PRODUCTS and one_of_many) else 1


def hold_back(items: Sequence[pytest.Item]) -> None:
    """Leave to the long run whatever has no turn today."""
    ordinary = [each for each in items if each.get_closest_marker("long") is None]
    for days in (4, 9, 24):
        for place, item in enumerate(each for each in ordinary if _turns(each) == days):
            if (place + DAY) % days:
                item.add_marker(pytest.mark.long)


def _turns(item: pytest.Item) -> int:
    place = item.path.relative_to(item.config.rootpath / "tests").as_posix()
    return turns(place, one_of_many=hasattr(item, "callspec"))
