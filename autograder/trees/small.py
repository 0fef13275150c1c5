"""Small game trees: all of them, random ones, and the moves that make one smaller.

A `Shape` is a tree as bare lists in a file say it: a tuple of its subtrees, and a
number where it is a leaf.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, count, permutations, product
from random import Random
from typing import Any

from autograder.game import CHANCE, MAX, MIN, Number, Value
from autograder.trees import explicit, rules
from autograder.trees.tree import (
    FULL,
    INFINITY,
    PLAYERS,
    GameTree,
    Node,
    Window,
    breadth_first,
)

Shape = Any  # Number | tuple[Shape, ...]: mypy has no such type for Python 3.10

OTHER = {MAX: MIN, MIN: MAX}
LABEL = re.compile(r'"[A-Z]+": ')
DEFAULT_PLAYERS = 'players: ["max", "min"]\n'

FEW = (0, 1, -1)  # with these, three leaves have every order, every tie, every sign
WIDE = (0.5, *(10**power + more for power in range(1, 8) for more in (0, 5)))
MANY = (*FEW, 2, -2, *(sign * size for size in WIDE for sign in (1, -1)))
Palettes = tuple[tuple[Number, ...], ...]
PALETTES: Palettes = (
    FEW,
    tuple(range(-3, 4)),
    tuple(range(1, 10)),
    tuple(range(-9, 0)),
    MANY,
)
SMALL_PALETTES = PALETTES[:2]
LARGE = sorted(
    {2, 5, 15}  # what programs take for more than any utility
    | {factor * 10**power for power in range(1, 16) for factor in (1, 2, 5)}
    | {10**power - 1 for power in range(1, 10)}
)
NIM = ((1, 1), (2, 1))  # piles of games in which positions come again
MOST_INNER = {1: 3, 2: 4, 3: 4}  # by the number of leaves: what `every_tree` makes
FILLED = 5  # nodes up to which a tree has all fillings in `tiny_trees`
LEAF = 0.8  # the chance that one leaf stands without a node above it alone


def tree_of_shape(shape: Shape, first: str = MAX, window: Window = FULL) -> GameTree:
    """The tree of a shape, labelled as a file's bare lists are; players alternate."""
    rows: list[tuple[str, Number | None]] = []
    children: list[list[int]] = []
    stack: list[tuple[Shape, str, int]] = [(shape, first, -1)]
    while stack:
        part, player, parent = stack.pop()
        index = len(rows)
        if parent >= 0:
            children[parent].append(index)
        children.append([])
        below = part if isinstance(part, tuple) else ()
        rows.append((player, None if below else part))
        stack.extend((child, OTHER[player], index) for child in reversed(below))
    labels = explicit.letters()
    label_of = {index: next(labels) for index in breadth_first(children)}
    nodes = [
        Node(
            label=label_of[index],
            to_move=player,
            children=tuple(children[index]),
            utility=utility,
        )
        for index, (player, utility) in enumerate(rows)
    ]
    return GameTree(tuple(nodes), window=window)


def shape_of(tree: GameTree) -> Shape:
    """The shape from which `build` makes the tree again."""
    shapes: list[Shape] = [node.utility for node in tree.nodes]
    for index in reversed(range(len(shapes))):
        if tree.nodes[index].children:
            shapes[index] = tuple(shapes[i] for i in tree.nodes[index].children)
    return shapes[0]


def size_key(tree: GameTree) -> tuple[Any, ...]:
    """A key to sort by: what a student can take in at a glance comes first.

    A tree without a window before one with, then leaves, nodes, plies, MAX at the
    root, integers, and how far the utilities are from 0; then what a tree of MAX and
    MIN has not: chances that differ, a limit, estimates, bounds. No two trees share a
    key.
    """
    ends = [end for end in tree.window if abs(end) < INFINITY]
    utilities = [n for node in tree.nodes for n in node.payoffs()]
    chances = [each for node in tree.nodes for each in node.probabilities]
    bounds = tree.bounds or ()
    return (
        len(ends),
        sum(node.utility is not None for node in tree.nodes),
        len(tree.nodes),
        tree.height(),
        tree.root.to_move == MIN,
        tuple(len(node.children) for node in tree.nodes),
        sum(type(number) is float for number in (*utilities, *ends)),
        len(set(chances)),
        sum(len(repr(each)) for each in chances),
        (tree.limit.depth, tree.limit.rounds, tree.limit.margin or 0),
        sum(not node.quiet for node in tree.nodes),
        sum(map(abs, (*utilities, *ends, *bounds)))
        + sum([sum(map(abs, _estimates(node))) for node in tree.nodes]),
        _numbers((*utilities, *tree.window, *bounds)),
        tuple(
            [
                (n.quiet, n.to_move, n.probabilities, _numbers(_estimates(n)))
                for n in tree.nodes
            ]
        ),
        tree.players,
    )


