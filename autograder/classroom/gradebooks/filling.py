"""Grades filled into the files of Canvas and Moodle.

They are joined by ids, never by name alone. Only a cell that gets another number
changes. Whatever is not entered is told.

In Canvas's gradebook rows are tied by `ID`, then by `SIS User ID`, then by `SIS Login
ID`. What Canvas writes above the students, its `Student, Test`, excused students (`EX`)
and those to whom it is not assigned (`N/A`) are left alone.

In Moodle's worksheet a row is tied by the number within its identifier, `Participant
12345`. On a site that is not English two columns are named by options, and the rest is
told by where it stands.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from autograder.assignment.selection import hint_of_names
from autograder.classroom.course import Course, Student, StudentRow
from autograder.classroom.gradebooks import cells, grades
from autograder.errors import AssignmentError
from autograder.text import clean, few_names, listed, path_shown

NAME, NAMES = 60, 250  # characters of a name or an id in a sentence, and of many
MOST = 10  # sentences of one kind; more become one

Form = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class FilledGradebook:
    """The file with the grades; `lacking` are those without points, by reason."""

    content: bytes
    unmatched: tuple[str, ...]
    notes: tuple[str, ...] = ()  # on what is entered, and may not be meant so
    rows: cells.RowCount = field(default=cells.RowCount(Path(), 0), compare=False)
    lacking: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Tie:
    """One way to join by an id; what has none, "", is not joined by it."""

    called: str
    of_row: Callable[[int], str]
    of_student: Callable[[Student], str]


@dataclass(frozen=True, slots=True)
class Gradebook:
    """A file to fill in: its students' rows, the ties in their order, the column."""

    table: cells.CellTable
    rows: tuple[int, ...]
    column: int
    mark: str
    ties: tuple[Tie, ...]
    called: Callable[[int], str]
    obstacle: Callable[[int, float], str]  # why a row takes no such grade, or ""
    nobodies: frozenset[int] = frozenset()  # rows that need no student
    most: str = ""


@dataclass(slots=True)
class _Joined:
    free: dict[int, None]
    waiting: dict[int, StudentRow]
    pairs: dict[int, int]  # the student's place by the row
    unclear: list[str]


def _filled(gradebook: Gradebook, course: Course) -> FilledGradebook:
    table = gradebook.table
    free, waiting = dict.fromkeys(gradebook.rows), dict(enumerate(course.rows))
    joined = _Joined(free, waiting, {}, [])
    for tie in gradebook.ties:
        _join(gradebook, tie, joined)
    pairs = {line: course.rows[index] for line, index in joined.pairs.items()}
    changes, refused = _entered(gradebook, pairs)
    told = (
        *joined.unclear,
        *_without_row(gradebook, joined.waiting.values()),
        *_without_student(gradebook, joined.free),
        *(
            f"{table.where(line)}: the grade of {student_name(pairs[line].student)}, "
            f"{grades.points_text(pairs[line].points or 0.0, gradebook.mark)}, "
            f"was not entered: {why}."
            for line, why in refused.items()
        ),
    )
    rows = [r for r in cells.rows_of_people(table) if r not in gradebook.nobodies]
    mine = frozenset(gradebook.rows)
    unused = {r: cells.NOT_MATCHED if r in mine else cells.NO_STUDENT for r in rows}
    return FilledGradebook(
        table.replaced(changes),
        told,
        tuple(_of_another_maximum(gradebook, course)),
        cells.row_count(
            table, rows, {r: w for r, w in unused.items() if r not in pairs}
        ),
        _lacking(course, joined, {joined.pairs[r]: why for r, why in refused.items()}),
    )


def _entered(
    gradebook: Gradebook, pairs: Mapping[int, StudentRow]
) -> tuple[dict[tuple[int, int], str], dict[int, str]]:
    changes, refused = {}, {}
    table, column = gradebook.table, gradebook.column
    for line, row in sorted(pairs.items()):
        if row.points is None:
            continue
        reason = "the row ends before that column"
        if column < len(table.rows[line]):
            reason = gradebook.obstacle(line, row.points)
        points = grades.points_text(row.points, gradebook.mark)
        if reason:
            refused[line] = reason
        elif grades.finite_number(table.text_at(line, column)) != grades.finite_number(
            points
        ):
            changes[line, column] = points
    return changes, refused


