"""Programs that know the visible tests by heart, of each kind, and nothing else.

Those of searches are in `tableoftrees`. A `share` of what each knows is wrong on
purpose, so that nobody says that it is right on all.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from autograder.answers.file import grouped_tests
from autograder.assignment.questions import VISIBLE, Assignment
from autograder.kinds.game import question as plays
from autograder.kinds.game.question import Walk
from autograder.kinds.playouts import question as playouts
from autograder.kinds.playouts.question import PlayoutTest
from autograder.kinds.table import question as tables
from autograder.kinds.table.question import TableTest
from autograder.trees.tree import GameTree
from tests import tableoftrees

Known = TypeVar("Known")

SEARCH = """\
TABLE = {table!r}


def {search}(game, state, iterations):
    ways, action = TABLE[str(state), iterations, tuple(game.actions(state))]
    for way in ways:
        place = state
        for step in way:
            place = game.successors(place)[step][1]
        game.playout(place)
    return action
"""

FUNCTION = """\
TABLE = {table!r}


def {function}(*arguments):
    return TABLE[repr(frozen(arguments))]


def frozen(value):
    return tuple(map(frozen, value)) if isinstance(value, (list, tuple)) else value
"""

GAME = """\
TABLE = {table!r}


def initial_state():
    return ()


def to_move(state):
    return TABLE[state][0]


def actions(state):
    return list(TABLE[state][1])


def result(state, action):
    action = frozen(action)
    if action not in TABLE[state][1]:
        raise ValueError(action)
    return (*state, action)


def is_terminal(state):
    return TABLE[state][2] is not None


def utility(state, player):
    return TABLE[state][2] * (1 if player == "max" else -1)


def frozen(value):
    return tuple(map(frozen, value)) if isinstance(value, (list, tuple)) else value
"""


def spoiled(known: Iterable[Known], share: float) -> set[Known]:
    """Those that are wrong on purpose: so many of them, the last ones."""
    each = list(known)
    return set(each[len(each) - int(share * len(each)) :])


def search(assignment: Assignment, name: str, share: float) -> str:
    """A search of trees."""
    (question,) = (each for each in assignment.questions() if each.name == name)
    text = tableoftrees.table_of(assignment, question)
    seen = [c.tree for c in assignment.cases if c.visibility == VISIBLE]
    roots = {str(tree.root.label) for tree in seen}
    wrong = spoiled(sorted(roots), share)
    return text + f"\n\nTREES = [t for t in TREES if t['labels'][0] not in {wrong!r}]\n"


def way_to(node: int, tree: GameTree) -> list[int]:
    """Which child of which comes next, from the root down to a node."""
    parent = tree.parents()[node]
    if parent < 0:
        return []
    return [*way_to(parent, tree), tree.nodes[parent].children.index(node)]


def of_playouts(assignment: Assignment, name: str, share: float) -> str:
    """A search by playouts."""
    tests = grouped_tests(assignment, PlayoutTest)[name]
    right = playouts.load_answers(assignment, tests).trees
    table = {}
    for test in tests:
        tree, played = test.tree, right[test.about]
        ways = [way_to(node, tree) for node in played.playouts]
        key = (tree.root.label, tree.iterations, tree.root_actions())
        table[key] = (ways, played.action)
    for key in spoiled(table, share):
        table[key] = (table[key][0][1:], table[key][1])
    return SEARCH.format(table=table, search=tests[0].question.search)


def of_rows(assignment: Assignment, name: str, share: float) -> str:
    """A function of numbers and lists."""
    tests = grouped_tests(assignment, TableTest)[name]
    right = tables.load_answers(assignment, tests)
    table = {
        repr(row.arguments): result
        for test in tests
        for row, result in zip(test.rows, right.results[test.about], strict=True)
    }
    for key in spoiled(table, share):
        table[key] = None
    return FUNCTION.format(table=table, function=tests[0].question.function)


def game(assignment: Assignment, name: str, share: float) -> str:
    """A game by its rules."""
    tests = grouped_tests(assignment, Walk)[name]
    right = plays.load_answers(assignment, tests)
    table = {}
    for test in tests:
        for line in right.lines_of_test(test) if test.visibility == VISIBLE else ():
            position = right.positions[line.position]
            table[line.actions] = (position.mover, position.actions, position.utility)
    for key in spoiled(filter(None, table), share):
        table[key] = ("nobody", *table[key][1:])
    return GAME.format(table=table)


def write(folder: Path, module: str, text: str) -> Path:
    """A submission of one module."""
    folder.mkdir()
    (folder / f"{module}.py").write_text(text, encoding="utf-8")
    return folder
