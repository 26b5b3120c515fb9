"""What several tests of the window begin with."""

import pytest

from tests.gui.drinkers import asked_about


@pytest.fixture
def counted(studio, tmp_path):
    """A private table with one release, and the same question once more."""
    file = tmp_path / "drinkers.csv"
    file.write_text("pays,drink\n" + "1,Tea\n" * 20)
    asked_about(studio, file)
    studio.release()
    return studio
