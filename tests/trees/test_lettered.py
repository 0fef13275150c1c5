"""Names for the moves of trees that were drawn."""

from __future__ import annotations

from autograder.game import CHANCE
from autograder.trees import file as treefile
from autograder.trees import small
from autograder.trees.tree import GameTree


def moves(tree: GameTree) -> dict[str, tuple[str, ...]]:
    """The names of the moves of each node that has some, by its label."""
    return {node.label: node.moves for node in tree.nodes if node.moves}


def test_moves_are_letters_which_come_again() -> None:
    """At the fourth node, in the order in which they are searched, a comes last."""
    tree = treefile.parse("tree: [[1, 2, 3], [4, 5], [6, 7, 8], [9]]")
    assert moves(small.with_lettered_moves(tree)) == {
        "A": ("a", "b", "c", "d"),
        "B": ("a", "b", "c"),
        "C": ("a", "b"),
        "D": ("b", "c", "a"),
        "E": ("a",),
    }


def test_chance_has_no_moves() -> None:
    """Its outcomes are no actions, and nobody counts them."""
    text = "players: [max, chance, min]\ntree: [[[1, 2]], [[3, 4]]]"
    named = small.with_lettered_moves(treefile.parse(text))
    assert moves(named) == {"A": ("a", "b"), "D": ("a", "b"), "E": ("a", "b")}
    assert [n.label for n in named.nodes if n.to_move == CHANCE] == ["B", "C"]


def test_beyond_z_there_are_two_letters() -> None:
    """No two moves of a state share a name."""
    tree = treefile.parse(f"tree: [[{', '.join(map(str, range(60)))}]]")
    names = moves(small.with_lettered_moves(tree))["B"]
    assert (names[25], names[26], names[59]) == ("z", "aa", "bh")
    assert len(set(names)) == len(names)


def test_the_least_trees_in_which_a_cut_tells_of_another() -> None:
    """A leaf, and two states of two leaves, with every order of their utilities."""
    trees = small.trees_with_repeated_cut()
    assert len(trees) == 2 * 3**5
    assert {len(tree.nodes) for tree in trees} == {8}
    assert [small.size_key(tree) for tree in trees] == sorted(
        map(small.size_key, trees)
    )
