"""What a class did, in numbers of students: points, mistakes, trees, who does the same.

Each row of a course is a student. Only a correlation is over submissions, one each: two
students of one submission would weigh twice. Two students are alike where the same came
back on each tree: the value, the type of the exception, or that time ran out.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from autograder.classroom.course import (
    NOT_IMPORTED,
    Comment,
    Course,
    Graded,
    QuestionRow,
    StudentRow,
    TestRow,
    grouped,
)
from autograder.classroom.gradebooks.grades import points_text
from autograder.classroom.page import parts
from autograder.judging.verdicts import Verdict
from autograder.words.explanations import question_to_student

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
    """What explains a question, and whose it is."""

    key: str
    title: str
    explanation: str  # what one was told, or a question that leads to the change
    rows: tuple[StudentRow, ...]
    lines: tuple[str, ...] = ()  # of each row, where a change makes all right


@dataclass(frozen=True, slots=True)
class TreeShare:
    """How many students passed a tree of a question, and what came back there."""

    tree: str
    passed: int
    students: int
    correlation: float | None  # of passing it with the points on other trees
    why: str  # there is none
    returned: tuple[tuple[str, int], ...]  # behaviours, the most frequent first
    right: str  # what those return who pass


@dataclass(frozen=True, slots=True)
class _Earned:
    """A submission's points in all, those on each tree, and which tests it passed."""

    points: float
    on_tree: Mapping[str, float]
    passed: Mapping[tuple[str, str], bool]  # by question and tree


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


def points_by_maximum(course: Course) -> dict[float, list[float]]:
    """The points of all who have any, by what they could earn: mostly one number."""
    have = ((r.most or 0.0, r.points) for r in course.rows if r.points is not None)
    return dict(sorted(grouped(have).items()))


def students_graded_in(
    course: Course, question: str
) -> Iterator[tuple[StudentRow, QuestionRow]]:
    """The students of whom this question was graded, and what came of it."""
    for row in course.rows:
        for found in row.questions:
            if found.name == question:
                yield row, found


def graded_tests_of_question(row: StudentRow, question: str) -> tuple[TestRow, ...]:
    """The tests of a question, as they were graded."""
    return tuple(test for test in row.tests if test.question == question)


def is_right(row: StudentRow, question: QuestionRow) -> bool:
    """Whether all tests of a question were passed."""
    tests = graded_tests_of_question(row, question.name)
    if tests:
        return all(test.passed for test in tests)
    return question.points is not None and question.points >= question.most


def wrong_on_unseen(course: Course, question: str) -> tuple[StudentRow, ...]:
    """Who is right on what is visible, and wrong on what nobody has seen."""
    return tuple(
        row for row, each in students_graded_in(course, question) if each.unseen
    )


def named_mistakes(course: Course, question: str) -> tuple[NamedMistake, ...]:
    """What explains a question, that of most students first."""
    whose = grouped(
        ((found.diagnosis, found.role), (row, found))
        for row, found in students_graded_in(course, question)
        if found.diagnosis
    )
    made = [_mistake(rows) for rows in whose.values()]
    return tuple(sorted(made, key=lambda each: (-len(each.rows), each.key)))


def _mistake(rows: Sequence[tuple[StudentRow, QuestionRow]]) -> NamedMistake:
    """What is the same of these students, in one question."""
    found, people = rows[0][1], tuple(row for row, _ in rows)
    key, title = found.diagnosis, found.explanation_in_few_words
    if not found.role:
        return NamedMistake(key, title, found.explanation, people)
    lines = tuple(each.lines for _, each in rows)
    return NamedMistake(
        f"{key} {found.role}", title, question_to_student(key), people, lines
    )


def conventions(course: Course, question: str) -> tuple[tuple[str, int], ...]:
    """The conventions that students follow, that of most first."""
    found = (each.convention for _, each in students_graded_in(course, question))
    return by_frequency(Counter(filter(None, found)))


