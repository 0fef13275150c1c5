"""Lines of play, counted by their length: what chess programmers call perft.

A line is a way from the first state along actions. Those of one length are counted
whether the game is over behind them or not; one that is over earlier has no line of
that length.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from autograder.assignment.questions import Assignment
from autograder.game import Content
from autograder.kinds.game.authors import Played, games_named_by_question
from autograder.kinds.game.question import Rules
from autograder.kinds.onejob import job_of
from autograder.observing.outcome import Fault, Outcome, fault_from_worker, outcomes_of
from autograder.sandbox import forms
from autograder.sandbox.forms import INITIAL
from autograder.sandbox.jobs import NO_TREE, WalkCall
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import rules
from autograder.trees.openspiel import NamedGame, game_of
from autograder.worker import protocol
from autograder.worker.values import brief

MOST_LINES = 10_000_000  # of one length
MOST_PLIES = 100
CHANCE_MOVES = "{}: chance moves in it, and only what players do is counted"


class TooManyLines(rules.BadGame):
    """There are more than MOST_LINES lines of so many `plies`."""

    def __init__(self, plies: int) -> None:
        super().__init__(plies)
        self.plies = plies


@dataclass(frozen=True, slots=True)
class Length:
    """How many lines of one length there are behind each first action, by its name."""

    plies: int
    by_action: tuple[tuple[str, int], ...]

    @property
    def lines(self) -> int:
        """How many there are in all."""
        return sum(count for _, count in self.by_action)


@dataclass(frozen=True, slots=True)
class Play:
    """A game as far as its lines are counted.

    `below` are the states one action on, `width` is how many these are, and `actions`
    are the names of what leads to them, in their order. Where `is_hashed`, the same
    follows from equal states.
    """

    start: Any
    below: Callable[[Any], Sequence[Any]]
    width: Callable[[Any], int]
    actions: Callable[[Any], Sequence[str]]
    is_hashed: bool


def lengths_of_rule_game(
    path: Path, options: Mapping[str, Content], depth: int
) -> Generator[Length, None, None]:
    """The lines of a rule game, whose module this is; as `counted` has them.

    Raises OptionError for an option that the game refuses, and BadGame where its
    module fails.
    """
    with rules.blaming_rules(path):
        game = rules.game_with_options(path, options)
        yield from lengths_of_play(_by_rules(game), depth)


def lengths_of_openspiel_game(
    named: NamedGame, depth: int
) -> Generator[Length, None, None]:
    """The lines of a game of OpenSpiel; as `counted` has them.

    Raises BadGame and OptionError as `unroll` does, and BadGame where chance moves.
    """
    with game_of(named) as game:
        if game.get_type().chance_mode.name != "DETERMINISTIC":
            raise rules.BadGame(CHANCE_MOVES.format(named.name))
        yield from lengths_of_play(_by_openspiel(game), depth)


def lengths_of_question(
    assignment: Assignment, question: Rules, depth: int
) -> Generator[Length, None, None]:
    """The lines of the game that students are asked to write, by actions of theirs.

    As `counted` has them; raises BadGame and OptionError as `played_by` does.
    """
    with games_named_by_question(assignment, question) as game:
        is_hashed = question.game != rules.OPENSPIEL
        yield from lengths_of_play(_by_actions(game, is_hashed=is_hashed), depth)


def lengths_of_play(play: Play, depth: int) -> Generator[Length, None, None]:
    """The lines of 1, 2, …, `depth` plies; it ends where none is so long.

    Raises TooManyLines at the first length that has more than MOST_LINES, and BadGame
    where the rules come to no next state.
    """
    for plies in range(1, depth + 1):
        counting = _Counting(play, plies)
        with rules.requiring_progress(lambda counting=counting: counting.states):  # type: ignore[misc]
            found = counting.length()
        if not found.lines:
            return
        yield found


class _Counting:
    """The lines of one length; what follows from a state is kept where it may be."""

    def __init__(self, play: Play, plies: int) -> None:
        self.states = 0  # that were come to
        self._play = play
        self._plies = plies
        self._lines = 0
        self._kept: dict[tuple[Any, int], int] = {}

    def length(self) -> Length:
        below = self._play.below(self._play.start)
        names = self._play.actions(self._play.start) if below else ()
        counts = [self._behind(state, self._plies - 1) for state in below]
        return Length(self._plies, tuple(zip(names, counts, strict=True)))

    def _behind(self, state: Any, plies: int) -> int:
        """How many lines of so many plies begin in a state."""
        if not plies:
            return self._more(1)
        key = (state, plies) if self._play.is_hashed else None
        if key in self._kept:
            return self._more(self._kept[key])
        self.states += 1
        if plies == 1:
            lines = self._more(self._play.width(state))
        else:
            lines = sum([self._behind(s, plies - 1) for s in self._play.below(state)])
        if key:
            self._kept[key] = lines
        return lines

    def _more(self, count: int) -> int:
        self._lines += count
        if self._lines > MOST_LINES:
            raise TooManyLines(self._plies)
        return count


def _by_rules(game: rules.RuleGame) -> Play:
    """A rule game; where its moves have no names they are called as their states."""

    def names(position: Any) -> tuple[str, ...]:
        below = game.successors(position)
        if rules.can_name_moves(type(game)):
            return rules.moves_of(game, position, len(below))
        return tuple([str(game.label(each)) for each in below])

    return Play(
        start=game.initial(),
        below=game.successors,
        width=lambda position: len(game.successors(position)),
        actions=names,
        is_hashed=True,
    )


def _by_actions(game: Played, *, is_hashed: bool) -> Play:
    """A game whose actions are called as a student's own are."""
    return Play(
        start=game.start,
        below=game.below,
        width=lambda state: len(game.below(state)),
        actions=lambda state: [brief(each) for each in game.position(state).actions],
        is_hashed=is_hashed,
    )


