"""The page on a class: what it says, safe whatever it tells of, and alone."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from autograder.classroom.course import (
    NO_SUBMISSION,
    Course,
    Student,
    StudentRow,
    TreeRow,
)
from autograder.classroom.page import classpage, slides
from autograder.classroom.page.roll import Roll
from autograder.text import clean
from tests.classroom.class_at_random import course as at_random
from tests.classroom.class_by_hand import QUESTION, TREES, course, did, together
from tests.page_reports import HOSTILE, Reader

TREE = "tree: [[3, 12], [2, 4]]"


def hostile() -> Course:
    """A class in which every text would act, if it could."""
    found = dict.fromkeys(("diagnosis", "title", "explanation", "convention"), HOSTILE)
    rows = [
        replace(
            did(HOSTILE, (HOSTILE, "5", HOSTILE), smallest=HOSTILE, **found),
            student=Student(HOSTILE, HOSTILE, HOSTILE, HOSTILE),
            submission=f"{HOSTILE}{place}",
        )
        for place in range(3)
    ]
    broken = replace(rows[0], points=None, status=HOSTILE)
    trees = {name: TreeRow(name, HOSTILE, 3, HOSTILE) for name in TREES}
    made = course([*rows, broken, StudentRow(Student(HOSTILE), NO_SUBMISSION)])
    return replace(made, title=HOSTILE, trees=trees)


COURSES: dict[str, Callable[[], Course]] = {
    "random": lambda: at_random(60),
    "hidden": lambda: slides.course_under_pseudonyms(at_random(60)),
    "hostile": hostile,
    "empty": lambda: course([]),
    "nobody": lambda: course([StudentRow(Student("A"), NO_SUBMISSION)]),
    "one": lambda: course([did("A", "055")]),
}
EVERY_COURSE = pytest.mark.parametrize("name", COURSES)


@cache
def page_of(name: str) -> str:
    """The page of one of them."""
    return classpage.class_page_html(COURSES[name]())


def plain(text: str) -> str:
    """The words of a page without its tags."""
    words = " ".join(re.sub(r"<[^>]*>", " ", text.partition("</style>")[2]).split())
    return re.sub(r" (?=[,.;:)])|(?<=\() ", "", words)


# -- Safe ------------------------------------------------------------------------------


@EVERY_COURSE
def test_every_element_ends_where_it_should(name: str) -> None:
    """No text opens or closes an element."""
    assert Reader(page_of(name)).unbalanced == []


@EVERY_COURSE
def test_nothing_in_it_acts_or_fetches(name: str) -> None:
    """No script, handler, frame, form or image; links lead into the page alone."""
    found = Reader(page_of(name))
    tags = {tag for tag, _ in found.elements}
    acting = {"script", "img", "iframe", "object", "embed", "link", "base", "form"}
    assert not tags & {*acting, "image", "use", "foreignobject"}
    names = {name for _, given in found.elements for name in given}
    assert not {name for name in names if name.startswith("on")}
    assert not names & {"src", "srcset", "action", "style", "xlink:href"}
    assert all(address.startswith("#") for address in found.attributes("href"))
    (policy,) = (p for p in found.attributes("content") if "default-src" in p)
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "url(" not in page_of(name)


def test_hostile_text_is_shown_as_it_is() -> None:
    """But what would act on its reader, such as a mark that turns the direction."""
    found = Reader(page_of("hostile"))
    told = clean(HOSTILE, 1000)
    assert found.texts["title"] == [told]
    assert found.texts["bdi"].count(told) > 20
    assert not set(page_of("hostile")) & set("\u2028\u202e\ud800")


@EVERY_COURSE
def test_addresses_are_unique(name: str) -> None:
    """Each link leads to a section that is there, and each section is linked."""
    found = Reader(page_of(name))
    ids = found.attributes("id")
    assert len(set(ids)) == len(ids)
    assert [f"#{each}" for each in ids] == found.attributes("href")


def test_the_same_class_makes_the_same_bytes() -> None:
    """So that a page that has changed tells something."""
    assert classpage.class_page_html(at_random(30)) == classpage.class_page_html(
        at_random(30)
    )


# -- What it says ----------------------------------------------------------------------


def test_students_submissions_and_grades_are_counted() -> None:
    """A pair has one submission, and is two students."""
    rows = [
        *together(did("A", "055"), "A", "B"),
        did("C"),
        replace(did("D"), points=None),
        StudentRow(Student("E"), NO_SUBMISSION),
    ]
    page = plain(classpage.class_page_html(course(rows)))
    assert "5 students 3 submissions · 3 students graded" in page
    assert "Of 3 points, 3 students have 1.67 on average" in page
    assert "1 has full points" in page


def test_a_group_without_a_name_is_shown_with_its_tree() -> None:
    """The smallest found, drawn; and what they return on that of the assignment."""
    rows = [did(name, "055", smallest=TREE) for name in "AB"]
    text = classpage.class_page_html(course([*rows, did("C")]))
    page = plain(text)
    assert "2 students No diagnosis on a (7 nodes): 0; who passes it has 3" in page
    assert "They fail in 2 tests: a, c." in page
    assert "└─ C ▽: F=2 G=4" in page
    assert f"As a tree file {TREE}" in page
    assert "no sign that they copied" in page


def test_a_group_without_a_found_tree_has_that_of_the_assignment() -> None:
    """As its outline."""
    page = plain(classpage.class_page_html(course([did("A", "055"), did("B", "055")])))
    assert "The smallest tree on which they fail, a: a △ drawn" in page


def test_wrong_visits_are_told() -> None:
    """Where the value is right."""
    rows = []
    for name in "AB":
        row = did(name)
        assert row.graded
        first, *rest = row.graded.tests
        tests = (replace(first, passed=False, verdict="wrong_visits"), *rest)
        rows.append(replace(row, graded=replace(row.graded, tests=tests)))
    page = plain(classpage.class_page_html(course([*rows, did("C")])))
    assert "on a (7 nodes): 3, which is right; their visits are not" in page


def test_a_value_is_right_where_the_search_returns_no_action() -> None:
    """A text stands in quotes: what looks like the value is the value."""
    wrong = [did(name, "300", verdict="wrong_type") for name in "AB"]
    rows = [did("C"), did("D", "057")]
    for row in wrong:
        assert row.graded
        first, *rest = row.graded.tests
        tests = (replace(first, passed=False, verdict="wrong_type"), *rest)
        rows.append(replace(row, graded=replace(row.graded, tests=tests)))
    made = replace(course(rows), trees={"a": TREES["a"]})
    page = plain(classpage.class_page_html(made))
    assert (
        "on a (7 nodes): 3, which is right; what their search returns is no action"
        in page
    )


def test_what_came_back_is_counted() -> None:
    """What is neither a value nor an exception is told in words."""
    rows = [did("A"), did("B"), did("C", ("time", "5", "7")), did("D", ("x", "5", "7"))]
    page = plain(classpage.class_page_html(course(rows)))
    assert "came back students right 3 2 right time ran out 1 x 1" in page


def test_a_tree_that_is_not_drawn() -> None:
    """It is too large."""
    trees = {name: replace(tree, outline="") for name, tree in TREES.items()}
    page = plain(classpage.class_page_html(replace(course([did("A")]), trees=trees)))
    assert page.count("It is too large to be drawn here.") == 3


def test_mistakes_are_told_with_their_students() -> None:
    """Title, text and whose; and the conventions of the others."""
    known = {
        "diagnosis": "zero",
        "title": "Zero is none",
        "explanation": "A?\n\nB?",
    }
    rows = [did("A", "055", **known), did("B", convention="strict")]
    text = classpage.class_page_html(course(rows))
    assert "Not fully right: 1 of 2 students; with a diagnosis: 1." in text
    assert "<p>A?</p>\n<p>B?</p>" in text
    assert "1 student Zero is none" in plain(text)
    assert "Conventions, by number of students: strict: 1." in plain(text)


def test_the_lines_of_a_change_lead_to_the_report() -> None:
    """By the first link of the submission; slides name no file."""
    known = {"diagnosis": "sign", "role": "value", "lines": "minimax.py:8"}
    told = course([did("A", "055", **known)])
    (row,) = told.rows
    links = {row.submission: (("feedback/a.html", "feedback"),)}
    text = classpage.class_page_html(told, "", Roll(links))
    assert "Where the class went wrong" in text
    code = "<code>minimax.py:8</code>"
    assert f'<a href="feedback/a.html">{code}</a>' in text
    assert "1 student sign, where a value is made" in plain(text)
    assert f" {code}</li>" in classpage.class_page_html(told)
    shown = classpage.class_page_html(slides.course_under_pseudonyms(told))
    assert "sign, where a value is made" in shown
    assert "minimax.py" not in shown


def test_why_there_is_no_correlation() -> None:
    """It says so at the tree."""
    page = plain(classpage.class_page_html(course([did("A"), did("B")])))
    assert "a 100 % passed: 2 of 2 no r: fewer than 20 submissions" in page


def test_a_class_without_a_title_has_a_heading() -> None:
    """For those who go from heading to heading."""
    found = Reader(classpage.class_page_html(replace(course([]), title="")))
    assert found.texts["title"] == ["A class"]


def test_who_is_missing() -> None:
    """By reason; who has no name is told by the e-mail, if there is one."""
    rows = [
        StudentRow(Student("", email="a@b.example"), NO_SUBMISSION),
        StudentRow(Student(""), NO_SUBMISSION),
        did("C", ("",) * 3, verdict="module_missing"),
    ]
    page = plain(classpage.class_page_html(course(rows)))
    assert f"1 student {QUESTION}: the file is missing C" in page
    assert page.endswith("No submission 2 students. a@b.example (no name)")


# -- Charts ----------------------------------------------------------------------------

NEEDS_CHARTS = pytest.mark.skipif(
    not classpage.can_draw_charts(), reason="the extra class is not installed"
)


@NEEDS_CHARTS
def test_charts_have_the_colours_of_the_page() -> None:
    """And its letters; each says in words what it shows."""
    text = classpage.class_page_html(at_random(60))
    drawn = re.findall(r'<svg role="img".*?</svg>', text)
    assert len(drawn) == 4  # all points for a desk and for a phone; two questions
    assert all('aria-label="Histogram of points in ' in each for each in drawn)
    colours = {
        c for each in drawn for c in re.findall(r'(?:fill|stroke)="(.*?)"', each)
    }
    assert {c for c in colours if not c.startswith("var(--")} == {"none"}
    assert {f for each in drawn for f in re.findall(r'font-family="(.*?)"', each)} == {
        "inherit"
    }


def test_without_the_extra_there_are_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a line on how to get charts."""
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    text = classpage.class_page_html(course([did("A"), did("B", "055")]))
    assert "<svg role" not in text
    assert classpage.MISSING in text
    assert "0.5–1 0 1–1.5 1 1.5–2 0 2–2.5 0 2.5–3 1" in plain(text)
