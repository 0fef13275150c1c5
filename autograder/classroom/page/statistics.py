"""What a class did, in numbers of students: points, mistakes, conventions, trees.

Each row of a course is a student. Only a correlation is over submissions, one each: two
students of one submission would weigh twice.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from autograder.classroom.course import Course, Graded, QuestionRow, StudentRow, TestRow
from autograder.words.explanations import asks

LEAST = 20  # submissions, below which a correlation says nothing
MOST_BINS = 10
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)  # of which, times a power of ten, a bin is wide
DECIMALS = 6  # of points, below which adding fractions leaves its noise

TOO_FEW = f"fewer than {LEAST} submissions"
ALL_PASS, NONE_PASSES = "all pass", "none passes"
NO_SPREAD = "all have the same points elsewhere"


@dataclass(frozen=True, slots=True)
class Bin:
    """How many students have from `low` to below `high` points; in the last, to it."""

    low: float
    high: float
    students: int


@dataclass(frozen=True, slots=True)
class NamedMistake:
    """What explains a question, and whose it is.

    `explanation` is what one of them was told, or of a change that makes all right a
    question that leads to it; `lines` has then the place of each of the `rows`.
    """

    key: str
    title: str
    explanation: str
    rows: tuple[StudentRow, ...]
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeShare:
    """How many students passed a tree of a question, and what came back there.

    `correlation` is that of passing it with the points on the other trees; where there
    is none, `why` says so. `returned` counts behaviours, the most frequent first;
    `right` is what those return who pass.
    """

    tree: str
    passed: int
    students: int
    correlation: float | None
    why: str
    returned: tuple[tuple[str, int], ...]
    right: str


@dataclass(frozen=True, slots=True)
class _Earned:
    """A submission's points in all, those on each tree, and which tests it passed."""

    points: float
    on_tree: Mapping[str, float]
    passed: Mapping[tuple[str, str], bool]  # by question and tree

    def elsewhere(self, tree: str) -> float:
        """The points of a student on all trees but one."""
        return round(self.points - self.on_tree[tree], DECIMALS)


def histogram(points: Sequence[float], most: float) -> tuple[Bin, ...]:
    """The points in bins of one width, up to `most`, or further where somebody is."""
    low, high = min((0.0, *points)), max((most, *points))
    width = _width(high - low)
    first = math.floor(low / width)
    count = max(math.ceil(round(high / width, DECIMALS)) - first, 1)
    places = Counter(
        min(math.floor(round(value / width, DECIMALS)) - first, count - 1)
        for value in points
    )
    edges = [round((first + i) * width, DECIMALS) for i in range(count + 1)]
    return tuple(Bin(edges[i], edges[i + 1], places[i]) for i in range(count))


def _width(span: float) -> float:
    """The smallest round number of which ten cover the span."""
    if span <= 0:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(span / MOST_BINS))
    return next(
        (s * unit for s in STEPS if s * unit * MOST_BINS >= span * (1 - 1e-9)),
        STEPS[-1] * unit,
    )


def quartiles(points: Sequence[float]) -> list[float]:
    """The three of the points that somebody has."""
    twice = points if len(points) > 1 else [*points, *points]
    return statistics.quantiles(twice, n=4, method="inclusive")


def by_maximum(course: Course) -> dict[float, list[float]]:
    """The points of all who have any, by what they could earn: mostly one number."""
    found: dict[float, list[float]] = {}
    for row in course.rows:
        if row.points is not None:
            found.setdefault(row.most or 0.0, []).append(row.points)
    return dict(sorted(found.items()))


def graded(course: Course, question: str) -> Iterator[tuple[StudentRow, QuestionRow]]:
    """The students of whom this question was graded, and what came of it."""
    for row in course.rows:
        for found in row.graded.questions if row.graded else ():
            if found.name == question:
                yield row, found


def searches_of(row: StudentRow, question: str) -> tuple[TestRow, ...]:
    """The tests of a question, as they were graded."""
    tests = row.graded.tests if row.graded else ()
    return tuple(test for test in tests if test.question == question)


def is_right(row: StudentRow, question: QuestionRow) -> bool:
    """Whether all tests of a question were passed."""
    tests = searches_of(row, question.name)
    if tests:
        return all(test.passed for test in tests)
    return question.points is not None and question.points >= question.most


