"""Compare the visits of a search with the accepted ones; judge those that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, pairwise, zip_longest
from math import inf
from operator import itemgetter

from autograder.assignment.questions import RECORDED
from autograder.game import MAX, MIN, Number, Value, position_of
from autograder.kinds.search.signatures import Sheet
from autograder.kinds.search.walk import (
    EQUALITY,
    MIXED,
    STRICT,
    FirstWrongStep,
    Policy,
    Walk,
    policies_below_chance,
    walk,
)
from autograder.observing.observation import Observation
from autograder.trees.tree import GameTree, Limit, Window, deep_recursion
from autograder.trees.values import BEST, exact_values, seen_by
from autograder.trees.visitrecord import NEAR, rounds_of


@dataclass(frozen=True, slots=True)
class Rounds:
    """How far rounds are right, and what is wrong with the first that is not."""

    right: int  # how many are
    needed: int  # how many there should be
    seen: str = ""  # visited where
    wanted: str = ""  # was to be; "" where it had ended
    like: int = 0  # depth of the round that it was instead
    too_many: bool = False
    beyond: int = 0  # visits beyond those allowed

    @property
    def all_right(self) -> bool:
        """Whether there is nothing wrong with them."""
        return self.right == self.needed and not (self.too_many or self.beyond)


def finished_rounds(tree: GameTree, visited: Sequence[str]) -> tuple[Labels, ...]:
    """The rounds that came to their end; the last of those in limited time did not."""
    rounds = rounds_of(visited)
    return rounds[:-1] if tree.visits_allowed else rounds


def compare_rounds(
    tree: GameTree, visited: Sequence[str], accepted: Sequence[str]
) -> Rounds:
    """The rounds of a search beside those of one that is accepted on a tree."""
    rounds, expected = rounds_of(visited), finished_rounds(tree, accepted)
    needed = len(expected)
    for place, (one, other) in enumerate(zip(rounds, expected, strict=False)):
        if one != other:
            pairs = zip_longest(one, other, fillvalue="")
            seen, wanted = next((a, b) for a, b in pairs if a != b)
            like = expected.index(one) + 1 if one in expected else 0
            return Rounds(place, needed, seen, wanted, like)
    whole = len(finished_rounds(tree, visited))
    beyond = len(visited) - tree.visits_allowed  # behind a visit is as good as before
    if whole != needed or not tree.visits_allowed or beyond <= NEAR:
        beyond = 0
    return Rounds(min(whole, needed), needed, too_many=whole > needed, beyond=beyond)


Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """Whether the visits are right, and if not, what is wrong with them."""

    right: bool
    expected: Labels = ()  # of the accepted search that goes its way
    wrongly_visited: Labels = ()
    wrongly_skipped: Labels = ()
    swapped: Labels = ()  # the first siblings against the tree's order
    step: FirstWrongStep | None = None
    between: str = ""  # a policy between two accepted ones
    early: Labels = ()  # visited before its elder sibling, the second, was searched
    beyond: Labels = ()  # further down than the horizon
    prunes: bool = True  # the rest was cut
    met_before: Labels = ()  # a table would have answered
    savings: Savings | None = None
    rounds: Rounds | None = None
    first: Labels = ()  # a state, and the action that should come first


@dataclass(frozen=True)
class Rule:
    """What is right on a tree: its exact values, the window, and what is accepted."""

    tree: GameTree
    values: Mapping[str, Value]
    window: Window | None
    accepted: tuple[Labels, ...]
    any_order: bool = False  # of children
    repeats: bool = False  # it counts how often each was visited
    ties: tuple[Policy, ...] = ()  # by which an accepted search may go
    recorded: bool = False  # nothing but the accepted visits is known
    keeps: bool = False  # positions, not to be searched twice
    has_killers: bool = False  # known: which comes first

    @cached_property
    def policies(self) -> tuple[Policy, ...]:
        """What the accepted searches do at ties; if either, also one at each side."""
        if self.ties or self.recorded:
            return self.ties
        every = policies_below_chance(self.tree, (EQUALITY, STRICT))
        pure = tuple(policy for policy in every if self._is_accepted(policy))
        either = [
            narrows
            for narrows in (True, False)
            if len({policy.stops for policy in pure if policy.narrows is narrows}) > 1
        ]
        mixed = policies_below_chance(self.tree, MIXED)
        return (*pure, *[policy for policy in mixed if policy.narrows in either])

    def _is_accepted(self, policy: Policy) -> bool:
        """Whether an accepted search goes by a policy, in the order in which it may."""
        if self.any_order:
            return any(self.walk(each, policy).wrong is None for each in self.accepted)
        if self.walk((), policy).needed in set(self.accepted):
            return True
        if not any(node.probabilities for node in self.tree.nodes):
            return False
        return any(self.walk(each, policy).needed == each for each in self.accepted)

    def walk(self, visited: Labels, policy: Policy) -> Walk:
        """Judge a search in its own order; () has that of the tree."""
        return walk(self.tree, self.values, visited, self.window, policy)


def rule_of(sheet: Sheet) -> Rule:
    """What is right of the visits of a test's first call."""
    case, question = sheet.case, sheet.case.question
    accepted = dict.fromkeys(
        sheet.answers_by_convention[n].visited_labels() for n in question.accept
    )
    return Rule(
        tree=case.tree,
        values=sheet.answers.values,
        window=case.window,
        accepted=tuple(accepted),
        any_order=question.order == "any",
        repeats=question.repeats,
        recorded=question.visits == RECORDED,
        keeps=question.may_keep_positions,
        has_killers=question.signature.has_killers,
    )


