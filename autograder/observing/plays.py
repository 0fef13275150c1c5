"""What a student's game says along lines of play, walked in one worker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.answers.plays import PlayAnswers, Position, Reached
from autograder.assignment.plays import (
    ACTION,
    ACTIONS,
    CANONICAL,
    ILLEGAL,
    INITIAL,
    MOVER,
    RESULT,
    TERMINAL,
    UNCHANGED,
    VALUE,
    Walk,
    in_lists,
)
from autograder.game import MAX, MIN, Content
from autograder.observing.observation import (
    LEAST_RECURSION,
    Observation,
    in_own_words,
)
from autograder.observing.outcome import (
    Fault,
    Outcome,
    Returned,
    failed,
    outcomes_of,
    returned,
    split_trace,
)
from autograder.observing.ownsearch import Found, Player, unrolled
from autograder.observing.printed import own_words
from autograder.sandbox import forms
from autograder.sandbox.forms import MOST_NODES
from autograder.sandbox.jobs import NO_TREE, Job, WalkCall
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree
from autograder.worker import protocol
from autograder.worker.protocol import ProtocolError

MOST_REFUSED, MOST_TRIED = 3, 3  # actions tried at a line: that are none, and again
PLAYERS = (MAX, MIN)
LISTS = ("list", "tuple", "set")  # of which actions are taken
WALK = Observation("the game", "the game", Returned("none"))  # what stands for a call


@dataclass(slots=True)
class SeenLine:
    """What came of a line of play.

    `made` is why there is no state behind it, None where there is one. `says` has by
    function what was said of that, `worth` by player. `sort` is a number that equal,
    equally hashed states have, or what kept them from being compared; `listed` is how
    many states a 7-tuple has, and whether this is one of them. `taken` is an action
    that is none, and what came of it in place of a ValueError. `changed` is a function
    that left the state otherwise, "" where none did. `tree` is the game that goes on
    there, or why there is none, and `found` what a search on it says, by facet.
    """

    line: Reached
    made: Outcome | None = None
    says: Mapping[str, Outcome] = field(default_factory=dict)
    worth: Mapping[str, Outcome] = field(default_factory=dict)
    sort: int | Outcome | None = None
    listed: tuple[int, bool] | Outcome | None = None
    taken: tuple[Content, Outcome] | None = None
    changed: str = ""
    tree: GameTree | Fault | None = None
    found: Found = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayObserved:
    """The lines that were walked, how the walk ended, and what was printed.

    `broken` is the line at which it was ended, where it did not come to its end;
    whether that was `walked`, its outcome tells.
    """

    lines: tuple[SeenLine, ...]
    ended: Outcome
    broken: Reached | None = None
    printed: str = ""
    cpu_seconds: float = 0.0

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How the walk ended: that counts for all lines that it did not come to."""
        return (self.ended,)

    @property
    def all_outcomes(self) -> tuple[Outcome, ...]:
        """The same: there are no other calls."""
        return self.outcomes


Order = list[Any]


