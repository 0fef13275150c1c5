"""Who is in a class: its roster, who has handed in, and the seat of each student.

Two records are of one student if they share an id and their names agree, or if they
share two ids. In a folder made by hand the name is all there is.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from datetime import datetime, timezone
from itertools import islice
from pathlib import Path

from autograder.classroom import course
from autograder.classroom.exports import reading
from autograder.classroom.exports.container import (
    may_be_students_file,
    natural_sort_key,
    short,
)
from autograder.classroom.gradebooks import cells
from autograder.errors import AssignmentError
from autograder.files import MODULES
from autograder.text import clean, column_count, few_names, listed, shortened, wrapped
from autograder.uploads.staging import MOST_ENTRIES

LONGEST_TITLE, LONGEST_TITLES = 30, 60  # characters of a column's name, and of all
EXPECTED = "expected name (or first name and last name), sid or email"
NOT_LETTERS = re.compile(r"[\W_]+")
IN_A_FORMULA = re.compile(r'\A="(.*)"\Z', re.DOTALL)  # by which Excel keeps zeros
NUMBER = re.compile(r"\D*(\d+)")
TEST_STUDENT = "Student, Test"  # in a gradebook of Canvas
COLUMNS = {  # the words for each, in letters alone
    "name": "name fullname studentname student displayname vollständigername",
    "first": "first firstname firstnames givenname givennames forename vorname",
    "last": "last lastname lastnames surname familyname nachname",
    "sid": (
        "sid studentid studentnumber studentno idnumber sisuserid sisid universityid "
        "matriculationnumber matrikelnummer"
    ),
    "email": "email emailaddress mail emailadresse sisloginid",
    "lms": "canvasid canvasuserid userid identifier participant moodleid",
    "id": "id",
}
MEANINGS = {word: field for field, words in COLUMNS.items() for word in words.split()}


def load_roster(path: Path, content: bytes | None = None) -> tuple[course.Student, ...]:
    """The students in the file's order; AssignmentError, with the line, if none.

    Its `content`, where that is known already, is that of the file at the path.
    """
    found = _listed(table := cells.load(path, content))
    students = tuple(each for each in found.values() if each.name)
    if not students:
        below = "lists no student below its columns"
        raise AssignmentError(f"{table.where()}: {below}")
    return students


def roster_rows_read(path: Path, content: bytes | None = None) -> cells.RowCount:
    """How many rows of the file there are, and which name nobody."""
    table = cells.load(path, content)
    found = _listed(table)
    unused = {row: cells.NO_STUDENT for row, each in found.items() if not each.name}
    return cells.row_count(table, tuple(found), unused)


def _listed(table: cells.CellTable) -> dict[int, course.Student]:
    """The student in each row, without a name where the row names nobody."""
    texts = [
        [IN_A_FORMULA.sub(r"\1", cell.text.strip()).strip() for cell in row]
        for row in table.rows
    ]
    columns = _columns(texts[0], table.where())
    found = {row: _student(columns, texts[row]) for row in cells.rows_of_people(table)}
    return {row: each for row, each in found.items() if each.name != TEST_STUDENT}


def _columns(header: Sequence[str], where: str) -> dict[str, int]:
    """The column of each field; of two the first, of an `id` what else is there."""
    columns: dict[str, int] = {}
    for number, title in enumerate(header):
        meaning = MEANINGS.get(NOT_LETTERS.sub("", title.casefold()), "")
        columns.setdefault(meaning, number)
    if "id" in columns:
        columns.setdefault("lms" if "sid" in columns else "sid", columns["id"])
    if not {"name", "last", "sid", "email"} & {*columns}:
        titles = tuple(clean(title, LONGEST_TITLE) for title in header if title)
        found = few_names(titles, LONGEST_TITLES) or "nothing"
        raise AssignmentError(f"{where}: no column fits; {EXPECTED}, found {found}")
    return columns


def _student(columns: dict[str, int], row: Sequence[str]) -> course.Student:
    def cell(field: str) -> str:
        number = columns.get(field, len(row))
        return row[number] if number < len(row) else ""

    sid, email, lms = cell("sid"), cell("email"), NUMBER.fullmatch(cell("lms"))
    full = f"{cell('first')} {cell('last')}".strip()
    name = cell("name") or full or email or sid
    return course.Student(
        name or cell("lms"),
        sid,
        email if "@" in email else "",
        lms[1] if lms else cell("lms"),
    )


ROSTER = "roster"  # a kind of records, beside those of exports
MOST_OF_ONE_ID = 50  # who are compared; an id of more is `n/a` or the like
WORD = re.compile(r"\w+")
Key = Callable[[course.Student], str]
IDS: Mapping[str, Key] = {  # as they are compared, the strongest first
    "sid": lambda student: student.sid,
    "e-mail": lambda student: student.email.casefold(),
    "id": lambda student: student.lms,
}


@dataclass(slots=True, eq=False)
class Person:
    """A student of the export or of the roster, and what was handed in."""

    student: course.Student
    handed: list[course.Handed] = field(default_factory=list)
    is_listed: bool = False


def people_and_notes(
    students: Sequence[course.Student], kind: str
) -> tuple[list[Person], list[str]]:
    """For each record the person that it is of, and notes on who share an id."""
    known: defaultdict[tuple[str, str], list[Person]] = defaultdict(list)
    people, notes = [], []
    for student in students:
        # By its ids it is found again; by its name in a folder, or without any.
        keys = [(name, key(student)) for name, key in IDS.items() if key(student)]
        if not keys or kind == reading.FOLDER:
            keys = [("name", student.name)]
        near = [person for key in keys for person in known[key][:MOST_OF_ONE_ID]]
        person = next((p for p in near if _are_same(p.student, student, kind)), None)
        if person is None:
            person = Person(student, is_listed=kind == ROSTER)
            notes += [_on_one_id(other.student, student) for other in near[:1]]
        person.student = filled(person.student, student)
        for key in keys:
            if person not in known[key]:
                known[key].append(person)
        people.append(person)
    return people, notes


def _on_one_id(one: course.Student, other: course.Student) -> str:
    common = shared_id_kinds(one, other)
    if not common:
        twice = f"{short(other.name)}: two students have this name, and no id"
        return f"{twice}; each has a row"
    same = f"the {common[0]} {short(IDS[common[0]](one))}"
    both = f"{short(one.name)} and {short(other.name)}"
    return f"{both}: two students with {same}; each has a row"


def _are_same(one: course.Student, other: course.Student, kind: str) -> bool:
    if kind == reading.FOLDER:
        return one.name == other.name
    common = len(shared_id_kinds(one, other))
    return common > 1 or (common == 1 and have_similar_names(one, other))


def shared_id_kinds(one: course.Student, other: course.Student) -> list[str]:
    """The names of the ids that two records have in common."""
    return [name for name, key in IDS.items() if key(one) and key(one) == key(other)]


def have_different_ids(one: course.Student, other: course.Student) -> bool:
    """Whether two records have an id of one kind that is not the same."""
    pairs = ((key(one), key(other)) for key in IDS.values())
    return any(mine != theirs for mine, theirs in pairs if mine and theirs)


def have_similar_names(one: course.Student, other: course.Student) -> bool:
    """Whether two names may be of one person: one may leave names out."""
    if any(each.name in ("", each.sid, each.email) for each in (one, other)):
        return True
    mine, theirs = (
        {*WORD.findall(name_without_accents(each.name))} for each in (one, other)
    )
    return (
        mine <= theirs or theirs <= mine or name_key(one.name) == name_key(other.name)
    )


def name_without_accents(name: str) -> str:
    """A name with its accents apart, in small letters."""
    return unicodedata.normalize("NFKD", name).casefold()


def name_key(name: str) -> str:
    """A key that `Ann Lee`, `Lee, Ann` and `leeann` share; digits keep their order."""
    digits = "".join(filter(str.isdigit, name_without_accents(name)))
    return "".join(sorted(filter(str.isalpha, name_without_accents(name)))) + digits


def filled(one: course.Student, other: course.Student) -> course.Student:
    """A record, with what it lacks from another of the same student."""
    return course.Student(
        *(a or b for a, b in zip(astuple(one), astuple(other), strict=True))
    )


def name_with_id(student: course.Student) -> str:
    """A student, with the id by which others of the name are told apart."""
    mark = student.sid or student.email or student.lms
    return f"{short(student.name)} ({short(mark)})" if mark else short(student.name)


WIDTH = 80
WIDTHS = {"student": 28, "submission": 18, "files": 30}
LONGEST = 1000  # characters of why a submission cannot be read
UNREAD = "cannot be read, see below"
NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
GARBLED = "; if a zip has garbled it, {} is meant: unpack that, and give the folder"
KEEP = LAST, BEST, FIRST = "last", "best", "first"  # which of several counts
HOW = {  # why, by what is kept, and whether times have told
    (LAST, True): ", it was handed in later",
    (LAST, False): ", it is later by its name",
    (FIRST, True): ", it was handed in first",
    (FIRST, False): ", it is first by its name",
}
IN_NAME: Sequence[Key] = (  # by which files are named: what it is on the roster
    lambda student: student.sid.casefold(),
    lambda student: student.email.casefold(),
    lambda student: student.email.casefold().partition("@")[0],
)


def enrol(
    export: course.Export, roster: tuple[course.Student, ...] | None, keep: str = LAST
) -> course.Enrolment:
    """A seat for everybody who is on the roster, then for who else has handed in.

    Without a roster they are in the order of their names. Of several submissions of one
    student that counts which is to `keep`: the last, the first, or, once graded, the
    best.
    """

    def by_name(person: Person) -> tuple[object, ...]:
        each = person.student
        return natural_sort_key(each.name), each.sid, each.email, each.lms

    found, notes = _people(export)
    if roster is None:
        seated = sorted(found, key=by_name)
    else:
        people, told = _on_roster(roster)
        notes += [*told, *_joined(people, found, export.kind)]
        others = sorted((each for each in found if not each.is_listed), key=by_name)
        notes += _unlisted(others, people)
        seated = [*people, *others]
    seats = [_seat(each, keep, notes) for each in seated]
    attempts = {name for seat in seats for name in seat.attempts}
    handed = tuple(each for each in export.handed if each.name in attempts)
    return course.Enrolment(
        export.kind, handed, tuple(seats), (*export.notes, *notes), keep == BEST
    )


def _people(export: course.Export) -> tuple[list[Person], list[str]]:
    records = [(s, handed) for handed in export.handed for s in handed.students]
    people, notes = people_and_notes([student for student, _ in records], export.kind)
    for person, (_, handed) in zip(people, records, strict=True):
        if not handed.empty and handed not in person.handed:
            person.handed.append(handed)
    return list({id(person): person for person in people}.values()), notes


def _on_roster(roster: tuple[course.Student, ...]) -> tuple[list[Person], list[str]]:
    people, notes = people_and_notes(roster, ROSTER)
    again = Counter(id(person) for person in people)
    mine = list({id(person): person for person in people}.values())
    twice = (name_with_id(each.student) for each in mine if again[id(each)] > 1)
    return mine, [*notes, *(f"{each}: twice on the roster" for each in twice)]


def _joined(people: list[Person], rows: list[Person], kind: str) -> list[str]:
    """Notes, after what was handed in has been given to those on the roster."""
    notes: list[str] = []
    for name, key in IDS.items():
        notes += _by_id(name, key, people, rows)
    for listed_as in IN_NAME if kind == reading.FOLDER else ():
        _by_name(listed_as, lambda handed: handed.name.casefold(), people, rows)

    def by_letters(student: course.Student) -> str:
        return name_key(student.name)

    joined = _by_name(by_letters, by_letters, people, rows)
    if joined and kind != reading.FOLDER:
        names = few_names(joined, WIDTH)
        notes.append(f"joined with the roster by name alone: {names}")
    return notes


def _by_id(
    name: str, key: Key, people: list[Person], rows: list[Person]
) -> Iterator[str]:
    """Join who share an id: of several those of one name, else unless others differ."""
    there, sent = _by(key, people), _by(key, rows)
    for value, senders in sent.items():
        alone = len(senders) == len(there[value]) == 1
        for sender in (each for each in senders if not each.is_listed):
            mine = sender.student
            for person in there[value][:MOST_OF_ONE_ID]:
                theirs = person.student
                agree = (
                    have_similar_names(theirs, mine)
                    or len(shared_id_kinds(theirs, mine)) > 1
                )
                if person.handed or not (
                    agree or (alone and not have_different_ids(theirs, mine))
                ):
                    continue
                if not have_similar_names(theirs, mine):
                    known = f"is {short(theirs.name)} on the roster"
                    yield f"{name_with_id(mine)}: {known}, by the {name} alone"
                _join(person, sender)
                break


def _unlisted(others: list[Person], people: list[Person]) -> Iterator[str]:
    known = {name: _by(key, people) for name, key in IDS.items()}
    for each in others:
        who = name_with_id(each.student)
        for name, key in IDS.items():
            same = known[name].get(key(each.student), [])
            if same:
                names = listed(tuple(short(other.student.name) for other in same))
                held = f"where {names} has the {name} {short(key(each.student))}"
                yield f"{who}: not joined with the roster, {held}"
                break
        else:
            yield f"{who}: not on the roster{_garbled(each, people)}"


def _garbled(sender: Person, people: list[Person]) -> str:
    """Who may be meant, where a zip's letters beyond ASCII came out as others."""

    def in_ascii(person: Person) -> str:
        return NOT_ASCII.sub("?", person.student.name).casefold()

    beyond = [p for p in (sender, *people) if not p.student.name.isascii()]
    if sender not in beyond:
        return ""
    free = (each for each in beyond if each is not sender and not each.handed)
    meant = [each for each in free if in_ascii(each) == in_ascii(sender)]
    return GARBLED.format(short(meant[0].student.name)) if len(meant) == 1 else ""


