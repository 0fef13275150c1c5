"""The second question of `iterative_deepening`: what one round hands to the next.

What the reference visits and chooses on random trees is held against a search on bare
nodes, written here; and on connect four against the deepening of a lecture, which goes
through each round in the game's own order.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import inf
from pathlib import Path
from random import Random

import pytest
import yaml

from autograder.answers.board import Board
from autograder.kinds.search.visits import finished_rounds
from autograder.project import load_module
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.drawn import Form, random_tree
from autograder.trees.tree import GameTree
from autograder.trees.visitrecord import NEAR
from tests.cases import for_each
from tests.small import run
from tests.unitgrading import FOLDER, REFERENCE, TREES, Graded, graded, unit

UNIT = "iterative_deepening"
QUESTION = f"{UNIT}_alpha_beta"
DRAWN = 1000
FORM = Form(limit="depth")
RIGHT = ("correct_line_by_line", "correct_negamax", "correct_nested")
WRONG = (
    *("games_order", "round_before_last", "turned_for_min", "window_kept"),
    "cut_actions_lost",
)


@dataclass(frozen=True)
class Round:
    """One round: what it visits, in order, and the best of the root's children."""

    visited: tuple[int, ...]
    best: int
    value: float


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


class Deepening:
    """Rounds of alpha-beta on bare nodes, each in an order of the root's children.

    With `ordered` that is by what the last round has found; else it is the tree's.
    """

    def __init__(self, tree: GameTree, *, ordered: bool = True) -> None:
        self.tree = tree
        self.ordered = ordered
        self.visited: list[int] = []
        self.is_deep = False

    def rounds(self, most: int = 99) -> Iterator[Round]:
        """One after the other, until one has seen all of the tree."""
        sign = 1 if self.tree.root.to_move == "max" else -1
        order = list(self.tree.root.children)
        for depth in range(1, most + 1):
            self.visited, self.is_deep = [0], False
            bounds: dict[int, float] = {}
            best, value = order[0], -inf
            for child in order:
                bounds[child] = -self.worth(child, -inf, -value, depth - 1, -sign)
                if bounds[child] > value:
                    best, value = child, bounds[child]
            yield Round(tuple(self.visited), best, sign * value)
            if not self.is_deep:
                return
            if self.ordered:
                order.sort(key=lambda child: -bounds[child])

    def worth(
        self, index: int, alpha: float, beta: float, left: int, sign: int
    ) -> float:
        """What a node is worth to whoever moves there; players take turns."""
        self.visited.append(index)
        node = self.tree.nodes[index]
        if not node.children or not left:
            self.is_deep |= bool(node.children)
            found = node.estimate if node.children else node.utility
            assert isinstance(found, int | float)
            return sign * found
        value = -inf
        for child in node.children:
            bound = -self.worth(child, -beta, -max(alpha, value), left - 1, -sign)
            value = max(value, bound)
            if value >= beta:
                break
        return value


def value(tree: GameTree, index: int, left: int) -> float:
    """What a node is worth, so many plies ahead, of all that is below it."""
    node = tree.nodes[index]
    if not node.children or not left:
        found = node.estimate if node.children else node.utility
        assert isinstance(found, int | float)
        return found
    below = [value(tree, child, left - 1) for child in node.children]
    return max(below) if node.to_move == "max" else min(below)


def labels(tree: GameTree, rounds: Sequence[Round]) -> list[list[str]]:
    """What each visits, by its labels."""
    return [[tree.nodes[index].label for index in each.visited] for each in rounds]


def can_be_read(tree: GameTree, rounds: Sequence[Round]) -> bool:
    """Whether each round shows where it begins, to who sees the questions alone.

    One that begins with the child with which the last has ended goes on, as it seems.
    """
    first = {*tree.root.children}
    ends = [[n for n in each.visited if n in first] for each in rounds]
    return all(later[0] != earlier[-1] for earlier, later in pairwise(ends))


