"""Compare an observation with the answers, facet by facet. No words are made here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from autograder.answers.file import Answer, Answers
from autograder.assignment.questions import ESTIMATES, FACETS, Case
from autograder.game import Value
from autograder.judging.alone import AloneCheck, at_the_end
from autograder.judging.alone import check as alone_checks
from autograder.judging.memory import Kept
from autograder.judging.observation import Observation, Observed
from autograder.judging.outcome import Fault, Returned
from autograder.judging.recording import Recording
from autograder.judging.repetition import Difference, difference
from autograder.judging.verdicts import Verdict, most_serious, of_fault
from autograder.judging.visits import Compared, Labels, Rule, are_alike, rule_of
from autograder.judging.visits import compare as compare_visits
from autograder.trees.numerals import shown
from autograder.trees.tree import FULL
from autograder.trees.values import equal

NO_VISITS = Compared(right=True)


@dataclass(frozen=True, slots=True)
class Key:
    """What is right: the accepted values, the best actions, the visits by call."""

    values: tuple[Value, ...]
    actions: tuple[str, ...]
    visits: tuple[Rule, Rule]


def key_of(case: Case, answers: Answers) -> Key:
    """What is right in a test, from the answers on its tree."""
    return answers.once(case, _key)


def _key(case: Case, answers: Answers) -> Key:
    question = case.question
    recorded = answers.questions[question.name]
    accepted = tuple(recorded[name] for name in question.accept)
    first = dict.fromkeys(a.action for a in accepted if a.action is not None)
    searched = dict.fromkeys(answer.search_visited() for answer in accepted)
    tie_is_fixed = question.ties == "first"
    return Key(
        tuple(answer.value for answer in accepted),
        tuple(first) if tie_is_fixed else answers.best_actions,
        (
            rule_of(case, answers),
            Rule(
                case.tree,
                answers.values,
                FULL if question.signature.prunes else None,
                tuple(searched),
                question.order == "any",
                question.repeats,
            ),
        ),
    )


Judged = tuple[Verdict, tuple[str, ...], Compared]


def _value(_call: Observation, returned: Returned, key: Key) -> Judged:
    expected = tuple(dict.fromkeys(map(shown, key.values)))
    found = returned.like(key.values[0])
    if found is None:
        return Verdict.WRONG_TYPE, expected, NO_VISITS
    right = any(equal(found, value) for value in key.values)
    return Verdict.CORRECT if right else Verdict.WRONG_VALUE, expected, NO_VISITS


def _action(_call: Observation, returned: Returned, key: Key) -> Judged:
    if returned.kind != "str":
        return Verdict.WRONG_TYPE, key.actions, NO_VISITS
    right = returned.text in key.actions
    return (
        Verdict.CORRECT if right else Verdict.WRONG_ACTION,
        key.actions,
        NO_VISITS,
    )


def _visits(call: Observation, returned: Returned, key: Key) -> Judged:
    if returned.like(key.values[0]) is None:
        return Verdict.WRONG_TYPE, (), NO_VISITS
    return _unless_in_vain(
        _compare_visits(call.visited, key.visits[0]), _value(call, returned, key)
    )


def _search_visits(call: Observation, returned: Returned, key: Key) -> Judged:
    return _unless_in_vain(
        _compare_visits(call.visited, key.visits[1]), _action(call, returned, key)
    )


def _estimates(call: Observation, returned: Returned, key: Key) -> Judged:
    """The nodes asked for an estimate are those visited of the horizon, and no others.

    Where the game is over, the estimate is the utility, and may be asked for.
    """
    tree = key.visits[0].tree
    wrongly, missing = tree.wrong_estimates(call.visited, call.estimated)
    found = Compared(
        not wrongly and not missing,
        wrongly_visited=wrongly,
        wrongly_skipped=missing,
    )
    verdict = Verdict.CORRECT if found.right else Verdict.WRONG_ESTIMATES
    return _unless_in_vain((verdict, (), found), _value(call, returned, key))


def _compare_visits(visited: Labels, rule: Rule) -> Judged:
    found = compare_visits(visited, rule)
    verdict = Verdict.CORRECT if found.right else Verdict.WRONG_VISITS
    return verdict, found.expected, found


def _unless_in_vain(visits: Judged, came: Judged) -> Judged:
    """Right visits count only with what must come of them: to touch all is no search.

    `came` is the judgement on what the same call returned.
    """
    if visits[0] is not Verdict.CORRECT or came[0] is Verdict.CORRECT:
        return visits
    return *came[:2], visits[2]


Compare = Callable[[Observation, Returned, Key], Judged]
OF_FACET: dict[str, tuple[int, Compare]] = {  # which call it is read from, and how
    "value": (0, _value),
    "action": (1, _action),
    "visits": (0, _visits),
    "search_visits": (1, _search_visits),
    ESTIMATES: (0, _estimates),
}
OF_NO_ACTION = {"action": "value", "search_visits": "visits"}  # with chance at the root

OF_SEARCH = tuple(facet for facet, (call, _) in OF_FACET.items() if call == 1)

UNWRITTEN = (
    Verdict.FUNCTION_MISSING,
    Verdict.WRONG_SIGNATURE,
    Verdict.NOT_FILLED_IN,
)
BY_RECORD = (Verdict.WRONG_VALUE, Verdict.WRONG_VISITS)


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one facet, and what a sentence about it needs.

    `expected` holds the values or actions that are right, `visits` what is known of
    the visits; `legal` holds the actions that there are at the root. `alone` is the
    call that decided, where a function was graded alone. With `vectors` a value is the
    payoffs of all players. An action for which there was nothing to choose, since
    chance moves first, is judged `by_value`.
    """

    facet: str
    verdict: Verdict
    points: float
    max_points: float
    observation: Observation
    expected: tuple[str, ...] = ()
    visits: Compared = NO_VISITS
    legal: tuple[str, ...] = ()
    alone: AloneCheck | None = None
    vectors: bool = False
    by_value: bool = False


