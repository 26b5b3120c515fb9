"""No test, and no program that a test starts, reaches another computer; one that tries fails its test."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ALONE, HOOK, turned_to
from tests.network.hook.sitecustomize import is_here

ELSEWHERE = "192.0.2.1"


@pytest.fixture
def forgiven():
    """What these tests do on purpose is no failure of theirs."""
    yield
    turned_to(forget=True)


@pytest.mark.parametrize(
    "reach",
    [
        lambda asked: asked.connect((ELSEWHERE, 80)),
        lambda asked: asked.connect_ex((ELSEWHERE, 80)),
        lambda asked: asked.sendto(b"x", (ELSEWHERE, 53)),
        lambda asked: asked.bind(("0.0.0.0", 0)),
        lambda asked: socket.getaddrinfo("example.org", 80),
        lambda asked: socket.gethostbyname("example.org"),
        lambda asked: socket.create_connection(("example.org", 80)),
    ],
)
def test_nothing_here_reaches_another_computer(reach, forgiven):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked, pytest.raises(HOOK.InternetError):
        reach(asked)
    assert turned_to()


def test_a_program_that_a_test_starts_reaches_no_other_computer_and_hides_no_try(forgiven):
    code = f"""
import socket
try:
    socket.create_connection(("{ELSEWHERE}", 80))
except BaseException as error:
    print(type(error).__name__)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "InternetError\n"
    assert ELSEWHERE in turned_to()


def test_this_computer_can_be_reached():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(("localhost", server.getsockname()[1])).close()
    assert all(
        is_here(host) for host in ("127.0.0.1", "::1", "localhost", "", None, b"127.0.0.1", 7, "no.such.invalid")
    )
    assert not any(
        is_here(host) for host in ("0.0.0.0", "10.0.0.1", "localhost.org", "example.org", "fe80::1%eth0", "1")
    )
    assert turned_to() == ""


@pytest.mark.skipif(not ALONE, reason="the system does not let this process leave the network")
def test_what_is_not_written_in_python_has_no_network_either():
    for file in (Path("/proc/thread-self/net/dev"), Path("/proc/thread-self/net/route")):
        names = [line.split(":")[0].split("\t")[0].strip() for line in file.read_text().splitlines()[2:]]
        assert set(names) <= {"lo"}
    said = subprocess.run(["cat", "/proc/self/net/dev"], capture_output=True, text=True, check=True).stdout
    assert {line.split(":")[0].strip() for line in said.splitlines()[2:]} == {"lo"}


def test_the_next_program_has_the_hook_whatever_else_is_on_its_path():
    assert os.environ["PYTHONPATH"].split(os.pathsep)[0].endswith("hook")
