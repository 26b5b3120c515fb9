"""Each library that the program is installed with is credited, and receipts name those that touch a release."""

import re
import tomllib
from pathlib import Path

from dpstudio.core.receipt.statement import _DEPENDENCIES

ROOT = Path(__file__).parents[2]
# The window, files of settings and projects, and helpers of the libraries named here: none of them touches a release.
APART = {"pyside6-essentials", "pyqtgraph", "platformdirs", "jsonschema", "json-source-map", "packaging",
         "pyarrow-hotfix"}  # fmt: skip
CREDITED_AS = {"pyside6-essentials": "PySide6", "ibis-framework": "Ibis", "pyarrow": "Apache Arrow"}


def installed():
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    return {re.match(r"[\w-]+", each).group().lower() for each in listed}


def test_receipts_name_every_library_that_touches_a_release():
    assert set(_DEPENDENCIES) == installed() - APART


def test_every_library_is_credited():
    notice = (ROOT / "NOTICE").read_text("utf-8").lower()
    helpers = {"packaging", "pyarrow-hotfix"}
    lacking = [name for name in installed() - helpers if CREDITED_AS.get(name, name).lower() not in notice]
    assert lacking == []
