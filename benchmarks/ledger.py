"""A ledger of 10^5 entries opened, checked and totalled, against one SHA-256 of all its texts: a ratio in one run.

python benchmarks/ledger.py
"""

import hashlib
import sqlite3
import tempfile
from contextlib import closing
from fractions import Fraction
from pathlib import Path

from benchmarks.timing import medians
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.ledger import Ledger, Limit, links
from dpstudio.core.ledger.entries import AccountOpened, Spent
from dpstudio.core.tables.schema import PrivacyUnit, Relation

CHARGES = 50_000
RESULT = '{"statement":"' + "x" * 3000 + '"}'
TENTH = PrivacyLoss(Fraction(1, 10), Fraction(0), Fraction(1, 200))


def write(path: Path) -> None:
    """A table's account, charges, and a result for each."""
    Ledger(path)
    with closing(sqlite3.connect(path)) as connection:
        chain = links.Chain()
        chain.catch_up(connection)
        opened = AccountOpened("t" * 32, PrivacyUnit(Relation.ADD_REMOVE), Limit(Fraction(CHARGES)))
        charges = [Spent(number, "t" * 32, TENTH, "p" * 64) for number in range(1, CHARGES + 1)]
        chain.append(connection, [opened, *charges])
        chain.catch_up(connection)
        chain.append(connection, [links.store(connection, each.number, RESULT) for each in charges])
        connection.commit()


def total(path: Path) -> Fraction:
    account = Ledger(path).account("t" * 32)
    assert account is not None
    return account.spent


def digest(path: Path) -> bytes:
    """What no check can do without."""
    whole = hashlib.sha256()
    with closing(sqlite3.connect(path)) as connection:
        for query in ("SELECT body FROM entry", "SELECT text FROM statement"):
            for (text,) in connection.execute(query):
                whole.update(text.encode())
    return whole.digest()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.sqlite"
        write(path)
        assert total(path) == CHARGES * TENTH.epsilon
        ours, rival = medians(lambda: total(path), lambda: digest(path), times=5)
    print(f"opened, checked, totalled ÷ SHA-256 of all texts: {ours / rival:.1f}; it took {ours:.2f} s here")


if __name__ == "__main__":
    main()