def compare(visited: Labels, rule: Rule) -> Compared:
    """Compare a search with the accepted ones; the order of equal sets is free."""
    for labels in rule.accepted:
        if are_alike(visited, labels, repeats=rule.repeats):
            return Compared(right=True, expected=labels)
    if rule.repeats:
        return _counted(visited, rule)
    return judge_visits(visited, rule) if rule.policies else _nearest(visited, rule)


def are_alike(one: Iterable[str], other: Iterable[str], *, repeats: bool) -> bool:
    """Whether the same nodes were visited, with `repeats` each as often."""
    return _times(one) == _times(other) if repeats else set(one) == set(other)


def _times(visited: Iterable[str]) -> Counter[str]:
    """How often each node was visited, but the first of them, the root, once."""
    labels = tuple(visited)
    return Counter(labels[:1]) + Counter(x for x in labels if x != labels[0])


def _counted(visited: Labels, rule: Rule) -> Compared:
    """What was visited too often, or not often enough, beside the nearest search."""
    times = _times(visited)
    more, fewer, nearest = min(
        (
            (times - _times(labels), _times(labels) - times, labels)
            for labels in rule.accepted
        ),
        key=lambda row: row[0].total() + row[1].total(),
    )
    met_before: Labels = ()
    if rule.keeps:
        firsts: dict[str, str] = {}  # by position
        for label in visited:
            firsts.setdefault(position_of(label), label)
        met_before = tuple(x for x in more if firsts[position_of(x)] != x)
    return Compared(
        right=False,
        expected=nearest,
        wrongly_visited=(*more,),
        wrongly_skipped=(*fewer,),
        prunes=not rule.has_killers,
        met_before=met_before,
        first=_first_wrong(visited, nearest, rule.tree) if rule.has_killers else (),
    )


def _first_wrong(visited: Labels, nearest: Labels, tree: GameTree) -> Labels:
    parents = tree.parents()
    firsts: list[dict[int, int]] = [{}, {}]  # by node, the child visited first
    for first_of, labels in zip(firsts, (visited, nearest), strict=True):
        for place in map(tree.index_of.__getitem__, labels):
            first_of.setdefault(parents[place], place)
    own, right = firsts
    for index, child in own.items():
        if right.get(index, child) != child:
            node = tree.nodes[index]
            turn = node.children.index(right[index])
            return node.label, tree.moves_of(node)[turn]
    return ()


def _nearest(visited: Labels, rule: Rule) -> Compared:
    """What differs from the nearest of searches that follow no policy known here."""
    own = set(visited)
    nearest = min(rule.accepted, key=lambda labels: len(own ^ set(labels)))
    return Compared(
        right=False,
        expected=nearest,
        wrongly_visited=tuple(label for label in visited if label not in nearest),
        wrongly_skipped=tuple(label for label in nearest if label not in own),
        swapped=swapped_siblings(rule.tree, visited),
        prunes=rule.window is not None,
    )


