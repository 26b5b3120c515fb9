"""Figures: their exact answers, and how far one person moves them, over all small neighbouring tables."""

import itertools
from fractions import Fraction

import pytest

from dpstudio.core.errors import Refusal
from dpstudio.core.figures.answers import answers
from dpstudio.core.figures.bounds import derive
from dpstudio.core.figures.contract import Condition
from dpstudio.core.tables.importing import import_table
from dpstudio.core.tables.schema import Column, Kind, PrivacyUnit, Relation, Source
from dpstudio.kinds.measure.figures.count import Count
from dpstudio.kinds.measure.figures.group_sums import GroupSums
from dpstudio.kinds.measure.figures.histogram import Histogram
from dpstudio.kinds.measure.figures.mean import Mean
from dpstudio.kinds.measure.figures.total import Total

X = Column("x", Kind.INTEGER, bounds=(Fraction(-1), Fraction(2)))
FILLED = Column("x", Kind.INTEGER, bounds=(Fraction(-1), Fraction(2)), blank="0")
HIGH = Column("x", Kind.INTEGER, bounds=(Fraction(3), Fraction(5)), blank="3")
DEBT = Column("x", Kind.INTEGER, bounds=(Fraction(-3), Fraction(1)))
DEEP = Column("x", Kind.INTEGER, bounds=(Fraction(-5), Fraction(-3)), blank="-4")
S = Column("s", Kind.YES_NO)
YES = Condition(S, "s is yes", values=(1,))
NO = Condition(S, "s is no", values=(0,))
OVER = Condition(X, "x is above 0", low=1)
BINS = (Condition(X, "low", low=-1, high=0), Condition(X, "1", low=1, high=1), Condition(X, "2", low=2, high=2))
ADD, REPLACE = Relation.ADD_REMOVE, Relation.REPLACE_ONE
FIGURES = {
    "count": Count((YES,)),
    "conjunction": Count((YES, OVER)),
    "sum": Total(X),
    "sum of a filter": Total(FILLED, (YES,)),
    "sum of every row": Total(FILLED),
    "sum of large values": Total(HIGH),
    "sum of debts": Total(DEBT),
    "sums of groups of debts": GroupSums(DEBT, (YES, NO)),
    "histogram": Histogram(BINS),
    "histogram of a filter": Histogram(BINS, (YES,)),
    "mean of private number": Mean(X),
    "sums of groups": GroupSums(X, (YES, NO)),
    "sums of groups, blanks filled": GroupSums(FILLED, (YES, NO)),
    "sum of one group": GroupSums(X, (NO,)),
    "sums of groups of large values": GroupSums(HIGH, (YES, NO)),
    "sums of groups of a filter": GroupSums(HIGH, (YES, NO), (Condition(HIGH, "x is at least 4", low=4),)),
    "sum of large values of a filter": Total(HIGH, (YES,)),
    "mean of large values of a filter": Mean(HIGH, (YES,)),
    "sum of large debts": Total(DEEP),
    "sum of large debts of a filter": Total(DEEP, (YES,)),
    "sums of groups of large debts": GroupSums(DEEP, (YES, NO)),
    "sum of one group of large debts": GroupSums(DEEP, (NO,)),
    "mean of large debts of a filter": Mean(DEEP, (YES,)),
}
TIGHT = set(FIGURES)


def meanings(figure):
    """What cells of x and s can mean under the figure's own columns."""
    column = next((c for c in figure.columns if c.name == "x"), X)
    low, high = (int(bound / column.step) for bound in column.bounds)
    values = [*range(low, high + 1), *([] if column.blank is not None else [None])]
    return list(itertools.product(values, (0, 1, None)))


def meets(condition, row):
    cell = row[0] if condition.column.name == "x" else row[1]
    if cell is None:
        return False
    if condition.values is not None:
        return cell in condition.values
    return (condition.low is None or cell >= condition.low) and (condition.high is None or cell <= condition.high)


def plain(figure, rows):
    """The same answers, as a person would count them."""
    rows = [row for row in rows if all(meets(condition, row) for condition in figure.conditions)]
    values = [row[0] for row in rows if row[0] is not None]
    match figure:
        case Count():
            return [[len(rows)]]
        case Histogram():
            return [[sum(meets(each, row) for row in rows) for each in figure.bins]]
        case GroupSums():
            return [[sum(row[0] for row in rows if row[0] is not None and meets(each, row)) for each in figure.groups]]
        case Total():
            return [[sum(values)]]
        case Mean():
            return [[sum(values)], [len(values)]] if figure.people is None else [[sum(values)]]


