"""The command `perft`: how many lines of play a game has, by their length.

A student's games are counted beside the right ones, behind the walls.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import closing
from pathlib import Path

from autograder.answers.file import grouped_tests
from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.assignment.selection import assignment_for_file, only_selected
from autograder.commands.options import (
    Parser,
    add_assignment,
    add_flag,
    add_number,
    given_options,
    show,
)
from autograder.errors import AssignmentError, OptionError
from autograder.grading.grading import require_trust
from autograder.kinds.all import load
from autograder.kinds.game import lines, words
from autograder.kinds.game.judging import Count
from autograder.kinds.game.observing import call_of
from autograder.kinds.game.question import Rules, Walk
from autograder.observing.bench import Bench, Budget
from autograder.sandbox.sandbox import Sandbox
from autograder.sandbox.workers import FLAG
from autograder.text import clean, listed, path_shown
from autograder.trees import openspiel, rules
from autograder.uploads import several, staging
from autograder.uploads.reading import uploads
from autograder.words.faults import fault_sentence

DEPTH = 4
SHOWN = 300  # characters of what a game says
UNKNOWN = (
    "there is no game {}, and no such folder; there are {}, and with --assignment DIR "
    "the games of that course"
)
NO_FOLDER = "{}: --question is for a student's folder, and there is none of that name"
NO_OPTIONS = "{}: a folder's games have the options of their questions"
DIFFERS = 1  # the exit status where a count is another, or none
NO_GAMES = "{}: no question asks for a game"
NOT_THERE = "{}: expected {}"
STOPPED = "no more is counted: {}"


def add_options(command: Parser) -> None:
    """The options of `perft`."""
    command.add_argument(
        "game",
        metavar="GAME",
        help=f"as `game` of a tree file names it: a rule game, or {rules.OPENSPIEL}; "
        "or a student's folder, counted beside the right game",
    )
    command.add_argument(
        "options",
        nargs="*",
        metavar="OPTION=VALUE",
        help="the game's own, as piles=1,3,5,7; of OpenSpiel also its name, as "
        "name=othello",
    )
    purpose = "the longest lines, in plies"
    add_number(command, "--depth", (1, lines.MOST_PLIES), DEPTH, purpose)
    add_flag(command, "--divide", "also those of the last length by their first action")
    command.add_argument(
        "--question",
        metavar="NAME",
        help="of a folder only this question",
    )
    add_assignment(command)
    add_flag(command, FLAG, "run code that this system cannot isolate")


def run(options: argparse.Namespace) -> int:
    """Count the lines of a game, and show each length as soon as it is counted.

    The exit status is 1 where a student's count differs. Raises AssignmentError for a
    game or an option that there is not, for rules that fail, and at the first length
    that has too many lines.
    """
    title = " ".join((options.game, *options.options))
    try:
        games = rules.games_near(options.assignment / FILE)
        is_game = options.game in (*games, rules.OPENSPIEL)  # before a folder
        if is_game or not Path(options.game).exists():
            if options.question:
                game = clean(options.game, SHOWN)
                raise AssignmentError(NO_FOLDER.format(game))
            return _of_game(options, title, games)
        if options.options:
            given = clean(" ".join(options.options), SHOWN)
            raise AssignmentError(NO_OPTIONS.format(given))
        return _of_submission(options, Path(options.game))
    except lines.TooManyLines as fault:
        raise AssignmentError(
            words.too_many_lines_sentence(title, fault.plies, lines.MOST_LINES)
        ) from None
    except OptionError as fault:
        own = fault.message if options.game == rules.OPENSPIEL else str(fault)
        raise AssignmentError(clean(f"{options.game}: {own}", SHOWN)) from None
    except rules.BadGame as fault:
        raise AssignmentError(clean(f"{options.game}: {fault}", SHOWN)) from None


def _of_game(options: argparse.Namespace, title: str, games: Mapping[str, Path]) -> int:
    last = None
    with closing(_lengths(options, games)) as lengths:
        for last in lengths:
            if last.plies == 1:
                show(words.count_table_heading(title))
            show(words.count_table_row(last.plies, last.lines))
    if last is None:
        raise AssignmentError(f"{clean(title, SHOWN)}: it is over where it begins")
    if last.plies < options.depth:
        show(words.game_over_sentence(last.plies))
    if options.divide:
        show(words.by_action(last.plies, last.by_action))
    return 0


def _lengths(
    options: argparse.Namespace, games: Mapping[str, Path]
) -> Generator[lines.Length, None, None]:
    given = given_options(options.options)
    if options.game == rules.OPENSPIEL:
        named = openspiel.named_game(given)
        return lines.lengths_of_openspiel_game(named, options.depth)
    if options.game not in games:
        there = listed((*games, rules.OPENSPIEL), len(games) + 1)
        raise AssignmentError(UNKNOWN.format(clean(options.game, SHOWN), there))
    return lines.lengths_of_rule_game(games[options.game], given, options.depth)


def _of_submission(options: argparse.Namespace, submission: Path) -> int:
    """Count each game of a submission beside the right one; 1 where one differs."""
    assignment = only_selected(load(options.assignment), options.question, None)
    assignment = assignment_for_file(assignment, submission)
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
        budget = Budget(assignment.budget, 0.0, sandbox.clock_seconds)
        staged = Bench(picked, sandbox, budget).staged
        there = [each for each in questions if not staged.lacks(each.module)]
        if not there:
            names = listed(tuple(f"{each}.py" for each in modules), len(modules))
            raise AssignmentError(NOT_THERE.format(path_shown(submission), names))
        beside = (assignment, sandbox, staged.folder, options)
        return max([_beside(question, *beside) for question in there])


def _beside(
    question: Rules,
    assignment: Assignment,
    sandbox: Sandbox,
    folder: Path,
    options: argparse.Namespace,
) -> int:
    """Show the counts of a game up to the first that differs, and that divided."""
    show(words.count_table_heading(question.name, words.BOTH))
    counts: list[Count] = []
    with closing(
        lines.lengths_of_question(assignment, question, options.depth)
    ) as lengths:

        def is_same(said: lines.Division) -> bool:
            """Show the next length; whether there may be more that is the same."""
            length, yours = next(lengths, None), Counter[str]()
            for action, number in said:
                yours[action] += number
            right = {} if length is None else dict(length.by_action)
            actions = dict.fromkeys((*right, *yours))
            rows = tuple([(a, (yours.get(a, 0), right.get(a, 0))) for a in actions])
            count = Count(len(counts) + 1, rows)
            if count.lines == (0, 0):
                return False
            show(words.count_table_row(count.plies, *count.lines))
            counts.append(count)
            return not count.differs

        stopped = lines.count_student_lines(
            sandbox, folder, question, options.depth, is_same
        )
    differs = bool(counts) and counts[-1].differs
    if counts and (differs or options.divide):
        show(words.both_by_action(counts[-1]))
    if stopped is not None:
        told = fault_sentence(stopped.fault, call_of(stopped.function))
        show(f"\n{STOPPED.format(told)}")
    show("")
    return DIFFERS if differs or stopped else 0
