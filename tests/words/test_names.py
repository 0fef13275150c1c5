"""The names of what `game` can be asked, and what was meant by others."""

from __future__ import annotations

import pytest

from autograder.game import Game
from autograder.words.faults import (
    CALLS,
    ELSEWHERE,
    OF_TWO,
    VARIABLES,
    call_meant,
    game_names_sentence,
    nearest,
)
from tests.cases import for_each


@for_each(
    "name, near",
    [
        ("sucessors", "successors"),
        ("actoins", "actions"),
        ("terminal", "is_terminal"),
        ("terminal_test", "is_terminal"),  # AIMA, 3rd edition
        ("children", "successors"),
        ("get_children", "successors"),
        ("getLegalActions", "actions"),  # CS 188
        ("get_legal_actions", "actions"),
        ("generateSuccessor", "result"),
        ("isWin", "is_terminal"),
        ("getUtility", "utility"),
        ("value", "utility"),
        ("current_player", "to_move"),
        ("copy", ""),
        ("x", ""),
        ("", ""),
    ],
)
def test_the_nearest_name(name: str, near: str) -> None:
    """A slip of the fingers, or what another course calls it."""
    assert nearest(name) == near


def test_every_call_is_known() -> None:
    """As a student writes it, in the order of the class; each has other names."""
    public = [name for name in vars(Game) if name[0] != "_"]
    assert list(CALLS) == [name for name in public if name not in VARIABLES]
    assert set(ELSEWHERE) == set(CALLS)
    assert set(OF_TWO) < set(CALLS)
    assert CALLS["result"] == "game.result(state, action)"
    assert CALLS["to_move"] == "game.to_move(state)"


@pytest.mark.parametrize(
    "message, call",
    [
        ("'Game' object has no attribute 'moves'", "game.actions(state)"),
        ("'State' object has no attribute 'is_leaf'", "game.is_terminal(state)"),
        ("name 'is_terminal' is not defined", "game.is_terminal(state)"),
        ("name 'children' is not defined", ""),  # may be a variable of one's own
        ("'Node' object has no attribute 'moves'", ""),
        ("'Game' object has no attribute 'q'", ""),
        ("", ""),
    ],
)
def test_what_a_message_calls_for(message: str, call: str) -> None:
    """Only Python's own words about the game, its states, or a bare name of its."""
    assert call_meant(message) == call


def test_all_names_are_told_where_one_is_lacking() -> None:
    """Near or not; of other messages nothing."""
    assert game_names_sentence("'Game' object has no attribute 'q'").count(
        "game."
    ) == len(OF_TWO)
    assert game_names_sentence("name 'is_terminal' is not defined") == ""


def test_python_says_it_in_these_words() -> None:
    """The messages that are looked for are those of a real game."""
    game = Game(lambda state: state)  # type: ignore[arg-type, return-value]
    with pytest.raises(AttributeError) as caught:
        game.sucessors(None)  # type: ignore[attr-defined]
    assert call_meant(str(caught.value)) == "game.successors(state)"
