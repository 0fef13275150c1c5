"""Mistakes in other styles cost of the default assignment what their gravity says."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from autograder.answers import program
from autograder.assignment.questions import Case
from autograder.authoring.prices import Losses, prices
from autograder.kinds import all as assignments
from autograder.kinds.search.authors import Grader
from autograder.kinds.search.computing import with_signatures
from autograder.kinds.search.matrix import reference_answers
from tests.authoring.restyled import RESTYLED
from tests.cases import for_each
from tests.small import ROOT


@cache
def grader(name: str) -> tuple[Grader, tuple[Case, ...]]:
    """What grades programs of a question, and its tests."""
    whole = assignments.load(ROOT / "test_trees")
    cases = tuple(case for case in whole.cases if case.question.name == name)
    part = with_signatures(replace(whole, tests=cases))
    (question,) = part.questions()
    answers = reference_answers(part, question)
    return Grader(question, part.cases, answers), part.cases


@for_each("title", list(RESTYLED))
def test_the_same_mistakes_in_other_styles(title: str) -> None:
    """Ten, which were written without a look at the trees."""
    name, gravity, text = RESTYLED[title]
    graded, cases = grader(name)
    names = tuple(case.tree_name for case in cases)
    losses = Losses(name, names, {title: (graded.row(program.parse(text)),)})
    (price,) = prices(losses, cases, {title: gravity})
    assert price.fits, (price.least, price.band)
