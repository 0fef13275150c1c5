"""A student's games counted beside the right ones, behind the walls: for `perft`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from autograder.answers.file import grouped_tests
from autograder.assignment.questions import Assignment
from autograder.assignment.selection import of_single_file, only_selected
from autograder.commands.streams import show
from autograder.errors import AssignmentError
from autograder.grading.grading import require_trust
from autograder.kinds.all import load
from autograder.kinds.game import lines as counts
from autograder.kinds.game import words
from autograder.kinds.game.judging import Count
from autograder.kinds.game.lines import Division, Length, of_question
from autograder.kinds.game.observing import call_of
from autograder.kinds.game.question import Rules, Walk
from autograder.observing.bench import Bench
from autograder.observing.budget import Budget
from autograder.sandbox.sandbox import Sandbox
from autograder.text import listed, path_shown
from autograder.uploads import several, staging
from autograder.uploads.reading import uploads
from autograder.words.faults import fault_sentence

DIFFERS = 1  # the exit status where a count is another, or none
NO_GAMES = "{}: no question asks for a game"
NOT_THERE = "{}: expected {}"
STOPPED = "no more is counted: {}"


def run(options: argparse.Namespace, submission: Path) -> int:
    """Count each game of a submission beside the right one; 1 where one differs.

    Raises AssignmentError where there is none, BadGame and OptionError as
    `of_question` does.
    """
    assignment = only_selected(load(options.assignment), options.question, None)
    assignment = of_single_file(assignment, submission)
    every = [tests[0].question for tests in grouped_tests(assignment, Walk).values()]
    questions = [question for question in every if not question.plays]
    if not questions:
        raise AssignmentError(NO_GAMES.format(path_shown(options.assignment)))
    modules = tuple(question.module for question in questions)
    several.require_one(submission, modules)
    with Sandbox() as sandbox:
        if not options.trust_submissions:
            require_trust(assignment, submission, sandbox)
        picked = staging.pick(uploads(submission), modules)
        budget = Budget(assignment.budget, 0.0, sandbox.clock)
        staged = Bench(picked, sandbox, budget).staged
        there = [each for each in questions if not staged.lacks(each.module)]
        if not there:
            names = listed(tuple(f"{each}.py" for each in modules), len(modules))
            raise AssignmentError(NOT_THERE.format(path_shown(submission), names))
        return max(
            [_shown(assignment, q, sandbox, staged.folder, options) for q in there]
        )


def _shown(
    assignment: Assignment,
    question: Rules,
    sandbox: Sandbox,
    folder: Path,
    options: argparse.Namespace,
) -> int:
    """Show the counts of a game up to the first that differs, and that divided."""
    show(words.heading(question.name, words.BOTH))
    with closing(of_question(assignment, question, options.depth)) as right:
        table = _Table(right)
        stopped = counts.count(sandbox, folder, question, options.depth, table.take)
    last = table.last
    differs = last is not None and last.differs
    if last is not None and (differs or options.divide):
        show(words.both_by_action(last))
    if stopped is not None:
        told = fault_sentence(stopped.fault, call_of(stopped.function))
        show(f"\n{STOPPED.format(told)}")
    show("")
    return DIFFERS if differs or stopped else 0


class _Table:
    """The counts of both games, shown length by length."""

    def __init__(self, right: Iterator[Length]) -> None:
        self.last: Count | None = None
        self._right, self._plies = right, 0

    def take(self, said: Division) -> bool:
        """Show the next length; whether there may be more that is the same."""
        self._plies += 1
        count = _count(self._plies, said, next(self._right, None))
        if count.lines == (0, 0):
            return False
        show(words.row(count.plies, *count.lines))
        self.last = count
        return not count.differs


def _count(plies: int, said: Division, length: Length | None) -> Count:
    """Both divisions of one length, by the actions of the right game first."""
    right = {} if length is None else dict(length.by_action)
    yours: dict[str, int] = {}
    for action, lines in said:
        yours[action] = yours.get(action, 0) + lines
    actions = dict.fromkeys((*right, *yours))
    return Count(
        plies, tuple([(a, (yours.get(a, 0), right.get(a, 0))) for a in actions])
    )
