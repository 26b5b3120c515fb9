"""One receipt verified: the whole process from its start, and inside one that runs already.

python benchmarks/verifying.py
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.timing import medians
from dpstudio import cli
from dpstudio.workspace import demonstrations
from dpstudio.workspace.verifying.verify import Keys, verify

TIMES = 5


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
        print(f"{name}, {file}: {inside:.2f} s in a process that runs, {whole(path):.2f} s from its start")


def whole(path: Path) -> float:
    """The median seconds of the command line."""
    spent = []
    for _ in range(TIMES):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "dpstudio", "verify", str(path)], check=True, capture_output=True)
        spent.append(time.perf_counter() - start)
    return sorted(spent)[TIMES // 2]


if __name__ == "__main__":
    main()
