"""What authors ask of searches by playouts: mistakes that are caught, and laziness."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from autograder.answers import board, program
from autograder.answers.file import answers_path, grouped_tests, unseen_path
from autograder.answers.program import Program
from autograder.assignment.questions import Assignment
from autograder.authoring.lazy import (
    PROGRAMS,
    Paid,
    Payroll,
    most_points,
    own_modules,
    rules_listed_under,
    title_of,
)
from autograder.authoring.misconceptions import Right
from autograder.errors import AssignmentError, FileProblems, Problem
from autograder.kinds import caught
from autograder.kinds.caught import Caught, Question, caught_mistakes
from autograder.kinds.kind import Onlooker
from autograder.kinds.playouts import computing
from autograder.kinds.playouts.judging import PlayoutResult, judge, seen
from autograder.kinds.playouts.question import (
    Played,
    PlayoutAnswers,
    PlayoutTest,
    dump_answers,
    dump_unseen,
    load_answers,
)
from autograder.kinds.search import unseentrees
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
from autograder.text import count_text
from autograder.trees import drawn, explicit
from autograder.trees import file as treefile
from autograder.trees.drawn import random_tree
from autograder.trees.marked import key_mark
from autograder.trees.tree import GameTree
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
    path = question.places.trusted_path(f"{question.module}.py", REFERENCE)
    right = Right(program.read(path), (question.search,), "", question.module)

    def result_of(module: ModuleType, test: PlayoutTest) -> PlayoutResult:
        played, outcome = _done_on(module, test)
        return judge(test, answers.trees[test.about], seen(test, outcome, played))

    every = tuple(caught_mistakes((right,), tests, result_of))
    others = [] if all(each.by for each in every) else [*_drawn_trees(tests)]

    def differs(wrong: Program) -> bool:
        """Whether a program does otherwise than the right one on any of the others."""
        one, other = (each.module("search") for each in (wrong, right.program))
        return any(_done_on(one, test) != _done_on(other, test) for test in others)

    return tuple(e for e in every if e.by or differs(e.made.program))


def _done_on(module: ModuleType, test: PlayoutTest) -> tuple[Sequence[int], Outcome]:
    """The playouts of a program on a tree, and what came of it."""
    search = vars(module)[test.question.search]
    seat = computing.Seat(test.tree, apart=test.question.has_distinct_states)
    try:
        seconds = test.question.limits.wall_seconds
        returned = board.result_in_time(seconds, lambda: seat.run(search))
        outcome = outcome_of_result({"returned": encode(returned)})
    except board.TookTooLong:
        outcome = Fault(TIMEOUT)
    except computing.Endless:
        outcome = Fault(OVERRUN)
    except Exception as error:  # noqa: BLE001 - whatever it raises is what it does
        outcome = Fault(CRASH, type=type(error).__name__)
    return seat.played, outcome


def _drawn_trees(tests: Sequence[PlayoutTest]) -> Iterator[PlayoutTest]:
    """Tests on small trees such as these, drawn at random, and always the same."""
    forms = drawn.forms_with_turns(test.tree for test in tests)
    for seed in range(MOST_DRAWN):
        tree = drawn.random_tree(Random(seed), forms[seed % len(forms)])  # noqa: S311
        if tree.root_actions():
            within = replace(
                tree,
                iterations=len(tree.root_actions()) + ITERATIONS,
                exploration=tests[0].tree.exploration,
            )
            yield replace(tests[0], tree=within)


REMEDY = "more iterations, or a tree on which other actions are best, may tell more"


def _questions(assignment: Assignment) -> Iterator[Question]:
    """Each question with its mistakes; AssignmentError where there are no answers."""
    for tests in grouped_tests(assignment, PlayoutTest).values():
        mistakes = caught_by_playouts(tests, load_answers(assignment, tests))
        yield Question(tests, mistakes, count_text(len(tests), "tree"), "tree")


questions_with_mistakes = partial(caught.questions_with_mistakes, _questions)
losses = partial(caught.losses, _questions)
adequacy = partial(caught.adequacy, _questions, remedy=REMEDY)


PLAYERS = PROGRAMS.with_name("players.py")
TREE = "a tree of playouts"
LAST = -1  # the place of the last action

Search = Callable[..., Any]


def payroll(assignment: Assignment) -> Payroll:
    """What each program earns of each question.

    Raises AssignmentError where there are no answers.
    """
    asked = grouped_tests(assignment, PlayoutTest)
    answers = {name: load_answers(assignment, tests) for name, tests in asked.items()}
    module, own = load_module(PLAYERS), own_modules(assignment.tests[0].question.places)

    def paid(search: Search, *, thorough: bool) -> Paid:
        points = {n: _most(search, tests, answers[n]) for n, tests in asked.items()}
        return Paid(title_of(search), points, thorough)

    few = (*module.FEW, *rules_listed_under(own, "FEW_PLAYERS"))
    every = (*module.ALL, *rules_listed_under(own, "ALL_PLAYERS"))
    lazy = [paid(search, thorough=False) for search in few]
    lazy += [paid(search, thorough=True) for search in every]
    return Payroll(most_points(asked), tuple(lazy), without=(TREE,))


def _most(
    search: Search, tests: Sequence[PlayoutTest], answers: PlayoutAnswers
) -> float:
    """What a program earns with its own action, or with that of the best place."""
    most = max(len(test.tree.root_actions()) for test in tests)
    places = (None, LAST, *range(most))
    return max(
        sum(_points(search, test, answers, place) for test in tests) for place in places
    )


def _points(
    search: Search, test: PlayoutTest, answers: PlayoutAnswers, place: int | None
) -> float:
    """The points of one test, with the action at a place if one is given."""
    seat = computing.Seat(test.tree, apart=test.question.has_distinct_states)
    try:
        action = seat.run(search)
    except computing.Endless:
        action = None
    actions = test.tree.root_actions()
    if place is not None:
        action = actions[place if place < len(actions) else LAST]
    observed = seen(test, Returned("str", text=str(action)), seat.played)
    return judge(test, answers.trees[test.about], observed).points


TRIED = 200  # draws; the rest may be too small, or rounding decides there


def _unseen(
    tests: Sequence[PlayoutTest], play: Callable[[PlayoutTest], Played]
) -> Iterator[tuple[GameTree, Played]]:
    """Trees that no submission has met, with what is right, as `play` tells it."""
    met = {test.tree.game_digest for test in tests}
    for tree in _drawn([test.tree for test in tests]):
        if tree.game_digest in met or len(tree.nodes) < unseentrees.FEWEST_NODES:
            continue
        met.add(tree.game_digest)
        try:
            yield tree, play(replace(tests[0], tree=tree))
        except (AssignmentError, board.ModuleError):  # too few iterations, or rounding
            continue


def _drawn(own: Sequence[GameTree]) -> Iterator[GameTree]:
    """Trees that can be written, and read again as the same."""
    seed = sha256("".join(tree.fingerprint() for tree in own).encode())
    chance = Random(seed.digest())  # noqa: S311 - to be repeated; the seed is not told
    palettes = (unseentrees.utilities_of_trees(own),)
    for _ in range(TRIED):
        drawn = random_tree(
            chance, palettes=palettes, most_leaves=unseentrees.MOST_LEAVES
        )
        like = chance.choice(own)
        tree = replace(drawn, iterations=like.iterations, exploration=like.exploration)
        if treefile.parse(explicit.dump(tree)).fingerprint() == tree.fingerprint():
            yield tree


OTHERWISE = "{} finds {}, but by its playouts {} is right"


def answer_files(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """The file of answers of each search by playouts, with its text.

    Raises FileProblems where a tree is not fit to be played on, or its source says
    something else than the reference.
    """

    def play(test: PlayoutTest) -> Played:
        return _played(test, test.tree_path(assignment))

    for name, tests in grouped_tests(assignment, PlayoutTest).items():
        watch.show(f"the playouts of {name}")
        answers = PlayoutAnswers({test.about: play(test) for test in tests})
        yield answers_path(assignment, tests[0].question), dump_answers(answers, tests)
        drawn = islice(_unseen(tests, play), unseentrees.COUNT)
        yield unseen_path(assignment, name), dump_unseen(drawn)


def _played(test: PlayoutTest, file: Path) -> Played:
    """What is right on the tree of a test; FileProblems where that is in doubt.

    Raises ModuleError where the reference lacks the function.
    """

    def complain(rows: Sequence[tuple[str, str]]) -> None:
        if rows:
            problems = [Problem(file, *key_mark(file, key), why) for key, why in rows]
            raise FileProblems(tuple(problems))

    question = test.question
    complain([*computing.reasons_unfit(test.tree, question)])
    path = question.places.trusted_path(f"{question.module}.py", REFERENCE)
    search = board.loaded_function(path, question.search)
    seat = computing.Seat(test.tree, apart=question.has_distinct_states)
    seconds = question.limits.wall_seconds
    with board.errors_as_module_errors(path):
        action = board.result_in_time(seconds, lambda: seat.run(search))
    complain(
        [
            *computing.choices_left_to_rounding(test.tree),
            *_against(test, path, seat.played, action),
        ]
    )
    return Played(test.tree.fingerprint(), str(action), tuple(seat.played))


def _against(
    test: PlayoutTest, path: Path, played: Sequence[int], action: object
) -> Iterator[tuple[str, str]]:
    """What the reference does that its rules, or the source of a tree, do not say."""
    tree = test.tree
    due = computing.right_playouts(tree)
    labels = tree.labels()
    for at, (one, other) in enumerate(zip(played, due.playouts, strict=False)):
        if one != other:
            found = f"iteration {at + 1} of {board.shown_path(path)} plays from"
            due_there = f"{labels[one]}, and {labels[other]} is due"
            yield "iterations", f"{found} {due_there}"
            return
    if len(played) != len(due.playouts):
        yield (
            "iterations",
            f"{board.shown_path(path)} makes {len(played)} playouts",
        )
    if action != due.action:
        yield (
            "iterations",
            OTHERWISE.format(board.shown_path(path), action, due.action),
        )
    if tree.expect.action not in (None, action):
        said = f"expect says action {tree.expect.action}, computed {action}"
        yield "expect", said
