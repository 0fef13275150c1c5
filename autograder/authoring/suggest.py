"""Find the smallest trees that close the gaps of a question's trees.

Tiny trees are tried in order of their size, then larger ones at random. One that
closes a gap is made smaller, move by move, for as long as it does. All is tried in
the same order each time, and by count, so that the same trees are found each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from autograder.answers import trusted
from autograder.answers.file import Answers
from autograder.assignment.questions import Question
from autograder.authoring.adequacy import (
    Matrix,
    MistakeRow,
    Names,
    Runs,
    is_clash,
    judged,
)
from autograder.authoring.runner import ProgramRunner
from autograder.judging.verdicts import Verdict
from autograder.text import counted, few
from autograder.trees import explicit, small
from autograder.trees.drawn import PLAIN, Form, forms_of, is_of_two, random_tree
from autograder.trees.tree import INFINITY, Expectation, GameTree, Window

ANY = 1_000_000  # trees, where nobody says how many
AT_RANDOM = 2500  # trees without a window, and as many with one
FEWEST, MOST_DRAWN = 4, 14  # leaves of trees of other forms, which grow
MOST_LEAVES = 2  # of the tiny trees that are tried with each window
NAMED = 60  # characters of misconceptions in a title
ENDS = (-1, 0, 1)
WINDOWS: tuple[Window, ...] = (
    *((end, INFINITY) for end in ENDS),
    *((-INFINITY, end) for end in ENDS),
    *((low, high) for low in ENDS for high in ENDS if low < high),
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A tree that closes gaps: its file's name without the ending, and what it does.

    It catches what nothing before it does; of each group that it tells apart, `parts`
    holds the parts into which the group falls. What it closes `partly`, in some styles
    of code, other trees close in the rest.
    """

    name: str
    tree: GameTree
    catches: Names
    parts: tuple[tuple[Names, ...], ...]
    partly: bool = False

    def text(self) -> str:
        """The tree as a file."""
        return explicit.dump(self.tree)


@dataclass(frozen=True, slots=True)
class Suggested:
    """What was found for a question: trees, and the gaps that none of them closes."""

    suggestions: tuple[Suggestion, ...]
    uncaught: Names
    alike: tuple[Names, ...]


Gap = tuple[int, ...]  # the places of rows


def gaps(matrix: Matrix) -> tuple[Gap, ...]:
    """Each row that no tree catches; and the rows that none tells apart.

    Of a mistake's rows of one kind the first stands for all: most fall with it, and
    those that do not are gaps again when it is closed.
    """
    missed = _one_a_kind(matrix, matrix.missed())
    clashes = (_one_a_kind(matrix, places) for places in matrix.clashes())
    return (*((row,) for row in missed), *clashes)


def _one_a_kind(matrix: Matrix, places: Gap) -> Gap:
    first: dict[tuple[int, str], int] = {}
    for place in places:
        row = matrix.rows[place]
        first.setdefault((row.kind, row.name), place)
    return tuple(first.values())


def suggest(
    matrix: Matrix, at_most: int = ANY, watch: Callable[[str], None] = lambda _: None
) -> Suggested:
    """The trees that close gaps, so many at most; each closes what others leave open.

    `watch` is told how far it is.
    """
    search = _Search(matrix, at_most)
    forms = forms_of(column.tree for column in matrix.columns)
    windowed = matrix.question.leaves_values_out
    for tried, tree in enumerate(_candidates(forms, windowed=windowed)):
        if search.ends():
            break
        watch(f"{matrix.question.name}: {search.told()}, {tried:,} trees tried")
        search.close_with(matrix.question.drawn(tree))
    found = search.matrix
    own = [column.name for column in matrix.columns]
    added = tuple(c.name for c in found.columns if c.name not in own)
    found = found.thinned(added)
    return Suggested(
        tuple(_suggestions(matrix, found)), found.uncaught(), found.alike()
    )


