"""Chance nodes, players with names, and the horizon: as pictures, and as text."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder import notebook
from autograder.drawing import outline, picture
from autograder.drawing.nodes import (
    numeral,
    states,
    within_horizon,
)
from autograder.drawing.picture import MORE_STYLE, NO_MARKS, STYLE
from autograder.drawing.replay import Marks, Replay
from autograder.errors import AssignmentError
from autograder.game import CHANCE, MAX, MIN, Value
from autograder.kinds.search.replays import principal_variation
from autograder.trees import file as treefile
from autograder.trees.drawn import Form, random_tree
from autograder.trees.tree import GameTree
from autograder.trees.values import equal, exact_values, probability_texts
from tests.cases import for_each
from tests.definition import by_definition
from tests.drawing.test_outline import lines, shown, widest
from tests.drawing.test_picture import (
    AIMA,
    LETTER,
    SVG,
    assert_tidy,
    edges_of,
    legend,
    luminance,
    nodes_of,
    parsed,
    shape_of,
    texts,
    trees,
)
from tests.othertrees import (
    chance_first,
    grown,
    inner,
    leaves,
    three_players,
    with_chance,
    with_horizon,
    with_noise,
)
from tests.small import examples

ALL = {
    "chance": with_chance(),
    "chance_first": chance_first(),
    "players": three_players(),
    "horizon": with_horizon(),
    "noise": with_noise(),
}
EVERY = pytest.mark.parametrize("tree", ALL.values(), ids=ALL)


def worth(tree: GameTree) -> Marks:
    """Each inner node with its value, and the principal variation."""
    values = exact_values(tree)
    inner = {n.label: values[n.label] for n in tree.nodes if n.label in values}
    return Marks(principal=principal_variation(tree, values), values=inner)


def group(tree: GameTree, label: str, marks: Marks = NO_MARKS) -> ET.Element:
    """A node of the picture."""
    return nodes_of(parsed(picture.svg(tree, marks)))[tree.labels().index(label)]


def chances(root: ET.Element) -> list[ET.Element]:
    """The texts on edges."""
    (edges,) = root.findall(f"{SVG}g[@class='gt-edges']")
    return edges.findall(f"{SVG}text")


# -- Chance ----------------------------------------------------------------------------


def test_a_chance_node_is_a_circle() -> None:
    """As wide as it is tall, of arcs alone, and as tall as a triangle."""
    node = group(with_chance(), "B")
    assert node.attrib["class"] == "gt-node gt-chance"
    left, top, right, bottom = shape_of(node)
    assert (right - left, bottom - top) == (34, 34)
    (shape,) = node.findall(f"{SVG}path[@class='gt-shape']")
    assert shape.attrib["d"].count("A17 17 ") == 4


def test_probabilities_stand_on_the_edges_below_chance_nodes() -> None:
    """From left to right, and nowhere else."""
    found = [text.text for text in chances(parsed(picture.svg(with_chance())))]
    assert found == ["1/2", "1/3", "1/6", "0.9", "0.1"]
    assert chances(parsed(picture.svg(three_players()))) == []


PROBABILITIES = {
    0.5: "0.5",
    0.25: "0.25",
    0.9: "0.9",
    1 / 3: "1/3",
    1 / 6: "1/6",
    5 / 36: "5/36",
    0.125: "1/8",
    0.1234567: "0.123",
    1 - 0.1234567: "0.877",
    1.0: "1",
    0.00001: "<0.001",
    0.99999: ">0.999",
}


@for_each("probability", PROBABILITIES)
def test_a_probability_is_short(probability: float) -> None:
    """Two decimals, or a fraction as dice have it, or three decimals."""
    assert probability_texts((probability,)) == (PROBABILITIES[probability],)


def test_siblings_are_written_alike() -> None:
    """A half is 1/2 beside a third, and 0.5 beside a quarter."""
    assert probability_texts((1 / 2, 1 / 3, 1 / 6)) == ("1/2", "1/3", "1/6")
    assert probability_texts((0.5, 0.25, 0.25)) == ("0.5", "0.25", "0.25")
    assert probability_texts((0.1234567, 0.2, 0.6765433)) == ("0.123", "0.2", "0.677")


@settings(max_examples=examples(40), deadline=None)
@given(trees(), st.data())
def test_probabilities_stand_apart(tree: GameTree, data: st.DataObject) -> None:
    """However narrow the leaves are below; and the tree is as tidy as any."""
    nodes = []
    for node in tree.nodes:
        count = len(node.children)
        parts = data.draw(st.lists(st.integers(1, 99), min_size=count, max_size=count))
        chance = replace(
            node,
            label="N",
            to_move=CHANCE,
            probabilities=tuple(part / sum(parts) for part in parts),
        )
        nodes.append(chance if count else replace(node, label="N"))
    drawn = GameTree(tuple(nodes))
    assert_tidy(drawn, Marks())
    rows: dict[str, list[tuple[float, float]]] = {}
    for text in chances(parsed(picture.svg(drawn))):
        half = len(text.text or "") * 6.5 / 2
        place = float(text.attrib["x"])
        rows.setdefault(text.attrib["y"], []).append((place - half, place + half))
    for row in rows.values():
        assert all(one[1] <= other[0] for one, other in pairwise(sorted(row)))


@pytest.mark.parametrize(
    "value,shown",
    [
        (16 / 3, "5.33333333333"),
        (0.1 + 0.2, "0.3"),
        (0.1 + 0.2 - 0.3, "0"),
        (-0.0, "0"),
        ((0.5, -1, float("-inf")), "(0.5, -1, -∞)"),
        ((3,), "(3,)"),
    ],
)
def test_a_mean_is_written_without_the_noise_of_floats(
    value: Value, shown: str
) -> None:
    """Twelve digits; and zero has no sign."""
    assert numeral(value) == shown


# -- Players ---------------------------------------------------------------------------


def test_a_player_with_a_name_has_a_box_with_the_name_in_it() -> None:
    """And a colour of his own; the payoffs of all stand beside, and in the leaves."""
    tree, marks = three_players(), worth(three_players())
    assert texts(tree, marks, "X") == ["A", "X = (1, 2, 6)"]
    assert texts(tree, marks, "Y2") == ["B", "Y2 = (1, 5, 2)"]
    assert texts(tree, marks, "Z4") == ["C", "Z4 = (5, 4, 5)"]
    assert texts(tree, marks, "q2") == ["(7, 4, 1)", "q2"]
    assert group(tree, "Z4").attrib["class"] == "gt-node gt-player gt-player-2"
    assert legend(parsed(picture.svg(tree, marks))) == [
        "player to move",
        "principal variation",
    ]


def test_a_long_vector_loses_its_last_payoffs() -> None:
    """Whole ones, and the node's title has them all; a long name loses its middle."""
    payoffs = tuple(1000.25 * number for number in range(1, 8))
    tree = grown(inner("R", "Bartholomew the First", *leaves("L", payoffs)))
    tree = replace(tree, players=("Bartholomew the First", *"abcdef"))
    shown = "(1000.25, 2000.5, 3000.75, 4001, …)"
    assert texts(tree, worth(tree), "L1") == [shown, "L1"]
    assert texts(tree, worth(tree), "R") == ["Barth…irst", f"R = {shown}"]
    told = group(tree, "R", worth(tree)).findtext(f"{SVG}title", "")
    assert told == f"R: Bartholomew the First, value {numeral(payoffs)}"


