"""A look into a table, which a person makes in the window alone: the one thing that the judge of the command line does
from inside.
"""

from pathlib import Path

from dpstudio.core.errors import Refusal
from dpstudio.workspace.guarding.gate import open_gate
from dpstudio.workspace.project import project_file


def looked(project: Path, ledger: Path) -> bool:
    """Whether a look at a project's first table went through: into a private one, or to let go what was private."""
    asked = project_file.load(project).tables[0]
    gate = open_gate(ledger)
    look = gate.inspect if asked.role == "private" else gate.let_go
    try:
        look(asked, "", lambda _: None)
    except Refusal:
        return False
    return True
