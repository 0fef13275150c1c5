"""Our values and best actions against those of OpenSpiel's own searches.

Nobody here has written them: Lanctot et al., OpenSpiel, `algorithms.minimax`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from autograder.game import CHANCE, position_of
from autograder.trees import openspiel
from autograder.trees.openspiel import NamedGame
from autograder.trees.tree import GameTree, Limit
from autograder.trees.values import equal, exact_values
from tests.cases import for_each

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel needs Python 3.11")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")

MOST = 100  # positions of each game
LEAST = 300  # of all
WHOLE = 1000  # plies, more than any of these games has
# Each game with its options, and how far is looked ahead; 0 is to the end.
GAMES = (
    ("tic_tac_toe", (), 3),
    ("connect_four", (("rows", 4), ("columns", 4), ("x_in_row", 3)), 4),
    ("nim", (("pile_sizes", "1;2;2"),), 0),
    ("clobber", (("rows", 2), ("columns", 3)), 0),
    ("breakthrough", (("rows", 5), ("columns", 2)), 4),
    ("mancala", (), 3),
    ("pig", (("winscore", 5), ("diceoutcomes", 3), ("horizon", 8)), 4),
    ("pig", (("winscore", 3), ("diceoutcomes", 2), ("horizon", 8)), 0),
)
ESTIMATE = """
import zlib

def evaluate(board, mover):
    return zlib.crc32(board.encode()) % 19 - 9
"""


def estimate(state: Any) -> int:
    """The same, for OpenSpiel's searches."""
    return zlib.crc32(str(state).encode()) % 19 - 9


def positions(tree: GameTree, game: Any) -> Iterator[tuple[int, Any, int]]:
    """Where a player is to move within the limit: a node, its state, plies to it.

    Each position once.
    """
    nodes, met = tree.effective_tree.nodes, set[str]()
    waiting = [(0, game.new_initial_state(), 0)]
    while waiting:
        index, state, plies = waiting.pop()
        node = nodes[index]
        if not node.children or position_of(node.label) in met:
            continue
        met.add(position_of(node.label))
        if node.to_move != CHANCE:
            yield index, state, plies
            plies += 1
        actions = state.legal_actions()
        waiting += [
            (child, state.child(action), plies)
            for child, action in zip(node.children, actions, strict=True)
        ]


def searched(game: Any, state: Any, depth: int) -> tuple[float, int]:
    """What OpenSpiel's search finds for player 0, and the action that it takes."""
    if game.get_type().chance_mode.name == "DETERMINISTIC":
        found = minimax.alpha_beta_search(
            game,
            state=state,
            value_function=estimate,
            maximum_depth=depth,
            maximizing_player_id=0,
        )
    else:
        found = minimax.expectiminimax(state, depth, estimate, 0)
    value, action = found
    return float(value), int(action)


@pytest.fixture(scope="module")
def unrolled(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Callable[[NamedGame], GameTree]]:
    """Trees of OpenSpiel whose estimates are any numbers, fixed by the board."""
    folder = tmp_path_factory.mktemp("estimates")
    (folder / "any_number.py").write_text(ESTIMATE)

    @cache
    def unroll(asked: NamedGame) -> GameTree:
        found = openspiel.unroll(asked)
        limit = Limit(depth=asked.depth)
        return GameTree(found.nodes(), players=found.players, limit=limit)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(openspiel, "ESTIMATES", folder)
        yield unroll


def test_the_oracle_is_asked_often_enough(
    unrolled: Callable[[NamedGame], GameTree],
) -> None:
    """On 300 positions of six games, one of them with chance."""
    counts: dict[str, int] = {}
    for name, options, depth in GAMES:
        tree = unrolled(NamedGame(name, options, depth, "any_number" if depth else ""))
        game = pyspiel.load_game(name, dict(options))
        found = len(list(positions(tree, game)))
        counts[name] = counts.get(name, 0) + min(found, MOST)
    assert len(counts) >= 6
    assert sum(counts.values()) >= LEAST
    assert "pig" in counts


@for_each("name, options, depth", GAMES)
def test_values_and_actions_are_those_of_openspiel(
    name: str,
    options: tuple[tuple[str, Any], ...],
    depth: int,
    unrolled: Callable[[NamedGame], GameTree],
) -> None:
    """From each position, as deep and with the same estimates."""
    tree = unrolled(NamedGame(name, options, depth, "any_number" if depth else ""))
    game = pyspiel.load_game(name, dict(options))
    values, nodes = exact_values(tree), tree.nodes
    for index, state, plies in islice(positions(tree, game), MOST):
        value, action = searched(game, state, depth - plies if depth else WHOLE)
        label = nodes[index].label
        assert equal(values[label], value), label
        chosen = nodes[index].children[state.legal_actions().index(action)]
        assert equal(values[nodes[chosen].label], value), label
