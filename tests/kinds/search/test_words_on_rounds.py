"""The words on rounds, and on a search that does not stop."""

from __future__ import annotations

from autograder.kinds.search.visits import Rounds
from autograder.kinds.search.words import right_rounds_sentence, wrong_rounds_sentence
from autograder.observing.observation import Observation
from autograder.observing.outcome import OVERRUN, Fault
from autograder.trees.visitrecord import GOES_ON, NEVER_ASKS, NEVER_ENDS
from autograder.words.faults import fault_sentence
from tests.cases import for_each

ASK = "ask game.time_is_up() before each state is visited"


@for_each(
    "rounds, said",
    [
        (Rounds(1, 3), "finished 1 round, and there was time for 3"),
        (Rounds(2, 2, too_many=True), "finished a round more than the 2 rounds that"),
        (Rounds(2, 2, beyond=7), f"went on when time was up, for 7 visits: {ASK}"),
        (Rounds(0, 2, "D", "C", 2), "round 1 looked 2 plies ahead"),
        (Rounds(1, 2, "C", "D", 1), "round 2 looked 1 ply ahead"),
        (Rounds(1, 2, "E", "D"), "round 2 visited E, where D comes"),
        (Rounds(1, 2, "E", ""), "round 2 visited E, and should have ended"),
        (Rounds(1, 2, "", "D"), "round 2 ended, and D was still to be visited"),
    ],
)
def test_the_first_wrong_round_is_told(rounds: Rounds, said: str) -> None:
    """As far as it tells what is wrong."""
    assert wrong_rounds_sentence(rounds).startswith(said)


@for_each(
    "needed, said",
    [
        (0, "was stopped in its first round, as it should be"),
        (1, "finished the 1 round that it should"),
        (3, "finished the 3 rounds that it should"),
    ],
)
def test_right_rounds_are_told_too(needed: int, said: str) -> None:
    """By their number."""
    assert right_rounds_sentence(Rounds(needed, needed)) == said


@for_each(
    "why, said",
    [
        (NEVER_ASKS, f"f was stopped at twice the visits that it may make: {ASK}"),
        (
            GOES_ON,
            f"f went on when time was up, to twice the visits it may make: {ASK}",
        ),
        (
            NEVER_ENDS,
            "f has no end: when a round meets no horizon, is it the last one?",
        ),
    ],
)
def test_who_does_not_stop_is_told(why: str, said: str) -> None:
    """Whether he asks for the time, or not."""
    call = Observation("f", "f(game, state)", Fault(OVERRUN, why))
    assert fault_sentence(Fault(OVERRUN, why), call) == said
