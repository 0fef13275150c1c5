"""Where answers come from: the reference and its conventions, run on a tree."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from autograder.assignment.questions import Question
from autograder.errors import AssignmentError, FileProblems
from autograder.kinds import all as assignments
from autograder.kinds.search import trusted
from autograder.kinds.search.computing import with_signatures
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree
from autograder.trees.values import exact_values
from tests.small import ROOT

LECTURES = ROOT / "test_trees" / "lectures"
INF = float("inf")
MINIMAX = Question("minimax", "minimax", "minimax_search")
ALPHA_BETA = Question(
    "alpha_beta",
    "alpha_beta",
    "alpha_beta_search",
    ("alpha", "beta"),
    ("equality", "strict", "fail_hard", "root_separate", "root_strict"),
)


def pruned(tree: GameTree, convention: str = "equality") -> set[str]:
    """The nodes that alpha-beta does not visit."""
    found = trusted.compute(tree, (ALPHA_BETA,)).questions["alpha_beta"][convention]
    return set(tree.labels()) - set(found.visited_labels())


@pytest.mark.parametrize(
    "name, value, action, expected",
    [
        ("aima_fig_5_2", 3, "a1", {"C2", "C3"}),
        ("greenwald_nim_window", -1, "B", {"J", "F", "L", "O", "H"}),
        ("greenwald_nim_infinite", -1, "B", {"H"}),
        ("greenwald_example_1", 1, "B", {"C"}),
        ("greenwald_example_2", 0.5, "B", {"E"}),
        ("cs188_pruning", 3, "B", {"E2", "C2", "C3"}),
    ],
)
def test_published_facts(
    name: str, value: float, action: str, expected: set[str]
) -> None:
    """Value, action and pruned nodes are those that the lectures give."""
    tree = treefile.load(LECTURES / f"{name}.yaml")
    found = trusted.compute(tree, (ALPHA_BETA, MINIMAX))
    assert found.values[tree.root.label] == value
    assert found.questions["alpha_beta"]["equality"].action == action
    assert found.questions["minimax"]["textbook"].value == value
    assert expected == pruned(tree)


@pytest.mark.parametrize(
    "name, value", [("toronto_ii_nim", -1), ("greenwald_coins", -1)]
)
def test_published_values_of_rule_games(name: str, value: int) -> None:
    """Who moves first loses both."""
    tree = treefile.load(LECTURES / f"{name}.yaml")
    assert exact_values(tree)[tree.root.label] == value


def test_the_answers_on_figure_5_2() -> None:
    """Windows as AIMA's Figure 5.5 has them, values of all nodes, best actions."""
    tree = treefile.load(LECTURES / "aima_fig_5_2.yaml")
    found = trusted.compute(tree, (ALPHA_BETA,))
    answer = found.questions["alpha_beta"]["equality"]
    assert (found.fingerprint, found.best_actions) == (tree.fingerprint(), ("a1",))
    assert [found.values[label] for label in "ABCD"] == [3, 3, 2, 2]
    assert answer.visits == (
        ("A", -INF, INF),
        ("B", -INF, INF),
        ("B1", -INF, INF),
        ("B2", -INF, 3),
        ("B3", -INF, 3),
        ("C", 3, INF),
        ("C1", 3, INF),
        ("D", 3, INF),
        ("D1", 3, INF),
        ("D2", 3, 14),
        ("D3", 3, 5),
    )


def test_all_best_actions_are_found() -> None:
    """Of MIN, too, and in the tree's order."""
    text = "players: [min, max]\ntree: {A: {B: {E: 2, F: 1}, C: 3, D: {G: 2}}}"
    tree = treefile.parse(text)
    found = trusted.compute(tree, (MINIMAX,))
    assert found.best_actions == ("B", "D")
    assert found.questions["minimax"]["textbook"].action == "B"


def test_the_conventions_differ_where_they_say() -> None:
    """A tie with a bound is cut on equality, and not by a strict cut."""
    tree = treefile.parse("tree: {A: {B: {B1: 3}, C: {C1: 3, C2: 1}}}")
    found = {name: pruned(tree, name) for name in ALPHA_BETA.conventions}
    assert [name for name, nodes in found.items() if not nodes] == ["strict"]
    assert found["equality"] == found["fail_hard"] == {"C2"}


