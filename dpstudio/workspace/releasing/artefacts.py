"""The files of a receipt: their names, and what each holds."""

from collections.abc import Callable
from functools import partial

from dpstudio.core.receipt.document import with_renderings
from dpstudio.core.receipt.receipt import Receipt3
from dpstudio.core.receipt.registry import to_yaml
from dpstudio.core.receipt.renderings import PAPERS, certificate, table_csv, to_csv, to_pdf
from dpstudio.core.release import Release
from dpstudio.core.signing import Signer
from dpstudio.core.tables.importing import Tick

NAMES = (
    "receipt.json",
    "receipt.csv",
    "receipt.pdf",
    "certificate.pdf",
    "registry.yaml",
    "synthetic.csv",
    "candidates.json",
)


def names_of(release: Release) -> tuple[str, ...]:
    """The files that this receipt has."""
    return NAMES[0], *makers(release, PAPERS[0])


def artefacts(release: Release, paper: str, tick: Tick, signer: Signer | None = None) -> dict[str, bytes]:
    """What the files hold, by their names: all rendered from the statement.

    Args:
        paper: of the PDFs, one of PAPERS.
        signer: signs the list of the files; None for a receipt that nobody signed.
    """
    made, found = makers(release, paper), {}
    for name, make in made.items():
        found[name] = make()
        tick(len(found) / len(made))
    document = release.document if signer is None else with_renderings(release.document, found, signer)
    return {NAMES[0]: document.content, **found}


def makers(release: Release, paper: str, *, counting: bool = True) -> dict[str, Callable[[], bytes]]:
    """What makes each file but the JSON, by its name; `counting` as in `page_inputs`."""
    receipt, envelope = release.receipt, release.document.envelope
    found: dict[str, Callable[[], bytes]] = {
        "receipt.csv": partial(to_csv, receipt),
        "receipt.pdf": partial(to_pdf, receipt, paper, envelope, counting=counting),
    }
    if isinstance(receipt, Receipt3):
        found |= {
            "certificate.pdf": partial(certificate, receipt, paper, envelope, counting=counting),
            "registry.yaml": partial(to_yaml, receipt),
        }
    if receipt.table is not None:
        found["synthetic.csv"] = partial(table_csv, receipt)
    if release.candidates is not None:
        found["candidates.json"] = partial(bytes, release.candidates)
    return found