def _candidates(forms: Sequence[Form], *, windowed: bool) -> Iterator[GameTree]:
    """The trees that are tried: first without a window, then with one.

    Of other forms than MAX's and MIN's they are drawn at random, small ones first.
    """
    if forms != (PLAIN,):
        yield from _drawn(forms, windowed=windowed)
        return
    yield from small.every_tree()
    chance = Random(0)  # noqa: S311 - to be repeated, not to be guessed
    for _ in range(AT_RANDOM):
        yield small.random_tree(chance)
    if windowed:
        yield from sorted(_with_windows(), key=small.size)
        for _ in range(AT_RANDOM):
            yield small.random_tree(chance, windowed=True)


def _drawn(forms: Sequence[Form], *, windowed: bool) -> Iterator[GameTree]:
    chance = Random(0)  # noqa: S311 - to be repeated, not to be guessed
    for number in range(AT_RANDOM):
        form = forms[number % len(forms)]
        leaves = FEWEST + number * (MOST_DRAWN - FEWEST) // AT_RANDOM
        with_window = windowed and number % 4 == 3
        yield random_tree(chance, form, windowed=with_window, most_leaves=leaves)


def _with_windows() -> Iterator[GameTree]:
    for tree in small.every_tree():
        if _leaves(tree) > MOST_LEAVES:
            return
        yield from (replace(tree, window=window) for window in WINDOWS)


def _leaves(tree: GameTree) -> int:
    return sum(not node.children for node in tree.nodes)


def _within(tree: GameTree) -> frozenset[str]:
    """The labels of what a search may come to."""
    labels = tree.labels()
    return frozenset(labels[index] for index in tree.reachable())


class _Search:
    """A matrix that grows by the trees that close its gaps."""

    def __init__(self, matrix: Matrix, at_most: int = ANY) -> None:
        self.matrix = matrix
        self.gaps = gaps(matrix)
        self._at_first = len(matrix.columns)
        self._at_most = at_most

    def ends(self) -> bool:
        """Whether no gap is left, or all trees are found that are wanted."""
        return not self.gaps or self._found() >= self._at_most

    def told(self) -> str:
        """How far it is."""
        trees = counted(self._found(), "tree")
        return f"{trees} found, {counted(len(self.gaps), 'gap')} left"

    def _found(self) -> int:
        return len(self.matrix.columns) - self._at_first

    def close_with(self, tree: GameTree) -> None:
        """Add this tree, made small for each gap that it closes."""
        trial = self._trial(tree)
        while gap := next(filter(trial.closes, self.gaps), None):
            self._add(self._smallest(tree, gap))
            if self.ends():
                return

    def _trial(self, tree: GameTree) -> _Trial:
        return _Trial(self.matrix.question, self.matrix.rows, tree)

    def _smallest(self, tree: GameTree, gap: Gap) -> GameTree:
        """What is left of a tree when all that is smaller leaves the gap open."""
        if not is_of_two(tree):
            return tree  # nothing is known of how to make it smaller
        question = self.matrix.question
        while smaller := next(
            (
                each
                for each in map(question.drawn, small.smaller(tree))
                if self._trial(each).closes(gap)
            ),
            None,
        ):
            tree = smaller
        return tree

    def _add(self, tree: GameTree) -> None:
        matrix = self.matrix
        name = f"{len(matrix.columns)} "  # no file has such a name, with its space
        runner = ProgramRunner(matrix.question, {name: tree})
        answers = trusted.compute(tree, (matrix.question,))
        added = Runs(matrix.rows, runner).column(name, answers)
        self.matrix = replace(matrix, columns=(*matrix.columns, added))
        self.gaps = gaps(self.matrix)


