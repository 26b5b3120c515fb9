"""From Python: every argument of every function, given what it cannot be, is an error in words or rightly meant."""

import inspect
from fractions import Fraction
from pathlib import Path

import pytest

from dpstudio import api
from dpstudio.api import arguments

ADDED = {"unit": api.rows("add_remove"), "epsilon": 1, "limit": 40}
WRONG = {
    "nothing": None, "yes": True, "no": False, "zero": 0, "a number": 7, "a float": 0.5, "not a number": float("nan"),
    "a text": "Tea", "no text": "", "a NUL": "\0", "half a character": "\ud800", "two lines": "a\nb", "bytes": b"Tea",
    "a list": [1], "lists": [["Tea"]], "an empty list": [], "a set": {"Tea", "Milk"}, "a mapping": {"Tea": None},
    "a mapping of numbers": {1: 1}, "an object": object(), "a class": int, "a function": len,
    "a condition": api.where("drink", "is", "Tea"), "a column": api.column("drink", "category"),
    "a unit": api.rows("add_remove"), "a figure": api.count(), "a rule": api.votes("drink"),
    "a grid": api.grid(0, 9, 3), "a long number": 10**50, "a small fraction": Fraction(1, 7**99), "a complex": 1j,
    "a list of nothing": [None],
}  # fmt: skip


@pytest.fixture
def right(tmp_path, monkeypatch):
    """Of each function's arguments what is right; each function is there."""
    monkeypatch.chdir(tmp_path)
    Path("drinks.csv").write_text("name,drink,age,s\nAda,Tea,3,yes\nBen,Tea,5,no\nCleo,Coffee,7,yes\n")
    columns = (api.column("drink", "category"), api.column("age", "integer", lower=0, upper=9))
    table = api.table("drinks.csv", "private", *columns, header=True)
    blank = api.table("drinks.csv", "private", api.column("drink", "category", blank="Tea"), header=True)
    binary = api.table("drinks.csv", "private", api.column("s", "yes_no", blank="no"), header=True)
    asked = api.choose(table, ["Tea", "Coffee"], api.votes("drink"), **ADDED)
    asked.save("drinks.dpstudio")
    finish = {"name": "n", "conditions": [], "share": 1, "least": 0, "greatest": 9, "rounding": 1}
    common = ADDED | {"beta": "0.1", "public": [], "name": "n", "issued_by": "i", "purpose": "p", "why_epsilon": "w",
                      "same_people": True, "ledger": "other.sqlite"}  # fmt: skip
    replaced = common | {"unit": api.rows("replace_one"), "ledger": "third.sqlite"}
    return {
        api.table: {"path": "drinks.csv", "role": "private", "columns": columns, "header": True, "delimiter": ",",
                    "encoding": "utf-8", "sheet": "", "first_line": 1, "left_out": 0, "names": []},
        api.column: {"name": "drink", "kind": "decimal", "lower": 0, "upper": 9, "step": 1, "blank": 3, "unit": "€",
                     "decimal_mark": ".", "grouping_mark": "", "separator": ";", "match_case": True, "trim": True,
                     "true_words": "yes", "false_words": "no", "date_order": "ymd"},
        api.rows: {"relation": "add_remove", "everyone": False},
        api.persons: {"name": "name", "at_most": 1, "relation": "add_remove", "everyone": False},
        api.grid: {"start": 0, "stop": 9, "step": 3},
        api.dates: {"start": "2026-01-01", "stop": "2026-02-01", "step": 1},
        api.product: {"lists": (["a"], ["b", "c"])},
        api.from_table: {"public": table, "names": "drink", "weights": ""},
        api.count: finish,
        api.total: {"column": "age", **finish},
        api.mean: {"column": "age", "people": 3, "otherwise": 1, "count_share": "1/2", **finish},
        api.histogram: {"column": "age", "bins": [0, 5, 9], **finish},
        api.figure: {
            "kind": "mean", "column": "age", "group": "", "bins": [], "people": None, "otherwise": "5",
            "count_share": "1/2", **finish,
        },
        api.groups: {"column": "age", "group": "drink", "bins": ["Tea"], **finish},
        api.where: {"column": "age", "test": "is", "value": 3},
        api.votes: {"columns": ("drink",), "style": "one_column"},
        api.revenue: {"column": "age", "price": ""},
        api.median: {"column": "age", "attribute": ""},
        api.quantile: {"column": "age", "share": "1/2", "attribute": ""},
        api.nearness: {"columns": ("age",), "attributes": [], "of_sums": False},
        api.agreement: {"columns": ("drink",), "attributes": ["drink"]},
        api.ready: {"names": "n", "scores": "s", "sensitivity": 1, "range_sensitivity": 1, "reference": "",
                    "reference_columns": []},
        api.choose: {"table": table, "candidates": ["Tea", "Coffee"], "score": api.votes("drink"),
                     "mechanism": "exponential", "winners": 1, "bound": 3, **common},
        api.measure: {"table": table, "figures": (api.count(),), "noise": "discrete_gaussian", "delta": "0.0001",
                      "delta_limit": "0.1", **common},
        api.survey: {"table": blank, "column": "drink", "answers": ["Tea", "Coffee"], "people": 3, **replaced},
        api.synthesize: {"table": binary, "columns": ["s"], "alpha": "0.9", "people": 3, "queries": "columns",
                         "weights": [-1, 0, 1], **replaced},
        api.open_project: {"path": "drinks.dpstudio", "ledger": "other.sqlite", "same_people": True},
        api.complete: {"number": 1, "path": "drinks.dpstudio", "ledger": "other.sqlite", "same_people": True},
        api.accounts: {"ledger": None, "demonstrations": False},
        api.verify: {"files": ("drinks.csv",), "keys": []},
        api.Asked.release: {"self": asked, "same_people_as": 1, "other_people": False},
        api.Asked.complete: {"self": asked, "number": 1, "same_people": True},
        api.Asked.save: {"self": asked, "path": "again.dpstudio"},
    }  # fmt: skip


