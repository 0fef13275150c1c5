"""Alpha-beta without recursion: nodes are generators on an explicit stack.

A node yields the request for a child's value and is sent the answer.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, NamedTuple, Union

if TYPE_CHECKING:
    from autograder.game import Game, State


class Request(NamedTuple):
    """A child that is to be searched within a window."""

    state: State
    is_max: bool
    alpha: float
    beta: float


Node = Generator[Request, float, float]


def _max_node(game: Game, state: State, alpha: float, beta: float) -> Node:
    best = -math.inf
    for _, child in game.successors(state):
        answer = yield Request(child, False, max(alpha, best), beta)
        best = max(best, answer)
        if best > beta:
            break
    return best


def _min_node(game: Game, state: State, alpha: float, beta: float) -> Node:
    best = math.inf
    for _, child in game.successors(state):
        answer = yield Request(child, True, alpha, min(beta, best))
        best = min(best, answer)
        if best < alpha:
            break
    return best


def _start(game: Game, request: Request) -> Union[Node, float]:
    """A finished value, or a node that still has to run."""
    if game.is_terminal(request.state):
        return game.utility(request.state)
    make = _max_node if request.is_max else _min_node
    return make(game, request.state, request.alpha, request.beta)


def _run(game: Game, root: Request) -> float:
    """Drive the generators until the root has its value."""
    first = _start(game, root)
    if not isinstance(first, Generator):
        return first
    stack, answer = [first], None
    while stack:
        try:
            request = stack[-1].send(answer)
        except StopIteration as finished:
            stack.pop()
            answer = finished.value
            continue
        started = _start(game, request)
        if isinstance(started, Generator):
            stack.append(started)
            answer = None
        else:
            answer = started
    return answer


def alpha_beta_search(game: Game, state: State) -> str:
    """Best action for the player to move."""
    is_max = game.to_move(state) == "max"
    best_action, best = None, -math.inf if is_max else math.inf
    for action, child in game.successors(state):
        if is_max:
            value = _run(game, Request(child, False, best, math.inf))
            better = value > best
        else:
            value = _run(game, Request(child, True, -math.inf, best))
            better = value < best
        if better or best_action is None:
            best_action, best = action, value
    return best_action


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MAX state."""
    return _run(game, Request(state, True, alpha, beta))


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MIN state."""
    return _run(game, Request(state, False, alpha, beta))
