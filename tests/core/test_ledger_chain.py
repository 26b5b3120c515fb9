"""A ledger cannot be turned back: whatever is changed, put back or taken away is noticed; an honest one goes on."""

import hashlib
import itertools
import json
import shutil
import sqlite3
from contextlib import closing
from fractions import Fraction
from hashlib import sha256

import pytest

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.errors import InputError, Refusal
from dpstudio.core.ledger import Ledger, Limit
from dpstudio.core.ledger.chain import START, Head, Link
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.workspace.computer.marks import Marks
from tests.receipts import saying

UNIT = PrivacyUnit(Relation.ADD_REMOVE)
TENTH = PrivacyLoss(Fraction(1, 10), Fraction(0), Fraction(1, 200))
ONE = Limit(Fraction(1))


@pytest.fixture
def marks(tmp_path):
    return Marks(tmp_path / "marks.sqlite")


@pytest.fixture
def path(tmp_path, marks):
    """A ledger with an entry of every kind."""
    path = tmp_path / "ledger.sqlite"
    ledger = Ledger(path, mirror=marks)
    ledger.check_key("k")
    ledger.sight(["d1", "d2"], "t", private=True)
    ledger.mark(["d3"])
    ledger.settle("u", UNIT)
    for handle in ("t", "t", "u"):
        number = ledger.charge(handle, UNIT, ONE, TENTH, "p").number
        ledger.complete(number, saying(f'{{"number": {number}}}', "a" * 64))
    ledger.mark_exported(1)
    ledger.charge("t", UNIT, ONE, TENTH, "q")
    ledger.lower("t", Limit(Fraction(1, 2)))
    with pytest.raises(Refusal):
        ledger.charge("t", UNIT, Limit(Fraction(1, 2)), PrivacyLoss(Fraction(2), Fraction(0), Fraction(2)), "r")
    return path


