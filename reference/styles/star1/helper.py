"""One recursive function behind the three that are asked for."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def star1_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    alpha, beta, choice = -inf, inf, None
    for action, child in game.successors(state):
        w = search(game, child, alpha, beta)
        if game.to_move(state) == "max":
            if choice is None or alpha < w:
                alpha, choice = w, action
        elif choice is None or beta > w:
            beta, choice = w, action
    return choice


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which MAX is to move."""
    return search(game, state, alpha, beta)


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which MIN is to move."""
    return search(game, state, alpha, beta)


def exp_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which chance moves."""
    return search(game, state, alpha, beta)


def search(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of `state` within the window (α, β), whoever moves there."""
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "chance":
        return star(game, state, alpha, beta)
    if game.to_move(state) == "max":
        v = -inf
        for _, child in game.successors(state):
            v = max(v, search(game, child, alpha, beta))
            if v >= beta:
                break
            alpha = max(alpha, v)
        return v
    else:
        v = inf
        for _, child in game.successors(state):
            v = min(v, search(game, child, alpha, beta))
            if v <= alpha:
                break
            beta = min(beta, v)
        return v


def star(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a chance node, or a bound of it that lies outside of the window."""
    try:
        least, greatest = game.bounds()
    except ValueError:
        return mean(game, state)
    v, rest = 0.0, 1.0
    for probability, child in game.outcomes(state):
        rest -= probability
        low = (alpha - v - rest * greatest) / probability
        high = (beta - v - rest * least) / probability
        v += probability * search(game, child, low, high)
        if v + rest * greatest <= alpha:
            return v + rest * greatest
        if v + rest * least >= beta:
            return v + rest * least
    return v


def mean(game: Game, state: State) -> float:
    """The value of a chance node where nothing is known of what is to come."""
    v = 0.0
    for probability, child in game.outcomes(state):
        v += probability * search(game, child, -inf, inf)
    return v
