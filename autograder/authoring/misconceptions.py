"""Misconceptions: what each is, and the edits that make it.

Each is a file of `reference/misconceptions/`, whatever question it belongs to: it is a
mistake wherever one of its edits fits a right program and changes what that does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from autograder.answers.board import ModuleError
from autograder.answers.program import Program
from autograder.assignment.questions import AnyQuestion
from autograder.authoring import edits
from autograder.authoring.edits import Edit
from autograder.authoring.prices import BANDS
from autograder.files import content_of
from autograder.project import MISTAKES, REFERENCE, THE_PROJECTS, Places
from autograder.text import clean
from autograder.trees.marked import SHOWN

FOLDER = REFERENCE / MISTAKES
KEYS = {  # of each file
    "title": "what the code does, in a few words",
    "told": "why that is not the algorithm, with a question at the end",
    "edit": "the edit that makes it, or several of which one is made",
}
GRAVITY = "gravity"  # how grave it is: in a course's own it may be left out
NOT_IN = "not_in"  # may be left out: modules of whose search its words cannot be said
OPTIONAL = {
    GRAVITY,
    NOT_IN,
    "family",
    "plain",
    "also",
}  # of these the last three do nothing


@dataclass(frozen=True, slots=True)
class Right:
    """A right program: `entries` find values, `search` chooses the action.

    It belongs to a `module`.
    """

    program: Program
    entries: tuple[str, ...]
    search: str
    module: str

    def edited(self, edit: Edit) -> Program | None:
        """The program with an edit; None where that does not fit, or changes nothing.

        One that makes cuts strict changes nothing where they are.
        """
        program = edit.applied(self.program, self.entries, self.search)
        if program is None or not program.is_complete():
            return None
        changes = program.functions_that_differ(self.program)
        return program.without_uncalled(*self.entries, self.search) if changes else None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A misconception; each of its `edits` makes it in some programs.

    `title` says in a few words what the code does; `text` says why that is not the
    algorithm, a line a paragraph, and ends with a question. Its `gravity` says what it
    should cost, and is "" where a course does not. It is `not_in` modules in whose
    search its words would make no sense.
    """

    path: Path
    title: str
    text: str
    edits: tuple[Edit, ...]
    not_in: tuple[str, ...] = ()
    gravity: str = ""

    @property
    def name(self) -> str:
        """By which it is known."""
        return self.path.stem

    def programs(self, right: Right) -> Iterator[Program]:
        """A right program with this mistake, in each way in which it can be made."""
        if right.module not in self.not_in:
            yield from filter(None, map(right.edited, self.edits))


@dataclass(frozen=True, slots=True)
class MistakeProgram:
    """A mistake as one program."""

    mistake: Mistake
    program: Program


def mistake_programs(
    rights: Sequence[Right],
    mistakes: Iterable[Mistake],
    shows: Callable[[Program], bool] = bool,
) -> Iterator[MistakeProgram]:
    """Each mistake that fits, as one program: the first of which it `shows`.

    The right programs are tried in their order. One that shows in none is the first.
    """
    for mistake in mistakes:
        programs = [each for right in rights for each in mistake.programs(right)]
        if programs:
            yield MistakeProgram(mistake, next(filter(shows, programs), programs[0]))


def all_misconceptions(places: Places = THE_PROJECTS) -> tuple[Mistake, ...]:
    """All misconceptions of searches, by name; ModuleError where a file is none."""
    return _of(tuple(places.files_by_name(MISTAKES, FOLDER, "*.yaml").values()))


def module_mistakes(module: str, places: Places = THE_PROJECTS) -> tuple[Mistake, ...]:
    """The mistakes of one module's functions without a game, each once, by name."""
    inside = f"{MISTAKES}/{module}"
    return _of(tuple(places.files_by_name(inside, FOLDER / module, "*.yaml").values()))


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # there are hundreds to read


@cache
def _of(paths: tuple[Path, ...]) -> tuple[Mistake, ...]:
    return tuple(map(_read, paths))


def _read(path: Path) -> Mistake:
    try:
        content = yaml.load(content_of(path).decode(), _LOADER)  # noqa: S506 - safe
    except (OSError, ValueError, yaml.YAMLError) as fault:
        raise ModuleError(path, f": cannot be read: {fault}") from None
    _require_keys(path, content)
    try:
        parsed = tuple(map(edits.parse, _texts(content["edit"])))
    except edits.EditError as fault:
        raise ModuleError(path, f": edit: {fault}") from None
    return Mistake(
        path=path,
        title=content["title"],
        text="\n".join(
            " ".join(each.split()) for each in content["told"].split("\n\n")
        ),
        edits=parsed,
        not_in=tuple(content.get(NOT_IN, ())),
        gravity=content.get(GRAVITY, ""),
    )


def _require_keys(path: Path, content: Any) -> None:
    if not isinstance(content, dict):
        raise ModuleError(path, f": expected the keys {', '.join(KEYS)}")
    for key, holds in KEYS.items():
        if key not in content:
            raise ModuleError(path, f": it has no {key}, which is {holds}")
        texts = _texts(content[key]) if key == "edit" else [content[key]]
        if not texts or not all(isinstance(text, str) for text in texts):
            raise ModuleError(path, f": {key} is no text; it is {holds}")
    gravity = content.get(GRAVITY)
    known = f"one of {', '.join(BANDS)}"
    if gravity is None and path.is_relative_to(FOLDER):
        raise ModuleError(path, f": it has no {GRAVITY}, which is {known}")
    if gravity is not None and gravity not in BANDS:
        root: Any = yaml.compose(content_of(path).decode(), _LOADER)
        value = next(v for k, v in root.value if k.value == GRAVITY)
        line, column = value.start_mark.line + 1, value.start_mark.column + 1
        found = f"unknown {GRAVITY} {clean(str(gravity), SHOWN)}; expected {known}"
        raise ModuleError(path, f":{line}:{column}: {found}")
    modules = content.get(NOT_IN, [])
    if not isinstance(modules, list) or not all(isinstance(m, str) for m in modules):
        raise ModuleError(path, f": {NOT_IN} is no list of modules")
    if unknown := content.keys() - KEYS.keys() - OPTIONAL:
        raise ModuleError(path, f": unknown key {min(map(str, unknown))!r}")


def gravity_by_mistake(question: AnyQuestion) -> dict[str, str]:
    """How grave each mistake is that may be made in a question, by name."""
    own = module_mistakes(question.module, question.places)
    return {
        each.name: each.gravity for each in (*all_misconceptions(question.places), *own)
    }


def _texts(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a mistake loses, in percent of the points of the question."""

    question: str
    mistake: str
    percent: float
