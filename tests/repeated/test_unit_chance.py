"""The unit of chance nodes: its trees, its references, and students right and wrong.

The references are held against a recursion of a few lines, which is written here once
more, on random trees; the unit's trees against the submissions in `chance/`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from autograder.assignment.questions import Assignment, Question
from autograder.game import CHANCE, MAX
from autograder.kinds import all as assignments
from autograder.kinds.search import signatures
from autograder.observing.observation import Observed
from autograder.observing.outcome import Returned
from autograder.project import REFERENCE, load_module
from autograder.trees.drawn import Form, random_tree
from autograder.trees.tree import GameTree
from tests.fuzzing import random_of
from tests.mistaken import observe
from tests.small import ROOT, run, total, without_layers
from tests.transcripts import agrees

UNIT = ROOT / "test_trees" / "chance"
SUBMISSIONS = ROOT / "tests" / "units" / "chance"
POINTS = {
    "expectimax": 28.0,
    "expectiminimax": 26.0,
    "depth_limited_expectimax": 18.0,
    "star1": 28.0,
}
TREES = 300  # of each sort
CLOSE = 1e-9
ANY_ORDER = Form(("max", "chance", "min"), loose=True)
BOUNDED = Form(("max", "chance", "min"), bounded=True, loose=True)
FORMS = {
    "expectimax": Form(("max", "chance"), loose=True),
    "expectiminimax": ANY_ORDER,
    "depth_limited_expectimax": Form(("max", "chance"), limit="depth", loose=True),
    "star1": BOUNDED,
}
OF_STAR1 = {
    "star1": REFERENCE / "star1.py",
    "full_windows": REFERENCE / "conventions" / "full_windows.py",
    "star1_fail_hard": REFERENCE / "conventions" / "star1_fail_hard.py",
}


def by_definition(tree: GameTree, index: int = 0, plies: int = 0) -> float:
    """What a node is worth, `plies` moves below the root, chance apart."""
    node = tree.nodes[index]
    if node.utility is not None:
        assert not isinstance(node.utility, tuple)
        return node.utility
    if tree.limit.depth and plies == tree.limit.depth:
        assert isinstance(node.estimate, (int, float))
        return node.estimate
    plies += node.to_move != CHANCE
    values = [by_definition(tree, child, plies) for child in node.children]
    if node.to_move == CHANCE:
        return sum(p * v for p, v in zip(node.probabilities, values, strict=True))
    return max(values) if node.to_move == MAX else min(values)


def within_the_horizon(tree: GameTree, index: int = 0, plies: int = 0) -> Iterator[str]:
    """The nodes that a search without pruning visits."""
    node = tree.nodes[index]
    yield node.label
    if not (tree.limit.depth and plies == tree.limit.depth):
        plies += node.to_move != CHANCE
        for child in node.children:
            yield from within_the_horizon(tree, child, plies)


@cache
def unit() -> Assignment:
    """The assignment, with what the references say of themselves."""
    return signatures.load(assignments.load(UNIT))


def question(name: str) -> Question:
    """One of the four questions."""
    return next(each for each in unit().questions() if each.name == name)


def trees_of(form: Form) -> Iterator[GameTree]:
    """Random trees, the same ones each time."""
    random = random_of(1983)
    for _ in range(TREES):
        yield random_tree(random, form, windowed=False)


def done(module: ModuleType, name: str, tree: GameTree) -> tuple[float, set[str], str]:
    """The value that a module finds at the root, its visits, and its action, if any."""
    observed: Observed = observe(module, question(name), tree)
    first = observed.calls[0].outcome
    assert isinstance(first, Returned), first
    assert isinstance(first.number, (int, float))
    action = ""
    if len(observed.calls) > 1 and tree.root.to_move != CHANCE:
        second = observed.calls[1].outcome
        assert isinstance(second, Returned), second
        action = second.text
    return first.number, set(observed.calls[0].visited), action


def is_best(tree: GameTree, action: str) -> bool:
    """Whether no other action is worth more to the player who moves at the root."""
    children = {tree.nodes[i].label: i for i in tree.root.children}
    plies = int(tree.root.to_move != CHANCE)
    found = by_definition(tree, children[action], plies)
    return found == pytest.approx(by_definition(tree), rel=CLOSE, abs=CLOSE)


@pytest.mark.parametrize("name", ["expectimax", "expectiminimax"])
def test_a_search_of_all_nodes_is_the_definition(name: str) -> None:
    """The value by a recursion, a best action, and each node visited."""
    module = load_module(REFERENCE / f"{name}.py")
    for tree in trees_of(FORMS[name]):
        value, visited, action = done(module, name, tree)
        assert value == pytest.approx(by_definition(tree), rel=CLOSE, abs=CLOSE)
        assert visited == set(tree.labels())
        assert not action or is_best(tree, action)


def test_a_limited_search_is_the_definition_up_to_its_horizon() -> None:
    """Moves are counted and draws are not; nothing is visited beyond."""
    name = "depth_limited_expectimax"
    module = load_module(REFERENCE / f"{name}.py")
    for tree in trees_of(FORMS[name]):
        value, visited, action = done(module, name, tree)
        assert value == pytest.approx(by_definition(tree), rel=CLOSE, abs=CLOSE)
        assert visited == set(within_the_horizon(tree))
        assert not action or is_best(tree, action)


@pytest.mark.parametrize("convention", OF_STAR1)
@pytest.mark.parametrize("form", [BOUNDED, ANY_ORDER], ids=["bounds", "no bounds"])
def test_star1_prunes_and_finds_the_same(convention: str, form: Form) -> None:
    """The root's value and a best action, and on most trees with bounds fewer nodes."""
    module = load_module(OF_STAR1[convention])
    plain = load_module(REFERENCE / "expectiminimax.py")
    saved = 0
    for tree in trees_of(form):
        value, visited, action = done(module, "star1", tree)
        expected, all_of_them, _ = done(plain, "expectiminimax", tree)
        assert value == pytest.approx(expected, rel=CLOSE, abs=CLOSE)
        assert visited <= all_of_them
        assert not action or is_best(tree, action)
        saved += len(visited) < len(all_of_them)
    assert saved > TREES / 10


