"""What is read and released are the bytes that the gate knows, whoever puts others in their place meanwhile."""

import os
from pathlib import Path

import pytest

from dpstudio import cli
from dpstudio.core.errors import Refusal
from dpstudio.core.plan import TablePlan
from dpstudio.workspace.guarding.unchanged import unchanged
from dpstudio.workspace.releasing import jobs
from tests.own import private_apples


def _writes(path: Path) -> None:
    path.write_text(path.read_text() + "Zoe,1.00\n")


def _replaces(path: Path) -> None:
    fresh = path.with_name("fresh")
    fresh.write_bytes(path.read_bytes())
    fresh.replace(path)


def _turns_back(path: Path) -> None:
    """Other bytes of the same length, and the times that were there."""
    before, content = path.stat(), path.read_bytes()
    path.write_bytes(content[::-1])
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize("change", [_writes, _replaces, _turns_back, Path.unlink])
def test_a_file_that_changes_while_it_is_read_is_not_used(tmp_path, change):
    path = tmp_path / "a.csv"
    path.write_text("choice\nTea\n")
    table = TablePlan("h", "a.csv", "text", str(path))
    with pytest.raises(Refusal, match="changed while it was read"), unchanged(table):
        change(path)
    with unchanged(table):
        pass


def test_a_release_of_bytes_that_the_gate_has_not_seen_is_not_charged(tmp_path, monkeypatch, capsys):
    project = private_apples(tmp_path / "apples")
    table = project.parent / "apple-buyers.csv"
    reads = jobs.read

    def late(question, work_file, tick):
        found = reads(question, work_file, tick)
        _writes(table)
        return found

    monkeypatch.setattr(jobs, "read", late)
    assert cli.main(["release", str(project), "--out", str(tmp_path / "out")]) == 3
    assert "changed while it was read" in capsys.readouterr().err
    assert cli.main(["ledger"]) == 0
    assert "Nothing has been charged" in capsys.readouterr().out
