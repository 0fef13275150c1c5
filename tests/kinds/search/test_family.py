"""Small trees that are kept with their answers, against a recursion written here."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from autograder.assignment.questions import Assignment, Question
from autograder.game import CHANCE
from autograder.kinds import all as assignments
from autograder.kinds.search import family, signatures
from autograder.kinds.search.family import Family, Reference
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
    "killers": "killers",
}


@cache
def shipped(folder: str) -> Assignment:
    """An assignment of the project's."""
    return signatures.load(assignments.load(TREES / folder))


def asked(name: str) -> tuple[Question, list[GameTree]]:
    """A question, and its trees."""
    assignment = shipped(ASKED[name])
    cases = [case for case in assignment.cases if case.question.name == name]
    return cases[0].question, [case.tree for case in cases]


@cache
def kept(name: str) -> Family:
    """The family of a question as it is kept; `renew --check` holds it fresh."""
    question, _ = asked(name)
    held = family.load(shipped(ASKED[name]), question)
    assert held is not None
    return held


@cache
def written() -> str:
    """What is written for `minimax`."""
    return family.family_text(*asked("minimax"))


def within(folder: Path, text: str) -> Assignment:
    """The default assignment, where a folder holds another file of `minimax`."""
    path = folder / "answers" / "minimax.small.json"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    return replace(shipped("."), folder=folder)


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
def test_values_are_those_by_definition(name: str) -> None:
    """In each convention, where the root is searched in a full window."""
    found = kept(name)
    question, _ = asked(name)
    for tree in [tree for tree in found.trees if tree.window == FULL][::8]:
        sign = -1 if name == "negamax" and tree.root.to_move == "min" else 1
        expected = [sign * number for number in worth(tree)]
        for convention in question.accept:
            value = found.value(question, convention, tree)
            came = value if isinstance(value, tuple) else (value,)
            assert [*came] == pytest.approx(expected, rel=CLOSE, abs=CLOSE)


@pytest.mark.parametrize("name", ASKED)
def test_what_is_kept_is_what_the_reference_does(name: str) -> None:
    """Value, action and all visits, in their order, in a file of a few kilobytes."""
    found = kept(name)
    question, _ = asked(name)
    for tree in found.trees[::30]:
        for convention in question.accept:
            own = found.answer(question, convention, tree)
            assert own == Reference().answer(question, convention, tree)
    assert family.family_path(shipped(ASKED[name]), name).stat().st_size < 60_000


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    """It is what the project keeps."""
    question, _ = asked("minimax")
    assert family.load(within(tmp_path, written()), question) == kept("minimax")


def test_moves_have_names_where_killers_are_asked() -> None:
    """In no other family: what is called as its state comes nowhere again."""
    for name in ASKED:
        named = {any(n.moves for n in tree.nodes) for tree in kept(name).trees}
        assert named == {name == "killers"}, name


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"forms": 3}'])
def test_a_file_that_is_none_holds_no_family(text: str, tmp_path: Path) -> None:
    """Nor is there one where no file is; grading goes on without."""
    question, _ = asked("minimax")
    assert family.load(replace(shipped("."), folder=tmp_path), question) is None
    assert family.load(within(tmp_path, text), question) is None


def test_answers_to_other_trees_are_no_family(tmp_path: Path) -> None:
    """Where they would be drawn otherwise, nobody is held against them."""
    others = json.dumps(json.loads(written()) | {"trees": "0" * 16})
    assert family.load(within(tmp_path, others), asked("minimax")[0]) is None


def test_a_family_is_stale_when_what_made_it_changes() -> None:
    """Its digest tells of what is accepted, and of the forms of the trees."""
    question, own = asked("alpha_beta")
    text = family.family_path(shipped("."), "alpha_beta").read_text(encoding="utf-8")
    assert family.is_fresh(question, own, text)
    assert not family.is_fresh(replace(question, accept=("equality",)), own, text)
    _, others = asked("expectimax")
    assert not family.is_fresh(question, [*own, *others], text)
    assert not family.is_fresh(question, own, "")
