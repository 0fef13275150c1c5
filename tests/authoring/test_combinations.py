"""Two mistakes in one program: one edit after the other, and what both do together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest

from autograder.authoring.cataloguing import (
    LEAST_TREES,
    MistakenProgram,
    catalogue,
    made_for,
)
from autograder.authoring.misconceptions import together as both
from autograder.authoring.runner import ProgramRunner
from autograder.game import MAX, MIN
from autograder.rewriting.program import Program
from autograder.teaching.behaviour import Behaviour
from autograder.teaching.catalogue import DIGESTS, apart, digests
from autograder.trees import file as treefile
from tests import mistaken
from tests.mistaken import QUESTIONS

FIGURE = "tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
SAMPLE = 60  # pairs of each question
ALL = "0-12"


@cache
def runner(question: str) -> ProgramRunner:
    """A question on Figure 5.2 of AIMA, 4th edition."""
    tree = treefile.parse(FIGURE)
    return ProgramRunner(mistaken.question(question), {"figure": tree})


@cache
def made(question: str, style: str = "") -> dict[str, MistakenProgram]:
    """Each mistake in a style, by name; in the reference's own, unless one is named."""
    found = next(s for s in mistaken.styles(question) if style in (s.name, ""))
    return {
        name: MistakenProgram(mistake, found, program, ())
        for name, (mistake, program) in mistaken.mistakes(question, style).items()
    }


def together(question: str, first: str, second: str, style: str = "") -> Program | None:
    """The program with both mistakes."""
    known = made(question, style)
    return both(known[first].style, known[first].mistake, known[second].mistake)


def behaviour(question: str, first: str, second: str) -> Behaviour:
    """What both mistakes do on the figure."""
    program = together(question, first, second)
    assert program is not None
    (found,) = runner(question).behaviours(program)
    return found


@pytest.mark.parametrize(
    "question, first, second, expected",
    [
        # 0, 0 and 0, of which A takes the last; the search takes the worst, the first
        (
            *("minimax", "initial_zero_at_min", "last_action"),
            Behaviour("0", ALL, "str worth 2", ALL),
        ),
        # 23/3, 4 and 7, and D is played
        (
            *("minimax", "average_at_min", "last_action"),
            Behaviour("7.66666666667", ALL, "str worth 2", ALL),
        ),
        # MIN stops at 3, 2 and 14, and A at B, since 3 is more than minus infinity
        (
            *("alpha_beta", "min_cuts_on_beta", "max_cuts_on_alpha"),
            Behaviour("3", "0-2", "str worth 2", "0-2 5-6 9-10"),
        ),
        # nothing is cut below the root, and the root stops at B
        (
            *("alpha_beta", "min_never_cuts", "max_cuts_on_alpha"),
            Behaviour("3", "0-4", "str worth 3", ALL),
        ),
    ],
)
def test_what_two_mistakes_do_was_worked_out_by_hand(
    question: str, first: str, second: str, expected: Behaviour
) -> None:
    """On the figure: A chooses among B (3, 12, 8), C (2, 4, 6) and D (14, 5, 2)."""
    assert behaviour(question, first, second) == expected
    assert behaviour(question, second, first) == expected


def test_mistakes_of_lines_of_their_own_are_both_made() -> None:
    """By eye: MAX starts at 0, and MIN compares with the wrong bound."""
    program = together("alpha_beta", "initial_zero_at_max", "min_cuts_on_beta")
    assert program is not None
    text = program.text()
    assert "    v = 0.0\n" in text
    assert "        if v <= beta:\n" in text
    known = made("alpha_beta")
    right = known["min_cuts_on_beta"].style.program
    assert program.differs_in(right) == ("max_value", "min_value")


