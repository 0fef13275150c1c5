"""What time a test is given, once others of its question were seen not to end."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from autograder.assignment.questions import Hurried, Limits, Question
from autograder.observing.bench import GLANCE, PATIENCE, SHARE, WINK, LoopLimits
from autograder.observing.outcome import HURRIED, Fault, Frame, Returned
from tests.cases import for_each

LIMITS = Limits(seconds=4, memory_mb=100, output_kb=50)
QUESTION = Question("minimax", "minimax", "minimax_search", limits=LIMITS)
OTHER = replace(QUESTION, name="alpha_beta")
ENDED = Returned("number", 3)
LINE = count(2)
AT_A_GLANCE, SHORTER = GLANCE * LIMITS.seconds, SHARE * LIMITS.seconds


WAITING = {f"{share * LIMITS.wall_seconds:g} s" for share in (SHARE, GLANCE, WINK)}


def late(function: str, kind: str = "timeout", message: str = "4 s") -> Fault:
    """A call that was over in a function of the student's, at some line of it."""
    frames = tuple(
        Frame("minimax.py", next(LINE), each, "") for each in ("f", function)
    )
    waited = kind == HURRIED and message in WAITING
    return Fault(kind, message, type="late" if waited else "", frames=frames)


def seconds(haste: LoopLimits, question: Question = QUESTION) -> list[float]:
    """The CPU seconds that a test is given, one run after the other."""
    return [limits.seconds for limits in haste.limits(question)]


def noting(*outcomes: Fault | Returned) -> LoopLimits:
    """What is known after tests of which each came to one of these."""
    haste = LoopLimits()
    haste.begin_hurrying()
    for outcome in outcomes:
        haste.note_outcomes(QUESTION, (outcome,))
    return haste


@for_each(
    "outcomes, expected",
    [
        ((), [4, 4]),
        ((late("g"),), [4]),
        ((late("g"), late("h")), [4]),
        ((late("g"), late("g", HURRIED)), [4]),
        ((Fault("timeout"), Fault("timeout")), [4]),
        ((late("g"), late("g")), [AT_A_GLANCE, SHORTER]),
        ((late("g"), late("h"), late("g", "late")), [AT_A_GLANCE, SHORTER]),
        ((ENDED, late("g"), late("g")), [SHORTER]),
        ((late("g"), late("g"), ENDED), [SHORTER]),
    ],
)
def test_two_tests_that_did_not_end_in_a_function_hurry_the_others(
    outcomes: tuple[Fault | Returned, ...], expected: list[float]
) -> None:
    """They have a tenth; where nothing has ended so far, first a glance.

    Only the first test of all has two tries: at first little of the clock.
    """
    assert seconds(noting(*outcomes)) == expected


def test_calls_of_one_test_count_one_by_one() -> None:
    """A whole search and a function alone that end in one function are two."""
    haste = noting()
    haste.note_outcomes(QUESTION, (late("g"), replace(late("g"), stage="call")))
    assert len(seconds(haste)) == 2


def test_other_questions_have_their_time() -> None:
    """One is known by its name."""
    assert seconds(noting(late("g"), late("g")), OTHER) == [LIMITS.seconds]


def test_one_wait_hurries_all_questions() -> None:
    """It takes longer than a loop; whoever is right is asked again all the same."""
    waiting = noting(late("g", "late"))
    for question in (QUESTION, OTHER):
        assert seconds(waiting, question) == [AT_A_GLANCE, SHORTER]
        assert waiting.only_waits(question)
        glance, _ = waiting.limits(question)
        assert glance.wall_seconds == WINK * question.limits.wall_seconds
    waiting.note_outcomes(OTHER, (ENDED,))
    assert seconds(waiting, OTHER) == [SHORTER]
    assert not waiting.only_waits(OTHER)
    assert not noting(late("g"), late("g")).only_waits(QUESTION)