def _estimates(node: Node) -> tuple[Number, ...]:
    if node.estimate is None:
        return ()
    return node.estimate if isinstance(node.estimate, tuple) else (node.estimate,)


def _numbers(numbers: Iterable[Number]) -> tuple[tuple[Number, bool, bool], ...]:
    """A key for numbers: those near 0 first, then those above it, then integers."""
    return tuple((abs(n), n < 0, type(n) is float) for n in numbers)


def tree_in_window(tree: GameTree, window: Window) -> GameTree:
    """The tree of MAX and MIN in this window, with all numbers well inside it.

    At an end of the window a search may stop or go on, as nothing is better.
    """
    least, most = ((3 * a + b) / 4 for a, b in (window, window[::-1]))

    def clamped(value: Value | None) -> Value | None:
        if value is None or isinstance(value, tuple):
            return value
        return min(max(value, least), most)

    nodes = [
        replace(node, utility=clamped(node.utility), estimate=clamped(node.estimate))
        for node in tree.nodes
    ]
    return replace(tree, nodes=tuple(nodes), window=window)


def dump(tree: GameTree) -> str:
    """The tree as a file that reads back as the same tree, in bare lists if it can."""
    text = explicit.dump(tree).replace(DEFAULT_PLAYERS, "")
    leaves = [n if n.children else replace(n, utility=0) for n in tree.nodes]
    bare = tree_of_shape(shape_of(replace(tree, nodes=tuple(leaves))))
    if tree.labels() != bare.labels():
        return text
    head, _, nodes = text.rpartition("tree: ")
    lists = LABEL.sub("", nodes).translate(str.maketrans("{}", "[]"))
    return f"{head}tree: {lists[1:-2]}\n"


def every_tree(alone: Sequence[Number] = MANY) -> Iterator[GameTree]:
    """All trees of up to three leaves whose utilities are in FEW, in order of size.

    A lone leaf takes the numbers `alone`: of every magnitude, if not told otherwise.
    """
    for leaves, most in MOST_INNER.items():
        numbers = alone if leaves == 1 else FEW
        fillings = list(product(numbers, repeat=leaves))
        for inner in range(1, most + 1):
            shapes = [shape for shape in outlines(leaves, inner) if shape is not None]
            made = (
                tree_of_shape(filled(shape, iter(filling)), first)
                for shape in shapes
                for first in (MAX, MIN)
                for filling in fillings
            )
            yield from sorted(made, key=size_key)


def tiny_trees() -> Iterator[GameTree]:
    """The trees of `every_tree` with utilities of FEW, by size, but not all fillings.

    Of those with more nodes than FILLED, which many are, in which the leaves stand in
    the same order of value the smallest is enough: searches only compare.
    """
    met: set[Shape] = set()
    for tree in every_tree(alone=FEW):
        if len(tree.nodes) > FILLED:
            ranked = ranks(shape_of(tree)), tree.root.to_move
            if ranked in met:
                continue
            met.add(ranked)
        yield tree


def ranks(shape: Shape) -> Shape:
    """The shape with the rank of each utility in its place, from 0."""
    numbers = list(utilities_of(shape))
    rank_of = {number: rank for rank, number in enumerate(sorted(set(numbers)))}
    return filled(shape, (rank_of[number] for number in numbers))


def large_leaves() -> list[GameTree]:
    """Lone leaves at a distance from 0 where a finite "infinity" may be, by size."""
    numbers = [sign * number for number in LARGE for sign in (1, -1)]
    return sorted(
        (tree_of_shape((n,), f) for n in numbers for f in (MAX, MIN)), key=size_key
    )


def repeating_trees() -> list[GameTree]:
    """Small trees in which a position comes again, by size; tiny games of Nim last.

    It comes twice at the root, or below each of two nodes: behind another leaf, where
    a search may be content with a bound on it, and where its value is needed.
    """
    inner = [*product(FEW, repeat=1), *permutations(FEW, 2)]
    below = {
        part: [(part,), *((n, part) for n in FEW), *((part, n) for n in FEW)]
        for part in inner
    }
    shapes: list[Shape] = [(part, part) for part in (*FEW, *inner)]
    shapes += [pair for parts in below.values() for pair in product(parts, repeat=2)]
    made = [
        tree_with_shared_positions(tree_of_shape(s, first))
        for s in shapes
        for first in (MAX, MIN)
    ]
    path = rules.known_games().get("nim")
    nim: Any = rules.rules_of(path) if path else None
    games = product(NIM if path else (), (False, True), (MAX, MIN))
    played = [
        rules.unroll(nim(piles, misere=m, first=first)) for piles, m, first in games
    ]
    return [*sorted(made, key=size_key), *map(GameTree, played)]


