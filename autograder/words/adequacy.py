"""The words of adequacy: a table that stays readable, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from autograder.assignment.points import added
from autograder.authoring.adequacy import Cost, Matrix
from autograder.authoring.lazy import MOST_UNPRUNED, SEARCHING, Paid, Payroll
from autograder.judging.verdicts import Verdict
from autograder.text import (
    clean,
    columns,
    counted,
    few,
    listed,
    points,
    shortened,
    wrapped,
)

WIDTH = 80
NAME = 34  # columns of a misconception's name at most
TREE = 50  # columns of a tree's name at most
BLOCK = 40  # trees beside one another
TEN = 10  # trees without a gap
NAMED = 60  # characters of names in one sentence
QUESTION = 12  # columns of a question's name over its points
LEAST, GAP = 6, 2  # columns of points, and between them
ALL = "all"

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
OF_SEARCHES = (
    "Each with the action at one place in all trees, the first, the second and so on "
    "to the last, or with the one that such values say is best, whichever pays best "
    "for a question; the same number is the one that pays best."
)
OF_THE_BEST = {  # by whether all nodes are visited
    False: "What pays best in each question earns {:.1f} % of all points; {} % is the "
    "limit.",
    True: "Of those that touch all it earns {:.1f} %; {} % is the limit.",
}
IDLE = "Each adds nothing as long as the others stay: trees {}."
IDLE_EVERYWHERE = (
    "Trees that add nothing to any question, each as long as the others stay:"
)
NONE_KNOWN = "{}: there are no misconceptions of {}"
FIRST_LINES = 10
BRIEF = "{}: {} of {} mistakes caught on {}"
REST = "Of each question more follows; `--question NAME` tells of one alone."
OF_A_TABLE = "a table of the visible tests earns at most {} of {} points"
CHEAPEST = "the cheapest mistake, {}, loses {:.1f} % of {}"
CHEAP = "{}: {} of {} mistakes lose less than {:g} % of its points ({})"
LOSE = "Lose least, of {} points and but for functions alone: {}."
UNCOUNTED = (
    "{}: its search comes back to nodes, which is not compared. One that comes back "
    "less often, or never, is as right on these trees: only `repeats: true` would tell "
    "it from this."
)
FEWEST = 3  # mistakes of which it is told
OVERPAID = "without {} {} of {} points are earned ({}), more than {} %"
EARNED = "Earned without {}, of {}:"
LEGEND = (
    "v another value   a another action   n other nodes visited",
    "t no finite number, or no action   ! an error   · not caught",
)


def opening(
    summary: Sequence[str], paid: Payroll, visible: float, costs: Sequence[Cost] = ()
) -> str:
    """What is read first: at most ten lines, of each question and of laziness.

    `visible` are the points of all that students see at once, `costs` what mistakes
    lose at least.
    """
    earned = [_brief_share(paid, each) for each in paid.limits()]
    whole = sum(paid.most.values())
    known = [OF_A_TABLE.format(points(visible), points(whole))] if whole else []
    known = [*_cheapest(costs), *known]
    room = FIRST_LINES - len(earned) - len(known) - 1
    lines = [*summary] if len(summary) <= room else [*summary[: room - 1]]
    if more := len(summary) - len(lines):
        lines.append(f"… and {counted(more, 'question')} more")
    return "\n".join((*lines, *earned, *known, REST))


def _cheapest(costs: Iterable[Cost]) -> Iterator[str]:
    """The mistake that loses least of all."""
    if least := min(costs, key=lambda cost: cost.percent, default=None):
        name, question = clean(least.mistake, NAME), clean(least.question, NAME)
        yield CHEAPEST.format(shortened(name, NAME), least.percent, question)


def too_cheap(costs: Iterable[Cost], least: float) -> Iterator[str]:
    """A sentence for each question in which mistakes lose less than so many percent."""
    by_question: dict[str, list[Cost]] = {}
    for cost in costs:
        by_question.setdefault(cost.question, []).append(cost)
    for question, each in by_question.items():
        light = tuple(cost.mistake for cost in each if cost.percent < least)
        if light:
            named = few(light, NAMED)
            counts = len(light), len(each), least, named
            yield CHEAP.format(clean(question, NAME), *counts)


def _brief_share(paid: Payroll, thorough: bool) -> str:  # noqa: FBT001 - a key
    without, share = " or ".join(paid.without), paid.share(thorough=thorough)
    how = ", touching all," if thorough else ""
    limit = paid.limits()[thorough]
    return f"without {without}{how} {share:.1f} % are earned; {limit} % is the limit"


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
        return "\n".join(_paragraph(NONE_KNOWN.format(name, module)))
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
        yield from _items([", ".join(missed)])
    most = added(column.points.most for column in matrix.columns)
    yield from losses(matrix.costs(), most, LOSE)
    yield from _alone(matrix)
    yield from _idle(matrix)


def losses(costs: Sequence[Cost], most: float, wording: str) -> Iterator[str]:
    """The mistakes that lose least of so many points; none where nothing is paid."""
    least = tuple(f"{c.mistake} {c.percent:.1f} %" for c in costs[:FEWEST])
    if most and least:
        yield from _paragraph(wording.format(points(most), listed(least)))


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
        else IDLE.format(shown)
    )
    by_count = {c.name: len(matrix.caught_by(c)) for c in matrix.columns}
    left = matrix.thinned(tuple(sorted(idle, key=by_count.__getitem__)))
    enough = ", ".join(str(numbers[column.name]) for column in left.columns)
    if len(idle) > 1:
        yield from _paragraph(f"These alone show as much: {enough or 'none'}.")


def uncounted(matrix: Matrix) -> str:
    """That visits of a question are compared once, though its search repeats them."""
    name = clean(matrix.question.name, NAME)
    return "\n".join(_paragraph(UNCOUNTED.format(name)))


def idle_everywhere(matrices: Iterable[Matrix]) -> str:
    """The trees that add nothing to any question on which they are asked."""
    judged = [matrix for matrix in matrices if matrix.rows]
    asked = [column.name for matrix in judged for column in matrix.columns]
    useful = {name for matrix in judged for name in _useful(matrix)}
    idle = [name for name in dict.fromkeys(asked) if name not in useful]
    if not idle:
        return "Each tree adds something to some question."
    return "\n".join((IDLE_EVERYWHERE, *_items(_tree(name) for name in idle)))


def _useful(matrix: Matrix) -> set[str]:
    return {column.name for column in matrix.columns}.difference(matrix.idle())


def payroll(paid: Payroll) -> str:
    """What is earned without any search, and without pruning."""
    parts, every = listed(tuple(map(points, paid.most.values()))), _every(paid)
    of = (
        f"{parts}, together {every} points" if len(paid.most) > 1 else f"{every} points"
    )
    lines = [
        *_paragraph(EARNED.format(" or ".join(paid.without), of)),
        "",
        *_pay(paid),
        "",
        *(_paragraph(OF_SEARCHES) if SEARCHING in paid.without else ()),
    ]
    for thorough, limit in paid.limits().items():
        share = paid.share(thorough=thorough)
        lines += _paragraph(OF_THE_BEST[thorough].format(share, limit))
    for name, share in paid.shares_unpruned().items():
        lines += _paragraph(
            f"Without pruning {clean(name, NAME)} pays {_earned(paid, name)} points, "
            f"{share:.1f} %; {MOST_UNPRUNED} % is the limit."
        )
    return "\n".join(lines)


def _every(paid: Payroll) -> str:
    return points(sum(paid.most.values()))


def _earned(paid: Payroll, question: str) -> str:
    part, whole = paid.unpruned.points[question], paid.most[question]
    return f"{points(part)} of {points(whole)}"


def _pay(payroll: Payroll) -> Iterator[str]:
    """A row a program: what each question pays, as far as there is room, and all."""
    titles = max(columns(paid.title) for paid in payroll.lazy)
    heads = {name: shortened(clean(name, NAME), QUESTION) for name in payroll.most}
    room = (WIDTH - titles - GAP - QUESTION) // (GAP + QUESTION)
    shown = heads if 1 < len(heads) <= room else {}
    widths = [max(LEAST, columns(head)) for head in (*shown.values(), ALL)]
    rows = [("", (*shown.values(), ALL))]
    rows += [(paid.title, _amounts(paid, shown)) for paid in payroll.lazy]
    for title, cells in rows:
        told = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        yield (" " * GAP).join((f"{title:{titles}}", *told))


def _amounts(paid: Paid, questions: Iterable[str]) -> tuple[str, ...]:
    amounts = (*(paid.points.get(name) for name in questions), paid.total())
    return tuple("" if amount is None else f"{amount:.1f}" for amount in amounts)


def underpriced(paid: Payroll) -> Iterator[str]:
    """A sentence for each limit that is passed."""
    for thorough, limit in paid.limits().items():
        if paid.share(thorough=thorough) > limit:
            without, earned = " or ".join(paid.without), paid.earned(thorough=thorough)
            best = paid.best(thorough=thorough).values()
            titles = tuple(dict.fromkeys(each.title for each in best))
            yield OVERPAID.format(
                without, points(earned), _every(paid), few(titles, NAMED), limit
            )
    for name, share in paid.shares_unpruned().items():
        if share > MOST_UNPRUNED:
            yield (
                f"{name}: without pruning {_earned(paid, name)} points are earned, "
                f"more than {MOST_UNPRUNED} %"
            )


def _tree(name: str) -> str:
    return shortened(clean(name, 4 * TREE), TREE)


def _items(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from wrapped(text, WIDTH, "  ", "    ")


def _paragraph(text: str) -> list[str]:
    return wrapped(text, WIDTH, "", "  ")
