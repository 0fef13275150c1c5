"""The unit `quiescence`: searches that look further where an estimate misleads.

What the references find, visit and estimate on random trees is held against recursions
on bare nodes, written here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import fsum
from pathlib import Path
from random import Random
from shutil import copy, copytree
from typing import Any

import pytest

from autograder.answers.board import Board, ModuleError
from autograder.assignment.questions import Question
from autograder.kinds import all as assignments
from autograder.kinds.search.computing import with_signatures
from autograder.kinds.search.trusted import compute
from autograder.project import load_module
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import file as treefile
from autograder.trees.drawn import Form, random_tree
from autograder.trees.small import PALETTES, Palettes
from autograder.trees.tree import GameTree, Node
from tests.unitgrading import FOLDER, REFERENCE, TREES, Graded, graded, unit

UNIT = "quiescence"
DRAWN = 500
POINTS = {"quiescence": 60, "singular": 40}
NOISY = Form(limit="depth", noisy=True)
ANY_ORDER = replace(NOISY, loose=True)
MARGIN = Form(limit="depth", margin=True)
STAND_PAT = REFERENCE / "conventions" / "stand_pat.py"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


def trees(form: Form, palettes: Palettes = PALETTES) -> Iterator[GameTree]:
    """The same ones each time."""
    chance = Random(15)  # noqa: S311 - to be repeated, not to be guessed
    return (random_tree(chance, form, palettes=palettes) for _ in range(DRAWN))


def run(path: Path, name: str, tree: GameTree, *more: Any) -> tuple[Any, set[str]]:
    """What a function of a reference returns at the root, and which nodes it visits."""
    game, root, visited = Board(tree).fresh_game_root_and_visits()
    found = getattr(load_module(path), name)(game, root, tree.limit.depth, *more)
    return found, {tree.labels()[index] for index in visited}


def number(value: object) -> float:
    """A payoff or an estimate of a tree of MAX and MIN."""
    assert isinstance(value, int | float)
    return value


class Search:
    """A limited search on bare nodes; it takes down what it meets.

    Without `quiet` it stops at the limit, whatever is there; with `stands` the player
    to move may take the estimate where the search goes on beyond the limit.
    """

    def __init__(
        self, tree: GameTree, *, quiet: bool = True, stands: bool = False
    ) -> None:
        self.tree, self.quiet, self.stands = tree, quiet, stands
        self.met: set[str] = set()

    def value(self, index: int, plies: int) -> float:
        """What a node is worth, so many plies behind the root."""
        node = self.tree.nodes[index]
        self.met.add(node.label)
        is_deep = plies >= self.tree.limit.depth
        if not node.children:
            return number(node.utility)
        if is_deep and (node.quiet or not self.quiet):
            return number(node.estimate)
        below = [self.value(child, plies + 1) for child in node.children]
        below += [number(node.estimate)] if is_deep and self.stands else []
        return best_of(node, below)

    def best(self) -> str:
        """The first best action."""
        root = self.tree.nodes[0]
        values = [self.value(child, 1) for child in root.children]
        return self.tree.nodes[root.children[values.index(best_of(root, values))]].label


def best_of(node: Node, values: list[float]) -> float:
    """The largest for MAX, the smallest for MIN."""
    return max(values) if node.to_move == "max" else min(values)


# The references


@pytest.mark.parametrize("form", [NOISY, ANY_ORDER], ids=["in turn", "in any order"])
@pytest.mark.parametrize(
    "path, stands",
    [(REFERENCE / "quiescence.py", False), (STAND_PAT, True)],
    ids=["textbook", "stand pat"],
)
def test_the_search_goes_on_until_all_is_quiet(
    form: Form,
    path: Path,
    stands: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Value, visits and action; plain depth finds another value on many trees."""
    other = 0
    for tree in trees(form):
        search = Search(tree, stands=stands)
        assert run(path, "value", tree) == (search.value(0, 0), search.met)
        assert run(path, "quiescence_search", tree)[0] == search.best()
        plain = Search(tree, quiet=False)
        other += plain.value(0, 0) != search.value(0, 0)
    assert other > DRAWN / 6