@dataclass(frozen=True, slots=True)
class Fitting:
    """The recorded conventions that a search fits on one tree, in their order.

    `value` has those of the same value with the same visits, `whole` those of them
    whose search function visits the same, too. `between` is the name of a policy that
    lies between two, where none fits.
    """

    value: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    between: str = ""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """All that is known of one test; the renderers read this and nothing else.

    `convention` is what the submission follows here and in the tests that are told with
    this one, once these are known.
    `wrong_end` is what a function does in a terminal state, if that is wrong.
    `second` is what a second run did, where there was one that can be compared;
    points and verdict are those of the first, `observed`. `kept` shows that something
    stays from one call to the next: what is wrong may come of that, wherever it shows.
    `recording` is what it says of its own calls, where a page is to show them.
    """

    case: Case
    verdict: Verdict
    findings: tuple[Finding, ...]
    observed: Observed
    fitting: Fitting = Fitting()
    convention: str | None = None
    wrong_end: AloneCheck | None = None
    second: Observed | None = None
    kept: Kept | None = None
    recording: Recording | None = None

    @property
    def keeps(self) -> bool:
        """Whether something stays from one call to the next, and may be to blame."""
        return self.kept is not None and not self.kept.harmless

    @property
    def deterministic(self) -> bool | None:
        """Whether both runs did the same; None if there was but one."""
        return None if self.second is None else self.difference is None

    @property
    def difference(self) -> Difference | None:
        """The first difference between the two runs; None if there is none."""
        return None if self.second is None else difference(self.observed, self.second)

    @property
    def points(self) -> float:
        """What the test earned, within 0 and its maximum."""
        return sum(finding.points for finding in self.findings)


def is_right(result: CaseResult) -> bool:
    """Whether the whole search is right, as far as it was asked for."""
    return all(
        finding.verdict is Verdict.CORRECT
        for finding in result.findings
        if finding.alone is None
    )


def finds_the_value(result: CaseResult) -> bool:
    """The same of the value and its visits alone, whatever action is chosen."""
    return all(
        finding.verdict is Verdict.CORRECT
        for finding in result.findings
        if finding.alone is None and finding.facet not in OF_SEARCH
    )


def judge(case: Case, answers: Answers, observed: Observed) -> CaseResult:
    """Compare what a submission did on a tree with what the accepted ones do."""
    key = key_of(case, answers)
    value = _finding("value", 0.0, case, key, observed)
    alone = alone_checks(case, answers, observed.inside)
    whole = [
        _finding(facet, points, case, key, observed)
        for facet, points in case.question.points
        if facet in FACETS
    ]
    # A window that was handed on wrongly is told by the submission itself: it counts
    # only where the grader's own record shows that something is wrong.
    suspect = any(f.verdict in BY_RECORD and f.facet != "action" for f in whole)
    finds = all(
        finding.verdict is Verdict.CORRECT
        for finding in (value, *whole)
        if finding.facet not in OF_SEARCH
    )
    findings = (
        *whole,
        *[
            _alone_finding(facet, points, alone[facet], suspect=suspect, finds=finds)
            if facet in alone
            else _without_a_node(
                facet, _finding("value", points, case, key, observed), alone
            )
            for facet, points in case.question.points
            if facet not in FACETS
        ],
    )
    verdict = _verdict(whole, findings)
    recorded = answers.questions[case.question.name]
    between = next((f.visits.between for f in findings if f.facet == "visits"), "")
    fitting = _fitting(observed, recorded, between, repeats=case.question.repeats)
    at_ends = map(at_the_end, case.question.signature.names())
    ends = [alone[name] for name in at_ends if name in alone]
    wrong_end = next((end for end in ends if end.verdict is not Verdict.CORRECT), None)
    return CaseResult(case, verdict, findings, observed, fitting, wrong_end=wrong_end)


