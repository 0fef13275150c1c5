"""The student's view of a game: what each call returns, and what counts as a visit."""

from __future__ import annotations

import copy
import string
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.answers.board import game_root_and_visits
from autograder.game import Game, State, hashable_content, position_of
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree, Limit, Node

# AIMA, 4th edition, Figure 5.2, without the labels of the leaves below C and D.
FIGURE = GameTree(
    (
        Node("A", "max", (1, 5)),
        Node("B", "min", (2, 3, 4)),
        Node("B1", "max", (), 3),
        Node("B2", "max", (), 12.5),
        Node("B3", "max", (), 0),
        Node("B#2", "min", (), -2),
    )
)

labels = st.text(string.ascii_letters + "(),-", min_size=1, max_size=8)


def start() -> tuple[Game, State, list[int]]:
    """A fresh game on the figure."""
    return game_root_and_visits(FIGURE)


def below(game: Game, state: State, *actions: str) -> State:
    """The state that the actions lead to."""
    for action in actions:
        state = game.result(state, action)
    return state


VISITING: dict[str, Callable[[Game, State], object]] = {
    "is_terminal": Game.is_terminal,
    "to_move": Game.to_move,
    "actions": Game.actions,
    "successors": Game.successors,
    "utility": Game.utility,
}


def test_what_is_known_of_a_game_is_no_visit() -> None:
    """Its players, its depth if it has one, and what its author says of it all."""
    game, _, visited = start()
    assert (game.players(), game.depth(), game.data()) == (("max", "min"), None, {})
    limited = replace(FIGURE, limit=Limit(depth=2), data=(("ghosts", 1),))
    game, _, visited = game_root_and_visits(limited)
    assert (game.depth(), game.data()) == (2, {"ghosts": 1})
    game.data().clear()
    assert game.data() == {"ghosts": 1}, "a search may keep its own"
    in_rounds = replace(FIGURE, limit=Limit(rounds=1))
    assert game_root_and_visits(in_rounds)[0].depth() is None
    assert visited == []


def test_to_move_names_the_player() -> None:
    """The root of the figure is MAX's, its child MIN's."""
    game, root, _ = start()
    assert game.to_move(root) == "max"
    assert game.to_move(below(game, root, "B")) == "min"


def test_actions_stand_in_the_trees_order() -> None:
    """A tuple of labels, and an empty one where the game is over."""
    game, root, _ = start()
    assert game.actions(below(game, root, "B")) == ("B1", "B2", "B3")
    assert game.actions(below(game, root, "B", "B1")) == ()


def test_successors_pair_each_action_with_its_state() -> None:
    """`successors` is `actions` with the `result` of each."""
    game, root, _ = start()
    state = below(game, root, "B")
    pairs = tuple((action, game.result(state, action)) for action in ("B1", "B2", "B3"))
    assert game.successors(state) == pairs


def test_result_is_the_same_object_each_time() -> None:
    """A state that is named twice has been visited once if either has."""
    game, root, visited = start()
    assert game.result(root, "B") is game.result(root, "B")
    game.to_move(game.result(root, "B"))
    game.to_move(game.result(root, "B"))
    assert visited == [0, 1]


def test_terminal_states_are_those_without_actions() -> None:
    """Inner nodes are not terminal, leaves are."""
    game, root, _ = start()
    assert game.is_terminal(root) is False
    assert game.is_terminal(below(game, root, "B", "B3")) is True


def test_utility_is_the_payoff_to_the_player() -> None:
    """MAX's by default; MIN's is its negative; ints stay ints, floats floats."""
    game, root, _ = start()
    first, second = (below(game, root, "B", leaf) for leaf in ("B1", "B2"))
    payoffs = [game.utility(first), game.utility(second), game.utility(first, "min")]
    assert payoffs == [3, 12.5, -3]
    assert [type(payoff) for payoff in payoffs] == [int, float, int]
    assert game.utility(first, player="max") == 3