def drawn(chance: Random) -> tuple[GameTree, list[Round]]:
    """A tree whose rounds can be read, with visits allowed near no end of a round."""
    while True:
        tree = random_tree(chance, FORM)
        rounds = list(Deepening(tree).rounds())
        if can_be_read(tree, rounds):
            ends = [*accumulate(len(each.visited) for each in rounds)]
            free = [
                n for n in range(2, ends[-1]) if min(abs(n - e) for e in ends) >= NEAR
            ]
            allowed = chance.choice(free) if free else 0
            return replace(tree, visits_allowed=allowed), rounds


def searched(tree: GameTree) -> tuple[str, list[list[str]], int]:
    """The reference's action, the rounds that it ends, and the number of its visits."""
    search = getattr(load_module(REFERENCE / f"{QUESTION}.py"), f"{QUESTION}_search")
    board = Board(tree)
    game, root, visited = board.fresh_game_root_and_visits(timed=True)
    action = search(game, root)
    found = finished_rounds(tree, [board.labels[index] for index in visited])
    return action, [list(each) for each in found], len(visited)


def test_the_reference_on_random_trees() -> None:
    """The rounds that it ends in time, and the action of the last.

    That is worth what minimax finds so many plies deep.
    """
    chance = Random(31)  # noqa: S311 - to be repeated, not to be guessed
    stopped = otherwise = 0
    for _ in range(DRAWN):
        tree, rounds = drawn(chance)
        ends = [*accumulate(len(each.visited) for each in rounds)]
        allowed = tree.visits_allowed or ends[-1]
        whole = rounds[: sum(end <= allowed for end in ends)]
        action, found, visits = searched(tree)
        assert found == labels(tree, whole)
        assert visits <= allowed + 1
        best = whole[-1].best if whole else tree.root.children[0]
        assert tree.nodes[best].label == action
        if whole:
            assert value(tree, best, len(whole) - 1) == value(tree, 0, len(whole))
            assert whole[-1].value == value(tree, 0, len(whole))
        plain = list(Deepening(tree, ordered=False).rounds())
        otherwise += labels(tree, plain)[: len(whole)] != found
        stopped += len(whole) < len(rounds)
    assert stopped > DRAWN / 3
    assert otherwise > DRAWN / 4


def test_what_is_recorded_on_the_trees() -> None:
    """Each round can be told from the questions: it is what a search visits."""
    for case in unit(UNIT).cases:
        if case.question.name == QUESTION:
            tree = replace(case.tree, visits_allowed=0)
            rounds = list(Deepening(tree).rounds())
            assert searched(tree)[1] == labels(tree, rounds), case.tree_name


def tree_of(name: str) -> GameTree:
    """A tree of the question."""
    return unit(UNIT).trees()[f"ordered/{name}"]


@for_each(
    "name, ordered, plain",
    [
        ("four_plies", [4, 8, 12, 12], [4, 7, 12, 24]),
        ("four_plies_of_min", [4, 6, 10, 13], [4, 7, 13, 20]),
        ("three_rounds", [4, 9, 15], [4, 11, 20]),
        ("three_rounds_of_min", [4, 9, 16], [4, 9, 22]),
    ],
)
def test_the_order_of_one_round_makes_the_next_shorter(
    name: str, ordered: list[int], plain: list[int]
) -> None:
    """Visits a round, in the order that is handed on and in the game's own."""
    tree = tree_of(name)
    for is_ordered, expected in ((True, ordered), (False, plain)):
        rounds = Deepening(tree, ordered=is_ordered).rounds(len(expected))
        assert [len(each.visited) for each in rounds] == expected


