"""Plain alpha-beta, handed in where a search is asked for that comes back to nodes.

A course of one's own: what an instructor makes with `new`, whose question says
`repeats: true`. What the student reads must be so.
"""

from __future__ import annotations

import shutil
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.commands import new
from autograder.kinds import all as assignments
from autograder.report import terminal
from autograder.sandbox.sandbox import Sandbox
from tests import screens
from tests.small import run

ASSIGNMENT = """\
title: Scout
questions:
  - name: scout
    entry: {max: max_value, min: min_value}
    arguments: [alpha, beta]
    repeats: true
    visits: recorded
    points: {value: 2, action: 2, visits: 3, search_visits: 1}
    trees: ["unit:lectures/cs188*.yaml", "unit:lectures/greenwald_example*.yaml"]
"""
SCOUT = '''\
"""Principal variation search: is a child better at all, and then how much?"""

from math import inf

LITTLE = 1e-6


def scout_search(game, state):
    best, alpha, beta, is_max = None, -inf, inf, game.to_move(state) == "max"
    for action, child in game.successors(state):
        v = look(game, child, alpha, beta, is_max, best is None)
        if is_max and v > alpha:
            best, alpha = action, v
        if not is_max and v < beta:
            best, beta = action, v
    return best


def look(game, child, alpha, beta, is_max, is_first):
    search = min_value if is_max else max_value
    if is_first:
        return search(game, child, alpha, beta)
    if is_max:
        v = search(game, child, alpha, alpha + LITTLE)
    else:
        v = search(game, child, beta - LITTLE, beta)
    return search(game, child, alpha, beta) if alpha < v < beta else v


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v, is_first = -inf, True
    for _, child in game.successors(state):
        v = max(v, look(game, child, alpha, beta, True, is_first))
        is_first = False
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v, is_first = inf, True
    for _, child in game.successors(state):
        v = min(v, look(game, child, alpha, beta, False, is_first))
        is_first = False
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
'''
TOO_RARELY = """\
On cs188_minimax: visited C1 and C2 less often than is needed
    scout.py:23  def max_value(game, state, alpha, beta):
                     ^^^^^^^^^
    *A △
    ├─ B ▽: B1=8 B2=2
    └─ *C ▽: ?*C1=5 ?C2=6
    △ MAX, ▽ MIN, ? visited too rarely, * principal variation
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `new` writes, with one question of one's own, and its answers."""
    folder = tmp_path_factory.mktemp("course") / "scout"
    new.run(Namespace(folder=folder))
    for other in ("trees", "hidden", "reference", "student_template"):
        shutil.rmtree(folder / other)
        (folder / other).mkdir()
    (folder / "assignment.yaml").write_text(ASSIGNMENT, "utf-8")
    (folder / "reference" / "scout.py").write_text(SCOUT, "utf-8")
    assert run("answers", folder).returncode == 0
    return folder


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    """A sandbox of its own."""
    with Sandbox() as shared:
        yield shared


def plain() -> str:
    """Alpha-beta that never comes back: the scout, who looks but once."""
    start = SCOUT.index("    search = min_value if")
    end = SCOUT.index("\n\ndef max_value")
    return f"{SCOUT[:start]}{ONCE}{SCOUT[end:]}"


ONCE = "    return (min_value if is_max else max_value)(game, child, alpha, beta)\n"


def test_the_scout_itself_is_right(
    course: Path, tmp_path: Path, sandbox: Sandbox
) -> None:
    """As ever."""
    (tmp_path / "scout.py").write_text(SCOUT, "utf-8")
    whole = screens.graded(tmp_path, assignments.load(course), sandbox)
    assert all(entry.passed for entry in whole.report.all())


def test_what_is_told_of_plain_alpha_beta(
    course: Path, tmp_path: Path, sandbox: Sandbox
) -> None:
    """No node that was skipped; and the function for the value.

    By its visits it might be a scout with a window that is always narrow.
    """
    (tmp_path / "scout.py").write_text(plain(), "utf-8")
    whole = screens.graded(tmp_path, assignments.load(course), sandbox)
    assert TOO_RARELY in terminal.screen(whole.report, command="")
