"""Why the system refuses a file, in words, and what helps against that very reason."""

import errno

_KEEPS = "the system does not allow it"
_REASONS = {
    errno.ENOENT: "it is not there",
    errno.EACCES: _KEEPS,
    errno.EPERM: _KEEPS,
    errno.EROFS: "its disk can only be read",
    errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "a part of its path is a file, not a folder",
    errno.EEXIST: "something of this name is there already",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ELOOP: "its links lead in a circle",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EFBIG: "files of that size are not allowed",
    errno.EIO: "the disk cannot be read or written",
    errno.EBUSY: "another program is using it",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.ENODEV: "its drive is not connected",
    errno.ENXIO: "its drive is not connected",
    errno.ESTALE: "its drive is not connected",
    errno.ENOTCONN: "its drive is not connected",
    errno.EHOSTDOWN: "its drive is not connected",
    errno.ETIMEDOUT: "its drive does not answer",
    errno.EPIPE: "nothing reads it any more",
    errno.EINVAL: "its name or its place is not possible",
}
_READ = {
    errno.ENOENT: "Check that it is there, or choose it again.",
    errno.EACCES: "Give yourself the right to read it, or choose another file.",
    errno.EPERM: "Give yourself the right to read it, or choose another file.",
    errno.EISDIR: "Choose a file in it.",
    errno.EIO: "Check the disk, or use a copy of the file.",
    errno.EBUSY: "Close it there, then try again.",
    errno.EMFILE: "Close other programs, then try again.",
    errno.ENFILE: "Close other programs, then try again.",
}
_OWN = {
    errno.EACCES: "Give yourself the right to read and write there, then try again.",
    errno.EPERM: "Give yourself the right to read and write there, then try again.",
    errno.EROFS: "Make it writable, or start dpstudio with another DPSTUDIO_HOME.",
    errno.ENOSPC: "Make room there, then try again.",
    errno.EDQUOT: "Make room there, then try again.",
    errno.EMFILE: "Close other programs, then try again.",
    errno.ENFILE: "Close other programs, then try again.",
}


def reason(error: OSError) -> str:
    """Why the system refuses; what it gives no known number for keeps that number, or the program's own words."""
    known = _REASONS.get(error.errno or 0)
    if known is None and not error.errno:
        return error.strerror or "the system refuses"
    return known or f"the system refuses, error {error.errno}"


def unread(error: OSError) -> tuple[str, str]:
    """Why a file of the person's cannot be read, and what helps."""
    return reason(error), _READ.get(error.errno or 0, "Check where it lies, or choose another file.")


def unkept(error: OSError) -> tuple[str, str]:
    """Why a file of dpstudio's own cannot be used, and what helps."""
    return reason(error), _OWN.get(error.errno or 0, "Check the disk that it lies on, then try again.")
