"""Judge the visits of a search in the order that it followed itself.

No search is run here. The exact values of all nodes are known from the answers, and
they say by themselves which nodes matter: on its way down, a node gets α from the
values of all elder siblings below MAX on its path, and β from those below MIN
(Knuth and Moore, "An analysis of alpha-beta pruning", 1975, section 6; Baudet, "On
the branching factor of the alpha-beta pruning algorithm", 1978). Where α > β it
cannot matter. Where α = β it need not be searched and may be: that is the difference
between cutting on equality and cutting strictly, and a policy says who does which.
A chance node is left when all that is left cannot bring it back into its window, and
hands a window of its own down (`Mean.window`). Nothing matters beyond the horizon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product

from autograder.game import CHANCE, MAX, MIN, Number, Value
from autograder.trees.tree import FULL, INFINITY, GameTree, Node, Window
from autograder.trees.values import (
    BEST,
    backed_up,
    equal,
    seen_by,
    window_seen_by,
    worth,
)

ALPHA, BETA = "alpha", "beta"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The window while one node is searched, and the nodes at which it was set."""

    alpha: Number = -INFINITY
    beta: Number = INFINITY
    alpha_set_at: str = ""  # "": the root's window
    beta_set_at: str = ""
    narrowed: frozenset[str] = frozenset()  # ends set by a chance node

    @property
    def window(self) -> Window:
        """(α, β)."""
        return self.alpha, self.beta

    def bounds_after_child(self, mover: str, label: str, value: Number) -> Bounds:
        """The bounds once a child of the node `label` is known to be worth this.

        Whoever moves at `label` sets a bound there; the other bound keeps its place.
        """
        if mover == MAX and value > self.alpha:
            kept = self.narrowed - {ALPHA}
            return replace(self, alpha=value, alpha_set_at=label, narrowed=kept)
        if mover == MIN and value < self.beta:
            kept = self.narrowed - {BETA}
            return replace(self, beta=value, beta_set_at=label, narrowed=kept)
        return self

    def bounds_for_min(self) -> Bounds:
        """The bounds in what MIN gets: his α is MAX's β, negated.

        No end is narrowed: no search that tells each mover's own value meets chance.
        """
        alpha, beta = window_seen_by(MIN, self.window)
        return Bounds(alpha, beta, self.beta_set_at, self.alpha_set_at)

    def with_closed_window(self, mover: str) -> Bounds:
        """The bounds once a player has come to that of the other, and no further."""
        if mover == MAX:
            return replace(self, alpha=self.beta, alpha_set_at=self.beta_set_at)
        return replace(self, beta=self.alpha, beta_set_at=self.alpha_set_at)


UNBOUNDED = Bounds()


@dataclass(frozen=True, slots=True)
class Mean:
    """What is known of a chance node's value, child by child."""

    sum: Number = 0  # of known children, weighted
    rest: float = 1.0  # the probability of the others
    least: Number = -INFINITY  # utility at the extreme
    greatest: Number = INFINITY

    def mean_after_child(self, probability: float, value: Number) -> Mean:
        """What is known once one more child is."""
        left = max(self.rest - probability, 0.0)
        return replace(self, sum=self.sum + probability * value, rest=left)

    @property
    def greatest_possible(self) -> Number:
        """What the node can come to at most."""
        return self._with(self.rest, self.greatest)

    @property
    def least_possible(self) -> Number:
        """What it comes to at least."""
        return self._with(self.rest, self.least)

    def bound_beyond(self, bounds: Bounds) -> Number:
        """What is known of a node that is left: its bound outside of the window."""
        is_beyond = self.least_possible > bounds.beta or equal(
            self.least_possible, bounds.beta
        )
        return self.least_possible if is_beyond else self.greatest_possible

    def window_for_child(
        self, bounds: Bounds, probability: float, label: str
    ) -> Bounds:
        """The bounds for the next child, outside of which its value does not matter.

        They are those of Ballard's Star1 ("The *-minimax search procedure for trees
        containing chance nodes", 1983); without a least and a greatest utility none.
        """
        if self.least == -INFINITY or self.greatest == INFINITY:
            return UNBOUNDED
        left = max(self.rest - probability, 0.0)
        alpha = bounds.alpha - self._with(left, self.greatest)
        beta = bounds.beta - self._with(left, self.least)
        narrowed = frozenset((ALPHA, BETA))
        return Bounds(alpha / probability, beta / probability, label, label, narrowed)

    def _with(self, probability: float, end: Number) -> Number:
        if abs(end) == INFINITY:
            return end
        return self.sum + probability * end


def better(tree: GameTree, node: Node, v: Value | None, value: Value) -> Value:
    """The better of two values for the player to move; v is None before the first."""
    return value if v is None else worth(tree, node, (v, value))


SHARES = 2**20  # of which a probability is a whole number if its means are exact


@dataclass(frozen=True, slots=True)
class Policy:
    """Who stops where a value ties with the bound; the others go on."""

    stops: frozenset[str]
    by_v: bool = True  # v meets the bound, as in AIMA; else α meets β
    narrows: bool = True  # hands the window on below a chance node


