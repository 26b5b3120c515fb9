"""What the system refuses is said in words: what is wrong, with which file, and what helps."""

import errno
import os
import re
from pathlib import Path

import pytest

import dpstudio
from dpstudio.core.errors import InputError
from dpstudio.core.plan import Plan, TablePlan
from dpstudio.core.system_reasons import reason, unkept, unread
from dpstudio.workspace.bookkeeping import moving
from dpstudio.workspace.computer import demonstrations_book, storage
from dpstudio.workspace.project import project_text
from dpstudio.workspace.project.handles import fresh_handle
from dpstudio.workspace.project.project_file import save

PROGRAM = Path(project_text.__file__).parents[2]
REBUILT = {"core/system_reasons.py", "core/apart/reader.py"}
"""Where the words of the system are read: the table of reasons, and an error that comes from another process."""


def test_no_other_place_prints_the_words_of_the_system():
    found = {
        file.relative_to(PROGRAM).as_posix() for file in PROGRAM.rglob("*.py") if "strerror" in file.read_text("utf-8")
    }
    assert found == REBUILT


@pytest.mark.parametrize("number", sorted(errno.errorcode))
def test_every_reason_is_a_sentence_of_our_own_with_a_remedy(number):
    error = OSError(number, os.strerror(number), "/somewhere/table.csv")
    for told in (unread(error), unkept(error)):
        why, remedy = told
        assert os.strerror(number) not in why
        assert re.fullmatch(r"[a-z][a-zA-Z, 0-9]+", why)
        assert re.fullmatch(r"[A-Z].*\.", remedy)


def test_what_the_program_says_itself_is_kept():
    assert reason(OSError(0, "it is a link to a file that is not there")) == "it is a link to a file that is not there"


def missing(folder: Path) -> Path:
    return folder / "none.dpstudio"


def too_long(folder: Path) -> Path:
    return folder / f"{'x' * 300}.dpstudio"


def within_a_file(folder: Path) -> Path:
    (folder / "file").write_text("x")
    return folder / "file" / "asked.dpstudio"


def round_about(folder: Path) -> Path:
    (folder / "circle.dpstudio").symlink_to(folder / "circle.dpstudio")
    return folder / "circle.dpstudio"


CASES = (
    (missing, "it is not there"),
    (too_long, "its name is too long"),
    (within_a_file, "a part of its path is a file, not a folder"),
    (round_about, "its links lead in a circle"),
)


@pytest.mark.parametrize(("made", "why"), CASES)
def test_a_project_that_cannot_be_read_says_why_and_how_to_mend_it(tmp_path, made, why):
    path = made(tmp_path)
    with pytest.raises(InputError) as refused:
        project_text.text_of(path)
    assert refused.value.message == f"{path.name} cannot be opened: {why}."
    assert refused.value.remedy.endswith(".")


@pytest.mark.parametrize("made", ["text", "excel", "parquet", "sqlite", "arrow"])
@pytest.mark.parametrize("name", ["9" * 300 + ".csv", "a/" * 3000 + "t.csv"])
def test_a_table_whose_path_no_system_looks_for_is_told_in_words(tmp_path, home, made, name):
    with pytest.raises(InputError, match="its name is too long"):
        dpstudio.table(tmp_path / name, "private", header=True)
    table = TablePlan(fresh_handle(), "t", made, str(tmp_path / name), role="private", header="yes")
    save(Plan(tables=(table,)), tmp_path / "asked.dpstudio")
    with pytest.raises(InputError, match="its name is too long"):
        dpstudio.open_project(tmp_path / "asked.dpstudio")


def test_a_moved_ledger_that_is_not_there_is_told_in_words(tmp_path, home):
    with pytest.raises(InputError) as refused:
        moving.arrive_here(tmp_path / "none.ledger", "a passphrase of many words")
    assert refused.value.message == "none.ledger cannot be opened: it is not there."
    assert "moved into" in refused.value.remedy


def test_a_data_folder_that_cannot_be_used_is_named(home):
    folder = storage.data_folder()
    (folder / "beginning.lock").mkdir()
    with pytest.raises(InputError) as refused, storage.beginning():
        pass
    assert str(folder) in refused.value.message
    assert "it is a folder" in refused.value.message


def test_a_demonstrations_ledger_that_cannot_be_emptied_is_named(tmp_path):
    book = tmp_path / "demonstrations.sqlite"
    book.mkdir()
    with pytest.raises(InputError) as refused:
        demonstrations_book.put_away(book)
    assert f"demonstrations.sqlite in {tmp_path}" in refused.value.message
    assert "it is a folder" in refused.value.message or "does not allow" in refused.value.message
