"""Compute what is right of games that students write."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from autograder.answers.faults import ModuleError, loaded_module, shown
from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.errors import FileProblems, OptionError, Problem
from autograder.game import MAX, MIN, Content, Number
from autograder.judging.verdicts import Verdict
from autograder.kinds.game import mistakes as playmistakes
from autograder.kinds.game.answers import (
    MOST_LINES,
    PlayAnswers,
    Position,
    dump,
    games_of,
    path_of,
)
from autograder.kinds.game.question import ANSWERING, VALUE, Line, Rules, Walk
from autograder.kinds.game.words import headline
from autograder.kinds.kind import Onlooker
from autograder.project import REFERENCE
from autograder.text import clean, listed
from autograder.trees import openspiel
from autograder.trees.marked import unknown_key
from autograder.trees.rules import (
    BadGame,
    failure,
    games_near,
    moves_of,
    options_of,
    rules_of,
)
from autograder.worker.written import ACTIONS, MOVER, TERMINAL, UTILITY

NAME = "name"  # among the options of OpenSpiel, which game it is
SHOWN = 300
PLAYERS = (MAX, MIN)
MOST_SOLVED = 100_000  # positions whose value is found
TOO_LARGE = "it has more than {:,} positions, too many for a search that plays on it"
TOO_MANY = "there are more than {:,} lines; shorten them, or give openings (`after`)"
CONSTANT = (
    "{} of these lines is always {}, so that a constant is right; give it no points "
    "here, or take longer lines"
)
NO_LINE = "no line of the game begins with {}"
TO_NOTHING = "no line is so long"


@dataclass(frozen=True, slots=True)
class Played:
    """A game as far as lines are walked: what is right of a state, and what follows."""

    start: Any
    key: Callable[[Any], Any]
    position: Callable[[Any], Position]
    below: Callable[[Any], Sequence[Any]]


def answers_of(assignment: Assignment, tests: Sequence[Walk]) -> PlayAnswers:
    """The positions of all lines of a question's tests.

    Raises FileProblems, with line and column, for a game or an option that there is
    not, rules that fail, too many lines, and lines of which one constant is right.
    """
    question = tests[0].question
    place = question.marks.get("game", (1, 1))
    file = assignment.folder / FILE

    def complain(mark: tuple[int, int], message: str) -> NoReturn:
        raise FileProblems((Problem(file, *mark, clean(message, SHOWN)),))

    try:
        with played_by(assignment, question) as game:
            found = _Table(game).answers(tests)
    except OptionError as fault:
        complain(question.marks.get("options", place), f"{question.game}: {fault}")
    except BadGame as fault:
        complain(place, f"{question.game}: {fault}")
    for test in tests:
        if wrong := _wrong(test, found):
            complain(test.mark, wrong)
    return found


@contextmanager
def played_by(assignment: Assignment, question: Rules) -> Iterator[Played]:
    """The game that a question names.

    Raises OptionError for options that it does not have, and BadGame for a game that
    there is not, or whose rules fail.
    """
    given = dict(question.options)
    if question.game == openspiel.GAME:
        name = given.pop(NAME, None)
        if not isinstance(name, str):
            raise OptionError(NAME, f"{openspiel.GAME} needs a name among its options")
        named = openspiel.NamedGame(name, tuple(given.items()))
        with openspiel.game_of(named) as game:
            yield _of_openspiel(game)
        return
    games = games_near(assignment.folder / FILE)
    if question.game not in games:
        there = listed((*games, openspiel.GAME), len(games) + 1)
        raise BadGame(f"there is no such game; there are {there}")
    path = games[question.game]
    try:
        rules = rules_of(path)
        _check_options(rules, given)
        game = rules(**given)
        yield _of_rules(game)
    except (BadGame, OptionError, FileProblems):
        raise
    except Exception as fault:  # noqa: BLE001 - an instructor's own game may do it
        raise BadGame(failure(fault, path)) from None


def _check_options(rules: Any, given: dict[str, Content]) -> None:
    known = options_of(rules)
    for key in given:
        if key not in known:
            raise OptionError(key, unknown_key(key, tuple(known)))
    missing = tuple(key for key, must in known.items() if must and key not in given)
    if missing:
        raise OptionError(missing[0], f"it needs {listed(missing)}")


def _of_rules(game: Any) -> Played:
    """A rule game; its `actions` are as students write them, else its moves' names."""

    def position(state: Any) -> Position:
        below = game.successors(state)
        if not below:
            return Position(game.label(state), utility=game.utility(state))
        names = _names(game, state, below)
        given = getattr(game, "actions", None)
        actions = tuple(given(state)) if given else names
        if len(actions) != len(below) or len({*actions}) != len(below):
            raise BadGame(f"actions({game.label(state)}): not one for each successor")
        return Position(game.label(state), game.to_move(state), actions, names)

    return Played(game.initial(), game.label, position, game.successors)


