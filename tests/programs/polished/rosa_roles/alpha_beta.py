"""Alpha-beta: one recursive core returning a value together with its action."""

from __future__ import annotations

import enum
import math
from typing import TYPE_CHECKING, NamedTuple, Optional

if TYPE_CHECKING:
    from autograder.game import Game, State


class Player(enum.IntEnum):
    """Sign of the player: MAX counts up, MIN counts down."""

    MAX = 1
    MIN = -1


class Outcome(NamedTuple):
    """What a search found out about a state."""

    value: float
    action: Optional[str] = None


def _alpha_beta(
    game: Game,
    state: State,
    alpha: float = -math.inf,
    beta: float = math.inf,
    player: Player = Player.MAX,
) -> Outcome:
    """Search ``state`` on behalf of ``player`` and report the best outcome."""
    if game.is_terminal(state):
        return Outcome(game.utility(state))

    best = Outcome(-math.inf * player)
    for action, successor in game.successors(state):
        opponent = Player(-player)
        candidate = _alpha_beta(game, successor, alpha, beta, opponent)
        if best.action is None or player * candidate.value > player * best.value:
            best = Outcome(candidate.value, action)
        match player:
            case Player.MAX:
                if best.value >= beta:
                    return best
                alpha = max(alpha, best.value)
            case Player.MIN:
                if best.value <= alpha:
                    return best
                beta = min(beta, best.value)
    return best


def alpha_beta_search(game: Game, state: State) -> str:
    """The best action in ``state``."""
    action = _alpha_beta(game, state).action
    assert action is not None
    return action


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of ``state`` when MAX is to move."""
    return _alpha_beta(game, state, alpha, beta, Player.MAX).value


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of ``state`` when MIN is to move."""
    return _alpha_beta(game, state, alpha, beta, Player.MIN).value
