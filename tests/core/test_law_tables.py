"""`law` tells every outcome, or bins with their ends and the mass beyond: plain numbers that add up to 1."""

import csv
import io
import json
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest

from dpstudio.core.mechanisms import NOISES
from dpstudio.workspace.project import demonstrations
from tests.test_cli import edit

NAMES = ("ages", "apples", "debts", "drugs", "smokers", "survey", "halfspaces", "median", "colour")


def law(run, project):
    return json.loads(run("law", project, "--json")[1])["law"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("noise", ["two_sided_geometric", "discrete_gaussian"])
def test_the_probabilities_of_each_part_add_up_to_one(run, tmp_path, name, noise):
    project = demonstrations.write(name, tmp_path / name)
    if noise == "discrete_gaussian":
        edit(project, '"noise": "two_sided_geometric"', '"noise": "discrete_gaussian"')
        edit(project, '"delta": ""', '"delta": "0.000001"')
        edit(project, '"delta_cap": ""', '"delta_cap": "1/2"')
    rows = law(run, project)
    parts = {}
    for row in rows:
        part = row.get("part", row.get("truth", ""))
        parts[part] = parts.get(part, 0) + float(row["probability"])
        for field in ("from", "to", "score", "first", "last", "points", "largest_error"):
            assert row.get(field, "") == "" or Fraction(row[field]) is not None
    assert parts == {part: pytest.approx(1, abs=1e-9) for part in parts}


def test_every_bin_of_a_histogram_is_told(run, tmp_path):
    project = demonstrations.write("ages", tmp_path / "a")
    bins = json.loads(project.read_text())["plan"]["figures"][0]["bins"].split()
    assert len({row["part"] for row in law(run, project)}) == len(bins) - 1


@pytest.mark.parametrize("name", NAMES)
def test_the_screen_and_a_file_hold_the_same_columns(run, tmp_path, name):
    project = demonstrations.write(name, tmp_path / name)
    shown = run("law", project)[1]
    assert run("law", project, "--out", tmp_path / "law.csv")[0] == 0
    assert (tmp_path / "law.csv").read_text() == shown
    header, *rows = csv.reader(io.StringIO(shown))
    assert header[-1] == "probability"
    assert all(len(row) == len(header) for row in rows)


def test_simulated_outcomes_have_a_header_too(run, tmp_path):
    project = demonstrations.write("smokers", tmp_path / "s")
    assert run("simulate", project, "-n", "20")[1].splitlines()[0] == "part,outcome,times"


def exact_mass(key, size, first, last):
    with mpmath.workdps(40):
        steps = [mpmath.mpf(k) for k in range(int(first), int(last) + 1)]
        if key == "two_sided_geometric":
            rate = mpmath.mpf(size.numerator) / size.denominator
            return float(sum(mpmath.exp(-rate * abs(k)) for k in steps) * mpmath.tanh(rate / 2))
        variance = mpmath.mpf(size.numerator) / size.denominator
        return float(sum(mpmath.exp(-(k**2) / (2 * variance)) for k in steps) / mpmath.sqrt(2 * mpmath.pi * variance))


@pytest.mark.parametrize("size", [Fraction(1, 1000), Fraction(1, 7), Fraction(3)])
def test_masses_of_bins_are_exact_for_laplace_noise(size):
    ends = [(-9, -5), (-2, 3), (0, 0), (1, 40), (-40, 0), (100, 101)]
    first, last = (np.array(each, np.float64) for each in zip(*ends, strict=True))
    found = NOISES["two_sided_geometric"].between(size, first, last)
    for each, (low, high) in zip(found, ends, strict=True):
        assert each == pytest.approx(exact_mass("two_sided_geometric", size, low, high), rel=1e-10, abs=1e-300)


@pytest.mark.parametrize("size", [Fraction(100), Fraction(999_000), Fraction(1_100_000), Fraction(10**8)])
def test_masses_of_bins_are_exact_for_gaussian_noise(size):
    ends = [(-900, -500), (-200, 300), (0, 0), (1, 1400), (-400, 0), (1000, 1201)]
    first, last = (np.array(each, np.float64) for each in zip(*ends, strict=True))
    found = NOISES["discrete_gaussian"].between(size, first, last)
    for each, (low, high) in zip(found, ends, strict=True):
        assert each == pytest.approx(exact_mass("discrete_gaussian", size, low, high), rel=1e-10, abs=1e-15)


@pytest.mark.parametrize("people", [8, 900, 10**6, 10**8])
def test_no_two_errors_of_a_synthetic_table_are_called_alike(people):
    from dpstudio.core.mechanisms import SMALL_DATABASE
    from dpstudio.core.preview.distribution import Badge
    from dpstudio.core.sealed import Shown
    from dpstudio.kinds.synthesize.previewing import invented, of_tables
    from tests.core.test_release_kinds import ROWS, question

    asked = question("synthesis", ROWS)
    scores = Shown(SMALL_DATABASE.scores(asked.synthesis, invented(asked, people)))
    (shown,) = of_tables(asked, scores, people, Badge.SAMPLE)
    labels = [shown.label(place) for place in range(shown.chances.size)]
    assert len(set(labels)) == len(labels)
    ends = [shown.bins.ends(place) for place in range(shown.chances.size)]
    assert all(last == after for (_, last), (after, _) in pairwise(ends))
    assert (ends[0][0].strip("0. %"), ends[-1][1]) == ("", "")
