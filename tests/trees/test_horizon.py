"""Estimates, limits and bounds of tree files, and what the effective tree is."""

from __future__ import annotations

import pytest

from autograder.errors import AssignmentError
from autograder.trees import explicit
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree, Limit
from autograder.trees.values import exact_values, standing_values
from tests.cases import for_each
from tests.faulty_trees import problems

TREE = "tree: {A: {B: {D: [1, 2], E: [3]}, C: [4]}}\n"  # leaves: F to I


def horizon(tree: GameTree) -> list[str]:
    """The labels of the nodes at which the search stops."""
    return [tree.nodes[index].label for index in sorted(tree.horizon)]


def test_a_search_stops_after_so_many_plies() -> None:
    """Where the game is over before, nothing is estimated."""
    tree = treefile.parse(f"{TREE}depth: 2\nevaluate: {{D: 7, E: 8}}")
    assert tree.limit == Limit(depth=2)
    assert horizon(tree) == ["D", "E"]
    assert exact_values(tree)["A"] == 7


def test_what_chance_does_is_no_ply() -> None:
    """After one ply of MAX and a toss, the search stops where MIN is to move."""
    text = f"{TREE}players: [max, chance, min]\ndepth: 1\nevaluate: {{B: 5, C: 6}}"
    assert horizon(treefile.parse(text)) == ["B", "C"]
    text = f"{TREE}players: [chance, max, min]\ndepth: 1\nevaluate: {{D: 5, E: 6}}"
    assert horizon(treefile.parse(text)) == ["D", "E"]


def test_a_round_ends_when_the_first_player_is_to_move_again() -> None:
    """Two players, and three: the third of whom moves above the leaves."""
    text = f"{TREE}rounds: 1\nevaluate: {{D: 7, E: 8}}"
    assert horizon(treefile.parse(text)) == ["D", "E"]
    assert horizon(treefile.parse(f"{text}\nplayers: [max, min, min]")) == []


def test_a_search_goes_on_from_what_is_not_quiet() -> None:
    """Until all is quiet, or the game is over; nothing else changes by it."""
    text = "tree: {A: {B: {C: {D: {E: 1}, F: 2}, G: 3}, H: {I: 4}}}\ndepth: 1\n"
    tree = treefile.parse(f"{text}noisy: [A, B]\nevaluate: {{C: 7, H: 8}}")
    assert horizon(tree) == ["C", "H"]
    assert [tree.nodes[index].label for index in tree.noisy_nodes] == ["B"]
    assert exact_values(tree)["B"] == 3  # MIN has the smaller of 7 and 3
    tree = treefile.parse(f"{text}noisy: [B, C, D]\nevaluate: {{H: 8}}")
    assert horizon(tree) == ["H"]
    assert exact_values(tree)["B"] == 2
    quiet = treefile.parse(f"{text}evaluate: {{B: 6, H: 8}}")
    assert (horizon(quiet), quiet.noisy_nodes) == (["B", "H"], frozenset())
    assert quiet.fingerprint() != tree.fingerprint()


def test_who_may_stand_pat_takes_the_estimate_if_it_is_better() -> None:
    """By hand: MIN at B has 6 and 2 or its estimate, MAX at C has 2 or its own."""
    text = (
        "tree: {A: {B: {C: {D: 2}, E: 6}, F: 1}}\ndepth: 1\n"
        "noisy: [B, C]\nevaluate: {B: %d, C: %d}"
    )
    for estimates, value in (((9, 9), 6), ((4, 9), 4), ((9, 3), 3), ((0, 0), 1)):
        found = standing_values(treefile.parse(text % estimates))
        assert found["A"] == value
    assert exact_values(treefile.parse(text % (0, 0)))["A"] == 2


def test_a_margin_goes_with_a_depth() -> None:
    """It is a part of the limit, and of what a tree is known by."""
    text = "tree: [[1, 2], [3, 4]]\ndepth: 1\nevaluate: {B: 1, C: 2}"
    with_margin = treefile.parse(f"{text}\nmargin: 0.5")
    assert with_margin.limit == Limit(depth=1, margin=0.5)
    assert with_margin.fingerprint() != treefile.parse(text).fingerprint()


