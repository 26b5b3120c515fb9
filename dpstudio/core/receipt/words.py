"""The sentences of a receipt that a layperson reads first."""

from fractions import Fraction

from dpstudio.core.quantities import chance_in_hundred, decimal_up, odds_up, rational_text
from dpstudio.core.scores.rules import Agreement, Median, Nearness, Quantile, Revenue, Rule, Votes, VoteStyle
from dpstudio.core.tables.schema import PrivacyUnit, Relation


def protected(unit: PrivacyUnit) -> str:
    """Who is protected, in one sentence."""
    who = "Each person, who has one row in the table"
    if unit.person is not None:
        rows = "one row" if unit.rows == 1 else f"at most {unit.rows} rows"
        who = f"Each person, found by the column “{unit.person}”; {rows} of each person count"
    if unit.relation is Relation.ADD_REMOVE:
        return f"{who}. Protected is also whether the person is in the table at all."
    return f"{who}. Protected is what the person's rows say; how many people there are is not."


def from_what(epsilon: Fraction) -> str:
    """What the guarantee limits."""
    return (
        "Anyone who sees this result, and even knows every other person's data, can become only a little surer of"
        f" anything about one person: the odds of any guess change by a factor of at most {odds_up(epsilon)}."
        f" A suspicion held at 50 of 100 becomes at most {chance_in_hundred(epsilon)} of 100."
    )


NOT_FROM = (
    "It does not protect from what the result says about everyone together, from other publications about the same"
    " people, or from whoever holds the table itself."
)


def accuracy(gap: Fraction, beta: Fraction, unit: str, winners: int) -> str:
    """The accuracy that holds whatever the data are."""
    sure = rational_text(100 * (1 - beta))
    amount = f"{decimal_up(gap, 2)} {unit}".strip()
    if winners > 1:
        return (
            f"With a probability of at least {sure} in 100 each of the {winners} chosen candidates' scores is within"
            f" {amount} of the best one not chosen before it. This holds for every table and says nothing about this"
            " one."
        )
    return (
        f"With a probability of at least {sure} in 100 the chosen candidate's score is within {amount} of the best"
        " candidate's. This holds for every table and says nothing about this one."
    )


def rule_sentence(rule: Rule) -> str:
    """What makes a candidate good."""
    names = ", ".join(f"“{column.name}”" for column in rule.columns[:6]) + (", …" if len(rule.columns) > 6 else "")
    match rule:
        case Votes(style=VoteStyle.CHOICES):
            return f"The more rows name it among the choices in {names}, the better."
        case Votes(style=VoteStyle.COLUMN_EACH):
            return "The more rows say yes in its own column, the better."
        case Votes():
            return f"The more rows name it in {names}, the better."
        case Revenue():
            return f"The price times the number of rows whose {names} is at least that price; the more, the better."
        case Median():
            return f"The more evenly it splits the rows by {names} into smaller and larger, the better."
        case Quantile():
            share = rational_text(100 * rule.alpha)
            return f"The better it leaves {share} of 100 rows below it by {names} and the others above, the better."
        case Nearness(of_sums=True):
            return f"The closer it is to the rows' {names} on the whole (distance of the sums), the better."
        case Nearness():
            return f"The smaller the sum of its distances to the rows' {names}, the better."
        case Agreement():
            return f"The more cells of {names} agree with its attributes, the better."


def rule_formula(rule: Rule) -> str:
    """The score as a formula."""
    match rule:
        case Votes():
            return "u(y) = #{rows that vote for y}"
        case Revenue():
            return f"u(y) = y · #{{rows with {rule.column.name} ≥ y}}"
        case Median():
            return f"u(y) = −|#{{{rule.column.name} < y}} − #{{{rule.column.name} > y}}|"
        case Quantile():
            less, more = rational_text(1 - rule.alpha), rational_text(rule.alpha)
            name = rule.column.name
            return f"u(y) = −|{less} · #{{{name} < y}} − {more} · #{{{name} > y}}|"
        case Nearness(of_sums=True):
            return "u(y) = −Σ over coordinates |Σ over rows (x − y)|"
        case Nearness():
            return "u(y) = −Σ over rows and coordinates |x − y|"
        case Agreement():
            return "u(y) = #{(row, column) that equal y's attribute}"
