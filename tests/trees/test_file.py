"""Tree files: what each means, and what is said, and where, of each that is wrong."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from string import ascii_uppercase

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.errors import AssignmentError, FileProblems, Problem
from autograder.game import Number, Value
from autograder.trees import explicit, rules
from autograder.trees import file as treefile
from autograder.trees.marked import parse_number
from autograder.trees.tree import Expectation, GameTree, Node
from tests.cases import for_each
from tests.faulty_trees import problems
from tests.small import examples

GAMES = rules.known_games()

INF = float("inf")
FLIP = {"max": "min", "min": "max"}


def leaves(tree: GameTree) -> dict[str, Value]:
    """The leaves by label."""
    return {n.label: n.utility for n in tree.nodes if n.utility is not None}


# What files mean


def test_labels_of_lists_are_given_breadth_first() -> None:
    """A, then its children B to D, then theirs, whatever the order of reading."""
    tree = treefile.parse("tree: [[3, 12, 8], [2, 4], 14]")
    expected = {"E": 3, "F": 12, "G": 8, "H": 2, "I": 4, "D": 14}
    assert expected == leaves(tree)
    assert tree.labels() == ("A", "B", "E", "F", "G", "C", "H", "I", "D")


def test_labels_go_on_with_two_letters_after_z() -> None:
    """The 26th child of a root A is AA, the 27th AB."""
    tree = treefile.parse(f"tree: {list(range(27))}")
    assert [*ascii_uppercase, "AA", "AB"] == list(tree.labels())


def test_lists_in_mappings_take_labels_that_are_free() -> None:
    """Lists and mappings mix; a label that the file gives is given to no other."""
    tree = treefile.parse("tree: {R: {A: [1, 2], C: 3}}")
    assert leaves(tree) == {"B": 1, "D": 2, "C": 3}
    assert [tree.nodes[i].label for i in tree.root.children] == ["A", "C"]


@pytest.mark.parametrize(
    "players, expected",
    [
        ("", ["max", "min", "max", "min"]),
        ("players: [min, max]", ["min", "max", "min", "max"]),
        ("players: [max, min, min]", ["max", "min", "min", "max"]),
        ("players: [min]", ["min"] * 4),
    ],
)
def test_players_are_cycled(players: str, expected: list[str]) -> None:
    """Who moves depends on the depth; the list starts again at its end."""
    tree = treefile.parse(f"tree: [[[1]]]\n{players}")
    assert expected == [node.to_move for node in tree.nodes]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", (-INF, INF)),
        ("window: [-1, 1]", (-1, 1)),
        ("window: [-.inf, 0.5]", (-INF, 0.5)),
        ("window: [0, +.Inf]", (0, INF)),
    ],
)
def test_window(text: str, expected: tuple[Number, Number]) -> None:
    """The window is everything unless the file says otherwise."""
    assert expected == treefile.parse(f"tree: [1, 2]\n{text}").window


def test_data_is_content_by_position() -> None:
    """`data` belongs to every node of its position; lists are tuples in there."""
    tree = treefile.parse(
        "tree: {A: {B: {D: 1}, C: {'E': {B#2: {'D#2': 1}}}}}\n"
        "players: [max]\n"
        "data: {A: [1, [true, x, 'no', null, ~, 1.5]], B: 0, E: [1]}"
    )
    content = {node.label: node.content for node in tree.nodes}
    assert content["A"] == (1, (True, "x", "no", None, None, 1.5))
    assert content["B"] == content["B#2"] == 0
    assert content["C"] is None
    assert content["E"] == (1,)


def test_data_of_the_game_is_by_names_of_no_position() -> None:
    """Beside what positions hold, or where rules say that."""
    tree = treefile.parse("tree: {A: {B: 1}}\ndata: {A: 0, ghosts: 2, food: [[0, 1]]}")
    assert tree.data == (("ghosts", 2), ("food", ((0, 1),)))
    assert tree.root.content == 0
    ruled = treefile.parse("game: nim\npiles: [1, 2]\ndata: {food: x}")
    assert (ruled.data, ruled.root.content) == ((("food", "x"),), (1, 2))
    assert treefile.parse(explicit.dump(ruled)).data == ruled.data


def test_title_source_and_expect() -> None:
    """What the source says, and the place where the file says so."""
    tree = treefile.parse(
        "title: Two plies\nsource: ' a book '\ntree: {A: {B: 3, C: 2}}\n"
        "expect: {value: 3, action: B, pruned: [C]}"
    )
    assert (tree.title, tree.source) == ("Two plies", "a book")
    assert tree.expect == Expectation(3, "B", ("C",))
    assert tree.expect.mark == (4, 9)


def test_a_file_says_nothing_of_what_it_leaves_out() -> None:
    """An empty list of pruned nodes is a statement, an absent one is none."""
    assert treefile.parse("tree: [1]").expect == Expectation()
    assert treefile.parse("tree: [1]\nexpect: {pruned: []}").expect.pruned == ()


NUMBERS = st.one_of(
    st.from_regex(r"[-+]?[0-9._eExob/:]{1,8}", fullmatch=True),
    st.integers(-(2**53), 2**53).map(str),
    st.floats(-(2.0**53), 2.0**53).map(repr),
)


@given(NUMBERS)
@settings(max_examples=examples(400))
def test_numbers_are_those_that_yaml_reads_alike(text: str) -> None:
    """PyYAML's own resolver gives every number that we accept the same value."""
    number = parse_number(text)
    if number is not None and len(text) < 300:
        read = yaml.safe_load(text)
        assert (type(read), read) == (type(number), number)


