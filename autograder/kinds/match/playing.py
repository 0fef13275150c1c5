"""One game between two players: the moves, how it ended, and who lost by what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from autograder.game import MAX, MIN
from autograder.kinds.match.board import Board, Spot
from autograder.kinds.match.seats import BANK, CHOOSE, Seat
from autograder.observing.observation import Observation
from autograder.observing.outcome import OUT_OF_TIME, Fault, Outcome, Returned
from autograder.words.faults import AN_ACTION, brief, fault_sentence, wrong_type

PLAYERS = (MAX, MIN)
TIME, ILLEGAL, NO_MOVE, EXCEPTION = "time", "illegal move", "no move", "exception"
NOT_LEGAL = "{} returned {}, which is no action there"
SPENT = "the bank of visits was spent within a move{}"
MOST_MOVES = 1_000  # of a game: then it is drawn
MOST_TRIED = 1_000  # openings that are drawn until there are some
WIN, DRAW, LOSS = 1.0, 0.5, 0.0  # points of a game


@dataclass(frozen=True, slots=True)
class Ply:
    """One move: at which position, by whom, which, and how many visits it took.

    Those of an opening nobody chose; they have no `visits`.
    """

    label: str
    mover: str
    action: str
    visits: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its `end`, the label of its last position.

    `points` are those of MAX: 1 for a win, ½ for a draw. Where a game was `lost` before
    it was over, that is what came in the place of a move, `reason` its word, and
    `sentence` tells more.
    """

    plies: tuple[Ply, ...]
    end: str
    points: float
    lost: Outcome | None = None
    reason: str = ""
    sentence: str = ""

    def points_of(self, player: str) -> float:
        """What the game is worth to a player."""
        return self.points if player == MAX else WIN - self.points


Watch = Callable[[int, Ply, Spot], None]  # is shown a move's number, and what it led to


def play(
    board: Board,
    seats: Mapping[str, Seat],
    opening: Sequence[int],
    most: int = MOST_MOVES,
    watch: Watch = lambda *_: None,
) -> Played:
    """A game of these seats, by player, which is drawn after the `most` moves.

    It begins behind the actions of an opening, which go by their places.
    """
    spot, plies = board.start, list[Ply]()

    def go(action: str, visits: int | None) -> Spot:
        """Note a move; the spot behind it."""
        plies.append(Ply(spot.label, spot.to_move, action, visits))
        behind = board.opened(spot.below[action])
        watch(len(plies), plies[-1], behind)
        return behind

    for place in opening:
        spot = go([*spot.below][place], None)
    for _ in range(most):
        if spot.utility is not None:
            break
        seat = seats[spot.to_move]
        before = seat.table.left
        outcome = seat.choose(spot)
        if seat.table.overdrawn:
            outcome = Fault(BANK, frames=getattr(outcome, "frames", ()))
        known = dict(zip(seat.table.actions(spot), spot.below, strict=True))
        is_text = isinstance(outcome, Returned) and outcome.kind == "str"
        if not is_text or str(outcome) not in known:
            points = LOSS if spot.to_move == MAX else WIN
            return Played(tuple(plies), spot.label, points, outcome, *loss(outcome))
        spot = go(known[str(outcome)], before - seat.table.left)
    worth = spot.utility or 0
    points = DRAW if worth == 0 else WIN if worth > 0 else LOSS
    return Played(tuple(plies), spot.label, points)


def loss(outcome: Outcome) -> tuple[str, str]:
    """By what a player has lost whose move came to that: a word, and a sentence."""
    if isinstance(outcome, Returned):
        if outcome.kind == "str":
            return ILLEGAL, NOT_LEGAL.format(CHOOSE, brief(outcome))
        reason = NO_MOVE if outcome.kind == "none" else ILLEGAL
        return reason, wrong_type(CHOOSE, outcome, AN_ACTION)
    if outcome.kind == BANK:
        line = outcome.frames[-1] if outcome.frames else None
        return BANK, SPENT.format(f", at {line.file}:{line.line}" if line else "")
    call = Observation(CHOOSE, f"{CHOOSE}(game, state)", outcome)
    reason = TIME if outcome.kind in OUT_OF_TIME else EXCEPTION
    return reason, fault_sentence(outcome, call)


def openings(
    board: Board, count: int, plies: int, seed: object
) -> list[tuple[int, ...]]:
    """So many openings of a length, each another one as far as there are such.

    They are drawn evenly, move by move, and always the same from one seed; none ends
    the game.
    """
    dice = Random(f"{seed}")  # noqa: S311 - to be repeated
    drawn: dict[tuple[int, ...], None] = {}
    for _ in range(MOST_TRIED):
        spot, line = board.start, list[int]()
        while len(line) < plies and spot.below:
            line.append(dice.randrange(len(spot.below)))
            spot = board.opened([*spot.below.values()][line[-1]])
        if spot.below:
            drawn[tuple(line)] = None
        if len(drawn) == count:
            break
    return [*drawn]
