"""The steps of a search by playouts, each held against the playouts before it.

What is due in an iteration follows from the playouts that were made, right or not. So
each kind of step is tried by itself: a wrong expansion hides no wrong selection.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product

from autograder.game import MAX, MIN
from autograder.kinds.playouts.judging import (
    NEAR,
    Growth,
    PlayoutsObserved,
    tried_with_greatest_ucb1,
)
from autograder.observing.outcome import Fault
from autograder.observing.repairing import Facets
from autograder.trees.tree import GameTree

END, EXPANSION, SELECTION, CHOICE = "end", "expansion", "selection", "choice"
SELECTIONS = tuple(f"{SELECTION}/{a}/{b}" for a, b in product((MAX, MIN), repeat=2))
STEPS = (END, EXPANSION, *SELECTIONS, CHOICE)
PARTS = CHOICE, END, EXPANSION, SELECTION  # of which a selection is one for all movers

QUARTERS = 4

Steps = Mapping[str, Sequence[bool]]  # whether each is right, by STEPS


def steps(tree: GameTree, played: Sequence[int], action: str) -> Steps:
    """Whether each step is right of a search that made these playouts on a tree.

    Those of a selection go by who moves at the root, and who where it selects.
    """
    made: dict[str, list[bool]] = {name: [] for name in STEPS}
    growth = Growth(tree)
    for index in played:
        for name, is_right in _of_iteration(growth, index):
            made[name].append(is_right)
        growth.add(index)
    made[END] = [True] * len(played)
    if growth.most_visited_child():
        place = tree.root.children.index(growth.most_visited_child())
        made[CHOICE].append(action == tree.root_actions()[place])
    return made


def _of_iteration(growth: Growth, index: int) -> Iterator[tuple[str, bool]]:
    """The steps that lead to a playout from a node, from the root on."""
    nodes, root = growth.tree.nodes, growth.tree.root
    for node, child in pairwise(growth.path(index)):
        if untried := growth.untried_children(node):
            yield EXPANSION, child == index == untried[0]
            return
        tried = {each.index: each for each in growth.tried_children(node)}
        due, taken = tried_with_greatest_ucb1([*tried.values()]), tried[child]
        is_near = due.ucb1 - taken.ucb1 < NEAR and taken.playouts != due.playouts
        name = f"{SELECTION}/{root.to_move}/{nodes[node].to_move}"
        yield name, child == due.index or is_near
    yield EXPANSION, not nodes[index].children  # else there was more to select


def facets(tree: GameTree, due: Steps, observed: PlayoutsObserved) -> Facets:
    """Whether all steps of each name are right, and how many are, in quarters.

    Of those that are `due` from a right search one half must be made at least.
    """
    outcome = observed.call.outcome
    made = steps(tree, observed.played, str(outcome))
    rows: list[bool] = []
    for name in STEPS:
        share = sum(made[name]) / (max(len(made[name]), len(due[name]) / 2) or 1)
        ended = name != END or not isinstance(outcome, Fault)
        far = [not due[name] or share >= part / 4 for part in range(1, QUARTERS + 1)]
        rows += [ended, *far]
    return tuple(rows)


def telling_counts(tree: GameTree, played: Sequence[int]) -> Iterator[int]:
    """After how many right playouts most of them mark neither the best mean nor UCB1.

    Something has been selected by then.
    """
    growth = Growth(tree)
    for count, index in enumerate(played, start=1):
        growth.add(index)
        tried = growth.tried_children(0)
        means = [each.utility / each.playouts for each in tried]
        by_mean = tried[means.index(max(means))].index
        others = by_mean, tried_with_greatest_ucb1(tried).index
        is_settled = count > len(tree.root.children)
        if is_settled and growth.most_visited_child() not in others:
            yield count


def facet_indices(part: str) -> Sequence[int]:
    """Where those of a part stand among all of these facets, from the end."""
    names = [name for name in STEPS if name.startswith(part)]
    first = (STEPS.index(names[0]) - len(STEPS)) * (QUARTERS + 1)
    return range(first, first + len(names) * (QUARTERS + 1))
