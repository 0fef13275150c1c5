"""Trees on which rounding decides what Star1 visits are refused.

What is decided is found here by a plain Star1 that counts in fractions, in which a tie
is a tie: with cuts at ties, and without them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import inf
from pathlib import Path
from random import Random

import pytest

from autograder.assignment.questions import Question
from autograder.commands.main import main
from autograder.kinds import all as assignments
from autograder.kinds.search import signatures, trusted, unseentrees
from autograder.trees import drawn
from autograder.trees import file as treefile
from autograder.trees.drawn import Form
from autograder.trees.tree import GameTree
from tests.fuzzing import random_of
from tests.small import ROOT
from tests.starsearch import Star1

SHARES = 10  # of all that may happen: none but halves are floats
TREES = 300
FEW = ((-2, -1, 0, 1, 2), (0, 1, 2))  # utilities, so that there are ties
FORM = Form(("max", "chance", "min"), bounded=True, loose=True)


@cache
def star1(*accepted: str) -> Question:
    """The question of the unit, with these ways of searching."""
    unit = signatures.load(assignments.load(ROOT / "test_trees" / "chance"))
    (asked,) = [each for each in unit.questions() if each.name == "star1"]
    return replace(asked, conventions=accepted, accept=accepted)


def undecided(tree: GameTree, *accepted: str) -> list[str]:
    """What is said of a tree."""
    question = star1(*accepted)
    return [
        *unseentrees.sentences_on_rounding(
            tree, question, trusted.compute(tree, (question,))
        )
    ]


def exact(number: float) -> Fraction | float:
    """The number that a file meant."""
    if abs(number) == inf:
        return number
    return Fraction(number).limit_denominator(1000)


def visited(tree: GameTree, *, cuts_at_ties: bool) -> list[str]:
    """What is visited where sums are exact."""
    at_ties = () if cuts_at_ties else tree.labels()
    return Star1(tree, at_ties=at_ties, number=exact).run(tree.window).visited


def trees() -> Iterator[GameTree]:
    """Random ones, with chances in tenths."""
    random = random_of(1983)
    for _ in range(TREES):
        tree = drawn.random_tree(
            random, FORM, windowed=True, palettes=FEW, most_leaves=12
        )
        nodes = [
            replace(node, probabilities=divided(random, len(node.probabilities)))
            for node in tree.nodes
        ]
        yield replace(tree, nodes=tuple(nodes))


def divided(random: Random, count: int) -> tuple[float, ...]:
    """So many shares that make one, in tenths."""
    if not count:
        return ()
    ends = sorted(random.sample(range(1, SHARES), count - 1))
    parts = zip((0, *ends), (*ends, SHARES), strict=True)
    return tuple((high - low) / SHARES for low, high in parts)


def test_a_tree_that_is_not_refused_is_decided() -> None:
    """Floats visit what fractions do, whether these cut at ties or not.

    And not for want of ties: floats go on in some trees where fractions cut.
    """
    rounded = refused = 0
    for tree in trees():
        (answer,) = trusted.compute(tree, (star1("star1"),)).questions["star1"].values()
        ways = [visited(tree, cuts_at_ties=cuts) for cuts in (True, False)]
        if undecided(tree, "star1"):
            refused += 1
        else:
            assert ways == [[*answer.visited_labels()]] * 2
        rounded += [*answer.visited_labels()] != ways[0]
    assert rounded > 0
    assert rounded < refused < TREES / 2


TIE = """\
players: [max, chance]
bounds: [0, 10]
chance: {C: [0.1, 0.2, 0.7]}
tree: {A: {B: 7.3, C: {C1: 1, C2: 1, C3: 8}}}
"""  # with 10 for C3 the mean of C is 0.1 + 0.2 + 7


def test_what_is_told_names_the_search_and_the_numbers() -> None:
    """One sentence a search; a hundredth makes it a decision."""
    (found,) = undecided(treefile.parse(TIE), "star1")
    assert found.startswith("star1: reference/star1.py compares 7.3")
    assert found.endswith(unseentrees.SAYS.partition("{}")[2])
    assert undecided(treefile.parse(TIE.replace("7.3", "7.31")), "star1") == []


def test_a_tie_that_changes_nothing_is_none() -> None:
    """There is nothing behind it to be left out; nor is anything rounded in a leaf."""
    last = (
        "players: [max, chance]\nbounds: [0, 10]\ntree: {A: {B: 3, C: {C1: 2, C2: 4}}}"
    )
    leaves = (
        "players: [max, min]\nbounds: [0, 10]\ntree: {A: {B: 3, C: {C1: 3, C2: 4}}}"
    )
    assert undecided(treefile.parse(last), "star1") == []
    assert undecided(treefile.parse(leaves), "star1") == []


STRICT = (
    (ROOT / "reference" / "star1.py")
    .read_text(encoding="utf-8")
    .replace("greatest <= alpha", "greatest < alpha - 1e-9")
    .replace("least >= beta", "least > beta + 1e-9")
    .replace('CONVENTION = "star1"\n', "")
)


def test_both_outcomes_may_be_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a convention that does the other."""
    for name, text in {
        "star1.py": (ROOT / "reference" / "star1.py").read_text(encoding="utf-8"),
        "conventions/strictly.py": STRICT,
    }.items():
        path = tmp_path / "reference" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(
        "autograder.kinds.search.trusted.REFERENCE", tmp_path / "reference"
    )
    monkeypatch.setattr("autograder.answers.board.PROJECT", tmp_path)
    assert undecided(treefile.parse(TIE), "star1") != []
    assert undecided(treefile.parse(TIE), "star1", "strictly") == []


def test_answers_refuses_such_a_tree(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At its file, with status 2; nothing is written of it."""
    (tmp_path / "tie.yaml").write_text(TIE)
    (tmp_path / "assignment.yaml").write_text(
        "questions:\n- name: star1\n  arguments: [alpha, beta]\n"
        "  conventions: [star1]\n  points: {value: 1}\n  trees: [tie.yaml]\n"
    )
    assert main(["answers", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{tmp_path / 'tie.yaml'}:1:1: star1: reference/star1.py ")
    assert not (tmp_path / "answers" / "tie.json").exists()
