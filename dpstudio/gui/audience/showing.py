"""What a picture is given of the open project: the same in the window as before an audience."""

from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.quantities import counted, rational_text
from dpstudio.gui.picture.preview import WORKING, Preview
from dpstudio.gui.project.session import Session
from dpstudio.planning.resolved import Resolved


def show_in(picture: Preview, session: Session) -> str:
    """Let a picture show what the session has of it.

    Returns: why there is none of a table that stays sealed, or "".
    """
    found, shown = session.resolved, session.preview.shown
    public = shown[0].question.people if shown else None
    assumed = "" if public or found.plan.people.strip() else " (assumed)"
    sealed = f"{found.known.refusal} There is no preview of it until then." if found.known.refusal else ""
    waiting = "" if found.missing else WORKING
    people = f"{counted(public or found.people, 'people')}{assumed}"
    picture.show_distributions(shown, people, sealed or waiting)
    picture.show_stale(session.preview.stale, _as_it_was(found, shown))
    return sealed


def _as_it_was(found: Resolved, shown: tuple[Distribution, ...]) -> str:
    """Of what a picture is that stays while one types: of its ε where that has changed."""
    epsilon = shown[0].question.epsilon if shown else None
    if epsilon is None or epsilon == found.budget.epsilon:
        return "as it was before the change"
    return f"as it was for ε = {rational_text(epsilon)}"