def changed(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(*statement)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def rows(path, table):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()


def is_refused(path, marks):
    """Also by someone who opened it before it was changed."""
    with pytest.raises(InputError, match=r"ledger|Ledger"):
        Ledger(path, mirror=marks)
    return True


COLUMNS = {"entry": ("position", "salt", "kind", "body", "digest"), "statement": ("number", "text")}


def other_values(value):
    """What a careful forger and a failing disk would write instead."""
    if isinstance(value, int):
        return [value + 1000, -value, 0]
    return [value[:-1], value + " ", value.upper() if value.upper() != value else value.lower(), "", value[::-1]]


def alterations(path):
    """Every value replaced, every row taken away, doubled, and changed places with the next."""
    for table, columns in COLUMNS.items():
        found = rows(path, table)
        for row in found:
            for column, value in zip(columns, row, strict=True):
                for other in other_values(value):
                    if other != value:
                        yield [(f"UPDATE {table} SET {column} = ? WHERE {columns[0]} = ?", (other, row[0]))]
            yield [(f"DELETE FROM {table} WHERE {columns[0]} = ?", (row[0],))]
            copy = (row[0] + 500, *row[1:])
            yield [(f"INSERT INTO {table} VALUES ({', '.join('?' * len(copy))})", copy)]
        for one, two in itertools.pairwise(found):
            names = ", ".join(f"{name} = ?" for name in columns[1:])
            yield [
                (f"UPDATE {table} SET {names} WHERE {columns[0]} = ?", (*two[1:], one[0])),
                (f"UPDATE {table} SET {names} WHERE {columns[0]} = ?", (*one[1:], two[0])),
            ]


def test_no_value_row_or_order_can_be_changed(tmp_path, path, marks):
    changes, seen = list(alterations(path)), 0
    for change in changes:
        copy = tmp_path / "copy.sqlite"
        shutil.copy(path, copy)
        try:
            changed(copy, *change)
        except sqlite3.IntegrityError:
            continue
        seen += is_refused(copy, marks)
        copy.unlink()
    assert seen >= 300
    assert Ledger(path, mirror=marks).account("t").spent == Fraction(3, 10)


SCHEMAS = (
    "CREATE TABLE more (x)",
    "CREATE INDEX found ON entry (kind)",
    "CREATE VIEW seen AS SELECT 1",
    "CREATE TRIGGER undo AFTER INSERT ON entry BEGIN DELETE FROM entry WHERE position = new.position; END",
    "ALTER TABLE entry ADD COLUMN x TEXT",
    "ALTER TABLE entry RENAME TO entries",
    "DROP TABLE statement",
    "DELETE FROM entry",
    "DELETE FROM statement",
    "PRAGMA user_version = 5",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = 3",
    "PRAGMA application_id = 0",
)


@pytest.mark.parametrize("statement", SCHEMAS)
def test_no_table_can_be_changed_added_or_taken_away(path, marks, statement):
    changed(path, (statement,))
    assert is_refused(path, marks)


def forged(path, keep):
    """The entries that are kept, with a new chain over them that is right in itself."""
    before, place, new = START, 0, []
    for _, salt, kind, body, _ in rows(path, "entry"):
        if keep(kind, body):
            place += 1
            link = Link(place, salt, kind, body)
            before = link.digest(before)
            new.append((place, salt, kind, body, before.hex()))
    insert = [("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row) for row in new]
    changed(path, ("DELETE FROM entry",), *insert)


@pytest.mark.parametrize("kind", ["charge", "lowered", "attempt", "exported", "sighted", "settled", "key"])
def test_a_new_chain_without_an_entry_is_noticed_by_the_head_kept_outside(path, marks, kind):
    last = [row for row in rows(path, "entry") if row[2] == kind][-1]
    forged(path, lambda found, body: (found, body) != (kind, last[3]))
    assert is_refused(path, marks)


def test_a_new_chain_of_the_same_length_is_noticed_by_the_head_kept_outside(path, marks):
    forged(path, lambda kind, body: True)  # the same entries, the last of them about another plan
    changed(path, ("DELETE FROM entry WHERE kind = 'attempt'",))
    added(path, "attempt", '{"handle":"t","plan":"another"}')
    assert len(rows(path, "entry")) == marks.heads().popitem()[1].entries
    assert is_refused(path, marks)


def added(path, kind, body):
    """One entry more, rightly chained to the last."""
    last = rows(path, "entry")[-1]
    link = Link(last[0] + 1, "0" * 32, kind, body)
    row = (link.position, link.salt, kind, body, link.digest(bytes.fromhex(last[4])).hex())
    changed(path, ("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row))


UNIT_TOLD = '{"everyone":false,"person":null,"persons":"text","relation":"add_remove","rows":1}'
LIMIT_TOLD = '{"delta":"0","epsilon":"1","measure":"epsilon and delta"}'
CHARGE_TOLD = '"delta":"0","epsilon":"0.1","plan":"p","rho":"0.005"}'
UNFITTING = {
    "a second result": ("result", '{{"number":1,"statement":"{}"}}'.format(sha256(b'{"number": 1}').hexdigest())),
    "a result of no charge": ("result", '{{"number":9,"statement":"{}"}}'.format(sha256(b'{"number": 1}').hexdigest())),
    "a result that is not there": ("result", '{{"number":4,"statement":"{}"}}'.format(sha256(b"{}").hexdigest())),
    "a second opening": ("opened", '{"book":"b","since":0}'),
    "a second key": ("key", '{"check":"other"}'),
    "a second account": ("account", f'{{"handle":"t","limit":{LIMIT_TOLD},"unit":{UNIT_TOLD}}}'),
    "a limit without an account": ("lowered", f'{{"handle":"x","limit":{LIMIT_TOLD}}}'),
    "a limit by another measure": (
        "lowered", '{{"handle":"t","limit":{}}}'.format(LIMIT_TOLD.replace("epsilon and delta", "zCDP"))
    ),
    "a charge without an account": ("charge", f'{{"handle":"x","number":5,{CHARGE_TOLD}'),
    "a number that was used": ("charge", f'{{"handle":"t","number":4,{CHARGE_TOLD}'),
    "a charge of nothing": ("charge", '{{"handle":"t","number":5,{}'.format(CHARGE_TOLD.replace('"0.1"', '"0"'))),
    "an export of no charge": ("exported", '{"number":9}'),
    "an unknown kind": ("gift", '{"number":1}'),
    "an unknown field": ("exported", '{"number":1,"when":"now"}'),
    "a missing field": ("exported", "{}"),
    "a field of another type": ("exported", '{"number":"1"}'),
    "no JSON": ("exported", "{"),
    "too deep": ("exported", "[" * 100_000),
}  # fmt: skip


LATER = ("an unknown kind", "a limit by another measure")


@pytest.mark.parametrize("case", UNFITTING)
def test_a_chain_with_an_entry_that_does_not_fit_is_refused(path, case):
    """Though every digest is right: it is looked at by itself, without what is kept outside."""
    added(path, *UNFITTING[case])
    with pytest.raises(InputError, match="newer dpstudio" if case in LATER else "damaged"):
        Ledger(path)


def test_a_chain_that_fits_is_taken_though_it_was_written_elsewhere(path, marks):
    """Else the test above could not fail."""
    added(path, "charge", f'{{"handle":"t","number":5,{CHARGE_TOLD}')
    assert Ledger(path, mirror=marks).account("t").spent == Fraction(4, 10)


@pytest.mark.parametrize("body", ["", "{}", '{"person":"naïve"}', '{"person":"Зоя"}', "\U0001f600"])
def test_an_entry_is_digested_byte_by_byte_whatever_its_letters(body):
    for salt, kind in (("0" * 32, "charge"), ("é", "ö")):
        parts = [part.encode() for part in ("7", salt, kind, body)]
        sizes = b"".join(len(part).to_bytes(8, "big") for part in parts)
        assert Link(7, salt, kind, body).digest(START) == hashlib.sha256(START + sizes + b"".join(parts)).digest()


def test_a_chain_is_one_chain(path):
    """Each digest is SHA-256 of the one before of the lengths of all that the entry holds, and of it."""
    before = bytes(32)
    for position, salt, kind, body, digest in rows(path, "entry"):
        parts = [part.encode() for part in (str(position), salt, kind, body)]
        lengths = b"".join(len(part).to_bytes(8, "big") for part in parts)
        before = sha256(before + lengths + b"".join(parts)).digest()
        assert digest == before.hex()


def test_what_fails_half_way_leaves_nothing(path, marks):
    before = rows(path, "entry"), rows(path, "statement")
    ledger = Ledger(path, mirror=marks)
    with pytest.raises(InputError):
        ledger.complete(4, saying("\ud800"))
    with pytest.raises(Refusal):
        ledger.complete(3, saying("{}"))
    with pytest.raises(InputError):  # after the entry that opens its account
        ledger.charge("v", UNIT, ONE, TENTH, "\ud800")
    assert (rows(path, "entry"), rows(path, "statement")) == before


def test_an_attempt_that_was_refused_stands_in_the_chain(path):
    assert rows(path, "entry")[-1][2:4] == ("attempt", '{"handle":"t","plan":"r"}')


def test_an_older_copy_put_back_is_refused(tmp_path, path, marks):
    shutil.copy(path, tmp_path / "old")
    Ledger(path, mirror=marks).charge("u", UNIT, ONE, TENTH, "p")
    (tmp_path / "old").replace(path)
    assert is_refused(path, marks)


def test_a_ledger_that_is_gone_or_empty_or_another_one_is_refused_and_none_is_made(tmp_path, path, marks):
    whole = path.read_bytes()
    path.unlink()
    assert is_refused(path, marks)
    assert not path.exists()
    path.touch()
    assert is_refused(path, marks)
    other = tmp_path / "other.sqlite"
    Ledger(other)
    other.replace(path)
    assert is_refused(path, marks)
    path.write_bytes(whole)
    assert Ledger(path, mirror=marks).account("u").spent == Fraction(1, 10)


def test_a_ledger_that_another_program_begins_at_this_very_moment_is_not_taken_for_a_lost_one(tmp_path, marks):
    path = tmp_path / "ledger.sqlite"

    class Meanwhile(Marks):
        """Before it says what lay in the place, the other program has begun the ledger there."""

        def at(self, place):
            if not place.exists():
                Ledger(place, mirror=marks).charge("u", UNIT, ONE, TENTH, "p")
            return super().at(place)

    assert Ledger(path, mirror=Meanwhile(marks.path)).account("u").spent == Fraction(1, 10)


def test_a_lost_log_of_the_last_writes_is_noticed(tmp_path, marks):
    """As after a kill: what was committed last lies in the -wal file alone."""
    path = tmp_path / "ledger.sqlite"
    Ledger(path, mirror=marks)
    with closing(sqlite3.connect(path)) as held:
        held.execute("SELECT count(*) FROM entry").fetchone()
        Ledger(path, mirror=marks).charge("t", UNIT, ONE, TENTH, "p")
        crashed = tmp_path / "crashed.sqlite"
        shutil.copy(path, crashed)
        log = path.with_name(path.name + "-wal").read_bytes()
    assert log
    assert is_refused(crashed, marks)
    crashed.with_name(crashed.name + "-wal").write_bytes(log)
    assert Ledger(crashed, mirror=marks).account("t").spent == Fraction(1, 10)


def test_a_ledger_that_goes_on_from_the_known_head_is_accepted_and_the_mirror_follows(tmp_path, path, marks):
    """As after a power cut between the ledger's write and its mirror's."""
    behind = tmp_path / "behind.sqlite"
    shutil.copy(marks.path, behind)
    Ledger(path, mirror=marks).charge("u", UNIT, ONE, TENTH, "p")
    assert Marks(behind).heads() != marks.heads()
    assert Ledger(path, mirror=Marks(behind)).account("u").spent == Fraction(2, 10)
    assert Marks(behind).heads() == marks.heads()


def test_the_head_outside_never_goes_back(marks, tmp_path):
    place = tmp_path / "x"
    marks.follow(place, Head("b", 5, "five"))
    marks.follow(place, Head("b", 4, "four"))
    assert marks.heads() == {"b": Head("b", 5, "five")}


def test_a_ledger_may_be_moved_to_another_folder(tmp_path, path, marks):
    moved = tmp_path / "moved.sqlite"
    path.rename(moved)
    assert Ledger(moved, mirror=marks).account("u").spent == Fraction(1, 10)
    assert is_refused(path, marks)  # in its old place nothing begins anew
    assert not path.exists()


def test_a_ledger_whose_place_another_has_taken_is_accepted_nowhere(tmp_path, path, marks):
    Ledger(path, mirror=marks)
    marks.replace(Ledger(path).head.book, "another", path)
    path.rename(tmp_path / "elsewhere.sqlite")
    assert is_refused(tmp_path / "elsewhere.sqlite", marks)


def test_a_limit_is_lowered_and_never_raised(path, marks):
    ledger = Ledger(path, mirror=marks)
    for higher in (Limit(Fraction(1, 2)), Limit(Fraction(1)), Limit(Fraction(1, 4), Fraction(1, 10**9))):
        with pytest.raises(Refusal, match="never raised"):
            ledger.lower("t", higher)
    ledger.lower("t", Limit(Fraction(3, 10)))
    assert Ledger(path, mirror=marks).account("t").limit == Limit(Fraction(3, 10))
    with pytest.raises(Refusal, match="nothing is left of the limit"):
        ledger.charge("t", UNIT, Limit(Fraction(3, 10)), TENTH, "p")


def test_the_number_of_a_receipt_counts_charges_alone(path, marks):
    ledger = Ledger(path, mirror=marks)
    assert [each.number for each in ledger.charges()] == [4, 3, 2, 1]
    ledger.sight(["d9"], "t", private=True)
    assert ledger.charge("u", UNIT, ONE, TENTH, "p").number == 5


def test_the_same_entries_twice_have_different_heads(tmp_path):
    """A head says nothing of what the entries hold: not even whether two ledgers saw the same table."""
    heads, salts = set(), []
    for name in ("one", "two"):
        ledger = Ledger(tmp_path / name)
        ledger.sight(["digest of a table"], "t", private=True)
        assert ledger.head.entries == 2
        heads.add(ledger.head.digest)
        salts += [salt for _, salt, _, _, _ in rows(tmp_path / name, "entry")]
    assert len(heads) == 2
    assert len(set(salts)) == len(salts) == 4
    assert {len(bytes.fromhex(salt)) for salt in salts} == {16}


def test_what_is_known_already_adds_no_entry(path, marks):
    ledger = Ledger(path, mirror=marks)
    before = ledger.head
    ledger.sight(["d1", "d2"], "t", private=True)
    ledger.sight(["d1"], "t", private=False)
    ledger.mark(["d3"])
    ledger.settle("u", UNIT)
    ledger.mark_exported(1)
    ledger.check_key("k")
    assert ledger.head == before


def test_no_entry_holds_a_path_or_a_time(path):
    told = " ".join(body for _, _, _, body, _ in rows(path, "entry"))
    assert str(path.parent) not in told
    assert path.name not in told
    assert ":" not in told.replace('":', "").replace("sha256:", "")


def test_a_limit_names_its_measure(path):
    """A later program may limit by zCDP, say: no table need change, and this one does not take it for epsilon."""
    told = [json.loads(body) for _, _, kind, body, _ in rows(path, "entry") if kind in ("account", "lowered")]
    assert {each["limit"]["measure"] for each in told} == {"epsilon and delta"}


def test_charges_keep_what_other_measures_need(path):
    told = [json.loads(body) for _, _, kind, body, _ in rows(path, "entry") if kind == "charge"]
    assert told and all(each.keys() >= {"epsilon", "delta", "rho"} for each in told)
