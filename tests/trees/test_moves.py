"""Names of moves: in tree files, in games by their rules, and in those of OpenSpiel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from autograder.trees import explicit, openspiel, rules
from autograder.trees import file as treefile
from autograder.trees.rules import Unrolled
from autograder.trees.tree import GameTree, Limit, Node
from autograder.trees.values import best_actions, best_line, best_path, exact_values
from tests.cases import for_each
from tests.faulty_trees import problems

FIGURE = """\
tree: {A: {B: {B1: 3, B2: 12, B3: 8}, C: {C1: 2, C2: 4, C3: 6}, D: {D1: 14, D2: 5, \
D3: 2}}}
"""
WRITTEN = (
    "expected the names of the moves, `[left, right]` for all nodes or "
    "`{A: [left, right]}` by position"
)
GAMES = "only a game has its own, for `true`"
NAMED = f"""{FIGURE}\
actions: {{A: [a1, a2, a3], B: [b1, b2, b3], C: [c1, c2, c3]}}
"""


def moves(tree: GameTree) -> dict[str, str]:
    """What the moves of each inner node are called."""
    return {n.label: " ".join(tree.moves_of(n)) for n in tree.nodes if n.children}


# What a file says


def test_moves_are_named_by_position_in_order() -> None:
    """As AIMA's Figure 5.2 names them; where nothing is said they are their states'."""
    tree = treefile.parse(NAMED)
    expected = {"A": "a1 a2 a3", "B": "b1 b2 b3", "C": "c1 c2 c3", "D": "D1 D2 D3"}
    assert expected == moves(tree)
    assert tree.root_actions() == ("a1", "a2", "a3")
    assert any(node.moves for node in tree.nodes)
    assert not any(node.moves for node in treefile.parse(FIGURE).nodes)


def test_one_list_names_the_moves_of_all_nodes() -> None:
    """Each takes as many as it needs; chance chooses nothing, and takes none."""
    tree = treefile.parse(
        "tree: {A: {B: {B1: 1, B2: 2, B3: 3}, C: {C1: {X: 1, Y: 2}, C2: 5}}}\n"
        "players: [max, chance, min]\nactions: [left, right]"
    )
    expected = {"A": "left right", "B": "B1 B2 B3", "C": "C1 C2", "C1": "left right"}
    assert expected == moves(tree)


def test_a_position_met_again_has_the_same_moves() -> None:
    """What is said of B holds for B#2; a killer or a table finds them there again."""
    tree = treefile.parse(
        "tree: {A: {B: {X: 1, Y: 2}, C: {B#2: {X#2: 1, Y#2: 2}}}}\n"
        "players: [max]\nactions: {B: [l, r]}"
    )
    assert moves(tree) == {"A": "B C", "B": "l r", "C": "B#2", "B#2": "l r"}


def test_two_moves_may_lead_to_the_same_position() -> None:
    """They differ by their names alone, and are two actions."""
    tree = treefile.parse(
        "tree: {A: {X: {Y: 1}, X#2: {Y#2: 1}}}\nactions: {A: [one, other]}"
    )
    assert tree.children_by_move(tree.root) == {"one": 1, "other": 3}
    assert best_actions(tree, exact_values(tree)) == ("one", "other")


def test_chance_may_name_what_comes() -> None:
    """By position, as heads and tails."""
    tree = treefile.parse(
        "tree: {A: {B: [1, 2], C: 0}}\nplayers: [max, chance]\n"
        "actions: {B: [heads, tails]}"
    )
    assert moves(tree)["B"] == "heads tails"
    assert tree.nodes[1].probabilities == (0.5, 0.5)


@pytest.mark.parametrize(
    "row, expected",
    [
        ("{A: [a1, a2, a1]}", "2:23: a1 stands here twice, for two actions"),
        ("{A: [a1, a2]}", "2:14: too few names: A has 3 actions, found 2"),
        ("{A: [a, b, c, d]}", "2:14: too many names: A has 3 actions, found 4"),
        ("{D: [d1, d2]}", "2:14: too few names: D has 3 actions, found 2"),
        ("[a, b]", "2:10: too few names: A has 3 actions, found 2"),
        ("[a, b, c, d]", "2:10: too many names: A has 3 actions, found 4"),
        ("[a, b, a]", "2:17: a stands here twice, for two actions"),
        ("{A: []}", "2:14: too few names: A has 3 actions, found 0"),
        ("{A: a1}", "2:14: expected a list, found the text 'a1'"),
        ("{A: [a1, [], a3]}", "2:19: expected a text, found a list"),
        ("{B1: [x]}", "2:11: B1 is a leaf"),
        ("{Z: [x]}", "2:11: no position 'Z' here"),
        ("true", f"2:10: {WRITTEN}, found the text 'true'; {GAMES}"),
        (
            f"{{A: [a1, a2, {'x' * 41}]}}",
            (
                "2:23: the name of an action has 1 to 40 printable characters; "
                f"found {'x' * 41!r}"
            ),
        ),
    ],
)
def test_problems_of_names(row: str, expected: str) -> None:
    """Each is told at its place."""
    assert [expected] == problems(f"{FIGURE}actions: {row}")


