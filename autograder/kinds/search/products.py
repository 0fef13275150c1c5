"""The trusted modules of a question: its reference, its conventions, their products.

A convention that changes the functions which find values is a cut; one that changes the
search function alone is a root. They multiply: each cut goes with each root, and one
cut may serve MAX and another one MIN. Such a product takes the functions of each from
its module, so that no module needs to be written for it.
"""

from __future__ import annotations

from functools import cache
from itertools import product as pairs
from pathlib import Path
from types import ModuleType

from autograder.answers.faults import ModuleError, loaded
from autograder.assignment.questions import Question
from autograder.assignment.signature import USUAL, Entry, Product, entries_of
from autograder.game import MAX, MIN
from autograder.project import REFERENCE
from autograder.rewriting import program
from autograder.rewriting.program import Functions, Program


def trusted(question: Question, convention: str) -> ModuleType:
    """The trusted module of a convention; ModuleError if it cannot be loaded."""
    if _product(question, convention) is None:
        return _module(path_of(question, convention))
    return _trusted_module(question, convention)


def program_of(question: Question, convention: str) -> Program:
    """The functions of a convention; ModuleError if its file holds no program."""
    found = _product(question, convention)
    if found is None:
        return _read(path_of(question, convention)).only(*_called(question))
    made = _multiplied(question, found)
    assert made is not None  # it would be no product
    return made


def path_of(question: Question, convention: str) -> Path:
    """Where a convention stands: the reference has its own, a product its cut."""
    found = _product(question, convention)
    name = found.at_max if found else convention
    if name == own_convention(question):
        return reference_of(question)
    return question.places.trusted(f"conventions/{name}.py", REFERENCE)


def reference_of(question: Question) -> Path:
    """Where the reference of a question stands."""
    return question.places.trusted(f"{question.module}.py", REFERENCE)


def own_convention(question: Question) -> str:
    """The convention that the reference follows, as it says itself."""
    return str(getattr(_module(reference_of(question)), "CONVENTION", USUAL))


def products_of(question: Question) -> tuple[Product, ...]:
    """The products of the conventions that a question names, but not these themselves.

    Raises ModuleError where one of them cannot be read.
    """
    own = own_convention(question)
    named = question.conventions
    roots = tuple(name for name in named if name != own and _is_root(question, name))
    cuts = tuple(name for name in named if name not in roots)
    every = (
        Product(at_max, at_min, root)
        for at_max, at_min in sorted(pairs(cuts, cuts), key=lambda p: p[0] != p[1])
        for root in ("", *roots)
        if _players(question.signature.entry) or at_max == at_min
    )
    return tuple(
        each
        for each in every
        if not (each.at_max == each.at_min and (not each.root or each.at_max == own))
        and _multiplied(question, each) is not None
    )


def cuts_of(question: Question) -> tuple[str, ...]:
    """The accepted conventions by whose names values are found in different ways.

    Raises ModuleError where one of them cannot be read.
    """
    own = own_convention(question)
    return tuple(
        name
        for name in question.conventions
        if name in question.accept
        if name == own or not _is_root(question, name)
    )


def _players(entry: Entry) -> bool:
    """Whether MAX and MIN have functions of their own."""
    who = {player for player, _ in entry}
    return {MAX, MIN} <= who and len(entries_of(entry)) == len(entry)


def _called(question: Question) -> tuple[str, ...]:
    return (*question.entries, question.search)


def _product(question: Question, convention: str) -> Product | None:
    """The product of that name; None where it is a module of its own."""
    known = question.recorded.products if question.recorded else ()
    return next((each for each in known if each.name == convention), None)


def _is_root(question: Question, convention: str) -> bool:
    """Whether a convention has another search function, and finds values as ours."""
    entries = question.entries
    found = _read(path_of(question, convention))
    own = _read(reference_of(question))
    changed = set(found.only(*_called(question)).differs_in(own))
    gone = set(own.calls(*entries)) - set(found.calls(*entries))
    return not gone and not changed & set(found.calls(*entries))


def _multiplied(question: Question, made_of: Product) -> Program | None:
    """The program of a product; None where two parts differ in one function."""
    entries = question.entries
    own = _read(reference_of(question))
    at_max, at_min = (
        _read(path_of(question, name)) for name in (made_of.at_max, made_of.at_min)
    )
    parts: list[Functions]
    if made_of.at_max == made_of.at_min:
        parts = [_part(at_max, own, entries)]
    else:
        of = dict(question.signature.entry)
        parts = [
            _part(at_max, own, (of[MAX],), but=of[MIN]),
            _part(at_min, own, (of[MIN],), but=of[MAX]),
        ]
    root = own
    if made_of.root:
        root = _read(path_of(question, made_of.root))
        chosen = set(root.calls(question.search)) - set(root.calls(*entries))
        parts.append({name: root.functions[name] for name in chosen})
    found: dict[str, object] = {}
    for part in parts:
        if any(found.setdefault(name, each) is not each for name, each in part.items()):
            return None
    functions = {name: each for part in parts for name, each in part.items()}
    made = own.taking(functions, at_max, at_min, root)
    return made.only(*_called(question))


def _part(
    program: Program, own: Program, entries: tuple[str, ...], but: str = ""
) -> Functions:
    """What a program has of its own in these functions, and in what they call."""
    changed = program.differs_in(own)
    return {
        name: program.functions[name]
        for name in program.calls(*entries)
        if name in changed and name != but
    }


@cache
def _trusted_module(question: Question, convention: str) -> ModuleType:
    return program_of(question, convention).module(f"{question.module}: {convention}")


@cache
def _read(path: Path) -> Program:
    try:
        return program.read(path)
    except SyntaxError as fault:
        raise ModuleError(path, f":{fault.lineno}: {fault.msg}") from None
    except (OSError, ValueError) as fault:
        raise ModuleError(path, f": {fault}") from None


@cache
def _module(path: Path) -> ModuleType:
    return loaded(path)
