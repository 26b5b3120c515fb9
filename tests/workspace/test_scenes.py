"""Every scene is that of its demonstration, and every number in its texts is worked out anew."""

import csv
import json
import math
import re
from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import comb, e, log
from pathlib import Path

import pytest

from dpstudio.core.plan import ColumnPlan
from dpstudio.resources import resource
from dpstudio.workspace.project.demonstrations import demonstrations, open_untitled, opening_name
from dpstudio.workspace.project.scenes import scene_of, scenes

KEYS = [each.key for each in demonstrations()]


def rows(file: str) -> list[dict[str, str]]:
    return list(csv.DictReader(resource(f"demonstrations/{file}").read_text("utf-8").splitlines()))


def asked(key: str) -> dict:
    return json.loads(resource(f"demonstrations/{key}/{key}.dpstudio").read_text("utf-8"))["plan"]


def numbers(text: str) -> list[float]:
    return [float(each.replace(",", "")) for each in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text)]


def revenue(limits: list[float], price: float) -> float:
    return price * sum(limit >= price - 1e-9 for limit in limits)


def apples() -> list[float]:
    limits = [float(each["limit"]) for each in rows("apples/apple-buyers.csv")]
    best = max((revenue(limits, cents / 100), cents / 100) for cents in range(1, 501))
    second = 1.00
    assert best[1] == 4.01
    assert sum(limit >= 4.01 for limit in limits) == 1
    assert sum(limit >= second for limit in limits) == len(limits) == 4
    assert revenue(limits, 4.02) == 0
    return [best[0], second, revenue(limits, second), 4.02, second + 0.01, round(revenue(limits, 1.01), 2)]


def mascot() -> list[float]:
    epsilon, names, sure = 0.5, 100, 99
    lead = 2 / epsilon * log((names - 1) * sure)
    wins = [1 / (1 + (names - 1) * math.exp(-epsilon * votes / (2 / factor))) for factor, votes in ((1, 37), (2, 19))]
    assert min(wins) >= 0.99
    assert 1 / (1 + 99 * math.exp(-epsilon * 18)) < 0.99
    said = [sure, names, epsilon]
    return [
        *said,
        39,
        math.ceil(lead),
        2 / epsilon,
        99,
        99,
        round(lead, 2),
        math.ceil(lead / 2),
        names,
        names / epsilon,
    ]


def corona() -> list[float]:
    limits = [float(each["would_pay"]) for each in rows("corona/listeners.csv")]
    best, price = max((revenue(limits, cents / 100), cents / 100) for cents in range(1, 200))
    bound = round(2 * 1.99 * (log(199) + 1), 2)
    assert bound > best, "it says nothing about so few"
    return [1, len(limits), price, round(best, 2), 2, 1.99, 199, 1, bound, 31]


def city() -> list[float]:
    places = [(float(each["latitude"]), float(each["longitude"])) for each in rows("city/members.csv")]
    cities = {each["city"]: (float(each["latitude"]), float(each["longitude"])) for each in rows("city/cities.csv")}

    def middle(people):
        mean = [sum(place[axis] for place in people) / len(people) for axis in (0, 1)]
        return mean, min(cities, key=lambda name: math.dist(mean, cities[name]))

    (north, west), nearest = middle(places)
    (other_north, other_west), other = middle([places[1], *places[1:]])
    assert (nearest, other) == ("Memphis", "New York")
    assert [each["member"] for each in rows("city/members.csv")][:2] == ["Alice", "Bob"]
    assert len(places) == 4
    return [north, -west, 36, 88, other_north, -other_west, 1, round(e, 2)]


def permute_and_flip(votes: list[int]) -> list[float]:
    heads, chances = [math.exp(each - max(votes)) for each in votes], [0.0] * len(votes)
    for order in permutations(range(len(votes))):
        left = 1.0
        for place in order:
            chances[place] += left * heads[place]
            left *= 1 - heads[place]
    return [each / math.factorial(len(votes)) for each in chances]


def colour() -> list[float]:
    votes = Counter(each["colour"] for each in rows("colour/favourites.csv"))
    names = sorted(votes)
    laws = [permute_and_flip([votes[name] - (name == "Brown" and without) for name in names]) for without in (0, 1)]
    brown, blue = ([100 * law[names.index(name)] for law in laws] for name in ("Brown", "Blue"))
    assert rows("colour/favourites.csv")[-1] == {"person": "person 10", "colour": "Brown"}
    said = [round(brown[0], 2), 100, round(brown[1], 2), round(brown[0] / brown[1], 2)]
    return [1, *said, *(round(each, 1) for each in blue), sum(votes.values())]


def likes() -> list[float]:
    table = rows("likes/likes.csv")
    (first, most), (second, next_most) = Counter(
        page for each in table for page in each["likes"].split(";")
    ).most_common(2)
    assert (first, second) == ("Cats of Lisbon", "Sourdough")
    pages = len(asked("likes")["candidates"]["text"].split("\n"))
    return [pages, pages, pages / 0.5, 0.5, 1 / 0.5, len(table), most, next_most]


