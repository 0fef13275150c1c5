"""Whether trees catch the mistakes of searches, and trees that would."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from autograder import files
from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.errors import AssignmentError
from autograder.kinds.kind import Adequacy, Onlooker
from autograder.kinds.search import adequacywords as adequacytable
from autograder.kinds.search.mistakes import (
    MOST_NODES,
    Matrix,
    Names,
    comes_back,
    is_small,
    matrices,
)
from autograder.kinds.search.suggest import ANY, suggest
from autograder.text import counted, few, wrapped
from autograder.words.adequacy import NAMED, WIDTH

NOBODY = Onlooker(lambda _: None, lambda _: None)
REMEDY = "`./run_autograder adequacy DIR --suggest FOLDER` looks for better trees"
LEFT_OUT = "Left out are trees of more than {:,} nodes within the horizon: {}"


def adequacy(assignment: Assignment) -> Adequacy:
    """What is found of each question; AssignmentError where all trees are large."""
    if not assignment.cases:
        return Adequacy()
    found = tuple(matrices(_smaller(assignment)))
    idle = any(matrix.rows for matrix in found)
    return Adequacy(
        findings=(
            *_left_out(assignment),
            *map(adequacytable.table, found),
            *(adequacytable.uncounted(m) for m in found if comes_back(m)),
            *([adequacytable.idle_everywhere(found)] if idle else ()),
        ),
        faults=faults(found),
        judged=idle,
        remedy=REMEDY,
        summary=tuple(map(adequacytable.brief, found)),
        costs=tuple(cost for matrix in found for cost in matrix.costs()),
    )


def suggestions(
    assignment: Assignment, folder: Path, watch: Onlooker, at_most: int
) -> Iterator[str]:
    """What is written for each question into the folder, and what for."""
    yield from _left_out(assignment)
    for matrix in matrices(_smaller(assignment)) if assignment.cases else ():
        yield write(assignment, matrix, folder, watch, at_most)


def _left_out(assignment: Assignment) -> Iterator[str]:
    """The trees on which no misconceptions are run, if there are such."""
    every = assignment.trees().items()
    if large := tuple(name for name, tree in every if not is_small(tree)):
        yield LEFT_OUT.format(MOST_NODES, few(large, NAMED))


def _smaller(assignment: Assignment) -> Assignment:
    """The trees on which misconceptions are run."""
    cases = tuple(case for case in assignment.cases if is_small(case.tree))
    if not cases:
        left_out = f"all trees have more than {MOST_NODES:,} nodes and are left out"
        raise AssignmentError(f"{assignment.folder}: {left_out}; add a smaller one")
    return replace(assignment, tests=cases)


def faults(matrices: Sequence[Matrix]) -> tuple[str, ...]:
    """A sentence for each question whose trees do not do."""
    return tuple(sentence for matrix in matrices if (sentence := _fault(matrix)))


def _fault(matrix: Matrix) -> str:
    """What is wrong with the trees of a question, or ""."""
    missed = matrix.uncaught()
    told = f"{len(missed)} of {len(matrix.rows)} ({few(missed, NAMED)})"
    return f"{matrix.question.name}: no tree catches {told}" if missed else ""


def write(
    assignment: Assignment,
    matrix: Matrix,
    folder: Path,
    watch: Onlooker = NOBODY,
    at_most: int = ANY,
) -> str:
    """Write so many trees; what was written, what for, and what to do with it.

    Raises AssignmentError, and writes none, where one would overwrite another file.
    """
    question = matrix.question.name
    if not matrix.rows:
        return adequacytable.table(matrix)
    if not matrix.missed():
        return f"{question}: there is no gap to close."
    found = suggest(matrix, at_most, watch.show)
    lines = [f"{question}: {counted(len(found.suggestions), 'tree')} suggested"]
    texts = {folder / f"{s.name}.yaml": s.text() for s in found.suggestions}
    for path, text in texts.items():
        _require_room(path, text)
    for (path, text), suggestion in zip(texts.items(), found.suggestions, strict=True):
        files.write_text(path, text)
        lines += [f"wrote {path}", *_caught(suggestion.catches)]
    if found.uncaught:
        lines += ["No tree was found", *_caught(found.uncaught)]
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


def _caught(names: Names) -> Iterator[str]:
    """What is caught, or is still to be caught."""
    yield from wrapped(f"to catch {', '.join(names)}", WIDTH, "  ", "    ")


def _next(assignment: Assignment, question: str) -> tuple[str, ...]:
    """What is left to do; a path stands in a line of its own, however long."""
    text = (
        f"To keep a tree, put it below the folder of {FILE}, list it "
        f"there under `trees` of {question}, and run"
    )
    return (
        *wrapped(text, WIDTH),
        f"  ./run_autograder answers {assignment.folder}",
    )
