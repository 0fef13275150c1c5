"""Compute what is right of a search by playouts: by the reference, and by its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

from autograder.answers import unseen
from autograder.answers.faults import ModuleError, blaming, loaded, shown
from autograder.answers.timed import timed
from autograder.assignment.questions import Assignment
from autograder.errors import FileProblems, Problem
from autograder.kinds.kind import Onlooker
from autograder.kinds.playouts import decided
from autograder.kinds.playouts.answers import (
    Played,
    PlayoutAnswers,
    dump,
    dump_unseen,
    path_of,
)
from autograder.kinds.playouts.playing import Seat
from autograder.kinds.playouts.question import PlayoutQuestion, PlayoutTest, searches_of
from autograder.kinds.playouts.unseen import unseen_of
from autograder.project import REFERENCE
from autograder.trees.marked import key_mark

OTHERWISE = "{} finds {}, but by its playouts {} is right"


def computed(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """The file of answers of each search by playouts, with its text.

    Raises FileProblems where a tree is not fit to be played on, or its source says
    something else than the reference.
    """
    for name, tests in searches_of(assignment).items():
        watch.show(f"the playouts of {name}")
        trees = {test.about: _played(assignment, test) for test in tests}
        yield path_of(assignment, name), dump(PlayoutAnswers(trees))
        drawn = unseen_of(tests, lambda test: _played(assignment, test))
        yield unseen.path_of(assignment, name), dump_unseen(drawn)


def reference(question: PlayoutQuestion) -> tuple[Path, ModuleType]:
    """The trusted module of a question; ModuleError where it lacks the function."""
    path = question.places.trusted(f"{question.module}.py", REFERENCE)
    module = loaded(path)
    if not callable(vars(module).get(question.search)):
        raise ModuleError(path, f" has no function {question.search}")
    return path, module


def _played(assignment: Assignment, test: PlayoutTest) -> Played:
    """What is right on the tree of a test; FileProblems where that is in doubt."""
    file = test.place(assignment)
    unfit = [*decided.unfit(test.tree, test.question)]
    if unfit:
        raise FileProblems(_problems(file, unfit))
    path, module = reference(test.question)
    seat = Seat(test.tree, apart=test.question.apart)
    with blaming(path):
        search = vars(module)[test.question.search]
        seconds = test.question.limits.wall_seconds
        action = timed(seconds, lambda: seat.run(search))
    wrong = [*decided.undecided(test.tree), *_against(test, path, seat.played, action)]
    if wrong:
        raise FileProblems(_problems(file, wrong))
    return Played(test.tree.fingerprint(), str(action), tuple(seat.played))


def _against(
    test: PlayoutTest, path: Path, played: Sequence[int], action: object
) -> Iterator[tuple[str, str]]:
    """What the reference does that its rules, or the source of a tree, do not say."""
    tree = test.tree
    right = decided.right(tree)
    labels = tree.labels()
    for at, (one, other) in enumerate(zip(played, right.playouts, strict=False)):
        if one != other:
            found = f"iteration {at + 1} of {shown(path)} plays from {labels[one]}"
            yield "iterations", f"{found}, and {labels[other]} is due"
            return
    if len(played) != len(right.playouts):
        yield "iterations", f"{shown(path)} makes {len(played)} playouts"
    if action != right.action:
        yield "iterations", OTHERWISE.format(shown(path), action, right.action)
    if tree.expect.action not in (None, action):
        said = f"expect says action {tree.expect.action}, computed {action}"
        yield "expect", said


def _problems(path: Path, rows: Sequence[tuple[str, str]]) -> tuple[Problem, ...]:
    return tuple(Problem(path, *key_mark(path, key), message) for key, message in rows)