def by_frequency(counted: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """What was counted, the most frequent first, then by its name."""
    return tuple(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0])))


def trees(course: Course, question: str) -> tuple[TreeShare, ...]:
    """The trees of a question, that which fewest pass first."""
    rows = (row for row, _ in students_graded_in(course, question))
    of_tree = grouped(
        (t.tree, t) for row in rows for t in graded_tests_of_question(row, question)
    )
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
    elsewhere = [round(each.points - each.on_tree[tree], DECIMALS) for each in tried]
    if len(tried) < LEAST:
        return None, TOO_FEW
    if len(set(passed)) == 1:
        return None, ALL_PASS if passed[0] else NONE_PASSES
    if len(set(elsewhere)) == 1:
        return None, NO_SPREAD
    return statistics.correlation(passed, elsewhere), ""


def _most_frequent(behaviours: Iterable[str]) -> str:
    counted = by_frequency(Counter(behaviours))
    return counted[0][0] if counted else ""


UNRUN = {  # verdicts on all tests of a question, by which none of them was run
    Verdict.GRADER_ERROR: "the grader failed",
    Verdict.NOT_RUN: "it was not run",
    Verdict.MODULE_MISSING: "the file is missing",
    Verdict.FUNCTION_MISSING: "a function is missing",
    Verdict.WRONG_SIGNATURE: "a function takes other arguments",
    Verdict.NOT_FILLED_IN: "it is left as in the template",
}


Reason = tuple[str, list[StudentRow]]  # why, in words, and with whom
Doing = tuple[tuple[str, str], ...]  # for each tree, what came back


def reasons_without_grade(course: Course) -> list[Reason]:
    """The students whose submission has no points, the most frequent reason first."""
    rows = [row for row in course.rows if row.submission and row.points is None]
    faults = [(row, row.graded.fault if row.graded else "") for row in rows]
    return _by_reason(
        (f"{row.status}: {fault}" if fault else row.status, row)
        for row, fault in faults
    )


def reasons_not_run(course: Course, question: str) -> list[Reason]:
    """The students of whom no test of a question was run, by the reason."""
    known = {verdict.value: words for verdict, words in UNRUN.items()}
    reasons = []
    for row, _ in students_graded_in(course, question):
        words = [
            known.get(test.verdict) or NOT_IMPORTED.get(test.behaviour, "")
            for test in graded_tests_of_question(row, question)
        ]
        if words and all(words):
            reasons.append((words[0], row))
    return _by_reason(reasons)


def _by_reason(reasons: Iterable[tuple[str, StudentRow]]) -> list[Reason]:
    return sorted(grouped(reasons).items(), key=lambda pair: (-len(pair[1]), pair[0]))


@dataclass(frozen=True, slots=True)
class Group:
    """Students of at least two submissions that do the same."""

    rows: tuple[StudentRow, ...]
    submissions: int
    unnamed: tuple[StudentRow, ...]  # without a diagnosis
    named: tuple[tuple[str, tuple[StudentRow, ...]], ...]  # by its title
    failed: tuple[str, ...]  # trees
    tree: str  # the smallest of these; on it:
    returned: str
    verdict: str
    right: str  # what who passes it returns
    smallest: str  # tree at all on which one of them fails, as YAML, or ""


def groups_of_same_behaviour(course: Course, question: str) -> tuple[list[Group], int]:
    """Who does the same in a question, the groups with most of no diagnosis first.

    Beside them stands how many students do what nobody else does. Whoever has nothing
    that could be run is left out, and so is an instructor's own test.
    """
    nothing = {id(row) for _, rows in reasons_not_run(course, question) for row in rows}
    members: dict[Doing, list[tuple[StudentRow, QuestionRow]]] = {}
    for row, found in students_graded_in(course, question):
        tests = graded_tests_of_question(row, question)
        doing = tuple(sorted((test.tree, test.behaviour) for test in tests))
        observed = any(test.behaviour for test in tests)
        if observed and id(row) not in nothing and not is_right(row, found):
            members.setdefault(doing, []).append((row, found))
    several = {doing: rows for doing, rows in members.items() if _submissions(rows) > 1}
    made = [_group(course, question, d, rows) for d, rows in several.items()]
    made.sort(key=lambda each: (not each.unnamed, -len(each.unnamed), -len(each.rows)))
    return made, sum(map(len, members.values())) - sum(map(len, several.values()))