def test_a_limit_may_reach_no_node() -> None:
    """It cuts nothing, and needs no estimate."""
    tree = treefile.parse(f"{TREE}depth: 9")
    assert (tree.limit.depth, horizon(tree)) == (9, [])
    assert tree.effective_tree is tree


def test_estimates_are_by_position_and_may_stand_anywhere_inside() -> None:
    """Also where no limit is, and at the root; leaves have none."""
    text = "tree: {A: {B: {X: 1}, 'B#2': {'X#2': 1}}}\nevaluate: {A: 0, B: 0.5}"
    estimates = [node.estimate for node in treefile.parse(text).nodes]
    assert estimates == [0, 0.5, None, 0.5, None]


def test_estimates_of_players_with_names() -> None:
    """A payoff of each, written as leaves are, or as a list."""
    text = (
        "tree: [[1 2], [3 4]]\nplayers: [A, B]\ndepth: 1\nevaluate: {B: 5 6, C: [7, 8]}"
    )
    tree = treefile.parse(text)
    assert exact_values(tree)["A"] == (7, 8)
    assert treefile.parse(explicit.dump(tree)) == tree


def test_bounds_are_the_least_and_the_greatest_utility() -> None:
    """Leaves may lie on them, up to the noise of floats."""
    assert treefile.parse("tree: [1, 2]\nbounds: [1, 2.5]").bounds == (1, 2.5)
    noise = treefile.parse("tree: [0.30000000000000004]\nbounds: [0, 0.3]")
    assert noise.bounds == (0, 0.3)
    assert treefile.parse("tree: [1]").bounds is None


BOTH = "a tree has a `depth` or `rounds`, and not both"
NO_ESTIMATE = "without an estimate in `evaluate`"
LIMITED = "depth: 1\nevaluate: {B: 1, C: 2}\n"
TWO_ENDS = "expected two numbers, the least and the greatest"
PROBLEMS = [
    # limits
    ("depth: 0", ["2:8: expected a number above 0, found 0"]),
    ("depth: -1", ["2:8: expected a number above 0, found -1"]),
    ("depth: 1.5", ["2:8: expected a whole number, found 1.5"]),
    ("depth: two", ["2:8: expected a number, found the text 'two'"]),
    ("rounds: 0", ["2:9: expected a number above 0, found 0"]),
    ("rounds: 2.0", ["2:9: expected a whole number, found 2.0"]),
    ("rounds: [1]", ["2:9: expected a number, found a list"]),
    ("depth: 1\nrounds: 1", [f"3:9: {BOTH}"]),
    ("depth: 1", [f"2:8: the search stops at B and C, {NO_ESTIMATE}"]),
    ("depth: 2", [f"2:8: the search stops at D and E, {NO_ESTIMATE}"]),
    ("depth: 1\nevaluate: {B: 1}", [f"2:8: the search stops at C, {NO_ESTIMATE}"]),
    ("rounds: 1", [f"2:9: the search stops at D and E, {NO_ESTIMATE}"]),
    (
        "rounds: 1\nplayers: [max, min, chance, max]",
        [
            (
                "2:9: max stands in `players` more than once, "
                "so that it is not clear when a round ends"
            )
        ],
    ),
    # estimates
    ("evaluate: [1]", ["2:11: expected a mapping, found a list"]),
    ("evaluate: {Z: 1}", ["2:12: no position 'Z' here"]),
    ("evaluate: {B#2: 1}", ["2:12: no position 'B#2' here"]),
    ("evaluate: {F: 1}", ["2:12: F is a leaf, whose utility is known"]),
    ("evaluate: {B: x}", ["2:15: expected a number, found the text 'x'"]),
    ("evaluate: {B: 1 2}", ["2:15: expected a number, found the text '1 2'"]),
    ("evaluate: {B: .inf}", ["2:15: expected a number, found .inf: it is not finite"]),
    # what is not quiet, and the margin
    ("noisy: [B]", ["2:8: without `depth` or `rounds` no search stops"]),
    (f"{LIMITED}noisy: B", ["4:8: expected a list, found the text 'B'"]),
    (f"{LIMITED}noisy: [B, F]", ["4:12: F is a leaf, where the game is over"]),
    (f"{LIMITED}noisy: [Z]", ["4:9: no position 'Z' here"]),
    (f"{LIMITED}noisy: [B, B]", ["4:12: B stands here twice"]),
    (
        f"{LIMITED}noisy: [B]\nplayers: [max, chance]",
        ["4:9: B: chance moves there, and goes on"],
    ),
    (
        "depth: 1\nnoisy: [B]\nevaluate: {C: 1}",
        [f"2:8: the search stops at D and E, {NO_ESTIMATE}"],
    ),
    ("margin: 1", ["2:9: a margin needs a `depth`"]),
    (f"{LIMITED}margin: 0", ["4:9: expected a number above 0, found 0"]),
    (f"{LIMITED}margin: x", ["4:9: expected a number, found the text 'x'"]),
    # bounds
    ("bounds: 3", ["2:9: expected a list, found the text '3'"]),
    ("bounds: [3]", [f"2:9: {TWO_ENDS}"]),
    ("bounds: [1, 2, 3]", [f"2:9: {TWO_ENDS}"]),
    ("bounds: [2, 2]", ["2:9: the least, 2, is not below 2"]),
    ("bounds: [0, x]", ["2:13: expected a number, found the text 'x'"]),
    ("bounds: [0, .inf]", ["2:13: expected a number, found .inf: it is not finite"]),
    ("bounds: [2, 3]", ["2:9: outside of the bounds: G, worth 1 and F, worth 4"]),
    (
        "bounds: [1, 4]\ndepth: 2\nevaluate: {D: 5, E: 0, A: 99}",
        ["2:9: outside of the bounds: the estimate 5 of D and the estimate 0 of E"],
    ),
]


