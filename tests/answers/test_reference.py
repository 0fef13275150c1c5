"""The reference and the conventions, against a search that knows no cuts.

A tree is written as nested lists, a leaf as its utility. A state is its path from the
root, an action the index of a successor.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.project import load_module
from tests import plainyaml
from tests.cases import for_each
from tests.small import ROOT

REFERENCE = ROOT / "reference"

Tree: TypeAlias = int | float | list["Tree"]
Path_: TypeAlias = tuple[int, ...]
Window: TypeAlias = tuple[float, float]

FULL: Window = (-inf, inf)
ALTERNATING = ("max", "min")
OPPONENT = {"max": "min", "min": "max"}

MINIMAX = load_module(REFERENCE / "minimax.py")
CONVENTIONS = {
    "equality": load_module(REFERENCE / "alpha_beta.py"),
    **{
        name: load_module(REFERENCE / "conventions" / f"{name}.py")
        for name in (
            *("strict", "fail_hard"),
            *("root_separate", "root_strict", "root_value_first"),
        )
    },
}
EXACT_TIES = ("strict", "root_separate", "root_strict")
ONE_WINDOW = ("equality", "strict", "fail_hard")

leaves = st.integers(-4, 4)
subtrees = st.recursive(
    leaves, lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=14
)
trees = st.lists(subtrees, min_size=1, max_size=4)
orders = st.sampled_from(
    [
        ALTERNATING,
        ("min", "max"),
        ("max", "max", "min"),
        ("max", "min", "min"),
        ("min", "max", "max", "max"),
    ]
)
bounds = st.sampled_from([-inf, *range(-5, 6), inf])
windows = st.tuples(bounds, bounds).filter(lambda window: window[0] < window[1])
conventions = pytest.mark.parametrize("convention", CONVENTIONS)


class Game:
    """A nested list as a game; `visits` are the states, in the order first asked of."""

    def __init__(self, tree: Tree, players: tuple[str, ...] = ALTERNATING) -> None:
        self.tree = tree
        self.players = players
        self.visits: dict[Path_, None] = {}
        self._at: dict[Path_, Tree] = {(): tree}  # what stands where, once handed out

    def to_move(self, state: Path_) -> str:
        """Whose turn it is, by the depth."""
        self.visits.setdefault(state)
        return self.players[len(state) % len(self.players)]

    def successors(self, state: Path_) -> tuple[tuple[int, Path_], ...]:
        """Each action with the path that it leads to."""
        self.visits.setdefault(state)
        below = self._at[state]
        if not isinstance(below, list):
            return ()
        self._at.update({(*state, a): tree for a, tree in enumerate(below)})
        return tuple([(action, (*state, action)) for action in range(len(below))])

    def is_terminal(self, state: Path_) -> bool:
        """Whether a leaf stands here."""
        return not self.successors(state)

    def utility(self, state: Path_) -> Tree:
        """The leaf itself."""
        self.visits.setdefault(state)
        return self._at[state]


def exact(tree: Tree, players: tuple[str, ...], depth: int = 0) -> float:
    """The minimax value, by the definition and without a search of ours."""
    if not isinstance(tree, list):
        return tree
    values = [exact(below, players, depth + 1) for below in tree]
    return max(values) if players[depth % len(players)] == "max" else min(values)


def preorder(tree: Tree, path: Path_ = ()) -> Iterator[Path_]:
    """Every node, depth first."""
    yield path
    if isinstance(tree, list):
        for action, below in enumerate(tree):
            yield from preorder(below, (*path, action))


def window_at(
    tree: Tree, path: Path_, players: tuple[str, ...], window: Window
) -> Window:
    """The bounds at a node: the exact values of the elder siblings along its path."""
    alpha, beta = window
    for depth, action in enumerate(path):
        assert isinstance(tree, list)
        elder = [exact(below, players, depth + 1) for below in tree[:action]]
        if players[depth % len(players)] == "max":
            alpha = max([alpha, *elder])
        else:
            beta = min([beta, *elder])
        tree = tree[action]
    return alpha, beta


def first_best(tree: Tree, players: tuple[str, ...]) -> int:
    """The action that minimax chooses among the children of the root."""
    assert isinstance(tree, list)
    values = [exact(below, players, 1) for below in tree]
    return values.index(exact(tree, players))


def search(
    module: ModuleType,
    tree: Tree,
    players: tuple[str, ...] = ALTERNATING,
    window: Window = FULL,
) -> tuple[float, list[Path_]]:
    """The value that a module finds at the root, and its visits."""
    game = Game(tree, players)
    function = module.max_value if players[0] == "max" else module.min_value
    value = function(game, (), *(() if module is MINIMAX else window))
    return value, list(game.visits)


def choose(
    module: ModuleType, tree: Tree, players: tuple[str, ...] = ALTERNATING
) -> tuple[int | None, list[Path_]]:
    """The action that a module chooses, and the visits that this takes."""
    game = Game(tree, players)
    name = "minimax_search" if module is MINIMAX else "alpha_beta_search"
    return getattr(module, name)(game, ()), list(game.visits)


def negated(tree: Tree) -> Tree:
    """The same tree with every utility negated."""
    return [negated(below) for below in tree] if isinstance(tree, list) else -tree


def clamp(value: float, window: Window) -> float:
    """The number of the window that is nearest to the value."""
    return max(window[0], min(value, window[1]))


@given(trees, orders)
def test_minimax_visits_every_node_depth_first(
    tree: Tree, players: tuple[str, ...]
) -> None:
    """The value is that of the definition; nothing is left out or looked at early."""
    value, visits = search(MINIMAX, tree, players)
    assert exact(tree, players) == value
    assert list(preorder(tree)) == visits


@given(trees, orders)
def test_minimax_chooses_the_first_best_action(
    tree: Tree, players: tuple[str, ...]
) -> None:
    """Among equals the first, for MAX and for MIN at the root."""
    action, visits = choose(MINIMAX, tree, players)
    assert first_best(tree, players) == action
    assert list(preorder(tree)) == visits


@conventions
@given(tree=trees, players=orders)
def test_alpha_beta_is_minimax_at_the_root(
    convention: str, tree: Tree, players: tuple[str, ...]
) -> None:
    """Cuts never change the value of the root."""
    value, _ = search(CONVENTIONS[convention], tree, players)
    assert exact(tree, players) == value


@conventions
@given(tree=trees, players=orders)
def test_alpha_beta_chooses_the_first_best_action(
    convention: str, tree: Tree, players: tuple[str, ...]
) -> None:
    """A bound that ties with the best value never wins the choice."""
    action, _ = choose(CONVENTIONS[convention], tree, players)
    assert first_best(tree, players) == action


@conventions
@given(tree=trees, players=orders, window=windows)
def test_a_node_is_visited_exactly_if_its_window_is_open(
    convention: str, tree: Tree, players: tuple[str, ...], window: Window
) -> None:
    """α < β, or α ≤ β for strict cuts, given the exact values of the elder siblings.

    The nodes stand in depth-first order, so the visits are an ordered subsequence of
    minimax's.
    """
    bounds_at = {
        path: window_at(tree, path, players, window) for path in preorder(tree)
    }
    expected = [
        path
        for path, (alpha, beta) in bounds_at.items()
        if alpha < beta or (convention == "strict" and alpha == beta)
    ]
    assert expected == search(CONVENTIONS[convention], tree, players, window)[1]


@conventions
@given(tree=trees, players=orders, window=windows)
def test_swapping_the_players_negates_the_value(
    convention: str, tree: Tree, players: tuple[str, ...], window: Window
) -> None:
    """The mirror image of a game is searched through the same nodes."""
    alpha, beta = window
    mirrored = tuple(OPPONENT[player] for player in players)
    module = CONVENTIONS[convention]
    value, visits = search(module, tree, players, window)
    mirror = search(module, negated(tree), mirrored, (-beta, -alpha))
    assert (-value, visits) == mirror


@given(trees, orders, windows)
def test_fail_hard_is_fail_soft_clamped_to_the_window(
    tree: Tree, players: tuple[str, ...], window: Window
) -> None:
    """The same visits in the same order, and a value that never leaves the window."""
    value, visits = search(CONVENTIONS["equality"], tree, players, window)
    expected = clamp(value, window), visits
    assert expected == search(CONVENTIONS["fail_hard"], tree, players, window)


@conventions
@given(tree=trees, players=orders, window=windows)
def test_within_the_window_the_value_is_exact(
    convention: str, tree: Tree, players: tuple[str, ...], window: Window
) -> None:
    """Outside it, the value returned is on the same side as the exact one."""
    value, _ = search(CONVENTIONS[convention], tree, players, window)
    assert clamp(exact(tree, players), window) == clamp(value, window)


@given(trees, orders, windows)
def test_strict_cuts_visit_no_less(
    tree: Tree, players: tuple[str, ...], window: Window
) -> None:
    """What is searched with cuts on equality is searched with strict cuts, too."""
    _, equality = search(CONVENTIONS["equality"], tree, players, window)
    _, strict = search(CONVENTIONS["strict"], tree, players, window)
    assert set(equality) <= set(strict)


@pytest.mark.parametrize("convention", ONE_WINDOW)
@given(tree=trees, players=orders)
def test_choosing_visits_what_the_value_takes(
    convention: str, tree: Tree, players: tuple[str, ...]
) -> None:
    """With one window for all actions, both begin from the same window."""
    module = CONVENTIONS[convention]
    assert search(module, tree, players)[1] == choose(module, tree, players)[1]


@given(trees, orders)
def test_the_root_conventions_pay_for_exact_ties(
    tree: Tree, players: tuple[str, ...]
) -> None:
    """The choice visits no less than by equality, no more than by strict cuts."""
    visits = {
        name: set(choose(module, tree, players)[1])
        for name, module in CONVENTIONS.items()
    }
    assert visits["equality"] <= visits["root_strict"] <= visits["strict"]
    assert visits["root_strict"] <= visits["root_separate"]


@pytest.mark.parametrize("convention", EXACT_TIES)
@given(tree=trees, players=orders)
def test_an_action_that_ties_is_exact(
    convention: str, tree: Tree, players: tuple[str, ...]
) -> None:
    """A root action seen to equal the best has that value: any may be played."""
    assert isinstance(tree, list)
    seen = values_at_the_root(CONVENTIONS[convention], tree, players)
    best = exact(tree, players)
    for action, below in enumerate(tree):
        if seen[(action,)] == best:
            assert exact(below, players, 1) == best


def values_at_the_root(
    module: ModuleType, tree: Tree, players: tuple[str, ...]
) -> dict[Path_, float]:
    """What the search function is told about each child of the root."""
    seen: dict[Path_, float] = {}
    original = module.value

    def recording(game: Any, state: Path_, *window: float) -> float:
        value: float = original(game, state, *window)
        if len(state) == 1:
            seen[state] = value
        return value

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "value", recording)
        choose(module, tree, players)
    return seen


@conventions
@given(tree=trees, players=orders)
def test_one_call_of_max_value_or_min_value_for_each_visit(
    convention: str, tree: Tree, players: tuple[str, ...]
) -> None:
    """Leaves included, in the order of the visits: a wrapper sees each (α, β)."""
    module = CONVENTIONS[convention]
    calls = []

    def wrapped(function: Any) -> Any:
        def recording(game: Game, state: Path_, alpha: float, beta: float) -> Any:
            calls.append(state)
            return function(game, state, alpha, beta)

        return recording

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "max_value", wrapped(module.max_value))
        patch.setattr(module, "min_value", wrapped(module.min_value))
        _, visits = search(module, tree, players)
    assert visits == calls


@pytest.mark.parametrize("module", [MINIMAX, *CONVENTIONS.values()])
def test_no_action_where_the_game_is_over(module: ModuleType) -> None:
    """A leaf at the root has a value, and no action."""
    assert search(module, 7)[0] == 7
    assert choose(module, 7)[0] is None


@pytest.mark.parametrize("module", [MINIMAX, *CONVENTIONS.values()])
def test_utilities_come_back_as_they_are(module: ModuleType) -> None:
    """An integer stays an integer, and half a point half a point."""
    assert type(search(module, [[3, 12], [2, 4]])[0]) is int
    assert search(module, [[0.5, 1], [0.25]])[0] == 0.5


@pytest.mark.parametrize("module", [MINIMAX, *CONVENTIONS.values()])
def test_a_game_of_two_thousand_plies(module: ModuleType) -> None:
    """Depth is bounded by Python's recursion limit alone, two frames a ply."""
    tree: Tree = 1
    for _ in range(2000):
        tree = [tree]
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + 2 * 2000)
    try:
        assert search(module, tree)[0] == 1
    finally:
        sys.setrecursionlimit(limit)


