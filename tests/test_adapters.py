"""Each course's form of a game, on a tree whose values are known by hand.

A is MAX's and worth 3: B has the leaves 3 and 12, and C, worth -2, has -2 and D, which
is MAX's again, with 5 and 0, estimated at 4.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from autograder.adapters import (
    AimaGame,
    EndgameState,
    GameState,
    IsolationBoard,
    board_of,
    line_of_play,
    named,
    rules,
)
from autograder.answers.board import game_root_and_visits
from autograder.game import Game, State
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree, Node
from tests.cases import for_each

A, B, C, B1, B2, C1, D, D1, D2 = range(9)
TREE = GameTree(
    (
        Node("A", "max", (B, C), estimate=1),
        Node("B", "min", (B1, B2), estimate=2),
        Node("C", "min", (C1, D), estimate=-1),
        Node("B1", "max", (), 3),
        Node("B2", "max", (), 12),
        Node("C1", "max", (), -2),
        Node("D", "max", (D1, D2), estimate=4),
        Node("D1", "min", (), 5),
        Node("D2", "min", (), 0),
    )
)


def start() -> tuple[Game, State, list[int]]:
    """A fresh game on the tree, its root, and the nodes that were visited."""
    return game_root_and_visits(TREE)


# What a student's code is handed: the root, its successors, or the game.
MADE: dict[str, Callable[[Game, State], Any]] = {
    "Berkeley": GameState,
    "aima-python": lambda game, _: AimaGame(game),
    "Isolation": lambda game, state: IsolationBoard(game, state, (1, 2)),
    "MIT": lambda game, state: EndgameState(game, state).generate_next_states(),
}


@for_each("course", MADE)
def test_a_state_is_visited_when_it_is_asked_about(course: str) -> None:
    """To be handed one is no visit."""
    game, root, visited = start()
    MADE[course](game, root)
    assert visited in ([], [A])


def test_berkeley_asks_by_agents() -> None:
    """Agent 0 is MAX, agent 1 MIN; the score of an inner state is its estimate."""
    game, root, visited = start()
    state = GameState(game, root)
    assert (state.getNumAgents(), state.getLegalActions(0)) == (2, ["B", "C"])
    below = state.generateSuccessor(0, "B")
    assert (below.isWin(), below.isLose(), below.getScore()) == (False, False, 2)
    assert below.getLegalActions(1) == ["B1", "B2"]
    assert visited == [A, B]
    leaf = below.generateSuccessor(1, "B1")
    assert (leaf.isWin(), leaf.isLose(), leaf.getScore()) == (True, False, 3)
    assert leaf.getLegalActions(0) == leaf.getLegalActions(1) == []
    lost = state.generateSuccessor(0, "C").generateSuccessor(1, "C1")
    assert (lost.isWin(), lost.isLose(), lost.getScore()) == (False, True, -2)


def test_berkeley_tells_whose_turn_it_is() -> None:
    """Another agent has no actions there."""
    game, root, _ = start()
    state = GameState(game, root)
    with pytest.raises(ValueError, match="in A agent 0 moves, not 1"):
        state.getLegalActions(1)
    with pytest.raises(ValueError, match="in A agent 0 moves, not 1"):
        state.generateSuccessor(1, "B")


def test_berkeley_has_as_many_agents_as_the_tree_says() -> None:
    """Two ghosts move one after the other, and then agent 0 again."""
    text = "tree: {A: {B: {C: {D: [1, 2]}}}}\nplayers: [max, min, min]\n"
    game, root, _ = game_root_and_visits(treefile.parse(f"{text}data: {{agents: 3}}"))
    state = GameState(game, root)
    assert state.getNumAgents() == 3
    first = state.generateSuccessor(0, "B")
    assert first.getLegalActions(1) == ["C"]
    second = first.generateSuccessor(1, "C")
    with pytest.raises(ValueError, match="in C agent 2 moves, not 1"):
        second.getLegalActions(1)
    again = second.generateSuccessor(2, "D")
    assert len(again.getLegalActions(0)) == 2
    assert GameState(game, second.state) == second, "states are equal by their position"


BOARD = [["X", "O", "X"], ["O", None, "O"], [None, None, "X"]]
WON = [["X", "O", "X"], ["O", "X", "O"], [None, None, "X"]]


def tic_tac_toe() -> tuple[Game, State, list[int]]:
    """X is to move on the board above, and wins in its middle."""
    text = "game: tic_tac_toe\nactions: true\nboard: XOXO.O..X\n"
    return game_root_and_visits(treefile.parse(text))


def test_cs50_boards_are_three_rows() -> None:
    """A move is a row and a column; X, who is MAX, wins on a diagonal."""
    game, root, visited = tic_tac_toe()
    of = rules(game, root, "X", "O")
    assert (board_of(root), visited) == (BOARD, [])
    assert (of["player"](BOARD), of["terminal"](BOARD)) == ("X", False)
    assert of["actions"](BOARD) == {(1, 1), (2, 0), (2, 1)}
    won = of["result"](BOARD, (1, 1))
    assert won == WON
    seen = [of[name](won) for name in ("terminal", "utility", "winner")]
    assert seen == [True, 1, "X"]
    assert of["player"](of["result"](BOARD, (2, 0))) == "O"
    with pytest.raises(ValueError, match="not a legal action"):
        of["result"](BOARD, (0, 0))
    assert [named(each) for each in ((2, 0), None, "B")] == ["square 7", None, "B"]


def test_cs50_where_nobody_has_won_yet() -> None:
    """A board is worth 0 then: the course lets students ask it of any."""
    game, root, _ = tic_tac_toe()
    of = rules(game, root, "X", "O")
    assert (of["utility"](BOARD), of["winner"](BOARD)) == (0, None)


def test_cs50_a_board_is_known_by_its_squares() -> None:
    """A copy is the same board; one that `result` has not made is told of."""
    game, root, _ = tic_tac_toe()
    of = rules(game, root, "X", "O")
    with pytest.raises(ValueError, match=r"no call of result\(board, action\) has"):
        of["terminal"](WON)
    of["result"](copy.deepcopy(BOARD), (1, 1))
    assert of["terminal"](copy.deepcopy(WON))


def test_aima_names_the_player() -> None:
    """What is MAX's gain is MIN's loss."""
    game, root, visited = start()
    aima = AimaGame(game)
    assert (aima.to_move(root), aima.actions(root)) == ("max", ["B", "C"])
    below = aima.result(root, "B")
    assert visited == [A]
    assert (aima.to_move(below), aima.terminal_test(below)) == ("min", False)
    leaf = aima.result(below, "B1")
    assert aima.terminal_test(leaf)
    assert (aima.utility(leaf, "max"), aima.utility(leaf, "min")) == (3, -3)


def test_isolation_has_players_of_its_own() -> None:
    """They are objects; who moves is the active one."""
    game, root, visited = start()
    ours, theirs = object(), object()
    board = IsolationBoard(game, root, (ours, theirs))
    assert (board.active_player, board.get_legal_moves()) == (ours, ["B", "C"])
    below = board.forecast_move("C")
    assert visited == [A]
    assert (below.active_player, below.utility(ours)) == (theirs, 0)
    assert (below.estimate(ours), below.estimate(theirs)) == (-1, 1)
    assert not below.is_winner(ours)
    leaf = below.forecast_move("C1")
    assert leaf.get_legal_moves() == []
    assert (leaf.utility(ours), leaf.estimate(theirs)) == (-2, 2)
    assert (leaf.is_winner(theirs), leaf.is_loser(ours)) == (True, True)
    assert (leaf.is_winner(ours), leaf.is_loser(theirs)) == (False, False)


def test_mit_generates_states() -> None:
    """A path of states has a line of actions; the score is the maximizer's."""
    game, root, visited = start()
    first = EndgameState(game, root)
    assert not first.is_game_over()
    b, c = first.generate_next_states()
    assert visited == [A]
    leaf, d = c.generate_next_states()
    assert (leaf.is_game_over(), d.is_game_over()) == (True, False)
    assert leaf.get_endgame_score(is_current_player_maximizer=True) == -2
    assert leaf.get_endgame_score(is_current_player_maximizer=False) == 2
    assert line_of_play([first, c, leaf]) == ["C", "C1"]
    assert line_of_play([first]) == []
    again, _ = first.generate_next_states()
    assert (again, hash(again)) == (b, hash(b))
