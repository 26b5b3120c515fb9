"""Every value of a receipt has a shape, and what has another one is found out by dpstudio and by the small verifier."""

from itertools import islice

import pytest

from dpstudio.core.errors import InputError
from dpstudio.workspace.verifying.verify import Keys, verify
from tests.verifying.alterations import altered, dotted, places
from tests.verifying.receipts import PLANS, document, resigned

# What a text can be that is one of few, or has a form of its own: each with wrong ones beside what no text can be.
HANDLES = ("", "h", "5" * 31, "5" * 33, "G" * 32, "A" * 32, "5" * 31 + "\n", "a\nb", "x" * 500)
DIGESTS = ("", "a" * 63, "a" * 65, "A" * 64, "g" * 64, "a" * 63 + "\n")
VERSIONS = ("", "1.0\n", "1 0", "\x1b[31m", "1\u20282")
LINES = ("a\nb", "a\rb", "\x1b[31mred", "\x00", "a\x85b", "a\u2028b")
RATIONALS = (
    "", "x", "1e3", "+1", "01", "1.0", ".5", "1.", "2/4", "1/2", "1/0", "-0", "0.10", "1_0", " 1", "1\n", "٣", "NaN",
)  # fmt: skip
SHAPES = {
    "accounting.dataset": HANDLES,
    "accounting.composition": ("", "only the largest ε counts"),
    "ledger_head": DIGESTS,
    "previous_receipt": DIGESTS,
    "question.candidates.sha256": DIGESTS,
    "software.dependencies.sha256": DIGESTS,
    "date": ("", "20261122", "2026-13-01", "2026-02-30", "2026-11-22T10:00", "2026-W01-1", "22.11.2026", "٢٠٢٦-11-22"),
    "software.program": ("", "another"),
    "software.version": VERSIONS,
    "software.python": VERSIONS,
    "software.dependencies.versions": VERSIONS,
    "name": LINES,
    "issued.issued_by": ("", *LINES),
    "issued.purpose": ("", *LINES),
    "issued.why_epsilon": ("", *LINES),
    "deployment_model": ("", "local"),
    "privacy_unit.neighbour_relation": ("", "add_removed", "replace"),
    "privacy_parameters.variant": ("", "purest", "Pure"),
    "mechanism.range_sensitivity_origin": ("", "believed"),
    "kind": ("", "receipt"),
}
ONE_OF_EACH = ("weights", "several, rows, replace one", "survey c", "pairs")
COUNTS = {
    "accounting.ledger_counter": 1,
    "accounting.releases_not_exported": 0,
    "accounting.forfeited_charges": 0,
    "privacy_unit.rows_per_person": 1,
    "mechanism.draws": 1,
}
# What may be null where another source is read, or another rule.
OPTIONAL = {f"reading.{name}" for name in ("delimiter", "encoding", "header", "lines_left_out_at_end")}
OPTIONAL |= {
    f"question.{name}" for name in ("score_formula", "figures.bins", "columns.true_words", "columns.false_words")
}
OPTIONAL |= {"question.columns.bounds", "question.candidates.weights", "question.candidates.weights.values"}


@pytest.fixture
def crossed(tmp_path, small):
    """Who crosses a statement that is signed anew: dpstudio, the small verifier."""

    def crossed(statement):
        file = tmp_path / "receipt.json"
        file.write_bytes(resigned(statement))
        try:
            ours = verify([file], Keys({}), lambda _: None)[0].broken
        except InputError:
            ours = True
        try:
            theirs = any(held is False for _, held, _ in small.Receipt(file).checks())
        except small.WRONG:
            theirs = True
        return ours, theirs

    return crossed


def leaves():
    """Each value of a statement once, by its dotted name and its type, with a receipt that has it.

    Whoever signs anew is named there anyway: who signs is looked at elsewhere.
    """
    seen = {}
    for name in PLANS:
        for place, value in places(document(name).receipt.statement):
            where = "software.dependencies.versions" if "versions" in place else dotted(place)
            seen.setdefault((where, type(value)), (name, place, value))
    return {key: found for key, found in seen.items() if not key[0].startswith("signer.")}


def of_other_types(where, value, nullable):
    """Values of other types than the one that stands there."""
    others = (None, True, 7, "7x", 0.5, [], {}, [value], {"a": value})
    for other in others if value is not None else ([0], {"a": 0}, 0.5):
        if type(other) is not type(value) and (other is not None or where not in nullable):
            yield other


def other_types():
    """Every statement with a value of another type at one place, and which."""
    every = leaves()
    nullable = OPTIONAL | {where for where, kind in every if kind is type(None)}
    for (where, _), (name, place, value) in every.items():
        for other in of_other_types(where, value, nullable):
            yield f"{where} = {other!r}", altered(document(name).receipt.statement, place, other)


def test_a_part_of_all_values_of_another_type(crossed):
    for what, statement in islice(other_types(), 0, None, 4):
        assert crossed(statement) == (True, True), what


@pytest.mark.long
def test_no_value_of_another_type_stands_anywhere(crossed):
    seen = 0
    for what, statement in other_types():
        assert crossed(statement) == (True, True), what
        seen += 1
    assert seen > 1000


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_no_list_and_no_record_gives_way_to_something_else(crossed, name):
    statement = document(name).receipt.statement
    for place in {leaf[:end] for leaf, _ in places(statement) for end in range(1, len(leaf))} - {("signer",)}:
        for other in ("x", 7, *([] if dotted(place) in OPTIONAL else [None])):
            assert crossed(altered(statement, place, other)) == (True, True), f"{place} = {other!r}"


@pytest.mark.parametrize("where", SHAPES)
def test_no_text_of_another_shape_stands_where_it_has_one(crossed, where):
    name, place, _ = next(found for (each, kind), found in leaves().items() if each == where)
    for text in SHAPES[where]:
        assert crossed(altered(document(name).receipt.statement, place, text)) == (True, True), text


def test_each_rational_is_written_in_one_way(crossed):
    statement, place = document("votes, rows, add or remove").receipt.statement, ("accounting", "cap_delta")
    for text in RATIONALS:
        assert crossed(altered(statement, place, text)) == (text != "1/3", text != "1/3"), text


@pytest.mark.parametrize("where", COUNTS)
def test_a_small_count_is_a_number_of_json_and_never_too_small_or_large(crossed, where):
    statement, place = document("votes, rows, add or remove").receipt.statement, tuple(where.split("."))
    for wrong in (COUNTS[where] - 1, 1 - 2**53, "1", "9007199254740992", str(10**40), "-1"):
        assert crossed(altered(statement, place, wrong)) == (True, True), wrong
