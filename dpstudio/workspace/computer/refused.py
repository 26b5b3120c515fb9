"""What the system says where nothing can be written: in words, and what helps against that very reason."""

import errno
import shutil
from pathlib import Path

from dpstudio.core import system_reasons
from dpstudio.core.quantities import room
from dpstudio.translation import phrase

_OTHER = phrase("Choose another folder.")
_FULL = (phrase("the disk is full"), phrase("Make room there, or choose another folder."))
_FORBIDDEN = (phrase("you may not write there"), phrase("Let it be written, or choose another folder."))
_FAULTS = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: (phrase("files of that size are not allowed"), phrase("Choose a folder on another disk.")),
    errno.ENOENT: (phrase("there is no such folder"), _OTHER),
    errno.EEXIST: (phrase("it is a file, not a folder"), _OTHER),
    errno.ENOTDIR: (phrase("a part of its path is a file, not a folder"), _OTHER),
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.EROFS: (phrase("it can only be read"), _OTHER),
    errno.ENAMETOOLONG: (phrase("its name is too long"), phrase("Choose a folder with a shorter name.")),
    errno.ELOOP: (phrase("its links lead in a circle"), _OTHER),
}


def fault(error: OSError | ValueError, folder: Path | None = None, needed: int = 0) -> tuple[str, str]:
    """Why a folder cannot be written, and what helps.

    Args:
        folder: that is meant, where it is there already.
        needed: how many bytes were to be written into it, where that is known.
    """
    if isinstance(error, ValueError):
        return phrase("its name is not possible"), _OTHER
    reason, remedy = _FAULTS.get(error.errno or 0, (system_reasons.reason(error), _OTHER))
    if error.errno == errno.ENOSPC and folder is not None and needed:
        reason += phrase(" ({room})", room=room(needed, shutil.disk_usage(folder).free))
    return reason, remedy
