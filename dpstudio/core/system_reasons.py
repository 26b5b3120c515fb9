"""Why the system refuses a file, in words, and what helps against that very reason."""

import errno

from dpstudio.translation import phrase

_KEEPS = phrase("the system does not allow it")
_REASONS = {
    errno.ENOENT: phrase("it is not there"),
    errno.EACCES: _KEEPS,
    errno.EPERM: _KEEPS,
    errno.EROFS: phrase("its disk can only be read"),
    errno.EISDIR: phrase("it is a folder"),
    errno.ENOTDIR: phrase("a part of its path is a file, not a folder"),
    errno.EEXIST: phrase("something of this name is there already"),
    errno.ENAMETOOLONG: phrase("its name is too long"),
    errno.ELOOP: phrase("its links lead in a circle"),
    errno.ENOSPC: phrase("the disk is full"),
    errno.EDQUOT: phrase("the disk is full"),
    errno.EFBIG: phrase("files of that size are not allowed"),
    errno.EIO: phrase("the disk cannot be read or written"),
    errno.EBUSY: phrase("another program is using it"),
    errno.EMFILE: phrase("too many files are open"),
    errno.ENFILE: phrase("too many files are open"),
    errno.ENODEV: phrase("its drive is not connected"),
    errno.ENXIO: phrase("its drive is not connected"),
    errno.ESTALE: phrase("its drive is not connected"),
    errno.ENOTCONN: phrase("its drive is not connected"),
    errno.EHOSTDOWN: phrase("its drive is not connected"),
    errno.ETIMEDOUT: phrase("its drive does not answer"),
    errno.EPIPE: phrase("nothing reads it any more"),
    errno.EINVAL: phrase("its name or its place is not possible"),
}
_READ = {
    errno.ENOENT: phrase("Check that it is there, or choose it again."),
    errno.EACCES: phrase("Give yourself the right to read it, or choose another file."),
    errno.EPERM: phrase("Give yourself the right to read it, or choose another file."),
    errno.EISDIR: phrase("Choose a file in it."),
    errno.EIO: phrase("Check the disk, or use a copy of the file."),
    errno.EBUSY: phrase("Close it there, then try again."),
    errno.EMFILE: phrase("Close other programs, then try again."),
    errno.ENFILE: phrase("Close other programs, then try again."),
}
_OWN = {
    errno.EACCES: phrase("Give yourself the right to read and write there, then try again."),
    errno.EPERM: phrase("Give yourself the right to read and write there, then try again."),
    errno.EROFS: phrase("Make it writable, or start dpstudio with another DPSTUDIO_HOME."),
    errno.ENOSPC: phrase("Make room there, then try again."),
    errno.EDQUOT: phrase("Make room there, then try again."),
    errno.EMFILE: phrase("Close other programs, then try again."),
    errno.ENFILE: phrase("Close other programs, then try again."),
}


def reason(error: OSError) -> str:
    """Why the system refuses; what it gives no known number for keeps that number, or the program's own words."""
    known = _REASONS.get(error.errno or 0)
    if known is None and not error.errno:
        return error.strerror or phrase("the system refuses")
    return known or phrase("the system refuses, error {errno}", errno=error.errno)


def unread(error: OSError) -> tuple[str, str]:
    """Why a file of the person's cannot be read, and what helps."""
    return reason(error), _READ.get(error.errno or 0, phrase("Check where it lies, or choose another file."))


def unkept(error: OSError) -> tuple[str, str]:
    """Why a file of dpstudio's own cannot be used, and what helps."""
    return reason(error), _OWN.get(error.errno or 0, phrase("Check the disk that it lies on, then try again."))
