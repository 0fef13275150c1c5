"""How many leaves an order of moves has saved, of those that any order could save."""

from __future__ import annotations

from autograder.kinds.search.fewest import Savings, fewest_leaves, leaves_of
from autograder.kinds.search.visits import Rule
from autograder.kinds.search.walk import Policy
from autograder.observing.observation import Observation


def savings(rule: Rule, call: Observation) -> Savings | None:
    """What a call whose cuts are right has saved under the convention that it fits.

    Where several fit, under the kindest. None where no window is handed on.
    """
    if rule.window is None or not rule.policies:
        return None
    fitting = [
        policy
        for policy in rule.policies
        if rule.walk(call.visited, policy).wrong is None
    ]
    ends = leaves_of(rule.tree)
    searched = ends & {*call.visited}
    evaluated = searched | (ends & {*call.peeked})
    ways = (way(rule, policy) for policy in fitting or rule.policies)
    return max(
        (
            Savings(len(evaluated), first, fewest, len(evaluated - searched))
            for first, fewest in ways
        ),
        key=lambda each: (each.percent, each.way),
    )


def way(rule: Rule, policy: Policy) -> tuple[int, int]:
    """The leaves that a policy evaluates in the tree's order, and in the best."""
    tree, window = rule.tree, rule.window
    assert window is not None
    in_tree_order = leaves_of(tree) & {*rule.walk((), policy).needed}
    return len(in_tree_order), fewest_leaves(tree, rule.values, window, policy)