def test_what_a_source_expects_goes_by_the_name() -> None:
    """The label of the child is then no action."""
    assert treefile.parse(f"{NAMED}expect: {{action: a1}}").expect.action == "a1"
    expected = ["3:18: no action 'B' here; there are a1, a2 and a3"]
    assert expected == problems(f"{NAMED}expect: {{action: B}}")


def test_a_tree_with_names_reads_back_as_it_was_written() -> None:
    """By position, as the file has them."""
    tree = treefile.parse(NAMED)
    text = explicit.dump(tree)
    assert 'actions: {"A": ["a1", "a2", "a3"], "B": ["b1", ' in text
    assert treefile.parse(text) == tree
    assert "actions" not in explicit.dump(treefile.parse(FIGURE))


# What becomes of them


def test_names_are_part_of_what_a_submission_can_see() -> None:
    """So the answers on a tree are stale once its moves are named otherwise."""
    prints = [
        treefile.parse(text).fingerprint()
        for text in (FIGURE, NAMED, NAMED.replace("b3", "b4"))
    ]
    assert len({*prints}) == 3
    assert prints[0] == "90343bafeb07a1a6"  # as it was before moves had names


def test_best_play_goes_by_names_and_its_path_by_labels() -> None:
    """Of Figure 5.2: a1, and MIN's answer b1."""
    tree = treefile.parse(NAMED)
    values = exact_values(tree)
    assert best_actions(tree, values) == ("a1",)
    assert best_line(tree, values) == ("a1", "b1")
    assert best_path(tree, values) == ("B", "B1")


def test_a_line_that_was_begun_is_followed_by_names() -> None:
    """B and C are worth 3; a label is no action here."""
    text = "tree: {A: {B: {X: 3}, C: {Y: 3}}}\nactions: {A: [l, r], B: [m], C: [m]}"
    tree = treefile.parse(text)
    values = exact_values(tree)
    assert best_line(tree, values, ("r", "m")) == ("r", "m")
    assert best_line(tree, values, ("C", "Y")) == ("l", "m")


def test_where_a_search_stops_there_are_no_moves() -> None:
    """The node of the horizon is a leaf of the tree that is searched."""
    tree = treefile.parse(f"{NAMED}depth: 1\nevaluate: {{B: 1, C: 4, D: 0}}")
    values = exact_values(tree)
    assert best_line(tree, values) == ("a2",)
    assert all(
        not node.moves for node in tree.effective_tree.nodes[1:] if not node.children
    )


# Games by their rules


@dataclass(frozen=True)
class Tokens:
    """Take one or two of a pile; two piles of one are left alike."""

    names: Any = ("one", "two")

    def initial(self) -> tuple[int, str]:
        """Two, and MAX begins."""
        return 2, "max"

    def to_move(self, position: tuple[int, str]) -> str:
        """They take turns."""
        return position[1]

    def successors(self, position: tuple[int, str]) -> tuple[tuple[int, str], ...]:
        """Both moves lead to the same position."""
        left, mover = position
        return ((left - 1, "min" if mover == "max" else "max"),) * 2 if left else ()

    def utility(self, _: tuple[int, str]) -> int:
        """Nobody wins."""
        return 0

    def label(self, position: tuple[int, str]) -> str:
        """The number."""
        return f"{position[0]}"

    def content(self, position: tuple[int, str]) -> None:
        """None."""

    def moves(self, _: tuple[int, str]) -> Any:
        """As told."""
        return self.names

    def evaluate(self, _: tuple[int, str]) -> int:
        """Nothing."""
        return 0


def test_a_game_names_its_moves_where_that_is_wanted() -> None:
    """Two of them may lead to the same position, which is met again."""
    tree = GameTree(rules.unroll(Tokens(), named=True))
    assert tree.root_actions() == ("one", "two")
    assert [tree.nodes[i].label for i in tree.root.children] == ["1", "1#2"]
    assert {node.moves for node in tree.nodes} == {("one", "two"), ()}
    assert not any(node.moves for node in rules.unroll(Tokens()))


