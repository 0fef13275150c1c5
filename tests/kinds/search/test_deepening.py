"""What a tree must say on which a search deepens, and what is wrong with its file.

Rounds of the tree below take 3, 3 + 4 and 3 + 4 + 8 visits, 25 together.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment.questions import Question
from autograder.errors import FileProblems
from autograder.kinds import all as assignments
from autograder.kinds.all import KINDS
from autograder.kinds.kind import Onlooker
from autograder.kinds.search import signatures
from autograder.trees import explicit
from autograder.trees import file as treefile
from tests.faulty_trees import problems
from tests.small import ROOT

TREE = """tree:
  [[[[1, 9], [2, 8]], [[3, 7], [4, 6]]], [[[5, 5], [6, 4]], [[7, 3], [8, 2]]]]
evaluate: {B: 1, C: 2, D: 3, E: 4, F: 5, G: 6, H: 1, I: 2, J: 3, K: 4, L: 5, M: 6, N: 7,
  O: 8}
"""
DEEPENS = "points: {action: 1, rounds: 1}"


def told(folder: Path, more: str, question: str = "iterative_deepening") -> list[str]:
    """Line, column and message of what is wrong with a tree as answers are computed."""
    (folder / "one.yaml").write_text(TREE + more, "utf-8")
    points = "points: {value: 1}" if question == "depth_limited" else DEEPENS
    text = f"questions:\n  - {{name: {question}, {points}, trees: [one.yaml]}}\n"
    (folder / "assignment.yaml").write_text(text, "utf-8")
    try:
        for path, content in KINDS["search"].answer_files(
            assignments.load(folder), Onlooker()
        ):
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, "utf-8")
    except FileProblems as fault:
        return [f"{p.line}:{p.column}: {p.message}" for p in fault.problems]
    return []


@pytest.mark.parametrize(
    "more",
    ["depth: 2\nvisits_allowed: 13\n", "depth: 2\nvisits_allowed: 22\n", "depth: 4\n"],
)
def test_how_far_a_search_comes_is_said_by_its_tree(tmp_path: Path, more: str) -> None:
    """Two rounds in so many visits, or all of them."""
    assert told(tmp_path, more) == []


def test_the_action_is_that_of_the_last_round(tmp_path: Path) -> None:
    """Two plies show B to be worth 3, C 5."""
    told(tmp_path, "depth: 2\nvisits_allowed: 15\nexpect: {value: 5, action: C}\n")
    found = signatures.load(assignments.load(tmp_path)).questions()
    assert [question.deepens for question in found] == [True]


@pytest.mark.parametrize(
    "depth, allowed, place, said",
    [
        (3, 15, "5:1", "found 3, but the last round that iterative_deepening_search"),
        (2, 12, "6:1", "round 2 of iterative_deepening_search ends with visit 10, too"),
        (2, 23, "6:1", "round 3 of iterative_deepening_search ends with visit 25, too"),
        (3, 29, "6:1", "all rounds of iterative_deepening_search take 56 visits, less"),
    ],
)
def test_a_tree_must_leave_no_doubt(
    tmp_path: Path, depth: int, allowed: int, place: str, said: str
) -> None:
    """Of how far the search comes, whoever asks a question earlier or later."""
    found = told(tmp_path, f"depth: {depth}\nvisits_allowed: {allowed}\n")
    assert found[0].startswith(f"{place}: {said}"), found


def test_without_time_all_rounds_are_made(tmp_path: Path) -> None:
    """The depth is that of the last."""
    (found,) = told(tmp_path, "depth: 3\n")
    assert found.startswith("5:1: found 3, but the last round")


def test_a_search_that_never_asks_is_not_stopped(tmp_path: Path) -> None:
    """So the tree has no use for a number of visits."""
    (found,) = told(tmp_path, "depth: 2\nvisits_allowed: 15\n", "depth_limited")
    assert "one: it has visits_allowed, and no search asks whether time is up" in found


def test_before_all_rounds_the_first_action_is_right(tmp_path: Path) -> None:
    """Though one ply would show the second to be better."""
    wide = "tree: [[1, 2], [3, 4], [1, 2], [5, 6], [1, 2], [1, 2]]\n"
    more = (
        "evaluate: {B: 1, C: 2, D: 3, E: 4, F: 5, G: 6}\ndepth: 1\nvisits_allowed: 3\n"
    )
    tree = treefile.parse(wide + more)
    (tmp_path / "one.yaml").write_text(wide + more, "utf-8")
    text = (
        f"questions:\n  - {{name: iterative_deepening, {DEEPENS}, trees: [one.yaml]}}"
    )
    (tmp_path / "assignment.yaml").write_text(text, "utf-8")
    computed = dict(
        KINDS["search"].answer_files(assignments.load(tmp_path), Onlooker())
    )
    text = computed[tmp_path / "answers" / "one.json"]
    assert '"action": "B"' in text
    assert '"best_actions": ["G"]' in text
    assert tree.limit.depth == 1


@pytest.mark.parametrize(
    "was, wrong, said",
    [
        ("game.time_is_up()", "False", "does not stop: it never asks"),
        ("if not horizon:", "if horizon is None:", "does not stop: it never ends"),
        ("raise TimeIsUp", "pass", "does not stop: it goes on"),
    ],
)
def test_a_reference_must_stop(tmp_path: Path, was: str, wrong: str, said: str) -> None:
    """When its time is up, or when it has seen all."""
    text = (ROOT / "reference" / "iterative_deepening.py").read_text("utf-8")
    (tmp_path / "reference").mkdir()
    (tmp_path / "reference" / "own.py").write_text(
        text.replace(was, wrong).replace("iterative_deepening_search", "own_search")
    )
    (found,) = told(tmp_path, "depth: 2\nvisits_allowed: 15\n", "own")
    assert "reference/own.py" in found
    assert said in found


def test_a_tree_that_limits_visits_is_another() -> None:
    """It is written as it was read."""
    limited = treefile.parse(f"{TREE}depth: 2\nvisits_allowed: 15\n")
    assert limited.visits_allowed == 15
    assert limited.fingerprint() != treefile.parse(f"{TREE}depth: 2\n").fingerprint()
    again = treefile.parse(explicit.dump(limited))
    assert again.fingerprint() == limited.fingerprint()


@pytest.mark.parametrize(
    "more, said",
    [
        ("visits_allowed: 15\n", "5:17: without `depth`, that of the last round"),
        ("depth: 2\nvisits_allowed: 0\n", "6:17: expected a number above 0, found 0"),
        ("depth: 2\nvisits_allowed: 1.5\n", "6:17: expected a whole number, found 1.5"),
    ],
)
def test_bad_numbers_of_visits_are_told(more: str, said: str) -> None:
    """With line and column."""
    (found,) = problems(TREE + more)
    assert found.startswith(said)


def test_a_question_deepens_that_pays_for_rounds() -> None:
    """And no other."""
    question = Question("a", "a", "a_search", facets=("action", "rounds"))
    assert question.deepens
    assert not Question("a", "a", "a_search", facets=("action",)).deepens
