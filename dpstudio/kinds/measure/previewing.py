"""The law of noisy figures: the error alone where the table is private, what is published on a sample.

A figure is drawn as it is published: a mean of a public number of people in its own unit and not as the sum that it is
made of. What rounding and ends do depends on the true figure, so on a sample they are done, and an error that must hold
for every table is said to be the one before them.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import numpy as np

from dpstudio.core.figures.answers import Answers
from dpstudio.core.mechanisms import NOISES
from dpstudio.core.mechanisms.noise import Floats
from dpstudio.core.preview.bins import Bins
from dpstudio.core.preview.distribution import Badge, Beside, Distribution, Line, Numbers
from dpstudio.core.preview.draws import Draws, drawn_by
from dpstudio.core.preview.neighbours import Change, Laws, People, Texts
from dpstudio.core.preview.scale import Scale
from dpstudio.core.preview.truth import Truth
from dpstudio.core.quantities import grouped, rational_text, readable, with_unit
from dpstudio.core.sealed import Shown, looked_at
from dpstudio.kinds.measure import errors
from dpstudio.kinds.measure.bins import Ranges, chances_of, noise_bins, noise_law, places_of
from dpstudio.kinds.measure.estimates import estimates_of
from dpstudio.kinds.measure.figures.contract import Asked
from dpstudio.kinds.measure.one_person import Noised, may_change, people_of, rows_of
from dpstudio.kinds.measure.over_epsilon import of_noise
from dpstudio.kinds.measure.published import Published
from dpstudio.kinds.measure.settled import SettledMeasurement
from dpstudio.translation import joined, phrase

Makes = Callable[[Texts, tuple[Texts, ...], int], People | None]
Pairs = Callable[[Texts, tuple[Texts, ...], Change], Beside | None]
_PLACES = 12
_COUNTED = 51
_SEEN = 2


def of_figures(question: SettledMeasurement, answers: Shown[Answers] | None) -> tuple[Distribution, ...]:
    """One distribution a noised vector, of its first component; on a sample the others can be asked for.

    Args:
        answers: the exact ones of a sample, or None to show the error alone.
    """
    truth = None if answers is None else looked_at(answers)
    vectors = range(len(question.parts))
    laws = [_error(question, place) if truth is None else _of_vector(question, place, truth) for place in vectors]
    estimates = estimates_of(question, truth)
    return tuple(replace(law, estimates=estimates) for law in laws)


def _of_vector(question: SettledMeasurement, place: int, truth: Answers) -> Distribution:
    """The law of a vector's first number, with those of the others where there are some."""
    asked, at = question.vectors[place]
    names = _names(asked)[at]
    law = cache(lambda component: _published(question, place, truth, component)[0])
    if len(names) == 1:
        return law(0)
    return replace(law(0), numbers=Numbers(asked.name, tuple(names), law))


def component_names(question: SettledMeasurement) -> list[str]:
    """What each noised number is called, vector by vector, and what is not yet done to it."""
    return [
        phrase("{name}{before}", name=name, before="" if asked.figure.people else _before(asked, divided=False))
        for asked in question.figures
        for vector in _names(asked)
        for name in vector
    ]


def _names(asked: Asked) -> list[list[str]]:
    """The names of the components of each vector of a figure."""
    return asked.figure.names(asked.name, len(asked.figure.split))


