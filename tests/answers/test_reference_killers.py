"""Killers change no value: alpha-beta with them, against minimax by its definition.

The trees are laid out here, and their moves have few names, so that a killer is now
legal and now not. What must be visited is found by a search of the test's own, which
keeps of each ply all actions that ever cut there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import inf
from random import Random
from types import ModuleType
from typing import TypeAlias

from autograder.project import load_module
from tests.small import ROOT

REFERENCE = ROOT / "reference"
OWN = load_module(REFERENCE / "killers.py")
TWO = load_module(REFERENCE / "conventions" / "two_killers.py")
NAMES = "abcd"
TREES = 1000
PLIES = 4
LEAF = 0.15  # the chance that a node above the last ply is one

Tree: TypeAlias = "int | dict[str, Tree]"
Window: TypeAlias = tuple[float, float]
ALWAYS: Window = (-inf, inf)


@dataclass(frozen=True)
class State:
    """The actions that lead to a state, and whose move it is."""

    path: str
    player: str


class Game:
    """A tree as a game; `visits` are the paths that were asked about, in order."""

    def __init__(self, tree: Tree, first: str) -> None:
        self.root = State("", first)
        self.visits: dict[str, None] = {}
        self._tree = tree

    def _at(self, state: State) -> Tree:
        self.visits.setdefault(state.path)
        tree = self._tree
        for action in state.path:
            assert isinstance(tree, dict)
            tree = tree[action]
        return tree

    def to_move(self, state: State) -> str:
        """Whose turn it is."""
        self._at(state)
        return state.player

    def is_terminal(self, state: State) -> bool:
        """Whether it is a leaf."""
        return not isinstance(self._at(state), dict)

    def utility(self, state: State) -> int:
        """What the leaf is worth to MAX."""
        tree = self._at(state)
        assert not isinstance(tree, dict)
        return tree

    def actions(self, state: State) -> tuple[str, ...]:
        """The legal actions."""
        tree = self._at(state)
        assert isinstance(tree, dict)
        return tuple(tree)

    def result(self, state: State, action: str) -> State:
        """The state that a legal action leads to."""
        assert action in self.actions(state)
        other = "min" if state.player == "max" else "max"
        return State(state.path + action, other)

    def successors(self, state: State) -> tuple[tuple[str, State], ...]:
        """Each action with its state."""
        return tuple((each, self.result(state, each)) for each in self.actions(state))


def drawn(chance: Random, plies: int) -> Tree:
    """A tree of so many plies at most, each node with actions of a few names."""
    if not plies or (plies < PLIES and chance.random() < LEAF):
        return chance.randint(-6, 6)
    names = chance.sample(NAMES, chance.randint(1, len(NAMES)))
    return {name: drawn(chance, plies - 1) for name in names}


@cache
def cases() -> tuple[tuple[Tree, str, Window], ...]:
    """Trees, who begins, and a window."""
    chance = Random(1977)  # noqa: S311 - to be repeated, not to be guessed
    return tuple(_drawn_cases(chance))


def _drawn_cases(chance: Random) -> Iterator[tuple[Tree, str, Window]]:
    for _ in range(TREES):
        tree = drawn(chance, PLIES)
        alpha, beta = sorted(chance.sample(range(-7, 8), 2))
        window = chance.choice((ALWAYS, (alpha, beta), (alpha, inf), (-inf, beta)))
        yield tree, chance.choice(("max", "min")), window


def minimax(tree: Tree, player: str) -> int:
    """The value, by its definition."""
    if not isinstance(tree, dict):
        return tree
    best, other = (max, "min") if player == "max" else (min, "max")
    return best(minimax(each, other) for each in tree.values())


def searched(
    module: ModuleType, tree: Tree, first: str, window: Window = ALWAYS, *more: object
) -> tuple[float, list[str]]:
    """What a module's function returns at the root, and the paths it visits."""
    game = Game(tree, first)
    function = module.max_value if first == "max" else module.min_value
    value: float = function(game, game.root, *window, *more)
    return value, list(game.visits)


