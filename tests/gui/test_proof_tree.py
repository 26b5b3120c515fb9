"""The proof of a score's sensitivity is a tree to a reader and to the keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from dpstudio.gui.tabs.derivation_card import ProofNode
from tests.gui.hands import Hands
from tests.gui.hearing import told
from tests.gui.test_whole_window import opened

KEY, ROLE, TEXT = Qt.Key, QAccessible.Role, QAccessible.Text


@pytest.fixture
def hands(studio, tmp_path):
    """The keyboard on the first line of the proof of a formula."""
    opened(studio, tmp_path, "formula")
    studio.tab("score")
    found = Hands(studio)
    found.go("Why: The whole formula")
    return found


def level(widget) -> int:
    return told(widget).attributesInterface().attributeValue(QAccessible.Attribute.Level)


def is_open(widget) -> bool:
    state = told(widget).state()
    assert bool(state.expandable)
    assert bool(state.expanded) != bool(state.collapsed)
    return bool(state.expanded)


def test_a_reader_is_told_of_a_tree_with_levels_figures_and_what_is_open(studio, hands):
    nodes = studio.window.score.derivation.findChildren(ProofNode)
    (whole,) = [each for each in nodes if each.is_whole]
    assert (told(whole).role(), told(whole).text(TEXT.Name)) == (ROLE.Tree, "Proof")
    assert (told(hands.here).role(), level(hands.here), is_open(hands.here)) == (ROLE.TreeItem, 1, False)
    assert told(hands.here).text(TEXT.Description) == "Δ = 23, R = 24"
    hands.press(KEY.Key_Right)
    assert is_open(hands.here)
    assert told(hands.here).text(TEXT.Description).startswith("Δ = 23, R = 24. ")
    hands.press(KEY.Key_Right)
    assert (told(hands.here).role(), level(hands.here), is_open(hands.here)) == (ROLE.TreeItem, 2, False)


def test_the_arrow_keys_go_through_the_proof_as_through_any_tree(hands):
    whole = hands.here
    hands.press(KEY.Key_Up)
    hands.press(KEY.Key_Left)
    assert hands.here is whole
    hands.press(KEY.Key_Right, 2)
    first = hands.here
    assert first is not whole
    hands.press(KEY.Key_Down)
    second = hands.here
    assert second not in (whole, first)
    hands.press(KEY.Key_Up)
    assert hands.here is first
    hands.press(KEY.Key_Right)
    assert hands.here is first
    assert is_open(first)
    hands.press(KEY.Key_Right)
    assert level(hands.here) == 3
    hands.press(KEY.Key_Left)
    assert hands.here is first
    hands.press(KEY.Key_Left)
    assert hands.here is first
    assert not is_open(first)
    hands.press(KEY.Key_Left)
    assert hands.here is whole
    hands.press(KEY.Key_End)
    last = hands.here
    hands.press(KEY.Key_Down)
    assert hands.here is last
    hands.press(KEY.Key_Home)
    assert hands.here is whole
    hands.press(KEY.Key_Left)
    assert not is_open(whole)
    hands.press(KEY.Key_End)
    assert hands.here is whole, "nothing else is open"


def test_space_and_enter_open_a_line_of_the_proof(hands):
    hands.press(KEY.Key_Space)
    assert is_open(hands.here)
    hands.press(KEY.Key_Return)
    assert not is_open(hands.here)