def test_the_window_of_a_tree_is_given_to_alpha_beta_alone() -> None:
    """Minimax has no window, and the search functions start from infinite ones."""
    tree = treefile.parse("window: [0, 2]\ntree: {A: {B: 3, C: 4}}")
    found = trusted.compute(tree, (MINIMAX, ALPHA_BETA)).questions
    alpha_beta = found["alpha_beta"]
    assert alpha_beta["equality"].visits == (("A", 0, 2), ("B", 0, 2))
    assert alpha_beta["fail_hard"].value == 2
    assert found["minimax"]["textbook"].visits == (("A",), ("B",), ("C",))
    assert alpha_beta["equality"].search_visits == (
        ("A",),
        ("B", -INF, INF),
        ("C", 3, INF),
    )


def test_a_chain_of_2000_plies() -> None:
    """The recursion limit is raised for it, and put back."""
    before = sys.getrecursionlimit()
    tree = treefile.parse(f"tree: {'[' * 2000}7{']' * 2000}")
    found = trusted.compute(tree, (MINIMAX, ALPHA_BETA))
    assert set(found.values.values()) == {7}
    assert len(found.questions["alpha_beta"]["root_strict"].visits) == 2001
    assert before == sys.getrecursionlimit()


def test_a_convention_that_does_not_exist() -> None:
    """The module that it would be is named."""
    question = Question(
        "minimax", "minimax", "minimax_search", (), ("textbook", "none")
    )
    with pytest.raises(AssignmentError, match=r"conventions/none\.py does not exist$"):
        trusted.compute(treefile.parse("tree: [1]"), (question,))


ASSIGNMENT = """\
questions:
  - {name: minimax, points: {value: 1}, trees: [one.yaml]}
  - name: alpha_beta
    arguments: [alpha, beta]
    points: {value: 1}
    trees: [one.yaml]
"""


@pytest.mark.parametrize(
    "expect, found",
    [
        ("{value: 4}", "value 4, computed 3"),
        (
            "{action: a2}",
            "action a2, computed a1 (minimax); and action a2, computed a1 (alpha_beta)",
        ),
        ("{pruned: [C2]}", "pruned [C2], computed [C2, C3]"),
        ("{pruned: [D, C3, C2]}", "pruned [C2, C3, D], computed [C2, C3]"),
        ("{pruned: []}", "pruned [], computed [C2, C3]"),
        (
            "{value: 2, pruned: []}",
            "value 2, computed 3; and pruned [], computed [C2, C3]",
        ),
    ],
)
def test_expectations_that_are_not_met(tmp_path: Path, expect: str, found: str) -> None:
    """An error at the place of `expect`: the lecture or the reference is wrong."""
    figure = (LECTURES / "aima_fig_5_2.yaml").read_text(encoding="utf-8")
    lines = figure.splitlines()[:-1]
    path = tmp_path / "one.yaml"
    path.write_text("\n".join([*lines, f"expect: {expect}"]), encoding="utf-8")
    (tmp_path / "assignment.yaml").write_text(ASSIGNMENT)
    assignment = with_signatures(assignments.load(tmp_path))
    computed = trusted.compute(
        assignment.trees()["one"], assignment.questions_on("one")
    )
    with pytest.raises(FileProblems) as caught:
        trusted.check_expectations(assignment, "one", computed)
    place = f"{path}:{len(lines) + 1}:9"
    assert str(caught.value) == f"{place}: expect says {found}"


@pytest.mark.parametrize(
    "conventions, why",
    [
        (
            "strict, equality",
            trusted.FIRST.format("strict", "equality"),
        ),
        ("strict", ""),
    ],
)
def test_an_expectation_of_another_convention(
    tmp_path: Path, conventions: str, why: str
) -> None:
    """The remedy is told where a recorded one leaves out what the source says."""
    listed = f"    arguments: [alpha, beta]\n    conventions: [{conventions}]\n"
    text = ASSIGNMENT.replace("    arguments: [alpha, beta]\n", listed)
    (tmp_path / "assignment.yaml").write_text(text)
    (tmp_path / "one.yaml").write_text(
        "tree: [[3, 9], [3, 1]]\nexpect: {value: 3, pruned: [G]}\n"
    )
    assignment = with_signatures(assignments.load(tmp_path))
    computed = trusted.compute(
        assignment.trees()["one"], assignment.questions_on("one")
    )
    with pytest.raises(FileProblems) as caught:
        trusted.check_expectations(assignment, "one", computed)
    assert str(caught.value).endswith(f": expect says pruned [G], computed []{why}")