def needed(
    tree: Tree, first: str, window: Window, most: int
) -> tuple[float, list[str]]:
    """The value, or a bound, and what a search visits with so many killers a ply.

    Of each ply it has all cuts, in their order; the killers are the last that differ.
    """
    cuts: dict[int, list[str]] = defaultdict(list)
    visits: list[str] = []

    def search(tree: Tree, sign: int, path: str, low: float, high: float) -> float:
        """What it is worth to whoever moves, in a window as that player sees it."""
        visits.append(path)
        if not isinstance(tree, dict):
            return sign * tree
        killers = list(dict.fromkeys(reversed(cuts[len(path)])))[:most]
        rank = {killer: place for place, killer in enumerate(killers)}
        best = -inf
        for action in sorted(tree, key=lambda each: rank.get(each, most)):
            window = -high, -max(low, best)
            best = max(best, -search(tree[action], -sign, path + action, *window))
            if best >= high:
                cuts[len(path)].append(action)
                break
        return best

    sign = 1 if first == "max" else -1
    ends = window if sign == 1 else (-window[1], -window[0])
    return sign * search(tree, sign, "", *ends), visits


def is_true(value: float, exact: int, window: Window) -> bool:
    """Whether a value is the exact one, or a bound beyond the window."""
    alpha, beta = window
    return value == exact or exact <= value <= alpha or beta <= value <= exact


def test_on_random_trees_each_returns_what_alpha_beta_does() -> None:
    """In a narrower window it may be another bound, which must be true."""
    plain = load_module(REFERENCE / "alpha_beta.py")
    for tree, first, window in cases():
        exact = minimax(tree, first)
        assert searched(plain, tree, first)[0] == exact
        for name, module in (("one", OWN), ("two", TWO)):
            assert searched(module, tree, first, ALWAYS, 0, {})[0] == exact, name
            value, _ = searched(module, tree, first, window, 0, {})
            assert is_true(value, exact, window), (name, tree, window)


def test_the_reference_visits_what_must_be_visited() -> None:
    """A search of the test's own says what that is, and in which order."""
    for tree, first, window in cases():
        expected = needed(tree, first, window, 1)
        assert searched(OWN, tree, first, window, 0, {}) == expected, tree


def test_two_killers_visit_what_must_be_visited() -> None:
    """The two last that differ: a cut by the older one makes it the newer."""
    for tree, first, window in cases():
        expected = needed(tree, first, window, 2)
        assert searched(TWO, tree, first, window, 0, {}) == expected, tree


def test_the_search_function_takes_the_first_best_action() -> None:
    """A value that only equals the best so far may be a bound."""
    for tree, first, _ in cases():
        assert isinstance(tree, dict)
        other = "min" if first == "max" else "max"
        worths = {action: minimax(each, other) for action, each in tree.items()}
        best = (max if first == "max" else min)(worths, key=worths.__getitem__)
        for name, module in (("one", OWN), ("two", TWO)):
            game = Game(tree, first)
            assert module.killers_search(game, game.root) == best, (name, tree)


def test_killers_change_what_is_visited_on_many_of_these_trees() -> None:
    """Else the tests above would say little; by chance they cost as often as save."""
    different = sum(_saved(tree, first) != 0 for tree, first, _ in cases())
    assert different > TREES / 4


def test_killers_save_visits_where_an_action_is_worth_the_same_everywhere() -> None:
    """What the heuristic hopes for: each leaf is worth what the actions to it are."""
    chance = Random(1977)  # noqa: S311 - to be repeated, not to be guessed
    saved = []
    for _ in range(100):
        worth = {
            (ply, name): chance.randint(-9, 9) for ply in range(4) for name in NAMES
        }
        tree = _summed(chance, worth, 0, 0)
        saved.append(_saved(tree, chance.choice(("max", "min"))))
    assert sum(saved) > 0
    assert sum(each > 0 for each in saved) > 2 * sum(each < 0 for each in saved)


def _saved(tree: Tree, first: str) -> int:
    """How many visits alpha-beta without killers makes more."""
    plain = load_module(REFERENCE / "alpha_beta.py")
    visits = len(searched(plain, tree, first)[1])
    return visits - len(searched(OWN, tree, first, ALWAYS, 0, {})[1])


def _summed(
    chance: Random, worth: dict[tuple[int, str], int], ply: int, total: int
) -> Tree:
    """A tree of four plies, three actions a node; a leaf is worth what led to it."""
    if ply == PLIES:
        return total
    return {
        name: _summed(chance, worth, ply + 1, total + worth[ply, name])
        for name in chance.sample(NAMES, 3)
    }
