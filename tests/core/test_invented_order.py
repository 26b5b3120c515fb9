"""No invented table gives names an order, by whatever rule; numbers, dates and places keep theirs, and it is said."""

from fractions import Fraction

import pytest

from dpstudio.core.candidates import Grid, Listed, Origin
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.neighbours import Change
from dpstudio.core.scores.language.binding import bind
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.rules import (
    Agreement,
    Formula,
    Median,
    Nearness,
    Quantile,
    Ready,
    Revenue,
    Votes,
    VoteStyle,
)
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Role
from dpstudio.gui.plots.lines import Lines, by_chance
from dpstudio.kinds.choose.neutral import nth
from tests.questions import choice

TEAMS, DAYS, LEVELS = ("Red", "Green", "Blue", "Gold"), ("2026-05-01", "2026-05-02", "2026-05-03"), ("10", "30", "60")
DRINK, CHOICES = Column("pick", Kind.CATEGORY), Column("pick", Kind.CHOICES)
X, Y = (Column(name, Kind.DECIMAL, Fraction(1), (Fraction(0), Fraction(100))) for name in "xy")
DAY = Column("day", Kind.DATE, bounds=(Fraction(739_737), Fraction(739_739)), date_order="ymd")
SCORED = Column("score", Kind.DECIMAL, Fraction(1), (Fraction(0), Fraction(100)))
NAMED = Listed(
    TEAMS,
    Origin.PUBLIC_TABLE,
    {"level": ("90", "48", "10", "55"), "other": ("1", "2", "3", "4"), "third": ("9", "8", "7", "6")},
)
NUMBERS, DATES = Listed(LEVELS), Listed(DAYS)
GRID, DAYS_GRID = Grid(Fraction(0), Fraction(10), 11), Grid(Fraction(739_737), Fraction(1), 3, dates=True)
FREE = Column("u", Kind.INTEGER)
QUARTER = Fraction(1, 4)


def formula(text, candidates, *columns):
    tree = bind(parse(text), {column.name: column for column in columns}, candidates)
    return Formula(columns, tree)


def own(candidates):
    return Votes(
        tuple(Column(candidates.label(at), Kind.YES_NO) for at in range(candidates.count)), VoteStyle.COLUMN_EACH
    )


def ready(_):
    return Ready((DRINK, SCORED), Fraction(1), Fraction(1))


VOTED = {
    "votes": lambda _: Votes((DRINK,), VoteStyle.ONE_COLUMN),
    "several votes": lambda _: Votes((CHOICES,), VoteStyle.CHOICES),
    "own column": own,
    "ready scores": ready,
    "agreement": lambda _: Agreement((DRINK,), ("",)),
    "formula": lambda candidates: formula("2 * count(pick = candidate)", candidates, DRINK),
}
BY_ATTRIBUTE = {
    "revenue": Revenue(X, "level"),
    "median": Median(X, "level"),
    "quantile": Quantile(X, QUARTER, "level"),
    "nearness": Nearness((X,), ("level",)),
    "nearness of sums": Nearness((X,), ("level",), of_sums=True),
    "nearness in three coordinates": Nearness(
        (X, Y, Column("z", Kind.DECIMAL, Fraction(1), (Fraction(0), Fraction(9)))), ("level", "other", "third")
    ),
}
BY_NUMBER = {
    "revenue": lambda column: Revenue(column),
    "median": lambda column: Median(column),
    "quantile": lambda column: Quantile(column, QUARTER),
    "nearness": lambda column: Nearness((column,), ("",)),
}

WITHOUT_NAMES = [
    *((f"{name}, list of {what}", made(listed), listed)
      for name, made in VOTED.items() for what, listed in (("names", NAMED), ("numbers", NUMBERS), ("dates", DATES))),
    *((f"{name}, list of names", rule, NAMED) for name, rule in BY_ATTRIBUTE.items()),
    ("formula of an attribute", formula("-sum(abs(x - candidate.level))", NAMED, X), NAMED),
]  # fmt: skip
ON_AN_AXIS = [
    *((f"{name}, list of numbers", made(X), NUMBERS) for name, made in BY_NUMBER.items()),
    *((f"{name}, list of dates", made(DAY), DATES) for name, made in BY_NUMBER.items() if name != "revenue"),
    *((f"{name}, grid", made(X), GRID) for name, made in BY_NUMBER.items()),
    *((f"{name}, dates", made(DAY), DAYS_GRID) for name, made in BY_NUMBER.items() if name != "revenue"),
    *((f"{name}, {what}", made(grid), grid)
      for name, made in VOTED.items() for what, grid in (("grid", GRID), ("dates", DAYS_GRID))),
    ("a map", Nearness((X, Y), ("level", "other")), NAMED),
    ("nearness as a formula, grid", formula("-sum(abs(x - candidate))", GRID, X), GRID),
    ("formula of what has no bounds, grid", formula("-sum(clip(abs(u - candidate), 0, 9))", GRID, FREE), GRID),
]  # fmt: skip


