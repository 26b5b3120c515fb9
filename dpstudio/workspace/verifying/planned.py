"""From a receipt's claims back to the plan that they were made of, as a person would type it."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from dpstudio.core.candidates.sets import Origin
from dpstudio.core.errors import InputError, StudioError
from dpstudio.core.quantities import parse_rational, rational_text
from dpstudio.core.question import (
    CandidatesPlan,
    ColumnPlan,
    Plan,
    PrivacyPlan,
    RulePlan,
    SurveyPlan,
    SynthesisPlan,
    TablePlan,
    UnitPlan,
)
from dpstudio.core.receipt.candidate_claims import GridCandidates, ListedCandidates, ManyCandidates
from dpstudio.core.receipt.claims import (
    Accuracy,
    ChoiceAsked,
    ColumnClaim,
    FiguresAsked,
    Reading,
    SelectionUsed,
    SurveyAsked,
    SynthesisAccuracy,
    SynthesisAsked,
)
from dpstudio.core.receipt.headline import is_demonstration
from dpstudio.core.receipt.receipt import Receipt3
from dpstudio.core.scores.forms import form_of
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.tables.dialect import MOST_COLUMNS
from dpstudio.core.tables.schema import Kind, Persons, Role
from dpstudio.workspace.candidate_lists import read_list
from dpstudio.workspace.facts import PublicColumns, TableFacts
from dpstudio.workspace.verifying.figures import figure_plan

_PUBLIC = "public"
_FOLDED = (Persons.FOLDED_TEXT, Persons.EXACT_FOLDED_TEXT)
_EXACT = (Persons.EXACT_TEXT, Persons.EXACT_FOLDED_TEXT)


class Unlisted(Exception):
    """The receipt names its candidates by a digest alone."""


def plan_of(receipt: Receipt3, listed: bytes | None = None) -> tuple[Plan, dict[str, TableFacts]]:
    """The plan that a receipt claims to come from, and what must be known of its tables.

    Args:
        listed: the list of candidates that lies beside the receipt, of the digest that it names; None where none is.

    Raises:
        InputError: a claim is one that no plan leads to.
        Unlisted: the candidates are neither in the receipt nor beside it.
    """
    handle, asked = receipt.accounting.dataset, receipt.question
    columns = _columns(receipt)
    source = _table(receipt, columns)
    facts = {handle: TableFacts(names=_names(receipt.reading, columns))}
    plan = Plan(name=receipt.name, tables=(source,), unit=_unit(receipt), privacy=_privacy(receipt))
    match asked:
        case ChoiceAsked():
            return _choosing(replace(plan, kind="choose"), asked, facts, listed)
        case FiguresAsked():
            figures = tuple(figure_plan(each, asked.columns, receipt.words.question) for each in asked.figures)
            return replace(plan, kind="measure", figures=figures), facts
        case SurveyAsked():
            survey = SurveyPlan(_first(asked.columns).name, "\n".join(asked.answers), _people(receipt))
            return replace(plan, kind="survey", survey=survey), facts
        case SynthesisAsked():
            synthesis = _synthesis(asked, receipt.accuracy, _people(receipt))
            return replace(plan, kind="synthesize", synthesis=synthesis), facts


def _names(reading: Reading, columns: tuple[ColumnPlan, ...]) -> tuple[str, ...]:
    """Those of the columns that the table can have: without a header what was typed, and "column 1" where nothing was.

    Raises:
        InputError: two of its columns were given the same name.
    """
    read, typed = dict.fromkeys(column.name for column in columns), [name.strip() for name in reading.names]
    given = set(filter(None, typed))
    if len(given) < len([*filter(None, typed)]):
        raise InputError("Two columns of the table have the same name.")
    if reading.header is not False:
        return tuple(read)
    return tuple(name for name in read if name in given or _is_number(name, typed))


def _is_number(name: str, typed: Sequence[str]) -> bool:
    """Whether a column can be called by its position, where no name was typed for it."""
    found = re.fullmatch("column ([1-9][0-9]{0,4})", name)
    place = int(found[1]) if found else MOST_COLUMNS + 1
    return place <= MOST_COLUMNS and not "".join(typed[place - 1 : place])


def _first(columns: tuple[ColumnClaim, ...]) -> ColumnClaim:
    if not columns:
        raise InputError("The receipt names no column that was read.")
    return columns[0]


def _people(receipt: Receipt3) -> str:
    people = receipt.privacy_unit.public_number_of_people
    return "" if people is None else str(people)


def _columns(receipt: Receipt3) -> tuple[ColumnPlan, ...]:
    """What was declared of each column, that of persons last where nothing else reads it."""
    unit, found = receipt.privacy_unit, [_column(each) for each in receipt.question.columns]
    if unit.identified_by is None or unit.persons_are_read_as is None:
        return tuple(found)
    read_as = unit.persons_are_read_as
    kind = Kind.INTEGER if read_as is Persons.WHOLE_NUMBER else Kind.IDENTIFIER
    alone = ColumnPlan(unit.identified_by, kind.value, match_case=read_as not in _FOLDED, trim=read_as not in _EXACT)
    same = [place for place, each in enumerate(found) if each.name == unit.identified_by]
    if not same:
        return (*found, alone)
    found[same[0]] = replace(found[same[0]], trim=alone.trim)
    return tuple(found)


def _column(claim: ColumnClaim) -> ColumnPlan:
    kind, plain = claim.type, ColumnPlan(claim.name)
    low, high = ("", "") if claim.bounds is None else (_end(each, kind) for each in _two(claim.bounds))
    return ColumnPlan(
        claim.name,
        kind.value,
        "" if claim.step is None else rational_text(claim.step),
        low,
        high,
        claim.blank_counts_as or "",
        plain.decimal_mark if claim.decimal_mark is None else claim.decimal_mark,
        claim.grouping_mark or "",
        plain.separator if claim.separator is None else claim.separator,
        claim.capitals_matter is not False,
        ", ".join(claim.true_words or ()),
        ", ".join(claim.false_words or ()),
        claim.unit,
        date_order=plain.date_order if claim.date_order is None else claim.date_order,
    )


def _two(bounds: tuple[Fraction, ...]) -> tuple[Fraction, Fraction]:
    if len(bounds) != 2:
        raise InputError("A column's bounds are not two numbers.")
    return bounds[0], bounds[1]


def _end(value: Fraction, kind: Kind) -> str:
    if kind is not Kind.DATE:
        return rational_text(value)
    if value.denominator != 1 or not 1 <= value <= datetime.date.max.toordinal():
        raise InputError("A date's bound is no day.")
    return datetime.date.fromordinal(value.numerator).isoformat()


def _table(receipt: Receipt3, columns: tuple[ColumnPlan, ...]) -> TablePlan:
    reading, plain = receipt.reading, TablePlan("", "", "")
    return TablePlan(
        handle=receipt.accounting.dataset,
        label="the table",
        format=reading.format,
        role=(Role.SAMPLE if is_demonstration(receipt.flags) else Role.PRIVATE).value,
        delimiter=plain.delimiter if reading.delimiter is None else reading.delimiter,
        encoding=plain.encoding if reading.encoding is None else reading.encoding,
        header="no" if reading.header is False else "yes",
        sheet=reading.sheet or "",
        columns=columns,
        first_line=str(reading.header_line or ""),
        left_out=str(reading.lines_left_out_at_end or ""),
        names=reading.names,
    )


def _unit(receipt: Receipt3) -> UnitPlan:
    unit = receipt.privacy_unit
    return UnitPlan(
        "row" if unit.identified_by is None else "person",
        unit.identified_by or "",
        str(unit.rows_per_person),
        unit.neighbour_relation.value,
        "yes" if unit.each_has_a_row else "",
    )


def _privacy(receipt: Receipt3) -> PrivacyPlan:
    asked, used = receipt.privacy_parameters, receipt.mechanism
    delta, cap = asked.delta, receipt.accounting.cap_delta
    found = PrivacyPlan(
        epsilon=rational_text(asked.epsilon),
        delta=rational_text(delta) if delta else "",
        beta=rational_text(receipt.accuracy.beta),
        cap=rational_text(receipt.accounting.cap),
        delta_cap=rational_text(cap) if cap else "",
    )
    if not isinstance(used, SelectionUsed):
        return replace(found, noise=used.key) if isinstance(receipt.question, FiguresAsked) else found
    bound = rational_text(used.range_sensitivity_used) if used.range_sensitivity_origin == "typed" else ""
    return replace(found, mechanism=used.key, bound=bound, winners=str(used.draws))


def _synthesis(asked: SynthesisAsked, accuracy: Accuracy, people: str) -> SynthesisPlan:
    if not isinstance(accuracy, SynthesisAccuracy):
        raise InputError("The accuracy is of another kind than the question.")
    names = tuple(column.name for column in asked.columns)
    weights = " ".join(map(str, asked.weights))
    return SynthesisPlan(names, asked.queries, weights, rational_text(accuracy.alpha), people)


def _choosing(
    plan: Plan, asked: ChoiceAsked, facts: dict[str, TableFacts], listed: bytes | None
) -> tuple[Plan, dict[str, TableFacts]]:
    plan = replace(plan, rule=_rule(asked))
    candidates = asked.candidates
    if isinstance(candidates, ManyCandidates) and listed is not None:
        candidates = read_list(candidates, listed)
    if isinstance(candidates, GridCandidates):
        last, step = candidates.last, rational_text(candidates.step)
        kind = "dates" if candidates.dates else "grid"
        return replace(plan, candidates=CandidatesPlan(kind, start=candidates.start, stop=last, step=step)), facts
    if isinstance(candidates, ManyCandidates) or candidates.labels is None or candidates.attributes is None:
        raise Unlisted
    weights = "" if candidates.weights is None else "\n".join(map(rational_text, candidates.weights.values or ()))
    match candidates.origin:
        case Origin.TYPED:
            typed = CandidatesPlan("list", "\n".join(candidates.labels), weights)
            return replace(plan, candidates=typed), facts
        case Origin.PRODUCT:
            blocks = ("\n".join(dict.fromkeys(part)) for part in candidates.attributes.values())
            return replace(plan, candidates=CandidatesPlan("product", "\n\n".join(blocks))), facts
        case Origin.PUBLIC_TABLE:
            return _of_table(plan, candidates, facts)
    raise InputError("The candidates have no origin that dpstudio knows.")


def _of_table(
    plan: Plan, candidates: ListedCandidates, facts: dict[str, TableFacts]
) -> tuple[Plan, dict[str, TableFacts]]:
    """Candidates of a public table, whose columns are all in the receipt; which of them holds what follows."""
    texts = PublicColumns(candidates.attributes or {})
    labels = next((name for name, each in texts.items() if tuple(map(str.strip, each)) == candidates.labels), "")
    weights = ""
    if candidates.weights is not None:
        weights = next((name for name, each in texts.items() if _numbers(each) == candidates.weights.values), "")
    table = TablePlan(_PUBLIC, "the public table", "text", role=Role.PUBLIC.value, header="yes")
    asked = CandidatesPlan("table", table=_PUBLIC, label_column=labels, weight_column=weights)
    known = TableFacts(names=tuple(texts), texts=texts)
    return replace(plan, tables=(*plan.tables, table), candidates=asked), {**facts, _PUBLIC: known}


def _numbers(texts: tuple[str, ...]) -> tuple[Fraction, ...]:
    """What the texts say, or nothing where one of them is no weight."""
    try:
        return tuple(parse_rational(text, "The weight") for text in texts)
    except StudioError:
        return ()


def _rule(asked: ChoiceAsked) -> RulePlan:
    names = tuple(column.name for column in asked.columns)
    if asked.score_formula is None:
        told = asked.told
        return RulePlan(
            "ready",
            columns=names,
            delta=rational_text(asked.sensitivity),
            spread=rational_text(asked.range_sensitivity),
            told="" if told is None else told.formula,
            told_columns=() if told is None else tuple(map(_column, told.columns)),
        )
    if asked.rule == "Formula":
        return RulePlan("formula", formula=asked.score_formula)
    form = form_of(parse(asked.score_formula))
    if form is None:
        raise InputError("The score is not of the form that the receipt names.")
    share = "" if form.share is None else rational_text(form.share)
    return RulePlan(form.kind, form.style, form.columns, form.attributes, share)