def test_the_extension_by_hand_on_random_trees() -> None:
    """All actions to the limit, and the one that stands out one ply further."""
    extended = changed = 0
    for tree in trees(MARGIN):
        sign = 1 if tree.root.to_move == "max" else -1
        children = list(tree.root.children)
        search = Search(tree, quiet=False)
        search.met.add(tree.root.label)
        worth = {child: sign * search.value(child, 1) for child in children}
        first, *others = sorted(children, key=lambda child: -worth[child])
        chosen = first
        margin = tree.limit.margin
        assert margin is not None
        if others and worth[first] - worth[others[0]] >= margin:
            extended += 1
            deeper = Search(tree, quiet=False)
            worth[first] = sign * deeper.value(first, 0)
            search.met |= deeper.met
            chosen = max(children, key=lambda child: worth[child])
            changed += chosen != first
        found = run(REFERENCE / "singular.py", "singular_search", tree, margin)
        assert found == (tree.nodes[chosen].label, search.met)
    assert extended > DRAWN / 4
    assert changed > DRAWN / 20


@pytest.mark.parametrize(
    "tree, plain, quiescent",
    [
        ("losing_capture", ("takes", 1), ("moves", 0)),
        ("sacrifice", ("rests", 1), ("sacrifice", 3)),
        ("even_exchange", ("takes", -3), ("moves", -1)),
        ("all_quiet", ("B", 5), ("B", 5)),
    ],
)
def test_plain_depth_plays_the_losing_capture(
    tree: str, plain: tuple[str, float], quiescent: tuple[str, float]
) -> None:
    """By hand; where all is quiet there is no difference."""
    read = treefile.load(TREES / UNIT / "lectures" / f"{tree}.yaml")
    by_depth = Search(read, quiet=False)
    assert (by_depth.best(), by_depth.value(0, 0)) == plain
    path = REFERENCE / "quiescence.py"
    found = run(path, "quiescence_search", read)[0], run(path, "value", read)[0]
    assert found == quiescent


# The unit


def test_a_hundred_points() -> None:
    """For two questions, the second judged by what was recorded."""
    cases = unit(UNIT).cases
    found = {
        question: fsum(
            c.points.max_points for c in cases if c.question.name == question
        )
        for question in dict.fromkeys(c.question.name for c in cases)
    }
    assert found == pytest.approx(POINTS)
    assert {c.question.name: c.question.visits for c in cases} == {
        "quiescence": "window",
        "singular": "recorded",
    }


def of(name: str, sandbox: Sandbox) -> dict[str, Graded]:
    """What a fixture earns, by question."""
    return graded(UNIT, FOLDER / UNIT / name, sandbox)


def test_other_shapes_keep_full_marks(sandbox: Sandbox) -> None:
    """One function for both players, another test, a sorted list of pairs."""
    found = of("correct_otherwise", sandbox)
    assert {n: each.points for n, each in found.items()} == pytest.approx(POINTS)


def test_plain_depth_is_told_so(sandbox: Sandbox) -> None:
    """It loses nearly all."""
    found = of("plain_depth", sandbox)["quiescence"]
    assert found.fact("lectures/losing_capture") == ("max_value", "1", "0")
    findings = found.on("lectures/losing_capture").findings
    step, *_ = (each.visits.step for each in findings if each.visits.step)
    assert (step.noisy, step.node, step.child) == (True, "takes", "retakes")
    assert not step.visited
    assert found.points < 0.2 * found.most


def test_who_stands_pat_is_told_so(tmp_path: Path, sandbox: Sandbox) -> None:
    """Where that is not accepted, it is a mistake as any other."""
    copy(STAND_PAT, tmp_path / "quiescence.py")
    found = graded(UNIT, tmp_path, sandbox)["quiescence"]
    assert found.fact("lectures/sacrifice") == ("estimates", "accepted", "")


