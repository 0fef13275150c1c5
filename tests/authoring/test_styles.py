"""Each style is a right program: held against a search that knows no code of ours.

Trees at random, many of them with ties, some with a window: the value is minimax's, the
action is one of the best, and the visits are those of plain alpha-beta with the cut
that the style is named for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf
from pathlib import Path
from random import Random

import pytest

from autograder.answers.board import local_game
from autograder.authoring import styles
from autograder.authoring.cataloguing import right_styles
from autograder.authoring.runner import ProgramRunner
from autograder.authoring.styles import Style, styles_of
from autograder.rewriting.program import Program
from autograder.trees import file as treefile
from autograder.trees.small import random_tree
from autograder.trees.tree import GameTree
from tests import mistaken
from tests.mistaken import QUESTIONS
from tests.plainsearch import BOTH, FULL, AlphaBeta, exact_values
from tests.small import ROOT

TREES = 40
TAKE_TURNS = {  # the styles that never ask whose move it is below the root
    "minimax": {
        "alternating",
        "counting",
        "for_a_player",
        "negamax",
        "pairs",
        "player_argument",
    },
    "alpha_beta": {
        "alternating",
        "argmax",
        "for_a_player",
        "negamax",
        "pairs",
        "player_argument",
        "table",
    },
}


@cache
def others(question: str) -> tuple[Style, ...]:
    """The styles that are no convention."""
    return tuple(s for s in styles_of(mistaken.question(question)) if not s.accepted)


@cache
def trees() -> tuple[GameTree, ...]:
    """Trees in which the players take turns, every other one with a window."""
    chance = Random(5)  # noqa: S311 - the same each time
    return tuple(random_tree(chance, windowed=i % 2 == 1) for i in range(TREES))


each_style = pytest.mark.parametrize(
    "question, style",
    [
        pytest.param(question, style, id=f"{question}-{style.name}")
        for question in QUESTIONS
        for style in others(question)
    ],
)


def called(
    program: Program, function: str, tree: GameTree, *window: float
) -> tuple[object, list[str]]:
    """What a function returns at the root, and the labels visited."""
    game, root, visited = local_game(tree)
    found = vars(program.module("style"))[function](game, root, *window)
    return found, [tree.nodes[index].label for index in visited]


def best_actions(tree: GameTree) -> set[str]:
    """The children of the root that are worth what it is worth."""
    worth, labels = exact_values(tree), tree.labels()
    children = [labels[child] for child in tree.root.children]
    return {label for label in children if worth[label] == worth[tree.root.label]}


def clamped(value: float, window: Sequence[float]) -> float:
    """The number of the window that is nearest."""
    return max(window[0], min(value, window[1]))


def expected(question: str, style: Style, tree: GameTree) -> AlphaBeta:
    """Plain alpha-beta with the style's cut, or without any."""
    if question == "minimax":
        return AlphaBeta(tree, prunes=False)
    return AlphaBeta(tree, stops=frozenset() if "strict" in style.name else BOTH)


def test_the_styles_are_files() -> None:
    """Each has the name of its file; of those that cut there is a strict one, too.

    But for one whose cut does not name its bound.
    """
    for question in QUESTIONS:
        folder = ROOT / "reference" / "styles" / question
        names = {path.stem for path in folder.glob("*.py")}
        cutting = names - {"window_list"} if question == "alpha_beta" else set()
        strict = {f"{name}, strict" for name in cutting}
        assert {style.name for style in others(question)} == names | strict
    asked = {"negamax", "helper", "player_argument", "alternating", "pairs"}
    assert all(asked <= {s.name for s in others(question)} for question in QUESTIONS)


def test_the_accepted_ones_come_first() -> None:
    """Each convention that the assignment accepts, and each product of them."""
    for name in QUESTIONS:
        question = mistaken.question(name)
        found = styles_of(question)
        accepted = [style.name for style in found if style.accepted]
        assert accepted == list(question.accept)
        assert [style.accepted for style in found] == sorted(
            (style.accepted for style in found), reverse=True
        )
    assert "strict, root_separate" in mistaken.question("alpha_beta").accept


