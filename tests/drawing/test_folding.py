"""What is drawn of a tree that goes on far beyond its horizon."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from autograder.drawing import outline, picture
from autograder.drawing.nodes import (
    MOST_AROUND,
    MOST_WHOLE,
    part_around_label,
    sentence_on_part,
    whole,
    within_horizon,
)
from autograder.drawing.picture import NO_MARKS
from autograder.drawing.replay import Marks, Replay, Step
from autograder.game import MAX, MIN
from autograder.report.page import script_json
from autograder.trees.tree import GameTree, Limit
from tests import page_reports
from tests.drawing.test_outline import lines
from tests.drawing.test_picture import SVG, nodes_of, parsed
from tests.othertrees import Part, grown, inner, leaves, with_horizon


def game(depth: int) -> GameTree:
    """Three moves at each of four plies, and a search that looks so far ahead."""

    def below(label: str, ply: int) -> Part:
        if ply == 3:
            return inner(label, MIN, *leaves(label, 1, 2, 3), estimate=0)
        moves = (below(f"{label}{move}", ply + 1) for move in (1, 2, 3))
        return inner(label, (MAX, MIN)[ply % 2], *moves, estimate=ply)

    return replace(grown(below("N", 0)), limit=Limit(depth=depth))


def labels(tree: GameTree, *visited: str) -> list[str]:
    """Of what is drawn where these nodes were visited."""
    return list(within_horizon(tree, Marks(frozenset(visited))).labels())


NEAR = ["N", "N1", "N2", "N3"]


def test_what_no_search_came_to_beyond_the_horizon_is_left_out() -> None:
    """Of 121 nodes four are drawn: the root, and the horizon one ply below."""
    tree = game(depth=1)
    assert len(tree.nodes) == 121
    assert labels(tree) == labels(tree, *NEAR) == NEAR
    drawn = within_horizon(tree, NO_MARKS)
    assert drawn.horizon == {1, 2, 3}
    assert [node.estimate for node in drawn.nodes] == [0, 1, 1, 1]


def test_what_a_search_came_to_is_there_with_its_siblings() -> None:
    """So that one sees which of them it took; it may have taken the last alone."""
    tree = game(depth=1)
    assert labels(tree, *NEAR, "N2", "N22") == [*NEAR, "N21", "N22", "N23"]
    deep = [*NEAR, "N31", "N32", "N33", "N331", "N332", "N333"]
    assert labels(tree, *NEAR, "N33", "N333") == deep
    assert labels(tree, "N333") == deep


def test_within_the_horizon_all_is_drawn() -> None:
    """Visited or not: what was cut is to be seen."""
    assert len(labels(game(depth=3), "N")) == 1 + 3 + 9 + 27
    assert len(labels(game(depth=4), "N")) == 121
    assert len(labels(game(depth=9), "N")) == 121


def test_a_small_tree_is_drawn_as_a_whole() -> None:
    """Whoever wrote it down wants to see it."""
    tree = with_horizon()
    assert len(tree.nodes) < MOST_WHOLE
    assert within_horizon(tree, NO_MARKS) is tree


def test_the_outline_says_how_much_it_leaves_out() -> None:
    """The horizon is then a leaf with an estimate."""
    assert outline.outline_text(game(depth=1)) == lines("""
        N △: N1 ▽ ≈1 N2 ▽ ≈1 N3 ▽ ≈1
        … 117 nodes beyond the horizon are left out

        △ MAX, ▽ MIN, ≈ estimate at the horizon, where the search stops
    """)


def test_the_picture_says_so_too() -> None:
    """In words; and each node that is drawn is there once."""
    root = parsed(picture.svg(game(depth=1)))
    told = root.findtext(f"{SVG}desc", "")
    assert told.endswith(" 117 nodes beyond the horizon are left out.")
    titles = [g.findtext(f"{SVG}title") for g in nodes_of(root).values()]
    assert titles == [
        "N: MAX, estimate 0",
        *(f"N{i}: MIN, estimate 1, at the horizon" for i in (1, 2, 3)),
    ]


@pytest.mark.parametrize("deepest", ["N3", "N33", "N333"])
def test_a_replay_speaks_of_the_nodes_that_are_drawn(deepest: str) -> None:
    """By their numbers in the picture."""
    order = [*NEAR, *(deepest[:end] for end in range(3, len(deepest) + 1))]
    steps = tuple(Step(label) for label in order)
    marks = Marks(frozenset(order))
    replay = Replay(game(depth=1), steps, steps[:4], marks)
    told = json.loads(script_json(replay))
    names = [label for label, *_ in told["nodes"]]
    assert [names[row[0]] for row in told["submission"]] == order
    bare = nodes_of(parsed(picture.replay_svg(replay, 0)))
    titles = [bare[i].findtext(f"{SVG}title", "") for i in range(len(names))]
    assert [title.partition(":")[0] for title in titles] == names


def test_of_a_large_tree_what_is_near_a_node_is_drawn() -> None:
    """The way to it with all siblings, what is below it, and then what is beside it."""
    tree = replace(game(depth=1), limit=Limit())
    part = part_around_label(tree, NO_MARKS, "N22")
    below = [f"N22{last}" for last in "123"]
    assert list(part.tree.labels()) == [
        *NEAR,
        *("N21", "N22", "N23"),
        *("N211", "N212", "N213", *below),
        *(f"{above}{last}" for above in below for last in "123"),
    ]
    assert len(part.tree.nodes) <= MOST_AROUND
    assert part.more["N1"] == 39
    shown = [tree.nodes[place].label for place in part.places]
    assert shown == list(part.tree.labels())
    left_out = sum(part.more.values())
    assert left_out + len(part.places) == len(tree.nodes)
    assert sentence_on_part(part, tree).startswith(
        f"{len(part.tree.nodes)} of 121 nodes"
    )


def test_the_children_of_a_node_are_drawn_however_many() -> None:
    """Else a wide tree would be its root alone."""
    replay = page_reports.wide()
    assert part_around_label(replay.tree, replay.marks, "A") == whole(replay.tree)


def test_what_no_search_came_to_is_not_unfolded() -> None:
    """Of its siblings one sees that they are there, and how much is below."""
    tree = replace(game(depth=1), limit=Limit())
    marks = Marks(frozenset({"N", "N1", "N11", "N111"}))
    part = part_around_label(tree, marks, "N11")
    assert {"N12", "N2", "N111"} <= set(part.tree.labels())
    assert not {"N121", "N21"} & set(part.tree.labels())
    assert (part.more["N12"], part.more["N2"]) == (12, 39)


def test_a_small_tree_has_no_part_that_is_far() -> None:
    """However far from the node that is looked at."""
    tree = with_horizon()
    part = part_around_label(tree, NO_MARKS, "A")
    assert part == whole(tree)
    assert (part.more, sentence_on_part(part, tree)) == ({}, "")


def test_what_is_to_be_seen_of_a_search() -> None:
    """Its first wrong step, or value, or where it broke off; else the root."""
    (stub,) = page_reports.not_begun().all()
    assert stub.replay
    assert [
        replay.label_to_show
        for replay in (
            page_reports.without_pruning(),
            page_reports.wrong_value(),
            page_reports.broken_off(),
            page_reports.plain_mean(),
            stub.replay,
        )
    ] == ["C2", "C", "B1", "B", "A"]
