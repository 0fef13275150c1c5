"""Alpha-beta with iterative deepening, for as many visits as a move may cost.

AIMA, 4th edition, sections 5.2.3 and 5.3. Each move gets a share of what is left in the
bank. Rounds go one ply deeper each; the last that was finished decides. An end counts
more than any estimate, and a win that is nearer more than one far away.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

SHARE = 4  # of what is left in the bank, a move may cost one in so many
RESERVE = 8  # visits that are left to the moves behind this one
END = 1000  # an end counts as much as so many points of an estimate
DEEPEST = 64  # plies


class Spent(Exception):
    """Leaves a round whose visits are used up."""


def choose(game: Game, state: State) -> str:
    """The best action of the last round that was finished."""
    actions = game.actions(state)
    left = game.visits_left()
    least = max(left - left // SHARE, RESERVE)
    best = actions[0]
    depth = 1
    while depth <= DEEPEST:
        horizon: list[State] = []
        try:
            best = best_action(game, state, depth, least, horizon)
        except Spent:
            return best
        if not horizon:
            return best
        depth += 1
    return best


def best_action(
    game: Game, state: State, depth: int, least: int, horizon: list[State]
) -> str:
    """The first best action of one round; raises Spent."""
    best, alpha, beta = game.actions(state)[0], -inf, inf
    if game.to_move(state) == "max":
        for action, child in game.successors(state):
            v = min_value(game, child, alpha, beta, depth - 1, least, horizon)
            if v > alpha:
                best, alpha = action, v
        return best
    for action, child in game.successors(state):
        v = max_value(game, child, alpha, beta, depth - 1, least, horizon)
        if v < beta:
            best, beta = action, v
    return best


def max_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    least: int,
    horizon: list[State],
) -> float:
    """The value of `state` as far as `depth` plies show, or a bound of β or more."""
    if game.visits_left() <= least:
        raise Spent
    if game.is_terminal(state):
        return game.utility(state) * (END + depth)
    if depth == 0:
        horizon.append(state)
        return estimate(game, state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta, depth - 1, least, horizon))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    least: int,
    horizon: list[State],
) -> float:
    """The value of `state` as far as `depth` plies show, or a bound of α or less."""
    if game.visits_left() <= least:
        raise Spent
    if game.is_terminal(state):
        return game.utility(state) * (END + depth)
    if depth == 0:
        horizon.append(state)
        return estimate(game, state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta, depth - 1, least, horizon))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def estimate(game: Game, state: State) -> float:
    """What the game says of a position that is not over; 0 where it says nothing."""
    try:
        return game.evaluate(state)
    except ValueError:
        return 0
