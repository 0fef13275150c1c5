"""The words on a search that looks deeper round after round."""

from __future__ import annotations

from autograder.kinds.search.rounds import Rounds
from autograder.text import counted
from autograder.words.faults import ASK


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
