"""What a release will do, on the Release tab: a few sentences, and each of many figures folded away."""

from dpstudio.core.quantities import counted
from dpstudio.gui.tabs.what_happens import of_each, sentences
from dpstudio.gui.widgets.kit import Card, column, label
from dpstudio.gui.widgets.more import More
from dpstudio.gui.widgets.sentences import Sentences
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr


class SummaryCard(Card):
    """Says what will happen in few sentences.

    Attributes:
        each: what they have no room for; it stands below the button that releases, so that the button stays in sight.
    """

    def __init__(self) -> None:
        super().__init__("")
        self.heading, self._sentences, self._each = label(tr("What will happen"), "heading"), Sentences(), Sentences()
        self.add(column(self.heading, self._sentences))
        self.each = More("", self._each)
        self._is_whole = True
        self._behind: Resolved | None = None

    def show_plan(self, found: Resolved, *, seen: bool) -> None:
        """Say what a plan does, as far as it goes; where nobody sees it, once it is brought."""
        self._behind = found
        if seen:
            self.bring()

    def bring(self) -> None:
        """Say what a plan does before anybody sees it, unless it is said."""
        found, self._behind = self._behind, None
        if found is None:
            return
        self._sentences.say(sentences(found))
        self._each.say(of_each(found))
        self.each.call(tr("each of the {figures}", figures=counted(len(found.plan.figures), "figures")))
        self._offer()

    def show_whole(self, *, shown: bool) -> None:
        """Whether it is said at all: beside the result of what is asked it is not."""
        self._is_whole = shown
        self.setVisible(shown)
        self._offer()

    def _offer(self) -> None:
        self.each.offer(offered=self._is_whole and bool(self._each.labels))
