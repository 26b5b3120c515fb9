"""Writes what is known beforehand of the demonstrations: their tables' digests, and the shape on each tile.

python packaging/demonstrations.py [--check]
"""

import contextlib
import csv
import hashlib
import io
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "demonstrations"
SHAPE = 32


def main() -> int:
    """Write both files; with --check say which of them are not what they should be."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["DPSTUDIO_HOME"] = home
        return write("tables.json", tables()) or write("index.json", index(Path(home)))


def write(name: str, text: str) -> int:
    """Write a file, or compare it; 1 where it is not what it should be."""
    if "--check" not in sys.argv:
        (FOLDER / name).write_text(text, "utf-8")
    elif (FOLDER / name).read_text("utf-8") != text:
        print(f"{name} is not what packaging/demonstrations.py writes")
        return 1
    return 0


def tables() -> str:
    """Of every table at every number of people: its SHA-256, its size, whose it is."""
    from dpstudio.workspace.project.demonstrations import TIMES, people, repeated

    found = {}
    for file in sorted(FOLDER.glob("*/*.csv")):
        for times in TIMES:
            text, source = file.read_text("utf-8"), file.relative_to(FOLDER).as_posix()
            content = repeated(text, times).encode()
            known = {"size": len(content), "source": source, "people": people(text), "times": times}
            found.setdefault(hashlib.sha256(content).hexdigest(), known)
    return json.dumps(dict(sorted(found.items())), indent=1) + "\n"


def index(home: Path) -> str:
    """The index, each entry with the shape that its law has as it opens."""
    entries: list[dict[str, Any]] = json.loads((FOLDER / "index.json").read_text("utf-8"))
    for entry in entries:
        name = entry["key"] if entry["times"] == 1 else f"{entry['key']}-{entry['times']}"
        entry["shape"] = shape(law(name, home))
    lines = (f" {json.dumps(entry, ensure_ascii=False)}" for entry in entries)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def law(name: str, home: Path) -> list[float]:
    """What `dpstudio law` says of a demonstration: the probabilities of its first part, in their order."""
    from dpstudio import cli

    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        cli.main(["examples", name, "--out", str(home / name)])
        said.seek(0)
        said.truncate()
        cli.main(["law", str(home / name / f"{name}.dpstudio")])
    rows = list(csv.DictReader(io.StringIO(said.getvalue())))
    first = rows[0].get("part")
    return [float(row["probability"]) for row in rows if row.get("part") == first]


def shape(chances: list[float]) -> list[float]:
    """At most 32 heights: neighbours together, the highest 1."""
    wide = -(-len(chances) // SHAPE)
    heights = [sum(chances[start : start + wide]) for start in range(0, len(chances), wide)]
    return [round(height / max(heights), 2) for height in heights]


if __name__ == "__main__":
    sys.exit(main())
