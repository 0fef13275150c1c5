"""Grade the functions of a search one by one, at nodes of the accepted search.

Each is called as the search calls it there. What it returns is judged as a bound, and
its children by the cuts that are right. Where the whole search is wrong, correct
functions take the places of the submission's others, so that one broken stub does not
hide another. Where it is right, all are the submission's own, called where a bound
comes back and no value: only there something can still be hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from autograder.answers.file import Answers
from autograder.assignment.signature import MOVER
from autograder.game import CHANCE, MAX, Value, position_of
from autograder.judging.verdicts import Verdict, of_fault
from autograder.kinds.search.sheet import Sheet
from autograder.kinds.search.visits import Compared, Rule, distinct, judge, rule_of
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
    """One call of a function alone, and what is right or wrong about it.

    The call was made at `node` with this `window`, where the exact value is `exact`,
    and those of the children stand in `children`, from its viewpoint; `size` counts
    the nodes at and below. The functions `replaced` were to be correct ones. With
    `alone` they were; without it the function has not called them, but done itself what
    is theirs. With `values_known` the values below were given, or asked for in calls of
    their own. At the `horizon` the search stops, though the game is not over. Values
    are what the `viewpoint` gets, and MAX where it is "".
    """

    verdict: Verdict
    observation: Observation
    node: Node
    window: Window | None
    exact: Value
    children: tuple[tuple[str, Value], ...]
    visits: Compared
    passed: Passed | None = None
    alone: bool = True
    replaced: tuple[str, ...] = ()
    size: int = 1
    values_known: bool = True
    horizon: bool = False
    viewpoint: str = ""

    @property
    def asks_itself(self) -> bool:
        """Whether it asked another function about the state that it was called with."""
        outcome = self.observation.outcome
        return isinstance(outcome, Fault) and outcome.kind == ASKS_ITSELF

    @property
    def is_unseparated(self) -> bool:
        """Whether it was to be judged alone, and could not be."""
        return bool(self.replaced) and not self.alone


def requests(sheet: Sheet, *, alone: bool) -> tuple[CallRequest, ...]:
    """The calls of the functions that the question grades one by one.

    Where nothing else can show which window is handed on, always `alone`; and where
    what is kept of one child may answer for another.
    """
    question = sheet.case.question
    alone = alone or question.carries or question.keeps_positions
    return sheet.once(_alone if alone else _beside_its_own)


def _alone(sheet: Sheet) -> tuple[CallRequest, ...]:
    """Calls at whose nodes correct functions take the places of all others."""
    signature = sheet.case.question.signature
    return tuple(
        replace(
            request,
            replaced=signature.others(request.function),
            dispatches=not signature.named(request.function).mover,
        )
        for request in _requests(sheet)
    )


def _beside_its_own(sheet: Sheet) -> tuple[CallRequest, ...]:
    """Calls that a search which is right can still get wrong."""
    return tuple(
        request
        for request in _requests(sheet)
        if _is_outside(request, sheet.case.tree, sheet.answers)
    )


def _requests(sheet: Sheet) -> Iterator[CallRequest]:
    case, answers, question = sheet.case, sheet.answers, sheet.case.question
    signature = question.signature
    recorded = answers.questions[question.name][question.accept[0]].alone
    index_of = {node.label: index for index, node in enumerate(case.tree.nodes)}
    for name in case.functions():
        function = signature.named(name)
        for label, *given in recorded[name]:
            at = index_of[label]
            if question.keeps_positions and _has_twins(case.tree, at):
                continue
            yield CallRequest(
                function=name,
                names=function.arguments,
                arguments=tuple(given),
                at=at,
                values=answers.values,
                viewpoint=function.viewpoint(tuple(given), case.tree.nodes[at].to_move),
                turns=function.value_of == MOVER,
                orders=question.orders,
                peeks=question.peeks,
            )


def _has_twins(tree: GameTree, at: int) -> bool:
    """Whether two children of a node are the same position."""
    children = tree.nodes[at].children
    return len({position_of(tree.nodes[i].label) for i in children}) < len(children)


def _is_outside(request: CallRequest, tree: GameTree, answers: Answers) -> bool:
    """Whether the value of an inner node does not lie within the window there."""
    node = tree.searched.nodes[request.at]
    value = answers.values[node.label]
    window = request.window_of_max
    if not node.children or window is None or isinstance(value, tuple):
        return False
    alpha, beta = window
    return not alpha < value < beta


def at_the_end(function: str) -> str:
    """The name under which the check of a function in a terminal state stands."""
    return f"{function} at the end"


def check(sheet: Sheet, inside: Inside) -> dict[str, AloneCheck]:
    """By function, the call that tells most of it.

    That is one that is wrong, or did not answer; else one that hands on a wrong window;
    and of these the one with the fewest nodes below it, the easiest to follow. What is
    done in a terminal state stands apart, under `at_the_end` of the function: the test
    for the end may well stand in a third function.
    """
    if not inside:
        return {}
    asked = frozenset(request.at for request, _ in inside)
    found: dict[str, list[AloneCheck]] = {}
    for request, observation in inside:
        each = _check(sheet, asked, request, observation)
        kind = request.function if each.node.children else at_the_end(request.function)
        found.setdefault(kind, []).append(each)
    return {kind: _telling(rows) for kind, rows in found.items()}


def _telling(rows: list[AloneCheck]) -> AloneCheck:
    """The call that tells most of a function.

    One that was not separated from the others somewhere is not alone anywhere, unless
    it went wrong where it was: what it does above terminal states may be theirs, too.
    """
    wrong = [each for each in rows if each.verdict is not Verdict.CORRECT]
    unseparated = [each for each in rows if each.is_unseparated]
    if unseparated and not any(map(_is_its_own, wrong)):
        return replace(min(wrong or unseparated, key=_rank), alone=False)
    return min(filter(_is_its_own, wrong) if unseparated else rows, key=_rank)


def _is_its_own(wrong: AloneCheck) -> bool:
    """Whether a function has called others, or has not even returned.

    Of one that asked what it was to find nothing is known.
    """
    observation = wrong.observation
    if wrong.asks_itself:
        return False
    return bool(observation.standin_calls) or isinstance(observation.outcome, Fault)


def _rank(each: AloneCheck) -> tuple[bool, bool, bool, int]:
    """What tells most stands first."""
    right = each.verdict is Verdict.CORRECT
    return right, each.asks_itself, each.passed is None, each.size


def _rule_at(request: CallRequest, sheet: Sheet) -> Rule:
    """What is right of a node and its children, of which each is known."""
    rules, key = sheet.once(_rules), (request.at, request.window_of_max)
    if key not in rules:
        case, answers = sheet.case, sheet.answers
        rules[key] = Rule(
            tree=_one_ply(case.tree, case.tree.searched.nodes[request.at], answers),
            values=answers.values,
            window=request.window_of_max if case.question.cuts_alone else None,
            accepted=(),
            any_order=True,
            ties=sheet.once(rule_of).policies or (EQUALITY, STRICT),
        )
    return rules[key]


def _rules(_sheet: Sheet) -> dict[tuple[int, Window | None], Rule]:
    """By node and window; each is added as it is asked for."""
    return {}


def _sizes(sheet: Sheet) -> tuple[int, ...]:
    return sheet.case.tree.searched.subtree_sizes()


def _check(
    sheet: Sheet,
    starts: frozenset[int],
    request: CallRequest,
    observation: Observation,
) -> AloneCheck:
    """What came of one call; the others `starts` for values at these nodes."""
    tree, nodes = sheet.case.tree, sheet.case.tree.searched.nodes
    rule, node, window = _rule_at(request, sheet), nodes[request.at], request.window
    observation = _as_refused(observation)
    exact = _worth(request, rule, node)
    searched = _searched(observation, rule.tree)
    done = ("alone", request.at, request.window_of_max, searched)
    visits = sheet.lately(done, lambda: judge(searched, rule))
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
        passed=None
        if window is None
        else _passed(observation, searched, rule, request),
        alone=alone,
        replaced=tuple([each.name for each in request.replaced]),
        size=sheet.once(_sizes)[request.at],
        values_known=alone or not request.replaced or starts.issuperset(below),
        horizon=request.at in tree.horizon,
        viewpoint=request.viewpoint,
    )


def _as_refused(observation: Observation) -> Observation:
    """The observation; a call that asked what it is to find has come to no value.

    It may have caught the refusal, and returned whatever it likes.
    """
    outcome = observation.outcome
    refused = [each for each in observation.standin_calls if each.refused]
    if not refused or (isinstance(outcome, Fault) and outcome.kind != "crash"):
        return observation
    told = Fault(ASKS_ITSELF, refused[0].label, near=(refused[0].refused,))
    return replace(observation, outcome=told)


def _worth(request: CallRequest, rule: Rule, node: Node) -> Value:
    """What a node is worth, from the viewpoint of a call."""
    return seen_by(request.viewpoint, rule.values[node.label])


def _is_separated(
    tree: GameTree, request: CallRequest, observation: Observation
) -> bool:
    """Whether nothing of what the function did belongs to one of those replaced.

    It does where none of them was called, although it went on below a state of theirs:
    then all is done by one function behind both, or by this one. Above terminal states
    there is no such work to do. A call that did not return tells by itself why.
    """
    if observation.standin_calls or isinstance(observation.outcome, Fault):
        return True
    movers = {each.mover for each in request.replaced}
    visited = set(observation.visited)
    nodes = tree.searched.nodes
    waiting = list(nodes[request.at].children)
    while waiting:
        node = nodes[waiting.pop()]
        if movers.isdisjoint((node.to_move, "")):
            waiting += node.children if node.label in visited else ()
        elif any(tree.nodes[child].label in visited for child in node.children):
            return False
    return True


def _one_ply(tree: GameTree, node: Node, answers: Answers) -> GameTree:
    """A node whose children are leaves, each worth what it is worth in the tree."""
    children = [tree.nodes[index] for index in node.children]
    leaves = [
        Node(
            label=c.label,
            to_move=c.to_move,
            children=(),
            utility=answers.values[c.label],
        )
        for c in children
    ]
    below = tuple(range(1, len(leaves) + 1))
    return replace(tree, nodes=(replace(node, children=below), *leaves), limit=Limit())


def _searched(observation: Observation, small: GameTree) -> tuple[str, ...]:
    """The node and those of its children that were searched, in that order."""
    labels = set(small.labels())
    return tuple(label for label in distinct(observation.visited) if label in labels)


def _verdict(
    observation: Observation, window: Window | None, exact: Value, visits: Compared
) -> Verdict:
    outcome = observation.outcome
    if isinstance(outcome, Fault):
        return of_fault(outcome.kind)
    found = outcome.like(exact)
    if found is None:
        return Verdict.WRONG_TYPE
    if not is_right(found, window, exact):
        return Verdict.WRONG_VALUE
    return Verdict.CORRECT if visits.right else Verdict.WRONG_VISITS


def is_right(value: Value, window: Window | None, exact: Value) -> bool:
    """Whether a value, or a bound where it lies outside of the window, is true."""
    if equal(value, exact):
        return True
    return window is not None and is_bound(value, window, exact)


def _passed(
    observation: Observation,
    searched: tuple[str, ...],
    rule: Rule,
    request: CallRequest,
) -> Passed | None:
    """The first child that was called with another window than it should have been."""
    if rule.tree.root.to_move == CHANCE:
        return None  # whether it narrows them, and how, it may choose
    asked = {call.label: call.window for call in reversed(observation.standin_calls)}
    moves = {child.label: child.to_move for child in rule.tree.nodes}
    node = rule.tree.root
    window = request.window_of_max
    assert window is not None
    bounds = Bounds(*window)
    for label in searched[1:]:
        found = asked.get(label)
        viewpoint = moves[label] if request.turns else MAX
        expected = window_seen_by(viewpoint, bounds.window)
        if found is not None and found != expected:
            return Passed(label, found, expected)
        value = rule.values[label]
        assert not isinstance(value, tuple)
        bounds = bounds.after(node.to_move, node.label, value)
    return None
