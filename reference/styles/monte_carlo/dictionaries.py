"""The tree in dictionaries whose keys are states."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.game import Game, State

    Children = dict[State, dict[str, State]]
    Table = dict[State, Any]


def mcts_search(game: Game, state: State, iterations: int) -> str:
    """The action of most playouts after so many iterations."""
    children: Children = {state: {}}
    utility: Table = {state: 0}
    playouts: Table = {state: 0}
    for _ in range(iterations):
        path = select(game, state, children, utility, playouts)
        leaf = path[-1]
        if not game.is_terminal(leaf):
            action = game.actions(leaf)[len(children[leaf])]
            child = game.result(leaf, action)
            children[leaf][action] = child
            children[child], utility[child], playouts[child] = {}, 0, 0
            path.append(child)
        payoff = game.playout(path[-1])
        back_propagate(game, path, payoff, utility, playouts)
    best = max(children[state].items(), key=lambda pair: playouts[pair[1]])
    return best[0]


def select(
    game: Game, state: State, children: Children, utility: Table, playouts: Table
) -> list[State]:
    """The way from the root to where an action is untried, or the game is over."""
    path = [state]
    while children[path[-1]] and len(children[path[-1]]) == len(game.actions(path[-1])):
        parent = path[-1]
        child = max(
            children[parent].values(),
            key=lambda child: ucb1(utility[child], playouts[child], playouts[parent]),
        )
        path.append(child)
    return path


def back_propagate(
    game: Game, path: list[State], payoff: float, utility: Table, playouts: Table
) -> None:
    """Count a playout in all nodes of a path."""
    for parent, child in pairwise(path):
        playouts[child] += 1
        if game.to_move(parent) == "max":
            utility[child] += payoff
        else:
            utility[child] -= payoff
    playouts[path[0]] += 1


def ucb1(
    utility: float, playouts: int, parent_playouts: int, c: float = math.sqrt(2)
) -> float:
    """The mean utility, and more of it the fewer playouts there were."""
    if playouts == 0:
        return math.inf
    return utility / playouts + c * math.sqrt(math.log(parent_playouts) / playouts)
