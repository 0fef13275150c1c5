"""Compute what is right of games that students write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from autograder.answers.faults import ModuleError, loaded, shown
from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.errors import FileProblems, Problem
from autograder.judging.verdicts import Verdict
from autograder.kinds.game import mistakes as playmistakes
from autograder.kinds.game.answers import PlayAnswers, dump, games_of, path_of
from autograder.kinds.game.question import Walk
from autograder.kinds.game.reference import answers_of
from autograder.kinds.game.words import headline
from autograder.kinds.kind import Onlooker
from autograder.project import REFERENCE
from autograder.text import clean

MESSAGE = 300
NONE_FITS = "reference/{}.py is right with other options (OPTIONS)"


def computed(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """The file of answers of each game, with its text.

    Raises FileProblems, with line and column, as `answers_of` does, and where the
    reference is not right by these answers.
    """
    for name, tests in games_of(assignment).items():
        watch.show(f"the lines of {name}")
        answers = answers_of(assignment, tests)
        path = tests[0].question.places.trusted(
            f"{tests[0].question.module}.py", REFERENCE
        )
        if path.is_file():
            _check_reference(assignment, tests, answers, path)
        yield path_of(assignment, name), dump(answers, tests)


def _check_reference(
    assignment: Assignment, tests: Sequence[Walk], answers: PlayAnswers, path: Path
) -> None:
    """Complain where the reference says something else."""
    question = tests[0].question

    def complain(message: str) -> NoReturn:
        mark = question.marks.get("module", question.marks.get("", (1, 1)))
        raise FileProblems(
            (Problem(assignment.folder / FILE, *mark, clean(message, MESSAGE)),)
        )

    try:
        loaded(path)
        right = playmistakes.right_of(question)
    except ModuleError as fault:
        complain(str(fault))
    if right is None:
        complain(NONE_FITS.format(question.module))
    module = right.program.module(question.module)
    for test in tests:
        result = playmistakes.played(module, test, answers)
        if result.verdict is not Verdict.CORRECT:
            name = shown(REFERENCE / f"{question.module}.py")
            complain(f"{name}, {test.about}: {headline(result)}")
