"""The oracle: opaque handles, recorded visits, and the same tree on both sides."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import Random
from threading import Thread
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.answers.board import Board
from autograder.assignment.signature import Function
from autograder.game import Game, State
from autograder.sandbox.oracle import ExactOracle, Oracle, StandInCall
from autograder.trees import drawn
from autograder.trees.drawn import Form
from autograder.trees.tree import GameTree, Limit, Node
from autograder.worker import protocol, serve
from autograder.worker.protocol import (
    ASK,
    ASKED,
    ESTIMATE,
    LEAF,
    REQUEST,
    VISIT,
    ProtocolError,
)
from autograder.worker.watching import StandIn
from tests.cases import for_each
from tests.fuzzing import random_of
from tests.small import MAX_VALUE, MIN_VALUE, examples

PLAYERS = st.sampled_from(["max", "min"])
UTILITIES = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False)
CONTENTS = st.none() | st.lists(st.integers(0, 9) | st.lists(st.text(max_size=2)))
FORMS = {
    "plain": Form(),
    "chance": Form(("max", "chance", "min"), loose=True),
    "bounded": Form(("max", "chance"), bounded=True),
    "depth": Form(limit="depth"),
    "noise": Form(limit="depth", noisy=True),
    "depth with chance": Form(("max", "chance"), limit="depth", bounded=True),
    "rounds": Form(("max", "min", "min"), limit="rounds"),
    "players": Form(("A", "B", "C")),
    "players to a depth": Form(("A", "B", "chance"), limit="depth"),
    "one player": Form(("A",)),
}
LABELS = st.text(st.characters(categories=["L", "N", "P", "S"]), max_size=5)


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    """Any tree of up to 25 nodes, parents before children; moves may have names."""
    parents = [draw(st.integers(0, i)) for i in range(draw(st.integers(0, 24)))]
    below: list[list[int]] = [[] for _ in range(len(parents) + 1)]
    for child, parent in enumerate(parents, 1):
        below[parent].append(child)
    return GameTree(
        tuple(
            Node(
                f"{draw(LABELS)}{index}",
                draw(PLAYERS),
                tuple(children),
                None if children else draw(UTILITIES),
                draw(CONTENTS),
                moves=tuple([f"{draw(LABELS)}{child}" for child in children])
                if draw(st.booleans())
                else (),
            )
            for index, children in enumerate(below)
        )
    )


def star(width: int) -> GameTree:
    """A root with so many leaves."""
    leaves = [Node(f"leaf{i}", "min", (), i) for i in range(1, width + 1)]
    return GameTree((Node("root", "max", tuple(range(1, width + 1))), *leaves))


@contextmanager
def remote(tree: GameTree) -> Iterator[tuple[Game, State, Oracle]]:
    """The tree as a worker sees it, over real pipes; a thread plays the grader."""
    oracle = Oracle(tree)
    with served(oracle) as (game, root, stand_ins):
        assert stand_ins == ()
        yield game, root, oracle


@contextmanager
def served(
    oracle: Oracle,
    *replaced: str,
    arguments: tuple[str, ...] = ("alpha", "beta"),
    called: str = "max_value",
) -> Iterator[tuple[Game, State, tuple[StandIn, ...]]]:
    """What a worker makes of a call, while a thread answers it from the oracle."""
    requests, their_requests = os.pipe()
    their_replies, replies = os.pipe()

    def answer() -> None:
        while request := os.read(requests, REQUEST.size):
            opcode, handle = REQUEST.unpack(request)
            if opcode == ASK:
                behind = protocol.read_exactly(requests, ASKED.size)
                place, alpha, beta, player = ASKED.unpack(behind)
                reply = oracle.exact_value_frame(handle, place, (alpha, beta), player)
            elif opcode == ESTIMATE:
                reply = oracle.estimate(handle)
            else:
                reply = oracle.node_frame(handle)
            protocol.write_all(replies, reply)

    grader = Thread(target=answer)
    grader.start()
    root = oracle.start
    call = {"root": oracle.root, "label": root.label, "content": root.content}
    call["replaced"] = [[name, *arguments] for name in replaced]
    call["function"] = called
    call["facts"] = [*oracle.facts]
    job = json.loads(json.dumps(call))  # as a job brings it
    try:
        far = serve.remote_game(job, their_requests, their_replies)
        yield far.game, far.root, far.stand_ins
    finally:
        os.close(their_requests)
        grader.join()
        for descriptor in (requests, their_replies, replies):
            os.close(descriptor)


CALLS: tuple[tuple[str, tuple[Any, ...]], ...] = (
    *(
        (name, ())
        for name in ("is_terminal", "is_quiet", "to_move", "actions", "successors")
    ),
    *((name, ()) for name in ("outcomes", "utility", "evaluate")),
    *(
        (name, (player,))
        for name in ("utility", "evaluate")
        for player in ("max", "min", "chance", "A", "B", "C", "nobody", None, 3)
    ),
    *(("is_cutoff", (d,)) for d in (0, 1, 2, 3, 99, 1.5)),
    ("result", ("none of them",)),
)


def outcome(call: Callable[..., object], *given: object) -> str:
    """What a call returns, or raises, as a text that tells types and signs."""
    try:
        return repr(call(*given))
    except Exception as error:  # noqa: BLE001 - it is what is observed
        return f"{type(error).__name__}: {error}"


def observed(game: Game, root: State, seed: int = 0) -> list[Any]:
    """All that a student can learn of a game, each time in another order."""
    random, calls, stack = random_of(seed), list(CALLS), [root]
    calls_of_none = game.players, game.bounds, game.depth, game.data
    rows: list[Any] = [outcome(call) for call in calls_of_none]
    rows += [outcome(getattr(game, name), "A", *more) for name, more in calls]
    while stack:
        state = stack.pop(random.randrange(len(stack)))
        rows.append((str(state), state.data, hash(state)))
        random.shuffle(calls)
        for name, more in calls:
            rows.append((name, more, outcome(getattr(game, name), state, *more)))
        with suppress(ValueError):  # it is not laid out further than here
            stack.extend(child for _, child in game.successors(state))
    return rows


@given(trees(), st.integers(0, 2**32))
@settings(max_examples=examples(40))
def test_a_tree_looks_the_same_locally_and_through_the_pipes(
    tree: GameTree, seed: int
) -> None:
    """So answers computed in the grader's process hold for workers."""
    assert_alike(tree, seed)


