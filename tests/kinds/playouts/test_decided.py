"""Trees on which a search by playouts cannot be asked, or on which rounding decides."""

from __future__ import annotations

from math import log, sqrt
from pathlib import Path

from autograder.errors import FileProblems
from autograder.kinds import all as assignments
from autograder.kinds.all import KINDS
from autograder.kinds.kind import Onlooker
from autograder.kinds.playouts.computing import choices_left_to_rounding, right_playouts
from autograder.trees import file as treefile
from tests.cases import for_each
from tests.plainmcts import PlainSearch

QUESTION = "questions:\n- {name: mcts, kind: playouts, module: monte_carlo, "
ASKED = QUESTION + "points: {playouts: 1}, trees: [one.yaml]}\n"


def told(folder: Path, tree: str, question: str = ASKED) -> list[str]:
    """Line, column and message of what is wrong, as answers are computed."""
    (folder / "one.yaml").write_text(tree, "utf-8")
    (folder / "assignment.yaml").write_text(question, "utf-8")
    try:
        [*KINDS["playouts"].answer_files(assignments.load(folder), Onlooker())]
    except FileProblems as fault:
        return [f"{p.line}:{p.column}: {p.message}" for p in fault.problems]
    return []


def test_a_fit_tree_has_nothing_to_be_told(tmp_path: Path) -> None:
    """Four iterations on a tree of two actions."""
    assert told(tmp_path, "iterations: 4\ntree: [[1, 2], 3]\n") == []


@for_each(
    "tree, starts",
    [
        ("iterations: 0\ntree: [1, 2]", "1:13: expected a number above 0, found 0"),
        ("tree: [[1, 2], 3]", "1:1: mcts needs `iterations`"),
        (
            "iterations: 2\ntree: [[1, 2], 3]",
            "1:1: found 2, expected more than 2, in which each action is tried once",
        ),
        (
            "players: [max, chance]\niterations: 9\ntree: [[1, 2], 3]",
            "1:1: playouts are for max and min, and without chance",
        ),
        (
            "players: [A, B]\niterations: 9\ntree: [[1 2, 2 1], 3 0]",
            "1:1: playouts are for max and min, and without chance",
        ),
        (
            "iterations: 9\ntree: {A: {B: {C: 1}, B#2: {C#2: 1}}}",
            "2:1: two nodes are one position",
        ),
        (
            "game: connect_k\niterations: 9\ndepth: 2\n",
            "3:1: a playout goes to the end of the game: leave out the limit",
        ),
        (
            "iterations: 9\nrounds: 1\nevaluate: {A: 0, B: 0}\ntree: [[1, 2], 3]",
            "2:1: a playout stops after a `depth`, or at the end of the game",
        ),
        (
            "iterations: 9\ndepth: 1\nevaluate: {B: 0}\ntree: [[[1, 2], 2], 3]",
            "2:1: a playout may stop at D, which has no estimate",
        ),
        ("iterations: 9\ndepth: 1\nevaluate: {B: 0, D: 0}\ntree: [[[1, 2], 2], 3]", ""),
        (
            "iterations: 9\nexploration: 0\ntree: [[2, 2], 2.5]",  # mcts has √2
            "1:1: iteration 5 of ",
        ),
        (
            "iterations: 9\ntree: [[1, 2], 3]\nexpect: {action: C}",
            "",
        ),
        (
            "iterations: 9\ntree: [[1, 2], 3]\nexpect: {action: B}",
            "3:1: expect says action B, computed C",
        ),
    ],
)
def test_an_unfit_tree_is_refused(tmp_path: Path, tree: str, starts: str) -> None:
    """At the key that is wrong, or at the beginning."""
    found = told(tmp_path, f"{tree}\n")
    if starts:
        assert any(each.startswith(starts) for each in found), found
    else:
        assert found == []


def test_positions_may_come_again_where_states_are_nodes(tmp_path: Path) -> None:
    """Then a dictionary keyed by state mixes nothing."""
    tree = "iterations: 3\ntree: {A: {B: {C: 1}, B#2: {C#2: 1}}}\n"
    asked = ASKED.replace("points", "states: nodes, points")
    assert told(tmp_path, tree, asked) == []


def test_a_game_without_end_is_no_tree(tmp_path: Path) -> None:
    """Rules that never end are stopped as they are unrolled."""
    games = tmp_path / "reference" / "games"
    games.mkdir(parents=True)
    (games / "endless.py").write_text(ENDLESS, "utf-8")
    (found,) = told(tmp_path, "game: endless\niterations: 9\n")
    assert found.startswith("1:7: ")


ENDLESS = '''
"""Count for ever."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Endless:
    def initial(self):
        return 0

    def to_move(self, position):
        return "max" if position % 2 == 0 else "min"

    def successors(self, position):
        return tuple(range(10 * position + 1, 10 * position + 11))

    def utility(self, position):
        return 0

    def label(self, position):
        return str(position)

    def content(self, position):
        return None


RULES = Endless
'''


MEANS = """iterations: 24
tree: {A: {B: {F: -1, G: {L: 1, M: 1}, H: 1}, C: 0, D: {I: {N: 1, O: 0},
  J: {P: -1, Q: 1}}, E: -1}}
"""


@for_each(
    "tree, iteration",
    [
        (
            MEANS,
            "running means",
        ),
        # B twice and C once, with the same UCB1 before iteration 4
        (
            f"iterations: 5\ntree: [0, {(1 - sqrt(2)) * sqrt(log(3)):.12f}]\n",
            "iteration 4 at A: UCB1 of B and C is less than 1e-09 apart",
        ),
    ],
)
def test_rounding_decides_nothing(tree: str, iteration: str) -> None:
    """Sums, running means and shares choose alike, or the tree is refused."""
    found = [*choices_left_to_rounding(treefile.parse(tree))]
    assert len(found) == 1
    key, message = found[0]
    assert key == "iterations"
    assert iteration in message


def test_equal_nodes_are_no_doubt() -> None:
    """With the same U and N the first is due, whoever computes it."""
    tree = treefile.parse("iterations: 40\ntree: [[1, 1], [1, 1], [1, 1]]\n")
    assert [*choices_left_to_rounding(tree)] == []
    plain = PlainSearch(tree)
    action = plain.run()
    found = right_playouts(tree)
    assert [tree.nodes[i].label for i in found.playouts] == plain.played
    assert found.action == action