def judge_visits(visited: Labels, rule: Rule) -> Compared:
    """Judge a search that is none of the accepted, by the policy that fits longest."""
    tree = rule.tree
    policy, judged = _nearest_walk(visited, rule)
    swapped = swapped_siblings(tree, visited)
    if judged.wrong is None:
        swapped = swapped or first_passed_over(tree, visited)
    right = bool(visited) and judged.wrong is None
    own, needed = set(visited), set(judged.needed)
    within = {tree.nodes[i].label for i in tree.reachable()} if tree.limit else own
    return Compared(
        right=right and (rule.any_order or not swapped),
        expected=judged.needed,
        wrongly_visited=tuple(label for label in visited if label not in needed),
        wrongly_skipped=tuple(label for label in judged.needed if label not in own),
        swapped=swapped,
        step=judged.wrong,
        between=BETWEEN.get(policy.stops, "") if right and not swapped else "",
        early=() if right else first_asked_early(tree, visited),
        beyond=tuple(label for label in visited if label not in within),
    )


def _nearest_walk(visited: Labels, rule: Rule) -> tuple[Policy, Walk]:
    walks = []
    for policy in rule.policies:
        judged = rule.walk(visited, policy)
        if judged.wrong is None:
            return policy, judged
        walks.append((judged.wrong.position, policy, judged))
    _, policy, judged = max(walks, key=itemgetter(0))
    return policy, judged


BETWEEN = {
    frozenset((MAX,)): "equality at MAX, strict at MIN",
    frozenset((MIN,)): "strict at MAX, equality at MIN",
}


def follows_policy(visited: Labels, rule: Rule, name: str) -> bool:
    """Whether a search goes by a policy of this name, whichever others it fits."""
    policies = (each for each in MIXED if BETWEEN[each.stops] == name)
    return any(rule.walk(visited, policy).wrong is None for policy in policies)


def has_ties_of_bounds(tree: GameTree) -> bool:
    """Whether who stops where a value meets the bound visits less than who goes on."""
    values = exact_values(tree)
    needed = [
        [
            walk(tree, values, (), tree.window, policy).needed
            for policy in policies_below_chance(tree, (pure,))
        ]
        for pure in (EQUALITY, STRICT)
    ]
    return needed[0] != needed[1]


def orders_by_bounds(tree: GameTree) -> bool:
    """Whether what a cut leaves decides in which order a next round goes.

    An action that is no better than one before it may be worth anything from its value
    to the best so far: searches leave the one or the other, and some do at each action.
    """
    root = tree.root
    order = [tree.nodes[child].label for child in root.children]
    for depth in range(1, tree.height()):
        values = exact_values(replace(tree, limit=Limit(depth=depth)))
        best, spans = -inf, {}
        for label in order:
            value = seen_by(root.to_move, values[label])
            assert not isinstance(value, tuple)
            best = max(best, value)
            spans[label] = value, best
        for (low, high), (other_low, other_high) in combinations(spans.values(), 2):
            if low < other_high and high >= other_low:
                return True
        order.sort(key=lambda label: spans[label], reverse=True)
    return False


def swapped_siblings(tree: GameTree, visited: Sequence[str]) -> Labels:
    """The first two siblings visited against the tree's order; () if none were."""
    turn = {label: index for index, label in enumerate(visited)}
    for node in tree.effective_tree.nodes:
        labels = [tree.nodes[child].label for child in node.children]
        seen = [label for label in labels if label in turn]
        for left, right in pairwise(seen):
            if turn[right] < turn[left]:
                return right, left
    return ()


def first_passed_over(tree: GameTree, visited: Sequence[str]) -> Labels:
    """The first node visited whose elder sibling, the second, never was; or ()."""
    found = set(visited)
    for node in tree.effective_tree.nodes:
        labels = [tree.nodes[child].label for child in node.children]
        for elder, younger in pairwise(labels):
            if younger in found and elder not in found:
                return younger, elder
    return ()