def neighbours(figure, unit):
    """All pairs of tables that differ in one person, the others' rows fixed to none or one."""
    own = meanings(figure)
    persons = [rows for size in range(unit.rows + 1) for rows in itertools.combinations_with_replacement(own, size)]
    if unit.person is None:
        persons = [*([()] if unit.gaps else []), *((row,) for row in own)]
    present = [rows for rows in persons if rows]
    for others in ((), (own[0],)):
        if unit.relation is ADD:
            yield from ((others, others + rows) for rows in present)
        else:
            yield from (
                (others + a, others + b)
                for a, b in itertools.product(persons if unit.may_have_none else present, repeat=2)
            )


@pytest.mark.parametrize("unit", [
    PrivacyUnit(ADD), PrivacyUnit(REPLACE), PrivacyUnit(ADD, "p", 2), PrivacyUnit(REPLACE, "p", 2),
    PrivacyUnit(ADD, gaps=True), PrivacyUnit(REPLACE, gaps=True), PrivacyUnit(REPLACE, everyone=True, gaps=True),
    PrivacyUnit(REPLACE, "p", 1, everyone=True), PrivacyUnit(REPLACE, "p", 2, everyone=True),
], ids=["add", "replace", "add 2", "replace 2", "add, sheet", "replace, sheet", "declared, sheet",
        "declared", "declared 2"])  # fmt: skip
@pytest.mark.parametrize("name", list(FIGURES))
def test_no_person_moves_a_figure_farther_than_derived_and_some_person_that_far(name, unit):
    figure = FIGURES[name]
    bounds = derive(figure, unit)
    worst = [[0, 0] for _ in bounds]
    for before, after in neighbours(figure, unit):
        for place, (a, b) in enumerate(zip(plain(figure, before), plain(figure, after), strict=True)):
            moves = [abs(p - q) for p, q in zip(a, b, strict=True)]
            worst[place][0] = max(worst[place][0], sum(moves))
            worst[place][1] = max(worst[place][1], sum(m * m for m in moves))
    for (l1, l2), bound in zip(worst, bounds, strict=True):
        assert l1 <= bound.l1
        assert l2 <= bound.l2_squared
        if unit.person is None:
            assert (l1, l2) == (bound.l1, bound.l2_squared), "the derived bound is reached"


def text_table(rows):
    shown = {None: "", 0: "no", 1: "yes"}
    return "x,s,p\n" + "".join(f"{'' if x is None else x},{shown[s]},{p}\n" for x, s, p in rows)


@pytest.mark.parametrize("name", list(FIGURES))
def test_the_engine_counts_as_a_person_would(name, tmp_path):
    figure = FIGURES[name]
    rows = [(*row, place % 4) for place, row in enumerate(meanings(figure) * 2)]
    every = tuple(dict.fromkeys(figure.columns))
    for columns in (every, every[::-1], (Column("p", Kind.INTEGER), *every)):
        import_table(Source("text", text=text_table(rows)), columns, None, tmp_path / "w", lambda _: None)
        assert answers([figure], columns, tmp_path / "w", None) == plain(figure, rows)


def test_all_rows_are_counted_without_reading_a_column(tmp_path):
    import_table(Source("text", text="x,y\n1,\n,\n3,\n"), (), None, tmp_path / "w", lambda _: None)
    assert answers([Count()], (), tmp_path / "w", None) == [[3]]


def test_of_each_person_only_the_allowed_rows_count(tmp_path):
    table = "x,s,p\n1,yes,a\n2,yes,a\n2,yes,a\n1,yes,b\n1,yes,\n"
    import_table(Source("text", text=table), (X, S), "p", tmp_path / "w", lambda _: None)
    assert answers([Count((YES,))], (X, S), tmp_path / "w", 2) == [[3]]
    assert answers([Count((YES,))], (X, S), tmp_path / "w", 1) == [[2]]


def test_the_bound_is_the_declared_one_and_not_the_largest_debt():
    debt = Column("debt", Kind.DECIMAL, Fraction(1, 100), (Fraction(0), Fraction(10_000_000)))
    (bound,) = derive(Total(debt), PrivacyUnit(ADD))
    assert bound.l1 * bound.step == 10_000_000


