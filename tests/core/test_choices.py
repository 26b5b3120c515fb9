"""Several choices in a cell: bounds hold for every cell that anyone could write."""

import itertools
import random
from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest

from dpstudio.core.candidates import Listed
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.scores.derivation import derive
from dpstudio.core.scores.evaluation import evaluate, formula_scores
from dpstudio.core.scores.falsifier import Unbroken, falsify
from dpstudio.core.scores.language.binding import bind, checked_matches
from dpstudio.core.scores.language.mistakes import RuleError
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.names import refuse_unmatchable
from dpstudio.core.scores.refinement import refine
from dpstudio.core.scores.rules import Formula, Votes, VoteStyle
from dpstudio.core.scores.tuples import tuples_of
from dpstudio.core.tables.counts import Counts
from dpstudio.core.tables.meanings import map_cells
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation

ADD, REPLACE = PrivacyUnit(Relation.ADD_REMOVE), PrivacyUnit(Relation.REPLACE_ONE)
POINTS = Listed(("A", "B"), attributes={"w": ("50", "1"), "v": ("-2", "0.5"), "t": ("B", "A")})


def every_cell(signs, longest=5):
    return ["".join(each) for size in range(longest + 1) for each in itertools.product(signs, repeat=size)]


def moves(rule, points, column, cells):
    """What each possible row adds to each candidate, by the evaluation that a release uses; each change once.

    A table of several rows is told apart into its rows by how often each stands in it: powers of a large number.
    """
    meant = map_cells(pa.array(cells, pa.string()), column).unique()
    exact = set()
    for start in range(0, len(meant), 3):
        some = meant.slice(start, 3)
        heads = pa.array([(1 << 20) ** place for place in range(len(some))], pa.int64())
        found = formula_scores(rule, points, tuples_of([column], 0, [some], heads, None))
        exact |= set(zip(*(_digits(int(step), len(some), found.unit) for step in found.steps), strict=True))
    return sorted(exact)


def _digits(total, many, unit):
    """The terms of a + b * 2^20 + c * 2^40, each far below 2^19."""
    found = []
    for _ in range(many):
        low = (total + (1 << 19)) % (1 << 20) - (1 << 19)
        found.append(low * unit)
        total = (total - low) >> 20
    return found


def farthest(vectors, unit):
    """Delta and R over all neighbours that differ in one row, for a sum over rows."""
    if unit.relation is Relation.ADD_REMOVE:
        shifts = vectors
    else:
        shifts = [[b - a for a, b in zip(one, two, strict=True)] for one, two in itertools.product(vectors, vectors)]
    return max(max(map(abs, each)) for each in shifts), max(max(each) - min(each) for each in shifts)


def condition(pick, names):
    literal = pick.choice(names)
    plain = ["c has candidate", "c has candidate.t", f'c has "{literal}"', 'c has "Z"']
    one, two = pick.choice(plain), pick.choice(plain)
    return pick.choice([one, one, f"not {one}", f"({one} and {two})", f"({one} or not {two})"])


def random_rule(pick, names):
    parts = []
    for _ in range(pick.choice([1, 2, 2, 3])):
        weight = pick.choice(["", "candidate.w * ", "candidate.v * ", "2 * "])
        parts.append(f"{weight}count({condition(pick, names)})")
    return " + ".join(parts)


@pytest.mark.parametrize("unit", [ADD, REPLACE])
@pytest.mark.parametrize(
    ("separator", "names", "match_case"),
    [
        (";", ("A", "B"), True), (";", ("A", "B"), False), ("--", ("A-", "B-"), True), ("-", ("A", "B"), True),
        (" ", ("A", "B"), True), ("B", ("A", "AA"), True), ("- ", ("A", "B"), True), ("AB", ("A", "B"), False),
    ],
)  # fmt: skip
def test_no_cell_that_can_be_written_moves_scores_farther_than_derived(separator, names, match_case, unit):
    column = Column("c", Kind.CHOICES, separator=separator, match_case=match_case)
    points = Listed(names, attributes={**POINTS.attributes, "t": names[::-1]})
    cells = every_cell(sorted({*"AB", *separator, " "}), 5 if len({*"AB", *separator, " "}) < 5 else 4)
    pick, tried = random.Random(separator + "".join(names)), 0
    while tried < 8:
        bound = bind(parse(random_rule(pick, names)), {"c": column}, points)
        rule = Formula((column,), bound)
        delta, spread = farthest(moves(rule, points, column, cells), unit)
        tried += 1
        try:
            derived = derive(rule, points, unit)
        except Refusal:
            assert spread == 0, bound
            continue
        assert delta <= derived.delta and spread <= derived.range, bound
        assert isinstance(falsify(rule, points, unit, derived.range), Unbroken)
        refinement = refine(rule, points, unit).sensitivity
        assert delta <= refinement.delta and spread <= refinement.range


