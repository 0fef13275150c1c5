"""The verdicts, and what results of all kinds share: repetition and differences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest
from typing import Protocol

from autograder.assignment.questions import AnyTest, Limits
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import HURRIED, Fault, Outcome, RunOfTest
from autograder.worker.protocol import LACKS, OF_COURSE


class Verdict(str, Enum):
    """What came of a facet or a test, the most serious first."""

    GRADER_ERROR = "grader_error"
    NOT_RUN = "not_run"
    MODULE_MISSING = "module_missing"
    FUNCTION_MISSING = "function_missing"
    WRONG_SIGNATURE = "wrong_signature"
    NOT_FILLED_IN = "not_filled_in"
    PRINTED_TOO_MUCH = "printed_too_much"
    TIMED_OUT = "timed_out"
    EXITED = "exited"
    BROKE_PROTOCOL = "broke_protocol"
    CRASHED = "crashed"
    WRONG_TYPE = "wrong_type"
    WRONG_VALUE = "wrong_value"
    BREAKS_A_LAW = "breaks_a_law"
    WRONG_ACTION = "wrong_action"
    WRONG_VISITS = "wrong_visits"
    WRONG_ROUNDS = "wrong_rounds"
    WRONG_PLAYOUTS = "wrong_playouts"
    WRONG_ESTIMATES = "wrong_estimates"
    WRONG_ORDER = "wrong_order"
    NOT_SEPARATED = "not_separated"
    CALLS_ITSELF = "calls_itself"
    CORRECT = "correct"


_ORDER = {verdict: rank for rank, verdict in enumerate(Verdict)}

DOES_RIGHT = (Verdict.CORRECT, Verdict.CALLS_ITSELF)  # whatever else was asked for
UNJUDGED = (Verdict.GRADER_ERROR, Verdict.NOT_RUN)  # which tell nothing of it

OF_FAULT: dict[str, Verdict] = {
    "grader": Verdict.GRADER_ERROR,
    OF_COURSE: Verdict.GRADER_ERROR,
    "not_run": Verdict.NOT_RUN,
    "module": Verdict.MODULE_MISSING,
    "no_function": Verdict.FUNCTION_MISSING,
    "not_callable": Verdict.FUNCTION_MISSING,
    LACKS: Verdict.FUNCTION_MISSING,
    "signature": Verdict.WRONG_SIGNATURE,
    "stub": Verdict.NOT_FILLED_IN,
    "flood": Verdict.PRINTED_TOO_MUCH,
    "timeout": Verdict.TIMED_OUT,
    "late": Verdict.TIMED_OUT,
    "hurried": Verdict.TIMED_OUT,
    "overrun": Verdict.TIMED_OUT,
    "exit": Verdict.EXITED,
    "ended": Verdict.EXITED,
    "violation": Verdict.BROKE_PROTOCOL,
}


def of_fault(kind: str) -> Verdict:
    """The verdict on a call that did not return; most kinds of fault are crashes."""
    return OF_FAULT.get(kind, Verdict.CRASHED)


def most_serious(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of a whole test, of which these are the parts."""
    return min(verdicts, key=_ORDER.__getitem__, default=Verdict.CORRECT)


