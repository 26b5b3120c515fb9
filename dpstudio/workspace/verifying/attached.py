"""The statement that a PDF carries, found without trusting the PDF."""

import re
import zlib

from dpstudio.core.errors import InputError
from dpstudio.translation import phrase

MOST_BYTES = 64 << 20
_EMBEDDED = re.compile(rb"/EmbeddedFile(?![A-Za-z])[^\n]{0,1000}?>>\s{0,4}stream\r?\n")
_NO_RECEIPT = phrase("This PDF contains no receipt of dpstudio.")
_REMEDY = phrase("Choose the receipt.pdf that dpstudio wrote, or its receipt.json.")


def is_pdf(content: bytes) -> bool:
    """Whether it begins as a PDF does."""
    return content.startswith(b"%PDF-")


def attachment(pdf: bytes) -> bytes:
    """The one file that is attached to a PDF.

    Raises:
        InputError: none is, several are (readers would disagree on which of them counts), or it is too large.
    """
    found = list(_EMBEDDED.finditer(pdf))
    if len(found) > 1:
        raise InputError(phrase("This PDF contains several files, so it is not clear which is its receipt."), _REMEDY)
    if not found:
        raise InputError(_NO_RECEIPT, _REMEDY)
    unpacking = zlib.decompressobj()
    try:
        content = unpacking.decompress(pdf[found[0].end() :], MOST_BYTES)
    except zlib.error:
        raise InputError(_NO_RECEIPT, _REMEDY) from None
    if not unpacking.eof:
        raise InputError(phrase("The file that this PDF contains is damaged or too large."), _REMEDY)
    return content
