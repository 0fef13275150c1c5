"""Who is who: records of students, held against each other.

Two are of one student if they share an id and their names agree, or if they share two
ids. In a folder made by hand the name is all there is.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from autograder.classroom.course import Handed, Student
from autograder.classroom.exports import folder
from autograder.classroom.exports.filenames import short

ROSTER = "roster"  # a kind of records, beside those of exports
MOST_OF_ONE_ID = 50  # who are compared; an id of more is `n/a` or the like
WORD = re.compile(r"\w+")
Key = Callable[[Student], str]
IDS: Mapping[str, Key] = {  # as they are compared, the strongest first
    "sid": lambda student: student.sid,
    "e-mail": lambda student: student.email.casefold(),
    "id": lambda student: student.lms,
}


@dataclass(slots=True, eq=False)
class Person:
    """A student of the export or of the roster, and what was handed in."""

    student: Student
    handed: list[Handed] = field(default_factory=list)
    is_listed: bool = False


def told_apart(
    students: Sequence[Student], kind: str
) -> tuple[list[Person], list[str]]:
    """For each record the person that it is of, and notes on who share an id."""
    known: defaultdict[tuple[str, str], list[Person]] = defaultdict(list)
    people, notes = [], []
    for student in students:
        keys = _keys(student, kind)
        near = [person for key in keys for person in known[key][:MOST_OF_ONE_ID]]
        person = next((p for p in near if _are_same(p.student, student, kind)), None)
        if person is None:
            person = Person(student, is_listed=kind == ROSTER)
            notes += [_share(other.student, student) for other in near[:1]]
        person.student = filled(person.student, student)
        for key in keys:
            if person not in known[key]:
                known[key].append(person)
        people.append(person)
    return people, notes


def _keys(student: Student, kind: str) -> list[tuple[str, str]]:
    """By what it is found again: its ids; by its name in a folder, or without any."""
    keys = [(name, key(student)) for name, key in IDS.items() if key(student)]
    return keys if keys and kind != folder.KIND else [("name", student.name)]


def _are_same(one: Student, other: Student, kind: str) -> bool:
    if kind == folder.KIND:
        return one.name == other.name
    common = len(shared(one, other))
    return common > 1 or (common == 1 and alike(one, other))


def shared(one: Student, other: Student) -> list[str]:
    """The names of the ids that two records have in common."""
    return [name for name, key in IDS.items() if key(one) and key(one) == key(other)]


def differ(one: Student, other: Student) -> bool:
    """Whether two records have an id of one kind that is not the same."""
    pairs = ((key(one), key(other)) for key in IDS.values())
    return any(mine != theirs for mine, theirs in pairs if mine and theirs)


def alike(one: Student, other: Student) -> bool:
    """Whether two names may be of one person: one may leave names out."""
    if any(each.name in ("", each.sid, each.email) for each in (one, other)):
        return True
    mine, theirs = _words(one.name), _words(other.name)
    return mine <= theirs or theirs <= mine or letters(one.name) == letters(other.name)


def _words(name: str) -> set[str]:
    return set(WORD.findall(_plain(name)))


def letters(name: str) -> str:
    """A key that `Ann Lee`, `Lee, Ann` and `leeann`, as Canvas writes it, share.

    Numbers keep their digits in order: `Student 12` is not `Student 21`.
    """
    plain = _plain(name)
    digits = "".join(filter(str.isdigit, plain))
    return "".join(sorted(filter(str.isalpha, plain))) + digits


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKD", name).casefold()


def _share(one: Student, other: Student) -> str:
    common = shared(one, other)
    if not common:
        twice = f"{short(other.name)}: two students have this name, and no id"
        return f"{twice}; each has a row"
    same = f"the {common[0]} {short(IDS[common[0]](one))}"
    both = f"{short(one.name)} and {short(other.name)}"
    return f"{both}: two students with {same}; each has a row"


def filled(one: Student, other: Student) -> Student:
    """A record, with what it lacks from another of the same student."""
    return Student(
        one.name or other.name,
        one.sid or other.sid,
        one.email or other.email,
        one.lms or other.lms,
    )


def once(people: Sequence[Person]) -> list[Person]:
    """Each person once, in order."""
    return list({id(person): person for person in people}.values())


def named(student: Student) -> str:
    """A student, with the id by which others of the name are told apart."""
    mark = student.sid or student.email or student.lms
    return f"{short(student.name)} ({short(mark)})" if mark else short(student.name)