class LabelledTree:
    """A tree file whose nodes are labelled, read without the grader's own reader."""

    def __init__(self, path: Path) -> None:
        content = plainyaml.content_of(path.read_text(encoding="utf-8"))
        ((root, below),) = content["tree"].items()
        self.players = tuple(content.get("players", ALTERNATING))
        low, high = content.get("window", FULL)
        self.window: Window = (low, high)
        self.expect = content["expect"]
        self.moves = content.get("actions", {}).get(root, list(below))
        self.labels: dict[Path_, str] = {}
        self.tree = self._read(root, below, ())

    def _read(self, label: str, below: Any, path: Path_) -> Tree:
        self.labels[path] = label
        if not isinstance(below, dict):
            assert isinstance(below, (int, float))
            return below
        return [
            self._read(name, child, (*path, action))
            for action, (name, child) in enumerate(below.items())
        ]


def labelled_files() -> list[Path]:
    """Every tree file of the project that writes its tree out."""
    return [
        path
        for folder in ("lectures", "mistakes", "hidden", "any_order")
        for path in sorted((ROOT / "test_trees" / folder).glob("*.yaml"))
        if "\ntree:" in path.read_text(encoding="utf-8")
    ]


@for_each("path", labelled_files())
def test_a_tree_holds_what_its_source_says(path: Path) -> None:
    """Value, action and the pruned nodes, in any order, as written in `expect`."""
    file = LabelledTree(path)
    module = CONVENTIONS["equality"]
    value, visits = search(module, file.tree, file.players, file.window)
    action, _ = choose(module, file.tree, file.players)
    pruned = [file.labels[path] for path in file.labels if path not in visits]
    assert file.expect["value"] == exact(file.tree, file.players)
    assert clamp(file.expect["value"], file.window) == clamp(value, file.window)
    assert file.expect["action"] == file.moves[action or 0]
    assert sorted(file.expect.get("pruned", pruned)) == sorted(pruned)


