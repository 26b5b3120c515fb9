"""Whatever a file does to the process that reads it: it lives, and has a checked value or an error in words."""

import ctypes
import os
import platform
import re
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpstudio.core.apart import READERS, codec
from dpstudio.core.apart.calls import Call
from dpstudio.core.apart.frames import Leave
from dpstudio.core.apart.reader import Reader
from dpstudio.core.errors import Cancelled, InputError, Refusal
from dpstudio.core.tables.counts import Counts
from dpstudio.core.tables.engine import column_counts
from dpstudio.core.tables.reading import column_names
from dpstudio.core.tables.schema import Column, Kind, Source
from dpstudio.workspace.project import project_file
from tests.core import naughty
from tests.own import own_apples

ENDED = {
    naughty.leaves: "The process that was reading orders.csv was ended",
    naughty.is_ended: "The process that was reading orders.csv was ended",
    naughty.breaks: "Reading orders.csv made a library fail",
    naughty.babbles: "Reading orders.csv failed",
    naughty.boasts: "Reading orders.csv failed",
    naughty.sends_damage: "Reading orders.csv failed",
    naughty.tells_words: "Reading orders.csv failed",
}
LANDLOCK = sys.platform == "linux" and ctypes.CDLL(None).syscall(444, None, 0, 1) >= 6
LINUX = sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")
needs_landlock = pytest.mark.skipif(not LANDLOCK, reason="an older Linux has no such rule; docs/limits.md says so")


@pytest.mark.parametrize("work", ENDED, ids=lambda work: work.__name__)
def test_a_reader_that_dies_or_babbles_is_an_error_in_words_and_the_next_one_reads_on(work):
    with pytest.raises(InputError, match=re.escape(ENDED[work])) as caught:
        work("/data/orders.csv")
    assert "CANARY" not in str(caught.value)
    assert naughty.good("four")[0] == 4


def test_a_full_disk_is_told_as_that_of_the_work_files():
    with pytest.raises(InputError, match="No room for the work files of orders"):
        naughty.fills("orders.csv")


def test_a_work_file_that_nobody_knows_is_not_named(tmp_path):
    (tmp_path / "tmp1234.parquet").write_bytes(b"no table")
    with pytest.raises(InputError) as caught:
        column_counts(tmp_path / "tmp1234.parquet", [0], None)
    assert "tmp1234" not in str(caught.value)


def test_a_value_of_another_type_than_promised_is_not_taken():
    with pytest.raises(InputError, match="failed"):
        naughty.lies("x")


def test_what_needs_too_much_memory_is_refused_and_the_program_has_its_own():
    with pytest.raises(InputError, match="more memory than one table"):
        naughty.eats("x")
    assert naughty.good("x")[0] == 1


@pytest.mark.skipif(not LINUX, reason="other systems have no such filter; docs/limits.md says so")
@pytest.mark.parametrize("work", [naughty.connects, naughty.runs], ids=lambda work: work.__name__)
def test_no_socket_and_no_other_program_from_a_reader(work):
    with pytest.raises(PermissionError):
        work("x")


@pytest.mark.skipif(not LINUX, reason="other systems have no such filter; docs/limits.md says so")
def test_no_thread_of_a_reader_goes_without_the_filter():
    assert set(naughty.threads("x")) == {"Seccomp:\t2"}


@pytest.mark.skipif(not LINUX, reason="other systems have no such setting; docs/limits.md says so")
def test_nothing_that_a_reader_holds_is_written_where_it_fails_and_nobody_looks_into_it():
    assert naughty.dumps("x") == (0, 0, 0)


@pytest.mark.skipif(platform.machine() != "x86_64" or not LINUX, reason="elsewhere calls have one number each")
def test_a_reader_that_asks_by_other_numbers_is_ended():
    with pytest.raises(InputError, match="made a library fail"):
        naughty.counts_otherwise("x")


