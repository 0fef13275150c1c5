"""The words on a search that looks deeper round after round."""

from __future__ import annotations

from autograder.judging.rounds import Rounds
from autograder.observing.observation import Observation
from autograder.observing.outcome import Fault
from autograder.text import counted
from autograder.trees.playouts import PLAYS_ON
from autograder.trees.roundrecord import GOES_ON, NEVER_ASKS, NEVER_ENDS

ASK = "ask game.time_is_up() before each state is visited"


def overrun(fault: Fault, call: Observation) -> str:
    """One sentence on a search that was stopped, since it did not stop itself."""
    return OVERRUN.get(fault.message, OVERRUN[GOES_ON]).format(call.function)


OVERRUN = {
    NEVER_ASKS: f"{{}} was stopped at twice the visits that it may make: {ASK}",
    GOES_ON: f"{{}} went on when time was up, to twice the visits it may make: {ASK}",
    NEVER_ENDS: "{} has no end: when a round meets no horizon, is it the last one?",
    PLAYS_ON: "{} was stopped at twice the playouts: one an iteration are enough",
}


def as_it_should(rounds: Rounds) -> str:
    """One sentence on rounds that are right."""
    if not rounds.needed:
        return "was stopped in its first round, as it should be"
    return f"finished the {counted(rounds.needed, 'round')} that it should"


def wrong_rounds(rounds: Rounds) -> str:
    """One sentence on the first round that is wrong."""
    if rounds.beyond:
        return f"went on when time was up, for {counted(rounds.beyond, 'visit')}: {ASK}"
    if rounds.too_many:
        ended = counted(rounds.needed, "round")
        return f"finished a round more than the {ended} that it should"
    if rounds.seen or rounds.wanted:
        return f"round {rounds.right + 1} {_wrong_round(rounds)}"
    ended = counted(rounds.right, "round")
    return f"finished {ended}, and there was time for {rounds.needed}"


def _wrong_round(rounds: Rounds) -> str:
    """What is wrong with a round, as the verb of a sentence."""
    if rounds.like:
        return f"looked {rounds.like} {'ply' if rounds.like == 1 else 'plies'} ahead"
    if rounds.seen and rounds.wanted:
        return f"visited {rounds.seen}, where {rounds.wanted} comes"
    if rounds.seen:
        return f"visited {rounds.seen}, and should have ended"
    return f"ended, and {rounds.wanted} was still to be visited"
