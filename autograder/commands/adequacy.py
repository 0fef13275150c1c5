"""The command `adequacy`: tell how good the trees are, check it, suggest others."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from autograder import files
from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.assignment.selection import selected
from autograder.commands.options import Parser, add_folder
from autograder.commands.streams import show
from autograder.errors import AssignmentError
from autograder.kinds.all import load
from autograder.sandbox.sandbox import Sandbox
from autograder.teaching.adequacy import Matrix, Names, matrices
from autograder.teaching.catalogue import MOST_NODES, diagnosed, is_diagnosed
from autograder.teaching.lazy import Payroll, payroll
from autograder.teaching.suggest import gaps, suggest
from autograder.text import few, wrapped
from autograder.words import adequacy as adequacytable
from autograder.words.adequacy import WIDTH, counted, percent

NEEDED = 90  # percent of the misconceptions that must be told apart from all others
NAMED = 60  # characters of misconceptions in one sentence
PARTLY = ", in some styles"  # the other trees that are suggested do the rest
REMEDY = "`python -m autograder adequacy DIR --suggest FOLDER` looks for better trees"

LEFT_OUT = f"Left out are trees of more than {MOST_NODES:,} nodes"
DEARER = (
    "give less for trees of which the value or the action is easily guessed, or "
    "rearrange them; docs/adequacy.md tells how"
)


def add_options(command: Parser) -> None:
    """Its options."""
    add_folder(command)
    command.add_argument("--question", metavar="NAME", help="only this question")
    command.add_argument(
        "--check",
        action="store_true",
        help="end with status 2 if a mistake is not caught, too few are told apart, "
        "or too much is earned without an algorithm",
    )
    command.add_argument(
        "--suggest",
        nargs="?",
        type=Path,
        const=Path(),
        metavar="FOLDER",
        help="write the smallest trees that close the gaps (default: here)",
    )


def run(options: argparse.Namespace) -> int:
    """Print what is found of each question, or write the trees that are suggested.

    `options.suggest` is None or the folder to write to. With `options.check`,
    AssignmentError is raised where the trees do not suffice.
    """
    assignment = load(options.assignment)
    assignment = selected(assignment, options.question, None)
    assignment = _without_large(assignment)
    found = tuple(matrices(assignment))
    if options.suggest is None:
        show("\n\n".join(_told(found)))
    else:
        for matrix in found:
            show(write(assignment, matrix, options.suggest))
    if options.suggest is None or options.check:
        with Sandbox() as sandbox:
            paid = payroll(assignment, sandbox)
        show(f"\n{adequacytable.payroll(paid)}")
    if options.check:
        check(found, paid)
    return 0


def _without_large(assignment: Assignment) -> Assignment:
    """The trees on which misconceptions are run; the others are told."""
    every = assignment.trees().items()
    if large := tuple(name for name, tree in every if not is_diagnosed(tree)):
        show(f"{LEFT_OUT}: {few(large, NAMED)}\n")
    if len(large) == len(every):
        raise AssignmentError(f"{assignment.folder}: there is no smaller tree")
    return diagnosed(assignment)


def _told(found: tuple[Matrix, ...]) -> Iterator[str]:
    yield from map(adequacytable.table, found)
    if any(matrix.known for matrix in found):
        yield adequacytable.idle_everywhere(found)


def check(found: tuple[Matrix, ...], paid: Payroll) -> None:
    """Raise AssignmentError, a sentence a fault, where trees or points do not do."""
    judged = [matrix for matrix in found if matrix.known]
    if not judged:
        raise AssignmentError("no question has misconceptions to check its trees by")
    missed = [sentence for matrix in judged if (sentence := _fault(matrix))]
    cheap = [*adequacytable.underpriced(paid)]
    if missed or cheap:
        remedies = (REMEDY,) * bool(missed) + (DEARER,) * bool(cheap)
        raise AssignmentError("\n".join((*missed, *cheap, *remedies)))


def _fault(matrix: Matrix) -> str:
    """What is wrong with the trees of a question, or ""."""
    missed, apart, every = matrix.uncaught(), matrix.told_apart(), len(matrix.known)
    faults = []
    if missed:
        names = few(missed, NAMED)
        faults.append(f"no tree catches {len(missed)} of {every} ({names})")
    if 100 * apart < NEEDED * every:
        faults.append(
            f"{apart} of {every} misconceptions are told apart from all others "
            f"({percent(apart, every)} %, where {NEEDED} % are needed)"
        )
    return f"{matrix.question.name}: {' and '.join(faults)}" if faults else ""


def write(assignment: Assignment, matrix: Matrix, folder: Path) -> str:
    """Write the trees; what was written, what for, and what to do with it.

    Raises AssignmentError, and writes none, where one would overwrite another file.
    """
    question = matrix.question.name
    if not matrix.known:
        return adequacytable.table(matrix)
    if not gaps(matrix):
        return f"{question}: there is no gap to close."
    found = suggest(matrix)
    lines = [f"{question}: {counted(len(found.suggestions), 'tree')} suggested"]
    texts = {folder / f"{s.name}.yaml": s.text() for s in found.suggestions}
    for path, text in texts.items():
        _require_room(path, text)
    for (path, text), suggestion in zip(texts.items(), found.suggestions, strict=True):
        files.write_text(path, text)
        parts = (" | ".join(map(", ".join, fallen)) for fallen in suggestion.parts)
        where = PARTLY if suggestion.partly else ""
        lines += [f"wrote {path}", *_items(suggestion.catches, parts, where)]
    if found.uncaught or found.alike:
        groups = map(", ".join, found.alike)
        lines += ["No tree was found", *_items(found.uncaught, groups)]
    if texts:
        lines += _next(assignment, question)
    return "\n".join(lines)


def _require_room(path: Path, text: str) -> None:
    """Nobody's file is overwritten, unless it holds the same."""
    if path.exists() and path.read_text(encoding="utf-8", errors="replace") != text:
        raise AssignmentError(
            f"{path}: there is another file of this name; move it away, or name "
            "another folder behind --suggest"
        )


def _items(catches: Names, groups: Iterable[str], where: str = "") -> Iterator[str]:
    """What is closed, or is still to be closed."""
    if catches:
        text = f"to catch {', '.join(catches)}{where}"
        yield from wrapped(text, WIDTH, "  ", "    ")
    for group in groups:
        yield from wrapped(f"to tell apart {group}{where}", WIDTH, "  ", "    ")


def _next(assignment: Assignment, question: str) -> tuple[str, ...]:
    """What is left to do; a path stands in a line of its own, however long."""
    text = (
        f"To keep a tree, put it below the folder of {FILE}, list it "
        f"there under `trees` of {question}, and run"
    )
    return (
        *wrapped(text, WIDTH),
        f"  python -m autograder answers {assignment.folder}",
    )
