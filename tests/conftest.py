import atexit
import gc
import hashlib
import itertools
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from dpstudio.core.apart import READERS
from dpstudio.core.entropy import Entropy
from tests import turns
from tests.network.alone import leave_the_network
from tests.network.hook import sitecustomize

pytest_plugins = ["tests.gui.studio"]

settings.register_profile("dpstudio", deadline=None, derandomize=True, database=None)
settings.load_profile("dpstudio")


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # begun in the background by a shell that ignores Ctrl+C there
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"  # never this machine's own

_HOOK = str(Path(sitecustomize.__file__).parent)
_REST = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part and part != _HOOK]
os.environ["PYTHONPATH"] = os.pathsep.join([_HOOK, *_REST])
_FOLDER = tempfile.mkdtemp(prefix="dpstudio-tests-")
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
os.environ[sitecustomize.LOG] = str(Path(_FOLDER) / "internet")
ALONE = leave_the_network()
_STARTED = sys.modules.get("sitecustomize")  # another process of the same run has it from its start
HOOK = _STARTED if _STARTED is not None and hasattr(_STARTED, "InternetError") else sitecustomize


FOUND = pytest.StashKey[frozenset[str]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Some tests take turns; what was found is known to the tests that count it."""
    whole_files = not any("::" in word for word in config.args)
    config.stash[FOUND] = frozenset(item.nodeid for item in items) if whole_files else frozenset()
    turns.hold_back(items)


def turned_to(*, forget: bool = False) -> str:
    """What the tests, and programs that they started, turned to on the internet."""
    log = Path(os.environ[sitecustomize.LOG])
    said = log.read_text("utf-8") if log.exists() else ""
    if forget:
        log.unlink(missing_ok=True)
    return said


_ENDED, _TIDY_AFTER = itertools.count(1), 50


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Once there was a window nobody collects garbage but an event loop, which most tests have none of."""
    if next(_ENDED) % _TIDY_AFTER == 0 and not gc.isenabled():
        gc.collect()


@pytest.fixture(autouse=True)
def _no_internet() -> Iterator[None]:
    yield
    said = turned_to(forget=True)
    assert said == "", f"this test turned to the internet: {said}"


class Seeded(Entropy):
    """The bits of a hash: the same on every run, so that no test depends on luck."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._seed = seed
        self._blocks = 0

    def read(self, count: int) -> bytes:
        self._blocks += 1
        return hashlib.shake_256(f"{self._seed}/{self._blocks}".encode()).digest(count)


@pytest.fixture
def entropy(request: pytest.FixtureRequest) -> Seeded:
    return Seeded(request.node.name)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """The command line: its exit code, and what it wrote."""
    from dpstudio import cli

    def call(*arguments: object, entropy: Entropy | None = None) -> tuple[int, str, str]:
        code = cli.main([str(each) for each in arguments], entropy)
        return code, *capsys.readouterr()

    return call


_HOMES = itertools.count()


@pytest.fixture(autouse=True)
def home(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A data folder of the test's own; the readers are those of all tests, wherever the test before worked."""
    base = tmp_path_factory.getbasetemp().resolve()
    monkeypatch.setattr(READERS, "room", base)
    if "tmp_path" in request.fixturenames:
        folder = request.getfixturevalue("tmp_path") / "home"
    else:  # most tests write no file: theirs need no folder with a name of its own
        folder = base / f"home-{next(_HOMES)}" / "home"
        folder.parent.mkdir()
    monkeypatch.setenv("DPSTUDIO_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True, scope="session")
def _room(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Readers write within the tests' own folder; one reader serves many tests, each of which has a work folder."""
    READERS.write_within(tmp_path_factory.getbasetemp())


@pytest.fixture
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers' files are read by the tests' own process, where a test can watch how."""
    monkeypatch.setattr(READERS, "are_apart", False)