@pytest.mark.parametrize(
    ("figure", "unit", "said"),
    [
        (Count(), PrivacyUnit(REPLACE), "needs no noise"),
        (Total(Column("x", Kind.INTEGER)), PrivacyUnit(ADD), "without limit"),
        (Mean(FILLED, people=5), PrivacyUnit(ADD), "itself protected"),
        (Mean(X, people=5), PrivacyUnit(REPLACE), "private"),
        (Mean(FILLED, (YES,), people=5), PrivacyUnit(REPLACE), "private"),
        (Mean(FILLED, people=5), PrivacyUnit(REPLACE, "p", 2), "not the number of people"),
        (Mean(FILLED), PrivacyUnit(REPLACE), "needs no noisy count"),
        (Mean(FILLED, people=5), PrivacyUnit(REPLACE, gaps=True), "may have no row"),
        (Mean(FILLED, people=5), PrivacyUnit(REPLACE, "p", 1), "may have no row"),
        (Mean(FILLED), PrivacyUnit(REPLACE, everyone=True, gaps=True), "needs no noisy count"),
        (Count(), PrivacyUnit(REPLACE, everyone=True, gaps=True), "needs no noise"),
    ],
)
def test_what_cannot_be_promised_is_refused_with_the_reason(figure, unit, said):
    with pytest.raises(Refusal, match=said):
        derive(figure, unit)


def test_a_mean_of_public_number_is_a_sum_of_the_bounds_width():
    (bound,) = derive(Mean(FILLED, people=5), PrivacyUnit(REPLACE))
    assert bound.l1 == 3
    declared = [PrivacyUnit(REPLACE, "p", 1, everyone=True), PrivacyUnit(REPLACE, everyone=True, gaps=True)]
    assert [derive(Mean(FILLED, people=5), unit)[0].l1 for unit in declared] == [3, 3]


def test_the_number_of_rows_of_a_sheet_is_protected_under_replace_one_too():
    assert derive(Count(), PrivacyUnit(REPLACE, gaps=True))[0].l1 == 1


def test_ten_thousand_bins_are_one_question_to_the_engine(tmp_path):
    column = Column("x", Kind.INTEGER)
    bins = tuple(Condition(column, str(i), low=2 * i, high=2 * i + 1) for i in range(10_000))
    rows = "".join(f"{i * 7 % 25_000 - 100}\n" for i in range(3000))
    import_table(Source("text", text="x\n" + rows), (column,), None, tmp_path / "w", lambda _: None)
    (found,) = answers([Histogram(bins)], (column,), tmp_path / "w", None)
    values = [i * 7 % 25_000 - 100 for i in range(3000)]
    assert found == [sum(2 * i <= v <= 2 * i + 1 for v in values) for i in range(10_000)]


@pytest.mark.parametrize(
    ("low", "high", "many"), [(10**39, None, 0), (None, 10**39, 2), (-(10**39), None, 2), (None, -(10**39), 0)]
)
def test_a_condition_beyond_all_that_cells_can_hold_meets_all_rows_or_none(tmp_path, low, high, many):
    column = Column("x", Kind.INTEGER)
    text = "x\n5\n-99999999999999999999999999\n"
    import_table(Source("text", text=text), (column,), None, tmp_path / "w", lambda _: None)
    figure = Count((Condition(column, "far", low=low, high=high),))
    assert answers([figure], (column,), tmp_path / "w", None) == [[many]]


def test_a_mean_says_which_rows_it_leaves_out_and_what_stands_for_the_mean_of_nobody():
    """A column in which nine of ten cells are blank has a mean of the tenth, not of all rows."""
    said = Mean(X, otherwise=Fraction(1)).sentence("m", "all rows")
    assert "over all rows, leaving out those without a value, each value" in said
    assert said.endswith("Where that number is not above 0, 1 is published.")
    assert "leaving out" not in Mean(FILLED).sentence("m", "all rows")
    assert "leaving out" not in Mean(FILLED, people=9, count_share=Fraction(0)).sentence("m", "all rows")


def test_conditions_and_bins_read_a_cell_within_its_bounds_as_sums_do(tmp_path):
    column = Column("y", Kind.INTEGER, bounds=(Fraction(2), Fraction(4)))
    import_table(Source("text", text="y\n-9\n1\n9\n"), (column,), None, tmp_path / "w", lambda _: None)
    above, nine, four = (
        Condition(column, "above 0", low=1),
        Condition(column, "is 9", values=(9,)),
        Condition(column, "is 4", values=(4,)),
    )
    bins = tuple(Condition(column, f"{low}", low=low, high=low + 1) for low in (0, 2, 4))
    figures = [Count((above,)), Count((nine,)), Count((four,)), Histogram(bins), Total(column)]
    assert answers(figures, (column,), tmp_path / "w", None) == [[3], [0], [1], [0, 2, 1], [8]]
