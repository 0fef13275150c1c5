"""For slides: nothing in the page leads back to a student."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace

from autograder.classroom.course import (
    FAULT,
    GRADED,
    Comment,
    Course,
    Graded,
    Student,
    StudentRow,
)
from autograder.classroom.page import classpage, slides, statistics
from autograder.classroom.page.slides import course_under_pseudonyms
from tests.classroom.class_at_random import course as at_random
from tests.classroom.class_by_hand import QUESTION, course, did, names, together

OWN = "AdasOwnError"


def telling() -> Course:
    """A class in which everything that a student chooses tells who it is."""
    rows = []
    for place, row in enumerate(at_random(60).rows):
        name, sid = row.student.name, row.student.sid
        told = f"{name}: main_of_{sid}.py, line 3"
        graded = row.graded and Graded(
            row.graded.points,
            row.graded.most,
            tuple(replace(each, explanation=told) for each in row.graded.questions),
            tuple(
                replace(test, behaviour=(sid, f"'{name}'", OWN, "3")[place % 4])
                for test in row.graded.tests
            ),
            results=told,
            page=told,
            fault=told,
        )
        rows.append(
            replace(
                row,
                group=f"team-{sid}",
                original=f"main_{sid}.py",
                submitted_at=f"2026-01-01T00:00:{place:02}",
                late=True,
                remarks=(told,),
                graded=graded,
            )
        )
    return replace(at_random(60), rows=tuple(rows))


def secrets(made: Course) -> Iterator[str]:
    """All by which a student or a submission is known."""
    for row in made.rows:
        known = (row.student.name, row.student.sid, row.student.email, row.student.lms)
        yield from filter(None, (*known, row.submission, row.group, row.original))
        yield row.student.name.split()[-1]


def test_nothing_of_a_student_is_in_the_page() -> None:
    """No name, sid, e-mail, id, submission, group, file, time or own word."""
    made = telling()
    plain, page = (
        classpage.class_page_html(each)
        for each in (made, course_under_pseudonyms(made))
    )
    told = set(secrets(made)) | {OWN, "main_", "2026-01-01"}
    assert {text for text in told if text in page} == set()
    assert sum(row.student.name in plain for row in made.rows) > 30


def test_a_surname_that_is_an_animal_is_in_no_pseudonym() -> None:
    """Nor a word that holds one which is long enough to tell."""
    rows = [did("Vera Finch"), did("Amber Seal"), did("Rex Tiger"), did("An Parro")]
    made = course([*rows, *(did(f"{i}") for i in range(3000))])
    given = " ".join(names(course_under_pseudonyms(made).rows))
    for word in ("finch", "amber", "seal", "tiger", "parrot"):
        assert word not in given.split()


def test_pseudonyms_are_unique() -> None:
    """Also of more students than there are pairs of words."""
    count = len(slides.COLOURS.split()) * len(slides.ANIMALS.split()) + 1
    made = course(StudentRow(Student(f"{i}"), GRADED) for i in range(count))
    given = names(course_under_pseudonyms(made).rows)
    assert len(set(given)) == count
    assert {len(name.split()) for name in given} == {3}


def test_names_and_order_are_others_each_time() -> None:
    """Of 60 rows in order by their points none keeps its place by rule."""
    made = at_random(60)
    once, again = course_under_pseudonyms(made), course_under_pseudonyms(made)
    assert names(once.rows) != names(again.rows)
    orders = [[row.points for row in each.rows] for each in (made, once, again)]
    assert len({tuple(map(str, order)) for order in orders}) == 3
    assert len({tuple(sorted(map(str, order))) for order in orders}) == 1


def test_the_numbers_stay() -> None:
    """Points, mistakes, trees and groups are those of the class."""
    made = at_random(60)
    other = course_under_pseudonyms(made)
    before, after = (
        statistics.points_by_maximum(made),
        statistics.points_by_maximum(other),
    )
    assert {most: sorted(earned) for most, earned in before.items()} == {
        most: sorted(earned) for most, earned in after.items()
    }
    for question in made.questions:
        assert statistics.trees(made, question) == statistics.trees(other, question)
        sizes = [
            Counter(
                len(group.rows)
                for group in statistics.groups_of_same_behaviour(each, question)[0]
            )
            for each in (made, other)
        ]
        assert sizes[0] == sizes[1]


def test_members_of_a_submission_stay_together() -> None:
    """They have names of their own; the submission's own name is gone."""
    rows = together(did("A", "055"), "A", "B")
    found = course_under_pseudonyms(course([*rows, did("C", "055")])).rows
    counts = Counter(row.submission for row in found)
    assert sorted(counts.values()) == [1, 2]
    assert set(counts) <= {row.student.name for row in found}


def test_what_a_student_chose_is_told_apart_and_not_told() -> None:
    """Two exceptions of students' own are two things, but have no names."""
    rows = [
        *(did(name, ("MineError", "(1, 2)", "-2.5e-7")) for name in "AB"),
        *(did(name, ("YoursError", "KeyError", "time")) for name in "CD"),
    ]
    found = statistics.groups_of_same_behaviour(
        course_under_pseudonyms(course(rows)), QUESTION
    )[0]
    assert sorted(len(group.rows) for group in found) == [2, 2]
    shown = {
        test.behaviour
        for group in found
        for test in statistics.graded_tests_of_question(group.rows[0], QUESTION)
    }
    ours = {"(1, 2)", "-2.5e-7", "KeyError", "time"}
    assert shown == ours | {"something else (1)", "something else (2)"}


def test_a_number_that_is_a_students_own_is_not_told() -> None:
    """A sid that is returned in place of a value."""
    made = course([did("A", ("4711007", "5", "7"))])
    sid = replace(made.rows[0].student, sid="4711007")
    made = replace(made, rows=(replace(made.rows[0], student=sid),))
    assert "4711007" in classpage.class_page_html(made)
    assert "4711007" not in classpage.class_page_html(course_under_pseudonyms(made))


def test_only_what_counts_is_kept() -> None:
    """Each field of a row that is left as it was is named here; others are empty."""
    broken = Graded(None, 3.0, results="r", page="p", fault="f")
    row = StudentRow(
        Student("A", "1", "a@b", "2"),
        f"{FAULT}, a remark",
        "by A",
        "group",
        "2026",
        late=True,
        original="file",
        points=1.0,
        most=3.0,
        by_question={QUESTION: 1.0},
        graded=broken,
        remarks=("remark",),
        comments=(Comment("Well done, A"),),
        deducted=1.0,
    )
    (found,) = course_under_pseudonyms(course([row])).rows
    kept = {
        f.name
        for f in fields(StudentRow)
        if getattr(found, f.name) == getattr(row, f.name)
    }
    assert kept == {"points", "most", "by_question"}
    assert (found.status, found.group, found.late, found.remarks) == (
        GRADED,
        "",
        False,
        (),
    )
    assert found.graded == Graded(None, 3.0)
    assert found.student == Student(found.student.name)
