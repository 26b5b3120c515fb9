"""Settled questions to test with: what the workspace would make of a whole plan."""

from fractions import Fraction

from dpstudio.core.tables.schema import Role, Source
from dpstudio.kinds.choose.question import Choice


def choice(rule, candidates, unit, text="", *, epsilon=Fraction(1), winners=1, mechanism="exponential", **values):
    return Choice(
        unit=unit,
        epsilon=epsilon,
        mechanism=mechanism,
        candidates=candidates,
        rule=rule,
        winners=winners,
        source=values.pop("source", Source("text", text=text)),
        **(
            {"name": "", "handle": "h" * 32, "role": Role.PRIVATE, "beta": Fraction(1, 20), "cap": Fraction(3)} | values
        ),
    )
