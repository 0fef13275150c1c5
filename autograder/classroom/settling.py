"""What people say of a class: kept from run to run, and what counts by it in the end.

What an option has told once is kept, files with their contents. Comments come first, in
a CSV; one with points is an item of a rubric, which is added to its question. A
question that no program is asked is a part by hand, with a maximum of its own. Then
come overrides, which count instead of the grader's points, and then lateness.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from autograder.assignment.selection import hint_of_names
from autograder.classroom import lateness, requests, students
from autograder.classroom.course import (
    Comment,
    Course,
    Override,
    Remembered,
    StudentRow,
)
from autograder.classroom.gradebooks import cells
from autograder.classroom.gradebooks.cells import NAME, CellTable
from autograder.classroom.gradebooks.grades import FIXED, finite_number, points_text
from autograder.classroom.lateness import Allowance, Rule, Terms
from autograder.classroom.requests import Request
from autograder.classroom.store.book import Book
from autograder.classroom.store.comparing import TOTAL
from autograder.errors import AssignmentError, FileProblems, Problem
from autograder.files import content_of
from autograder.project import TREES
from autograder.report.entries import rounded_points
from autograder.text import clean, few_names, listed, path_shown

FILES = ("roster", "canvas", "moodle", "late", "comments", "requests")
ASSIGNMENT = "assignment"  # the folder alone: what is in it may change
TEXTS = (
    ASSIGNMENT,
    "column",
    "identifier-column",
    "grade-column",
    "due",
    "late-rule",
    "keep",
    "names",
    "feedback",
)
OF = {  # what says nothing without another
    "canvas": ("column",),
    "moodle": ("identifier-column", "grade-column"),
    "due": ("late-rule",),
}
OVERRIDES = "overrides"  # which have a table of their own
REMEMBERED = (*FILES, *TEXTS, OVERRIDES)
SHOWN = 60  # characters of a value
GONE = "{}: there is no such folder; --assignment DIR says where the assignment is"
NOT_REMEMBERED = "--forget {}: the store has nothing of it; {}{}"
ANEW = "{} was changed since; give --{} again to read it anew."


def remembered_options(options: argparse.Namespace) -> dict[str, Remembered]:
    """What this run is told; AssignmentError where a file cannot be read."""
    found = {}
    for name in (*FILES, *TEXTS):
        value = getattr(options, name.replace("-", "_"))
        if value is None:
            continue
        found[name] = Remembered(str(value))
        if name in FILES:
            found[name] = Remembered(str(value), cells.read(value))
        elif name == ASSIGNMENT:
            found[name] = Remembered(str(Path(value).resolve()))
        elif name == "due":  # a time in another zone stays the same
            try:
                found[name] = Remembered(lateness.time_text(lateness.parse(value)))
            except AssignmentError as fault:
                raise AssignmentError(f"--due {fault}") from None
    return found


def assignment(remembered: Mapping[str, Remembered]) -> Path:
    """The folder of a class's assignment; AssignmentError where it is gone."""
    if ASSIGNMENT not in remembered:
        return TREES
    folder = Path(remembered[ASSIGNMENT].value)
    if not folder.is_dir():
        raise AssignmentError(GONE.format(path_shown(folder)))
    return folder


def options_without(
    before: Mapping[str, Remembered], names: Iterable[str]
) -> dict[str, Remembered]:
    """What earlier runs were told, but for these; AssignmentError for one unknown."""
    kept = dict(before)
    for name in names:
        if name not in before and name != OVERRIDES:
            names = (*before, OVERRIDES)
            there = (
                f"it has {listed(tuple(before), 20)}" if before else "it has nothing"
            )
            raise AssignmentError(
                NOT_REMEMBERED.format(
                    clean(name, SHOWN), there, hint_of_names(name, names)
                )
            )
        for each in (name, *OF.get(name, ())):
            kept.pop(each, None)
    return kept


