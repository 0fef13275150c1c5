"""What time a test is given, once others of its question were seen not to end."""

from __future__ import annotations

from dataclasses import replace

from autograder.assignment.questions import Hurried, Limits, Question
from autograder.observing.haste import GLANCE, SHARE, WINK, Haste
from autograder.observing.outcome import HURRIED, Fault, Frame, Returned
from tests.cases import for_each

LIMITS = Limits(seconds=4, memory_mb=100, output_kb=50)
QUESTION = Question("minimax", "minimax", "minimax_search", limits=LIMITS)
OTHER = replace(QUESTION, name="alpha_beta")
ENDED = Returned("number", 3)
AT_A_GLANCE, SHORTER = GLANCE * LIMITS.seconds, SHARE * LIMITS.seconds


def late(line: int, kind: str = "timeout") -> Fault:
    """A call that was over at a line of the student's."""
    frames = (Frame("minimax.py", 1, "f", ""), Frame("minimax.py", line, "g", ""))
    return Fault(kind, "4 s", frames=frames)


def seconds(haste: Haste, question: Question = QUESTION) -> list[float]:
    """The CPU seconds that a test is given, one run after the other."""
    return [limits.seconds for limits in haste.limits(question)]


def noting(*outcomes: Fault | Returned) -> Haste:
    """What is known after tests of which each came to one of these."""
    haste = Haste()
    haste.begin()
    for outcome in outcomes:
        haste.note(QUESTION, (outcome,))
    return haste


@for_each(
    "outcomes, expected",
    [
        ((), [4]),
        ((late(5),), [4]),
        ((late(5), late(6)), [4]),
        ((late(5), late(5, HURRIED)), [4]),
        ((Fault("timeout"), Fault("timeout")), [4]),
        ((late(5), late(5)), [AT_A_GLANCE, SHORTER]),
        ((late(5), late(6), late(5, "late")), [AT_A_GLANCE, SHORTER]),
        ((ENDED, late(5), late(5)), [SHORTER]),
        ((late(5), late(5), ENDED), [SHORTER]),
    ],
)
def test_two_tests_that_did_not_end_at_a_line_hurry_the_others(
    outcomes: tuple[Fault | Returned, ...], expected: list[float]
) -> None:
    """They have a tenth; where nothing has ended so far, first a glance."""
    assert seconds(noting(*outcomes)) == expected


def test_calls_of_one_test_count_one_by_one() -> None:
    """A whole search and a function alone that end at one line are two."""
    haste = noting()
    haste.note(QUESTION, (late(5), replace(late(5), stage="call")))
    assert len(seconds(haste)) == 2


def test_other_questions_have_their_time() -> None:
    """One is known by its name."""
    assert seconds(noting(late(5), late(5)), OTHER) == [LIMITS.seconds]


def test_one_wait_hurries_all_questions() -> None:
    """It takes longer than a loop; whoever is right is asked again all the same."""
    waiting = noting(late(5, "late"))
    for question in (QUESTION, OTHER):
        assert seconds(waiting, question) == [AT_A_GLANCE, SHORTER]
        assert waiting.only_waits(question)
        glance, _ = waiting.limits(question)
        assert glance.wall_seconds == WINK * question.limits.wall_seconds
    waiting.note(OTHER, (ENDED,))
    assert seconds(waiting, OTHER) == [SHORTER]
    assert not waiting.only_waits(OTHER)
    assert not noting(late(5), late(5)).only_waits(QUESTION)


def test_nobody_is_hurried_whom_nobody_asks_again() -> None:
    """Neither before that has begun, nor while it is paused."""
    never = Haste()
    for _ in range(2):
        never.note(QUESTION, (late(5),))
    assert seconds(never) == [4]
    begun = noting(late(5), late(5))
    with begun.paused():
        assert seconds(begun) == [4]
    assert len(seconds(begun)) == 2
    with never.paused():
        pass
    assert seconds(never) == [4]


def test_a_share_of_the_time_is_one_of_the_backstop_too() -> None:
    """Of nothing else."""
    _, shorter = noting(late(5), late(5)).limits(QUESTION)
    assert isinstance(shorter, Hurried)
    assert shorter.wall_seconds == SHARE * LIMITS.wall_seconds
    assert (shorter.memory_mb, shorter.output_kb) == (100, 50)


@for_each(
    "outcome, expected",
    [(ENDED, "no"), (late(5, HURRIED), "no"), (late(1, HURRIED), "yes")],
)
def test_whoever_is_at_another_line_is_not_known_to_loop(
    outcome: Fault | Returned, expected: str
) -> None:
    """It may import what takes long."""
    elsewhere = noting(late(5), late(5)).is_elsewhere(QUESTION, (outcome,))
    assert elsewhere is (expected == "yes")


@for_each(
    "outcomes, expected",
    [((late(5),), 4), ((late(5), late(5)), SHORTER), ((late(5), late(5), ENDED), 4)],
)
def test_small_trees_are_hurried_where_nothing_has_ended(
    outcomes: tuple[Fault | Returned, ...], expected: float
) -> None:
    """Else one that is but slow could pass for one that fails."""
    assert noting(*outcomes).of_small_trees(QUESTION).seconds == expected


@for_each(
    "message, waited",
    [
        (f"{WINK * LIMITS.wall_seconds:g} s", True),
        (f"{SHARE * LIMITS.wall_seconds:g} s", True),
        (f"{SHARE * LIMITS.seconds:g} s", False),  # it was reckoning
    ],
)
def test_a_share_that_was_spent_in_waiting(message: str, waited: bool) -> None:  # noqa: FBT001
    """Is told by the clock that ended it; what had all its time tells nothing."""
    hurried, whole = Fault("hurried", message), Fault("timeout", "4 s")
    assert Haste().has_waited(QUESTION, (hurried, ENDED, whole)) is waited