def test_narrowed_windows_visit_no_more_than_full_ones() -> None:
    """And less on some trees: hence two conventions."""
    narrowed, full = (load_module(OF_STAR1[n]) for n in ("star1", "full_windows"))
    fewer = 0
    for tree in trees_of(BOUNDED):
        _, visited, _ = done(narrowed, "star1", tree)
        _, of_full, _ = done(full, "star1", tree)
        assert visited <= of_full
        fewer += visited < of_full
    assert fewer > 0


def test_without_bounds_a_chance_node_asks_for_each_outcome() -> None:
    """Where it is visited at all, and whoever's convention it is."""
    for tree in trees_of(ANY_ORDER):
        for path in OF_STAR1.values():
            _, visited, _ = done(load_module(path), "star1", tree)
            for node in tree.nodes:
                if node.to_move == CHANCE and node.label in visited:
                    below = {tree.nodes[child].label for child in node.children}
                    assert below <= visited


def trees(name: str) -> dict[str, GameTree]:
    """The unit's trees of a question, by name."""
    return {c.tree_name: c.tree for c in unit().cases if c.question.name == name}


def chance_nodes(tree: GameTree) -> list[tuple[float, ...]]:
    """The probabilities at each chance node that has more than one outcome."""
    return [n.probabilities for n in tree.nodes if len(n.probabilities) > 1]


@pytest.mark.parametrize("name", POINTS)
def test_most_trees_have_unequal_probabilities(name: str) -> None:
    """So that a plain mean shows."""
    unequal = [
        tree_name
        for tree_name, tree in trees(name).items()
        if any(max(row) - min(row) > 0.05 for row in chance_nodes(tree))
    ]
    assert 2 * len(unequal) >= len(trees(name))


