import functools
import itertools
import json
import shutil
import sqlite3
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.ledger import Ledger, Limit
from dpstudio.core.ledger.book import Known
from dpstudio.core.ledger.mirror import NoMirror
from dpstudio.core.ledger.pages import Pages
from dpstudio.core.tables.schema import Persons, PrivacyUnit, Relation
from dpstudio.workspace.computer.marks import Marks
from tests.receipts import saying, statement

UNIT = PrivacyUnit(Relation.ADD_REMOVE)
TENTH = Fraction(1, 10)
ROOT = Path(__file__).resolve().parents[2]


def pure(epsilon):
    return PrivacyLoss(epsilon, Fraction(0), epsilon**2 / 2)


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "ledger.sqlite")


def test_ten_charges_of_a_tenth_fill_a_limit_of_one_exactly(ledger):
    for _ in range(10):
        ledger.charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p")
    assert ledger.account("t").spent == 1
    with pytest.raises(Refusal, match="nothing is left of the limit"):
        ledger.charge("t", UNIT, Limit(Fraction(1)), pure(Fraction(1, 10**30)), "p")


def test_what_is_known_of_a_table_is_read_at_once_and_anew_each_time(ledger, monkeypatch):
    opened, own = [], sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: opened.append(given) or own(*given, **named))
    assert ledger.known("t") == Known(None, None, (), 0, moved=False)
    assert len(opened) == 1
    Ledger(ledger.path).settle("t", UNIT)
    assert ledger.known("t").settled == UNIT
    ledger.look("t", "p")
    ledger.check_format("t", 2)
    ledger.charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p")
    ledger.look("t", "p")
    known = ledger.known("t")
    assert (known.looks, known.checks) == ((0, 1), 2)
    assert known.account is not None
    assert known.account.spent == TENTH
    ledger.move_out()
    assert ledger.known("t").moved


def test_unit_relation_rows_and_limit_are_fixed_by_the_first_charge(ledger):
    ledger.charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p")
    others = [PrivacyUnit(Relation.REPLACE_ONE), PrivacyUnit(Relation.ADD_REMOVE, "who", 1)]
    for other in (*others, PrivacyUnit(Relation.ADD_REMOVE, None, 1, everyone=True)):
        with pytest.raises(Refusal, match="another unit"):
            ledger.charge("t", other, Limit(Fraction(1)), pure(TENTH), "p")
    with pytest.raises(Refusal, match="was set to 1"):
        ledger.charge("t", UNIT, Limit(Fraction(2)), pure(TENTH), "p")
    assert ledger.account("t").spent == TENTH


UNITS = [
    PrivacyUnit(relation, person, rows, everyone, persons)
    for relation, (person, rows), everyone, persons in itertools.product(
        Relation, ((None, 1), ("who", 1), ("who", 2), ("name", 1)), (False, True), (Persons.TEXT, Persons.WHOLE_NUMBER)
    )
    if person is not None or (not everyone and persons is Persons.TEXT)
]


@pytest.mark.parametrize("free", [False, True], ids=["charged", "compared"])
def test_no_other_unit_follows_the_first_whether_it_was_charged_or_compared_for_free(ledger, free):
    def use(place, unit):
        if free:
            ledger.settle(str(place), unit)
        else:
            ledger.charge(str(place), unit, Limit(Fraction(1)), pure(TENTH), "p")

    for place, first in enumerate(UNITS):
        use(place, first)
        use(place, first)
        for other in UNITS:
            if other != first:
                with pytest.raises(Refusal, match="another unit"):
                    use(place, other)
    assert len(ledger.charges()) == (0 if free else 2 * len(UNITS))


def test_a_first_release_that_is_refused_fixes_nothing(ledger):
    with pytest.raises(Refusal, match="ε = 2 is more than the limit 1"):
        ledger.charge("t", UNIT, Limit(Fraction(1)), pure(Fraction(2)), "p")
    assert (ledger.account("t"), ledger.charges()) == (None, [])
    other = PrivacyUnit(Relation.REPLACE_ONE)
    ledger.charge("t", other, Limit(Fraction(2)), pure(Fraction(2)), "p")
    assert ledger.account("t").unit == other


