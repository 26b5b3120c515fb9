"""The files of a receipt: their names, and what each holds."""

from collections.abc import Callable
from functools import partial

from dpstudio.core.receipt.receipt import Receipt
from dpstudio.core.receipt.registry import to_yaml
from dpstudio.core.receipt.renderings import PAPERS, certificate, table_csv, to_csv, to_json, to_pdf
from dpstudio.core.release import Release
from dpstudio.core.tables.importing import Tick

NAMES = ("receipt.json", "receipt.csv", "receipt.pdf", "certificate.pdf", "registry.yaml", "synthetic.csv")


def names_of(release: Release) -> tuple[str, ...]:
    """The files that this receipt has."""
    return tuple(_makers(release, PAPERS[0]))


def artefacts(release: Release, paper: str, tick: Tick) -> dict[str, bytes]:
    """What the files hold, by their names: all rendered from the statement.

    Args:
        paper: of the PDFs, one of PAPERS.
    """
    makers, found = _makers(release, paper), {}
    for name, make in makers.items():
        found[name] = make()
        tick(len(found) / len(makers))
    return found


def _makers(release: Release, paper: str) -> dict[str, Callable[[], bytes]]:
    receipt = release.receipt
    found: dict[str, Callable[[], bytes]] = {
        "receipt.json": partial(to_json, receipt),
        "receipt.csv": partial(to_csv, receipt),
        "receipt.pdf": partial(to_pdf, receipt, paper),
    }
    if isinstance(receipt, Receipt):
        found |= {
            "certificate.pdf": partial(certificate, receipt, paper),
            "registry.yaml": partial(to_yaml, receipt),
        }
    if receipt.table is not None:
        found["synthetic.csv"] = partial(table_csv, receipt)
    return found
