"""The mistakes of a search by playouts, made of the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from types import ModuleType

from autograder.answers.timed import TookTooLong, timed
from autograder.authoring import misconceptions
from autograder.authoring.caught import Caught
from autograder.authoring.caught import caught as caught_by
from autograder.authoring.misconceptions import Right
from autograder.kinds.playouts.answers import PlayoutAnswers
from autograder.kinds.playouts.judging import PlayoutResult, judge
from autograder.kinds.playouts.observing import seen
from autograder.kinds.playouts.playing import Endless, Seat
from autograder.kinds.playouts.question import PlayoutTest
from autograder.observing.outcome import (
    CRASH,
    OVERRUN,
    TIMEOUT,
    Fault,
    Outcome,
    crossed,
)
from autograder.project import REFERENCE
from autograder.rewriting import program
from autograder.rewriting.program import Program
from autograder.trees import drawn
from autograder.worker.values import encode

MOST_DRAWN, ITERATIONS = 40, 40  # trees, and iterations beyond the first of each action


def caught(tests: Sequence[PlayoutTest], answers: PlayoutAnswers) -> tuple[Caught, ...]:
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

    every = tuple(caught_by((right,), mistakes, results))
    others = [] if all(each.by for each in every) else [*_drawn(tests)]
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
        returned = timed(seconds, lambda: seat.run(search))
        outcome = crossed({"returned": encode(returned)})
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


def _drawn(tests: Sequence[PlayoutTest]) -> Iterator[PlayoutTest]:
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