@each_style
def test_a_style_is_right(question: str, style: Style) -> None:
    """Within the window its value is minimax's; its visits are plain search's."""
    for tree in trees():
        window = tree.window if question == "alpha_beta" else ()
        value, visited = called(
            style.program, f"{tree.root.to_move}_value", tree, *window
        )
        plain = expected(question, style, tree).run(window or FULL)
        assert isinstance(value, (int, float))
        exact = exact_values(tree)[tree.root.label]
        assert clamped(value, window or FULL) == clamped(exact, window or FULL)
        assert visited == plain.visited


@each_style
def test_a_style_chooses_well(question: str, style: Style) -> None:
    """One of the best actions, with one window for all or a fresh one for each."""
    for tree in trees():
        action, visited = called(style.program, style.search, tree)
        assert action in best_actions(tree)
        one = expected(question, style, tree).run()
        apart = expected(question, style, tree)
        for child in tree.root.children:
            apart.value(child, *FULL)
        assert visited in (one.visited, [tree.root.label, *apart.visited])


def test_a_strict_style_is_strict() -> None:
    """On max(min(3, 12), min(3, 4)) it looks at the 4, which equality leaves out."""
    tree = treefile.parse("tree: {A: {B: {D: 3, E: 12}, C: {F: 3, G: 4}}}")
    for style in others("alpha_beta"):
        _, visited = called(style.program, "max_value", tree, -inf, inf)
        assert ("G" in visited) is style.name.endswith(", strict"), style.name


@pytest.mark.parametrize("question", QUESTIONS)
def test_where_one_moves_twice_some_styles_are_wrong(question: str) -> None:
    """Those that take it for granted that players take turns are no styles there."""
    twice = treefile.parse(
        "players: [max, max, min]\ntree: [[[3, 12], [8, 2]], [[4, 6], [14, 5]]]"
    )
    runner = ProgramRunner(mistaken.question(question), {"twice": twice})
    names = {style.name for style in right_styles(runner) if not style.accepted}
    assert names == {
        style.name
        for style in others(question)
        if style.name.removesuffix(", strict") not in TAKE_TURNS[question]
    }
    turns = treefile.parse("tree: [[[3, 12], [8, 2]], [[4, 6], [14, 5]]]")
    runner = ProgramRunner(mistaken.question(question), {"turns": turns})
    names = {style.name for style in right_styles(runner)}
    assert names == {style.name for style in styles_of(mistaken.question(question))}


def test_an_accepted_style_is_one_whatever_it_does() -> None:
    """The answers tell of one that is wrong; it is not left out in silence."""
    question = mistaken.question("minimax")
    runner = ProgramRunner(question, {"one": treefile.parse("tree: [1, 2]")})
    assert [s.name for s in right_styles(runner) if s.accepted] == ["textbook"]


def test_a_new_style_is_a_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is found by its place alone; without a cut it has no strict sibling."""
    folder = tmp_path / "alpha_beta"
    folder.mkdir()
    text = (ROOT / "reference" / "alpha_beta.py").read_text("utf-8")
    (folder / "mine.py").write_text(text, "utf-8")
    (folder / "whole.py").write_text(
        text.replace("if v >= beta:", "if v == inf:").replace(
            "if v <= alpha:", "if v == -inf:"
        ),
        "utf-8",
    )
    monkeypatch.setattr(styles, "FOLDER", tmp_path)
    question = mistaken.question("alpha_beta")
    names = [style.name for style in styles_of(question) if not style.accepted]
    assert names == ["mine", "mine, strict", "whole"]
    figure = treefile.parse("tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
    runner = ProgramRunner(question, {"figure": figure})
    kept = [style.name for style in right_styles(runner) if not style.accepted]
    assert kept == ["mine", "mine, strict"], "one that prunes nothing is wrong"