# What is wrong with files

WRONG_NUMBERS = [
    ("1e3", "1e3: YAML reads it as text; write it like 1.0e+3"),
    ("1.5e3", "1.5e3: YAML reads it as text; write it like 1.0e+3"),
    ("1e+3", "1e+3: YAML reads it as text; write it like 1.0e+3"),
    ("1e-3", "1e-3: YAML reads it as text; write it like 1.0e-3"),
    ("-.5", "-.5: YAML reads it as text; write it like -0.5"),
    ("010", "010: YAML reads it as an octal number"),
    ("1:30", "1:30: YAML reads it in base 60"),
    ("no", "no: YAML reads it as a truth value"),
    ("True", "True: YAML reads it as a truth value"),
    ("1_000", "1_000: write it without underscores"),
    ("1_0.5", "1_0.5: write it without underscores"),
    ("0x10", "0x10: write it in decimal"),
    ("0b1", "0b1: write it in decimal"),
    ("1/2", "1/2: YAML has no fractions; write it like 0.5"),
    (".nan", ".nan: it is not finite"),
    (".inf", ".inf: it is not finite"),
    ("-Infinity", "-Infinity: it is not finite"),
    ("~", "~: YAML reads it as nothing"),
    ("null", "null: YAML reads it as nothing"),
    ("''", "nothing"),
    ("'3'", "the text '3'"),
    ('"3"', "the text '3'"),
    ("x", "the text 'x'"),
    ("9" * 500 + "x", f"the text '{'9' * 40}'"),
]


@for_each("text, found", WRONG_NUMBERS)
def test_leaves_that_are_no_numbers(text: str, found: str) -> None:
    """Each says what stands there, and what YAML makes of it."""
    assert [f"1:11: expected a number, found {found}"] == problems(f"tree: [1, {text}]")


@pytest.mark.parametrize(
    "text, shown",
    [
        ("9007199254740993", "9007199254740993"),
        ("-9007199254740993", "-9007199254740993"),
        ("1.0e+16", "1.0e+16"),
        ("1.0e+999", "1.0e+999"),
        ("9" * 5000, "9" * 39 + "…"),
    ],
)
def test_leaves_beyond_exact_floats(text: str, shown: str) -> None:
    """A number is exact as an int and as a float, however long it is written."""
    expected = [f"1:8: {shown} is beyond ±2**53, not exact"]
    assert expected == problems(f"tree: [{text}]")


