"""Who plays in a tree file, and leaves with a payoff of each player."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import AssignmentError
from autograder.game import Number
from autograder.trees import explicit
from autograder.trees import file as treefile
from autograder.trees.explicit import MOST_PLAYERS
from autograder.trees.tree import PLAYERS, GameTree, Node
from autograder.worker.values import MOST_PAYOFFS
from tests.cases import for_each
from tests.faulty_trees import problems

ALONE = "max and min play with nobody else"


@pytest.mark.parametrize(
    "players, expected",
    [
        ("[max, chance, min]", PLAYERS),
        ("[min]", PLAYERS),
        ("[chance, max]", PLAYERS),
        ("[A, B]", ("A", "B")),
        ("[chance, B, A, B, chance]", ("B", "A")),
        ("[1, no]", ("1", "no")),
    ],
)
def test_payoffs_stand_in_the_order_of_the_players(
    players: str, expected: tuple[str, ...]
) -> None:
    """Chance has none, and MAX and MIN have one number together."""
    leaf = "3" if expected == PLAYERS else "3 4"
    tree = treefile.parse(f"tree: [{leaf}]\nplayers: {players}")
    assert expected == tree.players


def test_leaves_have_a_payoff_of_each_player() -> None:
    """In mappings and in lists; whole numbers stay whole, and signs their sign."""
    tree = treefile.parse("tree: {R: {B1: 1 -2 6.5, B2: [0 0 .5]}}\nplayers: [A, B, C]")
    leaves = {n.label: n.utility for n in tree.nodes if n.utility is not None}
    assert leaves == {"B1": (1, -2, 6.5), "A": (0, 0, 0.5)}
    assert [type(payoff) for payoff in leaves["B1"]] == [int, int, float]  # type: ignore[union-attr]


def test_payoffs_may_be_quoted() -> None:
    """As JSON has to write them."""
    text = 'players: ["A", "B"]\ntree: {"R": {"S": ["1 2.5", "-6 0"]}}'
    leaves = [n.utility for n in treefile.parse(text).nodes if not n.children]
    assert leaves == [(1, 2.5), (-6, 0)]


def test_a_single_player_has_a_payoff_too() -> None:
    """One number is the payoffs of one."""
    tree = treefile.parse("tree: [3, 4]\nplayers: [A]\nexpect: {value: 4}")
    assert [node.utility for node in tree.nodes] == [None, (3,), (4,)]
    assert tree.expect.value == (4,)


def test_a_value_that_is_expected_of_each_player() -> None:
    """As leaves are written, or as a list."""
    for value in ("1 2.5", "[1, 2.5]"):
        text = f"tree: [1 2.5]\nplayers: [A, B]\nexpect: {{value: {value}}}"
        assert treefile.parse(text).expect.value == (1, 2.5)


AIMA = """\
players: [A, B, C]
tree: [[[1 2 6, 4 2 3], [6 1 2, 7 4 1]], [[5 1 1, 1 5 2], [7 7 1, 5 4 5]]]
"""


def test_a_tree_of_three_players_reads_back() -> None:
    """It is written as it was read, but with labels."""
    tree = treefile.parse(AIMA)
    text = explicit.dump(tree)
    assert text.startswith('players: ["A", "B", "C"]\ntree: {"A": {"B": {"D": {"H": ')
    assert '"H": 1 2 6, "I": 4 2 3}' in text
    assert treefile.parse(text) == tree


PROBLEMS = [
    ("[]", ["2:10: expected at least one player"]),
    ("max", ["2:10: expected a list, found the text 'max'"]),
    ("[chance]", ["2:10: expected at least one player; chance is none"]),
    ("[chance, chance]", ["2:10: expected at least one player; chance is none"]),
    (
        "[A, max, chance, B]",
        [
            f"2:11: expected max, min or chance, found A: {ALONE}",
            f"2:27: expected max, min or chance, found B: {ALONE}",
        ],
    ),
    ("[MAX, min]", ["2:11: expected max, found MAX"]),
    ("[A, Chance]", ["2:14: expected chance, found Chance"]),
    ("[A, [B]]", ["2:14: expected a text, found a list"]),
    ("[A, '']", ["2:14: expected a text, found nothing"]),
    (
        '["A\\tB", x]',
        ["2:11: a name has 1 to 40 printable characters; found A\\tB"],
    ),
    (
        f"[{'x' * 41}]",
        [f"2:11: a name has 1 to 40 printable characters; found {'x' * 39}…"],
    ),
]


@for_each("players, expected", PROBLEMS)
def test_problems_of_players(players: str, expected: list[str]) -> None:
    """Leaves are not blamed for a list that could not be read."""
    assert expected == problems(f"tree: [1 2, 3]\nplayers: {players}")


ONE_EACH = "expected 3 numbers such as 1 2 3, one for each of A, B and C; found"


@for_each(
    "leaf, expected",
    [
        ("1 2", f"{ONE_EACH} 2"),
        ("1 2 6 3", f"{ONE_EACH} 4"),
        ("1", f"{ONE_EACH} 1"),
        ("1 2 x", "expected a number, found the text 'x'"),
        ("1 1e3 2", "expected a number, found 1e3: YAML reads it as text; write it li"),
        ("1 .inf 2", "expected a number, found .inf: it is not finite"),
        ("1, 2", f"{ONE_EACH} 1"),
        ("'1 2'", f"{ONE_EACH} 2"),
        ("'1 2 x'", "expected a number, found the text '1 2 x'"),
        ("''", "expected a number, found nothing"),
        ("1 9007199254740993 2", "9007199254740993 is beyond ±2**53, not exact"),
    ],
)
def test_problems_of_payoffs(leaf: str, expected: str) -> None:
    """Their number is told, and each that is none."""
    found, *_ = problems(f"players: [A, B, C]\ntree: [{leaf}]")
    assert found.startswith(f"2:8: {expected}")


def test_the_example_of_many_players_is_short() -> None:
    """It goes no further than three numbers."""
    (found,) = problems("players: [A, B, C, D, E, F, G, H]\ntree: [1]")
    assert found == (
        "2:8: expected 8 numbers such as 1 2 3 …, "
        "one for each of A, B, C, D, E, F and 2 more; found 1"
    )


def test_payoffs_where_max_and_min_play() -> None:
    """Theirs is one number."""
    assert problems("tree: [1 2]") == ["1:8: expected a number, found the text '1 2'"]


def test_an_expected_value_has_a_number_of_each_player() -> None:
    """The same rule as for leaves, at its place."""
    text = "tree: [1 2]\nplayers: [A, B]\nexpect: {value: 3, action: B}"
    expected = "expected 2 numbers such as 1 2, one for each of A and B; found 1"
    assert problems(text) == [f"3:17: {expected}"]


def test_what_is_for_max_and_min_alone() -> None:
    """A window and bounds are of one number."""
    text = "tree: [1 2]\nplayers: [A, B]\nwindow: [0, 1]\nbounds: [0, 9]"
    one = "is for max and min, whose payoff is one number"
    assert problems(text) == [f"3:9: `window` {one}", f"4:9: `bounds` {one}"]


def test_nobody_chooses_an_action_where_chance_moves() -> None:
    """The value of the root may be expected there, an action may not."""
    text = "tree: [1, 3]\nplayers: [chance, max]\nexpect: {value: 2"
    assert treefile.parse(f"{text}}}").expect.value == 2
    nobody = "chance moves at the root, so that nobody chooses an action"
    assert problems(f"{text}, action: B}}") == [f"3:28: {nobody}"]


def test_players_who_come_too_late_are_written_too() -> None:
    """They have a payoff, though the tree ends before they move."""
    tree = treefile.parse("tree: [1 2 3]\nplayers: [A, B, A, C]")
    assert 'players: ["A", "B", "C"]\n' in explicit.dump(tree)
    assert treefile.parse(explicit.dump(tree)) == tree


def test_a_tree_in_which_nobody_moves_is_written() -> None:
    """A file needs a player beside chance, however deep down."""
    tree = treefile.parse("tree: [1, 2]\nplayers: [chance, chance, min]")
    assert treefile.parse(explicit.dump(tree)) == tree


NAMES = st.text(
    st.characters(blacklist_categories=["Cs", "Cc", "Cf", "Co", "Cn", "Zl", "Zp"]),
    min_size=1,
    max_size=20,
).filter(
    lambda name: (
        name.isprintable()
        and name.strip() == name
        and name.lower() not in ("max", "min", "chance")
    )
)
PAYOFFS = st.integers(-(2**53), 2**53) | st.floats(-(2.0**53), 2.0**53, allow_nan=False)


@given(
    st.lists(NAMES, min_size=1, max_size=4, unique=True),
    st.lists(st.lists(PAYOFFS, min_size=4, max_size=4), min_size=1, max_size=3),
)
def test_names_and_payoffs_read_back(
    names: list[str], rows: list[list[Number]]
) -> None:
    """Any name, and any number down to the last bit."""
    leaves = [
        Node(f"L{i}", names[1 % len(names)], utility=tuple(row[: len(names)]))
        for i, row in enumerate(rows)
    ]
    root = Node("R", names[0], tuple(range(1, len(rows) + 1)))
    tree = GameTree((root, *leaves), players=tuple(names))
    back = treefile.parse(explicit.dump(tree))
    assert back == tree
    assert repr(back.nodes) == repr(tree.nodes)


def test_an_order_of_payoffs_that_no_file_can_say() -> None:
    """It is that of the first moves; a tree of another cannot be written out."""
    leaf = Node("B", "A", utility=(1, 2))
    with pytest.raises(AssignmentError) as caught:
        explicit.dump(GameTree((Node("R", "B", (1,)), leaf), players=("A", "B")))
    assert str(caught.value) == (
        "R: B moves before A, so that the tree cannot be written out"
    )


def test_there_are_no_more_players_than_payoffs_come_back() -> None:
    """A worker tells of sixteen numbers at most; chance needs none of them."""
    assert MOST_PLAYERS == MOST_PAYOFFS
    names = [f"P{number}" for number in range(MOST_PLAYERS)]
    leaf = " ".join("1" for _ in names)
    text = f"tree: [{leaf}]\nplayers: [{', '.join(('chance', *names))}]"
    assert len(treefile.parse(text).players) == MOST_PLAYERS
    (problem,) = problems(text.replace("]\n", " 1]\n").replace("P0", "P0, Q"))
    assert problem == "2:10: expected at most 16 players, found 17"