def assert_alike(tree: GameTree, seed: int) -> None:
    """Each call on each state comes to the same, and is the same visit or estimate."""
    board = Board(tree)
    game, root, visited = board.fresh_game_root_and_visits()
    expected = observed(game, root, seed)
    with remote(tree) as (far_game, far_root, oracle):
        assert expected == observed(far_game, far_root, seed)
        assert visited == oracle.record.visited
        assert list(board.record.estimated) == list(oracle.record.estimated)
    assert len(set(visited)) == len(visited)


@for_each("form", FORMS.values())
def test_trees_of_every_form_look_the_same(form: Form) -> None:
    """With chance, players with names, limits and bounds; some not laid out whole."""
    random = random_of(2026)
    for seed in range(4):
        tree = drawn.random_tree(random, form)
        assert_alike(tree, seed)
        assert_alike(unfinished(tree, random), seed)
        assert_alike(named(tree), seed)


def named(tree: GameTree) -> GameTree:
    """The tree with names for the moves of every second node."""
    nodes = [
        replace(node, moves=tuple(f"m{i}" for i in range(len(node.children))))
        if index % 2 == 0
        else node
        for index, node in enumerate(tree.nodes)
    ]
    return replace(tree, nodes=tuple(nodes))


def test_actions_are_names_where_moves_have_some() -> None:
    """In a worker a state prints as its label, and a label is then no action."""
    leaves = [Node(label, "min", (), 1) for label in ("X", "X#2")]
    root = Node("R", "max", (1, 2), moves=("left", "right"))
    with remote(GameTree((root, *leaves))) as (game, start, _):
        assert game.actions(start) == ("left", "right")
        left, right = (game.result(start, name) for name in ("left", "right"))
        assert (str(left), str(right), left == right) == ("X", "X#2", True)
        with pytest.raises(ValueError, match="not a legal action in R"):
            game.result(start, "X")