def _lacking(
    course: Course, joined: _Joined, refused: Mapping[int, str]
) -> dict[str, tuple[str, ...]]:
    """The students without points in the file, by the reason."""
    found: dict[str, tuple[str, ...]] = {}
    entered = frozenset(joined.pairs.values()) - set(refused)
    for place, row in enumerate(course.rows):
        if row.points is None:
            why = row.status
        elif place in entered:
            continue
        elif place in joined.waiting:
            why = "no row there"
        else:
            why = refused.get(place, "the id there is not clear")
        found[why] = (*found.get(why, ()), student_name(row.student))
    return found


def _of_another_maximum(gradebook: Gradebook, course: Course) -> Iterator[str]:
    there = grades.finite_number(gradebook.most)
    here = {row.most for row in course.rows if row.points is not None}
    if there is not None and here and here != {there}:
        title = clean(gradebook.table.header()[gradebook.column], cells.SHOWN)
        most = grades.points_text(max(each or 0.0 for each in here))
        yield (
            f"{path_shown(gradebook.table.path)}: {title} is of "
            f"{grades.points_text(there)} points there, and of {most} here; points are "
            "entered as they are."
        )


def _without_row(gradebook: Gradebook, rows: Iterable[StudentRow]) -> Iterator[str]:
    file = path_shown(gradebook.table.path)
    names = tuple(student_name(row.student) for row in rows if row.points is not None)
    if len(names) > MOST:
        some = few_names(names, NAMES)
        yield f"{len(names)} students have a grade and no row in {file}: {some}."
        return
    for name in names:
        yield f"{name} has a grade and no row in {file}."


def _without_student(gradebook: Gradebook, rows: Iterable[int]) -> Iterator[str]:
    left = [row for row in rows if row not in gradebook.nobodies]
    if len(left) > MOST:
        some = few_names(tuple(map(gradebook.called, left)), NAMES)
        file = path_shown(gradebook.table.path)
        yield f"{len(left)} rows of {file} are of no student here: {some}."
        return
    for row in left:
        who = gradebook.called(row)
        yield f"{gradebook.table.where(row)}: {who} is no student here."


def _join(gradebook: Gradebook, tie: Tie, joined: _Joined) -> None:
    """Join by one tie what is left; where an id is there twice, nothing."""
    surest = gradebook.ties[0]
    lines = _by(joined.free, tie.of_row)
    students = _by(
        joined.waiting, lambda index: tie.of_student(joined.waiting[index].student)
    )
    for key in [key for key in lines if key in students]:
        rows = [joined.waiting[index] for index in students[key]]
        line, student = lines[key][0], rows[0].student
        if len(lines[key]) > 1 or len(rows) > 1:
            joined.unclear.append(_unclear(gradebook, tie, lines[key], rows))
        elif tie is not surest and surest.of_row(line) and surest.of_student(student):
            continue  # by that the row is another's, and the student in another
        else:
            joined.pairs[line] = students[key][0]
        for line in lines[key]:
            del joined.free[line]
        for index in students[key]:
            del joined.waiting[index]


def _by(places: Iterable[int], key: Callable[[int], str]) -> dict[str, list[int]]:
    """The places by their ids; what has none is left out."""
    found = defaultdict(list)
    for place in places:
        found[key(place)].append(place)
    found.pop("", None)
    return found


def _unclear(
    gradebook: Gradebook, tie: Tie, lines: list[int], rows: list[StudentRow]
) -> str:
    file = path_shown(gradebook.table.path)
    key = clean(tie.of_row(lines[0]), NAME)
    numbers = listed(tuple(str(gradebook.table.line(line)) for line in lines))
    names = listed(tuple(student_name(row.student) for row in rows))
    return (
        f"{file}: the {tie.called} {key} is that of {names} and stands in "
        f"line{'s' * (len(lines) > 1)} {numbers}; nothing was entered there."
    )


def student_name(student: Student) -> str:
    """A student's name, with what tells apart those of one name."""
    ids = (("", student.sid), ("", student.email), ("ID ", student.lms))
    mark = next((f" ({what}{clean(text, NAME)})" for what, text in ids if text), "")
    return f"{clean(student.name, NAME)}{mark}"


def _mark(table: cells.CellTable, *texts: Iterable[str]) -> str:
    """The mark of decimals by the first of these that tell it, or by the separator."""
    known = filter(None, map(grades.decimal_mark, texts))
    return next(known, grades.COMMA if table.separator == ";" else grades.POINT)


