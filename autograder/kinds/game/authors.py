"""Compute what is right of games that students write."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from autograder.answers import board, program
from autograder.answers.file import answers_path, grouped_tests
from autograder.answers.program import Program
from autograder.assignment.questions import VISIBLE, Assignment
from autograder.assignment.reading import FILE
from autograder.authoring.lazy import Paid, Payroll, most_points
from autograder.authoring.misconceptions import Right
from autograder.errors import FileProblems, OptionError, Problem
from autograder.game import MAX, MIN, Content, Number
from autograder.judging.verdicts import Verdict
from autograder.kinds import caught
from autograder.kinds.caught import Caught, Question, caught_mistakes
from autograder.kinds.game.judging import PlayResult, judge, utility_of
from autograder.kinds.game.observing import (
    Guide,
    PlayObserved,
    let_player_search,
    of_reference,
)
from autograder.kinds.game.question import (
    GAME,
    MOST_LINES,
    NORMAL_PLAY,
    VALUE,
    Line,
    PlayAnswers,
    Position,
    Rules,
    Walk,
    dump_answers,
    load_answers,
)
from autograder.kinds.game.words import headline
from autograder.kinds.kind import Onlooker
from autograder.observing.outcome import TIMEOUT, Fault, Returned
from autograder.project import REFERENCE
from autograder.sandbox.forms import FUNCTIONS, MOVER, TERMINAL, UTILITY
from autograder.text import clean, count_text, listed
from autograder.trees import openspiel
from autograder.trees.rules import (
    OPENSPIEL,
    BadGame,
    blaming_rules,
    game_with_options,
    games_near,
    moves_of,
)
from autograder.worker.protocol import SIZE
from autograder.worker.submission import Missing, kind_of
from autograder.worker.walking import Talk, obey_orders

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
    try:
        with games_named_by_question(assignment, question) as game:
            answers = _Table(game).answers(tests)
    except OptionError as fault:
        place = question.marks.get("options", place)
        raise _problem(assignment, place, f"{question.game}: {fault}") from None
    except BadGame as fault:
        raise _problem(assignment, place, f"{question.game}: {fault}") from None
    for test in tests:
        if wrong := _wrong(test, answers):
            raise _problem(assignment, test.mark, wrong)
    return answers


def _problem(
    assignment: Assignment, mark: tuple[int, int], message: str
) -> FileProblems:
    file = assignment.folder / FILE
    return FileProblems((Problem(file, *mark, clean(message, SHOWN)),))


@contextmanager
def games_named_by_question(
    assignment: Assignment, question: Rules
) -> Iterator[Played]:
    """The game that a question names.

    Raises OptionError for options that it does not have, and BadGame for a game that
    there is not, or whose rules fail.
    """
    given = dict(question.options)
    if question.game == OPENSPIEL:
        with openspiel.game_of(openspiel.named_game(given)) as game:
            yield _of_openspiel(game)
        return
    games = games_near(assignment.folder / FILE)
    if question.game not in games:
        there = listed((*games, OPENSPIEL), len(games) + 1)
        raise BadGame(f"there is no such game; there are {there}")
    path = games[question.game]
    with blaming_rules(path):
        yield _of_rules(game_with_options(path, given))


def _of_rules(game: Any) -> Played:
    """A rule game; its `actions` are as students write them, else its moves' names."""

    def position(state: Any) -> Position:
        below = game.successors(state)
        if not below:
            return Position(game.label(state), utility=game.utility(state))
        if hasattr(game, "moves"):
            names = moves_of(game, state, len(below))
        else:
            names = tuple([str(game.label(each)) for each in below])
        given = getattr(game, "actions", None)
        actions = tuple(given(state)) if given else names
        if len(actions) != len(below) or len({*actions}) != len(below):
            raise BadGame(f"actions({game.label(state)}): not one for each successor")
        return Position(game.label(state), game.to_move(state), actions, names)

    return Played(game.initial(), game.label, position, game.successors)


