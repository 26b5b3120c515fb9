"""An altered or wrong project file is refused in words, by every front end, and loses nothing that was loaded."""

from pathlib import Path

import pytest

from dpstudio import cli
from dpstudio.core.errors import InputError
from dpstudio.workspace.project import project_file
from tests.turns import DAY
from tests.workspace.altered_projects import WHOLE, alterations, base, no_files

ALL = alterations()
TODAY = ALL[DAY % 14 :: 14]


def test_there_are_more_than_a_hundred_and_the_unaltered_one_is_read(tmp_path):
    assert len(ALL) >= 1_000
    assert len(TODAY) >= 100
    path = tmp_path / "p.dpstudio"
    project_file.save(WHOLE, path)
    assert project_file.load(path).rule == WHOLE.rule
    assert base()["plan"]["name"] == "Whole"


def refused(path: Path, content: bytes) -> str:
    """What is said against it, or ""."""
    path.write_bytes(content)
    try:
        project_file.load(path)
    except InputError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("altered", [TODAY, pytest.param(ALL, marks=pytest.mark.long)], ids=["today's", "all"])
def test_each_is_refused_in_words_that_name_the_file(tmp_path, altered):
    said = {name: refused(tmp_path / "p.dpstudio", content) for name, content in altered}
    assert [name for name, words in said.items() if "p.dpstudio" not in words or not 20 < len(words) < 2_000] == []
    assert not any("\n" in words for words in said.values())


def test_what_is_no_file_is_refused_in_words(tmp_path):
    for path in no_files(tmp_path):
        with pytest.raises(InputError) as refusal:
            project_file.load(path)
        assert len(str(refusal.value)) > 20


def test_each_of_today_ends_the_command_line_with_one_line(tmp_path, capsys):
    path = tmp_path / "p.dpstudio"
    for name, content in TODAY[::12]:
        path.write_bytes(content)
        assert cli.main(["plan", str(path)]) == 2, name
        said = capsys.readouterr()
        assert said.out == "", name
        assert said.err.startswith("dpstudio: "), name
        assert said.err.count("\n") == 1, name
        assert "mistake" not in said.err, name


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.long)], ids=["some", "all of today's"])
def test_a_window_loses_nothing_by_opening_one(studio, tmp_path, step):
    window, path = studio.window, tmp_path / "p.dpstudio"
    window.projects.open_demonstration("apples")
    studio.settle()
    studio.answers["save_file"] = [str(tmp_path / "mine.dpstudio")]
    studio.keys("Ctrl+S")
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.epsilon"], "2")
    studio.settle()
    session = window.session
    state = (studio.plan, session.document.path, session.document.unsaved, session.document.can_undo, window.tab)
    facts, recent, resolved = dict(session.facts), list(window.settings.recent), session.resolved
    assert session.document.unsaved
    wrong = [*TODAY[::step], *((str(each), each) for each in no_files(tmp_path))]
    for name, content in wrong:
        if isinstance(content, bytes):
            path.write_bytes(content)
        studio.answers["choose"], studio.answers["said"][:] = ["Discard"], []
        window.projects.open(str(path if isinstance(content, bytes) else content))
        told = [said for said in studio.answers["said"] if said[0] == "complain"]
        assert len(told) == 1 and told[0][1] == "This project was not opened", name
        after = (studio.plan, session.document.path, session.document.unsaved, session.document.can_undo, window.tab)
        assert after == state, name
        assert (session.facts, window.settings.recent, session.resolved) == (facts, recent, resolved), name
    studio.keys("Ctrl+S")
    assert project_file.load(tmp_path / "mine.dpstudio").privacy.epsilon == "2"
