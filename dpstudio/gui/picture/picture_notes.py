"""What is said below the picture: of which table it is true, and what the first draw is."""

from dpstudio.core.preview.distribution import Badge, Distribution, first_draw
from dpstudio.gui.widgets.percent import percent
from dpstudio.translation import tr, translated

_RANDOM, _ONE_DRAW = tr("Random: another run differs."), tr("The published result is drawn from it once.")
_ONE_ERROR, _ONE_ANSWER = (
    tr("The published error is drawn from it once."),
    tr("Each counted answer is drawn from it once."),
)
_NOTES = {
    Badge.SIMULATED: tr("Drawn from {invented}. Your table was not read for it."),
    Badge.SAMPLE: tr("Exact, from the sample table. A private table's plot would give its contents away."),
    Badge.DATA_FREE: tr("The same for every table: yours was not read for it."),
}
_UNSEEN = 1e-6
_RANGES = tr(
    "The height of a bar is the probability of a range {wide}. The table says where each range begins and ends."
)


def table_note(shown: Distribution, badge: Badge, people: str) -> str:
    """Of which table a picture is.

    Args:
        badge: how it was got.
        people: how many an invented table has: "1,000 people".
    """
    invented = (
        tr("an invented table of {people}", people=people) if shown.question.reads_people else tr("invented scores")
    )
    assumed = tr(" {assumed}", assumed=shown.assumed) if badge is Badge.SIMULATED and shown.assumed else ""
    return f"{_NOTES[badge].format(invented=invented)}{assumed}"


def draw_note(shown: Distribution, badge: Badge, people: str) -> str:
    """As `table_note`, and what is drawn first where the draw has two steps."""
    return table_note(shown, badge, people) + translated(first_draw(shown.question))


def law_note(shown: Distribution, people: str) -> str:
    """Of which table the law is, how wide its ranges are, and how often it is drawn from."""
    ranges = tr(" {ranges}", ranges=_RANGES.format(wide=translated(shown.bins.wide))) if shown.bins else ""
    free = _ONE_ANSWER if shown.local else _ONE_ERROR
    drawn = {Badge.SIMULATED: _RANDOM, Badge.DATA_FREE: free}.get(shown.badge, _ONE_DRAW)
    return tr(
        "{shown}{ranges}{beyond}{question} {drawn}",
        shown=table_note(shown, shown.badge, people),
        ranges=ranges,
        beyond=_beyond(shown),
        question=first_draw(shown.question),
        drawn=drawn,
    )


def _beyond(shown: Distribution) -> str:
    """How much is in no bar: noise has no last value, and a picture has one."""
    chance = 1 - float(shown.chances.sum())
    return tr(" {chance} of the draws lie beyond what is shown.", chance=percent(chance)) if chance > _UNSEEN else ""