def _call(function, given):
    """The call with these arguments, however the function takes each."""
    placed, named = [], dict(given)
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            placed.extend(named.pop(name))
        elif parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
            placed.append(named.pop(name))
    return function(*placed, **named)


def _takes_several(function, name):
    parameter = inspect.signature(function).parameters.get(name)
    return parameter is not None and parameter.kind is parameter.VAR_POSITIONAL


def test_every_function_and_each_of_its_arguments_is_tried(right):
    functions = {getattr(api, name) for name in api.__all__ if inspect.isfunction(getattr(api, name))}
    assert functions <= set(right)
    for function, given in right.items():
        for name, parameter in inspect.signature(function).parameters.items():
            if parameter.kind is parameter.VAR_KEYWORD:
                assert set(arguments._own_hints(parameter.annotation.__args__[0])) <= set(given), function
            else:
                assert name in given, (function, name)


def test_no_argument_of_the_wrong_type_ends_in_anything_but_an_error_in_words(right):
    """A question that was asked with it is one that the window could ask too: its plan holds what its fields say."""
    refused = accepted = 0
    for function, given in right.items():
        for name in set(given) - {"self"}:
            for wrong, value in WRONG.items():
                try:
                    found = _call(function, {**given, name: [value] if _takes_several(function, name) else value})
                except api.StudioError as error:
                    refused += str(error).endswith(".")
                except Exception as error:
                    raise AssertionError(f"{function.__name__}({name}={wrong}) ended in {error!r}") from error
                else:
                    accepted += 1
                    _holds_what_it_says(found)
    assert refused > 2000 and refused + accepted == len(WRONG) * sum(
        len(set(each) - {"self"}) for each in right.values()
    )


def _holds_what_it_says(found):
    if isinstance(found, api.Asked):
        arguments.whole(found.found.plan)
    elif type(found) in arguments._MADE:
        arguments.made(found, type(found), "It")


