"""The words of adequacy: a table that stays readable, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from autograder.judging.verdicts import Verdict
from autograder.teaching.adequacy import Matrix, Names
from autograder.text import clean, columns, shortened, wrapped

WIDTH = 80
NAME = 34  # columns of a misconception's name at most
TREE = 50  # columns of a tree's name at most
BLOCK = 40  # trees beside one another
TEN = 10  # trees without a gap

SIGNS = {
    Verdict.WRONG_VALUE: "v",
    Verdict.WRONG_ACTION: "a",
    Verdict.WRONG_VISITS: "n",
    Verdict.WRONG_TYPE: "t",
    Verdict.CORRECT: "·",
}
ERROR = "!"
LEGEND = (
    "v another value   a another action   n other nodes visited",
    "t no finite number, or no action   ! an error   · not caught",
)


def table(matrix: Matrix) -> str:
    """All that is found of a question; no line is longer than WIDTH."""
    name = clean(matrix.question.name, NAME)
    if not matrix.known:
        module = clean(matrix.question.module, NAME)
        return "\n".join(_paragraph(f"{name}: there are no misconceptions of {module}"))
    counts = f"{counted(len(matrix.known), 'misconception')} on "
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
        caught = sum(column.caught())
        yield f"{number:{digits}}  {shown}{gap}  {caught:7}  {alone or '·':>8}"


def _rows(matrix: Matrix) -> Iterator[str]:
    """A row a misconception, a sign a tree; under the table what the signs mean."""
    names = [shortened(known.name, NAME) for known in matrix.known]
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
    """What is caught and told apart, what is not, and which trees that hangs on."""
    every, missed = len(matrix.known), matrix.uncaught()
    caught, apart = every - len(missed), matrix.told_apart()
    pairs, all_pairs = matrix.pairs()
    yield f"Caught: {caught} of {every} ({percent(caught, every)} %)."
    if missed:
        yield "No tree catches:"
        yield from _items(_with_family(matrix, (name,)) for name in missed)
    yield (
        f"Told apart from all others: {apart} of {every} ({percent(apart, every)} %); "
        f"{pairs} of {all_pairs} pairs."
    )
    seen = matrix.on_visible()
    if seen.columns != matrix.columns:
        apart = seen.told_apart() if seen.columns else 0
        share = percent(apart, every)
        yield f"On the visible trees alone: {apart} of {every} ({share} %)."
    if matrix.alike():
        yield "Nothing tells apart:"
        yield from _items(_with_family(matrix, group) for group in matrix.alike())
    yield from _alone(matrix)
    yield from _idle(matrix)


def _with_family(matrix: Matrix, names: Names) -> str:
    """The names, and of which family, or families, they are."""
    known = {mistaken.name: mistaken for mistaken in matrix.known}
    families = dict.fromkeys(known[name].family for name in names)
    return f"{', '.join(names)} ({'; '.join(families)})"


def _alone(matrix: Matrix) -> Iterator[str]:
    """The trees on which a misconception hangs."""
    hanging = [
        f"tree {number}: {', '.join(names)}"
        for number, column in enumerate(matrix.columns, 1)
        if (names := matrix.caught_only_by(column.name))
    ]
    if hanging:
        yield "Caught by one tree only, which the question needs:"
        yield from _items(hanging)


def _idle(matrix: Matrix) -> Iterator[str]:
    """The trees that add nothing, and those that would do."""
    numbers = {column.name: n for n, column in enumerate(matrix.columns, 1)}
    idle = matrix.idle()
    if not idle:
        yield "Each tree adds something."
        return
    shown = ", ".join(str(numbers[name]) for name in idle)
    yield from _paragraph(
        f"Adds nothing, since the others show all that it shows: tree {shown}."
        if len(idle) == 1
        else f"Each adds nothing as long as the others stay: trees {shown}."
    )
    by_count = {column.name: sum(column.caught()) for column in matrix.columns}
    left = matrix.thinned(tuple(sorted(idle, key=by_count.__getitem__)))
    enough = ", ".join(str(numbers[column.name]) for column in left.columns)
    if len(idle) > 1:
        yield from _paragraph(f"These alone show as much: {enough or 'none'}.")


def idle_everywhere(found: Iterable[Matrix]) -> str:
    """The trees that add nothing to any question on which they are asked."""
    judged = [matrix for matrix in found if matrix.known]
    asked = [column.name for matrix in judged for column in matrix.columns]
    useful = {name for matrix in judged for name in _useful(matrix)}
    idle = [name for name in dict.fromkeys(asked) if name not in useful]
    if not idle:
        return "Each tree adds something to some question."
    head = "Trees that add nothing to any question, each as long as the others stay:"
    return "\n".join((head, *_items(_tree(name) for name in idle)))


def _useful(matrix: Matrix) -> set[str]:
    return {column.name for column in matrix.columns}.difference(matrix.idle())


def _tree(name: str) -> str:
    return shortened(clean(name, 4 * TREE), TREE)


def counted(number: int, thing: str) -> str:
    """`1 tree`, `2 trees`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _items(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from wrapped(text, WIDTH, "  ", "    ")


def _paragraph(text: str) -> list[str]:
    return wrapped(text, WIDTH, "", "  ")
