"""What the results of tests of all kinds have in common."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Protocol

from autograder.assignment.questions import AnyTest, Limits
from autograder.judging.verdicts import Verdict
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import HURRIED, Fault, Outcome


class RunOfTest(Protocol):
    """What a run of a test of any kind tells of itself."""

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What came of each call that counts."""
        ...

    @property
    def all_outcomes(self) -> tuple[Outcome, ...]:
        """What came of each call, also of those that were made beside."""
        ...

    @property
    def printed(self) -> str:
        """What the submission printed."""
        ...

    @property
    def cpu_seconds(self) -> float:
        """How long it took."""
        ...


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


def can_be_called(observed: Observed) -> bool:
    """Whether calls of the module's functions, one by one, can tell anything."""
    outcome = observed.calls[0].outcome
    return not (isinstance(outcome, Fault) and outcome.kind in CALLED_IN_VAIN)


def leaves_no_trace(observed: Observed) -> bool:
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


def alike(first: RunOfTest, second: RunOfTest) -> bool:
    """Whether two runs ended in the same kind of fault."""
    return _compared(first.outcomes[0]) == _compared(second.outcomes[0])


def is_late(call: Observation) -> bool:
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


def goes_on_from(first: Observed, second: Observed) -> bool:
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


def first_difference(one: Observation, other: Observation) -> Difference | None:
    """The first difference between two calls of one function."""
    return _visits(one, other) or (
        None if come_alike(one, other) else Difference(one, other)
    )


def _visits(one: Observation, other: Observation) -> Difference | None:
    after = ""
    for first, second in zip_longest(one.visited, other.visited, fillvalue=""):
        if first != second:
            return Difference(first, second, after)
        after = first
    return None


def come_alike(one: Observation, other: Observation) -> bool:
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
        ...

    @property
    def verdict(self) -> Verdict:
        """What came of it as a whole."""
        ...

    @property
    def points(self) -> float:
        """What it earned."""
        ...

    @property
    def observed(self) -> RunOfTest:
        """What the submission did in the run that counts."""
        ...

    @property
    def deterministic(self) -> bool | None:
        """Whether both runs did the same; None if there was but one."""
        ...

    @property
    def came(self) -> Outcome:
        """What the call came to that tells most of it."""
        ...

    @property
    def chosen(self) -> Outcome | None:
        """What was chosen, where there is anything to choose."""
        ...
