"""Whose file a name says it is, and which of the asked modules it means.

`ann_minimax.py`, `Ann-MiniMax.py`, `minimax (ann).py` and `minimax (1).py` all mean
`minimax.py`. A name that may mean two things means none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cache
from itertools import chain, count, islice
from pathlib import PurePosixPath

from autograder.classroom.course import Handed, Student
from autograder.errors import AssignmentError
from autograder.files import MODULES
from autograder.text import clean
from autograder.uploads.reading import NOTEBOOK, Upload, names_of
from autograder.uploads.staging import MOST_ENTRIES

SEPARATOR = r"[\s_.\-]"
ENDING = rf"(?:{'|'.join(map(re.escape, MODULES))})"
COPY = rf"(?:\s*\(\d{{1,3}}\)|{SEPARATOR}*copy(?:\s*\d{{1,3}})?)?"  # downloaded again
OWNER = r"(?P<owner>(?!copy\b)[^\W_](?:.*[^\W_])?)"
LETTERS = re.compile(r"[^\W_](?:.*[^\W_])?")  # from the first to the last
WORD = re.compile(r"[^\W_]+")
STUDENT, FILE = "{student}", "{file}"  # in a pattern
PARTS = re.compile(r"(\{student\}|\{file\}|\*)")
NO_PATTERN = (
    "--names {}: expected {{student}} and {{file}} once each, and no other braces, "
    "such as {{student}}-{{file}}, {{file}} ({{student}}) or {{student}}/ps1/{{file}}"
)
SHOWN = 60  # characters


@dataclass(frozen=True, slots=True)
class Meaning:
    """A module, and whose it is; "" where the name does not say."""

    owner: str
    module: str


def meanings(stem: str, modules: Iterable[str]) -> tuple[Meaning, ...]:
    """All that a name without its ending may mean; of nested modules the longer one."""
    found = [
        Meaning(match.groupdict().get("owner") or "", module)
        for module in modules
        for form in _forms(module)
        if (match := form.fullmatch(stem))
    ]
    named = {each.module for each in found}
    inner = {one for one in named for other in named - {one} if one in other}
    return tuple(dict.fromkeys(each for each in found if each.module not in inner))


@cache
def _forms(module: str) -> tuple[re.Pattern[str], ...]:
    """The name alone, behind its owner, before, and with the owner in brackets."""
    letters = [re.escape(letter) for letter in module if letter != "_"]
    name = f"{SEPARATOR}*".join(letters)
    owner_in_brackets = rf"\s*[(\[](?!\d{{1,3}}[)\]]){OWNER}[)\]]"
    return tuple(
        re.compile(f"{form}{COPY}", re.IGNORECASE)
        for form in (
            name,
            f"{OWNER}{SEPARATOR}+{name}",
            f"{name}{SEPARATOR}+{OWNER}",
            f"{name}{owner_in_brackets}",
        )
    )


def renamed_as_asked(
    files: Iterable[Upload], modules: Sequence[str], students: Iterable[Student]
) -> Iterator[Upload]:
    """A submission's files; what alone clearly means an absent module has its name.

    It has no owner in its name, or one of these students.
    """
    rest = iter(files)
    listed = list(islice(rest, MOST_ENTRIES))
    there = {PurePosixPath(upload.path).name for upload in listed}
    mine: set[str] = set()
    for text in chain.from_iterable(map(astuple, students)):
        words = WORD.findall(text.casefold())
        mine |= {*words, "".join(words), "".join(reversed(words))}

    def means(upload: Upload, module: str) -> bool:
        path = PurePosixPath(upload.path)
        is_module = not upload.reason and path.suffix.lower() in MODULES
        return is_module and any(
            each.module == module
            and mine.issuperset(WORD.findall(each.owner.casefold()))
            for each in meanings(path.stem, modules)
        )

    renamed: dict[str, str] = {}
    for module in modules:
        if there.isdisjoint(names_of([module])):
            meant = [upload.path for upload in listed if means(upload, module)]
            meant = [p for p in meant if not p.lower().endswith(NOTEBOOK)] or meant
            if len(meant) == 1:
                path = PurePosixPath(meant[0])
                renamed[meant[0]] = str(
                    path.with_name(f"{module}{path.suffix.lower()}")
                )
    for upload in listed:
        yield replace(upload, path=renamed.get(upload.path, upload.path))
    yield from rest


class Pattern:
    """A form of paths in an export, as `{student}/ps1/{file}`; `*` is any name."""

    def __init__(self, text: str, modules: Sequence[str]) -> None:
        """Raises AssignmentError where it lacks student or file."""
        self.text = text
        parts = PARTS.split(without_ending(text))
        rest = "".join(part for part in parts if part not in (STUDENT, FILE))
        if parts.count(STUDENT) != 1 or parts.count(FILE) != 1 or set("{}") & set(rest):
            raise AssignmentError(NO_PATTERN.format(clean(text, SHOWN)))
        known = {"*": "[^/]*", STUDENT: "(?P<student>[^/]+?)", FILE: "(?P<file>[^/]+?)"}
        form = "".join(known.get(part) or re.escape(part) for part in parts)
        self._form = re.compile(f"{form}{ENDING}", re.IGNORECASE)
        self._modules = modules

    def meaning(self, path: str) -> Meaning | None:
        """Whose file a path is, and which module; None where it does not fit."""
        match = self._form.fullmatch(path)
        if match is None:
            return None
        meant = [m for m in meanings(match["file"], self._modules) if not m.owner]
        return Meaning(match["student"], meant[0].module) if len(meant) == 1 else None


def without_ending(name: str) -> str:
    """The name of a module's file without `.py` or `.ipynb`."""
    return re.sub(f"{ENDING}$", "", name)


