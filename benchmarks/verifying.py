"""One receipt verified: the whole process from its start, and inside one that runs already.

python benchmarks/verifying.py
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.timing import medians
from dpstudio import cli
from dpstudio.workspace.project import demonstrations
from dpstudio.workspace.verifying.verify import Keys, verify

TIMES = 3


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DPSTUDIO_HOME"] = folder
        for name in demonstrations.names():
            project = demonstrations.write(name, Path(folder) / name)
            if cli.main(["release", str(project), "--out", str(Path(folder) / name / "receipt")]):
                continue
            measured(name, Path(folder) / name / "receipt")


def measured(name: str, folder: Path) -> None:
    for file in ("receipt.json", "receipt.pdf"):
        path = folder / file
        (inside,) = medians(lambda path=path: verify([path], Keys({}), lambda _: None), times=TIMES)
        wall, work = whole(path)
        print(
            f"{name}, {file}: {inside:.2f} s in a process that runs; from its start {wall:.2f} s,"
            f" of which the processor worked {work:.2f} s"
        )


def whole(path: Path) -> tuple[float, float]:
    """The median seconds of the command line, and those of the processor."""
    walls, works = [], []
    for _ in range(TIMES):
        start, before = time.perf_counter(), _worked()
        subprocess.run([sys.executable, "-m", "dpstudio", "verify", str(path)], check=True, capture_output=True)
        walls.append(time.perf_counter() - start)
        works.append(_worked() - before)
    return sorted(walls)[TIMES // 2], sorted(works)[TIMES // 2]


def _worked() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