def _verdict(whole: Sequence[Finding], findings: Sequence[Finding]) -> Verdict:
    """That of the whole, which tells more than a function; a fault of ours first.

    A search function that is still to be written hides nothing that is wrong before it.
    """
    verdicts = [finding.verdict for finding in findings]
    of_value = most_serious(f.verdict for f in whole if f.facet not in OF_SEARCH)
    wrong_before = of_value is not Verdict.CORRECT
    of_whole = most_serious(
        finding.verdict
        for finding in whole
        if not (wrong_before and finding.facet in OF_SEARCH and _is_unwritten(finding))
    )
    if of_whole is Verdict.CORRECT or Verdict.GRADER_ERROR in verdicts:
        return most_serious(verdicts)
    return of_whole


def _is_unwritten(finding: Finding) -> bool:
    """Whether there is no function yet, or one that returns nothing."""
    outcome = finding.observation.outcome
    return finding.verdict in UNWRITTEN or outcome.kind == "none"


def _finding(
    facet: str, points: float, case: Case, key: Key, observed: Observed
) -> Finding:
    judged_as = facet if case.tree.actions() else OF_NO_ACTION.get(facet, facet)
    call, compare = OF_FACET[judged_as]
    observation = observed.calls[call]
    outcome = observation.outcome
    if isinstance(outcome, Fault):
        return Finding(facet, of_fault(outcome.kind), 0.0, points, observation)
    verdict, expected, visits = compare(observation, outcome, key)
    earned = points if verdict is Verdict.CORRECT else 0.0
    return Finding(
        facet,
        verdict,
        earned,
        points,
        observation,
        expected,
        visits,
        case.tree.actions(),
        vectors=case.tree.has_vectors,
        by_value=judged_as != facet,
    )


def _without_a_node(
    facet: str, value: Finding, alone: Mapping[str, AloneCheck]
) -> Finding:
    """On a tree without a node for it, a function goes with the value of the whole.

    Or with what it does in a terminal state, if that is right.
    """
    end = alone.get(at_the_end(facet))
    if end is None or end.verdict is not Verdict.CORRECT:
        return replace(value, facet=facet)
    return _alone_finding(facet, value.max_points, end, suspect=False, finds=False)


def _alone_finding(
    facet: str, points: float, found: AloneCheck, *, suspect: bool, finds: bool
) -> Finding:
    """The verdict on one function alone.

    One that is not separated from the others is neither blamed nor paid for what they
    do together, unless the whole `finds` the value as it should.
    """
    if found.verdict is Verdict.CORRECT and found.passed is not None and suspect:
        found = replace(found, verdict=Verdict.WRONG_VISITS)
    unseparated = found.is_unseparated and not finds
    verdict = Verdict.NOT_SEPARATED if unseparated else found.verdict
    earned = points if verdict is Verdict.CORRECT else 0.0
    return Finding(
        facet,
        verdict,
        earned,
        points,
        found.observation,
        (shown(found.exact),),
        found.visits,
        alone=found,
    )


def _is_like(returned: Returned, value: Value) -> bool:
    found = returned.like(value)
    return found is not None and equal(found, value)


def _fitting(
    observed: Observed,
    recorded: Mapping[str, Answer],
    between: str,
    *,
    repeats: bool,
) -> Fitting:
    """The recorded conventions that the observation fits."""
    value_call, search_call = observed.calls
    returned = value_call.outcome
    if isinstance(returned, Fault):
        return Fitting()
    value = tuple(
        name
        for name, answer in recorded.items()
        if _is_like(returned, answer.value)
        and are_alike(answer.visited(), value_call.visited, repeats=repeats)
    )
    searched = search_call.visited
    whole = (
        name
        for name in value
        if are_alike(recorded[name].search_visited(), searched, repeats=repeats)
    )
    return Fitting(value, tuple(whole), "" if value else between)
