"""How the steps of the work stand, as the bar above the pages marks them."""

from typing import TYPE_CHECKING

from dpstudio.core.tables.schema import Role
from dpstudio.gui.project.answered import is_answered
from dpstudio.gui.tabs.what_happens import is_spent
from dpstudio.kinds import KINDS

if TYPE_CHECKING:
    from dpstudio.gui.main_window import MainWindow

_ASKING = ("tables", "question", "score", "privacy")


def mark_steps(window: "MainWindow") -> None:
    """Mark each step; a result of an earlier question says so, and does not count as the release of this one.

    Where nothing can be released nothing is ticked: the tick follows what the button follows. A limit of which nothing
    is left, or less than this costs, has no tick either.
    """
    session = window.session
    earlier = session.earlier
    window.release_tab.show_earlier(earlier)
    released, at_limit = session.release, window.release_tab.is_at_limit
    done = at_limit or (released and (not earlier or is_answered(session)) and window.release_tab.is_open)
    found = session.resolved
    states = {name: found.status(name) for name in _ASKING}
    if not KINDS[found.plan.kind].scored and found.previewed is None:
        states["score"] = "missing"
    if at_limit:
        states["privacy"] = "spent" if is_spent(found) else "short"
        window.privacy.quiet()
    states |= {"release": "done" if done else "missing", "ledger": ""}
    window.workplace.show_steps(found, states, at_limit=at_limit)
    data = found.plan.data_table
    private = released is not None and data is not None and data.role == Role.PRIVATE
    window.workplace.show_picture_place(shown=window.tab != "release" or not private)
