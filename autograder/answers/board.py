"""A tree in this process, for trusted submissions: the same game, without a worker."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from autograder.game import Estimate, Fetch, Game, State, Value, View, frozen
from autograder.trees.roundrecord import RoundRecord
from autograder.trees.tree import GameTree
from autograder.trees.visitrecord import VisitRecord
from autograder.worker.returning import Returning


def local_game(tree: GameTree, *, timed: bool = False) -> tuple[Game, State, list[int]]:
    """A game in this process: game, root, and the record of visits.

    For trusted submissions, which run in the grader's own process.
    """
    return Board(tree).set_up(timed=timed)


class Board:
    """A tree on which one search after the other is run, in this process.

    `record` holds the visits of the last. Where there are functions that `repeats`,
    each of their calls about a state is a visit. For a call that is `timed` the record
    is one of rounds, and all that is allowed may be used up.
    """

    def __init__(self, tree: GameTree, repeats: tuple[str, ...] = ()) -> None:
        self._once = VisitRecord(repeats=bool(repeats))
        self._tree = tree
        self.record: VisitRecord | RoundRecord = self._once
        self._repeats = repeats
        self._returning = Returning(repeats)
        fetch: Fetch = self._fetch
        estimate: Estimate = self._estimate
        if repeats:
            fetch = self._returning.watching(fetch)
            estimate = self._returning.looking(fetch, estimate)
        self._game = game = Game(fetch, estimate, tree.facts, self._clock)
        self._nodes = nodes = tree.nodes
        self.labels = tree.labels()
        self._states = states = [
            State(game, index, node.label, frozen(node.content))
            for index, node in enumerate(nodes)
        ]
        self._views = [
            View(
                node.to_move,
                tuple(
                    zip(
                        tree.moves_of(node),
                        [states[i] for i in node.children],
                        strict=True,
                    )
                ),
                node.utility,
                node.probabilities,
                node.quiet,
            )
            for node in nodes
        ]

    def set_up(self, *, timed: bool = False) -> tuple[Game, State, list[int]]:
        """Game, root, and the record of visits, as if nothing had been asked yet."""
        for index in self.record.visited:
            self._states[index]._view = None
        self.record = RoundRecord(self._tree) if timed else self._once
        self.record.clear()
        self._game._forgets = timed
        self._returning.reset()
        return self._game, self._states[0], self.record.visited

    def _fetch(self, state: State) -> View:
        index = state._handle
        self.record.ask(index)
        return self._again(index) if self._repeats else self._views[index]

    def _clock(self) -> bool:
        return isinstance(self.record, RoundRecord) and self.record.time_is_up()

    def within(self, module: dict[str, object]) -> AbstractContextManager[None]:
        """Take each call of a function that repeats for a visit while this lasts."""
        return self._returning.within(module) if self._repeats else nullcontext()

    def _again(self, index: int) -> View:
        """What is known of a node, with children of whom nothing was asked yet."""
        view, nodes = self._views[index], self._nodes
        fresh = [
            (action, State(self._game, child, below.label, frozen(below.content)))
            for (action, _), child in zip(
                view.successors, nodes[index].children, strict=True
            )
            for below in [nodes[child]]
        ]
        return view._replace(successors=tuple(fresh))

    def _estimate(self, state: State) -> Value | None:
        index = state._handle
        self.record.estimate(index)
        node = self._nodes[index]
        return node.estimate if node.utility is None else node.utility
