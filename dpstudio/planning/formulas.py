"""Rules as text: read into a settled rule, and kept in step with the forms."""

from copy import copy
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property, lru_cache

from dpstudio.core.candidates import CandidateSet
from dpstudio.core.errors import StudioError
from dpstudio.core.plan import ColumnPlan, RulePlan, TablePlan
from dpstudio.core.quantities import listed, parse_rational, rational_text, readable
from dpstudio.core.scores.counterexample import Counterexample, counterexample
from dpstudio.core.scores.forms import Form, form_of, tree_of_form
from dpstudio.core.scores.language.binding import bind, checked_matches
from dpstudio.core.scores.language.mistakes import Misplaced, RuleError, RuleRefusal
from dpstudio.core.scores.language.parser import parse
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.language.tree import Cell, Node, OwnCell, cells_of, walk
from dpstudio.core.scores.offers import offered
from dpstudio.core.scores.rules import Formula, VoteStyle
from dpstudio.core.tables.schema import Column, PrivacyUnit, Relation
from dpstudio.planning import declarations
from dpstudio.planning.facts import TableFacts
from dpstudio.translation import phrase

_MOST_TOLD = 12
"""How many columns are named where none is like the one that was typed."""


@dataclass(frozen=True, eq=False)
class RuleText:
    """A rule's text with its tree, and with the form that writes it; or with what is wrong with it."""

    text: str
    tree: Node | None
    mistake: StudioError | None = None

    @cached_property
    def form(self) -> Form | None:
        """The form that writes this text, or None."""
        return None if self.tree is None else form_of(self.tree)

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The columns that it names; none where it cannot be read."""
        return () if self.tree is None else cells_of(self.tree)

    @property
    def reads_own(self) -> bool:
        """Whether it reads of each candidate the column that bears its name."""
        return self.tree is not None and self.tree.reads_own

    def parsed(self) -> Node:
        """The tree.

        Raises:
            RuleError: the text is no rule, at its character.
        """
        if self.tree is None:
            raise TypeError(self.text) if self.mistake is None else copy(self.mistake)
        return self.tree


@lru_cache(maxsize=16)
def rule_text(text: str) -> RuleText:
    """Parse a text, once while it stands in a plan: a plan holds nothing but what was typed, and many read it there."""
    try:
        return RuleText(text, parse(text))
    except StudioError as error:
        return RuleText(text, None, error.with_traceback(None))


@dataclass(frozen=True)
class Trouble:
    """What is wrong with a formula.

    Args:
        sentence: in words.
        at: the character where it goes wrong, counted from 0.
        refused: whether the text is well written and no noise could protect what it asks.
        safe: a rule that asks for much the same and can be protected, or "".
        offer: the safe rule in words.
        counterexample: what one person does to the refused rule on small tables.
        reason: why it is refused, without what to do instead; "" where it is not.
    """

    sentence: str
    at: int = 0
    refused: bool = False
    safe: str = ""
    offer: str = ""
    counterexample: Counterexample | None = None
    reason: str = ""


def settle(
    text: str,
    data: TablePlan,
    known: TableFacts,
    candidates: CandidateSet,
    unit: PrivacyUnit | None = None,
    *,
    bounded: bool = True,
) -> tuple[Formula | None, Trouble | None]:
    """The rule that a text writes, or what is wrong with it.

    Args:
        unit: under which another rule is offered; where it is not known yet, a row each.
        bounded: whether the rule needs a bound.

    Raises:
        InputError: a column that it reads is not declared, or a candidate does not fit it.
    """
    read = rule_text(text)
    columns: dict[str, Column] = {}
    own: tuple[Column, ...] = ()
    try:
        tree = read.parsed()
        columns = _columns(tree, data, known)
        own = _own_columns(tree, data, known, candidates)
        bound = bind(tree, columns | {column.name: column for column in own}, candidates, bounded=bounded)
    except RuleError as error:
        told = error.within(text) if isinstance(error, Misplaced) else error
        return None, Trouble(str(told), told.at)
    except RuleRefusal as error:
        return None, of_refusal(error, text, (*columns.values(), *own), candidates, unit)
    checked_matches(bound, columns, candidates)
    return Formula((*columns.values(), *own), bound), None


def of_refusal(
    error: RuleRefusal, text: str, columns: tuple[Column, ...], candidates: CandidateSet, unit: PrivacyUnit | None
) -> Trouble:
    """A refusal with what one person does on small tables, and a rule to take instead where an honest one is known."""
    if error.node is None:
        return Trouble(str(error), error.at, refused=True, reason=error.message)
    relation = unit.relation if unit else None
    whole = rule_text(text).parsed()
    shown = counterexample(error.node, {column.name: column for column in columns}, candidates, relation)
    if shown is not None and error.node != whole:
        shown = replace(shown, part=text_of(error.node))
    offer = offered(whole, error.node, columns, candidates, unit or PrivacyUnit(Relation.ADD_REMOVE))
    if offer is None:
        return Trouble(str(error), error.at, refused=True, counterexample=shown, reason=error.message)
    known = unit is not None and offer.delta is not None
    moves = (
        phrase(" One person moves its scores by at most {delta}.", delta=readable(offer.delta or Fraction(0)))
        if known
        else ""
    )
    told = phrase("{message} {why}{moves}", message=error.message, why=offer.why, moves=moves)
    return Trouble(told, error.at, True, text_of(offer.tree), offer.words, shown, error.message)


def _columns_told(name: str, known: tuple[str, ...]) -> str:
    """What to write in place of a column that is not there."""
    meant = {each.casefold(): each for each in ("candidate", *known)}
    close = get_close_matches(name.casefold(), meant, 1)
    there = (
        phrase("Did you mean “{close}”?", close=meant[close[0]])
        if close
        else phrase("It has {names}.", names=listed(known[:_MOST_TOLD]) + (" …" if len(known) > _MOST_TOLD else ""))
    )
    brackets = phrase("Put names with spaces or signs in brackets: [the name]. Put texts in quotes.")
    return phrase("{there} {brackets}", there=there, brackets=brackets)


def _columns(tree: Node, data: TablePlan, known: TableFacts) -> dict[str, Column]:
    found: dict[str, Column] = {}
    for each in walk(tree):
        if not isinstance(each, Cell) or each.name in found:
            continue
        if each.name not in known.names:
            mistake = phrase("the table has no column “{name}”.", name=each.name)
            raise Misplaced(mistake, _columns_told(each.name, known.names), each.at)
        found[each.name] = declarations.column(data.column(each.name) or ColumnPlan(each.name))
    return found


def _own_columns(tree: Node, data: TablePlan, known: TableFacts, candidates: CandidateSet) -> tuple[Column, ...]:
    """The columns named like the candidates, where the tree reads them."""
    own = next((each for each in walk(tree) if isinstance(each, OwnCell)), None)
    if own is None:
        return ()
    labels = candidates.texts("")
    absent = next((label for label in labels if label not in known.names), None)
    if absent is not None:
        raise RuleError(
            phrase("The table has no column “{absent}” for the candidate of that name.", absent=absent),
            phrase("Rename one."),
            own.at,
        )
    if set(labels) & set(cells_of(tree)):
        raise RuleError(
            phrase("A column is read both by its name and as a candidate's own."), phrase("Read it one way."), own.at
        )
    return declarations.own_columns(data, labels)


def written(asked: RulePlan) -> str:
    """The text of the rule that was asked for, "" where part of a form is missing."""
    if asked.kind == "formula":
        return asked.formula
    tree = _tree(asked)
    return "" if tree is None else text_of(tree)


def _tree(asked: RulePlan) -> Node | None:
    """The tree of a form; None where part of it is missing."""
    share = None
    if asked.alpha.strip():
        try:
            share = parse_rational(asked.alpha, phrase("The share"))
        except StudioError:
            return None
    return tree_of_form(Form(asked.kind, asked.columns, asked.attributes, asked.style, share))


def typed(asked: RulePlan, text: str, names: tuple[str, ...]) -> RulePlan:
    """The rule after its text was edited: the form that writes this text, or the text itself.

    Args:
        names: the table's columns; a text that names another is kept as it is.
    """
    form = rule_text(text).form
    if form is None or not set(form.columns) <= set(names):
        return replace(asked, kind="formula", formula=text)
    chosen = replace(asked, kind=form.kind, columns=form.columns, attributes=form.attributes, formula=text)
    share = asked.alpha if form.share is None else rational_text(form.share)
    return replace(chosen, style=form.style or asked.style, alpha=share)


def writes(asked: RulePlan, text: str) -> bool:
    """Whether a text says what the form that was asked for says, in whichever words."""
    tree = _tree(asked)
    return tree is not None and tree == rule_text(text).tree


def cells_written(text: str) -> tuple[str, ...]:
    """The columns that a text names, as far as it can be read."""
    return rule_text(text).cells


def reads_own_columns(rule: RulePlan) -> bool:
    """Whether a rule reads of each candidate the column that bears its name, as far as the rule can be read."""
    if rule.kind == "votes":
        return rule.style == VoteStyle.COLUMN_EACH
    return rule.kind == "formula" and rule_text(rule.formula).reads_own


def columns_read(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The table's columns that a text reads, as far as it can be read."""
    return tuple(name for name in cells_written(text) if name in names)
