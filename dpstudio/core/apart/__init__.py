"""Strangers' files are read in a process of its own; the program gets checked values, or an error in words.

A function that opens such a file is marked `apart`. Called in the program it runs in a reader: a child process with
a limit on memory, no internet socket unless a person named a server, and an end where it shows no sign of life
(TRUST, Hostile input). What comes back is built from its type hints, and from nothing else.
"""

from dpstudio.core.apart.forked import PROCESS
from dpstudio.core.apart.marking import apart
from dpstudio.core.apart.readers import READERS

__all__ = ["PROCESS", "READERS", "apart"]