@pytest.mark.parametrize("name", POINTS)
def test_the_first_tree_is_not_the_only_answer(name: str) -> None:
    """No value is that of three trees, and no place among the actions the best one.

    CS 188's pair for Star1, which differs in the bounds alone, counts once.
    """
    values = [
        by_definition(tree)
        for tree_name, tree in trees(name).items()
        if tree_name != "star1/cs188_without_bounds"
    ]
    assert max(map(values.count, values)) <= 2
    firsts = [
        is_best(t, t.root_actions()[0])
        for t in trees(name).values()
        if t.root_actions()
    ]
    assert 0 < sum(firsts) < len(firsts)


def test_ties_decide_nothing_in_star1() -> None:
    """Strict comparisons and others visit the same, in each way of searching."""
    for path in OF_STAR1.values():
        text = path.read_text(encoding="utf-8")
        strict = text.replace(" >= beta:", " > beta:").replace(
            " <= alpha:", " < alpha:"
        )
        if path.stem == "star1_fail_hard":
            continue  # where α itself comes back, it must be enough
        other = ModuleType("strict")
        exec(compile(strict, str(path), "exec"), vars(other))  # noqa: S102 - ours
        module = load_module(path)
        for tree in trees("star1").values():
            assert done(module, "star1", tree) == done(other, "star1", tree)


def test_the_two_conventions_of_star1_differ_on_some_tree() -> None:
    """In the root's visits; both have all points."""
    narrowed, full = (load_module(OF_STAR1[n]) for n in ("star1", "full_windows"))
    differ = [
        name
        for name, tree in trees("star1").items()
        if done(narrowed, "star1", tree)[1] != done(full, "star1", tree)[1]
    ]
    assert "star1/narrowed" in differ
    assert len(differ) >= 5


