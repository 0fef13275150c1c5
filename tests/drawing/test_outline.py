"""Trees as text: outlines that fit a terminal, and the command that shows them."""

from __future__ import annotations

import re
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from unicodedata import east_asian_width

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.commands.show import run as run_show
from autograder.drawing import outline
from autograder.drawing.replay import Marks
from autograder.errors import AssignmentError, FileProblems
from autograder.kinds.search import trusted
from autograder.project import TREES
from autograder.trees import file as treefile
from autograder.trees.tree import INFINITY, PLAYERS, GameTree, Node
from autograder.trees.values import equal, exact_values
from tests.cases import for_each
from tests.drawing.test_picture import AIMA, FIGURE_5_5, files, tree_at, tree_of, trees
from tests.small import ROOT, examples

MOST_LABELS = 1_000  # of a tree larger than that only a part is drawn


def widest(text: str) -> int:
    """The columns of its longest line; East Asian wide signs take two."""
    return max(
        sum(2 if east_asian_width(sign) in "WF" else 1 for sign in line)
        for line in text.splitlines()
    )


def lines(text: str) -> str:
    """A text written in a test."""
    return dedent(text).strip("\n")


def test_figure_5_2_as_text() -> None:
    """Leaves share the line of their parent; a key tells who is who."""
    assert outline.outline_text(treefile.load(AIMA)) == lines("""
        A △
        ├─ a1→B ▽: b1→B1=3 b2→B2=12 b3→B3=8
        ├─ a2→C ▽: c1→C1=2 c2→C2=4 c3→C3=6
        └─ a3→D ▽: d1→D1=14 d2→D2=5 d3→D3=2

        △ MAX, ▽ MIN, a→ action a
    """)


NAMED = """
tree: {A: {B: {B1: 3, B2: 12}, C: {C1: 2, C2: 4}, D: {D1: {X: {Y: 1}}}}}
actions: {A: [a1, a2, a3], D: [d1], X: [x1], C: [c1, take the whole of the second]}
"""


def test_moves_with_names_stand_before_what_they_lead_to() -> None:
    """A long name is cut short; where moves have none, nothing stands there.

    In a chain the name stands on the edge.
    """
    seen = ("A", "B", "B1", "B2", "C", "C1", "D", "D1", "X", "Y")
    marks = Marks(visited=frozenset(seen))
    assert outline.outline_text(treefile.parse(NAMED), marks) == lines("""
        A △
        ├─ a1→B ▽: B1=3 B2=12
        ├─ a2→C ▽: c1→C1=2 take the… second→×C2=4
        └─ a3→D ▽ ─d1→D1 △ → X ▽ ─x1→Y=1

        △ MAX, ▽ MIN, a→ action a, × pruned
    """)


def test_chance_says_what_comes_and_how_probable_it_is() -> None:
    """The name stands first."""
    tree = treefile.parse(
        "tree: {A: {B: 1, C: 2}}\nplayers: [chance, max]\nactions: {A: [up, down]}"
    )
    assert outline.outline_text(tree).startswith("A ○: up→0.5→B=1 down→0.5→C=2\n")


def test_figure_5_5_with_what_a_search_did() -> None:
    """Each mark is a sign before the label, and the key explains those that occur."""
    assert outline.outline_text(treefile.load(AIMA), FIGURE_5_5) == lines("""
        *A △ 3 (α=-∞ β=∞)
        ├─ a1→*B ▽ 3: b1→*B1=3 b2→B2=12 b3→B3=8
        ├─ a2→C ▽ 2 (α=3 β=∞): c1→C1=2 c2→!C2=4 [first wrong step] c3→×C3=6
        └─ a3→D ▽ 2: d1→D1=14 d2→?D2=5 d3→D3=2

        △ MAX, ▽ MIN, a→ action a, × pruned, ! wrongly visited, ? wrongly skipped, *
        principal variation
    """)


def test_where_each_visit_counts_the_key_says_so() -> None:
    """A node that was met once, and not twice, was not skipped."""
    counting = replace(FIGURE_5_5, counts=True)
    (key,) = outline.outline_text(treefile.load(AIMA), counting).split("\n\n")[1:]
    assert "! visited too often, ? visited too rarely" in key