def _names(game: Any, state: Any, below: Sequence[Any]) -> tuple[str, ...]:
    if hasattr(game, "moves"):
        return moves_of(game, state, len(below))
    return tuple([str(game.label(each)) for each in below])


def _of_openspiel(game: Any) -> Played:
    """A game of OpenSpiel for two, whose texts do not say all of a state."""
    if game.num_players() != len(PLAYERS):
        raise BadGame("students write games for two players")
    if game.get_type().chance_mode.name != "DETERMINISTIC":
        raise BadGame("chance moves in it, and students write games without")
    kind = game.get_type().utility.name
    if kind != "ZERO_SUM":
        raise BadGame("what one player wins the other does not lose")

    def position(state: Any) -> Position:
        label = "/".join(str(state).splitlines())
        if state.is_terminal():
            return Position(label, utility=_whole(state.returns()[0]))
        names = tuple([state.action_to_string(a) for a in state.legal_actions()])
        return Position(label, PLAYERS[state.current_player()], names, names)

    return Played(
        start=game.new_initial_state(),
        key=lambda state: tuple(state.history()),
        position=position,
        below=lambda state: [state.child(each) for each in state.legal_actions()],
    )


def _whole(number: float) -> Number:
    return int(number) if float(number).is_integer() else number


class _Table:
    """The positions of a game on their way into answers."""

    def __init__(self, game: Played) -> None:
        self._game = game
        self._places: dict[Any, int] = {}
        self._positions: list[Position] = []
        self._states: list[Any] = []

    def answers(self, tests: Sequence[Walk]) -> PlayAnswers:
        self._place(self._game.start)
        level: list[tuple[Line, Any, list[Walk]]] = [((), self._game.start, [*tests])]
        while level:
            level = [each for line in level for each in self._longer(*line)]
            if len(level) > MOST_LINES * len(tests):
                break  # who asks for so many is told below
        if tests[0].question.plays:
            self._solve()
        return PlayAnswers(tuple(self._positions))

    def _solve(self) -> None:
        """Find the values of all positions that lines lead to."""
        values = _Values(self._game)
        for place, state in enumerate(self._states):
            at = self._positions[place]
            if not at.is_over:
                value, best = values.solved(state)
                self._positions[place] = replace(at, value=value, best=best)

    def _longer(
        self, line: Line, state: Any, tests: list[Walk]
    ) -> Iterator[tuple[Line, Any, list[Walk]]]:
        """The lines one action longer that some test goes on to."""
        place = self._place(state)
        at = self._positions[place]
        below = [] if at.is_over else self._game.below(state)
        longer = [(*line, action) for action in at.actions]
        going = [[t for t in tests if t.goes_to(each)] for each in longer]
        if not any(going):
            return
        before = at.below or (-1,) * len(below)
        places = [
            self._place(each) if some else there
            for each, some, there in zip(below, going, before, strict=True)
        ]
        self._positions[place] = replace(at, below=tuple(places))
        for actions, each, some in zip(longer, below, going, strict=True):
            if some:
                yield actions, each, some

    def _place(self, state: Any) -> int:
        key = self._game.key(state)
        if key not in self._places:
            self._places[key] = len(self._positions)
            self._positions.append(self._game.position(state))
            self._states.append(state)
        return self._places[key]


