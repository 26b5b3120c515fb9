"""The key that signs receipts, in the window: told, exported, replaced after a question."""

from fractions import Fraction

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.ledger import Limit
from dpstudio.core.signing import aloud, fingerprint
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.gui import ask
from dpstudio.workspace.computer import signing_key
from tests.receipts import saying


def shown(card) -> str:
    return "".join(card.fingerprint.text().split())


def test_the_key_is_told_exported_and_replaced_after_a_question(studio, answers, tmp_path):
    card = studio.window.ledger_tab.signing
    studio.window.show_tab("ledger")
    assert "No key has been made yet" in card.told.text()
    assert not card.export_button.isEnabled()
    signing_key.signer()
    studio.window.show_tab("tables")
    studio.window.show_tab("ledger")
    first = shown(card)
    assert first == signing_key.signer().fingerprint
    assert "signing.key" in card.told.text()
    out = tmp_path / "key.pem"
    answers["save_file"] = [str(out), str(out)]
    studio.click(card.export_button)
    assert fingerprint(load_pem_public_key(out.read_bytes()).public_bytes_raw()) == first
    ledger = studio.window.session.gate.ledger
    loss, limit = PrivacyLoss(Fraction(1), Fraction(0), Fraction(1, 2)), Limit(Fraction(1))
    number = ledger.charge("t", PrivacyUnit(Relation.ADD_REMOVE), limit, loss, "p").number
    ledger.complete(number, saying("{}", first))
    answers["choose"] = ["Cancel"]
    studio.click(card.new_button)
    studio.settle()
    assert shown(card) == first
    assert not card.changed.isVisible()
    answers["choose"] = ["Make a new key"]
    studio.click(card.new_button)
    studio.settle()
    assert shown(card) == signing_key.signer().fingerprint != first
    assert card.new_button.isEnabled()
    assert first in "".join(card.changed.text().split())
    assert aloud(first) in card.changed.text()
    assert card.changed.objectName() != "problem"
    assert answers["careful"] == ["A new key"] * 2


@pytest.mark.parametrize(("careful", "given"), [(True, "Cancel"), (False, "Forget")])
def test_the_return_key_does_nothing_that_cannot_be_undone(qtbot, careful, given):
    def press():
        QTest.keyClick(QApplication.activeModalWidget(), Qt.Key.Key_Return)

    QTimer.singleShot(100, press)
    assert ask.choose(None, "Forget", "Forget them?", ["Forget", "Cancel"], careful=careful) == given
