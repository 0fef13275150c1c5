"""Compare the visits of a search with the accepted ones; judge those that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

from autograder.assignment.questions import RECORDED
from autograder.game import MAX, MIN, Value, position_of
from autograder.kinds.search.rounds import Rounds
from autograder.kinds.search.sheet import Sheet
from autograder.kinds.search.walk import (
    EQUALITY,
    MIXED,
    STRICT,
    Policy,
    Walk,
    WrongStep,
    walk,
    ways_below_chance,
)
from autograder.trees.tree import GameTree, Window
from autograder.trees.values import exact_values

if TYPE_CHECKING:
    from autograder.kinds.search.fewest import Savings

Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """Whether the visits are right, and if not, what is wrong with them.

    `expected` are the visits of the accepted search that goes the way of this one:
    the same order of children, the same policy where a value ties with a bound.
    `swapped` is the first pair of siblings visited against the tree's order.
    `between` tells of a policy that lies between two accepted ones. `early` is a node
    that was visited before its elder sibling, the second, had been searched. Of what
    was wrongly visited `beyond` lies further down than the horizon, and positions that
    a table would have answered for were `met_before`. The rest was cut, where the
    search `prunes`. `savings` are those of its order, and `rounds` tell how far those
    of a search are right, where they are judged. `first` is a state in which another
    action should have been searched first, and that action.
    """

    right: bool
    expected: Labels = ()
    wrongly_visited: Labels = ()
    wrongly_skipped: Labels = ()
    swapped: Labels = ()
    step: WrongStep | None = None
    between: str = ""
    early: Labels = ()
    beyond: Labels = ()
    prunes: bool = True
    met_before: Labels = ()
    savings: Savings | None = None
    rounds: Rounds | None = None
    first: Labels = ()


@dataclass(frozen=True)
class Rule:
    """What is right on a tree: its exact values, the window, and what is accepted.

    `any_order` says that children may be searched in any order, `repeats` that it
    counts how often each node was visited. Where `ties` are given, an accepted search
    may go by each of them. With `recorded` nothing is known of a search but what the
    accepted ones visit. One that `keeps` positions need not search them twice; of one
    that `has_killers` it is known which action comes first.
    """

    tree: GameTree
    values: Mapping[str, Value]
    window: Window | None
    accepted: tuple[Labels, ...]
    any_order: bool = False
    repeats: bool = False
    ties: tuple[Policy, ...] = ()
    recorded: bool = False
    keeps: bool = False
    has_killers: bool = False

    @cached_property
    def policies(self) -> tuple[Policy, ...]:
        """What the accepted searches do at ties; if either, also one at each side."""
        if self.ties or self.recorded:
            return self.ties
        every = ways_below_chance(self.tree, (EQUALITY, STRICT))
        pure = tuple(policy for policy in every if self._is_accepted(policy))
        either = [
            narrows
            for narrows in (True, False)
            if len({policy.stops for policy in pure if policy.narrows is narrows}) > 1
        ]
        mixed = ways_below_chance(self.tree, MIXED)
        return (*pure, *[policy for policy in mixed if policy.narrows in either])

    def _is_accepted(self, policy: Policy) -> bool:
        """Whether an accepted search goes by a policy, in the order in which it may.

        Where a tie hangs on the noise of floats, it went one way or the other.
        """
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
    recorded = sheet.answers.questions[question.name]
    accepted = dict.fromkeys(recorded[name].visited() for name in question.accept)
    return Rule(
        tree=case.tree,
        values=sheet.answers.values,
        window=case.window,
        accepted=tuple(accepted),
        any_order=question.order == "any",
        repeats=question.repeats,
        recorded=question.visits == RECORDED,
        keeps=question.keeps_positions,
        has_killers=question.signature.has_killers,
    )


def compare(visited: Labels, rule: Rule) -> Compared:
    """Compare a search with the accepted ones; the order of equal sets is free."""
    for labels in rule.accepted:
        if are_alike(visited, labels, repeats=rule.repeats):
            return Compared(right=True, expected=labels)
    if rule.repeats:
        return _counted(visited, rule)
    return judge(visited, rule) if rule.policies else _nearest(visited, rule)


def are_alike(one: Iterable[str], other: Iterable[str], *, repeats: bool) -> bool:
    """Whether the same nodes were visited, with `repeats` each as often."""
    return _times(one) == _times(other) if repeats else set(one) == set(other)


def _times(visited: Iterable[str]) -> Counter[str]:
    """How often each node was visited, but the first of them, the root, once.

    A search that goes through the tree again may do so in a loop of the function that
    was called, which does not come back to its root by a call.
    """
    labels = tuple(visited)
    return Counter(labels[:1]) + Counter(x for x in labels if x != labels[0])


def _counted(visited: Labels, rule: Rule) -> Compared:
    """What was visited too often, or not often enough, beside the nearest search."""
    found = _times(visited)
    more, fewer, nearest = min(
        (
            (found - _times(labels), _times(labels) - found, labels)
            for labels in rule.accepted
        ),
        key=lambda row: row[0].total() + row[1].total(),
    )
    return Compared(
        right=False,
        expected=nearest,
        wrongly_visited=(*more,),
        wrongly_skipped=(*fewer,),
        prunes=not rule.has_killers,
        met_before=_met_before(visited, more) if rule.keeps else (),
        first=_first_wrong(visited, nearest, rule.tree) if rule.has_killers else (),
    )


def _first_wrong(visited: Labels, nearest: Labels, tree: GameTree) -> Labels:
    """The first state in which another action comes first, and which should."""
    found, right = (_first_children(labels, tree) for labels in (visited, nearest))
    for index, child in found.items():
        if right.get(index, child) != child:
            node = tree.nodes[index]
            actions = {place: action for action, place in tree.below(node).items()}
            return node.label, actions[right[index]]
    return ()


def _first_children(visited: Labels, tree: GameTree) -> dict[int, int]:
    """By the nodes of which one was visited, the child that was visited first."""
    places, parents = {n: i for i, n in enumerate(tree.labels())}, tree.parents()
    found: dict[int, int] = {}
    for place in map(places.__getitem__, visited):
        found.setdefault(parents[place], place)
    return found


def _met_before(visited: Labels, wrongly: Iterable[str]) -> Labels:
    """Those that were wrongly visited after another state of the same position."""
    firsts: dict[str, str] = {}
    for label in visited:
        firsts.setdefault(position_of(label), label)
    return tuple(label for label in wrongly if firsts[position_of(label)] != label)


def _nearest(visited: Labels, rule: Rule) -> Compared:
    """What differs from the nearest of searches that follow no policy known here."""
    found = set(visited)
    nearest = min(rule.accepted, key=lambda labels: len(found ^ set(labels)))
    return Compared(
        right=False,
        expected=nearest,
        wrongly_visited=tuple(label for label in visited if label not in nearest),
        wrongly_skipped=tuple(label for label in nearest if label not in found),
        swapped=swapped_siblings(rule.tree, visited),
        prunes=rule.window is not None,
    )


def judge(visited: Labels, rule: Rule) -> Compared:
    """Judge a search that is none of the accepted ones, by itself.

    It is held against the policy with which it agrees longest.
    """
    policy, judged = _nearest_walk(visited, rule)
    swapped = swapped_siblings(rule.tree, visited)
    if judged.wrong is None:
        swapped = swapped or passed_over(rule.tree, visited)
    right = bool(visited) and judged.wrong is None
    found, needed = set(visited), set(judged.needed)
    return Compared(
        right=right and (rule.any_order or not swapped),
        expected=judged.needed,
        wrongly_visited=tuple(label for label in visited if label not in needed),
        wrongly_skipped=tuple(label for label in judged.needed if label not in found),
        swapped=swapped,
        step=judged.wrong,
        between=BETWEEN.get(policy.stops, "") if right and not swapped else "",
        early=() if right else asked_early(rule.tree, visited),
        beyond=_beyond(rule.tree, visited),
    )


def _beyond(tree: GameTree, visited: Labels) -> Labels:
    """What was visited although the search stops above it."""
    if not tree.limit:
        return ()
    labels = tree.labels()
    within = {labels[index] for index in tree.reachable()}
    return tuple(label for label in visited if label not in within)


def _nearest_walk(visited: Labels, rule: Rule) -> tuple[Policy, Walk]:
    """The first policy with which a search agrees longest, and how far it does."""
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


def is_between(visited: Labels, rule: Rule, name: str) -> bool:
    """Whether a search goes by a policy of this name, whichever others it fits."""
    policies = (each for each in MIXED if BETWEEN[each.stops] == name)
    return any(rule.walk(visited, policy).wrong is None for policy in policies)


def has_ties(tree: GameTree) -> bool:
    """Whether who stops where a value meets the bound visits less than who goes on."""
    values = exact_values(tree)
    return any(
        walk(tree, values, (), tree.window, one).needed
        != walk(tree, values, (), tree.window, other).needed
        for one, other in zip(
            ways_below_chance(tree, (EQUALITY,)),
            ways_below_chance(tree, (STRICT,)),
            strict=True,
        )
    )


def swapped_siblings(tree: GameTree, visited: Sequence[str]) -> Labels:
    """The first two siblings visited against the tree's order; () if none were."""
    turn = {label: index for index, label in enumerate(visited)}
    for node in tree.searched.nodes:
        labels = [tree.nodes[child].label for child in node.children]
        seen = [label for label in labels if label in turn]
        for left, right in pairwise(seen):
            if turn[right] < turn[left]:
                return right, left
    return ()


def passed_over(tree: GameTree, visited: Sequence[str]) -> Labels:
    """The first node visited whose elder sibling, the second, never was; or ()."""
    found = set(visited)
    for node in tree.searched.nodes:
        labels = [tree.nodes[child].label for child in node.children]
        for elder, younger in pairwise(labels):
            if younger in found and elder not in found:
                return younger, elder
    return ()


def asked_early(tree: GameTree, visited: Sequence[str]) -> Labels:
    """The first node visited before a sibling visited earlier had been searched."""
    turn = {label: index for index, label in enumerate(visited)}
    nodes = tree.searched.nodes
    for node in nodes:
        met = [nodes[i] for i in node.children if nodes[i].label in turn]
        met.sort(key=lambda child: turn[child.label])
        for elder, younger in pairwise(met):
            below = [tree.nodes[i].label for i in elder.children]
            later = [turn[label] for label in below if label in turn]
            if later and min(later) > turn[younger.label]:
                return younger.label, elder.label
    return ()


def distinct(labels: Iterable[str]) -> Labels:
    """Each label once, in the order of its first place."""
    return tuple(dict.fromkeys(labels))
