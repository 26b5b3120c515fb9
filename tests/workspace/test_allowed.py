"""Every typed text of a project has a greatest length, kept where it is read, saved and resolved."""

import dataclasses
import json
import typing

import pytest

from dpstudio.core.errors import InputError
from dpstudio.core.plan import (
    CandidatesPlan,
    ColumnPlan,
    ConditionPlan,
    FigurePlan,
    Plan,
    RulePlan,
    SurveyPlan,
    TablePlan,
)
from dpstudio.workspace.project import project_file
from dpstudio.workspace.resolving.allowed import CHOICES, LONGEST_LINE, impossible, longest
from dpstudio.workspace.resolving.resolve import resolve

COLUMN = ColumnPlan("x")
FULL = Plan(
    tables=(TablePlan("a" * 32, "t.csv", "text", "t.csv", columns=(COLUMN,), names=("x",)),),
    rule=RulePlan(columns=("x",), attributes=("y",), reference_columns=(COLUMN,)),
    figures=(FigurePlan(conditions=(ConditionPlan("x"),)),),
    synthesis=dataclasses.replace(Plan().synthesis, columns=("x",)),
)
HUGE = 5_000_000


def places(value, path=()):
    """Every text of a plan, by its path."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, tuple):
        for place, each in enumerate(value):
            yield from places(each, (*path, place))
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from places(getattr(value, field.name), (*path, field.name))


def with_text(value, path, text):
    """The plan with another text at a path."""
    if not path:
        return text
    if isinstance(value, tuple):
        return (*value[: path[0]], with_text(value[path[0]], path[1:], text), *value[path[0] + 1 :])
    return dataclasses.replace(value, **{path[0]: with_text(getattr(value, path[0]), path[1:], text)})


def owner(path):
    """The class and the name of a field."""
    here, name = FULL, ""
    kind = "Plan"
    for step in path:
        if isinstance(step, str):
            kind, name = type(here).__name__, step
            here = getattr(here, step)
        else:
            here = here[step]
    return kind, name


PLACES = [path for path in places(FULL) if longest(*owner(path)) < HUGE]


def test_a_plan_has_no_text_that_was_forgotten():
    """The plan above has one of everything, so whatever field is added is tried below."""
    reached = {owner(path) for path in places(FULL)}
    kinds, todo = set(), [Plan]
    while todo:
        kind = todo.pop()
        kinds.add(kind)
        for hint in typing.get_type_hints(kind).values():
            inner = typing.get_args(hint)[0] if typing.get_args(hint) else hint
            if dataclasses.is_dataclass(inner) and inner not in kinds:
                todo.append(inner)
    texts = {
        (kind.__name__, field)
        for kind in kinds
        for field, hint in typing.get_type_hints(kind).items()
        if hint is str or typing.get_args(hint)[:1] == (str,)
    }
    assert reached == texts
    assert len(PLACES) > 60


@pytest.mark.parametrize("path", PLACES, ids=lambda path: ".".join(map(str, path)))
def test_a_text_without_end_is_refused_wherever_it_stands(path, tmp_path):
    kind, name = owner(path)
    choice = (kind, name) in CHOICES
    endless = with_text(FULL, path, "x" * (longest(kind, name) + 1))
    (told,) = impossible(endless)
    assert ("not possible" if choice else "longer than") in told.sentence
    assert all(json.dumps(each) in told.sentence for each in CHOICES.get((kind, name), ()) if each)
    assert resolve(endless, {}, None).missing == (told,)
    file = tmp_path / "p.dpstudio"
    project_file.save(FULL, file)
    with pytest.raises(InputError):
        project_file.save(endless, file)
    content = json.loads(file.read_text("utf-8"))
    content["plan"] = dataclasses.asdict(endless)
    file.write_text(json.dumps(content), "utf-8")
    too_long = "not one that dpstudio gives" if name == "handle" else r"longer than [0-9,]+ characters"
    with pytest.raises(InputError, match="not possible" if choice else too_long) as error:
        project_file.load(file)
    assert str(path[0]) in str(error.value)
    assert len(str(error.value)) < 1000


@pytest.mark.parametrize("path", PLACES, ids=lambda path: ".".join(map(str, path)))
def test_the_longest_text_that_is_saved_reads_back(path, tmp_path):
    kind, name = owner(path)
    if (kind, name) in CHOICES or name in ("path", "handle", "format"):
        return
    lines = name in ("bins", "answers")
    text = ("y" * LONGEST_LINE + "\n") * (longest(kind, name) // 501) if lines else "y" * longest(kind, name)
    whole = with_text(FULL, path, text)
    assert not impossible(whole)
    file = tmp_path / "p.dpstudio"
    project_file.save(whole, file)
    assert project_file.load(file).tables[0].columns == whole.tables[0].columns


def test_a_line_of_a_list_has_an_end_too():
    for plan in (
        Plan(survey=SurveyPlan(answers="a\n" + "b" * 501)),
        Plan(figures=(FigurePlan(bins="a\n" + "b" * 501),)),
    ):
        (told,) = impossible(plan)
        assert "longer than 500 characters" in told.sentence
    assert not impossible(Plan(candidates=CandidatesPlan(text="a" * 501)))  # these say it by their number


@pytest.mark.parametrize(("kind", "name"), list(CHOICES))
def test_a_word_that_no_program_of_ours_writes_is_named_and_nothing_is_derived(kind, name):
    path = next(path for path in places(FULL) if owner(path) == (kind, name))
    (told,) = resolve(with_text(FULL, path, "no such thing"), {}, None).missing
    assert told.field == ".".join(map(str, path))
    assert told.wrong
