"""Max^n search for any number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from autograder.game import Game, State

Payoffs = tuple[float, ...]


class Choice(NamedTuple):
    """The payoffs that an action leads to."""

    payoffs: Payoffs
    action: str | None


class MaxN:
    """Max^n on one game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._count = len(game.players())

    def index_of_mover(self, state: State) -> int:
        """Position of the player to move among the payoffs."""
        return self._game.players().index(self._game.to_move(state))

    def search(self, state: State, mover: int) -> Choice:
        """The choice of the player number ``mover``."""
        if self._game.is_terminal(state):
            return Choice(self._game.utility(state), None)
        following = (mover + 1) % self._count
        best: Choice | None = None
        for action, child in self._game.successors(state):
            payoffs = self.search(child, following).payoffs
            if best is None or payoffs[mover] > best.payoffs[mover]:
                best = Choice(payoffs, action)
        assert best is not None
        return best


def max_n_search(game: Game, state: State) -> str:
    """Best action for the player to move."""
    engine = MaxN(game)
    action = engine.search(state, engine.index_of_mover(state)).action
    assert action is not None
    return action


def max_n(game: Game, state: State) -> Payoffs:
    """Payoffs of all players under best play."""
    engine = MaxN(game)
    return engine.search(state, engine.index_of_mover(state)).payoffs
