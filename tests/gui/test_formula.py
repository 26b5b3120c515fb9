"""Every kind of score rule built by clicks and keys: the form, the text and the tree in step."""

import pytest
from PySide6.QtWidgets import QLabel

from dpstudio.core.scores.language import parser
from dpstudio.gui.picture.place import PicturePlace
from dpstudio.gui.tabs.derivation_card import ProofNode

TABLE = "who,choice,likes,limit,owes,tea,milk\n" + "\n".join(
    f"p{i},{'tea' if i % 3 else 'milk'},{'tea;milk' if i % 2 else 'milk'},{i % 9},{'yes' if i % 4 else 'no'},yes,no"
    for i in range(40)
)


@pytest.fixture
def asked(studio, tmp_path):
    """A private table of 40 people and two typed candidates; returns the table's card."""
    path = tmp_path / "people.csv"
    path.write_text(TABLE, "utf-8")
    card = studio.open_private(path)
    studio.protect_rows("add_remove")
    return card


def candidates(studio, text):
    window = studio.window
    studio.tab("question")
    studio.option(window.question.fields["candidates.kind"], "list")
    studio.type(window.question.fields["candidates.text"], text)
    studio.settle()


def declare(studio, card, name, kind, **fields):
    studio.tab("tables")
    editor = card.editor(name)
    studio.choose(editor.kind, kind)
    studio.read_so(card)
    for field, text in fields.items():
        studio.type(editor.fields[field], text)
    studio.tab("score")


def texts(widget):
    return [node._node.step.what for node in widget.findChildren(ProofNode)]


# the form, its column, how the column is declared, the candidates, and the text that must appear
FORMS = [
    ("votes", "choice", "one choice (category)", {}, "tea\nmilk", "count(choice = candidate)"),
    ("revenue", "limit", "whole number", {}, "1\n5", "candidate * count(limit >= candidate)"),
    ("median", "limit", "whole number", {}, "1\n5", "-abs(count(limit < candidate) - count(limit > candidate))"),
    (
        "nearness", "limit", "whole number", {"lower": "0", "upper": "9"}, "1\n5", "-sum(abs(limit - candidate))",
    ),
    (
        "nearness_of_sums", "limit", "whole number", {"lower": "0", "upper": "9"}, "1\n5",
        "-abs(sum(limit - candidate))",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "column", "declared", "fields", "labels", "text"), FORMS, ids=[f[0] for f in FORMS])
def test_a_form_writes_its_text_and_its_tree(studio, asked, kind, column, declared, fields, labels, text):
    candidates(studio, labels)
    window = studio.window
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], kind)
    if kind == "votes":
        studio.option(window.score.fields["rule.style"], "one_column")
    studio.choose(window.score.columns[0], column)
    declare(studio, asked, column, declared, **fields)
    studio.settle()
    assert window.score.formula.editor.toPlainText() == text
    assert texts(window.score.derivation)[0] == text


@pytest.mark.parametrize(("kind", "column", "declared", "fields", "labels", "text"), FORMS, ids=[f[0] for f in FORMS])
def test_the_text_of_a_form_chooses_the_form(studio, asked, kind, column, declared, fields, labels, text):
    candidates(studio, labels)
    window = studio.window
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "formula")
    studio.type(window.score.formula.field, text.replace(" ", ""))
    declare(studio, asked, column, declared, **fields)
    studio.settle()
    assert studio.plan.rule.kind == kind
    assert window.score.fields["rule.kind"].buttons[kind].isChecked()
    assert window.score.columns[0].editor.currentData() == column
    assert texts(window.score.derivation)[0] == text


