"""A demonstration with a table of one's own: one person more than it is shipped with, so that the ledger counts it."""

from pathlib import Path

from dpstudio.workspace.project import demonstrations


def own_apples(folder: Path) -> Path:
    """The demonstration of the apples' price, with a buyer more; its table is a sample."""
    project = demonstrations.write("apples", folder)
    buyers = project.parent / "apple-buyers.csv"
    buyers.write_text(buyers.read_text("utf-8") + "Nell,1.00\n", "utf-8")
    return project


def private_apples(folder: Path) -> Path:
    """The same with a private table."""
    project = own_apples(folder)
    text = project.read_text("utf-8")
    assert text.count('"role": "sample"') == 1
    project.write_text(text.replace('"role": "sample"', '"role": "private"'), "utf-8")
    return project
