"""What a student's game says along lines of play, walked in one worker."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, compress, count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from autograder.answers import program
from autograder.answers.board import game_root_and_visits
from autograder.assignment.questions import Question
from autograder.assignment.signature import TEXTBOOK
from autograder.game import MAX, MIN, Content
from autograder.kinds.game.question import (
    ACTION,
    CANONICAL,
    ILLEGAL,
    UNCHANGED,
    VALUE,
    PlayAnswers,
    Position,
    Reached,
    Rules,
    Walk,
)
from autograder.kinds.onejob import job_of, outcomes_and_prints
from autograder.observing.observation import Observation, observe
from autograder.observing.outcome import (
    UNPLAYABLE,
    Fault,
    Outcome,
    Returned,
    RunOfTest,
    fault_from_worker,
    value_from_worker,
)
from autograder.sandbox import forms
from autograder.sandbox.forms import (
    ACTIONS,
    INITIAL,
    MOST_NODES,
    MOVER,
    RESULT,
    TERMINAL,
    UTILITY,
    refuse,
)
from autograder.sandbox.jobs import NO_TREE, Ended, Job, WalkCall
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.marked import in_lists
from autograder.trees.tree import GameTree, Node
from autograder.worker import protocol
from autograder.worker.protocol import LETTERS, MOST_PLIES, STATES, ProtocolError

PLAYERS = (MAX, MIN)
SEARCH = "minimax_search"
LARGE = f"the game that goes on there does not end within {MOST_NODES:,} states"
LONG = "the names of the actions behind it are too long to be told"
TOO_MANY = {STATES: LARGE, LETTERS: LONG}
TURN = f'a state behind it has to_move say {{}}; expected "{MAX}" or "{MIN}"'
WORTH = "a state behind it has utility say {}; expected a number"
ABSENT = (
    "there is no {}.py, and the right one is on the platform alone: hand yours in, or "
    "this is graded there"
)

Found = Mapping[str, Outcome]  # what a search says, by facet
Player = Callable[[GameTree], Found]


class _Unplayable(Exception):  # noqa: N818 - a finding
    """What a function says of a state, with which nothing can play."""


def unrolled_tree(answer: Mapping[str, Any]) -> GameTree | Fault:
    """The tree that a worker sent, or why there is none; ProtocolError if it lacks any.

    The form of what it sent was checked: nodes come each before those below it.
    """
    if "error" in answer:
        return fault_from_worker(answer["error"])
    if "more" in answer:
        return Fault(UNPLAYABLE, TOO_MANY[answer["more"]])
    nodes: list[Node] = []
    try:
        _add_node(nodes, iter(answer["nodes"]), 0)
    except _Unplayable as why:
        return Fault(UNPLAYABLE, str(why))
    return GameTree(tuple(nodes))


def _add_node(nodes: list[Node], sent: Iterator[Any], depth: int) -> int:
    """Add the next node that was sent, and all below it; its place."""
    if depth > MOST_PLIES:
        raise _Unplayable(LARGE)
    mover, more = next(sent, None) or refuse()
    place = len(nodes)
    label = f"s{place}"
    if mover is None:
        worth = value_from_worker(more)
        if worth.number is None:
            raise _Unplayable(WORTH.format(worth))
        nodes.append(Node(label, MAX, utility=worth.number))
        return place
    turn = str(value_from_worker(mover))
    if turn not in PLAYERS:
        raise _Unplayable(TURN.format(turn))
    moves = _distinct(more)
    nodes.append(Node(label, turn))
    children = tuple([_add_node(nodes, sent, depth + 1) for _ in moves])
    nodes[place] = Node(label, turn, children, moves=moves)
    return place


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Names of actions, of which one that was there before has a number."""
    distinct: dict[str, None] = {}
    for name in names:
        numbered = (f"{name} #{number}" for number in count(len(distinct)))
        distinct[next(n for n in chain([name], numbered) if n not in distinct)] = None
    return tuple(distinct)


def of_student(sandbox: Sandbox, folder: Path, rules: Rules) -> Player:
    """The search that was handed in, in a worker of its own for each tree."""
    question = Question(rules.plays, rules.plays, SEARCH, limits=rules.limits)

    def play(tree: GameTree) -> Found:
        outcomes = observe(sandbox, folder, question, tree).outcomes
        return dict(zip((VALUE, ACTION), outcomes, strict=False))

    return play


