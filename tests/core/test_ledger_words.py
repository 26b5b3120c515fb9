"""What the ledger tells people: names instead of handles, units, and of zCDP only where a δ was allowed."""

import datetime
from fractions import Fraction

from dpstudio import bookkeeping
from dpstudio.core.account import Limit
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.entropy import Entropy
from dpstudio.core.ledger import Ledger
from dpstudio.core.release import perform, read
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.gui.tabs.ledger import table_names
from tests.core.test_release import question

DAY = datetime.date(2026, 1, 2)


def book(tmp_path, *handles):
    ledger = Ledger(tmp_path / "ledger.sqlite")
    for handle in handles:
        asked = question("limit\n1\n2\n", handle)
        perform(asked, read(asked, tmp_path / "w", lambda _: None), ledger, Entropy(), DAY)
    return ledger


def lines(ledger):
    return "\n".join(bookkeeping.whole(ledger)[1])


def test_a_table_of_persons_says_how_many_of_their_rows_count_and_its_relation_in_words(tmp_path):
    ledger, one = Ledger(tmp_path / "ledger.sqlite"), Fraction(1)
    unit = PrivacyUnit(Relation.ADD_REMOVE, "Pat-Nr.", 2)
    ledger.charge("h", unit, Limit(3 * one), PrivacyLoss(one, 0 * one, one), "p")
    text = lines(ledger)
    assert text.startswith("table 1: at most 2 rows of each person (Pat-Nr.), add or remove\n")


def test_tables_are_numbered_and_never_called_by_their_handle(tmp_path):
    ledger = book(tmp_path, "b" * 32, "a" * 32, "b" * 32)
    text = lines(ledger)
    assert "table 1:" in text
    assert "table 2:" in text
    assert "aaaa" not in text
    assert "bbbb" not in text
    handles = [charge.handle for charge in reversed(ledger.charges())]
    assert table_names(handles, "a" * 32) == {"b" * 32: "table 1", "a" * 32: "table 2 (this table)"}


def test_a_result_has_its_unit_and_zcdp_is_not_told_to_who_asked_for_epsilon(tmp_path):
    ledger = book(tmp_path, "a" * 32)
    facts, _ = bookkeeping.whole(ledger)
    text = lines(ledger)
    (entry,) = facts["datasets"][0]["charges"]
    assert entry["result"] in ("1 €", "2 €", "3 €")
    assert entry["result"] in text
    assert "zCDP" not in text
    assert "δ" not in text
