"""Write a made-up course: what was handed in as an LMS exports it, and its lists.

`.venv/bin/python benchmarks/course.py FOLDER --students 300 --as canvas --seed 1`
writes what looks like a class: most are right or have one known mistake, in a few
styles that are more common than others; some hand in what another has, some what is
broken, endless or hostile, and some nothing. FOLDER then has

    submissions.zip   the export; with --as folder a folder, `submissions`
    roster.csv        everybody but one, who has withdrawn
    gradebook.csv     of Canvas; worksheet.csv of Moodle
    made.csv          what each submission was made of

The same seed makes the same course, as long as the catalogue of mistakes is the same.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from autograder.assignment.questions import Assignment  # noqa: E402
from autograder.classroom.course import Student  # noqa: E402
from autograder.kinds.all import load  # noqa: E402
from benchmarks.homework import Desk, Homework  # noqa: E402
from tests.classroom import made_exports  # noqa: E402
from tests.classroom.made_exports import Files, Who  # noqa: E402

KINDS = ("gradescope", "canvas", "moodle", "folder")
FIRST = (  # parted by spaces, and the last names by semicolons
    "No Ann José Zoë Björn Siân Łukasz Chloé İpek Nguyễn Ravi Mei Fatima Kwame Ingrid "
    "Søren Anaïs Jean-Luc Priya Tomás Yuki Omar Leïla Ivan Grace Hana Paul Noor Eva Sam"
)
LAST = (
    "Null;O'Neill;Müller;García Márquez;D’Angelo;Smith, Jr.;Ødegård;Nowak;van der Berg;"
    "Çelik;Þórsdóttir;Dvořák;N'Diaye;Li;Okafor;Ng;Ibáñez-Ruiz;Singh;Tanaka;de la Cruz;"
    "Hussein;Kovács;Brown;al-Sayed;Rossi;Lindström;Petrov;Yavuz;Jones;Mbeki"
)
SIDS = ("00123", "1e5", "007")  # of the first students; the others have eight digits
FIRST_LMS = 7001
SILENT, TOGETHER, LATE = 0.04, 0.05, 0.08  # shares: no submission, in a pair, late
IDS = {"canvas": ("Canvas ID",), "moodle": ("Identifier",)}  # a column of the roster
COLUMN = "Search (4711)"
GRADEBOOK = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", COLUMN)
WORKSHEET = (
    "Identifier",
    "Full name",
    "Email address",
    "Status",
    "Grade",
    "Maximum Grade",
    "Grade can be changed",
    "Last modified (grade)",
    "Feedback comments",
)


@dataclass(frozen=True, slots=True)
class Course:
    """What was handed in and by whom, who was late, and everybody who is enrolled."""

    work: Mapping[Who, Homework]
    late: tuple[Student, ...]
    enrolled: tuple[Student, ...]


def made(assignment: Assignment, students: int, kind: str, seed: int) -> Course:
    """A course of so many students; only Gradescope's have submissions of two."""
    dice = random.Random(seed)  # noqa: S311 - the same course each time
    # Another mistake in the catalogue changes what is handed in, and not by whom.
    desk = Desk(assignment, random.Random(f"{seed}, homework"))  # noqa: S311 - likewise
    enrolled = people(students, dice)
    silent = {each for each in enrolled[2:] if dice.random() < SILENT}
    active = [each for each in enrolled if each not in silent]
    share = TOGETHER if kind == "gradescope" else 0.0
    work = {who: desk.written() for who in _in_pairs(active, share, dice)}
    late = tuple(each for each in active if dice.random() < LATE)
    return Course(work, late, enrolled)