def nearest(path: str, modules: Sequence[str]) -> str:
    """The pattern that a path may be of; "" where no module is named in it."""
    *folders, name = path.split("/")
    stem = without_ending(name)
    for module in sorted(modules, key=len, reverse=True):
        place = stem.casefold().find(module)
        if place < 0:
            continue
        before, behind = stem[:place], stem[place + len(module) :]
        if folders:
            return "/".join([STUDENT, *folders[1:], f"{before}{FILE}{behind}"])
        if before:
            return f"{LETTERS.sub(STUDENT, before, count=1)}{FILE}{behind}"
        return f"{FILE}{LETTERS.sub(STUDENT, behind, count=1)}"
    return ""


NUMBER = re.compile(r"(\d{1,300})")


def natural(name: str) -> tuple[tuple[tuple[str, int], ...], str]:
    """A key that puts `submission_9` before `submission_10`, and `a` before `B`."""
    parts = NUMBER.split(name.casefold())
    keys = [("", int(part)) if i % 2 else (part, 0) for i, part in enumerate(parts)]
    return tuple(keys), name


def name_as_text(name: str) -> str:
    """The name as text; bytes of it that are not UTF-8 are written out."""
    return name.encode("utf-8", "backslashreplace").decode()


def short(name: str) -> str:
    """The name, safe to show."""
    return clean(name, SHOWN)


def told_apart(handed: Iterable[Handed]) -> tuple[tuple[Handed, ...], tuple[str, ...]]:
    """The submissions, each with a name of its own, and notes on those renamed."""
    known: dict[str, Handed] = {}
    notes = []
    for each in handed:
        numbered = (f"{each.name} ({number})" for number in count(2))
        name = next(n for n in chain([each.name], numbered) if n not in known)
        if name != each.name:
            twice = f"two submissions are named {short(each.name)}"
            notes.append(f"{twice}; one of them is called {short(name)} here")
        known[name] = replace(each, name=name)
    return tuple(known.values()), tuple(notes)