def unfinished(tree: GameTree, random: Random) -> GameTree:
    """The tree, at one of whose nodes the game was not laid out further."""
    nodes, at = list(tree.nodes), random.randrange(len(tree.nodes))
    bare = replace(nodes[at], children=(), utility=None, probabilities=(), moves=())
    nodes[at] = replace(bare, quiet=True)  # no rules say that something is noisy
    return replace(tree, nodes=tuple(nodes))


@given(
    st.lists(UTILITIES, min_size=1, max_size=16),
    st.lists(st.floats(0, 1, exclude_min=True), min_size=1, max_size=9),
    st.lists(UTILITIES, min_size=1, max_size=16),
)
def test_numbers_cross_with_type_and_sign_and_to_the_last_bit(
    payoffs: list[float], chances: list[float], estimate: list[float]
) -> None:
    """In tuples of payoffs and estimates; probabilities too, whatever they sum to."""
    leaf = Node("leaf", "P0", (), tuple(payoffs))
    count = len(chances)
    tree = GameTree(
        (
            Node(
                label="A",
                to_move="chance",
                children=tuple(range(1, count + 1)),
                probabilities=tuple(chances),
                estimate=tuple(estimate),
            ),
            *[replace(leaf, label=f"leaf{i}") for i in range(count)],
        ),
        players=tuple([f"P{i}" for i in range(len(payoffs))]),
    )
    with remote(tree) as (game, root, _):
        told, states = zip(*game.outcomes(root), strict=True)
        assert repr(told) == repr(tuple(chances))
        assert list(map(str, states)) == list(game.actions(root))
        assert repr(game.evaluate(root)) == repr(tuple(estimate))
        assert {repr(game.utility(state)) for state in states} == {repr(tuple(payoffs))}
        for place, name in enumerate(game.players()):
            assert repr(game.utility(states[0], name)) == repr(payoffs[place])


@pytest.mark.parametrize(
    "calls, visited, estimated",
    [
        (("evaluate", "is_terminal"), [0], [0]),
        (("is_terminal", "evaluate"), [0], [0]),
        (("evaluate", "evaluate"), [0], [0]),
        (("evaluate", "successors", "evaluate"), [0], [0]),
        (("is_cutoff",), [0], []),
        ((), [], []),
    ],
)
def test_an_estimate_is_a_visit(
    calls: tuple[str, ...], visited: list[int], estimated: list[int]
) -> None:
    """Whichever comes first; a node is logged once."""
    leaves = (Node("B", "min", (), 1), Node("C", "min", (), 2))
    tree = GameTree((Node("A", "max", (1, 2), estimate=5), *leaves))
    with remote(tree) as (game, root, oracle):
        for name in calls:
            getattr(game, name)(root, *((0,) if name == "is_cutoff" else ()))
        record = oracle.record
        assert (record.visited, list(record.estimated)) == (visited, estimated)
    board = Board(tree)
    game, root, found = board.fresh_game_root_and_visits()
    for name in calls:
        getattr(game, name)(root, *((0,) if name == "is_cutoff" else ()))
    assert (found, list(board.record.estimated)) == (visited, estimated)


def test_what_needs_no_state_is_no_visit() -> None:
    """It stands in the job, and is the tree's; no node's label is among it."""
    leaf = Node("A", "P", (), (1.0, -0.0, 3))
    said = ("ghosts", 2), ("food", ((0, 1), "x", None, True))
    tree = GameTree((leaf,), players=("P", "Q", "R"), bounds=(-2, 2.5), data=said)
    tree = replace(tree, limit=Limit(depth=3))
    with remote(tree) as (game, _, oracle):
        assert game.players() == ("P", "Q", "R")
        assert repr(game.bounds()) == "(-2, 2.5)"
        assert game.depth() == 3
        assert game.data() == {"ghosts": 2, "food": ((0, 1), "x", None, True)}
        assert oracle.record.visited == []


