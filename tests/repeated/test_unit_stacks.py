"""The unit `stacks`: minimax and alpha-beta with a stack in place of recursion.

The turns of the references' loops are those of the lecture's tables, and what they find
and visit on random trees is held against recursions on bare nodes, written here.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum, inf
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from autograder.answers.board import Board
from autograder.judging.verdicts import Verdict
from autograder.project import load_module
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import file as treefile
from autograder.trees.drawn import Form, random_tree
from autograder.trees.tree import GameTree
from tests.unitgrading import (
    FOLDER,
    REFERENCE,
    TREES,
    Fact,
    Graded,
    graded,
    total,
    unit,
)

UNIT = "stacks"
DRAWN = 1_000
POINTS = {"minimax_dfs": 35, "alpha_beta_dfs": 55}
OF_ROWS = {"backup1": 10}
TURNS = {  # which node each turn of the loop meets on top, in 2,2-Nim
    "minimax_dfs": "A B D I N I J D E K E F L O L F B C G M G H C A",
    "alpha_beta_dfs": "A B D I N I J D E K E F B C G M G H C A",
}
SEARCHES = tuple(TURNS)
FORMS = (Form(), Form(within=(-1, 1)))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


def visits_of(question: str, tree: GameTree) -> tuple[float, str]:
    """What the reference returns, and the labels that it visits, in order."""
    search: Any = getattr(load_module(REFERENCE / f"{question}.py"), question)
    game, root, visited = Board(tree).fresh_game_root_and_visits()
    given = tree.window if question == "alpha_beta_dfs" else ()
    found: float = search(game, root, *given)
    return found, " ".join(tree.labels()[index] for index in visited)


# The lecture's tables


@pytest.mark.parametrize("question", SEARCHES)
def test_the_turns_of_the_lectures_tables(question: str) -> None:
    """24 and 20: inner nodes are met twice, but J, F and H come off unexpanded."""
    text = (REFERENCE / f"{question}.py").read_text("utf-8")
    assert text.count("stack[-1]") == 1
    module, met = ModuleType("dfs"), list[str]()

    def top(node: Any) -> Any:
        met.append(str(node.state))
        return node

    vars(module).update({"top": top, "__name__": load_module.__module__})
    exec(text.replace("stack[-1]", "top(stack[-1])"), vars(module))  # noqa: S102 - ours
    tree = treefile.load(TREES / UNIT / "brown" / "nim_2_2.yaml")
    game, root, _ = Board(tree).fresh_game_root_and_visits()
    given = tree.window if question == "alpha_beta_dfs" else ()
    assert getattr(module, question)(game, root, *given) == -1
    assert met == TURNS[question].split()
    assert len(met) == {"minimax_dfs": 24, "alpha_beta_dfs": 20}[question]


def test_the_game_is_asked_about_these_alone() -> None:
    """L and O are never reached; J, F and H are, and nobody asks about them."""
    tree = treefile.load(TREES / UNIT / "brown" / "nim_2_2.yaml")
    assert visits_of("alpha_beta_dfs", tree) == (-1, "A B D I N E K C G M")


# Random trees


def by_definition(tree: GameTree, index: int, seen: list[str]) -> float:
    """The minimax value of a node; what is met goes to `seen`."""
    node = tree.nodes[index]
    seen.append(node.label)
    if not node.children:
        (payoff,) = node.payoffs()
        return payoff
    below = [by_definition(tree, child, seen) for child in node.children]
    return max(below) if node.to_move == "max" else min(below)


def cut(
    tree: GameTree, index: int, alpha: float, beta: float, seen: list[str]
) -> float:
    """Alpha-beta on bare nodes, fail-soft; what is met goes to `seen`."""
    node = tree.nodes[index]
    seen.append(node.label)
    if not node.children:
        (payoff,) = node.payoffs()
        return payoff
    is_max = node.to_move == "max"
    best = -inf if is_max else inf
    for child in node.children:
        value = cut(tree, child, alpha, beta, seen)
        best = max(best, value) if is_max else min(best, value)
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def trees() -> Iterator[GameTree]:
    """The same ones each time, in windows that are open and in that of the lecture."""
    chance = Random(15)  # noqa: S311 - to be repeated, not to be guessed
    return (random_tree(chance, FORMS[i % len(FORMS)]) for i in range(DRAWN))


def test_the_stack_visits_what_the_recursion_does() -> None:
    """On a thousand trees, in the same order, and to the same value."""
    windows = set()
    for tree in trees():
        seen: list[str] = []
        value = by_definition(tree, 0, seen)
        assert visits_of("minimax_dfs", tree) == (value, " ".join(seen))
        seen.clear()
        assert cut(tree, 0, *tree.window, seen) == value
        assert visits_of("alpha_beta_dfs", tree) == (value, " ".join(seen))
        windows.add(tree.window)
    assert windows == {(-inf, inf), (-1, 1)}


# The unit


def test_a_hundred_points() -> None:
    """And one tree on which a position comes again."""
    tests = unit(UNIT).tests
    found = {
        question: fsum(
            t.points.max_points for t in tests if t.question.name == question
        )
        for question in dict.fromkeys(t.question.name for t in tests)
    }
    assert found == pytest.approx({**POINTS, **OF_ROWS})
    assert fsum(found.values()) == pytest.approx(100)
    trees_of = unit(UNIT).trees()
    again = {
        n for n, t in trees_of.items() if any("#" in label for label in t.labels())
    }
    assert again == {"again/comes_again"}


def of(name: str, sandbox: Sandbox) -> dict[str, Graded]:
    """What a fixture earns, by question."""
    return graded(UNIT, FOLDER / UNIT / name, sandbox)


def test_other_stacks_keep_full_marks(sandbox: Sandbox, tmp_path: Path) -> None:
    """Tuples that are pushed twice, with a flag; entries with slots, in a deque."""
    right = FOLDER / UNIT / "correct_otherwise"
    assert total(UNIT, right, tmp_path / "all.json") == pytest.approx(100)
    found = of("correct_otherwise", sandbox)
    assert {n: each.points for n, each in found.items()} == pytest.approx(POINTS)


def test_helpers_and_trampolines_keep_full_marks(sandbox: Sandbox) -> None:
    """What one loop calls, and generators and closures that wait on a list."""
    for name in ("correct_with_helpers", "correct_trampolines"):
        for each in of(name, sandbox).values():
            assert each.points == pytest.approx(each.most), name


@pytest.mark.parametrize(
    "name",
    [
        "calls_itself",
        "calls_itself_in_turn",
        "calls_itself_nested",
        "calls_itself_in_generators",
    ],
)
def test_who_calls_himself_earns_nothing(name: str, sandbox: Sandbox) -> None:
    """On no tree, however few plies it has."""
    for each in of(name, sandbox).values():
        assert {r.verdict for r in each.results} == {Verdict.CALLS_ITSELF}
        assert each.points == 0


def test_what_calls_itself_and_is_wrong_is_told_both(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """The trees that it shows on; and no points."""
    text = (FOLDER / UNIT / "calls_itself" / "alpha_beta_dfs.py").read_text("utf-8")
    cut = "        if alpha >= beta:\n            break\n"
    assert text.count(cut) == 1
    (tmp_path / "alpha_beta_dfs.py").write_text(text.replace(cut, ""), "utf-8")
    found = graded(UNIT, tmp_path, sandbox)["alpha_beta_dfs"]
    assert found.points == 0
    assert found.on("brown/nim_2_2").verdict is Verdict.WRONG_VISITS
    assert found.on("plain/lopsided").verdict is Verdict.CALLS_ITSELF


@pytest.mark.parametrize(
    "change",
    [
        (
            "minimax_dfs",
            (
                "        parent = node.parent\n",
                "        parent = stack[-1] if stack else None\n",
            ),
            ("plain/four_plies", ("minimax_dfs", "-6", "2")),
        ),
        (
            "minimax_dfs",
            (
                '-inf if game.to_move(node.state) == "max" else inf',
                '-1 if game.to_move(node.state) == "max" else 1',
            ),
            ("plain/uneven", ("minimax_dfs", "2", "4")),
        ),
        (
            "alpha_beta_dfs",
            (
                "first = Node(root, None, alpha, beta)",
                "first = Node(root, None, -1, 1)",
            ),
            ("plain/min_at_root", ("alpha_beta_dfs", "1", "5")),
        ),
        (
            "alpha_beta_dfs",
            ("stack.extend(reversed(children))", "stack += children"),
            (
                "brown/example_1",
                ("visits", "", "", "C", "B"),
            ),
        ),
    ],
)
def test_wrong_stacks_are_told_why(
    change: tuple[str, tuple[str, str], tuple[str, Fact]],
    tmp_path: Path,
    sandbox: Sandbox,
) -> None:
    """The reference with one line changed loses points, and the facts are seen."""
    question, (old, new), (tree, fact) = change
    text = (REFERENCE / f"{question}.py").read_text("utf-8")
    assert text.count(old) == 1
    (tmp_path / f"{question}.py").write_text(text.replace(old, new), "utf-8")
    found = graded(UNIT, tmp_path, sandbox)[question]
    assert found.fact(tree) == fact


def test_a_test_that_is_made_too_early_is_told(sandbox: Sandbox) -> None:
    """Where children are put on the stack, and not where they come up."""
    found = of("tested_when_pushed", sandbox)["alpha_beta_dfs"]
    assert found.fact("brown/nim_2_2") == ("visits", "J F H", "")
    assert found.points < 0.4 * found.most


def test_no_function_is_asked_for_an_action(sandbox: Sandbox) -> None:
    """`search: none`: there is none in the reference, and nobody misses it."""
    results = of("correct_otherwise", sandbox)["minimax_dfs"].results
    assert {len(r.observed.calls) for r in results} == {2}
    assert {r.observed.calls[1].outcome.kind for r in results} == {"no_action"}


def test_tables_by_position_are_named_on_both_searches(sandbox: Sandbox) -> None:
    """Right where no position comes again; and nothing stays from call to call.

    Both places of X are worth 7.5, B is worth 3.5 and F 6. The root's own X is put on
    the stack before the one below C, which is then its parent: the 7.5 never gets to A.

    Lost is again/comes_again alone, a group of its own: 4 points, and 8.
    """
    found = of("tables_by_position", sandbox)
    for name, lost in (("minimax_dfs", 4), ("alpha_beta_dfs", 8)):
        each = found[name]
        assert each.points == pytest.approx(each.most - lost)
        assert each.on("again/comes_again").points == 0
        assert each.fact("again/comes_again") == (name, "6", "7.5")
        kept = each.on("again/comes_again").kept
        assert kept is not None
        assert kept.positions