def sentences(
    before: Mapping[str, Remembered], now: Iterable[str], overrides: int
) -> Iterator[str]:
    """What is taken from earlier runs, and what of that has changed since."""
    kept = {name: each for name, each in before.items() if name not in {*now}}
    named = [f"{name} {_shown(name, each)}" for name, each in kept.items()]
    if overrides:
        named.append(f"{overrides} override{'s' if overrides > 1 else ''}")
    if named:
        yield f"From earlier runs: {', '.join(named)}; --forget NAME drops one."
    for name, each in kept.items():
        if each.content is not None and _is_other(Path(each.value), each.content):
            yield ANEW.format(_shown(name, each), name)


def _shown(name: str, each: Remembered) -> str:
    if name in FILES:
        return path_shown(Path(each.value))
    if name == ASSIGNMENT and Path(each.value).is_relative_to(Path.cwd()):
        return path_shown(Path(each.value).relative_to(Path.cwd()))
    return clean(each.value, SHOWN)


def _is_other(path: Path, content: bytes) -> bool:
    with suppress(OSError):
        return content_of(path) != content  # of which a store may name any
    return False


OF_COMMENTS = ("sid",), ("question", "tree", "text", "points", "max")
LONGEST, NAMES = 2000, 200  # characters of a comment, and of many names
EMPTY = "neither text nor points"
NO_QUESTION = "points and trees need the name of a question, or of a part"
ITS_OWN = "{} is a question of the assignment, which has a maximum already"
UNKNOWN = "there is no question {}; the maximum of a part by hand stands in max{}"
NO_MAXIMUM = "max: expected a number above 0"
A_COLUMN = "is a column of grades.csv; give the part another name"
ABOVE = "by hand, {}: more than its maximum of {}: {}."
OTHER_MAX = "{} has the maximum {} in line {}, and another here"


@dataclass(frozen=True, slots=True)
class Comments:
    """The rows of such a file: whose, and what; and the maxima of parts by hand."""

    sheet: CellTable
    parts: Mapping[str, float]

    def all(self) -> Iterator[tuple[int, str, Comment]]:
        """Each with its row, and the student's id."""
        for row in self.sheet.filled():
            question, tree, text, points, _ = self.sheet.texts(row, OF_COMMENTS[1])
            value = finite_number(points) if points else None
            comment = Comment(clean(text, LONGEST), question, tree, value)
            yield row, self.sheet.text_of(row, "sid"), comment


def comments_in(content: bytes, path: Path) -> Comments:
    """The comments in a file. Raises AssignmentError, with all that is wrong in it."""
    sheet = cells.sheet_of(content, path, *OF_COMMENTS)
    other: list[Problem] = []
    parts: dict[str, tuple[float, int]] = {}
    for row in sheet.filled():
        part, maximum = sheet.texts(row, ("question", "max"))
        most = finite_number(maximum)
        if most is None:
            continue
        before, where = parts.setdefault(part, (most, row))
        if before != most:
            shown = points_text(before), sheet.line(where)
            message = OTHER_MAX.format(clean(part, NAME), *shown)
            other.append(sheet.problem(row, "max", message))
    every = tuple(chain(*OF_COMMENTS))
    sheet.require_no_problems(
        sheet.faults(_faults_of_comment), other, sheet.repeated(every)
    )
    return Comments(sheet, {part: most for part, (most, _) in parts.items()})


def _faults_of_comment(sheet: CellTable, row: int) -> Iterator[cells.Fault]:
    question, tree, text, points, most = sheet.texts(row, OF_COMMENTS[1])
    maximum = finite_number(most)
    yield "sid", not sheet.text_of(row, "sid"), "no sid; give the student's"
    yield "text", not (text or points), EMPTY
    yield "question", bool(tree or points or most) and not question, NO_QUESTION
    for name, cell in (("points", points), ("max", most)):
        is_none = bool(cell) and finite_number(cell) is None
        yield name, is_none, f"{name}: expected a number, found {clean(cell, NAME)}"
    yield "max", maximum is not None and maximum <= 0, NO_MAXIMUM
    yield "question", bool(most) and question in FIXED, A_COLUMN