def tree_with_shared_positions(tree: GameTree) -> GameTree:
    """The tree with nodes as one position where who moves and all below is the same."""
    kinds: dict[object, int] = {}
    kind_of = [0] * len(tree.nodes)
    for index in reversed(range(len(tree.nodes))):
        node = tree.nodes[index]
        row = (node.to_move, node.utility, *(kind_of[child] for child in node.children))
        kind_of[index] = kinds.setdefault(row, len(kinds))
    names, letters = [""] * len(kinds), explicit.letters()
    met = [0] * len(kinds)
    labels = [""] * len(tree.nodes)
    for index in breadth_first([node.children for node in tree.nodes]):
        kind = kind_of[index]
        met[kind] += 1
        names[kind] = names[kind] or next(letters)
        labels[index] = f"{names[kind]}#{met[kind]}" if met[kind] > 1 else names[kind]
    pairs = zip(tree.nodes, labels, strict=True)
    nodes = tuple(replace(node, label=label) for node, label in pairs)
    return replace(tree, nodes=nodes)


@cache
def outlines(leaves: int, inner: int) -> tuple[Shape, ...]:
    """The shapes with so many leaves and inner nodes; None stands at each leaf."""
    if inner == 0:
        return (None,) if leaves == 1 else ()
    return _forests(leaves, inner - 1)


@cache
def _forests(leaves: int, inner: int) -> tuple[tuple[Shape, ...], ...]:
    """One shape or more beside one another, which have so many nodes together."""
    if leaves == 0:
        return ()
    alone = [(shape,) for shape in outlines(leaves, inner)]
    together = [
        (shape, *rest)
        for left in range(1, leaves)
        for above in range(inner + 1)
        for shape in outlines(left, above)
        for rest in _forests(leaves - left, inner - above)
    ]
    return (*alone, *together)


def filled(shape: Shape, numbers: Iterator[Number]) -> Shape:
    """The shape with these numbers at its leaves, from left to right."""
    if not isinstance(shape, tuple):
        return next(numbers)
    return tuple([filled(child, numbers) for child in shape])


def utilities_of(shape: Shape) -> Iterator[Number]:
    """The utilities, from left to right."""
    if isinstance(shape, tuple):
        for child in shape:
            yield from utilities_of(child)
    else:
        yield shape


def random_tree(
    chance: Random,
    *,
    windowed: bool = False,
    palettes: Palettes = PALETTES,
    most_leaves: int = 14,
) -> GameTree:
    """A tree of 4 leaves or more, narrow and deep or wide; with a window if asked for.

    Its utilities are those of one of the `palettes`.
    """
    numbers = chance.choice(palettes)
    widest = chance.choice((2, 2, 3, 4))  # deep cuts take many plies
    shape = _grown(chance, chance.randint(4, most_leaves), widest, numbers)
    window = FULL
    if windowed:
        window = random_window(chance, numbers)
    return tree_of_shape(shape, chance.choice((MAX, MIN)), window)


def random_window(chance: Random, numbers: Sequence[Number]) -> Window:
    """A window with one end or both among these numbers."""
    alpha, beta = sorted(chance.sample(numbers, 2))
    ends = ((alpha, beta), (alpha, INFINITY), (-INFINITY, beta))
    return chance.choice(ends)


def _grown(
    chance: Random, leaves: int, widest: int, numbers: tuple[Number, ...]
) -> Shape:
    """A random shape with so many leaves, which is no leaf itself."""
    least = 1 if leaves < 4 else 2
    parts = [1] * min(leaves, chance.randint(least, widest))
    for _ in range(leaves - len(parts)):
        parts[chance.randrange(len(parts))] += 1
    return tuple(
        chance.choice(numbers)
        if part == 1 and chance.random() < LEAF
        else _grown(chance, part, widest, numbers)
        for part in parts
    )


MOST_REFILLED = 5  # leaves that are given all utilities of FEW at once


