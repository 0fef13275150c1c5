"""The smallest tree on which a submission is wrong: how it is searched, and found.

What is smallest is derived by hand, or by a brute force that shares no code with the
search: its trees are nested lists, its alpha-beta the recursion of AIMA's Figure 5.7.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product
from math import comb, inf
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import assume, find, given, settings
from hypothesis import strategies as st

from autograder.assignment.questions import Limits, Question
from autograder.game import MAX, MIN
from autograder.judging.verdicts import Verdict
from autograder.kinds.search import counterexample, trusted
from autograder.kinds.search import words as findings
from autograder.observing.outcome import Returned
from autograder.project import load_module
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import file as treefile
from autograder.trees import small
from autograder.trees.small import (
    dump,
    every_tree,
    random_tree,
    shape_of,
    size_key,
    tree_of_shape,
)
from autograder.trees.tree import GameTree
from tests.small import ROOT

SUBMISSIONS = ROOT / "tests" / "submissions"
FACETS = ("value", "action", "visits")
MINIMAX = Question("minimax", "minimax", "minimax_search", facets=FACETS)
ALPHA_BETA = Question(
    name="alpha_beta",
    module="alpha_beta",
    search="alpha_beta_search",
    arguments=("alpha", "beta"),
    conventions=("equality", "strict"),
    accept=("equality", "strict"),
    facets=FACETS,
)
QUESTIONS = {question.name: question for question in (MINIMAX, ALPHA_BETA)}
WINDOWS = st.sampled_from([(-inf, inf), (-inf, 0), (-1.5, inf), (-(10**6), 3)])
LONG = 60.0  # seconds, of which none of these searches takes more than a few
OVER = -LONG  # then there is no time, however slowly the clock goes under load


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all searches."""
    with Sandbox() as shared:
        yield shared


Search = Callable[..., counterexample.Counterexample | None]


@pytest.fixture
def search(sandbox: Sandbox) -> Iterator[Search]:
    """Searches for a fixture of tests/submissions, or for a source."""
    folder = sandbox.folder / "submission"

    def started(
        given: str, question: Question = MINIMAX, seconds: float = LONG, **bounds: Any
    ) -> counterexample.Counterexample | None:
        shutil.rmtree(folder, ignore_errors=True)
        if "\n" in given:
            folder.mkdir()
            module = folder / f"{question.module}.py"
            module.write_text(dedent(given), encoding="utf-8")
        else:
            shutil.copytree(SUBMISSIONS / given, folder)
        return counterexample.smallest_failing_tree(
            sandbox, folder, question, seconds, **bounds
        )

    yield started
    shutil.rmtree(folder, ignore_errors=True)


def trees(max_nodes: int = 15) -> st.SearchStrategy[GameTree]:
    """Small trees, as hypothesis draws them and shrinks them."""
    numbers = st.one_of(
        st.integers(-3, 3),
        st.integers(-(10**6), 10**6),
        st.integers(-9, 9).map(lambda number: number + 0.5),
    )
    shapes = st.recursive(
        numbers,
        lambda below: st.lists(below, min_size=1, max_size=4).map(tuple),
        max_leaves=max_nodes,
    ).map(lambda shape: shape if isinstance(shape, tuple) else (shape,))
    built = st.builds(tree_of_shape, shapes, st.sampled_from((MAX, MIN)))
    return built.filter(lambda tree: len(tree.nodes) <= max_nodes)


def windowed() -> st.SearchStrategy[GameTree]:
    """Small trees, some of them with a window."""
    return st.builds(
        lambda tree, window: tree_of_shape(shape_of(tree), tree.root.to_move, window),
        trees(),
        WINDOWS,
    )


# The trees


def test_a_tree_is_labelled_as_the_file_of_its_lists() -> None:
    """AIMA's Figure 5.2 as bare lists, and the same tree built from its shape."""
    text = "tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]\n"
    tree = tree_of_shape(((3, 12, 8), (2, 4, 6), (14, 5, 2)))
    assert tree == treefile.parse(text)
    assert dump(tree) == text


