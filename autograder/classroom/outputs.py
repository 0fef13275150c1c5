"""The files that are made of a store: tables, results, pages, what an LMS takes.

Pages are packed into a zip so that the LMS gives each back to its student. Canvas reads
the two numbers in the name of a file as it was downloaded, the user's and the file's
(`stonebob_12_345_search.py`); an online text has no second one. Moodle goes by the
participant's number in the name of a folder (`Bob Stone_12_assignsubmission_file_`).
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from autograder.classroom import requests
from autograder.classroom.course import Course, StudentRow, stem
from autograder.classroom.gradebooks import filling, grades
from autograder.classroom.gradebooks.filling import FilledGradebook
from autograder.classroom.page import classpage, slides, statistics
from autograder.classroom.page.roll import Likenesses, Roll
from autograder.classroom.page.slides import ShownTests
from autograder.classroom.requests import Answer
from autograder.classroom.running.state import GraderState
from autograder.classroom.store import comparing
from autograder.classroom.store.book import Book
from autograder.classroom.store.comparing import Change
from autograder.errors import AssignmentError
from autograder.files import replacement_file, write_text
from autograder.report.page import linked_page, shared_files
from autograder.text import clean, count_text, listed, path_shown
from autograder.words.blocks import FOR_INSTRUCTORS

GRADES, PAGE = "grades.csv", "class.html"
RESULTS, FEEDBACK, ARCHIVE = "results", "feedback", "feedback.zip"
CANVAS, MOODLE = "canvas.csv", "moodle.csv"
CHANGES, REQUESTS = "changes.csv", "requests.csv"
OPTIONAL = {CANVAS, MOODLE, ARCHIVE, CHANGES, REQUESTS}
KINDS = ((RESULTS, "json"), *((FEEDBACK, ending) for ending in ("html", "css", "js")))
WORDS = {RESULTS: "results", FEEDBACK: "feedback"}  # of links to the files there
LONGEST = 400  # characters of one sentence
LEFT_BEHIND = re.compile(r"\..+\.(csv|html|zip|json|css|js)\.\d+")


@dataclass(frozen=True, slots=True)
class LmsFile:
    """The LMS's own file, to be filled in: which it is, and its columns by name."""

    path: Path
    columns: tuple[str, ...]
    content: bytes | None = None


@dataclass(frozen=True, slots=True)
class WantedOutputs:
    """What is wanted beside the table, the results and the page."""

    canvas: LmsFile | None = None
    moodle: LmsFile | None = None
    feedback: str = ""  # for none; "html": pages, or the LMS for which they are packed
    slides: bool = False  # the class's page names nobody, and only tests `shown`
    published: bool = False  # feedback shows what students see once the grades are
    shown: ShownTests = ()
    late_points: bool = False  # files for an LMS have points after lateness
    requests: bool = False
    compares: bool = False

    def lms(self) -> tuple[str, ...]:
        """The names of the files for an LMS."""
        given = ((CANVAS, self.canvas), (MOODLE, self.moodle))
        return tuple(name for name, file in given if file is not None)


@dataclass(frozen=True, slots=True)
class Written:
    """What is told of the files that were written."""

    unmatched: tuple[str, ...]  # rows of an LMS's file that fit nobody
    notes: tuple[str, ...]  # what may not be meant so
    counts: Mapping[str, str]  # how much is in each CSV
    lacking: tuple[str, ...]  # who is not in it, and why


@dataclass(frozen=True, slots=True)
class Findings:
    """What a run has to say beside the course."""

    state: GraderState
    changed: tuple[Change, ...] = ()  # since an earlier run
    answers: tuple[Answer, ...] = ()
    equal: Likenesses = field(default_factory=Likenesses)  # code that submissions share