def smaller(tree: GameTree) -> list[GameTree]:
    """The trees that are smaller and one move away, in order of size."""
    shape, first, window = shape_of(tree), tree.root.to_move, tree.window
    reduced = [s for s in _reduced(shape) if isinstance(s, tuple)]
    moved = [tree_of_shape(s, first, window) for s in (*reduced, *_refilled(shape))]
    moved += [tree_of_shape(s, OTHER[first], window) for s in (shape, *reduced)]
    numbers = [-number for number in utilities_of(shape)]
    mirrored = (-window[1], -window[0])
    moved.append(tree_of_shape(filled(shape, iter(numbers)), OTHER[first], mirrored))
    moved += [tree_of_shape(shape, first, other) for other in simpler_windows(*window)]
    most = size_key(tree)
    sized = {size_key(other): other for other in moved}
    return [sized[key] for key in sorted(key for key in sized if key < most)]


def trees_cut_to_four_leaves(tree: GameTree) -> list[GameTree]:
    """The trees with a part less than this one, and any of FEW at four leaves.

    In order of size: what is left to be tried where a move at a time leads no further,
    and all trees of up to three leaves have been tried.
    """
    shape = shape_of(tree)
    reduced = {_outline(s) for s in _reduced(shape) if isinstance(s, tuple)}
    made = [
        tree_of_shape(filled(outline, iter(filling)), tree.root.to_move, tree.window)
        for outline in reduced - {_outline(shape)}  # `smaller` fills that, too
        if sum(1 for _ in utilities_of(outline)) == 4
        for filling in product(FEW, repeat=4)
    ]
    return sorted(made, key=size_key)


def _outline(shape: Shape) -> Shape:
    return tuple(map(_outline, shape)) if isinstance(shape, tuple) else None


def _reduced(shape: Shape) -> Iterator[Shape]:
    """The shape with a part left out, in place of what is above it, or made a leaf."""
    if not isinstance(shape, tuple):
        yield from nearer(shape)
        return
    yield from (0, *utilities_of(shape))
    for index, child in enumerate(shape):
        before, behind = shape[:index], shape[index + 1 :]
        if before or behind:
            yield (*before, *behind)
        yield child
        if isinstance(child, tuple):
            yield from child
            yield (*before, *child, *behind)
            parts = (each if isinstance(each, tuple) else (each,) for each in child)
            yield (*before, *chain(*parts), *behind)
        yield from ((*before, other, *behind) for other in _reduced(child))


def nearer(number: Number) -> Iterator[Number]:
    """Numbers nearer to 0, by steps of every length; and its mirror image."""
    yield from (-number, round(number))
    step = abs(int(number))
    while step:
        yield number - step if number > 0 else number + step
        step //= 2


def _refilled(shape: Shape) -> Iterator[Shape]:
    """The shape with other utilities everywhere: their ranks, or all there are."""
    numbers = list(utilities_of(shape))
    ranked, different = list(utilities_of(ranks(shape))), len(set(numbers))
    for lowest in (-different, -(different // 2), 0, 1):
        yield filled(shape, (rank + lowest for rank in ranked))
    if len(numbers) <= MOST_REFILLED:
        for filling in product(FEW, repeat=len(numbers)):
            yield filled(shape, iter(filling))


def simpler_windows(alpha: Number, beta: Number) -> Iterator[Window]:
    """Simpler windows: an end less, or nearer to 0."""
    yield from (FULL, (alpha, INFINITY), (-INFINITY, beta))
    if alpha > -INFINITY:
        yield from ((other, beta) for other in nearer(alpha) if other < beta)
    if beta < INFINITY:
        yield from ((alpha, other) for other in nearer(beta) if other > alpha)


LETTERS = 26
TWO_STATES = (0, (0, 0), (0, 0))  # of which one may be left as the other was
TURNED = 4  # of so many nodes the last has its names in another order


def with_lettered_moves(tree: GameTree) -> GameTree:
    """The tree whose moves are called a, b, c, … at every node in which a player moves.

    At every fourth of these nodes a comes last: so a name may stand at another place,
    and where there are fewer moves not at all.
    """
    nodes, numbers = list[Node](), count()
    for node in tree.nodes:
        if not node.children or node.to_move == CHANCE:
            nodes.append(node)
            continue
        names = tuple(map(_letter, range(len(node.children))))
        turn = next(numbers) % TURNED == TURNED - 1
        nodes.append(replace(node, moves=(*names[turn:], *names[:turn])))
    return replace(tree, nodes=tuple(nodes))


def _letter(number: int) -> str:
    more, place = divmod(number, LETTERS)
    return (_letter(more - 1) if more else "") + chr(ord("a") + place)


def trees_with_repeated_cut() -> list[GameTree]:
    """The least trees in which what has cut in one state cuts in another; by size."""
    fillings = product(FEW, repeat=5)
    shapes = [filled(TWO_STATES, iter(each)) for each in fillings]
    made = (tree_of_shape(shape, first) for first in PLAYERS for shape in shapes)
    return sorted(made, key=size_key)
