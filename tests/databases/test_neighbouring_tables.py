"""Two tables of a server that differ in one person's rows: nothing moves farther than is claimed."""

import pytest

from tests.databases.servers import with_postgres, with_spark
from tests.judges.projects import Program
from tests.judges.servers import SERVERS
from tests.judges.test_neighbouring_files import judge

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"
)
ENGINES = [pytest.param(name, marks=with_postgres if "postgres" in name else with_spark) for name in SERVERS]


@pytest.mark.parametrize("reader", ENGINES)
def test_one_persons_rows_move_nothing_farther_than_is_claimed(reader, tmp_path):
    judge(reader, Program(tmp_path), "ordinary", 12 if "spark" in reader else 22, 6)


@pytest.mark.long
@pytest.mark.parametrize("reader", ENGINES)
def test_one_persons_rows_move_nothing_farther_in_five_hundred_pairs_of_each(reader, tmp_path):
    judge(reader, Program(tmp_path), "long", 500, 12)
