"""The mistakes of a table's function, made of the reference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import ModuleType

from autograder.answers.tables import Mistaken, Pair, Results
from autograder.answers.timed import TookTooLong, timed
from autograder.assignment.signature import USUAL
from autograder.assignment.tables import RESULT, Row, Table, TableTest, in_lists
from autograder.authoring import misconceptions
from autograder.authoring.misconceptions import Mistake
from autograder.authoring.styles import Style
from autograder.judging.tables import shows
from autograder.observing.outcome import OUT_OF_TIME, TIMEOUT, Fault, Outcome, crossed
from autograder.project import REFERENCE
from autograder.rewriting import program
from autograder.rewriting.program import Program
from autograder.worker.values import encode_whole

LEAST_ROWS = 8  # of a table of which two mistakes together are told


@dataclass(frozen=True, slots=True)
class MistakenFunction:
    """A mistake made in the reference's function."""

    mistake: Mistake
    style: Style
    program: Program


def outcomes_of(function: object, test: TableTest) -> Iterator[Outcome]:
    """What comes of a test's calls in this process, as it would come from a worker.

    Behind one that takes too long no other is made.
    """
    seconds, never = test.question.limits.wall_seconds, None
    for row in test.rows:
        outcome = never or _outcome_of(function, row, seconds)
        if isinstance(outcome, Fault) and outcome.kind in OUT_OF_TIME:
            never = outcome
        yield outcome


def _outcome_of(function: object, row: Row, seconds: float) -> Outcome:
    assert callable(function)
    try:
        returned = timed(seconds, lambda: function(*map(in_lists, row.arguments)))
    except TookTooLong:
        return Fault(TIMEOUT)
    except Exception as error:  # noqa: BLE001 - whatever it raises is what it does
        return Fault("crash", str(error), type(error).__name__)
    return crossed({"returned": encode_whole(returned)})


def shown_by(
    module: ModuleType, tests: Sequence[TableTest]
) -> Mapping[str, tuple[object, ...]]:
    """What is seen of a module's function, test by test."""
    return {
        test.about: shows(
            test, [*outcomes_of(vars(module)[test.question.function], test)]
        )
        for test in tests
    }


def made_in(question: Table) -> Iterator[MistakenFunction]:
    """The reference's function with each mistake that fits it.

    Raises ModuleError where a file of `reference/misconceptions/` is none.
    """
    style = _style(question)
    for mistake in misconceptions.of_module(question.module, question.places):
        wrong = mistake.made_in(style)
        if wrong is not None:
            yield MistakenFunction(mistake, style, wrong)


def those_that_show(tests: Sequence[TableTest]) -> Iterator[Mistaken]:
    """The mistakes of a table's function that show in its tests; raises the same."""
    question = tests[0].question
    right = shown_by(_style(question).program.module(question.module), tests)
    for each in made_in(question):
        mistake = each.mistake
        shown = shown_by(each.program.module(mistake.name), tests)
        if shown != right:
            told = (mistake.name, mistake.title, mistake.family, mistake.text)
            yield Mistaken(*told, shown)


def pairs(tests: Sequence[TableTest], mistakes: Sequence[Mistaken]) -> Iterator[Pair]:
    """Each two known mistakes that can be made together, and show what no one does.

    There are none on few rows, and none where laws alone are asked for: too many would
    look alike.
    """
    rows = sum(len(test.rows) for test in tests)
    is_asked = all(test.question.asks_for(RESULT) for test in tests)
    if not mistakes or rows < LEAST_ROWS or not is_asked:
        return
    style = _style(tests[0].question)
    names = {each.name for each in mistakes if _ends(each.shows)}
    alone = [each.shows for each in mistakes]
    mine = [m.mistake for m in made_in(tests[0].question) if m.mistake.name in names]
    right = shown_by(style.program.module(style.module), tests)
    for first, second in combinations(mine, 2):
        both = misconceptions.together(style, first, second)
        if both is None:
            continue
        shown = shown_by(both.module(style.module), tests)
        if shown != right and shown not in alone:
            yield Pair((first.name, second.name), shown)


def _ends(shows: Results) -> bool:
    """Whether each call ends: one that does not takes its time with each other."""
    return not any(TIMEOUT in seen for seen in shows.values())


def idle(tests: Sequence[TableTest]) -> tuple[str, ...]:
    """The mistakes that fit the function and show in none of its tests."""
    found = {mistake.name for mistake in those_that_show(tests)}
    fitting = (each.mistake.name for each in made_in(tests[0].question))
    return tuple(name for name in fitting if name not in found)


def _style(question: Table) -> Style:
    """The reference's function, with what it calls."""
    path = question.places.trusted(f"{question.module}.py", REFERENCE)
    right = program.read(path)
    function = question.function
    own = right.only(function)
    return Style(
        name=USUAL,
        program=own,
        entries=(function,),
        search="",
        accepted=True,
        module=question.module,
    )
