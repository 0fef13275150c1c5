"""Trials of small searches in this process, judged by a search of their own."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from autograder.game import Game, State, View
from autograder.repair.loading import Candidate, Codes, Compiler, Edited, Steps
from autograder.repair.parts import ByParts
from autograder.repair.search import Facets, Line
from autograder.repair.written import Program, written_out

Tree = Any  # a number, or a list of trees


def grown(chance: random.Random, height: int) -> Tree:
    """A tree of so many plies, whose nodes have two or three children."""
    if not height:
        return chance.randint(-20, 20)
    return [grown(chance, height - 1) for _ in range(chance.choice((2, 2, 3)))]


TREES: tuple[Tree, ...] = (
    [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    [[[4, 6], [7, 9]], [[1, 2], [0, 1]], [[5, 3], [8, 2]]],
    [[-2, -4], [-1, -9], [-7, -3]],
    [[2000, 1500], [-1500, 1700], [0, 1600]],
    [[5, 3], [3, 9], [3, 8]],
    [[0, 1], [0, 0], [-1, 2]],
    *(grown(random.Random(seed), 5) for seed in range(2)),  # noqa: S311 - the same each time
)
LEAVES: tuple[Tree, ...] = ([3, 12, 8], [-7, -12, -5], [0, -1, 1], [2000, -2000], [5])
OF_TWO: tuple[Tree, ...] = (*TREES[:3], [[2, 3], [1, 9], [0, 9]], [[5, 4], [6, 7]])
BY_PLIES = {1: LEAVES, 2: OF_TWO}
FUNCTIONS = "max_value", "min_value"  # that are tried alone
BUDGET = 30_000_000  # steps of one search
STEPS = 60_000  # of one trial


def value(tree: Tree, *, maximises: bool) -> float:
    """What a tree is worth to MAX, by the definition."""
    if not isinstance(tree, list):
        return tree  # type: ignore[no-any-return]
    values = [value(child, maximises=not maximises) for child in tree]
    return max(values) if maximises else min(values)


def visited(
    tree: Tree, alpha: float, beta: float, at: tuple[int, ...] = (), first: str = "max"
) -> tuple[float, set[tuple[int, ...]]]:
    """The value and the nodes of alpha-beta, which cuts when it reaches a bound."""
    if not isinstance(tree, list):
        return tree, {at}
    met = {at}
    maximises = (len(at) % 2 == 0) == (first == "max")
    best = -math.inf if maximises else math.inf
    for place, child in enumerate(tree):
        worth, below = visited(child, alpha, beta, (*at, place), first)
        met |= below
        if maximises:
            best = max(best, worth)
            alpha = max(alpha, best)
        else:
            best = min(best, worth)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, met


class Toys:
    """The trees as trials: a program's value, its nodes if it prunes, its action.

    Behind them stand those of up to so many plies, on which one function is called
    alone.
    """

    def __init__(self, *, prunes: bool, plies: int) -> None:
        self.alone = [
            (tree, name, f"{name}/{height}")
            for height in range(1, plies + 1)
            for name in FUNCTIONS
            for tree in BY_PLIES[height]
        ]
        trees = [*TREES, *[tree for tree, *_ in self.alone]]
        self.sizes: Sequence[int] = [len(str(tree)) for tree in trees]
        self.runs_of_trees = 0
        self._prunes = prunes
        self._steps = Steps()
        self._compiler = Compiler(self._steps)
        self.edited = Edited(self._steps)

    def facets(self, program: Program, trial: int) -> Facets | None:
        """What is right; None where the program cannot be compiled."""
        try:
            codes = self._compiler.codes(program)
        except SyntaxError:
            return None
        return self._run(codes, trial)

    def parts(self) -> dict[str, list[int]]:
        """The trials of each part."""
        parts: dict[str, list[int]] = {}
        for number, (_, _, part) in enumerate(self.alone, len(TREES)):
            parts.setdefault(part, []).append(number)
        return parts

    def lines(self, program: Program, trial: int) -> set[Line]:
        """The lines that are run."""
        self.edited.seen.clear()
        self._run(self._compiler.marking(program), trial)
        return {*self.edited.seen}

    def spend(self, steps: int) -> None:
        """Count steps that no trial has made."""
        self._steps.spent += steps

    def spent(self) -> int:
        """The steps that were made so far."""
        return self._steps.spent

    def is_over(self) -> bool:
        """Whether the steps of the whole search are used up."""
        return self._steps.spent > BUDGET

    def _run(self, codes: Codes, trial: int) -> Facets:
        self.edited.codes = codes
        self._steps.begin_trial(STEPS)
        whole = trial < len(TREES)
        self.runs_of_trees += whole
        facets = self._of_tree(TREES[trial]) if whole else self._alone(trial)
        self._steps.end_trial()
        return facets

    def _alone(self, trial: int) -> Facets:
        tree, function, _ = self.alone[trial - len(TREES)]
        window = (-math.inf, math.inf) if self._prunes else ()
        game, root, met = board(tree, function[:3])
        candidate = Candidate("", "search", self.edited)
        got = candidate.call(function, (game, root, *window))
        exact, nodes = visited(tree, -math.inf, math.inf, (), function[:3])
        is_exact = got.get("returned", {}).get("number") == exact
        return (is_exact and (met == nodes or not self._prunes),)

    def _of_tree(self, tree: Tree) -> Facets:
        window = (-math.inf, math.inf) if self._prunes else ()
        candidate = Candidate("", "search", self.edited)
        game, root, met = board(tree)
        got = candidate.call("max_value", (game, root, *window))
        exact, nodes = visited(tree, -math.inf, math.inf)
        right = got.get("returned", {}).get("number") == exact
        facets = [right]
        if self._prunes:
            facets.append(right and met == nodes)
        game, root, _ = board(tree)
        got = candidate.call("search", (game, root))
        values = [value(child, maximises=False) for child in tree]
        best = {f"{at}" for at, each in enumerate(values) if each == exact}
        facets.append(got.get("returned", {}).get("text") in best)
        return tuple(facets)


def board(tree: Tree, first: str = "max") -> tuple[Game, State, set[tuple[int, ...]]]:
    """A game on a tree, its root, and the nodes that are asked about."""
    places: list[tuple[int, ...]] = [()]
    met: set[tuple[int, ...]] = set()

    def fetch(state: State) -> View:
        at = places[state._handle]
        met.add(at)
        node = tree
        for step in at:
            node = node[step]
        mover = first if len(at) % 2 == 0 else {"max": "min", "min": "max"}[first]
        if not isinstance(node, list):
            return View(mover, (), node)
        below = []
        for step in range(len(node)):
            places.append((*at, step))
            child = State(game, len(places) - 1, "/".join(map(str, (*at, step))))
            below.append((f"{step}", child))
        return View(mover, tuple(below), None)

    game = Game(fetch)
    return game, State(game, 0, "root"), met


@contextmanager
def search_of(source: str, *, prunes: bool, plies: int = 1) -> Iterator[ByParts]:
    """A search for repairs of a module `search`, on the trees."""
    toys = Toys(prunes=prunes, plies=plies)
    sys.meta_path.insert(0, toys.edited)
    limit = sys.getrecursionlimit()
    try:
        program = Program({"search": written_out(source)})
        entries = "max_value", "min_value", "search"
        yield ByParts(
            program,
            toys,
            len(TREES),
            toys.parts(),
            entries,
            chooser="search",
            of_value=1 + prunes,
            budget=BUDGET,
        )
    finally:
        sys.setrecursionlimit(limit)
        toys.edited.forget()
        sys.meta_path.remove(toys.edited)