def cases(table):
    return pytest.mark.parametrize(
        ("rule", "candidates"), [each[1:] for each in table], ids=[each[0] for each in table]
    )


def shown(rule, candidates, role=Role.PRIVATE):
    question = choice(rule, candidates, PrivacyUnit(Relation.ADD_REMOVE), role=role)
    (found,) = question.preview(question.stand_in(1000, lambda _: None), Badge.SIMULATED)
    return found


def proofs(people):
    """What is said of one row that is taken out, step by step, of every candidate."""
    if not people or not people.proves:
        return ""
    change, places = Change(0, None), range(len(people.laws(Change(0, None), people.bound).before))
    return repr([people.proof(change, people.bound, place) for place in places])


def said(found):
    """All that the views, their tables and files and the rows of *Neighbours* say of candidates."""
    places = range(found.chances.size)
    texts = [found.label(place) for place in places] + [found.drawn(place) for place in places]
    for lines in (Lines(found), by_chance(found)):
        texts += [lines.marked(line) for line in places] + [lines.name(line) for line in places]
        texts += [cell for line in places for cell in (*lines.plain(line), lines.cell(line, 0))]
    people = found.people(("pick", "x"), (("Red", "1"),), 1000) if found.people else None
    rows = [cell for line in (people.names, *people.lines) for cell in line] if people else []
    return "\n".join(map(str, [*texts, *rows, proofs(people), found.assumed]))


@cases(WITHOUT_NAMES)
def test_candidates_that_somebody_named_are_1st_and_2nd_and_nothing_else(rule, candidates):
    found = shown(rule, candidates)
    everything = said(found)
    alone = set(everything.split("\n"))
    assert not [name for name in candidates.labels if name in (everything if name.isalpha() else alone)]
    assert [found.label(place) for place in range(candidates.count)] == [nth(at + 1) for at in range(candidates.count)]
    assert "Which candidate is the 1st is not known" in found.assumed


@cases(WITHOUT_NAMES)
def test_no_order_of_the_bars_gives_a_name_away(rule, candidates):
    """Whoever is typed first stands first in both orders, and so is the best of the invented table."""
    steps = shown(rule, candidates).scores.steps.tolist()
    assert steps == sorted(steps, reverse=True)


@cases(ON_AN_AXIS)
def test_numbers_dates_and_places_keep_their_axis_and_the_middle_is_said(rule, candidates):
    found = shown(rule, candidates)
    assert [found.label(place) for place in range(candidates.count)] == list(candidates.texts(""))
    if isinstance(rule, Formula):
        assert "Nothing is known of which candidate is the best" in found.assumed
        assert ("middle" in found.assumed) == (rule.columns[0] is not DRINK)
    else:
        assert "middle" in found.assumed


@cases([each for each in ON_AN_AXIS if each[0].endswith(("grid", "dates"))])
def test_what_is_voted_for_on_an_axis_peaks_in_its_middle(rule, candidates):
    steps = shown(rule, candidates).scores.steps.tolist()
    if isinstance(rule, Votes | Ready | Agreement | Median | Nearness | Formula):
        assert steps.index(max(steps)) == (candidates.count - 1) // 2


@pytest.mark.parametrize("name", ["revenue", "median", "quantile", "nearness"])
def test_one_person_of_an_invented_table_can_still_be_taken_out_where_candidates_have_no_names(name):
    found = shown(BY_ATTRIBUTE[name], NAMED)
    people = found.people(("x",), (), 1000)
    assert people is not None
    before = people.laws(Change(0, None), people.bound).before
    assert before == pytest.approx(found.chances)
