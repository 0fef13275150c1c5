"""What stands in for a function: it asks, tells its window, and goes away again."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isnan

import pytest

from autograder.assignment.signature import Function
from autograder.game import Game, State, View
from autograder.sandbox.oracle import ExactOracle, Oracle
from autograder.worker.protocol import INNER, LEAF, NOBODY, ProtocolError, movers
from autograder.worker.watching import WINDOW, StandIn
from tests.cases import for_each
from tests.plainsearch import exact_values, tree_of
from tests.small import MAX_VALUE, MIN_VALUE

TREE = tree_of({"A": {"B": {"D": 3, "E": 0.5}, "C": 2}})
MOVERS = movers(TREE.facts)


def nowhere(_state: State) -> View:
    """No node is asked about here."""
    raise AssertionError


GAME = Game(nowhere)
STATE = State(GAME, 7, "S")


class Asking:
    """Notes what it is asked, and answers 5."""

    def __init__(self) -> None:
        self.asked: list[tuple[State, tuple[float, float]]] = []
        self.players: list[object] = []

    def __call__(
        self, state: State, window: tuple[float, float], player: object
    ) -> int:
        """As a grader would, it answers with a number."""
        self.asked.append((state, window))
        self.players.append(player)
        return 5


@pytest.mark.parametrize(
    "given, named",
    [
        ((-1, 2.5), {}),
        ((-1,), {"beta": 2.5}),
        ((), {"alpha": -1, "beta": 2.5}),
        ((), {"beta": 2.5, "alpha": -1}),
    ],
)
def test_it_tells_the_window_however_it_is_given(
    given: tuple[float, ...], named: dict[str, float]
) -> None:
    """In place, by name, or half and half; and it returns what it is answered."""
    ask = Asking()
    stand_in: Callable[..., object] = StandIn("min_value", WINDOW, ask)
    assert stand_in(GAME, STATE, *given, **named) == 5
    ((state, window),) = ask.asked
    assert state is STATE
    assert list(window) == [-1, 2.5]
    assert [type(bound).__name__ for bound in window] == ["float", "float"]


@pytest.mark.parametrize(
    "given, named, player",
    [
        (("min", -1, 1), {}, "min"),
        ((), {"beta": 1, "player": "max", "alpha": -1}, "max"),
        ((7, -1, 1), {}, 7),
        (("min",), {}, None),
    ],
)
def test_it_tells_the_player_however_he_is_given(
    given: tuple[object, ...], named: dict[str, object], player: object
) -> None:
    """Whatever that is; nobody where the arguments are not those of the function."""
    ask = Asking()
    names = ("player", *WINDOW)
    stand_in: Callable[..., object] = StandIn("alpha_beta", names, ask)
    assert stand_in(GAME, STATE, *given, **named) == 5
    assert ask.players == [player]


def test_game_and_state_may_be_given_by_name() -> None:
    """As the stub's own names allow."""
    ask = Asking()
    call = {"game": GAME, "state": STATE, "alpha": -inf, "beta": 3}
    stand_in: Callable[..., object] = StandIn("min_value", WINDOW, ask)
    assert stand_in(**call) == 5
    assert ask.asked == [(STATE, (-inf, 3))]


OWN_NAMES = {
    "of the stub": ("game, state, alpha, beta", "state={s}, beta={b}, alpha={a}"),
    "its own": ("game, node, low, high", "high={b}, low={a}, node={s}"),
    "misleading": ("g, s, b, a", "{s}, a={b}, b={a}"),
    "with a depth behind": ("game, s, x, y, depth=0", "{s}, y={b}, x={a}"),
    "any": ("*given", "{s}, {a}, {b}"),
    "of a wrapper": ("*given, **named", "{s}, alpha={a}, beta={b}"),
}


@pytest.mark.parametrize("style", OWN_NAMES)
def test_it_is_called_by_the_names_of_the_function_itself(style: str) -> None:
    """Whatever the student calls the arguments, and in whatever order they are given.

    A decorator's wrapper takes any.
    """
    parameters, arguments = OWN_NAMES[style]
    given = arguments.format(s="state", a="alpha", b="beta")
    module: dict[str, object] = {}
    exec(  # noqa: S102 - a student's module
        f"def min_value({parameters}): return 1\n"
        f"def max_value(game, state, alpha, beta): return min_value(game, {given})\n",
        module,
    )
    call, ask = module["max_value"], Asking()
    assert callable(call)
    with StandIn("min_value", WINDOW, ask).within(module):
        assert call(GAME, STATE, -1, 2.5) == 5
    assert ask.asked == [(STATE, (-1, 2.5))]


def test_it_has_what_the_function_was_given() -> None:
    """A counter or a cache of the student's, kept as an attribute of the function."""
    module: dict[str, object] = {}
    exec(  # noqa: S102 - a student's module
        "def min_value(game, state): return 1\n"
        "min_value.best = 'B'\n"
        "def max_value(game, state): return min_value.best, min_value.__name__\n",
        module,
    )
    call = module["max_value"]
    assert callable(call)
    with StandIn("min_value", WINDOW, Asking()).within(module):
        assert call(GAME, STATE) == ("B", "min_value")


def test_infinite_windows_are_windows() -> None:
    """The window of the root is (−∞, ∞)."""
    ask = Asking()
    StandIn("max_value", WINDOW, ask)(GAME, STATE, -inf, inf)
    assert ask.asked == [(STATE, (-inf, inf))]


@for_each(
    "given",
    [(), (1,), (1, 2, 3), ("a", 2), (None, None), (True, 2), (10**400, 2), ((1, 2),)],
)
def test_what_is_no_window_is_told_as_none(given: tuple[object, ...]) -> None:
    """Minimax gives none; a depth, a pair or a text is none either."""
    ask = Asking()
    assert StandIn("min_value", WINDOW, ask)(GAME, STATE, *given) == 5
    ((_, window),) = ask.asked
    assert all(map(isnan, window))