@pytest.mark.parametrize(
    "text",
    [
        'players: ["min", "max"]\ntree: [0, [-1, 0.5]]\n',
        "window: [-.inf, 3]\ntree: [[[7]]]\n",
        'players: ["max", "max", "min"]\ntree: [[1, 2], [3]]\n',
    ],
)
def test_a_dump_has_what_is_not_the_default(text: str) -> None:
    """Players, window and numbers stand as they would be written by hand."""
    assert dump(treefile.parse(text)) == text


@given(windowed())
def test_a_dump_reads_back_as_the_same_tree(tree: GameTree) -> None:
    """All that a submission can observe comes back, and from bare lists."""
    text = dump(tree)
    assert treefile.parse(text).fingerprint() == tree.fingerprint()
    assert "A" not in text


def test_a_tree_with_labels_of_its_own_keeps_them() -> None:
    """Bare lists would name its nodes otherwise."""
    tree = treefile.parse("tree: {S: {left: 1, right: {B: 2}}}")
    assert treefile.parse(dump(tree)) == tree


@given(windowed(), windowed())
def test_sizes_order_all_trees(one: GameTree, other: GameTree) -> None:
    """Equal sizes mean equal trees; fewer leaves, or fewer nodes, are less."""
    same = one.fingerprint() == other.fingerprint()
    assert same == (size_key(one) == size_key(other))
    assume(one.window == other.window)
    counts = [
        (sum(node.utility is not None for node in tree.nodes), len(tree.nodes))
        for tree in (one, other)
    ]
    assert counts == sorted(counts) or size_key(other) < size_key(one)


def test_the_strategy_shrinks_to_the_least() -> None:
    """One leaf that is 0, below MAX; and with two leaves that differ, 0 and 1."""

    def differ(tree: GameTree) -> bool:
        utilities = [node.utility for node in tree.nodes if node.utility is not None]
        return len(set(utilities)) > 1

    assert dump(find(trees(), lambda _: True)) == "tree: [0]\n"
    assert dump(find(trees(), differ)) == "tree: [0, 1]\n"


@given(st.data())
def test_the_strategy_keeps_to_its_bound(data: st.DataObject) -> None:
    """No tree has more nodes than asked for, and none is a lone leaf."""
    most = data.draw(st.integers(2, 12))
    tree = data.draw(trees(max_nodes=most))
    assert 2 <= len(tree.nodes) <= most


def test_every_tree_is_there_once_and_in_order() -> None:
    """As many shapes as Narayana's numbers say, either player, all fillings."""

    def narayana(edges: int, leaves: int) -> int:
        return comb(edges, leaves) * comb(edges, leaves - 1) // edges

    numbers = {1: len(small.MANY), 2: 3, 3: 3}
    expected = {
        (leaves, leaves + inner): 2
        * narayana(leaves + inner - 1, leaves)
        * numbers[leaves] ** leaves
        for leaves, most in {1: 3, 2: 4, 3: 4}.items()
        for inner in range(1, most + 1)
    }
    found: dict[tuple[int, int], int] = {}
    keys = []
    for tree in every_tree():
        keys.append(size_key(tree))
        counts = (keys[-1][1], keys[-1][2])
        found[counts] = found.get(counts, 0) + 1
    assert found == expected
    assert all(one < other for one, other in pairwise(keys))


def test_tiny_trees_are_of_every_order_of_value() -> None:
    """Below six nodes all are there; above, of equal orders the one nearest to 0."""
    every = list(every_tree(alone=small.FEW))
    tiny = list(small.tiny_trees())
    assert [tree for tree in every if len(tree.nodes) <= 5] == [
        tree for tree in tiny if len(tree.nodes) <= 5
    ]
    larger = [tree for tree in tiny if len(tree.nodes) > 5]
    orders = {(small.ranks(shape_of(tree)), tree.root.to_move) for tree in larger}
    assert len(orders) == len(larger)
    assert orders == {
        (small.ranks(shape_of(tree)), tree.root.to_move)
        for tree in every
        if len(tree.nodes) > 5
    }
    keys = [size_key(tree) for tree in tiny]
    assert keys == sorted(keys)


