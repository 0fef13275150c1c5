"""The baseline: the same checks in one process, by gradescope-utils' own runner.

Usage: unprotected.py ASSIGNMENT SUBMISSION RESULTS LOADER, the last one of PyYAML's
loaders. It is what one writes without this project, and shares no code with it:
trees from YAML, values and visits from the answers, the student's module imported.
"""

from __future__ import annotations

import importlib
import json
import sys
import unittest
from pathlib import Path
from typing import Any

import yaml
from gradescope_utils.autograder_utils.decorators import weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

ASSIGNMENT, SUBMISSION, RESULTS = map(Path, sys.argv[1:4])
LOADER = getattr(yaml, sys.argv[4])
sys.path.insert(0, str(SUBMISSION))


class State:
    """A node, which knows all about itself, and the list of those visited."""

    def __init__(self, below: Any, depth: int, names: Any, visited: list[str]) -> None:
        self.below = below
        self.player = ("max", "min")[depth % 2]
        self.label = next(names)
        self.visited = visited
        self.seen = False
        self.children: list[State] = []

    def visit(self) -> State:
        """Record the first question about the node."""
        if not self.seen:
            self.seen = True
            self.visited.append(self.label)
        return self


def state_of(spec: Any) -> State:
    """The tree of nested lists, labelled breadth first as in a tree file."""
    names = letters()
    root = State(spec, 0, names, [])
    ply, depth = [root], 0
    while ply:
        depth += 1
        for state in ply:
            if isinstance(state.below, list):
                state.children = [
                    State(below, depth, names, root.visited) for below in state.below
                ]
        ply = [child for state in ply for child in state.children]
    return root


def letters() -> Any:
    """A, B, …, Z, AA, …, as far as two letters go."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    yield from alphabet
    yield from (first + second for first in alphabet for second in alphabet)


class Game:
    """What the student's functions are called with."""

    def to_move(self, state: State) -> str:
        """Whose turn it is."""
        return state.visit().player

    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""
        return not state.visit().children

    def utility(self, state: State) -> float:
        """MAX's payoff."""
        payoff: float = state.visit().below
        return payoff

    def successors(self, state: State) -> list[tuple[str, State]]:
        """Actions, named after the states that they lead to."""
        return [(child.label, child) for child in state.visit().children]


class Checks(unittest.TestCase):
    """One test method for each tree, made below."""


def add_check(path: Path) -> None:
    """Give the class a method that makes both calls and compares everything."""
    tree = yaml.load(path.read_bytes(), Loader=LOADER)["tree"]  # noqa: S506 - both safe
    answers = json.loads((ASSIGNMENT / "answers" / f"{path.stem}.json").read_text())
    answer = answers["questions"]["minimax"]["textbook"]

    @weight(3)  # type: ignore[untyped-decorator]
    def check(_self: Checks) -> None:
        module = importlib.import_module("minimax")
        root = state_of(tree)
        assert answer["value"] == module.max_value(Game(), root)
        assert {visit[0] for visit in answer["visits"]} == set(root.visited)
        action = module.minimax_search(Game(), state_of(tree))
        assert action in answers["best_actions"]

    setattr(Checks, f"test_{path.stem}", check)


for file in sorted(ASSIGNMENT.glob("tree_*.yaml")):
    add_check(file)
with RESULTS.open("w") as results:
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(Checks)
    JSONTestRunner(visibility="visible", stream=results).run(suite)