@needs_landlock
@pytest.mark.parametrize(
    "work", [naughty.writes, naughty.cuts, naughty.removes, naughty.opens_to_all], ids=lambda work: work.__name__
)
def test_a_reader_changes_nothing_outside_of_the_folder_for_work_files(work, tmp_path_factory):
    with tempfile.TemporaryDirectory() as elsewhere:
        file = Path(elsewhere) / "ledger.sqlite"
        file.write_text("as it was")
        file.chmod(0o600)
        with pytest.raises(PermissionError):
            work(str(file))
        assert (file.read_text(), file.stat().st_mode & 0o777) == ("as it was", 0o600)
    assert naughty.writes(str(tmp_path_factory.mktemp("work") / "0.parquet")) == 6


def test_whoever_works_in_another_folder_finds_a_reader_that_is_warm_there_too(tmp_path, monkeypatch):
    """Those that may write in the folder before are ended: they do not take the places of others."""
    for folder in ("one", "two", "three"):
        (tmp_path / folder).mkdir()
        monkeypatch.setattr(READERS, "room", tmp_path / folder)
        assert len({naughty.good("x")[1] for _ in range(3)}) == 1


@needs_landlock
@pytest.mark.parametrize("work", [naughty.reaches, naughty.ends_the_program], ids=lambda work: work.__name__)
def test_a_reader_reaches_neither_the_memory_of_the_program_nor_its_life(work):
    with pytest.raises(PermissionError):
        work("x")


def server(listening):
    """A table of a PostgreSQL at a port of this computer, which is none."""
    return Source("database", f"postgresql://127.0.0.1:{port_of(listening)}/people")


def port_of(listening):
    return listening.getsockname()[1]


@pytest.fixture
def listening():
    with ExitStack() as opened:
        yield [opened.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(2)]


@needs_landlock
@pytest.mark.parametrize("how", sorted(naughty.WAYS.keys() - {"by UDP"}))
def test_who_asks_a_server_connects_to_no_other_port_whatever_the_way_and_is_connected_to_at_none(how, listening):
    asked, other = listening
    with pytest.raises(PermissionError):
        naughty.turns_to(server(asked), how, port_of(other))
    assert naughty.turns_to(server(asked), "by TCP", port_of(asked)) == 1


@needs_landlock
def test_who_asks_another_server_is_another_reader_and_reaches_that_one(listening):
    asked, other = listening
    assert naughty.turns_to(server(asked), "by TCP", port_of(asked)) == 1
    assert naughty.turns_to(server(other), "by TCP", port_of(other)) == 1


@pytest.mark.skipif(not LINUX, reason="other systems have no such filter; docs/limits.md says so")
def test_who_asks_a_server_may_look_its_name_up(listening):
    assert naughty.looks_up(server(listening[0]), "localhost") > 0
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as names:
        names.bind(("127.0.0.1", 0))
        assert naughty.turns_to(server(listening[0]), "by UDP", port_of(names)) == 1


