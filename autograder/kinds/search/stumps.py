"""Stumps: nodes with the plies right below, cut out of trees that a student may see.

The leaves of a stump are worth what these nodes are worth in the tree. So each function
of a search is tried nearly by itself: little of another runs on a stump, and a mistake
there hides no mistake here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from autograder.assignment.questions import RECORDED, Case, Question
from autograder.game import CHANCE, Value
from autograder.kinds.search.alone import is_right
from autograder.kinds.search.sheet import Sheet
from autograder.kinds.search.visits import Rule, judge, rule_of
from autograder.kinds.search.walk import EQUALITY, STRICT
from autograder.observing.observation import (
    CallRequest,
    Observation,
    search_call,
    value_call,
)
from autograder.observing.outcome import Fault
from autograder.trees.tree import GameTree, Node, Window
from autograder.trees.values import equal, seen_by

MOST = 24  # stumps of a function, of those that are so many plies high
PLIES = (1, 2)


@dataclass(frozen=True, slots=True)
class Stump:
    """A call on a small tree, and what is right of it.

    `actions` are the best ones where one is chosen, else there are none.
    """

    request: CallRequest
    tree: GameTree
    rule: Rule
    actions: frozenset[str] = frozenset()

    def is_right(self, observation: Observation) -> bool:
        """Whether what came of the call is right: value and visits, or the action."""
        outcome = observation.outcome
        if isinstance(outcome, Fault):
            return False
        if self.actions:
            return outcome.kind == "str" and outcome.text in self.actions
        exact = seen_by(self.request.viewpoint, self.rule.values[self.tree.root.label])
        value = outcome.like(exact)
        if value is None or not is_right(value, self.request.window, exact):
            return False
        return judge(observation.visited, self.rule).right


def stumps(question: Question, sheets: Sequence[Sheet]) -> Mapping[str, list[Stump]]:
    """The stumps of a question's trees, by function and what they try of it.

    Those of one ply come first. Of a function that chooses there are some for each
    player who may be to move.
    """
    groups: dict[str, dict[object, Stump]] = {}
    heights = PLIES if question.visits != RECORDED else PLIES[:1]
    for plies in heights:
        for sheet in sheets:
            for name, key, stump in _of_values(sheet, plies):
                groups.setdefault(f"{name}/{plies}", {}).setdefault(key, stump)
    for plies in heights if _chooses_simply(question) else ():
        for sheet in sheets:
            for name, key, stump in _of_choices(sheet, plies):
                groups.setdefault(name, {}).setdefault(key, stump)
    return {name: spread([*group.values()]) for name, group in groups.items()}


def spread(group: list[Stump]) -> list[Stump]:
    """Not more than MOST, from the one with the smallest numbers to the largest."""
    group.sort(key=_size)
    if len(group) <= MOST:
        return group
    return [group[place * (len(group) - 1) // (MOST - 1)] for place in range(MOST)]


def _size(stump: Stump) -> tuple[float, int]:
    payoffs = [payoff for node in stump.tree.nodes for payoff in node.payoffs()]
    return max(map(abs, payoffs)), len(stump.tree.nodes)


def _chooses_simply(question: Question) -> bool:
    """Whether its search returns one action, and nothing else shows in the tree."""
    simple = not (question.asks_for_a_line or question.deepens or question.orders)
    return bool(question.search) and simple


def _of_values(sheet: Sheet, plies: int) -> Iterator[tuple[str, object, Stump]]:
    """By function, and by what is the same in others: stumps of visited nodes."""
    case, question = sheet.case, sheet.case.question
    nodes, labels = case.tree.searched.nodes, case.tree.labels()
    index_of = {label: index for index, label in enumerate(labels)}
    recorded = sheet.answers.questions[question.name][question.accept[0]].visits
    for label, *window in recorded:
        node = nodes[index_of[label]]
        if not node.children or (window and not window[0] < window[1]):
            continue
        below = [nodes[child] for child in node.children]
        if plies > 1 and not any(child.children for child in below):
            continue
        tree = cut(case, sheet.answers.values, index_of[label], plies)
        if window:
            tree = replace(tree, window=_of_max(question, tree, (*window,)))
        request = value_call(question, tree)
        rule = Rule(
            tree=tree,
            values=sheet.answers.values,
            window=request.window_of_max if question.cuts_alone else None,
            accepted=(),
            any_order=True,
            ties=sheet.once(rule_of).policies or (EQUALITY, STRICT),
        )
        yield request.function, _key(tree), Stump(request, tree, rule)


def _of_max(question: Question, tree: GameTree, window: Window) -> Window:
    """A window as it was handed on, in what MAX gets."""
    given = value_call(question, replace(tree, window=window))
    return given.window_of_max or window


def _of_choices(sheet: Sheet, plies: int) -> Iterator[tuple[str, object, Stump]]:
    """By the player who is to move at the root: stumps on which one chooses."""
    case, question, values = sheet.case, sheet.case.question, sheet.answers.values
    mover = case.tree.root.to_move
    if mover == CHANCE or not question.chooses_on(case.tree):
        return
    tree = cut(case, values, 0, plies)
    best = {
        action
        for action, child in tree.below(tree.root).items()
        if equal(values[tree.nodes[child].label], values[tree.root.label])
    }
    if question.ties != "any" and len(best) > 1:
        return
    request = search_call(question, tree)
    rule = Rule(tree=tree, values=values, window=None, accepted=())
    stump = Stump(request, tree, rule, frozenset(best))
    yield f"{question.search}/{mover}/{plies}", _key(tree), stump


def _key(tree: GameTree) -> object:
    return tree.window, tuple([(n.to_move, n.utility) for n in tree.nodes])


def cut(case: Case, values: Mapping[str, Value], at: int, plies: int) -> GameTree:
    """The node at a place and so many plies below it; what stands there is a leaf."""
    tree, nodes = case.tree, case.tree.searched.nodes
    rows, depth = [at], {at: 0}
    for index in rows:
        for child in nodes[index].children if depth[index] < plies else ():
            depth[child] = depth[index] + 1
            rows.append(child)
    place = {index: number for number, index in enumerate(rows)}

    def kept(index: int) -> Node:
        node = nodes[index]
        if depth[index] < plies and node.children:
            return replace(node, children=tuple([place[c] for c in node.children]))
        return Node(node.label, node.to_move, utility=values[node.label])

    limit = replace(tree.limit, depth=plies) if tree.limit.depth else tree.limit
    return replace(tree, nodes=tuple(map(kept, rows)), limit=limit)
