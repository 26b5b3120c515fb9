"""When a table's limit was spent: a step line on the Ledger page, in words beside it, and the day of every entry."""

import datetime
from fractions import Fraction
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolTip

from dpstudio.core.account import Account, Charge, Limit
from dpstudio.core.accounting import PrivacyLoss
from dpstudio.core.tables.schema import PrivacyUnit, Relation
from dpstudio.gui.look.theme import LOOKS
from dpstudio.gui.project import outcome, session
from dpstudio.gui.tabs import ledger
from dpstudio.gui.widgets.spent_line import SpentLine
from dpstudio.workspace.bookkeeping.over_time import days_of, over_time
from tests.gui.seeing import contrast, place_of
from tests.gui.test_seen import ask_for_a_drug, clinic

MANY, DAYS = 10_000, 100
UNIT = PrivacyUnit(Relation.ADD_REMOVE)


@pytest.fixture
def it_is(monkeypatch):
    """Lets the window's clock show a day."""

    def show(day: str) -> None:
        clock = SimpleNamespace(date=SimpleNamespace(today=lambda: datetime.date.fromisoformat(day)))
        for each in (session, outcome):
            monkeypatch.setattr(each, "datetime", clock)

    return show


@pytest.fixture
def autumn(studio, tmp_path, it_is):
    """A private table asked on two days of an autumn, seen on a third."""
    it_is("2026-10-30")
    ask_for_a_drug(studio, clinic(studio, tmp_path), cap="10")
    studio.release()
    it_is("2026-11-08")
    studio.tab("question")
    studio.type(studio.window.question.fields["candidates.text"], "A\nB")
    studio.settle()
    studio.release()
    it_is("2026-11-28")
    studio.tab("ledger")
    return studio


def line_of(studio) -> SpentLine:
    (line,) = [each for each in studio.window.ledger_tab.findChildren(SpentLine) if each.isVisible()]
    return line


def test_beside_its_bar_a_line_shows_when_a_table_s_limit_was_spent(autumn):
    line = line_of(autumn)
    shown = [each.text() for each in autumn.window.ledger_tab.of_tables.findChildren(QLabel) if each.isVisible()]
    said = "ε: 2 of 10 spent, 1 of it since 2026-11-01, 8 left; 2 releases"
    assert said in shown
    assert line.accessibleName() == f"clinic.csv (this table), over time: {said}"
    assert shown.index("2026-10-30") < shown.index("2026-11-28"), "the days at both ends"
    corners = line.points()
    assert [corner.x() for corner in corners] == sorted(corner.x() for corner in corners)
    bottom, first, between, second, end = (corner.y() for corner in corners)
    assert bottom > first == between > second == end
    assert bottom - first == pytest.approx(first - second)
    assert corners[2].x() == pytest.approx(corners[0].x() + 9 / 29 * (corners[-1].x() - corners[0].x()))


def test_each_step_is_named_to_a_reader_and_under_the_pointer(autumn):
    line = line_of(autumn)
    steps = ["2026-11-08, release 2: ε 1, 2 spent by then", "2026-10-30, release 1: ε 1, 1 spent by then"]
    assert line.accessibleDescription().split("\n") == steps
    for place, told in ((line.points()[2], steps[0]), (line.points()[0], steps[1])):
        spot = place.toPoint()
        QApplication.sendEvent(line, QHelpEvent(QHelpEvent.Type.ToolTip, spot, line.mapToGlobal(spot)))
        autumn.qtbot.waitUntil(lambda text=told: text in QToolTip.text())
    QToolTip.hideText()


def test_every_entry_says_its_unit_and_its_day(autumn):
    tab = autumn.window.ledger_tab
    model = tab.view.model()
    assert [[model.index(at, place).data() for place in (0, 5, 6)] for at in (0, 1)] == [
        ["2", "row", "2026-11-08"], ["1", "row", "2026-10-30"],
    ]  # fmt: skip
    autumn.unfold(tab.entries.view)
    entries = tab.entries.view.model()
    told = [[entries.index(at, place).data() for place in range(4)] for at in range(entries.rowCount())]
    said = {what: (table, unit, when) for table, what, unit, when in told}
    name = "clinic.csv (this table)"
    assert said["release 2 drawn"] == (name, "row", "2026-11-08")
    assert said["release 1 drawn"] == (name, "row", "2026-10-30")
    assert said["release 2 charged, ε 1"] == (name, "row", "2026-10-30 or later"), "the ledger keeps no time itself"
    assert said["the ledger was begun"] == ("", "", "2026-10-30 or earlier")
    autumn.window.resize(1280, 660)
    view = tab.entries.view
    autumn.qtbot.waitUntil(lambda: view.horizontalScrollBar().maximum() == 0)
    for place in range(4):
        needed = max(view.sizeHintForIndex(entries.index(at, place)).width() for at in range(entries.rowCount()))
        assert view.columnWidth(place) >= needed, "no name is cut"


@pytest.mark.parametrize("look", LOOKS)
def test_the_line_is_seen_in_every_look(autumn, look):
    window, line = autumn.window, line_of(autumn)
    window.settings.set("appearance", look)
    window._restyle()
    autumn.settle()
    autumn.window.ledger_tab.ensureWidgetVisible(line)
    picture, at = window.grab().toImage(), place_of(line)
    here = at.topLeft() + QPoint(round(line.points()[-1].x()) - 3, round(line.points()[-1].y()))
    ground = picture.pixelColor(at.topLeft() + QPoint(line.width() // 2, line.height() // 2)).name()
    assert contrast(picture.pixelColor(here).name(), ground) >= 3
    limit = [picture.pixelColor(at.left() + across, at.top() + 1).name() for across in range(line.width())]
    assert max(contrast(each, ground) for each in limit) >= 3


def test_of_ten_thousand_releases_only_what_is_in_sight_is_worked_out(studio, monkeypatch):
    """A hundred days have a step each, however many charges they had; no receipt is read that is not in sight."""
    day = datetime.date(2026, 1, 1)
    texts = [f'{{"statement":{{"date":"{day + datetime.timedelta(at * DAYS // MANY)}"}}}}' for at in range(MANY)]
    loss = PrivacyLoss(Fraction(1, 1000), Fraction(0), Fraction(0))
    charges = [Charge(at + 1, "a", loss, "", text, exported=False) for at, text in enumerate(texts)]
    account = Account(UNIT, Limit(Fraction(100), Fraction(0)), tuple(charges))
    time = over_time(account, days_of(charges), day + datetime.timedelta(200))
    read = []
    known = ledger.read_document
    monkeypatch.setattr(ledger, "read_document", lambda text: read.append(text) or known(text))
    studio.tab("ledger")
    tab = studio.window.ledger_tab
    tab.show_ledger(
        charges[::-1],
        studio.window.session.resolved,
        None,
        accounts={"a": account},
        times={"a": time},
        labels={"a": "T"},
    )
    studio.settle()
    (line,) = tab.findChildren(SpentLine)
    assert len(line.points()) == 2 * DAYS + 1
    assert len(line.accessibleDescription().split("\n")) < 20
    assert "9988 more before" in line.accessibleDescription()
    assert len(set(read)) < 2 * DAYS
    assert "ε: 10 of 100 spent" in line.accessibleName()
