"""Draw the trees that no submission has met, and compute what is right on them.

They are drawn at random, of the forms and numbers that a question's own trees have; any
change of these draws others. A tree on which the reference is not right is not taken,
nor one on which rounding decides what is visited: where a mean comes as near to a bound
as floats are exact, another order of the same sum may lie on its other side. So each
such comparison is turned round once, and what is visited then must be right.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import chain, islice
from random import Random
from typing import Any

from autograder.answers.board import ModuleError, shown_path
from autograder.answers.file import Answers, Unseen
from autograder.assignment.questions import Assignment, Question
from autograder.errors import AssignmentError
from autograder.game import CHANCE, Number, Value
from autograder.kinds.search import trusted
from autograder.trees import explicit
from autograder.trees import file as treefile
from autograder.trees.drawn import forms_of, random_tree
from autograder.trees.tree import GameTree
from autograder.trees.values import TOLERANCE, equal

COUNT = 6  # trees of a question: who is wrong on all of them seldom is so by chance
WINDOWED = 3  # one of so many has a window, where one is handed on
MOST_LEAVES = 14
TRIED = 200  # draws for those that say much; what is left takes any
FEWEST_NODES = 9
MOST_NODES = 1_000  # within the horizon of a tree on which misconceptions are run
MOST_BEYOND = 10_000  # of such a tree with what lies beyond, where some of them go


def is_small(tree: GameTree) -> bool:
    """Whether misconceptions are run on a tree; nodes beyond the horizon count less."""
    if len(tree.nodes) > MOST_BEYOND:
        return False
    return len(tree.nodes) <= MOST_NODES or len(tree.reachable()) <= MOST_NODES


def unseen_of(assignment: Assignment, question: Question) -> tuple[Unseen, ...]:
    """The trees of a question, with their answers, first those that say much."""
    own, others = [c.tree for c in assignment.cases_of(question.name)], list[Unseen]()
    return tuple(islice(chain(_saying(question, own, others), others), COUNT))


def _saying(
    question: Question, own: Sequence[GameTree], others: list[Unseen]
) -> Iterator[Unseen]:
    """Those that say much; what does not goes to the `others`."""
    met = {tree.fingerprint() for tree in own}
    for tree in _drawn(question, own):
        if tree.fingerprint() in met:
            continue
        met.add(tree.fingerprint())
        right = right_answers_on(question, tree)
        if right is None:
            continue
        each = Unseen(tree, right)
        if _says_much(question, tree, right):
            yield each
        else:
            others.append(each)


def right_answers_on(question: Question, tree: GameTree) -> Answers | None:
    """What is right; None where the reference is not, or rounding decides."""
    try:
        answers = trusted.compute(tree, (question,))
    except ModuleError:
        return None
    return None if any(sentences_on_rounding(tree, question, answers)) else answers


def _drawn(question: Question, own: Sequence[GameTree]) -> Iterator[GameTree]:
    """Trees that read back as they are written; with bounds none of the numbers tie."""
    seed = sha256("".join([question.name, *(t.fingerprint() for t in own)]).encode())
    chance = Random(seed.digest())  # noqa: S311 - to be repeated; the seed is not told
    forms, palettes = forms_of(own), (utilities_of_trees(own),)
    windowed = question.may_prune_values
    for number in range(TRIED):
        drawn = random_tree(
            chance,
            forms[number % len(forms)],
            windowed=windowed and number % WINDOWED == WINDOWED - 1,
            palettes=palettes,
            most_leaves=MOST_LEAVES,
        )
        try:
            tree = trusted.tree_to_last_depth(question.tree_as_asked(drawn), question)
            read = treefile.parse(explicit.dump(tree))
        except (AssignmentError, ModuleError):
            continue
        if read.fingerprint() == tree.fingerprint() and not _ties(read):
            yield read


def _ties(tree: GameTree) -> bool:
    if tree.bounds is None:
        return False
    numbers = [*tree.bounds, *tree.window]
    numbers += [number for node in tree.nodes for number in node.payoffs()]
    return len(set(numbers)) < len(numbers)


def utilities_of_trees(trees: Sequence[GameTree]) -> tuple[Number, ...]:
    """The numbers of these trees, each once; of one alone those beside it, too."""
    nodes = [node for tree in trees for node in tree.nodes]
    values = [v for node in nodes for v in (*node.payoffs(), node.estimate)]
    tuples = (v if isinstance(v, tuple) else (v,) for v in values if v is not None)
    numbers = {number for each in tuples for number in each}
    if len(numbers) == 1:
        numbers |= {each + n for each in numbers for n in (-1, 1)}
    return tuple(sorted(numbers))


def _says_much(question: Question, tree: GameTree, right: Answers) -> bool:
    """Whether who has not searched it would hardly be right by luck."""
    answer = right.questions[question.name][question.conventions[0]]
    within = tree.reachable()
    return (
        len(within) >= FEWEST_NODES
        and len(tree.root_actions()) > 1
        and (not question.search or len(right.best_actions) == 1)
        and (
            not question.prunes_by_window
            or len(set(answer.visited_labels())) < len(within)
        )
    )


MOST = 100  # pairs of numbers in one search that are turned round
SAYS = (
    f"compares {{}}, less than {TOLERANCE:g} apart, so that rounding decides what is "
    "visited; change a probability or a utility, or accept a convention that does the "
    "other"
)


Pair = tuple[float, float]  # the smaller number first


@dataclass(slots=True)
class _Watch:
    """The pairs of numbers nearly alike that one search compares, one `turned`."""

    turned: Pair | None = None
    close: dict[Pair, None] = field(default_factory=dict)

    def is_comparison_true(self, one: float, other: float, *, plainly: bool) -> bool:
        """What a comparison of two such numbers is taken to say."""
        pair = min(one, other), max(one, other)
        self.close[pair] = None
        return plainly != (pair == self.turned)


def _computing(compute: Callable[[float, float], float]) -> Any:
    def computed(self: _Watched, other: float) -> _Watched:
        return _Watched.of(compute(self, other), self.watch, computed=True)

    return computed


def _comparing(compare: Callable[[float, float], bool]) -> Any:
    def compared(self: _Watched, other: float) -> bool:
        return self._compared(other, plainly=compare(self, other))

    return compared


class _Watched(float):
    """A number of a tree, or `computed` from such, whose comparisons are watched."""

    watch: _Watch
    computed: bool

    @classmethod
    def of(cls, number: float, watch: _Watch, *, computed: bool = False) -> _Watched:
        """That number, watched."""
        made = cls(number)
        made.watch, made.computed = watch, computed
        return made

    __add__ = __radd__ = _computing(float.__add__)
    __sub__, __rsub__ = _computing(float.__sub__), _computing(float.__rsub__)
    __mul__ = __rmul__ = _computing(float.__mul__)
    __truediv__ = _computing(float.__truediv__)
    __rtruediv__ = _computing(float.__rtruediv__)
    __lt__, __le__ = _comparing(float.__lt__), _comparing(float.__le__)
    __gt__, __ge__ = _comparing(float.__gt__), _comparing(float.__ge__)

    def __neg__(self) -> _Watched:
        return _Watched.of(float.__neg__(self), self.watch, computed=self.computed)

    def _compared(self, other: float, *, plainly: bool) -> bool:
        computed = self.computed or getattr(other, "computed", False)
        if self is other or not computed or math.isinf(self) or math.isinf(other):
            return plainly
        one, two = float(self), float(other)
        if not equal(one, two):
            return plainly
        return self.watch.is_comparison_true(one, two, plainly=plainly)


def sentences_on_rounding(
    tree: GameTree, question: Question, answers: Answers
) -> Iterator[str]:
    """A sentence on each search of which rounding decides what is visited or chosen."""
    if not question.prunes_by_window or all(
        node.to_move != CHANCE for node in tree.nodes
    ):
        return
    recorded = answers.questions[question.name]
    accepted = [recorded[convention] for convention in question.accept]
    visited = {each.visited_labels() for each in accepted}
    searched = {each.labels_visited_by_search() for each in accepted}
    for convention in question.accept:
        module, watch = trusted.trusted_module(question, convention), _Watch()
        watched = _watched(tree, watch)
        trusted.value_run(watched, question, module)
        trusted.search_run(watched, question, module)
        for pair in islice(watch.close, MOST):
            other = _watched(tree, _Watch(pair))
            value = trusted.value_run(other, question, module)
            search = trusted.search_run(other, question, module)
            is_best = search.returned in (*answers.best_actions, None)
            is_accepted = value.visited in visited and search.visited in searched
            if not (is_accepted and is_best):
                path = shown_path(trusted.convention_path(question, convention))
                numbers = " and ".join(map(repr, pair))
                yield f"{question.name}: {path} {SAYS.format(numbers)}"
                break


def _watched(tree: GameTree, watch: _Watch) -> GameTree:
    def of(number: float) -> float:
        return _Watched.of(number, watch)

    def each(value: Value | None) -> Value | None:
        return value if value is None or isinstance(value, tuple) else of(value)

    nodes = [
        replace(
            node,
            utility=each(node.utility),
            estimate=each(node.estimate),
            probabilities=tuple(map(of, node.probabilities)),
        )
        for node in tree.nodes
    ]
    low, high = tree.window
    return replace(
        tree,
        nodes=tuple(nodes),
        window=(of(low), of(high)),
        bounds=tree.bounds and (of(tree.bounds[0]), of(tree.bounds[1])),
    )
