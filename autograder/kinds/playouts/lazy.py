"""What is paid for programs that ask for playouts, and build no tree of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from autograder.assignment.questions import Assignment
from autograder.authoring.lazy import (
    PROGRAMS,
    Paid,
    Payroll,
    of_all,
    own_modules,
    title_of,
)
from autograder.kinds.playouts.answers import PlayoutAnswers, load
from autograder.kinds.playouts.judging import judge
from autograder.kinds.playouts.observing import seen
from autograder.kinds.playouts.playing import Endless, Seat
from autograder.kinds.playouts.question import PlayoutTest, searches_of
from autograder.observing.outcome import Returned
from autograder.project import load_module

PLAYERS = PROGRAMS.with_name("players.py")
TREE = "a tree of playouts"
LAST = -1  # the place of the last action

Search = Callable[..., Any]
Answered = tuple[Sequence[PlayoutTest], PlayoutAnswers]


def payroll(assignment: Assignment) -> Payroll:
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
