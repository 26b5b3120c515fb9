"""Plans, exact scores and releases of all recorded questions are what they were, byte for byte.

What is to change is recorded anew (`python -m tests.recorded.recording`) in a commit of its own. A quarter of the plans
and scores and an eighth of the releases are tried in the ordinary run, others every day; all of them in the long one.
"""

import os
import re
import subprocess
import sys
from itertools import product

import pytest

from tests.recorded import questions, recording
from tests.turns import DAY

TURNS = {"plans": 4, "scores": 4, "releases": 8}
EVERY = [(kind, name) for kind in recording.KINDS for name in recording.NAMES]
TODAY = {(kind, name) for kind, turns in TURNS.items() for name in recording.NAMES[DAY % turns :: turns]}
ELSEWHERE = {"TZ": "Pacific/Kiritimati", "LANG": "tr_TR.UTF-8", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
SAYS = """
import os, sys
from pathlib import Path
from tests.recorded.recording import said
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
sys.stdout.buffer.write("".join(said(*each.split("/"), Path()) for each in sys.argv[1:]).encode())
"""


@pytest.mark.parametrize(
    ("kind", "name"),
    [pytest.param(*each, marks=[] if each in TODAY else pytest.mark.long, id="-".join(each)) for each in EVERY],
)
def test_what_is_said_is_what_was_recorded(kind, name, tmp_path):
    assert recording.said(kind, name, tmp_path) == recording.recorded(kind, name)


def test_every_question_is_recorded_and_nothing_else():
    for kind in recording.KINDS:
        found = {path.stem for path in (recording.HERE / kind).iterdir()}
        assert found == set(recording.NAMES) if kind != "scores" else found < set(recording.NAMES)


def test_each_project_is_what_the_generator_writes():
    written = {questions.file_of(name): questions.text_of(plan) for name, plan in questions.EVERY.items()}
    assert {path.stem: path.read_text("utf-8") for path in questions.PROJECTS.iterdir()} == written


def test_every_kind_rule_unit_noise_mechanism_and_format_is_asked_about_and_released():
    """Counted in what was recorded."""
    released = [path.read_text("utf-8") for path in (recording.HERE / "releases").iterdir()]
    released = [text for text in released if text.startswith("exit 0")]
    said = "\n".join(released)
    wanted = {
        "kind": ["choose", "measure", "survey", "synthesize"],
        "key": ["exponential", "permute_and_flip", "noisy_max_laplace", "noisy_max_gumbel", "noisy_max_exponential"],
        "calibration": ["l1", "zcdp", "exact delta"],
        "neighbour_relation": ["add_remove", "replace_one"],
        "persons_are_read_as": ["text", "folded_text", "exact_text", "whole_number"],
        "format": ["text", "excel", "parquet", "parquet_folder", "arrow", "sqlite"],
        "origin": ["grid", "dates", "product of lists", "typed"],
        "type": ["yes_no", "integer", "decimal", "date", "category", "choices", "longitude", "latitude"],
        "queries": ["columns", "pairs", "halfspaces"],
    }
    lacking = [(key, value) for key, values in wanted.items() for value in values if f'"{key}": "{value}"' not in said]
    assert lacking == []
    assert len(recording.NAMES) >= 120 and len(released) >= 100
    assert {int(many) for many in re.findall(r'"rows_per_person": (\d)', said)} == {1, 2, 3}


def test_neither_place_nor_time_nor_machine_stands_in_what_was_recorded(tmp_path):
    """The same words in another folder, time zone and language, with another order of hashes, on one core."""
    names = [f"{kind}/{name}" for kind, name in product(recording.KINDS, recording.NAMES[DAY % 45 :: 45])]
    done = subprocess.run(
        [sys.executable, "-c", SAYS, *names], cwd=tmp_path, capture_output=True, check=True,
        env=os.environ | ELSEWHERE | {"HOME": str(tmp_path), "PYTHONPATH": f"{questions.HERE.parents[1]}"},
    )  # fmt: skip
    assert done.stdout.decode() == "".join(recording.recorded(*name.split("/")) for name in names)
