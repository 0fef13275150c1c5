"""What takes down a module's calls: it changes nothing, and it keeps within bounds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import inf, nan
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from autograder.game import Game, State, View
from autograder.worker.submission import Submission
from autograder.worker.watching import (
    DEEPEST,
    LETTERS,
    MOST,
    MOST_LYING,
    Witness,
    came_back,
    plain,
)
from tests.cases import for_each

ENTRIES = {"max_value": ("alpha", "beta"), "min_value": ("alpha", "beta")}
SEARCH = """\
calls = []

def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = 5
    return helper(game, state, beta=beta, alpha=v)

def helper(game, state, alpha, beta):
    return min_value(game, state, alpha, 9)

def min_value(game, state, alpha, beta):
    return max(alpha, beta)

def failing(game, state):
    helper.mark = 3
    raise KeyError(helper(game, state, None, "x"))

def many(game, state):
    for _ in range(5000):
        helper(game, state, 1, 2)

def on_nothing():
    return helper(None, None, 1, 2)
"""


def game() -> tuple[Game, State]:
    """A root with two children."""

    def fetch(_state: State) -> View:
        first, second = (State(made, i, f"S{i}") for i in (8, 9))
        return View("max", (("a", first), ("b", second)), None)

    made = Game(fetch)
    return made, State(made, 7, "S")


def heard(folder: Path, function: str, *arguments: object) -> dict[str, Any]:
    """What came of a call, and what was taken down of it."""
    (folder / "search.py").write_text(SEARCH, encoding="utf-8")
    witness = Witness(str(folder), ENTRIES)
    made, root = game()
    made._fetch = witness.watching(made._fetch)
    given = (made, root, *arguments) if function != "on_nothing" else ()
    submission = Submission(str(folder), "search", 5.0, 5.0)
    result = submission.call(function, given, (witness.within,))
    return {**result, **witness.as_json()}


def test_a_call_is_told_with_its_window_and_what_came_back(tmp_path: Path) -> None:
    """By the parameters' names, or for the search's own functions by their places.

    The first call of all is the grader's, and is not told.
    """
    found = heard(tmp_path, "max_value", -inf, inf)
    assert found["returned"] == {"kind": "number", "number": 9}
    assert found["files"] == ["search.py"]
    assert found["calls"] == [
        [False, 7, 5, inf, 5, 0, 7, 9],
        [True, 7, 5, 9, None, 0, 10, 9],
    ]
    assert found["asked"] == [[7, 0, 4, None]]


STACKED = """\
from collections import deque

class Entry:
    def __init__(self, state):
        self.value, self.state = 0, state

def search(game, state, wrap):
    {name} = {made}
    look(game, state)
    for _, child in game.successors(state):
        {name}.append(wrap(child))
    return game.is_terminal(child)

def look(game, state):
    return game.is_terminal(state)
"""


def lay_on(folder: Path, name: str, made: str, wrap: str = "lambda s: s") -> list[Any]:
    """What is told of the stack when the root is asked about, and its last child."""
    text = STACKED.format(name=name, made=made) + f"\nwrap = {wrap}\n"
    text += "def begin(game, state):\n    return search(game, state, wrap)\n"
    (folder / "search.py").write_text(text, encoding="utf-8")
    witness = Witness(str(folder), {})
    view = game()[0]._fetch
    made_game = Game(witness.watching(lambda s: view(s) if s._handle == 7 else END))
    submission = Submission(str(folder), "search", 5.0, 5.0)
    submission.call("begin", (made_game, State(made_game, 7, "S")), (witness.within,))
    return [row[-1] for row in witness.as_json()["asked"]]


END = View("max", (), 3)


@pytest.mark.parametrize(
    "wrap",
    [
        "lambda s: s",
        "lambda s: (3, s)",
        "lambda s: [s, None]",
        "lambda s: {'state': s}",
        "Entry",
    ],
)
def test_a_stack_is_told_from_the_bottom(tmp_path: Path, wrap: str) -> None:
    """Its states, whatever they are wrapped in; also from a helper that asks."""
    assert lay_on(tmp_path, "stack", "[wrap(state)]", wrap) == [[7], [7, 8, 9]]


@pytest.mark.parametrize(
    "name", ["stack", "Stack", "fringe", "frontier", "open_list", "todo"]
)
def test_a_stack_is_known_by_its_name(tmp_path: Path, name: str) -> None:
    """A list or a deque."""
    assert lay_on(tmp_path, name, "deque([state])") == [[7], [7, 8, 9]]


@pytest.mark.parametrize(
    "name, made",
    [
        ("children", "[state]"),
        ("stack", "[7, state]"),
        ("stack", "[None]"),
        ("stack", "[object()]"),
        ("stack", "[state] * 201"),
        ("stack", "type('Own', (list,), {})([state])"),
    ],
)
def test_what_is_no_stack_of_states_is_not_told(
    tmp_path: Path, name: str, made: str
) -> None:
    """Another name, entries without a state, too many, a class of the student's."""
    assert lay_on(tmp_path, name, made) == [None, None]