@pytest.mark.parametrize(
    ("address", "around", "ports"),
    [
        ("postgresql://host:6000/one", {}, (53, 88, 6000)),
        ("postgresql://host/one", {}, (53, 88, 5432)),
        ("postgresql://host/one", {"PGPORT": "6001"}, (53, 88, 6001)),
        ("postgresql://host:6000/one?sslmode=require&port=6002", {"PGPORT": "6001"}, (53, 88, 6002)),
        ("postgresql://host/one;p%6Frt=6003", {}, (53, 88, 6003)),
        ("postgresql://host:6000/one", {"PGSERVICE": "mine"}, (53, 88, 6000)),
        ("postgresql://host/one", {"PGSERVICE": "mine"}, ()),
        ("postgresql://host/one", {"PGPORT": "6000,6001"}, ()),
        ("postgresql://host/one?port=6000&port=6001", {}, ()),
        ("postgresql://host:70000/one", {}, ()),
        ("postgresql://host/one?port=70000", {}, ()),
        ("postgresql://[host/one", {}, ()),
        ("sc://host:15002", {}, ()),
        ("spark-local://", {}, ()),
    ],
)
def test_the_ports_are_those_that_the_driver_turns_to_and_all_where_that_is_not_known(
    address, around, ports, monkeypatch
):
    for name in ("PGPORT", "PGSERVICE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in around.items():
        monkeypatch.setenv(name, value)
    source = Source("database", address)
    assert source.ports == Call(column_names.apart, (source,), {}).ports == ports
    assert Call(column_names.apart, (Source("text", address),), {}).ports == ()


@pytest.mark.skipif(not LINUX, reason="other systems have no such filter; docs/limits.md says so")
@pytest.mark.parametrize(
    ("leave", "ports", "held"),
    [
        (Leave.FILES, (), {"memory", "alone", "files", "programs", "network"}),
        (Leave.SERVER, (), {"memory", "alone", "files", "programs"}),
        (Leave.SERVER, (5432,), {"memory", "alone", "files", "ports", "programs"}),
        (Leave.CLUSTER, (), {"memory", "alone"}),
    ],
)
def test_a_reader_says_what_it_has_forbidden_itself(leave, ports, held, tmp_path):
    reader = Reader(leave, tmp_path, ports)
    try:
        assert set(reader.held) == held - (set() if LANDLOCK else {"files", "ports"})
    finally:
        reader.end()


@pytest.mark.parametrize(
    ("source", "leave"),
    [
        (Source("text", "a.csv"), Leave.FILES),
        (Source("database", "postgresql://host/one"), Leave.SERVER),
        (Source("database", "spark-local://"), Leave.CLUSTER),
        (Source("database", "sc://host:15002"), Leave.CLUSTER),
    ],
)
def test_what_a_reader_may_turn_to_follows_from_what_it_reads(source, leave):
    assert Call(column_names.apart, (source,), {}).leave is leave


def test_what_libraries_print_goes_nowhere(capfd):
    assert naughty.prints("x") == 1
    told = capfd.readouterr()
    assert "CANARY" not in told.out + told.err


def test_what_nobody_expected_is_told_by_its_kind_and_place_and_a_refusal_by_its_words():
    with pytest.raises(
        InputError, match=r"failed \(RuntimeError in dpstudio/core/apart/child\.py, line [0-9]+\)"
    ) as met:
        naughty.quotes("x")
    assert "CANARY" not in str(met.value)
    with pytest.raises(Refusal) as caught:
        naughty.refuses("x")
    assert (caught.value.message, caught.value.remedy, caught.value.field) == ("It is refused.", "Mend it.", "field")


@pytest.mark.parametrize("work", [naughty.holds_on, naughty.goes_on], ids=lambda work: work.__name__)
def test_whoever_stops_it_gets_away_whatever_the_reader_does(work):
    heard = []

    def tick(share):
        heard.append(share)
        if len(heard) > 3:
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        work("x", tick)
    assert naughty.good("x")[0] == 1


def test_how_far_a_call_is_begins_anew_with_each_call():
    for _ in range(2):  # the second has the same reader
        heard = []
        naughty.begins_slowly("x", heard.append)
        assert heard[0] == 0
        assert heard[-1] == 0.9


def test_a_reader_that_is_silent_for_too_long_is_ended(monkeypatch):
    naughty.good("x")  # one is ready
    monkeypatch.setattr("dpstudio.core.apart.reader._SILENT", 0.5)  # instead of ten minutes
    with pytest.raises(InputError, match="without a sign of life"):
        naughty.is_silent("x")


def test_a_reader_ends_with_the_program_that_started_it(tmp_path):
    code = "from tests.core import naughty; print(naughty.good('x')[1], flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as program:
        number = int(program.stdout.readline())
        assert _lives(number)
        program.kill()
        program.wait()
        for _ in range(1200):
            if not _lives(number):
                return
            time.sleep(0.05)
    pytest.fail("it reads on")


def _lives(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@dataclass(frozen=True)
class Many:
    """One of each kind that is handed over."""

    text: str
    number: int
    share: Fraction
    raw: bytes
    place: Path
    column: Column | None
    several: tuple[int | str | None, ...]
    pairs: list[tuple[str, int]]


COLUMNS = st.builds(
    Column, name=st.text(), kind=st.sampled_from(Kind), step=st.fractions(), blank=st.none() | st.text()
)


@given(
    st.builds(
        Many, text=st.text(), number=st.integers(), share=st.fractions(), raw=st.binary(),
        place=st.text("ab/", min_size=1).map(Path).map(Path.absolute), column=st.none() | COLUMNS,
        several=st.lists(st.integers() | st.text() | st.none()).map(tuple),
        pairs=st.lists(st.tuples(st.text(), st.integers())),
    )
)  # fmt: skip
def test_what_is_handed_over_comes_back_as_it_was(value):
    assert codec.unpacked(memoryview(codec.packed(value)), Many) == value


def test_a_reader_that_was_started_in_another_folder_reads_the_file_that_is_meant_here(tmp_path, monkeypatch):
    for name in ("before", "now"):
        own_apples(tmp_path / name)
        project = tmp_path / name / "apples.dpstudio"
        project.write_text(project.read_text("utf-8").replace('"name": "', f'"name": "{name} '), "utf-8")
        monkeypatch.chdir(tmp_path / name)
        assert project_file.load(Path("apples.dpstudio")).name.startswith(f"{name} ")


@given(st.lists(st.none() | st.text()), st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_arrays_come_back_as_they_were(texts, numbers):
    counts = Counts(pa.array(texts, pa.string()), pa.array(numbers, pa.int64()))
    found = codec.unpacked(memoryview(codec.packed(counts)), Counts)
    assert (found.values.to_pylist(), found.counts.to_pylist()) == (texts, numbers)
    again = codec.unpacked(memoryview(codec.packed(np.array(numbers, np.int64))), np.typing.NDArray[np.int64])
    assert again.tolist() == numbers


@given(st.binary(max_size=40), st.integers(0, 400))
def test_a_damaged_message_is_an_error_and_never_another_value(noise, place):
    whole = codec.packed([Source("text", "a.csv"), pa.array(["one", "two"])])
    at = place % len(whole)
    damaged = whole[:at] + noise + whole[at + len(noise) :]
    try:
        found = codec.unpacked(memoryview(damaged), tuple[Source, pa.Array])
    except (ValueError, TypeError, KeyError):
        return
    assert isinstance(found[0], Source)
    found[1].validate(full=True)


def test_an_array_is_checked_before_anybody_looks_at_it():
    whole = codec.packed(pa.array(["apple", "pear"]))
    assert codec.unpacked(memoryview(whole), pa.Array).to_pylist() == ["apple", "pear"]
    with pytest.raises(ValueError, match="damaged"):
        codec.unpacked(memoryview(whole.replace(b"apple", b"app\xff\xff")), pa.Array)


_JOURNEY = """
import sys
from dpstudio import cli
assert cli.main(["release", sys.argv[1], "--out", sys.argv[2]]) == 0
print([name for name in ("duckdb", "ibis", "fastexcel", "pyarrow.csv", "pyarrow.parquet") if name in sys.modules])
"""


def test_the_program_itself_loads_nothing_that_parses_a_table(tmp_path):
    from dpstudio.workspace.project import demonstrations

    project = demonstrations.write("apples", tmp_path / "apples")
    done = subprocess.run(
        [sys.executable, "-c", _JOURNEY, str(project), str(tmp_path / "out")],
        check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2], env=dict(os.environ),
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "[]"


def test_what_reads_here_is_no_reader():
    assert READERS.are_apart
    assert naughty.good("x")[1] != os.getpid()