@for_each("name, action, first", [("equals", "D", "B"), ("equals_of_min", "C", "B")])
def test_of_equal_actions_the_first_of_the_order_is_right(
    name: str, action: str, first: str
) -> None:
    """It stands behind the other in the game, and is worth as much."""
    tree = tree_of(name)
    below, deep = tree.children_by_move(tree.root), tree.limit.depth
    worths = {a: value(tree, index, deep - 1) for a, index in below.items()}
    assert worths[action] == worths[first] == value(tree, 0, deep)
    assert [*below].index(first) < [*below].index(action)
    assert searched(tree)[0] == action
    plain = [*Deepening(tree, ordered=False).rounds()][-1]
    assert tree.nodes[plain.best].label == first


def after(tree: GameTree, child: int) -> GameTree:
    """The tree of what comes after a move."""
    order = [child]
    for index in order:
        order += tree.nodes[index].children
    place = {index: new for new, index in enumerate(order)}
    nodes = [tree.nodes[index] for index in order]
    below = [tuple(place[child] for child in node.children) for node in nodes]
    moved = [replace(n, children=c) for n, c in zip(nodes, below, strict=True)]
    return replace(tree, nodes=tuple(moved))


def test_the_deepening_of_a_lecture_finds_the_same() -> None:
    """Connect four by MIT's progressive deepening: alpha-beta anew for each depth.

    Each round finds the same value. On the empty board the first column is the best at
    every depth; behind the first move the order that is handed on saves visits.
    """
    board = unit("connect_four").trees()["openspiel/four_by_four"]
    visits = []
    for tree in (board, *(after(board, child) for child in board.root.children)):
        ours, theirs = (
            list(Deepening(tree, ordered=each).rounds(tree.height() - 1))
            for each in (True, False)
        )
        assert [each.value for each in ours] == [each.value for each in theirs]
        ends = [*accumulate(len(each.visited) for each in ours)]
        for depth, each in enumerate(ours, start=1):
            action, found, _ = searched(
                replace(tree, visits_allowed=ends[depth - 1] + 1)
            )
            assert found == labels(tree, ours[:depth])
            assert action == tree.root_actions()[tree.root.children.index(each.best)]
        visits.append((ends[-1], sum(len(each.visited) for each in theirs)))
    assert visits == [(468, 468), (128, 257), (215, 216), (140, 140), (133, 133)]


def of(name: str, sandbox: Sandbox) -> Graded:
    """What a fixture earns."""
    return graded(UNIT, FOLDER / UNIT / name, sandbox)[QUESTION]


@pytest.mark.parametrize("name", RIGHT)
def test_other_shapes_keep_full_marks(name: str, sandbox: Sandbox) -> None:
    """Functions in functions, a sign for the player, an order sorted by hand."""
    found = of(name, sandbox)
    assert found.points == pytest.approx(found.most) == pytest.approx(50)


@pytest.mark.parametrize("name", WRONG)
def test_mistakes_are_told(name: str, sandbox: Sandbox) -> None:
    """By what they lose; what one round looks at, by itself, is right."""
    found = of(name, sandbox)
    assert found.lost() <= {"rounds", "action"}
    assert found.points < 45


def test_functions_called_alone_leave_out_what_a_cut_saves(tmp_path: Path) -> None:
    """Visits are recorded; each function prunes within its window all the same."""
    folder = tmp_path / UNIT
    shutil.copytree(TREES / UNIT, folder)
    path = folder / "assignment.yaml"
    described = yaml.safe_load(path.read_text(encoding="utf-8"))
    (question,) = [q for q in described["questions"] if q["name"] == QUESTION]
    functions = {"max_value": 2, "min_value": 2}
    question["parts"] = [
        {"points": {"value": 1, **functions}, "trees": ["ordered/zeros*.yaml"]}
    ]
    described["questions"] = [question]
    path.write_text(yaml.safe_dump(described, sort_keys=False), encoding="utf-8")
    assert run("answers", str(folder)).returncode == 0
    results = tmp_path / "results.json"
    given = "--assignment", str(folder), "--results", str(results)
    run(str(REFERENCE), *given)
    tests = json.loads(results.read_text(encoding="utf-8"))["tests"]
    assert len(tests) == 2
    assert all(test["score"] == test["max_score"] > 0 for test in tests)
