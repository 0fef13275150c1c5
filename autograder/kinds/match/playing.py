"""A board, who plays on it, and one game: its moves, how it ended, who lost by what.

A player is a submission in its own process, or a trusted program in this one. Whoever
it is looks at the board through a table, whose bank pays for each visit. The positions
on a board are made when they are asked for.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from autograder.answers.board import AskingGame, loaded_function
from autograder.assignment.questions import Limits
from autograder.errors import AssignmentError, GraderError, OptionError
from autograder.game import MAX, MIN, Content, Number
from autograder.kinds.onejob import (
    outcome_in_time,
    outcomes_and_prints,
    place_that_returns,
)
from autograder.observing import observation
from autograder.observing import outcome as outcomes
from autograder.observing.bench import Bench
from autograder.observing.outcome import OUT_OF_TIME, TIMEOUT, Fault, Outcome, Returned
from autograder.observing.sources import Sources
from autograder.sandbox.jobs import NO_TREE, REFUSAL, Call, Job, Result
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from autograder.text import clean, listed
from autograder.trees import openspiel, rules
from autograder.trees.explicit import LONGEST_LABEL
from autograder.trees.rules import OPENSPIEL, BadGame, RuleGame
from autograder.trees.tree import Node
from autograder.uploads import staging
from autograder.uploads.staging import PickedFiles
from autograder.words.faults import AN_ACTION, brief, fault_sentence, wrong_type
from autograder.worker import protocol

Line = tuple[int, ...]  # actions from the start on, by their places
SHOWN = 300  # characters of what a game says
PLIES = 8  # of a line that is tried at once
TWO = "{}: a match has two players, and this game has {}"
NO_PLAYER = "at {}: a match has two players, max and min, and here {!r:.50} is to move"
NO_CHANCE = "{}: a match has no chance, and this game has"


@dataclass(slots=True, eq=False)
class Spot:
    """A position on the board: its label, and what a state of it holds.

    What follows is there once the board was asked for it: who is to move, what it is
    worth to MAX, and the actions with the spots that they lead to.
    """

    position: Any
    label: str
    content: Content
    to_move: str = ""  # "max" or "min"
    utility: Number | None = None  # where the game is over
    estimate: Number | None = None
    below: dict[str, Spot] = field(default_factory=dict)


class Board:
    """The spots of a game, by label; AssignmentError where its rules fail.

    A visit takes the rules some `seconds`, and tells some `letters`, in the middle of
    the first line of play.
    """

    def __init__(self, game: RuleGame, path: Path) -> None:
        self._game, self._path = game, path
        self._spots: dict[str, Spot] = {}
        with _blaming(path):
            self.start = self.opened(self._spot(game.initial()))
        if self.start.utility is not None:
            raise AssignmentError(f"{self.start.label}: the game is over at its start")
        began, line = time.perf_counter(), [self.start]
        while line[-1].below and len(line) < PLIES:
            line.append(self.opened(next(iter(line[-1].below.values()))))
        self.seconds = (time.perf_counter() - began) / len(line)
        below = (each for spot in line for each in spot.below.values())
        self.letters = sum(len(f"{b.label}{b.content}") for b in below) / len(line)

    def opened(self, spot: Spot) -> Spot:
        """The spot with all that follows from it by one action."""
        if spot.to_move:
            return spot
        game, position = self._game, spot.position
        with _blaming(self._path):
            below = tuple(game.successors(position))
            if (mover := game.to_move(position)) not in (MAX, MIN):
                raise BadGame(NO_PLAYER.format(game.label(position), mover))
            evaluate = getattr(game, "evaluate", None)
            spot.utility = None if below else game.utility(position)
            spot.estimate = evaluate(position) if evaluate and below else None
            worth = spot.utility, spot.estimate
            rules.node_of(game, position, {}, worth)  # which is checked
            spots = [self._spot(each) for each in below]
            names = tuple([each.label for each in spots])
            if rules.can_name_moves(type(game)):
                names = rules.moves_of(game, position, len(below))
            spot.below = dict(zip(names, spots, strict=True))
        spot.to_move = mover
        return spot

    def along(self, line: Line) -> Spot:
        """The spot behind a line of play, whose actions go by their places."""
        spot = self.start
        for place in line:
            spot = self.opened([*spot.below.values()][place])
        return spot

    def _spot(self, position: Any) -> Spot:
        label = self._game.label(position)
        if label not in self._spots:
            self._spots[label] = Spot(position, label, self._game.content(position))
        return self._spots[label]


@contextmanager
def _blaming(path: Path, whose: str = "the game's rules") -> Iterator[None]:
    """AssignmentError for what the rules of a game raise, or an option of it."""
    try:
        with rules.blaming_rules(path):
            yield
    except (BadGame, OptionError) as fault:
        raise AssignmentError(clean(f"{whose}: {fault}", SHOWN)) from fault


def opened_board(
    game: str, options: Mapping[str, Content], games: Mapping[str, Path]
) -> Board:
    """The board of a game by its name, one of these or of OpenSpiel's.

    Raises AssignmentError where there is no such game, or an option does not fit.
    """
    known = (*games, OPENSPIEL)
    if game not in known:
        there, unknown = listed(known, len(known)), clean(game, SHOWN)
        raise AssignmentError(f"there is no game {unknown}; there are {there}")
    path = games.get(game, Path(OPENSPIEL))
    with _blaming(path, game):
        if game != OPENSPIEL:
            return Board(rules.game_with_options(path, options), path)
        named = openspiel.named_game(options)
        with openspiel.game_of(named) as spiel:
            if spiel.num_players() != 2:
                raise BadGame(TWO.format(named.name, spiel.num_players()))
            if spiel.get_type().chance_mode.name != "DETERMINISTIC":
                raise BadGame(NO_CHANCE.format(named.name))
        return Board(_Spiel(spiel), path)


class _Spiel:
    """A game of OpenSpiel by its rules, in which the first player is MAX.

    A position is known by the numbers of the moves before it, or where these are many
    by a digest of them.
    """

    def __init__(self, game: Any) -> None:
        self.initial = game.new_initial_state
        self.content = str  # the board as OpenSpiel prints it

    def to_move(self, state: Any) -> str:
        return MAX if state.is_terminal() or state.current_player() == 0 else MIN

    def successors(self, state: Any) -> tuple[Any, ...]:
        return tuple([state.child(action) for action in state.legal_actions()])

    def moves(self, state: Any) -> tuple[str, ...]:
        names = map(state.action_to_string, state.legal_actions())
        return tuple([" ".join(name.split()) for name in names])

    def utility(self, state: Any) -> float:
        payoff: float = state.returns()[0]
        return int(payoff) if payoff.is_integer() else payoff

    def label(self, state: Any) -> str:
        moves = "-".join(["s", *map(str, state.history())])
        digest = sha256(moves.encode()).hexdigest()[: openspiel.DIGEST]
        return moves if len(moves) <= LONGEST_LABEL else f"s-{digest}"


MODULE, CHOOSE = "play", "choose"
BANK = "bank"  # the kind of fault where one is spent within a move
GUARD = 20  # times the CPU time of a spent bank: then a game is lost by time
SECONDS_A_VISIT, SECONDS_A_LETTER = 60e-6, 20e-9  # of CPU: to ask, and what is told
MOST_CALLS = 100_000  # of one worker: its moves
LEAST_SECONDS = 2.0
SLOW = 1e-3  # seconds of the rules for a visit, which shall cost nobody any time
REQUESTS, MOST_FREE = 20, 10_000  # a visit of the bank, and beside: what costs nothing


def guard_of(bank: int, letters: float = 0) -> float:
    """The CPU seconds of a game with such a bank, where visits tell so many letters."""
    seconds_a_visit = SECONDS_A_VISIT + SECONDS_A_LETTER * letters
    return max(LEAST_SECONDS, GUARD * seconds_a_visit * bank)


class Table(Oracle):
    """Answers one side of a game about the board, and pays from its bank.

    A spot goes by a handle, another one each time that it is come to. The first
    question about a handle is a visit, but where a move begins; `overdrawn` is a bank
    of which one more was asked than was `left`. Who asks is `at_rest` while the rules
    are followed. Where the table `hides`, positions and actions have names that tell
    nothing of them.
    """

    def __init__(self, board: Board, bank: int, *, hides: bool = False) -> None:
        super().__init__(NO_TREE)
        self.left: int = bank
        self.overdrawn = False
        self.at_rest: Callable[[], AbstractContextManager[None]] = nullcontext
        self.board, self._hides = board, hides
        self._spots: list[Spot] = [board.start]  # the first is that of `root`
        self._visited: set[int] = set()  # handles
        self._names: dict[str, str] = {}
        self._requests_left = REQUESTS * bank + MOST_FREE

    def begin(self, spot: Spot) -> None:
        """Let a move begin at a spot."""
        self.root, self.start = self._handle(spot), self._node(spot)
        self._visited.add(self.root)

    def node_frame(self, handle: int) -> bytes:
        """The spot behind a handle, as a frame; a refusal where the bank is spent."""
        spot = self._paid(handle)
        if spot is None:
            return REFUSAL
        if spot.utility is not None:
            return protocol.value_frame(self._player[spot.to_move], spot.utility)
        below = spot.below.values()
        if handle not in self._children:
            handles = [protocol.COUNT.pack(self._handle(each)) for each in below]
            self._children[handle] = b"".join(handles)
        self._nodes = tuple(map(self._node, below))
        places, moves = tuple(range(len(below))), self.actions(spot)
        begin, end = self._inner(Node("", spot.to_move, places, moves=moves))
        return begin + self._children[handle] + end

    def estimate(self, handle: int) -> bytes:
        """The estimate of a spot, as a frame, which is a visit; or a refusal."""
        spot = self._paid(handle)
        if spot is None:
            return REFUSAL
        worth = spot.estimate if spot.utility is None else spot.utility
        return protocol.value_frame(self._player[spot.to_move], worth)

    def actions(self, spot: Spot) -> tuple[str, ...]:
        """What the player knows the actions of a spot by."""
        names = range(1, len(spot.below) + 1) if self._hides else spot.below
        return tuple(map(str, names))

    def _paid(self, handle: int) -> Spot | None:
        spot = self._spots[self._index(handle)]
        self._count_request()
        if handle not in self._visited:
            if not self.left:
                self.overdrawn = True
                return None
            self.left -= 1
            self._visited.add(handle)
        with self.at_rest():
            return self.board.opened(spot)

    def _handle(self, spot: Spot) -> int:
        self._spots.append(spot)
        return self._new_handle(len(self._spots) - 1)

    def _node(self, spot: Spot) -> Node:
        """All that is told of a spot without a visit."""
        if not self._hides:
            return Node(spot.label, MAX, content=spot.content)
        name = self._names.setdefault(spot.label, f"p{len(self._names) + 1}")
        return Node(name, MAX)


class Seat(ABC):
    """One player of a game, at its table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.printed, self.cpu_seconds = "", 0.0

    @abstractmethod
    def choose(self, spot: Spot) -> Outcome:
        """What comes of asking for a move at a spot, at which its table has begun."""

    def place(self) -> str:
        """Where its `choose` returns, as `play.py:12`; or "" where nobody knows."""
        return ""

    def leave(self) -> None:  # noqa: B027 - most have nothing to end
        """The game is over."""


