"""One verb of the command line: its name, what it takes, and what it does."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Verb:
    """A verb of the command line.

    Args:
        name: as typed.
        help: what it does, in a few words.
        run: does it, with the parsed arguments and an owner-only folder for work files, and returns the exit code.
        arguments: adds what it takes beside --json and --ledger.
    """

    name: str
    help: str
    run: Callable[[argparse.Namespace, Path], int]
    arguments: Callable[[argparse.ArgumentParser], object] = lambda verb: None
