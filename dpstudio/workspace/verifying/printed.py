"""Pages and tables of a receipt: made again from its statement, and compared byte by byte."""

import hashlib
import re
from collections.abc import Collection, Iterator
from importlib.metadata import version

from dpstudio import __version__
from dpstudio.core.errors import InputError
from dpstudio.core.receipt.document import Document
from dpstudio.core.receipt.headline import at_result
from dpstudio.core.receipt.receipt import Receipt
from dpstudio.core.receipt.renderings import PAPERS, table_csv
from dpstudio.core.release import Release
from dpstudio.kinds.choose.listing import NAME
from dpstudio.translation import phrase
from dpstudio.workspace.releasing.artefacts import makers
from dpstudio.workspace.releasing.candidate_lists import named_list
from dpstudio.workspace.verifying.checks import Check
from dpstudio.workspace.verifying.opening import Opened, opened

PAGE, TABLE = phrase("Page"), phrase("Table")
_PAGES = ("receipt.pdf", "certificate.pdf")
_SYNTHETIC = "synthetic.csv"
_TABLES = ("receipt.csv", "registry.yaml", _SYNTHETIC)
_LETTER = re.compile(rb"/MediaBox\s*\[\s*0 0 612(\.0)? 792")
_STANDARD = b"pdfaid:part"
_MADE_BY = re.compile(rb"Typst ([0-9.]{1,20})")
_SAME = phrase("Rendered again from the statement that it carries: byte for byte the same.")
_LISTED = phrase("The very file that the signed list names; it could not be rendered again here: {why}.")
_NOT_LISTED = phrase("Not a file that the signed list names, and not one that follows from the statement in it.")
_APPENDED = phrase("Something was appended after the end of the page: it may show what the receipt does not say.")
_UNCHECKED = phrase(
    "Pages not checked: {why}. Rely on the statement in it alone, or give the receipt.json that came with it."
)
_END = re.compile(rb"startxref\s{1,4}[0-9]{1,20}\s{1,4}%%EOF\s{0,4}")
_OTHER = phrase("The page is not the one that follows from the statement that it carries.")


def of_page(found: Opened, listed: Collection[str] | None = None) -> Check:
    """Whether a PDF is the page that its statement leads to.

    Args:
        listed: the SHA-256 of all files that the receipt was written as, or None where no list is here.
    """
    page, ours = found.page or b"", b""
    release = _release(found)
    for paper, name, counting in _shapes(found):
        made = makers(release, paper, counting=counting)
        if name in made:
            ours = made[name]()
            if ours == page:
                return Check(PAGE, True, _SAME)
    if listed is not None and hashlib.sha256(page).hexdigest() not in listed:
        return Check(PAGE, False, _NOT_LISTED)
    if [end.end() for end in _END.finditer(page)] != [len(page)]:
        return Check(PAGE, False, _APPENDED)
    why = _incomparable(page, ours, found)
    if why is None:
        return Check(PAGE, False, _OTHER)
    return Check(PAGE, None, (_UNCHECKED if listed is None else _LISTED).format(why=why), needed=listed is None)


def follows(found: Opened, name: str, content: bytes) -> bool | None:
    """Whether a file of this name follows from a receipt's statement; None where only a list can tell."""
    if name in _PAGES:
        return _page_follows(found, name, content)
    if name == NAME:
        return found.receipt is not None and named_list(found.receipt) == hashlib.sha256(content).hexdigest()
    return content in _tables(found, name)


def _page_follows(found: Opened, name: str, content: bytes) -> bool | None:
    try:
        page = opened(name, content)
    except InputError:
        return False
    return of_page(page).holds if page.page is not None and page.canonical == found.canonical else False


def of_table(name: str, content: bytes, all_found: list[Opened]) -> Check:
    """Whether a CSV or YAML is the one that follows from one of the receipts that it came with.

    Not done of a table that is none of a receipt's: it neither has the name of one nor begins as one.
    """
    heads = set[bytes]()
    for found in all_found:
        if found.receipt is not None:
            tables = [table for each in _TABLES for table in _tables(found, each)]
            if content in tables:
                return Check(
                    TABLE,
                    True,
                    phrase("Made again from the statement of {name}: byte for byte the same.", name=found.name),
                )
            heads |= {table.partition(b"\n")[0] for table in tables}
    if name in _TABLES or content.partition(b"\n")[0] in heads:
        return Check(TABLE, False, phrase("It follows from none of the receipts that it came with."))
    return Check(TABLE, None, phrase("It is not a table of a receipt: nothing in it was checked."), needed=True)


def _tables(found: Opened, name: str) -> Iterator[bytes]:
    """What a file of this name holds that follows from a receipt; a synthetic table also as it was written before."""
    assert found.receipt is not None
    made = makers(_release(found), PAPERS[0])
    if name in made:
        yield made[name]()
    if name == _SYNTHETIC and name in made:
        yield table_csv(found.receipt, worded=False)


def _release(found: Opened) -> Release:
    assert found.receipt is not None
    return Release(0, Document(found.receipt, found.envelope))


def _shapes(found: Opened) -> Iterator[tuple[str, str, bool]]:
    """The papers and pages that a receipt can be printed on and as, the likeliest first; then as they were before."""
    papers = PAPERS[::-1] if _LETTER.search(found.page or b"") else PAPERS
    names = _PAGES[::-1] if found.name == _PAGES[1] else _PAGES
    said = (True, False) if found.receipt is not None and at_result(found.receipt) else (True,)
    return ((paper, name, counting) for counting in said for paper in papers for name in names)


def _incomparable(page: bytes, ours: bytes, found: Opened) -> str | None:
    """Why another page is no sign of a change, or None where it is."""
    receipt, made_by = found.receipt, _MADE_BY.search(page)
    if not isinstance(receipt, Receipt):
        return phrase("the pages of older formats are no longer set as they were")
    if receipt.software.version != __version__:
        return phrase("dpstudio {version} made it, whose pages may differ", version=receipt.software.version[:40])
    if made_by is None or made_by[1].decode() != version("typst"):
        return phrase("another version of the typesetter made it")
    if _STANDARD not in ours:
        return phrase("it needs a font of the system that made it")
    return None
