"""Compare an observation with the answers, facet by facet. No words are made here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from autograder.answers.file import Answer, distinct_answers
from autograder.assignment import questions
from autograder.assignment.signature import COLOR, VIEWPOINT, WINDOW
from autograder.game import MAX, Number, Value
from autograder.judging.verdicts import (
    Difference,
    Verdict,
    difference,
    most_serious,
    of_fault,
)
from autograder.kinds.search import visits
from autograder.kinds.search.alone import AloneCheck, checks_alone, terminal_check_name
from autograder.kinds.search.signatures import Sheet
from autograder.kinds.search.visits import (
    Compared,
    Labels,
    Rule,
    are_alike,
    rule_of,
    savings_of_call,
)
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Fault, Outcome, Returned, blames_the_course
from autograder.trees.tree import FULL, GameTree, Node
from autograder.trees.values import backed_up, best_line, equal, value_text

if TYPE_CHECKING:  # most tests are right
    from autograder.kinds.search.observing import Kept, Recording
    from autograder.observing.sources import Clue

NOT_COMPARED = Compared(right=True)


@dataclass(frozen=True, slots=True)
class Key:
    """What is right; `is_bound` tells it of another value outside of the window."""

    values: tuple[Value, ...]
    is_bound: Callable[[Value], bool]
    actions: tuple[str, ...]
    visits: tuple[Rule, Rule]  # by call
    by_action: Mapping[str, Rule]  # of a search that may take one of several equal ones
    expected: tuple[str, ...]  # the values as texts
    legal: tuple[str, ...]  # at the root
    line: Callable[[Labels], Labels] | None  # of best play, as far as one begun is best


def key_of(sheet: Sheet) -> Key:
    """What is right in a test, from the answers on its tree."""
    return sheet.computed_once(_key)


def _key(sheet: Sheet) -> Key:
    case, question = sheet.case, sheet.case.question
    tree, worth, fixed = case.tree, sheet.answers.values, question.ties == "first"
    accepted = tuple(sheet.answers_by_convention[name] for name in question.accept)
    ends = [
        end
        for answer in distinct_answers(accepted)
        for end in (answer.possible_ends()[:1] if fixed else answer.possible_ends())
    ]
    chosen = dict.fromkeys(action for action, _ in ends if action is not None)
    takes_window = {*WINDOW} <= {*question.signature.search}
    of_search = Rule(
        tree=tree,
        values=worth,
        window=case.window if case.window is None or takes_window else FULL,
        accepted=tuple(dict.fromkeys(visited for _, visited in ends)),
        any_order=question.order == "any",
        repeats=question.repeats,
        recorded=question.visits == questions.RECORDED,
    )
    ties = chosen if any(answer.ties for answer in accepted) else ()
    values = tuple(answer.value for answer in accepted)
    entry = question.signature.function_for_mover(tree.root.to_move)
    exact = worth[tree.root.label]
    best = () if _is_recorded(case, accepted) else sheet.answers.best_actions
    return Key(
        values=values,
        is_bound=lambda value: entry.is_bound(tree, value, exact),
        actions=tuple(chosen if fixed else dict.fromkeys((*best, *chosen))),
        visits=(sheet.computed_once(rule_of), of_search),
        by_action={
            each: replace(of_search, accepted=tuple(v for a, v in ends if a == each))
            for each in ties
        },
        expected=tuple(dict.fromkeys(map(value_text, values))),
        legal=tree.root_actions() if question.search else (),
        line=(lambda begun: best_line(tree, worth, () if fixed else begun))
        if question.wants_line_of_actions
        else None,
    )


def _is_recorded(case: questions.Case, accepted: Sequence[Answer]) -> bool:
    """Whether an action is right as it was recorded, and not by the tree's values."""
    return case.question.is_only_source_of_best_actions(case.tree) or (
        case.question.deepens
        and any(
            not visits.finished_rounds(case.tree, a.labels_visited_by_search())
            for a in accepted
        )
    )


Calls = tuple[Observation, ...]  # of the function for the value, and of the search


class Judged(NamedTuple):
    """What a facet came to, what was expected of it, and how its visits compare."""

    verdict: Verdict
    expected: tuple[str, ...]
    visits: Compared = NOT_COMPARED


def _value(_call: Observation, returned: Returned, key: Key) -> Judged:
    value = returned.value_if_of_kind(key.values[0])
    if value is None:
        return Judged(Verdict.WRONG_TYPE, key.expected)
    right = any(equal(value, each) for each in key.values) or key.is_bound(value)
    return Judged(Verdict.CORRECT if right else Verdict.WRONG_VALUE, key.expected)