def _by_name(
    listed_as: Key, found_as: Key, people: list[Person], rows: list[Person]
) -> tuple[str, ...]:
    """Join by what only one on the roster has, and only one who has handed in."""
    joined = []
    there, sent = _by(listed_as, people), _by(found_as, rows)
    for value, senders in sent.items():
        if not len(senders) == len(there[value]) == 1:
            continue
        (person,), (sender,) = there[value], senders
        taken = bool(person.handed) or sender.is_listed
        if not taken and not have_different_ids(person.student, sender.student):
            _join(person, sender)
            joined.append(short(person.student.name))
    return tuple(joined)


def _by(key: Key, people: Iterable[Person]) -> defaultdict[str, list[Person]]:
    found: defaultdict[str, list[Person]] = defaultdict(list)
    for person in people:
        if key(person.student):
            found[key(person.student)].append(person)
    return found


def _join(person: Person, sender: Person) -> None:
    person.student = filled(person.student, sender.student)
    person.handed += sender.handed
    sender.is_listed = True


def _seat(person: Person, keep: str, notes: list[str]) -> course.Seat:
    """The seat of a person; a note tells which of several submissions counts."""
    if len(person.handed) < 2:
        only = tuple(handed.name for handed in person.handed)
        return course.Seat(person.student, "".join(only), only)
    attempts, timed = _in_order([*person.handed], at_end=keep != FIRST)
    counts = attempts[0 if keep == FIRST else -1]
    how = HOW.get((keep, timed), "")
    names = listed(tuple(short(handed.name) for handed in person.handed))
    several = f"{name_with_id(person.student)}: has several submissions, {names}"
    which = "the best one" if keep == BEST else short(counts)
    notes.append(f"{several}; {which} counts{how}")
    return course.Seat(person.student, counts, attempts)


