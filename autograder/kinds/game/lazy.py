"""What is paid for games that know no rules: constants, and tables of visible lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from autograder.assignment.questions import VISIBLE, Assignment
from autograder.authoring.lazy import Paid, Payroll
from autograder.game import MAX, MIN, Content
from autograder.judging.verdicts import Verdict
from autograder.kinds.game.answers import PlayAnswers, Position, games_of, load
from autograder.kinds.game.judging import utility_of
from autograder.kinds.game.mistakes import played
from autograder.kinds.game.question import Line, Walk

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


def payroll(assignment: Assignment) -> Payroll:
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
            for finding in played(each.module(), test, answers).findings
            if finding.verdict is Verdict.CORRECT
        }
        earned += test.points.earned(right)
    return earned
