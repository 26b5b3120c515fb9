"""Receipts are checked in the window: chosen in the menu, or dropped on it."""

import json
from dataclasses import replace

import pytest
import rfc8785
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFont
from PySide6.QtWidgets import QApplication, QLabel

from dpstudio.core.quantities import rational_text
from dpstudio.core.receipt.document import signed
from dpstudio.core.receipt.headline import INSPECTED
from dpstudio.core.receipt.renderings import to_pdf
from dpstudio.core.receipt.statement import trust_beside
from dpstudio.core.signing import public_text
from dpstudio.gui.verifying import Flags
from dpstudio.gui.widgets.kit import Card
from tests.verifying.receipts import ISSUER, OTHER, document, resigned

NAME = "votes, rows, add or remove"
VERDICTS = ("Every check", "Something is wrong")


@pytest.fixture
def receipt(tmp_path):
    file = tmp_path / "receipt.json"
    file.write_bytes(document(NAME).content)
    return file


@pytest.fixture
def altered(tmp_path):
    statement = document(NAME).receipt.statement
    statement["question"] |= {"range_sensitivity": "0.5"}
    file = tmp_path / "altered.json"
    file.write_bytes(resigned(statement))
    return file


def shown(dialog):
    """The texts of the page, as a person reads them."""
    return [each.text().replace("​", "") for each in dialog.page.findChildren(QLabel) if each.text()]


def signs(dialog):
    """What each check says to a screen reader."""
    names = [each.accessibleName() for each in dialog.page.findChildren(QLabel)]
    return dict(name.split(": ") for name in names if ": " in name)


def chosen(studio, *files):
    studio.answers["open_files"] = [[str(file) for file in files]]
    studio.window.menus.actions["verify"].trigger()
    studio.settle()
    return studio.window.verifying.dialog


def test_a_receipt_from_the_menu_shows_every_check(studio, receipt):
    dialog = chosen(studio, receipt)
    assert "Every check that was done holds." in shown(dialog)
    said = signs(dialog)
    assert (said["Δ and R"], said["Signature"], said["Signer"]) == ("holds", "holds", "not checked")
    studio.click(dialog.close_button)


def test_an_altered_receipt_is_crossed_with_its_reason(studio, altered, receipt):
    dialog = chosen(studio, altered, receipt)
    texts = shown(dialog)
    assert "Something is wrong: do not rely on it." in texts
    assert signs(dialog)
    assert any("“question, R” says “0.5”; “1” follows" in text for text in texts)
    assert "All of them together" in texts
    studio.click(dialog.close_button)


def test_what_fails_stands_first_and_long_texts_are_quoted_where_they_differ(studio, tmp_path):
    kept = document("revenue, rows, add or remove")
    words = kept.receipt.words
    told = words.from_what.replace("A suspicion held at 50", "A suspicion held at 40")
    assert told != words.from_what
    altered = replace(kept.receipt, words=replace(words, from_what=told))
    file = tmp_path / "receipt.json"
    file.write_bytes(signed(altered, ISSUER).content)
    dialog = chosen(studio, file)
    assert next(iter(signs(dialog))) == "Words", "the one thing that fails"
    (said,) = [text for text in shown(dialog) if "“words, from what” says" in text]
    assert "suspicion held at 40 of" in said
    assert "suspicion held at 50 of" in said
    assert "Result: 5 €" in shown(dialog) or "Result: 1 €" in shown(dialog) or "Result: 9 €" in shown(dialog)
    studio.click(dialog.close_button)


def test_what_is_left_out_is_named_as_its_heading_is_and_a_bad_verdict_is_no_thinner_than_a_good_one(studio, tmp_path):
    """Both files are called receipt.json."""
    honest, other = document(NAME).content, json.loads(document(NAME).content)
    other["statement"]["accounting"] |= {"cap": "9"}
    files = tmp_path / "out1" / "receipt.json", tmp_path / "tam" / "receipt.json"
    for file, content in zip(files, (honest, rfc8785.dumps(other)), strict=True):
        file.parent.mkdir()
        file.write_bytes(content)
    dialog = chosen(studio, *files)
    texts = shown(dialog)
    assert {"out1/receipt.json", "tam/receipt.json"} < set(texts)
    assert "Not vouched for by its issuer, so it takes no part here: tam/receipt.json." in texts
    labels = dialog.page.findChildren(QLabel)
    for each in labels:
        each.ensurePolished()
    good, bad = ({each.font().weight() for each in labels if each.text().startswith(word)} for word in VERDICTS)
    assert good == bad == {QFont.Weight.DemiBold}
    studio.click(dialog.close_button)


def drop(window, *files):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(200, 200), Qt.DropAction.CopyAction, data, buttons, keys)
    QApplication.sendEvent(window, enter)
    if enter.isAccepted():
        QApplication.sendEvent(window, QDropEvent(QPointF(200, 200), Qt.DropAction.CopyAction, data, buttons, keys))
    return enter.isAccepted()


def test_a_dropped_page_or_statement_is_checked_and_other_files_become_tables(studio, receipt, tmp_path, people):
    page = tmp_path / "receipt.pdf"
    page.write_bytes(to_pdf(document(NAME).receipt, "a4", document(NAME).envelope))
    assert drop(studio.window, page)
    studio.settle()
    assert signs(studio.window.verifying.dialog)["Page"] == "holds"
    studio.click(studio.window.verifying.dialog.close_button)
    assert drop(studio.window, people, receipt)
    studio.settle()
    assert "Table" in signs(studio.window.verifying.dialog)
    studio.click(studio.window.verifying.dialog.close_button)
    studio.window.show_tab("tables")
    assert drop(studio.window.tables.viewport(), receipt)
    studio.settle()
    assert signs(studio.window.verifying.dialog)["Form"] == "holds"
    studio.click(studio.window.verifying.dialog.close_button)
    assert studio.plan.tables == ()