def people(count: int, dice: random.Random) -> tuple[Student, ...]:
    """So many students; the last has the name of the first."""
    names = [f"{first} {last}" for first in FIRST.split() for last in LAST.split(";")]
    others = names[1:] * (1 + count // len(names))
    chosen = [names[0], *dice.sample(others, max(count - 2, 0)), names[0]]
    numbers = dice.sample(range(10**8), count)
    sids = (*SIDS, *(f"{number:08}" for number in numbers))
    return tuple(
        Student(name, sid, f"{_plain(name)}{place}@school.edu", str(FIRST_LMS + place))
        for place, (name, sid) in enumerate(zip(chosen[:count], sids, strict=False))
    )


def _plain(name: str) -> str:
    """The letters of a name that an e-mail address can have."""
    parted = unicodedata.normalize("NFKD", name.casefold())
    return "".join(each for each in parted if each.isascii() and each.isalpha())


def _in_pairs(
    active: Sequence[Student], share: float, dice: random.Random
) -> Iterator[Who]:
    """Everybody once, such a share of them with the next."""
    waiting = iter(active)
    for first in waiting:
        second = next(waiting, None) if dice.random() < share / 2 else None
        yield (first, second) if second else first


def write(folder: Path, course: Course, kind: str) -> None:
    """The export, and the files that belong to it."""
    folder.mkdir(parents=True, exist_ok=True)
    sent = {who: _as_sent(done.files, kind) for who, done in course.work.items()}
    files = _exported(sent, course, kind)
    if kind == "folder":
        made_exports.as_folder(folder / "submissions", files)
    else:
        made_exports.as_zip(folder / "submissions.zip", files)
    *listed, _ = course.enrolled
    id_ = IDS.get(kind, ())
    roster = ((s.name, s.sid, s.email, s.lms)[: 3 + len(id_)] for s in listed)
    _table(folder / "roster.csv", ("name", "sid", "email", *id_), roster)
    _table(folder / "made.csv", ("name", "sid", "made of"), _made_of(course))
    if kind == "canvas":
        _table(folder / "gradebook.csv", GRADEBOOK, _gradebook(course))
    if kind == "moodle":
        _table(folder / "worksheet.csv", WORKSHEET, _worksheet(course))


def _as_sent(files: Files, kind: str) -> Files:
    """As they are; in one zip where the LMS takes no folders."""
    if kind == "canvas" and any("/" in path for path in files):
        with TemporaryDirectory() as folder:
            return {"work.zip": made_exports.zipped(Path(folder), files)}
    return files


def _exported(
    sent: Mapping[Who, Files], course: Course, kind: str
) -> Mapping[str, bytes]:
    if kind == "canvas":
        return made_exports.canvas(sent, course.late)
    if kind == "folder":  # names may be there twice, numbers are not
        by_number: dict[Who, Files] = {_numbered(w): sent[w] for w in sent}
        return made_exports.folder(by_number)
    return {"gradescope": made_exports.gradescope, "moodle": made_exports.moodle}[kind](
        sent
    )


def _numbered(who: Who) -> Student:
    first = made_exports.members(who)[0]
    return replace(first, name=first.sid)


def _made_of(course: Course) -> Iterator[tuple[str, ...]]:
    for who, homework in course.work.items():
        for student in made_exports.members(who):
            yield student.name, student.sid, homework.what


def _gradebook(course: Course) -> Iterator[tuple[str, ...]]:
    """Canvas's rows: two above the students, and its own test student below."""
    yield ("", "", "", "", "", "Manual Posting")
    yield ("    Points Possible", "", "", "", "", "100.00")
    for each in course.enrolled:
        first, _, last = each.name.partition(" ")
        login = each.email.partition("@")[0]
        yield (f"{last}, {first}", each.lms, each.sid, login, "Section A", "")
    yield ("Student, Test", "9999", "", "3f2a", "Section A", "")


def _worksheet(course: Course) -> Iterator[tuple[str, ...]]:
    for each in course.enrolled:
        given = (f"Participant {each.lms}", each.name, each.email)
        yield (*given, "Submitted for grading", "", "100.00", "Yes", "-", "")


def _table(path: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, *rows])


def main() -> None:
    """Write a course where the command line says."""
    parser = argparse.ArgumentParser(description="Write a made-up course.")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--students", type=int, default=300, metavar="N")
    parser.add_argument("--as", dest="kind", choices=KINDS, default="gradescope")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--assignment", type=Path, default=ROOT / "test_trees")
    options = parser.parse_args()
    assignment = load(options.assignment)
    course = made(assignment, options.students, options.kind, options.seed)
    write(options.folder, course, options.kind)
    count, students = len(course.work), len(course.enrolled)
    print(f"{options.folder}: {count} submissions of {students} students")


if __name__ == "__main__":
    main()
