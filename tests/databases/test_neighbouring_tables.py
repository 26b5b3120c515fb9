"""Two tables of a server that differ in one person's rows: nothing moves farther than is claimed."""

import pytest

from tests.databases.servers import ENGINES as PLAIN
from tests.databases.servers import kinds, load, with_postgres, with_spark
from tests.judges.projects import Program, asked, with_file
from tests.judges.servers import SERVERS
from tests.judges.test_neighbouring_files import judge

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"
)
ENGINES = [pytest.param(name, marks=with_postgres if "postgres" in name else with_spark) for name in SERVERS]
CHOICE = {"name": "c", "kind": "category"}
ROWS = {"kind": "row", "relation": "add_remove"}
PERSONS = {"kind": "person", "person": "who", "rows": "1", "relation": "add_remove"}


@pytest.mark.parametrize("reader", ENGINES)
def test_one_persons_rows_move_nothing_farther_than_is_claimed(reader, tmp_path):
    judge(reader, Program(tmp_path), "ordinary", 12 if "spark" in reader else 22, 6)


@pytest.mark.long
@pytest.mark.parametrize("reader", ENGINES)
def test_one_persons_rows_move_nothing_farther_in_five_hundred_pairs_of_each(reader, tmp_path):
    judge(reader, Program(tmp_path), "long", 500, 12)


@pytest.mark.parametrize("engine", PLAIN)
@pytest.mark.parametrize("place", range(4))
def test_one_row_more_moves_one_vote_whatever_the_server_takes_for_equal(engine, place, tmp_path):
    """Thirty say Tea; under an equality of the server's own all of them once became tea when one said so."""
    program, every = Program(tmp_path), kinds(engine)
    rule = {"kind": "votes", "style": "one_column", "columns": ["c"]}
    candidates = {"kind": "list", "text": "Tea\ntea\nT\u00e9a"}
    found = []
    for rows in ([], [("ann", "tea")], [("b", "T\u00e9a")]):
        all_rows = [*rows, *(("Ann", "Tea") for _ in range(30)), *rows[1:]]
        for unit in (ROWS, PERSONS):
            question = asked([CHOICE, {"name": "who", "kind": "identifier"}], unit, rule, (), candidates)
            name = f"equal_{len(found)}_{place}"
            source = load(engine, ["who", "c"], all_rows, every[place % len(every)], name)
            written = {"format": "database", "path": source.path, "sheet": source.sheet}
            found.append(program.scores(with_file(question, written, f"{len(found):032x}")))
    assert found == [[30, 0, 0], [1, 0, 0], [30, 1, 0], [1, 1, 0], [30, 0, 1], [1, 0, 1]]
