"""Programs that ask for playouts and build no tree: what they earn, `adequacy` tells.

The docstrings name the rows. Those in `ALL` go through the whole tree.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def no_playouts(game: Game, state: State, _iterations: int) -> str:
    """No playouts, and the first action."""
    return game.actions(state)[0]


def in_turn(game: Game, state: State, iterations: int) -> str:
    """A playout of each action in turn."""
    children = game.successors(state)
    totals: Counter[str] = Counter()
    for turn in range(iterations):
        action, child = children[turn % len(children)]
        totals[action] += game.playout(child, game.to_move(state))
    return max(dict(children), key=lambda action: totals[action])


def from_the_root(game: Game, state: State, iterations: int) -> str:
    """All playouts from the root."""
    for _ in range(iterations):
        game.playout(state)
    return game.actions(state)[0]


def bandit(game: Game, state: State, iterations: int) -> str:
    """UCB1 among the actions of the root alone."""
    children = game.successors(state)
    player = game.to_move(state)
    totals: Counter[str] = Counter()
    counts: Counter[str] = Counter()

    def ucb1(action: str) -> float:
        count = counts[action]
        if not count:
            return math.inf
        bonus = math.sqrt(2 * math.log(counts.total()) / count)
        return totals[action] / count + bonus

    for _ in range(iterations):
        action, child = max(children, key=lambda pair: ucb1(pair[0]))
        totals[action] += game.playout(child, player)
        counts[action] += 1
    return max(dict(children), key=lambda action: counts[action])


def breadth_first(game: Game, state: State, iterations: int) -> str:
    """A playout of each state, ply by ply, from the first one again."""
    waiting = [child for _, child in game.successors(state)]
    for turn in range(iterations):
        current = waiting[turn % len(waiting)]
        game.playout(current)
        waiting += [
            child for _, child in game.successors(current) if child not in waiting
        ]
    return game.actions(state)[0]


def depth_first(game: Game, state: State, iterations: int) -> str:
    """A playout of each state on the way to the first leaf, then of that."""
    for _, child in game.successors(state):
        if iterations:
            game.playout(child)
            iterations -= 1
    current = game.successors(state)[0][1]
    for _ in range(iterations):
        if not game.is_terminal(current):
            current = game.successors(current)[0][1]
        game.playout(current)
    return game.actions(state)[0]


FEW = (no_playouts, in_turn, from_the_root, bandit, depth_first)
ALL = (breadth_first,)
