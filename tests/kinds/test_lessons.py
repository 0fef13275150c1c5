"""Replays: both searches step by step, and the place where the one went wrong."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given

from autograder.assignment.questions import Assignment, Case
from autograder.drawing.replay import Replay
from autograder.kinds import all as assignments
from autograder.kinds.search import signatures
from autograder.kinds.search.judging import judge
from autograder.kinds.search.replays import principal_variation, replay_of
from autograder.kinds.search.signatures import Sheet
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Fault, Returned
from autograder.project import load_module
from autograder.trees.tree import GameTree, Node
from tests.mistaken import observe
from tests.plainsearch import AlphaBeta, exact_values, trees
from tests.small import ROOT

REFERENCE = ROOT / "reference"
FIG_5_2 = "lectures/aima_fig_5_2"


@cache
def assignment() -> Assignment:
    """The default assignment."""
    return assignments.load(ROOT / "test_trees")


@cache
def answers() -> dict[str, Any]:
    """Its answers, by tree."""
    return signatures.load_answers(assignment())


def case_of(tree: str, question: str = "alpha_beta") -> Case:
    """A test of the default assignment."""
    return next(
        c
        for c in assignment().cases
        if (c.tree_name, c.question.name) == (tree, question)
    )


def replayed(case: Case, visited: str) -> Replay:
    """The replay of a search with the right value and these visits."""
    value = answers()[case.tree_name].values[case.tree.root.label]
    calls = (
        Observation("max_value", "", Returned("number", value), tuple(visited.split())),
        Observation("search", "", Returned("str", None, "B"), ()),
    )
    sheet = Sheet(case, answers()[case.tree_name])
    found = replay_of(judge(sheet, Observed(calls)), sheet)
    assert found is not None
    return found


def test_what_went_on_after_a_cut() -> None:
    """At AIMA's tree C2 is the eighth visit; all before it are right."""
    case = case_of(FIG_5_2)
    replay = replayed(case, "A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3")
    assert replay.wrong == 7
    assert replay.submission[7].label == "C2"
    assert replay.submission[7].window == (3, 2)
    assert replay.submission[7].v == 2
    assert replay.marks.wrongly_visited == {"C2", "C3"}
    assert replay.marks.wrongly_skipped == frozenset()
    assert replay.marks.wrong_at == "C"
    assert "went on to C2" in replay.sentence


def test_what_ended_too_early() -> None:
    """Without D3 the wrong step is the one that never came."""
    case = case_of(FIG_5_2)
    replay = replayed(case, "A B B1 B2 B3 C C1 D D1 D2")
    assert replay.wrong == len(replay.submission) == 10
    assert replay.marks.wrongly_skipped == {"D3"}
    assert "D3 can still matter" in replay.sentence


def test_what_was_left_out_on_the_way() -> None:
    """Without B2 and B3 the wrong step is the one to C, the fourth."""
    case = case_of(FIG_5_2)
    replay = replayed(case, "A B B1 C C1 D D1 D2 D3")
    assert replay.wrong == 3
    assert replay.submission[3].label == "C"
    assert replay.marks.wrong_at == "B"
    assert "B2" in replay.sentence


@pytest.mark.parametrize("name", ["alpha_beta", "conventions/strict"])
def test_an_accepted_search_is_right_at_every_step(name: str) -> None:
    """Beside it stands the accepted search that goes its way."""
    module = load_module(REFERENCE / f"{name}.py")
    for case in assignment().cases:
        if case.question.name != "alpha_beta":
            continue
        observed = observe(module, case.question, case.tree)
        sheet = Sheet(case, answers()[case.tree_name])
        replay = replay_of(judge(sheet, observed), sheet)
        assert replay is not None
        assert (replay.wrong, replay.sentence, replay.marks.wrong_at) == (None, "", "")
        assert [s.label for s in replay.accepted] == [
            s.label for s in replay.submission
        ]
        made = AlphaBeta(case.tree, stops=stops_of(name)).run(case.tree.window)
        assert {s.label: s.window for s in replay.submission} == made.windows
        assert {s.label: s.v for s in replay.submission} == made.parents_v


def stops_of(name: str) -> frozenset[str]:
    """Who cuts on equality in a convention."""
    return frozenset() if name.endswith("strict") else frozenset({"max", "min"})


def test_minimax_is_replayed_without_windows() -> None:
    """Its steps have v alone."""
    replay = replayed(case_of(FIG_5_2, "minimax"), "A B B1 B2 B3")
    assert {step.window for step in (*replay.submission, *replay.accepted)} == {None}
    assert [step.v for step in replay.submission] == [None, None, None, 3, 3]
    assert replay.wrong == 5


def test_nothing_visited_and_nothing_ended_cannot_be_replayed() -> None:
    """There is no search to be shown, or one that was cut off by something else."""
    case = case_of(FIG_5_2)
    for outcome, visited in (
        (Returned("number", 3), ()),
        (Fault("crash"), ("A", "B")),
        (Fault("timeout"), ("A",)),
    ):
        calls = (Observation("", "", outcome, visited), Observation("", "", outcome))
        sheet = Sheet(case, answers()[FIG_5_2])
        assert replay_of(judge(sheet, Observed(calls)), sheet) is None


@given(trees)
def test_the_principal_variation_is_a_line_of_best_play(tree: GameTree) -> None:
    """From the root to a leaf, all worth the same; first among equals."""
    exact = exact_values(tree)
    line = principal_variation(tree, exact)
    assert line == best_play(tree, exact)
    assert {exact[label] for label in line} == {exact[tree.root.label]}


def best_play(tree: GameTree, exact: dict[str, float]) -> tuple[str, ...]:
    """By brute force: of all lines, the first on which nobody ever loses anything."""
    lines: list[tuple[tuple[str, ...], Node]] = [((tree.root.label,), tree.root)]
    while any(node.children for _, node in lines):
        lines = [
            ((*line, tree.nodes[child].label), tree.nodes[child])
            for line, node in lines
            for child in node.children
        ] + [(line, node) for line, node in lines if not node.children]
    position = {label: place for place, label in enumerate(tree.labels())}
    best = [
        line
        for line, _ in lines
        if all(exact[label] == exact[tree.root.label] for label in line)
    ]
    return min(best, key=lambda line: [position[label] for label in line])
