"""Trees as SVG: where nodes stand, what states look like, and what can be read.

`python -m tests.renew picture` writes the golden file.
"""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.drawing import picture
from autograder.drawing.nodes import states
from autograder.drawing.picture import STYLE
from autograder.drawing.replay import Marks, Replay
from autograder.drawing.svgparts import WORDS
from autograder.game import MAX, MIN
from autograder.trees import file as treefile
from autograder.trees.drawn import has_only_max_and_min
from autograder.trees.tree import INFINITY, PLAYERS, GameTree, Node
from tests.cases import for_each
from tests.small import ROOT, examples

GOLDEN = ROOT / "tests" / "golden" / "aima_fig_5_2.svg"
AIMA = ROOT / "test_trees" / "lectures" / "aima_fig_5_2.yaml"
SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 1000  # nodes, of which one tree has more
NEAR = 0.2  # units by which a place may be rounded
LETTER = 7.0  # units that a letter of 12 takes in a common sans-serif, on average
Box = tuple[float, float, float, float]  # left, top, right, bottom

# AIMA's Figure 5.5: C2 and C3 are pruned. This search goes on to C2, and leaves out D2.
VISITED = frozenset({"A", "B", "B1", "B2", "B3", "C", "C1", "C2", "D", "D1", "D3"})
FIGURE_5_5 = Marks(
    visited=VISITED,
    wrongly_visited=frozenset({"C2"}),
    wrongly_skipped=frozenset({"D2"}),
    principal=("A", "B", "B1"),
    values={"A": 3, "B": 3, "C": 2, "D": 2},
    windows={"A": (-INFINITY, INFINITY), "C": (3, INFINITY)},
    wrong_at="C2",
)


tree_at = cache(treefile.load)


def files() -> list[Path]:
    """The trees of the project in which only MAX and MIN move."""
    paths = sorted((ROOT / "test_trees").rglob("*.yaml"))
    trees = [path for path in paths if path.name != "assignment.yaml"]
    return [path for path in trees if has_only_max_and_min(tree_at(path))]


def tree_of(parents: list[int], labels: list[str] | None = None) -> GameTree:
    """The tree in which node i + 1 hangs from `parents[i]`; its leaves are worth 0."""
    below: list[list[int]] = [[] for _ in range(len(parents) + 1)]
    for child, parent in enumerate(parents, 1):
        below[parent].append(child)
    names = labels or [f"N{index}" for index in range(len(below))]
    return GameTree(
        tuple(
            Node(name, PLAYERS[i % 2], tuple(kids), None if kids else 0)
            for i, (name, kids) in enumerate(zip(names, below, strict=True))
        )
    )


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    """Any tree of up to 40 nodes, with labels from one to 22 letters long."""
    count = draw(st.integers(0, 39))
    parents = [draw(st.integers(max(0, i - 6), i)) for i in range(count)]
    lengths = draw(st.lists(st.integers(1, 22), min_size=count + 1, max_size=count + 1))
    return tree_of(parents, ["N" * length for length in lengths])


def parsed(text: str) -> ET.Element:
    """The element, which is well-formed."""
    root = ET.fromstring(text)  # noqa: S314 - our own
    assert root.tag == f"{SVG}svg"
    return root


def nodes_of(root: ET.Element) -> dict[int, ET.Element]:
    """The groups of the nodes; none stands there twice."""
    groups = [g for g in root.iter(f"{SVG}g") if g.get("data-node")]
    found = {int(group.attrib["data-node"]): group for group in groups}
    assert len(found) == len(groups)
    return found


def edges_of(root: ET.Element) -> dict[int, ET.Element]:
    """The edges by the child to which they lead; none stands there twice."""
    paths = [p for p in root.iter(f"{SVG}path") if p.get("data-child")]
    found = {int(path.attrib["data-child"]): path for path in paths}
    assert len(found) == len(paths)
    return found


def points(path: ET.Element) -> list[tuple[float, float]]:
    """The corners of a path."""
    found = re.findall(r"[-\d.]+,[-\d.]+", path.attrib["d"])
    return [(float(x), float(y)) for x, y in (point.split(",") for point in found)]