USER, SIS_USER, SIS_LOGIN = IDS = ("ID", "SIS User ID", "SIS Login ID")
BEGINNINGS = (("Student",), ("LastName", "FirstName"))  # of a gradebook
TEST_STUDENT = ("Student, Test", "Student Test")
ASSIGNMENT = re.compile(r"(.*\S)\s*\((\d+)\)", re.DOTALL)  # a title, and an id
DROPPED = (  # what Canvas takes for a column of its own, anywhere in a header
    *("Current Score", "Current Points", "Current Grade"),
    *("Final Score", "Final Points", "Final Grade"),
    *("Override Score", "Override Grade", "Override Status"),
)
TAKES_NONE = {  # what stands in the cell of a student who gets no score, and why
    "EX": "the student is excused (EX)",
    "N/A": "the assignment is not assigned to this student (N/A)",
}
NO_GRADEBOOK = (
    "{}: expected a gradebook of Canvas, with the columns Student and ID; {}; {}"
)
REMEDY = "export it in Canvas: Grades, Export"


def canvas_filled(
    path: Path, column: str, course: Course, content: bytes | None = None
) -> FilledGradebook:
    """A gradebook of Canvas with the points in a column, and what could not be entered.

    Its `content`, where that is known already, is that of the file at the path. The
    column is told by its header, `Title (123)`, by the title or the beginning of the
    header where that is unique, or by the id. Raises AssignmentError where there is
    none.
    """
    table = cells.load(path, content)
    header = table.header()
    if USER not in header or not any(header[: len(n)] == n for n in BEGINNINGS):
        there = cells.columns_in_words(table)
        raise AssignmentError(NO_GRADEBOOK.format(path_shown(path), there, REMEDY))
    found = _column(table, column)
    above = [
        r for r in range(1, len(table.rows)) if cells.POSSIBLE in table.text_at(r, 0)
    ]
    _require_writable(table, found, above)
    names = _names_by_row(table, above)
    own = (table.text_at(row, found) for row in range(1, len(table.rows)))
    every = (cell.text.strip() for row in table.rows for cell in row)
    return _filled(
        Gradebook(
            table=table,
            rows=tuple(names),
            column=found,
            mark=_mark(table, own, every),
            ties=_ties(table, course.kind),
            called=lambda row: _called_in_canvas(table, row, names[row]),
            obstacle=lambda row, _: TAKES_NONE.get(
                table.text_at(row, found).upper(), ""
            ),
            nobodies=frozenset(r for r, name in names.items() if name in TEST_STUDENT),
            most=table.text_at(above[0], found) if above else "",
        ),
        course,
    )


def _called_in_canvas(table: cells.CellTable, row: int, name: str) -> str:
    texts = ((id_, table.text_at(row, table.column_index(id_))) for id_ in IDS)
    mark = next((f" ({id_} {clean(text, NAME)})" for id_, text in texts if text), "")
    return f"{clean(name, NAME) or 'a row without a name'}{mark}"


def _names_by_row(table: cells.CellTable, above: Sequence[int]) -> dict[int, str]:
    """The students by their rows; a name is one cell, or the last and the first one."""
    user = table.header().index(USER)
    known = [
        *range(user + 1),
        table.column_index(SIS_USER),
        table.column_index(SIS_LOGIN),
    ]
    return {
        row: " ".join(filter(None, [table.text_at(row, i) for i in range(user)]))
        for row in range(1, len(table.rows))
        if row not in above and any(table.text_at(row, each) for each in known)
    }


def _column(table: cells.CellTable, wanted: str) -> int:
    """The column that is asked for; of two that fit, the one that fits better."""
    titles = {  # by the header
        name: found for name in table.header() if (found := ASSIGNMENT.fullmatch(name))
    }
    wanted = wanted.strip()
    ways = (
        [name for name in titles if wanted == name],
        [name for name, found in titles.items() if wanted in (found[1], found[2])],
        [name for name in titles if wanted and name.startswith(wanted)],
    )
    fitting = next((names for names in ways if names), [])
    if len(fitting) == 1:
        return cells.index_of_column(table, fitting[0], "")
    begins = f"{path_shown(table.path)}: --column {clean(wanted, cells.SHOWN)}"
    if fitting:
        several = listed(tuple(clean(name, cells.SHOWN) for name in fitting))
        why = f"fits {several}; give the number of one of them"
    elif titles:
        safe = tuple(clean(title, cells.SHOWN) for title in titles)
        hint = hint_of_names(wanted, safe)
        why = f"there is no such column; it has {listed(safe, 20)}{hint}"
    else:
        why = f"no column is an assignment's, such as `Title (123)`; {REMEDY}"
    raise AssignmentError(f"{begins}: {why}")