ONE_KIND = "a file has a `tree` or a `game`, and not both"
NO_CHILD = "a node without children: a leaf is a number"
NO_ROOT = "a tree is a list or a labelled node, not a leaf"
LEAF = "the root is a leaf, so that there is no action to choose; add children"
OTHER = "another player moves, or the nodes below differ"
REMEDY = "a text needs quotes, a truth value is true or false"
ALONE = "max and min play with nobody else"
SAME = "another node has this label already, in line 1, column"

PROBLEMS = [
    # the file as a whole
    ("", ["1:1: the file is empty"]),
    ("# nothing\n", ["1:1: the file is empty"]),
    ("x", ["1:1: expected a mapping, found the text 'x'"]),
    ("[]", ["1:1: expected a mapping, found a list"]),
    ("''", ["1:1: expected a mapping, found nothing"]),
    ("{}", [f"1:1: {ONE_KIND}"]),
    ("title: x", [f"1:1: {ONE_KIND}"]),
    ("game: nim\ntree: [1]", [f"1:1: {ONE_KIND}"]),
    (
        "title: x\ntre: [1]",
        [f"1:1: {ONE_KIND}", "2:1: unknown key 'tre'; did you mean tree?"],
    ),
    ("tree: [1]\n---\ntree: [2]", ["3:1: a second document: a file holds one"]),
    # keys
    (
        "tree: [1]\ntree: [2]",
        ["2:1: tree: the key stands here already, in line 1, column 1"],
    ),
    ("titel: x\ntree: [1]", ["1:1: unknown key 'titel'; did you mean title?"]),
    (
        "tree: [1]\nzzz: 1",
        [
            (
                "2:1: unknown key 'zzz'; known: title, source, window, bounds, depth, "
                "rounds, margin, visits_allowed, iterations, exploration, data, "
                "expect, tree, players, actions, chance, evaluate, noisy"
            )
        ],
    ),
    ("tree: [1]\nexploration: -0.5", ["2:14: expected 0 or more, found -0.5"]),
    (
        "tree: [1]\nexploration: .inf",
        ["2:14: expected a number, found .inf: it is not finite"],
    ),
    (
        "tree: [1]\nexploration: much",
        ["2:14: expected a number, found the text 'much'"],
    ),
    ("tree: {? [1] : 2}", ["1:10: a key must be a text, not a list or a mapping"]),
    # YAML that has no meaning here
    (
        "tree: [1, *x]",
        ["1:11: *x: aliases are not allowed here; a pattern needs quotes"],
    ),
    (
        "tree: [*.yaml]",
        ["1:8: not YAML: an alias begins with *; a pattern needs quotes"],
    ),
    (
        'tree: ["*.yaml", !mistakes/deep*]',
        ["1:18: not YAML: a tag begins with !; a pattern needs quotes"],
    ),
    (
        "tree: [!m{a}*]",
        ["1:8: not YAML: a tag begins with !; a pattern needs quotes"],
    ),
    ("title:X\ntree: [1]", ["1:1: title: needs a space behind the colon"]),
    (
        "tree: [1]\nsource:X\ntitle: Y",
        ["2:1: source: needs a space behind the colon"],
    ),
    (
        "tree: [1]\nexpect: {value:1}",
        ["2:10: 'value:1': value: needs a space behind the colon"],
    ),
    ("tree: &x [1]", ["1:7: &x: anchors are not allowed here"]),
    (
        "tree: !!set [1]",
        ["1:7: !!set: tags are not allowed here; a pattern needs quotes"],
    ),
    ("tree: [!x 1]", ["1:8: !x: tags are not allowed here; a pattern needs quotes"]),
    ("tree: [1,\x00 2]", ["1:10: the character \\x00 cannot stand in a file"]),
    ("a: 1\ntree: \ud800", ["2:7: the character \\ud800 cannot stand in a file"]),
    # trees
    ("tree: 3", [f"1:7: {NO_ROOT}"]),
    ("tree:", [f"1:6: {NO_ROOT}"]),
    ("tree: []", [f"1:7: {NO_CHILD}"]),
    ("tree: [1, [], {}]", [f"1:11: {NO_CHILD}", f"1:15: {NO_CHILD}"]),
    ("tree: {A: }", ["1:11: expected a number, found nothing"]),
    ("tree: {A: [1], B: 2}", ["1:7: a tree has one root; found A, B"]),
    # labels
    (
        "tree: {A: {B: {C: 1}, D: {C: 2}}}",
        [f"1:27: C: {SAME} 16; C#2 would be the same position again"],
    ),
    ("tree: {'': [1]}", ["1:8: a label has 1 to 40 printable characters; found ''"]),
    (
        'tree: {"a\\tb": [1]}',
        ["1:8: a label has 1 to 40 printable characters; found 'a\\tb'"],
    ),
    (
        f"tree: {{{'x' * 41}: [1]}}",
        [f"1:8: a label has 1 to 40 printable characters; found '{'x' * 41}'"],
    ),
    ("tree: {'A ': [1]}", ["1:8: a label has no space at either end; found 'A '"]),
    (
        "tree: {'#1': {'B#1': 1, B#: 2}}",
        [
            "1:8: # stands for a position met again, as in B#2; found '#1'",
            "1:15: # stands for a position met again, as in B#2; found 'B#1'",
            "1:25: # stands for a position met again, as in B#2; found 'B#'",
        ],
    ),
    (
        "tree: {A: {B: {C: 1}, B#2: {D: 1}}}",
        [f"1:23: B#2 is not the position B: {OTHER}"],
    ),
    ("tree: {A: {B: 1, B#2: 2}}", [f"1:18: B#2 is not the position B: {OTHER}"]),
    # players, window, texts
    ("tree: [1]\nplayers: []", ["2:10: expected at least one player"]),
    ("tree: [1]\nplayers: max", ["2:10: expected a list, found the text 'max'"]),
    (
        "tree: [1]\nplayers: [mni, max, [min]]",
        [
            f"2:11: expected max, min or chance, found mni: {ALONE}",
            "2:21: expected a text, found a list",
        ],
    ),
    ("tree: [1]\nwindow: 3", ["2:9: expected a list, found the text '3'"]),
    ("tree: [1]\nwindow: [3]", ["2:9: expected two numbers, alpha and beta"]),
    (
        "tree: [1]\nwindow: [x, .nan]",
        [
            "2:10: expected a number, found the text 'x'",
            "2:13: expected a number, found .nan: it is not finite",
        ],
    ),
    ("tree: [1]\nwindow: [2, 2]", ["2:9: alpha 2 is not below beta 2"]),
    (
        "tree: [1]\nwindow: [.inf, -.inf]",
        ["2:9: alpha inf is not below beta -inf"],
    ),
    ("tree: [1]\ntitle: [x]", ["2:8: expected a text, found a list"]),
    ("tree: [1]\nsource: ' '", ["2:9: expected a text, found nothing"]),
    # data
    ("tree: [1]\ndata: 3", ["2:7: expected a mapping, found the text '3'"]),
    (
        "tree: {root: {left: 1}}\ndata: {lefft: 3, left#2: 1, ghosts: 2}",
        [
            "2:8: no position 'lefft' here; did you mean left?",
            "2:18: no position 'left#2' here; did you mean left?",
        ],
    ),
    (
        "game: nim\npiles: [1]\ndata: {(1)-A: 3}",
        ["3:8: the game itself says what (1)-A holds"],
    ),
    (
        "tree: [1]\ndata: {A: {x: 1}}",
        ["2:11: expected a value or a list, found a mapping"],
    ),
    ("tree: [1]\ndata: {A: }", ["2:11: expected a value, found nothing"]),
    (
        "tree: [1]\ndata: {A: [yes, 010]}",
        [
            f"2:12: yes: YAML reads it as a truth value; {REMEDY}",
            f"2:17: 010: YAML reads it as an octal number; {REMEDY}",
        ],
    ),
    (
        f"tree: [1]\ndata: {{A: {'[' * 21}{']' * 21}}}",
        ["2:31: lists nest more than 20 deep"],
    ),
    (
        "tree: [1]\ndata: {A: 9007199254740993}",
        ["2:11: 9007199254740993 is beyond ±2**53, not exact"],
    ),
    # expect
    ("tree: [1]\nexpect:", ["2:8: expected a mapping, found nothing"]),
    (
        "tree: [1]\nexpect: {valeu: 1}",
        ["2:10: unknown key 'valeu'; did you mean value?"],
    ),
    (
        """tree: {A: {B: 1, C: {D: 2}}}
expect: {value: .inf, action: D, pruned: [Z, C, C, [D]]}""",
        [
            "2:17: expected a number, found .inf: it is not finite",
            "2:31: no action 'D' here; there are B and C",
            "2:43: no node 'Z' here; there are A, B, C and D",
            "2:49: C stands here twice",
            "2:52: expected a text, found a list",
        ],
    ),
    (
        "tree: {A: 1}\nexpect: {action: A}",
        [f"1:8: {LEAF}"],
    ),
]


