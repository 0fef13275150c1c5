"""What one reader may see of a report: which entries, and how much is told of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from autograder.assignment.questions import LATER, VISIBLE
from autograder.errors import AssignmentError, GraderError
from autograder.report.entries import (
    CHECKS,
    TESTS,
    Entry,
    Report,
    alike,
    max_score,
    score,
)
from autograder.report.plain import note_lines
from autograder.text import points
from autograder.words import blocks as words
from autograder.words.blocks import FAILED, PASSED, UNJUDGED, Note, Sentence


@dataclass(frozen=True, slots=True)
class Group:
    """The tests of a question, without a smallest tree that was looked for besides."""

    name: str
    tests: tuple[Entry, ...]

    @property
    def wrong(self) -> list[Entry]:
        """The tests that failed or broke, those that students see before others."""
        wrong = [entry for entry in self.tests if entry.state == FAILED or entry.blame]
        return sorted(wrong, key=lambda entry: entry.visibility != VISIBLE)

    @property
    def state(self) -> str:
        """Whether one failed, one was not judged, or neither: some may be skipped."""
        states = {entry.state for entry in self.wrong}
        return next((each for each in (FAILED, UNJUDGED) if each in states), PASSED)

    @property
    def called(self) -> str:
        """What its tests are called where they are counted."""
        return TESTS if self.name == CHECKS else self.tests[0].several

    @property
    def first(self) -> Entry:
        """The test that is told of: the one that tells most, or the first."""
        wrong = self.wrong
        return next((each for each in wrong if each.tells_most), wrong[0])

    @property
    def is_told_in_a_row(self) -> bool:
        """Whether one sentence, the same for all its tests, is all that is known."""
        alike = len({entry.headline for entry in self.tests}) == 1
        return alike and not (self.first.line or self.first.has_searched)

    @property
    def is_unwritten(self) -> bool:
        """Whether nothing was earned, and each test met a function left as a stub."""
        return all(entry.meets_a_stub for entry in self.tests) and not score(self.tests)


def groups_of(entries: Iterable[Entry]) -> list[Group]:
    """The groups in their order."""
    tests = [entry for entry in entries if not entry.smallest]
    by_name = groupby(tests, key=lambda entry: entry.group)
    return [Group(name, tuple(members)) for name, members in by_name]


def wrong_groups(groups: Iterable[Group]) -> list[Group]:
    """Those not passed: with something to see, not yet written, not handed in."""
    wrong = [group for group in groups if group.state != PASSED]
    return sorted(wrong, key=lambda group: (group.is_told_in_a_row, group.is_unwritten))


def told_first(failing: Sequence[Group], notes: Iterable[Note]) -> Group:
    """The first that fails; where nothing leads from it, the first that has a name."""
    first, explained = failing[0], {note.explains for note in notes}
    test = first.first
    if first.is_told_in_a_row or test.line or test.went_wrong:
        return first
    return next((group for group in failing if group.name in explained), first)


SEEN = {False: (VISIBLE,), True: (VISIBLE, *LATER)}  # once published; hidden ones never


@dataclass(frozen=True, slots=True)
class View:
    """A report as one reader sees it."""

    title: str
    entries: tuple[Entry, ...]
    notes: tuple[Note, ...] = ()  # of the grading
    remarks: tuple[str, ...] = ()  # on tests not among the entries
    warning: str = ""  # who must not get the page
    sandbox: str = ""  # what was around the submission

    def lines_above(self) -> list[str]:
        """What stands above all tests: the notes, and then the remarks."""
        lines = (line for note in self.notes for line in note_lines(note))
        return [*lines, *self.remarks]

    @property
    def first_wrong(self) -> Entry | None:
        """The test of which the screen tells, as a page does first; or None."""
        failing = wrong_groups(groups_of(self.entries))
        return told_first(failing, self.notes).first if failing else None


def for_student(report: Report, *, published: bool = False) -> View:
    """What a student may see now, or once the grades are published."""
    seen = SEEN[published]
    entries = tuple(
        replace(entry.for_student(), seconds=report.seconds.get(node))
        for node, entry in report.entries.items()
        if entry.visibility in seen
    )
    remarks = []
    if len(entries) < len(report.entries):  # of the others nothing else is said
        earned, possible = points(score(entries)), points(max_score(entries))
        remarks.append(words.earned_here(earned, possible))
    for blame, whose in ((AssignmentError, "assignment"), (GraderError, "grader")):
        if count := sum(entry.blame is blame for entry in report.all()):
            remarks.append(words.unjudged_sentence(count, whose))  # shown or not
    return View(report.title, entries, tuple(report.notes), tuple(remarks))


def in_brief(view: View) -> View:
    """The view with one replay, of the test to look at first; the rest is told once."""
    firsts = [view.first_wrong] if view.first_wrong else []
    failed = [*firsts, *(entry for entry in view.entries if not entry.passed)]
    shown = next((entry for entry in failed if entry.has_searched), None)
    shown = shown or next((entry for entry in failed if entry.replay), None)
    repeated = {e: group[0] for group in alike(view.entries) for e in group[1:]}
    like = {e: other for e, other in repeated.items() if e not in firsts}
    short = []
    for entry in view.entries:
        details = () if entry.passed else entry.details
        if details and (other := like.get(entry)):
            details = ((Sentence(words.told_with(other.number, other.name)),),)
        brief = replace(entry, replay=None, details=details)
        short.append(entry if entry is shown else brief)
    return replace(view, entries=tuple(short))


def for_instructor(report: Report) -> View:
    """All of it."""
    return View(
        f"For instructors: {report.title}",
        (*report.all(), *report.beside),
        tuple(report.notes),
        warning=words.FOR_INSTRUCTORS,
        sandbox=report.sandbox,
    )
