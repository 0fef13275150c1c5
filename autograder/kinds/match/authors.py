"""What authors ask of programs that play: solved positions, mistakes, and laziness."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from random import Random
from types import ModuleType
from typing import NamedTuple

from autograder.answers import program
from autograder.answers.file import answers_path, grouped_tests
from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.assignment.signature import TEXTBOOK
from autograder.authoring import lazy
from autograder.authoring.misconceptions import Right
from autograder.errors import AssignmentError, FileProblems, Problem
from autograder.game import MAX
from autograder.kinds import caught
from autograder.kinds.kind import Onlooker
from autograder.kinds.match import question as matches
from autograder.kinds.match.kind import MatchResult, judge, observed, staff
from autograder.kinds.match.playing import (
    CHOOSE,
    PLAYERS,
    Board,
    Line,
    Spot,
    Trusted,
    openings,
)
from autograder.kinds.match.question import Answer, MatchAnswers, MatchTest, Task
from autograder.text import count_text

MOST_SPOTS = 200_000  # positions of a game that is solved
NEAR, FAR = (1, 3), 0  # plies of wins; none is so near, and the game can be lost
TOO_LARGE = f"the game has more than {MOST_SPOTS:,} positions, and is not solved"
TOO_FEW = "there are {} positions in which {}, and {} are asked for"
TOO_SHORT = "there are too few openings of {} plies: {} are asked for"
TOLD = {
    NEAR[0]: "a win at once is to be found",
    NEAR[1]: "a win in three is to be found",
    FAR: "the game can be lost or held",
}
WON = 1_000  # what an end is worth beside estimates


class Worth(NamedTuple):
    """What a position is worth to its mover: 1, 0 or -1, and in how many plies."""

    value: int
    plies: int


class Solver:
    """Knows what each position of a game is worth; they are kept by their labels."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._known: dict[str, Worth] = {}

    def actions(self, spot: Spot) -> list[Worth]:
        """What each action is worth to who is to move, and in how many plies."""
        options = []
        for below in self._board.opened(spot).below.values():
            value, plies = self.worth(below)
            is_same = below.to_move == spot.to_move
            options.append(Worth(value if is_same else -value, plies + 1))
        return options

    def worth(self, spot: Spot) -> Worth:
        """What a position is worth; AssignmentError where there are too many."""
        if spot.label not in self._known:
            if len(self._known) > MOST_SPOTS:
                raise AssignmentError(TOO_LARGE)
            options, payoff = self.actions(spot), spot.utility or 0
            sign = 1 if spot.to_move == MAX else -1
            over = Worth(sign * ((payoff > 0) - (payoff < 0)), 0)
            # A win is better that is near, and a loss that is far away.
            self._known[spot.label] = max(
                options, key=lambda w: (w.value, -w.value * w.plies), default=over
            )
        return self._known[spot.label]


def solved_positions(board: Board, seed: str) -> Iterator[Task]:
    """Some positions of each sort, in which half of the actions are wrong, at least.

    They are drawn, always the same, but so that whoever takes the first action each
    time, the last, that in the middle, or the one that is best at sight, is right in
    half of them at most. Raises AssignmentError where there are too few, or too many to
    be solved.
    """
    solver = Solver(board)
    solver.worth(board.start)
    found = [*_candidates(board, solver)]
    Random(sha256(seed.encode()).digest()).shuffle(found)  # noqa: S311 - to be repeated
    wanted = matches.POSITIONS
    for sorts in (NEAR, (FAR,)):
        by_luck, most = [0, 0, 0, 0], len(sorts) * wanted // 2
        for plies in sorts:
            count = 0
            for task, actions in (row[1:] for row in found if row[0] == plies):
                sight = best_at_sight(board, board.along(task.line))
                easy = 0, actions - 1, actions // 2, sight
                lucky = [place in task.right for place in easy]
                after = [n + hit for n, hit in zip(by_luck, lucky, strict=True)]
                if max(after) <= most and count < wanted:
                    by_luck, count = after, count + 1
                    yield task
            if count < wanted:
                raise AssignmentError(TOO_FEW.format(count, TOLD[plies], wanted))


def best_at_sight(board: Board, spot: Spot) -> int:
    """The place of the first action that is best for who looks one move ahead.

    A win that is there is, then the best estimate, if the game has any, then no loss.
    """
    sign = 1 if spot.to_move == MAX else -1
    below = map(board.opened, spot.below.values())
    seen = [sign * (b.estimate or WON * (b.utility or 0)) for b in below]
    return seen.index(max(seen))


