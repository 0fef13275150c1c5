"""The tree is never changed: each iteration makes a new one along its path."""

from functools import reduce
from math import inf, log, sqrt
from typing import NamedTuple


class Tree(NamedTuple):
    state: object
    n: int = 0
    u: float = 0
    below: tuple = ()


def ucb1(utility, playouts, parent_playouts, c=sqrt(2)):
    return inf if not playouts else utility / playouts + c * sqrt(log(parent_playouts) / playouts)


def grown(game, tree):
    """(payoff, the tree with one more playout in it); U is for who moves INTO the tree's children."""
    pairs = () if game.is_terminal(tree.state) else game.successors(tree.state)
    if not pairs:
        payoff = game.playout(tree.state)
        return payoff, tree._replace(n=tree.n + 1)
    sign = 1 if game.to_move(tree.state) == "max" else -1
    if len(tree.below) < len(pairs):
        place, child = len(tree.below), Tree(pairs[len(tree.below)][1])
        payoff = game.playout(child.state)
        child = child._replace(n=1)
    else:
        place = max(range(len(pairs)), key=lambda i: ucb1(tree.below[i].u, tree.below[i].n, tree.n))
        payoff, child = grown(game, tree.below[place])
    child = child._replace(u=child.u + sign * payoff)
    return payoff, tree._replace(
        n=tree.n + 1, below=tree.below[:place] + (child,) + tree.below[place + 1 :]
    )


def mcts_search(game, state, iterations):
    tree = reduce(lambda t, _: grown(game, t)[1], range(iterations), Tree(state))
    return game.actions(state)[max(range(len(tree.below)), key=lambda i: tree.below[i].n)]
