"""What a column is asked: the fields of its declaration, and how wide each stands in a grid."""

from dpstudio.core.tables.schema import NUMERIC, Kind
from dpstudio.translation import tr

KINDS = [
    (Kind.YES_NO.value, tr("yes / no")),
    (Kind.INTEGER.value, tr("whole number")),
    (Kind.DECIMAL.value, tr("decimal number")),
    (Kind.DATE.value, tr("date")),
    (Kind.CATEGORY.value, tr("one choice (category)")),
    (Kind.CHOICES.value, tr("several choices in a cell")),
    (Kind.IDENTIFIER.value, tr("identifier")),
    (Kind.LONGITUDE.value, tr("longitude")),
    (Kind.LATITUDE.value, tr("latitude")),
]
STEPPED = (Kind.DECIMAL, Kind.LONGITUDE, Kind.LATITUDE)
BLANK_HINTS = {
    "nothing": tr("What a blank or unreadable cell counts as. Leave this empty if such a cell adds nothing."),
    "no": tr("What a blank or unreadable cell counts as. Leave this empty if such a cell counts as no."),
}
BLANK = {"nothing": tr("nothing"), "no": tr("no")}
BOUNDS = ("step", "lower", "upper", "unit")
FIELDS: dict[str, tuple[str, str, str]] = {
    "step": (tr("Step"), "0.01", tr("Numbers are rounded to multiples of this step.")),
    "lower": (tr("Least value"), "", tr("Smaller values count as this one.")),
    "upper": (tr("Greatest value"), "", tr("Larger values count as this one.")),
    "unit": (tr("Unit"), "€, $, °", tr("Shown beside scores and error bounds.")),
    "separator": (tr("Separator"), ";", tr("What separates the choices in a cell.")),
    "blank": (tr("A blank counts as"), BLANK["nothing"], BLANK_HINTS["nothing"]),
    "date_order": (tr("Date order"), "", tr("The order of day, month and year, as the file writes it.")),
    "decimal_mark": (tr("Decimal mark"), ".", tr("Point or comma, as the file writes it.")),
    "grouping_mark": (tr("Thousands mark"), tr("none"), tr("For example a comma or a space, as the file writes it.")),
    "true_words": (tr("Words for yes"), "", tr("Separated by commas.")),
    "false_words": (tr("Words for no"), "", tr("Separated by commas.")),
}
ORDERS = [("ymd", tr("year, month, day")), ("dmy", tr("day, month, year")), ("mdy", tr("month, day, year"))]
NEVER_BLANK = ("decimal_mark", "separator")
SIGNS = ("decimal_mark", "grouping_mark", "date_order")
"""How numbers and dates are written."""
BESIDE = {
    "separator": 48, "date_order": 180, "decimal_mark": 48, "grouping_mark": 64, "true_words": 180, "false_words": 180,
}  # fmt: skip
"""The fields that have their names beside them, and how wide these are."""
WORDS = {"true_words": tr("Yes"), "false_words": tr("No")}
WORDS_WIDTH = 148
"""In a grid the words of a yes/no column stand where the bounds of a number would, under shorter names."""
GRID = {"kind": 214, "step": 76, "lower": 100, "upper": 104, "unit": 70, "blank": 124}
"""How wide the others are in a grid; by themselves none is narrower than its name."""
MARKS = {"decimal_mark": 68, "grouping_mark": 84}
"""How wide the marks of a number are in a grid that has room for them."""
CHECK = 88
"""How wide the button that checks the format is in such a grid."""
GAP = 8


def fields_of(kind: str) -> list[str]:
    """Which declarations a type asks for."""
    if not kind:
        return []
    found = []
    if kind in STEPPED:
        found.append("step")
    if kind in NUMERIC:
        found += ["lower", "upper"]
    if kind in NUMERIC and kind != Kind.DATE:
        found.append("unit")
    if kind == Kind.CHOICES:
        found.append("separator")
    if kind == Kind.DATE:
        found.append("date_order")
    elif kind in NUMERIC:
        found += ["decimal_mark", "grouping_mark"]
    if kind == Kind.YES_NO:
        found += ["true_words", "false_words"]
    return [*found, "blank"]