def _action(_call: Observation, returned: Returned, key: Key) -> Judged:
    if key.line is not None:  # expected is what agrees, and is right from there on
        line = returned.actions
        expected, is_one = key.line(line or ()), line is not None
        right = line == expected
    else:
        expected, is_one = key.actions, returned.kind == "str"
        right = returned.text in expected
    if not is_one:
        return Judged(Verdict.WRONG_TYPE, expected)
    return Judged(Verdict.CORRECT if right else Verdict.WRONG_ACTION, expected)


def _visits(call: Observation, returned: Returned, key: Key) -> Judged:
    if returned.value_if_of_kind(key.values[0]) is None:
        return Judged(Verdict.WRONG_TYPE, ())
    return _unless_in_vain(
        _compare_visits(call.visited, key.visits[0]), _value(call, returned, key)
    )


def _search_visits(call: Observation, returned: Returned, key: Key) -> Judged:
    return _unless_in_vain(
        _compare_visits(call.visited, key.by_action.get(returned.text, key.visits[1])),
        _action(call, returned, key),
    )


def _rounds(call: Observation, returned: Returned, key: Key) -> Judged:
    """The rounds that were finished, held against those of the nearest accepted."""
    rule = key.visits[1]
    nearest, expected = max(
        (
            (visits.compare_rounds(rule.tree, call.visited, each), each)
            for each in rule.accepted
        ),
        key=lambda row: (row[0].all_right, row[0].right),
    )
    compared = Compared(nearest.all_right, expected=expected, rounds=nearest)
    verdict = Verdict.CORRECT if compared.right else Verdict.WRONG_ROUNDS
    return _unless_in_vain(Judged(verdict, (), compared), _action(call, returned, key))


def _estimates(call: Observation, returned: Returned, key: Key) -> Judged:
    """The nodes estimated are the visited ones of the horizon, and perhaps ends."""
    tree = key.visits[0].tree
    wrongly, missing = tree.wrong_estimates(call.visited, call.estimated)
    right = not wrongly and not missing
    compared = Compared(right, wrongly_visited=wrongly, wrongly_skipped=missing)
    verdict = Verdict.CORRECT if right else Verdict.WRONG_ESTIMATES
    return _unless_in_vain(Judged(verdict, (), compared), _value(call, returned, key))


def _saved(percent: int, call: Observation, returned: Returned, key: Key) -> Judged:
    """So much is saved by an order with right cuts, where there is enough."""
    judged = _visits(call, returned, key)
    is_right = judged.verdict is Verdict.CORRECT
    saved = savings_of_call(key.visits[0], call) if is_right else None
    if saved is None or not saved.is_enough_to_judge:
        return judged
    right = saved.percent >= percent and call.misordered is None
    verdict = Verdict.CORRECT if right else Verdict.WRONG_ORDER
    return Judged(verdict, (), replace(judged.visits, savings=saved))


def _compare_visits(visited: Labels, rule: Rule) -> Judged:
    compared = visits.compare(visited, rule)
    verdict = Verdict.CORRECT if compared.right else Verdict.WRONG_VISITS
    return Judged(verdict, compared.expected, compared)


def _unless_in_vain(visits: Judged, came: Judged) -> Judged:
    """Right visits count only with what `came` of them: to touch all is no search."""
    if visits.verdict is not Verdict.CORRECT or came.verdict is Verdict.CORRECT:
        return visits
    return came._replace(visits=visits.visits)


Compare = Callable[[Observation, Returned, Key], Judged]
OF_FACET: dict[str, Compare] = {
    "value": _value,
    "action": _action,
    questions.LINE: _action,
    "visits": _visits,
    "search_visits": _search_visits,
    questions.ROUNDS: _rounds,
    questions.ESTIMATES: _estimates,
    **{facet: partial(_saved, percent) for facet, percent in questions.SAVED.items()},
}
OF_NO_ACTION = {  # with chance at the root, or no search function
    "action": "value",
    questions.LINE: "value",
    "search_visits": "visits",
    questions.ROUNDS: "visits",
}

