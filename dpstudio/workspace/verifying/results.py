"""Whether a result is one that its question can have, and what follows from the drawn values was worked out rightly."""

from fractions import Fraction

from dpstudio.core.errors import StudioError
from dpstudio.core.receipt.codec import plain, typed
from dpstudio.core.receipt.receipt import Receipt, Receipt3
from dpstudio.planning.question import CompleteQuestion
from dpstudio.translation import phrase
from dpstudio.workspace.verifying.checks import OLDER_WORDS, Check, differences, told

NAME = phrase("Result")
_FAR = Fraction(10**30)
_UNLISTED = phrase(
    "Not checked: whether one of the candidates was chosen. Give the candidates.json that came with the receipt."
)
_HOLDS = phrase("The result is one that this question can have, and what was done to it afterwards is right.")


def of_result(receipt: Receipt3, question: CompleteQuestion | None, *, listed: bool = True) -> Check:
    """Hold the result against the question that was derived again.

    Args:
        listed: whether all of its candidates are known.
    """
    if question is None:
        return Check(NAME, None, phrase("Not compared: the question could not be derived."))
    try:
        found = question.again(receipt.result)
    except (StudioError, ValueError, ArithmeticError, LookupError, StopIteration):
        return Check(NAME, False, phrase("This question cannot have this result."))
    wrong = list(differences(plain(receipt.result), plain(typed(type(receipt.result), found)), "result"))
    if not isinstance(receipt, Receipt) and {each.where for each in wrong} == {"result.post_processing"}:
        return Check(
            NAME,
            None,
            phrase("{older_words} Today something else is written: {told}", older_words=OLDER_WORDS, told=told(wrong)),
        )
    if wrong:
        return Check(NAME, False, told(wrong))
    return Check(NAME, True, _HOLDS) if listed else Check(NAME, None, _UNLISTED, needed=True)
