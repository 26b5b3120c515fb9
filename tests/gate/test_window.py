"""Whatever is clicked with a table in whatever order: once it has been private, the window shows none of its rows."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from dpstudio.core.plan import CandidatesPlan, ColumnPlan, PrivacyPlan, RulePlan, UnitPlan
from dpstudio.core.preview.distribution import Badge
from dpstudio.gui.tabs.table_card import TableCard
from dpstudio.workspace.guarding.gate import open_gate
from tests.gate.canaries import Files, History, content, found_in, pasted
from tests.gate.said import everything_said
from tests.gate.sequences import long_ones, rotation, up_to
from tests.gui.studio import Studio


class Person:
    """Clicks on a table in a project of its own, in a home of its own."""

    def __init__(self, studio: Studio, folder: Path, monkeypatch) -> None:
        self.studio, self.window, self.folder = studio, studio.window, folder
        self.home = folder / "home"
        monkeypatch.setenv("DPSTUDIO_HOME", str(self.home))
        self.home.mkdir(parents=True)
        self.path, self.copy, self.project = folder / "people.csv", folder / "copy.csv", folder / "mine.dpstudio"
        self.ledgers, self.history = 0, History()
        for path in (self.path, self.copy):
            self._lay(path)
        self.files = Files([folder], {self.path, self.copy})
        studio.answers["choose"] = ["Discard"]
        self.window.projects.new()
        self.window.session.gate = open_gate()
        self._open(self.path)
        self._ask()

    def _lay(self, path: Path) -> None:
        """The latest version of the table lies there now."""
        path.write_text(content(self.history.latest))
        self.history.lying[str(path)] = self.history.latest

    def _open(self, path: Path) -> None:
        self.window.show_tab("tables")
        self.studio.answers["open_files"] = [[str(path)]]
        self.studio.click(self.window.tables.open_button)
        self.studio.settle()

    def _ask(self) -> None:
        """The rest of the project: a complete question about the drinks."""
        plan, session = self.studio.plan, self.window.session
        columns = (ColumnPlan("name", "category"), ColumnPlan("drink", "category"))
        session.change(
            replace(
                plan,
                tables=tuple(replace(table, columns=columns) for table in plan.tables),
                privacy_unit=UnitPlan("row", relation="add_remove"),
                candidates=CandidatesPlan("list", text="Tea\nCoffee"),
                rule=RulePlan("votes", "one_column", ("drink",)),
                privacy=PrivacyPlan(cap="10"),
            )
        )

    @property
    def card(self) -> TableCard | None:
        """The newest table's."""
        tables = self.studio.plan.tables
        return self.window.tables.card(tables[-1].handle) if tables else None

    def do(self, action: str) -> None:
        """One thing that a person does, then a look at everything."""
        self.window.show_tab("tables")
        getattr(self, "_" + action.replace(" ", "_"), lambda: self._role(action))()
        self.studio.settle()
        for table in self.studio.plan.tables:
            if table.role in ("public", "sample"):
                self.history.opened.add(self.history.version(table.path, table.text))
        self._judge()

    def _role(self, role: str) -> None:
        if self.card is None:
            return
        sealed = self._read(role)
        self.studio.option(self.card.role, role)
        if not self.studio.plan.tables[-1].header:
            self.studio.option(self.card.reading.header, "yes")
        self.studio.settle()
        self._ask()
        if sealed and role != "private":
            self.studio.settle()
            assert "has been private before" in self.card.role._problem.text()
            assert self.card.role._problem.isVisible()

    def _read(self, role: str) -> bool:
        table = self.studio.plan.tables[-1]
        return self.history.read(role, table.path, table.text, table.handle)

    def _changed_file(self) -> None:
        tables = self.studio.plan.tables
        self.history.latest += 1
        self._lay(Path((tables and tables[-1].path) or self.path))
        if self.card is None or not tables[-1].role:
            return
        self._read(tables[-1].role)
        for answer in ("no", "yes"):
            self.studio.option(self.card.reading.header, answer)
            self.studio.settle()
        asked = self.card.changed_file
        if asked.same_button.isVisible():
            self.studio.click(asked.other_button if self.history.latest % 2 else asked.same_button)

    def _same_file_again(self) -> None:
        self._lay(self.copy)
        self._open(self.copy)

    def _pasted(self) -> None:
        QGuiApplication.clipboard().setText(pasted(self.history.latest))
        self.studio.click(self.window.tables.paste_button)
        QGuiApplication.clipboard().clear()

    def _undo(self) -> None:
        self.studio.keys("Ctrl+Z")

    def _save(self) -> None:
        self.studio.answers["save_file"] = [str(self.project)]
        self.studio.keys("Ctrl+S")

    def _reopen(self) -> None:
        self.studio.answers["choose"] = ["Discard"]
        if self.project.exists():
            self.window.projects.open(str(self.project))
            return
        self.window.projects.new()
        self._open(self.path)
        self._ask()

    def _other_ledger(self) -> None:
        self.ledgers += 1
        self.history.ledger = f"ledger{self.ledgers}.sqlite"
        self.window.session.gate = open_gate(self.home / self.history.ledger)
        self.window.session.reading._read.clear()
        self.window.session.refresh()

    def _inspect(self) -> None:
        """A look at a private table; one that has been private before is let go."""
        if self.card is None:
            return
        table = self.studio.plan.tables[-1]
        self.studio.settle()
        if self.card.inspect_button.isVisible():
            self.studio.click(self.card.inspect_button)
            self._agree(table.label)
            self.history.let_go(table.path, table.text)
        else:
            self.studio.tab("release")
            inspection = self.window.release_tab.inspection
            offer = inspection.button
            if inspection.isVisible() and not offer.isHidden():
                self.studio.click(offer)
                self._agree(self.studio.plan.data_table.label)
                self.studio.click(self.window.inspecting.dialog.close_button)
        self._ask()

    def _agree(self, name: str) -> None:
        dialog = self.window.inspecting.dialog
        self.studio.type(dialog.name, name)
        self.studio.click(dialog.confirm_button)
        self.studio.settle()

    def _judge(self) -> None:
        forbidden = self.history.forbidden
        assert found_in(everything_said(), forbidden) == []
        assert found_in(str(self.studio.answers["said"]), forbidden) == []
        assert self.files.leaks(self.history) == []
        data = self.studio.plan.data_table
        if data is not None and self.history.version(data.path, data.text) in forbidden:
            assert not any(each.badge is Badge.SAMPLE for each in self.window.session.preview.shown)


