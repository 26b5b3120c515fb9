"""Files as offices write them, each with what is true of it, known by hand."""

from tests.judges.messy import broken, choices, layout, letters, numbers, sheets
from tests.judges.messy.case import Messy

FILES: tuple[Messy, ...] = (
    *letters.FILES, *layout.FILES, *numbers.FILES, *choices.FILES, *sheets.FILES, *broken.FILES,
)  # fmt: skip