EQUALITY, STRICT = Policy(frozenset((MAX, MIN))), Policy(frozenset())
MIXED = tuple(
    Policy(frozenset((mover,)), by_v) for mover in (MAX, MIN) for by_v in (True, False)
)


def policies_below_chance(
    tree: GameTree, policies: tuple[Policy, ...]
) -> tuple[Policy, ...]:
    """These policies, with and without a window handed on, where that may differ."""
    if tree.bounds is None or not any(node.probabilities for node in tree.nodes):
        return policies
    return tuple(
        replace(policy, narrows=narrows)
        for narrows, policy in product((True, False), policies)
    )


@dataclass(frozen=True, slots=True)
class SearchedChild:
    """A child that was searched: what is returned, maybe a bound, and its value."""

    label: str
    returned: Value
    exact: Value


@dataclass(frozen=True, slots=True)
class FirstWrongStep:
    """Where a search first left every accepted one."""

    node: str
    to_move: str
    bounds: Bounds | None
    searched: tuple[SearchedChild, ...]  # before
    v: Value | None  # the best of what these return
    child: str
    visited: bool  # else left out
    position: int  # number of visits before
    horizon: bool = False  # where it should have stopped
    mean: Mean | None = None  # of a chance node that may be cut
    of_two: bool = True  # nobody moves but MAX and MIN
    noisy: bool = False  # it would have stopped, were it quiet
    seen_by: str = MAX  # whose payoffs the numbers are

    def step_for_min(self) -> FirstWrongStep:
        """The step in what MIN gets, whose best is then the largest."""
        return replace(
            self,
            bounds=None if self.bounds is None else self.bounds.bounds_for_min(),
            searched=tuple(
                SearchedChild(c.label, seen_by(MIN, c.returned), seen_by(MIN, c.exact))
                for c in self.searched
            ),
            v=None if self.v is None else seen_by(MIN, self.v),
            seen_by=MIN,
        )


@dataclass(frozen=True, slots=True)
class Walk:
    """What a search should have visited, given its own order of children."""

    needed: tuple[str, ...]
    wrong: FirstWrongStep | None


def walk(
    tree: GameTree,
    values: Mapping[str, Value],
    visited: Sequence[str],
    window: Window | None,
    policy: Policy,
) -> Walk:
    """Judge a whole search, depth first; without a window all nodes are needed."""
    judge = _Judge(tree, values, visited, None if window is None else policy)
    under_way = [judge.children_with_bounds(0, Bounds(*(window or FULL)))]
    while under_way:
        following = next(under_way[-1], None)
        if following is None:
            under_way.pop()
        else:
            under_way.append(judge.children_with_bounds(*following))
    return Walk(tuple(tree.nodes[index].label for index in judge.needed), judge.wrong)


Child = tuple[int, Bounds]  # and the bounds on entering it