OWN = [
    ('count(owes and choice = candidate)', {"owes": "yes / no", "choice": "one choice (category)"}, 1, 1),
    ("2 * count(likes has candidate)", {"likes": "several choices in a cell"}, 2, 2),
    ("count(own_column() and owes)", {"owes": "yes / no"}, 1, 1),
    (
        "sum(clip(limit, 0, 5) where choice = candidate)",
        {"limit": "whole number", "choice": "one choice (category)"},
        5,
        5,
    ),
    ('sum(if(limit between 2 and 4, 3, 1) where not choice != candidate)',
     {"limit": "whole number", "choice": "one choice (category)"}, 3, 3),
    ('min(count(choice = candidate), 7) - 0.5 * count(choice in ("tea", "milk") and limit > 3)',
     {"limit": "whole number", "choice": "one choice (category)"}, 1, 1),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kinds", "delta", "spread"), OWN)
def test_an_own_formula_is_typed_proved_and_released(studio, asked, text, kinds, delta, spread):
    candidates(studio, "tea\nmilk")
    window = studio.window
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "formula")
    studio.type(window.score.formula.field, text)
    for name, kind in kinds.items():
        declare(studio, asked, name, kind)
    studio.settle()
    assert studio.plan.rule.kind == "formula"
    found = window.session.resolved.scores.sensitivity
    assert (found.delta, found.range) == (delta, spread)
    studio.tab("privacy")
    studio.type(window.privacy.fields["privacy.cap"], "1")
    studio.settle()
    assert studio.missing == []
    studio.tab("release")
    said = [label.text() for label in window.release_tab.findChildren(QLabel)]
    assert any("dpstudio reads the table once" in text for text in said)
    assert not any("all different" in text for text in said)
    studio.click(window.release_tab.release_button)
    studio.click(window.release_tab.confirm_button)
    studio.settle()
    question = window.session.release.statement["question"]
    assert question["score_formula"]
    assert window.session.release.lines[0]["value"] in ("tea", "milk")


def test_a_mistake_is_underlined_where_it_stands(studio, asked):
    candidates(studio, "tea\nmilk")
    window = studio.window
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "formula")
    studio.type(window.score.formula.field, "count(chioce = candidate)")
    studio.settle()
    assert "Did you mean “choice”?" in "\n".join(each.text() for each in window.score.formula.findChildren(QLabel))
    (mark,) = window.score.formula.editor.extraSelections()
    assert mark.cursor.selectedText() == "chioce"
    assert any("no column “chioce”" in sentence for sentence in studio.missing)
    studio.type(window.score.formula.field, "count(choice = candidate)")
    assert window.score.formula.editor.extraSelections() == []


@pytest.mark.parametrize(
    ("text", "place", "underlined"),
    [
        ("count(\n  choice = candidate\n) + cuont(owes)", "Line 3, character 5: ", "cuont"),
        ("count(\n  chioce = candidate\n)", "Line 2, character 3: ", "chioce"),
        ("count(choice = candidate)\n+ 2^3", "Line 2, character 4: ", "^"),
        ("count(choice = candidate)\n+ abs(1, 2)", "Line 2, character 3: ", "abs"),
        ("count(choice = candidate) + 2^3", "Character 30: ", "^"),
        ("count(choice = candidate\n", "A bracket is not closed.", "candidate"),
    ],
    ids=["function", "column", "sign", "arguments", "one line", "end"],
)
def test_a_mistake_in_a_formula_of_several_lines_is_told_by_its_line(studio, asked, text, place, underlined):
    candidates(studio, "tea\nmilk")
    formula = studio.window.score.formula
    studio.tab("score")
    studio.option(studio.window.score.fields["rule.kind"], "formula")
    studio.type(formula.field, text)
    studio.settle()
    said = [each.text() for each in formula.findChildren(QLabel) if each.isVisible()]
    assert any(each.startswith(place) for each in said), said
    (mark,) = formula.editor.extraSelections()
    assert mark.cursor.selectedText() == underlined