def test_what_a_player_is_called_is_text() -> None:
    """Whatever is in it; and as many players as there are have some colour."""
    names = ["<b>", "a\x00", "王王", *(f"p{i}" for i in range(20))]
    below = tuple(inner(f"N{i}", name) for i, name in enumerate(names))
    tree = replace(grown(inner("R", "<b>", *below)), players=tuple(names))
    assert texts(tree, Marks(), "N1") == ["a\ufffd", "N1 …"]
    assert_tidy(tree, Marks())
    css = group(tree, "N22").attrib["class"]
    assert css == "gt-node gt-player gt-player-4"


# -- The horizon -----------------------------------------------------------------------

SEARCHED = Marks(
    visited=frozenset({"A", "B", "D", "D1", "B1", "E", "C", "F"}),
    wrongly_visited=frozenset({"D1"}),
    wrong_at="D1",
)


def test_the_horizon_keeps_who_moves_and_says_its_estimate() -> None:
    """It has an outline of its own; a terminal of the same ply has not."""
    tree = with_horizon()
    assert group(tree, "D").attrib["class"] == "gt-node gt-max gt-horizon"
    assert group(tree, "H").attrib["class"] == "gt-node gt-chance gt-horizon"
    assert group(tree, "B1").attrib["class"] == "gt-node gt-leaf"
    assert texts(tree, worth(tree), "D") == ["D ≈ 4"]
    assert texts(tree, worth(tree), "F") == ["F ≈ −2"]
    assert texts(tree, worth(tree), "A") == ["4", "A"]
    other = replace(worth(tree), values={"D": 9})
    assert texts(tree, other, "D") == ["D ≈ 4 = 9"]