def test_tables_have_accounts_of_their_own(ledger):
    for handle in ("t", "u", "t", "u"):
        ledger.charge(handle, UNIT, Limit(Fraction(1)), pure(Fraction(1, 2)), "p")
    assert [ledger.account(handle).spent for handle in ("t", "u")] == [1, 1]
    assert ledger.account("v") is None


def test_a_result_is_stored_once_and_there_is_no_refund(ledger):
    number = ledger.charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p").number
    ledger.complete(number, saying("{}"))
    with pytest.raises(Refusal, match="already has a result"):
        ledger.complete(number, saying("{}"))
    assert ledger.account("t").spent == TENTH
    assert not [name for name in dir(ledger) if "refund" in name or "delete" in name]


def test_the_receipt_that_left_is_noted_and_no_other(ledger):
    numbers = [ledger.charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p").number for _ in range(3)]
    ledger.mark_exported(numbers[1])
    assert [charge.exported for charge in ledger.account("t").charges] == [False, True, False]


def test_the_file_is_the_owners_alone_and_survives_reopening(ledger):
    ledger.charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p")
    assert ledger.path.stat().st_mode & 0o077 == 0
    assert Ledger(ledger.path).account("t").spent == TENTH


def test_a_file_that_is_no_ledger_or_a_newer_one_is_refused(tmp_path):
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"this is no database, it only says so" * 100)
    with pytest.raises(InputError, match="cannot be used"):
        Ledger(broken)
    later = Ledger(tmp_path / "later.sqlite").path
    with sqlite3.connect(later) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(InputError, match="newer dpstudio"):
        Ledger(later)


SPEND = """
import sys
from fractions import Fraction
from pathlib import Path
from dpstudio.core.errors import Refusal
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.ledger import Ledger, Limit
from dpstudio.core.tables.schema import PrivacyUnit, Relation
made, pure = 0, PrivacyLoss(Fraction(1, 40), Fraction(0), Fraction(1, 3200))
for _ in range(20):
    try:
        Ledger(Path(sys.argv[1])).charge("t", PrivacyUnit(Relation.ADD_REMOVE), Limit(Fraction(1)), pure, "p")
        made += 1
    except Refusal:
        pass
print(made)
"""


def test_three_processes_on_one_ledger_never_exceed_the_limit(ledger):
    command = [sys.executable, "-c", SPEND, str(ledger.path)]
    processes = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    made = sum(int(process.communicate()[0]) for process in processes)
    assert made == 40
    assert ledger.account("t").spent == 1


def test_what_was_private_stays_known_by_its_digest(ledger):
    ledger.sight(["d1"], "t", private=True)
    ledger.sight(["d1"], "t", private=False)
    ledger.sight(["d2"], "u", private=False)
    assert ledger.was_private(["d2", "d1"])
    assert not ledger.was_private(["d2"])
    assert ledger.sightings("t") == ["d1"]
    ledger.sight(["d2"], "u", private=True)
    assert ledger.was_private(["d2"])


def test_delta_has_a_limit_of_its_own_and_none_by_default(ledger):
    gaussian = PrivacyLoss(TENTH, Fraction(1, 10**6), Fraction(1, 400))
    with pytest.raises(Refusal, match=r"δ = 0.000001"):
        ledger.charge("t", UNIT, Limit(Fraction(1)), gaussian, "p")
    allowed = Limit(Fraction(1), Fraction(2, 10**6))
    for _ in range(2):
        ledger.charge("u", UNIT, allowed, gaussian, "p")
    with pytest.raises(Refusal, match="Choose noise without δ"):
        ledger.charge("u", UNIT, allowed, gaussian, "p")
    ledger.charge("u", UNIT, allowed, pure(TENTH), "p")
    total = ledger.account("u").total
    assert (total.epsilon, total.delta) == (Fraction(3, 10), Fraction(2, 10**6))
    assert total.rho == 2 * Fraction(1, 400) + TENTH**2 / 2
    with pytest.raises(Refusal, match=r"The limit for δ of this table's account was set to 0\.000002"):
        ledger.charge("u", UNIT, Limit(Fraction(1)), pure(TENTH), "p")


