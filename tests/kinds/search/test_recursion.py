"""Who calls himself is told by his frames, which grow with the ply; a loop's do not."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.questions import NO_RECURSION
from autograder.grading.grading import Grading
from autograder.kinds import all as assignments
from autograder.kinds.search.observing import (
    PLIES,
    only_child_tree,
    recursive_functions,
)
from autograder.kinds.search.observing import recursive_functions_from as decode
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.file import parse
from tests import searched
from tests.cases import for_each
from tests.small import ROOT
from tests.unitgrading import FOLDER, TREES, unit

REFERENCE = ROOT / "reference"
STACKS = FOLDER / "stacks"
IN_TWO_PLIES = """
def minimax_dfs(game, root):
    if game.is_terminal(root):
        return game.utility(root)
    found = []
    for _, child in game.successors(root):
        if game.is_terminal(child):
            found.append(game.utility(child))
            continue
        below = [minimax_dfs(game, each) for _, each in game.successors(child)]
        found.append(max(below) if game.to_move(child) == "max" else min(below))
    return max(found) if game.to_move(root) == "max" else min(found)
"""
LAMBDA = """
value = lambda game, s: game.utility(s) if game.is_terminal(s) else (
    max if game.to_move(s) == "max" else min)(
        value(game, child) for _, child in game.successors(s))

def minimax_dfs(game, root):
    return value(game, root)
"""
PLAIN = """
def minimax_dfs(game, root):
    if game.is_terminal(root):
        return game.utility(root)
    below = [minimax_dfs(game, child) for _, child in game.successors(root)]
    return max(below) if game.to_move(root) == "max" else min(below)
"""
MEDDLING = f"{PLAIN}\nimport sys\nsys._getframe = lambda *depth: None\n"
UNDER_ANOTHER_NAME = f"exec(compile({PLAIN!r}, 'another.py', 'exec'))"
A_THREAD_EACH = f"""{PLAIN}
from concurrent.futures import ThreadPoolExecutor
within = minimax_dfs

def minimax_dfs(game, root):
    with ThreadPoolExecutor(1) as one:
        return one.submit(within, game, root).result()
"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


def looked_for(
    question: str, submission: Path, sandbox: Sandbox, name: str = "stacks"
) -> tuple[str, ...]:
    """What is said of the recursion of a submission."""
    grading = Grading.of(unit(name), submission, sandbox)
    asked = grading.assignment.cases
    case = next(each for each in asked if each.question.name == question)
    try:
        return recursive_functions(sandbox, grading.staged.folder, case)
    finally:
        shutil.rmtree(grading.staged.folder)


@for_each(
    "name, question, functions",
    [
        ("calls_itself", "minimax_dfs", ("minimax_dfs",)),
        ("calls_itself", "alpha_beta_dfs", ("alpha_beta_dfs",)),
        ("calls_itself_in_turn", "minimax_dfs", ("best_of_max", "best_of_min")),
        ("calls_itself_nested", "alpha_beta_dfs", ("visit",)),
        ("calls_itself_in_generators", "minimax_dfs", ("values",)),
        ("correct_otherwise", "minimax_dfs", ()),
        ("correct_otherwise", "alpha_beta_dfs", ()),
        ("correct_with_helpers", "minimax_dfs", ()),
        ("correct_trampolines", "minimax_dfs", ()),
        ("correct_trampolines", "alpha_beta_dfs", ()),
    ],
)
def test_what_calls_itself_is_named(
    sandbox: Sandbox, name: str, question: str, functions: tuple[str, ...]
) -> None:
    """In a helper, in turn, within another, in generators; a trampoline does not."""
    assert looked_for(question, STACKS / name, sandbox) == functions


@for_each(
    "code, functions",
    [
        (PLAIN, ("minimax_dfs",)),
        (IN_TWO_PLIES, ("minimax_dfs",)),
        (LAMBDA, ("<lambda>",)),
        (MEDDLING, ()),
        (UNDER_ANOTHER_NAME, ()),
        (A_THREAD_EACH, ()),
    ],
)
def test_other_shapes_of_recursion(
    sandbox: Sandbox, tmp_path: Path, code: str, functions: tuple[str, ...]
) -> None:
    """Two plies a call, and without a name; who hides it is not told."""
    (tmp_path / "minimax_dfs.py").write_text(code, "utf-8")
    assert looked_for("minimax_dfs", tmp_path, sandbox) == functions


@for_each("question", ["minimax_dfs", "alpha_beta_dfs"])
def test_the_reference_does_not_call_itself(sandbox: Sandbox, question: str) -> None:
    """Where the question forbids it."""
    assert looked_for(question, REFERENCE, sandbox) == ()


@for_each(
    "name, question, function",
    [
        ("depth_limited", "depth_limited", "max_value"),
        ("depth_limited", "rounds", "max_value"),
        ("players", "max_n", "max_n"),
    ],
)
def test_it_can_be_told_of_other_searches(
    sandbox: Sandbox, name: str, question: str, function: str
) -> None:
    """Those that go so many plies deep, or rounds, and those of more players."""
    assert looked_for(question, REFERENCE, sandbox, name)[:1] == (function,)


def test_only_a_question_that_forbids_it_is_looked_at(sandbox: Sandbox) -> None:
    """And that once, whatever the number of its trees."""
    for folder, expected in (("", {}), ("stacks", {"minimax_dfs": ()})):
        assignment = assignments.load(TREES / folder)
        grading = Grading.of(assignment, REFERENCE, sandbox)
        first, second, *_ = grading.assignment.cases
        assert (first.question.recursion == NO_RECURSION) == bool(expected)
        for case in (first, second):
            searched.graded(grading, case)
        bench = searched.searches(grading).bench
        assert bench.experience.recursion == expected
        shutil.rmtree(grading.staged.folder)


def test_the_chain_is_searched_as_the_tree_is() -> None:
    """Its players in turn, its window, and a limit that ends where the chain does."""
    made = only_child_tree(
        parse("{tree: {A: {B: [1], C: 4}}, window: [0, 9], depth: 1, evaluate: {B: 2}}")
    )
    assert [node.to_move for node in made.nodes[:3]] == ["max", "min", "max"]
    assert made.height() == made.limit.depth == PLIES
    assert (made.window, made.nodes[-1].is_terminal) == ((0, 9), True)


GROWING = [*range(1, PLIES + 2)]


@for_each(
    "frames, functions",
    [
        ({"depths": GROWING, "names": ["f", "g", "f"]}, ("f", "g")),
        ({"depths": GROWING, "names": ["go", "f", "<listcomp>", "f"]}, ("f",)),
        ({"depths": GROWING[:-1], "names": ["f", "f"]}, ()),
        ({"depths": [3] * (PLIES + 1), "names": ["f", "f"]}, ()),
        ({"depths": GROWING, "names": []}, ()),
    ],
)
def test_the_functions_under_way_are_told_where_their_frames_grow(
    frames: Any, functions: tuple[str, ...]
) -> None:
    """From state to state, on all of the chain; what tells nothing has none."""
    assert decode({"frames": frames}) == functions
    assert decode({}) == ()