def test_estimates_are_given_of_states_that_were_given_and_no_others() -> None:
    """A guess, and the child of a node that was not visited; it opens no children."""
    tree = GameTree((Node("A", "max", (1,), estimate=4), Node("B", "min", (), 7)))
    oracle = Oracle(tree)
    with pytest.raises(ProtocolError, match="never given"):
        oracle.estimate(oracle.root ^ 1)
    assert (oracle.record.visited, oracle.record.estimated) == ([], {})
    assert protocol.value_of(oracle.estimate(oracle.root)) == 4
    assert list(oracle._index_of.values()) == [0], "an estimate opens no children"
    oracle.node_frame(oracle.root)
    leaf = int.from_bytes(oracle._children[0], "little")
    assert protocol.value_of(oracle.estimate(leaf)) == 7


def test_peeks_are_at_children_and_no_visits() -> None:
    """Not at the root, at nothing that was not given, and nowhere unless it is said."""
    tree = GameTree((Node("A", "max", (1,), estimate=4), Node("B", "min", (), 7)))
    oracle = Oracle(tree)
    oracle.node_frame(oracle.root)
    leaf = int.from_bytes(oracle._children[0], "little")
    with pytest.raises(ProtocolError, match="may not peek"):
        oracle.peek(leaf)
    oracle.peeks = True
    for handle in (oracle.root, leaf ^ 1):
        with pytest.raises(ProtocolError, match="may not peek"):
            oracle.peek(handle)
    assert protocol.value_of(oracle.peek(leaf)) == 7
    assert (oracle.record.visited, oracle.record.peeked) == ([0], {1: None})
    for _ in range(10 * 2 + 1000 - 2):
        oracle.peek(leaf)
    with pytest.raises(ProtocolError, match="far more often"):
        oracle.peek(leaf)