class _Values:
    """Minimax values by position, each found once; BadGame where there are too many."""

    def __init__(self, game: Played) -> None:
        self._game = game
        self._known: dict[Any, Number] = {}

    def solved(self, state: Any) -> tuple[Number, tuple[Content, ...]]:
        """The value of a position in which the game goes on, and its best actions."""
        at = self._game.position(state)
        below = [self._value(each) for each in self._game.below(state)]
        value = max(below) if at.mover == MAX else min(below)
        pairs = zip(at.actions, below, strict=True)
        return value, tuple([action for action, each in pairs if each == value])

    def _value(self, state: Any) -> Number:
        key = self._game.key(state)
        if key not in self._known:
            if len(self._known) >= MOST_SOLVED:
                raise BadGame(TOO_LARGE.format(MOST_SOLVED))
            utility = self._game.position(state).utility
            value = self.solved(state)[0] if utility is None else utility
            self._known[key] = value
        return self._known[key]


def _wrong(test: Walk, answers: PlayAnswers) -> str:
    """Why lines cannot be asked; "" if they can."""
    lines = answers.walked(test)
    if len(lines) > MOST_LINES:
        return TOO_MANY.format(MOST_LINES)
    for opening in test.openings:
        if not any(line.actions == opening for line in lines):
            return NO_LINE.format(", ".join(map(str, opening)))
    judged = [line for line in lines if test.judges(line.actions)]
    if not judged:
        return TO_NOTHING
    positions = [answers.positions[line.position] for line in judged]
    asked = [f for f in (*ANSWERING, VALUE) if f in test.points.facets]
    for facet in asked:
        values = {_value(facet, each) for each in positions} - {None}
        if len(values) < 2 and facet != ACTIONS:
            only = f"{next(iter(values))}" if values else "not asked for"
            return CONSTANT.format(facet, only)
    return ""


def _value(facet: str, position: Position) -> Content:
    """What a function says of a position; None where it is not asked."""
    values: dict[str, Content] = {
        TERMINAL: str(position.is_over),
        MOVER: position.mover or None,
        ACTIONS: position.actions,
        UTILITY: position.utility,
        VALUE: position.value,
    }
    return values[facet]


MESSAGE = 300
NONE_FITS = "reference/{}.py is right with other options (OPTIONS)"


def computed(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """The file of answers of each game, with its text.

    Raises FileProblems, with line and column, as `answers_of` does, and where the
    reference is not right by these answers.
    """
    for name, tests in games_of(assignment).items():
        watch.show(f"the lines of {name}")
        answers = answers_of(assignment, tests)
        path = tests[0].question.places.trusted(
            f"{tests[0].question.module}.py", REFERENCE
        )
        if path.is_file():
            _check_reference(assignment, tests, answers, path)
        yield path_of(assignment, name), dump(answers, tests)


def _check_reference(
    assignment: Assignment, tests: Sequence[Walk], answers: PlayAnswers, path: Path
) -> None:
    """Complain where the reference says something else."""
    question = tests[0].question

    def complain(message: str) -> NoReturn:
        mark = question.marks.get("module", question.marks.get("", (1, 1)))
        raise FileProblems(
            (Problem(assignment.folder / FILE, *mark, clean(message, MESSAGE)),)
        )

    try:
        loaded_module(path)
        right = playmistakes.right_of(question)
    except ModuleError as fault:
        complain(str(fault))
    if right is None:
        complain(NONE_FITS.format(question.module))
    module = right.program.module(question.module)
    for test in tests:
        result = playmistakes.judged_in_process(module, test, answers)
        if result.verdict is not Verdict.CORRECT:
            name = shown(REFERENCE / f"{question.module}.py")
            complain(f"{name}, {test.about}: {headline(result)}")