class Guide(Oracle):
    """Leads a walk along the lines of a test, level by level.

    What is asked of the states of a level is asked before anything goes on from them,
    and it is asked whether a game is over before what its end is worth.
    """

    def __init__(self, test: Walk, answers: PlayAnswers) -> None:
        super().__init__(NO_TREE)
        self.lines = answers.walked(test)
        self.seen: dict[int, SeenLine] = {}
        self.doing: Reached | None = None  # what the worker is at
        self._test, self._positions = test, answers.positions
        asked = test.points.facets
        self._refuses, self._stays = ILLEGAL in asked, UNCHANGED in asked
        self._plays = bool(test.question.plays)
        every = [a for at in answers.positions for a in at.actions]
        self._actions = tuple(dict.fromkeys(every))
        self._batches = self._all_batches()
        self._waiting: list[tuple[int, Order]] = []
        self._has_begun = False
        lists = test.question.is_tuple and CANONICAL in asked
        self._forms = forms.of_orders(sorts=CANONICAL in asked, lists=lists)

    def step(self, answer: object) -> bytes:
        """Take in what came of an order; behind the last of a batch the next comes."""
        if self._waiting:
            number, (name, *_) = self._waiting.pop(0)
            TAKEN_IN[name](self, number, self._forms[name](answer))
        elif self._has_begun:
            raise ProtocolError("it told of a line of play that was not asked for")
        else:
            forms.OPENING(answer)
        self._has_begun = True
        if self._waiting:
            self._next()
            return b""
        self._waiting = next(self._batches, [])[::1]
        self._next()
        return protocol.job_frame({"orders": [order for _, order in self._waiting]})

    def _next(self) -> None:
        self.doing = self.lines[self._waiting[0][0]] if self._waiting else None

    def position(self, line: Reached) -> Position:
        """What is right behind a line."""
        return self._positions[line.position]

    def _all_batches(self) -> Iterator[list[tuple[int, Order]]]:
        level: list[int] = [0]
        before: list[int] = []
        while level:
            yield [(number, self._reach(number)) for number in level]
            reached = [n for n in level if self.seen[n].made is None]
            more = [(n, order) for n in reached for order in self._asks(n)]
            if before:
                more.append((before[0], ["forget", before]))
            if more:
                yield more
            are_there = set(reached)
            after = range(level[-1] + 1, len(self.lines))
            length = len(self.lines[level[0]].actions) + 1
            level = [
                number
                for number in after
                if len(self.lines[number].actions) == length
                if self.lines[number].parent in are_there
            ]
            before = reached

    def _reach(self, number: int) -> Order:
        line = self.lines[number]
        if not line.actions:
            return ["begin", number]
        return ["go_on", number, line.parent, in_lists(line.actions[-1])]

    def _asks(self, number: int) -> Iterator[Order]:
        """What is asked of a state once it has said which actions there are."""
        line = self.lines[number]
        at = self.position(line)
        if at.is_over:
            yield ["utility", number]
        if not self._test.judges(line.actions):
            return
        if self._plays and not at.is_over:
            yield ["unroll", number, MOST_NODES]
        if self._refuses and (none := self._illegal(line)):
            yield ["refuses", number, in_lists(none)]
        if self._stays:
            yield ["stays", number, in_lists(at.actions[:MOST_TRIED])]

    def _illegal(self, line: Reached) -> tuple[Content, ...]:
        """Actions of other positions, that of the line's own last move first."""
        legal = self.position(line).actions
        first = line.actions[-1:]
        others = dict.fromkeys((*first, *self._actions))
        return tuple([each for each in others if each not in legal][:MOST_REFUSED])

    def take_state(self, number: int, answer: dict[str, Any]) -> None:
        """What is said of a state."""
        seen = SeenLine(self.lines[number])
        self.seen[number] = seen
        if "made" in answer:
            seen.made = outcome_of(answer["made"])
            return
        said = (TERMINAL, MOVER, ACTIONS)
        seen.says = {each: outcome_of(answer[each]) for each in said}
        sort, listed = answer.get("class"), answer.get("listed")
        seen.sort = outcome_of(sort) if isinstance(sort, dict) else sort
        if listed is not None:
            is_fault = isinstance(listed, dict)
            seen.listed = outcome_of(listed) if is_fault else (listed[0], listed[1])

    def take_worth(self, number: int, answer: dict[str, Any]) -> None:
        """What an end is worth."""
        self.seen[number].worth = {p: outcome_of(answer[p]) for p in PLAYERS}

    def take_refusal(self, number: int, answer: dict[str, Any]) -> None:
        """Whether actions that are none were refused."""
        if not answer:
            return
        actions, place = self._illegal(self.lines[number]), answer["action"]
        if place >= len(actions):
            forms.refuse()
        self.seen[number].taken = (actions[place], outcome_of(answer["illegal"]))

    def take_change(self, number: int, answer: dict[str, Any]) -> None:
        """Which function has left a state changed."""
        self.seen[number].changed = answer["changed"]

    def take_game(self, number: int, answer: dict[str, Any]) -> None:
        """The game that goes on behind a line."""
        self.seen[number].tree = unrolled(answer)

    def take_nothing(self, number: int, answer: dict[str, Any]) -> None:
        """Nothing is told of what was forgotten."""


TAKEN_IN = {
    "begin": Guide.take_state,
    "go_on": Guide.take_state,
    "utility": Guide.take_worth,
    "refuses": Guide.take_refusal,
    "stays": Guide.take_change,
    "unroll": Guide.take_game,
    "forget": Guide.take_nothing,
}


def outcome_of(sent: Any) -> Outcome:
    """What a function said, as a worker sent it."""
    if type(sent) is bool:
        return Returned("bool", text=str(sent))
    if type(sent) is str:
        return Returned("str", text=sent)
    return failed(sent["error"]) if "error" in sent else returned(sent)


def items_of(said: Outcome) -> tuple[Content, ...] | None:
    """What a list, a tuple or a set held; None of all else."""
    return said.items if isinstance(said, Returned) and said.kind in LISTS else None


def searched(lines: Iterable[SeenLine], player: Player) -> None:
    """Let a search play on each game that was unrolled."""
    for seen in lines:
        if isinstance(seen.tree, Fault):
            seen.found = {VALUE: seen.tree, ACTION: seen.tree}
        elif seen.tree is not None:
            seen.found = player(seen.tree)


def observe(
    sandbox: Sandbox,
    folder: Path,
    test: Walk,
    answers: PlayAnswers,
    player: Player | None = None,
) -> PlayObserved:
    """Walk along the lines of a test in one worker; the player plays behind them."""
    guide = Guide(test, answers)
    question = test.question
    job = Job(
        folder=folder,
        module=question.module,
        calls=(
            WalkCall(
                guide,
                sorts=CANONICAL in test.points.facets,
                seven=question.is_tuple,
            ),
        ),
        limits=question.limits,
        recursion_limit=LEAST_RECURSION,
    )
    ended = sandbox.run(job)
    (outcome,) = outcomes_of(ended, folder, job.limits, 1)

    def own(text: str) -> str:
        return own_words(text, folder, sandbox.folder)

    printed, _ = split_trace(ended.output)
    if player is not None:
        searched(guide.seen.values(), player)
    return PlayObserved(
        lines=tuple([guide.seen[number] for number in sorted(guide.seen)]),
        ended=in_own_words(outcome, own),
        broken=guide.doing,
        printed=own(printed),
        cpu_seconds=ended.cpu_seconds,
    )


def unobserved(outcome: Outcome) -> PlayObserved:
    """What stands for a walk that is not made."""
    return PlayObserved((), outcome)


def call_of(function: str) -> Observation:
    """A call of a function of the game, for whoever says what came of it."""
    given = SIGNATURES.get(function, "")
    return Observation(function, f"{function}({given})", Returned("none"))


SIGNATURES = {
    INITIAL: "",
    RESULT: "state, action",
    TERMINAL: "state",
    MOVER: "state",
    ACTIONS: "state",
    "utility": "state, player",
    VALUE: "game, state",
    ACTION: "game, state",
}
