"""What authors ask of games: which mistakes lines catch, and what laziness earns."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any

from autograder.answers.faults import TookTooLong, result_in_time
from autograder.assignment.questions import VISIBLE, AnyQuestion, Assignment
from autograder.authoring import misconceptions
from autograder.authoring.lazy import Paid, Payroll
from autograder.authoring.misconceptions import MistakeProgram, Right
from autograder.game import MAX, MIN, Content
from autograder.judging.verdicts import Verdict
from autograder.kinds import caught
from autograder.kinds.caught import Caught, Question, caught_mistakes
from autograder.kinds.game.answers import PlayAnswers, Position, games_of, load
from autograder.kinds.game.judging import PlayResult, judge, utility_of
from autograder.kinds.game.observing import Guide, PlayObserved, searched
from autograder.kinds.game.ownsearch import of_reference
from autograder.kinds.game.question import NORMAL_PLAY, Line, Rules, Walk
from autograder.kinds.kind import Adequacy
from autograder.observing.outcome import TIMEOUT, Fault, Returned
from autograder.project import REFERENCE
from autograder.rewriting import program
from autograder.rewriting.program import Program
from autograder.text import counted
from autograder.worker.protocol import SIZE
from autograder.worker.submission import Missing, kind_of
from autograder.worker.walking import Talk, obey_orders

OPTIONS = "OPTIONS"  # what a right game may say of itself


class _Here(Talk):
    """A talk with a guide in this process."""

    def __init__(self, guide: Guide) -> None:
        super().__init__(-1, -1)
        self._guide, self._reply = guide, b""

    def orders(self) -> list[list[Any]]:
        """What the guide says."""
        found: list[list[Any]] = json.loads(self._reply[SIZE.size :])["orders"]
        return found

    def answer(self, answer: Any) -> None:
        """Tell the guide."""
        self._reply = self._guide.step(json.loads(json.dumps(answer))) or self._reply


def judged_in_process(
    module: ModuleType, test: Walk, answers: PlayAnswers
) -> PlayResult:
    """The result of a trusted program's game in a test, walked in this process."""
    guide = Guide(test, answers)
    seven = test.question.is_tuple
    ended: Returned | Fault = Returned("none")
    try:
        result_in_time(
            test.question.limits.wall_seconds,
            lambda: obey_orders(_Here(guide), module, _described, seven=seven),
        )
    except TookTooLong:
        ended = Fault(TIMEOUT)
    lines = tuple([guide.seen[number] for number in sorted(guide.seen)])
    question = test.question
    if question.plays:
        path = question.places.trusted(f"{question.plays}.py", REFERENCE)
        searched(lines, of_reference(path.read_text(encoding="utf-8")))
    return judge(test, answers, PlayObserved(lines, ended, guide.doing))


def _described(error: BaseException) -> dict[str, Any]:
    missing = error if isinstance(error, Missing) else None
    return {
        "kind": missing.kind if missing else kind_of(error),
        "stage": "call",
        "type": type(error).__name__,
        "message": str(missing) if missing else "",
        "near": [*missing.near] if missing else [],
        "frames": [],
    }


def right_of(question: Rules) -> Right | None:
    """The reference's game; None where there is none with these options.

    One may say in OPTIONS with which options it is right. The project has some where
    the last move wins, too.
    """
    module = f"{question.module}.py"
    paths = (
        question.places.trusted(module, REFERENCE),
        REFERENCE / NORMAL_PLAY / module,
    )
    programs = (program.read(path) for path in paths if path.is_file())
    right = next((each for each in programs if _fits(each, question)), None)
    if right is None:
        return None
    functions = question.written()
    return Right(right.only(*functions), functions, "", question.module)


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


def caught_by_lines(tests: Sequence[Walk], answers: PlayAnswers) -> tuple[Caught, ...]:
    """The mistakes of a game, and the tests that catch them; ModuleError as of tables.

    A search that plays is asked of the right game alone.
    """
    question = tests[0].question
    right = None if question.plays else right_of(question)
    if right is None:
        return ()
    mistakes = misconceptions.of_module(question.module, question.places)

    @cache
    def results(wrong: Program) -> tuple[PlayResult, ...]:
        module = wrong.module(question.module)
        return tuple([judged_in_process(module, test, answers) for test in tests])

    return tuple(caught_mistakes((right,), mistakes, results))


def mistaken(
    assignment: Assignment,
) -> Iterator[tuple[AnyQuestion, tuple[MistakeProgram, ...]]]:
    """Each question with its mistakes, made in the reference."""
    for tests in games_of(assignment).values():
        found = caught_by_lines(tests, load(assignment, tests))
        yield tests[0].question, tuple(each.made for each in found)


