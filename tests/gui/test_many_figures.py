"""A question of many figures: what is pressed stays in sight, before a release and after it."""

import re

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from dpstudio.core.plan import ConditionPlan, FigurePlan
from dpstudio.gui.tabs import summary_card
from dpstudio.workspace.project.project_file import save
from tests.gui.private_projects import AGE, COSTS, SMOKER, forty_figures, of_clinic
from tests.gui.test_large_text import text_to
from tests.gui.test_whole_window import COMMON, in_sight, resized


def twelve_figures(folder):
    figures = [FigurePlan("count", conditions=(ConditionPlan("age", "above", str(10 * at)),)) for at in range(5)]
    figures += [FigurePlan(kind, column=name) for kind in ("total", "mean") for name in ("age", "costs")]
    figures += [FigurePlan("mean", column="smoker"), FigurePlan("count", rounding="10", least="0", greatest="30")]
    figures += [FigurePlan("histogram", column="age", bins="0\n18\n65\n120")]
    return of_clinic(folder, AGE, SMOKER, COSTS, kind="measure", figures=tuple(figures), name="Twelve figures")


MANY = {"12 figures": twelve_figures, "40 figures": forty_figures}


@pytest.fixture(params=MANY)
def asked(request, studio, tmp_path):
    """The Release page of many figures, in the window of a small screen."""
    resized(studio, COMMON)
    save(MANY[request.param](tmp_path), tmp_path / "asked.dpstudio")
    studio.window.projects.open(str(tmp_path / "asked.dpstudio"))
    studio.settle()
    studio.tab("release")
    studio.settle()
    return studio


def said(page) -> str:
    return "\n".join(each.text() for each in page.findChildren(QLabel) if each.isVisible())


def seen(studio, widget) -> None:
    """All of a widget is in sight, with the page at its top."""
    studio.qtbot.waitUntil(lambda: in_sight(widget), timeout=5000)
    assert studio.window.release_tab.verticalScrollBar().value() == 0


def test_release_and_then_export_are_in_sight_without_scrolling(asked):
    page = asked.window.release_tab
    seen(asked, page.release_button)
    asked.click(page.release_button)
    asked.settle()
    seen(asked, page.confirm_button)
    asked.click(page.confirm_button)
    asked.settle()
    asked.qtbot.waitUntil(lambda: asked.window.focusWidget() is page.result.spoken)
    for each in (page.export_button, page.copy_button, page.print_button):
        seen(asked, each)


def test_with_larger_text_too_a_long_result_has_its_buttons_in_sight(asked):
    page = asked.window.release_tab
    text_to(asked, "130")
    asked.release()
    asked.qtbot.waitUntil(lambda: asked.window.focusWidget() is page.result.spoken)
    seen(asked, page.export_button)


def test_the_first_figures_are_named_and_each_is_told_behind_more(asked):
    page, many = asked.window.release_tab, len(asked.plan.figures)
    first = asked.window.session.resolved.previewed.figures
    named = r"; ".join(rf"{re.escape(figure.name)} ± [\d,.]+ [^;]+" for figure in first[:3])
    assert re.search(rf"{many} noisy figures are published: {named}; and {many - 3} more\.", said(page))
    assert f"{first[3].name}: " not in said(page)
    more = page.summary.each
    assert more.button.accessibleName() == f"More: each of the {many} figures"
    asked.unfold(more.button)
    for figure in first:
        assert f"{figure.name}: " in said(page)
    assert "This holds for every table" in said(page)
    seen(asked, page.release_button)
    asked.release()
    assert not more.button.isVisible(), "the result has them"


def test_a_key_on_another_page_works_out_no_sentence_of_this_one(studio, tmp_path, monkeypatch):
    save(forty_figures(tmp_path), tmp_path / "asked.dpstudio")
    studio.window.projects.open(str(tmp_path / "asked.dpstudio"))
    studio.settle()
    worked_out = []
    for what in ("sentences", "of_each"):
        real = getattr(summary_card, what)
        monkeypatch.setattr(summary_card, what, lambda found, real=real: (worked_out.append(found), real(found))[1])
    field = studio.window.privacy.fields["privacy.epsilon"]
    studio.tab("privacy")
    studio.type(field, "3")
    studio.settle()
    assert not worked_out
    studio.tab("release")
    studio.settle()
    assert "change by at most 20.09 to 1." in said(studio.window.release_tab)
    assert [*map(id, worked_out)] == [id(studio.window.session.resolved)] * 2, "once for the page that is seen"


def test_an_end_that_was_typed_for_one_of_many_is_told_of(studio, tmp_path):
    save(twelve_figures(tmp_path), tmp_path / "asked.dpstudio")
    studio.window.projects.open(str(tmp_path / "asked.dpstudio"))
    studio.settle()
    studio.tab("release")
    studio.settle()
    assert "rounding included; for 1 figure only where the true one lies within the ends typed for it." in said(
        studio.window.release_tab
    )


def test_a_long_result_of_another_question_stands_below_what_is_asked_now(asked):
    window, page = asked.window, asked.window.release_tab
    asked.release()
    asked.tab("privacy")
    asked.type(window.privacy.fields["privacy.epsilon"], "0.5")
    asked.settle()
    asked.tab("release")
    seen(asked, page.release_button)
    assert page.result.isVisible()
    assert page.result.y() > page._act.y()
    assert "made earlier, not of the question that is asked now" in said(page)
    asked.release()
    seen(asked, page.export_button)
    assert page.result.y() < page._act.y()


def test_the_tab_key_leads_from_the_buttons_above_a_long_result_to_the_result(asked):
    page = asked.window.release_tab
    asked.release()
    page.print_button.setFocus()
    QTest.keyClick(page.print_button, "\t")
    assert QApplication.focusWidget() is page.result.spoken
