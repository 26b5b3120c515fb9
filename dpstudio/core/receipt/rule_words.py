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

_LONGEST_FORMULA = 300
_MOST_NAMES = 6


def rule_sentence(rule: Rule) -> str:
    """What makes a candidate good."""
    names = ", ".join(f"“{column.name}”" for column in rule.columns[:_MOST_NAMES])
    names += ", …" if len(rule.columns) > _MOST_NAMES else ""
    match rule:
        case Formula():
            return f"The higher this is, the better: {_shortened(text_of(rule.tree))}"
        case Ready():
            told = "" if rule.reference is None else f" It is said to be {_shortened(text_of(rule.reference.tree))}."
            return f"The score that “{rule.columns[1].name}” gives the candidate, computed elsewhere.{told}"
        case Votes(style=VoteStyle.CHOICES):
            return f"The more rows name the candidate among the choices in {names}, the better."
        case Votes(style=VoteStyle.COLUMN_EACH):
            return "The more rows say yes in the candidate's own column, the better."
        case Votes():
            return f"The more rows name the candidate in {names}, the better."
        case Revenue():
            return f"The price times the number of rows whose {names} is at least that price; the more, the better."
        case Median():
            return f"The more evenly the candidate splits the rows by {names} into smaller and larger, the better."
        case Quantile():
            share = rational_text(100 * rule.alpha)
            return (
                f"The better the candidate leaves {share} of 100 rows below it by {names} and the others above, the"
                " better."
            )
        case Nearness(of_sums=True):
            return f"The closer the candidate is to the rows' {names} on the whole (distance of the sums), the better."
        case Nearness():
            return f"The smaller the sum of the candidate's distances to the rows' {names}, the better."
        case Agreement():
            return f"The more cells of {names} agree with the candidate's attributes, the better."


def rule_formula(rule: Rule) -> str:
    """The score as a formula of the language of rules."""
    if isinstance(rule, Ready):
        none = rational_text(of_none(rule.columns[1]))
        return f"u(candidate) = the ready-made score of the candidate, {none} where it has no row"
    return f"u(candidate) = {text_of(tree_of(rule))}"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_FORMULA else text[:_LONGEST_FORMULA] + "…"