@pytest.mark.parametrize("call", VISITING, ids=str)
def test_asking_about_a_state_visits_it_once(call: str) -> None:
    """The first question visits the node; what it is, and later ones, do not matter."""
    game, root, visited = start()
    leaf = below(game, root, "B#2")
    VISITING[call](game, leaf)
    for ask in VISITING.values():
        ask(game, leaf)
    assert visited == [0, 5]


def test_naming_children_does_not_visit_them() -> None:
    """`successors`, `result`, printing, comparing and hashing leave no trace."""
    game, root, visited = start()
    (_, child), (_, other) = game.successors(root)
    assert (str(child), f"{child!r}", child == other, child.data) == (
        "B",
        "B",
        True,
        None,
    )
    assert hash(child) == hash(other)
    assert visited == [0]


def test_a_state_prints_as_its_label() -> None:
    """Repetitions of a position keep their number when they are printed."""
    game, root, _ = start()
    assert [str(state) for _, state in game.successors(root)] == ["B", "B#2"]


@given(labels, st.integers(2, 99))
def test_repeated_positions_are_equal_and_hash_alike(label: str, number: int) -> None:
    """So a transposition table finds the position under any of its labels."""
    game, _, _ = start()
    first, again = State(game, 0, label), State(game, 1, f"{label}#{number}")
    assert label == position_of(f"{label}#{number}")
    assert first == again
    assert {first: "value"}[again] == "value"


@given(labels, labels)
def test_states_are_equal_exactly_if_their_positions_are(one: str, two: str) -> None:
    """Equality of labels without number signs is equality of states."""
    game, _, _ = start()
    assert (one == two) == (State(game, 0, one) == State(game, 0, two))


def test_states_of_two_games_are_never_equal() -> None:
    """A table kept from one tree cannot answer for the next."""
    assert start()[1] != start()[1]


@pytest.mark.parametrize("other", ["A", None, 0, object(), ("A",)])
def test_a_state_equals_nothing_but_states(other: object) -> None:
    """Not even its own label."""
    assert start()[1] != other


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_copies_of_a_state_are_the_state(
    duplicate: Callable[[State], State],
) -> None:
    """A careful student's copy neither visits anything nor forgets a visit."""
    game, root, visited = start()
    assert duplicate(root) is root
    assert copy.deepcopy([root])[0] is root
    game.to_move(duplicate(root))
    game.to_move(root)
    assert visited == [0]


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_a_copied_game_is_the_same_game(duplicate: Callable[[Game], Game]) -> None:
    """It answers alike, and its visits are recorded with the others."""
    game, root, visited = start()
    twin = duplicate(game)
    assert twin.actions(root) == ("B", "B#2")
    assert twin.result(root, "B") == game.result(root, "B")
    assert visited == [0]


@pytest.mark.parametrize("call", [*VISITING, "result"])
@pytest.mark.parametrize("state", [None, "A", 0, ("A", 1), Game])
def test_a_call_on_no_state_says_what_it_got(call: str, state: object) -> None:
    """TypeError names the call and the value, cut to a bearable length."""
    game, _, visited = start()
    arguments = (state, "B") if call == "result" else (state,)
    with pytest.raises(TypeError, match=f"^{call}: expected a state of the game, got "):
        getattr(game, call)(*arguments)
    assert visited == []


def test_an_endless_value_is_cut_in_the_error() -> None:
    """A message is bounded, whatever was passed in place of a state."""
    game, _, _ = start()
    with pytest.raises(TypeError) as caught:
        game.to_move("x" * 10_000)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("action", ["C", 0, None, ("B",)])
def test_an_illegal_action_is_an_error(action: object) -> None:
    """ValueError names the state and the action."""
    game, root, _ = start()
    with pytest.raises(ValueError, match=r"^result\(A, .*\): not a legal action in A$"):
        game.result(root, action)  # type: ignore[arg-type]