def test_that_each_person_has_a_row_is_fixed_and_kept_like_the_rest_of_the_unit(ledger):
    unit = PrivacyUnit(Relation.REPLACE_ONE, "who", 2, everyone=True)
    ledger.charge("t", unit, Limit(Fraction(1)), pure(TENTH), "p")
    assert Ledger(ledger.path).account("t").unit == unit
    with pytest.raises(Refusal, match="another unit"):
        ledger.charge("t", PrivacyUnit(Relation.REPLACE_ONE, "who", 2), Limit(Fraction(1)), pure(TENTH), "p")


def test_a_ledger_of_the_second_version_is_brought_up_to_date_and_declares_nothing(tmp_path):
    path = tmp_path / "old.sqlite"
    shutil.copy(ROOT / "tests/fixtures/release_0_1/ledger.sqlite", path)
    with sqlite3.connect(path) as old:
        assert old.execute("PRAGMA user_version").fetchone()[0] == 2
        handles = [row[0] for row in old.execute("SELECT handle FROM dataset")]
        results = dict(old.execute("SELECT number, statement FROM charge"))
    old.close()
    assert handles
    assert {charge.number: charge.statement for charge in Ledger(path).charges()} == results
    assert any(results.values())
    assert not any(Ledger(path).account(handle).unit.everyone for handle in handles)


def test_a_ledger_of_the_first_version_is_brought_up_to_date_and_loses_nothing(tmp_path):
    path = tmp_path / "old.sqlite"
    with sqlite3.connect(path) as old:
        old.executescript(
            "CREATE TABLE dataset (handle TEXT PRIMARY KEY, relation TEXT NOT NULL, person TEXT, rows INTEGER NOT NULL,"
            " cap TEXT NOT NULL);"
            "CREATE TABLE charge (number INTEGER PRIMARY KEY AUTOINCREMENT, handle TEXT NOT NULL,"
            " epsilon TEXT NOT NULL,"
            " plan TEXT NOT NULL, salt TEXT NOT NULL, statement TEXT,"
            " exported INTEGER NOT NULL DEFAULT 0);"
            "INSERT INTO dataset VALUES ('t', 'add_remove', NULL, 1, '1');"
            "INSERT INTO charge (handle, epsilon, plan, salt) VALUES ('t', '0.5', 'p', 's');"
            "PRAGMA user_version = 1;"
        )
    old.close()
    account = Ledger(path).account("t")
    assert account.limit == Limit(Fraction(1))
    assert account.total == PrivacyLoss(Fraction(1, 2), Fraction(0), Fraction(1, 8))
    Ledger(path).charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p")
    assert Ledger(path).account("t").spent == Fraction(6, 10)


def test_what_is_charged_and_allowed_is_read_again_to_the_last_digit(tmp_path):
    """A power of two with forty decimals, a long fraction, and the long rho that follows from them."""
    tiny, long = Fraction(1, 2**40), Fraction(10**20 - 1, 10**19 + 1)
    for name, epsilon, delta in (("t", tiny, Fraction(0)), ("u", long, tiny), ("v", tiny, tiny)):
        ledger, limit = Ledger(tmp_path / name), Limit(epsilon, delta)
        ledger.charge("t", UNIT, limit, PrivacyLoss(epsilon, delta, epsilon**2 / 2), "p")
        account = Ledger(ledger.path).account("t")
        assert (account.limit, account.total) == (limit, PrivacyLoss(epsilon, delta, epsilon**2 / 2))
        with pytest.raises(Refusal, match="nothing is left of the limit"):
            ledger.charge("t", UNIT, limit, PrivacyLoss(epsilon, Fraction(0), Fraction(1)), "p")


