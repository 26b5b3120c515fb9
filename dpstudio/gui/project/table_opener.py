"""How tables come into a project: from files, by dropping, by pasting."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from dpstudio.core.errors import Cancelled, StudioError
from dpstudio.core.plan import TablePlan
from dpstudio.core.tables import databases
from dpstudio.core.tables.dialect import recognise, recognise_text
from dpstudio.core.tables.reading import sheets
from dpstudio.core.tables.schema import Source
from dpstudio.gui import ask
from dpstudio.gui.project.projects import Projects
from dpstudio.gui.project.session import Session
from dpstudio.gui.tabs.tables import TablesTab
from dpstudio.translation import tr
from dpstudio.workspace.computer.files import write_whole
from dpstudio.workspace.computer.refused import fault
from dpstudio.workspace.project.own_table import table_of, with_own_table
from dpstudio.workspace.project.project_file import SUFFIX

_KINDS = tr(
    "Tables (*.csv *.tsv *.txt *.parquet *.arrow *.feather *.sqlite *.sqlite3 *.db *.xlsx *.xlsm *.xls *.xlsb *.ods)"
    ";;All files (*)"
)


_PASTING = "open:the clipboard"
_FROM_FILE, _COPIED = tr("Choose a file…"), tr("Paste what was copied")
_OWN = tr(
    "Kind of question, score, columns and ε of this demonstration stay; its names, candidates and story go. Your table"
    " takes the place of its invented one: say what it is, how it is written, who is protected and what may come out,"
    " and it counts in your ledger."
)
_NEW, _IN_IT = tr("New project"), tr("Use it in the demonstration")
_ONTO = tr(
    "This is a demonstration, with an invented table of its own. Begin a new project with what you dropped, or ask the"
    " demonstration's question of it?"
)


class TableOpener(QObject):
    """Adds tables to the open project, or to a new one; one that cannot be read changes nothing.

    Args:
        at_work: whether the project is in front; while the welcome page is, a table begins a new one.
    """

    added = Signal(str)

    def __init__(self, window: QWidget, session: Session, projects: Projects, at_work: Callable[[], bool]) -> None:
        super().__init__(window)
        self._window, self._session, self._projects, self._at_work = window, session, projects, at_work

    def serve(self, page: TablesTab) -> None:
        """Do what is asked for on the Tables tab."""
        page.open_requested.connect(self.ask)
        page.paste_requested.connect(self.paste)
        page.again_requested.connect(self.choose_again)
        page.database_requested.connect(self.ask_database)
        page.save_pasted_requested.connect(self.save_pasted)

    def ask(self) -> None:
        """Add tables from files chosen in a dialog."""
        self.open(ask.open_files(self._window, tr("Open a table"), _KINDS))

    def ask_folder(self) -> None:
        """Add a folder of Parquet files as one table."""
        folder = ask.folder(self._window, tr("Open a folder of Parquet files"))
        ask.Place.remember(folder)
        if folder:
            self.open([folder])

    def ask_database(self) -> None:
        """Add a table of a database by its address; the table chosen is part of what is added."""
        address = ask.text(
            self._window,
            tr("Open a database"),
            tr(
                "Address, without a password (postgresql://user@host:5432/database, spark://host:7077,\nsc://host:15002):"
            ),
        )
        if not address:
            return
        try:
            databases.check_address(address)
        except StudioError as error:
            ask.complain(self._window, tr("Nothing was opened"), str(error))
            return
        self._session.runner.run(
            f"open:{databases.label(address)}",
            lambda tick: sheets(Source("database", address), tick),
            lambda names: self._add_table(address, names),
            self._complaining(tr("Nothing was opened")),
            words=tr("Opening {label} …", label=databases.label(address)),
        )

    def _add_table(self, address: str, names: list[str]) -> None:
        name = names[0] if len(names) == 1 else ask.pick(self._window, tr("Open a database"), tr("Which table?"), names)
        if name:
            self._add(f"{databases.label(address)} {name}", Source("database", address, sheet=name))

    def open(self, paths: list[str]) -> None:
        """Add files, recognised off the window's thread; a project file is opened instead."""
        for path in paths:
            if path.endswith(SUFFIX):
                self._projects.open(path)
            else:
                self._recognise(path)

    def _recognise(self, path: str) -> None:
        self._begin(path, lambda source: self._add(Path(path).name, source), tr("This file was not added"))

    def _begin(self, path: str, done: Callable[[Source], None], title: str) -> None:
        """Recognise a file beside the window."""
        name = Path(path).name
        self._session.runner.run(
            f"open:{path}",
            partial(recognise, path),
            done,
            self._complaining(title),
            words=tr("Opening {name} …", name=name),
        )

    def _complaining(self, title: str) -> Callable[[StudioError], None]:
        """What is done where something cannot be opened; who has stopped it knows."""

        def complain(error: StudioError) -> None:
            if not isinstance(error, Cancelled):
                ask.complain(self._window, title, str(error))

        return complain

    def choose_again(self, handle: str) -> None:
        """Let a table go on with the file that the person chooses: it was moved, or cannot be read where it lies."""
        path = ask.open_file(self._window, tr("Choose the table again"), _KINDS)
        if path:
            name = Path(path).name
            self._begin(path, lambda source: self._go_on_with(handle, name, source), tr("The table stays as it was"))

    def _go_on_with(self, handle: str, name: str, source: Source) -> None:
        """The table keeps its handle and all that was declared of it; a file of another format is read as that."""

        def moved(table: TablePlan) -> TablePlan:
            lies = replace(table, label=name, path=source.path, text="")
            if source.format == table.format:
                return lies
            return replace(
                lies,
                format=source.format,
                delimiter=source.delimiter,
                encoding=source.encoding,
                sheet=source.sheet,
                first_line=str(source.first_line or ""),
            )

        plan = self._session.document.plan
        tables = tuple(moved(table) if table.handle == handle else table for table in plan.tables)
        self._session.change(replace(plan, tables=tables))

    def ask_own(self) -> None:
        """Ask what a demonstration asks of a table of the person's own: of a file, or of what was copied."""
        answer = ask.choose(self._window, tr("Use your own table"), _OWN, [_FROM_FILE, _COPIED, tr("Cancel")])
        if answer == _COPIED:
            self._take_copied(self._use)
        elif answer == _FROM_FILE:
            path = ask.open_file(self._window, tr("Use your own table"), _KINDS)
            if path:
                self._use_file(path)

    def take_dropped(self, paths: list[str]) -> None:
        """Open what was dropped on the window; a table that falls onto a demonstration is asked about."""
        tables = [path for path in paths if not path.endswith(SUFFIX)]
        if not (tables and self._at_work() and self._session.resolved.known.shipped):
            self.open(paths)
            return
        answers = [_NEW, _IN_IT, tr("Cancel")] if len(paths) == 1 else [_NEW, tr("Cancel")]
        answer = ask.choose(self._window, tr("A table of your own"), _ONTO, answers)
        if answer == _IN_IT:
            self._use_file(paths[0])
        elif answer == _NEW and self._projects.new():
            self.open(paths)

    def _use_file(self, path: str) -> None:
        self._begin(path, partial(self._use, Path(path).name), tr("The demonstration stays as it was"))

    def _use(self, name: str, source: Source) -> None:
        """The table takes the place of the sample; nothing is known of it yet, and no result is its own."""
        plan = with_own_table(self._session.document.plan, name, source)
        self._session.put_result_away()
        self._session.change(plan)
        self.added.emit(next(table.handle for table in plan.tables if table.label == name))

    def paste(self) -> None:
        """Add the table on the clipboard."""
        self._take_copied(self._add)

    def _take_copied(self, done: Callable[[str, Source], None]) -> None:
        """Recognise the table on the clipboard, waited for."""
        runner, text = self._session.runner, QGuiApplication.clipboard().text()
        job, complain = partial(recognise_text, text), self._complaining(tr("Nothing was pasted"))
        runner.run(_PASTING, job, partial(done, tr("pasted table")), complain)
        ask.wait(self._window, tr("Pasting the table …"), runner, _PASTING)

    def _add(self, name: str, source: Source) -> None:
        if not self._at_work() and not self._projects.new():
            return
        table = table_of(name, source)
        plan = self._session.document.plan
        self._session.change(replace(plan, tables=(*plan.tables, table)))
        self.added.emit(table.handle)

    def save_pasted(self, handle: str) -> None:
        """Write a pasted table to a file of the person's; from then on the project names the file."""
        plan = self._session.document.plan
        table = next(table for table in plan.tables if table.handle == handle)
        path = ask.save_file(self._window, tr("Save the pasted table"), "table.csv", tr("Tables (*.csv *.tsv)"))
        if not path:
            return
        try:
            write_whole(Path(path), table.text.encode())
        except OSError as error:
            reason, remedy = fault(error, Path(path).parent)
            told = tr(
                "{name} cannot be written in {parent}: {reason}. {remedy}",
                name=Path(path).name,
                parent=Path(path).parent,
                reason=reason,
                remedy=remedy,
            )
            ask.complain(self._window, tr("The table was not saved"), told)
            return
        kept = replace(table, path=path, text="", label=Path(path).name)
        self._session.change(replace(plan, tables=tuple(kept if t.handle == handle else t for t in plan.tables)))
