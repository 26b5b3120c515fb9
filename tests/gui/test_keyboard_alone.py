"""Whole jobs by keys alone, from a file to the receipt of each kind of question: no mouse, no hidden hand."""

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from tests.gui.hands import KEY, Hands
from tests.gui.hearing import name
from tests.receipts import statement

ROWS = [f"{20 + i % 50},{'yes' if i % 3 else 'no'},{'no' if i % 4 else 'yes'},{i * 10}" for i in range(60)]


@pytest.fixture
def hands(studio, tmp_path):
    """Somebody at the keyboard, whose file dialogs lead to the table and to a folder; the table is private."""
    file = tmp_path / "patients.csv"
    file.write_text("age,smoker,diabetic,costs\n" + "\n".join(ROWS) + "\n", "utf-8")
    studio.answers |= {"open_files": [[str(file)]], "folder": [str(tmp_path / "out")]}
    made = Hands(studio)
    made.keys("Ctrl+T")
    made.choose("Role of the table", "Private")
    made.choose("Is the first line a header?", "Yes, it names the columns")
    return made


def protect(hands, relation: str) -> None:
    hands.choose("Rows and people", "Each row is one person")
    hands.choose("Neighbour relation", relation)


def declare(hands, column: str, kind: str) -> None:
    """Say on the Tables tab of what type a column is that the question reads."""
    hands.keys("Alt+1")
    hands.pick(f"{column}: Type", kind)


def release(hands, studio, folder, limit: str = "3"):
    """Type a limit, release, and export the receipt; what it states."""
    hands.keys("Alt+4")
    hands.fill("Limit of this table (ε)", limit)
    assert studio.missing == []
    hands.keys("Alt+5")
    hands.push("Release…")
    assert hands.called == "Yes, draw once", "the keyboard is where it is asked once more"
    hands.press(KEY.Key_Return)
    studio.settle()
    studio.qtbot.waitUntil(lambda: hands.here is studio.window.release_tab.result.spoken)
    hands.push("Export receipt…")
    return statement(folder / "receipt.json")


def test_a_choice(studio, hands, tmp_path):
    """What costs are nearest to the middle."""
    protect(hands, "Add or remove one person")
    hands.keys("Alt+2")
    hands.choose("What do you want?", "Choose the best")
    hands.choose("Kind of candidates", "A grid of numbers")
    for field, text in (("Start", "0"), ("Stop", "500"), ("Step", "100")):
        hands.fill(field, text)
    hands.keys("Alt+3")
    hands.choose("Score rule", "Middle value")
    hands.pick("Column", "costs")
    declare(hands, "costs", "whole number")
    hands.push("Read it so")
    receipt = release(hands, studio, tmp_path / "out")
    assert receipt["result"]["chosen"] in [str(100 * place) for place in range(6)]


def test_two_figures(studio, hands, tmp_path):
    protect(hands, "Add or remove one person")
    hands.keys("Alt+2")
    hands.choose("What do you want?", "Publish figures")
    hands.push("Add a figure: Count")
    hands.push("Add a condition")
    hands.pick("Only rows whose", "smoker")
    hands.fill("Value", "yes")
    hands.push("Add a figure: Sum")
    hands.pick("Column", "costs")
    hands.fill("Share of ε", "3/4")
    declare(hands, "smoker", "yes / no")
    declare(hands, "costs", "whole number")
    hands.push("Read it so")
    hands.fill("costs: Least value", "0")
    hands.fill("costs: Greatest value", "600")
    receipt = release(hands, studio, tmp_path / "out")
    assert [each["share_of_budget"] for each in receipt["mechanism"]["noises"]] == ["0.25", "0.75"]


def test_a_survey(studio, hands, tmp_path):
    protect(hands, "Replace one person by another")
    hands.keys("Alt+2")
    hands.choose("What do you want?", "Ask each person")
    hands.pick("Column with the answers", "diabetic")
    hands.fill("Possible answers, one per line", "yes\nno")
    hands.fill("Number of people (public)", "60")
    declare(hands, "diabetic", "yes / no")
    hands.push("Read it so")
    hands.fill("diabetic: A blank counts as", "no")
    receipt = release(hands, studio, tmp_path / "out")
    assert sum(int(each["count"]) for each in receipt["result"]["randomized_counts"]) == 60


def test_a_synthetic_table(studio, hands, tmp_path):
    protect(hands, "Replace one person by another")
    hands.keys("Alt+2")
    hands.choose("What do you want?", "A synthetic table")
    hands.pick("Yes/no column 1", "smoker")
    hands.push("Add a column")
    hands.pick("Yes/no column 2", "diabetic")
    hands.choose("What it must get right", "Each pair of columns")
    hands.fill("Number of people (public)", "60")
    hands.fill("Error α of any share", "0.6")
    receipt = release(hands, studio, tmp_path / "out")
    table = (tmp_path / "out" / "synthetic.csv").read_text("utf-8-sig").split()
    assert len(table) == 1 + len(receipt["result"]["table"]["rows"])


def test_on_the_way_to_a_page_nothing_else_has_the_keyboard(studio, hands):
    """A reader would say whatever had it for a moment."""
    heard: list[QWidget] = []
    note = lambda _, now: heard.append(now) if now is not None else None  # noqa: E731 - taken off again
    QApplication.instance().focusChanged.connect(note)
    for place in (2, 3, 4, 5, 6, 1, 6, 4):
        hands.press(KEY.Key_Tab, 2)
        heard.clear()
        hands.keys(f"Alt+{place}")
        assert heard == [hands.here], [name(each) for each in heard]
    QApplication.instance().focusChanged.disconnect(note)


@pytest.mark.parametrize("key", [KEY.Key_Right, KEY.Key_Down])
def test_the_arrow_keys_come_to_every_option_on_however_many_lines_they_stand(studio, hands, key):
    hands.keys("Alt+3")
    hands.into("Score rule")
    rules = studio.window.score.fields["rule.kind"].buttons
    assert len({each.y() for each in rules.values()}) > 1
    hands.press(KEY.Key_Space)
    for value, rule in [*list(rules.items())[1:], next(iter(rules.items()))]:
        hands.press(key)
        assert hands.here is rule
        assert studio.plan.rule.kind == value
    hands.press(KEY.Key_Left)
    assert studio.plan.rule.kind == list(rules)[-1]
    studio.settle()
