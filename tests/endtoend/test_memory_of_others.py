"""Of what a submission keeps each row on the platform says so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from autograder.kinds.search.stepwords import FIRST_STEP, FIRST_VALUE
from autograder.kinds.search.words import ASKED_AGAIN, ELSEWHERE, KEEPS
from tests.small import make_assignment, run

BOUNDS_IN_GLOBALS = """\
alpha, beta = float("-inf"), float("inf")

def max_value(game, state):
    global alpha
    if game.is_terminal(state):
        return game.utility(state)
    v = float("-inf")
    for _, child in game.successors(state):
        v = max(v, min_value(game, child))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(game, state):
    global beta
    if game.is_terminal(state):
        return game.utility(state)
    v = float("inf")
    for _, child in game.successors(state):
        v = min(v, max_value(game, child))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

def minimax_search(game, state):
    pick = max if game.to_move(state) == "max" else min
    value = min_value if game.to_move(state) == "max" else max_value
    return pick(game.successors(state), key=lambda pair: value(game, pair[1]))[0]
"""


def rows(results: Path) -> Sequence[dict[str, str]]:
    """The tests of results.json, each its name and what students read."""
    found: list[dict[str, str]] = json.loads(results.read_bytes())["tests"]
    return found


def test_the_rows_on_the_platform_say_so(tmp_path: Path) -> None:
    """Each that fails, and the smallest tree; none blames a line.

    In Figure 5.2 itself both calls do the same: it shows on Greenwald's tree.
    """
    trees = make_assignment(tmp_path, {"b.yaml": "tree: [0.5, [0.25, 0.75]]\n"})
    with (trees / "assignment.yaml").open("a", encoding="utf-8") as file:
        file.write("counterexample: 5\n")
    assert run("answers", trees).returncode == 0
    submission = tmp_path / "submission"
    submission.mkdir()
    (submission / "minimax.py").write_text(BOUNDS_IN_GLOBALS, "utf-8")
    results = tmp_path / "results.json"
    done = run(submission, "--assignment", trees, "--results", results)
    assert done.returncode == 0, done.stderr
    told = {test["name"]: test["output"] for test in rows(results)}
    assert len(told) == 3
    for output in told.values():
        assert KEEPS in output.partition("\n")[0]
        assert FIRST_VALUE not in output
        assert FIRST_STEP not in output
    assert ELSEWHERE.format("b") in told["minimax: fig_5_2"]
    assert ASKED_AGAIN.format("A") in told["minimax: b"]
