"""The files that are made of a store: tables, results, pages, what an LMS takes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from autograder.classroom import requests
from autograder.classroom.course import Course, stem
from autograder.classroom.gradebooks import feedback, filling, grades
from autograder.classroom.gradebooks.filling import FilledGradebook
from autograder.classroom.gradebooks.grades import RowCount
from autograder.classroom.page import classpage, groups, slides
from autograder.classroom.page.roll import Likenesses, Roll
from autograder.classroom.page.slides import ShownTests
from autograder.classroom.requests import Answer
from autograder.classroom.running.state import GraderState
from autograder.classroom.store import comparing
from autograder.classroom.store.book import Book
from autograder.classroom.store.comparing import Change
from autograder.errors import AssignmentError
from autograder.files import replacing, write_text
from autograder.report.page import linked_page, shared
from autograder.text import clean, counted, listed, path_shown
from autograder.words.reports import FOR_INSTRUCTORS

GRADES, PAGE = "grades.csv", "class.html"
RESULTS, FEEDBACK, ARCHIVE = "results", "feedback", "feedback.zip"
CANVAS, MOODLE = "filling.csv", "filling.csv"
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
    """What is wanted beside the table, the results and the page.

    `feedback` is "" for none, "html" for pages, or the LMS for which they are packed;
    `published` shows on them what students see once the grades are. Where the class's
    page is for `slides`, nobody is named there, and the tests that are `shown` alone.
    Files for an LMS have points after lateness where these are `late_points`.
    """

    canvas: LmsFile | None = None
    moodle: LmsFile | None = None
    feedback: str = ""
    slides: bool = False
    published: bool = False
    shown: ShownTests = ()
    late_points: bool = False
    requests: bool = False
    compares: bool = False

    def lms(self) -> tuple[str, ...]:
        """The names of the files for an LMS."""
        given = ((CANVAS, self.canvas), (MOODLE, self.moodle))
        return tuple(name for name, file in given if file is not None)


@dataclass(frozen=True, slots=True)
class Written:
    """What is told of the files that were written.

    `unmatched` are rows of an LMS's file that fit nobody, and `notes` what may not be
    meant so; `counts` has how much is in each CSV, `lacking` who is not in it, and why.
    """

    unmatched: tuple[str, ...]
    notes: tuple[str, ...]
    counts: Mapping[str, str]
    lacking: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Findings:
    """What a run has to say beside the course.

    The state in which it grades, what has changed since an earlier one, requests with
    what became of them, and code that submissions share.
    """

    state: GraderState
    changed: tuple[Change, ...] = ()
    answers: tuple[Answer, ...] = ()
    equal: Likenesses = field(default_factory=Likenesses)


def write(
    folder: Path, book: Book, course: Course, findings: Findings, wished: WantedOutputs
) -> Written:
    """Write all files.

    Students get pages of what was graded in this state, or one that shows the same.
    Raises OSError, which names the file, where one cannot be written, and
    AssignmentError where a file of the LMS cannot be used.
    """
    state = findings.state
    _remove_left_behind(folder)
    gradebooks = dict(filled(course, wished))
    write_text(folder / GRADES, grades.text(course))
    for name, found in gradebooks.items():
        _write_bytes(folder / name, found.content)
    if wished.compares:
        write_text(folder / CHANGES, comparing.text(findings.changed))
    if wished.requests:
        write_text(folder / REQUESTS, requests.text(findings.answers))
    links = _write_documents(folder, book, course, state, wished)
    said_beside = findings.changed, findings.answers, findings.equal
    roll = Roll(links, book.graded_by(state), *said_beside)
    write_text(folder / PAGE, _class_page(course, wished, roll))
    for name in OPTIONAL - set(names(wished)):
        folder.joinpath(name).unlink(missing_ok=True)  # it has the grades of before
    if wished.feedback not in ("", "html"):
        paged = _with_pages(course, _documents(book, course, state, wished))
        packed = feedback.archive(paged, wished.feedback)
        _write_bytes(folder / ARCHIVE, packed)
    return _told(course, findings, gradebooks)


def _told(
    course: Course, findings: Findings, gradebooks: Mapping[str, FilledGradebook]
) -> Written:
    """What is said of these files, the gradebooks filled in among them."""
    unmatched = (text for found in gradebooks.values() for text in found.unmatched)
    notes = (text for found in gradebooks.values() for text in found.notes)
    counts = {
        GRADES: counted(len(course.rows), "row"),
        CHANGES: counted(len(findings.changed), "row"),
        REQUESTS: counted(len(findings.answers), "row"),
    }
    lacking = []
    for name, found in gradebooks.items():
        absent = sum(map(len, found.lacking.values()))
        counts[name] = counted(len(course.rows) - absent, "grade")
        reasons = (f"{why} ({listed(who, 3)})" for why, who in found.lacking.items())
        if absent:
            of = f"{absent} of {counted(len(course.rows), 'student')}"
            lacking.append(f"{name} lacks {of}: {'; '.join(reasons)}.")
    texts = unmatched, notes, lacking
    first, second, third = (tuple(clean(t, LONGEST) for t in ts) for ts in texts)
    return Written(first, second, counts, third)


def rows_read(course: Course, wished: WantedOutputs) -> Iterator[RowCount]:
    """What becomes of the rows of each file of an LMS."""
    for _, found in filled(course, wished):
        yield found.rows


def _class_page(course: Course, wished: WantedOutputs, roll: Roll) -> str:
    """The page for instructors, or for slides: students look at these."""
    if not wished.slides:
        return classpage.text(course, FOR_INSTRUCTORS, roll)
    return classpage.text(slides.hidden(slides.shown(course, wished.shown)))


def require(folder: Path, course: Course, wished: WantedOutputs) -> None:
    """AssignmentError where a file of the LMS cannot be used, with what is known now.

    So it is where a file cannot be written since a folder has its place, or the other
    way round. That is told before anything is graded.
    """
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
        feedback.archive(course, wished.feedback)


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
        rows = (replace(row, points=row.counted) for row in course.rows)
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
    with replacing(path) as temporary:
        temporary.write_bytes(content)


def _write_documents(
    folder: Path, book: Book, course: Course, state: GraderState, wished: WantedOutputs
) -> dict[str, tuple[tuple[str, str], ...]]:
    """A file a submission; those of submissions that are no longer there go.

    What is returned leads to the files of each, from the folder.
    """
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
    for name, text in shared().items() if wished.feedback else ():
        written.add(folder / FEEDBACK / name)
        _write_other(folder / FEEDBACK / name, text)
    for place, ending in KINDS:
        _remove_others(folder.joinpath(place).glob(f"*.{ending}"), written)
    with suppress(OSError):  # pages of now are in it, or what somebody else has put
        folder.joinpath(FEEDBACK).rmdir()
    return links


def _write_other(path: Path, text: str) -> None:
    """Write a file, if that is not there already."""
    if not _is_there(path, text):
        write_text(path, text)


def _documents(
    book: Book, course: Course, state: GraderState, wished: WantedOutputs
) -> Iterator[tuple[str, str, str]]:
    """Of each submission its name, results and page, with what people say of it."""
    comments = groups.by_submission(course)
    documents = book.documents(state, published=wished.published)
    for name, results, page in documents:
        told = comments.get(name, ())
        yield name, results, page and groups.with_comments(page, told, wished.shown)


def _is_there(path: Path, text: str) -> bool:
    with suppress(OSError):
        return path.read_bytes() == text.encode()
    return False


def _remove_others(there: Iterable[Path], written: set[Path]) -> None:
    for path in set(there) - written:
        path.unlink()


def _remove_left_behind(folder: Path) -> None:
    """Remove what a run left half written when it was killed; no other is at work."""
    for place in (folder, folder / RESULTS, folder / FEEDBACK):
        for path in place.glob(".*"):
            if LEFT_BEHIND.fullmatch(path.name) and path.is_file():
                path.unlink()


def _with_pages(course: Course, documents: Iterable[tuple[str, str, str]]) -> Course:
    pages = {name: page for name, _, page in documents}
    rows = [
        replace(row, graded=replace(row.graded, page=pages.get(row.submission, "")))
        if row.graded
        else row
        for row in course.rows
    ]
    return replace(course, rows=tuple(rows))