UNWRITTEN = (Verdict.FUNCTION_MISSING, Verdict.WRONG_SIGNATURE, Verdict.NOT_FILLED_IN)
BY_RECORD = (Verdict.WRONG_VALUE, Verdict.WRONG_VISITS)


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """The verdict on one facet, and what a sentence about it needs.

    Each is equal to itself alone, and hashed so: what is made of one can be kept.
    """

    facet: str
    verdict: Verdict
    observation: Observation
    expected: tuple[str, ...] = ()  # values or actions that are right
    visits: Compared = NOT_COMPARED
    legal: tuple[str, ...] = ()  # actions at the root
    alone: AloneCheck | None = None  # the call that decided
    vectors: bool = False  # a value is a tuple of payoffs
    by_value: bool = False  # there was nothing to choose
    line: bool = False  # an action is a line of them


@dataclass(frozen=True, slots=True)
class Fitting:
    """The recorded conventions that a search fits on one tree, in their order."""

    value: tuple[str, ...] = ()  # same value and visits
    whole: tuple[str, ...] = ()  # the search's visits, too
    between: str = ""  # a policy between two, where none fits


@dataclass(frozen=True, slots=True)
class Whole:
    """What is said of the two calls of a test, whatever its functions do alone."""

    value: Finding  # whether or not there are points for it
    findings: tuple[Finding, ...]
    fitting: Fitting


@dataclass(frozen=True, slots=True)
class CaseResult:
    """All that is known of one test; the renderers read this and nothing else."""

    case: questions.Case
    verdict: Verdict
    findings: tuple[Finding, ...]
    observed: Observed  # the run that counts
    fitting: Fitting = Fitting()
    convention: str | None = None  # followed in all tests told with it
    wrong_end: AloneCheck | None = None  # in a terminal state
    second: Observed | None = None  # a second run
    kept: Kept | None = None  # something stays from one call to the next
    recording: Recording | None = None  # what it says of its own calls
    clues: tuple[Clue, ...] = ()  # what its text tells

    @property
    def test(self) -> questions.Case:
        """Which it was."""
        return self.case

    @property
    def main_outcome(self) -> Outcome:
        """What the call for the value returned, or raised."""
        return self.observed.calls[0].outcome

    @property
    def has_no_value(self) -> bool:
        """Whether the course's module has no function for a value, or fails there."""
        return blames_the_course(self.main_outcome)

    @property
    def action_outcome(self) -> Outcome:
        """What the search function returned, or raised."""
        return self.observed.calls[1].outcome

    @property
    def keeps_state(self) -> bool:
        """Whether something stays from one call to the next, and may be to blame."""
        return self.kept is not None and not self.kept.harmless

    @property
    def is_deterministic(self) -> bool | None:
        """Whether both runs did the same; None if there was but one."""
        return None if self.second is None else self.difference is None

    @property
    def difference(self) -> Difference | None:
        """The first difference between the two runs; None if there is none."""
        return None if self.second is None else difference(self.observed, self.second)

    @property
    def tells_convention(self) -> bool:
        """Whether it is told which convention is followed: there are others."""
        several = len(self.case.question.conventions) > 1
        return several and self.verdict is Verdict.CORRECT

    @property
    def points(self) -> float:
        """What the test earned: each facet that is right; nothing by recursion."""
        if self.observed.recursion:
            return 0.0
        right = [f.facet for f in self.findings if f.verdict is Verdict.CORRECT]
        return self.case.points.earned(right)


def is_right(result: CaseResult) -> bool:
    """Whether the whole search is right, as far as it was asked for."""
    whole = (each for each in result.findings if each.alone is None)
    return all(each.verdict is Verdict.CORRECT for each in whole)


def finds_the_value(result: CaseResult) -> bool:
    """Whether the value and its visits are right, whatever action is chosen."""
    whole = (
        f
        for f in result.findings
        if f.alone is None and f.facet not in questions.OF_SEARCH
    )
    return all(each.verdict is Verdict.CORRECT for each in whole)


def judge(sheet: Sheet, observed: Observed) -> CaseResult:
    """Compare what a submission did on a tree with what the accepted ones do."""
    return sheet.last_judgement(observed, lambda: _compared(sheet, observed))