@given(st.integers(2, 10**15))
def test_beyond_every_finite_infinity_is_a_leaf_of_like_size(infinity: int) -> None:
    """At most two and a half times as far from 0, on either side, for either player."""
    found = {
        (tree.root.to_move, utility > 0)
        for tree in small.large_leaves()
        if infinity < abs(utility := shape_of(tree)[0]) <= 2.5 * infinity
    }
    assert len(found) == 4


def test_no_large_leaf_is_beyond_what_a_float_holds() -> None:
    """A file could not say it otherwise."""
    for tree in small.large_leaves():
        assert treefile.parse(dump(tree)) == tree


def test_positions_come_again_in_repeating_trees() -> None:
    """Each can be run at home; two of its nodes are one position, with all below it."""
    trees = small.repeating_trees()
    for tree in trees:
        assert treefile.parse(dump(tree)).fingerprint() == tree.fingerprint()
        assert any("#2" in label for label in tree.labels())
    assert dump(trees[0]) == 'tree: {"A": {"B": 0, "B#2": 0}}\n'
    assert any(tree.root.content == (2, 1) for tree in trees), "Nim"


def test_shared_nodes_are_alike() -> None:
    """The same player moves, and all below is the same; here by hand."""
    tree = small.tree_with_shared_positions(tree_of_shape(((0, 1), (0, (1,)), (0, 1))))
    labels = "A B D E C D#2 F G B#2 D#3 E#2"
    assert " ".join(tree.labels()) == labels


@given(trees())
def test_four_leaves_are_fewer_or_as_many_with_a_node_less(tree: GameTree) -> None:
    """So they are smaller, and all utilities of FEW are among them."""
    found = small.trees_cut_to_four_leaves(tree)
    assert all(size_key(other) < size_key(tree) for other in found)
    assert all(len(list(small.utilities_of(shape_of(t)))) == 4 for t in found)
    assert len(found) % 3**4 == 0


@given(windowed())
def test_moves_lead_to_smaller_trees_in_order(tree: GameTree) -> None:
    """So making a tree smaller comes to an end, and the best comes first."""
    keys = [size_key(other) for other in small.smaller(tree)]
    assert all(one < other for one, other in pairwise([*keys, size_key(tree)]))


@given(st.integers(), st.booleans(), st.integers(4, 9))
def test_a_random_tree_is_one_of_a_file(
    seed: int,
    windowed: bool,  # noqa: FBT001
    leaves: int,
) -> None:
    """It reads back as the same tree, and has a window where one is asked for."""
    tree = random_tree(Random(seed), windowed=windowed, most_leaves=leaves)  # noqa: S311
    assert 4 <= sum(not node.children for node in tree.nodes) <= leaves
    assert treefile.parse(dump(tree)).fingerprint() == tree.fingerprint()
    assert windowed == (tree.window != (-inf, inf))


def prunes(tree: GameTree) -> bool:
    """Whether alpha-beta leaves out a node, however it cuts on equality."""
    answers = trusted.compute(tree, (ALPHA_BETA,)).questions["alpha_beta"]
    return all(len(a.visits) < len(tree.nodes) for a in answers.values())


@settings(max_examples=20)
@given(st.integers())
def test_moves_lead_to_the_smallest_tree_from_everywhere(seed: int) -> None:
    """No tree that is cut is a dead end on the way to the smallest that is."""
    chance = Random(seed)  # noqa: S311 - to be repeated, not to be guessed
    tree = next(filter(prunes, iter(lambda: random_tree(chance), None)))
    while smaller := next(filter(prunes, small.smaller(tree)), None):
        tree = smaller
    assert dump(tree) == "tree: [0, [-1, 0]]\n"


# The brute force


