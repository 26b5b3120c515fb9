"""What a reader says, each time under one letter and a length: ready, still at work, an answer, an error."""

import struct
from enum import Enum, StrEnum

HEAD = struct.Struct("<cQ")
SHARE = struct.Struct("<d")
LENGTH = struct.Struct("<Q")


class Kind(bytes, Enum):
    """What a frame holds."""

    READY = b"R"
    PROGRESS = b"P"
    ANSWER = b"A"
    ERROR = b"E"


class Leave(StrEnum):
    """What a reader may turn to."""

    FILES = "files"
    SERVER = "server"
    CLUSTER = "cluster"


MOST = {Kind.READY: 4096, Kind.PROGRESS: SHARE.size, Kind.ANSWER: 1 << 31, Kind.ERROR: 1 << 16}
"""How many bytes a frame of each kind may have."""
ASK, STOP = b"?", b"!"
"""What a reader is told: a call follows; the call is no longer wanted."""
