"""What a reader may see of a report: decided once, for all that is made of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.assignment.questions import VISIBILITIES
from autograder.errors import AssignmentError, GraderError
from autograder.report.entries import (
    Entry,
    Report,
    View,
    for_instructor,
    for_student,
    in_brief,
)
from autograder.words import blocks as words
from autograder.words.blocks import Named, Note, Quotation, Sentence
from autograder.words.faults import PRINTED
from tests import page_reports

ROW = Entry(
    *("fig_5_2", "minimax", "A returned 7, expected 3", 1, 4),
    details=((Sentence("A is worth 3"),), (Named("a title"),)),
    brief="brief",
    diagnosis="a title",
    printed=(Quotation(PRINTED, ("A",)),),
    replay=page_reports.without_pruning(),
    smallest="tree: [3, 7]",
    extra={"value": 7, "verdict": "wrong_value", "diagnosis": "key"},
)


def report(*entries: Entry) -> Report:
    """A report with these entries."""
    made = Report("Title", {str(i): entry for i, entry in enumerate(entries)})
    made.notes.append(Note("rename yours"))
    made.complaints.append("for the instructor alone")
    made.sandbox = "Sandbox: own process"
    return made


def names(view: View) -> list[str]:
    """The tests that are seen."""
    return [entry.name for entry in view.entries]


def test_a_student_sees_what_is_visible() -> None:
    """And, once the grades are published, all but what is hidden."""
    whole = report(*(replace(ROW, name=v, visibility=v) for v in VISIBILITIES))
    assert names(for_student(whole)) == ["visible"]
    later = ["visible", "after_due_date", "after_published"]
    assert names(for_student(whole, published=True)) == later
    assert names(for_instructor(whole)) == list(VISIBILITIES)


def test_of_tests_that_are_not_seen_the_others_sum_is_told() -> None:
    """So that nobody takes it for the whole; of all that are seen nothing is said."""
    hidden = replace(ROW, visibility="hidden")
    told = for_student(report(ROW, hidden, ROW)).remarks
    assert told == (words.earned_here("2", "8"),)
    assert for_student(report(ROW, ROW)).remarks == ()
    nothing = for_student(report(hidden))
    assert nothing.remarks == (words.earned_here("0", "0"),)


def test_that_a_test_could_not_be_judged_is_told_of_hidden_ones_too() -> None:
    """How many there are, and no more: it is no fault of the student's."""
    broken = replace(ROW, score=None, judged=False, headline="not judged: B at 7")
    ours = replace(broken, visibility="hidden", blame=GraderError)
    theirs = replace(ours, blame=AssignmentError)
    seen = for_student(report(ROW, ours, theirs, theirs))
    assert seen.remarks[1:] == (
        words.unjudged_sentence(2, "assignment"),
        words.unjudged_sentence(1, "grader"),
    )
    assert "B at 7" not in str(seen)


def test_what_is_for_instructors_is_in_no_view_of_a_student() -> None:
    """Neither complaints, nor what was around the code; the notes are the student's."""
    seen = for_student(report(ROW))
    assert (seen.title, seen.notes) == ("Title", (Note("rename yours"),))
    assert (seen.warning, seen.sandbox) == ("", "")
    whole = for_instructor(report(ROW))
    assert whole.title == "For instructors: Title"
    assert whole.sandbox == "Sandbox: own process"
    assert whole.warning == words.FOR_INSTRUCTORS


@pytest.mark.parametrize("feedback", ["diagnosis", "none"])
def test_feedback_limits_what_a_student_is_told(feedback: str) -> None:
    """Nothing of the tree is left in the entry; an instructor's view has it all."""
    whole = report(replace(ROW, feedback=feedback))
    (told,) = for_student(whole).entries
    diagnosis = "a title" if feedback == "diagnosis" else ""
    brief = "brief" if diagnosis else words.NO_FEEDBACK
    assert (told.headline, told.diagnosis) == (brief, diagnosis)
    assert told.details == (((Named(diagnosis),),) if diagnosis else ())
    assert (told.replay, told.printed, told.smallest) == (None, (), "")
    assert (told.score, told.max_score) == (1, 4)
    assert for_instructor(whole).entries[0].details == ROW.details


@pytest.mark.parametrize("feedback", ["diagnosis", "none"])
def test_what_was_not_judged_tells_that_and_nothing_of_the_tree(feedback: str) -> None:
    """A fault of the grader comes with the title and the values of a tree, too."""
    broken = replace(ROW, judged=False, score=None, brief="", blame=GraderError)
    broken = replace(broken, headline="the grader failed", feedback=feedback)
    (told,) = for_student(report(broken)).entries
    assert told.headline == "the grader failed"
    assert "A is worth 3" not in str(told)
    assert told.replay is None


def test_in_brief_there_is_one_replay() -> None:
    """That of the first test that fails; what is right has its headline alone."""
    right = replace(ROW, headline="correct", passed=True)
    other = replace(ROW, headline="A returned 8, expected 3")
    shown = in_brief(for_student(report(right, ROW, other))).entries
    assert [entry.replay is not None for entry in shown] == [False, True, False]
    assert [bool(entry.details) for entry in shown] == [False, True, True]
    assert [entry.headline for entry in shown] == [
        each.headline for each in (right, ROW, other)
    ]


def test_in_brief_the_replay_is_where_the_page_opens() -> None:
    """At the test that tells most, which keeps its details, too."""
    most = replace(ROW, smallest="", tells_most=True)
    shown = in_brief(for_student(report(ROW, ROW, ROW, most))).entries
    assert [entry.replay is not None for entry in shown] == [*[False] * 3, True]
    assert shown[3].details == ROW.details


def test_in_brief_the_same_is_told_once() -> None:
    """Of three tests or more; all of them keep their rows and their points."""
    shown = in_brief(for_student(report(ROW, ROW, ROW))).entries
    first, *others = [entry.details for entry in shown]
    assert first == ROW.details
    pointed = ((Sentence(words.same_as_other_test(ROW.number, ROW.name)),),)
    assert others == [pointed, pointed]
    assert [(entry.score, entry.max_score) for entry in shown] == [(1, 4)] * 3


def test_in_brief_a_replay_is_of_a_search_where_there_is_one() -> None:
    """A tree of which nothing was visited comes after one that was searched."""
    unbegun = replace(
        ROW, replay=replace(page_reports.without_pruning(), submission=())
    )
    shown = in_brief(for_student(report(unbegun, ROW))).entries
    assert [entry.replay is not None for entry in shown] == [False, True]
    (alone,) = in_brief(for_student(report(unbegun))).entries
    assert alone.replay is not None
