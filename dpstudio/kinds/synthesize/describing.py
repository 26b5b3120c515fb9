"""What a receipt tells of a synthetic table."""

from fractions import Fraction

from dpstudio.core.mechanisms import SMALL_DATABASE
from dpstudio.core.mechanisms.small_database import query_count
from dpstudio.core.quantities import rational_text
from dpstudio.core.receipt import columns
from dpstudio.core.receipt.claims import SmallDatabaseUsed, SynthesisAccuracy, SynthesisAsked
from dpstudio.core.receipt.contract import Description, Prose
from dpstudio.core.receipt.receipt import Step, Symbol
from dpstudio.kinds.synthesize import words
from dpstudio.kinds.synthesize.settled import SettledSynthesis
from dpstudio.translation import phrase

_SCORE = phrase("−max over queries |n·q(x) − n·q(ŷ)|")


def describe(question: SettledSynthesis) -> Description:
    """The columns, the queries, the size of the table and how useful it is."""
    mechanism, synthesis, people = SMALL_DATABASE, question.synthesis, question.people or 1
    reached = mechanism.accuracy(synthesis, question.epsilon, people, question.beta)
    return Description(
        SynthesisAsked(
            kind="synthesize",
            columns=tuple(columns.shown(column) for column in question.columns),
            queries=synthesis.queries.value,
            weights=synthesis.weights,
            number_of_queries=query_count(synthesis.width, synthesis.queries, synthesis.weights),
        ),
        SmallDatabaseUsed(
            key=mechanism.key,
            rows=synthesis.rows,
            candidate_tables=synthesis.tables or 0,
            base_measure="uniform over multisets of rows",
            sensitivity=Fraction(1),
            range_sensitivity=Fraction(2),
        ),
        SynthesisAccuracy(question.alpha, question.beta, question.needed, _rounded_up(reached)),
        (Step(_SCORE, Fraction(1), Fraction(2), words.SYNTHESIS_WHY),),
        Prose(
            question=words.synthesis_sentence(question.columns, synthesis),
            mechanism=mechanism.name,
            mechanism_sentence=mechanism.sentence,
            formula=mechanism.formula,
            symbols=(
                Symbol("ε", phrase("of the draw"), rational_text(question.epsilon)),
                Symbol("n", phrase("the public number of people"), f"{people:,}"),
                Symbol("m", phrase("the rows of the synthetic table"), f"{synthesis.rows:,}"),
                Symbol("M", phrase("the number of multisets of m rows"), synthesis.tables_text),
                Symbol("|Q|", phrase("the number of queries"), f"{_queries(question):,}"),
                Symbol("β", phrase("how rarely the accuracy may fail"), rational_text(question.beta)),
            ),
            sampler=mechanism.sampler,
            accuracy=words.synthesis_accuracy(reached, question.alpha, question.beta, question.needed, people),
            accuracy_formula=phrase("√(ln(2|Q|) / (2m)) + 2·(ln M + ln(1/β)) / (ε·n)"),
        ),
    )


def _queries(question: SettledSynthesis) -> int:
    synthesis = question.synthesis
    return query_count(synthesis.width, synthesis.queries, synthesis.weights)


def _rounded_up(value: Fraction) -> Fraction:
    return Fraction(-(-value.numerator * 10**6 // value.denominator), 10**6)