def test_no_labelled_tree_is_left_out() -> None:
    """Eight lectures, eleven mistakes, six that are hidden, and three in any order.

    All but one say what is pruned.
    """
    assert len(labelled_files()) == 8 + 11 + 6 + 3
    said = [LabelledTree(path).expect for path in labelled_files()]
    assert sum("pruned" in expect for expect in said) == len(said) - 1


def documented() -> list[tuple[str, ...]]:
    """The rows of the worked example in docs/conventions.md."""
    text = (ROOT / "docs" / "conventions.md").read_text(encoding="utf-8")
    row = re.compile(
        r"^\| `(\w+)` \| (A[\w ]+) \| (A[\w ]+) \| (\d) \| (\d) \|$", re.MULTILINE
    )
    return row.findall(text)


@pytest.mark.parametrize("row", documented(), ids=lambda row: row[0])
def test_the_worked_example_of_the_documentation(row: tuple[str, ...]) -> None:
    """What each convention visits and sees on that tree is what the table says."""
    convention, of_the_value, of_the_choice, at_c, at_d = row
    module = CONVENTIONS[convention]
    tree: Tree = [[3, 9], [3, 1], [2, 8]]
    names = ["A", "B", "B1", "B2", "C", "C1", "C2", "D", "D1", "D2"]
    label = dict(zip(preorder(tree), names, strict=True))
    seen = values_at_the_root(module, tree, ALTERNATING)
    assert of_the_value.split() == [label[p] for p in search(module, tree)[1]]
    assert of_the_choice.split() == [label[p] for p in choose(module, tree)[1]]
    assert (int(at_c), int(at_d)) == (round(seen[(1,)]), round(seen[(2,)]))


def test_the_worked_example_covers_every_convention() -> None:
    """The documentation tells of five or more, in this order."""
    rows = [row[0] for row in documented()]
    assert rows == [name for name in CONVENTIONS if name in rows]
    assert len(rows) >= 5


def test_a_window_that_does_not_hold_the_value() -> None:
    """The documentation's second example: 3 by fail-soft, 2 by fail-hard."""
    tree: Tree = [[3, 9], [3, 1], [2, 8]]
    assert search(CONVENTIONS["equality"], tree, window=(0, 2))[0] == 3
    assert search(CONVENTIONS["fail_hard"], tree, window=(0, 2))[0] == 2
