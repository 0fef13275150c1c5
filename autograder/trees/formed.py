"""Small trees of any form: tiny ones in order of size, and what makes one smaller.

`small` has the same for trees of MAX and MIN who take turns to the end of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, cycle, islice
from random import Random

from autograder.game import CHANCE, MAX, MIN, Number, Value
from autograder.trees import explicit, small
from autograder.trees.drawn import PLAIN, Form, random_tree, tree_of_form
from autograder.trees.explicit import even
from autograder.trees.tree import PLAYERS, GameTree, Limit, Node, Window, breadth_first
from autograder.trees.values import equal, exact_values

OUTLINES = {1: 3, 2: 4, 3: 4}  # the most inner nodes, by the number of leaves
DRAWN = 24  # trees for each outline, in all forms together
LARGE = 9  # numbers beyond it show no more than what stands for infinity
NUMBERS = (0, 1, -1, 2)  # with a 2 the mean of two is seldom one of them


@dataclass(frozen=True, slots=True)
class Kept:
    """How many trees of each sort are kept with their answers."""

    first: int = 60
    tiny: int = 180
    small: int = 200
    large: int = 40
    windowed: int = 60
    repeating: int = 60


KEPT = Kept()


@dataclass(frozen=True, slots=True)
class Part:
    """A node and all below it, wherever it stands: who moves is told by its ply.

    A leaf has a `utility`. The `shares` are the probabilities of what is `below` where
    chance moves there, and () where all are equal.
    """

    below: tuple[Part, ...] = ()
    utility: Value | None = None
    estimate: Value | None = None
    quiet: bool = True
    shares: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """All of a tree but its nodes; the `movers` of each ply are cycled."""

    movers: tuple[str, ...]
    players: tuple[str, ...]
    limit: Limit
    bounds: Window | None
    window: Window


@cache
def tiny_trees(forms: tuple[Form, ...]) -> tuple[GameTree, ...]:
    """Trees of these forms with up to three leaves, each once, in order of size.

    Of those of MAX and MIN alone all are there, of others some of each outline.
    """
    chance = Random(0)  # noqa: S311 - to be repeated, not to be guessed
    made = list(small.tiny_trees()) if PLAIN in forms else []
    for form in forms:
        if form != PLAIN:
            drawn = _outlines() * max(2, DRAWN // len(forms))
            made += [tree_of_form(chance, form, each, NUMBERS) for each in drawn]
    sized = {small.size(tree): tree for tree in made if _has_players(tree)}
    return tuple(sized[key] for key in sorted(sized))


def family(
    forms: tuple[Form, ...], within: Window | None, *, windowed: bool
) -> tuple[GameTree, ...]:
    """Few enough trees of these forms to be kept with their answers.

    They stand in order of size, those with large numbers last.
    The very first, each so many of the other tiny ones, larger ones, such with large
    numbers, and where two take turns also such on which positions come again.
    """
    chance = Random(0)  # noqa: S311 - to be repeated, not to be guessed
    tiny = tiny_trees(forms)
    made = [*tiny[: KEPT.first], *tiny[KEPT.first :: len(tiny) // KEPT.tiny]]
    for count, leaves, palettes, has_window in (
        (KEPT.small, 8, small.SMALL_PALETTES, False),
        (KEPT.large, 4, (small.MANY,), False),
        (KEPT.windowed if windowed else 0, 6, small.SMALL_PALETTES, True),
    ):
        made += [
            random_tree(
                chance,
                form,
                windowed=has_window,
                palettes=palettes,
                most_leaves=leaves,
            )
            for form in islice(cycle(forms), count)
        ]
    if PLAIN in forms:
        again = [t for t in small.repeating_trees() if t.root.content is None]
        made += again[:: len(again) // KEPT.repeating]
    if within is not None:
        made = [small.within(tree, within) for tree in made]
    sized = {small.size(tree): tree for tree in made if _has_players(tree)}
    return tuple(sorted(sized.values(), key=lambda t: (_is_large(t), small.size(t))))


def _is_large(tree: GameTree) -> bool:
    return any(abs(n) > LARGE for node in tree.nodes for n in node.payoffs())


def _has_players(tree: GameTree) -> bool:
    return any(node.to_move != CHANCE for node in tree.nodes)


@cache
def _outlines() -> tuple[GameTree, ...]:
    """The shapes of tiny trees, all leaves 0."""
    return tuple(
        small.build(small.filled(outline, iter((0,) * leaves)))
        for leaves, most in OUTLINES.items()
        for inner in range(1, most + 1)
        for outline in small.outlines(leaves, inner)
        if outline is not None
    )


def smaller(tree: GameTree) -> list[GameTree]:
    """The trees of the same form that are smaller and one move away, by size."""
    part, setting = part_of(tree), setting_of(tree)
    moved = [build(other, setting) for other in _reduced(part) if other.below]
    moved += [build(part, other) for other in _simpler(setting)]
    most = small.size(tree)
    sized = {small.size(other): other for other in moved if _has_players(other)}
    return [sized[key] for key in sorted(key for key in sized if key < most)]


def part_of(tree: GameTree) -> Part:
    """The root, and all below it."""
    parts: dict[int, Part] = {}
    for index, node in reversed([*enumerate(tree.nodes)]):
        uneven = node.probabilities != even(len(node.probabilities))
        parts[index] = Part(
            below=tuple(parts[child] for child in node.children),
            utility=node.utility,
            estimate=node.estimate,
            quiet=node.quiet,
            shares=node.probabilities if uneven else (),
        )
    return parts[0]


def setting_of(tree: GameTree) -> Setting:
    """All of a tree but its nodes."""
    movers = tuple(explicit.movers(tree))
    return Setting(movers, tree.players, tree.limit, tree.bounds, tree.window)


def build(part: Part, setting: Setting) -> GameTree:
    """The tree of a part, labelled as a file's bare lists are.

    Where a search is limited each inner node has an estimate, and elsewhere none has.
    """
    nodes: list[Node] = []
    children: list[list[int]] = []
    waiting = [(part, 0, -1)]
    while waiting:
        each, depth, parent = waiting.pop()
        if parent >= 0:
            children[parent].append(len(nodes))
        children.append([])
        waiting += [(c, depth + 1, len(nodes)) for c in reversed(each.below)]
        nodes.append(_node(each, setting, depth))
    names = explicit.letters()
    label_of = {index: next(names) for index in breadth_first(children)}
    named = tuple(
        replace(node, label=label_of[index], children=tuple(children[index]))
        for index, node in enumerate(nodes)
    )
    return GameTree(
        named,
        window=setting.window,
        players=setting.players,
        limit=setting.limit,
        bounds=_wide_enough(setting.bounds, named),
    )


def _node(part: Part, setting: Setting, depth: int) -> Node:
    mover = setting.movers[depth % len(setting.movers)]
    if not part.below:
        return Node("", mover, utility=part.utility)
    nothing: Value = 0 if setting.players == PLAYERS else (0,) * len(setting.players)
    estimate = nothing if part.estimate is None else part.estimate
    fitting = len(part.shares) == len(part.below)
    shares = part.shares if fitting else even(len(part.below))
    return Node(
        label="",
        to_move=mover,
        probabilities=shares if mover == CHANCE else (),
        estimate=estimate if setting.limit else None,
        quiet=part.quiet or not setting.limit or mover == CHANCE,
    )


def _wide_enough(bounds: Window | None, nodes: Sequence[Node]) -> Window | None:
    """The bounds, or wider ones between which all numbers lie."""
    if bounds is None:
        return None
    values = [value for node in nodes for value in (node.utility, node.estimate)]
    numbers = [n for n in values if n is not None and not isinstance(n, tuple)]
    return min(bounds[0], *numbers), max(bounds[1], *numbers)


def is_settled_early(tree: GameTree) -> bool:
    """Whether a player has the best that the bounds allow, and there is more to search.

    Some searches stop there, and others do not.
    """
    if tree.bounds is None:
        return False
    values, (least, greatest) = exact_values(tree), tree.bounds
    most = {MAX: greatest, MIN: least}
    return any(
        node.to_move in most
        and equal(values[tree.nodes[child].label], most[node.to_move])
        for node in tree.searched.nodes
        for child in node.children[:-1]
    )


def _simpler(setting: Setting) -> Iterator[Setting]:
    """Settings of which one thing is simpler: the limit, the window or the bounds."""
    limit, (alpha, beta) = setting.limit, setting.window
    for name in ("depth", "rounds"):
        if getattr(limit, name) > 1:
            less = replace(limit, **{name: getattr(limit, name) - 1})
            yield replace(setting, limit=less)
    yield from (replace(setting, window=w) for w in small.windows(alpha, beta))
    if setting.bounds is not None:  # `build` widens them
        yield replace(setting, bounds=(0, 1))


def _reduced(part: Part) -> Iterator[Part]:
    """The part with less in one place, or with a simpler number in one."""
    if not part.below:
        yield from (replace(part, utility=v) for v in _nearer(part.utility))
        return
    yield from (Part(utility=value) for value in _leaves(part))
    for index, child in enumerate(part.below):
        before, behind = part.below[:index], part.below[index + 1 :]
        if before or behind:
            yield replace(part, below=(*before, *behind))
        yield child
        if child.below:
            yield from child.below
            yield replace(part, below=(*before, *child.below, *behind))
            through = chain(*(each.below or (each,) for each in child.below))
            yield replace(part, below=(*before, *through, *behind))
        for other in _reduced(child):
            yield replace(part, below=(*before, other, *behind))
    yield from (replace(part, estimate=v) for v in _nearer(part.estimate))
    yield from (replace(part, shares=shares) for shares in _plainer(part.shares))
    if not part.quiet:
        yield replace(part, quiet=True)


def _leaves(part: Part) -> Iterator[Value]:
    """What the leaves of a part are worth, and its estimate."""
    if part.estimate is not None:
        yield part.estimate
    if part.utility is not None:
        yield part.utility
    for child in part.below:
        yield from _leaves(child)


def _nearer(value: Value | None) -> Iterator[Value]:
    """Values of which one number is nearer to 0."""
    if not isinstance(value, tuple):
        yield from () if value is None else _numbers_below(value)
        return
    yield (0,) * len(value)
    for place, number in enumerate(value):
        for other in _numbers_below(number):
            yield (*value[:place], other, *value[place + 1 :])


def _numbers_below(number: Number) -> Iterator[Number]:
    if number:
        yield 0
        yield from small.nearer(number)


def _plainer(shares: tuple[float, ...]) -> Iterator[tuple[float, ...]]:
    """Probabilities that are easier to reckon with: equal ones, and quarters."""
    if shares:
        yield ()
        if len(shares) == 2:
            yield from ((0.25, 0.75), (0.75, 0.25))


def without_a_ply(tree: GameTree, forms: Iterable[Form]) -> list[GameTree]:
    """The trees of these forms that lack a ply in which nobody has a choice, by size.

    Of a limited search none: it would look at what was too deep before.
    """
    setting = setting_of(tree)
    height = tree.height()
    movers = tuple(islice(cycle(setting.movers), height))
    if setting.limit or len(setting.players) != len(PLAYERS):
        return []
    known = {form.players for form in forms if form.bounded == bool(setting.bounds)}
    made = [
        build(part, replace(setting, movers=players))
        for ply in range(height)
        for part in filter(None, [_lifted(part_of(tree), ply)])
        for players in sorted(known)
        if tuple(islice(cycle(players), height - 1)) == movers[:ply] + movers[ply + 1 :]
    ]
    return sorted(filter(_is_a_game, made), key=small.size)


def _lifted(part: Part, ply: int) -> Part | None:
    """The part whose nodes of a ply have given way to what is below them.

    None where one of them has more than that. A leaf may stand anywhere.
    """
    if not part.below:
        return part
    if ply == 0:
        return part.below[0] if len(part.below) == 1 else None
    below = [_lifted(child, ply - 1) for child in part.below]
    if None in below:
        return None
    return replace(part, below=tuple(child for child in below if child is not None))


def _is_a_game(tree: GameTree) -> bool:
    """Whether anybody moves in it but chance."""
    return any(node.to_move != CHANCE for node in tree.nodes)