def test_beyond_the_last_ply_that_is_laid_out_no_move_has_a_name() -> None:
    """There are no children, though the game goes on."""

    class Long(Tokens):
        def initial(self) -> tuple[int, str]:
            return 5, "max"

    nodes = rules.unroll(Long(), Limit(depth=1), named=True)
    ends = [node for node in nodes if not node.children]
    assert {node.label.partition("#")[0] for node in ends} == {"2"}
    assert all(not node.moves for node in ends)


@for_each(
    "names, wrong",
    [
        (("one", "one"), "two moves have the name 'one'"),
        (("one",), "expected 2 names, one a successor; found 1"),
        (("one", 2), "expected a tuple of texts, found ('one', 2)"),
        (None, "expected a tuple of texts, found None"),
        (("", "x"), "the name of an action has 1 to 40 printable characters; found ''"),
        (
            ("a\u115fb", "x"),
            "the name of an action has 1 to 40 printable characters; found 'a\\u115fb'",
        ),
    ],
)
def test_a_game_whose_names_are_wrong(names: Any, wrong: str) -> None:
    """What is wrong, and where."""
    with pytest.raises(rules.BadGame) as caught:
        rules.unroll(Tokens(names), named=True)
    assert str(caught.value) == f"moves(2): {wrong}"


def test_whether_a_games_moves_are_named_the_file_says() -> None:
    """`actions: true`; without it a move is called as the position it leads to."""
    nim = "game: nim\npiles: [1, 2]\n"
    plain = treefile.parse(f"{nim}actions: false")
    assert plain == treefile.parse(nim)
    assert plain.root_actions() == ("(0,2)-B", "(1,0)-B", "(1,1)-B")
    named = treefile.parse(f"{nim}actions: true\nexpect: {{action: 1 of pile 2}}")
    assert named.root_actions() == ("1 of pile 1", "2 of pile 2", "1 of pile 2")
    assert named.labels() == plain.labels()


@for_each(
    "game, names",
    [
        ("nim\npiles: [2, 2]\ncanonical: true", "2 of size 2, 1 of size 2"),
        ("subtraction\npile: 5\ntake: [3, 1]", "take 3, take 1"),
        ("coin_split\npiles: [1, 3, 6]", "5+1, 4+2, 3+3, 2+1"),
        ("tic_tac_toe\nboard: XO.OXX.O.", "square 3, square 7, square 9"),
        ("tic_tac_toe\nsymmetry: true\ndepth: 1", "square 1, square 2, square 5"),
        ("connect_k\nrows: 2\ncolumns: 3\nk: 3\nboard: .X.OXO", "column 1, column 3"),
    ],
)
def test_the_games_name_their_moves(game: str, names: str) -> None:
    """As their lectures say what is done."""
    tree = treefile.parse(f"game: {game}\nactions: true")
    assert ", ".join(tree.root_actions()) == names
    for node in tree.nodes:
        assert len({*tree.moves_of(node)}) == len(node.children)


def test_a_game_without_names_is_told() -> None:
    """At the key that asks for them; so is what is neither true nor false."""
    expected = "2:10: expected true or false, found yes"
    assert [expected] == problems("game: nim\nactions: yes\npiles: [1]")


# Games that only their own package can unroll


def test_an_unrolled_file_holds_names_where_there_are_any() -> None:
    """Without any it is what it was, a row of seven."""
    bare = Node("start", "max", (1, 1), None, None)
    root = replace(bare, moves=("left", "right"))
    end = Node("end", "min", (), 1)
    named, plain = (
        Unrolled({}, ("max", "min"), (start, end)) for start in (root, bare)
    )
    assert rules.parse(rules.dump(named)) == named
    assert rules.parse(rules.dump(plain)) == plain
    assert named.nodes()[0].moves == ("left", "right")
    assert '["start", "max", null, null, null, [], [1, 1]]' in rules.dump(plain)
    twice = rules.dump(named).replace("right", "left")
    with pytest.raises(ValueError, match="a name of its own for each move"):
        rules.parse(twice)


@pytest.mark.skipif(not openspiel.can_import_openspiel(), reason="needs Python 3.11")
def test_moves_of_openspiel_have_its_names() -> None:
    """Its connect four says x0 for a mark of x in the first column."""
    text = "game: openspiel\nname: connect_four\noptions: {rows: 2, columns: 2"
    text += ", x_in_row: 2}\ndepth: 1\nevaluate: zero\n"
    tree = treefile.parse(f"{text}actions: true\nexpect: {{action: x0}}")
    assert tree.root_actions() == ("x0", "x1")
    assert tree.moves_of(tree.nodes[1]) == ("o0", "o1")
    assert all(bool(node.moves) == bool(node.children) for node in tree.nodes)
    assert tree.labels() == treefile.parse(text).labels()
