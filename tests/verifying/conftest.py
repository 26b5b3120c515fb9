import importlib.util
from pathlib import Path

import pytest

SMALL = Path(__file__).parents[2] / "docs" / "verify_receipt.py"


@pytest.fixture(scope="session")
def small():
    """The small verifier, as whoever runs it has it."""
    spec = importlib.util.spec_from_file_location("verify_receipt", SMALL)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found
