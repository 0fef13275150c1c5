"""What a run tells at its end, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from statistics import mean, median

from autograder.classroom.course import Course, grouped
from autograder.classroom.page import statistics
from autograder.classroom.running.state import GraderState
from autograder.judging.verdicts import Verdict
from autograder.text import clean, count_text, few_names, listed, points

NAMES, LONGEST = 200, 400  # characters shown
UNSEEN = "right on what is visible, and wrong on what they never saw"
MISSING = {Verdict.MODULE_MISSING.value}
CAUSES = "{} not right; the lines to change were found for {} of them: {}"
CHANGED = {  # of a state: what is said of it
    "assignment": "the assignment",
    "grader": "the grader",
    "python": "Python",
    "layers": "the sandbox's layers",
}


def course_sentences(course: Course) -> Iterator[str]:
    """How many have which status, and what the graded ones earned."""
    counts = Counter(row.status for row in course.rows)
    told = [f"{count} {status}" for status, count in counts.most_common()]
    yield f"Students: {', '.join(told) if told else 'none'}."
    earned = [row.points for row in course.rows if row.points is not None]
    if earned:
        maxima = tuple(statistics.points_by_maximum(course))
        if len(maxima) == 1:
            middle = f"mean {points(mean(earned))}, median {points(median(earned))}"
            yield f"Points: {middle}, of {points(maxima[0])}."
        else:
            of = listed(tuple(map(points, maxima)))
            yield f"Points: of {of}; no mean is made of different maxima."


def unseen_sentences(course: Course) -> Iterator[str]:
    """Who is right on what is visible, and wrong on others, question by question."""
    for question in course.questions:
        rows = statistics.wrong_on_unseen(course, question)
        names = tuple(dict.fromkeys(row.name_in_sentence for row in rows))
        if names:
            yield clean(f"{question}: {UNSEEN}: {few_names(names, NAMES)}.", LONGEST)


def cause_sentences(course: Course) -> Iterator[str]:
    """Of how many a change was found that makes a question right, of what kind."""
    for question in course.questions:
        wrong = sum(
            not statistics.is_right(row, each)
            for row, each in statistics.students_graded_in(course, question)
        )
        found = [
            each for each in statistics.named_mistakes(course, question) if each.lines
        ]
        if found:
            told = "; ".join(f"{each.title} ({len(each.rows)})" for each in found)
            count = sum(len(each.rows) for each in found)
            who = "1 student is" if wrong == 1 else f"{wrong} students are"
            said = CAUSES.format(who, count, told)
            yield clean(f"{question}: {said}.", LONGEST)


def fault_sentences(course: Course) -> Iterator[str]:
    """A sentence for each reason, with whose work could not be graded."""
    reasons = grouped(
        ((row.status, row.graded.fault), row.name_in_sentence)
        for row in course.rows
        if row.graded is not None and row.graded.fault
    )
    for (status, fault), names in reasons.items():
        shown = few_names(tuple(dict.fromkeys(names)), NAMES)
        yield clean(f"{status}: {shown}: {fault}", LONGEST)


def missing_file_sentences(course: Course) -> Iterator[str]:
    """Who has handed in no file for a question."""
    for question in course.questions:
        names = tuple(
            row.name_in_sentence
            for row in course.rows
            if {t.verdict for t in row.tests if t.question == question} == MISSING
        )
        if names:
            yield f"No file for {question} of {len(names)}: {few_names(names, NAMES)}."


def not_imported_sentences(course: Course) -> Iterator[str]:
    """Whose file could not be imported, so that nothing of it was run."""
    for question in course.questions:
        reasons = ((row.reason_not_imported(question), row) for row in course.rows)
        for reason, rows in grouped(pair for pair in reasons if pair[0]).items():
            names = few_names(tuple(row.name_in_sentence for row in rows), NAMES)
            yield f"{question}: {reason}: {names}."


def run_sentence(graded: int, total: int, seconds: float) -> str:
    """How many of the submissions were graded now."""
    told = f"Graded {_counted(graded)} of {total} in {seconds:.0f} s"
    stays = ": what was graded stays, and equal files are graded once"
    return f"{told}{'' if graded == total else stays}."


def recounted_sentence(count: int) -> str:
    """How many were counted anew, where tests are worth something else."""
    return (
        f"Counted {_counted(count)} anew from the store: only points or visibility "
        "have changed."
    )


def older_state_sentences(
    older: Mapping[str, GraderState], state: GraderState, *, pages: bool = False
) -> Iterator[str]:
    """What stays as graded before a change; with `pages`, also who gets none."""
    if not older:
        return
    names = {n for each in older.values() for n in each.names_of_differences(state)}
    what = listed(tuple(text for name, text in CHANGED.items() if name in names))
    verb = "was" if len(older) == 1 else "were"
    yield (
        f"{_counted(len(older))} {verb} graded before {what} changed, and the "
        "grades stay: --changed grades them again."
    )
    without = sum(not each.is_shown_as(state) for each in older.values())
    if pages and without:
        verb = "gets" if without == 1 else "get"
        yield (
            f"{_counted(without)} of these {verb} no page: students may see less now. "
            "--changed makes new ones."
        )


def _counted(count: int) -> str:
    return count_text(count, "submission")


def lms_points_sentences(names: Iterable[str], *, late: bool) -> Iterator[str]:
    """Whether lateness is taken off the points in the files for an LMS."""
    files = listed(tuple(names))
    if files and late:
        yield f"The points in {files} are what is left after lateness: --late-points."
    elif files:
        yield f"The points in {files} are raw: nothing is taken off for lateness."


def files_sentence(names: Iterable[str], counts: Mapping[str, str], folder: str) -> str:
    """Where all is, and how much is in each CSV."""
    told = (f"{name} ({counts[name]})" if name in counts else name for name in names)
    return f"Wrote {', '.join(told)} in {folder}."
