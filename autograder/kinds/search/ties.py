"""Where rounding decides what a search visits: comparisons of numbers nearly alike.

Means of what chance does are sums of floats. Where one comes as near to a bound as
floats are exact, another order of the same sum may lie on its other side: a right
search may visit other nodes than the trusted one. So each such comparison is turned
round once, and what is visited then must be right as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from autograder.answers.faults import shown
from autograder.answers.file import Answers
from autograder.assignment.questions import Question
from autograder.game import CHANCE, Value
from autograder.kinds.search.trusted import (
    Searched,
    nodes_searched,
    path_of,
    trusted_module,
)
from autograder.trees.tree import GameTree, Node
from autograder.trees.values import TOLERANCE, equal

MOST = 100  # pairs of numbers in one search that are turned round
SAYS = (
    f"compares {{}}, less than {TOLERANCE:g} apart, so that rounding decides what is "
    "visited; change a probability or a utility, or accept a convention that does the "
    "other"
)


Pair = tuple[float, float]  # the smaller number first


@dataclass(slots=True)
class _Watch:
    """The pairs of numbers nearly alike that one search compares, in order.

    Those that are `turned` are compared the other way round, each time.
    """

    turned: Pair | None = None
    close: dict[Pair, None] = field(default_factory=dict)

    def decides(self, one: float, other: float, *, plainly: bool) -> bool:
        """What a comparison of two such numbers is taken to say."""
        pair = min(one, other), max(one, other)
        self.close[pair] = None
        return plainly != (pair == self.turned)


class _Watched(float):
    """A number of a tree, or one `computed` from such, whose comparisons are watched.

    Two numbers of the tree itself are alike or not, and so is one and itself.
    """

    watch: _Watch
    computed: bool

    @classmethod
    def of(cls, number: float, watch: _Watch, *, computed: bool = False) -> _Watched:
        """That number, watched."""
        made = cls(number)
        made.watch, made.computed = watch, computed
        return made

    def _like(self, number: float) -> _Watched:
        return _Watched.of(number, self.watch, computed=True)

    def __add__(self, other: float) -> _Watched:
        return self._like(float.__add__(self, other))

    __radd__ = __add__

    def __sub__(self, other: float) -> _Watched:
        return self._like(float.__sub__(self, other))

    def __rsub__(self, other: float) -> _Watched:
        return self._like(float.__rsub__(self, other))

    def __mul__(self, other: float) -> _Watched:
        return self._like(float.__mul__(self, other))

    __rmul__ = __mul__

    def __truediv__(self, other: float) -> _Watched:
        return self._like(float.__truediv__(self, other))

    def __rtruediv__(self, other: float) -> _Watched:
        return self._like(float.__rtruediv__(self, other))

    def __neg__(self) -> _Watched:
        return _Watched.of(float.__neg__(self), self.watch, computed=self.computed)

    def __lt__(self, other: float) -> bool:
        return self._compared(other, plainly=float.__lt__(self, other))

    def __le__(self, other: float) -> bool:
        return self._compared(other, plainly=float.__le__(self, other))

    def __gt__(self, other: float) -> bool:
        return self._compared(other, plainly=float.__gt__(self, other))

    def __ge__(self, other: float) -> bool:
        return self._compared(other, plainly=float.__ge__(self, other))

    def _compared(self, other: float, *, plainly: bool) -> bool:
        computed = self.computed or getattr(other, "computed", False)
        if self is other or not computed or math.isinf(self) or math.isinf(other):
            return plainly
        one, two = float(self), float(other)
        if not equal(one, two):
            return plainly
        return self.watch.decides(one, two, plainly=plainly)


def undecided(tree: GameTree, question: Question, answers: Answers) -> Iterator[str]:
    """A sentence on each search of which rounding decides what is visited or chosen.

    What comes of the other outcome may be what another accepted way of searching does.
    """
    if not question.leaves_out or all(node.to_move != CHANCE for node in tree.nodes):
        return
    known = answers.questions[question.name]
    accepted = [known[convention] for convention in question.accept]
    visited = {each.visited() for each in accepted}
    searched = {each.search_visited() for each in accepted}
    for convention in question.accept:
        for pair, (by_value, by_search, action) in _turned(tree, question, convention):
            is_best = action in (*answers.best_actions, None)
            if not (by_value in visited and by_search in searched and is_best):
                path = shown(path_of(question, convention))
                numbers = " and ".join(map(repr, pair))
                yield f"{question.name}: {path} {SAYS.format(numbers)}"
                break


def _turned(
    tree: GameTree, question: Question, convention: str
) -> Iterator[tuple[Pair, Searched]]:
    """Two numbers nearly alike, and what is searched where they are the other way."""
    module, watch = trusted_module(question, convention), _Watch()
    nodes_searched(_watched(tree, watch), question, module)
    for pair in islice(watch.close, MOST):
        other = _watched(tree, _Watch(pair))
        yield pair, nodes_searched(other, question, module)


def _watched(tree: GameTree, watch: _Watch) -> GameTree:
    """The tree with numbers that are watched."""

    def of(number: float) -> float:
        return _Watched.of(number, watch)

    low, high = tree.window
    return replace(
        tree,
        nodes=tuple([_node(node, of) for node in tree.nodes]),
        window=(of(low), of(high)),
        bounds=tree.bounds and (of(tree.bounds[0]), of(tree.bounds[1])),
    )


def _node(node: Node, of: Callable[[float], float]) -> Node:
    return replace(
        node,
        utility=_number(node.utility, of),
        estimate=_number(node.estimate, of),
        probabilities=tuple(map(of, node.probabilities)),
    )


def _number(value: Value | None, of: Callable[[float], float]) -> Value | None:
    return value if value is None or isinstance(value, tuple) else of(value)
