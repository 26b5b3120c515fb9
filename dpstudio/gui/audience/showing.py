"""What a picture is given of the open project: the same in the window as before an audience."""

from typing import TYPE_CHECKING

from dpstudio.core.preview.distribution import Distribution
from dpstudio.core.quantities import counted, rational_text
from dpstudio.core.tables.schema import Role
from dpstudio.gui.project.session import Session
from dpstudio.planning.resolved import Resolved
from dpstudio.translation import tr, translated

if TYPE_CHECKING:
    from dpstudio.gui.picture.place import PicturePlace
    from dpstudio.gui.picture.preview import Preview


def sealed(found: Resolved) -> str:
    """Why there is no picture of a table that stays sealed, or ""."""
    return (
        tr("{refusal} There is no preview of it until then.", refusal=found.known.refusal)
        if found.known.refusal
        else ""
    )


def show_in(picture: "Preview", session: Session) -> None:
    """Let a picture show what the session has of it."""
    from dpstudio.gui.picture.preview import WORKING  # whoever has a picture has loaded it

    found, shown = session.resolved, session.preview.shown
    waiting = "" if found.missing else WORKING
    public = shown[0].question.people if shown else None
    assumed = "" if public or found.plan.people.strip() else tr(" (assumed)")
    people = translated(counted(public or found.people, "people")) + assumed
    picture.show_distributions(shown, people, sealed(found) or waiting)
    picture.show_stale(session.preview.stale, _as_it_was(found, shown))


def light_in(picture: "Preview", session: Session) -> None:
    """Let a picture light the candidate that was drawn from a sample, while that is the result of what is asked."""
    release = None if session.earlier else session.release
    data, winners = session.resolved.plan.data_table, None if release is None else release.receipt.winners
    of_sample = data is not None and data.role == Role.SAMPLE
    picture.law.light(release.lines[0]["value"] if release is not None and winners is not None and of_sample else "")
    picture.scene.tabled.light(picture.law.lit)


def release_in(picture: "Preview", session: Session) -> None:
    """Let a picture show what was released, while it is the result of what is asked; the rows of a sample's alone."""
    release, data = None if session.earlier else session.release, session.resolved.plan.data_table
    table = getattr(release.receipt, "table", None) if release and data and data.role == Role.SAMPLE else None
    picture.show_released(None if release is None else release.lines, None if table is None else table["rows"])


def refuse_in(place: "PicturePlace", session: Session) -> None:
    """Let a refusal of what the session asks take the picture's place, or leave it."""
    place.follow(session.resolved, drawn=bool(session.preview.shown))


def _as_it_was(found: Resolved, shown: tuple[Distribution, ...]) -> str:
    """Of what a picture is that stays while one types: of its ε where that has changed."""
    epsilon = shown[0].question.epsilon if shown else None
    if epsilon is None or epsilon == found.budget.epsilon:
        return tr("before the change")
    return tr("for ε = {epsilon}", epsilon=rational_text(epsilon))
