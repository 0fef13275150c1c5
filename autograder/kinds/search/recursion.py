"""Whether a search calls itself: its frames grow with the ply, as it says itself.

It is looked for on a chain of plies that is none of the assignment's trees. So it is
the same for all tests of a question, those on trees of one ply too. There every search
meets the states in the same order; one that goes round in a loop meets each from the
same frames, whatever its helpers, and so does one whose generators or closures wait on
a list. Generators that go on in one another (`yield from`) are recursion: what waits
there does so on Python's stack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path

from autograder.assignment.questions import Case
from autograder.observing.observation import INSIDE, recursion_for, requests_of
from autograder.sandbox.jobs import Call, Job, Result
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree, Node

PLIES = 12  # of the chain
APART = 3  # plies: some searches go down two or three in one call

Names = tuple[str, ...]


def recursion(sandbox: Sandbox, folder: Path, case: Case) -> Names:
    """A function that calls itself, and those by way of which it does; none if none.

    Where a worker told nothing there is none.
    """
    question, tree = case.question, chain(case.tree)
    calls = tuple(
        Call(asked.function, asked.arguments, Oracle(tree), counts_frames=True)
        for asked in requests_of(question, tree)
    )
    limits = replace(question.limits, seconds=min(question.limits.seconds, INSIDE))
    job = Job(
        folder=folder,
        module=question.module,
        calls=calls,
        limits=limits,
        recursion_limit=recursion_for(tree),
    )
    results = sandbox.run(job).said.results
    return next(filter(None, map(decode, results)), ())


def chain(tree: GameTree) -> GameTree:
    """Only children, of the players of a tree in turn, searched as that is."""
    payoff = next((n.utility for n in tree.nodes if n.utility is not None), 0)
    limit = tree.limit
    inner = [
        Node(f"ply {ply}", mover, children=(ply + 1,))
        for ply, mover in zip(range(PLIES), cycle(tree.players), strict=False)
    ]
    return replace(
        tree,
        nodes=(*inner, Node(f"ply {PLIES}", inner[0].to_move, utility=payoff)),
        limit=replace(
            limit, depth=limit.depth and PLIES, rounds=limit.rounds and PLIES
        ),
    )


def decode(result: Result) -> Names:
    """What `recursion` returns, from the result of one call."""
    told = result.get("frames", {"depths": (), "names": ()})
    return _round(told["names"]) if told["names"] and _grow(told["depths"]) else ()


def _grow(depths: Sequence[int]) -> bool:
    """Whether each state of the chain was met from more frames than those above."""
    pairs = zip(depths, depths[APART:], strict=False)
    return len(depths) == PLIES + 1 and all(above < below for above, below in pairs)


def _round(names: Sequence[str]) -> Names:
    """The first function that is under way twice, and which it has called meanwhile.

    What has no name of its own, as comprehensions, is left out behind it.
    """
    first = next((name for name in names if names.count(name) > 1), names[0])
    start = names.index(first)
    end = names.index(first, start + 1) if names.count(first) > 1 else start + 1
    return first, *filter(str.isidentifier, names[start + 1 : end])
