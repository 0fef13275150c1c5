"""A search by playouts in this process, for trusted programs."""

from __future__ import annotations

import math
from collections.abc import Callable

from autograder.game import Game, State, Value, View, frozen
from autograder.trees.playouts import PLAYS_ON, Playouts, most_playouts
from autograder.trees.tree import GameTree

Search = Callable[[Game, State, int], object]
Watch = Callable[[int, Value], None]  # is told each playout: its node, and MAX's payoff


def _unwatched(_index: int, _payoff: Value) -> None:
    """What most do with a playout."""


class Endless(Exception):  # noqa: N818 - a finding, which its module is blamed for
    """A search went on to twice the playouts."""


class Seat:
    """A tree on which one search is run; `played` are the nodes of its playouts."""

    def __init__(
        self, tree: GameTree, *, apart: bool, watch: Watch = _unwatched
    ) -> None:
        self.played: list[int] = []
        self._watch = watch
        self._tree, self._apart = tree, apart
        self._playouts = Playouts(tree)
        self._most: float = math.inf
        facts = tree.facts._replace(apart=apart)
        self.game = Game(self._fetch, facts=facts, play=self._play)

    def run(self, search: Search) -> object:
        """What a search returns; Endless where it plays on, or whatever it raises."""
        self._most = most_playouts(self._tree)
        return search(self.game, self.root, self._tree.iterations)

    @property
    def root(self) -> State:
        """The state at the root."""
        return self._state(0)

    def _play(self, state: State) -> Value:
        if len(self.played) >= self._most:
            raise Endless(PLAYS_ON)
        index = _index(state)
        self.played.append(index)
        payoff = self._playouts.next_from(index)
        self._watch(index, payoff)
        return payoff

    def _fetch(self, state: State) -> View:
        node = self._tree.nodes[_index(state)]
        below = [self._state(child) for child in node.children]
        named = tuple(zip(self._tree.moves_of(node), below, strict=True))
        return View(node.to_move, named, node.utility)

    def _state(self, index: int) -> State:
        node = self._tree.nodes[index]
        content = frozen(node.content)
        return State(self.game, index, node.label, content, apart=self._apart)


def _index(state: State) -> int:
    """The node of a state of this game."""
    return state._handle  # noqa: SLF001 - of its own making
