"""Draw the trees that no search by playouts has met, and play on them by the rules.

They are drawn as `authoring.unseen` draws them, with as many iterations as one of the
question's own trees has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from random import Random

from autograder.answers.faults import ModuleError
from autograder.errors import AssignmentError
from autograder.kinds.playouts.answers import Played
from autograder.kinds.playouts.question import PlayoutTest
from autograder.kinds.search.unseentrees import (
    COUNT,
    FEWEST_NODES,
    MOST_LEAVES,
    numbers_of,
)
from autograder.trees import explicit
from autograder.trees import file as treefile
from autograder.trees.drawn import random_tree
from autograder.trees.tree import GameTree

TRIED = 200  # draws; the rest may be too small, or rounding decides there
Plays = Callable[[PlayoutTest], Played]


def unseen_of(
    tests: Sequence[PlayoutTest], play: Plays
) -> tuple[tuple[GameTree, Played], ...]:
    """The trees of a question, with what is right there, as `play` tells it."""
    return tuple(islice(_played(tests, play), COUNT))


def _played(
    tests: Sequence[PlayoutTest], play: Plays
) -> Iterator[tuple[GameTree, Played]]:
    met = {test.tree.game for test in tests}
    for tree in _drawn([test.tree for test in tests]):
        if tree.game in met or len(tree.nodes) < FEWEST_NODES:
            continue
        met.add(tree.game)
        try:
            yield tree, play(replace(tests[0], tree=tree))
        except (AssignmentError, ModuleError):  # too few iterations, or rounding
            continue


def _drawn(own: Sequence[GameTree]) -> Iterator[GameTree]:
    """Trees that can be written, and read again as the same."""
    seed = sha256("".join(tree.fingerprint() for tree in own).encode())
    chance = Random(seed.digest())  # noqa: S311 - to be repeated; the seed is not told
    palettes = (numbers_of(own),)
    for _ in range(TRIED):
        drawn = random_tree(chance, palettes=palettes, most_leaves=MOST_LEAVES)
        like = chance.choice(own)
        tree = replace(drawn, iterations=like.iterations, exploration=like.exploration)
        if treefile.parse(explicit.dump(tree)).fingerprint() == tree.fingerprint():
            yield tree
