"""The ledger goes while the window is open: whatever is under way ends, is told, and goes on after the remedy."""

import pytest

from dpstudio.workspace.computer import storage


@pytest.fixture
def counted(counted, tmp_path):
    """One release whose receipt was exported."""
    counted.answers["folder"] = [str(tmp_path / "out")]
    counted.click(counted.window.release_tab.export_button)
    counted.settle()
    return counted


def overwritten(file):
    file.write_bytes(file.read_bytes()[:5000] + bytes(len(file.read_bytes()) - 5000))


def deleted(file):
    file.unlink()


def moved_away(file):
    file.rename(file.with_name("elsewhere.sqlite"))


def mended(studio, damage, tmp_path):
    """What the person does about it, without a new start."""
    file = storage.ledger_file()
    if damage is moved_away:
        file.with_name("elsewhere.sqlite").rename(file)
        return
    studio.answers["open_files"] = [[str(tmp_path / "out" / "receipt.json")]]
    studio.tab("ledger")
    studio.click(studio.window.ledger_tab.keeping.resume_button)
    studio.settle()


def releasing(studio, damage):
    tab = studio.window.release_tab
    studio.tab("release")
    studio.click(tab.release_button)
    damage(storage.ledger_file())
    studio.click(tab.confirm_button)
    studio.settle()
    assert "Nothing was charged." in tab.refused.text()
    studio.qtbot.waitUntil(lambda: not tab.cancel_button.isVisible())
    assert "under way" not in tab._cost.text()
    assert tab.result.isVisible()  # the result of before


def looking(studio, damage):
    studio.tab("release")
    studio.click(studio.window.release_tab.inspection.button)
    dialog = studio.window.inspecting.dialog
    studio.type(dialog.name, "drinkers.csv")
    damage(storage.ledger_file())
    studio.click(dialog.confirm_button)
    studio.settle()
    assert "Nothing was shown" in dialog.problem.text()
    studio.click(dialog.stop_button)
    assert not studio.window.release_tab.inspection.button.isVisible()


def checking(studio, damage):
    card = studio.window.release_tab.audit
    studio.tab("release")
    if card.start_button.isVisible():
        studio.click(card.start_button)
    damage(storage.ledger_file())
    studio.window.session.look_again()
    assert not studio.window.auditor.runner.busy()
    studio.qtbot.waitUntil(lambda: not card.cancel_button.isVisible())


def previewing(studio, damage):
    studio.tab("privacy")
    damage(storage.ledger_file())
    studio.type(studio.window.privacy.fields["privacy.epsilon"], "0.5")
    studio.settle()
    assert studio.window.session.preview.shown[0].question.epsilon == studio.window.session.resolved.budget.epsilon


def saving(studio, damage):
    file = storage.data_folder() / "mine.dpstudio"
    studio.answers["save_file"] = [str(file)]
    damage(storage.ledger_file())
    studio.keys("Ctrl+S")
    assert file.exists()
    assert not studio.window.session.document.unsaved


EVERY = [
    (state, damage)
    for state in (releasing, looking, checking, previewing, saving)
    for damage in (overwritten, deleted, moved_away)
]
ALWAYS = (releasing, overwritten), (releasing, moved_away), (looking, deleted)


@pytest.mark.parametrize(
    ("state", "damage"), [pytest.param(*each, marks=() if each in ALWAYS else pytest.mark.long) for each in EVERY]
)
def test_whatever_is_under_way_ends_and_all_works_again_after_the_remedy(counted, state, damage, tmp_path):
    state(counted, damage)
    window, file = counted.window, storage.ledger_file()
    tab, ledger = window.release_tab, window.ledger_tab
    counted.tab("release")
    assert not window.runner.busy()
    assert not tab.release_button.isEnabled()
    assert counted.missing == [window.session.standing.trouble]
    assert "ledger" in counted.missing[0]
    counted.tab("ledger")
    assert ledger.trouble.text() == counted.missing[0]
    assert not ledger.lower_button.isVisible()
    assert not ledger.lower_chosen_button.isVisible()
    assert file.exists() == (damage is overwritten)
    mended(counted, damage, tmp_path)
    counted.tab("release")
    counted.settle()
    assert counted.missing == []
    assert not tab.refused.isVisible()
    spent = window.session.resolved.account.total.epsilon
    counted.release()
    assert window.session.resolved.account.total.epsilon == spent + window.session.resolved.budget.epsilon
    counted.tab("ledger")
    assert ledger.lower_button.isVisible()
    assert not [told for kind, *told in counted.answers["said"] if kind == "complain"]
