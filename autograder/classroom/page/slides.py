"""A course for slides: no more of its tests than students may see."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from autograder.assignment.questions import Assignment
from autograder.classroom.course import Course, Graded, QuestionRow
from autograder.report.view import SEEN

ShownTests = Collection[tuple[str, str]]  # question and tree of each test that is shown


def shown_tests(assignment: Assignment, *, published: bool) -> ShownTests:
    """The tests of an assignment that students may see now, or once it is published."""
    return frozenset(
        (test.question.name, test.about)
        for test in assignment.tests
        if test.visibility in SEEN[published]
    )


def shown(course: Course, tests_shown: ShownTests) -> Course:
    """The course with these tests alone; points and mistakes stay those of all tests.

    A smallest tree stays where one of these tests fails, and a mistake, too. What names
    rows goes where some are not shown.
    """
    questions = {question for question, _ in tests_shown}
    trees = {tree for _, tree in tests_shown}
    return replace(
        course,
        questions={q: most for q, most in course.questions.items() if q in questions},
        trees={name: tree for name, tree in course.trees.items() if name in trees},
        rows=tuple(
            replace(row, graded=row.graded and _graded(row.graded, tests_shown))
            for row in course.rows
        ),
    )


def _graded(graded: Graded, tests_shown: ShownTests) -> Graded:
    tests = tuple(t for t in graded.tests if (t.question, t.tree) in tests_shown)
    failed = {test.question for test in tests if not test.passed}
    whole = {q.name for q in graded.questions} - {
        test.question
        for test in graded.tests
        if (test.question, test.tree) not in tests_shown
    }
    questions = tuple(
        replace(each, unseen=0)
        if each.name in whole
        else _question(each, fails=each.name in failed)
        for each in graded.questions
        if any(question == each.name for question, _ in tests_shown)
    )
    return replace(graded, questions=questions, tests=tests)


def _question(question: QuestionRow, *, fails: bool) -> QuestionRow:
    """What may be told of a question of which some tests are not shown."""
    if fails:
        return replace(question, unseen=0)
    smallest = question.smallest if fails else ""
    return QuestionRow(
        name=question.name,
        points=question.points,
        most=question.most,
        convention=question.convention,
        smallest=smallest,
    )