def _by_openspiel(game: Any) -> Play:
    """A game of OpenSpiel, whose states do not say all that follows from them."""
    return Play(
        start=game.new_initial_state(),
        below=lambda state: [state.child(each) for each in state.legal_actions()],
        width=lambda state: len(state.legal_actions()),
        actions=lambda state: [
            state.action_to_string(each) for each in state.legal_actions()
        ],
        is_hashed=False,
    )


SECONDS = 60.0  # of the CPU in which a game is counted, at the least

Division = tuple[tuple[str, int], ...]  # lines of one length by their first action
Watch = Callable[[Division], bool]  # takes a length, and says whether to count the next


@dataclass(frozen=True, slots=True)
class Stopped:
    """Which function kept a length from being counted, and how."""

    function: str
    fault: Fault


class _CountingOracle(Oracle):
    """Asks for one length after the other, to a depth, or until nobody wants more."""

    def __init__(self, depth: int, watch: Watch) -> None:
        super().__init__(NO_TREE)
        self.stopped: tuple[str, Outcome] | None = None
        self._depth, self._watch = depth, watch
        self._asked = 0

    def next_order_frame(self, answer: object) -> bytes:
        """Take in a length, and ask for the next."""
        calls = [["count", self._asked]]
        form = forms.of_order(calls) if self._asked else forms.OPENING
        said = form(answer)
        goes_on = self._take(*said) if self._asked else True
        orders = []
        if goes_on and self._asked < self._depth:
            self._asked += 1
            orders = [[["count", self._asked]]]
        return protocol.job_frame({"orders": orders})

    def _take(self, said: Mapping[str, Any]) -> bool:
        if "error" in said:
            self.stopped = said["function"], fault_from_worker(said["error"])
            return False
        return self._watch(tuple([(action, lines) for action, lines in said["counts"]]))


def count_student_lines(
    sandbox: Sandbox, folder: Path, question: Rules, depth: int, watch: Watch
) -> Stopped | None:
    """Let the game in a folder count its lines of 1, 2, … actions, up to a depth.

    Each length is handed to `watch`; returns what kept the next from being counted.
    """
    counting = _CountingOracle(depth, watch)
    limits = question.limits
    longer = replace(limits, seconds=max(limits.seconds, SECONDS))
    calls = (WalkCall(counting, seven=question.is_tuple),)
    job = job_of(folder, replace(question, limits=longer), calls)
    (outcome,) = outcomes_of(sandbox.run(job), folder, job.limits, 1)
    function, ended = counting.stopped or (INITIAL, outcome)
    return Stopped(function, ended) if isinstance(ended, Fault) else None