def of_reference(text: str) -> Player:
    """The search of a trusted program's text, in this process."""
    module = program.parse(text).module(SEARCH)
    functions = dict(TEXTBOOK)

    def play(tree: GameTree) -> Found:
        game, root, _ = game_root_and_visits(tree)
        value = getattr(module, functions[tree.root.to_move])(game, root)
        action = getattr(module, SEARCH)(game, root)
        return {
            VALUE: Returned("number", value),
            ACTION: Returned("str", text=str(action)),
        }

    return play


def of_nobody(rules: Rules) -> Player:
    """What stands for the search where there is neither."""
    fault = Fault("module", ABSENT.format(rules.plays))
    return lambda _: {VALUE: fault, ACTION: fault}


MOST_REFUSED, MOST_TRIED = 3, 3  # actions tried at a line: that are none, and again
LISTS = ("list", "tuple", "set")  # of which actions are taken


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

    @property
    def answers(self) -> tuple[Mapping[str, Outcome], ...]:
        """All that was answered there."""
        return self.says, self.worth, self.found


@dataclass(frozen=True, slots=True)
class PlayObserved(RunOfTest):
    """The lines that were walked, how the walk ended, and what was printed.

    `broken` is the line at which it was ended, where it did not come to its end;
    whether that was `walked`, its outcome tells.
    """

    lines: tuple[SeenLine, ...]
    ended: Outcome
    broken: Reached | None = None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How the walk ended: that counts for all lines that it did not come to."""
        return (self.ended,)


class _Order(NamedTuple):
    """A few calls, the line that they are made for, and who takes in their answers."""

    line: int
    calls: list[list[Any]]  # each a function, the number of a state, and more
    take: Callable[[list[Any]], None]


@dataclass(slots=True)
class _Tried:
    """An action that is tried: the number of the state behind it, or what came instead.

    `changed` tells whether the state before it was changed by that. None is a state
    where functions take it for one; else a `return` is missing.
    """

    number: int
    is_made: bool = False
    instead: Any = None
    changed: bool = False


class Guide(Oracle):
    """Leads a walk along the lines of a test, level by level.

    What is asked of the states of a level is asked before anything goes on from them,
    and it is asked whether a game is over before what its end is worth. Actions that
    are right and actions that are none are tried by calls of one form, in an order that
    does not tell which are which.
    """

    def __init__(self, test: Walk, answers: PlayAnswers) -> None:
        super().__init__(NO_TREE)
        self.lines = answers.lines_of_test(test)
        self.seen: dict[int, SeenLine] = {}
        self.doing: Reached | None = None  # what the worker is at
        self._test, self._positions = test, answers.positions
        asked = test.points.facets
        self._refuses, self._stays = ILLEGAL in asked, UNCHANGED in asked
        self._sorts, self._plays = CANONICAL in asked, bool(test.question.plays)
        every = [a for at in answers.positions for a in at.actions]
        self._actions = tuple(dict.fromkeys(every))
        places = [*enumerate(self.lines)]
        self._judged = {place for place, line in places if test.judges(line.actions)}
        self._longer = defaultdict[int, dict[Content, int]](dict)  # by line and action
        for place, line in places[1:]:
            self._longer[line.parent][line.actions[-1]] = place
        self._numbers = count()
        self._states: dict[int, int] = {}  # their numbers, by line
        self._tried: dict[int, dict[Content, _Tried]] = {}  # likewise
        self._none: dict[int, tuple[Content, ...]] = {}  # those that are none
        self._offered: dict[int, Any] = {}  # what `actions` said at first, likewise
        self._dice = Random(repr(self.lines))  # noqa: S311 - the same each time
        self._batches = filter(None, self._all_batches())
        self._waiting: deque[_Order] = deque()
        self._has_begun = False

    def next_order_frame(self, answer: object) -> bytes:
        """Take in what came of an order; behind the last of a batch the next comes."""
        if self._waiting:
            order = self._waiting.popleft()
            order.take(forms.of_order(order.calls)(answer))
        elif self._has_begun:
            raise ProtocolError("it told of a line of play that was not asked for")
        else:
            forms.OPENING(answer)
        self._has_begun = True
        reply = b""
        if not self._waiting:
            self._waiting = deque(next(self._batches, ()))
            orders = [order.calls for order in self._waiting]
            reply = protocol.job_frame({"orders": orders})
        self.doing = self.lines[self._waiting[0].line] if self._waiting else None
        return reply

    def _at(self, place: int) -> Position:
        """What is right behind a line."""
        return self._positions[self.lines[place].position]

    def _all_batches(self) -> Iterator[list[_Order]]:
        first = _Tried(next(self._numbers))
        yield [_Order(0, [[INITIAL, first.number]], partial(self._take_made, first, 0))]
        before: list[int] = []
        level, begun = [place for place in (0,) if place in self._states], 0
        while level or before:
            yield [self._asks(place) for place in level]
            yield [order for place in before for order in self._looks_back(place)]
            now = next(self._numbers)
            if spare := {*range(begun, now)} - {*self._states.values()}:
                calls = [["forget", *spare]]
                yield [_Order((level or before)[0], calls, lambda _: None)]
            level = [place for place in level if place in self._states]
            yield [order for place in level for order in self._goes_on(place)]
            longer = [n for place in level for n in self._longer[place].values()]
            before, begun = level, now
            level = [place for place in longer if place in self._states]

    def _asks(self, place: int) -> _Order:
        """What is asked of a state before anything else."""
        asked = [TERMINAL, MOVER, ACTIONS]
        if self._sorts:
            asked += ["class", "listed"] if self._test.question.is_tuple else ["class"]
        calls = [[each, self._states[place]] for each in asked]
        return _Order(place, calls, partial(self._take_said, place))

    def _goes_on(self, place: int) -> Iterator[_Order]:
        """What is asked of a state once it has said which actions there are."""
        number, is_over = self._states[place], self._at(place).is_over
        if is_over:
            calls = [[UTILITY, number, player] for player in PLAYERS]
            yield _Order(place, calls, partial(self._take_worth, place))
        if self._plays and not is_over and place in self._judged:
            calls = [["unroll", number, MOST_NODES]]
            yield _Order(place, calls, partial(self._take_game, place))
        longer, none = self._longer[place], self._illegal(place)
        tried = [*dict.fromkeys((*longer, *self._again(place), *none))]
        self._dice.shuffle(tried)
        self._none[place] = none
        self._tried[place] = {action: _Tried(next(self._numbers)) for action in tried}
        for action, each in self._tried[place].items():
            take = partial(self._take_made, each, longer.get(action))
            calls = [[RESULT, each.number, number, in_lists(action)]]
            yield _Order(longer.get(action, place), calls, take)

    def _looks_back(self, place: int) -> Iterator[_Order]:
        """What is asked of a state again, and of what came of actions that are none."""
        number, tried = self._states[place], self._tried[place]
        longer = self._longer[place]
        for action in self._none[place]:
            each = tried[action]
            if each.is_made:
                take = partial(self._take_taken, place, action)
                yield _Order(place, [["show", each.number]], take)
                break
            if each.instead.get("refused") is not True:
                self._take_taken(place, action, [each.instead])
                break
        if self._stays and place in self._judged:
            again = {action: next(self._numbers) for action in self._again(place)}
            calls = [[ACTIONS, number]]
            calls += [[RESULT, n, number, in_lists(a)] for a, n in again.items()]
            calls += [[ACTIONS, second] for second in again.values()]
            calls += [[ACTIONS, tried[a].number] for a in again if a not in longer]
            yield _Order(place, calls, partial(self._take_again, place))

    def _again(self, place: int) -> tuple[Content, ...]:
        """Right actions that are tried whether a line goes on with them or not."""
        is_tried = (self._stays or self._refuses) and place in self._judged
        return self._at(place).actions[:MOST_TRIED] if is_tried else ()

    def _illegal(self, place: int) -> tuple[Content, ...]:
        """Actions of other positions, that of the line's own last move first."""
        if not (self._refuses and place in self._judged):
            return ()
        legal = self._at(place).actions
        first = self.lines[place].actions[-1:]
        others = dict.fromkeys((*first, *self._actions))
        return tuple([each for each in others if each not in legal][:MOST_REFUSED])

    def _take_made(self, tried: _Tried, place: int | None, answers: list[Any]) -> None:
        """The state behind an action, which a line may go on with."""
        tried.instead, tried.changed = _unmarked(answers[0])
        tried.is_made = "error" not in tried.instead
        if place is not None and tried.instead:
            made = outcome_of(tried.instead)
            self.seen[place] = SeenLine(self.lines[place], made=made)
        if place is not None and tried.is_made:
            self._states[place] = tried.number

    def _take_said(self, place: int, answers: list[Any]) -> None:
        """What is said of a state."""
        over, mover, marked, *more = answers
        actions, changed = _unmarked(marked)
        self._offered[place] = actions
        told = (_unmarked(over)[0], _unmarked(mover)[0], actions)
        says = dict(zip((TERMINAL, MOVER, ACTIONS), map(outcome_of, told), strict=True))
        is_none = place in self.seen
        if is_none and any(isinstance(each, Fault) for each in says.values()):
            del self._states[place]
            return
        seen = self.seen[place] = SeenLine(self.lines[place], says=says)
        is_wrong = changed and self._stays and place in self._judged
        seen.changed = ACTIONS if is_wrong else ""
        if more:
            sort, *listed = more
            seen.sort = outcome_of(sort) if isinstance(sort, dict) else sort
            for each in listed:
                is_fault = isinstance(each, dict)
                seen.listed = outcome_of(each) if is_fault else (each[0], each[1])

    def _take_taken(self, place: int, action: Content, answers: list[Any]) -> None:
        """What came of an action that is none, in place of a ValueError."""
        self.seen[place].taken = action, outcome_of(answers[0])

    def _take_again(self, place: int, answers: list[Any]) -> None:
        """Whether a function has changed a state, or answers otherwise now."""
        seen, tried = self.seen[place], self._tried[place]
        again, longer = self._again(place), self._longer[place]
        (actions, changed), *more = map(_unmarked, answers)
        results, said = more[: len(again)], [told for told, _ in more[len(again) :]]
        first = iter(said[len(again) :])  # of states that no line goes on from
        then = [
            self._offered.get(longer[each]) if each in longer else next(first)
            for each in again
        ]
        was_made = [tried[action].is_made for action in again]
        is_made = ["error" not in told for told, _ in results]
        if seen.changed or changed:
            seen.changed = ACTIONS
        elif any(tried[action].changed for action in again) or any(
            changed for _, changed in results
        ):
            seen.changed = RESULT
        elif actions != self._offered[place]:
            seen.changed = ACTIONS
        elif [*compress(said, is_made)] != [*compress(then, was_made)]:
            seen.changed = RESULT

    def _take_worth(self, place: int, answers: list[Any]) -> None:
        """What an end is worth."""
        told = [outcome_of(_unmarked(each)[0]) for each in answers]
        self.seen[place].worth = dict(zip(PLAYERS, told, strict=True))

    def _take_game(self, place: int, answers: list[Any]) -> None:
        """The game that goes on behind a line."""
        self.seen[place].tree = unrolled_tree(answers[0])


