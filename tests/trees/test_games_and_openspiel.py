"""The rule games walked beside OpenSpiel's, which nobody here wrote.

At each position that can be reached: whose turn it is, what may be done, whether the
game is over, and what it is worth.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from autograder.project import REFERENCE
from autograder.trees.openspiel import can_import_openspiel
from autograder.trees.rules import moves_of, rules_of
from tests.cases import for_each

pytestmark = pytest.mark.skipif(
    not can_import_openspiel(), reason="it needs Python 3.11"
)

Named = Callable[[str], object]  # an action by its text, as the other game has it


def square(move: str) -> object:
    """`square 5` of ours, or OpenSpiel's `x(1,1)`."""
    found = [int(digit) for digit in re.findall(r"\d", move)]
    return found[0] - 1 if len(found) == 1 else 3 * found[0] + found[1]


def column(move: str) -> object:
    """`column 3` of ours, or OpenSpiel's `x2`."""
    number = int(re.findall(r"\d+", move)[0])
    return number - 1 if move.startswith("column") else number


def taken(move: str) -> object:
    """`2 of pile 1` of ours, or OpenSpiel's `pile:1, take:2;`."""
    one, other = (int(digit) for digit in re.findall(r"\d+", move))
    return (one, other) if move.startswith("pile") else (other, one)


@for_each(
    "ours, options, theirs, given, named, positions",
    [
        ("tic_tac_toe", {}, "tic_tac_toe", {}, square, 5478),
        (
            "connect_k",
            {"rows": 3, "columns": 3, "k": 3, "gravity": False},
            "tic_tac_toe",
            {},
            square,
            5478,
        ),
        (
            "connect_k",
            {"rows": 3, "columns": 4, "k": 3},
            "connect_four",
            {"rows": 3, "columns": 4, "x_in_row": 3},
            column,
            0,
        ),
        (
            "nim",
            {"piles": [1, 3, 4], "misere": True},
            "nim",
            {"pile_sizes": "1;3;4", "is_misere": True},
            taken,
            0,
        ),
        (
            "nim",
            {"piles": [2, 2, 3]},
            "nim",
            {"pile_sizes": "2;2;3", "is_misere": False},
            taken,
            0,
        ),
    ],
)
def test_rule_games_are_openspiels(  # noqa: PLR0913, PLR0917 - two games and their options
    ours: str,
    options: dict[str, Any],
    theirs: str,
    given: dict[str, Any],
    named: Named,
    positions: int,
) -> None:
    """Of tic-tac-toe all 5,478 positions, of the others as many as there are."""
    import pyspiel  # noqa: PLC0415 - it may be absent

    game = rules_of(REFERENCE / "games" / f"{ours}.py")(**options)
    waiting = [(game.initial(), pyspiel.load_game(theirs, given).new_initial_state())]
    seen = {game.initial()}
    for position, state in waiting:
        below = game.successors(position)
        assert bool(below) != state.is_terminal(), state
        if not below:
            assert game.utility(position) == state.returns()[0], state
            continue
        assert game.to_move(position) == ("max", "min")[state.current_player()], state
        moves = moves_of(game, position, len(below))
        mine = {named(m): b for m, b in zip(moves, below, strict=True)}
        other = {named(state.action_to_string(a)): a for a in state.legal_actions()}
        assert {*mine} == {*other}, state
        for action, after in mine.items():
            if after not in seen:
                seen.add(after)
                waiting.append((after, state.child(other[action])))
    assert len(seen) == positions or (not positions and len(seen) > 50)
