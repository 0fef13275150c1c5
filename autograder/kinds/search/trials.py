"""How a program that was edited is tried on the trees of a search, and judged there.

And on stumps: nodes with the plies right below, whose leaves are worth what they are in
the tree. So each function is tried nearly by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from autograder.assignment.questions import FACETS, OF_SEARCH, RECORDED, Case, Question
from autograder.game import CHANCE, Value
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.alone import checks_alone, is_right, requests_alone
from autograder.kinds.search.judging import judge
from autograder.kinds.search.signatures import Sheet, Sheets
from autograder.kinds.search.visits import Rule, judge_visits, rule_of
from autograder.kinds.search.walk import EQUALITY, STRICT
from autograder.observing.bench import Bench
from autograder.observing.observation import (
    CallRequest,
    CallsOnTree,
    Observation,
    Observed,
    calls_of,
    recursion_limit,
    search_call,
    value_and_action_calls,
    value_call,
)
from autograder.observing.outcome import Fault
from autograder.observing.repairing import Asked, Ended, Facets, Job, Score, Trial
from autograder.trees.tree import GameTree, Node
from autograder.trees.values import equal, seen_by

MOST = 24  # stumps of a function, of those that are so many plies high
PLIES = (1, 2)


@dataclass(frozen=True, slots=True)
class Stump:
    """A call on a small tree, and what is right of it."""

    request: CallRequest
    tree: GameTree
    rule: Rule
    actions: frozenset[str] = frozenset()  # the best where one is chosen

    def is_right(self, observation: Observation) -> bool:
        """Whether what came of the call is right: value and visits, or the action."""
        outcome = observation.outcome
        if isinstance(outcome, Fault):
            return False
        if self.actions:
            return outcome.kind == "str" and outcome.text in self.actions
        exact = seen_by(self.request.viewpoint, self.rule.values[self.tree.root.label])
        value = outcome.value_if_of_kind(exact)
        if value is None or not is_right(value, self.request.window, exact):
            return False
        return judge_visits(observation.visited, self.rule).right


def stumps_by_function(
    question: Question, sheets: Sequence[Sheet]
) -> Mapping[str, list[Stump]]:
    """The stumps of a question's trees, by function, and mover of one that chooses."""
    groups: dict[str, dict[object, Stump]] = {}
    heights = PLIES if question.visits != RECORDED else PLIES[:1]
    looks = [_of_values]
    if question.search and not (
        question.wants_line_of_actions or question.deepens or question.ordering_function
    ):
        looks.append(_of_choices)
    for look in looks:
        for plies in heights:
            for sheet in sheets:
                for name, key, stump in look(sheet, plies):
                    groups.setdefault(name, {}).setdefault(key, stump)
    return {
        name: stumps_spread_by_size([*group.values()]) for name, group in groups.items()
    }


