"""A table changes no value: alpha-beta with one, against minimax by its definition.

The trees are laid out here, of few subtrees each of which is hung up in many places, so
that positions come again. What must be visited is found by a search of the test's own,
which holds for each position the least and the most that it can be worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from math import inf
from random import Random
from types import ModuleType
from typing import TypeAlias

from autograder.project import load_module
from tests.small import ROOT

REFERENCE = ROOT / "reference"
OWN = load_module(REFERENCE / "transpositions.py")
CONVENTIONS = {
    name: load_module(REFERENCE / "conventions" / f"{name}.py")
    for name in (
        *("exact_only", "bounds_apart", "narrowing", "narrowing_inside"),
        *("both_bounds", "table_fail_hard", "both_bounds_fail_hard"),
        "table_root_separate",
    )
}
TREES = 1000
MOST_NODES = 400

Tree: TypeAlias = "int | tuple[Tree, ...]"
Window: TypeAlias = tuple[float, float]
ALWAYS: Window = (-inf, inf)


@dataclass(frozen=True)
class State:
    """A position: whose move it is, and all that lies below."""

    tree: Tree
    player: str
    place: int = field(compare=False)


class Game:
    """A tree as a game; `visits` are the places that were asked about, in order."""

    def __init__(self) -> None:
        self.visits: dict[int, None] = {}
        self._places = 0
        self._below: dict[int, tuple[State, ...]] = {}

    def state(self, tree: Tree, player: str) -> State:
        """A state at a place of its own."""
        self._places += 1
        return State(tree, player, self._places)

    def to_move(self, state: State) -> str:
        """Whose turn it is."""
        self.visits.setdefault(state.place)
        return state.player

    def is_terminal(self, state: State) -> bool:
        """Whether it is a leaf."""
        self.visits.setdefault(state.place)
        return not isinstance(state.tree, tuple)

    def utility(self, state: State, player: str = "max") -> int:
        """What the leaf is worth."""
        assert not isinstance(state.tree, tuple)
        return state.tree if player == "max" else -state.tree

    def successors(self, state: State) -> tuple[tuple[int, State], ...]:
        """Each action, which is a number, with its state."""
        self.visits.setdefault(state.place)
        assert isinstance(state.tree, tuple)
        if state.place not in self._below:
            other = "min" if state.player == "max" else "max"
            below = tuple(self.state(each, other) for each in state.tree)
            self._below[state.place] = below
        return tuple(enumerate(self._below[state.place]))


def drawn(chance: Random) -> Tree:
    """A tree in which few different subtrees stand, of up to seven plies."""
    pool: list[Tree] = [chance.randint(-4, 4) for _ in range(5)]
    trees: list[Tree] = pool
    for _ in range(chance.randint(2, 6)):
        trees = [
            tuple(chance.choice(pool[-6:]) for _ in range(chance.randint(1, 3)))
            for _ in range(2)
        ]
        pool = [*pool, *trees]
    return tuple(chance.choice(pool[-5:]) for _ in range(chance.randint(1, 3)))


def size(tree: Tree) -> int:
    """How many nodes it has."""
    return 1 + sum(map(size, tree)) if isinstance(tree, tuple) else 1


def cases() -> Iterator[tuple[Tree, str, Window]]:
    """Trees, who begins, and a window."""
    chance = Random(31)  # noqa: S311 - to be repeated, not to be guessed
    every = (drawn(chance) for _ in count())
    trees = (tree for tree in every if size(tree) <= MOST_NODES)
    for tree in islice(trees, TREES):
        alpha, beta = sorted(chance.sample(range(-5, 6), 2))
        window = chance.choice((ALWAYS, (alpha, beta), (alpha, inf), (-inf, beta)))
        first = chance.choice(("max", "min"))
        yield tree, first, window


def minimax(tree: Tree, player: str) -> int:
    """The value, by its definition."""
    if not isinstance(tree, tuple):
        return tree
    best, other = (max, "min") if player == "max" else (min, "max")
    return best(minimax(each, other) for each in tree)


def searched(
    module: ModuleType, tree: Tree, player: str, window: Window = ALWAYS
) -> tuple[float, list[int]]:
    """What a module's function returns at the root, and the places it visits."""
    game = Game()
    function = module.max_value if player == "max" else module.min_value
    value: float = function(game, game.state(tree, player), *window, {})
    return value, list(game.visits)