def _compared(sheet: Sheet, observed: Observed) -> CaseResult:
    case, calls = sheet.case, observed.calls
    done = ("both calls", *[behaviour_key(call) for call in calls])
    whole: Whole = sheet.recent_judgement(done, lambda: _whole(sheet, calls))
    alone = checks_alone(sheet, observed.inside)
    # A window that was handed on wrongly is told by the submission itself: it counts
    # only where the grader's own record shows that something is wrong, or never could.
    suspect = case.question.has_window_without_pruning or any(
        f.verdict in BY_RECORD and f.facet != "action" for f in whole.findings
    )
    finds = all(
        finding.verdict is Verdict.CORRECT
        for finding in (whole.value, *whole.findings)
        if finding.facet not in questions.OF_SEARCH
    )
    findings = (
        *whole.findings,
        *[
            _alone_finding(facet, alone[facet], suspect=suspect, finds=finds)
            if facet in alone and not (finds and alone[facet].asks_about_own_state)
            else _without_a_node(facet, whole.value, alone)
            for facet in case.points.facets
            if facet not in questions.FACETS
        ],
    )
    verdict = _verdict(whole.findings, findings)
    if observed.recursion and verdict is Verdict.CORRECT:
        verdict = Verdict.CALLS_ITSELF
    at_ends = map(terminal_check_name, case.question.signature.names())
    ends = [alone[name] for name in at_ends if name in alone]
    wrong_end = next((end for end in ends if end.verdict is not Verdict.CORRECT), None)
    return CaseResult(
        case=case,
        verdict=verdict,
        findings=findings,
        observed=observed,
        fitting=whole.fitting,
        wrong_end=wrong_end,
    )


def behaviour_key(call: Observation) -> tuple[object, ...]:
    """What a judgement hangs on; 3 and 3.0, which are equal, are told apart."""
    return (
        call.signature,
        repr(call.outcome),
        call.visited,
        call.standin_calls,
        call.estimated,
        call.peeked,
        call.misordered,
    )


def _whole(sheet: Sheet, calls: Calls) -> Whole:
    case, key = sheet.case, key_of(sheet)
    findings = tuple(
        _finding(facet, case, key, calls)
        for facet in case.points.facets
        if facet in questions.FACETS
    )
    between = next((f.visits.between for f in findings if f.facet == "visits"), "")
    value = _finding("value", case, key, calls)
    return Whole(value, findings, _fitting(value, calls, sheet, between))


def _verdict(whole: Sequence[Finding], findings: Sequence[Finding]) -> Verdict:
    """The verdict of the whole, before those of functions; a fault of ours first."""
    verdicts = [finding.verdict for finding in findings]
    of_value = most_serious(
        f.verdict for f in whole if f.facet not in questions.OF_SEARCH
    )
    unwritten = [
        finding
        for finding in whole
        if finding.facet in questions.OF_SEARCH
        and (finding.verdict in UNWRITTEN or finding.observation.outcome.kind == "none")
    ]
    left_out = unwritten if of_value is not Verdict.CORRECT else []
    of_whole = most_serious(f.verdict for f in whole if f not in left_out)
    if of_whole is Verdict.CORRECT or Verdict.GRADER_ERROR in verdicts:
        return most_serious(verdicts)
    return of_whole


def _finding(facet: str, case: questions.Case, key: Key, calls: Calls) -> Finding:
    judged_as = facet if key.legal else OF_NO_ACTION.get(facet, facet)
    value_call, search_call = calls
    observation = search_call if judged_as in questions.OF_SEARCH else value_call
    outcome = observation.outcome
    if isinstance(outcome, Fault):
        return Finding(facet, of_fault(outcome.kind), observation)
    verdict, expected, visits = OF_FACET[judged_as](observation, outcome, key)
    return Finding(
        facet=facet,
        verdict=verdict,
        observation=observation,
        expected=expected,
        visits=visits,
        legal=key.legal,
        vectors=case.tree.has_vectors,
        by_value=judged_as != facet,
        line=key.line is not None,
    )


def _without_a_node(
    facet: str, value: Finding, alone: Mapping[str, AloneCheck]
) -> Finding:
    """On a tree without a node for it, a function goes with the value, or its end."""
    end = alone.get(terminal_check_name(facet))
    if end is None or end.verdict is not Verdict.CORRECT:
        return replace(value, facet=facet)
    return _alone_finding(facet, end, suspect=False, finds=False)


def _alone_finding(
    facet: str, check: AloneCheck, *, suspect: bool, finds: bool
) -> Finding:
    """The verdict on one function alone, unless the whole `finds` the value."""
    if check.verdict is Verdict.CORRECT and check.passed is not None and suspect:
        check = replace(check, verdict=Verdict.WRONG_VISITS)
    unseparated = check.is_unseparated and not finds
    verdict = Verdict.NOT_SEPARATED if unseparated else check.verdict
    return Finding(
        facet=facet,
        verdict=verdict,
        observation=check.observation,
        expected=(value_text(check.exact),),
        visits=check.visits,
        alone=check,
    )