def write(
    folder: Path, book: Book, course: Course, findings: Findings, wished: WantedOutputs
) -> Written:
    """Write all files; pages are of this state, or of one that shows the same.

    Raises OSError, which names the file, where one cannot be written, and
    AssignmentError where a file of the LMS cannot be used.
    """
    state = findings.state
    for place in (folder, folder / RESULTS, folder / FEEDBACK):
        for path in place.glob(".*"):  # left half written by a run that was killed
            if LEFT_BEHIND.fullmatch(path.name) and path.is_file():
                path.unlink()
    gradebooks = dict(filled(course, wished))
    write_text(folder / GRADES, grades.grades_csv(course))
    for name, found in gradebooks.items():
        _write_bytes(folder / name, found.content)
    if wished.compares:
        write_text(folder / CHANGES, comparing.changes_csv(findings.changed))
    if wished.requests:
        write_text(folder / REQUESTS, requests.requests_csv(findings.answers))
    links = _write_documents(folder, book, course, state, wished)
    said_beside = findings.changed, findings.answers, findings.equal
    roll = Roll(links, book.state_in_words_by_submission(state), *said_beside)
    if wished.slides:  # students look at these
        page = classpage.class_page_html(
            slides.course_under_pseudonyms(
                slides.course_with_tests(course, wished.shown)
            )
        )
    else:
        page = classpage.class_page_html(course, FOR_INSTRUCTORS, roll)
    write_text(folder / PAGE, page)
    for name in OPTIONAL - set(names(wished)):
        folder.joinpath(name).unlink(missing_ok=True)  # it has the grades of before
    if wished.feedback not in ("", "html"):
        documents = _documents(book, course, state, wished)
        pages = {name: page for name, _, page in documents}
        _write_bytes(folder / ARCHIVE, archive_of_pages(course, pages, wished.feedback))
    return _told(course, findings, gradebooks)


def _told(
    course: Course, findings: Findings, gradebooks: Mapping[str, FilledGradebook]
) -> Written:
    unmatched = (text for found in gradebooks.values() for text in found.unmatched)
    notes = (text for found in gradebooks.values() for text in found.notes)
    counts = {
        GRADES: count_text(len(course.rows), "row"),
        CHANGES: count_text(len(findings.changed), "row"),
        REQUESTS: count_text(len(findings.answers), "row"),
    }
    lacking = []
    for name, found in gradebooks.items():
        absent = sum(map(len, found.lacking.values()))
        counts[name] = count_text(len(course.rows) - absent, "grade")
        reasons = (f"{why} ({listed(who, 3)})" for why, who in found.lacking.items())
        if absent:
            of = f"{absent} of {count_text(len(course.rows), 'student')}"
            lacking.append(f"{name} lacks {of}: {'; '.join(reasons)}.")
    texts = unmatched, notes, lacking
    first, second, third = (tuple(clean(t, LONGEST) for t in ts) for ts in texts)
    return Written(first, second, counts, third)


def require(folder: Path, course: Course, wished: WantedOutputs) -> None:
    """AssignmentError where a file of the LMS is unusable, or one cannot be written."""
    for name in names(wished):
        path, is_folder = folder / name, name.endswith("/")
        if path.exists() and path.is_dir() != is_folder:
            kinds = ("a file", "a folder") if is_folder else ("a folder", "a file")
            found, expected = kinds
            raise AssignmentError(
                f"{path_shown(path)}: is {found}, expected {expected}; move it away"
            )
    for _ in filled(course, wished):
        pass
    if wished.feedback not in ("", "html"):
        archive_of_pages(course, {}, wished.feedback)


def names(wished: WantedOutputs) -> tuple[str, ...]:
    """The files that are written, and folders of files."""
    given = (
        (GRADES, True),
        (f"{RESULTS}/", True),
        (PAGE, True),
        (CANVAS, wished.canvas is not None),
        (MOODLE, wished.moodle is not None),
        (CHANGES, wished.compares),
        (REQUESTS, wished.requests),
        (f"{FEEDBACK}/", bool(wished.feedback)),
        (ARCHIVE, wished.feedback not in ("", "html")),
    )
    return tuple(name for name, is_so in given if is_so)


def filled(
    course: Course, wished: WantedOutputs
) -> Iterator[tuple[str, FilledGradebook]]:
    """The files of an LMS by name, with the points; of a course not graded, without."""
    if wished.late_points:
        rows = (replace(row, points=row.points_after_lateness) for row in course.rows)
        course = replace(course, rows=tuple(rows))
    if wished.canvas is not None:
        file = wished.canvas
        (column,) = file.columns
        yield CANVAS, filling.canvas_filled(file.path, column, course, file.content)
    if wished.moodle is not None:
        file = wished.moodle
        yield (
            MOODLE,
            filling.moodle_filled(file.path, file.columns, course, file.content),
        )


def _write_bytes(path: Path, content: bytes) -> None:
    with replacement_file(path) as temporary:
        temporary.write_bytes(content)


