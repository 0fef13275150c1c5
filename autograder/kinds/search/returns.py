"""Where a value first goes wrong, as the submission itself tells; and its sign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from autograder.assignment.signature import COLOR, VIEWPOINT
from autograder.game import MAX, Number, Value
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.judging import CaseResult
from autograder.trees.tree import GameTree, Node
from autograder.trees.values import backed_up, equal

OF_VALUES = (Verdict.WRONG_VALUE, Verdict.WRONG_TYPE)  # the latter of an infinity
OTHERS = (COLOR, VIEWPOINT)  # arguments that say whose payoff a value is
Returns = Mapping[str, object]  # what came back for a state, by its label


@dataclass(frozen=True, slots=True)
class WrongReturn:
    """A state for which a wrong value came back, though each below it had its own.

    Where the game goes on there, `children` have their values; at the `horizon` none
    are looked at. The values of the states that are `right` came back as they should.
    """

    node: Node
    exact: Value
    returned: Value
    children: tuple[tuple[str, Value], ...]
    horizon: bool
    right: tuple[Node, ...]


def wrong_return(result: CaseResult) -> WrongReturn | None:
    """The lowest such state; None where a value may be a bound, or a player's own.

    Nothing of it is believed where points are earned.
    """
    recording = result.recording
    if recording is None or result.keeps or not _has_plain_values(result):
        return None
    if all(finding.verdict not in OF_VALUES for finding in result.findings):
        return None
    returned: dict[str, object] = {
        label: call.returned for label, call in recording.calls.items()
    }
    tree = result.case.tree.searched
    came = result.observed.calls[0].outcome
    returned[tree.root.label] = getattr(came, "number", None)
    exact = backed_up(tree, range(len(tree.nodes)))
    index = _lowest(tree, returned, exact)
    if index is None:
        return None
    node = tree.nodes[index]
    value = returned[node.label]
    assert isinstance(value, int | float | tuple)
    return WrongReturn(
        node=node,
        exact=exact[index],
        returned=value,
        children=tuple((tree.nodes[i].label, exact[i]) for i in node.children),
        horizon=index in result.case.tree.horizon,
        right=tuple(
            node
            for i, node in enumerate(tree.nodes)
            if _is_right(returned.get(node.label), exact[i])
        ),
    )


def turned_sign(result: CaseResult) -> Number | None:
    """The right value where its negative came back, in which no play ends; or None.

    A play may end in both of two that are opposite, and one be taken for the other.
    """
    if result.keeps or result.case.tree.has_vectors or not _has_plain_values(result):
        return None
    tree = result.case.tree.searched
    right = backed_up(tree, range(len(tree.nodes)))[0]
    came = getattr(result.observed.calls[0].outcome, "number", None)
    if came is None or isinstance(right, tuple) or not equal(came, -right):
        return None
    ends = {payoff for node in tree.nodes for payoff in node.payoffs()}
    return None if equal(right, -right) or came in ends else right


def _has_plain_values(result: CaseResult) -> bool:
    """Whether each call returns what its state is worth, to the same player."""
    functions = result.case.question.signature.functions
    given = {name for function in functions for name in function.arguments}
    movers = any(function.value_of != MAX for function in functions)
    return result.case.window is None and not movers and given.isdisjoint(OTHERS)


def _lowest(
    tree: GameTree, returned: Returns, exact: Mapping[int, Value]
) -> int | None:
    """The last node that is wrong, of whose children each is known to be right."""

    def is_right(index: int) -> bool | None:
        """Of what ends a game, about which need not be called, it is taken for so."""
        node = tree.nodes[index]
        told = _is_right(returned.get(node.label), exact[index])
        return True if told is None and not node.children else told

    for index in reversed(range(len(tree.nodes))):  # children stand behind parents
        if is_right(index) is False and all(map(is_right, tree.nodes[index].children)):
            return index
    return None


def _is_right(returned: object, exact: Value) -> bool | None:
    """Whether a value is; None where none came back."""
    if not isinstance(returned, int | float | tuple):
        return None
    return equal(returned, exact)