Sits = Callable[[Table], Seat]  # who takes a seat for one game


class Trusted(Seat):
    """A program in the grader's own process; each move may take what a game may."""

    def __init__(self, table: Table, choose: Callable[..., object]) -> None:
        super().__init__(table)
        self._choose = choose
        self._seconds = guard_of(table.left, table.board.letters)
        self._game = AskingGame(table)
        self._game._left = lambda: table.left  # noqa: SLF001 - as a worker's has it

    def choose(self, spot: Spot) -> Outcome:
        """What the program returns; a Fault of what it raises."""
        call = partial(self._choose, self._game, self._game.root())
        return outcome_in_time(self._seconds, call)


def trusted(path: Path) -> Sits:
    """The program of a trusted module; ModuleError where it has none."""
    return partial(Trusted, choose=loaded_function(path, CHOOSE))


class Submitted(Seat):
    """A submission, in a worker of its own for the whole game, which does the job.

    The worker stands still, with all its threads, while others are to move.
    """

    def __init__(self, table: Table, sandbox: Sandbox, job: Job) -> None:
        super().__init__(table)
        if job.limits == Limits(guard_of(table.left)):  # the usual ones
            limits = Limits(guard_of(table.left, table.board.letters))
            job = replace(job, limits=limits)
        if table.board.seconds > SLOW:
            table.at_rest = sandbox.off_turn
        self._sandbox, self._job = sandbox, job
        self._pool = ThreadPoolExecutor(1)
        self._playing: Future[None] | None = None
        self._calls: SimpleQueue[tuple[Call, ...]] = SimpleQueue()
        self._moves: SimpleQueue[Outcome | None] = SimpleQueue()

    def choose(self, spot: Spot) -> Outcome:
        """What its `choose` returns; GraderError where no worker can be had."""
        goes_on = self._playing is not None
        self._calls.put((Call(CHOOSE, (), self.table, continues=goes_on),))
        self._playing = self._playing or self._pool.submit(self._play)
        outcome = self._moves.get()
        if outcome is None:  # the grader has failed
            self._playing.result()
            raise GraderError("nobody was asked for a move")
        return outcome

    def place(self) -> str:
        """The line that returns what it chooses, or where that is defined."""
        sources, file = Sources(self._job.folder), f"{self._job.module}.py"
        place = place_that_returns(sources, file, CHOOSE)
        return f"{place.file}:{place.line}" if place else ""

    def leave(self) -> None:
        """End its worker; what it printed and used is then known."""
        self._calls.put(())
        self._pool.shutdown()

    def _play(self) -> None:
        """Serve one worker until the game has ended, or it has."""
        sandbox = self._sandbox
        job = replace(self._job, calls=self._calls.get(), often=MOST_CALLS)
        own = partial(
            outcomes.text_in_students_words, staged=job.folder, session=sandbox.folder
        )

        def next_call(results: tuple[Result, ...]) -> tuple[Call, ...]:
            nonlocal job
            outcome = outcomes.decode(results[-1], job.folder)
            if isinstance(outcome, Fault) and outcome.kind == TIMEOUT:
                outcome = replace(outcome, message=f"{job.limits.seconds:g} s")
            self._moves.put(observation.outcome_in_students_words(outcome, own))
            with sandbox.off_turn():
                more = self._calls.get()
            job = replace(job, calls=(*job.calls, *more))
            return more

        try:
            ended = sandbox.run(job, next_call)
            came, self.printed = outcomes_and_prints(sandbox, job, ended)
            self.cpu_seconds = ended.cpu_seconds
            if len(ended.said.results) < len(job.calls):
                self._moves.put(came[-1])
        finally:
            self._moves.put(None)