def test_beyond_the_horizon_nothing_is_pruned() -> None:
    """It is faint, whether there was a search or not; and who went there was wrong."""
    tree = with_horizon()
    plain = dict(zip(tree.labels(), states(tree, Marks()), strict=True))
    assert {label for label, state in plain.items() if state == "beyond"} == {
        *("D1", "D2", "E1", "E2", "G", "H1", "H2")
    }
    found = dict(zip(tree.labels(), states(tree, SEARCHED), strict=True))
    assert found["D1"] == "wrongly-visited"
    assert found["D2"] == found["H1"] == "beyond"
    assert found["H"] == "pruned"
    anyhow = replace(SEARCHED, wrongly_visited=frozenset())
    assert states(tree, anyhow) == states(tree, SEARCHED)


def test_edges_beyond_the_horizon_are_faint_and_not_cut() -> None:
    """So are their probabilities."""
    tree = with_horizon()
    root = parsed(picture.svg(tree, SEARCHED))
    index = tree.labels().index
    edges = edges_of(root)
    assert edges[index("D2")].attrib["class"] == "gt-edge gt-beyond"
    assert edges[index("D1")].attrib["class"] == "gt-edge gt-wrongly-visited"
    assert edges[index("H")].attrib["class"] == "gt-edge gt-pruned"
    assert [text.attrib["class"] for text in chances(root)] == ["gt-beyond"] * 2


def test_what_was_not_unrolled_further_is_no_leaf() -> None:
    """Somebody is to move there, and nobody knows what follows."""
    tree = with_horizon()
    assert group(tree, "G").attrib["class"] == "gt-node gt-min gt-beyond"
    assert texts(tree, Marks(), "G") == ["…", "G"]


def test_the_legend_explains_the_horizon() -> None:
    """And the rest that is not in every tree."""
    assert legend(parsed(picture.svg(with_horizon(), SEARCHED))) == [
        "MAX",
        "MIN",
        "CHANCE",
        "horizon: the search stops here",
        "beyond the horizon",
        "pruned",
        "wrongly visited",
        "first wrong step",
    ]


# -- All of them -----------------------------------------------------------------------


@EVERY
def test_other_trees_are_drawn_tidily(tree: GameTree) -> None:
    """Plain, with their values, and with everything that a node can have."""
    everything = Marks(
        visited=frozenset(tree.labels()[::2]),
        wrongly_visited=frozenset(tree.labels()[::5]),
        values=exact_values(tree),
        windows=dict.fromkeys(tree.labels(), (-20000, 30000)),
        wrong_at=tree.labels()[-1],
    )
    for marks in (Marks(), worth(tree), everything):
        assert_tidy(tree, marks)


FORMS = {
    "expectimax": Form((MAX, CHANCE)),
    "expectiminimax": Form((MAX, CHANCE, MIN, CHANCE), loose=True),
    "limited": Form((MAX, MIN), limit="depth"),
    "limited_chance": Form((MAX, CHANCE, MIN), limit="depth", loose=True),
    "rounds": Form((MAX, MIN, MIN), limit="rounds"),
    "players": Form(("A", "B", "C")),
    "players_and_chance": Form(("A", CHANCE, "B"), limit="depth"),
}


@pytest.mark.parametrize("form", FORMS)
def test_any_tree_of_any_form_is_drawn(form: str) -> None:
    """Tidily, each node once; and best play is a path, worth what the root is."""
    for seed in range(12):
        tree = random_tree(Random(f"{form} {seed}"), FORMS[form])  # noqa: S311 - a tree
        values, marks = by_definition(tree), worth(tree)
        assert_tidy(tree, marks)
        whole = outline.outline_text(tree, marks)
        assert widest(whole) <= 80
        drawn = whole.split("\n\n")[0]
        found = re.findall(r"(?<![\w\[.])[A-Z]+(?![\w\]])", drawn)
        assert sorted({*found}) == sorted(within_horizon(tree, marks).labels())
        for above, below in pairwise(marks.principal):
            node = tree.nodes[tree.labels().index(above)]
            assert below in {tree.nodes[child].label for child in node.children}
            assert equal(values[below], values[above])