@for_each("text, expected", PROBLEMS)
def test_problems(text: str, expected: list[str]) -> None:
    """Each has its line and column, and names the nodes that it is about."""
    assert expected == problems(TREE + text)


def test_vectors_of_estimates_have_a_length_too() -> None:
    """As leaves have."""
    text = "tree: [[1 2]]\nplayers: [A, B]\nevaluate: {B: 1}"
    expected = "expected 2 numbers such as 1 2, one for each of A and B; found 1"
    assert [f"3:15: {expected}"] == problems(text)


def test_a_long_list_of_nodes_is_cut() -> None:
    """The first few are named, and how many more there are."""
    text = f"tree: [{', '.join(['[1]'] * 20)}]\ndepth: 1"
    (found,) = problems(text)
    assert found == (
        "2:8: the search stops at B, C, D, E, F, G and 14 more, "
        "without an estimate in `evaluate`"
    )


def test_what_is_wrong_elsewhere_is_told_alone() -> None:
    """A leaf that could not be read is not said to lack an estimate."""
    text = "tree: [[x], [1]]\ndepth: 1\nbounds: [2, 3]"
    assert problems(text) == ["1:9: expected a number, found the text 'x'"]


FULL = """\
title: "All keys"
source: "by hand"
players: ["max", "chance", "min"]
window: [-1, 5.5]
bounds: [-2, 6]
depth: 1
margin: 0.5
iterations: 9
exploration: 0
chance: {"B": [0.25, 0.75]}
evaluate: {"A": 0, "B": 1.5, "C": 2}
noisy: ["A"]
data: {"A": [1, "x"]}
expect: {"value": 2, "action": "C", "pruned": []}
tree: {"A": {"B": {"D": {"F": 1}, "E": 3}, "C": {"G": 4}}}
"""


def test_all_that_a_file_says_is_written() -> None:
    """In the order in which a file is read best."""
    assert explicit.dump(treefile.parse(FULL)) == FULL


def test_a_tree_that_was_not_unrolled_further_cannot_be_written() -> None:
    """What lies behind its last nodes only the rules know."""
    tree = treefile.parse("game: tic_tac_toe\ndepth: 1\ntitle: One ply")
    with pytest.raises(AssignmentError) as caught:
        explicit.dump(tree)
    assert str(caught.value) == (
        "One ply: its rules go on beyond the horizon, "
        "so that the tree cannot be written out"
    )
