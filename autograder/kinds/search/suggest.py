"""Find the smallest trees that catch what a question's trees do not.

Tiny trees are tried in order of their size, then larger ones at random. One that
closes a gap is made smaller, move by move, for as long as it does. All is tried in
the same order each time, and by count, so that the same trees are found each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from autograder.assignment.questions import Case, Question
from autograder.authoring.misconceptions import MistakeProgram
from autograder.kinds.search import trusted
from autograder.kinds.search.matrix import Bench, Matrix, Names
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

    It catches what nothing before it does.
    """

    name: str
    tree: GameTree
    catches: Names

    def text(self) -> str:
        """The tree as a file."""
        return explicit.dump(self.tree)


@dataclass(frozen=True, slots=True)
class Suggested:
    """What was found for a question: trees, and the mistakes that none catches."""

    suggestions: tuple[Suggestion, ...]
    uncaught: Names


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
    return Suggested(tuple(_suggestions(matrix, found)), found.uncaught())


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
    """A matrix that grows by the trees that close its gaps: rows that none catches."""

    def __init__(self, matrix: Matrix, at_most: int = ANY) -> None:
        self.matrix = matrix
        self._at_first = len(matrix.columns)
        self._at_most = at_most

    def ends(self) -> bool:
        """Whether no gap is left, or all trees are found that are wanted."""
        return not self.matrix.missed() or self._found() >= self._at_most

    def told(self) -> str:
        """How far it is."""
        trees = counted(self._found(), "tree")
        return f"{trees} found, {counted(len(self.matrix.missed()), 'gap')} left"

    def _found(self) -> int:
        return len(self.matrix.columns) - self._at_first

    def close_with(self, tree: GameTree) -> None:
        """Add this tree, made small for each gap that it closes."""
        bench = self._bench(tree)
        while row := next(
            (
                r
                for r in ((self.matrix.rows[place] for place in self.matrix.missed()))
                if bench.catches(r.program)
            ),
            None,
        ):
            self._add(self._smallest(tree, row))
            if self.ends():
                return

    def _bench(self, tree: GameTree) -> Bench:
        name = f"{len(self.matrix.columns)} "  # no file has such a name, with its space
        question = self.matrix.question
        answers = trusted.compute(tree, (question,))
        return Bench(question, [Case(question, name, tree)], {name: answers})

    def _smallest(self, tree: GameTree, row: MistakeProgram) -> GameTree:
        """What is left of a tree when all that is smaller misses the row."""
        if not is_of_two(tree):
            return tree  # nothing is known of how to make it smaller
        question = self.matrix.question
        while smaller := next(
            (
                each
                for each in map(question.drawn, small.smaller(tree))
                if self._bench(each).catches(row.program)
            ),
            None,
        ):
            tree = smaller
        return tree

    def _add(self, tree: GameTree) -> None:
        matrix = self.matrix
        (added,) = self._bench(tree).columns(matrix.rows)
        self.matrix = replace(matrix, columns=(*matrix.columns, added))


def _suggestions(matrix: Matrix, grown: Matrix) -> Iterator[Suggestion]:
    """Each tree that was added, with what it catches that was open before it."""
    taken: set[str] = set()
    for added in grown.columns[len(matrix.columns) :]:
        after = replace(matrix, columns=(*matrix.columns, added))
        left = after.uncaught()
        catches = tuple(name for name in matrix.uncaught() if name not in left)
        name = _free(f"{matrix.question.name}_{catches[0]}", taken)
        taken.add(name)
        aim = f"catch {few(catches, NAMED)}"
        yield Suggestion(name, _expecting(matrix.question, added.tree, aim), catches)
        matrix = after


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
