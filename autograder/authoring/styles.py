"""The right programs into which mistakes are made: the same search, written otherwise.

An accepted style is one that earns full marks by itself: each accepted convention, and
each product of them. The others are the modules of `reference/styles/`, each in the cut
that it has and in strict cuts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from autograder.answers.products import path_of, program_of
from autograder.assignment.questions import Question
from autograder.project import REFERENCE, STYLES
from autograder.rewriting import edits, program
from autograder.rewriting.program import Program

FOLDER = REFERENCE / STYLES
STRICT = (
    edits.parse("- V >= beta\n+ V > beta"),
    edits.parse("- V <= alpha\n+ V < alpha"),
)


@dataclass(frozen=True, slots=True)
class Style:
    """A right program, by a name; `accepted` where the assignment names its convention.

    `entries` are the functions that find values, `search` chooses the action; `module`
    is what they belong to, `path` where they stand.
    """

    name: str
    program: Program
    entries: tuple[str, ...]
    search: str
    accepted: bool = False
    module: str = ""
    path: Path = REFERENCE

    def edited(self, edit: edits.Edit) -> Program | None:
        """The program with an edit; None where that does not fit, or changes nothing.

        One that makes cuts strict changes nothing where they are.
        """
        made = edit.applied(self.program, self.entries, self.search)
        if made is None or not made.is_complete() or not made.differs_in(self.program):
            return None
        return made.only(*self.entries, self.search)


def styles_of(question: Question) -> tuple[Style, ...]:
    """The styles of a signed question, the accepted ones first."""
    entries, search = question.entries, question.search
    module = question.module
    accepted = tuple(
        Style(
            name=name,
            program=program_of(question, name),
            entries=entries,
            search=search,
            accepted=True,
            module=module,
            path=path_of(question, name),
        )
        for name in question.accept
    )
    inside, folder = f"{STYLES}/{module}", FOLDER / module
    others = tuple(question.places.every(inside, folder, "*.py").values())
    return (*accepted, *_others(others, module, entries, search))


@cache
def _others(
    paths: tuple[Path, ...], module: str, entries: tuple[str, ...], search: str
) -> tuple[Style, ...]:
    """The modules of a question's own folder, each as it is and in strict cuts."""
    found: list[Style] = []
    for path in paths:
        right = program.read(path)
        style = Style(
            name=path.stem,
            program=right,
            entries=entries,
            search=search,
            module=module,
            path=path,
        )
        strict = _strict(style)
        found += [style] if strict is None else [style, strict]
    return tuple(found)


def _strict(style: Style) -> Style | None:
    """A style with strict cuts; None where it has no cuts."""
    made = style.program
    for edit in STRICT:
        made = edit.applied(made, style.entries, style.search) or made
    if made is style.program:
        return None
    return replace(style, name=f"{style.name}, strict", program=made)
