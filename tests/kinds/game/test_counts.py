"""How many lines a walk has by length, where a student's game has more or fewer.

A pile of three from which one or two are taken has 2, 3 and 1 lines of one to three
actions; the counts of the wrong games are made by hand.
"""

from __future__ import annotations

from pathlib import Path

from autograder.kinds.game.judging import Count
from tests.cases import for_each
from tests.playgrading import HEAD, RIGHT, judged


def test_a_right_game_has_none(tmp_path: Path) -> None:
    """Nothing is to be told."""
    assert judged(tmp_path, RIGHT).counts == ()


def test_nor_has_one_with_as_many_lines(tmp_path: Path) -> None:
    """Whose turn it is changes no count."""
    wrong = RIGHT.replace("return state[1]", "return 'max'")
    result = judged(tmp_path, wrong)
    assert result.first_difference is not None
    assert result.counts == ()


@for_each(
    "before, after, last",
    [
        # From two, nothing but one can be taken: 1-1 and 2-1 are the lines of two.
        (
            "if n <= state[0]",
            "if n < state[0] or state[0] == n == 1",
            Count(2, (("take 1", (1, 2)), ("take 2", (1, 1)))),
        ),
        ("(1, 2) if", "(1, 2, 3) if", Count(1, ())),
        # It is over with one left: nothing goes on behind 2, nor behind 1-1.
        (
            "return state[0] == 0",
            "return state[0] <= 1",
            Count(2, (("take 1", (2, 2)), ("take 2", (0, 1)))),
        ),
    ],
)
def test_the_first_length_that_differs_is_divided(
    tmp_path: Path, before: str, after: str, last: Count
) -> None:
    """Those before it are there as well, and are the same."""
    *same, found = judged(tmp_path, RIGHT.replace(before, after)).counts
    assert not any(each.differs for each in same)
    if last.by_action:
        assert found == last
    else:
        assert dict(found.by_action) == {
            "take 1": (1, 1),
            "take 2": (1, 1),
            "'take 3'": (1, 0),
        }


def test_no_line_goes_on_where_there_is_no_state(tmp_path: Path) -> None:
    """A `result` that returns nothing of two has no lines behind that."""
    refusal = "    if action == 'take 2':\n        return None\n"
    wrong = RIGHT.replace("    return state[0] -", f"{refusal}    return state[0] -")
    (one, two) = judged(tmp_path, wrong).counts
    assert (one.lines, two.lines) == ((2, 2), (2, 3))


def test_lines_behind_openings_are_counted_from_there(tmp_path: Path) -> None:
    """And parted by how they begin: one opening has nothing to be parted."""
    text = f"{HEAD}  points: {{actions: 1}}\n"
    text += "  lines: {g: {from: 1, to: 2, after: [[take 1]]}}\n"
    wrong = RIGHT.replace("if n <= state[0]", "if n < state[0] or state[0] == n == 1")
    found = judged(tmp_path, wrong, text).counts
    assert found == (Count(2, (("take 1", (1, 2)),)),)
    assert found[0].differs