@for_each("text, expected", PROBLEMS)
def test_problems(text: str, expected: list[str]) -> None:
    """Each has its line and column; all of a file's are told at once."""
    assert expected == problems(text)


def test_all_problems_of_a_file_are_told_in_reading_order() -> None:
    """Nothing that can still be read is left unread."""
    text = "titel: x\ntree: {A: {B: no, B: 2}}\nwindow: [1]\nexpect: {action: Z}"
    assert problems(text) == [
        "1:1: unknown key 'titel'; did you mean title?",
        "2:15: expected a number, found no: YAML reads it as a truth value",
        "2:19: B: the key stands here already, in line 2, column 12",
        "3:9: expected two numbers, alpha and beta",
        "4:18: no action 'Z' here; there are B and B",
    ]


@pytest.mark.parametrize(
    "text, place, words",
    [
        ("tree: [1, 2\nx: 1", "2:2", "that begins in line 1, column 7"),
        ("tree: {A: [1, 2}", "1:16", "that begins in line 1, column 11"),
        ("tree: [1]]", "1:10", "not YAML: "),
        ("tree:\n\tA: 1", "2:1", "not YAML: a tab; indent with spaces"),
        ("@", "1:1", "not YAML: found character that cannot start any token"),
        ("%YAML 9.9\n---\ntree: [1]", "1:1", "not YAML: found incompatible YAML"),
    ],
)
def test_what_is_not_yaml(text: str, place: str, words: str) -> None:
    """PyYAML's own words, with the place, and where the unfinished thing began."""
    (problem,) = problems(text)
    assert problem.startswith(f"{place}: not YAML: ")
    assert words in problem