def _submissions(rows: Iterable[tuple[StudentRow, QuestionRow]]) -> int:
    return len({row.submission for row, _ in rows})


def _group(
    course: Course,
    question: str,
    doing: Doing,
    rows: Sequence[tuple[StudentRow, QuestionRow]],
) -> Group:
    named = grouped((found.explanation_in_few_words, row) for row, found in rows)
    unnamed = named.pop("", [])
    by_size = sorted(named.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    failed = _failed(course, question, [row for row, _ in rows])
    tree = failed[0] if failed else ""
    of_first = graded_tests_of_question(rows[0][0], question)
    nameless_first = sorted(rows, key=lambda pair: bool(pair[1].diagnosis))
    return Group(
        rows=tuple(row for row, _ in rows),
        submissions=_submissions(rows),
        unnamed=tuple(unnamed),
        named=tuple((title, tuple(whose)) for title, whose in by_size),
        failed=failed,
        tree=tree,
        returned=dict(doing).get(tree, ""),
        verdict=next((t.verdict for t in of_first if t.tree == tree), ""),
        right=_most_frequent(
            test.behaviour
            for row, _ in students_graded_in(course, question)
            for test in graded_tests_of_question(row, question)
            if test.tree == tree and test.passed
        ),
        smallest=next((q.smallest for _, q in nameless_first if q.smallest), ""),
    )


def _failed(
    course: Course, question: str, rows: Sequence[StudentRow]
) -> tuple[str, ...]:
    """The trees on which all fail, else those on which one does, the smallest first."""
    of_each = [
        {
            test.tree
            for test in graded_tests_of_question(row, question)
            if not test.passed
        }
        for row in rows
    ]
    failed = set.intersection(*of_each) or set.union(*of_each)
    nodes = {name: tree.nodes for name, tree in course.trees.items()}
    return tuple(sorted(failed, key=lambda tree: (nodes.get(tree, math.inf), tree)))


BEFORE = "<main>"  # of the page; what foreign texts hold is escaped


def comments_by_submission(course: Course) -> dict[str, tuple[Comment, ...]]:
    """By submission what all its students are told: others get its page, too."""
    rows = grouped((row.submission, row) for row in course.rows if row.submission)
    return {
        name: tuple(c for c in first.comments if all(c in r.comments for r in others))
        for name, (first, *others) in rows.items()
    }


def with_comments(
    page: str, comments: Iterable[Comment], trees: Collection[tuple[str, str]]
) -> str:
    """The page with what people say above the tests; only these tests are named."""
    items = "".join(f"<li>{_item(each, trees)}</li>" for each in comments)
    if not items:
        return page
    section = (
        '<section class="said" aria-labelledby="said"><h2 id="said">Comments</h2>\n'
        f"<ul>{items}</ul></section>\n"
    )
    return page.replace(BEFORE, section + BEFORE, 1)


def _item(comment: Comment, trees: Collection[tuple[str, str]]) -> str:
    is_shown = (comment.question, comment.tree) in trees
    about = ", ".join(
        filter(None, (comment.question, comment.tree if is_shown else ""))
    )
    head = f"<strong>{parts.isolated(about)}:</strong> " if about else ""
    given = "" if comment.points is None else f" ({points_text(comment.points)} points)"
    return f"{head}{parts.isolated(comment.text)}{given}"
