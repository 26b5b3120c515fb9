"""The pages of a question, of which a step writes anew the one in sight; the others follow once they are looked at."""

from dpstudio.gui.project.session import Session
from dpstudio.gui.tabs.base import Tab
from dpstudio.gui.tabs.privacy import PrivacyTab
from dpstudio.gui.tabs.question import QuestionTab
from dpstudio.gui.tabs.release import ReleaseTab
from dpstudio.gui.tabs.score import ScoreTab
from dpstudio.gui.tabs.tables import TablesTab
from dpstudio.gui.widgets.more import More


class UpToDate:
    """Has each page show what is resolved before anybody sees it, or asks it for a part."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.tables, self.question, self.score, self.privacy = TablesTab(), QuestionTab(), ScoreTab(), PrivacyTab()
        self.release = ReleaseTab()
        self.pages: dict[str, Tab] = {
            "tables": self.tables, "question": self.question, "score": self.score, "privacy": self.privacy,
        }  # fmt: skip
        self._behind: set[str] = set()
        self._unseen: set[str] = set()
        for page in self.pages.values():
            page.change_requested.connect(session.change)
        session.preview.epsilon_found.connect(self.privacy.show_epsilon)
        self.privacy.comparison.compare_requested.connect(session.preview.compare)
        session.bounding.refuted.connect(self.privacy.bound.show_refutation)
        session.bounding.refuted.connect(self.score.reference.show_refutation)

    def follow(self, front: str) -> None:
        """Something else is resolved: every page asks for changes of that plan, and the one in front shows it.

        What can be released, and what that costs, the steps ask wherever somebody is.
        """
        for page in self.pages.values():
            page.plan = self._session.resolved.plan
        self._behind = set(self.pages)
        self.bring(front)
        session = self._session
        self.release.show_resolved(session.resolved, moved=session.standing.moved, seen=front == "release")

    def begin(self) -> None:
        """Another project is opened: what is rare is folded away on each page, unless it holds something there."""
        self._unseen = set(self.pages)

    def bring(self, name: str) -> None:
        """Let a page show what is resolved, unless it does."""
        if name == "release":
            self.release.summary.bring()
        if name not in self._behind:
            return
        self._behind.remove(name)
        if name in self._unseen:
            self._unseen.remove(name)
            for more in self.pages[name].findChildren(More):
                more.fold()
        session = self._session
        if name == "tables":
            self.tables.show_resolved(session.resolved, session.facts, moved=session.standing.moved)
        else:
            self.pages[name].show_resolved(session.resolved, session.facts)