def test_one_over_the_distance_is_refused_while_typing_and_mended_by_one_click(studio):
    """The secret society: u = 1/d."""
    window = studio.window
    studio.demonstration("city")
    studio.settle()
    studio.tab("score")
    near = "(abs(sum(latitude - candidate.latitude)) + abs(sum(longitude - candidate.longitude))) / 4"
    studio.type(window.score.formula.field, f"1 / ({near})")
    studio.settle()
    refusal = window.findChild(PicturePlace).refusal
    shifts = refusal.table.model()
    assert refusal.isVisible()
    assert [shifts.data(shifts.index(row, 3)) for row in range(3)] == ["66.2", "696.0", "6,996.0"]
    assert window.session.resolved.question is None
    assert window.score.formula.safe.text().strip() == "Use negative distance"
    studio.click(window.score.formula.safe)
    assert window.focusWidget() is window.score.formula.editor, "the button that was clicked is gone"
    studio.settle()
    assert studio.plan.rule.formula == f"-({near})"
    assert window.session.resolved.question is not None
    assert not refusal.isVisible()
    studio.keys("Ctrl+Z")
    assert studio.plan.rule.formula == f"1 / ({near})"


def test_a_share_of_a_private_number_is_refused_with_its_lesson(studio, asked):
    candidates(studio, "tea\nmilk")
    window = studio.window
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "formula")
    studio.type(window.score.formula.field, "count(choice = candidate) / count(owes)")
    declare(studio, asked, "choice", "one choice (category)")
    declare(studio, asked, "owes", "yes / no")
    studio.settle()
    assert window.findChild(PicturePlace).refusal.tabled.isVisible()
    studio.click(window.score.formula.safe)
    studio.settle()
    assert studio.plan.rule.kind == "votes"


def test_every_line_of_the_tree_opens_to_its_proof(studio):
    window = studio.window
    studio.demonstration("city")
    studio.settle()
    studio.tab("score")
    nodes = window.score.derivation.findChildren(ProofNode)
    closed = next(node for node in nodes if not node.toggle.isChecked())
    studio.click(closed.toggle)
    assert closed.toggle.isChecked()
    assert closed._body.isVisible()
    studio.click(closed.toggle)
    assert not closed._body.isVisible()


def test_a_database_that_does_not_answer_is_told_by_its_host_and_nothing_is_opened(studio):
    window = studio.window
    window.show_tab("tables")
    studio.answers["text"] = ["postgresql://anna:secret@127.0.0.1:9/clinic", "postgresql://anna@127.0.0.1:9/clinic"]
    studio.keys("Ctrl+Shift+D")
    studio.keys("Ctrl+Shift+D")
    studio.settle()
    assert studio.plan.tables == ()
    first, second = map(str, studio.answers["said"][-2:])
    assert "password" in first
    assert "127.0.0.1" in second
    assert "anna" not in first + second


def test_persons_without_a_column_that_tells_them_apart_are_counted_as_rows_by_one_click(studio, asked):
    candidates(studio, "tea\nmilk")
    window = studio.window
    studio.tab("score")
    studio.option(window.score.fields["rule.kind"], "formula")
    studio.type(window.score.formula.field, "persons(choice = candidate)")
    declare(studio, asked, "choice", "one choice (category)")
    studio.settle()
    assert any("belong to one person" in sentence for sentence in studio.missing)
    studio.click(window.score.formula.safe)
    studio.settle()
    assert studio.plan.rule.kind == "votes"


@pytest.mark.parametrize(
    "text",
    [
        "count(choice=candidate)",
        "-abs(count(limit<candidate)-count(limit>candidate))",
        'count(choice = candidate) - count(choice = "x")',
        "count(choice = candidate) / count(owes)",
    ],
)
def test_a_text_is_parsed_once_however_many_read_it(studio, asked, text, monkeypatch):
    """Counted in work: at each key what stands there is parsed at most once, and no other text."""
    candidates(studio, "1\n5")
    studio.tab("score")
    studio.option(studio.window.score.fields["rule.kind"], "formula")
    studio.settle()
    parsed, parse = [], parser._parsed
    monkeypatch.setattr(parser, "_parsed", lambda read: (parsed.append(read), parse(read))[1])
    studio.type(studio.window.score.fields["rule.formula"], text)
    studio.settle()
    assert text in parsed
    assert len(set(parsed)) == len(parsed)
    assert all(text.startswith(read) for read in parsed)
