"""Misconceptions: what each tells a student, and the edits that make it.

Each is a file of `reference/misconceptions/`, whatever question it belongs to: it is a
mistake wherever one of its edits fits a right program and changes what that does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import yaml

from autograder.answers.faults import ModuleError
from autograder.authoring.styles import Style
from autograder.files import content_of
from autograder.project import MISTAKES, REFERENCE, THE_PROJECTS, Places
from autograder.rewriting import edits
from autograder.rewriting.edits import Edit
from autograder.rewriting.program import KEPT, Program

FOLDER = REFERENCE / MISTAKES
KEYS = {  # of each file
    "title": "what the code does, in a few words",
    "family": "the mistake of which it is one form",
    "told": "what the student is told, with a question at the end",
    "edit": "the edit that makes it, or several of which the first that fits is made",
}
NOT_IN = "not_in"  # may be left out: modules of whose search its words cannot be said
ALSO = "also"  # may be left out: edits that make the same mistake otherwise
PLAIN = "plain"  # may be left out: true of the likely one of several
OPTIONAL = {NOT_IN, ALSO, PLAIN}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A misconception. Of its `edits` the first that fits a program is made.

    `title` says in a few words what the code does; `text` says why that is not the
    algorithm, a line a paragraph, and ends with a question. Each of `also` makes the
    same mistake in another way, so that other things come of it. It is `not_in` modules
    in whose search its words would make no sense. It is `plain` where it is the likely
    one of several that look the same.
    """

    path: Path
    title: str
    family: str
    text: str
    edits: tuple[Edit, ...]
    not_in: tuple[str, ...] = ()
    also: tuple[Edit, ...] = ()
    plain: bool = False

    @property
    def name(self) -> str:
        """By which it is known."""
        return self.path.stem

    def made_in(self, style: Style) -> Program | None:
        """A right program with this mistake; None where it cannot be made."""
        return _mistaken_program(self, style)

    def every_program(self, style: Style) -> Iterator[Program]:
        """A right program with this mistake, in each way in which it can be made."""
        if style.module not in self.not_in:
            made = (self.made_in(style), *map(style.edited, self.also))
            yield from (program for program in made if program is not None)


@lru_cache(KEPT)
def _mistaken_program(mistake: Mistake, style: Style) -> Program | None:
    edits = () if style.module in mistake.not_in else mistake.edits
    made = (style.edited(edit) for edit in edits)
    return next((found for found in made if found is not None), None)


def together(style: Style, first: Mistake, second: Mistake) -> Program | None:
    """A right program with both mistakes; None where each leaves none for the other."""
    for one, other in ((first, second), (second, first)):
        alone = one.made_in(style)
        both = other.made_in(replace(style, program=alone)) if alone else None
        if both:
            return both
    return None


def every(places: Places = THE_PROJECTS) -> tuple[Mistake, ...]:
    """All misconceptions of searches, by name; ModuleError where a file is none."""
    return _of(tuple(places.every(MISTAKES, FOLDER, "*.yaml").values()))


def of_module(module: str, places: Places = THE_PROJECTS) -> tuple[Mistake, ...]:
    """The mistakes of one module's functions without a game, each once, by name."""
    inside = f"{MISTAKES}/{module}"
    return _of(tuple(places.every(inside, FOLDER / module, "*.yaml").values()))


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
    return Mistake(
        path=path,
        title=content["title"],
        family=content["family"],
        text="\n".join(
            " ".join(each.split()) for each in content["told"].split("\n\n")
        ),
        edits=tuple(_edit(path, text) for text in _texts(content["edit"])),
        not_in=tuple(content.get(NOT_IN, ())),
        also=tuple(_edit(path, text) for text in content.get(ALSO, ())),
        plain=content.get(PLAIN, False),
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
    for key, holds in ((NOT_IN, "modules"), (ALSO, "edits")):
        texts = content.get(key, [])
        if not isinstance(texts, list) or not all(isinstance(t, str) for t in texts):
            raise ModuleError(path, f": {key} is no list of {holds}")
    if not isinstance(content.get(PLAIN, False), bool):
        raise ModuleError(path, f": {PLAIN} is neither true nor false")
    if unknown := content.keys() - KEYS.keys() - OPTIONAL:
        raise ModuleError(path, f": unknown key {min(map(str, unknown))!r}")


def _texts(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _edit(path: Path, text: str) -> Edit:
    try:
        return edits.parse(text)
    except edits.EditError as fault:
        raise ModuleError(path, f": edit: {fault}") from None
