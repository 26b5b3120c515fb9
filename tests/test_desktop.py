"""The desktop knows dpstudio: by an entry in the menu, its picture, and a file type of its own that opens in it."""

import configparser
import re
import shutil
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtSvg import QSvgRenderer

from dpstudio.gui.app import introduce
from dpstudio.resources import resource
from dpstudio.workspace.project.project_file import SUFFIX

ROOT = Path(__file__).parents[1]
ENTRY = ROOT / "packaging/desktop/dpstudio.desktop"
TYPES = ROOT / "packaging/desktop/dpstudio.xml"
KIND = "application/vnd.dpstudio.project+json"
ODD = 'a b "q" $HOME `x` 100% \\back\'s'
SAYS = '#!/bin/sh\nprintf "%s\\n" "$0" "$@" > "$SAID.new"\nmv "$SAID.new" "$SAID"\n'


def keys(entry: Path) -> configparser.SectionProxy:
    parser = configparser.RawConfigParser(delimiters=("=",), interpolation=None)
    parser.optionxform = str
    parser.read(entry, "utf-8")
    return parser["Desktop Entry"]


def words(command: str) -> list[str]:
    """A command as the specification of desktop entries has it taken apart."""
    whole = re.sub(r"\\(.)", r"\1", command)
    found = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', whole)
    return [re.sub(r"\\(.)", r"\1", quoted).replace("%%", "%") if quoted else plain for quoted, plain in found]


@pytest.fixture
def desktop(tmp_path, monkeypatch):
    """A checkout in a folder with a difficult name, whose program says what it was started with."""
    checkout = tmp_path / ODD
    for folder in ("packaging/desktop", "resources/desktop"):
        shutil.copytree(ROOT / folder, checkout / folder)
    shutil.copy(ROOT / "packaging/desktop.sh", checkout / "packaging")
    (checkout / "packaging/run.sh").write_text(SAYS)
    (checkout / "packaging/run.sh").chmod(0o755)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("SAID", str(tmp_path / "said"))
    return checkout


def run(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = ["sh", str(checkout / "packaging/desktop.sh"), *arguments]
    return subprocess.run(script, capture_output=True, text=True, check=False)


def test_the_entry_starts_this_checkout_with_the_file_whatever_its_folder_is_called(desktop, tmp_path):
    assert run(desktop).returncode == 0
    entry = keys(tmp_path / "share/applications/dpstudio.desktop")
    assert entry["TryExec"].replace("\\\\", "\\") == str(desktop / "packaging/run.sh")
    *command, placeholder = words(entry["Exec"])
    assert placeholder == "%f"
    subprocess.run([*command, "/a project.dpstudio"], check=True)
    assert (tmp_path / "said").read_text().splitlines() == [str(desktop / "packaging/run.sh"), "/a project.dpstudio"]


@pytest.mark.skipif(shutil.which("gio") is None, reason="there is no desktop here to be asked")
def test_a_desktop_opens_a_project_in_it_by_its_type(desktop, tmp_path):
    assert run(desktop).returncode == 0
    project = tmp_path / f"my own{SUFFIX}"
    shutil.copy(resource("demonstrations/apples/apples.dpstudio"), project)
    told = subprocess.run(["gio", "info", "-a", "standard::content-type", project], capture_output=True, text=True)
    if shutil.which("update-mime-database"):
        assert told.stdout.rstrip().endswith(KIND)
    entry = tmp_path / "share/applications/dpstudio.desktop"
    subprocess.run(["gio", "launch", entry, project], check=True)
    for _ in range(1000):
        if (tmp_path / "said").exists():
            break
        time.sleep(0.01)
    assert (tmp_path / "said").read_text().splitlines()[1:] == [str(project)]


def test_it_is_put_there_twice_as_once_and_taken_out_without_a_trace(desktop, tmp_path):
    share = tmp_path / "share"
    (share / "applications").mkdir(parents=True)
    other = share / "applications/other.desktop"
    other.write_text("[Desktop Entry]\n")
    run(desktop)
    once = {path: path.read_bytes() for path in share.rglob("*dpstudio*") if path.is_file()}
    run(desktop)
    assert {path: path.read_bytes() for path in share.rglob("*dpstudio*") if path.is_file()} == once
    assert len(once) >= 8
    done = run(desktop, "--remove")
    assert (done.returncode, list(share.rglob("*dpstudio*"))) == (0, [])
    assert other.exists()
    assert run(desktop, "--remove").returncode == 0
    assert run(desktop, "--whatever").returncode == 2


def test_nothing_is_written_outside_of_the_persons_own_data(desktop, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.setenv("XDG_DATA_HOME", "not/whole")  # which nobody may heed
    assert run(desktop).returncode == 0
    person = tmp_path / "person"
    assert {path.relative_to(person).parts[:2] for path in person.rglob("*") if path.is_file()} == {(".local", "share")}
    assert not (tmp_path / "share").exists()


def test_entry_type_and_pictures_name_one_another(qapp):
    entry, kind = keys(ENTRY), ElementTree.parse(TYPES).getroot()
    space = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    assert entry["MimeType"] == f"{KIND};"
    assert kind.find("m:mime-type", space).get("type") == KIND
    assert kind.find("m:mime-type/m:glob", space).get("pattern") == f"*{SUFFIX}"
    introduce(qapp)
    assert f"{QGuiApplication.desktopFileName()}.desktop" == ENTRY.name
    assert entry["StartupWMClass"] == qapp.applicationName() == entry["Icon"]
    assert {size.width() for size in qapp.windowIcon().availableSizes()} >= {16, 22, 24, 32, 48, 64, 128, 256}
    for picture in resource("desktop").glob("*.svg"):
        assert QSvgRenderer(str(picture)).isValid(), picture


@pytest.mark.parametrize(
    ("tool", "file"), [("desktop-file-validate", ENTRY), ("xmllint", TYPES)], ids=["entry", "file type"]
)
def test_the_desktops_own_tools_find_nothing_wrong(tool, file):
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not here")
    command = [tool, file] if tool != "xmllint" else [tool, "--noout", file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