@pytest.mark.parametrize("state", ["S", 7, None, (STATE,), ("B", STATE)])
def test_what_is_no_state_is_refused(state: object) -> None:
    """The pair (action, state) is the usual slip; nobody is asked about it."""
    ask = Asking()
    with pytest.raises(TypeError, match="min_value: expected a state of the game, got"):
        StandIn("min_value", WINDOW, ask)(GAME, state, 1, 2)
    assert ask.asked == []


def test_it_stands_in_a_module_while_a_call_lasts() -> None:
    """Functions of the module find it by its name; then the old one is back."""
    module: dict[str, object] = {}
    exec(  # noqa: S102 - a student's module
        "def min_value(game, state): return 1\n"
        "def max_value(game, state): return min_value(game, state)\n",
        module,
    )
    before = module["min_value"]
    call = module["max_value"]
    assert callable(call)
    with StandIn("min_value", WINDOW, Asking()).within(module):
        assert call(GAME, STATE) == 5
    assert module["min_value"] is before
    assert call(GAME, STATE) == 1


def test_it_goes_away_whatever_happens() -> None:
    """An exception in the call, or a student who deletes it."""
    before = object()
    module: dict[str, object] = {"min_value": before}
    with pytest.raises(KeyError), StandIn("min_value", WINDOW, Asking()).within(module):
        raise KeyError
    assert module["min_value"] is before
    with StandIn("min_value", WINDOW, Asking()).within(module):
        del module["min_value"]
    assert module["min_value"] is before


def test_where_there_was_none_there_is_none_afterwards() -> None:
    """It stands in for a function that is missing; then the module is as it was."""
    module: dict[str, object] = {"other": 1}
    stand_in = StandIn("min_value", WINDOW, Asking())
    with stand_in.within(module):
        assert module["min_value"] is stand_in
    assert module == {"other": 1}
    with stand_in.within(module):
        del module["min_value"]
    assert module == {"other": 1}


def number_of(frame: bytes) -> float:
    """The utility that a frame tells."""
    _, _, shape, utility = LEAF.unpack(frame)
    assert shape != INNER
    return float(utility)


def handle_of(oracle: Oracle, label: str) -> int:
    """The handle by which a node goes, once its parent was asked about."""
    index = TREE.labels().index(label)
    return next(h for h, known in oracle._index_of.items() if known == index)


def test_the_oracle_tells_the_value_that_a_right_function_returns() -> None:
    """MIN at B has 3 and 0.5; at C, a leaf, its payoff. Both are visits."""
    oracle = ExactOracle(TREE, 0, MIN_VALUE, exact_values(TREE))
    oracle.node_frame(oracle.root)
    assert (
        number_of(oracle.exact_value_frame(handle_of(oracle, "B"), 0, (-inf, inf)))
        == 0.5
    )
    assert (
        number_of(oracle.exact_value_frame(handle_of(oracle, "C"), 0, (0.5, inf))) == 2
    )
    visited = [TREE.nodes[index].label for index in oracle.record.visited]
    assert visited == ["A", "B", "C"]
    assert [(call.label, call.window) for call in oracle.standin_calls] == [
        ("B", (-inf, inf)),
        ("C", (0.5, inf)),
    ]


def test_asked_about_the_other_player_it_takes_its_own_best() -> None:
    """As a right max_value does that is called for MIN's state: the most of 3, 0.5."""
    oracle = ExactOracle(TREE, 0, MAX_VALUE, exact_values(TREE))
    oracle.node_frame(oracle.root)
    state = handle_of(oracle, "B")
    assert (
        number_of(oracle.exact_value_frame(state, 0, (float("nan"), float("nan")))) == 3
    )
    (call,) = oracle.standin_calls
    assert call.window is None


def test_one_that_is_told_the_player_believes_it() -> None:
    """Who hands on the wrong one gets what a right function makes of that."""
    single = (Function("df_minimax", ("player",)),)
    oracle = ExactOracle(TREE, 0, single, exact_values(TREE))
    oracle.node_frame(oracle.root)
    state, window = handle_of(oracle, "B"), (float("nan"), float("nan"))
    assert (
        number_of(oracle.exact_value_frame(state, 0, window, MOVERS.index("min")))
        == 0.5
    )
    assert (
        number_of(oracle.exact_value_frame(state, 0, window, MOVERS.index("max"))) == 3
    )
    for nobody in (NOBODY, len(MOVERS)):
        assert number_of(oracle.exact_value_frame(state, 0, window, nobody)) == 0.5


def test_a_forged_state_has_no_value() -> None:
    """Neither has one that was never given out: who asks so breaks the protocol."""
    oracle = ExactOracle(TREE, 0, MIN_VALUE, exact_values(TREE))
    with pytest.raises(ProtocolError, match="never given"):
        oracle.exact_value_frame(oracle.root ^ 1, 0, (0, 1))


def test_asking_has_an_end() -> None:
    """Who asks for ever is stopped, as with visits."""
    oracle = ExactOracle(TREE, 0, MIN_VALUE, exact_values(TREE))
    answers = (oracle.exact_value_frame(oracle.root, 0, (0, 1)) for _ in range(10**5))
    with pytest.raises(ProtocolError, match="far more often"):
        list(answers)


def test_without_a_stand_in_no_value_is_told() -> None:
    """Else a submission could ask the grader for the answer."""
    oracle = Oracle(TREE)
    with pytest.raises(ProtocolError, match="nobody gives"):
        oracle.exact_value_frame(oracle.root, 0, (0, 1))
