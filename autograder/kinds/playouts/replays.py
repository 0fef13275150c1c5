"""A search by playouts as it can be replayed: the tree as it grows, to the first wrong.

Behind the first wrong playout both searches have other trees, and nothing more is to be
learnt from holding them against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from autograder.drawing.folding import part_of
from autograder.drawing.replay import Marks, Replay, Step
from autograder.kinds.playouts.growth import Growth, grown
from autograder.kinds.playouts.judging import NONE, PlayoutResult, WrongPlayout
from autograder.kinds.playouts.words import standing, step_sentence
from autograder.observing.outcome import Fault
from autograder.trees.tree import GameTree

MOST_NODES = 2_000  # of what is drawn


def replay_of(result: PlayoutResult, *, unfinished: bool = False) -> Replay | None:
    """The playouts of a submission beside the right ones.

    Those of a search that did not come to its end only where that is wanted. None where
    too much would be drawn.
    """
    is_fault = isinstance(result.came, Fault)
    if is_fault and not unfinished:
        return None
    tree, wrong = result.test.tree, result.wrong
    end = len(result.played.playouts) if wrong is None else wrong.iteration
    seen, wanted = result.observed.played[:end], result.played.playouts[:end]
    before = grown(tree, wanted[: result.right])
    kept = sorted({i for index in (*seen, *wanted) for i in before.path(index)} | {0})
    if len(kept) > MOST_NODES:
        return None
    return Replay(
        tree=part_of(tree, kept),
        submission=_steps(tree, seen),
        accepted=_steps(tree, wanted),
        marks=_marks(result, before, is_fault=is_fault),
        wrong=None if wrong is None else result.right,
        sentence=step_sentence(wrong, tree) if wrong else "",
    )


def _steps(tree: GameTree, played: Sequence[int]) -> tuple[Step, ...]:
    """Each playout with its payoff."""
    payoffs = grown(tree, played).payoffs
    return tuple(
        Step(tree.nodes[index].label, payoff=payoff)
        for index, payoff in zip(played, payoffs, strict=True)
    )


def _marks(result: PlayoutResult, before: Growth, *, is_fault: bool) -> Marks:
    """What stands at each node before the first wrong playout, and where that is."""
    labels, wrong = result.test.tree.labels(), result.wrong
    marks = Marks(
        visited=frozenset(labels[index] for index in before.playouts),
        notes=standing(before),
        unfinished=is_fault,
    )
    return marks if wrong is None else _with_wrong(marks, labels, wrong)


def _with_wrong(marks: Marks, labels: Sequence[str], wrong: WrongPlayout) -> Marks:
    """The marks with the wrong playout, and the one that was due."""
    return replace(
        marks,
        wrongly_visited=_of(labels, wrong.seen),
        wrongly_skipped=_of(labels, wrong.wanted),
        wrong_at="" if wrong.at == NONE else labels[wrong.at],
    )


def _of(labels: Sequence[str], index: int) -> frozenset[str]:
    return frozenset() if index == NONE else frozenset((labels[index],))
