"""The unit `modelling`: its lines are right, right games lose nothing, faults a name.

Games are walked in this process, as `answers` walks the reference; that a worker says
the same of them is shown in tests/kinds/test_plays.py.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from types import ModuleType

from autograder.answers.file import grouped_tests
from autograder.assignment.questions import VISIBLE
from autograder.authoring.lazy import MOST_LAZY
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.kinds.game.authors import judged_in_process, payroll
from autograder.kinds.game.judging import PlayResult
from autograder.kinds.game.question import UNCHANGED, PlayAnswers, Walk, load_answers
from autograder.kinds.game.words import CHANGES as TOLD
from autograder.kinds.game.words import headline, line_phrase
from tests.cases import for_each
from tests.owngames import GAMES
from tests.plantedfaults import CHANGES, FAULTS, RIGHT, Planted
from tests.unitgrading import TREES

SHAPES = ("bits", "classes", "lists", "strings")
OBJECTS = sorted(
    (path.parent.name.removeprefix("correct_"), path.stem)
    for path in RIGHT.glob("correct_*/*.py")
    if not path.parent.name.endswith(SHAPES)
)
MOST_UNNAMED = 2  # of a hundred faults
LEAST_HIDDEN = 30  # points
POSITIONS = 9  # of II-Nim, as Brown's lecture counts them
NODES = 22  # of coin splitting from seven, likewise


@cache
def unit() -> dict[str, tuple[tuple[Walk, ...], PlayAnswers]]:
    """The tests and the answers of each game."""
    found = assignments.load(TREES / "modelling")
    return {
        n: (tests, load_answers(found, tests))
        for n, tests in grouped_tests(found, Walk).items()
    }


def module_of(name: str, text: str) -> ModuleType:
    """A program as a module."""
    module = sys.modules[name] = ModuleType(name)
    exec(compile(text, name, "exec"), vars(module))  # noqa: S102 - our own fixture
    del sys.modules[name]
    return module


@cache
def results(name: str, text: str) -> list[PlayResult]:
    """What comes of a program in all tests of a game.

    Of the openings of a test it is every other one: each is that of many lines.
    """
    tests, answers = unit()[name]
    few = [replace(test, openings=test.openings[::2]) for test in tests]
    return [judged_in_process(module_of(name, text), test, answers) for test in few]


@for_each("name", GAMES)
def test_each_line_is_what_the_rules_say(name: str) -> None:
    """Held against the game written once more: mover, actions, utility, equality."""
    tests, answers = unit()[name]
    keys: dict[int, object] = {}
    for test in tests:
        lines = answers.lines_of_test(test)
        for line in lines:
            at, right = answers.positions[line.position], GAMES[name](line.actions)
            assert {*at.actions} == right.actions, line
            assert at.utility == right.utility, line
            assert at.is_over or at.mover == right.mover, line
            assert keys.setdefault(line.position, right.key) == right.key, line
    assert len({*keys.values()}) == len(keys)


@for_each("name", GAMES)
def test_all_lines_of_a_test_are_walked(name: str) -> None:
    """Breadth first, and as many as the rules have."""
    tests, answers = unit()[name]
    for test in tests:
        lines = [line.actions for line in answers.lines_of_test(test)]
        expected: list[tuple[object, ...]] = [()]
        for line in expected:
            longer = [(*line, each) for each in GAMES[name](line).actions]
            expected += [each for each in longer if test.leads_to_judged(each)]
        assert sorted(map(repr, lines)) == sorted(map(repr, expected))
        assert [*map(len, lines)] == sorted(map(len, lines))


def test_the_lectures_count_as_many() -> None:
    """Nine positions of II-Nim, 22 nodes of coin splitting."""
    tests, answers = unit()["ii_nim"]
    every = [answers.lines_of_test(test) for test in tests]
    assert len({line.position for lines in every for line in lines}) == POSITIONS
    (_, whole), answers = unit()["coin_splitting"]
    assert len(answers.lines_of_test(whole)) == NODES


def test_hidden_lines_are_worth_most() -> None:
    """Thirty of a hundred points at the least; student.zip has no such line."""
    every = [test for tests, _ in unit().values() for test in tests]
    hidden = [test for test in every if test.visibility != VISIBLE]
    assert sum(test.points.max_points for test in every) == 100
    assert sum(test.points.max_points for test in hidden) >= LEAST_HIDDEN
    for tests, answers in unit().values():
        public = tuple(test for test in tests if test.visibility == VISIBLE)
        known = {line.actions for t in public for line in answers.lines_of_test(t)}
        part = answers.for_tests(public)
        assert {ln.actions for t in public for ln in part.lines_of_test(t)} == known
        (last,) = (test for test in tests if test.visibility != VISIBLE)
        longer = {line.actions for line in part.lines_of_test(last)}
        assert longer <= known


@for_each(
    "shape, name", [*[(shape, name) for shape in SHAPES for name in GAMES], *OBJECTS]
)
def test_a_right_game_loses_nothing(shape: str, name: str) -> None:
    """Whatever its states are, also where it matters which object one is."""
    text = (RIGHT / f"correct_{shape}" / f"{name}.py").read_text(encoding="utf-8")
    for result in results(name, text):
        assert result.verdict is Verdict.CORRECT, result.findings
        assert result.points == result.test.points.max_points


@for_each("fault", CHANGES)
def test_a_state_that_is_changed_is_put_back(fault: Planted) -> None:
    """That alone is lost: all else is judged of states as they were returned."""
    for result in results(fault.module, fault.text()):
        lost = [f.facet for f in result.findings if f.verdict is not Verdict.CORRECT]
        if fault.name and UNCHANGED in result.test.points.facets:
            assert lost == [UNCHANGED]
            assert result.first_difference is not None
            where = line_phrase(result.first_difference.line)
            assert headline(result) == TOLD[fault.name].format(where)
        else:
            assert not lost


def test_there_are_enough_faults() -> None:
    """Forty at least, of each game some."""
    assert len(FAULTS) >= 40
    assert {fault.module for fault in FAULTS} == {*GAMES}


@for_each("fault", FAULTS)
def test_a_fault_loses_points(fault: Planted) -> None:
    """And there is a shortest line that shows it."""
    wrong = [
        r for r in results(fault.module, fault.text()) if r.first_difference is not None
    ]
    assert wrong
    for result in wrong:
        first = result.first_difference
        assert first is not None
        lengths = [len(w.line.actions) for f in result.findings for w in f.wrong]
        assert len(first.line.actions) == min(lengths)


def test_tables_and_constants_earn_little() -> None:
    """A table of all visible lines, and constants beyond."""
    paid = payroll(assignments.load(TREES / "modelling"))
    for thorough, most in paid.limits().items():
        assert paid.share(thorough=thorough) <= most == MOST_LAZY[thorough]
