"""The table of students on the page: for instructors, and on no slide."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace

from autograder.classroom.course import Comment, Student
from autograder.classroom.likeness import similar_submissions
from autograder.classroom.page import classpage, slides
from autograder.classroom.page.roll import Likenesses, Roll
from autograder.classroom.requests import Answer, Request
from autograder.classroom.store.comparing import Change, Mark
from tests.classroom.made_course import ANN, FIVE, course
from tests.classroom.test_classpage import hostile, plain
from tests.page_reports import Reader

LINKS = {"submission_11": (("feedback/submission_11.html", "feedback"),)}
ROLL = Roll(LINKS, {"submission_11": "the present state"})


def page(roll: Roll = ROLL) -> str:
    """The page on five students."""
    return classpage.class_page_html(course(), "", roll)


def test_each_student_has_a_row_with_what_counts() -> None:
    """Points by question, mistakes, status, state and links."""
    rows = re.findall(r"<tr>(.*?)</tr>", page().partition('id="students"')[2])
    ann, bob, cat = (plain(f"</style>{row}") for row in rows[1:4])
    assert ann == "Ann Lee 00123 10 6 4 graded the present state feedback"
    assert bob.startswith("Bob Stone 1e5 5.5 3 2.5 minimax: min as max alphabeta: min")
    assert cat == "Cat Wu no submission"
    assert '<a href="feedback/submission_11.html">feedback</a>' in page()


def test_what_somebody_has_not_is_sorted_behind_all() -> None:
    """Its cell has nothing to be sorted by: the points, the state, the files."""
    rows = re.findall(r"<tr>(.*?)</tr>", page().partition('id="students"')[2])
    ann, _, cat = rows[1:4]
    assert ann.count("data-by") == 7, "all but mistakes and seconds"
    assert cat.count("data-by") == 2, "the name and the status"


def test_the_slowest_and_those_set_aside_are_named() -> None:
    """With their seconds; who took no time worth a word is not."""
    first, second, *others = FIVE
    assert first.graded is not None
    assert second.graded is not None
    slow = replace(first, graded=replace(first.graded, seconds=65.2, aside=True))
    quick = replace(second, graded=replace(second.graded, seconds=0.4))
    text = plain(classpage.class_page_html(course(slow, quick, *others), "", ROLL))
    assert (
        "Slowest, without the time for which others had the cores: "
        "Ann Lee 00123 (65.2 s); the median is 32.8 s."
    ) in text
    assert "Set aside, since they took long: Ann Lee 00123." in text


def test_what_lateness_leaves_and_what_is_said_have_columns() -> None:
    """Only where there is any of it."""
    assert "after lateness" not in page()
    first, *others = FIVE
    said = (Comment("Well done", "minimax"),)
    told = replace(first, deducted=2.5, comments=said, late=True)
    made = replace(course(told, *others), deducts=True)
    text = plain(classpage.class_page_html(made, "", ROLL))
    assert "Ann Lee 00123 10 6 4 7.5 minimax: Well done graded late" in text


def test_changes_and_requests_are_there_where_there_are_any() -> None:
    """With the points before and after, and why."""
    change = Change(ANN, "minimax", Mark(1, 2), Mark(2, 2), "the trees", tree="small")
    total = replace(
        change, question="total", tree="", before=Mark(8, 10), after=Mark(9, 10)
    )
    request = Request("00123", "minimax", "Why?", "open", 2)
    answer = Answer(request, FIVE[0], Mark(5, 6), Mark(6, 6), "points were set by hand")
    text = plain(page(replace(ROLL, changed=(total, change), answers=(answer,))))
    assert "Ann Lee 8 → 9 of 10 the trees" in text
    assert "minimax small 1 → 2 of 2 the trees" in text
    assert "Ann Lee 00123 minimax Why? open 5 → 6 points were set by hand" in text
    assert "Requests" not in plain(page())


def everything() -> Roll:
    """A roll with something of each sort."""
    change = Change(ANN, "minimax", Mark(1, 2), Mark(2, 2), "the trees", tree="small")
    total = replace(change, question="total", tree="")
    request = Request("00123", "minimax", f"Why {'so ' * 90}?", "open", 2)
    answer = Answer(request, FIVE[0], Mark(5, 6), Mark(6, 6), "points were set by hand")
    text = "".join(f"def f{i}(x):\n    return x + {i}\n" for i in range(30))
    sources = {"submission_11": {"x.py": text}, "submission_12": {"x.py": f"1\n{text}"}}
    shared = Likenesses(similar_submissions(sources, {}), sources)
    return Roll(LINKS, {}, (total, change), (answer,), shared)


def test_its_one_script_is_ours() -> None:
    """The page lets no other run; without the table there is none."""
    script = re.findall(r"<script>(.*?)</script>", page(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script[0].encode()).digest()).decode()
    assert len(script) == 1
    assert f"script-src 'sha256-{digest}';" in page()
    without = classpage.class_page_html(course())
    assert "<script" not in without
    assert "script-src" not in without


def test_what_students_have_named_does_nothing_in_it() -> None:
    """Neither in the table, nor in changes and requests."""
    made = hostile()
    name = made.rows[0].student.name
    change = Change(Student(name), name, Mark(1, 2), Mark(2, 2), name, tree=name)
    request = Request(name, name, name, name, 2)
    answer = Answer(request, made.rows[0], Mark(), Mark(), name)
    links = {row.submission: (("results/x.json", "results"),) for row in made.rows}
    found = Reader(
        classpage.class_page_html(made, "", Roll(links, {}, (change,), (answer,)))
    )
    assert found.unbalanced == []
    names = {name for _, given in found.elements for name in given}
    assert not {name for name in names if name.startswith("on")}
    tags = [tag for tag, _ in found.elements]
    assert tags.count("script") == 1
    assert not {*tags} & {"img", "iframe", "object", "embed", "link", "base", "form"}


def test_slides_have_no_table_of_students() -> None:
    """Nobody is listed there."""
    text = classpage.class_page_html(slides.course_under_pseudonyms(course()))
    assert 'class="roll"' not in text
    assert "Ann Lee" not in text