def _fitting(value: Finding, calls: Calls, sheet: Sheet, between: str) -> Fitting:
    """The recorded conventions that fit; a bound that none returns tells of none."""
    value_call, search_call = calls
    returned, repeats = value_call.outcome, sheet.case.question.repeats
    if isinstance(returned, Fault):
        return Fitting()
    visited = [
        answer
        for answer in distinct_answers(sheet.answers_by_convention.values())
        if are_alike(answer.visited_labels(), value_call.visited, repeats=repeats)
    ]
    alike = [
        answer
        for answer in visited
        if (same := returned.value_if_of_kind(answer.value)) is not None
        and equal(same, answer.value)
    ]
    if not alike and value.verdict is Verdict.CORRECT:
        alike = visited
    whole = [
        answer
        for answer in alike
        if any(
            are_alike(labels, search_call.visited, repeats=repeats)
            for _, labels in answer.possible_ends()
        )
    ]
    of_value, of_whole = (
        tuple(
            [
                name
                for name, a in sheet.answers_by_convention.items()
                if any(a is b for b in fit)
            ]
        )
        for fit in (alike, whole)
    )
    return Fitting(of_value, of_whole, "" if of_value else between)


OF_VALUES = (Verdict.WRONG_VALUE, Verdict.WRONG_TYPE)  # the latter of an infinity
OTHERS = (COLOR, VIEWPOINT)  # arguments that say whose payoff a value is


@dataclass(frozen=True, slots=True)
class WrongReturn:
    """A state for which a wrong value came back, though each below it had its own."""

    node: Node
    exact: Value
    returned: Value
    children: tuple[tuple[str, Value], ...]  # with their values
    horizon: bool
    right: tuple[Node, ...]  # states whose values came back so


def wrong_return(result: CaseResult) -> WrongReturn | None:
    """The lowest such state; None where a value may be a bound, or a player's own."""
    recording = result.recording
    if recording is None or result.keeps_state or not _has_plain_values(result):
        return None
    telling = (Verdict.WRONG_ACTION,) if result.has_no_value else OF_VALUES
    if all(finding.verdict not in telling for finding in result.findings):
        return None
    returned: dict[str, object] = {
        label: call.returned for label, call in recording.calls.items()
    }
    tree = result.case.tree.effective_tree
    came = result.observed.calls[0].outcome
    returned[tree.root.label] = getattr(came, "number", None)
    exact = backed_up(tree, range(len(tree.nodes)))
    index = _lowest(tree, returned, exact)
    pairs = [(returned.get(n.label), exact[i]) for i, n in enumerate(tree.nodes)]
    if index is None or (result.has_no_value and not _are_of_max(pairs)):
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


def right_value_where_negated(result: CaseResult) -> Number | None:
    """The right value where its negative came back, in which no play ends; or None."""
    if (
        result.keeps_state
        or result.case.tree.has_vectors
        or not _has_plain_values(result)
    ):
        return None
    tree = result.case.tree.effective_tree
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
    tree: GameTree, returned: Mapping[str, object], exact: Mapping[int, Value]
) -> int | None:
    """The last node that is wrong, of whose children each is known to be right."""

    def is_right(index: int) -> bool | None:
        """Of what ends a game, about which need not be called, it is taken for so."""
        node = tree.nodes[index]
        right = _is_right(returned.get(node.label), exact[index])
        return True if right is None and not node.children else right

    for index in reversed(range(len(tree.nodes))):  # children stand behind parents
        if is_right(index) is False and all(map(is_right, tree.nodes[index].children)):
            return index
    return None


def _are_of_max(pairs: Sequence[tuple[object, Value]]) -> bool:
    """Whether what came back is MAX's payoff, which nobody asks of a course's methods.

    Some value is right then, and none is the negative of the one it should be.
    """
    turned = ((came, -exact) for came, exact in pairs if isinstance(exact, int | float))
    is_turned = any(exact and _is_right(came, exact) for came, exact in turned)
    return not is_turned and any(_is_right(came, exact) for came, exact in pairs)


def _is_right(returned: object, exact: Value) -> bool | None:
    """Whether a value is; None where none came back."""
    if not isinstance(returned, int | float | tuple):
        return None
    return equal(returned, exact)
