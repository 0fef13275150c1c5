"""Courses made by hand: a few rows, one of each kind that outputs tell apart."""

from __future__ import annotations

from collections.abc import Mapping

from autograder.classroom.course import (
    FAULT,
    GRADED,
    NO_SUBMISSION,
    Course,
    Graded,
    QuestionRow,
    Student,
    StudentRow,
    TestRow,
    TreeRow,
)

QUESTIONS = {"minimax": 6.0, "alphabeta": 4.0}
TREES = {
    "small": TreeRow("small", "Two leaves", 3, "A MAX\n├─ 1\n└─ 2\n"),
    "wide": TreeRow("wide", "Three leaves", 4, "A MAX\n├─ 1\n├─ 2\n└─ 3\n"),
}
ANN = Student("Ann Lee", "00123", "ann@uni.example", "11")
BOB = Student("Bob Stone", "1e5", "bob@uni.example", "12")
CAT = Student("Cat Wu", "", "cat@uni.example", "13")
DAN = Student("Dan Roe", "00124", "dan@uni.example", "14")
EVE = Student("Eve Poe", "00125", "eve@uni.example", "15")


def test_row(question: str, tree: str, points: float, behaviour: str) -> TestRow:
    """One test out of 2 points."""
    passed = points == 2
    verdict = "correct" if passed else "wrong_value"
    return TestRow(
        question=question,
        tree=tree,
        points=points,
        most=2.0,
        passed=passed,
        verdict=verdict,
        behaviour=behaviour,
    )


def graded(points: Mapping[str, float], page: str = "<p>page</p>") -> Graded:
    """What the grader found; who has not all points has taken max for min."""
    questions = tuple(
        QuestionRow(
            name,
            points[name],
            most,
            "strict",
            *(("min_is_max", "min as max", "It takes the largest."))
            if points[name] < most
            else (),
        )
        for name, most in QUESTIONS.items()
    )
    tests = tuple(
        test_row(name, tree, 2 if points[name] == QUESTIONS[name] else 0, "2")
        for name in QUESTIONS
        for tree in TREES
    )
    earned = sum(points.values())
    return Graded(earned, 10.0, questions, tests, results="{}", page=page)


def row(
    student: Student, minimax: float, alphabeta: float, original: str = ""
) -> StudentRow:
    """A row that was graded, of a submission named by the student's lms id."""
    points = {"minimax": minimax, "alphabeta": alphabeta}
    return StudentRow(
        student,
        GRADED,
        submission=f"submission_{student.lms}",
        submitted_at="2026-11-20T10:00:00+00:00",
        original=original,
        points=minimax + alphabeta,
        most=10.0,
        by_question=points,
        graded=graded(points),
    )


def course(*rows: StudentRow, kind: str = "gradescope") -> Course:
    """A course of these rows, or of five that differ in their status."""
    return Course("Search", kind, QUESTIONS, TREES, rows or FIVE)


FIVE = (
    row(ANN, 6, 4),
    row(BOB, 3, 2.5),
    StudentRow(CAT, NO_SUBMISSION),
    StudentRow(
        DAN,
        FAULT,
        submission="submission_14",
        most=10.0,
        graded=Graded(None, 10.0, fault="the disk is full"),
    ),
    row(EVE, 0, 0),
)
