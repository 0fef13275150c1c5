"""Whether trees catch the mistakes of searches, and trees that would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from autograder import files
from autograder.assignment.points import added
from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.errors import AssignmentError
from autograder.judging.verdicts import Verdict
from autograder.kinds.kind import Adequacy, Onlooker
from autograder.kinds.search.mistakes import (
    MOST_NODES,
    Matrix,
    Names,
    comes_back,
    is_small,
    matrices,
)
from autograder.kinds.search.suggest import ANY, suggest
from autograder.text import clean, columns, counted, few, shortened, wrapped
from autograder.words.adequacy import (
    BRIEF,
    NAME,
    NAMED,
    WIDTH,
    items,
    losses,
    paragraph,
)

IDLE = "Each adds nothing as long as the others stay: trees {}."
IDLE_EVERYWHERE = (
    "Trees that add nothing to any question, each as long as the others stay:"
)
NONE_KNOWN = "{}: there are no misconceptions of {}"
TREE = 50  # columns of a tree's name at most
BLOCK = 40  # trees beside one another
TEN = 10  # trees without a gap
LOSE = "Lose least, of {} points and but for functions alone: {}."
UNCOUNTED = (
    "{}: its search comes back to nodes, which is not compared. One that comes back "
    "less often, or never, is as right on these trees: only `repeats: true` would tell "
    "it from this."
)
LEGEND = (
    "v another value   a another action   n other nodes visited",
    "t no finite number, or no action   ! an error   · not caught",
)
SIGNS = {
    Verdict.WRONG_VALUE: "v",
    Verdict.WRONG_ACTION: "a",
    Verdict.WRONG_VISITS: "n",
    Verdict.WRONG_ESTIMATES: "n",
    Verdict.WRONG_ORDER: "n",
    Verdict.WRONG_TYPE: "t",
    Verdict.CORRECT: "·",
}
ERROR = "!"


def brief(matrix: Matrix) -> str:
    """What is found of a question, in a line."""
    every, missed = len(matrix.rows), matrix.uncaught()
    name, trees = clean(matrix.question.name, NAME), len(matrix.columns)
    return BRIEF.format(name, every - len(missed), every, counted(trees, "tree"))


def table(matrix: Matrix) -> str:
    """All that is found of a question; no line is longer than WIDTH."""
    name = clean(matrix.question.name, NAME)
    if not matrix.rows:
        module = clean(matrix.question.module, NAME)
        return "\n".join(paragraph(NONE_KNOWN.format(name, module)))
    counts = f"{counted(len(matrix.rows), 'misconception')} on "
    parts = (
        [f"{name}: {counts}{counted(len(matrix.columns), 'tree')}"],
        list(_trees(matrix)),
        list(_rows(matrix)),
        list(_findings(matrix)),
    )
    return "\n\n".join("\n".join(part) for part in parts)


def percent(part: int, whole: int) -> int:
    """Rounded down: 100 is all of them."""
    return 100 * part // whole


def _trees(matrix: Matrix) -> Iterator[str]:
    """Each tree with its number, and how many misconceptions it catches."""
    digits = len(str(len(matrix.columns)))
    width = max(columns(_tree(column.name)) for column in matrix.columns)
    yield f"{'':{digits}}  {'':{width}}  catches  it alone"
    for number, column in enumerate(matrix.columns, 1):
        shown = _tree(column.name)
        gap = " " * (width - columns(shown))
        alone = len(matrix.caught_only_by(column.name))
        caught = len(matrix.caught_by(column))
        yield f"{number:{digits}}  {shown}{gap}  {caught:7}  {alone or '·':>8}"


def _rows(matrix: Matrix) -> Iterator[str]:
    """A row a misconception, a sign a tree; under the table what the signs mean."""
    names = [shortened(name, NAME) for name in matrix.names]
    width = max(map(columns, names))
    for start in range(0, len(matrix.columns), BLOCK):
        block = matrix.columns[start : start + BLOCK]
        numbers = range(start + 1, start + len(block) + 1)
        digits = len(str(len(matrix.columns)))
        for digit in range(digits):
            shown = "".join(f"{number:{digits}}"[digit] for number in numbers)
            yield f"{'':{width}}  {_spaced(shown)}".rstrip()
        for row, name in enumerate(names):
            signs = "".join(SIGNS.get(c.verdicts[row], ERROR) for c in block)
            yield f"{name}{' ' * (width - columns(name))}  {_spaced(signs)}"
        yield ""
    yield from LEGEND


def _spaced(signs: str) -> str:
    return " ".join(signs[i : i + TEN] for i in range(0, len(signs), TEN))


def _findings(matrix: Matrix) -> Iterator[str]:
    """What is caught, what is not, and which trees that hangs on."""
    every, missed = len(matrix.rows), matrix.uncaught()
    caught = every - len(missed)
    yield f"Caught: {caught} of {every} ({percent(caught, every)} %)."
    if missed:
        yield "No tree catches:"
        yield from items([", ".join(missed)])
    most = added(column.points.most for column in matrix.columns)
    yield from losses(matrix.costs(), most, LOSE)
    yield from _alone(matrix)
    yield from _idle(matrix)


def _alone(matrix: Matrix) -> Iterator[str]:
    """The trees on which a misconception hangs."""
    hanging = [
        f"tree {number}: {', '.join(names)}"
        for number, column in enumerate(matrix.columns, 1)
        if (names := matrix.caught_only_by(column.name))
    ]
    if hanging:
        yield "Caught by one tree only, which the question needs:"
        yield from items(hanging)


def _idle(matrix: Matrix) -> Iterator[str]:
    """The trees that add nothing, and those that would do."""
    numbers = {column.name: n for n, column in enumerate(matrix.columns, 1)}
    idle = matrix.idle()
    if not idle:
        yield "Each tree adds something."
        return
    shown = ", ".join(str(numbers[name]) for name in idle)
    yield from paragraph(
        f"Adds nothing, since the others show all that it shows: tree {shown}."
        if len(idle) == 1
        else IDLE.format(shown)
    )
    by_count = {c.name: len(matrix.caught_by(c)) for c in matrix.columns}
    left = matrix.thinned(tuple(sorted(idle, key=by_count.__getitem__)))
    enough = ", ".join(str(numbers[column.name]) for column in left.columns)
    if len(idle) > 1:
        yield from paragraph(f"These alone show as much: {enough or 'none'}.")


def uncounted(matrix: Matrix) -> str:
    """That visits of a question are compared once, though its search repeats them."""
    name = clean(matrix.question.name, NAME)
    return "\n".join(paragraph(UNCOUNTED.format(name)))


def idle_everywhere(matrices: Iterable[Matrix]) -> str:
    """The trees that add nothing to any question on which they are asked."""
    judged = [matrix for matrix in matrices if matrix.rows]
    asked = [column.name for matrix in judged for column in matrix.columns]
    useful = {name for matrix in judged for name in _useful(matrix)}
    idle = [name for name in dict.fromkeys(asked) if name not in useful]
    if not idle:
        return "Each tree adds something to some question."
    return "\n".join((IDLE_EVERYWHERE, *items(_tree(name) for name in idle)))


def _useful(matrix: Matrix) -> set[str]:
    return {column.name for column in matrix.columns}.difference(matrix.idle())


def _tree(name: str) -> str:
    return shortened(clean(name, 4 * TREE), TREE)


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
            *map(table, found),
            *(uncounted(m) for m in found if comes_back(m)),
            *([idle_everywhere(found)] if idle else ()),
        ),
        faults=faults(found),
        judged=idle,
        remedy=REMEDY,
        summary=tuple(map(brief, found)),
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
        return table(matrix)
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