THIRD_VERSION = """
CREATE TABLE dataset (
    handle TEXT PRIMARY KEY, relation TEXT NOT NULL, person TEXT, rows INTEGER NOT NULL, cap TEXT NOT NULL,
    delta_cap TEXT NOT NULL DEFAULT '0', everyone INTEGER NOT NULL DEFAULT 0, persons TEXT NOT NULL DEFAULT 'text'
);
CREATE TABLE charge (
    number INTEGER PRIMARY KEY AUTOINCREMENT, handle TEXT NOT NULL REFERENCES dataset(handle),
    epsilon TEXT NOT NULL, plan TEXT NOT NULL, salt TEXT NOT NULL, statement TEXT, exported INTEGER NOT NULL DEFAULT 0,
    delta TEXT NOT NULL DEFAULT '0', rho TEXT
);
CREATE TABLE sighting (fingerprint TEXT NOT NULL, handle TEXT NOT NULL, private INTEGER NOT NULL,
    PRIMARY KEY (fingerprint, handle));
CREATE TABLE settled (handle TEXT PRIMARY KEY, relation TEXT NOT NULL, person TEXT, rows INTEGER NOT NULL,
    everyone INTEGER NOT NULL, persons TEXT NOT NULL);
CREATE TABLE world (key_check TEXT NOT NULL);
INSERT INTO dataset (handle, relation, rows, cap) VALUES ('t', 'add_remove', 1, '1');
INSERT INTO charge (handle, epsilon, plan, salt, rho) VALUES ('t', '0.1', 'p', 's', '0.005');
INSERT INTO sighting VALUES ('d1', 't', 1), ('d2', 'u', 0);
INSERT INTO settled VALUES ('u', 'replace_one', 'who', 2, 1, 'text');
INSERT INTO world VALUES ('k');
PRAGMA user_version = 3;
"""


@pytest.fixture
def third(tmp_path):
    """A ledger as the version before wrote it, without a chain."""
    path = tmp_path / "third.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(THIRD_VERSION)
    connection.close()
    return path


def change(path, statement, *values):
    with sqlite3.connect(path) as connection:
        connection.execute(statement, values)
    connection.close()


def test_a_ledger_of_the_third_version_becomes_a_chain_and_forgets_nothing(third):
    for ledger in (Ledger(third), Ledger(third)):
        assert ledger.account("t").total == pure(TENTH)
        assert [(each.number, each.statement, each.exported) for each in ledger.charges()] == [(1, None, False)]
        assert ledger.was_private(["d1"])
        assert not ledger.was_private(["d2"])
        assert ledger.settled("u") == PrivacyUnit(Relation.REPLACE_ONE, "who", 2, everyone=True)
        ledger.check_key("k")
        with pytest.raises(InputError, match=r"digest\.key"):
            ledger.check_key("other")


def test_a_ledger_that_holds_forty_decimals_is_read_again(third):
    """Written so by an earlier version, which could not read it any more."""
    forty = f"0.{5**40:040d}"
    change(third, "UPDATE charge SET epsilon = ?, delta = ?", forty, forty)
    change(third, "UPDATE dataset SET cap = ?, delta_cap = ?", forty, forty)
    account = Ledger(third).account("t")
    assert account.limit == Limit(Fraction(1, 2**40), Fraction(1, 2**40))
    assert account.spent == Fraction(1, 2**40)


@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(-1)])
def test_nothing_is_charged_for_an_epsilon_that_is_not_above_0(ledger, epsilon):
    with pytest.raises(InputError):
        ledger.charge("t", UNIT, Limit(Fraction(1)), PrivacyLoss(epsilon, Fraction(0), Fraction(1)), "p")
    with pytest.raises(InputError):
        ledger.charge("t", UNIT, Limit(epsilon), pure(TENTH), "p")
    with pytest.raises(InputError, match="digits"):
        ledger.charge("t", UNIT, Limit(Fraction(1)), PrivacyLoss(TENTH, Fraction(0), Fraction(1, 3**9999)), "p")
    assert ledger.charges() == []


def test_files_that_only_look_like_a_ledger_are_refused_and_left_as_they_are(tmp_path):
    empty, other = tmp_path / "empty.sqlite", tmp_path / "other.sqlite"
    empty.touch()
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE charge (x)")
    connection.close()
    for path in (empty, other):
        before = path.read_bytes()
        with pytest.raises(InputError, match="not a ledger"):
            Ledger(path)
        assert path.read_bytes() == before


def test_a_link_to_a_ledger_that_is_gone_is_no_fresh_start(tmp_path):
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "gone.sqlite")
    with pytest.raises(InputError, match="a link to a file that is not there") as error:
        Ledger(tmp_path / "link.sqlite")
    assert "backup" in error.value.remedy
    assert not (tmp_path / "gone.sqlite").exists()