# Rule games


def test_options_of_a_rule_game_stand_beside_its_name() -> None:
    """Misère Nim with one match: who must take it has lost."""
    tree = treefile.parse("game: nim\npiles: [1]\nmisere: true\nexpect: {value: -1}")
    assert [(n.label, n.content) for n in tree.nodes] == [
        ("(1)-A", (1,)),
        ("(0)-B", (0,)),
    ]
    assert leaves(tree) == {"(0)-B": -1}


@for_each(
    "text, expected",
    [
        (
            "game: nmi",
            [f"1:7: expected {' or '.join(GAMES)} or openspiel, found nmi"],
        ),
        ("game: [nim]", ["1:7: expected a text, found a list"]),
        ("game: nim", ["1:7: nim needs piles"]),
        (
            "game: nim\npiles: [1]\nmisre: true",
            ["3:1: unknown key 'misre'; did you mean misere?"],
        ),
        (
            "game: nim\npiles: 3",
            ["2:8: piles: expected a list such as [2, 2], found 3"],
        ),
        (
            "game: nim\npiles: [1]\nmisere: yes",
            [f"3:9: yes: YAML reads it as a truth value; {REMEDY}"],
        ),
        (
            "game: nim\npiles: [1]\nfirst: max\nmisere: 'yes'",
            ["4:9: misere: expected true or false, found 'yes'"],
        ),
        (
            "game: nim\npiles: [{}]",
            ["2:9: expected a value or a list, found a mapping"],
        ),
        (
            "game: nim\nplayers: [min]\nexpect: {valeu: 1, action: X}",
            [
                "1:7: nim needs piles",
                "2:1: unknown key 'players'; did you mean piles?",
                "3:10: unknown key 'valeu'; did you mean value?",
            ],
        ),
        (
            "game: nim\npiles: [1]\nexpect: {action: (1)-A}",
            ["3:18: no action '(1)-A' here; there are (0)-B"],
        ),
    ],
)
def test_problems_of_rule_games(text: str, expected: list[str]) -> None:
    """Options have their places, too."""
    assert expected == problems(text)