def test_a_node_says_all_that_is_known_of_it() -> None:
    """In its title: who moves, how likely it is, and where the search stops."""
    titles = {
        node.findtext(f"{SVG}title")
        for tree in (with_chance(), three_players(), with_horizon())
        for node in nodes_of(parsed(picture.svg(tree))).values()
    }
    assert {
        "B: CHANCE",
        "B2: terminal, probability 1/3, utility 12",
        "D: MIN, probability 0.9",
        "Y1: B",
        "q1: terminal, utility (6, 1, 2)",
        "F: MAX, estimate -2, at the horizon",
        "G: MIN, estimate -3, goes on, not drawn, beyond",
    } <= titles


def test_the_picture_says_in_words_who_moves_and_where_the_search_stops() -> None:
    """For those who cannot see it."""

    def told(tree: GameTree) -> str | None:
        return parsed(picture.svg(tree)).findtext(f"{SVG}desc")

    assert told(chance_first()) == ("A game tree of 7 nodes; CHANCE is to move at S.")
    assert told(three_players()) == "A game tree of 15 nodes; A is to move at X."
    assert told(with_horizon()) == (
        "A game tree of 15 nodes; MAX is to move at A. "
        "Horizon, at which the search stops: D, E, F and H."
    )


def test_there_is_room_for_what_a_replay_writes_beside_a_node() -> None:
    """Of two players with an only child each, the second stands beyond the payoffs."""
    payoffs = (100, 200, 300)
    below = [inner(f"N{i}", "B", *leaves(f"L{i}", payoffs)) for i in (1, 2)]
    tree = replace(grown(inner("R", "A", *below)), players=("A", "B", "C"))
    groups = nodes_of(parsed(picture.replay_svg(Replay(tree, (), (), Marks()), 0)))
    assert shape_of(groups[2])[0] - shape_of(groups[1])[2] > LETTER * len(
        numeral(payoffs)
    )


@EVERY
def test_their_style_is_in_these_pictures_alone(tree: GameTree) -> None:
    """A picture of MAX and MIN is what it was."""
    assert MORE_STYLE in picture.svg(tree).replace("&gt;", ">")
    assert MORE_STYLE not in picture.svg(treefile.parse("tree: [[3, 12], [2, 4]]"))


def test_samples_of_them_are_shown_where_they_occur() -> None:
    """On a page whose trees have them, with the words of the legend."""
    plain = [words for _, words in picture.samples()]
    assert "CHANCE" not in plain
    both = picture.samples((with_chance(), three_players(), treefile.load(AIMA)))
    more = [words for _, words in both if words not in plain]
    assert more == ["CHANCE", "player to move"]
    assert all(list(parsed(drawn).iter(f"{SVG}g")) for drawn, _ in both)


@pytest.mark.parametrize("night", [False, True], ids=["light", "dark"])
def test_text_can_be_read_on_their_grounds(night: bool) -> None:  # noqa: FBT001 - a case
    """WCAG 2.1, 1.4.3: a contrast of 4.5 to 1, faint text on paper too."""
    base, rules = (style.split("@media")[night] for style in (STYLE, MORE_STYLE))
    paper = re.findall(r"\.gt-paper\{fill:#(\w+)", base)
    ink = re.findall(r"\.gt-tree text\{fill:#(\w+)", base)
    faint = re.findall(r"text[.\w-]*\{fill:#(\w+)", rules)
    grounds = set(re.findall(r"\.gt-shape\{fill:#(\w+)", rules)) - {*paper}
    assert (len(paper), len(ink), len(faint), len(grounds)) == (1, 1, 1, 7)
    pairs = [*((ink[0], ground) for ground in grounds), (faint[0], paper[0])]
    for pair in pairs:
        dark, light = sorted(map(luminance, pair))
        assert (light + 0.05) / (dark + 0.05) >= 4.5


# -- As text ---------------------------------------------------------------------------


def test_chance_as_text() -> None:
    """A circle, and before each of its children how likely it is."""
    assert outline.outline_text(with_chance(), worth(with_chance())) == lines("""
        *A △ 7
        ├─ *B ○ 7: 1/2→B1=3 1/3→B2=12 1/6→B3=9
        └─ C ○ 1.7
           ├─ 0.9→D ▽ 2: D1=2 D2=4
           └─ 0.1→E ▽ -1: E1=6 E2=-1

        △ MAX, ▽ MIN, ○ CHANCE, p→ probability p, * principal variation
    """)