def _candidates(board: Board, solver: Solver) -> Iterator[tuple[int, Task, int]]:
    """Each position that may be asked: plies of a win, and how many actions it has."""
    lines: dict[str, Line] = {board.start.label: ()}
    waiting = [board.start]
    for spot in waiting:
        for place, below in enumerate(spot.below.values()):
            if below.label not in lines:
                lines[below.label] = (*lines[spot.label], place)
                waiting.append(below)
        options = solver.actions(spot)
        best = solver.worth(spot)
        is_near = best.value > 0 and best.plies in NEAR
        right = [p for p, each in enumerate(options) if each.value >= int(is_near)]
        can_lose = is_near or any(each.value < 0 for each in options)
        if can_lose and 0 < 2 * len(right) <= len(options):
            facet = matches.WINS if is_near else matches.HOLDS
            asked = spot.to_move, lines[spot.label], tuple(right)
            task = Task(facet, *asked, [*spot.below][right[0]])
            yield best.plies if is_near else FAR, task, len(options)


def answer_files(assignment: Assignment, watch: Onlooker) -> Iterator[tuple[Path, str]]:
    """The file of answers of each program that plays, with its text.

    Raises FileProblems where the rules of a game fail, or there is too little to ask.
    """
    for name, tests in grouped_tests(assignment, MatchTest).items():
        answers = MatchAnswers()
        for test in tests:
            watch.show(f"{name}: {test.about}")
            try:
                answers[test.about] = _answer(test)
            except AssignmentError as fault:
                problem = Problem(assignment.folder / FILE, *test.mark, str(fault))
                raise FileProblems((problem,)) from None
        path = answers_path(assignment, tests[0].question)
        yield path, matches.dump_answers(answers, tests)


def _answer(test: MatchTest) -> Answer:
    board = matches.board_of(test.game, test.options, test.question.places)
    if not test.against:
        return Answer(tuple(solved_positions(board, f"{test.game} {test.options}")))
    lines = openings(board, matches.OPENINGS, matches.PLIES, test.game)
    if len(lines) < matches.OPENINGS:
        raise AssignmentError(TOO_SHORT.format(matches.PLIES, matches.OPENINGS))
    rows = product(test.against, lines, PLAYERS)
    games = (Task(matches.SHARE, side, line, against=name) for name, line, side in rows)
    answer = Answer(tuple(games))
    seen = observed(test, answer, staff(test.question, matches.SEARCH))
    return answer._replace(staff=sum(episode.points for episode in seen.episodes))


def _result(test: MatchTest, answers: MatchAnswers, choose: lazy.Rule) -> MatchResult:
    """What a program in this process comes to in a test."""
    sits = partial(Trusted, choose=choose)
    return judge(test, observed(test, answers[test.about], sits))


def _questions(assignment: Assignment) -> Iterator[caught.Question]:
    """Each question with its mistakes; AssignmentError where there are no answers."""
    for tests in grouped_tests(assignment, MatchTest).values():
        answers, question = matches.load_answers(assignment, tests), tests[0].question
        own = program.read(question.places.trusted_path(f"{question.module}.py"))
        values = tuple([name for _, name in TEXTBOOK if name in own.functions])
        right = Right(own, values, CHOOSE, question.module)

        def result_of(
            module: ModuleType, test: MatchTest, answers: MatchAnswers = answers
        ) -> MatchResult:
            return _result(test, answers, vars(module)[CHOOSE])

        mistakes = tuple(caught.caught_mistakes((right,), tests, result_of))
        yield caught.Question(tests, mistakes, count_text(len(tests), "test"), "test")


questions_with_mistakes = partial(caught.questions_with_mistakes, _questions)
losses = partial(caught.losses, _questions)
adequacy = partial(caught.adequacy, _questions)

LAZY = lazy.PROGRAMS.with_name("choosing.py")
MOST_LAZY = {False: 20, True: 20}  # percent: some moves are good by luck
A_SEARCH = "a search that looks further than one move"


def payroll(assignment: Assignment) -> lazy.Payroll:
    """What each program that does not look ahead earns of each question.

    Raises AssignmentError where there are no answers.
    """
    asked = grouped_tests(assignment, MatchTest)
    answers = {n: matches.load_answers(assignment, some) for n, some in asked.items()}

    def paid(choose: lazy.Rule) -> lazy.Paid:
        points = {
            name: sum(_result(test, answers[name], choose).points for test in tests)
            for name, tests in asked.items()
        }
        return lazy.Paid(lazy.title_of(choose), points)

    places = assignment.all_questions()[0].places
    programs = lazy.programs_listed(LAZY, "CHOOSING", places)
    most, every = lazy.most_points(asked), tuple(map(paid, programs))
    return lazy.Payroll(most, every, without=(A_SEARCH,), allowed=MOST_LAZY)