def needed(tree: Tree, player: str, window: Window) -> tuple[float, list[int]]:
    """The value, or a bound, and what a search visits that keeps the last of each.

    For each position a pair: the least and the most that it is worth, as it was told
    by the last search of it.
    """
    game, limits = Game(), dict[State, Window]()

    def search(state: State, alpha: float, beta: float) -> float:
        least, most = limits.get(state, ALWAYS)
        for end, is_enough in ((least, least >= beta), (most, most <= alpha)):
            if is_enough or least == most:
                return end
        if game.is_terminal(state):
            return game.utility(state)
        sign = 1 if state.player == "max" else -1
        low, high = (alpha, beta) if sign == 1 else (-beta, -alpha)
        best = -inf  # for whoever moves, as are low and high
        for _, child in game.successors(state):
            window = (max(low, best), high)[::sign]
            best = max(best, sign * search(child, *(sign * end for end in window)))
            if best >= high:
                break
        value = sign * best
        limits[state] = (
            value if value > alpha else -inf,
            value if value < beta else inf,
        )
        return value

    return search(game.state(tree, player), *window), list(game.visits)


def is_true(value: float, exact: int, window: Window) -> bool:
    """Whether a value is the exact one, or a bound beyond the window."""
    alpha, beta = window
    return value == exact or exact <= value <= alpha or beta <= value <= exact


def test_on_random_trees_each_returns_what_minimax_does() -> None:
    """In a narrower window it may be a bound, which must be true."""
    for tree, first, window in cases():
        exact = minimax(tree, first)
        for name, module in {"bounds": OWN, **CONVENTIONS}.items():
            assert searched(module, tree, first)[0] == exact, (name, tree)
            value, _ = searched(module, tree, first, window)
            assert is_true(value, exact, window), (name, tree, window)


def test_the_reference_visits_what_must_be_visited() -> None:
    """A search of the test's own says what that is."""
    for tree, first, window in cases():
        expected = needed(tree, first, window)
        assert searched(OWN, tree, first, window) == expected, tree


def test_the_search_function_takes_the_first_best_action() -> None:
    """A value that only equals the best so far may be a bound."""
    for tree, first, _ in cases():
        assert isinstance(tree, tuple)
        other = "min" if first == "max" else "max"
        worths = [minimax(each, other) for each in tree]
        best = worths.index((max if first == "max" else min)(worths))
        for name, module in {"bounds": OWN, **CONVENTIONS}.items():
            game = Game()
            chosen = module.transpositions_search(game, game.state(tree, first))
            assert chosen == best, (name, tree)


def test_on_many_of_these_trees_the_table_saves_visits() -> None:
    """Else the tests above would say nothing of tables."""
    saved, fewer = 0, 0
    for tree, first, window in cases():
        visits = {
            name: len(searched(module, tree, first, window)[1])
            for name, module in {"bounds": OWN, **CONVENTIONS}.items()
        }
        saved += visits["bounds"] < _plain(tree, first, window)
        fewer += visits["bounds"] < visits["exact_only"]
    assert saved > TREES / 4
    assert fewer > TREES / 20


def test_a_bound_that_narrows_saves_a_leaf() -> None:
    """What is worth 4 at most is settled by its first leaf, if that is a 4."""
    tree: Tree = ((11, ((4, 2), 9)), (((4, 2), 7), 6))
    narrowing = searched(CONVENTIONS["narrowing"], tree, "min")
    own = searched(OWN, tree, "min")
    assert (own[0], narrowing[0]) == (6, 6)
    assert len(own[1]) - len(narrowing[1]) == 1


def _plain(tree: Tree, player: str, window: Window) -> int:
    """How many places alpha-beta visits that keeps nothing."""
    plain = load_module(REFERENCE / "alpha_beta.py")
    game = Game()
    function = plain.max_value if player == "max" else plain.min_value
    function(game, game.state(tree, player), *window)
    return len(game.visits)
