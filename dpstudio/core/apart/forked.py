"""The one process that uses dpstudio: a fork of it has its locks and pipes, and not the threads that let them go."""

import os

from dpstudio.core.errors import InputError
from dpstudio.translation import phrase


class OwnProcess:
    """Which process that is, from the first use on."""

    def __init__(self) -> None:
        self._number = 0

    @property
    def is_fork(self) -> bool:
        """Whether this process was forked from one that had used dpstudio."""
        return self._number not in (0, os.getpid())

    def use(self) -> None:
        """Raise InputError in a fork, before anything is waited for; else this is the process from now on."""
        if self.is_fork:
            raise InputError(
                phrase("This process was forked from one that had used dpstudio, and lacks its threads."),
                phrase('Start it by itself, in multiprocessing with the method "spawn".'),
            )
        self._number = os.getpid()


PROCESS = OwnProcess()
