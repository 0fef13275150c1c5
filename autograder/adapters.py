"""Games as courses have them, over the `game` that students' functions get here.

A module of a course that lies beside each submission makes one of these of a game and
a state, and hands it to the student's code. Each has the names that its course
documents, and asks nothing before the student's code asks: so the visits are the
student's own. A state may be asked about as often as one likes; it is visited once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from autograder.game import MAX, MIN, Game, Number, State

FREE, SIDE, SQUARE = ".", 3, "square "  # of tic-tac-toe, as its states have it
Squares = tuple[tuple[Any, ...], ...]  # of a board, row by row


@dataclass(frozen=True, slots=True)
class Position:
    """A state together with its game; two are equal where their states are."""

    game: Game
    state: State

    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return self.game.is_terminal(self.state)

    def score(self, player: str = MAX) -> Any:
        """The utility where the game is over, elsewhere its estimate, to a player."""
        if self.is_over():
            return self.game.utility(self.state, player)
        return self.game.evaluate(self.state, player)

    def moves(self) -> list[str]:
        """The legal actions, in the tree's order."""
        return list(self.game.actions(self.state))

    def after(self, action: str) -> State:
        """The state that an action leads to; ValueError if it is not legal."""
        return self.game.result(self.state, action)


@dataclass(frozen=True, slots=True)
class GameState(Position):
    """A `GameState` of Berkeley's Pac-Man projects.

    Agent 0 is MAX; those that follow are MIN, or chance. `ghosts` have moved since MAX.
    """

    ghosts: int = field(default=0, compare=False)

    def getNumAgents(self) -> int:
        """Pac-Man and the ghosts: the `agents` of the tree's data, or two."""
        return int(self.game.data().get("agents", 2))

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:
        """The actions of the agent whose turn it is, none where the game is over.

        ValueError for the other agent.
        """
        if self.is_over():
            return []
        self._check(agentIndex)
        return self.moves()

    def generateSuccessor(self, agentIndex: int, action: str) -> GameState:
        """The state after an agent's action; ValueError if it has no such action."""
        self._check(agentIndex)
        moved = self.ghosts + 1 if agentIndex else 0
        return replace(self, state=self.after(action), ghosts=moved)

    def isWin(self) -> bool:
        """Whether the game has ended, and not with a loss."""
        return self.is_over() and self.getScore() >= 0

    def isLose(self) -> bool:
        """Whether the game has ended with a loss."""
        return self.is_over() and self.getScore() < 0

    def getScore(self) -> Number:
        """MAX's utility where the game is over, elsewhere the estimate."""
        score: Number = self.score()
        return score

    def _check(self, agent: int) -> None:
        is_ghost = self.game.to_move(self.state) != MAX
        mover = 1 + self.ghosts if is_ghost else 0
        if agent != mover:
            raise ValueError(f"in {self.state} agent {mover} moves, not {agent}")


def board_of(state: State) -> list[list[Any]]:
    """A board of CS50's Tic-Tac-Toe: three rows, where the state has nine squares."""
    cells = [None if c == FREE else c for c in state.data]
    return [cells[i : i + SIDE] for i in range(0, len(cells), SIDE)]


def named(action: Any) -> Any:
    """The name of a square, `(0, 0)` is "square 1"; any other action as it is."""
    if isinstance(action, tuple) and [*map(type, action)] == [int, int]:
        return f"{SQUARE}{SIDE * action[0] + action[1] + 1}"
    return action


