"""What is made of a test and its answers is made once, and serves all submissions."""

from __future__ import annotations

from functools import partial

from autograder.answers.file import Answers
from autograder.assignment.questions import Case, Question, unpaid_facets
from autograder.kinds.search.signatures import MOST_KEPT, Sheet, Sheets
from autograder.trees.tree import GameTree, Node

LEAF = GameTree((Node("A", "max", (), 1),))
ANSWERS = Answers("0f", {"A": 1}, (), {})
QUESTION = Question("minimax", "minimax", "minimax_search", (), ("own",), ("own",))
CASE = Case(QUESTION, "figure", LEAF, points=unpaid_facets(("value",)))


def test_what_is_made_of_a_sheet_is_made_once() -> None:
    """And by each way of making it anew."""
    sheet = Sheet(CASE, ANSWERS)
    made: list[Sheet] = []

    def count(given: Sheet) -> int:
        made.append(given)
        return len(made)

    assert [sheet.computed_once(count), sheet.computed_once(count)] == [1, 1]
    assert made == [sheet]
    assert sheet.computed_once(lambda given: given.case.tree_name) == "figure"


def test_what_was_done_lately_is_judged_once() -> None:
    """It is forgotten as soon as there is too much of it."""
    sheet = Sheet(CASE, ANSWERS)
    judged: list[int] = []

    def judge(number: int) -> int:
        judged.append(number)
        return -number

    for number in (3, 3, *range(10 * MOST_KEPT)):
        found = sheet.recent_judgement(("visits", number), partial(judge, number))
        assert found == -number
    assert judged == [3, 0, 1, 2, *range(4, 10 * MOST_KEPT)]
    assert len(sheet._lately) <= MOST_KEPT


def test_a_test_has_one_sheet_and_a_changed_one_another() -> None:
    """Known again by being the same: nothing of another tree is said of it."""
    sheets = Sheets({"figure": ANSWERS})
    twin = Case(QUESTION, "figure", LEAF, points=unpaid_facets(("visits",)))
    first = sheets.sheet_of(CASE)
    assert sheets.sheet_of(CASE) is first
    assert sheets.sheet_of(twin) is not first
    assert sheets.sheet_of(twin).case is twin
    assert sheets.sheet_of(CASE).answers is ANSWERS