def graded(submission: Path, results: Path, *arguments: str) -> tuple[str, Any]:
    """What the terminal shows of a submission, and its results."""
    done = run(submission, "--assignment", UNIT, "--results", results, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout, json.loads(results.read_bytes())


def test_the_reference_earns_all_points(tmp_path: Path) -> None:
    """100 of 100."""
    shown, results = graded(ROOT / "reference", tmp_path / "results.json")
    assert total(shown) == "100/100"
    assert {t["status"] for t in results["tests"]} == {"passed"}


def test_the_template_earns_none(tmp_path: Path) -> None:
    """And the screen says what to write next."""
    shown, _ = graded(ROOT / "student_template", tmp_path / "results.json")
    assert total(shown) == "0/100"
    assert "write max_value: largest successor value" in shown


@pytest.mark.parametrize("name", ["correct_dispatcher", "correct_one_function"])
def test_other_shapes_keep_full_marks(name: str, tmp_path: Path) -> None:
    """A dispatcher that alone asks for the end, one function, signs as in negamax.

    In Star1: Ballard's own tests with windows kept within the bounds, fail-hard; and
    the bare test, α compared with β.
    """
    shown, _ = graded(SUBMISSIONS / name, tmp_path / "results.json")
    assert total(shown) == "100/100"


def test_strict_cuts_keep_full_marks(tmp_path: Path) -> None:
    """And so does a mean that is kept as its least and its greatest."""
    submission = SUBMISSIONS / "correct_strict"
    shown, _ = graded(submission, tmp_path / "r.json", "--question", "star1")
    assert total(shown) == "28/28"


def test_fresh_windows_at_the_root_keep_full_marks(tmp_path: Path) -> None:
    """Each action of the root is searched as if it were the only one."""
    submission = SUBMISSIONS / "correct_fresh_windows"
    shown, results = graded(submission, tmp_path / "r.json", "--question", "star1")
    assert total(shown) == "28/28"
    followed = {t["extra_data"]["convention"] for t in results["tests"]}
    assert followed == {"star1_root_separate"}


@pytest.mark.parametrize("convention", ["full_windows", "star1_fail_hard"])
def test_each_convention_has_full_marks_and_its_name(
    convention: str, tmp_path: Path
) -> None:
    """Whichever of them a student follows."""
    submission = tmp_path / "submission"
    submission.mkdir()
    text = OF_STAR1[convention].read_text(encoding="utf-8")
    (submission / "star1.py").write_text(text, encoding="utf-8")
    shown, results = graded(submission, tmp_path / "r.json", "--question", "star1")
    assert total(shown) == "28/28"
    followed = {t["extra_data"]["convention"] for t in results["tests"]}
    assert convention in followed


WRONG = (
    ("plain_mean", "expectimax"),
    ("plain_mean", "depth_limited_expectimax"),
    ("whole_numbers", "expectimax"),
    ("sum_of_values", "expectiminimax"),
    ("chance_as_min", "expectiminimax"),
    ("draws_are_plies", "depth_limited_expectimax"),
    ("cuts_on_what_is_known", "star1"),
    ("window_of_the_mean", "star1"),
    ("no_cut_at_chance", "star1"),
    ("bounds_made_up", "star1"),
)


@pytest.mark.parametrize("submission, name", WRONG)
def test_a_mistake_loses_points(submission: str, name: str, tmp_path: Path) -> None:
    """On some tree of its question."""
    folder = SUBMISSIONS / submission
    _, results = graded(folder, tmp_path / "r.json", "--question", name)
    # The row of the smallest tree has no score.
    assert sum(t.get("score", 0) for t in results["tests"]) < POINTS[name]


def test_every_submission_is_graded() -> None:
    """None is left in the folder of which no test speaks."""
    known = {submission for submission, _ in WRONG}
    known |= {"correct_dispatcher", "correct_one_function", "correct_strict"}
    known |= {"correct_fail_hard", "correct_fresh_windows"}
    assert {path.name for path in SUBMISSIONS.iterdir() if path.is_dir()} == known


def test_the_points_are_a_hundred() -> None:
    """28, 26, 18 and 28."""
    found = {
        name: sum(
            case.points.max_points
            for case in unit().cases
            if case.question.name == name
        )
        for name in POINTS
    }
    assert found == pytest.approx(POINTS)


# The document

DOCUMENT = (ROOT / "docs" / "units" / "chance.md").read_text(encoding="utf-8")


def test_the_document_tells_of_each_tree() -> None:
    """Who moves, and what the source of the tree expects, but for those drawn."""
    trees = DOCUMENT.partition("## The trees")[2].partition("## The mistakes")[0]
    rows = [
        [cell.strip(" `") for cell in line.split("|")[1:-1]]
        for line in trees.splitlines()
        if line.startswith("| `")
    ]
    told = {name: [players, value, action] for name, players, value, action, _ in rows}
    names = [n for n in (c.tree_name for c in unit().cases) if "/drawn/" not in n]
    assert told == {name: _as_told(name) for name in names}


def _as_told(name: str) -> list[str]:
    content = yaml.safe_load((UNIT / f"{name}.yaml").read_text(encoding="utf-8"))
    expect = content["expect"]
    players = ", ".join(content["players"])
    value = f"{expect['value']:.6g}".replace("-", "−")
    return [players, value, expect.get("action", "")]


def test_the_document_shows_what_is_shown(tmp_path: Path) -> None:
    """The command and its output, letter for letter."""
    block = re.search(r"```console\n\$ \./run_autograder (.*)\n((?s:.*?))```", DOCUMENT)
    assert block is not None
    done = run(*block[1].split(), "--results", tmp_path / "results.json")
    kept = without_layers(done.stdout)
    assert agrees(f"{without_layers(block[2])}\n", f"{kept}\n")