def test_leaves_beside_inner_nodes_keep_their_order() -> None:
    """Leaves that stand side by side share a line of their own."""
    tree = treefile.parse("tree: {A: {B: 1, C: 2, D: {E: 3, F: 4}, G: 5}}")
    assert outline.outline_text(tree) == lines("""
        A △
        ├─ B=1 C=2
        ├─ D ▽: E=3 F=4
        └─ G=5

        △ MAX, ▽ MIN
    """)


def test_nodes_without_a_choice_share_a_line() -> None:
    """So that a deep chain is not indented away; a long one goes on below."""
    tree = treefile.parse("tree: {A: {B: {C: {D: 1, E: {F: {G: -0.25}}}}}}")
    assert outline.outline_text(tree, width=26) == lines("""
        A △ → B ▽ → C △
        ├─ D=1
        └─ E ▽ → F △ → G=-0.25

        △ MAX, ▽ MIN
    """)


def test_a_value_at_a_leaf_is_told_where_it_is_not_the_utility() -> None:
    """A search may have returned what the leaf does not hold."""
    tree = treefile.parse("tree: {A: {B: 1, C: 2}}")
    text = outline.outline_text(tree, Marks(values={"B": 1, "C": INFINITY}))
    assert text.splitlines()[0] == "A △: B=1 C=2 [value ∞]"


@for_each("path", files)
def test_the_default_trees_fit_a_terminal(path: Path) -> None:
    """80 columns, whatever is marked; and every label of what is drawn can be found."""
    tree = tree_at(path)
    labels = tree.labels()
    marked = Marks(
        visited=frozenset(labels[::2]),
        wrongly_visited=frozenset(labels[::5]),
        principal=labels[:3],
        values=exact_values(tree),
        windows=dict.fromkeys(labels, (-2000, 3000)),
        wrong_at=labels[-1],
    )
    for marks in (Marks(), marked):
        text = outline.outline_text(tree, marks)
        assert widest(text) <= 80
        shown = set(re.split(r"[\s!?×*:=→]+", text))
        assert set(labels) <= shown or len(tree.nodes) > MOST_LABELS


@settings(max_examples=examples(60), deadline=None)
@given(trees(), st.integers(24, 100))
def test_no_line_is_too_long(tree: GameTree, width: int) -> None:
    """Whatever the tree and the width."""
    marks = Marks(windows=dict.fromkeys(tree.labels(), (-0.125, INFINITY)))
    assert widest(outline.outline_text(tree, width=width)) <= width
    assert widest(outline.outline_text(tree, marks, width)) <= width


@settings(max_examples=examples(60), deadline=None)
@given(trees())
def test_every_node_stands_there_once(tree: GameTree) -> None:
    """But for one that goes on in an outline further down, which it heads again."""
    nodes = [
        Node(f"N{i}", n.to_move, n.children, n.utility)
        for i, n in enumerate(tree.nodes)
    ]
    text = outline.outline_text(GameTree(tuple(nodes)), width=40)
    found = re.findall(r"N\d+", re.sub(r"N\d+ [△▽] …", "", text))
    assert sorted(found) == sorted(node.label for node in nodes)


def test_wide_signs_take_two_columns() -> None:
    """A label that would not fit loses its middle."""
    tree = tree_of([0, 0, 2, 2], ["王" * 40, "棋" * 40, "手" * 40, "a" * 40, "将" * 39])
    text = outline.outline_text(tree)
    assert widest(text) <= 80
    assert "棋…棋" in text