def stumps_spread_by_size(group: list[Stump]) -> list[Stump]:
    """Not more than MOST, from the one with the smallest numbers to the largest."""

    def size(stump: Stump) -> tuple[float, int]:
        payoffs = [payoff for node in stump.tree.nodes for payoff in node.payoffs()]
        return max(map(abs, payoffs)), len(stump.tree.nodes)

    group.sort(key=size)
    if len(group) <= MOST:
        return group
    return [group[place * (len(group) - 1) // (MOST - 1)] for place in range(MOST)]


def _of_values(sheet: Sheet, plies: int) -> Iterator[tuple[str, object, Stump]]:
    """By function, and by what is the same in others: stumps of visited nodes."""
    case, question = sheet.case, sheet.case.question
    nodes, labels = case.tree.effective_tree.nodes, case.tree.labels()
    index_of = {label: index for index, label in enumerate(labels)}
    for label, *window in sheet.first_accepted_answer.visits:
        node = nodes[index_of[label]]
        is_high = plies == 1 or any(nodes[child].children for child in node.children)
        if not node.children or not is_high or (window and not window[0] < window[1]):
            continue
        tree = tree_cut_at(case, sheet.answers.values, index_of[label], plies)
        if window:
            given = value_call(question, replace(tree, window=(*window,)))
            tree = replace(tree, window=given.window_of_max or (*window,))
        request = value_call(question, tree)
        rule = Rule(
            tree=tree,
            values=sheet.answers.values,
            window=request.window_of_max if question.prunes_in_each_function else None,
            accepted=(),
            any_order=True,
            ties=sheet.computed_once(rule_of).policies or (EQUALITY, STRICT),
        )
        name = f"{request.function}/{plies}"
        yield name, _key(tree), Stump(request, tree, rule)


def _of_choices(sheet: Sheet, plies: int) -> Iterator[tuple[str, object, Stump]]:
    """By the player who is to move at the root: stumps on which one chooses."""
    case, question, values = sheet.case, sheet.case.question, sheet.answers.values
    mover = case.tree.root.to_move
    if mover == CHANCE or not question.has_action_to_choose(case.tree):
        return
    tree = tree_cut_at(case, values, 0, plies)
    best = {
        action
        for action, child in tree.children_by_move(tree.root).items()
        if equal(values[tree.nodes[child].label], values[tree.root.label])
    }
    if question.ties != "any" and len(best) > 1:
        return
    request = search_call(question, tree)
    rule = Rule(tree=tree, values=values, window=None, accepted=())
    stump = Stump(request, tree, rule, frozenset(best))
    yield f"{question.search}/{mover}/{plies}", _key(tree), stump


def _key(tree: GameTree) -> object:
    return tree.window, tuple([(n.to_move, n.utility, n.estimate) for n in tree.nodes])


def tree_cut_at(
    case: Case, values: Mapping[str, Value], at: int, plies: int
) -> GameTree:
    """The node at a place and so many plies below it; what stands there is a leaf.

    Where a search has a depth, every second one is a position at the horizon, with a
    node below it: a search that goes too deep comes to another value.
    """
    tree, nodes = case.tree, case.tree.effective_tree.nodes
    depth = _depths_below(nodes, at, plies)
    place = {index: number for number, index in enumerate(depth)}
    ends = [index for index in _horizon(tree, depth, plies) if place[index] % 2]
    beyond = {index: len(depth) + number for number, index in enumerate(ends)}

    def kept(index: int) -> Node:
        node, value = nodes[index], values[nodes[index].label]
        if index in beyond:
            children = (beyond[index],)
            return Node(node.label, node.to_move, children, estimate=value)
        if depth[index] < plies and node.children:
            return replace(node, children=tuple([place[c] for c in node.children]))
        return Node(node.label, node.to_move, utility=value)

    def below(index: int) -> Node:
        node = tree.nodes[tree.nodes[index].children[0]]
        other = _another(values[nodes[index].label])
        return Node(node.label, node.to_move, utility=other)

    limit = replace(tree.limit, depth=plies) if tree.limit.depth else tree.limit
    kept_nodes = (*map(kept, depth), *map(below, ends))
    return replace(tree, nodes=kept_nodes, limit=limit)


def _depths_below(nodes: Sequence[Node], at: int, plies: int) -> dict[int, int]:
    """The nodes so many plies below one, level by level, and how deep each lies."""
    rows, depth = [at], {at: 0}
    for index in rows:
        for child in nodes[index].children if depth[index] < plies else ():
            depth[child] = depth[index] + 1
            rows.append(child)
    return depth


def _horizon(tree: GameTree, depth: Mapping[int, int], plies: int) -> Iterator[int]:
    """The nodes at which a search of so many plies has to stop, if it has a depth."""
    nodes = {index: tree.nodes[index] for index in depth}
    if tree.limit.depth and all(node.to_move != CHANCE for node in nodes.values()):
        for index, node in nodes.items():
            if depth[index] == plies and node.children and node.quiet:
                yield index


def _another(value: Value) -> Value:
    """A payoff that differs from another for each player."""
    if isinstance(value, tuple):
        return tuple([each + 1 for each in value])
    return value + 1


STEPS_PER_NODE, LEAST_STEPS = 150, 6_000  # that a program may make on a tree
Judges = Callable[[tuple[CallRequest, ...], Job, Ended], Facets]


def score(bench: Bench, cases: Sequence[Case], sheets: Sheets) -> Score:
    """A trial for each tree, one for its calls at inner nodes, and those on stumps."""
    question = cases[0].question
    trials, places = list[Trial](), list[int]()
    for place, case in enumerate(cases):
        for trial in _of_case(bench, sheets.sheet_of(case), place):
            trials.append(trial)
            places.append(place)
    facets = [facet for facet in cases[0].points.facets if facet in FACETS]
    trees = [case.tree for case in cases]
    parts: dict[str, list[int]] = {}
    for name, group in stumps_by_function(
        question, [sheets.sheet_of(case) for case in cases]
    ).items():
        parts[name] = [*range(len(trials), len(trials) + len(group))]
        for stump in group:
            trials.append(_of_stump(bench, question, stump, len(trees)))
            trees.append(stump.tree)
    return Score(
        question.module,
        question.functions_to_write(),
        trials,
        places,
        chooser=question.search,
        of_value=sum(facet not in OF_SEARCH for facet in facets),
        trees=trees,
        parts=parts,
    )


def _of_stump(bench: Bench, question: Question, stump: Stump, number: int) -> Trial:
    folder, size = bench.staged.folder, len(stump.tree.nodes)
    workers = CallsOnTree(bench.sandbox, folder, question.module, stump.tree)
    calls = (stump.request,)

    def ask() -> Asked:
        job = workers.job(calls, question.limits, shared=True)

        def facets(ended: Ended) -> Facets:
            return (stump.is_right(workers.observed(calls, job, ended).calls[0]),)

        return job, facets

    return Trial(
        size=size,
        steps=LEAST_STEPS + STEPS_PER_NODE * size,
        recursion=recursion_limit(stump.tree),
        ask=ask,
        tree=number,
    )


def _of_case(bench: Bench, sheet: Sheet, place: int) -> Iterator[Trial]:
    case = sheet.case
    question = case.question
    staged = bench.sandbox, bench.staged.folder, question.module
    workers = CallsOnTree(*staged, case.tree)

    def trial(calls: tuple[CallRequest, ...], judges: Judges) -> Trial:
        def ask() -> Asked:
            job = workers.job(calls, question.limits, shared=True)
            return job, lambda ended: judges(calls, job, ended)

        return Trial(
            size=len(case.tree.nodes),
            steps=LEAST_STEPS + STEPS_PER_NODE * len(case.tree.nodes),
            recursion=recursion_limit(case.tree),
            ask=ask,
            lies_there=not question.deepens,  # only we know when time is up
            tree=place,
        )

    def whole(calls: tuple[CallRequest, ...], job: Job, ended: Ended) -> Facets:
        seen = workers.observed(calls, job, ended)
        two = value_and_action_calls(question, case.tree, seen.calls)
        findings = judge(sheet, Observed(two)).findings
        return tuple(f.verdict is Verdict.CORRECT for f in findings if f.alone is None)

    def inside(calls: tuple[CallRequest, ...], job: Job, ended: Ended) -> Facets:
        seen = workers.observed(calls, job, ended).calls
        checks = checks_alone(sheet, tuple(zip(calls, seen, strict=True)))
        return tuple(each.verdict is Verdict.CORRECT for each in checks.values())

    yield trial(calls_of(question, case.tree), whole)
    if at_inner_nodes := requests_alone(sheet, alone=False):
        yield trial(at_inner_nodes, inside)