def first_wrong(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict on parts of which the first that is wrong decides, as it is told."""
    wrong = (verdict for verdict in verdicts if verdict is not Verdict.CORRECT)
    return next(wrong, Verdict.CORRECT)


CHEAP = 0.1  # of the CPU limit
NUMBERS_AND_ACTIONS = ("number", "str")  # of other things the kind alone is compared
NOTHING_RAN = {"grader", "module", "not_run"}
SAID_BY_THE_FILE = {  # however often it is run
    "import",
    "no_function",
    "not_callable",
    "signature",
    "stub",
    "syntax",
}
CALLED_IN_VAIN = {*NOTHING_RAN, "import", "syntax", "violation"}
MODULE = "<module>"  # as Python calls what stands in no function
BRIEF = {"crash", "no_function", "not_callable", "signature", "stub"}
COSTLY = {"flood", HURRIED, "killed", "late", "timeout", "violation"}


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference between two runs: calls, or labels visited."""

    first: str | Observation  # "": none
    second: str | Observation
    after: str = ""  # the label before


def is_worth_a_second_run(observed: RunOfTest, limits: Limits) -> bool:
    """Whether the test was cheap, and might go otherwise if it were run again."""
    kinds = _kinds(observed)
    if kinds & (COSTLY | NOTHING_RAN) or kinds <= SAID_BY_THE_FILE:
        return False
    return observed.cpu_seconds <= CHEAP * limits.seconds


def is_worth_calling(observed: Observed) -> bool:
    """Whether calls of the module's functions, one by one, can tell anything."""
    outcome = observed.calls[0].outcome
    return not (isinstance(outcome, Fault) and outcome.kind in CALLED_IN_VAIN)


def ended_without_harm(observed: Observed) -> bool:
    """Whether each call has returned, or raised what costs neither time nor memory."""
    return all(
        not isinstance(call.outcome, Fault)
        or (call.outcome.kind in BRIEF and call.outcome.stage == "call")
        for call in observed.calls
    )


def ends_the_import(outcome: Outcome) -> bool:
    """Whether a call ended while the module was imported, in its whole time."""
    if not isinstance(outcome, Fault) or outcome.kind == HURRIED:
        return False
    outermost = outcome.frames[0].function if outcome.frames else ""
    return outcome.stage == "import" or outermost == MODULE


def ended_in_same_fault(first: RunOfTest, second: RunOfTest) -> bool:
    """Whether two runs ended in the same kind of fault."""
    return _compared(first.outcomes[0]) == _compared(second.outcomes[0])


def is_late_call(call: Observation) -> bool:
    """Whether a call has used up the time."""
    return isinstance(call.outcome, Fault) and call.outcome.kind in ("timeout", "late")


def has_waited(observed: RunOfTest) -> bool:
    """Whether a limit of the wall clock ended a call: a busy machine can do that."""
    return any(
        isinstance(outcome, Fault) and outcome.kind == "late"
        for outcome in observed.all_outcomes
    )


def was_killed(observed: Observed) -> bool:
    """Whether somebody has killed the worker; who it was, the system does not tell."""
    return any(
        isinstance(call.outcome, Fault)
        and (call.outcome.kind, call.outcome.message) == ("killed", "SIGKILL")
        for call in observed.calls
    )


def continues_run(first: Observed, second: Observed) -> bool:
    """Whether the second run began with all that the first visited, call by call."""
    return all(
        other.visited[: len(one.visited)] == one.visited
        for one, other in zip(first.calls, second.calls, strict=True)
    )


def is_comparable(second: RunOfTest) -> bool:
    """Whether a second run was not cut short by what the machine had to do."""
    return not _kinds(second) & {"late", "killed", *NOTHING_RAN}


def difference(first: Observed, second: Observed) -> Difference | None:
    """The first difference, in the order in which things happened; or None."""
    for one, other in zip(first.calls, second.calls, strict=True):
        found = first_difference(one, other)
        if found:
            return found
    return None


def does_the_same(one: Observed, other: Observed) -> bool:
    """Whether two runs of a test did the same in all that counts.

    Of functions alone only where both runs have called them.
    """
    pairs = [*zip(one.calls, other.calls, strict=True)]
    if len(one.inside) == len(other.inside):
        inside = zip(one.inside, other.inside, strict=True)
        pairs += [(first, second) for (_, first), (_, second) in inside]
    return not any(
        first_difference(first, second)
        or (first.estimated, first.misordered) != (second.estimated, second.misordered)
        for first, second in pairs
    )


def first_difference(one: Observation, other: Observation) -> Difference | None:
    """The first difference between two calls of one function."""
    return _visits(one, other) or (
        None if have_same_outcome(one, other) else Difference(one, other)
    )


def _visits(one: Observation, other: Observation) -> Difference | None:
    after = ""
    for first, second in zip_longest(one.visited, other.visited, fillvalue=""):
        if first != second:
            return Difference(first, second, after)
        after = first
    return None


def have_same_outcome(one: Observation, other: Observation) -> bool:
    """Whether the same came of two calls, whatever they visited."""
    return _compared(one.outcome) == _compared(other.outcome)


def _compared(outcome: Outcome) -> tuple[object, ...]:
    """What must be the same; an object's text may have its address in it."""
    if isinstance(outcome, Fault):
        return ("fault", outcome.kind, outcome.type)
    exact = outcome.kind in NUMBERS_AND_ACTIONS
    text = outcome.text if exact else ""
    return (outcome.kind, outcome.number, outcome.payoffs, text)


def _kinds(observed: RunOfTest) -> set[str]:
    """The kinds of what came of the calls."""
    return {outcome.kind for outcome in observed.outcomes}


class AnyResult(Protocol):
    """All that is known of one test of any kind."""

    @property
    def test(self) -> AnyTest:
        """Which it was."""

    @property
    def verdict(self) -> Verdict:
        """What came of it as a whole."""

    @property
    def points(self) -> float:
        """What it earned."""

    @property
    def observed(self) -> RunOfTest:
        """What the submission did in the run that counts."""

    @property
    def is_deterministic(self) -> bool | None:
        """Whether both runs did the same; None if there was but one."""

    @property
    def main_outcome(self) -> Outcome:
        """What the call came to that tells most of it."""

    @property
    def action_outcome(self) -> Outcome | None:
        """What was chosen, where there is anything to choose."""