def wrong_on_unseen(course: Course, question: str) -> tuple[StudentRow, ...]:
    """Who is right on what is visible, and wrong on what nobody has seen."""
    return tuple(row for row, each in graded(course, question) if each.unseen)


def mistakes(course: Course, question: str) -> tuple[NamedMistake, ...]:
    """What explains a question, that of most students first."""
    whose: dict[tuple[str, str], list[tuple[StudentRow, QuestionRow]]] = {}
    for row, found in graded(course, question):
        if found.diagnosis:
            whose.setdefault((found.diagnosis, found.role), []).append((row, found))
    made = [_mistake(rows) for rows in whose.values()]
    return tuple(sorted(made, key=lambda each: (-len(each.rows), each.key)))


def _mistake(rows: Sequence[tuple[StudentRow, QuestionRow]]) -> NamedMistake:
    """What is the same of these students, in one question."""
    found, people = rows[0][1], tuple(row for row, _ in rows)
    key, title = found.diagnosis, found.called
    if not found.role:
        return NamedMistake(key, title, found.explanation, people)
    lines = tuple(each.lines for _, each in rows)
    return NamedMistake(f"{key} {found.role}", title, asks(key), people, lines)


def conventions(course: Course, question: str) -> tuple[tuple[str, int], ...]:
    """The conventions that students follow, that of most first."""
    found = (each.convention for _, each in graded(course, question))
    return by_frequency(Counter(filter(None, found)))


def by_frequency(counted: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """What was counted, the most frequent first, then by its name."""
    return tuple(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))


def trees(course: Course, question: str) -> tuple[TreeShare, ...]:
    """The trees of a question, that which fewest pass first."""
    of_tree: dict[str, list[TestRow]] = {}
    for row, _ in graded(course, question):
        for test in searches_of(row, question):
            of_tree.setdefault(test.tree, []).append(test)
    graded_once = {row.submission: row.graded for row in course.rows if row.graded}
    submitted = tuple(map(_earned, graded_once.values()))
    shares = [_share(tree, tests, submitted) for tree, tests in of_tree.items()]
    return tuple(sorted(shares, key=lambda share: share.passed / share.students))


def _earned(graded: Graded) -> _Earned:
    on_tree: dict[str, float] = {}
    for test in graded.tests:
        on_tree[test.tree] = on_tree.get(test.tree, 0.0) + (test.points or 0.0)
    passed = {(test.question, test.tree): test.passed for test in graded.tests}
    return _Earned(math.fsum(on_tree.values()), on_tree, passed)


def _share(
    tree: str, tests: Sequence[TestRow], submitted: Iterable[_Earned]
) -> TreeShare:
    question = tests[0].question
    correlation, why = _correlation(question, tree, submitted)
    return TreeShare(
        tree=tree,
        passed=sum(test.passed for test in tests),
        students=len(tests),
        correlation=correlation,
        why=why,
        returned=by_frequency(Counter(test.behaviour for test in tests)),
        right=_most_frequent(test.behaviour for test in tests if test.passed),
    )


def _correlation(
    question: str, tree: str, submitted: Iterable[_Earned]
) -> tuple[float | None, str]:
    """Of passing a test with the points on other trees, or why there is none."""
    tried = [each for each in submitted if (question, tree) in each.passed]
    passed = [float(each.passed[question, tree]) for each in tried]
    elsewhere = [each.elsewhere(tree) for each in tried]
    if len(tried) < LEAST:
        return None, TOO_FEW
    if len(set(passed)) == 1:
        return None, ALL_PASS if passed[0] else NONE_PASSES
    if len(set(elsewhere)) == 1:
        return None, NO_SPREAD
    return statistics.correlation(passed, elsewhere), ""


def right_on(course: Course, question: str, tree: str) -> str:
    """What those return who pass a tree, most of them; "" if nobody does."""
    return _most_frequent(
        test.behaviour
        for row, _ in graded(course, question)
        for test in searches_of(row, question)
        if test.tree == tree and test.passed
    )


def _most_frequent(behaviours: Iterable[str]) -> str:
    counted = by_frequency(Counter(behaviours))
    return counted[0][0] if counted else ""
