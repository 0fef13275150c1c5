"""Trees that were unrolled elsewhere: their file, and where it is looked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from autograder.trees import file as treefile
from autograder.trees import rules
from autograder.trees.rules import Unrolled
from autograder.trees.tree import Node, contradictions
from autograder.trees.values import exact_values

GAME = {"name": "of_nobody", "options": {"size": 2}, "depth": 1, "evaluate": "zero"}
POSITIONS = (
    Node(
        label="start",
        to_move="max",
        children=(1, 2),
        utility=None,
        content="S",
        probabilities=(),
        estimate=0,
    ),
    Node(
        label="left",
        to_move="chance",
        children=(3, 4),
        utility=None,
        content="L",
        probabilities=(0.25, 0.75),
        estimate=1,
    ),
    Node(
        label="right",
        to_move="min",
        children=(3, 4),
        utility=None,
        content="R",
        probabilities=(),
        estimate=2.5,
    ),
    Node("over", "min", (), -1, "O"),
    Node(
        label="goes on",
        to_move="max",
        children=(),
        utility=None,
        content="one\ntwo",
        probabilities=(),
        estimate=3,
    ),
)
FOUND = Unrolled(GAME, ("max", "min"), POSITIONS)
FILE = (
    "game: openspiel\nname: of_nobody\noptions: {size: 2}\ndepth: 1\nevaluate: zero\n"
)


def put(path: Path, found: Unrolled = FOUND) -> None:
    """Write the file of an unrolled tree."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(rules.dump(found), encoding="utf-8")


def test_the_file_reads_back_as_it_was_written() -> None:
    """Positions, players and the game; with payoffs of several players, too."""
    assert rules.parse(rules.dump(FOUND)) == FOUND
    root = Node("start", "B", (1,), None, "é")
    several = Unrolled({}, ("A", "B"), (root, Node("end", "A", (), (1, 2.5), "")))
    assert rules.parse(rules.dump(several)) == several


def test_a_position_takes_one_line() -> None:
    """So that a change of one is seen in review."""
    lines = rules.dump(FOUND).splitlines()
    assert sum("goes on" in line for line in lines) == 1
    assert len(lines) == len(POSITIONS) + len(["{", "game", "players", "[", "]", "}"])


def test_positions_become_a_tree() -> None:
    """Depth first; what is met again has its number, and is the same position."""
    nodes = FOUND.nodes()
    labels = [node.label for node in nodes]
    assert labels == [
        *("start", "left", "over", "goes on"),
        *("right", "over#2", "goes on#2"),
    ]
    assert nodes[1] == Node(
        label="left",
        to_move="chance",
        children=(2, 3),
        utility=None,
        content="L",
        probabilities=(0.25, 0.75),
        estimate=1,
    )
    assert list(contradictions(nodes)) == []


def test_positions_are_counted_ply_by_ply() -> None:
    """What can be done at the root has no number, though it is met below before."""
    rows = (
        Node("start", "max", (1, 2)),
        Node("left", "min", (2,)),
        Node("right", "max", (), 1),
    )
    labels = [node.label for node in Unrolled({}, ("max", "min"), rows).nodes()]
    assert labels == ["start", "left", "right#2", "right"]


def test_a_tree_has_at_most_a_million_nodes() -> None:
    """However few positions it has: here each leads to the next one twice."""
    count = 20
    rows = [Node(str(i), "max", (i + 1, i + 1)) for i in range(count)]
    found = Unrolled({}, ("max", "min"), (*rows, Node("end", "max", (), 1)))
    with pytest.raises(ValueError, match=r"^more than 1,000,000 nodes$"):
        found.nodes()


@pytest.mark.parametrize("folder", ["", "below/"])
def test_a_tree_file_finds_it_in_the_answers_of_its_assignment(
    folder: str, tmp_path: Path
) -> None:
    """And needs no OpenSpiel, which knows nothing of this game."""
    put(rules.path_in(tmp_path, f"{folder}small"))
    path = tmp_path / folder / "small.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(FILE)
    tree = treefile.load(path)
    assert tree.nodes == FOUND.nodes()
    assert exact_values(tree)["start"] == 2.5


def test_of_two_the_fresh_one_counts(tmp_path: Path) -> None:
    """A tree may belong to assignments of two folders, one in the other."""
    stale = Unrolled({**GAME, "depth": 2}, FOUND.players, POSITIONS)
    put(tmp_path / "below" / "answers" / "small.tree.json", stale)
    put(tmp_path / "answers" / "below" / "small.tree.json")
    assert rules.unrolled_beside(tmp_path / "below" / "small.yaml", GAME) == FOUND


def test_what_is_stale_is_no_tree(tmp_path: Path) -> None:
    """Each thing that a tree file says of its game counts."""
    path = rules.path_in(tmp_path, "small")
    assert rules.load(path, GAME) is None
    put(path)
    assert rules.load(path, GAME) == FOUND
    for key in GAME:
        assert rules.load(path, {**GAME, key: "other"}) is None


def changed(row: int, place: int, value: Any) -> str:
    """The file with another value in one row."""
    content = json.loads(rules.dump(FOUND))
    content["positions"][row][place] = value
    return json.dumps(content)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"game": {}, "players": [], "positions": []}',
        rules.dump(FOUND)[:-5],
        changed(1, 0, "start"),
        changed(1, 1, "nobody"),
        changed(2, -1, [3, 5]),
        changed(2, -1, [0, 3]),
        changed(2, -1, [2, 3]),
        changed(2, -1, 3),
        changed(2, -1, ["3"]),
    ],
)
def test_what_is_broken_is_no_tree(text: str, tmp_path: Path) -> None:
    """It is told as one that is not there: `answers` writes it again."""
    path = rules.path_in(tmp_path, "small")
    put(path)
    path.write_text(text)
    assert rules.load(path, GAME) is None
