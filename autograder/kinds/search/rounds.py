"""Compare a search that looks deeper round after round with one that is right.

The rounds are held against each other in their order, and within each the visits are.
Of the round in which time was up it counts only that it was begun, and left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from autograder.trees.roundrecord import NEAR, split
from autograder.trees.tree import GameTree

Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rounds:
    """How far rounds are right, and what is wrong with the first that is not.

    `right` is the number of those that are, and `needed` of those that there should be.
    The next visited `seen` where `wanted` was to be, "" where it had ended; both
    are "" where what came was right, but too few, or too many. `like` is the depth of
    the round that it was instead, 0 if of none. So many visits were made `beyond` those
    that are allowed, 0 where the search stopped at once.
    """

    right: int
    needed: int
    seen: str = ""
    wanted: str = ""
    like: int = 0
    too_many: bool = False
    beyond: int = 0

    @property
    def all_right(self) -> bool:
        """Whether there is nothing wrong with them."""
        return self.right == self.needed and not (self.too_many or self.beyond)


def finished(tree: GameTree, visited: Sequence[str]) -> tuple[Labels, ...]:
    """The rounds that came to their end; the last of those in limited time did not."""
    rounds = split(visited)
    return rounds[:-1] if tree.visits_allowed else rounds


def visits_beyond(tree: GameTree, visited: Sequence[str]) -> int:
    """How many visits a search made when time was up; 0 for one that asks in time.

    Whether that is before a state is visited, or just behind, makes no difference.
    """
    beyond = len(visited) - tree.visits_allowed
    return beyond if tree.visits_allowed and beyond > NEAR else 0


def compare(tree: GameTree, visited: Sequence[str], accepted: Sequence[str]) -> Rounds:
    """The rounds of a search beside those of one that is accepted on a tree."""
    found, expected = split(visited), finished(tree, accepted)
    needed = len(expected)
    pairs = enumerate(zip(found, expected, strict=False))
    place = next((place for place, (a, b) in pairs if a != b), None)
    if place is not None:
        seen, wanted = _parting(found[place], expected[place])
        like = expected.index(found[place]) + 1 if found[place] in expected else 0
        return Rounds(place, needed, seen, wanted, like)
    whole = len(finished(tree, visited))
    beyond = visits_beyond(tree, visited) if whole == needed else 0
    return Rounds(min(whole, needed), needed, too_many=whole > needed, beyond=beyond)


def _parting(one: Labels, other: Labels) -> tuple[str, str]:
    """The first visits that differ; "" stands for the end."""
    pairs = zip_longest(one, other, fillvalue="")
    return next((a, b) for a, b in pairs if a != b)
