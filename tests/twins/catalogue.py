"""All twins: a list for each part of the program, as data."""

import json
from pathlib import Path

from tests.twins.twin import Twin

TWINS = tuple(
    Twin(**entry)
    for part in sorted(Path(__file__).parent.glob("*.json"))
    for entry in json.loads(part.read_text("utf-8"))
)
