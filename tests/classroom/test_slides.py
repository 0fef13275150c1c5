"""A course for slides: of its tests those alone that students may see."""

from __future__ import annotations

from autograder.classroom.course import TestRow
from autograder.classroom.page import classpage
from autograder.classroom.page.slides import course_with_tests
from tests.classroom.class_by_hand import QUESTION, course, did

SEEN = {(QUESTION, "a"), (QUESTION, "b")}
NAMED = {
    "diagnosis": "key",
    "title": "Title",
    "explanation": "What it does.",
    "smallest": "tree: [1]",
}


def left_of(*returned: str, **found: str) -> tuple[list[str], str, str]:
    """The trees that are left of a row, and of what explains it title and tree."""
    (row,) = course_with_tests(course([did("Ann", returned, **found)]), SEEN).rows
    assert row.graded is not None
    (question,) = row.graded.questions
    tests: tuple[TestRow, ...] = row.graded.tests
    return [test.tree for test in tests], question.title, question.smallest


def test_tests_that_are_not_seen_are_gone() -> None:
    """With their trees, and with all that came back there."""
    whole = course([did("Ann", ("3", "5", "777")), did("Bob", ("3", "5", "777"))])
    page, of_all = (
        classpage.class_page_html(course_with_tests(whole, SEEN)),
        classpage.class_page_html(whole),
    )
    assert "a △ drawn" in page
    for text in ("c △ drawn", "Tree c", "777"):
        assert text not in page
        assert text in of_all


def test_a_mistake_stays_where_a_test_that_is_seen_fails() -> None:
    """One that shows in others alone tells of these."""
    assert left_of("4", "5", "7", **NAMED) == (["a", "b"], "Title", "tree: [1]")
    assert left_of("3", "5", "8", **NAMED) == (["a", "b"], "", "")


def test_a_question_none_of_whose_tests_is_seen_is_not_named() -> None:
    """Nor its points."""
    rows = [did("Ann", ("4", "5", "7"), question="secret_question", **NAMED)]
    whole = course(rows, {"minimax": 3.0, "secret_question": 3.0})
    page = classpage.class_page_html(course_with_tests(whole, SEEN))
    assert "secret_question" in classpage.class_page_html(whole)
    assert "secret_question" not in page


def test_who_is_right_on_visible_trees_alone_is_no_slide() -> None:
    """On the instructor's page they are named, where there are any."""
    whole = course([did("Ann", unseen=2), did("Bob")])
    assert "Right on the visible tests alone" in classpage.class_page_html(whole)
    seen = {*SEEN, (QUESTION, "c")}
    for part in (SEEN, seen):
        page = classpage.class_page_html(course_with_tests(whole, part))
        assert "Right on the visible tests alone" not in page
    nobody = classpage.class_page_html(course([did("Bob")]))
    assert "Right on the visible tests alone" not in nobody
