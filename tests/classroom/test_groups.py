"""Who does the same and is not right."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import replace

from autograder.classroom import summary
from autograder.classroom.course import (
    FAULT,
    NO_SUBMISSION,
    Graded,
    Student,
    StudentRow,
)
from autograder.classroom.gradebooks import grades
from autograder.classroom.page import statistics
from autograder.classroom.page.statistics import Group
from tests.classroom.class_by_hand import (
    QUESTION,
    course,
    did,
    names,
    together,
)


def alike(rows: Iterable[StudentRow]) -> tuple[list[Group], int]:
    """Who does the same in the one question."""
    return statistics.groups_of_same_behaviour(course(rows), QUESTION)


def test_the_same_on_each_tree_is_a_group() -> None:
    """Who is right is in none, and who does what nobody else does is counted."""
    found = alike(
        [did("A", "055"), did("B", "055"), did("C", "054"), did("D"), did("E")]
    )
    (group,) = found[0]
    assert names(group.rows) == ["A", "B"]
    assert found[1] == 1


def test_exceptions_and_time_are_what_one_does() -> None:
    """By the type of the exception."""
    slow, crashes = ("3", "time", "time"), ("RecursionError",) * 3
    found = alike(
        [did("A", slow), did("B", crashes), did("C", slow), did("D", crashes)]
    )
    assert [names(group.rows) for group in found[0]] == [["A", "C"], ["B", "D"]]


def test_two_members_of_one_submission_are_no_group() -> None:
    """It takes two submissions; then each member counts."""
    pair = together(did("A", "055"), "A", "B")
    assert alike(pair) == ([], 2)
    (group,) = alike([*pair, did("C", "055")])[0]
    assert (names(group.rows), group.submissions) == (["A", "B", "C"], 2)


def test_who_has_no_diagnosis_comes_first() -> None:
    """Then larger groups; a group may have both who has one and who has none."""
    found = alike(
        [
            *(did(name, "000", diagnosis="zero", title="Zero") for name in "ABC"),
            *(did(name, "111") for name in "DE"),
            did("F", "222", diagnosis="two", title="Two"),
            *(did(name, "222") for name in "GHI"),
        ]
    )
    assert [names(group.rows) for group in found[0]] == [
        ["F", "G", "H", "I"],
        ["D", "E"],
        ["A", "B", "C"],
    ]
    mixed, _, known = found[0]
    assert names(mixed.unnamed) == ["G", "H", "I"]
    assert [(title, names(rows)) for title, rows in mixed.named] == [("Two", ["F"])]
    assert (known.unnamed, known.named[0][0]) == ((), "Zero")


def test_the_smallest_tree_of_the_assignment() -> None:
    """Of those on which they fail; b has 3 nodes, a has 7, c 15. Who passes a has 3."""
    (group,) = alike([did("A", "050"), did("B", "050"), did("C")])[0]
    assert group.failed == ("a", "c")
    assert (group.tree, group.returned, group.right) == ("a", "0", "3")
    (group,) = alike([did("A", "040"), did("B", "040")])[0]
    assert group.failed == ("b", "a", "c")
    assert (group.returned, group.right) == ("4", "")


def test_the_smallest_tree_that_was_found() -> None:
    """Rather that of one without a diagnosis."""
    one = did("A", "055", diagnosis="zero", smallest="of A")
    two = did("B", "055", smallest="of B")
    (group,) = alike([one, two])[0]
    assert group.smallest == "of B"
    (group,) = alike([one, did("B", "055")])[0]
    assert group.smallest == "of A"


def test_the_same_values_though_visits_are_wrong() -> None:
    """They are not right, and do the same: the value is right on each tree."""
    unpruned = []
    for name in "AB":
        row = did(name)
        assert row.graded
        last = replace(row.graded.tests[-1], passed=False, verdict="wrong_visits")
        tests = (*row.graded.tests[:-1], last)
        unpruned.append(replace(row, graded=replace(row.graded, tests=tests)))
    (group,) = alike([*unpruned, did("C")])[0]
    assert names(group.rows) == ["A", "B"]
    assert (group.tree, group.returned, group.right) == ("c", "7", "7")


def test_an_unfinished_template_is_no_mistake_that_many_make() -> None:
    """It is listed with who could not be graded; so is what is not Python."""
    blank = [did(name, ("",) * 3, verdict="not_filled_in") for name in "AB"]
    broken = [did(name, ("SyntaxError",) * 3, verdict="crashed") for name in "CDE"]
    rows = [*blank, *broken, did("F", "055")]
    assert alike(rows) == ([], 1)
    found = statistics.reasons_not_run(course(rows), QUESTION)
    assert [(words, names(rows)) for words, rows in found] == [
        ("it is not Python (SyntaxError)", ["C", "D", "E"]),
        ("it is left as in the template", ["A", "B"]),
    ]


def test_whose_file_is_not_python_is_said_at_the_end_and_in_the_table() -> None:
    """Where all its tests crash for that; one that crashes as it runs is another."""
    blank = did("A", ("",) * 3, verdict="not_filled_in")
    broken = [did(name, ("SyntaxError",) * 3, verdict="crashed") for name in "BC"]
    runs = did("D", ("SyntaxError", "5", "5"), verdict="crashed")
    made = course([blank, *broken, runs])
    said = f"{QUESTION}: it is not Python (SyntaxError)"
    assert [*summary.not_imported_sentences(made)] == [f"{said}: B and C."]
    table = csv.DictReader(io.StringIO(grades.grades_csv(made), newline=""))
    statuses = [row["status"] for row in table]
    assert statuses == ["graded", f"graded; {said}", f"graded; {said}", "graded"]


def test_who_has_no_points_is_grouped_by_reason() -> None:
    """A fault of the grader's with its sentence; who handed in nothing is apart."""
    broken = Graded(None, 3.0, fault="no memory")
    rows = [
        StudentRow(Student("A"), NO_SUBMISSION),
        StudentRow(Student("B"), FAULT, "b", graded=broken),
        StudentRow(Student("C"), FAULT, "c", graded=broken),
        StudentRow(Student("D"), "not graded yet", "d"),
        did("E"),
    ]
    found = statistics.reasons_without_grade(course(rows))
    assert [(words, names(rows)) for words, rows in found] == [
        ("fault of the grader: no memory", ["B", "C"]),
        ("not graded yet", ["D"]),
    ]
