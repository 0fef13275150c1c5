"""Whether trees catch the mistakes of searches, and trees that would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from autograder import files
from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.authoring.adequacy import Matrix, Names, comes_back, matrices
from autograder.authoring.suggest import ANY, gaps, suggest
from autograder.errors import AssignmentError
from autograder.kinds.kind import Adequacy, Onlooker
from autograder.teaching import catalogue
from autograder.teaching.catalogue import diagnosed, is_diagnosed
from autograder.text import counted, few, wrapped
from autograder.words import adequacy as adequacytable
from autograder.words.adequacy import WIDTH, percent

NEEDED = 90  # percent of the misconceptions that must be told apart from all others
NAMED = 60  # characters of misconceptions in one sentence
NOBODY = Onlooker(lambda _: None, lambda _: None)
PARTLY = ", in some styles"  # the other trees that are suggested do the rest
REMEDY = "`./run_autograder adequacy DIR --suggest FOLDER` looks for better trees"
LEFT_OUT = "Left out are trees of more than {:,} nodes within the horizon: {}"


def adequacy(assignment: Assignment) -> Adequacy:
    """What is found of each question; AssignmentError where all trees are large."""
    if not assignment.cases:
        return Adequacy()
    found = tuple(matrices(_smaller(assignment)))
    idle = any(matrix.mistakes for matrix in found)
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
    if large := tuple(name for name, tree in every if not is_diagnosed(tree)):
        yield LEFT_OUT.format(catalogue.MOST_NODES, few(large, NAMED))


def _smaller(assignment: Assignment) -> Assignment:
    """The trees on which misconceptions are run."""
    found = diagnosed(assignment)
    if not found.cases:
        left_out = (
            f"all trees have more than {catalogue.MOST_NODES:,} nodes and are left out"
        )
        raise AssignmentError(f"{assignment.folder}: {left_out}; add a smaller one")
    return found


def faults(matrices: Sequence[Matrix]) -> tuple[str, ...]:
    """A sentence for each question whose trees do not do."""
    judged = [matrix for matrix in matrices if matrix.mistakes]
    return tuple(sentence for matrix in judged if (sentence := _fault(matrix)))


def _fault(matrix: Matrix) -> str:
    """What is wrong with the trees of a question, or ""."""
    missed, apart, every = matrix.uncaught(), matrix.told_apart(), len(matrix.mistakes)
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
    if not matrix.mistakes:
        return adequacytable.table(matrix)
    if not gaps(matrix):
        return f"{question}: there is no gap to close."
    found = suggest(matrix, at_most, watch.show)
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
        f"  ./run_autograder answers {assignment.folder}",
    )