def first_asked_early(tree: GameTree, visited: Sequence[str]) -> Labels:
    """The first node visited before a sibling visited earlier had been searched."""
    turn = {label: index for index, label in enumerate(visited)}
    nodes = tree.effective_tree.nodes
    for node in nodes:
        met = [nodes[i] for i in node.children if nodes[i].label in turn]
        met.sort(key=lambda child: turn[child.label])
        for elder, younger in pairwise(met):
            below = [tree.nodes[i].label for i in elder.children]
            later = [turn[label] for label in below if label in turn]
            if later and min(later) > turn[younger.label]:
                return younger.label, elder.label
    return ()


LEAST_SAVED = 3  # leaves: where the best order saves fewer, none is asked for


@dataclass(frozen=True, slots=True)
class Savings:
    """The leaves that a search evaluated, in its and the tree's order, and fewest."""

    leaves: int
    in_tree_order: int
    fewest: int
    peeked: int = 0  # and not searched

    @property
    def most_leaves_saved(self) -> int:
        """How many leaves the best order saves."""
        return self.in_tree_order - self.fewest

    @property
    def is_enough_to_judge(self) -> bool:
        """Whether there is enough to be saved."""
        return self.most_leaves_saved >= LEAST_SAVED

    @property
    def percent(self) -> float:
        """How much of that was saved, between 0 and 100."""
        if self.most_leaves_saved <= 0:
            return 100.0
        return 100 * min(
            1.0, max(0.0, (self.in_tree_order - self.leaves) / self.most_leaves_saved)
        )


def fewest_leaves(
    tree: GameTree, values: Mapping[str, Value], window: Window, policy: Policy
) -> int:
    """The fewest leaves that alpha-beta of a policy evaluates in any order of moves."""
    searched = tree.effective_tree
    with deep_recursion(searched.height()):
        return _Counter(searched, values, policy).fewest(0, *window)


@dataclass(slots=True)
class _Counter:
    """Counts below a node, within a window, once for each."""

    tree: GameTree
    values: Mapping[str, Value]
    policy: Policy
    _counted: dict[tuple[int, Number, Number], int] = field(default_factory=dict)

    def fewest(self, index: int, alpha: Number, beta: Number) -> int:
        key = index, alpha, beta
        if key not in self._counted:
            is_leaf = not self.tree.nodes[index].children
            self._counted[key] = 1 if is_leaf else self._below(index, alpha, beta)
        return self._counted[key]

    def _below(self, index: int, alpha: Number, beta: Number) -> int:
        node = self.tree.nodes[index]
        is_max, bound = node.to_move == MAX, beta if node.to_move == MAX else alpha
        worth = {child: self._value(child) for child in node.children}
        stops = node.to_move in self.policy.stops
        cutting = [
            child
            for child, value in worth.items()
            if (value > bound if is_max else value < bound)
            or (value == bound and stops)
        ]
        if cutting:  # behind one that comes first, nothing is searched
            return min(self.fewest(child, alpha, beta) for child in cutting)
        best = BEST[node.to_move](worth.values())
        after = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        rest = sum(self.fewest(child, *after) for child in node.children)
        return rest + min(
            self.fewest(child, alpha, beta) - self.fewest(child, *after)
            for child, value in worth.items()
            if value == best
        )

    def _value(self, index: int) -> Number:
        value = self.values[self.tree.nodes[index].label]
        assert not isinstance(value, tuple)
        return value


def savings_of_call(rule: Rule, call: Observation) -> Savings | None:
    """What a call whose cuts are right has saved, by the kindest convention, if any."""
    if rule.window is None or not rule.policies:
        return None
    fits = [p for p in rule.policies if rule.walk(call.visited, p).wrong is None]
    # where a search stops: terminals, and the positions at its horizon
    ends = {node.label for node in rule.tree.effective_tree.nodes if not node.children}
    searched = ends & {*call.visited}
    evaluated = searched | (ends & {*call.peeked})
    of_each = [
        Savings(
            leaves=len(evaluated),
            in_tree_order=len(ends & {*rule.walk((), policy).needed}),
            fewest=fewest_leaves(rule.tree, rule.values, rule.window, policy),
            peeked=len(evaluated - searched),
        )
        for policy in fits or rule.policies
    ]
    return max(of_each, key=lambda each: (each.percent, each.most_leaves_saved))
