"""Who watches the function that orders moves: what it may peek at, what it lost."""

from __future__ import annotations

from collections import OrderedDict, UserList, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import Any

import pytest

from autograder.answers.board import Board
from autograder.game import Game, State
from autograder.sandbox.oracle import Misorder, first_misorder
from autograder.trees.file import parse
from autograder.worker.watching import MOST_READ
from tests.cases import for_each

TREE = parse(
    "depth: 2\n"
    "tree: {A: {B: {B1: 3, B2: 12}, C: {C1: {C1a: 5, C1b: 6}, C2: 4}, D: {D1: 2}}}\n"
    "evaluate: {B: 1, C: 2, D: 9, C1: 7}\n"
)
Order = Callable[[Game, State, tuple[str, ...]], Any]


def ordered(order: Order, at: str = "") -> tuple[Any, Board]:
    """What an order returns at the root, or a child of it, and the board."""
    board = Board(TREE, (), "order", peeks=True)
    game, state, _ = board.fresh_game_root_and_visits()
    if at:
        state = game.result(state, at)
    module: dict[str, Any] = {"order": order}
    actions = game.actions(state)
    with board.watching_calls(module):
        return module["order"](game, state, actions), board


def labels(board: Board) -> tuple[list[str], list[str]]:
    """The nodes visited, and those that were peeked at."""
    visited, peeked = board.record.visited, board.record.peeked
    return [board.labels[i] for i in visited], [board.labels[i] for i in peeked]


def test_children_are_estimated_without_a_visit() -> None:
    """Inner nodes, terminals and those at the horizon; each peek is recorded."""

    def by_estimates(game: Game, state: State, actions: tuple[str, ...]) -> list[str]:
        return sorted(actions, key=lambda a: game.evaluate(game.result(state, a)))

    assert ordered(by_estimates)[0] == ["B", "C", "D"]
    assert labels(ordered(by_estimates)[1]) == (["A"], ["B", "C", "D"])
    found, board = ordered(by_estimates, "C")
    assert found == ["C2", "C1"]
    assert labels(board) == (["A", "C"], ["C1", "C2"])


def test_an_iterator_peeks_as_it_is_read() -> None:
    """It is read at once; what comes out is an iterator, too."""

    def one_by_one(game: Game, state: State, actions: tuple[str, ...]) -> Iterator[str]:
        for action in actions:
            assert game.evaluate(game.result(state, action)) > 0
            yield action

    found, board = ordered(one_by_one)
    assert next(found) == "B"
    assert list(found) == ["C", "D"]
    assert labels(board) == (["A"], ["B", "C", "D"])


@for_each(
    "ask, visited",
    [
        (lambda game, child: game.is_terminal(child), ["A", "B"]),
        (lambda game, child: game.actions(child), ["A", "B"]),
        (lambda game, child: game.evaluate(game.result(child, "B1")), ["A", "B", "B1"]),
    ],
)
def test_nothing_else_can_be_peeked_at(
    ask: Callable[[Game, State], Any], visited: list[str]
) -> None:
    """Other questions about a child visit it, and so does a grandchild's estimate."""

    def asking(game: Game, state: State, actions: tuple[str, ...]) -> tuple[str, ...]:
        ask(game, game.result(state, "B"))
        return actions

    assert labels(ordered(asking)[1]) == (visited, [])


def test_outside_of_the_function_an_estimate_is_a_visit() -> None:
    """Also of the children of a state that was ordered before."""
    board = Board(TREE, (), "order", peeks=True)
    game, root, visited = board.fresh_game_root_and_visits()
    module: dict[str, Any] = {"order": lambda _game, _state, actions: actions}
    with board.watching_calls(module):
        module["order"](game, root, game.actions(root))
        assert game.evaluate(game.result(root, "B")) == 1
    assert [board.labels[index] for index in visited] == ["A", "B"]


def test_without_peeks_an_estimate_is_a_visit_everywhere() -> None:
    """A question may watch an order and let it see nothing."""
    board = Board(TREE, (), "order")
    game, root, _ = board.fresh_game_root_and_visits()
    module: dict[str, Any] = {
        "order": lambda g, s, moves: [a for a in moves if g.evaluate(g.result(s, a))]
    }
    with board.watching_calls(module):
        module["order"](game, root, game.actions(root))
    assert labels(board) == (["A", "B", "C", "D"], [])


@for_each(
    "returned, expected",
    [
        (["D", "C", "B"], None),
        (("B", "C", "D"), None),
        (["B", "C"], Misorder("A", missing=("D",))),
        (["C", "B", "C", "D"], Misorder("A", twice=("C",))),
        (["C", "C", "B"], Misorder("A", missing=("D",), twice=("C",))),
        (["B", "C", "D", "x"], Misorder("A", others=("x",))),
        (["B", "C", 7], Misorder("A", missing=("D",), others=("7",))),
        (None, Misorder("A", returned="NoneType")),
        (7, Misorder("A", returned="int")),
        ({"B", "C", "D"}, Misorder("A", returned="set")),
        (frozenset("BCD"), Misorder("A", returned="set")),
        ("B", Misorder("A", returned="str")),
        (deque("BC"), Misorder("A", missing=("D",))),
        ({"C": 1, "D": 2}, Misorder("A", missing=("B",))),
    ],
)
def test_what_is_no_permutation_is_taken_down(
    returned: Any, expected: Misorder | None
) -> None:
    """What is missing, there twice, or was never given; and the student gets it all."""
    found, board = ordered(lambda *_: returned)
    assert found is returned
    assert (
        first_misorder(board.first_call_without_its_actions, board.node_of) == expected
    )