def _unmarked(answer: Any) -> tuple[Any, bool]:
    """What came of a call, and whether it has changed the state that it was given."""
    is_marked = type(answer) is dict and [*answer] == ["changed"]
    return (answer["changed"], True) if is_marked else (answer, False)


def outcome_of(sent: Any) -> Outcome:
    """What a function said, as a worker sent it."""
    if type(sent) is bool:
        return Returned("bool", text=str(sent))
    if type(sent) is str:
        return Returned("str", text=sent)
    return (
        fault_from_worker(sent["error"]) if "error" in sent else value_from_worker(sent)
    )


def items_of(said: Outcome) -> tuple[Content, ...] | None:
    """What a list, a tuple or a set held; None of all else."""
    return said.items if isinstance(said, Returned) and said.kind in LISTS else None


def let_player_search(lines: Iterable[SeenLine], player: Player) -> None:
    """Let a search play on each game that was unrolled."""
    for seen in lines:
        if isinstance(seen.tree, Fault):
            seen.found = {VALUE: seen.tree, ACTION: seen.tree}
        elif seen.tree is not None:
            seen.found = player(seen.tree)


def walk(
    sandbox: Sandbox,
    folder: Path,
    test: Walk,
    answers: PlayAnswers,
    player: Player | None = None,
) -> tuple[Job, Callable[[Ended], PlayObserved]]:
    """A job that walks along the lines of a test, and what is seen at its end."""
    guide = Guide(test, answers)
    question = test.question
    job = job_of(folder, question, (WalkCall(guide, seven=question.is_tuple),))

    def seen(ended: Ended) -> PlayObserved:
        (outcome,), printed = outcomes_and_prints(sandbox, job, ended)
        if player is not None:
            let_player_search(guide.seen.values(), player)
        return PlayObserved(
            lines=tuple([guide.seen[number] for number in sorted(guide.seen)]),
            ended=outcome,
            broken=guide.doing,
            printed=printed,
            cpu_seconds=ended.cpu_seconds,
        )

    return job, seen


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
    UTILITY: "state, player",
    VALUE: "game, state",
    ACTION: "game, state",
}
