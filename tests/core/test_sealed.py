"""What was computed from private rows is opened by a charged draw, or by a look that the ledger holds; no other way."""

import copy
import json
import pickle
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dpstudio.core.errors import Refusal
from dpstudio.core.preview.distribution import Badge
from dpstudio.core.preview.inspection import inspect
from dpstudio.core.preview.simulation import simulate
from dpstudio.core.receipt.renderings import table_csv, to_csv, to_json, to_pdf
from dpstudio.core.release import plan_digest, read, sample
from dpstudio.core.sealed import Sealed, Shown, looked_at
from dpstudio.core.tables.granting import grant, grant_look
from dpstudio.core.tables.permit import Inspection, Permit
from dpstudio.core.tables.schema import Role, Source
from dpstudio.core.unsealing import inspected, opened, permitted
from dpstudio.kinds.choose.comparison import compare
from dpstudio.kinds.choose.previewing import of_choice
from dpstudio.kinds.measure.previewing import of_figures
from dpstudio.kinds.synthesize.previewing import of_tables
from tests.conftest import Seeded
from tests.core.test_values import CHOICE, MEASURED, QUESTIONS, SURVEY, SYNTHETIC

TABLE = Source("text", text="x,s\n" + "7391,yes\n" * 9)
NINE = tuple(replace(asked, source=TABLE) for asked in QUESTIONS)
LOOKS = {
    "law of a choice": lambda found: of_choice(CHOICE, found, Badge.SAMPLE),
    "comparison": lambda found: compare(CHOICE, found),
    "law of figures": lambda found: of_figures(MEASURED, found),
    "law of tables": lambda found: of_tables(SYNTHETIC, found, 9, Badge.SAMPLE),
    "json": to_json,
    "csv": to_csv,
    "pdf": to_pdf,
    "table": table_csv,
    **{f"frequencies {type(a).__name__}": lambda found, a=a: simulate(a, found, 3, Seeded("s")) for a in QUESTIONS},
}


def kind(asked):
    return type(asked).__name__


@pytest.mark.parametrize("asked", NINE, ids=kind)
def test_what_was_read_shows_nothing_of_itself(asked, tmp_path):
    sealed = read(asked, tmp_path / "w", lambda _: None)
    assert {str(sealed), repr(sealed), f"{sealed}"} == {"Sealed()"}
    assert not hasattr(sealed, "__dict__")
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy, json.dumps, list, len, iter, float):
        with pytest.raises(TypeError):
            attempt(sealed)


@pytest.mark.parametrize("look", list(LOOKS))
@pytest.mark.parametrize("asked", NINE, ids=kind)
def test_private_answers_are_refused_by_every_preview_and_exporter(asked, look, tmp_path):
    sealed = read(asked, tmp_path / "w", lambda _: None)
    for private in (sealed, opened(sealed, 1)):
        with pytest.raises((TypeError, AttributeError)):
            LOOKS[look](private)


@pytest.mark.parametrize("asked", NINE, ids=kind)
def test_only_a_sample_is_looked_at_and_a_private_table_is_not_even_read(asked, tmp_path):
    permit = grant(asked.source, Role.SAMPLE)
    assert isinstance(sample(asked, permit, tmp_path / "w", lambda _: None), Shown)
    absent = Source("text", str(tmp_path / "absent"))
    sealed = read(asked, tmp_path / "w", lambda _: None)
    for wrong in (None, grant(absent, Role.SAMPLE), grant(asked.source, Role.PUBLIC)):
        with pytest.raises(Refusal, match="gives its contents away"):
            permitted(sealed, wrong)
        with pytest.raises(Refusal, match="gives its contents away"):
            sample(replace(asked, role=Role.SAMPLE, source=absent), None, tmp_path / "w", lambda _: None)


def test_a_permit_is_made_by_the_gate_alone_and_never_for_a_private_table():
    permit = grant(TABLE, Role.SAMPLE)
    for attempt in (
        lambda: Permit(object(), TABLE, Role.SAMPLE),
        lambda: Permit(None, TABLE, Role.PUBLIC),
        lambda: grant(TABLE, Role.PRIVATE),
        lambda: replace(permit, seal=object(), source=Source("text", "private.csv")),
    ):
        with pytest.raises(TypeError, match="Only the gate"):
            attempt()
    with pytest.raises(ValueError, match="InitVar"):
        replace(permit, source=Source("text", "private.csv"))


@pytest.mark.parametrize("asked", NINE, ids=kind)
def test_a_look_opens_one_question_of_one_table(asked, tmp_path):
    leave = grant_look(asked.source, plan_digest(asked))
    assert inspect(asked, leave, tmp_path / "w", lambda _: None).answers.rows
    other = replace(asked, epsilon=Fraction(1, 7))
    elsewhere = grant_look(Source("text", "private.csv"), plan_digest(asked))
    for question, wrong in ((other, leave), (asked, elsewhere), (asked, grant(TABLE, Role.SAMPLE)), (asked, None)):
        with pytest.raises(TypeError, match="only a look that is in the ledger"):
            inspect(question, wrong, tmp_path / "w", lambda _: None)


@pytest.mark.parametrize("look", list(LOOKS))
@pytest.mark.parametrize("asked", NINE, ids=kind)
def test_what_was_seen_is_taken_by_no_preview_or_exporter_and_cannot_be_stored(asked, look, tmp_path):
    view = inspect(asked, grant_look(asked.source, plan_digest(asked)), tmp_path / "w", lambda _: None)
    for seen in (view, view.answers, *view.laws):
        with pytest.raises((TypeError, AttributeError)):
            LOOKS[look](seen)
        for attempt in (pickle.dumps, copy.copy, copy.deepcopy, json.dumps):
            with pytest.raises(TypeError):
                attempt(seen)
        assert "7391" not in re.sub("0x[0-9a-f]+", "", f"{seen}{seen!r}")  # where it lies is chance
    with pytest.raises(TypeError, match="only what follows from a sample"):
        looked_at(view)


def test_leave_for_a_look_is_given_by_the_gate_alone():
    leave = grant_look(TABLE, "digest")
    for attempt in (
        lambda: Inspection(object(), TABLE, "digest"),
        lambda: Inspection(None, TABLE, "digest"),
        lambda: replace(leave, seal=object(), plan="other"),
    ):
        with pytest.raises(TypeError, match="Only the gate"):
            attempt()
    with pytest.raises(TypeError, match="only a look"):
        inspected(Sealed([1], TABLE), leave, "other")


def test_without_a_charge_nothing_opens():
    sealed = Sealed([1, 2], TABLE)
    assert opened(sealed, 1) == [1, 2]
    for wrong in (0, -1, None, True, Fraction(1)):
        with pytest.raises(TypeError, match="only a charge"):
            opened(sealed, wrong)
    with pytest.raises(TypeError, match="only a charge"):
        opened([1, 2], 1)


def test_the_name_of_what_is_inside_stands_in_two_files_only():
    root = Path(__file__).resolve().parents[2] / "dpstudio"
    inside = [path.name for path in root.rglob("*.py") if "_Sealed__" in path.read_text()]
    assert inside == ["unsealing.py"]
    assert SURVEY.role is Role.PRIVATE
