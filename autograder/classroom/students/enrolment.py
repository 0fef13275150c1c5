"""Each student once: who is on the roster, who has handed in, and what counts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timezone
from itertools import islice

from autograder.classroom.course import (
    NO_SUBMISSION,
    Enrolment,
    Export,
    Handed,
    Seat,
    Student,
)
from autograder.classroom.exports import folder
from autograder.classroom.exports.container import is_theirs
from autograder.classroom.exports.filenames import natural, short
from autograder.classroom.students.people import (
    IDS,
    MOST_OF_ONE_ID,
    ROSTER,
    Key,
    Person,
    alike,
    differ,
    filled,
    letters,
    named,
    once,
    shared,
    told_apart,
)
from autograder.errors import AssignmentError
from autograder.files import MODULES
from autograder.text import clean, columns, few, listed, shortened, wrapped
from autograder.uploads.staging import MOST_ENTRIES

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
    (BEST, True): "",
    (BEST, False): "",
}
BY_NAME: Sequence[tuple[Key, Key]] = (  # what it is on the roster, and in the export
    (lambda student: student.sid.casefold(), lambda handed: handed.name.casefold()),
    (lambda student: student.email.casefold(), lambda handed: handed.name.casefold()),
    (
        lambda student: student.email.casefold().partition("@")[0],
        lambda handed: handed.name.casefold(),
    ),
    (lambda student: letters(student.name), lambda handed: letters(handed.name)),
)


def enrol(
    export: Export, roster: tuple[Student, ...] | None, keep: str = LAST
) -> Enrolment:
    """A seat for everybody who is on the roster, then for who else has handed in.

    Without a roster they are in the order of their names. Of several submissions of one
    student that counts which is to `keep`: the last one, the first, or, as soon as they
    are graded, the best; till then the last.
    """
    found, notes = _people(export)
    if roster is None:
        seated = sorted(found, key=_order)
    else:
        people, told = _on_roster(roster)
        notes += [*told, *_joined(people, found, export.kind)]
        others = sorted((each for each in found if not each.is_listed), key=_order)
        notes += _unlisted(others, people)
        seated = [*people, *others]
    seats = [_seat(each, keep, notes) for each in seated]
    attempts = {name for seat in seats for name in seat.attempts}
    handed = tuple(each for each in export.handed if each.name in attempts)
    return Enrolment(
        export.kind, handed, tuple(seats), (*export.notes, *notes), keep == BEST
    )


# Who has handed in what


def _people(export: Export) -> tuple[list[Person], list[str]]:
    """The students of an export, each with all that has been handed in."""
    records = [(s, handed) for handed in export.handed for s in handed.students]
    people, notes = told_apart([student for student, _ in records], export.kind)
    for person, (_, handed) in zip(people, records, strict=True):
        if not handed.empty and handed not in person.handed:
            person.handed.append(handed)
    return once(people), notes


def _on_roster(roster: tuple[Student, ...]) -> tuple[list[Person], list[str]]:
    people, notes = told_apart(roster, ROSTER)
    again = Counter(id(person) for person in people)
    mine = once(people)
    twice = (named(each.student) for each in mine if again[id(each)] > 1)
    return mine, [*notes, *(f"{each}: twice on the roster" for each in twice)]


# Who is on the roster


def _joined(people: list[Person], rows: list[Person], kind: str) -> list[str]:
    """Notes, after what was handed in has been given to those on the roster."""
    notes: list[str] = []
    for name, key in IDS.items():
        notes += _by_id(name, key, people, rows)
    by_name: list[str] = []
    for listed_as, found_as in BY_NAME if kind == folder.KIND else BY_NAME[-1:]:
        by_name += _by_name(listed_as, found_as, people, rows)
    if by_name and kind != folder.KIND:
        names = few(tuple(by_name), WIDTH)
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
            person = _of_one_id(sender, there[value], alone=alone)
            if person is None:
                continue
            if not alike(person.student, sender.student):
                known = f"is {short(person.student.name)} on the roster"
                yield f"{named(sender.student)}: {known}, by the {name} alone"
            _join(person, sender)


def _of_one_id(sender: Person, there: list[Person], *, alone: bool) -> Person | None:
    mine = sender.student
    for person in there[:MOST_OF_ONE_ID]:
        theirs = person.student
        agree = alike(theirs, mine) or len(shared(theirs, mine)) > 1
        if not person.handed and (agree or (alone and not differ(theirs, mine))):
            return person
    return None


def _unlisted(others: list[Person], people: list[Person]) -> Iterator[str]:
    """Why nobody on the roster is one of these."""
    known = {name: _by(key, people) for name, key in IDS.items()}
    for each in others:
        who = named(each.student)
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
    there, sent = (
        _by(_in_ascii, [each for each in group if not each.student.name.isascii()])
        for group in ([each for each in people if not each.handed], [sender])
    )
    meant = [person for key in sent for person in there[key]]
    return GARBLED.format(short(meant[0].student.name)) if len(meant) == 1 else ""


def _in_ascii(student: Student) -> str:
    """The name with a question mark for other letters in a row."""
    return NOT_ASCII.sub("?", student.name).casefold()


def _by_name(
    listed_as: Key, found_as: Key, people: list[Person], rows: list[Person]
) -> Iterator[str]:
    """Join by what only one on the roster has, and only one who has handed in."""
    there, sent = _by(listed_as, people), _by(found_as, rows)
    for value, senders in sent.items():
        if not len(senders) == len(there[value]) == 1:
            continue
        (person,), (sender,) = there[value], senders
        taken = bool(person.handed) or sender.is_listed
        if not taken and not differ(person.student, sender.student):
            _join(person, sender)
            yield short(person.student.name)


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


# What counts


def _seat(person: Person, keep: str, notes: list[str]) -> Seat:
    """The seat of a person; a note tells which of several submissions counts."""
    if len(person.handed) < 2:
        only = tuple(handed.name for handed in person.handed)
        return Seat(person.student, "".join(only), only)
    attempts, timed = _in_order([*person.handed], at_end=keep != FIRST)
    counts = attempts[0 if keep == FIRST else -1]
    how = HOW[keep, timed]
    names = listed(tuple(short(handed.name) for handed in person.handed))
    several = f"{named(person.student)}: has several submissions, {names}"
    which = "the best one" if keep == BEST else short(counts)
    notes.append(f"{several}; {which} counts{how}")
    return Seat(person.student, counts, attempts)


def _in_order(
    handed: Sequence[Handed], *, at_end: bool
) -> tuple[tuple[str, ...], bool]:
    """The names by time, or, where that does not tell, by themselves; and which.

    It has to tell apart the two at the end that is looked at.
    """
    times = {each.name: _when(each) for each in handed}
    known = sorted((time, name) for name, time in times.items() if time)
    ends = known[-2:] if at_end else known[:2]
    if len(known) == len(times) > 1 and ends[0][0] < ends[1][0]:
        return tuple(name for _, name in known), True
    return tuple(sorted(times, key=natural)), False


def _when(handed: Handed) -> datetime | None:
    try:
        time = datetime.fromisoformat(handed.submitted_at)
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=timezone.utc)


def _order(person: Person) -> tuple[object, ...]:
    student = person.student
    return (natural(student.name), student.sid, student.email, student.lms)


# What is told before anything is graded


def table(enrolment: Enrolment) -> str:
    """Student, submission and files, a line for each seat, at most 80 columns wide."""
    faults: dict[str, str] = {}
    files = {each.name: _files(each, faults) for each in enrolment.handed}
    rows = [
        (
            named(seat.student),
            short(seat.submission) or NO_SUBMISSION,
            files.get(seat.submission, ""),
        )
        for seat in enrolment.seats
    ]
    lines = [_line(tuple(WIDTHS)), *map(_line, rows)]
    for fault in faults.values():
        lines += ["", *wrapped(clean(fault, LONGEST), WIDTH)]
    return "\n".join(lines)


def _line(cells: tuple[str, ...]) -> str:
    cut = (
        shortened(cell, width)
        for cell, width in zip(cells, WIDTHS.values(), strict=True)
    )
    padded = (
        cell + " " * (width - columns(cell))
        for cell, width in zip(cut, WIDTHS.values(), strict=True)
    )
    return "  ".join(padded).rstrip()


def _files(handed: Handed, faults: dict[str, str]) -> str:
    """The files of a submission, Python's first."""
    try:
        found = [upload.path for upload in islice(handed.files(), MOST_ENTRIES)]
    except AssignmentError as fault:
        faults[handed.name] = str(fault)
        return UNREAD
    mine = {path for path in found if is_theirs(path)}
    names = sorted(mine, key=lambda path: (not path.endswith(MODULES), natural(path)))
    return _fitting(tuple(map(short, names))) or "no file"


def _fitting(names: tuple[str, ...]) -> str:
    """As many names as the column takes."""
    most = WIDTHS["files"]
    texts = (few(names, width) for width in range(most, 0, -1))
    return next((text for text in texts if columns(text) <= most), few(names, 1))