def _error(question: SettledMeasurement, place: int) -> Distribution:
    """What the noise does to the figure, whatever the table holds."""
    asked, at = question.vectors[place]
    bins, chances = noise_law(question, place)
    worth = question.parts[place].bounds.step / (asked.figure.people or 1)
    what = phrase("error of each number") if question.parts[place].bounds.components > 1 else phrase("error")
    name = _names(asked)[at][0] if asked.figure.made_of_several else asked.name
    unit = asked.figure.unit_of(at)
    across = phrase("{what}{before}", what=what, before=_before(asked, divided=True)) + (
        phrase(", in {unit}", unit=unit) if unit else ""
    )
    label, parted = _labelled(bins, lambda steps: _signed(steps * worth, worth), _wide(bins, worth, unit))
    return Distribution(
        question,
        Badge.DATA_FREE,
        chances,
        label,
        across,
        upright=True,
        name=name,
        bins=parted,
        line=Line(float(sum(bins[0]) // 2 * worth), float((bins[1][0] - bins[0][0]) * worth), ""),
        draws=_draws(question, place, bins, lambda steps: with_unit(_signed(steps * worth, worth), unit)),
        people=_people(question, place, None),
        scale=_scale(question, place),
        over=of_noise(question, place, bins, worth, _lost(asked, unit)),
    )


def _draws(question: SettledMeasurement, place: int, bins: Ranges, said: Callable[[int], str]) -> Draws:
    """Noise of the vector's first component, in the bins that it is shown in.

    Args:
        said: what so many steps of noise come to, for people.
    """
    noise, size = NOISES[question.mechanism], question.calibration.sizes[place]
    return drawn_by(lambda entropy, many: noise.draw(entropy, size, many), lambda steps: places_of(steps, bins), said)


def _labelled(bins: Ranges, text: Callable[[int], str], wide: str) -> tuple[Callable[[int], str], Bins | None]:
    """What is called what, given each step's text: single values, or bins by their ends."""

    def middle(place: int) -> str:
        return text(sum(bins[place]) // 2)

    if all(first == last for first, last in bins):
        return middle, None
    parted = Bins(lambda place: (text(bins[place][0]), text(bins[place][1])), middle, wide)
    return parted.label, parted


def _wide(bins: Ranges, worth: Fraction, unit: str) -> str:
    steps = bins[0][1] - bins[0][0] + 1
    return phrase("{steps} wide", steps=with_unit(_shown(steps * worth, worth), unit))


def _before(asked: Asked, *, divided: bool) -> str:
    """What is not yet done to a noisy number, in words: " before rounding"; what it is made of has nothing done to it.

    Args:
        divided: whether it has been divided by its public number of people, which its result rounds.
    """
    if asked.figure.made_of_several:
        return ""
    after = [phrase("rounding")] if asked.rounding is not None or (divided and asked.figure.people) else []
    after += [phrase("clamping")] if asked.least is not None or asked.greatest is not None else []
    return phrase(" before {after}", after=joined(phrase(" and "), after)) if after else ""


def _signed(value: Fraction, worth: Fraction) -> str:
    shown = _shown(value, worth)
    return f"+{shown}" if value > 0 else shown


def _shown(value: Fraction, worth: Fraction) -> str:
    """A number exactly where all of them are short, else to as many places as tell it from its neighbours."""
    if "/" not in rational_text(worth):
        return readable(value)
    places = 1
    while places < _PLACES and worth * 10**places < 1:
        places += 1
    digits = f"{abs(round(value * 10 ** (places + 1))):0{places + 2}d}"
    sign = "-" if value < 0 else ""
    text = f"{sign}{digits[: -places - 1]}.{digits[-places - 1 :]}"
    return grouped(text.rstrip("0").rstrip(".")) if value else "0"


def _noised(question: SettledMeasurement, place: int) -> Noised:
    """How a noised vector is called."""
    asked, at = question.vectors[place]
    components = [asked.name] if asked.figure.people else _names(asked)[at]
    return Noised(asked, place, components, asked.figure.unit_of(at), _before(asked, divided=True))


def _people(question: SettledMeasurement, place: int, truth: Answers | None) -> Makes | None:
    """The rows of which one may come or go, and the noisy number that they change."""
    if not may_change(question):
        return None
    noised = _noised(question, place)
    return lambda names, lines, _: people_of(question, noised, truth, names, lines)


def _beside(question: SettledMeasurement, place: int, truth: Answers) -> Pairs:
    """Both laws of what is published of the number that moves farthest, however many rows there are."""
    bounds, share, noised = question.parts[place].bounds, question.parts[place].share, _noised(question, place)
    epsilon = float(question.epsilon if NOISES[question.mechanism].takes_delta else question.epsilon * share)
    published = cache(partial(_published, question, place, truth, far=_SEEN * bounds.l1))

    def made(names: Texts, lines: tuple[Texts, ...], change: Change) -> Beside | None:
        people = rows_of(question, noised, names, lines, truth)
        if people is None:
            return None
        component, shift = people.farthest(change)
        shown, bins = published(component)
        return Beside(Laws(shown.chances, chances_of(question, place, bins, shift), epsilon), shown)

    return made


def _scale(question: SettledMeasurement, place: int) -> Scale | None:
    """What the noise's scale does to one number; counts have the documents' 51 and 50."""
    if NOISES[question.mechanism].takes_delta:
        return None
    (asked, at), part = question.vectors[place], question.parts[place]
    people = asked.figure.people or 1
    bound = part.bounds.l1 * part.bounds.step / people
    truth = Fraction(_COUNTED) if bound == 1 and asked.figure.unit_of(at) == "rows" else bound
    return Scale(truth, bound, question.epsilon * part.share, asked.figure.unit_of(at))


def _published(
    question: SettledMeasurement, place: int, truth: Answers, component: int = 0, far: int = 0
) -> tuple[Distribution, Ranges]:
    """What is published of a sample's true figure, rounded and clamped as the person asked, and in which bins of noise.

    Args:
        component: which number of the vector.
        far: how many steps from the truth it reaches at least.
    """
    asked, at = question.vectors[place]
    step = question.parts[place].bounds.step
    finish = asked.figure.finish(asked, errors.vector_error(question, place))
    published = Published(finish, int(truth[place][component]), step)
    bins, chances = _with_chances(question, place, far, published)
    name = _names(asked)[at][component] if asked.figure.people is None else asked.name
    unit = asked.figure.unit_of(at)
    label, parted = _bins_of_values(bins, published, unit)

    def said(steps: int) -> str:
        return with_unit(readable(published.value(steps)), unit)

    many = question.parts[place].bounds.components
    which = (
        ""
        if many == 1
        else phrase(" of {name}", name=name)
        if far
        else phrase(" of {name}, one of {many}", name=name, many=many)
    )
    across = phrase(
        "published value{which}{unit}{ends}{of}",
        which=which,
        of=phrase("; of “{name}”", name=name) if many == 1 < len(question.vectors) else "",
        ends=_ends(*published.held(bins)),
        unit=phrase(", in {unit}", unit=unit) if unit and (not (which and far)) else "",
    )
    made = Distribution(
        question,
        Badge.SAMPLE,
        chances,
        label,
        across,
        upright=True,
        name=name,
        bins=parted,
        line=published.line(bins),
        draws=_draws(question, place, bins, said),
        people=_people(question, place, truth),
        beside=_beside(question, place, truth) if may_change(question) and not far else None,
        scale=_scale(question, place),
        over=of_noise(question, place, bins, step / (asked.figure.people or 1), _lost(asked, unit)),
        truth=_truth(published, bins, unit),
    )
    return made, bins


def _ends(least: Fraction | None, greatest: Fraction | None) -> str:
    """Which values stand for all that noise takes beyond them, behind what is published."""
    if least is not None and greatest is not None:
        return phrase(", from {least} to {greatest}", least=readable(least), greatest=readable(greatest))
    if least is not None:
        return phrase(", never below {least}", least=readable(least))
    return "" if greatest is None else phrase(", never above {greatest}", greatest=readable(greatest))


def _truth(published: Published, bins: Ranges, unit: str) -> Truth:
    """The true figure, in the bin of no noise; where values lie at equal distances also between two of them."""
    places, line = places_of(np.zeros(1, np.int64), bins), published.line(bins)
    at = (float(published.true) - line.first) / line.step if line else float(places[0])
    return Truth(lambda: places[places >= 0], published.true, unit, at + 0.5)


def _with_chances(question: SettledMeasurement, place: int, far: int, published: Published) -> tuple[Ranges, Floats]:
    """Bins of noise with no published value in two of them, and how likely each is."""
    bins, chances = noise_law(question, place)
    moved = published.apart(noise_bins(question, place, far) if far else bins)
    return (bins, chances) if moved is bins else (moved, chances_of(question, place, moved))


def _lost(asked: Asked, unit: str) -> str:
    """What noise costs on average, in words."""
    return phrase(
        "Expected error{before}{unit}",
        before=_before(asked, divided=True),
        unit=phrase(", in {unit}", unit=unit) if unit else "",
    )


def _bins_of_values(bins: Ranges, published: Published, unit: str) -> tuple[Callable[[int], str], Bins | None]:
    def text(steps: int) -> str:
        return readable(published.value(steps))

    def middle(place: int) -> str:
        return text(sum(bins[place]) // 2)

    widest = published.widest(bins)
    if not widest:
        return middle, None
    wide = phrase("up to {text} wide", text=with_unit(readable(widest), unit))
    parted = Bins(lambda place: (text(bins[place][0]), text(bins[place][1])), middle, wide)
    return parted.label, parted