def test_without_a_second_look_one_is_told_so(tmp_path: Path, sandbox: Sandbox) -> None:
    """Whoever looks again as deep as before does the same."""
    text = (REFERENCE / "singular.py").read_text("utf-8")
    look = "value(game, children[best], depth)"
    assert text.count(look) == 1
    wrong = text.replace(look, "value(game, children[best], depth - 1)")
    (tmp_path / "singular.py").write_text(wrong, "utf-8")
    found = graded(UNIT, tmp_path, sandbox)["singular"]
    assert found.fact("singular/refuted") == ("singular_search", "B", "C D")
    assert found.points < 0.7 * found.most


@pytest.mark.parametrize("least", ["depth - 1", "max(0, depth - 1)"])
def test_the_plies_may_stay_at_none_or_go_below(
    tmp_path: Path, sandbox: Sandbox, least: str
) -> None:
    """A function that is right alone is paid, whichever way the plies are counted."""
    text = (REFERENCE / "quiescence.py").read_text("utf-8")
    counted = text.replace("depth - 1", least)
    if least != "depth - 1":
        counted = counted.replace("depth <= 0", "depth == 0")
    (tmp_path / "quiescence.py").write_text(counted, "utf-8")
    whole = graded(UNIT, tmp_path, sandbox)["quiescence"]
    assert whole.points == pytest.approx(POINTS["quiescence"])
    wrong = counted.replace("v = min(v, ", "v = max(v, ")
    (tmp_path / "quiescence.py").write_text(wrong, "utf-8")
    found = graded(UNIT, tmp_path, sandbox)["quiescence"]
    alone = [
        f.verdict.value
        for result in found.results
        for f in result.findings
        if f.facet == "max_value" and f.alone is not None
    ]
    assert set(alone) == {"correct"}
    assert len(alone) >= 8


# Standing pat


def standing(folder: Path, points: str) -> tuple[GameTree, Question]:
    """A question that accepts both ways, on the tree with the sacrifice."""
    copytree(TREES / UNIT / "lectures", folder / "lectures")
    (folder / "assignment.yaml").write_text(
        "questions:\n"
        "  - name: quiescence\n"
        "    conventions: [textbook, stand_pat]\n"
        "    accept: [textbook, stand_pat]\n"
        f"    points: {points}\n"
        "    trees: [lectures/losing_capture.yaml]\n"
    )
    (case,) = with_signatures(assignments.load(folder)).cases
    return case.tree, case.question


def test_both_ways_may_be_accepted(tmp_path: Path) -> None:
    """Each with its value: who need not go on is better off with the capture."""
    text = (TREES / UNIT / "lectures" / "losing_capture.yaml").read_text("utf-8")
    tree, question = standing(tmp_path, "{value: 1, action: 1, visits: 1}")
    worse = treefile.parse(text.replace("takes: 1}", "takes: -1}"))
    found = compute(tree, (question,)).questions["quiescence"]
    assert {n: (a.value, a.action) for n, a in found.items()} == {
        "textbook": (0, "moves"),
        "stand_pat": (0, "moves"),
    }
    minimal = treefile.parse(
        "tree: [[[5, 6], 7], [3]]\ndepth: 1\nnoisy: [B]\nevaluate: {B: 1, C: 2, D: 9}"
    )
    found = compute(minimal, (question,)).questions["quiescence"]
    assert {n: (a.value, a.action) for n, a in found.items()} == {
        "textbook": (7, "B"),
        "stand_pat": (2, "C"),
    }
    assert compute(worse, (question,)).questions["quiescence"]


@pytest.mark.parametrize("facet", ["max_value", "estimates"])
def test_no_points_are_given_for_what_is_not_judged_there(
    tmp_path: Path, facet: str
) -> None:
    """Functions alone and estimates are judged by values without that."""
    tree, question = standing(tmp_path, f"{{value: 1, {facet}: 1}}")
    said = f"{facet} earns points, and is not judged where one stands pat"
    with pytest.raises(ModuleError, match=said):
        compute(tree, (question,))