def with_comments(course: Course, comments: Comments) -> tuple[Course, tuple[str, ...]]:
    """The course with what is said, and with the points given; notes on who is nobody.

    Raises AssignmentError for a question or a tree that there is not.
    """
    problems = tuple(_unknown(course, comments))
    if problems:
        raise FileProblems(problems)
    course = _with_parts(course, comments.parts)
    rows, notes = list(course.rows), []
    for place, sid, comment in comments.all():
        mine, why = cells.students_with_id(sid, rows)
        if why:
            where = f"comment in line {comments.sheet.line(place)}"
            notes.append(f"{where}, for {clean(sid, NAME)}: not applied, since {why}.")
            continue
        for each in mine:
            rows[each] = _commented(rows[each], comment, course)
    for place, row in enumerate(rows):
        absent = [name for name in course.by_hand if row.by_question.get(name) is None]
        if row.points is not None:
            said = (f"{name}: not graded yet" for name in absent)
            rows[place] = replace(row, remarks=(*row.remarks, *said))
    return replace(course, rows=tuple(rows)), (*notes, *_above(course, rows))


def _above(course: Course, rows: Sequence[StudentRow]) -> Iterator[str]:
    """Who was given more than there is to earn, which may be extra credit."""
    for name, most in course.questions.items():
        found = tuple(
            f"{row.name_in_sentence} ({points_text(earned)})"
            for row in rows
            if any(e.points and e.question == name for e in row.comments)
            and (earned := row.by_question.get(name) or 0.0) > most
        )
        if found:
            yield ABOVE.format(
                clean(name, NAME), points_text(most), few_names(found, NAMES)
            )


def _unknown(course: Course, comments: Comments) -> Iterator[Problem]:
    for row, _, comment in comments.all():
        name, sheet = comment.question, comments.sheet
        is_ours, shown = name in course.questions or name == TOTAL, clean(name, NAME)
        if is_ours and name in comments.parts:
            yield sheet.problem(row, "question", ITS_OWN.format(shown))
        elif name and not is_ours and name not in comments.parts:
            message = UNKNOWN.format(shown, hint_of_names(name, course.questions))
            yield sheet.problem(row, "question", message)
        if comment.tree and comment.tree not in _trees(course):
            hint = hint_of_names(comment.tree, _trees(course))
            tree = clean(comment.tree, NAME)
            yield sheet.problem(row, "tree", f"there is no tree or row {tree}{hint}")


def _trees(course: Course) -> dict[str, None]:
    found = dict.fromkeys(course.trees)
    for row in course.rows:
        for test in row.tests:
            found.setdefault(test.tree)
    return found


def _with_parts(course: Course, parts: Mapping[str, float]) -> Course:
    """The course with parts that are graded by hand; nobody has points for them yet."""
    more = sum(parts.values())
    rows = (
        replace(
            row,
            by_question={**row.by_question, **dict.fromkeys(parts)},
            most=None if row.most is None else rounded_points(row.most + more),
        )
        for row in course.rows
    )
    questions = {**course.questions, **parts}
    made = replace(course, questions=questions, rows=tuple(rows))
    return replace(made, by_hand=(*course.by_hand, *parts))


def _commented(row: StudentRow, comment: Comment, course: Course) -> StudentRow:
    row, name = replace(row, comments=(*row.comments, comment)), comment.question
    if comment.points is None:
        return row
    before = row.points if name == TOTAL else row.by_question.get(name)
    after = max(0.0, rounded_points((before or 0.0) + comment.points))
    most = rounded_points(sum(course.questions.values()))
    return _with_points(row, name, after, most, (f"by hand, {name}: ", ""))


def _with_points(
    row: StudentRow, name: str, points: float, most: float, beside: tuple[str, str]
) -> StudentRow:
    """A row with these points; a remark tells it, with what stands `beside` it."""
    before, total = row.points, points
    by_question = dict(row.by_question)
    if name != TOTAL:
        before = by_question.get(name)
        by_question[name] = points
        total = rounded_points((row.points or 0.0) + points - (before or 0.0))
    front, behind = beside
    old = "none" if before is None else points_text(before)
    remark = f"{front}{old} → {points_text(points)}{behind}"
    return replace(
        row,
        points=total,
        most=most if row.most is None else row.most,
        by_question=by_question,
        remarks=(*row.remarks, remark),
    )


