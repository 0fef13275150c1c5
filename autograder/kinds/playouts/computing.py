"""What is right of a search by playouts, by its rules: all of it, and each step alone.

What is due in an iteration follows from the playouts that were made, right or not. So
each kind of step is tried by itself: a wrong expansion hides no wrong selection.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, product

from autograder import game
from autograder.kinds.playouts.judging import (
    NEAR,
    Growth,
    PlayoutsObserved,
    tried_with_greatest_ucb1,
)
from autograder.kinds.playouts.question import Played, PlayoutQuestion
from autograder.observing.outcome import Fault
from autograder.observing.repairing import Facets
from autograder.trees.tree import GameTree
from autograder.trees.visitrecord import PLAYS_ON, Playouts, most_playouts

MEND = "change a utility, or make fewer"

Rows = Iterator[tuple[str, str]]  # a key of the tree's file, and what is wrong with it


def reasons_unfit(tree: GameTree, question: PlayoutQuestion) -> Rows:
    """Why a search by playouts cannot be asked on a tree."""
    first = len(tree.root_actions())
    if not first:
        why = "chooses an action, and there is none at the root"
        yield "tree", f"{question.name} {why}"
    elif not tree.iterations:
        yield "tree", f"{question.name} needs `iterations`, a whole number above 0"
    elif tree.iterations <= first:
        more = f"more than {first}, in which each action is tried once"
        yield "iterations", f"found {tree.iterations}, expected {more}"
    if tree.has_vectors or any(node.to_move == game.CHANCE for node in tree.nodes):
        yield "players", "playouts are for max and min, and without chance"
    if any(not node.children and node.utility is None for node in tree.nodes):
        yield "depth", "a playout goes to the end of the game: leave out the limit"
    if tree.limit.rounds:
        yield "rounds", "a playout stops after a `depth`, or at the end of the game"
    if bare := _bare_stop(tree):
        yield "depth", f"a playout may stop at {bare}, which has no estimate"
    positions = [game.position_of(node.label) for node in tree.nodes]
    if not question.has_distinct_states and len({*positions}) < len(positions):
        why = "two nodes are one position, so that their states are equal"
        yield "tree", f"{why}; let {question.name} say `states: nodes`"


def _bare_stop(tree: GameTree) -> str:
    """Where a playout that stops may do so, and nobody knows what it is worth.

    One begins below the root, so that it comes deeper than the depth. "" is nowhere.
    """
    for node, plies in zip(tree.nodes, tree.depths(), strict=True):
        if 0 < tree.limit.depth < plies and node.worth_at_sight is None:
            return node.label
    return ""


def right_playouts(tree: GameTree) -> Played:
    """The right playouts, and the action, by the rules alone."""
    growth, played = Growth(tree), list[int]()
    for _ in range(tree.iterations):
        played.append(growth.path_to_next_playout()[-1])
        growth.add(played[-1])
    place = tree.root.children.index(growth.most_visited_child())
    return Played(tree.fingerprint(), tree.root_actions()[place], tuple(played))


def choices_left_to_rounding(tree: GameTree) -> Rows:
    """What rounding may decide on a tree: the first such choice."""
    growth = Growth(tree)
    kept: dict[int, tuple[float, ...]] = {}  # by node, a mean for each of WAYS
    for iteration in range(1, tree.iterations + 1):
        way = growth.path_to_next_playout()
        for index in way[:-1]:
            if growth.untried_children(index):
                break
            if wrong := _in_doubt(growth, index, kept):
                at = f"iteration {iteration} at {tree.nodes[index].label}"
                yield "iterations", f"{at}: {wrong}"
                return
        growth.add(way[-1])
        for each in way:
            payoff = float(growth.payoff_for_mover(each, growth.payoffs[-1]))
            means = kept.get(each, (0.0,) * len(WAYS))
            kept[each] = tuple(
                keep(mean, worth(payoff), growth.playouts[each])
                for mean, (worth, keep) in zip(means, WAYS, strict=True)
            )


KEPT: tuple[Callable[[float, float, int], float], ...] = (
    lambda mean, gain, count: mean + (gain - mean) / count,
    lambda mean, gain, count: mean + 1 / count * (gain - mean),
    lambda mean, gain, count: (mean * (count - 1) + gain) / count,
    lambda mean, gain, count: mean * (count - 1) / count + gain / count,
)
WORTHS: tuple[Callable[[float], float], ...] = (
    lambda payoff: payoff,
    lambda payoff: 1 + payoff,  # what a player who can lose 1 is left with
    lambda payoff: (1 + payoff) / 2,  # the share of a win
)
WAYS = tuple(product(WORTHS, KEPT))  # to keep a mean


def _in_doubt(growth: Growth, index: int, kept: Mapping[int, tuple[float, ...]]) -> str:
    """Why it is in doubt which child of a node is due; "" where it is not.

    Of two with the same U and N the first is due, unless rounding has made its mean the
    smaller one: then it depends on how the rest of UCB1 is written.
    """
    tried = growth.tried_children(index)
    due = tried_with_greatest_ucb1(tried)
    for each in tried:
        if abs(each.ucb1 - due.ucb1) >= NEAR:
            continue
        one, other = (growth.tree.nodes[x.index].label for x in (each, due))
        if (each.utility, each.playouts) != (due.utility, due.playouts):
            apart = f"UCB1 of {one} and {other} is less than {NEAR:g} apart"
            return f"{apart}; {MEND}"
        if any(a > b for a, b in zip(kept[each.index], kept[due.index], strict=True)):
            return f"running means of {one} and {other} differ, in floats; {MEND}"
    return ""


END, EXPANSION, SELECTION, CHOICE = "end", "expansion", "selection", "choice"
SELECTIONS = tuple(
    f"{SELECTION}/{a}/{b}" for a, b in product((game.MAX, game.MIN), repeat=2)
)
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


Search = Callable[[game.Game, game.State, int], object]
Watch = Callable[
    [int, game.Value], None
]  # is told each playout: its node, and MAX's payoff


class Endless(Exception):  # noqa: N818 - a finding, which its module is blamed for
    """A search went on to twice the playouts."""


class Seat:
    """A tree on which one search is run; `played` are the nodes of its playouts."""

    def __init__(
        self, tree: GameTree, *, apart: bool, watch: Watch = lambda *_: None
    ) -> None:
        self.played: list[int] = []
        self._watch = watch
        self._tree, self._apart = tree, apart
        self._playouts = Playouts(tree)
        self._most: float = math.inf
        facts = tree.facts._replace(apart=apart)
        self.game = game.Game(self._fetch, facts=facts, play=self._play)

    def run(self, search: Search) -> object:
        """What a search returns; Endless where it plays on, or whatever it raises."""
        self._most = most_playouts(self._tree)
        return search(self.game, self.root, self._tree.iterations)

    @property
    def root(self) -> game.State:
        """The state at the root."""
        return self._state(0)

    def _play(self, state: game.State) -> game.Value:
        if len(self.played) >= self._most:
            raise Endless(PLAYS_ON)
        index = _index(state)
        self.played.append(index)
        payoff = self._playouts.next_from(index)
        self._watch(index, payoff)
        return payoff

    def _fetch(self, state: game.State) -> game.View:
        node = self._tree.nodes[_index(state)]
        below = [self._state(child) for child in node.children]
        named = tuple(zip(self._tree.moves_of(node), below, strict=True))
        return game.View(node.to_move, named, node.utility)

    def _state(self, index: int) -> game.State:
        node = self._tree.nodes[index]
        content = game.hashable_content(node.content)
        return game.State(self.game, index, node.label, content, apart=self._apart)


def _index(state: game.State) -> int:
    """The node of a state of this game."""
    return state._handle  # noqa: SLF001 - of its own making
