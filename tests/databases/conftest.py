import pytest

from dpstudio.core.apart import READERS


@pytest.fixture(autouse=True)
def _local_spark_is_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A local Spark is a part of its process: the one that holds the test's tables reads them."""
    if "spark" in request.node.nodeid:
        monkeypatch.setattr(READERS, "are_apart", False)