def _write_documents(
    folder: Path, book: Book, course: Course, state: GraderState, wished: WantedOutputs
) -> dict[str, tuple[tuple[str, str], ...]]:
    """The links to the files of each submission, which are written; others go."""
    written, links = set(), {}
    for name, results, page in _documents(book, course, state, wished):
        places = [(RESULTS, "json", results)]
        if wished.feedback and page:
            places.append((FEEDBACK, "html", linked_page(page)))
        links[name] = tuple(
            (f"{place}/{stem(name)}.{ending}", WORDS[place])
            for place, ending, _ in reversed(places)
        )
        for place, ending, text in places:
            path = folder / place / f"{stem(name)}.{ending}"
            written.add(path)
            _write_other(path, text)
    for name, text in shared_files().items() if wished.feedback else ():
        written.add(folder / FEEDBACK / name)
        _write_other(folder / FEEDBACK / name, text)
    for place, ending in KINDS:
        for path in {*folder.joinpath(place).glob(f"*.{ending}")} - written:
            path.unlink()
    with suppress(OSError):  # pages of now are in it, or what somebody else has put
        folder.joinpath(FEEDBACK).rmdir()
    return links


def _write_other(path: Path, text: str) -> None:
    with suppress(OSError):
        if path.read_bytes() == text.encode():
            return
    write_text(path, text)


def _documents(
    book: Book, course: Course, state: GraderState, wished: WantedOutputs
) -> Iterator[tuple[str, str, str]]:
    """Of each submission its name, results and page, with what people say of it."""
    comments = statistics.comments_by_submission(course)
    documents = book.reports_of_submissions(state, published=wished.published)
    for name, results, page in documents:
        told = comments.get(name, ())
        yield name, results, page and statistics.with_comments(page, told, wished.shown)


OF_CANVAS = re.compile(
    r"((?:.*?_)?\d+_\d+|(?:LATE_)?anon_(?:LATE_)?[^_]+_\d+)_.+", re.DOTALL
)
OF_MOODLE = re.compile(r"([^_]*)_(\d+)_(assignsubmission_[a-z]+)(?:_.*)?", re.DOTALL)
HIDDEN = "._"  # what macOS adds, which Canvas ignores
PAGE_OF_ONE = "feedback.html"
DATE = (1980, 1, 1, 0, 0, 0)  # the first that a zip can hold: the same in each run
MODE = 0o100600
UNIX = 3  # where the mode means something


def archive_of_pages(course: Course, pages: Mapping[str, str], kind: str) -> bytes:
    """The zip with each page under the name by which this LMS takes it back.

    `pages` has them by submissions; who has none, or no name of the LMS's, is left out.
    The same course gives the same bytes. Raises AssignmentError for another kind than
    Canvas and Moodle, and where submissions come from another one.
    """
    if kind not in TAKEN_BACK:
        known = " or ".join(TAKEN_BACK)
        raise AssignmentError(f"--feedback {kind}: no LMS takes it back; try {known}")
    if course.kind != kind:
        raise AssignmentError(
            f"--feedback {kind}: the submissions are no export of {kind.capitalize()} "
            f"({course.kind}), and only its own names tell it whose a page is"
        )
    named = {
        name: page
        for row in course.rows
        if (page := pages.get(row.submission)) and (name := TAKEN_BACK[kind](row))
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, page in sorted(named.items()):
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system, entry.external_attr = UNIX, MODE << 16
            packed.writestr(entry, page.encode())
    return file.getvalue()


def _for_moodle(row: StudentRow) -> str:
    """The folder of the student; of a team's each member, its own number."""
    for part in PurePosixPath(row.original).parts:
        found = OF_MOODLE.fullmatch(part)
        if found:
            own = row.student.lms
            number = own if own.isascii() and own.isdigit() else found[2]
            return f"{found[1]}_{number}_{found[3]}_/{PAGE_OF_ONE}"
    return ""


def _for_canvas(row: StudentRow) -> str:
    """The downloaded name as far as its numbers, which are all that Canvas reads."""
    name = PurePosixPath(row.original).name
    found = OF_CANVAS.fullmatch(name)
    return f"{found[1]}_{PAGE_OF_ONE}" if found and not name.startswith(HIDDEN) else ""


TAKEN_BACK: dict[str, Callable[[StudentRow], str]] = {
    "canvas": _for_canvas,
    "moodle": _for_moodle,
}
