"""Before a release the Privacy page says what a mean is within, and what that depends on."""

import pytest
from PySide6.QtWidgets import QLabel

from dpstudio.core.plan import FigurePlan
from dpstudio.workspace.project.project_file import save
from tests.gui.private_projects import AGE, COSTS, SMOKER, of_clinic


def opened(studio, folder, **asked):
    figure = FigurePlan("mean", column="costs", **asked)
    save(of_clinic(folder, AGE, SMOKER, COSTS, kind="measure", figures=(figure,)), folder / "asked.dpstudio")
    studio.window.projects.open(str(folder / "asked.dpstudio"))
    studio.settle()
    studio.tab("privacy")
    return studio.window


def said(page) -> str:
    return "\n".join(each.text() for each in page.findChildren(QLabel) if each.isVisible())


ASSUMED = "1,000 rows count is assumed: type how many you expect {where}, at “Expected number of people”."
PARTS = "(sum ± 36,888.79 €, number ± 7)"


def test_it_is_said_for_the_people_who_are_assumed_and_for_those_who_are_typed(studio, tmp_path):
    window = opened(studio, tmp_path)
    assert f"Mean of costs ± 73 € if at least 1,000 rows (assumed) count in it {PARTS}" in said(window.privacy)
    assert ASSUMED.format(where="below") in said(window.privacy)
    assert window.privacy.fields["people"].editor.isVisible(), "nothing need be opened to type it"
    studio.tab("release")
    assert ASSUMED.format(where="on Privacy") in said(window.release_tab)
    studio.tab("privacy")
    studio.type(window.privacy.fields["people"], "100")
    studio.settle()
    assert window.privacy.fields["people"].editor.isVisible()
    assert f"Mean of costs ± 780 € if at least 100 rows count in it {PARTS}" in said(window.privacy)
    studio.tab("release")
    assert f"Mean of costs ± 780 € if at least 100 rows count in it {PARTS}" in said(window.release_tab)
    assert "assumed" not in said(window.release_tab)


def test_where_none_can_be_said_that_is_said(studio, tmp_path):
    window = opened(studio, tmp_path)
    studio.type(window.privacy.fields["people"], "10")
    studio.settle()
    told = f"Mean of costs: no ± below its whole range of 5,000 € if only 10 rows count in it {PARTS}"
    assert told in said(window.privacy)


def test_an_end_that_may_cut_it_is_told_of(studio, tmp_path):
    window = opened(studio, tmp_path, least="100", greatest="9000")
    assert f"1,000 rows (assumed) count in it, where the true figure is not below 100 {PARTS}" in said(window.privacy)


@pytest.mark.parametrize("rows", [3, 300])
def test_it_is_never_worked_out_from_the_private_table(studio, tmp_path, rows):
    window = opened(studio, tmp_path)
    before = said(window.privacy)
    path = tmp_path / "patients.csv"
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([lines[0], *[lines[1]] * rows]) + "\n", "utf-8")
    window.projects.open(str(tmp_path / "asked.dpstudio"))
    studio.settle()
    studio.tab("privacy")
    assert said(window.privacy) == before