def adequacy(assignment: Assignment) -> Adequacy:
    """What is found of each game; AssignmentError where there are no answers."""
    found = []
    for tests in games_of(assignment).values():
        answers = load(assignment, tests)
        lines = counted(sum(len(answers.walked(test)) for test in tests), "line")
        where = f"{lines} in {counted(len(tests), 'test')}"
        mistakes = caught_by_lines(tests, answers)
        found.append(Question(tests, mistakes, where, "line"))
    return caught.adequacy(found)


CONSTANTS = "a constant for each function"
TABLE = "a table of the visible lines, and constants for the others"
RULES = "the rules of the game"

Table = Mapping[Line, Position]


@dataclass(frozen=True, slots=True)
class _LazyGame:
    """A game whose states are lines; it says what a table has, and else constants."""

    mover: str
    is_over: bool
    worth: int
    options: tuple[Content, ...]
    table: Table = field(default_factory=dict)
    keeps_lines: bool = True

    def module(self) -> ModuleType:
        """It as a program."""
        module = ModuleType("lazy")
        functions = {
            "initial_state": self.initial_state,
            "to_move": self.to_move,
            "actions": self.actions,
            "result": self.result,
            "is_terminal": self.is_terminal,
            "utility": self.utility,
            "game": self.game,  # of a 7-tuple
        }
        vars(module).update(functions)
        return module

    def game(self) -> tuple[Any, ...]:
        """All of it, with the states that the table has."""

        def payoffs(state: Line) -> tuple[Any, Any]:
            return self.utility(state, MAX), self.utility(state, MIN)

        return (
            self.to_move,
            {*self.table},
            self.initial_state(),
            self.actions,
            self.result,
            self.is_terminal,
            payoffs,
        )

    def initial_state(self) -> Line:
        """No action."""
        return ()

    def to_move(self, state: Line) -> str:
        """What the table has."""
        at = self.table.get(state)
        return at.mover if at else self.mover

    def actions(self, state: Line) -> Sequence[Content]:
        """What the table has."""
        at = self.table.get(state)
        return at.actions if at else self.options

    def result(self, state: Line, action: Content) -> Line:
        """A line that is longer."""
        at = self.table.get(state)
        if at and action not in at.actions:
            raise ValueError
        return (*state, action) if self.keeps_lines else state

    def is_terminal(self, state: Line) -> bool:
        """What the table has."""
        at = self.table.get(state)
        return at.is_over if at else self.is_over

    def utility(self, state: Line, player: str) -> Any:
        """What the table has."""
        at = self.table.get(state)
        return utility_of(at, player) if at and at.is_over else self.worth


def payroll(assignment: Assignment, _sandbox: object = None) -> Payroll:
    """What each earns of each game; AssignmentError where there are no answers."""
    games = games_of(assignment)
    answers = {name: load(assignment, tests) for name, tests in games.items()}
    pairs = {name: (tests, answers[name]) for name, tests in games.items()}
    return Payroll(
        {name: sum(t.points.most for t in tests) for name, tests in games.items()},
        (
            Paid(CONSTANTS, {n: _by_constants(*pair) for n, pair in pairs.items()}),
            Paid(
                TABLE,
                {n: _by_table(*pair) for n, pair in pairs.items()},
                thorough=True,
            ),
        ),
        Paid("", {}),
        (RULES,),
    )


def _by_constants(tests: Sequence[Walk], answers: PlayAnswers) -> float:
    first = answers.positions[0].actions
    programs = [
        _LazyGame(mover, over, worth, options, keeps_lines=keeps)
        for mover, over, worth, options, keeps in (
            (MAX, False, 1, first, True),
            (MIN, True, -1, (), True),
            (MAX, False, 0, first, False),
        )
    ]
    return _best(programs, tests, answers)


def _by_table(tests: Sequence[Walk], answers: PlayAnswers) -> float:
    seen = [test for test in tests if test.visibility == VISIBLE]
    table = {
        line.actions: answers.positions[line.position]
        for test in seen
        for line in answers.walked(test)
    }
    programs = [
        _LazyGame(mover, over, worth, options, table)
        for mover, over, worth, options in (
            (MAX, False, 1, answers.positions[0].actions),
            (MIN, True, -1, ()),
            (MAX, True, 0, ()),
        )
    ]
    return _best(programs, tests, answers)


def _best(
    programs: Sequence[_LazyGame], tests: Sequence[Walk], answers: PlayAnswers
) -> float:
    """What is earned where each facet of each test is taken from what does it best."""
    earned = 0.0
    for test in tests:
        right = {
            finding.facet
            for each in programs
            for finding in judged_in_process(each.module(), test, answers).findings
            if finding.verdict is Verdict.CORRECT
        }
        earned += test.points.earned(right)
    return earned
