"""How a visit is recorded: whoever asks about a node visits it."""

from __future__ import annotations


class VisitRecord:
    """The nodes of a tree that were asked about, by their indices.

    `visited` has them in the order of their first touch, and `estimated` those of
    which an estimate was asked for, which is a touch too. With `repeats` each later
    asking is another visit. A node that was `peeked` at was estimated without one.
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

    def clear(self) -> None:
        """As if nothing had been asked."""
        self.visited.clear()
        self.estimated.clear()
        self.peeked.clear()
        self._asked.clear()
