"""From a receipt's claims about a choice back to the plan, and from its winners back to the result."""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dpstudio.core.candidates import CandidateSet, Grid
from dpstudio.core.candidates.sets import Origin
from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.plan import CandidatesPlan, Plan, RulePlan, TablePlan
from dpstudio.core.quantities import parse_rational, rational_text
from dpstudio.core.receipt.candidate_claims import GridCandidates, ListedCandidates, ManyCandidates
from dpstudio.core.receipt.claims import ChoiceAsked
from dpstudio.core.receipt.codec import typed
from dpstudio.core.receipt.document import is_digest
from dpstudio.core.receipt.receipt import Chosen, Receipt3
from dpstudio.core.scores.forms import form_of
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.tables.schema import Role
from dpstudio.kinds.choose.describing import MOST_LISTED
from dpstudio.kinds.choose.listing import read_list
from dpstudio.kinds.choose.releasing import shown
from dpstudio.kinds.choose.settled import SettledChoice
from dpstudio.planning.claimed import column_plan
from dpstudio.planning.facts import PublicColumns, TableFacts
from dpstudio.planning.kind import Unlisted
from dpstudio.translation import phrase

_PUBLIC = "public"
_MOST_LISTED_BEFORE, _LISTED_SINCE = 1_000, 4


def planned(plan: Plan, asked: ChoiceAsked, listed: bytes | None) -> tuple[Plan, Mapping[str, TableFacts]]:
    """The plan with its rule and candidates, and what must be known of the candidates' table.

    Raises:
        InputError: a claim is one that no plan leads to.
        Unlisted: the candidates are neither in the receipt nor beside it.
    """
    plan = replace(plan, rule=_rule(asked))
    candidates = asked.candidates
    if isinstance(candidates, ManyCandidates) and listed is not None:
        candidates = read_list(candidates, listed)
    if isinstance(candidates, GridCandidates):
        last, step = candidates.last, rational_text(candidates.step)
        kind = "dates" if candidates.dates else "grid"
        return replace(plan, candidates=CandidatesPlan(kind, start=candidates.start, stop=last, step=step)), {}
    if isinstance(candidates, ManyCandidates) or candidates.labels is None or candidates.attributes is None:
        raise Unlisted
    weights = "" if candidates.weights is None else "\n".join(map(rational_text, candidates.weights.values or ()))
    match candidates.origin:
        case Origin.TYPED:
            listed_plan = CandidatesPlan("list", "\n".join(candidates.labels), weights)
            return replace(plan, candidates=listed_plan), {}
        case Origin.PRODUCT:
            numbered = sorted(candidates.attributes.items(), key=lambda each: (len(each[0]), each[0]))  # "part 10" last
            blocks = ("\n".join(dict.fromkeys(part)) for _, part in numbered)
            return replace(plan, candidates=CandidatesPlan("product", "\n\n".join(blocks))), {}
        case Origin.PUBLIC_TABLE:
            return _of_table(plan, candidates)
    raise InputError(phrase("The candidates have no origin that dpstudio knows."))


def _of_table(plan: Plan, candidates: ListedCandidates) -> tuple[Plan, Mapping[str, TableFacts]]:
    """Candidates of a public table, whose columns are all in the receipt; which of them holds what follows."""
    texts = PublicColumns(candidates.attributes or {})
    labels = next((name for name, each in texts.items() if tuple(map(str.strip, each)) == candidates.labels), "")
    weights = ""
    if candidates.weights is not None:
        weights = next((name for name, each in texts.items() if _numbers(each) == candidates.weights.values), "")
    table = TablePlan(_PUBLIC, phrase("the public table"), "text", role=Role.PUBLIC.value, header="yes")
    asked = CandidatesPlan("table", table=_PUBLIC, label_column=labels, weight_column=weights)
    known = TableFacts(names=tuple(texts), texts=texts)
    return replace(plan, tables=(*plan.tables, table), candidates=asked), {_PUBLIC: known}


def _numbers(texts: tuple[str, ...]) -> tuple[Fraction, ...]:
    """What the texts say, or nothing where one of them is no weight."""
    try:
        return tuple(parse_rational(text, phrase("The weight")) for text in texts)
    except StudioError:
        return ()


def _rule(asked: ChoiceAsked) -> RulePlan:
    names = tuple(column.name for column in asked.columns)
    if asked.score_formula is None:
        reference = asked.reference_rule
        return RulePlan(
            "ready",
            columns=names,
            sensitivity=_typed(asked.sensitivity),
            range_sensitivity=_typed(asked.range_sensitivity),
            reference="" if reference is None else reference.formula,
            reference_columns=() if reference is None else tuple(map(column_plan, reference.columns)),
        )
    if asked.rule == "Formula":
        return RulePlan("formula", formula=asked.score_formula)
    form = form_of(parse(asked.score_formula))
    if form is None:
        raise InputError(phrase("The score is not of the form that the receipt names."))
    share = "" if form.share is None else rational_text(form.share)
    return RulePlan(form.kind, form.style, form.columns, form.attributes, share)


def _typed(bound: Fraction | None) -> str:
    return "" if bound is None else rational_text(bound)


def named_list(receipt: Receipt3) -> str | None:
    """The digest of the list that lies beside a receipt; None where none does."""
    match receipt.question:
        case ChoiceAsked(candidates=ManyCandidates() as named):
            return named.sha256
    return None


def shapes(receipt: Receipt3) -> Iterator[tuple[str, bool]]:
    """As `Kind.shapes`."""
    asked = receipt.question
    if isinstance(asked, ChoiceAsked) and not isinstance(asked.candidates, GridCandidates):
        yield "question.candidates.sha256", is_digest(asked.candidates.sha256)
        yield "question.candidates.count", _is_listed_as_it_must_be(asked.candidates, receipt.format)


def _is_listed_as_it_must_be(candidates: ListedCandidates | ManyCandidates, version: int) -> bool:
    """Whether candidates are named by their digest alone only where they are many."""
    if isinstance(candidates, ManyCandidates):
        return candidates.count > MOST_LISTED and (candidates.weights is None or candidates.weights.values is None)
    whole = candidates.labels is not None and candidates.attributes is not None
    return whole or (version < _LISTED_SINCE and candidates.count > _MOST_LISTED_BEFORE)


def again(question: SettledChoice, result: Chosen) -> dict[str, Any]:
    """The result of the winners in it.

    Raises:
        ValueError: they are not so many different candidates.
    """
    places = [_place(question.candidates, winner) for winner in result.winners]
    if len(set(places)) != len(places) or len(places) != question.winners:
        raise ValueError("the winners are not so many different candidates")
    return shown(question, places)


def _place(candidates: CandidateSet, winner: str) -> int:
    """Which candidate a name is."""
    if not isinstance(candidates, Grid):
        return candidates.labels.index(winner)
    at = datetime.date.fromisoformat(winner).toordinal() if candidates.dates else typed(Fraction, _plain(winner))
    place = (at - candidates.start) / candidates.step
    if place.denominator != 1 or not 0 <= place < candidates.count or candidates.label(place.numerator) != winner:
        raise ValueError("the winner is no point of the grid")
    return place.numerator


def _plain(label: str) -> str:
    """A point of a grid without the zeros that make all points equally long."""
    return label.rstrip("0").rstrip(".") if "." in label else label