@pytest.mark.parametrize(("separator", "names"), [(";", ("A", "B")), ("--", ("A-", "B-")), (" ", ("A", "B"))])
def test_votes_by_form_and_by_formula_count_every_cell_alike(separator, names):
    column, points = Column("c", Kind.CHOICES, separator=separator), Listed(names)
    formula = Formula((column,), bind(parse("count(c has candidate)"), {"c": column}, points))
    meant = map_cells(pa.array(every_cell(sorted({*"AB", *separator, " "})), pa.string()), column).unique()
    heads = pa.array(np.arange(1, len(meant) + 1))
    by_form = evaluate(Votes((column,), VoteStyle.CHOICES), points, [Counts(meant, heads)])
    by_formula = formula_scores(formula, points, tuples_of([column], 0, [meant], heads, None))
    assert list(by_form.steps) == list(by_formula.steps)
    assert by_form.unit == by_formula.unit == 1


def test_a_text_that_no_rule_names_is_never_mistaken_for_one_that_it_names():
    column, points = Column("w", Kind.CATEGORY), Listed(("\x00another", "b"), attributes={"v": ("1", "5")})
    text = 'sum(candidate.v where not (w = candidate or w in ("\x00another", "b")))'
    rule = Formula((column,), bind(parse(text), {"w": column}, points))
    assert derive(rule, points, ADD).range == 4
    delta, spread = farthest(moves(rule, points, column, ["b", "c", "", "\x00another"]), ADD)
    assert (delta, spread) == (5, 4)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('count(c has "")', "Write blank(c)"),
        ('count(c = "")', "Write blank(c)"),
        ('count(c has "  ")', "cannot be compared with a blank"),
        ('count(w in ("A", ""))', "cannot be compared with a blank"),
        ('count(c has "A;B")', "contains the separator"),
        ('count(c has ";")', "contains the separator"),
        ('count(w = "")', "Write blank(w)"),
        ('count(x = "")', "Write blank(x)"),
        ('count(f = " ")', "Write blank(f)"),
    ],
)
def test_a_name_that_no_cell_can_have_is_refused_with_what_to_write_instead(text, said):
    columns = {
        "c": Column("c", Kind.CHOICES), "w": Column("w", Kind.CATEGORY),
        "x": Column("x", Kind.INTEGER), "f": Column("f", Kind.YES_NO),
    }  # fmt: skip
    with pytest.raises(RuleError) as caught:
        bind(parse(text), columns, POINTS)
    assert said in str(caught.value)
    assert 'has ""' not in str(caught.value) and "has “" not in str(caught.value)


def test_what_a_blank_counts_as_is_told_where_it_is_declared_and_can_then_be_asked_for():
    columns = {"c": Column("c", Kind.CHOICES, blank="none")}
    with pytest.raises(RuleError, match='write has "none"'):
        bind(parse('count(c has "")'), columns, POINTS)
    bound = bind(parse('count(c has candidate) + candidate.w * count(c has "none")'), columns, POINTS)
    rule = Formula(tuple(columns.values()), bound)
    delta, spread = farthest(moves(rule, POINTS, columns["c"], [*every_cell("AB; ", 4), "none", "A;none"]), ADD)
    derived = derive(rule, POINTS, ADD)
    assert (delta, spread) == (derived.delta, derived.range) == (51, Fraction(50))


@pytest.mark.parametrize(
    ("labels", "separator", "match_case"),
    [(("A;B", "C"), ";", True), (("axb", "c"), "X", False), (("a", "A"), ";", False)],
)
def test_candidates_that_a_cell_would_part_or_take_for_one_another_are_refused(labels, separator, match_case):
    column, points = Column("c", Kind.CHOICES, separator=separator, match_case=match_case), Listed(labels)
    with pytest.raises(InputError, match=r"separator|are the same"):
        checked_matches(bind(parse("count(c has candidate)"), {"c": column}, points), {"c": column}, points)


def test_of_a_column_with_a_decimal_comma_it_is_said_how_candidates_are_written():
    column = Column("n", Kind.DECIMAL, Fraction(1, 10), decimal_mark=",")
    with pytest.raises(InputError) as refused:
        refuse_unmatchable(column, ("0.5", "1.0"), distinct=False)
    assert refused.value.remedy == "Type the candidates as a list with its decimal mark: 0,5."
    refuse_unmatchable(column, ("0,5", "1,0"), distinct=False)