class Lists:
    """A game on nested lists, as students are given one; it records the visits."""

    def __init__(self, tree: Any, first: str) -> None:
        self._tree, self._first = tree, first
        self.visited: set[tuple[int, ...]] = set()

    def _at(self, state: tuple[int, ...]) -> Any:
        self.visited.add(state)
        node = self._tree
        for index in state:
            node = node[index]
        return node

    def to_move(self, state: tuple[int, ...]) -> str:
        """The players alternate."""
        self._at(state)
        return self._first if len(state) % 2 == 0 else other(self._first)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        """A number is a leaf."""
        return not isinstance(self._at(state), list)

    def utility(self, state: tuple[int, ...]) -> Any:
        """MAX's payoff."""
        return self._at(state)

    def actions(self, state: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Each action is the state that it leads to."""
        return [(*state, i) for i in range(len(self._at(state)))]

    def result(
        self, state: tuple[int, ...], action: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Where the action leads."""
        self._at(state)
        return action

    def successors(self, state: tuple[int, ...]) -> list[Any]:
        """Actions and states."""
        return [(action, action) for action in self.actions(state)]


def other(player: str) -> str:
    """Who moves next."""
    return "min" if player == "max" else "max"


class AlphaBeta:
    """AIMA's Figure 5.7 on nested lists, which notes the paths that it visits."""

    def __init__(self, *, strict: bool) -> None:
        self._strict = strict
        self.visited: set[tuple[int, ...]] = set()

    def value(
        self,
        tree: Any,
        player: str,
        path: tuple[int, ...] = (),
        alpha: float = -inf,
        beta: float = inf,
    ) -> float:
        """The value within (α, β), or a bound."""
        self.visited.add(path)
        if not isinstance(tree, list):
            return float(tree)
        v = -inf if player == "max" else inf
        for index, child in enumerate(tree):
            w = self.value(child, other(player), (*path, index), alpha, beta)
            if player == "max":
                v, cut = max(v, w), beta
                alpha, beyond = max(alpha, v), v > cut
            else:
                v, cut = min(v, w), alpha
                beta, beyond = min(beta, v), v < cut
            if beyond or (v == cut and not self._strict):
                return v
        return v


def lists(leaves: int, inner: int) -> Iterator[Any]:
    """All trees with so many leaves and inner nodes; None at the leaves."""
    if inner == 0:
        yield from [None] if leaves == 1 else []
        return
    for children in range(1, leaves + 1):
        for leaf_parts in parts(leaves, children, 1):
            for inner_parts in parts(inner - 1, children, 0):
                below = zip(leaf_parts, inner_parts, strict=True)
                yield from map(list, product(*[list(lists(*two)) for two in below]))


def parts(total: int, count: int, least: int) -> Iterator[tuple[int, ...]]:
    """All ways to write the total as so many summands, each so large at least."""
    free = total - least * count + count - 1
    for bars in combinations(range(free), count - 1) if free >= 0 else ():
        ends = (-1, *bars, free)
        yield tuple(right - left - 1 + least for left, right in pairwise(ends))


def filled(tree: Any, numbers: Iterator[int]) -> Any:
    """The tree with numbers at its leaves."""
    if tree is None:
        return next(numbers)
    return [filled(child, numbers) for child in tree]


def is_wrong(module: Any, tree: Any, first: str) -> bool:
    """Whether value, action or visits are those of neither accepted search."""
    game = Lists(tree, first)
    function = module.max_value if first == "max" else module.min_value
    value = function(game, (), -inf, inf)
    accepted = [AlphaBeta(strict=strict) for strict in (False, True)]
    (right,) = {search.value(tree, first) for search in accepted}
    action = module.alpha_beta_search(Lists(tree, first), ())
    best = [(i,) for i, child in enumerate(tree) if exact(child, other(first)) == right]
    visited = [search.visited for search in accepted]
    return value != right or action not in best or game.visited not in visited


def exact(tree: Any, player: str) -> float:
    """The value of a subtree, for which no window is given."""
    return AlphaBeta(strict=False).value(tree, player)


@pytest.mark.parametrize(
    "submission, text",
    [
        ("alpha_beta_no_pruning", [0, [-1, 0]]),
        ("alpha_beta_last_tie_is_action", [0, [0, -1]]),
        ("alpha_beta_swapped_bounds", [[0, -1]]),
    ],
)
def test_no_smaller_tree_shows_the_mistake(
    search: Search, submission: str, text: Any
) -> None:
    """By brute force: it is wrong on that tree, and on none with fewer nodes.

    Swapped bounds are wrong on [[0, 0]], too, of as many nodes, but not in value.
    """
    module = load_module(SUBMISSIONS / submission / "alpha_beta.py")
    found = search(submission, ALPHA_BETA)
    assert found is not None
    assert dump(found.tree) == f"tree: {json.dumps(text)}\n"
    assert is_wrong(module, text, "max")
    leaves, nodes = size_key(found.tree)[1:3]
    for fewer in range(1, leaves + 1):
        for inner in range(1, 5 if fewer < leaves else nodes - leaves):
            for tree in lists(fewer, inner):
                for numbers in product(range(-1, 2), repeat=fewer):
                    made = filled(tree, iter(numbers))
                    assert not is_wrong(module, made, "max")
                    assert not is_wrong(module, made, "min")


# The search

RIGHT = """
    def minimax_search(game, state):
        best = max if game.to_move(state) == "max" else min
        return best(game.successors(state), key=lambda pair: value(game, pair[1]))[0]

    def value(game, state):
        if game.to_move(state) == "max":
            return max_value(game, state)
        return min_value(game, state)

    def max_value(game, state):
        if game.is_terminal(state):
            return game.utility(state)
        return max(value(game, child) for _, child in game.successors(state))

    def min_value(game, state):
        if game.is_terminal(state):
            return game.utility(state)
        return min(value(game, child) for _, child in game.successors(state))
"""
UTILITY = "return game.utility(state)"
CHILDREN = "for _, child in game.successors(state)"


@pytest.mark.parametrize(
    "submission, question, tree, verdict",
    [
        ("minimax_initial_zero", "minimax", "[-1]", Verdict.WRONG_VALUE),
        ("minimax_value_for_action", "minimax", "[0]", Verdict.WRONG_TYPE),
        ("alpha_beta_finite_window", "alpha_beta", "[-200]", Verdict.WRONG_VALUE),
    ],
)
def test_a_lone_leaf_can_be_enough(
    search: Search, submission: str, question: str, tree: str, verdict: Verdict
) -> None:
    """A wrong start at 0 shows below it; one at -100 where no value is above it."""
    found = search(submission, QUESTIONS[question])
    assert found is not None
    assert dump(found.tree) == f"tree: {tree}\n"
    assert found.result.verdict is verdict
    assert found.result.case.tree == found.tree


def test_a_mistake_that_no_tiny_tree_shows_is_found_and_made_small(
    search: Search,
) -> None:
    """Who never looks at a fourth child is wrong where the fourth decides."""
    found = search(RIGHT.replace(CHILDREN, f"{CHILDREN}[:3]"))
    assert found is not None
    assert dump(found.tree) == "tree: [0, 0, 0, 1]\n"
    assert found.result.verdict is Verdict.WRONG_VALUE


def test_the_fault_is_shown_and_not_what_stands_for_infinity(search: Search) -> None:
    """MAX starts from -10 and returns its first child: the latter shows first."""
    loop = """
        v = -10
        for _, child in game.successors(state):
            v = max(v, value(game, child))
            return v
    """
    largest = "return max(value(game, child) for _, child in game.successors(state))"
    found = search(RIGHT.replace(largest, loop.strip()))
    assert found is not None
    assert dump(found.tree) == "tree: [0, 1]\n"


def test_a_wrong_value_is_told_where_one_is_as_small(search: Search) -> None:
    """Who returns the first child's value has wrong visits on [0, 0] already."""
    facets = (*FACETS, "max_value", "min_value")
    found = search("minimax_return_inside_loop", replace(MINIMAX, facets=facets))
    assert found is not None
    assert dump(found.tree) == "tree: [0, 1]\n"
    check = findings.most_telling_check(found.result)
    assert check is not None
    assert (check.node.label, check.exact) == ("A", 1)
    assert check.children == (("B", 0), ("C", 1))
    assert check.observation.outcome == Returned("number", 0)
    assert found.result.points == 0


TABLE = """
    import functools
    from math import inf

    def keeping(function):
        table = {}

        @functools.wraps(function)
        def kept(game, state, alpha, beta):
            if state not in table:
                table[state] = function(game, state, alpha, beta)
            return table[state]

        return kept

    def alpha_beta_search(game, state):
        sign = 1 if game.to_move(state) == "max" else -1
        best = lambda pair: sign * value(game, pair[1], -inf, inf)
        return max(game.successors(state), key=best)[0]

    def value(game, state, alpha, beta):
        if game.to_move(state) == "max":
            return max_value(game, state, alpha, beta)
        return min_value(game, state, alpha, beta)

    @keeping
    def max_value(game, state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state)
        v = -inf
        for _, child in game.successors(state):
            v = max(v, value(game, child, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    @keeping
    def min_value(game, state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state)
        v = inf
        for _, child in game.successors(state):
            v = min(v, value(game, child, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v
"""


def test_a_bound_kept_as_a_value_is_shown_where_its_position_comes_again(
    search: Search,
) -> None:
    """A cut leaves a bound in the table, and later the value would be needed."""
    found = search(TABLE, ALPHA_BETA, repeating=True)
    assert found is not None
    below = '{"D": 0, "E": {"F": 0, "G": 1}}, "C": {"E#2": {"F#2": 0, "G#2": 1}}'
    assert dump(found.tree) == f'tree: {{"A": {{"B": {below}}}}}\n'
    assert found.result.verdict is Verdict.WRONG_VALUE
    assert found.tried < 1000


def test_a_tree_is_judged_by_every_accepted_way(search: Search) -> None:
    """Strict at MAX alone is accepted with both; with one of them, no longer."""
    mixed = "alpha_beta_strict_at_max_alone"
    assert search(mixed, ALPHA_BETA, seconds=0.3) is None
    found = search(mixed, replace(ALPHA_BETA, accept=("equality",)))
    assert found is not None
    assert found.result.verdict is Verdict.WRONG_VISITS


def largest(trees: Sequence[GameTree]) -> float:
    """The largest utility, or end of a window, of all trees; on either side of 0."""
    utilities = (u for tree in trees for node in tree.nodes for u in node.payoffs())
    ends = (end for tree in trees for end in tree.window if abs(end) < inf)
    return max(map(abs, (*utilities, *ends)))


def test_large_numbers_come_last() -> None:
    """Behind them there is no series of small ones, nor one where positions repeat."""
    sizes = [largest(trees) for _, trees in counterexample.looks_and_trees(ALPHA_BETA)]
    small_ones = [size <= 3 for size in sizes]
    assert small_ones == sorted(small_ones, reverse=True)
    assert sizes[0] == 1
    assert sizes[-1] > 10**6


def test_repeating_positions_stand_first_where_they_are_asked_for() -> None:
    """For who keeps a table; all others come to them behind the other small trees."""

    def places(*, repeating: bool) -> list[int]:
        series = counterexample.looks_and_trees(MINIMAX, repeating=repeating)
        firsts = [trees[0].labels() for _, trees in series]
        return [place for place, labels in enumerate(firsts) if "B#2" in labels]

    assert places(repeating=True) == [0]
    assert places(repeating=False) == [3]


@pytest.mark.parametrize(
    "question, expected",
    [(MINIMAX, False), (ALPHA_BETA, True), (replace(ALPHA_BETA, order="any"), False)],
)
def test_windows_are_for_what_prunes_in_the_order_of_the_tree(
    question: Question,
    expected: bool,  # noqa: FBT001
) -> None:
    """Beyond a window another order comes to another bound, and is right."""
    series = counterexample.looks_and_trees(question)
    windows = {tree.window for _, trees in series for tree in trees}
    assert (len(windows) > 1) == expected


def test_a_search_finds_the_same_again(search: Search) -> None:
    """The tree, and the way to it."""
    first, second = (search("alpha_beta_swapped_bounds", ALPHA_BETA) for _ in "12")
    assert first is not None
    assert second is not None
    assert (first.tree, first.tried) == (second.tree, second.tried)


def test_nothing_is_found_where_all_is_right(search: Search) -> None:
    """Nor is anything where what is wrong earns no points."""
    assert search(RIGHT, seconds=0.3) is None
    one_child = RIGHT.replace(CHILDREN, f"{CHILDREN}[:1]")
    assert search(one_child) is not None
    assert search(one_child, replace(MINIMAX, facets=())) is None


def test_no_module_no_counterexample(search: Search) -> None:
    """A submission without the module is not searched at all."""
    assert search("alpha_beta_no_pruning", MINIMAX) is None


def test_what_only_trees_before_provoke_is_no_counterexample(search: Search) -> None:
    """In grading each tree has a worker of its own, where this is right."""
    count = "_calls.append(1); assert len(_calls) < 60; return game.utility(state)"
    kept = "    _calls = []\n" + RIGHT.replace(UTILITY, count)
    assert search(kept, seconds=0.3) is None


def test_who_prints_is_not_stopped_by_what_many_trees_print(search: Search) -> None:
    """Each worker may print 256 KiB, which these trees have used up before [0, 1]."""
    printing = RIGHT.replace(UTILITY, f"print('.' * 5000); {UTILITY}")
    found = search(printing.replace("return max(", "return min("))
    assert found is not None
    assert dump(found.tree) == "tree: [0, 1]\n"


def test_a_tree_that_ends_the_process_is_found_among_others(search: Search) -> None:
    """Those that shared its worker are not to blame."""
    ends = "game.utility(state) == -1 and __import__('os')._exit(0)"
    found = search(RIGHT.replace(UTILITY, f"{ends}; {UTILITY}"))
    assert found is not None
    assert dump(found.tree) == "tree: [-1]\n"
    assert found.result.verdict is Verdict.EXITED


def test_a_loop_without_end_is_found_at_once(search: Search) -> None:
    """The very first tree shows it, and it costs two workers their time."""
    question = replace(MINIMAX, limits=Limits(seconds=0.3))
    found = search("endless_loop", question)
    assert found is not None
    assert (dump(found.tree), found.tried) == ("tree: [0]\n", 1)
    assert found.result.verdict is Verdict.TIMED_OUT


def test_a_loop_that_there_is_no_time_to_wait_for_is_not_told(search: Search) -> None:
    """Ended in haste after 0.5 s; its own limit of 2 s is beyond what is left."""
    assert search("endless_loop", seconds=1.0) is None


def test_a_search_without_time_looks_at_one_tree(search: Search) -> None:
    """Who is wrong everywhere is told so; who is wrong elsewhere is not."""
    found = search("minimax_value_for_action", seconds=OVER)
    assert found is not None
    assert found.tried == 1
    assert search("minimax_initial_zero", seconds=OVER) is None


def test_a_search_ends_by_its_steps_and_says_that_trees_were_left(
    search: Search, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted steps are the same on any machine: so is what was found by then."""
    wide = RIGHT.replace("return max(", "return (len(game.actions(state)) > 3) + max(")
    whole = search(wide)
    assert whole is not None
    assert (dump(whole.tree), whole.cut) == ("tree: [0, 0, 0, 0]\n", False)
    monkeypatch.setattr(counterexample, "STEPS", 290_000)  # while it is made smaller
    one, other = search(wide), search(wide)
    assert one is not None
    assert other is not None
    assert (one.tree, one.tried, one.cut) == (other.tree, other.tried, True)
    assert one.tried < whole.tried


def test_a_grader_that_fails_finds_nothing(tmp_path: Path) -> None:
    """A sandbox that is closed starts no worker; that must stop no grading."""
    module = SUBMISSIONS / "minimax_initial_zero" / "minimax.py"
    shutil.copy(module, tmp_path)
    with Sandbox() as closed:
        pass
    assert counterexample.smallest_failing_tree(closed, tmp_path, MINIMAX, LONG) is None


def test_no_search_without_the_reference(tmp_path: Path) -> None:
    """A student's project has none; there, too, the module can be imported."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "autograder", tmp_path / "autograder", ignore=ignored)
    (tmp_path / "reference" / "games").mkdir(parents=True)  # of a large rule game
    program = """
        import sys
        from autograder.assignment.questions import Question
        from autograder.kinds.search import counterexample
        assert not {"hypothesis", "autograder.kinds.search.trusted"} & set(sys.modules)
        question = Question("minimax", "minimax", "search")
        print(counterexample.can_compute_answers(question))
    """
    for folder, available in ((tmp_path, "False"), (ROOT, "True")):
        done = subprocess.run(
            [sys.executable, "-c", dedent(program)],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == available
