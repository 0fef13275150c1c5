"""The probabilities of chance nodes in tree files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.trees import explicit
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree, Node
from tests.cases import for_each
from tests.faulty_trees import problems

PLAYERS = "players: [max, chance]\n"
TREE = f"{PLAYERS}tree: {{A: {{B: [1, 2, 3], C: [4, 5]}}}}\n"


def chances(tree: GameTree) -> dict[str, tuple[float, ...]]:
    """The probabilities, by label, where there are any."""
    return {n.label: n.probabilities for n in tree.nodes if n.probabilities}


def test_probabilities_are_those_of_the_children_in_order() -> None:
    """Numbers and fractions; where nothing is said they are equal."""
    tree = treefile.parse(f"{TREE}chance: {{B: [1/2, 0.25, 2/8]}}")
    assert chances(tree) == {"B": (0.5, 0.25, 0.25), "C": (0.5, 0.5)}
    assert chances(treefile.parse(TREE))["B"] == (1 / 3, 1 / 3, 1 / 3)


def test_fractions_may_be_quoted() -> None:
    """As JSON has to write them."""
    tree = treefile.parse(f'{TREE}chance: {{"B": ["1/2", "1/4", 0.25]}}')
    assert chances(tree)["B"] == (0.5, 0.25, 0.25)


def test_a_single_child_is_certain() -> None:
    """1 is a probability, and a float like the others."""
    tree = treefile.parse("tree: [[1]]\nplayers: [max, chance]\nchance: {B: [1]}")
    assert repr(chances(tree)) == "{'B': (1.0,)}"


def test_probabilities_are_by_position() -> None:
    """What is said of B holds for B#2."""
    text = f"{PLAYERS}tree: {{A: {{B: {{X: 1, Y: 2}}, 'B#2': {{X#2: 1, Y#2: 2}}}}}}\n"
    tree = treefile.parse(f"{text}chance: {{B: [1/4, 3/4]}}")
    assert chances(tree) == {"B": (0.25, 0.75), "B#2": (0.25, 0.75)}


def test_thirds_sum_to_one_closely_enough() -> None:
    """A file cannot say them better than to nine digits."""
    thirds = "0.3333333333, 0.3333333333, 0.3333333333"
    tree = treefile.parse(f"{TREE}chance: {{B: [{thirds}]}}")
    assert chances(tree)["B"] == (0.3333333333,) * 3


RANGE = "expected a probability above 0 and at most 1, found"
THREE = "expected 3 probabilities, one for each node below B; found"
PROBLEMS = [
    ("[1/2, 0.25, 0.3]", "3:13: the probabilities of B sum to 1.05, not to 1"),
    (
        "[0.3333333, 0.3333333, 0.3333333]",
        "3:13: the probabilities of B sum to 0.9999999, not to 1",
    ),
    ("[1/2, 1/2]", f"3:13: {THREE} 2"),
    ("[]", f"3:13: {THREE} 0"),
    ("[0, 1/2, 1/2]", f"3:14: {RANGE} 0"),
    ("[1/2, -0.5, 1]", f"3:19: {RANGE} -0.5"),
    ("[1/2, 1/2, 3/2]", f"3:24: {RANGE} 1.5"),
    ("[0/2, 1/2, 1/2]", f"3:14: {RANGE} 0.0"),
    (
        "[1/0, 1/2, 1/2]",
        "3:14: expected a number, found 1/0: YAML has no fractions; write it like 0.5",
    ),
    ("['1', 1/4, 1/4]", "3:14: expected a number, found the text '1'"),
    ("[x, 1/4, 1/4]", "3:14: expected a number, found the text 'x'"),
    ("1/2", "3:13: expected a list, found the text '1/2'"),
]


@for_each("row, expected", PROBLEMS)
def test_problems_of_probabilities(row: str, expected: str) -> None:
    """Those of one node: their number, each of them, and their sum."""
    assert [expected] == problems(f"{TREE}chance: {{B: {row}}}")


@pytest.mark.parametrize(
    "key, expected",
    [
        ("Z", "no position 'Z' here"),
        ("B#2", "no position 'B#2' here"),
        ("A", "chance does not move at A, but max"),
        ("D", "D is a leaf"),
    ],
)
def test_what_is_no_chance_node(key: str, expected: str) -> None:
    """Each is told at its place."""
    assert [f"3:10: {expected}"] == problems(f"{TREE}chance: {{{key}: [1/2, 1/2]}}")


def test_chance_is_a_mapping() -> None:
    """A list does not say of which node it speaks."""
    expected = ["3:9: expected a mapping, found a list"]
    assert expected == problems(f"{TREE}chance: [1/2, 1/2]")


def test_positions_met_again_have_the_same_chances() -> None:
    """Where the nodes below differ in number, the positions differ."""
    text = f"{PLAYERS}tree: {{A: {{B: [1, 2], 'B#2': [1, 2, 3]}}}}\n"
    (found,) = problems(f"{text}chance: {{B: [1/4, 3/4]}}")
    assert found.startswith("2:23: B#2 is not the position B: ")


def test_equal_probabilities_are_not_written() -> None:
    """A file says no more than it must, and what it says to the last bit."""
    assert "chance" not in explicit.dump(treefile.parse(TREE)).replace('"chance"', "")
    text = explicit.dump(treefile.parse(f"{TREE}chance: {{B: [1/2, 1/3, 1/6]}}"))
    assert 'chance: {"B": [0.5, 0.3333333333333333, 0.16666666666666666]}\n' in text


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=12))
def test_probabilities_read_back(weights: list[int]) -> None:
    """Whatever they are, down to the last bit."""
    shares = tuple(weight / sum(weights) for weight in weights)
    leaves = [Node(f"L{i}", "max", utility=i) for i in range(len(weights))]
    root = Node("R", "chance", tuple(range(1, len(weights) + 1)), probabilities=shares)
    tree = GameTree((root, *leaves))
    assert treefile.parse(explicit.dump(tree)) == tree
