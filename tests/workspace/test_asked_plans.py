"""What was asked is kept so that it can be asked again, and nothing of a table with it."""

from dataclasses import replace

from dpstudio.core.plan import Plan, TablePlan
from dpstudio.workspace.computer import storage
from dpstudio.workspace.project import asked_plans
from dpstudio.workspace.project.handles import fresh_handle

DIGEST = "0" * 64


def test_a_table_that_was_pasted_is_kept_without_its_text(home):
    pasted = TablePlan(fresh_handle(), "pasted", "text", text="who\nZaphod\n", role="private", header="yes")
    asked_plans.keep(DIGEST, Plan(tables=(pasted,)))
    assert asked_plans.known(DIGEST) == Plan(tables=(replace(pasted, text=""),))
    kept = [each.read_bytes() for each in storage.data_folder().rglob("*") if each.is_file()]
    assert kept
    assert not [each for each in kept if b"Zaphod" in each]