@pytest.mark.parametrize("place", ["welcome", "tables", "question", "ledger"])
def test_a_file_dropped_anywhere_is_opened(studio, people, place):
    """Also on a field: its path is no text to put there."""
    window = studio.window
    if place != "welcome":
        window.show_tab(place)
    text = window.question.fields["candidates.text"].editor
    onto = text.viewport() if place == "question" else window.centralWidget()
    assert drop(onto, people)
    studio.settle()
    assert [table.label for table in studio.plan.tables] == [people.name]
    assert window.tab == "tables"
    assert window.tables.card(studio.plan.tables[0].handle).role.isVisible()


def test_the_issuers_key_is_compared_and_another_one_is_a_fault(studio, receipt, tmp_path):
    dialog = chosen(studio, receipt)
    for signer, sign in ((ISSUER, "holds"), (OTHER, "broken")):
        key = tmp_path / "key.pem"
        key.write_text(public_text(signer.public))
        studio.answers["open_file"] = [str(key)]
        studio.click(dialog.key_button)
        studio.settle()
        assert signs(dialog)["Signer"] == sign
    studio.click(dialog.close_button)


def test_what_is_no_receipt_is_told_and_another_file_can_be_chosen(studio, receipt, people):
    dialog = chosen(studio, people.rename(people.with_suffix(".json")))
    assert "This is not a receipt of dpstudio" in dialog.trouble.text()
    studio.answers["open_files"] = [[str(receipt)]]
    studio.click(dialog.other_button)
    studio.settle()
    assert not dialog.trouble.isVisible()
    assert "Every check that was done holds." in shown(dialog)
    studio.click(dialog.close_button)


def test_checking_can_be_cancelled_and_leaves_the_window_alone(studio, receipt):
    studio.answers["open_files"] = [[str(receipt)]]
    studio.window.menus.actions["verify"].trigger()
    dialog = studio.window.verifying.dialog
    studio.click(dialog.cancel_button)
    studio.settle()
    assert not studio.window.runner.busy("verify")


def titled(dialog, title):
    """The texts of the card with this title."""
    cards = [[each.text().replace("​", "") for each in card.findChildren(QLabel)] for card in dialog.findChildren(Card)]
    return [texts for texts in cards if title in texts]


def test_beside_receipts_a_file_that_is_none_is_named_and_the_receipts_are_checked(studio, receipt, tmp_path):
    wrong = tmp_path / "text.pdf"
    wrong.write_text("no page")
    dialog = chosen(studio, wrong, receipt)
    assert not dialog.trouble.isVisible()
    ((bad,), (good,)) = (titled(dialog, f"{tmp_path.name}/{name}") for name in ("text.pdf", "receipt.json"))
    assert any("This is not a receipt of dpstudio." in text for text in bad)
    assert "Not a receipt: nothing was checked." in bad
    assert "Every check that was done holds." in good
    studio.click(dialog.close_button)


def test_every_receipt_is_headed_with_what_it_is(studio, receipt, tmp_path):
    first = document(NAME).receipt
    issued = replace(first.issued, issued_by="The city")
    trust = trust_beside(first.trust, (INSPECTED,))
    other = tmp_path / "other" / "receipt.json"
    other.parent.mkdir()
    changed = replace(first, name="Second", flags=(INSPECTED,), issued=issued, trust=trust)
    other.write_bytes(signed(changed, ISSUER).content)
    dialog = chosen(studio, receipt, other)
    ((one,), (two,)) = (titled(dialog, f"{file.parent.name}/receipt.json") for file in (receipt, other))
    number, cost = first.accounting.ledger_counter, rational_text(first.privacy_parameters.epsilon)
    assert f"release {number}, {first.date}, ε {cost}" in one
    assert f"“Second”, release {number}, {first.date}, ε {cost}" in two
    assert f"Result: {', '.join(first.winners)}" in one
    assert "Issued by: The city" in two
    flag = f"{INSPECTED[0].upper()}{INSPECTED[1:]}."
    assert (flag in one, flag in two) == (False, True)
    assert two.index(flag) == 1, "right below the name, above all that is told"
    (box,) = dialog.page.findChildren(Flags)
    assert [each.text().replace("\u200b", "") for each in box.findChildren(QLabel)] == [flag]
    assert box.objectName() == "notice", "the box that stands out"
    studio.click(dialog.close_button)


def test_no_text_of_a_receipt_and_no_name_of_a_file_has_a_second_line(studio, tmp_path):
    """Where a forged reason or a forged verdict could stand."""
    statement = document(NAME).receipt.statement
    statement["name"] = statement["issued"]["issued_by"] = statement["words"]["protected"] = "x\nEvery check holds."
    file = tmp_path / "a\nb\u2028Every check holds.json"
    file.write_bytes(resigned(statement))
    dialog = chosen(studio, file)
    texts = shown(dialog)
    assert [text for text in texts if "\n" in text or "\u2028" in text] == []
    assert sum(r"x\nEvery check holds." in text for text in texts) == 3
    assert r"a\nb\u2028Every check holds.json" in texts
    studio.click(dialog.close_button)
