from dataclasses import replace
from pathlib import Path

from dpstudio.core.plan import Plan
from dpstudio.workspace.project.document import Document


def named(name: str) -> Plan:
    return Plan(name=name)


def test_every_choice_can_be_undone_and_done_again():
    document = Document()
    for name in "abc":
        document.change(named(name))
    document.undo()
    document.undo()
    assert document.plan.name == "a"
    document.redo()
    assert document.plan.name == "b"
    document.change(named("x"))
    assert not document.can_redo


def test_typing_in_one_field_is_one_step():
    document = Document()
    for name in ("a", "ap", "app"):
        document.change(named(name), "name")
    document.change(replace(document.plan, people="5"), "people")
    document.undo()
    assert document.plan == named("app")
    document.undo()
    assert document.plan == Plan()
    assert not document.can_undo


def test_undo_never_crosses_a_release():
    document = Document()
    document.change(named("a"))
    document.released()
    document.undo()
    assert document.plan.name == "a"


def test_unsaved_means_different_from_the_file():
    document = Document()
    assert not document.unsaved
    document.change(named("a"))
    assert document.unsaved
    document.saved_as(Path("a.dpstudio"))
    assert not document.unsaved
    document.change(named("b"))
    document.undo()
    assert not document.unsaved


def test_listeners_hear_real_changes_only():
    document, heard = Document(), []
    document.changed.append(lambda: heard.append(document.plan.name))
    document.change(named("a"))
    document.change(named("a"))
    assert heard == ["a"]
