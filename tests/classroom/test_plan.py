"""What is graded: what was not, what is named, and each content once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from autograder.classroom.course import Enrolment, Handed, Seat, Student
from autograder.classroom.running.plan import (
    Choice,
    Content,
    Plan,
    contents_by_submission,
    plan_of,
    submissions_named,
)
from autograder.classroom.running.state import GraderState
from autograder.errors import AssignmentError
from autograder.uploads.reading import Upload
from autograder.uploads.staging import pick

NOW = GraderState("trees", "grader", "3.11.2", "{}")
BEFORE = replace(NOW, assignment="other trees")
MODULES = ("minimax",)


def handed(name: str, code: str, path: str = "minimax.py") -> Handed:
    """A submission of one file."""
    return Handed(name, (), lambda: (Upload(path, code.encode),))


def broken() -> Iterable[Upload]:
    """The files of a zip that is none."""
    raise AssignmentError("x.zip: not a usable zip")


CLASS = (
    handed("x", "a = 1\n"),
    handed("y", "a = 2\n"),
    handed("z", "a = 1\n"),
    Handed("w", (), broken),
)
PICK = partial(pick, modules=MODULES)
FOUND = contents_by_submission(CLASS, MODULES, PICK)
X, Y, W = (FOUND[name].digest for name in "xyw")


ALL = Choice()


def plan(
    before: dict[str, list[GraderState]] | None = None,
    choice: Choice = ALL,
    pages: Iterable[str] = (),
) -> Plan:
    """What is planned for the class, of which some was graded before."""
    return plan_of(FOUND, before or {}, NOW, choice, {*pages}.__contains__)


def digests(made: Plan) -> list[str]:
    """The contents that are graded."""
    return [task.content for task in made.tasks]


def test_equal_contents_are_graded_once() -> None:
    """The name of a submission is no part of its content; a file's name is."""
    assert FOUND["x"].digest == FOUND["z"].digest
    (other,) = contents_by_submission(
        [handed("x", "a = 1\n", "src/minimax.py")],
        MODULES,
        PICK,
    ).values()
    assert other.digest != FOUND["x"].digest
    made = plan()
    assert digests(made) == [X, Y]
    assert made.unreadable == {W: "x.zip: not a usable zip"}


def test_a_task_reads_its_files_anew() -> None:
    """So that a class need not be kept in memory."""
    first, _ = plan().tasks
    assert list(first.pick().content.values()) == [b"a = 1\n"]


def test_what_was_graded_stays() -> None:
    """In this state; what was graded in another stays too, and is told."""
    made = plan({X: [NOW], Y: [BEFORE], W: [NOW]})
    assert (digests(made), made.unreadable, made.older) == ([], {}, {"y": BEFORE})


@pytest.mark.parametrize(
    "choice, graded",
    [
        (Choice(changed=True), [Y]),
        (Choice(again=True), [X, Y]),
        (Choice(only=frozenset({"y"}), again=True), [Y]),
        (Choice(only=frozenset({"y"})), []),
        (Choice(pages=True), [X]),
    ],
)
def test_what_is_graded_again(choice: Choice, graded: list[str]) -> None:
    """What was changed, all, who is named, and what lacks its page."""
    made = plan({X: [NOW, BEFORE], Y: [BEFORE], W: [NOW]}, choice)
    assert digests(made) == graded
    assert made.older == ({} if Y in graded else {"y": BEFORE})


def test_a_page_that_is_there_is_made_once() -> None:
    """And what is graded anyway gets one."""
    made = plan({X: [NOW], W: [NOW]}, Choice(pages=True), pages=[X, W])
    assert [(task.content, task.page) for task in made.tasks] == [(Y, True)]


ADA = Student("Ada Lovelace", "001", "ada@uni.example", "77")
NOBODY = Student("Eve", "002")
SEATS = (Seat(ADA, "x"), Seat(Student("Bob", "3"), "y"), Seat(NOBODY))
ENROLMENT = Enrolment("folder", CLASS, SEATS)


@pytest.mark.parametrize(
    "words, found",
    [
        (["001"], {"x"}),
        (["Ada Lovelace", "y"], {"x", "y"}),
        (["ada@uni.example"], {"x"}),
        (["77"], {"x"}),
        (["z"], {"z"}),
    ],
)
def test_who_is_named(words: list[str], found: set[str]) -> None:
    """By sid, name, e-mail, the LMS's id, or the submission."""
    assert submissions_named(ENROLMENT, words) == found


def test_a_file_names_many(tmp_path: Path) -> None:
    """A line each."""
    path = tmp_path / "who.txt"
    path.write_text("001\n\n  y \n", encoding="utf-8")
    assert submissions_named(ENROLMENT, [str(path)]) == {"x", "y"}
    path.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(AssignmentError, match="expected a text file, a name a line"):
        submissions_named(ENROLMENT, [str(path)])


@pytest.mark.parametrize(
    "word, said",
    [
        ("Ada Lovelac", "of this name or number; did you mean Ada Lovelace?"),
        ("?", "--only ?: no student or submission of this name or number"),
        ("002", "--only 002: has no submission"),
    ],
)
def test_who_is_not_there(word: str, said: str) -> None:
    """The nearest name is told."""
    with pytest.raises(AssignmentError) as caught:
        submissions_named(ENROLMENT, [word])
    assert said in str(caught.value)


def test_what_cannot_be_read_is_graded_never() -> None:
    """Not for its page either."""
    found = {"w": Content("d", fault="No zip.")}
    made = plan_of(found, {"d": [NOW]}, NOW, Choice(pages=True), lambda _: False)
    assert (made.tasks, made.unreadable) == ((), {})
