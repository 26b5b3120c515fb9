"""One command from a ledger of the first version to an exported receipt, killed at a line of it, and completed.

Run as `python -m tests.long.whole_release PART KILLS FOLDER`, in a process that opens no table itself: each command is
a fork of it. How many kills there were, and what stood there after them, is printed as JSON.
"""

import contextlib
import io
import json
import os
import shutil
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dpstudio import cli
from dpstudio.core.apart import READERS
from dpstudio.core.plan import CandidatesPlan, ColumnPlan, Plan, PrivacyPlan, RulePlan, TablePlan, UnitPlan
from dpstudio.core.tables import engine  # noqa: F401 -- loaded here once, and not in every fork
from dpstudio.workspace.project import project_file
from tests.killing import PROGRAM, Steps, killed

OLD = Path(__file__).parents[1] / "fixtures" / "release_0_1" / "ledger.sqlite"
TABLE = "a" * 32
# From the first call of one function to the first call of another that comes after it.
PARTS = {
    "ledger upgrade": ("upgrade.py bring_up_to_date", "book.py Ledger.key_lost"),
    "key": ("signing_key.py signer", "jobs.py rehearse"),
    "import": ("charged.py read", "charged.py perform"),
    "release": ("charged.py perform", "exporting.py files_of"),
    "rendering": ("exporting.py files_of", "exporting.py _refuse_other"),
    "export": ("exporting.py _refuse_other", ""),
}


class World:
    """A home with a ledger of the first version, a private table and a question about it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self.out = folder, folder / "home", folder / "out"
        (self.home / "data").mkdir(parents=True)
        shutil.copy(OLD, self.home / "data" / "ledger.sqlite")
        (self.home / "data" / "digest.key").write_bytes(bytes(range(32)))
        people = folder / "people.csv"
        people.write_text(
            "name,drink\n" + "".join(f"p{place},{'Tea' if place % 3 else 'Milk'}\n" for place in range(9))
        )
        columns = (ColumnPlan("name", "category"), ColumnPlan("drink", "category"))
        table = TablePlan(TABLE, "people", "text", str(people), role="private", header="yes", columns=columns)
        self.project = folder / "p.dpstudio"
        plan = Plan(
            tables=(table,),
            privacy_unit=UnitPlan("person", "name", "1", "add_remove"),
            candidates=CandidatesPlan("list", text="Tea\nMilk"),
            rule=RulePlan("votes", "one_column", ("drink",)),
            privacy=PrivacyPlan(cap="1"),
        )
        project_file.save(plan, self.project)

    def says(self, *words: object) -> tuple[int, str]:
        """A command of this process: its exit code and what it says."""
        os.environ["DPSTUDIO_HOME"] = str(self.home)
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = cli.main([str(word) for word in words])
        return code, said.getvalue()

    def release(self) -> None:
        """The command that is killed."""
        code, said = self.says("release", self.project, "--out", self.out)
        assert code == 0, said

    def charges(self) -> dict[str, list[dict[str, Any]]]:
        """Those of our table, and all others."""
        code, said = self.says("ledger", "--json")
        assert code == 0, said
        tables = json.loads(said)["datasets"]
        assert all(charge["number"] for table in tables for charge in table["charges"])
        ours = [charge for table in tables if table["dataset"] == TABLE for charge in table["charges"]]
        return {"ours": ours, "others": [table for table in tables if table["dataset"] != TABLE]}


class Calls(Steps):
    """At which line each function of the program is called for the first time."""

    def __init__(self) -> None:
        super().__init__(-1)
        self.first: dict[str, int] = {}

    def __call__(self, frame, event, argument):
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PROGRAM):
            self.first.setdefault(f"{Path(code.co_filename).name} {code.co_qualname}", self.seen)
        return super().__call__(frame, event, argument)


def forked(work: Callable[[], Any], answer: Path) -> Any:
    """What some work gives, done by a fork of this process."""
    child = os.fork()
    if not child:
        try:
            answer.write_text(json.dumps(work()), "utf-8")
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    return json.loads(answer.read_text("utf-8"))


def lines_of_parts(world: World) -> dict[str, tuple[int, int]]:
    """The first and the last line of each part of the release."""
    calls = Calls()
    sys.settrace(calls)
    world.release()
    sys.settrace(None)
    first = calls.first | {"": calls.seen}
    return {part: (first[begin] + 1, first[end]) for part, (begin, end) in PARTS.items()}


def completed(world: World) -> dict[str, Any]:
    """What stands there after a kill; then the person goes on, by what the ledger says, and all of it is there."""
    before = world.charges()
    assert len(before["ours"]) <= 1
    state, number = (
        ("not charged", 0) if not before["ours"] else (before["ours"][0]["state"], before["ours"][0]["number"])
    )
    words = {"not charged": ["release", world.project], "not drawn": ["complete", number, world.project]}
    code, said = world.says(*words.get(state, ["receipt", number]), "--out", world.out)
    assert code == 0, said
    after = world.charges()
    (charge,) = after["ours"]
    assert charge["state"] == "exported" and number in (0, charge["number"])
    assert before["ours"] == [] or before["ours"][0]["result"] in (None, charge["result"]), "another result"
    code, said = world.says("verify", world.out / "receipt.json")
    assert code == 0, said
    assert {file.name for file in world.out.iterdir() if file.suffix != ".new"} == {
        "receipt.json", "receipt.csv", "receipt.pdf", "certificate.pdf", "registry.yaml",
    }  # fmt: skip
    assert not [name for _, folders, _ in os.walk(world.home) for name in folders if name.startswith("work-")]
    return {"state": state, "others": after["others"]}


def main(part: str, kills: int, folder: Path) -> None:
    """Kills spread evenly over the lines of one part."""
    READERS.are_apart = False
    whole = World(folder / "whole")
    first, last = forked(lambda: lines_of_parts(whole), folder / "answer")[part]
    others = forked(lambda: whole.charges()["others"], folder / "answer")
    assert others
    met = Counter()
    for place in range(kills):
        moment = first + (last - first) * place // kills
        world = World(folder / str(place))
        assert killed(world.release, moment), f"not killed at {moment}"
        found = forked(lambda world=world: completed(world), folder / "answer")
        assert found["others"] == others, "a charge of another table was lost"
        met[found["state"]] += 1
        shutil.rmtree(world.folder)
    print(json.dumps({"kills": met.total(), "met": met}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