def test_a_game_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is told at the name of the game."""
    monkeypatch.setattr(rules, "LARGEST_TREE", 1000)
    expected = ["1:7: this game has more than 1,000 nodes"]
    assert expected == problems("game: nim\npiles: [3, 3, 3]")


def test_a_copy_without_rule_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the zips there is no `reference/`, so no game is known there."""
    monkeypatch.setattr(rules, "known_games", dict)
    assert problems("game: nim") == [
        "1:7: there are no rule games here; write out a `tree`"
    ]


# Files


def load_problems(path: Path) -> list[str]:
    """What is wrong with a file, without its folder."""
    with pytest.raises(FileProblems) as caught:
        treefile.load(path)
    return str(caught.value).replace(f"{path.parent}/", "").splitlines()


def test_a_file_is_named_as_it_was_given(tmp_path: Path) -> None:
    """Path, line, column, message: editors and terminals make a link of it."""
    path = tmp_path / "one.yaml"
    path.write_text("tree: [x]")
    expected = "one.yaml:1:8: expected a number, found the text 'x'"
    assert load_problems(path) == [expected]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A folder and a missing file are problems like any other."""
    (tmp_path / "folder.yaml").mkdir()
    assert load_problems(tmp_path / "folder.yaml") == [
        "folder.yaml:1:1: cannot be read: Is a directory"
    ]
    assert load_problems(tmp_path / "none.yaml") == [
        "none.yaml:1:1: cannot be read: No such file or directory"
    ]


@pytest.mark.parametrize(
    "content, expected",
    [
        (b"tree: [1]\ntitle: caf\xe9", "2:11: the byte 0xe9 is not UTF-8"),
        ("tree: [1]".encode("utf-16"), "1:1: the byte 0xff is not UTF-8"),
        ("title: ä\n".encode() + b"\xc3", "2:1: the byte 0xc3 is not UTF-8"),
        ("\ufefftitle: ä".encode() + b"\xff", "1:9: the byte 0xff is not UTF-8"),
        (b"title: x\rtree: \xff", "2:7: the byte 0xff is not UTF-8"),
    ],
)
def test_files_that_are_not_utf_8(
    tmp_path: Path, content: bytes, expected: str
) -> None:
    """The place is that of the first byte that is not."""
    path = tmp_path / "one.yaml"
    path.write_bytes(content)
    assert [f"one.yaml:{expected}; save the file as UTF-8"] == load_problems(path)


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    """Both come from Windows editors."""
    path = tmp_path / "one.yaml"
    path.write_bytes(b"\xef\xbb\xbftitle: x\r\ntree: [1]\r\n")
    assert treefile.load(path) == treefile.parse("title: x\ntree: [1]")


# Size


def chain(plies: int) -> str:
    """A tree of one path."""
    path = "".join(f"{{N{i}: " for i in range(plies))
    return f"tree: {path}1{'}' * plies}"


def comb(plies: int) -> str:
    """The same in block style, whose lines grow by a space each."""
    lines = [f"{' ' * (i + 1)}N{i}:" for i in range(plies)]
    return "\n".join(["tree:", *lines]) + " 1"


def broad(nodes: int) -> str:
    """A root, and leaves."""
    return f"tree: {{A: {{{', '.join(f'L{i}: {i}' for i in range(nodes))}}}}}"


@pytest.mark.parametrize("text", [chain, comb])
def test_a_chain_of_5000_plies(text: Callable[[int], str]) -> None:
    """Depth costs no recursion."""
    tree = treefile.parse(text(5000))
    assert (tree.height(), len(tree.nodes)) == (4999, 5000)
    assert treefile.parse(explicit.dump(tree)) == tree


def test_a_tree_of_30000_leaves_takes_linear_time() -> None:
    """Five times the leaves take nowhere near 25 times as long."""

    def seconds(leaves: int) -> float:
        text = broad(leaves)
        start = time.process_time()
        assert len(treefile.parse(text).nodes) == leaves + 1
        return time.process_time() - start

    assert seconds(30_000) < 15 * max(seconds(6_000), seconds(6_000))


def test_long_lists_of_pruned_nodes_take_linear_time() -> None:
    """Ten thousand labels are looked up, not searched for, ten thousand times."""
    labels = ", ".join(f"L{i}" for i in range(10_000))
    tree = treefile.parse(f"{broad(10_000)}\nexpect: {{pruned: [{labels}]}}")
    assert len(tree.expect.pruned or ()) == 10_000


# Laws

LABELS = st.text(
    st.characters(blacklist_categories=["Cs", "Cc", "Cf", "Co", "Cn", "Zl", "Zp"]),
    min_size=1,
    max_size=20,
).filter(lambda label: not explicit.reason_label_is_wrong(label) and "#" not in label)
TEXTS = st.text(st.characters(blacklist_categories=["Cs"]), max_size=20).map(str.strip)
UTILITIES = st.one_of(
    st.integers(-(2**53), 2**53),
    st.floats(-(2.0**53), 2.0**53, allow_nan=False),
)
CONTENT = st.recursive(
    st.one_of(st.none(), st.booleans(), UTILITIES, TEXTS),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=5,
)
WINDOWS = st.one_of(
    st.just((-INF, INF)),
    st.tuples(UTILITIES, UTILITIES).filter(lambda w: w[0] < w[1]),
    UTILITIES.map(lambda bound: (-INF, bound)),
)


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    """Any tree that a file can hold, in depth-first order."""
    players = draw(st.lists(st.sampled_from(["max", "min"]), min_size=1, max_size=3))
    labels = iter(draw(st.lists(LABELS, min_size=31, max_size=31, unique=True)))
    rows: list[tuple[str, int, list[int], Number | None]] = []

    def grow(depth: int) -> int:
        index = len(rows)
        width = draw(st.integers(0 if depth else 1, 2)) if depth < 4 else 0
        utility = None if width else draw(UTILITIES)
        below: list[int] = []
        rows.append((next(labels), depth, below, utility))
        below.extend(grow(depth + 1) for _ in range(width))
        return index

    grow(0)
    nodes = tuple(
        Node(label, players[depth % len(players)], tuple(below), utility, draw(CONTENT))
        for label, depth, below, utility in rows
    )
    names = [node.label for node in nodes]
    expect = Expectation(
        draw(st.none() | UTILITIES),
        draw(st.none() | st.sampled_from([names[i] for i in nodes[0].children])),
        draw(st.none() | st.lists(st.sampled_from(names), unique=True).map(tuple)),
    )
    return GameTree(nodes, draw(TEXTS), draw(TEXTS), draw(WINDOWS), expect)


@given(trees())
@settings(deadline=None)
def test_a_tree_reads_back_as_it_was_written(tree: GameTree) -> None:
    """Labels, numbers, data, window and expectations come back as they were."""
    back = treefile.parse(explicit.dump(tree))
    assert tree == back
    assert tree.fingerprint() == back.fingerprint()
    assert repr(tree.window) == repr(back.window)


@given(trees(), trees())
@settings(deadline=None)
def test_fingerprints_are_equal_exactly_if_the_observable_is(
    one: GameTree, two: GameTree
) -> None:
    """Nodes and window count, down to 1 and 1.0; title, source and expect do not."""
    retitled = GameTree(one.nodes, two.title, two.source, one.window, two.expect)
    assert one.fingerprint() == retitled.fingerprint()
    same = repr((one.nodes, one.window)) == repr((two.nodes, two.window))
    assert same == (one.fingerprint() == two.fingerprint())


@given(trees(), st.data())
@settings(deadline=None)
def test_a_change_of_one_node_changes_the_fingerprint(
    tree: GameTree, data: st.DataObject
) -> None:
    """Its label, its player, its utility, its content."""
    index = data.draw(st.integers(0, len(tree.nodes) - 1))
    node = tree.nodes[index]
    changed = data.draw(
        st.sampled_from(
            [
                Node(node.label + "x", node.to_move, node.children, node.utility),
                Node(node.label, FLIP[node.to_move], node.children, node.utility),
                Node(node.label, node.to_move, node.children, 0.25),
                Node(node.label, node.to_move, node.children, node.utility, "other"),
            ]
        )
    )
    nodes = (*tree.nodes[:index], changed, *tree.nodes[index + 1 :])
    other = GameTree(nodes, tree.title, tree.source, tree.window, tree.expect)
    assert (repr(node) == repr(changed)) == (tree.fingerprint() == other.fingerprint())


def test_a_tree_whose_players_differ_within_a_ply_cannot_be_written() -> None:
    """A file says who moves by depth; rules may say otherwise."""
    nodes = (
        Node("A", "max", (1, 2)),
        Node("B", "max", utility=1),
        Node("C", "min", utility=2),
    )
    with pytest.raises(AssignmentError) as caught:
        explicit.dump(GameTree(nodes, "A bonus move"))
    assert str(caught.value) == (
        "A bonus move: more players than one move at depth 1, "
        "so that the tree cannot be written out"
    )


def test_a_tree_is_written_as_an_instructor_would() -> None:
    """The players are the shortest cycle, and what is the default is left out."""
    text = 'players: ["max", "min"]\ntree: {"A": {"B": {"C": 1}, "D": 2.5}}\n'
    assert text == explicit.dump(treefile.parse("tree: {A: {B: {C: 1}, D: 2.5}}"))


SNIPPETS = st.sampled_from(
    [
        *("tree: ", "game: nim", "piles: ", "data: ", "expect: ", "pruned: "),
        *("window: ", "players: ", "A: ", "B#2: ", "1", ".inf", "-", "\n", "  ", "\t"),
        *("{", "}", "[", "]", ", ", "&x ", "*x", "!!int ", "? ", "'", '"', "|", "#"),
        *("---\n", "%", "~"),
    ]
)


def faults_of(text: str) -> tuple[Problem, ...]:
    """What is wrong with a text; nothing if it is a tree."""
    try:
        treefile.parse(text)
    except FileProblems as fault:
        return fault.problems or (Problem(Path(), 0, 0, "nothing is said"),)
    return ()


@given(st.lists(SNIPPETS | st.text(max_size=5), max_size=25).map("".join))
@settings(max_examples=examples(300), deadline=None)
def test_no_text_is_answered_by_a_traceback(text: str) -> None:
    """Any text is a tree, or has problems, each with its place."""
    for problem in faults_of(text):
        assert problem.line > 0
        assert problem.column > 0
        assert str(problem).isprintable()


@given(st.binary(max_size=40))
def test_no_bytes_are_answered_by_a_traceback(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    """The same for a file of any bytes."""
    path = tmp_path_factory.mktemp("bytes") / "one.yaml"
    path.write_bytes(content)
    with pytest.raises(FileProblems):
        treefile.load(path)