def test_estimates_count_as_requests_do() -> None:
    """Ten a node and a thousand more, of whatever kind."""
    oracle = Oracle(star(1))
    for _ in range((10 * 2 + 1000) // 2):
        oracle.node_frame(oracle.root)
        oracle.estimate(oracle.root)
    with pytest.raises(ProtocolError, match="far more often"):
        oracle.estimate(oracle.root)


@given(trees(), st.randoms(use_true_random=False))
@settings(max_examples=examples(40))
def test_the_first_touch_is_recorded_and_no_other(tree: GameTree, random: Any) -> None:
    """However often and in whatever order states are asked about."""
    with remote(tree) as (game, root, oracle):
        expected, known = [], [root]
        for _ in range(2 * len(tree.nodes)):
            state = random.choice(known)
            if str(state) not in expected:
                expected.append(str(state))
            known.extend(s for _, s in game.successors(state))
        assert expected == [tree.nodes[index].label for index in oracle.record.visited]


def test_a_wide_node_crosses_in_many_pieces() -> None:
    """10,000 children take more than a pipe holds, and arrive in order."""
    tree = star(10_000)
    with remote(tree) as (game, root, oracle):
        frame = oracle.node_frame(oracle.root)
        actions = game.actions(root)
        assert tree.labels()[1:] == actions
        assert game.utility(game.result(root, actions[-1])) == 10_000
    assert len(frame) > 65536


@for_each(
    "utility", [0, 1, -7, 2**53, 0.5, 7.0, -0.0, 1e300, 5e-324, math.inf, -math.inf]
)
def test_utilities_cross_with_type_and_sign(utility: float) -> None:
    """7 stays an int, 7.0 a float, and -0.0 keeps its sign."""
    with remote(GameTree((Node("A", "max", (), utility),))) as (game, root, _):
        found = game.utility(root)
    assert (type(utility), repr(utility)) == (type(found), repr(found))


def test_data_crosses_as_tuples() -> None:
    """Lists of a file are tuples in `state.data`, at the root and below it."""
    tree = GameTree(
        (
            Node("A", "max", (1, 2), None, [2, [1]]),
            Node("B", "min", (), 1, [1, "x"]),
            Node("C", "min", (), 1),
        )
    )
    with remote(tree) as (game, root, _):
        (_, first), (_, second) = game.successors(root)
        assert (root.data, first.data, second.data) == ((2, (1,)), (1, "x"), None)


def test_handles_are_new_for_each_oracle_and_distinct() -> None:
    """Nothing that was learnt in one test is of use in the next."""
    one, two = Oracle(star(2000)), Oracle(star(2000))
    for oracle in (one, two):
        oracle.node_frame(oracle.root)
    handles = list(one._index_of)
    assert len(set(handles)) == 2001
    assert handles != sorted(handles)
    assert handles != list(two._index_of)


def test_a_handle_tells_nothing_of_the_node() -> None:
    """The same tree has other handles each time: 32 random bits, no index."""
    roots = {Oracle(star(1)).root for _ in range(50)}
    assert len(roots) > 45
    assert max(roots) > 2**20


def test_a_forged_handle_is_a_breach_and_leaves_no_record() -> None:
    """A guess ends the conversation before anything is told."""
    oracle = Oracle(star(3))
    with pytest.raises(ProtocolError, match="never given"):
        oracle.node_frame(oracle.root ^ 1)
    assert oracle.record.visited == []


def test_a_grandchild_cannot_be_asked_about_before_its_parent() -> None:
    """A node gets its handle when its parent is visited, and not before."""
    tree = GameTree(
        (Node("A", "max", (1,)), Node("B", "min", (2,)), Node("C", "max", (), 1))
    )
    oracle = Oracle(tree)
    assert list(oracle._index_of.values()) == [0]
    oracle.node_frame(oracle.root)
    assert list(oracle._index_of.values()) == [0, 1]


def test_an_oracle_that_is_asked_without_end_refuses() -> None:
    """Ten requests a node, and a thousand more, are beyond any honest search."""
    oracle = Oracle(star(1))
    for _ in range(10 * 2 + 1000):
        oracle.node_frame(oracle.root)
    with pytest.raises(ProtocolError, match="far more often"):
        oracle.node_frame(oracle.root)
    assert oracle.record.visited == [0]


def test_a_call_in_the_same_game_may_ask_about_what_was_given_before() -> None:
    """The states that the first call was given are good in the second; none else is.

    What either visits stands in its own record, by a first touch of its own.
    """
    tree = GameTree(
        (Node("A", "max", (1,)), Node("B", "min", (2,)), Node("C", "max", (), 1))
    )
    first = Oracle(tree)
    first.node_frame(first.root)
    given_first = int.from_bytes(first._children[0], "little")
    again = Oracle(tree, 0, first)
    assert again.root not in (first.root, given_first)
    assert again.record.visited == []
    again.node_frame(given_first)
    again.node_frame(again.root)
    assert (first.record.visited, again.record.visited) == ([0], [1, 0])
    given_again = int.from_bytes(again._children[0], "little")
    assert given_again != given_first
    with pytest.raises(ProtocolError, match="never given"):
        again.node_frame(next(n for n in range(9) if n not in again._index_of))
    with pytest.raises(ProtocolError, match="never given"):
        Oracle(tree).node_frame(given_again)


def test_each_call_in_a_game_has_its_own_number_of_requests() -> None:
    """Ten a node, and a thousand more, as if it were alone."""
    first = Oracle(star(1))
    for _ in range(1000):
        first.node_frame(first.root)
    again = Oracle(star(1), 0, first)
    for _ in range(10 * 2 + 1000):
        again.node_frame(again.root)
    with pytest.raises(ProtocolError, match="far more often"):
        again.node_frame(again.root)


@given(st.binary(max_size=40))
def test_no_handle_but_the_given_one_is_answered(noise: bytes) -> None:
    """Whatever number a worker makes up."""
    oracle = Oracle(star(1))
    number = int.from_bytes(noise, "little")
    if number == oracle.root:
        return
    with pytest.raises(ProtocolError):
        oracle.node_frame(number)


def test_the_request_of_a_visit_is_five_bytes() -> None:
    """The frame that the worker writes is the one that the grader reads."""
    assert REQUEST.pack(VISIT, 7) == b"\x03\x07\x00\x00\x00"


# Asking for values, which only a call of one function alone can do.

INFINITY = math.inf
TWO_PLY = GameTree(
    (
        Node("A", "max", (1, 2)),
        Node("B", "min", (3, 4)),
        Node("C", "min", (5, 6)),
        *[Node(f"leaf{i}", "max", (), i) for i in (3, 12, 2, 1.5)],
    )
)
EVERYBODYS = (Function("value"),)
WORTH = {"A": 3, "B": 3, "C": 1.5, "leaf3": 3, "leaf12": 12, "leaf2": 2, "leaf1.5": 1.5}


def value_in(frame: bytes) -> float:
    """The number in the frame of a terminal node."""
    found: float = LEAF.unpack(frame)[3]
    return found


def test_a_stand_in_asks_across_the_pipes_and_its_windows_are_kept() -> None:
    """B is worth min(3, 12), C min(2, 1.5); a call without a window says so."""
    oracle = ExactOracle(TWO_PLY, 0, MIN_VALUE, WORTH)
    with served(oracle, "min_value") as (game, root, (min_value,)):
        (_, first), (_, second) = game.successors(root)
        assert min_value(game, first, -INFINITY, INFINITY) == 3
        assert min_value(game, second, alpha=3, beta=INFINITY) == 1.5
        assert min_value(game, second) == 1.5
    assert oracle.standin_calls == [
        StandInCall("B", (-INFINITY, INFINITY)),
        StandInCall("C", (3, INFINITY)),
        StandInCall("C", None),
    ]


def test_asking_for_a_value_visits_the_node() -> None:
    """A function that asks below a cut has not cut."""
    oracle = ExactOracle(TWO_PLY, 0, MIN_VALUE, WORTH)
    with served(oracle, "min_value") as (game, root, (min_value,)):
        for _, child in game.successors(root):
            min_value(game, child)
    visited = oracle.record.visited
    assert [TWO_PLY.nodes[index].label for index in visited] == ["A", "B", "C"]


@pytest.mark.parametrize(
    "replaced, label, value",
    [
        (MIN_VALUE, "B", 3),  # the smaller of 3 and 12
        (MAX_VALUE, "B", 12),  # a max_value takes the larger, whoever is to move
        (EVERYBODYS, "B", 3),  # a dispatcher asks whose move it is
        (MIN_VALUE, "leaf12", 12),
        (MAX_VALUE, "leaf12", 12),
    ],
)
def test_the_value_is_what_the_replaced_function_would_return(
    replaced: tuple[Function, ...], label: str, value: float
) -> None:
    """Also where it is called at a state of the other player, and at the end."""
    oracle = ExactOracle(TWO_PLY, 0, replaced, WORTH)
    oracle.node_frame(oracle.root)
    oracle.node_frame(next(h for h, i in oracle._index_of.items() if i == 1))
    (handle,) = [
        h for h, i in oracle._index_of.items() if TWO_PLY.nodes[i].label == label
    ]
    assert value == value_in(oracle.exact_value_frame(handle, 0, (-INFINITY, INFINITY)))


@pytest.mark.parametrize(
    "viewpoint, value", [("max", 3), ("min", -3), ("nobody", 3), (None, 3)]
)
def test_a_function_with_a_viewpoint_answers_from_it(
    viewpoint: str | None, value: float
) -> None:
    """B is worth min(3, 12) to MAX, and MIN loses as much."""
    seen = (Function("value", ("viewpoint",)),)
    oracle = ExactOracle(TWO_PLY, 0, seen, WORTH)
    with served(oracle, "value", arguments=("viewpoint",)) as (game, root, (ask,)):
        (_, first), _ = game.successors(root)
        assert ask(game, first, viewpoint) == value


@pytest.mark.parametrize(
    "color, value", [(1, 3), (-1, -3), (-1.0, -3), (0, 3), ("min", 3), (None, 3)]
)
def test_a_function_with_a_color_answers_from_it(color: object, value: float) -> None:
    """1 is MAX and -1 is MIN; from anything else MAX's value comes back."""
    seen = (Function("negamax", ("color",), value_of="mover"),)
    oracle = ExactOracle(TWO_PLY, 0, seen, WORTH)
    with served(oracle, "negamax", arguments=("color",)) as (game, root, (ask,)):
        (_, first), _ = game.successors(root)
        assert ask(game, first, color) == value


def test_a_function_whose_value_is_the_movers_answers_so() -> None:
    """B, where MIN moves, is worth min(3, 12) to MAX and as much less to him."""
    oracle = ExactOracle(TWO_PLY, 0, (Function("f", value_of="mover"),), WORTH)
    with served(oracle, "f") as (game, root, (ask,)):
        (_, first), _ = game.successors(root)
        assert ask(game, first) == -3


def test_the_oracle_of_a_whole_search_gives_no_values() -> None:
    """Whoever asks for one in a call that is counted has broken the protocol."""
    oracle = Oracle(star(3))
    with pytest.raises(ProtocolError, match="asked for a value"):
        oracle.exact_value_frame(oracle.root, 0, (-INFINITY, INFINITY))
    assert (oracle.record.visited, oracle.standin_calls) == ([], [])


def test_a_value_is_given_of_states_that_were_given_and_no_others() -> None:
    """A guess, and the child of a node that was not visited."""
    oracle = ExactOracle(TWO_PLY, 0, MIN_VALUE, WORTH)
    with pytest.raises(ProtocolError, match="never given"):
        oracle.exact_value_frame(oracle.root ^ 1, 0, (0, 1))
    assert (oracle.record.visited, oracle.standin_calls) == ([], [])
    oracle.exact_value_frame(oracle.root, 0, (0, 1))
    assert list(oracle._index_of.values()) == [0], "asking opens no children"


def test_a_value_is_that_of_the_function_that_was_called() -> None:
    """Of several replaced, each asks in its own name; of others there is none."""
    oracle = ExactOracle(TWO_PLY, 0, (*MAX_VALUE, *MIN_VALUE), WORTH)
    with served(oracle, "max_value", "min_value") as (game, root, (largest, least)):
        (_, first), _ = game.successors(root)
        assert (largest(game, first), least(game, first)) == (12, 3)
    with pytest.raises(ProtocolError, match="a function that is its own"):
        oracle.exact_value_frame(oracle.root, 2, (0, 1))


def test_a_stand_in_hands_on_payoffs_and_knows_when_nobody_knows() -> None:
    """Payoffs come as a tuple; beyond what is laid out, the search is told so."""
    leaves = (Node("B", "P", (), (1, 2.5)), Node("C", "Q"))
    tree = GameTree((Node("A", "P", (1, 2)), *leaves), players=("P", "Q"))
    oracle = ExactOracle(tree, 0, EVERYBODYS, {"A": (1, 2.5), "B": (1, 2.5)})
    with served(oracle, "value") as (game, root, (value,)):
        (_, first), (_, second) = game.successors(root)
        assert repr(value(game, first)) == "(1, 2.5)"
        with pytest.raises(ValueError, match=r"value\(C\): the search goes too deep"):
            value(game, second)


@pytest.mark.parametrize("replaced", [EVERYBODYS, MIN_VALUE, MAX_VALUE])
def test_nobody_tells_the_value_of_the_state_where_the_call_began(
    replaced: tuple[Function, ...],
) -> None:
    """Whoever's function is asked; the record says so, whatever is made of it."""
    oracle = ExactOracle(TWO_PLY, 1, replaced, WORTH)
    with served(oracle, "value", called="min_value") as (game, root, (value,)):
        with pytest.raises(
            ValueError, match=r"value\(B\): the call began in this state"
        ):
            value(game, root, 0, 1)
        (_, child), _ = game.successors(root)
        assert value(game, child, 0, 1) == 3
    refused = StandInCall("B", (0, 1), refused=replaced[0].name)
    assert oracle.standin_calls == [refused, StandInCall("leaf3", (0, 1))]


def test_a_dispatcher_may_hand_its_own_state_on_to_whoever_moves_there() -> None:
    """B is MIN's: max_value is not the one to ask, though it would know 12."""
    both = (*MAX_VALUE, *MIN_VALUE)
    oracle = ExactOracle(TWO_PLY, 1, both, WORTH, dispatches=True)
    with served(oracle, "max_value", "min_value", called="value") as (game, root, two):
        largest, least = two
        assert least(game, root) == 3
        with pytest.raises(ValueError, match="the call began"):
            largest(game, root)


def test_the_only_function_goes_on_by_itself_where_its_call_began() -> None:
    """As often as it calls itself there; below, it is told."""
    oracle = ExactOracle(TWO_PLY, 0, EVERYBODYS, WORTH)
    calls = []

    def value(game: Game, state: State, memory: object = None) -> object:
        calls.append(str(state))
        if memory is None:
            return module["value"](game, state, {})  # type: ignore[operator]
        return max(module["value"](game, s) for _, s in game.successors(state))  # type: ignore[operator]

    module: dict[str, object] = {"value": value}
    asked = served(oracle, "value", arguments=(), called="value")
    with asked as (game, root, (one,)), one.within(module):
        assert value(game, root) == 3
    assert calls == ["A", "A"]
    assert [call.label for call in oracle.standin_calls] == ["B", "C"]


def test_visits_and_values_are_counted_together() -> None:
    """Ten requests a node and a thousand more, of whatever kind they are."""
    oracle = ExactOracle(TWO_PLY, 0, MIN_VALUE, WORTH)
    for _ in range((10 * 7 + 1000) // 2):
        oracle.node_frame(oracle.root)
        oracle.exact_value_frame(oracle.root, 0, (0, 1))
    with pytest.raises(ProtocolError, match="far more often"):
        oracle.exact_value_frame(oracle.root, 0, (0, 1))


def test_a_call_may_start_at_an_inner_node() -> None:
    """Then its root is that node, and what stands above it has no handle."""
    oracle = ExactOracle(TWO_PLY, 2, MAX_VALUE, WORTH)
    with served(oracle, "max_value") as (game, root, _):
        assert (str(root), game.to_move(root)) == ("C", "min")
        assert list(game.actions(root)) == ["leaf2", "leaf1.5"]
    assert sorted(oracle._index_of.values()) == [2, 5, 6]


@for_each(
    "given, kept",
    [
        ((1, 2), (1, 2)),
        ((1, 2, 3), None),
        ((1,), None),
        (("1", 2), None),
        ((True, 2), None),
        ((10**400, 2), None),
        ((math.nan, 2), None),
        ((1, math.nan), None),
    ],
)
def test_a_window_is_two_numbers_or_none(
    given: tuple[Any, ...], kept: tuple[float, float] | None
) -> None:
    """Whatever a student's code hands on, the call returns the value."""
    oracle = ExactOracle(TWO_PLY, 0, MIN_VALUE, WORTH)
    with served(oracle, "min_value") as (game, root, (min_value,)):
        _, (_, second) = game.successors(root)
        assert min_value(game, second, *given) == 1.5
    assert [call.window for call in oracle.standin_calls] == [kept]


def test_a_stand_in_is_called_with_states() -> None:
    """An action in the place of a state is told from it, as the game tells it."""
    oracle = ExactOracle(TWO_PLY, 0, MIN_VALUE, WORTH)
    told = pytest.raises(TypeError, match=r"min_value: expected a state .* 'B'")
    with served(oracle, "min_value") as (game, _, (min_value,)), told:
        min_value(game, "B")
    assert oracle.standin_calls == []


def test_a_stand_in_takes_the_place_for_a_while() -> None:
    """Afterwards the student's function is there again; where none was, none is."""
    stand_in = StandIn("min_value", (), lambda *_: 1)
    module: dict[str, object] = {"min_value": len}
    with stand_in.within(module):
        assert module["min_value"] is stand_in
    assert module == {"min_value": len}
    with stand_in.within({}) as nothing:
        assert nothing is None


def test_the_request_of_a_value_is_a_visits_with_a_window_behind() -> None:
    """Opcode 5, the handle, which function, α and β, who moves there: 23 bytes."""
    frame = REQUEST.pack(ASK, 7) + ASKED.pack(1, -INFINITY, 2.0, protocol.NOBODY)
    expected = "0507000000 01 000000000000f0ff 0000000000000040 ff"
    assert frame == bytes.fromhex(expected)
