"""What is known of the demonstrations beforehand is what comes out of them."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_digests_of_the_tables_and_the_shapes_on_the_tiles_are_those_of_the_program(home):
    script = [sys.executable, "packaging/demonstrations.py", "--check"]
    done = subprocess.run(script, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