def _in_order(
    handed: Sequence[course.Handed], *, at_end: bool
) -> tuple[tuple[str, ...], bool]:
    """The names by time, or by themselves if that cannot tell the end; and which."""
    times = {each.name: _when(each) for each in handed}
    known = sorted((time, name) for name, time in times.items() if time)
    ends = known[-2:] if at_end else known[:2]
    if len(known) == len(times) > 1 and ends[0][0] < ends[1][0]:
        return tuple(name for _, name in known), True
    return tuple(sorted(times, key=natural_sort_key)), False


def _when(handed: course.Handed) -> datetime | None:
    try:
        time = datetime.fromisoformat(handed.submitted_at)
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=timezone.utc)


def enrolment_table(enrolment: course.Enrolment) -> str:
    """Student, submission and files, a line for each seat, at most 80 columns wide."""
    faults: dict[str, str] = {}
    files = {each.name: _files(each, faults) for each in enrolment.handed}
    rows = [
        (
            name_with_id(seat.student),
            short(seat.submission) or course.NO_SUBMISSION,
            files.get(seat.submission, ""),
        )
        for seat in enrolment.seats
    ]
    lines = []
    for cells_of_row in (tuple(WIDTHS), *rows):
        pairs = zip(cells_of_row, WIDTHS.values(), strict=True)
        cut = [(shortened(cell, width), width) for cell, width in pairs]
        padded = (cell + " " * (width - column_count(cell)) for cell, width in cut)
        lines.append("  ".join(padded).rstrip())
    for fault in faults.values():
        lines += ["", *wrapped(clean(fault, LONGEST), WIDTH)]
    return "\n".join(lines)


def _files(handed: course.Handed, faults: dict[str, str]) -> str:
    """As many files of a submission as the column takes, Python's first."""
    try:
        found = [upload.path for upload in islice(handed.files(), MOST_ENTRIES)]
    except AssignmentError as fault:
        faults[handed.name] = str(fault)
        return UNREAD
    mine = {path for path in found if may_be_students_file(path)}
    ordered = sorted(
        mine, key=lambda path: (not path.endswith(MODULES), natural_sort_key(path))
    )
    names, most = tuple(map(short, ordered)), WIDTHS["files"]
    texts = (few_names(names, width) for width in range(most, 0, -1))
    fitting = (text for text in texts if column_count(text) <= most)
    return next(fitting, few_names(names, 1)) or "no file"