def median() -> list[float]:
    amounts, bound = 100_000_001, 2 * (log(100_000_001) + log(1 / 0.05))
    grid = asked("median")["candidates"]
    assert amounts == (int(grid["stop"]) - int(grid["start"])) / float(grid["step"]) + 1
    return [amounts, round(log(amounts), 2), 1, 95, 100, math.ceil(100 * bound) / 100, round(2 * log(2), 2)]


def drugs() -> list[float]:
    answers = {each["name"]: each["drugs"] for each in rows("drugs/patients.csv")}
    count = Counter(answers.values())["yes"]
    assert answers["Alice"] == "yes"
    assert count == 2, "one person moves it by 1"
    return [1, 1, round(e, 2), 51, 50, 1]


def debts() -> list[float]:
    owed = {each["name"]: float(each["debt"]) for each in rows("debts/accounts.csv")}
    total, most = sum(owed.values()), 10_000_000
    said = [owed["Alice"], total, total - owed["Alice"], owed["Bob"], owed["Charlie"], most, 1]
    return [*(round(each, 2) for each in said), round(math.exp(most / owed["Alice"]), 1), 1, round(e, 2), 1]


def smokers() -> list[float]:
    table = rows("smokers/patients.csv")
    counted = sum(int(each["age"]) > 50 and each["smoker"] == "yes" for each in table)
    beyond = [2 * math.exp(-(far + 1)) / (1 + math.exp(-1)) for far in (2, 3)]
    assert beyond[0] > 0.05 >= beyond[1]
    return [50, 1, 1, 3, 95, 100, counted, len(table)]


def ages() -> list[float]:
    bins = len(asked("ages")["figures"][0]["bins"].split()) - 1
    return [bins, bins, 1, 1, 1, bins, bins]


def counts() -> list[float]:
    table, figures = rows("counts/patients.csv"), asked("counts")["figures"]
    *counted, mean = figures
    assert [each["kind"] for each in counted] == ["count"] * 4
    assert (mean["kind"], mean["people"]) == ("mean", str(len(table)))
    scale, move = len(figures) / 1, 1 / len(table)
    return [round(e, 2), 1, 1, 1, scale, 1, len(table), 1, len(table), move, round(scale * move, 2)]


def survey() -> list[float]:
    kept = e / (1 + e)
    said = [round(100 * kept, 1), round(100 * (1 - kept), 1), round(kept / (1 - kept), 2), 1]
    return [1, *said[:3], len(rows("survey/patients.csv"))]


def halfspaces() -> list[float]:
    queries, off = 3**2, 0.5
    made = 2 * log(2 * queries) / off**2
    many = math.floor(made) + 1
    half = 100 * off / 2
    tables = comb(2**3 + many - 1, many)
    return [queries, 2 * half, 100, many, 2, 2, queries, off, round(made, 1), many, half, 100, half, tables]


WORKED_OUT = {each.__name__: each for each in (
    apples, mascot, corona, city, colour, likes, median, drugs, debts, smokers, ages, counts, survey,
    halfspaces,
)}  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_every_number_that_a_scene_says_is_worked_out_from_its_table_and_its_document(key):
    scene = scenes()[key]
    assert numbers(f"{scene.question} {scene.answer} {scene.more}") == pytest.approx(WORKED_OUT[key](), abs=1e-9)


@pytest.mark.parametrize("each", demonstrations(), ids=lambda each: each.key)
def test_each_demonstration_has_its_scene_with_any_number_of_people_and_any_epsilon(each, tmp_path):
    for name in (each.key, opening_name(each)):
        plan = open_untitled(name, tmp_path)
        assert scene_of(plan) is scenes()[each.key]
        other = replace(plan, name="Mine", privacy=replace(plan.privacy, epsilon="0.3", cap="4"))
        assert scene_of(other) is scenes()[each.key]
    assert all(text for text in vars(scenes()[each.key]).values())


def test_another_question_has_no_scene(tmp_path):
    plan = open_untitled("colour", tmp_path)
    assert scene_of(replace(plan, candidates=replace(plan.candidates, text="Red\nBlue"))) is None
    table = replace(plan.tables[0], columns=(ColumnPlan("colour", "identifier"),))
    assert scene_of(replace(plan, tables=(table,))) is None


@pytest.mark.parametrize("key", KEYS)
def test_whoever_leaves_the_table_is_in_it(key, tmp_path):
    for name in (key, f"{key}-2"):
        table = open_untitled(name, tmp_path).data_table
        lines = tuple(tuple(row) for row in csv.reader(Path(table.path).read_text("utf-8").splitlines()))[1:]
        assert lines[scenes()[key].line(lines)][0].startswith(scenes()[key].person)
