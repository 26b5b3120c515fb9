"""How much the judges try is counted, so that no case of them is lost unnoticed."""

import ast
from pathlib import Path

from dpstudio.core.mechanisms import NOISES, SELECTIONS
from tests.gate.sequences import ACTIONS, long_ones, rotation, up_to
from tests.judges import laws, test_faults, test_neighbouring_files, test_recomputed_receipts, test_whole_release
from tests.judges.writers import WRITERS
from tests.recorded import recording
from tests.turns import FOLDERS, PRODUCTS, WIDE, WIDEST, turns

ROOT = Path(__file__).parents[2]


def functions_of(entropy: str) -> set[str]:
    """The public functions of the samplers that take random words."""
    found = set()
    for path in (ROOT / "dpstudio/core/sampling").glob("*.py"):
        made = [each for each in ast.parse(path.read_text("utf-8")).body if isinstance(each, ast.FunctionDef)]
        found |= {each.name for each in made if entropy in {argument.arg for argument in each.args.args}}
    return {name for name in found if not name.startswith("_")}


def called_in(path: Path) -> set[str]:
    """The names of all functions that a file calls."""
    calls = (each.func for each in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(each, ast.Call))
    return {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in calls}


def test_every_sampler_is_fed_the_words_around_its_thresholds():
    samplers = functions_of("entropy")
    assert len(samplers) >= 14
    judges = (ROOT / "tests/judges").glob("test_border_words_*.py")
    assert samplers - set().union(*map(called_in, judges)) == set()


def test_three_hundred_pairs_of_files_are_tried_in_every_run_and_twenty_thousand_in_the_long_one():
    assert len(WRITERS) * test_neighbouring_files.A_RUN >= 300
    assert turns("judges/test_neighbouring_files.py", one_of_many=True) == 1
    each = len(test_neighbouring_files.SEEDS) * test_neighbouring_files.MANY
    assert each >= 500
    assert len(WRITERS) * each >= 20_000


def test_tests_that_take_turns_are_there():
    assert [place for place in (*FOLDERS, *WIDEST, *WIDE, *PRODUCTS) if not (ROOT / "tests" / place).exists()] == []
    assert turns("gui/test_law.py", one_of_many=False) == 24
    assert turns("test_keeping.py", one_of_many=False) == 9
    assert turns("test_python.py", one_of_many=False) == 4
    assert turns("judges/test_holes.py", one_of_many=True) == 4
    assert turns("judges/test_holes.py", one_of_many=False) == 1


def test_every_sequence_of_three_steps_and_three_hundred_of_six_are_tried():
    assert {"private", "public", "sample", "changed file", "same file again", "pasted", "undo", "save", "reopen",
            "other ledger"} <= set(ACTIONS)  # fmt: skip
    assert len(set(up_to(2))) == len(ACTIONS) ** 2 == 11 * 11
    for seed in ("window", "command line"):
        tried = long_ones(seed)
        assert len({each for each in tried if len(each) == 3}) == len(ACTIONS) ** 3
        assert len({each for each in tried if len(each) == 6}) == 300
        assert {len(each) for each in rotation(seed)} == {3, 4, 5, 6}


def test_whole_releases_are_judged_for_each_mechanism_noise_and_relation():
    names = set(test_whole_release.CASES)
    assert set(laws.SELECTIONS) == set(SELECTIONS)
    relations = ("add_remove", "replace_one")
    wanted = {f"{form}, {relation}, {rest}" for form in SELECTIONS for relation in relations
              for rest in ("1 of many", "40 of many", "the neighbour")}  # fmt: skip
    wanted |= {f"weights, {relation}, {many} of many" for relation in relations for many in (1, 10)}
    wanted |= {f"{kind}, {noise}, {relation}" for kind in ("histogram", "groups", "count", "total", "mean")
               for noise in NOISES for relation in relations}  # fmt: skip
    wanted |= {f"public mean, {noise}, replace_one" for noise in NOISES}
    wanted |= {f"a line, {relation}" for relation in relations} | {"2 answers", "5 answers", "a synthetic table"}
    assert wanted - names == set()


def test_receipts_are_recomputed_for_each_kind_mechanism_and_unit():
    assert set(test_recomputed_receipts.MECHANISMS) == set(SELECTIONS)
    assert len(test_recomputed_receipts.EVERY_CHOICE) == len(test_recomputed_receipts.CHOICES) * len(SELECTIONS) * 4
    figures = len(test_recomputed_receipts.FIGURES)
    assert len(test_recomputed_receipts.EVERY_FIGURE) == len(NOISES) * (4 * figures - 3)


def test_what_the_documents_count_is_so_many():
    said = " ".join((ROOT / "docs/architecture.md").read_text("utf-8").split())
    assert f"holds {len(recording.NAMES)} questions" in said
    assert "some three hundred faults" in said
    assert abs(len(test_faults.FAULTS) - 300) <= 20