def _require_writable(
    table: cells.CellTable, column: int, above: Sequence[int]
) -> None:
    """AssignmentError where Canvas would not read the column, by its name or points."""
    header = table.header()[column]
    name = clean(header, cells.SHOWN)
    for each in DROPPED:
        if each in header:
            raise AssignmentError(
                f"{path_shown(table.path)}:1: Canvas drops {name} when it imports "
                f"this, since {each} stands in its name; rename the assignment in "
                "Canvas, and export again"
            )
    for row in above:
        most = table.text_at(row, column)
        if most and grades.finite_number(most) is None:
            why = f"{name}, which has {clean(most, cells.SHOWN)} for its points"
            raise AssignmentError(
                f"{table.where(row)}: Canvas does not take scores for {why}"
            )


def _ties(table: cells.CellTable, kind: str) -> tuple[Tie, ...]:
    """The ties, the surest first. Only Canvas's own exports know Canvas's ids."""

    def tie(name: str, of_student: Callable[[Student], str], form: Form = str) -> Tie:
        place = table.column_index(name)
        return Tie(name, lambda row: form(table.text_at(row, place)), of_student)

    def email(student: Student) -> str:
        return student.email.strip().casefold()

    return (
        tie(USER, lambda student: "" if kind == "moodle" else student.lms.strip()),
        tie(SIS_USER, lambda student: student.sid.strip()),
        tie(SIS_LOGIN, lambda student: student.sid.strip()),
        tie(SIS_LOGIN, email, str.casefold),
        tie(SIS_LOGIN, lambda student: email(student).partition("@")[0], str.casefold),
    )


IDENTIFIER, GRADE = "Identifier", "Grade"  # of an English site
PARTICIPANT = re.compile(r"\D*?(\d+)")
# Behind a grade stand its maximum, and whether it can be changed: No, in the
# languages of most sites.
BEHIND = 2
NO_NUMBERS = (
    "{}: a worksheet is joined by Moodle's numbers, and nobody here has one ({}); "
    "grade an export of Moodle"
)
NO = (
    "no non nein nee nej nei n\u00e3o ne nie nem ei nu hay\u0131r \u043d\u0456 "
    "\u043d\u0435\u0442 \u03cc\u03c7\u03b9 \u0644\u0627 \u05dc\u05d0 "
    "\u3044\u3044\u3048 \u5426"
)
LOCKED = frozenset(NO.split())


def moodle_filled(
    path: Path, columns: Sequence[str], course: Course, content: bytes | None = None
) -> FilledGradebook:
    """A worksheet of Moodle with the points in it, and what could not be entered.

    Its `content`, where that is known already, is that of the file at the path; the
    columns are those of the numbers and the grades. Raises AssignmentError where one is
    missing, with the option that names it, and where ids are of another LMS.
    """
    table = cells.load(path, content)
    if course.kind == "canvas" or not any(r.student.lms.strip() for r in course.rows):
        raise AssignmentError(NO_NUMBERS.format(path_shown(path), course.kind))
    how = "; name the one of your site by {}"
    identifier, grade = columns
    own = cells.index_of_column(table, identifier, how.format("--identifier-column"))
    column = cells.index_of_column(table, grade, how.format("--grade-column"))
    every = range(1, len(table.rows))
    rows = tuple(row for row in every if table.text_at(row, own))
    figures = range(column, column + BEHIND)
    texts = (table.text_at(row, each) for row in every for each in figures)

    def participant(row: int) -> str:
        found = PARTICIPANT.fullmatch(table.text_at(row, own))
        return found[1] if found else ""

    return _filled(
        Gradebook(
            table=table,
            rows=rows,
            column=column,
            mark=_mark(table, texts),
            ties=(Tie("number", participant, lambda student: student.lms.strip()),),
            called=lambda row: clean(table.text_at(row, own), NAME),
            obstacle=partial(_locked, table, column + 1),
            most=table.text_at(rows[0], column + 1) if rows else "",
        ),
        course,
    )


def _locked(table: cells.CellTable, first: int, row: int, points: float) -> str:
    """Why Moodle would not take the points, by the cells behind the grade's."""
    for column in range(first, first + BEHIND):
        text = table.text_at(row, column)
        if text.casefold() in LOCKED:
            name = clean(table.header()[column], cells.SHOWN)
            return f"Moodle has it locked ({name}: {text})"
    most = table.text_at(row, first)
    limit = grades.finite_number(most)
    too_many = limit is not None and points > limit
    return f"Moodle takes no more than {most} points" if too_many else ""