class _Judge:
    """One pass over the nodes, from the root down, in the search's own order."""

    def __init__(
        self,
        tree: GameTree,
        values: Mapping[str, Value],
        visited: Sequence[str],
        policy: Policy | None,
    ) -> None:
        self.tree, self.values, self.policy = tree, values, policy
        self.needed: list[int] = []
        self.wrong: FirstWrongStep | None = None
        self._nodes = tree.effective_tree.nodes
        self._turn = {label: turn for turn, label in enumerate(visited)}
        self._common = 0  # visits that were made, and were needed
        self._told: dict[int, Number] = {}  # by those with children
        probabilities = {*chain(*(node.probabilities for node in self._nodes))}
        self._has_chance = bool(probabilities)
        # whether a mean hangs on the order of summation: a third has no float
        self._rounds = any(not (p * SHARES).is_integer() for p in probabilities)

    def children_with_bounds(self, index: int, bounds: Bounds) -> Iterator[Child]:
        """The children that matter, each with the bounds on entering it."""
        node = self._nodes[index]
        self.needed.append(index)
        self._common += node.label in self._turn
        if index in self.tree.horizon:
            self._stay(index)
        elif node.to_move == CHANCE:
            yield from self._of_chance(index, bounds)
        else:
            yield from self._of_player(index, bounds)

    def _of_player(self, index: int, bounds: Bounds) -> Iterator[Child]:
        node = self._nodes[index]
        known: list[int] = []
        v: Value | None = None
        for child in self._in_own_order(node.children):
            label = self._nodes[child].label
            cut = self._is_cut(node.to_move, bounds, v)
            if cut and self._ties_as_told(index, bounds):
                cut, bounds = None, bounds.with_closed_window(node.to_move)
            goes_on = label in self._turn if cut is None else not cut
            if self.wrong is None and goes_on != (label in self._turn):
                self.wrong = self._wrong_step(index, bounds, known, label)
            if not goes_on:
                return
            yield child, bounds
            known.append(child)
            if self.policy is not None:
                value = self._number(child)
                v = better(self.tree, node, v, value)
                bounds = bounds.bounds_after_child(node.to_move, node.label, value)
                if self._has_chance:  # what a search below has come to
                    best, told = self._told.get(index), self._told_of(child)
                    if best is not None:
                        told = BEST[node.to_move](best, told)
                    self._told[index] = told

    def _of_chance(self, index: int, bounds: Bounds) -> Iterator[Child]:
        node = self._nodes[index]
        chance_of = dict(zip(node.children, node.probabilities, strict=True))
        known: list[int] = []
        least, greatest = self.tree.bounds or (-INFINITY, INFINITY)
        mean = told = Mean(0, 1.0, least, greatest)
        for child in self._in_own_order(node.children):
            label = self._nodes[child].label
            cut = bool(known) and self._is_out(mean, bounds)
            if cut and self._is_out(told, bounds) is None:
                cut, mean = None, told
            goes_on = label in self._turn if cut is None else not cut
            if self.wrong is None and goes_on != (label in self._turn):
                self.wrong = self._wrong_step(index, bounds, known, label, mean)
            if not goes_on:
                self._told[index] = told.bound_beyond(bounds)
                return
            probability = chance_of[child]
            narrows = self.policy is not None and self.policy.narrows
            within = mean.window_for_child(bounds, probability, node.label)
            yield child, within if narrows else UNBOUNDED
            known.append(child)
            if self.policy is not None:
                mean = mean.mean_after_child(probability, self._number(child))
                told = told.mean_after_child(probability, self._told_of(child))
        if known and self.policy is not None:
            self._told[index] = told.sum

    def _told_of(self, index: int) -> Number:
        """What the search of a node returned: its value, or a bound of it."""
        told = self._told.get(index)
        return self._number(index) if told is None else told

    def _ties_as_told(self, index: int, bounds: Bounds) -> bool:
        """Whether a search that goes on at ties was told of no more than one."""
        mover = self._nodes[index].to_move
        if not self._has_chance or self.policy is None or mover in self.policy.stops:
            return False
        return equal(
            self._told_of(index), bounds.beta if mover == MAX else bounds.alpha
        )

    def _stay(self, index: int) -> None:
        """At the horizon: whatever was visited below it, should not have been."""
        node = self._nodes[index]
        children = self.tree.nodes[index].children
        labels = [self.tree.nodes[child].label for child in children]
        beyond = [label for label in labels if label in self._turn]
        if self.wrong is None and beyond:
            first = min(beyond, key=self._turn.__getitem__)
            self.wrong = FirstWrongStep(
                node=node.label,
                to_move=node.to_move,
                bounds=None,
                searched=(),
                v=None,
                child=first,
                visited=True,
                position=self._turn[first],
                horizon=True,
            )

    def _wrong_step(
        self,
        index: int,
        bounds: Bounds,
        searched: list[int],
        child: str,
        mean: Mean | None = None,
    ) -> FirstWrongStep:
        """What is to be told of this moment; all visits before it were right."""
        node = self._nodes[index]
        returned = backed_up(self.tree.effective_tree, self.needed)
        siblings = tuple(
            SearchedChild(
                label, returned.get(index, self.values[label]), self.values[label]
            )
            for index in searched
            for label in [self._nodes[index].label]
        )
        return FirstWrongStep(
            node=node.label,
            to_move=node.to_move,
            bounds=None if self.policy is None else bounds,
            searched=siblings,
            v=worth(self.tree, node, [each.returned for each in siblings])
            if siblings and not node.probabilities
            else None,
            child=child,
            visited=child in self._turn,
            position=self._common,
            mean=None if self.policy is None else mean,
            of_two={each.to_move for each in self._nodes} <= {MAX, MIN},
            noisy=index in self.tree.noisy_nodes,
        )

    def _number(self, index: int) -> Number:
        value = self.values[self._nodes[index].label]
        assert not isinstance(value, tuple)
        return value

    def _in_own_order(self, children: Sequence[int]) -> Sequence[int]:
        """As the search came to them; those that it left out, behind them."""
        never = len(self._turn)
        nodes, turn = self._nodes, self._turn
        return sorted(children, key=lambda child: turn.get(nodes[child].label, never))

    def _is_cut(self, mover: str, bounds: Bounds, v: Value | None) -> bool | None:
        """Whether no further child can matter; None where noise of floats decides."""
        if self.policy is None or v is None:
            return False
        alpha, beta = bounds.window
        if (alpha != beta or self._rounds) and (
            (type(alpha) is float or type(beta) is float) and equal(alpha, beta)
        ):
            return None
        if alpha != beta:
            return alpha > beta
        ties = v == (beta if mover == MAX else alpha)
        return mover in self.policy.stops and (ties or not self.policy.by_v)

    def _is_out(self, mean: Mean, bounds: Bounds) -> bool | None:
        """Whether a chance node cannot come back into its window; None at a tie."""
        if self.policy is None:
            return False
        if equal(mean.greatest_possible, bounds.alpha) or equal(
            mean.least_possible, bounds.beta
        ):
            return None
        return (
            mean.greatest_possible < bounds.alpha or mean.least_possible > bounds.beta
        )