def _of_openspiel(game: Any) -> Played:
    """A game of OpenSpiel for two, whose texts do not say all of a state."""
    if game.num_players() != len(PLAYERS):
        raise BadGame("students write games for two players")
    if game.get_type().chance_mode.name != "DETERMINISTIC":
        raise BadGame("chance moves in it, and students write games without")
    if game.get_type().utility.name != "ZERO_SUM":
        raise BadGame("what one player wins the other does not lose")

    def position(state: Any) -> Position:
        label = "/".join(str(state).splitlines())
        if state.is_terminal():
            worth = state.returns()[0]
            is_whole = float(worth).is_integer()
            return Position(label, utility=int(worth) if is_whole else worth)
        names = tuple([state.action_to_string(a) for a in state.legal_actions()])
        return Position(label, PLAYERS[state.current_player()], names, names)

    return Played(
        start=game.new_initial_state(),
        key=lambda state: tuple(state.history()),
        position=position,
        below=lambda state: [state.child(each) for each in state.legal_actions()],
    )


class _Table:
    """The positions of a game on their way into answers."""

    def __init__(self, game: Played) -> None:
        self._game = game
        self._places: dict[Any, int] = {}
        self._positions: list[Position] = []
        self._states: list[Any] = []
        self._values: dict[Any, Number] = {}  # minimax values, each found once

    def answers(self, tests: Sequence[Walk]) -> PlayAnswers:
        self._place(self._game.start)
        level: list[tuple[Line, Any, list[Walk]]] = [((), self._game.start, [*tests])]
        while level:
            level = [each for line in level for each in self._longer(*line)]
            if len(level) > MOST_LINES * len(tests):
                break  # who asks for so many is told below
        if tests[0].question.plays:
            for place, state in enumerate(self._states):
                at = self._positions[place]
                if not at.is_over:
                    value, best = self._solved(state)
                    self._positions[place] = replace(at, value=value, best=best)
        return PlayAnswers(tuple(self._positions))

    def _longer(
        self, line: Line, state: Any, tests: list[Walk]
    ) -> Iterator[tuple[Line, Any, list[Walk]]]:
        """The lines one action longer that some test goes on to."""
        place = self._place(state)
        at = self._positions[place]
        below = [] if at.is_over else self._game.below(state)
        longer = [(*line, action) for action in at.actions]
        going = [[t for t in tests if t.leads_to_judged(each)] for each in longer]
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

    def _solved(self, state: Any) -> tuple[Number, tuple[Content, ...]]:
        """The value of a position in which the game goes on, and its best actions."""
        at = self._game.position(state)
        below = [self._value(each) for each in self._game.below(state)]
        value = max(below) if at.mover == MAX else min(below)
        pairs = zip(at.actions, below, strict=True)
        return value, tuple([action for action, each in pairs if each == value])

    def _value(self, state: Any) -> Number:
        key = self._game.key(state)
        if key not in self._values:
            if len(self._values) >= MOST_SOLVED:
                raise BadGame(TOO_LARGE.format(MOST_SOLVED))
            utility = self._game.position(state).utility
            value = self._solved(state)[0] if utility is None else utility
            self._values[key] = value
        return self._values[key]


def _wrong(test: Walk, answers: PlayAnswers) -> str:
    """Why lines cannot be asked; "" if they can."""
    lines = answers.lines_of_test(test)
    if len(lines) > MOST_LINES:
        return TOO_MANY.format(MOST_LINES)
    for opening in test.openings:
        if not any(line.actions == opening for line in lines):
            return NO_LINE.format(", ".join(map(str, opening)))
    judged = [line for line in lines if test.judges(line.actions)]
    if not judged:
        return TO_NOTHING
    positions = [answers.positions[line.position] for line in judged]
    values: dict[str, set[Any]] = {
        TERMINAL: {str(each.is_over) for each in positions},
        MOVER: {each.mover for each in positions} - {""},
        UTILITY: {each.utility for each in positions} - {None},
        VALUE: {each.value for each in positions} - {None},
    }
    for facet, each in values.items():
        if facet in test.points.facets and len(each) < 2:
            only = f"{next(iter(each))}" if each else "not asked for"
            return CONSTANT.format(facet, only)
    return ""


NONE_FITS = "reference/{}.py is right with other options (OPTIONS)"