def test_nobody_is_hurried_whom_nobody_asks_again() -> None:
    """Neither before that has begun, nor while it is paused."""
    never = LoopLimits()
    for _ in range(2):
        never.note_outcomes(QUESTION, (late("g"),))
    assert seconds(never) == [4]
    begun = noting(late("g"), late("g"))
    with begun.without_hurry():
        assert seconds(begun) == [4]
    assert len(seconds(begun)) == 2
    with never.without_hurry():
        pass
    assert seconds(never) == [4]


def test_a_share_of_the_time_is_one_of_the_backstop_too() -> None:
    """Of nothing else."""
    _, shorter = noting(late("g"), late("g")).limits(QUESTION)
    assert isinstance(shorter, Hurried)
    assert shorter.wall_seconds == SHARE * LIMITS.wall_seconds
    assert (shorter.memory_mb, shorter.output_kb) == (100, 50)


@for_each(
    "outcome, expected",
    [(ENDED, "yes"), (late("g", HURRIED), "yes"), (late("f", HURRIED), "no")],
)
def test_whoever_is_in_another_function_is_not_known_to_loop(
    outcome: Fault | Returned, expected: str
) -> None:
    """It may import what takes long."""
    enough = noting(late("g"), late("g")).is_enough(QUESTION, (outcome,))
    assert enough is (expected == "yes")


SOON = f"{PATIENCE * LIMITS.wall_seconds:g} s"


@for_each(
    "outcome, expected",
    [
        (ENDED, "yes"),
        (late("g", HURRIED, SOON), "yes"),
        (late("g", HURRIED, "4 s"), "no"),  # it was reckoning
    ],
)
def test_who_waits_in_the_first_test_is_marked(
    outcome: Fault | Returned, expected: str
) -> None:
    """It is asked again behind all others, and who reckons at once."""
    haste = noting()
    first, whole = haste.limits(QUESTION)
    assert isinstance(first, Hurried)
    assert (first.seconds, f"{first.wall_seconds:g} s") == (LIMITS.seconds, SOON)
    assert whole == LIMITS
    assert haste.is_enough(QUESTION, (outcome,)) is (expected == "yes")


def test_a_wait_in_the_first_test_hurries_all_questions() -> None:
    """As one does that took all of the clock's limit; one in a glance tells nothing."""
    assert noting(late("g", HURRIED, SOON)).only_waits(OTHER)
    assert not noting(ENDED, late("g", HURRIED, SOON)).only_waits(OTHER)


@for_each(
    "outcomes, expected",
    [
        ((late("g"),), 4),
        ((late("g"), late("g")), SHORTER),
        ((late("g"), late("g"), ENDED), 4),
    ],
)
def test_small_trees_are_hurried_where_nothing_has_ended(
    outcomes: tuple[Fault | Returned, ...], expected: float
) -> None:
    """Else one that is but slow could pass for one that fails."""
    assert noting(*outcomes).of_small_trees(QUESTION).seconds == expected


def test_small_trees_have_a_glance_of_the_clock_where_others_have_waited() -> None:
    """And to reckon their share, unless a test of the question has ended."""
    waiting = noting(late("g", "late"))
    small = waiting.of_small_trees(QUESTION)
    assert small.seconds == SHORTER
    assert small.wall_seconds == GLANCE * LIMITS.wall_seconds
    waiting.note_outcomes(QUESTION, (ENDED,))
    assert waiting.of_small_trees(QUESTION) == LIMITS


@for_each("kind, waited", [("late", True), ("timeout", False)])
def test_a_share_that_was_spent_in_waiting(kind: str, waited: bool) -> None:  # noqa: FBT001
    """Is told by the clock that ended it; what had all its time tells nothing."""
    hurried, whole = Fault("hurried", "1 s", type=kind), Fault("timeout", "4 s")
    assert LoopLimits().has_waited((hurried, ENDED, whole)) is waited
