"""How a visit is recorded: whoever asks about a node visits it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from autograder.game import Value
from autograder.trees.tree import GameTree


class VisitRecord:
    """The nodes of a tree that were asked about, by their indices.

    `visited` has them in the order of their first touch, `estimated` those of an
    estimate, which is a touch too, but where a node was `peeked` at. With `repeats`
    each asking counts.
    """

    def __init__(self, *, repeats: bool = False) -> None:
        self.visited: list[int] = []
        self.estimated: dict[int, None] = {}
        self.peeked: dict[int, None] = {}
        self._asked: set[int] = set()
        self._repeats = repeats

    def ask(self, index: int) -> None:
        """A node was asked what it is."""
        if index in self._asked:
            if self._repeats:
                self.visited.append(index)
            return
        self._asked.add(index)
        if index not in self.estimated:
            self.visited.append(index)

    def estimate(self, index: int) -> None:
        """A node was asked for its estimate."""
        if index not in self._asked and index not in self.estimated:
            self.visited.append(index)
        self.estimated[index] = None

    def peek(self, index: int) -> None:
        """A node was estimated while its parent's actions were ordered."""
        self.peeked[index] = None

    def hand_on(self, index: int) -> None:
        """A node was handed to what knows its value; each time is a visit."""
        self.visited.append(index)

    def time_is_up(self) -> bool:
        """Whether a search is to stop; here there is time without end."""
        return False

    def clear(self) -> None:
        """As if nothing had been asked."""
        self.visited.clear()
        self.estimated.clear()
        self.peeked.clear()
        self._asked.clear()


GOES_ON, NEVER_ASKS = "it goes on", "it never asks"  # when time is up
NEVER_ENDS = "it never ends"  # though there is time for all
OVERRUNS = (GOES_ON, NEVER_ASKS, NEVER_ENDS)
MOST_ROUNDS = 20  # of the whole tree, where no visits are counted
NEAR = 3  # visits: to ask before or behind a question decides nothing farther off
IDLE, IDLE_AT_ALL = 10, 1000  # questions a node, and besides, that visit nothing
ENOUGH = 2  # times the visits that are allowed; who goes on is stopped there


class Overrun(BaseException):
    """A search went on to twice the visits; no `except` of a trusted one stops it."""


class RoundRecord(VisitRecord):
    """The nodes of a tree that were visited, by their indices, round after round.

    To come to a node from elsewhere is a visit; to ask about one again from below is
    none. A node visited twice begins a round, and so does whoever goes on below the
    last that one ply shows; each begins with the root. Raises Overrun once there are
    twice as many visits as the tree allows, or many times as many as one round takes.
    """

    def __init__(self, tree: GameTree) -> None:
        super().__init__()
        self.asked_for_time = False
        self._allowed = tree.visits_allowed
        self._most = ENOUGH * self._allowed or MOST_ROUNDS * len(tree.nodes)
        self._most_idle = IDLE * len(tree.nodes) + IDLE_AT_ALL
        self._idle = 0  # questions since the last visit
        self._parents = tree.parents()
        first = tree.root.children
        self._inner = frozenset(each for each in first if tree.nodes[each].children)
        self._one_ply = frozenset((0, *first))
        self._way: list[int] = []  # from the root to where the search is
        self._round: set[int] = set()

    def ask(self, index: int) -> None:
        """A node was asked what it is."""
        if index not in self._way:
            self._come_to(index)
            self._idle = 0
            return
        self._idle += 1
        if self._idle > self._most_idle:
            raise Overrun(NEVER_ENDS)

    def estimate(self, index: int) -> None:
        """A node was asked for its estimate."""
        self.ask(index)
        self.estimated[index] = None

    def time_is_up(self) -> bool:
        """Whether the visits have reached what is allowed."""
        self.asked_for_time = True
        return 0 < self._allowed <= len(self.visited)

    def clear(self) -> None:
        """As if nothing had been asked."""
        super().clear()
        self._way.clear()
        self._round.clear()
        self._idle = 0

    def _come_to(self, index: int) -> None:
        # Within a round, who comes to a child of the root goes on below that at once.
        # Who has looked at all children and goes on below the last has ended a round.
        last = self._way[-1] if self._way else 0
        has_looked_one_ply = (
            self._parents[index] == last != 0
            and bool(self._inner - {last})
            and self._round == self._one_ply
        )
        if index in self._round or has_looked_one_ply:
            self._round.clear()
        way = [index]
        while (parent := self._parents[way[-1]]) >= 0:
            way.append(parent)
        self._way = way[::-1]
        met = [each for each in self._way if each not in self._round]
        self.visited += met
        self._round.update(met)
        if len(self.visited) >= self._most:
            asked = GOES_ON if self.asked_for_time else NEVER_ASKS
            raise Overrun(asked if self._allowed else NEVER_ENDS)


def rounds_of(labels: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The rounds of visits: each begins where the first of them comes again."""
    rounds: list[list[str]] = []
    for label in labels:
        if not rounds or label == rounds[0][0]:
            rounds.append([])
        rounds[-1].append(label)
    return tuple(map(tuple, rounds))


PLAYS_ON = "it asks for playouts without end"
BYTES = 8  # of a digest, that draw one move


def most_playouts(tree: GameTree) -> int:
    """How many playouts a search is given on a tree before it is stopped."""
    return ENOUGH * tree.iterations + 1


class Playouts:
    """The playouts of one search: each node's own come in their order."""

    def __init__(self, tree: GameTree) -> None:
        self._nodes = tree.nodes
        self._game = tree.game_digest
        self._plies = tree.limit.depth
        self._asked: Counter[int] = Counter()

    def next_from(self, index: int) -> Value:
        """What the next playout from a node comes to."""
        self._asked[index] += 1
        return self.payoff(index, self._asked[index])

    def payoff(self, index: int, nth: int) -> Value:
        """What the n-th playout from a node comes to."""
        node, plies = self._nodes[index], 0
        digest = f"{self._game} {node.label} {nth}".encode()
        while node.children and (not self._plies or plies < self._plies):
            plies += 1
            digest = sha256(digest).digest()
            turn = int.from_bytes(digest[:BYTES], "big") % len(node.children)
            node = self._nodes[node.children[turn]]
        worth = node.worth_at_sight
        assert worth is not None  # else `answers` has refused the tree
        return worth