OF_OVERRIDES = ("sid", "question", "points"), ("reason", "submission")
EVERY = tuple(chain(*OF_OVERRIDES))
REASON = 200  # characters of a reason
WHICH = "which submission counts says no question and no points"


def overrides_in(path: Path) -> tuple[Override, ...]:
    """The overrides in a CSV. Raises AssignmentError, with all that is wrong in it."""
    sheet = cells.sheet_of(cells.read(path), path, *OF_OVERRIDES)
    sheet.require_no_problems(sheet.faults(_faults_of_override), _set_twice(sheet))
    overrides = []
    for row in sheet.filled():
        sid, question, points, reason, submission = sheet.texts(row, EVERY)
        value = 0.0 if submission else finite_number(points)
        assert value is not None  # it was asked for before
        reason = clean(reason, REASON)
        overrides.append(Override(sid, question, value, reason, submission=submission))
    return tuple(overrides)


def _faults_of_override(sheet: CellTable, row: int) -> Iterator[cells.Fault]:
    sid, question, points = sheet.texts(row, OF_OVERRIDES[0])
    value, named = finite_number(points), bool(sheet.text_of(row, "submission"))
    wrong = clean(points, NAME) or "nothing"
    yield "sid", not sid, "no sid; give the student's, or the name of the submission"
    yield "submission", named and bool(question or points), WHICH
    is_nameless = not (question or named)
    yield "question", is_nameless, f"no question; give its name, or {TOTAL}"
    is_none = value is None and not named
    yield "points", is_none, f"points: expected a number, found {wrong}"
    yield "points", value is not None and value < 0, f"points: {wrong} is below 0"


def _set_twice(sheet: CellTable) -> Iterator[Problem]:
    first: dict[tuple[str, ...], int] = {}
    for row in sheet.filled():
        sid, question = texts = sheet.texts(row, ("sid", "question"))
        before = first.setdefault(texts, row)
        if before != row:
            what = f"{clean(question, NAME) or 'submission'} of {clean(sid, NAME)}"
            message = f"{what} is set in line {sheet.line(before)} already"
            yield sheet.problem(row, "sid", message)


def with_overrides(
    course: Course, overrides: Sequence[Override]
) -> tuple[Course, tuple[str, ...]]:
    """The course with these points, and notes on what fits nobody or exceeds a maximum.

    A sid means the student that has it, or, of those without one, whose submission has
    that name or who has that id in the LMS. Raises AssignmentError for questions
    unknown.
    """
    of_points = [each for each in overrides if not each.submission]
    names = (*course.questions, TOTAL)
    unknown = [each for each in of_points if each.question not in names]
    if unknown:
        raise AssignmentError(
            "\n".join(
                f"{_called(o)}: there is no such question"
                f"{hint_of_names(o.question, names)}"
                for o in unknown
            )
        )
    rows, notes = list(course.rows), []
    known = (row.most for row in course.rows if row.most is not None)
    in_all = next(known, rounded_points(sum(course.questions.values())))
    # The total last: it replaces the sum of what the questions came to.
    for override in sorted(of_points, key=lambda each: each.question == TOTAL):
        places, why = cells.students_with_id(override.sid, rows)
        if why:
            notes.append(f"{_called(override)}: not applied, since {why}.")
            continue
        name, points = override.question, override.points
        reason = f" ({override.reason})" if override.reason else ""
        beside = (f"override of {name}: ", reason)
        for place in places:
            rows[place] = _with_points(rows[place], name, points, in_all, beside)
        most = course.questions.get(name, in_all)
        if points > most:  # which may be extra credit
            given = f"{points_text(points)} of {points_text(most)}"
            notes.append(f"{_called(override)}: {given} points.")
    return replace(course, rows=tuple(rows)), tuple(notes)


def submissions_said_to_count(
    course: Course, overrides: Sequence[Override], attempts: Mapping[int, Sequence[str]]
) -> tuple[dict[int, str], tuple[str, ...]]:
    """The submissions said to count, by places; notes on what is nobody's."""
    found: dict[int, str] = {}
    notes = []
    for override in (each for each in overrides if each.submission):
        places, why = cells.students_with_id(override.sid, course.rows)
        if not places:
            places = [p for p, names in attempts.items() if override.sid in names]
            why = cells.reason_unclear(places, course.rows) if places else why
        begins = _called(replace(override, question="submission"))
        if why:
            notes.append(f"{begins}: not applied, since {why}.")
            continue
        mine = [p for p in places if override.submission in attempts.get(p, ())]
        if not mine:
            shown = clean(override.submission, NAME)
            notes.append(f"{begins}: {shown} is no submission of this student.")
        found.update(dict.fromkeys(mine, override.submission))
    return found, tuple(notes)