@pytest.mark.parametrize(
    ("asks", "said"),
    [
        (lambda _: api.persons("who", at_most=1, relation="add_remove", everyone="no"), "Everyone is a str"),
        (lambda _: api.rows("add_remove", everyone=1), "Everyone is a int and no answer"),
        (lambda _: api.table("drinks.csv", "private", header="no"), "Header is a str and no answer"),
        (lambda _: api.column("drink", "category", match_case="no"), "Match case is a str"),
        (lambda t: api.choose(t, ["Tea", "Milk"], api.votes("drink"), **ADDED, same_people=0), "Same people is a int"),
        (lambda _: api.count(conditions=api.where("drink", "is", "Tea")), "ConditionPlan and no list"),
        (lambda _: api.nearness("age", attributes="x"), "Attributes is one text"),
        (lambda _: api.histogram("drink", "Tea"), "Bins is one text"),
        (lambda _: api.histogram("drink", None), "Bins is a NoneType and no list"),
        (lambda _: api.figure("count", "drink"), "no argument 'column'"),
        (lambda _: api.figure("counts"), "Choose one of: count, total, mean, histogram, groups"),
        (lambda _: api.histogram("drink", ["Tea\nMilk"]), "on a line of its own"),
        (lambda _: api.groups("age", "drink", "Tea"), "Bins is one text"),
        (lambda _: api.product("ab", "cd"), "Lists is one text"),
        (lambda _: api.table("drinks.csv", "private", names="ab"), "Names is one text"),
        (lambda t: api.survey(t, "drink", "Tea", people=3, **ADDED), "Answers is one text"),
        (lambda t: api.synthesize(t, "s", alpha=1, people=3, **ADDED), "Columns is one text"),
        (lambda t: api.choose(t, {"Tea", "Milk"}, api.votes("drink"), **ADDED), "a set, which has no order"),
        (lambda t: api.choose(t, ["Tea", "Milk"], api.votes("drink"), **ADDED, ledger="\0"), "ledger leads to no file"),
        (lambda t: api.choose(t, ["Tea"], api.count(), **ADDED), "Score is a FigurePlan and no text"),
        (lambda t: api.measure(t, api.votes("drink"), **ADDED), "Figures is a RulePlan and no figure"),
    ],
)  # fmt: skip
def test_what_is_only_much_like_it_is_refused(right, asks, said):
    with pytest.raises(api.InputError, match=said):
        asks(right[api.choose]["table"])
    assert api.accounts() == {}


def test_whatever_gives_one_name_after_another_is_a_list(right):
    table = right[api.choose]["table"]
    names = ["Tea", "Coffee"]
    for candidates in (names, tuple(names), iter(names), (each for each in names), dict.fromkeys(names).keys()):
        asked = api.choose(table, candidates, api.votes("drink"), **ADDED)
        assert asked.found.plan.candidates.text == "Tea\nCoffee"
    assert api.histogram("drink", (each for each in names)).bins == "Tea\nCoffee"
    assert api.histogram("drink", iter(names)) == api.histogram("drink", names)
    assert api.figure("histogram", "drink", bins=names, name="drinks") == api.histogram("drink", names, name="drinks")


def test_whose_people_they_are_is_said_in_one_way(right):
    asked = right[api.Asked.release]["self"]
    with pytest.raises(api.InputError, match="both are said"):
        asked.release(same_people_as=1, other_people=True)
    assert api.accounts() == {}


def test_that_a_changed_file_holds_the_same_people_is_taken_back_until_something_is_charged(right):
    """As `--other-people` does: the table has an account of its own."""

    def asked(**more):
        table = api.table("drinks.csv", "private", api.column("drink", "category"), header=True)
        return api.choose(table, ["Tea", "Coffee"], api.votes("drink"), **ADDED, **more)

    asked().release()
    with Path("drinks.csv").open("a") as file:
        file.write("Eve,Tea,3,no\n")
    assert asked(same_people=True).spent == 1
    other = asked(same_people=False)
    assert other.spent == 0
    other.release()
    assert sorted(account.spent for account in api.accounts().values()) == [1, 1]