def rules(game: Game, state: State, x: str, o: str) -> dict[str, Callable[..., Any]]:
    """The functions of CS50's Tic-Tac-Toe by name; X, the first, is MAX, O is MIN.

    They know a board by its squares: that of the state, and those that `result` has
    made. ValueError for any other.
    """
    states: dict[Squares, State] = {}

    def board_at(state: State) -> list[list[Any]]:
        board = board_of(state)
        states[_squares(board)] = state
        return board

    def at(board: list[list[Any]]) -> Position:
        if _squares(board) not in states:
            raise ValueError(f"no call of result(board, action) has made {board}")
        return Position(game, states[_squares(board)])

    def utility(board: list[list[Any]]) -> Any:
        return at(board).score() if at(board).is_over() else 0

    board_at(state)
    return {
        "player": lambda board: x if game.to_move(at(board).state) == MAX else o,
        "actions": lambda board: {
            divmod(int(move.removeprefix(SQUARE)) - 1, SIDE)
            for move in at(board).moves()
        },
        "result": lambda board, move: board_at(at(board).after(named(move))),
        "winner": lambda board: {1: x, -1: o}.get(utility(board)),
        "terminal": lambda board: at(board).is_over(),
        "utility": utility,
    }


def _squares(board: list[list[Any]]) -> Squares:
    return tuple(map(tuple, board))


@dataclass(frozen=True, slots=True)
class AimaGame:
    """A `Game` of aima-python, whose states are those of our game."""

    game: Game

    def actions(self, state: State) -> list[str]:
        """The legal moves, in the tree's order."""
        return list(self.game.actions(state))

    def result(self, state: State, move: str) -> State:
        """The state after a move; ValueError if it is not legal."""
        return self.game.result(state, move)

    def terminal_test(self, state: State) -> bool:
        """Whether the game has ended."""
        return self.game.is_terminal(state)

    def utility(self, state: State, player: str) -> Any:
        """What the end of a game is worth to a player, as `to_move` names him."""
        return self.game.utility(state, player)

    def to_move(self, state: State) -> str:
        """The player who moves, "max" or "min"."""
        return self.game.to_move(state)


@dataclass(frozen=True, slots=True)
class IsolationBoard(Position):
    """A board of Udacity's Isolation; `players` are MAX's and MIN's own objects."""

    players: tuple[object, object]

    @property
    def active_player(self) -> object:
        """The player whose turn it is."""
        return self.players[self.game.to_move(self.state) != MAX]

    def get_legal_moves(self) -> list[str]:
        """The moves of the active player; none where the game is over."""
        return self.moves()

    def forecast_move(self, move: str) -> IsolationBoard:
        """The board after a move of the active player."""
        return replace(self, state=self.after(move))

    def utility(self, player: object) -> Any:
        """What the end of the game is worth to a player; 0 where it is not over."""
        return self.estimate(player) if self.is_over() else 0

    def is_winner(self, player: object) -> bool:
        """Whether the game has ended, and the player has won it."""
        return bool(self.utility(player) > 0)

    def is_loser(self, player: object) -> bool:
        """Whether the game has ended, and the player has lost it."""
        return bool(self.utility(player) < 0)

    def estimate(self, player: object) -> Any:
        """What the board is worth to a player, at the end of the game or before."""
        return self.score(MAX if player is self.players[0] else MIN)


@dataclass(frozen=True, slots=True)
class EndgameState(Position):
    """An `AbstractGameState` of MIT's 6.034; it knows the action that led to it."""

    action: str | None = field(default=None, compare=False)

    def is_game_over(self) -> bool:
        """Whether the game has ended."""
        return self.is_over()

    def generate_next_states(self) -> list[EndgameState]:
        """The states after each legal move, in the tree's order."""
        successors = self.game.successors(self.state)
        return [replace(self, state=state, action=a) for a, state in successors]

    def get_endgame_score(self, is_current_player_maximizer: bool = True) -> Any:  # noqa: FBT001, FBT002
        """MAX's utility; its opposite if the caller is wrong about who would move."""
        is_max = self.game.to_move(self.state) == MAX
        payoff = self.game.utility(self.state)
        return payoff if is_current_player_maximizer == is_max else -payoff


def line_of_play(path: Iterable[EndgameState]) -> list[str | None]:
    """The actions that lead from the first state of a path to its last."""
    return [state.action for state in path][1:]
