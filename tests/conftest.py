import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import settings

from dpstudio.core.entropy import Entropy

settings.register_profile("dpstudio", deadline=None, derandomize=True, database=None)
settings.load_profile("dpstudio")


os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


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


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("DPSTUDIO_HOME", str(folder))
    return folder