class Kept(Sequence[str]):
    """A sequence of a student's own."""

    def __init__(self, actions: str = "DBC") -> None:
        self.actions = actions

    def __getitem__(self, place: Any) -> Any:
        return self.actions[place]

    def __len__(self) -> int:
        return len(self.actions)


class Iterable:
    """What can be gone through but once, though it is no iterator."""

    def __init__(self) -> None:
        self.left = iter("DBC")

    def __iter__(self) -> Iterator[str]:
        return self.left


class Indexed:
    """What Python goes through by its places alone."""

    def __getitem__(self, place: int) -> str:
        return "DBC"[place]


@for_each(
    "returned",
    [
        deque("DBC"),
        dict.fromkeys("DBC"),
        OrderedDict.fromkeys("DBC"),
        dict.fromkeys("DBC").keys(),
        dict(enumerate("DBC")).values(),
        UserList("DBC"),
        "DBC",
        Kept(),
        Iterable(),
        Indexed(),
    ],
)
def test_whatever_has_an_order_is_one(returned: Any) -> None:
    """The search gets it as it is, and can still go through it."""
    found, board = ordered(lambda *_: returned)
    assert found is returned
    assert board.first_call_without_its_actions is None
    assert [*found] == ["D", "B", "C"]


@for_each(
    "returned",
    [reversed("CBD"), map(str, "DBC"), filter(None, "DBC"), (a for a in "DBC")],
)
def test_an_iterator_is_read_for_the_search(returned: Any) -> None:
    """It gets another one, of the same actions."""
    found, board = ordered(lambda *_: returned)
    assert [*found] == ["D", "B", "C"]
    assert board.first_call_without_its_actions is None


def test_an_iterator_without_an_end_ends() -> None:
    """And is told by what it repeats."""
    found, board = ordered(lambda *_: cycle("BCD"))
    assert len([*found]) == MOST_READ
    told = first_misorder(board.first_call_without_its_actions, board.node_of)
    assert told == Misorder("A", twice=("B", "C", "D"))


def test_of_a_set_it_is_said_what_is_missing() -> None:
    """Whatever its class is called."""
    _, board = ordered(lambda *_: type("Actions", (set,), {})("BCD"))
    wrong = first_misorder(board.first_call_without_its_actions, board.node_of)
    assert wrong is not None
    assert wrong.sentence("order") == (
        "order(game, A, actions) returned a set, which has no order; return a list"
    )


def test_actions_in_a_deque_are_those_that_are_given() -> None:
    """A search may order a part of them."""
    board = Board(TREE, (), "order", peeks=True)
    game, root, _ = board.fresh_game_root_and_visits()
    module: dict[str, Any] = {"order": lambda _g, _s, actions: [*actions]}
    with board.watching_calls(module):
        module["order"](game, root, deque("CB"))
    assert board.first_call_without_its_actions is None


def test_only_the_first_is_taken_down() -> None:
    """And it is forgotten before the next search."""
    board = Board(TREE, (), "order", peeks=True)
    game, root, _ = board.fresh_game_root_and_visits()
    module: dict[str, Any] = {"order": lambda _g, _s, actions: actions[1:]}
    with board.watching_calls(module):
        for state in (root, game.result(root, "C")):
            module["order"](game, state, game.actions(state))
    found = first_misorder(board.first_call_without_its_actions, board.node_of)
    assert found == Misorder("A", missing=("B",))
    board.fresh_game_root_and_visits()
    assert board.first_call_without_its_actions is None


def test_an_order_of_a_state_that_was_never_given_is_none() -> None:
    """A worker can make it up; where all were orders there is none, either."""
    assert first_misorder({"state": 99, "missing": ["B"]}, lambda _: None) is None
    assert first_misorder(None, lambda _: TREE.nodes[0]) is None


def test_a_module_without_the_function_is_left_as_it_is() -> None:
    """Whoever orders elsewhere may not peek; what is no function stays too."""
    board = Board(TREE, (), "order", peeks=True)
    for module in ({}, {"order": 3}):
        before = dict(module)
        with board.watching_calls(module):  # type: ignore[arg-type]
            assert module == before
        assert module == before


def test_an_order_that_fails_may_not_peek_afterwards() -> None:
    """The exception goes on, and the state is no longer being ordered."""

    def failing(*_: object) -> None:
        raise KeyError

    board = Board(TREE, (), "order", peeks=True)
    game, root, _ = board.fresh_game_root_and_visits()
    module: dict[str, Any] = {"order": failing}
    with board.watching_calls(module), pytest.raises(KeyError):
        module["order"](game, root, game.actions(root))
    with board.watching_calls(module):
        game.evaluate(game.result(root, "B"))
    assert labels(board) == (["A", "B"], [])
