"""The line of a search by playouts that is shown: of the part that made the mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment.questions import Points
from autograder.kinds.playouts.computing import Seat, right_playouts
from autograder.kinds.playouts.judging import judge, seen
from autograder.kinds.playouts.kind import line_of
from autograder.kinds.playouts.question import FACETS, PlayoutQuestion, PlayoutTest
from autograder.observing.outcome import OVERRUN, Fault, Frame, Outcome, Returned
from autograder.project import load_module
from autograder.trees import file as treefile
from tests.cases import for_each
from tests.small import ROOT

TREE = treefile.parse(
    "iterations: 30\n"
    "tree: {A: {B: {D: 1, E: 0, F: -1}, C: {G: {I: 1, J: -1}, H: -1}}}\n"
)
QUESTION = PlayoutQuestion(
    "mcts", "monte_carlo", "mcts_search", states="nodes", facets=FACETS
)
TEST = PlayoutTest(
    QUESTION, "one", TREE, points=Points(tuple((f, 1.0) for f in FACETS))
)
REFERENCE = ROOT / "reference"
BY_RECURSION = ROOT / "tests" / "playouts_by_recursion.py"

MOVER = 'if game.to_move(node.parent.state) == "max":'
CREDITED = "            node.utility += payoff\n"
UCB1 = "child.utility, child.playouts, parent.playouts"
CHOSEN = "best = max(root.children, key=lambda child: child.playouts)"


def shown(text: str, folder: Path, came: Outcome | None = None) -> str:
    """The line that is shown of a program, or of the part that matters."""
    path = folder / "monte_carlo.py"
    path.write_text(text)
    seat = Seat(TREE, apart=True)
    action = seat.run(load_module(path).mcts_search)
    outcome = came or Returned("str", text=str(action))
    result = judge(TEST, right_playouts(TREE), seen(TEST, outcome, seat.played))
    line = line_of(result, folder)
    assert line is not None
    return line.source


@for_each(
    "goes, comes, line",
    [
        # back-propagation: the one line that adds, or the test that tells two apart
        (MOVER, MOVER.replace("max", "min"), MOVER.replace("max", "min")),
        (MOVER, "if True:", "if True:"),
        # selection: where UCB1 is called
        (UCB1, UCB1 + " + 1", f"key=lambda child: ucb1({UCB1} + 1),"),
        ("+ c * math.sqrt(", "+ 0 * math.sqrt(", f"key=lambda child: ucb1({UCB1}),"),
        # expansion: where a state is added
        (
            "[len(leaf.children)]",
            "[-1 - len(leaf.children)]",
            "child = Node(game.result(leaf.state, action), leaf, action)",
        ),
        # simulation: where playouts are asked for
        (
            "playout(child.state)",
            "playout((child.parent or child).state)",
            "payoff = game.playout((child.parent or child).state)",
        ),
        # the loop, if there is a playout too few or too many
        (
            "range(iterations)",
            "range(iterations - 1)",
            "for _ in range(iterations - 1):",
        ),
        # the choice in the end, if all playouts are right
        (
            CHOSEN,
            CHOSEN.replace("max", "min"),
            CHOSEN.replace("max", "min"),
        ),
        ("return best.action", 'return "C"', 'return "C"'),
        (
            "return best.action",
            "return max(root.children, key=lambda node: node.playouts).state",
            "return max(root.children, key=lambda node: node.playouts).state",
        ),
    ],
)
def test_the_part_that_is_wrong_is_shown(
    tmp_path_factory: pytest.TempPathFactory, goes: str, comes: str, line: str
) -> None:
    """By the one line that does its work in the textbook's program."""
    text = (REFERENCE / "monte_carlo.py").read_text()
    assert text.count(goes) == 1
    folder = tmp_path_factory.mktemp("own")
    assert shown(text.replace(goes, comes), folder) == line


def test_two_lines_that_do_the_same_are_shown_by_their_function(tmp_path: Path) -> None:
    """An end of the game and a new node ask in two places."""
    text = BY_RECURSION.read_text()
    played = "game.playout(child.state)"
    text = text.replace(played, "game.playout(leaf.state)")
    assert shown(text, tmp_path) == "def iterate(game: Game, leaf: Node) -> Any:"


def test_what_is_found_nowhere_is_shown_by_the_head_of_the_search(
    tmp_path: Path,
) -> None:
    """A search that asks for nothing has no line that does so wrongly."""
    text = 'def mcts_search(game, state, iterations):\n    return "B"\n'
    head = "def mcts_search(game, state, iterations):"
    assert shown(text, tmp_path) == head


def test_of_a_search_that_was_stopped_the_loop_is_shown(tmp_path: Path) -> None:
    """Which asks for playouts without end."""
    text = (REFERENCE / "monte_carlo.py").read_text()
    assert shown(text, tmp_path, Fault(OVERRUN)) == "for _ in range(iterations):"


def test_a_search_that_broke_off_is_shown_there(tmp_path: Path) -> None:
    """Whatever was wrong before."""
    text = (REFERENCE / "monte_carlo.py").read_text()
    frame = Frame("monte_carlo.py", 7, "select", "node = root")
    fault = Fault("crash", "no", "KeyError", frames=(frame,))
    assert shown(text, tmp_path, fault) == "node = root"