def submitted(picked: PickedFiles, sandbox: Sandbox, bank: int) -> Sits:
    """What plays of a submission, with a bank; AssignmentError where it does not."""
    staged = staging.stage(picked, sandbox.folder / Bench.stage)
    if staged.lacks(MODULE):
        raise AssignmentError(staged.missing(MODULE))
    limits = Limits(guard_of(bank))
    job = Job(staged.folder, MODULE, (), limits, observation.LEAST_RECURSION)
    return partial(Submitted, sandbox=sandbox, job=job)


PLAYERS = (MAX, MIN)
TIME, ILLEGAL, NO_MOVE, EXCEPTION = "time", "illegal move", "no move", "exception"
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


def play(
    board: Board,
    seats: Mapping[str, Seat],
    opening: Line,
    most: int = MOST_MOVES,
    watch: Callable[[int, Ply, Spot], None] = lambda *_: None,
) -> Played:
    """A game of these seats, by player, which all leave; drawn after the `most` moves.

    It begins behind the actions of an opening, which go by their places. Who may
    `watch` is shown the number of each move, the move, and what it led to.
    """
    spot, plies = board.start, list[Ply]()
    with ExitStack() as stack:
        for seat in seats.values():
            stack.callback(seat.leave)
        for turn in range(len(opening) + most):
            if spot.utility is not None:
                break
            visits = None
            if turn < len(opening):
                action = [*spot.below][opening[turn]]
            else:
                seat = seats[spot.to_move]
                seat.table.begin(spot)
                before = seat.table.left
                came = seat.choose(spot)
                if seat.table.overdrawn:
                    came = Fault(BANK, frames=getattr(came, "frames", ()))
                known = dict(zip(seat.table.actions(spot), spot.below, strict=True))
                if came.kind != "str" or str(came) not in known:
                    points, told = float(spot.to_move != MAX), loss(came, seat.place())
                    return Played(tuple(plies), spot.label, points, came, *told)
                action, visits = known[str(came)], before - seat.table.left
            plies.append(Ply(spot.label, spot.to_move, action, visits))
            spot = board.opened(spot.below[action])
            watch(len(plies), plies[-1], spot)
    worth = spot.utility or 0
    points = DRAW if worth == 0 else WIN if worth > 0 else LOSS
    return Played(tuple(plies), spot.label, points)