def shape_of(group: ET.Element) -> Box:
    """What the outline of a node covers."""
    (path,) = [p for p in group.iter(f"{SVG}path") if p.get("class") == "gt-shape"]
    xs, ys = zip(*points(path), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def middle_of(box: Box) -> float:
    """The place of a node from left to right."""
    left, _, right, _ = box
    return (left + right) / 2


def board_of(group: ET.Element) -> list[Box]:
    """What a node's board covers, if it has one; each sign stands within."""
    grids = [p for p in group.iter(f"{SVG}path") if p.get("class") == "gt-grid"]
    corners = [zip(*points(path), strict=True) for path in grids]
    found = [(min(xs), min(ys), max(xs), max(ys)) for xs, ys in corners]
    for text in group.iter(f"{SVG}text"):
        if text.attrib["class"] == "gt-square":
            ((left, top, right, bottom),) = found
            middles = [float(x) for x in text.attrib["x"].split()]
            assert len(middles) == len(text.text or "")
            assert left <= middles[0] - LETTER / 2
            assert middles[-1] + LETTER / 2 <= right
            assert all(y - x >= LETTER for x, y in pairwise(middles))
            assert top <= float(text.attrib["y"]) - 9
            assert float(text.attrib["y"]) <= bottom
    return found


def boxes_of(group: ET.Element) -> list[Box]:
    """What a node's outline and its board cover, and each text in and beside it."""
    found = [shape_of(group), *board_of(group)]
    for text in group.iter(f"{SVG}text"):
        css = text.attrib["class"]
        if css == "gt-square":
            continue
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        width = LETTER * len(text.text or "")
        below = "gt-row" in css and "gt-leaf" in group.attrib["class"]
        centred = below or css in ("gt-inside", "gt-badge")
        left = x - width / 2 if centred else x
        found.append((left, y - 9, left + width, y + 2))
    return found


def assert_tidy(tree: GameTree, marks: Marks) -> None:
    """Everything drawn once, nothing over another, parents in the middle."""
    root = parsed(picture.svg(tree, marks))
    groups, edges = nodes_of(root), edges_of(root)
    assert set(groups) == set(range(len(tree.nodes)))
    assert set(edges) == set(range(1, len(tree.nodes)))
    plies: dict[float, list[int]] = {}
    shapes = {index: shape_of(group) for index, group in groups.items()}
    for index, shape in shapes.items():
        plies.setdefault(shape[1], []).append(index)
    rows = []  # top and bottom of each ply
    for _, ply in sorted(plies.items()):
        spans, tops, bottoms = [], [], []
        for index in ply:
            boxes = list(zip(*boxes_of(groups[index]), strict=True))
            spans.append((min(boxes[0]), max(boxes[2])))
            tops.append(min(boxes[1]))
            bottoms.append(max(boxes[3]))
        rows.append((min(tops), max(bottoms)))
        for (_, right), (left, _) in pairwise(sorted(spans)):
            assert right <= left
    for index, node in enumerate(tree.nodes):
        places = [middle_of(shapes[child]) for child in node.children]
        assert places == sorted(places)
        if places:
            middle = (places[0] + places[-1]) / 2
            assert abs(middle_of(shapes[index]) - middle) <= NEAR
        for child in node.children:
            assert_edge(points(edges[child]), shapes[index], shapes[child], rows)


def assert_edge(
    line: list[tuple[float, float]],
    parent: Box,
    child: Box,
    rows: list[tuple[float, float]],
) -> None:
    """It leads from one to the other, and its slope runs between the plies."""
    ends = (*line[0], *line[-1])
    due = (middle_of(parent), parent[3], middle_of(child), child[1])
    assert all(abs(x - y) <= NEAR for x, y in zip(ends, due, strict=True))
    (_, start), (_, end) = line[-2:]
    assert all(bottom <= start + 0.2 or top >= end - 1.2 for top, bottom in rows)


@for_each("path", files)
def test_the_default_trees_are_drawn_tidily(path: Path) -> None:
    """With a window and a value beside every node; and plain, but for the largest."""
    tree = tree_at(path)
    everything = Marks(
        visited=frozenset(tree.labels()[::2]),
        wrongly_visited=frozenset(tree.labels()[::5]),
        wrongly_skipped=frozenset(tree.labels()[1::7]),
        values=dict.fromkeys(tree.labels(), -18000),
        windows=dict.fromkeys(tree.labels(), (-20000, INFINITY)),
        wrong_at=tree.labels()[-1],
    )
    assert_tidy(tree, everything)
    if len(tree.nodes) < LARGEST:
        assert_tidy(tree, Marks())


@settings(max_examples=examples(60), deadline=None)
@given(trees())
def test_any_tree_is_drawn_tidily(tree: GameTree) -> None:
    """Whatever its shape, and however wide its labels are."""
    assert_tidy(tree, Marks())


@pytest.mark.parametrize(
    "parents", [list(range(2999)), [0] * 2000], ids=["chain", "star"]
)
def test_no_tree_is_too_deep_or_too_wide(parents: list[int]) -> None:
    """3000 plies, or 2000 leaves side by side."""
    assert_tidy(tree_of(parents), Marks())


def test_equal_subtrees_are_drawn_alike() -> None:
    """Two of the same shape and size, far apart, are as wide as each other."""
    parents = [0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3]
    groups = nodes_of(parsed(picture.svg(tree_of(parents, ["N"] * 15))))
    middles = [middle_of(shape_of(groups[i])) for i in range(len(groups))]
    first, last = middles[4:6], middles[13:15]
    assert first[1] - first[0] == pytest.approx(last[1] - last[0], abs=0.2)


CLASSES = {
    "A": "gt-node gt-max gt-visited",
    "B": "gt-node gt-min gt-visited",
    "B1": "gt-node gt-leaf gt-visited",
    "C2": "gt-node gt-leaf gt-wrongly-visited",
    "C3": "gt-node gt-leaf gt-pruned",
    "D2": "gt-node gt-leaf gt-wrongly-skipped",
}


@pytest.mark.parametrize("label", CLASSES)
def test_the_class_of_a_node_is_its_kind_and_its_state(label: str) -> None:
    """And that of the edge to it is the same state."""
    tree = treefile.load(AIMA)
    root = parsed(picture.svg(tree, FIGURE_5_5))
    index = tree.labels().index(label)
    assert nodes_of(root)[index].attrib["class"] == CLASSES[label]
    if index:
        state = CLASSES[label].split()[-1]
        assert edges_of(root)[index].attrib["class"].split()[:2] == ["gt-edge", state]


def test_a_tree_that_was_not_searched_has_no_states() -> None:
    """It is drawn as it is: kinds only, and a legend of these alone."""
    root = parsed(picture.svg(treefile.load(AIMA)))
    states = {
        word for g in nodes_of(root).values() for word in g.attrib["class"].split()
    }
    assert states == {"gt-node", "gt-max", "gt-min", "gt-leaf"}
    assert legend(root) == ["MAX", "MIN"]


def legend(root: ET.Element) -> list[str]:
    """The words below the picture."""
    (group,) = root.findall(f"{SVG}g[@class='gt-legend']")
    words = group.iter(f"{SVG}text")
    return [t.text or "" for t in words if t.attrib["class"] == "gt-words"]


def test_the_legend_explains_every_mark_that_occurs() -> None:
    """In the order in which a reader meets them."""
    root = parsed(picture.svg(treefile.load(AIMA), FIGURE_5_5))
    assert legend(root) == [
        "MAX",
        "MIN",
        "pruned",
        "wrongly visited",
        "wrongly skipped",
        "principal variation",
        "first wrong step",
    ]


def test_the_legend_counts_where_each_visit_counts() -> None:
    """A node that was met once, and not twice, was not skipped."""
    counting = replace(FIGURE_5_5, counts=True)
    root = parsed(picture.svg(treefile.load(AIMA), counting))
    assert legend(root)[3:5] == ["visited too often", "visited too rarely"]


def test_the_principal_variation_is_the_thick_edges() -> None:
    """A, B, B1 are two edges."""
    tree = treefile.load(AIMA)
    edges = edges_of(parsed(picture.svg(tree, FIGURE_5_5)))
    thick = {i for i, e in edges.items() if "gt-principal" in e.attrib["class"].split()}
    assert [tree.labels()[index] for index in sorted(thick)] == ["B", "B1"]


def test_a_cut_is_where_the_search_turned_back() -> None:
    """Below the cut, edges are dashed but not cut once more."""
    tree = tree_of([0, 0, 2, 3])
    root = parsed(picture.svg(tree, Marks(visited=frozenset({"N0", "N1"}))))
    css = {i: edge.attrib["class"] for i, edge in edges_of(root).items()}
    assert css == {
        1: "gt-edge gt-visited",
        2: "gt-edge gt-pruned",
        3: "gt-edge gt-pruned gt-below",
        4: "gt-edge gt-pruned gt-below",
    }


def texts(tree: GameTree, marks: Marks, label: str) -> list[str]:
    """What is written at a node."""
    group = nodes_of(parsed(picture.svg(tree, marks)))[tree.labels().index(label)]
    return [text.text or "" for text in group.iter(f"{SVG}text")]


def test_numbers_stand_in_and_beside_the_nodes() -> None:
    """A value in its triangle, a utility in its box, a window beside; then signs."""
    tree = treefile.load(AIMA)
    assert texts(tree, FIGURE_5_5, "A") == ["3", "A", "α=−∞ β=∞"]
    assert texts(tree, FIGURE_5_5, "C") == ["2", "C", "α=3 β=∞"]
    assert texts(tree, FIGURE_5_5, "B2") == ["12", "B2"]
    assert texts(tree, FIGURE_5_5, "C2") == ["4", "C2", "!", "first wrong"]
    assert texts(tree, FIGURE_5_5, "D2") == ["5", "D2", "?"]


def test_a_value_that_does_not_fit_inside_stands_beside() -> None:
    """At every node alike; and a leaf says a value that is not its utility."""
    tree = treefile.load(AIMA)
    marks = Marks(values={"A": -18000, "B": 0.25, "B1": 3, "B2": 7})
    assert texts(tree, marks, "A") == ["A = −18000"]
    assert texts(tree, marks, "B") == ["B = 0.25"]
    assert texts(tree, marks, "B1") == ["3", "B1"]
    assert texts(tree, marks, "B2") == ["12", "B2 = 7"]


def test_a_label_of_any_signs_keeps_the_picture_whole() -> None:
    """Markup is text, what XML forbids is replaced, and wide signs have a width."""
    names = ["<b>&amp;", "a\x00\x1b\ud800", "王" * 40, '"]]>']
    tree = tree_of([0, 0, 0], names)
    assert texts(tree, Marks(), names[0]) == ["<b>&amp;"]
    assert texts(tree, Marks(), names[1]) == ["0", "a\ufffd\ufffd\ufffd"]
    assert_tidy(tree, Marks())
    root = parsed(picture.svg(tree))
    widths = [text.get("textLength") for text in nodes_of(root)[2].iter(f"{SVG}text")]
    assert [width is not None for width in widths] == [False, True]
    assert nodes_of(root)[2].findtext(f"{SVG}title", "").startswith("王" * 40)


def test_the_picture_says_in_words_what_it_shows() -> None:
    """For those who cannot see it."""
    root = parsed(picture.svg(treefile.load(AIMA), FIGURE_5_5))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "The two-ply game tree"
    assert root.findtext(f"{SVG}desc") == (
        "A game tree of 13 nodes; MAX is to move at A. Pruned: C3. "
        "Wrongly visited: C2. Wrongly skipped: D2. Principal variation: A, B and B1. "
        "The search first went wrong at C2."
    )


def test_the_picture_needs_nothing_from_elsewhere() -> None:
    """Every class is its own, and no address leads out of it."""
    text = picture.svg(treefile.load(AIMA), FIGURE_5_5)
    css = {
        word for names in re.findall(r'class="([^"]+)"', text) for word in names.split()
    }
    assert all(word.startswith("gt-") for word in css)
    assert set(re.findall(r"\.(\w+)", re.sub(r"[\d.]+|\"[^\"]*\"", "", STYLE))) <= {
        "gt"
    }
    assert re.findall(r"https?:[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert "url(" not in text


def test_a_data_uri_is_the_picture() -> None:
    """With its signs that are not of ASCII."""
    text = picture.svg(treefile.load(AIMA), FIGURE_5_5)
    head, _, rest = picture.data_uri(text).partition(",")
    assert head == "data:image/svg+xml;base64"
    assert b64decode(rest).decode() == text


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2.1."""
    digits = colour * 2 if len(colour) == 3 else colour
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("night", [False, True], ids=["light", "dark"])
def test_text_can_be_read_on_its_ground(night: bool) -> None:  # noqa: FBT001 - a case
    """WCAG 2.1, 1.4.3: a contrast of 4.5 to 1, for each text on each ground."""
    rules = STYLE.split("@media")[night]
    words = {"text", "badge"}
    fills = re.findall(r"([^{}]*)\{fill:#(\w+)", rules)
    texts = {colour for name, colour in fills if any(word in name for word in words)}
    grounds = {colour for _, colour in fills} - texts
    assert len(texts) == 4  # as is, pruned, wrongly visited, wrongly skipped
    assert len(grounds) == 3  # the paper, MAX, MIN
    for text in texts:
        for ground in grounds:
            dark, light = sorted((luminance(text), luminance(ground)))
            assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_the_action_chosen_and_the_best_are_marked_on_their_edges() -> None:
    """A ring for the choice, another where it is not the best, and a star."""
    tree = treefile.load(AIMA)
    right = parsed(picture.svg(tree, replace(FIGURE_5_5, chosen="B", best=("B",))))
    wrong = parsed(picture.svg(tree, replace(FIGURE_5_5, chosen="D", best=("B", "C"))))
    assert signs(right) == ["gt-chosen", "gt-best"]
    assert signs(wrong) == ["gt-best", "gt-best", "gt-amiss"]
    words = [text.text for text in wrong.iter(f"{SVG}text")]
    assert {"best action", "chosen, though not best"} <= set(words)
    assert "action chosen" not in words


def test_names_of_moves_stand_on_their_edges() -> None:
    """A probability beside them; the pointer is told the whole of a long one."""
    long = "take the whole of the second pile"
    tree = treefile.parse(
        "tree: {A: {B: [3, 4], C: 0}}\nplayers: [max, chance]\n"
        f"actions: {{A: [{long}, a2], B: [up, down]}}"
    )
    root = parsed(picture.svg(tree))
    (edges,) = [g for g in root if g.get("class") == "gt-edges"]
    written = [text.text for text in edges.iter(f"{SVG}text")]
    assert written == ["take th…d pile", "a2", "up 0.5", "down 0.5"]
    titles = [group.findtext(f"{SVG}title") for group in nodes_of(root).values()]
    assert titles[1] == f"B: CHANCE, action {long}"
    assert titles[2] == "D: terminal, action up, probability 0.5, utility 3"
    assert_tidy(tree, Marks())


def signs(root: ET.Element) -> list[str]:
    """The signs on edges, from left to right."""
    (edges,) = [g for g in root if g.get("class") == "gt-edges"]
    named = [path.get("class", "") for path in edges]
    return [name for name in named if name in ("gt-best", "gt-chosen", "gt-amiss")]


def test_a_tree_can_stand_bare() -> None:
    """Without style and legend, which a page has once; with room below."""
    tree = treefile.load(AIMA)
    tall, low = (
        parsed(picture.replay_svg(Replay(tree, (), (), FIGURE_5_5), room))
        for room in (34, 0)
    )
    assert len(nodes_of(tall)) == len(tree.nodes)
    tags = {part.get("class") for part in tall}
    assert "gt-legend" not in tags
    assert not list(tall.iter(f"{SVG}style"))
    assert float(tall.attrib["height"]) - float(low.attrib["height"]) == 34


def test_every_mark_has_a_sample() -> None:
    """One each, with the words of the legend."""
    samples = picture.samples()
    assert [words for _, words in samples] == list(WORDS.values())
    assert all(list(parsed(drawn).iter(f"{SVG}g")) for drawn, _ in samples)


def test_what_an_unfinished_search_left_out_was_not_cut() -> None:
    """It is drawn as it is, where it would be pruned else."""
    marks = Marks(visited=VISITED)
    assert states(treefile.load(AIMA), marks).count("pruned") == 2
    unfinished = replace(marks, unfinished=True)
    assert "pruned" not in states(treefile.load(AIMA), unfinished)


def test_a_leaf_alone_is_a_picture() -> None:
    """The smallest tree there is, whoever would move."""
    for player in (MAX, MIN):
        assert_tidy(GameTree((Node("A", player, (), 7),)), Marks())


def test_the_picture_is_the_golden_one() -> None:
    """Look at the new file before it replaces this one."""
    text = f"{picture.svg(treefile.load(AIMA), FIGURE_5_5)}\n"
    assert GOLDEN.read_text(encoding="utf-8") == text


def renew() -> None:
    """Write the golden picture anew."""
    text = f"{picture.svg(treefile.load(AIMA), FIGURE_5_5)}\n"
    GOLDEN.write_text(text, encoding="utf-8")