def test_a_deep_tree_goes_on_further_down() -> None:
    """No line starts beyond the middle: what is deeper has an outline of its own."""
    parents = [node // 2 * 2 for node in range(60)]  # a leaf and a node at every ply
    text = outline.outline_text(tree_of(parents))
    assert set(re.findall(r"N\d+", text)) == {f"N{i}" for i in range(61)}
    assert (
        max(len(line) - len(line.lstrip("│├└─ ")) for line in text.splitlines()) <= 45
    )
    assert text.endswith("… goes on in an outline further down")


LARGE = {"chain": list(range(2999)), "star": [0] * 2000}


@pytest.mark.parametrize("shape", LARGE)
def test_of_a_large_tree_the_first_nodes_and_the_wrong_ones_are_kept(
    shape: str,
) -> None:
    """About 200 lines, of which the last says how many nodes are left out."""
    tree = tree_of(LARGE[shape])
    *_, late, last = tree.labels()
    marks = Marks(frozenset(), frozenset({late}), wrong_at=last)
    text = outline.outline_text(tree, marks)
    assert f"!{late}" in text
    assert f"{last}=0 [first wrong step]" in text
    assert len(text.splitlines()) <= 270
    assert widest(text) <= 80
    told = re.search(r"^… (\d+) nodes are left out$", text, re.MULTILINE)
    assert told is not None
    assert int(told[1]) == len(tree.nodes) - len(set(re.findall(r"N\d+", text)))


def test_the_first_wrong_step_is_kept_among_many_wrong_ones() -> None:
    """Where all is wrong, it is still the one that matters."""
    tree = tree_of([0] * 5000)
    marks = Marks(frozenset(), frozenset(tree.labels()), wrong_at="N4321")
    assert "!N4321=0 [first wrong step]" in outline.outline_text(tree, marks)


def test_a_terminal_that_is_too_narrow_is_refused() -> None:
    """No outline is readable in less than 24 columns."""
    with pytest.raises(ValueError, match="width 23: expected 24 columns or more"):
        outline.outline_text(treefile.load(AIMA), width=23)


def shown(tree: Path, svg: Path | None = None, **given: object) -> int:
    """What the command does."""
    options = {"values": False, "cuts": False, "convention": None, **given}
    return run_show(Namespace(tree=str(tree), assignment=TREES, svg=svg, **options))


def test_show_prints_title_and_tree(capsys: pytest.CaptureFixture[str]) -> None:
    """With its window and the principal variation, and what each node is worth."""
    assert shown(AIMA, values=True) == 0
    expected = lines("""
        The two-ply game tree (AIMA 4e, Figure 5.2; the cuts are those of Figure 5.5)

        *A △ 3 (α=-∞ β=∞)
        ├─ a1→*B ▽ 3: b1→*B1=3 b2→B2=12 b3→B3=8
        ├─ a2→C ▽ 2: c1→C1=2 c2→C2=4 c3→C3=6
        └─ a3→D ▽ 2: d1→D1=14 d2→D2=5 d3→D3=2

        △ MAX, ▽ MIN, a→ action a, * principal variation
    """)
    assert capsys.readouterr().out == f"{expected}\n"


def test_show_marks_what_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    """As in AIMA's Figure 5.5, with the windows that it writes beside the nodes."""
    assert shown(AIMA, cuts=True) == 0
    expected = lines("""
        *A △ (α=-∞ β=∞)
        ├─ a1→*B ▽ (α=-∞ β=∞): b1→*B1=3 b2→B2=12 b3→B3=8
        ├─ a2→C ▽ (α=3 β=∞): c1→C1=2 c2→×C2=4 c3→×C3=6
        └─ a3→D ▽ (α=3 β=∞): d1→D1=14 d2→D2=5 d3→D3=2

        △ MAX, ▽ MIN, a→ action a, × pruned, * principal variation
    """)
    assert capsys.readouterr().out.endswith(f"\n\n{expected}\n")


@pytest.mark.parametrize(
    "convention, pruned",
    [(None, "×D3"), ("equality", "×D3"), ("strict", " D3"), ("fail_hard", "×D3")],
)
def test_show_marks_the_cuts_of_a_convention(
    convention: str | None, pruned: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """E's D3 stands behind a tie: who cuts strictly goes on to it."""
    tie = ROOT / "test_trees" / "mistakes" / "tie_at_min_cut.yaml"
    shown(tie, cuts=True, convention=convention)
    assert pruned.replace("D3", "E3=0") in capsys.readouterr().out


def test_show_says_why_there_are_no_cuts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A reference that cannot be run is named, with what it did."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(trusted, "answer", broken)
    said = r"no cuts can be shown: reference/alpha_beta\.py.*: by nothing"
    with pytest.raises(AssignmentError, match=said):
        shown(AIMA, cuts=True)


def test_show_knows_no_other_convention(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that there is not is told with those that there are."""
    with pytest.raises(AssignmentError) as caught:
        shown(AIMA, convention="lax")
    assert str(caught.value) == (
        "--convention lax: there are equality, dispatcher_root_separate, fail_hard, "
        "root_separate, root_strict, root_value_first and strict"
    )
    nowhere = Path("/nowhere")
    monkeypatch.setattr(trusted, "REFERENCE", nowhere)
    with pytest.raises(AssignmentError, match="there is no reference here"):
        shown(AIMA, cuts=True)


def test_show_writes_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Into a folder that it makes, and says so."""
    file = tmp_path / "new" / "tree.svg"
    assert shown(AIMA, file) == 0
    assert capsys.readouterr().out == f"wrote {file}\n"
    assert file.read_text(encoding="utf-8").startswith("<svg ")


def test_show_refuses_a_file_that_is_no_tree(tmp_path: Path) -> None:
    """With the place at which it is wrong."""
    file = tmp_path / "tree.yaml"
    file.write_text("tree: {A: x}\n", encoding="utf-8")
    with pytest.raises(FileProblems, match=r"tree\.yaml:1:11: "):
        shown(file)


@for_each("path", files)
def test_values_are_those_that_the_sources_tell(path: Path) -> None:
    """Every default tree says what its root is worth, from a lecture or by hand."""
    tree = tree_at(path)
    if tree.expect.value is not None:
        assert equal(exact_values(tree)[tree.root.label], tree.expect.value)


def test_values_of_a_deep_tree() -> None:
    """Deeper than Python's stack."""
    chain = tree_of(list(range(2999)))
    assert set(exact_values(chain).values()) == {0}
    assert len(exact_values(chain)) == 3000
    assert chain.nodes[1].to_move == PLAYERS[1]


@for_each(
    "most, shown",
    [
        (
            9,
            """
            A △
            ├─ a1→B ▽: b1→B1=3 b2→B2=12 b3→B3=8
            ├─ a2→C ▽ [first wrong step]: c1→C1=2 c2→C2=4 c3→C3=6
            └─ a3→D ▽: d1→D1=14 d2→D2=5 d3→D3=2
            △ MAX, ▽ MIN, a→ action a
            """,
        ),
        (
            4,
            """
            …
            ├─ a2→C ▽ [first wrong step]: c1→C1=2 c2→C2=4 c3→C3=6
            └─ a3→D ▽: d1→D1=14 d2→D2=5 d3→D3=2
            △ MAX, ▽ MIN, a→ action a
            """,
        ),
    ],
)
def test_an_excerpt_stands_around_the_first_wrong_step(most: int, shown: str) -> None:
    """It is kept with what leads to it, and then what lies nearest."""
    found = outline.excerpt(treefile.load(AIMA), Marks(wrong_at="C"), 80, most)
    assert "\n".join(found) == lines(shown)


def test_an_excerpt_tells_something_or_is_left_out() -> None:
    """The root alone, and a step for which there is no room, do not."""
    tree = treefile.load(AIMA)
    assert outline.excerpt(tree, Marks(), 80, 3) == []
    assert outline.excerpt(tree, Marks(wrong_at="C"), 80, 3) == []
    assert outline.excerpt(tree, Marks(), 80, 5)


@settings(max_examples=examples(60))
@given(trees(), st.data())
def test_an_excerpt_is_as_short_as_it_has_to_be(
    tree: GameTree, data: st.DataObject
) -> None:
    """Of any tree, wherever the step was wrong; that line is among them, or none is."""
    at = data.draw(st.sampled_from(tree.labels()))
    most = data.draw(st.integers(3, 12))
    found = outline.excerpt(tree, Marks(wrong_at=at), 80, most)
    assert len(found) <= most
    assert not found or any(outline.HERE in line for line in found)
