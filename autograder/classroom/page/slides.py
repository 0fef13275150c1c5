"""A course for slides: no more of its tests than students may see, and nobody's name.

Students get new names each time, in another order, and what a student may have chosen
(the name of an exception, a text that was returned) gives way to a word of ours.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import astuple, replace
from functools import cache
from itertools import product
from random import SystemRandom

from autograder.assignment.questions import Assignment
from autograder.classroom.course import (
    GRADED,
    STATUSES,
    Course,
    Graded,
    QuestionRow,
    Student,
    StudentRow,
)
from autograder.judging.verdicts import OF_FAULT
from autograder.report.entries import SEEN
from autograder.sandbox.forms import TOLD

ShownTests = Collection[tuple[str, str]]  # question and tree of each test that is shown


def shown_tests(assignment: Assignment, *, published: bool) -> ShownTests:
    """The tests of an assignment that students may see now, or once it is published."""
    return frozenset(
        (test.question.name, test.about)
        for test in assignment.tests
        if test.visibility in SEEN[published]
    )


def course_with_tests(course: Course, tests_shown: ShownTests) -> Course:
    """The course with these tests alone; points and mistakes stay those of all tests.

    A smallest tree or a mistake stays where one of these tests fails.
    """
    questions = {question for question, _ in tests_shown}
    trees = {tree for _, tree in tests_shown}
    return replace(
        course,
        questions={q: most for q, most in course.questions.items() if q in questions},
        trees={name: tree for name, tree in course.trees.items() if name in trees},
        rows=tuple(
            replace(row, graded=row.graded and _shown_of(row.graded, tests_shown))
            for row in course.rows
        ),
    )


def _shown_of(graded: Graded, tests_shown: ShownTests) -> Graded:
    tests = tuple(t for t in graded.tests if (t.question, t.tree) in tests_shown)
    failed = {test.question for test in tests if not test.passed}
    cut = {t.question for t in graded.tests if (t.question, t.tree) not in tests_shown}
    questions = []
    for each in graded.questions:
        if all(question != each.name for question, _ in tests_shown):
            continue
        if each.name in cut - failed:  # what explains it would tell of a hidden test
            kept = QuestionRow(each.name, each.points, each.most, each.convention)
        else:
            kept = replace(each, unseen=0)
        questions.append(kept)
    return replace(graded, questions=tuple(questions), tests=tests)


COLOURS = (
    "amber azure blue bronze cobalt copper coral crimson cyan emerald fawn golden "
    "green grey hazel indigo ivory jade lilac lime maroon mauve mint navy ochre olive "
    "orange pearl pink plum purple rose ruby saffron scarlet silver teal turquoise "
    "umber violet"
)
ANIMALS = (
    "badger bear beaver beetle bison camel cat crab crane cricket crow deer dolphin "
    "dove duck eagle eel falcon finch fox frog gazelle hare hawk hedgehog heron horse "
    "ibis koala lark lemur lion llama lynx magpie moose moth mouse newt otter owl "
    "panda parrot pelican penguin pigeon puffin quail rabbit raven robin salmon seal "
    "sparrow spider squid stork swan swift tiger trout turtle wolf wombat wren yak "
    "zebra"
)
NUMBER = r"-?(?:\d{1,15}(?:\.\d{1,20})?(?:e[-+]?\d{1,3})?|inf|nan)"
VALUE = re.compile(rf"{NUMBER}|[(\[]{NUMBER}(?:, ?{NUMBER})*,?[)\]]")
KNOWN = {"", "time", "None", "True", "False", *TOLD, *OF_FAULT}
EXCEPTIONS = {
    name
    for name, found in vars(builtins).items()
    if isinstance(found, type) and issubclass(found, BaseException)
}
TEXTS = ("convention", "diagnosis", "title", "explanation", "smallest")
SOMETHING = "something else ({})"
SHORTEST = 5  # characters of a name or an id, below which any word has it by chance

Replaced = Callable[[str], str]


def course_under_pseudonyms(course: Course) -> Course:
    """The course under pseudonyms, in another order each time, without any ids."""
    chance = SystemRandom()
    rows = chance.sample(course.rows, len(course.rows))
    secrets = frozenset(
        text
        for row in rows
        for text in (*astuple(row.student), row.submission, row.group, row.original)
    ) - {""}
    taken = {w for text in secrets for w in re.findall(r"\w+", text.casefold())}
    named = list(zip(rows, _pseudonyms(len(rows), taken), strict=True))
    first: dict[str, str] = {}
    for row, name in named:
        first.setdefault(row.submission, name)
    replaced = _replacing(course, secrets)
    made = tuple(_row(row, name, first, replaced) for row, name in named)
    return replace(course, rows=made)


def _pseudonyms(count: int, taken: Collection[str]) -> list[str]:
    """So many names of two or three words, none of which tells a student's."""
    telling = [word for word in taken if len(word) >= SHORTEST]
    colours, animals = (
        [word for word in words if word not in taken and not _tells(word, telling)]
        for words in (COLOURS.split(), ANIMALS.split())
    )
    short = [" ".join(pair) for pair in product(colours, animals)]
    if count > len(short):
        short = [" ".join(three) for three in product(colours, animals, animals)]
    return SystemRandom().sample(short, count)


def _replacing(course: Course, secrets: Iterable[str]) -> Replaced:
    """What is to be shown in place of what came back, the same for the same."""
    found = {test.behaviour for row in course.rows for test in row.tests}
    telling = [text for text in secrets if len(text) >= SHORTEST]
    ours = {t for t in found if t in KNOWN or t in EXCEPTIONS or VALUE.fullmatch(t)}
    kept = {text for text in ours if not _tells(text, telling)}
    others = SystemRandom().sample(sorted(found - kept), len(found - kept))
    words = {text: SOMETHING.format(i) for i, text in enumerate(others, start=1)}

    @cache
    def replaced(text: str) -> str:
        return words.get(text, "" if _tells(text, telling) else text)

    return replaced


def _tells(text: str, secrets: Iterable[str]) -> bool:
    return any(secret in text for secret in secrets)


def _row(
    row: StudentRow, name: str, first: Mapping[str, str], replaced: Replaced
) -> StudentRow:
    """What counts of a row; its submission is that of the first who has it."""
    return StudentRow(
        Student(name),
        row.status if row.status in STATUSES else GRADED,
        first[row.submission] if row.submission else "",
        points=row.points,
        most=row.most,
        by_question=row.by_question,
        graded=row.graded and _graded(row.graded, replaced),
    )


def _graded(graded: Graded, replaced: Replaced) -> Graded:
    return Graded(
        points=graded.points,
        most=graded.most,
        questions=tuple(
            replace(each, **{n: replaced(getattr(each, n)) for n in TEXTS}, lines="")  # type: ignore[arg-type]
            for each in graded.questions
        ),
        tests=tuple(
            replace(each, behaviour=replaced(each.behaviour), action=None)
            for each in graded.tests
        ),
    )
