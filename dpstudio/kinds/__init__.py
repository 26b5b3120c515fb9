"""The kinds of question: one package each, behind the contracts of `planning.kind` and `planning.question`."""

from dpstudio.kinds.choose.kind import ChoiceKind
from dpstudio.kinds.measure.kind import MeasurementKind
from dpstudio.kinds.survey.kind import SurveyKind
from dpstudio.kinds.synthesize.kind import SynthesisKind
from dpstudio.planning.kind import Kind

KINDS: dict[str, Kind] = {
    "choose": ChoiceKind(),
    "measure": MeasurementKind(),
    "survey": SurveyKind(),
    "synthesize": SynthesisKind(),
}
"""By the name that a plan and a receipt have for it."""
