"""Games of OpenSpiel: what a tree file may ask for, and what becomes of it."""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from autograder.errors import AssignmentError, FileProblems
from autograder.game import position_of
from autograder.trees import file as treefile
from autograder.trees import openspiel, rules
from autograder.trees.explicit import LONGEST_LABEL
from autograder.trees.openspiel import NamedGame, unroll
from autograder.trees.tree import GameTree, contradictions
from autograder.trees.values import best_actions, exact_values
from tests.faulty_trees import problems

SMALL = "name: connect_four\noptions: {rows: 4, columns: 4}\n"
needs_openspiel = pytest.mark.skipif(
    not openspiel.can_import_openspiel(), reason="OpenSpiel needs Python 3.11"
)


def tree_of(text: str) -> GameTree:
    """The tree of a file that names a game of OpenSpiel."""
    return treefile.parse(f"game: openspiel\n{text}")


def wrong_with(text: str) -> list[str]:
    """What is wrong with such a file."""
    return problems(f"game: openspiel\n{text}")


# What a file says


@pytest.mark.parametrize(
    "text, problem",
    [
        ("depth: 1", "1:7: openspiel needs a `name`"),
        ("name: [nim]", "2:7: expected a text, found a list"),
        ("name: nim\noptions: [2]", "3:10: expected a mapping, found a list"),
        ("name: nim\npiles: [2]", "3:1: unknown key 'piles'; "),
        (
            "name: nim\nrounds: 1\nevaluate: zero",
            "3:9: a game of openspiel has a `depth`, and no `rounds`",
        ),
        (
            "name: nim\ndepth: 1",
            (
                "3:8: the search stops there without an estimate: `evaluate` is zero, "
                "returns or a module in estimates/"
            ),
        ),
        ("name: nim\nevaluate: zero", "3:11: `evaluate` needs a `depth`"),
    ],
)
def test_keys_that_make_no_sense(text: str, problem: str) -> None:
    """They are told before OpenSpiel is asked, which need not be there."""
    (found,) = wrong_with(text)
    assert found.startswith(problem)


def test_an_option_of_the_game_beside_its_name() -> None:
    """Those of rule games stand there; OpenSpiel's have a place of their own."""
    (found,) = wrong_with("name: hex\nboard_size: 3")
    assert found.startswith("3:1: unknown key 'board_size'; ")
    assert found.endswith("; options of the game itself stand below `options`")


@needs_openspiel
@pytest.mark.parametrize("limit", ["", "depth: 3\nevaluate: zero"])
def test_a_huge_game_is_refused_soon(limit: str) -> None:
    """A board of 15 by 15 has 1 + 225 + 225 · 224 nodes in its first two plies."""
    began = time.monotonic()
    (found,) = wrong_with(f"name: mnk\n{limit}")
    assert "more than 1,000,000 nodes; its first 2 plies have 50,626" in found
    assert time.monotonic() - began < 15  # 1 s, where nobody else is at work


@needs_openspiel
@pytest.mark.parametrize(
    "game, problem",
    [
        (
            "hex\noptions: {board_size: 100000}",
            "3:23: hex: it needs more than 4 GB of memory; smaller `options` may help",
        ),
        (
            "hex\noptions: {num_rows: 100000, num_cols: 100000}",
            "3:10: hex: it needs more than 4 GB of memory; smaller `options` may help",
        ),
        (
            "y\noptions: {board_size: 9999999999}",
            "3:23: board_size: expected a number up to 2,147,483,647, found 9999999999",
        ),
        (
            "connect_four\noptions: {rows: 100000}",
            (
                "3:17: connect_four: a state has 800,000 characters, expected at most "
                "10,000; smaller `options` may help"
            ),
        ),
    ],
)
def test_huge_options_are_refused_where_they_stand(game: str, problem: str) -> None:
    """In a process of their own, whose memory has a limit."""
    assert wrong_with(f"name: {game}\ndepth: 1\nevaluate: zero") == [problem]


@needs_openspiel
@pytest.mark.parametrize("game", ["misere", "start_at", "repeated_game", "zerosum"])
def test_a_game_that_changes_another(game: str) -> None:
    """No tree file can say which, and it says so."""
    (found,) = wrong_with(f"name: {game}")
    assert found.startswith(f"2:7: {game}: it changes another game, and needs that as ")