def _called(override: Override) -> str:
    question, sid = clean(override.question, NAME), clean(override.sid, NAME)
    return f"override of {question} for {sid}"


NEEDS_DUE = "--late-rule needs --due TIME: what came after it is late"
SHORT = 40  # characters of one of several submissions
BEST, EARLIER = "best of {}, {}{}: {}{}", "; of equals the earlier"
MORE_THAN_WHAT = "{}:{}: more time needs --due TIME, behind which it is given"


def require_readable(remembered: Mapping[str, Remembered]) -> None:
    """AssignmentError where one of these cannot be read, or lacks another."""
    terms = _terms(remembered)
    if terms.rule is not None and terms.due is None:
        raise AssignmentError(NEEDS_DUE)
    for each in terms.allowances:
        if each.more != lateness.NO_TIME and terms.due is None:
            shown = path_shown(Path(remembered["late"].value))
            raise AssignmentError(MORE_THAN_WHAT.format(shown, each.row))
    if "comments" in remembered:
        comments_in(*_file(remembered["comments"]))
    requests_in(remembered)


def deducts(remembered: Mapping[str, Remembered]) -> bool:
    """Whether lateness may take something off."""
    return _terms(remembered).deducts


def best_submissions(book: Book) -> dict[int, str]:
    """By places what is worth most after lateness; of equals the first."""
    return {place: max(of, key=of.__getitem__) for place, of in _worth(book).items()}


def _worth(book: Book) -> dict[int, dict[str, float]]:
    course = book.course()
    return lateness.points_of_tries(
        course, book.attempt_rows_by_place(course), _terms(book.remembered_options())
    )


def settled_course(course: Course, book: Book) -> tuple[Course, tuple[str, ...]]:
    """The course of a store with all that was said in it; notes on what fits nobody."""
    remembered = book.remembered_options()
    notes: tuple[str, ...] = ()
    if "comments" in remembered:
        found = comments_in(*_file(remembered["comments"]))
        course, notes = with_comments(course, found)
    course, of_overrides = with_overrides(course, book.overrides())
    course, of_lateness = lateness.with_lateness(course, _terms(remembered))
    if "keep" in remembered and remembered["keep"].value == students.BEST:
        rows = list(course.rows)
        for place, of in _worth(book).items():
            row = rows[place]
            first = max(of, key=of.__getitem__)
            if len(of) > 1 and row.submission == first:
                named = [f"{clean(name, SHORT)} {points_text(of[name])}" for name in of]
                equal = [*of.values()].count(of[first]) > 1
                why = BEST.format(
                    len(of),
                    clean(first, SHORT),
                    " after lateness" if course.deducts else "",
                    ", ".join(named),
                    EARLIER if equal else "",
                )
                rows[place] = replace(row, remarks=(*row.remarks, why))
        course = replace(course, rows=tuple(rows))
    return course, (*notes, *of_overrides, *of_lateness)


def requests_in(remembered: Mapping[str, Remembered]) -> tuple[Request, ...]:
    """The requests, none without a file of them."""
    each = remembered.get("requests")
    return requests.parsed(*_file(each)) if each else ()


def _terms(remembered: Mapping[str, Remembered]) -> Terms:
    due, rule, late = (remembered.get(name) for name in ("due", "late-rule", "late"))
    excepted: tuple[Allowance, ...] = lateness.allowances(*_file(late)) if late else ()
    of_all: Rule | None = lateness.rule_from_text(rule.value) if rule else None
    return Terms(lateness.parse(due.value) if due else None, of_all, excepted)


def _file(each: Remembered) -> tuple[bytes, Path]:
    assert each.content is not None  # it was read when it was given
    return each.content, Path(each.value)