class _Trial:
    """What misconceptions do on one tree, as far as it is asked."""

    def __init__(
        self, question: Question, rows: tuple[MistakeRow, ...], tree: GameTree
    ) -> None:
        self._question = question
        self._rows = rows
        self._tree = tree
        self._runner = ProgramRunner(question, {"": tree})
        self._answers: Answers | None = None

    def closes(self, gap: Gap) -> bool:
        """Whether the tree catches the one, or shows of some of the many who they are.

        To part styles alone, each with all of the mistakes, closes nothing.
        """
        rows = [self._rows[place] for place in gap]
        if len(rows) > 1:
            parts: dict[object, list[MistakeRow]] = {}
            for row in rows:
                parts.setdefault(self._runner.behaviours(row.program), []).append(row)
            return not all(map(is_clash, parts.values()))
        if self._answers is None:
            self._answers = trusted.compute(self._tree, (self._question,))
        observed = self._runner.observed(rows[0].program)[""]
        result = judged(self._question, self._tree, self._answers, observed)
        return result.verdict is not Verdict.CORRECT


def _suggestions(matrix: Matrix, grown: Matrix) -> Iterator[Suggestion]:
    """Each tree that was added, with what it closes of what was open before it."""
    taken: set[str] = set()
    for added in grown.columns[len(matrix.columns) :]:
        after = replace(matrix, columns=(*matrix.columns, added))
        closed = _closed(matrix, after)
        partly = not any(closed)
        catches, parts = _closed_partly(matrix, after) if partly else closed
        name, aim = _words(catches, parts)
        aim = f"{aim} in some styles" if partly else aim
        name = _free(f"{matrix.question.name}_{name}", taken)
        taken.add(name)
        tree = _expecting(matrix.question, added.tree, aim)
        yield Suggestion(name, tree, catches, parts, partly)
        matrix = after


Parts = tuple[tuple[Names, ...], ...]


def _closed(before: Matrix, after: Matrix) -> tuple[Names, Parts]:
    """What is caught now, and the groups that now fall apart."""
    left = after.uncaught()
    catches = tuple(name for name in before.uncaught() if name not in left)
    groups = after.groups()
    falls = (tuple(g for g in groups if {*g} <= {*all_}) for all_ in before.alike())
    return catches, tuple(fallen for fallen in falls if len(fallen) > 1)


def _closed_partly(before: Matrix, after: Matrix) -> tuple[Names, Parts]:
    """What one tree closes for some styles only, where it takes several trees."""
    missed = {*before.missed()} - {*after.missed()}
    catches = dict.fromkeys(before.rows[row].name for row in sorted(missed))
    falls = (_parted(after, places) for places in before.clashes())
    return tuple(catches), tuple(dict.fromkeys(f for f in falls if len(f) > 1))


def _parted(matrix: Matrix, places: Gap) -> tuple[Names, ...]:
    """The mistakes of some rows, by what these do on the last tree."""
    numbers = matrix.columns[-1].numbers
    parts: dict[int, dict[str, None]] = {}
    for place in places:
        parts.setdefault(numbers[place], {})[matrix.rows[place].name] = None
    return tuple(map(tuple, parts.values()))


def _words(catches: Names, parts: Parts) -> tuple[str, str]:
    """A name, and what the tree is for."""
    if catches:
        return catches[0], f"catch {few(catches, NAMED)}"
    first, other, *_ = dict.fromkeys(name for part in parts[0] for name in part)
    return f"{first}_or_{other}", f"tell {first} and {other} apart"


def _free(name: str, taken: set[str]) -> str:
    """The name, or with a number behind it the first that is not taken."""
    names = (name, *(f"{name}_{number}" for number in range(2, len(taken) + 2)))
    return next(each for each in names if each not in taken)


def _expecting(question: Question, tree: GameTree, aim: str) -> GameTree:
    """The tree with a title, where it is from, and what was computed of it."""
    answers = trusted.compute(tree, (question,))
    answer = answers.questions[question.name][question.conventions[0]]
    visited = set(answer.visited())
    pruned = tuple(label for label in tree.labels() if label not in visited)
    leaves = _leaves(tree)
    pruned = tuple(label for label in pruned if label in _within(tree))
    return replace(
        tree,
        title=f"A tree with {leaves} {'leaf' if leaves == 1 else 'leaves'}",
        source=f"found by adequacy --suggest to {aim}",
        expect=Expectation(
            answers.values[tree.root.label],
            answer.action,
            pruned if question.leaves_out else None,
        ),
    )
