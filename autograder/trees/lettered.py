"""Names for the moves of trees that were drawn: letters, the same everywhere."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, product

from autograder.game import CHANCE
from autograder.trees import small
from autograder.trees.tree import PLAYERS, GameTree, Node

LETTERS = 26
TWO_STATES = (0, (0, 0), (0, 0))  # of which one may be left as the other was
TURNED = 4  # of so many nodes the last has its names in another order


def lettered(tree: GameTree) -> GameTree:
    """The tree whose moves are called a, b, c, … at every node in which a player moves.

    At every fourth of these nodes a comes last: so a name may stand at another place,
    and where there are fewer moves not at all.
    """
    nodes, numbers = list[Node](), count()
    for node in tree.nodes:
        if not node.children or node.to_move == CHANCE:
            nodes.append(node)
            continue
        names = tuple(map(_letter, range(len(node.children))))
        turn = next(numbers) % TURNED == TURNED - 1
        nodes.append(replace(node, moves=(*names[turn:], *names[:turn])))
    return replace(tree, nodes=tuple(nodes))


def _letter(number: int) -> str:
    """A letter; beyond z two of them."""
    more, place = divmod(number, LETTERS)
    return (_letter(more - 1) if more else "") + chr(ord("a") + place)


def after_a_cut() -> list[GameTree]:
    """The least trees in which what has cut in one state cuts in another; by size."""
    fillings = product(small.FEW, repeat=5)
    shapes = [small.filled(TWO_STATES, iter(each)) for each in fillings]
    made = (small.build(shape, first) for first in PLAYERS for shape in shapes)
    return sorted(made, key=small.size)
