"""In a notebook, trees and graded tests show themselves as pictures."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from autograder.errors import AssignmentError
from autograder.notebook import explore, grade, tree
from autograder.project import load_module
from tests.cases import for_each
from tests.small import ASSIGNMENT, ROOT, make_assignment

SUBMISSIONS = ROOT / "tests" / "submissions"


def test_a_tree_is_a_picture() -> None:
    """What notebooks ask an object for is well-formed SVG with each node once."""
    shown = tree(ROOT / "test_trees" / "lectures" / "aima_fig_5_2.yaml")
    drawn = ET.fromstring(shown._repr_svg_())  # noqa: S314 - our own
    nodes = [each for each in drawn.iter() if each.get("data-node") is not None]
    assert len(nodes) == len(shown.nodes) == 13


def test_a_graded_test_is_its_sentences_and_a_picture() -> None:
    """Escaped, since they hold what a student wrote."""
    (entry,) = grade(SUBMISSIONS / "alpha_beta_no_pruning", "alpha_beta", "aima*")
    shown = entry._repr_html_()
    assert "visited C2 and C3, though cut" in shown
    assert shown.count("<svg") == 1
    assert shown.count("gt-wrongly-visited") >= 2


def test_a_right_one_can_be_shown_too() -> None:
    """With what was visited."""
    (entry,) = grade(ROOT / "reference", "alpha_beta", "aima*")
    assert entry.passed
    assert "<svg" in entry._repr_html_()


def test_what_is_not_there_is_said() -> None:
    """As on the command line."""
    with pytest.raises(AssignmentError, match="no such question"):
        grade(ROOT / "reference", "minimacks")


EXPLORED = """\
A △
├─ a1→B ▽: b1→B1=3 b2→B2=12 b3→B3=8
├─ a2→C ▽: c1→C1=2 c2→C2=4 c3→C3=6
└─ a3→D ▽: d1→D1=14 d2→D2=5 d3→D3=2

△ MAX, ▽ MIN, a→ action a

expected value: 3
expected visits: A, B, B1, B2, B3, C, C1, D, D1, D2, D3"""


def test_a_game_is_explored() -> None:
    """Game and root unpack; beside them stand the tree and what is right on it."""
    explored = explore("aima_fig_5_2", "alpha_beta")
    game, root = explored
    assert [str(state) for _, state in game.successors(root)] == ["B", "C", "D"]
    assert game.actions(root) == ("a1", "a2", "a3")
    assert (explored.value, explored.visits[:3]) == (3, ("A", "B", "B1"))
    assert str(explored) == repr(explored) == EXPLORED
    shown = explored._repr_html_()
    assert shown.startswith("<svg")
    assert "expected value: 3\n" in shown


def test_each_exploration_begins_anew() -> None:
    """What was asked of one game is not known to the next."""
    (game, root), (other, again) = explore("aima_fig_5_2"), explore("aima_fig_5_2")
    assert game is not other
    assert game.to_move(root) == other.to_move(again) == "max"


@for_each(
    "unit, name",
    [
        ("chance", "cs188_three_chances"),
        ("players", "aima_three_players"),
        ("stacks", "nim_2_2"),
    ],
)
def test_games_of_units_are_explored(unit: str, name: str) -> None:
    """With chance, with more players, and where nobody chooses an action."""
    explored = explore(name, assignment=ROOT / "test_trees" / unit)
    assert explored.value is not None
    assert explored.visits


PLAYED = """\
expected action: B
expected playouts: B, C, D, E, F, G, H, H, F, H, F, F, H, F, H, E, F, H, F, H,
F, F, H, F, H, F, H, F, H, F
a game counts its playouts: explore anew before each search"""


def test_a_search_by_playouts_can_be_run_on_what_is_explored() -> None:
    """Its action is the expected one, below which the playouts stand."""
    unit = ROOT / "test_trees" / "monte_carlo"
    explored = explore("two_actions", assignment=unit)
    game, root = explored
    module = load_module(ROOT / "reference" / "monte_carlo.py")
    assert module.mcts_search(game, root, 30) == explored.action == "B"
    assert len(explored.playouts) == 30
    assert str(explored).endswith(PLAYED)
    assert [game.playout(root) for _ in range(100)].count(2) == 0, "as many as wanted"


@for_each(
    "kept", ["visibility: hidden", "visibility: after_due_date", "feedback: none"]
)
def test_what_students_are_not_told_is_not_explored(
    tmp_path_factory: pytest.TempPathFactory, kept: str
) -> None:
    """The game alone is there, where the tree is."""
    folder = tmp_path_factory.mktemp("kept")
    text = f"{ASSIGNMENT}    {kept}\n"
    explored = explore("fig_5_2", assignment=make_assignment(folder, {}, text))
    assert (explored.value, explored.visits) == (None, ())
    assert "expected" not in f"{explored}{explored._repr_html_()}"


def test_of_a_test_that_students_see_more_is_told(tmp_path: Path) -> None:
    """Though another on the same tree is hidden."""
    more = "  - {name: alpha_beta, points: {value: 1}, trees: ['*.yaml']}\n"
    text = f"{ASSIGNMENT}    visibility: hidden\n{more}"
    trees = make_assignment(tmp_path, {}, text)
    assert "E, F, G, C, H, D, K" in str(explore("fig_5_2", assignment=trees))


def test_a_game_goes_by_its_name() -> None:
    """One sentence with near names, as on the command line."""
    with pytest.raises(AssignmentError, match="no such tree; did you mean aima_fig"):
        explore("aima_fig")
    with pytest.raises(AssignmentError, match="expected one tree, found lectures/cs1"):
        explore("cs188*")
