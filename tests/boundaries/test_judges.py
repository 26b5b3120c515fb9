"""Who judges the program from outside knows its command line, and from where it takes random words; nothing else.

So the judges stand while the inside is rebuilt. What still looks inside is counted here, file by file, and may only
become less.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
OUTSIDE = {"dpstudio", "dpstudio.cli", "dpstudio.core.entropy"}
JUDGES = ("judges", "gate", "recorded")
HELPERS = {"tests.receipts", "tests.conftest", "tests.databases.servers", "tests.gui.studio", "tests.turns"}
INSIDE = {
    "judges/door.py": 5,  # thousands of releases, too many for the command line
    "judges/test_same_output.py": 12,  # looks for the words that force an output, in thousands of draws
    "judges/test_border_words_coins.py": 3,  # samplers, word by word
    "judges/test_border_words_mechanisms.py": 3,
    "judges/test_border_words_noise.py": 3,
    "judges/test_border_words_releases.py": 13,  # each kind of figure is a module
    "judges/test_border_words_selections.py": 5,
    "gate/looking.py": 3,  # a look, which the window alone can make
    "gate/journey.py": 5,  # the window itself
    "gate/said.py": 1,
    "gate/test_window.py": 4,
    "recorded/recording.py": 1,  # where readers may write, so that one serves many worlds
}


def imported(path: Path) -> set[str]:
    """Modules of the program that a file imports, and those that it names in a text."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            whole = (ROOT.parent / node.module.replace(".", "/")).is_dir()  # names in a package may be modules
            found |= {f"{node.module}.{each.name}" if whole else node.module for each in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set(re.findall(r"\bdpstudio\.(?:core|workspace|gui|verbs)[\w.]*", node.value))
    return found


def test_the_judges_know_the_command_line_alone_but_for_what_is_counted():
    files = [path for folder in JUDGES for path in sorted((ROOT / folder).rglob("*.py"))] + [ROOT / "receipts.py"]
    inside = {path: {each for each in imported(path) if each.startswith("dpstudio")} - OUTSIDE for path in files}
    found = {path.relative_to(ROOT).as_posix(): len(modules) for path, modules in inside.items() if modules}
    assert found == INSIDE


def test_what_the_judges_share_with_other_tests_is_listed():
    for path in (path for folder in JUDGES for path in (ROOT / folder).rglob("*.py")):
        shared = {each for each in imported(path) if each.startswith("tests.") and each.split(".")[1] not in JUDGES}
        unknown = {each for each in shared if not any(each.startswith(known) for known in HELPERS)}
        assert unknown == ({"tests.questions"} if path.name == "test_border_words_releases.py" else set()), path
