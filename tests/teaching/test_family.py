"""Small trees that are kept with their answers, against a recursion written here."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.answers.reading import signed
from autograder.assignment.questions import Assignment, Question
from autograder.game import CHANCE
from autograder.kinds import all as assignments
from autograder.teaching import family
from autograder.teaching.family import Family, Reference
from autograder.trees.tree import FULL, GameTree
from tests.small import ROOT

TREES = ROOT / "test_trees"
CLOSE = 1e-9
ASKED = {  # a question of each sort, by the folder that asks it
    "minimax": ".",
    "alpha_beta": ".",
    "expectimax": "chance",
    "star1": "chance",
    "depth_limited": "depth_limited",
    "depth_limited_alpha_beta": "depth_limited",
    "max_n": "players",
    "negamax": "shapes",
}


def asked(name: str) -> tuple[Question, list[GameTree]]:
    """A question, and its trees."""
    assignment = signed(assignments.load(TREES / ASKED[name]))
    cases = [case for case in assignment.cases if case.question.name == name]
    return cases[0].question, [case.tree for case in cases]


def kept(name: str, folder: Path) -> Family | None:
    """The family of a question, written and read."""
    question, own = asked(name)
    path = folder / "answers" / f"{name}.small.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(family.dumped(question, own), encoding="utf-8")
    return family.load(_within(folder), question)


def _within(folder: Path) -> Assignment:
    return replace(assignments.load(TREES), folder=folder)


def worth(tree: GameTree, index: int = 0, plies: int = 0) -> tuple[float, ...]:
    """What each player gets, MAX or the first of several first, by definition."""
    node = tree.nodes[index]
    if node.utility is not None:
        return node.payoffs()
    if tree.limit.depth and plies == tree.limit.depth:
        assert isinstance(node.estimate, (int, float))
        return (node.estimate,)
    plies += node.to_move != CHANCE
    below = [worth(tree, child, plies) for child in node.children]
    if node.to_move == CHANCE:
        pairs = zip(node.probabilities, below, strict=True)
        return (sum(p * value[0] for p, value in pairs),)
    if node.to_move == "min":
        return min(below)
    mine = tree.players.index(node.to_move) if tree.has_vectors else 0
    return max(below, key=lambda value: value[mine])


@pytest.mark.parametrize("name", ASKED)
def test_values_are_those_by_definition(name: str, tmp_path: Path) -> None:
    """In each convention, where the root is searched in a full window."""
    found = kept(name, tmp_path)
    assert found is not None
    question, _ = asked(name)
    for tree in found.trees:
        if tree.window != FULL:
            continue
        sign = -1 if name == "negamax" and tree.root.to_move == "min" else 1
        expected = [sign * number for number in worth(tree)]
        for convention in question.accept:
            value = found.value(question, convention, tree)
            came = value if isinstance(value, tuple) else (value,)
            assert [*came] == pytest.approx(expected, rel=CLOSE, abs=CLOSE)


@pytest.mark.parametrize("name", ASKED)
def test_what_is_kept_is_what_the_reference_does(name: str, tmp_path: Path) -> None:
    """Value, action and all visits, in their order, in a file of a few kilobytes."""
    found = kept(name, tmp_path)
    assert found is not None
    question, _ = asked(name)
    for tree in found.trees[::9]:
        for convention in question.accept:
            own = found.answer(question, convention, tree)
            assert own == Reference().answer(question, convention, tree)
    size = (tmp_path / "answers" / f"{name}.small.json").stat().st_size
    assert size < 60_000


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"forms": 3}'])
def test_a_file_that_is_none_holds_no_family(text: str, tmp_path: Path) -> None:
    """Nor is there one where no file is; grading goes on without."""
    question, _ = asked("minimax")
    assert family.load(_within(tmp_path), question) is None
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers" / "minimax.small.json").write_text(text, encoding="utf-8")
    assert family.load(_within(tmp_path), question) is None


def test_answers_to_other_trees_are_no_family(tmp_path: Path) -> None:
    """Where they would be drawn otherwise, nobody is held against them."""
    assert kept("minimax", tmp_path) is not None
    path = tmp_path / "answers" / "minimax.small.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(content | {"trees": "0" * 16}), encoding="utf-8")
    assert family.load(_within(tmp_path), asked("minimax")[0]) is None


def test_a_family_is_stale_when_what_made_it_changes() -> None:
    """Its digest tells of what is accepted, and of the forms of the trees."""
    question, own = asked("alpha_beta")
    text = family.dumped(question, own)
    assert family.is_fresh(question, own, text)
    assert not family.is_fresh(replace(question, accept=("equality",)), own, text)
    _, others = asked("expectimax")
    assert not family.is_fresh(question, [*own, *others], text)
    assert not family.is_fresh(question, own, "")
