"""The Question tab's pages: one for each kind of question."""

from collections.abc import Callable

from dpstudio.gui.tabs.kinds.choose import CandidatesPage
from dpstudio.gui.tabs.kinds.measure import FiguresPage
from dpstudio.gui.tabs.kinds.page import KindPage
from dpstudio.gui.tabs.kinds.survey import SurveyPage
from dpstudio.gui.tabs.kinds.synthesize import SynthesisPage

PAGES: dict[str, Callable[[], KindPage]] = {
    "choose": CandidatesPage,
    "measure": FiguresPage,
    "survey": SurveyPage,
    "synthesize": SynthesisPage,
}
"""By the name that a plan has for the kind."""

__all__ = ["PAGES", "KindPage"]
