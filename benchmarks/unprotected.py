"""The baseline: the same checks in one process, by gradescope-utils' own runner.

Usage: unprotected.py ROOT ASSIGNMENT SUBMISSION RESULTS. No sandbox, no pytest;
trees, answers and comparisons are the ones that the autograder uses.
"""

from __future__ import annotations

import importlib
import sys
import unittest
from pathlib import Path

root, folder, submission, results = sys.argv[1:]
sys.path.insert(0, root)
sys.path.insert(0, submission)

from gradescope_utils.autograder_utils.decorators import weight  # noqa: E402
from gradescope_utils.autograder_utils.json_test_runner import (  # noqa: E402
    JSONTestRunner,
)

from autograder import answers, assignmentfile  # noqa: E402
from autograder.assignment import Case  # noqa: E402
from autograder.oracle import local_game  # noqa: E402

assignment = assignmentfile.load(Path(folder))


class Checks(unittest.TestCase):
    """One test method for each case, made below."""


def add_check(case: Case) -> None:
    """Give the class a method that makes the two calls and compares everything."""
    question, tree = case.question, case.tree
    expected = answers.load(assignment, case.tree_name)
    answer = expected.questions[question.name][question.conventions[0]]

    @weight(question.max_points())  # type: ignore[untyped-decorator]
    def check(_self: Checks) -> None:
        module = importlib.import_module(question.module)
        game, state, visited = local_game(tree)
        assert answer.value == module.max_value(game, state)
        labels = {tree.nodes[index].label for index in visited}
        assert set(answer.visited()) == labels
        game, state, _ = local_game(tree)
        action = getattr(module, question.search)(game, state)
        assert action in expected.best_actions

    setattr(Checks, f"test_{case.tree_name}", check)


for each in assignment.cases:
    add_check(each)

suite = unittest.defaultTestLoader.loadTestsFromTestCase(Checks)
with Path(results).open("w") as stream:
    JSONTestRunner(visibility="visible", stream=stream).run(suite)
