"""What people say of students' work, in a CSV, and the points that they give by hand.

With points a comment is an item of a rubric: they are added to those of its question.
A question that no program is asked is a part of its own, with a maximum of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.assignment.selection import nearest
from autograder.classroom import sheets
from autograder.classroom.course import Comment, Course, StudentRow
from autograder.classroom.gradebooks import grades
from autograder.classroom.gradebooks.grades import number, written
from autograder.classroom.overrides import TOTAL
from autograder.classroom.sheets import NAME, Sheet
from autograder.errors import FileProblems, Problem
from autograder.report.entries import rounded_points
from autograder.text import clean, few

COLUMNS, OTHERS = ("sid",), ("question", "tree", "text", "points", "max")
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

    sheet: Sheet
    parts: Mapping[str, float]

    def all(self) -> Iterator[tuple[int, str, Comment]]:
        """Each with its row, and the student's id."""
        for row in self.sheet.rows():
            question, tree, text, points, _ = (
                self.sheet.text(row, name) for name in OTHERS
            )
            value = number(points) if points else None
            comment = Comment(clean(text, LONGEST), question, tree, value)
            yield row, self.sheet.text(row, "sid"), comment


def parsed(content: bytes, path: Path) -> Comments:
    """The comments in a file. Raises AssignmentError, with all that is wrong in it."""
    sheet = sheets.parsed(content, path, COLUMNS, OTHERS)
    problems = [p for row in sheet.rows() for p in _problems(sheet, row)]
    parts: dict[str, tuple[float, int]] = {}
    for row in sheet.rows():
        most, part = number(sheet.text(row, "max")), sheet.text(row, "question")
        if most is None:
            continue
        before, where = parts.setdefault(part, (most, row))
        if before != most:
            shown = written(before), sheet.line(where)
            message = OTHER_MAX.format(clean(part, NAME), *shown)
            problems.append(sheet.problem(row, "max", message))
    problems += (*sheet.repeated((*COLUMNS, *OTHERS)), *sheet.table.misfits())
    if problems:
        raise FileProblems(tuple(problems))
    return Comments(sheet, {part: most for part, (most, _) in parts.items()})


def _problems(sheet: Sheet, row: int) -> Iterator[Problem]:
    """What is wrong with one row by itself."""
    question, tree, text, points, most = (sheet.text(row, name) for name in OTHERS)
    value, maximum = number(points), number(most)
    faults = (
        ("sid", not sheet.text(row, "sid"), "no sid; give the student's"),
        ("text", not (text or points), EMPTY),
        ("question", bool(tree or points or most) and not question, NO_QUESTION),
        ("points", bool(points) and value is None, _no_number("points", points)),
        ("max", bool(most) and maximum is None, _no_number("max", most)),
        ("max", maximum is not None and maximum <= 0, NO_MAXIMUM),
        ("question", bool(most) and question in grades.FIXED, A_COLUMN),
    )
    for name, is_so, message in faults:
        if is_so:
            yield sheet.problem(row, name, message)


def _no_number(name: str, text: str) -> str:
    return f"{name}: expected a number, found {clean(text, NAME)}"


def applied(course: Course, comments: Comments) -> tuple[Course, tuple[str, ...]]:
    """The course with what is said, and with the points given; notes on who is nobody.

    Raises AssignmentError for a question or a tree that there is not.
    """
    problems = tuple(_unknown(course, comments))
    if problems:
        raise FileProblems(problems)
    course = _with_parts(course, comments.parts)
    rows, notes = list(course.rows), []
    for place, sid, comment in comments.all():
        mine = sheets.places_of(sid, rows)
        if not mine or sheets.is_unclear(mine, rows):
            where = f"comment in line {comments.sheet.line(place)}"
            why = sheets.nobody(sid, mine, rows)
            notes.append(f"{where}, for {clean(sid, NAME)}: not applied, since {why}.")
            continue
        for each in mine:
            rows[each] = _with(rows[each], comment, course)
    finished = tuple(_with_missing(row, course) for row in rows)
    return replace(course, rows=finished), (*notes, *_above(course, finished))


def _above(course: Course, rows: Sequence[StudentRow]) -> Iterator[str]:
    """Who was given more than there is to earn, which may be extra credit."""
    for name, most in course.questions.items():
        found = tuple(
            f"{clean(row.student.name or row.submission, NAME)} ({written(earned)})"
            for row in rows
            if any(e.points and e.question == name for e in row.comments)
            and (earned := row.by_question.get(name) or 0.0) > most
        )
        if found:
            yield ABOVE.format(clean(name, NAME), written(most), few(found, NAMES))


def _unknown(course: Course, comments: Comments) -> Iterator[Problem]:
    for row, _, comment in comments.all():
        name, sheet = comment.question, comments.sheet
        is_ours, shown = name in course.questions or name == TOTAL, clean(name, NAME)
        if is_ours and name in comments.parts:
            yield sheet.problem(row, "question", ITS_OWN.format(shown))
        elif name and not is_ours and name not in comments.parts:
            message = UNKNOWN.format(shown, nearest(name, course.questions))
            yield sheet.problem(row, "question", message)
        if comment.tree and comment.tree not in _trees(course):
            hint = nearest(comment.tree, _trees(course))
            tree = clean(comment.tree, NAME)
            yield sheet.problem(row, "tree", f"there is no tree or row {tree}{hint}")


def _trees(course: Course) -> dict[str, None]:
    """The trees, and the rows and checks that were graded, by their names."""
    found = dict.fromkeys(course.trees)
    for row in course.rows:
        for test in row.graded.tests if row.graded else ():
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


def _with(row: StudentRow, comment: Comment, course: Course) -> StudentRow:
    """A row with a comment, and with its points, which the remarks tell."""
    row = replace(row, comments=(*row.comments, comment))
    if comment.points is None:
        return row
    by_question, name = dict(row.by_question), comment.question
    before = row.points if name == TOTAL else by_question.get(name)
    after = max(0.0, rounded_points((before or 0.0) + comment.points))
    if name != TOTAL:
        by_question[name] = after
    old = "none" if before is None else written(before)
    remark = f"by hand, {name}: {old} → {written(after)}"
    most = rounded_points(sum(course.questions.values()))
    return replace(
        row,
        points=rounded_points((row.points or 0.0) + after - (before or 0.0)),
        most=most if row.most is None else row.most,
        by_question=by_question,
        remarks=(*row.remarks, remark),
    )


def _with_missing(row: StudentRow, course: Course) -> StudentRow:
    """A row that tells which parts nobody has graded yet, if it has any points."""
    missing = [name for name in course.by_hand if row.by_question.get(name) is None]
    if row.points is None or not missing:
        return row
    notes = tuple(f"{name}: not graded yet" for name in missing)
    return replace(row, remarks=(*row.remarks, *notes))