def test_a_ledger_may_be_called_anything(tmp_path, monkeypatch):
    """Also what SQLite takes for no file at all."""
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:x?mode=memory", "a b;c"):
        Ledger(Path(name)).charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p")
        assert Ledger(Path(name)).account("t").spent == TENTH


def test_a_ledger_that_another_program_holds_is_named_so(ledger):
    with sqlite3.connect(ledger.path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InputError, match="another program holds it"):
            Ledger(ledger.path, timeout=0.1).charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p")
        other.execute("ROLLBACK")
    other.close()
    ledger.charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p")


def test_what_is_left_is_looked_at_only_while_nobody_else_can_charge(ledger):
    """Two programs that both saw room for one release would both make it."""
    ledger.charge("t", UNIT, Limit(Fraction(1)), pure(Fraction(1)), "p")
    hurried = Ledger(ledger.path, timeout=0.1)
    with sqlite3.connect(ledger.path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(InputError, match="another program holds it"):
            hurried.charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p")
        with pytest.raises(InputError, match="another program holds it"):
            hurried.refuse_if_full(1)
        other.execute("ROLLBACK")
    other.close()
    with pytest.raises(Refusal, match="nothing is left of the limit"):
        hurried.charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p")


def test_who_writes_holds_the_ledger_before_anything_in_it_is_looked_at(ledger):
    hurried, seen = Pages(ledger.path, 0.1, NoMirror()), []
    with sqlite3.connect(ledger.path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(InputError, match="another program holds it"), hurried.writing() as page:
            seen.append(page.state)
        other.execute("ROLLBACK")
    other.close()
    assert seen == []


def test_what_is_noted_lies_on_the_disk_before_anything_follows_from_it(tmp_path, monkeypatch):
    """SQLite itself is asked as it commits: 2 is FULL, so that no loss of power takes a charge or a mark back."""
    seen = []

    class Watched(sqlite3.Connection):
        def execute(self, statement, *values):
            if statement == "COMMIT":
                seen.append(super().execute("PRAGMA synchronous").fetchone()[0])
            return super().execute(statement, *values)

    monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=Watched))
    ledger = Ledger(tmp_path / "ledger.sqlite")
    ledger.settle("t", UNIT)
    ledger.complete(ledger.charge("t", UNIT, Limit(Fraction(1)), pure(TENTH), "p").number, saying("{}"))
    ledger.mark(["d"])
    Marks(tmp_path / "marks.sqlite").add(["d"])
    assert len(seen) >= 5
    assert seen == [2] * len(seen)


AMOUNTS = [(name, value) for name in ("epsilon", "delta", "rho") for value in ("x", "-1", "1e5", b"1", "1" * 9999)]
DAMAGE = [("charge", *each) for each in [*AMOUNTS, ("epsilon", "0"), ("plan", b"p"), ("statement", b"{}")]] + [
    ("dataset", *each)
    for each in (
        ("relation", "x"),
        ("person", b"who"),
        ("rows", "many"),
        ("rows", 0),
        ("everyone", 7),
        ("cap", "x"),
        ("delta_cap", "1/0"),
    )
]


@pytest.mark.parametrize(("table", "column", "value"), DAMAGE)
def test_damage_in_an_older_ledger_is_told_in_words_and_nothing_of_it_is_changed(third, table, column, value):
    change(third, f"UPDATE {table} SET {column} = ?", value)
    before = third.read_bytes()
    with pytest.raises(InputError, match="damaged"):
        Ledger(third)
    assert third.read_bytes() == before


def test_a_ledger_of_the_fourth_version_is_read_and_holds_the_receipt_that_left(tmp_path):
    """A chain, kept as it was written; nothing about it may need to be brought up to date unnoticed."""
    path, kept = tmp_path / "kept.sqlite", ROOT / "tests/fixtures/format_4"
    shutil.copy(kept / "ledger.sqlite", path)
    (charge,) = Ledger(path).charges()
    assert (charge.loss.epsilon, charge.exported) == (1, True)
    assert json.loads(charge.statement)["statement"] == statement(kept / "receipt.json")