@pytest.mark.parametrize(
    "first, second",
    [
        ("alpha_not_raised", "alpha_is_v"),  # of a line that the other has taken away
        ("max_never_cuts", "max_cuts_on_alpha"),
        ("min_cuts_on_beta", "min_cuts_above_alpha"),  # the same test, in two ways
    ],
)
def test_one_may_leave_no_room_for_the_other(first: str, second: str) -> None:
    """Then there is no such program, whichever is made first."""
    assert together("alpha_beta", first, second) is None
    assert together("alpha_beta", second, first) is None


@pytest.mark.parametrize("style", ["strict", "helper, strict", "negamax", "pairs"])
def test_two_mistakes_are_made_in_the_style_of_both(style: str) -> None:
    """With what that style has: a program that differs from it, and from each half."""
    names = sorted(made("alpha_beta", style))
    chance = Random(style)  # noqa: S311 - the same each time
    seen = 0
    for first, second in chance.sample(list(combinations(names, 2)), SAMPLE):
        program = together("alpha_beta", first, second, style)
        if program is not None:
            halves = [made("alpha_beta", style)[n] for n in (first, second)]
            assert program.is_complete()
            assert program.differs_in(halves[0].style.program)
            seen += any(program.differs_in(half.program) for half in halves)
    assert seen > SAMPLE / 3


@pytest.mark.parametrize("question", QUESTIONS)
def test_mistakes_of_two_players_do_not_touch_each_other(question: str) -> None:
    """One at MAX and one at MIN: each function is as it is with its mistake alone."""
    known = made(question)

    def alone(player: str) -> Iterator[str]:
        function = f"{player}_value"
        for name, one in known.items():
            if one.program.differs_in(one.style.program) == (function,):
                yield name

    for first in alone(MAX):
        for second in alone(MIN):
            program = together(question, first, second)
            assert program is not None, (first, second)
            for name, function in ((first, "max_value"), (second, "min_value")):
                assert function not in program.differs_in(known[name].program)


# Pairs in a catalogue


@pytest.mark.parametrize("question", QUESTIONS)
def test_pairs_in_the_catalogue_tell_of_both_together(question: str) -> None:
    """Digests of all trees and of the visible ones, with and without the search.

    They are made again here, of a sample of the default assignment's; first comes the
    reference's own style, wherever both can be made in it, and do not look there like
    one mistake alone.
    """
    known = mistaken.catalogued(question)
    asked = mistaken.assignment()
    trees = {name: asked.trees()[name] for name in known.fingerprints}
    cases = [case for case in asked.cases if case.question.name == question]
    visible = sum(case.visibility == "visible" for case in cases)
    run = ProgramRunner(mistaken.question(question), trees)
    own = made(question)
    alone = {each.digests for m in known.misconceptions for each in m.variants}
    mine = [pair for pair in known.pairs if own.keys() >= {*pair}]
    assert len(mine) > len(known.pairs) / 2
    chance = Random(3)  # noqa: S311 - the same each time
    for pair in chance.sample(mine, 6):
        program = together(question, *pair)
        if program is None:
            continue
        found = run.behaviours(program)
        if "".join(each.digest() for each in found) not in alone:
            row = (*digests(found), *digests(found[:visible]))
            assert apart(known.pairs[pair])[:DIGESTS] == row, pair


def test_where_most_tests_crash_there_is_no_pair() -> None:
    """Two functions that return nothing say no more than one."""
    pairs = [{*pair} for pair in mistaken.catalogued("minimax").pairs]
    assert together("minimax", "no_return_at_max", "no_return_at_min") is not None
    assert {"no_return_at_max", "no_return_at_min"} not in pairs
    assert {"average_at_min", "last_action"} in pairs


def test_of_few_trees_no_pairs_are_told() -> None:
    """Too many would look alike there."""
    every = mistaken.assignment()
    cases = [case for case in every.cases if case.question.name == "minimax"]
    few = replace(every, tests=tuple(cases[: LEAST_TREES - 1]))
    question = mistaken.question("minimax")
    assert made_for(few, question)
    assert catalogue(few, question).pairs == {}