def loss(outcome: Outcome, place: str = "") -> tuple[str, str]:
    """By what a player has lost whose move came to that: a word, and a sentence.

    Its `choose` returns at a `place`, which stands for the line if there is no other.
    """
    at = f", at {place}" if place else ""
    if isinstance(outcome, Returned):
        if outcome.kind == "str":
            told = f"{CHOOSE} returned {brief(outcome)}, which is no action there"
            return ILLEGAL, told + at
        reason = NO_MOVE if outcome.kind == "none" else ILLEGAL
        return reason, wrong_type(CHOOSE, outcome, AN_ACTION) + at
    if outcome.kind == BANK:
        for frame in outcome.frames[-1:]:
            at = f", at {frame.file}:{frame.line}"
        return BANK, f"the bank of visits was spent within a move{at}"
    call = observation.Observation(CHOOSE, f"{CHOOSE}(game, state)", outcome)
    reason = TIME if outcome.kind in OUT_OF_TIME else EXCEPTION
    return reason, fault_sentence(outcome, call)


def openings(board: Board, count: int, plies: int, seed: object) -> list[Line]:
    """So many openings of a length, each another one as far as there are such.

    They are drawn evenly, move by move, and always the same from one seed; none ends
    the game.
    """
    dice = Random(f"{seed}")  # noqa: S311 - to be repeated
    drawn: dict[Line, None] = {}
    for _ in range(MOST_TRIED):
        line: Line = ()
        while len(line) < plies and (below := board.along(line).below):
            line = (*line, dice.randrange(len(below)))
        if board.along(line).below:
            drawn[line] = None
        if len(drawn) == count:
            break
    return [*drawn]
