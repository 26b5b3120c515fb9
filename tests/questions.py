"""Settled questions to test with: what the workspace would make of a whole plan."""

from fractions import Fraction

from dpstudio.core.mechanisms import SELECTIONS, peeling
from dpstudio.core.question import Choice
from dpstudio.core.scores.derivation import derive
from dpstudio.core.tables.schema import Role, Source


def choice(rule, candidates, unit, text="", *, epsilon=Fraction(1), winners=1, mechanism="exponential", **values):
    derived = derive(rule, candidates, unit)
    return Choice(
        unit=unit,
        columns=rule.columns,
        mechanism=mechanism,
        loss=peeling.loss(SELECTIONS[mechanism], epsilon, winners),
        candidates=candidates,
        rule=rule,
        sensitivity=derived,
        winners=winners,
        source=values.pop("source", Source("text", text=text)),
        **(
            {
                "name": "",
                "handle": "h" * 32,
                "role": Role.PRIVATE,
                "beta": Fraction(1, 20),
                "cap": Fraction(3),
                "range_sensitivity": derived.range,
                "entered": False,
                "score_unit": "",
            }
            | values
        ),
    )