def judge(sequences, studio, folder, monkeypatch) -> None:
    for place, sequence in enumerate(sequences):
        person = Person(studio, folder / str(place), monkeypatch)
        for action in sequence:
            try:
                person.do(action)
            except AssertionError as error:
                raise AssertionError(f"{sequence} at {action}: {error}") from error


@pytest.mark.parametrize("line", ["", "2", "3"])
def test_without_a_header_no_row_is_shown_as_the_names_of_the_columns(studio, tmp_path, monkeypatch, line):
    person = Person(studio, tmp_path / "it", monkeypatch)
    person.do("private")
    studio.option(person.card.reading.header, "no")
    studio.type(person.card.reading.first_line, line)
    studio.settle()
    assert person.card.reading.names.choose.count() > 1, "its columns can be renamed"
    person._judge()


@pytest.mark.parametrize("first", range(11))
def test_two_steps_in_any_order_show_nothing(studio, tmp_path, monkeypatch, first):
    judge(up_to(2)[first * 11 : first * 11 + 11], studio, tmp_path, monkeypatch)


@pytest.mark.parametrize("part", range(6))
def test_longer_orders_show_nothing(studio, tmp_path, monkeypatch, part):
    judge(rotation("window")[part::6], studio, tmp_path, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("part", range(26))
def test_every_three_steps_and_three_hundred_of_six_show_nothing(studio, tmp_path, monkeypatch, part):
    judge(long_ones("window")[part::26], studio, tmp_path, monkeypatch)


def test_the_judge_sees_a_sample(studio, tmp_path, monkeypatch):
    """Else it would judge nothing: a table that was never private shows its rows and its exact law."""
    person = Person(studio, tmp_path / "p", monkeypatch)
    person.do("sample")
    assert len(found_in(everything_said(), [0])) == 20
    assert [each.badge for each in studio.window.session.preview.shown] == [Badge.SAMPLE]


def test_the_same_file_beside_itself_is_sealed_with_it(studio, tmp_path, monkeypatch):
    person = Person(studio, tmp_path / "p", monkeypatch)
    for action in ("sample", "same file again", "private"):
        person.do(action)
    first = studio.window.tables.card(studio.plan.tables[0].handle)
    assert "has been private before" in first.role._problem.text()


def test_a_private_table_opened_afresh_continues_its_account(studio, tmp_path, monkeypatch):
    person = Person(studio, tmp_path / "p", monkeypatch)
    person.do("private")
    studio.release()
    spent = studio.plan.tables[0].handle
    studio.answers["choose"] = ["Discard"]
    studio.window.projects.new()
    person._same_file_again()
    person.do("private")
    assert studio.plan.tables[0].handle == spent
    assert studio.window.session.resolved.account.spent == 1
    studio.tab("ledger")
    assert "1 of 10 spent" in studio.window.ledger_tab.account.text()
    assert studio.window.ledger_tab.remarks.text().startswith("Ledger and key lie in a folder named by DPSTUDIO_HOME")
    for _ in range(5):
        studio.keys("Ctrl+Z")
    studio.settle()
    assert all(table.handle == spent for table in studio.plan.tables)


def test_a_file_that_changed_under_the_window_is_not_drawn_from(studio, tmp_path, monkeypatch):
    person = Person(studio, tmp_path / "p", monkeypatch)
    person.do("private")
    person.history.latest = 1
    studio.window.show_tab("release")
    studio.settle()
    person._lay(person.path)
    studio.release()
    assert studio.window.session.release is None
    assert "has changed since it was read" in studio.window.release_tab.refused.text()
    assert studio.window.session.ledger.charges() == []


def test_opening_a_demonstration_again_starts_afresh(studio, tmp_path):
    window = studio.window
    handles = []
    for _ in range(2):
        window.projects.open_demonstration("apples")
        studio.settle()
        if handles:
            assert window.session.resolved.account is None
        studio.release()
        handles.append(studio.plan.tables[0].handle)
        studio.answers["save_file"] = [str(tmp_path / "mine.dpstudio")]
        studio.keys("Ctrl+S")
    window.projects.open(str(tmp_path / "mine.dpstudio"))
    studio.settle()
    assert studio.plan.tables[0].handle not in handles
    assert not window.session.document.unsaved
    assert window.session.resolved.account is None
    assert window.session.gate.ledger.charges() == []
    assert len(window.session.ledger.charges()) == 2
