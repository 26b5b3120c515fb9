"""A score rule in a sentence and as a formula."""

from dpstudio.core.quantities import rational_text
from dpstudio.core.scores.as_read import of_none
from dpstudio.core.scores.forms import tree_of
from dpstudio.core.scores.language.printing import text_of
from dpstudio.core.scores.rules import (
    Agreement,
    Formula,
    Median,
    Nearness,
    Quantile,
    Ready,
    Revenue,
    Rule,
    Votes,
    VoteStyle,
)
from dpstudio.translation import joined, phrase

_LONGEST_FORMULA = 300
_MOST_NAMES = 6


def rule_sentence(rule: Rule) -> str:
    """What makes a candidate good."""
    names = joined(", ", (f"“{column.name}”" for column in rule.columns[:_MOST_NAMES]))
    names += ", …" if len(rule.columns) > _MOST_NAMES else ""
    match rule:
        case Formula():
            return phrase("The higher this is, the better: {shortened}", shortened=_shortened(text_of(rule.tree)))
        case Ready():
            told = (
                ""
                if rule.reference is None
                else phrase(" It is said to be {shortened}.", shortened=_shortened(text_of(rule.reference.tree)))
            )
            return phrase(
                "The score that “{name}” gives the candidate, computed elsewhere.{told}",
                name=rule.columns[1].name,
                told=told,
            )
        case Votes(style=VoteStyle.CHOICES):
            return phrase("The more rows name the candidate among the choices in {names}, the better.", names=names)
        case Votes(style=VoteStyle.COLUMN_EACH):
            return phrase("The more rows say yes in the candidate's own column, the better.")
        case Votes():
            return phrase("The more rows name the candidate in {names}, the better.", names=names)
        case Revenue():
            return phrase(
                "A price is chosen: the more the price times the number of rows whose {names} is at least that price,"
                " the better.",
                names=names,
            )
        case Median():
            return phrase(
                "The more evenly the candidate splits the rows by {names} into smaller and larger, the better.",
                names=names,
            )
        case Quantile():
            share = rational_text(100 * rule.alpha)
            return phrase(
                "The closer the candidate comes to having {share} of 100 rows below it by {names} and the"
                " others above it, the better.",
                share=share,
                names=names,
            )
        case Nearness(of_sums=True):
            return phrase(
                "The closer the candidate is to the rows' {names} on the whole (distance of the sums), the better.",
                names=names,
            )
        case Nearness():
            return phrase(
                "The smaller the sum of the candidate's distances to the rows' {names}, the better.", names=names
            )
        case Agreement():
            return phrase("The more cells of {names} agree with the candidate's attributes, the better.", names=names)


def rule_formula(rule: Rule) -> str:
    """The score as a formula of the language of rules."""
    if isinstance(rule, Ready):
        none = rational_text(of_none(rule.columns[1]))
        return phrase("u(candidate) = the ready-made score of the candidate, {none} where it has no row", none=none)
    return phrase("u(candidate) = {tree_of}", tree_of=text_of(tree_of(rule)))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_FORMULA else text[:_LONGEST_FORMULA] + "…"
