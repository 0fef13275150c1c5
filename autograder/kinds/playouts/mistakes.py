"""What authors ask of searches by playouts: mistakes that are caught, and laziness."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from types import ModuleType
from typing import Any

from autograder.answers.faults import TookTooLong, result_in_time
from autograder.assignment.questions import AnyQuestion, Assignment
from autograder.authoring import misconceptions
from autograder.authoring.lazy import (
    PROGRAMS,
    Paid,
    Payroll,
    of_all,
    own_modules,
    title_of,
)
from autograder.authoring.misconceptions import MistakeProgram, Right
from autograder.kinds import caught
from autograder.kinds.caught import Caught, Question, caught_mistakes
from autograder.kinds.kind import Adequacy
from autograder.kinds.playouts.answers import PlayoutAnswers, load
from autograder.kinds.playouts.computing import Endless, Seat
from autograder.kinds.playouts.judging import PlayoutResult, judge, seen
from autograder.kinds.playouts.question import PlayoutTest, searches_of
from autograder.observing.outcome import (
    CRASH,
    OVERRUN,
    TIMEOUT,
    Fault,
    Outcome,
    Returned,
    outcome_of_result,
)
from autograder.project import REFERENCE, load_module
from autograder.rewriting import program
from autograder.rewriting.program import Program
from autograder.text import counted
from autograder.trees import drawn
from autograder.worker.values import encode

MOST_DRAWN, ITERATIONS = 40, 40  # trees, and iterations beyond the first of each action


def caught_by_playouts(
    tests: Sequence[PlayoutTest], answers: PlayoutAnswers
) -> tuple[Caught, ...]:
    """The mistakes of a search by playouts, and the trees that catch them.

    One that shows on no tree, and on none that is drawn, is no mistake of the search:
    it may be one of a function that is asked for by itself. Raises ModuleError where a
    file of `reference/misconceptions/` is none.
    """
    question = tests[0].question
    mistakes = misconceptions.of_module(question.module, question.places)
    path = question.places.trusted(f"{question.module}.py", REFERENCE)
    right = Right(program.read(path), (question.search,), "", question.module)

    @cache
    def results(wrong: Program) -> tuple[PlayoutResult, ...]:
        module = wrong.module(question.module)
        return tuple([_result(module, test, answers) for test in tests])

    every = tuple(caught_mistakes((right,), mistakes, results))
    others = [] if all(each.by for each in every) else [*_drawn_trees(tests)]
    return tuple(
        e for e in every if e.by or _differs(e.made.program, right.program, others)
    )


def _result(
    module: ModuleType, test: PlayoutTest, answers: PlayoutAnswers
) -> PlayoutResult:
    played, outcome = _done_on(module, test)
    return judge(test, answers.trees[test.about], seen(test, outcome, played))


def _done_on(module: ModuleType, test: PlayoutTest) -> tuple[Sequence[int], Outcome]:
    """The playouts of a program on a tree, and what came of it."""
    search = vars(module)[test.question.search]
    seat = Seat(test.tree, apart=test.question.apart)
    try:
        seconds = test.question.limits.wall_seconds
        returned = result_in_time(seconds, lambda: seat.run(search))
        outcome = outcome_of_result({"returned": encode(returned)})
    except TookTooLong:
        outcome = Fault(TIMEOUT)
    except Endless:
        outcome = Fault(OVERRUN)
    except Exception as error:  # noqa: BLE001 - whatever it raises is what it does
        outcome = Fault(CRASH, type=type(error).__name__)
    return seat.played, outcome


def _differs(wrong: Program, right: Program, tests: Sequence[PlayoutTest]) -> bool:
    """Whether a program does otherwise than the right one on any tree."""
    one, other = (each.module("search") for each in (wrong, right))
    return any(_done_on(one, test) != _done_on(other, test) for test in tests)


def _drawn_trees(tests: Sequence[PlayoutTest]) -> Iterator[PlayoutTest]:
    """Tests on small trees such as these, drawn at random, and always the same."""
    forms = drawn.with_turns(test.tree for test in tests)
    for seed in range(MOST_DRAWN):
        tree = drawn.random_tree(Random(seed), forms[seed % len(forms)])  # noqa: S311
        if tree.actions():
            within = replace(
                tree,
                iterations=len(tree.actions()) + ITERATIONS,
                exploration=tests[0].tree.exploration,
            )
            yield replace(tests[0], tree=within)


REMEDY = "more iterations, or a tree on which other actions are best, may tell more"


def mistaken(
    assignment: Assignment,
) -> Iterator[tuple[AnyQuestion, tuple[MistakeProgram, ...]]]:
    """Each question with its mistakes, made in the reference."""
    for tests in searches_of(assignment).values():
        found = caught_by_playouts(tests, load(assignment, tests))
        yield tests[0].question, tuple(each.made for each in found)


def adequacy(assignment: Assignment) -> Adequacy:
    """What is found of each question; AssignmentError where there are no answers."""
    found = []
    for tests in searches_of(assignment).values():
        mistakes = caught_by_playouts(tests, load(assignment, tests))
        found.append(Question(tests, mistakes, counted(len(tests), "tree"), "tree"))
    return caught.adequacy(found, REMEDY)


PLAYERS = PROGRAMS.with_name("players.py")
TREE = "a tree of playouts"
LAST = -1  # the place of the last action

Search = Callable[..., Any]
Answered = tuple[Sequence[PlayoutTest], PlayoutAnswers]


def payroll(assignment: Assignment, _sandbox: object = None) -> Payroll:
    """What each program earns of each question.

    Raises AssignmentError where there are no answers.
    """
    asked = {
        name: (tests, load(assignment, tests))
        for name, tests in searches_of(assignment).items()
    }
    module, own = load_module(PLAYERS), own_modules(assignment.tests[0].question.places)
    few = (*module.FEW, *of_all(own, "FEW_PLAYERS"))
    every = (*module.ALL, *of_all(own, "ALL_PLAYERS"))
    return Payroll(
        {name: sum(t.points.most for t in tests) for name, (tests, _) in asked.items()},
        (
            *(_paid(asked, search, thorough=False) for search in few),
            *(_paid(asked, search, thorough=True) for search in every),
        ),
        Paid("", {}),
        (TREE,),
    )


def _paid(questions: Mapping[str, Answered], search: Search, *, thorough: bool) -> Paid:
    points = {name: _most(search, *each) for name, each in questions.items()}
    return Paid(title_of(search), points, thorough)


def _most(
    search: Search, tests: Sequence[PlayoutTest], answers: PlayoutAnswers
) -> float:
    """What a program earns with its own action, or with that of the best place."""
    most = max(len(test.tree.actions()) for test in tests)
    places = (None, LAST, *range(most))
    return max(
        sum(_points(search, test, answers, place) for test in tests) for place in places
    )


def _points(
    search: Search, test: PlayoutTest, answers: PlayoutAnswers, place: int | None
) -> float:
    """The points of one test, with the action at a place if one is given."""
    seat = Seat(test.tree, apart=test.question.apart)
    try:
        action = seat.run(search)
    except Endless:
        action = None
    actions = test.tree.actions()
    if place is not None:
        action = actions[place if place < len(actions) else LAST]
    observed = seen(test, Returned("str", text=str(action)), seat.played)
    return judge(test, answers.trees[test.about], observed).points
