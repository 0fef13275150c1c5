"""Whether a tree can be played on, and rounding decides nothing of a search there.

A right program may keep the sum of utilities, their running mean, or the share of what
could be won. In exact numbers all of them choose alike. So a tree is refused on which
they do not in floats, or on which two values of UCB1 are as near as floats are exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from autograder.answers.playouts import Played
from autograder.assignment.playouts import PlayoutQuestion
from autograder.game import CHANCE, Number, position_of
from autograder.trees.growth import NEAR, C, Growth, Tried, best
from autograder.trees.tree import GameTree

REMEDY = "change a utility, or make fewer"

Rows = Iterator[tuple[str, str]]  # a key of the tree's file, and what is wrong with it


def unfit(tree: GameTree, question: PlayoutQuestion) -> Rows:
    """Why a search by playouts cannot be asked on a tree."""
    first = len(tree.actions())
    if not first:
        yield (
            "tree",
            f"{question.name} chooses an action, and there is none at the root",
        )
    elif not tree.iterations:
        yield "tree", f"{question.name} needs `iterations`, a whole number above 0"
    elif tree.iterations <= first:
        more = f"more than {first}, in which each action is tried once"
        yield "iterations", f"found {tree.iterations}, expected {more}"
    if tree.has_vectors or any(node.to_move == CHANCE for node in tree.nodes):
        yield "players", "playouts are for max and min, and without chance"
    if any(not node.children and node.utility is None for node in tree.nodes):
        yield "depth", "a playout goes to the end of the game: leave out the limit"
    positions = [position_of(node.label) for node in tree.nodes]
    if not question.apart and len({*positions}) < len(positions):
        why = "two nodes are one position, so that their states are equal"
        yield "tree", f"{why}; let {question.name} say `states: nodes`"


def right(tree: GameTree) -> Played:
    """The right playouts, and the action, by the rules alone."""
    growth, played = Growth(tree), list[int]()
    for _ in range(tree.iterations):
        played.append(growth.due()[-1])
        growth.add(played[-1])
    place = tree.root.children.index(growth.choice())
    return Played(tree.fingerprint(), tree.actions()[place], tuple(played))


def undecided(tree: GameTree) -> Rows:
    """What rounding may decide on a tree: the first such choice."""
    growth = Growth(tree)
    kept: dict[int, list[float]] = {}  # by node, in floats: sum, running mean, share
    for iteration in range(1, tree.iterations + 1):
        way = growth.due()
        for index in way[:-1]:
            if growth.untried(index):
                break
            if wrong := _in_doubt(growth, index, kept):
                yield (
                    "iterations",
                    f"iteration {iteration} at {_label(tree, index)}: {wrong}",
                )
                return
        growth.add(way[-1])
        _keep(growth, way, kept)


def _label(tree: GameTree, index: int) -> str:
    return tree.nodes[index].label


def _keep(growth: Growth, way: Sequence[int], kept: dict[int, list[float]]) -> None:
    """Count a payoff in the nodes of a way, as each kind of program would."""
    for index in way:
        payoff = float(growth.credited(index, growth.payoffs[-1]))
        total, mean, share = kept.setdefault(index, [0.0, 0.0, 0.0])
        count = growth.playouts[index]
        of_wins = payoff if growth.credited(index, 1) > 0 else 1 + payoff
        kept[index] = [
            total + payoff,
            mean + (payoff - mean) / count,
            (share * (count - 1) + of_wins) / count,
        ]


WAYS: dict[str, Callable[[Sequence[float], int], float]] = {
    "sums": lambda kept, count: kept[0] / count,
    "running means": lambda kept, _: kept[1],
    "shares of wins": lambda kept, _: kept[2],
}


def _in_doubt(growth: Growth, index: int, kept: dict[int, list[float]]) -> str:
    """Why it is in doubt which child of a node is due; "" where it is not."""
    tried = growth.tried(index)
    due = best(tried)
    for each in tried:
        near = abs(each.ucb1 - due.ucb1) < NEAR
        if near and (each.utility, each.playouts) != (due.utility, due.playouts):
            one, other = (_label(growth.tree, x.index) for x in (each, due))
            apart = f"UCB1 of {one} and {other} is less than {NEAR:g} apart"
            return f"{apart}; {REMEDY}"
    parent = growth.playouts[index]
    for way, mean in WAYS.items():
        values = [
            mean(kept[each.index], each.playouts) + _more(parent, each)
            for each in tried
        ]
        if tried[values.index(max(values))].index != due.index:
            return f"{way}, in floats, choose another child; {REMEDY}"
    return ""


def _more(parent: Number, tried: Tried) -> float:
    return C * math.sqrt(math.log(parent) / tried.playouts)