def test_chance_at_the_root_as_text() -> None:
    """Nobody chooses there, so there is no principal variation."""
    assert outline.outline_text(chance_first(), worth(chance_first())) == lines("""
        S ○ 8.5
        ├─ 0.25→X ▽ 4: X1=4 X2=7
        └─ 0.75→Y △ 10: Y1=1 Y2=10

        △ MAX, ▽ MIN, ○ CHANCE, p→ probability p
    """)


def test_three_players_as_text() -> None:
    """Their names in brackets, their payoffs in their order."""
    assert outline.outline_text(three_players(), worth(three_players())) == lines("""
        *X [A] (1, 2, 6)
        ├─ *Y1 [B] (1, 2, 6)
        │  ├─ *Z1 [C] (1, 2, 6): *p1=(1, 2, 6) p2=(4, 2, 3)
        │  └─ Z2 [C] (6, 1, 2): q1=(6, 1, 2) q2=(7, 4, 1)
        └─ Y2 [B] (1, 5, 2)
           ├─ Z3 [C] (1, 5, 2): r1=(5, 1, 1) r2=(1, 5, 2)
           └─ Z4 [C] (5, 4, 5): s1=(7, 7, 1) s2=(5, 4, 5)

        [ ] player to move, * principal variation
    """)


def test_a_horizon_as_text() -> None:
    """With its estimates, and a sign before all that lies beyond."""
    assert outline.outline_text(with_horizon(), worth(with_horizon())) == lines("""
        *A △ 4
        ├─ *B ▽ 4
        │  ├─ *D △ ≈4: ·D1=3 ·D2=9
        │  ├─ B1=7
        │  └─ E △ ≈12: ·E1=5 ·E2=6
        └─ C ▽ -2
           ├─ F △ ≈-2 → ·G ▽ (…)
           └─ H ○ ≈5: 0.5→·H1=1 0.5→·H2=2

        △ MAX, ▽ MIN, ○ CHANCE, p→ probability p, ≈ estimate at the horizon, where the
        search stops, (…) goes on, not drawn, · beyond the horizon, * principal
        variation
    """)
    assert "!D1=3 [first wrong step]" in outline.outline_text(with_horizon(), SEARCHED)


def test_an_only_child_of_chance_is_sure() -> None:
    """It shares a line with its parent, and its probability is not told."""
    tree = grown(inner("A", CHANCE, *leaves("B", 3), chances=(1.0,)))
    assert outline.outline_text(tree).splitlines()[0] == "A ○ → B1=3"


@EVERY
def test_no_line_is_too_long(tree: GameTree) -> None:
    """However narrow the terminal is."""
    for width in range(24, 81, 7):
        assert widest(outline.outline_text(tree, worth(tree), width)) <= width


# -- The command -----------------------------------------------------------------------

COINS = """\
title: A loaded coin and a fair one
players: [max, chance, min]
chance: {coin: [2/3, 1/3]}
tree: {start: {coin: {heads: [4, 3], tails: [0, 6]}, fair: [[2, 5], 1]}}
bounds: [0, 6]
"""
PLAYERS = "players: [A, B]\ntree: [1 2, [3 0, 2 2]]\n"
PLIES = """\
depth: 2
evaluate: {D: 5, E: 4, H: 0}
tree: {A: {B: {D: [[-9, 1], 7], E: [4]}, C: {H: [1, 2], I: 3}}}
"""


def printed(
    text: str, folder: Path, capsys: pytest.CaptureFixture[str], **options: bool
) -> str:
    """What `show` prints of a file with this text."""
    path = folder / "tree.yaml"
    path.write_text(text, encoding="utf-8")
    assert shown(path, None, **options) == 0
    return capsys.readouterr().out


def test_show_draws_chance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the bounds of the file, and means: 2/3 · 3 + 1/3 · 0, 1/2 · 2 + 1/2 · 1."""
    assert (
        printed(COINS, tmp_path, capsys, values=True)
        == lines("""
        A loaded coin and a fair one

        bounds [0, 6]

        *start △ 2 (α=-∞ β=∞)
        ├─ *coin ○ 2
        │  ├─ 2/3→heads ▽ 3: C=4 D=3
        │  └─ 1/3→tails ▽ 0: E=0 F=6
        └─ fair ○ 1.5
           ├─ 0.5→A ▽ 2: G=2 H=5
           └─ 0.5→B=1

        △ MAX, ▽ MIN, ○ CHANCE, p→ probability p, * principal variation
    """)
        + "\n"
    )


def test_show_draws_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the order of their payoffs; α and β are not for them."""
    assert (
        printed(PLAYERS, tmp_path, capsys)
        == lines("""
        players A, B

        *A [A]
        ├─ B=(1, 2)
        └─ *C [B]: D=(3, 0) *E=(2, 2)

        [ ] player to move, * principal variation
    """)
        + "\n"
    )