def answer_files(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """The file of answers of each game, with its text.

    Raises FileProblems, with line and column, as `answers_of` does, and where the
    reference is not right by these answers.
    """
    for name, tests in grouped_tests(assignment, Walk).items():
        watch.show(f"the lines of {name}")
        answers, question = answers_of(assignment, tests), tests[0].question
        path = question.places.trusted_path(f"{question.module}.py", REFERENCE)
        if path.is_file() and (wrong := _wrong_reference(tests, answers, path)):
            mark = question.marks.get("module", question.marks.get("", (1, 1)))
            raise _problem(assignment, mark, wrong)
        yield answers_path(assignment, question), dump_answers(answers, tests)


def _wrong_reference(tests: Sequence[Walk], answers: PlayAnswers, path: Path) -> str:
    """What the reference says that the answers do not; "" where it is right."""
    question = tests[0].question
    try:
        board.loaded_module(path)
        right = reference_game(question)
    except board.ModuleError as fault:
        return str(fault)
    if right is None:
        return NONE_FITS.format(question.module)
    module = right.program.module(question.module)
    for test in tests:
        result = judged_in_process(module, test, answers)
        if result.verdict is not Verdict.CORRECT:
            name = board.shown_path(REFERENCE / f"{question.module}.py")
            return f"{name}, {test.about}: {headline(result)}"
    return ""


OPTIONS = "OPTIONS"  # what a right game may say of itself


class _Here(Talk):
    """A talk with a guide in this process."""

    def __init__(self, guide: Guide) -> None:
        super().__init__(-1, -1)
        self._guide, self._reply = guide, b""

    def orders(self) -> list[list[Any]]:
        found: list[list[Any]] = json.loads(self._reply[SIZE.size :])["orders"]
        return found

    def answer(self, answer: Any) -> None:
        self._reply = (
            self._guide.next_order_frame(json.loads(json.dumps(answer))) or self._reply
        )


def judged_in_process(
    module: ModuleType, test: Walk, answers: PlayAnswers
) -> PlayResult:
    """The result of a trusted program's game in a test, walked in this process."""
    guide = Guide(test, answers)
    question, seven = test.question, test.question.is_tuple

    def described(error: BaseException) -> dict[str, Any]:
        missing = error if isinstance(error, Missing) else None
        return {
            "kind": missing.kind if missing else kind_of(error),
            "stage": "call",
            "type": type(error).__name__,
            "message": str(missing) if missing else "",
            "near": [*missing.near] if missing else [],
            "frames": [],
        }

    ended: Returned | Fault = Returned("none")
    try:
        board.result_in_time(
            question.limits.wall_seconds,
            lambda: obey_orders(_Here(guide), module, described, seven=seven),
        )
    except board.TookTooLong:
        ended = Fault(TIMEOUT)
    lines = tuple([guide.seen[number] for number in sorted(guide.seen)])
    if question.plays:
        path = question.places.trusted_path(f"{question.plays}.py", REFERENCE)
        let_player_search(lines, of_reference(path.read_text(encoding="utf-8")))
    return judge(test, answers, PlayObserved(lines, ended, guide.doing))


def reference_game(question: Rules) -> Right | None:
    """The reference's game; None where there is none with these options.

    One may say in OPTIONS with which options it is right. The project has some where
    the last move wins, too.
    """
    module = f"{question.module}.py"
    paths = (
        question.places.trusted_path(module, REFERENCE),
        REFERENCE / NORMAL_PLAY / module,
    )
    programs = (program.read(path) for path in paths if path.is_file())
    right = next((each for each in programs if _fits(each, question)), None)
    if right is None:
        return None
    functions = question.functions_to_write()
    return Right(right.without_uncalled(*functions), functions, "", question.module)


def _fits(right: Program, question: Rules) -> bool:
    """Whether a program is right with the options of a question."""
    said = (
        statement.value
        for statement in right.prelude
        if isinstance(statement, ast.Assign)
        if [ast.unparse(target) for target in statement.targets] == [OPTIONS]
    )
    try:
        wanted = dict[str, Any](ast.literal_eval(next(said, ast.Dict([], []))))
    except (ValueError, TypeError):  # a course's own, which means something else by it
        return True
    return all(question.option(name) == value for name, value in wanted.items())


def _caught(tests: Sequence[Walk], answers: PlayAnswers) -> tuple[Caught, ...]:
    """The mistakes of a game, and the tests that catch them.

    A search that plays is asked of the right game alone.
    """
    question = tests[0].question
    right = None if question.plays else reference_game(question)
    if right is None:
        return ()

    def result_of(module: ModuleType, test: Walk) -> PlayResult:
        return judged_in_process(module, test, answers)

    return tuple(caught_mistakes((right,), tests, result_of))


def _questions(assignment: Assignment) -> Iterator[Question]:
    """Each game with its mistakes; AssignmentError where there are no answers."""
    for tests in grouped_tests(assignment, Walk).values():
        answers = load_answers(assignment, tests)
        lines = count_text(
            sum(len(answers.lines_of_test(test)) for test in tests), "line"
        )
        where = f"{lines} in {count_text(len(tests), 'test')}"
        yield Question(tests, _caught(tests, answers), where, "line")


questions_with_mistakes = partial(caught.questions_with_mistakes, _questions)
losses = partial(caught.losses, _questions)
adequacy = partial(caught.adequacy, _questions)

CONSTANTS = "a constant for each function"
TABLE = "a table of the visible lines, and constants for the others"
RULES = "the rules of the game"

Table = Mapping[Line, Position]


@dataclass(frozen=True, slots=True)
class _LazyGame:
    """A game whose states are lines; it says what a table has, and else constants."""

    mover: str
    worth: int
    options: tuple[Content, ...]
    table: Table = field(default_factory=dict)
    is_over: bool = False
    keeps_lines: bool = True

    def module(self) -> ModuleType:
        """It as a program, of functions or of a 7-tuple."""
        module = ModuleType("lazy")
        vars(module).update({name: getattr(self, name) for name in (*FUNCTIONS, GAME)})
        return module

    def game(self) -> tuple[Any, ...]:
        """All of it, with the states that the table has."""
        return (
            self.to_move,
            {*self.table},
            self.initial_state(),
            self.actions,
            self.result,
            self.is_terminal,
            lambda state: (self.utility(state, MAX), self.utility(state, MIN)),
        )

    def initial_state(self) -> Line:
        return ()

    def to_move(self, state: Line) -> str:
        at = self.table.get(state)
        return at.mover if at else self.mover

    def actions(self, state: Line) -> Sequence[Content]:
        at = self.table.get(state)
        return at.actions if at else self.options

    def result(self, state: Line, action: Content) -> Line:
        at = self.table.get(state)
        if at and action not in at.actions:
            raise ValueError
        return (*state, action) if self.keeps_lines else state

    def is_terminal(self, state: Line) -> bool:
        at = self.table.get(state)
        return at.is_over if at else self.is_over

    def utility(self, state: Line, player: str) -> Any:
        at = self.table.get(state)
        return utility_of(at, player) if at and at.is_over else self.worth


def payroll(assignment: Assignment) -> Payroll:
    """What each earns of each game; AssignmentError where there are no answers."""
    games = grouped_tests(assignment, Walk)
    constants, table = {}, {}
    for name, tests in games.items():
        answers = load_answers(assignment, tests)
        first = answers.positions[0].actions
        stays = _LazyGame(MAX, 0, first, keeps_lines=False)
        constants[name] = _best([*_constants(first, {}), stays], tests, answers)
        seen = {
            line.actions: answers.positions[line.position]
            for test in tests
            if test.visibility == VISIBLE
            for line in answers.lines_of_test(test)
        }
        ends = _LazyGame(MAX, 0, (), seen, is_over=True)
        table[name] = _best([*_constants(first, seen), ends], tests, answers)
    lazy = Paid(CONSTANTS, constants), Paid(TABLE, table, thorough=True)
    return Payroll(most_points(games), lazy, without=(RULES,))


def _constants(first: tuple[Content, ...], table: Table) -> list[_LazyGame]:
    """Games that say constants where a table has nothing."""
    goes_on = _LazyGame(MAX, 1, first, table)
    return [goes_on, _LazyGame(MIN, -1, (), table, is_over=True)]


def _best(
    programs: Sequence[_LazyGame], tests: Sequence[Walk], answers: PlayAnswers
) -> float:
    """What is earned where each facet of each test is taken from what does it best."""
    earned = 0.0
    for test in tests:
        results = [judged_in_process(p.module(), test, answers) for p in programs]
        findings = [finding for result in results for finding in result.findings]
        right = {f.facet for f in findings if f.verdict is Verdict.CORRECT}
        earned += test.points.earned(right)
    return earned