def test_a_terminal_state_has_no_results() -> None:
    """Every action is illegal where the game is over."""
    game, root, _ = start()
    with pytest.raises(ValueError, match=r"^result\(B#2, 'B1'\): not a legal action"):
        game.result(below(game, root, "B#2"), "B1")


def test_only_a_match_has_a_bank() -> None:
    """Elsewhere nobody can be told what is left."""
    game, *_ = start()
    with pytest.raises(ValueError, match=r"visits_left\(\): this question is no match"):
        game.visits_left()


def test_utility_of_an_inner_state_is_an_error() -> None:
    """The student asked too early, and has visited the node all the same."""
    game, root, visited = start()
    with pytest.raises(ValueError, match=r"^utility\(A\): A is not a terminal state$"):
        game.utility(root)
    assert visited == [0]


@pytest.mark.parametrize("player", ["MAX", None, 1, "chance"])
def test_utility_for_an_odd_player_is_an_error(player: object) -> None:
    """The message lists the players that there are."""
    game, root, _ = start()
    leaf = below(game, root, "B#2")
    with pytest.raises(ValueError, match=r'the player is "max" or "min"$'):
        game.utility(leaf, player)  # type: ignore[arg-type]


def test_data_is_the_content_of_the_position() -> None:
    """Nim's piles, say; None where the game has no such thing."""
    tree = GameTree(
        (Node("(1)-A", "max", (1,), None, (1,)), Node("()-B", "min", (), 1))
    )
    game, root, visited = game_root_and_visits(tree)
    assert root.data == (1,)
    assert visited == []
    assert game.result(root, "()-B").data is None


nested = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=8,
)


@given(nested)
def test_content_is_hashable_whatever_the_file_says(content: object) -> None:
    """Lists become tuples at every depth, and nothing else changes."""

    def thawed(value: object) -> object:
        return list(map(thawed, value)) if isinstance(value, tuple) else value

    hash(hashable_content(content))
    assert content == thawed(hashable_content(content))


def test_a_state_takes_no_attributes_of_its_own() -> None:
    """What students hang on a state would be lost on the next one; it is refused."""
    _, root, _ = start()
    with pytest.raises(AttributeError):
        root.value = 3  # type: ignore[attr-defined]


# What is not quiet

NOISY = treefile.parse(
    "tree: {A: {B: {C: 1, D: 2}, E: {F: 3}}}\n"
    "depth: 1\nnoisy: [B]\nevaluate: {A: 0, E: 5}"
)


def test_asking_whether_a_state_is_quiet_visits_it() -> None:
    """As any other question does; children are not visited by it."""
    game, root, visited = game_root_and_visits(NOISY)
    (_, noisy), (_, quiet) = game.successors(root)
    assert (game.is_quiet(root), game.is_quiet(noisy), game.is_quiet(quiet)) == (
        True,
        False,
        True,
    )
    assert [NOISY.nodes[index].label for index in visited] == ["A", "B", "E"]


@pytest.mark.parametrize(
    "label, stops",
    [("A", [False, True]), ("B", [False, False]), ("E", [False, True])],
)
def test_a_cutoff_needs_what_is_quiet(label: str, stops: list[bool]) -> None:
    """At the limit and beyond; where the game is over it is one at once."""
    game, root, _ = game_root_and_visits(NOISY)
    state = root if label == "A" else dict(game.successors(root))[label]
    assert [game.is_cutoff(state, d) for d in (0, 1)] == stops
    (_, leaf), *_ = game.successors(dict(game.successors(root))["B"])
    assert game.is_cutoff(leaf, 0)
    assert game.is_quiet(leaf)


def test_what_is_no_state_is_neither() -> None:
    """It is told as by every other question."""
    game, _, _ = game_root_and_visits(NOISY)
    with pytest.raises(TypeError, match="is_quiet: expected a state of the game"):
        game.is_quiet("B")  # type: ignore[arg-type]