def test_so_many_stacks_are_told_and_no_more(tmp_path: Path) -> None:
    """What a worker may send has an end; calls and lines are told all the same."""
    witness, (_, state) = Witness(str(tmp_path), {}), game()
    handle, deep = state._handle, MOST_LYING // DEEPEST

    def frame_of(stack: list[State]) -> FrameType:
        assert stack is not None
        return sys._getframe()

    for _ in range(deep):
        assert witness._stack(frame_of([state] * DEEPEST)) == [handle] * DEEPEST
    assert witness._stack(frame_of([])) == []
    assert witness._stack(frame_of([state])) is None


def test_an_error_passes_through(tmp_path: Path) -> None:
    """Of a call that has not returned, nothing came back."""
    found = heard(tmp_path, "failing")
    assert found["error"]["type"] == "TypeError"  # max of None and 9
    assert found["calls"] == [
        [False, 7, "None", "x", None, 0, 17, None],
        [True, 7, "None", 9, None, 0, 10, None],
    ]
    assert [frame[2] for frame in found["error"]["frames"]] == [
        "failing",
        "helper",
        "min_value",
    ]


def test_calls_are_bounded(tmp_path: Path) -> None:
    """A search that calls for ever cannot fill the report."""
    assert len(heard(tmp_path, "many")["calls"]) == MOST


def test_a_call_without_a_state_is_no_part_of_a_search(tmp_path: Path) -> None:
    """It is made, and not told."""
    found = heard(tmp_path, "on_nothing")
    assert found["calls"] == []


def test_the_module_is_afterwards_as_it_was(tmp_path: Path) -> None:
    """Each function under its name, with what it was given in the meantime."""
    witness = Witness("/", ENTRIES)
    code = compile(SEARCH, str(tmp_path / "search.py"), "exec")
    module: dict[str, Any] = {}
    exec(code, module)  # noqa: S102 - our own
    before = dict(module)
    with witness.within(module):
        wrapped: Callable[..., object] = module["helper"]
        assert wrapped is not before["helper"]
        assert wrapped.__name__ == "helper"
        assert module["calls"] is before["calls"]
    assert module == before


@for_each(
    "value,told",
    [
        (3, 3),
        (-0.5, -0.5),
        (inf, inf),
        (2**63 - 1, 2**63 - 1),
        (2**64 + 1, "<65 bits>"),
        (nan, "nan"),
        (None, "None"),
        (True, "True"),
        ("ünï", "?n?"),
        ((1, "a"), "(1, 'a')"),
        (object(), "object"),
    ],
)
def test_what_is_no_number_is_told_in_few_letters(value: object, told: object) -> None:
    """Of Python's own types what they are, of others the name; in ASCII."""
    assert plain(value) == told
    assert len(str(plain("x" * 1000))) == LETTERS
    assert came_back(value) == told


@pytest.mark.parametrize(
    "value,told",
    [
        ((1, 2.5, -3), [1, 2.5, -3]),
        ([4], [4]),
        ((inf, 1), "(inf, 1)"),
        ((), "()"),
        (tuple(range(17)), "(0, 1, 2, 3, 4, "),
    ],
)
def test_payoffs_that_come_back_are_told(value: object, told: object) -> None:
    """As many as there may be players, and each of them finite."""
    assert came_back(value) == told