def test_show_tells_the_margin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside the depth."""
    text = printed(f"{PLIES}\nmargin: 0.5\n", tmp_path, capsys)
    assert "depth 2; margin 0.5" in text.splitlines()


@pytest.mark.parametrize("limit", ["depth: 2", "rounds: 1"])
def test_show_draws_a_horizon(
    limit: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two plies are one round of MAX and MIN."""
    text = printed(PLIES.replace("depth: 2", limit), tmp_path, capsys)
    head, _, drawn = text.partition("\n\n")
    assert head == limit.replace(":", "")
    assert drawn.startswith(
        lines("""
            *A △ (α=-∞ β=∞)
            ├─ *B ▽
            │  ├─ D △ ≈5
            │  │  ├─ ·F ▽: ·M=-9 ·N=1
            │  │  └─ ·G=7
            │  └─ *E △ ≈4 → ·J=4
            └─ C ▽
               ├─ H △ ≈0: ·K=1 ·L=2
               └─ I=3
        """)
    )


def test_show_marks_the_cuts_of_a_limited_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """B is worth 4, H is worth 0: what is beside it cannot matter."""
    text = printed(PLIES, tmp_path, capsys, cuts=True)
    assert "C ▽ (α=4 β=∞)\n   ├─ H △ ≈0: ·K=1 ·L=2\n   └─ ×I=3\n" in text


@pytest.mark.parametrize("text", [COINS, PLAYERS], ids=["chance", "players"])
def test_show_has_cuts_for_max_and_min_only(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says so in a sentence."""
    said = "cuts are shown for MAX and MIN only, and in this tree others move"
    with pytest.raises(AssignmentError, match=said):
        printed(text, tmp_path, capsys, cuts=True)


def test_a_notebook_draws_them_too(tmp_path: Path) -> None:
    """With all that the file says of the tree: the horizon is in the picture."""
    path = tmp_path / "tree.yaml"
    path.write_text(PLIES, encoding="utf-8")
    drawn = parsed(notebook.tree(path)._repr_svg_())
    assert "horizon: the search stops here" in legend(drawn)


# -- The principal variation -----------------------------------------------------------


def test_the_principal_variation_ends_where_nobody_chooses() -> None:
    """At the horizon, at a chance node; at a chance root it is none."""
    found = {name: " ".join(worth(tree).principal) for name, tree in ALL.items()}
    assert found == {
        "chance": "A B",
        "chance_first": "",
        "players": "X Y1 Z1 p1",
        "horizon": "A B D",
        "noise": "A B B1",
    }


def test_of_equal_payoffs_the_first_is_followed() -> None:
    """0.1 + 0.2 is 0.3 but for its noise."""
    tree = replace(
        grown(inner("X", "A", *leaves("L", (0.1 + 0.2, 1), (0.3, 2)))),
        players=("A", "B"),
    )
    assert worth(tree).principal == ("X", "L1")


# -- Noise -----------------------------------------------------------------------------


def test_what_is_not_quiet_is_marked_behind_its_label() -> None:
    """In the picture, in what a pointer is told, and in the legend, once."""
    node = group(with_noise(), "B")
    assert "B ~" in [text.text for text in node.iter(f"{SVG}text")]
    told = node.findtext(f"{SVG}title")
    assert told == "B: MIN, estimate 8, not quiet"
    texts = [t.text for t in parsed(picture.svg(with_noise())).iter(f"{SVG}text")]
    assert texts.count("not quiet: the search goes on") == 1
    quiet = [t.text for t in parsed(picture.svg(with_horizon())).iter(f"{SVG}text")]
    assert "not quiet: the search goes on" not in quiet


def test_an_outline_marks_it_behind_who_moves() -> None:
    """And the line below says what the sign means."""
    drawn = outline.outline_text(with_noise())
    assert "B ▽~: B1=2 B2=9" in drawn
    assert "C ▽ ≈1 → ·C1=3" in drawn
    assert "~ not quiet" in drawn
    assert "~" not in outline.outline_text(with_horizon())
