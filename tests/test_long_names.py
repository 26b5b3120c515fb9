"""Names as long as they may be: the page stays short and keeps its standard; the attached statement is whole."""

import re

import pytest

from dpstudio import cli
from tests.receipts import statement
from tests.test_exit_codes import DRINKS, project

ANSWERS = [f"{place} {'word ' * 99}"[:500].strip() for place in range(300)]
SHORT = [f"{place}" for place in range(300)]


@pytest.fixture
def released(tmp_path, home):
    def release(file, answers):
        asked = project(
            tmp_path, file, kind="survey", unit={"kind": "row", "relation": "replace_one"},
            survey={"column": "drink", "answers": "\n".join(answers), "people": "3"},
            tables={"columns": [DRINKS | {"blank": answers[0]}]},
        )  # fmt: skip
        assert cli.main(["release", str(asked), "--out", str(tmp_path / file), "--ledger", str(tmp_path / "l")]) == 0
        return (tmp_path / file / "receipt.pdf").read_bytes(), statement(tmp_path / file / "receipt.json")

    return release


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_endless_names_leave_the_page_short_and_the_statement_whole(released):
    page, said = released("long", ANSWERS)
    assert b"pdfaid:part" in page
    assert [line["name"] for line in said["result"]["lines"]] == ANSWERS
    plain, _ = released("short", SHORT)
    assert pages(page) <= 3 * pages(plain)