@needs_openspiel
def test_lines_of_openspiel_do_not_come_before_ours(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """What it prints on its way to an exception is in our sentence already."""
    (found,) = wrong_with("name: hex\noptions: {string_rep: none_such}")
    assert found.endswith("Invalid string_rep none_such")
    assert capfd.readouterr().err == ""


def test_without_openspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence says what to install and what to run."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert not openspiel.can_import_openspiel()
    (found,) = wrong_with("name: tic_tac_toe")
    assert found == (
        "2:7: OpenSpiel is not installed, and no answers/ has this tree unrolled as it "
        "is written here; `.venv/bin/pip install -c constraints.txt open_spiel` needs "
        "Python 3.11 or newer, and then `./run_autograder answers DIR` unrolls it"
    )


@needs_openspiel
@pytest.mark.parametrize(
    "text, problem",
    [
        (
            "name: conect_four",
            "2:7: OpenSpiel has no game conect_four; did you mean connect_four?",
        ),
        ("name: nothing_like_it", "2:7: OpenSpiel has no game nothing_like_it"),
        (
            "name: kuhn_poker",
            (
                "2:7: kuhn_poker: its players do not see everything "
                "(imperfect information)"
            ),
        ),
        ("name: goofspiel", "2:7: goofspiel: its players do not take turns"),
        ("name: matrix_rps", "2:7: matrix_rps: its players do not take turns"),
        (
            "name: stones_and_gems",
            (
                "2:7: stones_and_gems: its chance is sampled, so that nobody knows the "
                "probabilities"
            ),
        ),
        (
            "name: 2048",
            (
                "2:7: 2048: it gives rewards on the way, and utilities stand at the "
                "end alone"
            ),
        ),
        (
            "name: efg_game",
            (
                "2:7: efg_game: it reads its rules from a file, which no tree file "
                "can give it"
            ),
        ),
        (
            "name: connect_four\noptions: {rowz: 4}",
            (
                "3:17: connect_four has no option rowz; it has columns, "
                "egocentric_obs_tensor, rows and x_in_row"
            ),
        ),
        (
            "name: tic_tac_toe\noptions: {rows: 4}",
            "3:17: tic_tac_toe has no option rows; it has none",
        ),
        (
            "name: connect_four\noptions: {rows: true}",
            "3:17: rows: expected a value such as 6, found True",
        ),
        (
            "name: connect_four\noptions: {rows: 0}",
            "3:17: rows: expected a number above 0, found 0",
        ),
        (
            "name: nim\noptions: {pile_sizes: [1, 2]}",
            "3:23: pile_sizes: expected a value such as '1;3;5;7', found (1, 2)",
        ),
        (
            "name: nim\ndepth: 1\nevaluate: zeros",
            "4:11: expected zero or returns or connect_four, found zeros",
        ),
        (
            "name: hex\noptions: {board_size: 1}",
            "2:7: nothing can be done in a state, though its game goes on",
        ),
        (
            "name: pig\noptions: {players: 17}",
            "2:7: pig: expected at most 16 players, found 17",
        ),
    ],
)
def test_what_is_refused(text: str, problem: str) -> None:
    """In a sentence, where the file says it."""
    assert wrong_with(text) == [problem]


@needs_openspiel
def test_openspiel_itself_may_stop() -> None:
    """Its error is told, without the lines behind the first."""
    (found,) = wrong_with("name: clobber\noptions: {rows: 1, columns: 3}")
    assert found.startswith("2:7: clobber: OpenSpiel stops with an error: ")
    assert "bases[i] > 1" in found


@needs_openspiel
def test_a_whole_number_will_do_for_a_fraction() -> None:
    """Komi is 7.5 unless a file says 7."""
    small = "name: go\noptions: {board_size: 2, max_game_length: 3, komi: 7}"
    assert tree_of(small).nodes[0].content.startswith("GoState(komi=7,")


@needs_openspiel
def test_a_game_that_is_over_where_it_begins() -> None:
    """There is nothing to search in a game of no moves."""
    (found,) = wrong_with("name: nim\noptions: {pile_sizes: 0;0}")
    assert found == "2:7: nim: this game is over where it begins"


# The tree


@needs_openspiel
def test_connect_four_on_four_by_four_to_depth_4() -> None:
    """As many nodes as boards can be filled: 4 moves each, and two plies beyond."""
    tree = tree_of(f"{SMALL}depth: 4\nevaluate: zero")
    assert tree.root_actions() == ("x0", "x1", "x2", "x3")
    assert len(tree.horizon) == 4**4
    assert len(tree.reachable()) == 1 + 4 + 4**2 + 4**3 + 4**4
    values = exact_values(tree)
    assert values["connect_four"] == 0
    assert best_actions(tree, values) == tree.root_actions()


@needs_openspiel
def test_a_label_is_the_actions_from_the_root() -> None:
    """A position met again has the label of the first time; the board is its data."""
    nodes = tree_of(f"{SMALL}depth: 2\nevaluate: zero").nodes
    by_label = {node.label: node for node in nodes}
    assert nodes[0].label == "connect_four"
    assert by_label["x0 o1 x2"].content == "....\n....\n....\nxox.\n"
    assert by_label["x0 o1 x2#2"].content == by_label["x0 o1 x2"].content
    assert "x2 o1 x0" not in by_label


@needs_openspiel
def test_a_long_label_has_a_digest_and_its_last_actions() -> None:
    """No two positions have the same."""
    found = unroll(NamedGame("nim", (("pile_sizes", "2;2"),)))
    labels = [node.label for node in found.positions]
    assert len(set(labels)) == len(labels)
    assert all(len(label) <= LONGEST_LABEL for label in labels)
    long = [label for label in labels if "… " in label]
    assert long
    for label in long:
        digest, _, actions = label.partition("… ")
        assert len(bytes.fromhex(digest)) == 6
        assert actions.startswith(("pile:", "take:"))


@needs_openspiel
@pytest.mark.parametrize(
    "text",
    [
        "name: nim\noptions: {pile_sizes: 1;2;2}",
        "name: pig\noptions: {winscore: 4, diceoutcomes: 2, horizon: 6}",
        "name: go\noptions: {board_size: 2, max_game_length: 5}",
        "name: mancala\ndepth: 2\nevaluate: returns",
        "name: einstein_wurfelt_nicht\ndepth: 0" * 0
        + "name: y\noptions: {board_size: 2}",
    ],
)
def test_equal_positions_are_the_same_game(text: str) -> None:
    """One label, one board, one player to move, and the same below."""
    nodes = tree_of(text).nodes
    assert list(contradictions(nodes)) == []
    seen: dict[str, Any] = {}
    for node in nodes:
        row = node.content, node.to_move, node.utility
        assert seen.setdefault(position_of(node.label), row) == row


@needs_openspiel
def test_a_text_that_leaves_something_out() -> None:
    """Pig's does not tell how many moves are left; its positions are told apart."""
    found = unroll(
        NamedGame("pig", (("winscore", 4), ("diceoutcomes", 2), ("horizon", 6)))
    )
    told = Counter((node.content, node.to_move) for node in found.positions)
    assert max(told.values()) > 1


@needs_openspiel
def test_chance_has_its_probabilities_and_is_no_ply() -> None:
    """To roll is a ply, what is rolled is none; a player may move again."""
    text = "name: pig\noptions: {winscore: 9, diceoutcomes: 4, horizon: 9}\n"
    tree = tree_of(f"{text}depth: 2\nevaluate: returns")
    by_label = {node.label: node for node in tree.nodes}
    assert by_label["roll"].to_move == "chance"
    assert by_label["roll"].probabilities == (0.25,) * 4
    assert (by_label["stop"].to_move, by_label["roll Roll 2"].to_move) == ("min", "max")
    horizon = {tree.nodes[index].label for index in tree.horizon}
    assert "roll Roll 2 roll" in horizon
    assert {"roll Roll 2", "roll Roll 2 roll Roll 3"}.isdisjoint(horizon)


@needs_openspiel
def test_beyond_the_horizon_there_are_two_plies() -> None:
    """A search that goes too deep finds players to move there, never chance alone."""
    text = "name: pig\noptions: {winscore: 9, diceoutcomes: 2, horizon: 9}\n"
    tree = tree_of(f"{text}depth: 1\nevaluate: zero")
    edges = [n for n in tree.nodes if not n.children and not n.is_terminal]
    assert edges
    assert {node.to_move for node in edges} == {"max", "min"}
    assert {node.estimate for node in tree.nodes if not node.is_terminal} == {0}
    assert {node.label.count("roll") for node in edges} <= {0, 1, 2, 3}


@needs_openspiel
def test_one_player_is_max() -> None:
    """Catch: chance drops a ball, MAX moves, and there is no MIN."""
    tree = tree_of("name: catch\noptions: {rows: 3, columns: 3}")
    assert {node.to_move for node in tree.nodes} == {"chance", "max"}
    assert exact_values(tree)[tree.root.label] == 1
    assert tree.root_actions() == ()


@needs_openspiel
def test_three_players_have_a_payoff_each() -> None:
    """They are A, B and C, in the order of OpenSpiel's numbers."""
    text = "name: pig\noptions: {players: 3, winscore: 2, diceoutcomes: 2, horizon: 5}"
    tree = tree_of(text)
    assert tree.players == ("A", "B", "C")
    utilities = [node.utility for node in tree.nodes if node.is_terminal]
    assert all(isinstance(each, tuple) and len(each) == 3 for each in utilities)
    assert wrong_with(f"{text}\nbounds: [0, 1]") == [
        "4:9: `bounds` is for max and min, whose payoff is one number"
    ]


# Estimates


@pytest.fixture
def estimates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of estimates of one's own."""
    folder = tmp_path / "estimates"
    folder.mkdir()
    monkeypatch.setattr(openspiel, "ESTIMATES", folder)
    return folder


@needs_openspiel
def test_a_module_estimates_by_the_board_and_the_mover(estimates: Path) -> None:
    """It is asked wherever the game goes on; whole numbers are integers."""
    worth = "board.count('x') + (mover == 'min') / 2"
    (estimates / "own.py").write_text(
        f"def evaluate(board, mover):\n    return {worth}"
    )
    tree = tree_of(f"{SMALL}depth: 1\nevaluate: own")
    by_label = {node.label: node.estimate for node in tree.nodes}
    assert (by_label["connect_four"], by_label["x0"], by_label["x0 o0"]) == (0, 1.5, 1)
    assert type(by_label["connect_four"]) is int


@needs_openspiel
def test_a_course_has_estimates_of_its_own(tmp_path: Path) -> None:
    """They stand in its folder, and one of a name that the project has comes first."""
    folder = tmp_path / "course" / "reference" / "games" / "estimates"
    folder.mkdir(parents=True)
    path = tmp_path / "course" / "trees" / "four.yaml"
    path.parent.mkdir()
    for name in ("fives", "connect_four"):
        text = "def evaluate(board, mover):\n    return 5\n"
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        text = f"game: openspiel\n{SMALL}depth: 1\nevaluate: {name}\n"
        path.write_text(text, encoding="utf-8")
        assert treefile.load(path).root.estimate == 5
    assert tree_of(f"{SMALL}depth: 1\nevaluate: connect_four").root.estimate != 5


@needs_openspiel
def test_of_several_players_an_estimate_is_as_many_numbers(estimates: Path) -> None:
    """One of each, in their order."""
    text = "name: pig\noptions: {players: 3, winscore: 9}\ndepth: 1\nevaluate: "
    assert tree_of(f"{text}zero").root.estimate == (0, 0, 0)
    (estimates / "own.py").write_text(
        "def evaluate(board, mover):\n    return 1, 2, 3.5"
    )
    assert tree_of(f"{text}own").root.estimate == (1, 2, 3.5)
    (estimates / "own.py").write_text("def evaluate(board, mover):\n    return 1")
    assert wrong_with(f"{text}own") == [
        "5:11: estimate: expected 3 numbers, one for each player; found [1]"
    ]


@needs_openspiel
@pytest.mark.parametrize(
    "code, problem",
    [
        (
            "def evaluate(board, mover):\n    return 1 / 0",
            "own.py, line 2: ZeroDivisionError: division by zero",
        ),
        ("x = (", "own.py, line 1: SyntaxError: '(' was never closed"),
        (
            "def evaluate(board, mover):\n    return True",
            "estimate: expected a finite number within ±2**53, found True",
        ),
        (
            "def evaluate(board, mover):\n    return float('nan')",
            "estimate: expected a finite number within ±2**53, found nan",
        ),
    ],
)
def test_a_module_that_gives_no_estimate(
    code: str, problem: str, estimates: Path
) -> None:
    """Its line is told, at the key that names it."""
    (estimates / "own.py").write_text(code)
    (found,) = wrong_with(f"{SMALL}depth: 1\nevaluate: own")
    assert problem in found
    assert found.startswith("5:11: ")


@needs_openspiel
def test_the_estimate_of_connect_four_counts_open_lines() -> None:
    """On four by four squares the corner is in three of ten lines, an edge in two."""
    tree = tree_of(f"{SMALL}depth: 1\nevaluate: connect_four")
    values = exact_values(tree)
    assert [values[action] for action in tree.root_actions()] == [3, 2, 2, 3]


# The file beside the answers


def unit_of(folder: Path, text: str) -> Path:
    """An assignment's folder with one tree."""
    (folder / "game.yaml").write_text(f"game: openspiel\n{text}")
    question = "{name: minimax, points: {value: 1}, trees: ['*.yaml']}"
    (folder / "assignment.yaml").write_text(f"questions: [{question}]")
    return folder


@needs_openspiel
def test_what_is_unrolled_is_the_tree(tmp_path: Path) -> None:
    """With the file beside the answers nobody asks OpenSpiel again."""
    text = "name: pig\noptions: {winscore: 9, horizon: 9}\ndepth: 1\nevaluate: zero\n"
    folder = unit_of(tmp_path, text)
    tree = treefile.load(folder / "game.yaml")
    ((path, content),) = openspiel.unrolled_anew(folder, {"game": folder / "game.yaml"})
    assert path == rules.path_in(folder, "game")
    path.parent.mkdir()
    path.write_text(content)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pyspiel", None)
        assert treefile.load(folder / "game.yaml") == tree
        assert (
            list(openspiel.unrolled_anew(folder, {"game": folder / "game.yaml"})) == []
        )
        assert (
            openspiel.unrolled_file(folder, "game", folder / "game.yaml")
            == content.encode()
        )
        (folder / "game.yaml").write_text(f"game: openspiel\n{text}title: T\n")
        assert treefile.load(folder / "game.yaml").nodes == tree.nodes
        stale = text.replace("depth: 1", "depth: 2")
        (folder / "game.yaml").write_text(f"game: openspiel\n{stale}")
        with pytest.raises(FileProblems, match="OpenSpiel is not installed"):
            treefile.load(folder / "game.yaml")
        with pytest.raises(AssignmentError, match="not unrolled as its file says"):
            openspiel.unrolled_file(folder, "game", folder / "game.yaml")


def test_other_trees_are_no_business_of_openspiel(tmp_path: Path) -> None:
    """Nothing is asked for trees that are written out, or of our own rules."""
    (tmp_path / "one.yaml").write_text("tree: [1, 2]")
    (tmp_path / "two.yaml").write_text("game: nim\npiles: [1]")
    assert openspiel.named_game_of_file(tmp_path / "one.yaml") is None
    assert openspiel.named_game_of_file(tmp_path / "two.yaml") is None
    at = {name: tmp_path / f"{name}.yaml" for name in ("one", "two")}
    assert list(openspiel.unrolled_anew(tmp_path, at)) == []
    (tmp_path / "two.yaml").write_text("game: openspiel")
    with pytest.raises(FileProblems, match="openspiel needs a `name`"):
        openspiel.named_game_of_file(tmp_path / "two.yaml")


@needs_openspiel
def test_a_game_that_cannot_be_unrolled_names_its_file(tmp_path: Path) -> None:
    """As `answers` tells it."""
    folder = unit_of(tmp_path, "name: kuhn_poker\n")
    with pytest.raises(AssignmentError) as caught:
        list(openspiel.unrolled_anew(folder, {"game": folder / "game.yaml"}))
    assert str(caught.value).startswith(f"{folder / 'game.yaml'}: kuhn_poker: ")
