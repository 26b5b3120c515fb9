"""Two files that differ in one person's rows, through every reader: nothing moves farther than is claimed.

Raw text is written, the program is asked on its command line, and a second evaluator, written from the mathematics and
docs/reading.md alone, must find the same scores, figures and answers.
"""

from itertools import count
from random import Random

import pytest

from tests.judges.neighbours import family, judged
from tests.judges.projects import Program, RefusedError, random_unit
from tests.judges.typed import is_pointed
from tests.judges.worlds import question
from tests.judges.writers import WRITERS

A_RUN, MANY, SEEDS = 22, 500, ("one", "two", "three")


def judge(reader: str, program: Program, seed: str, enough: int, size: int) -> None:
    """At least so many pairs of files; more questions must be answered than refused."""
    pairs = asked_for = refused = 0
    for number in count():
        pick = Random(f"{seed}/{reader}/{number}")
        here, asked = question(pick, random_unit(pick), pointed=is_pointed(reader))
        found = family(pick, here, asked, reader, size)
        try:
            mistakes = list(judged(pick, program, asked, reader, found))
        except RefusedError as error:
            refused += 1
            program.sentences.append(str(error))
            assert refused <= 5 + asked_for, program.sentences
            continue
        assert not mistakes, (asked.plan, mistakes)
        pairs, asked_for = pairs + len(found.pairs), asked_for + 1
        if pairs >= enough:
            break


@pytest.mark.parametrize("reader", list(WRITERS))
def test_one_persons_rows_move_nothing_farther_than_is_claimed(reader, tmp_path):
    judge(reader, Program(tmp_path), "ordinary", A_RUN, 5)


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("reader", list(WRITERS))
def test_one_persons_rows_move_nothing_farther_in_twenty_thousand_pairs(reader, seed, tmp_path):
    judge(reader, Program(tmp_path), seed, MANY, 8)
