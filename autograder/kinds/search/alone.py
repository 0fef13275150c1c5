"""Grade the functions of a search one by one, at nodes of the accepted search.

Each is called as the search calls it there; what it returns is judged as a bound, and
its children by the cuts that are right. Where the whole search is wrong, correct
functions take the places of the submission's others. Where it is right, all are its
own, called where a bound comes back: only there something can still be hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from autograder.assignment.signature import MOVER
from autograder.game import CHANCE, MAX, Value, position_of
from autograder.judging.verdicts import Verdict, of_fault
from autograder.kinds.search.signatures import Sheet
from autograder.kinds.search.visits import Compared, Rule, judge_visits, rule_of
from autograder.kinds.search.walk import EQUALITY, STRICT, Bounds
from autograder.observing.observation import CallRequest, Observation
from autograder.observing.outcome import ASKS_ITSELF, Fault
from autograder.trees.tree import GameTree, Limit, Node, Window
from autograder.trees.values import equal, is_bound, seen_by, window_seen_by

Inside = Sequence[tuple[CallRequest, Observation]]


@dataclass(frozen=True, slots=True)
class Passed:
    """A window that was handed to a child, where it should have been another."""

    label: str
    handed: Window
    expected: Window


@dataclass(frozen=True, slots=True)
class AloneCheck:
    """One call of a function alone, and what is right or wrong about it."""

    verdict: Verdict
    observation: Observation
    node: Node
    window: Window | None
    exact: Value  # from its viewpoint
    children: tuple[tuple[str, Value], ...]  # with exact values
    visits: Compared
    passed: Passed | None = None
    alone: bool = True  # others were replaced, and it called them
    replaced: tuple[str, ...] = ()  # by correct ones
    size: int = 1  # nodes at and below
    values_known: bool = True  # those below were given, or asked for
    horizon: bool = False  # the search stops there
    viewpoint: str = ""  # whose payoff it is; "": MAX's

    @property
    def asks_about_own_state(self) -> bool:
        """Whether it asked another function about the state that it was called with."""
        outcome = self.observation.outcome
        return isinstance(outcome, Fault) and outcome.kind == ASKS_ITSELF

    @property
    def is_unseparated(self) -> bool:
        """Whether it was to be judged alone, and could not be."""
        return bool(self.replaced) and not self.alone


def requests_alone(sheet: Sheet, *, alone: bool) -> tuple[CallRequest, ...]:
    """The calls of the functions that the question grades one by one.

    Where nothing else can show which window is handed on, always `alone`; where what is
    kept of one child may answer for another; and where no visits are asked for, which
    are right with the value alone: that may be right by luck.
    """
    question = sheet.case.question
    alone = alone or question.has_window_without_pruning or question.may_keep_positions
    alone = alone or "visits" not in sheet.case.points.facets
    return sheet.computed_once(_alone if alone else _beside_its_own)


def _alone(sheet: Sheet) -> tuple[CallRequest, ...]:
    """Calls at whose nodes correct functions take the places of all others."""
    signature = sheet.case.question.signature
    return tuple(
        replace(
            request,
            replaced=signature.other_functions(request.function),
            dispatches=not signature.function_named(request.function).mover,
        )
        for request in _requests(sheet)
    )


def _beside_its_own(sheet: Sheet) -> tuple[CallRequest, ...]:
    """Calls that a right search can get wrong: at inner nodes outside of the window."""
    calls, nodes = [], sheet.case.tree.effective_tree.nodes
    for request in _requests(sheet):
        node, window = nodes[request.at], request.window_of_max
        value = sheet.answers.values[node.label]
        if not node.children or window is None or isinstance(value, tuple):
            continue
        if not window[0] < value < window[1]:
            calls.append(request)
    return tuple(calls)


def _requests(sheet: Sheet) -> Iterator[CallRequest]:
    case, question = sheet.case, sheet.case.question
    nodes = case.tree.nodes
    for name in case.functions():
        function = question.signature.function_named(name)
        for label, *given in sheet.first_accepted_answer.alone[name]:
            at = case.tree.index_of[label]
            children = nodes[at].children
            positions = {position_of(nodes[i].label) for i in children}
            if question.may_keep_positions and len(positions) < len(children):
                continue
            yield CallRequest(
                function=name,
                names=function.arguments,
                arguments=tuple(given),
                at=at,
                values=sheet.answers.values,
                viewpoint=function.viewpoint(tuple(given), nodes[at].to_move),
                turns=function.value_of == MOVER,
                orders=question.ordering_function,
                peeks=question.peeks,
            )


def terminal_check_name(function: str) -> str:
    """The name under which the check of a function in a terminal state stands."""
    return f"{function} at the end"


def checks_alone(sheet: Sheet, inside: Inside) -> dict[str, AloneCheck]:
    """By function, the call that tells most of it.

    That is one that is wrong, or did not answer; else one that hands on a wrong window;
    and of these the smallest. What is done in a terminal state stands under its
    `terminal_check_name`.
    """
    asked = frozenset(request.at for request, _ in inside)
    found: dict[str, list[AloneCheck]] = {}
    for request, observation in inside:
        each = _check(sheet, asked, request, observation)
        kind = (
            request.function
            if each.node.children
            else terminal_check_name(request.function)
        )
        found.setdefault(kind, []).append(each)
    return {kind: _telling(rows) for kind, rows in found.items()}


def _telling(rows: list[AloneCheck]) -> AloneCheck:
    """The call that tells most; unless wrong, one unseparated once is never alone."""
    wrong = [each for each in rows if each.verdict is not Verdict.CORRECT]
    unseparated = [each for each in rows if each.is_unseparated]
    if not unseparated:
        return min(rows, key=_rank)
    own = [each for each in wrong if _is_its_own(each)]
    if own:
        return min(own, key=_rank)
    return replace(min(wrong or unseparated, key=_rank), alone=False)


def _is_its_own(wrong: AloneCheck) -> bool:
    """Whether a function has called others, or has not even returned."""
    observation = wrong.observation
    if wrong.asks_about_own_state:
        return False
    return bool(observation.standin_calls) or isinstance(observation.outcome, Fault)


def _rank(each: AloneCheck) -> tuple[bool, bool, bool, int]:
    """What tells most stands first."""
    right = each.verdict is Verdict.CORRECT
    return right, each.asks_about_own_state, each.passed is None, each.size


def _rule_at(request: CallRequest, sheet: Sheet) -> Rule:
    """What is right of a node whose children are leaves, each worth what it is."""
    rules, key = sheet.computed_once(_rules), (request.at, request.window_of_max)
    if key not in rules:
        tree, values = sheet.case.tree, sheet.answers.values
        node = tree.effective_tree.nodes[request.at]
        labelled = [(tree.nodes[i].label, tree.nodes[i].to_move) for i in node.children]
        leaves = [Node(label, who, utility=values[label]) for label, who in labelled]
        root = replace(node, children=tuple(range(1, len(leaves) + 1)))
        rules[key] = Rule(
            tree=replace(tree, nodes=(root, *leaves), limit=Limit()),
            values=values,
            window=request.window_of_max
            if sheet.case.question.prunes_in_each_function
            else None,
            accepted=(),
            any_order=True,
            ties=sheet.computed_once(rule_of).policies or (EQUALITY, STRICT),
        )
    return rules[key]


def _rules(_sheet: Sheet) -> dict[tuple[int, Window | None], Rule]:
    """By node and window; each is added as it is asked for."""
    return {}


def _sizes(sheet: Sheet) -> tuple[int, ...]:
    return sheet.case.tree.effective_tree.subtree_sizes()


def _check(
    sheet: Sheet, starts: frozenset[int], request: CallRequest, observation: Observation
) -> AloneCheck:
    tree, nodes = sheet.case.tree, sheet.case.tree.effective_tree.nodes
    rule, node, window = _rule_at(request, sheet), nodes[request.at], request.window
    observation = _as_refused(observation)
    exact = _worth(request, rule, node)
    labels = {*rule.tree.labels()}
    searched = tuple([x for x in dict.fromkeys(observation.visited) if x in labels])
    done = ("alone", request.at, request.window_of_max, searched)
    visits = sheet.recent_judgement(done, lambda: judge_visits(searched, rule))
    alone = bool(request.replaced) and _is_separated(tree, request, observation)
    below = [child for child in node.children if nodes[child].children]
    return AloneCheck(
        verdict=_verdict(observation, window, exact, visits),
        observation=observation,
        node=node,
        window=window,
        exact=exact,
        children=tuple(
            [(n.label, _worth(request, rule, n)) for n in rule.tree.nodes[1:]]
        ),
        visits=visits,
        passed=_passed(observation, searched, rule, request),
        alone=alone,
        replaced=tuple([each.name for each in request.replaced]),
        size=sheet.computed_once(_sizes)[request.at],
        values_known=alone or not request.replaced or starts.issuperset(below),
        horizon=request.at in tree.horizon,
        viewpoint=request.viewpoint,
    )


def _as_refused(observation: Observation) -> Observation:
    """The observation; a call that asked what it is to find has come to no value."""
    outcome = observation.outcome
    refused = [each for each in observation.standin_calls if each.refused]
    if not refused or (isinstance(outcome, Fault) and outcome.kind != "crash"):
        return observation
    told = Fault(ASKS_ITSELF, refused[0].label, near=(refused[0].refused,))
    return replace(observation, outcome=told)


def _worth(request: CallRequest, rule: Rule, node: Node) -> Value:
    return seen_by(request.viewpoint, rule.values[node.label])


def _is_separated(
    tree: GameTree, request: CallRequest, observation: Observation
) -> bool:
    """Whether nothing of what the function did belongs to one of those replaced.

    It does where none of them was called, although it went on below a state of theirs.
    """
    if observation.standin_calls or isinstance(observation.outcome, Fault):
        return True
    movers = {each.mover for each in request.replaced}
    visited = set(observation.visited)
    nodes = tree.effective_tree.nodes
    waiting = list(nodes[request.at].children)
    while waiting:
        node = nodes[waiting.pop()]
        if movers.isdisjoint((node.to_move, "")):
            waiting += node.children if node.label in visited else ()
        elif any(tree.nodes[child].label in visited for child in node.children):
            return False
    return True


def _verdict(
    observation: Observation, window: Window | None, exact: Value, visits: Compared
) -> Verdict:
    outcome = observation.outcome
    if isinstance(outcome, Fault):
        return of_fault(outcome.kind)
    value = outcome.value_if_of_kind(exact)
    if value is None:
        return Verdict.WRONG_TYPE
    if not is_right(value, window, exact):
        return Verdict.WRONG_VALUE
    return Verdict.CORRECT if visits.right else Verdict.WRONG_VISITS


def is_right(value: Value, window: Window | None, exact: Value) -> bool:
    """Whether a value, or a bound where it lies outside of the window, is true."""
    is_exact = equal(value, exact)
    return is_exact or (window is not None and is_bound(value, window, exact))


def _passed(
    observation: Observation,
    searched: tuple[str, ...],
    rule: Rule,
    request: CallRequest,
) -> Passed | None:
    """The first child that was called with another window than it should have been."""
    node, window = rule.tree.root, request.window_of_max
    if window is None or node.to_move == CHANCE:
        return None  # whether chance narrows them, and how, it may choose
    windows = {call.label: call.window for call in reversed(observation.standin_calls)}
    moves = {child.label: child.to_move for child in rule.tree.nodes}
    bounds = Bounds(*window)
    for label in searched[1:]:
        handed, viewpoint = windows.get(label), moves[label] if request.turns else MAX
        expected = window_seen_by(viewpoint, bounds.window)
        if handed is not None and handed != expected:
            return Passed(label, handed, expected)
        value = rule.values[label]
        assert not isinstance(value, tuple)
        bounds = bounds.bounds_after_child(node.to_move, node.label, value)
    return None
