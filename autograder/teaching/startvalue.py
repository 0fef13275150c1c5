"""A finite number in the place of an infinity, read off the values that came back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from autograder.game import MAX, MIN, Number
from autograder.judging.compare import CaseResult, finds_the_value
from autograder.judging.verdicts import DOES_RIGHT
from autograder.observing.outcome import Returned
from autograder.trees.tree import FULL, INFINITY, GameTree
from autograder.trees.values import equal, worth

NAME = "initial_finite"  # of the mistake, in a catalogue
OF_SEARCH = "search_starts_finite"  # of that in the choice of the action
Starts = tuple[Number, Number]  # from which MAX's best value begins, and MIN's
NONE: Starts = (-INFINITY, INFINITY)
NOTHING = "none"  # the kind of what a function returns that ends without `return`
LEAST = 2  # trees on which it comes back, where something else is wrong, too
MOST = 4  # numbers that are no payoffs; where chance moves there may be others


def starts(results: Sequence[CaseResult]) -> Starts | None:
    """The numbers with which each value that came back is right, if there are such.

    One of them came back itself, on a tree that has no such payoff.
    """
    if any(result.case.tree.has_vectors for result in results):
        return None
    higher, lower = _candidates(results)
    if max(len(higher), len(lower)) > MOST:
        return None
    pairs = (pair for pair in product(higher, lower) if pair != NONE)
    return next((pair for pair in pairs if _explains(pair, results)), None)


def explain_all(pair: Starts, results: Sequence[CaseResult]) -> bool:
    """Whether all else is right: values and visits where these numbers are idle."""
    return all(
        finds_the_value(result)
        for result in results
        for tree in (result.case.tree,)
        if _values(tree, pair) == _values(tree, NONE)
    )


def begins_the_choice(results: Sequence[CaseResult]) -> bool:
    """Whether no action was chosen where all are bad enough, and a right one elsewhere.

    There is a number below zero that parts what the roots are worth to who moves there:
    where that is more an action was chosen, where it is less none.
    """
    failed = [result for result in results if result.verdict not in DOES_RIGHT]
    if not failed or not all(map(chose_nothing, failed)):
        return False
    if any(result.case.tree.has_vectors for result in results):
        return False
    worst = [_for_the_mover(result) for result in failed]
    others = [_for_the_mover(result) for result in results if result not in failed]
    return max(worst) < min([0, *others])


def chose_nothing(result: CaseResult) -> bool:
    """Whether the search function has returned None where there are actions."""
    outcome = result.observed.calls[1].outcome
    is_none = isinstance(outcome, Returned) and outcome.kind == NOTHING
    return is_none and bool(result.case.tree.root.children)


def _for_the_mover(result: CaseResult) -> Number:
    """What the root is worth to the player who moves there."""
    tree = result.case.tree
    value = _values(tree, NONE)[0]
    return -value if tree.root.to_move == MIN else value


def _candidates(results: Sequence[CaseResult]) -> tuple[list[Number], list[Number]]:
    """What MAX's best value may begin from, and MIN's, the infinities first."""
    higher: list[Number] = [-INFINITY]
    lower: list[Number] = [INFINITY]
    for result in results:
        tree, number = result.case.tree, _returned(result)
        right = _values(tree, NONE)[0]
        if number is None or equal(number, right) or number in _payoffs(tree):
            continue
        kind = higher if number > right else lower
        kind += [] if number in kind else [number]
    return higher, lower


def _explains(pair: Starts, results: Sequence[CaseResult]) -> bool:
    """Whether each value is as it must be with these, and one is a start itself."""
    came_back = 0
    for result in results:
        tree, number = result.case.tree, _returned(result)
        if number is None:
            return False
        if tree.window == FULL and not equal(number, _values(tree, pair)[0]):
            return False
        came_back += number in pair and number not in _payoffs(tree)
    return came_back >= (1 if explain_all(pair, results) else LEAST)


def _returned(result: CaseResult) -> Number | None:
    outcome = result.observed.calls[0].outcome
    return getattr(outcome, "number", None)


def _payoffs(tree: GameTree) -> set[Number]:
    return {payoff for node in tree.searched.nodes for payoff in node.payoffs()}


def _values(tree: GameTree, pair: Starts) -> list[Number]:
    """What each node is worth where the best value begins with these numbers."""
    nodes, (at_max, at_min) = tree.searched.nodes, pair
    values: list[Number] = [0] * len(nodes)
    for index in reversed(range(len(nodes))):
        node = nodes[index]
        if not node.children:
            (values[index],) = node.payoffs() or (0,)
            continue
        value = worth(tree, node, [values[child] for child in node.children])
        assert not isinstance(value, tuple)
        least = at_max if node.to_move == MAX else -INFINITY
        greatest = at_min if node.to_move == MIN else INFINITY
        values[index] = min(max(value, least), greatest)
    return values
