"""Trees of every form: drawn at random, tiny ones by size, and made smaller.

They may have chance, players with names, a limit and bounds. `small` has the same for
trees of MAX and MIN who take turns to the end of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, cycle, islice, pairwise
from random import Random
from typing import Any

from autograder.errors import AssignmentError
from autograder.game import CHANCE, MAX, MIN, Number, Value
from autograder.trees import explicit, small
from autograder.trees.explicit import even_chances
from autograder.trees.small import PALETTES, Palettes
from autograder.trees.tree import (
    PLAYERS,
    GameTree,
    Limit,
    Node,
    Window,
    breadth_first,
    common_window,
)
from autograder.trees.values import equal, exact_values

FARTHEST = {"depth": 3, "rounds": 2}  # of a limit
TRIES = 20  # to draw a tree in which the limit is reached: a deep one may be rare
NOISE = 0.4  # the chance that a node is not quiet, in trees where some are not
MARGINS = (0.5, 1, 2, 3)
SHARES = (3, 8)  # thirds and eighths; with whole numbers most means are exact
SLACK = (0, 0, 1, 5)  # between the least and the greatest number and the bounds


@dataclass(frozen=True, slots=True)
class Form:
    """What sort of tree is drawn.

    `players` are cycled as in a file, from any of them on, or where rounds are counted
    from the first; in a `loose` tree any moves in each ply. `limit` is `depth`,
    `rounds` or nothing; in a `noisy` tree not all is quiet where that ends, and with a
    `margin` an action may stand out by it. `bounded` trees have bounds. Where it is to
    lie `within` a window, that is the tree's, and no number is beyond it.
    """

    players: tuple[str, ...] = PLAYERS
    limit: str = ""
    bounded: bool = False
    loose: bool = False
    within: Window | None = None
    noisy: bool = False
    margin: bool = False


PLAIN = Form()


def forms_of(trees: Iterable[GameTree]) -> tuple[Form, ...]:
    """The forms of these trees, each once; one where all are of MAX and MIN alone.

    That is plain, whoever begins: those are drawn with either at the root.
    """
    known = tuple(trees)
    forms, within = _forms(known), common_window(known)
    return tuple([replace(form, within=within) for form in forms])


def _forms(trees: tuple[GameTree, ...]) -> tuple[Form, ...]:
    found: dict[Form, None] = {}
    for tree in trees:
        if has_only_max_and_min(tree):
            found[PLAIN] = None
            continue
        limit = "depth" if tree.limit.depth else "rounds" if tree.limit.rounds else ""
        try:
            form = Form(
                tuple(explicit.movers_by_depth(tree)),
                limit,
                tree.bounds is not None,
                noisy=any(not node.quiet for node in tree.nodes),
                margin=tree.limit.margin is not None,
            )
        except AssignmentError:  # more players than one move in a ply
            movers = tuple(dict.fromkeys(node.to_move for node in tree.nodes))
            form = Form(movers, loose=True)
        found[form] = None
    return tuple(found) or (PLAIN,)


def forms_with_turns(trees: Iterable[GameTree]) -> tuple[Form, ...]:
    """The forms of these trees, in any window; `loose` too where MAX moves twice.

    Where the players take turns in all trees of two, a search may rely on it.
    """
    known = tuple(trees)
    forms = _forms(known)
    if all(take_turns(tree) for tree in known if has_only_max_and_min(tree)):
        return forms
    return (*forms, Form(loose=True))


def take_turns(tree: GameTree) -> bool:
    """Whether nobody moves twice in a row."""
    return all(
        tree.nodes[child].to_move != node.to_move or not tree.nodes[child].children
        for node in tree.nodes
        for child in node.children
    )


def has_only_max_and_min(tree: GameTree) -> bool:
    """Whether nobody moves in a tree but MAX and MIN, to the end of the game."""
    return {node.to_move for node in tree.nodes} <= {*PLAYERS} and not tree.limit


def random_tree(
    chance: Random,
    form: Form = PLAIN,
    *,
    windowed: bool = False,
    palettes: Palettes = PALETTES,
    most_leaves: int = 14,
) -> GameTree:
    """A tree of this form, as `small.random_tree` draws those of MAX and MIN.

    Its numbers, estimates too, are those of one of the `palettes`. All inner nodes of a
    tree with a limit have an estimate.
    """
    if form.within is not None:
        free = replace(form, within=None)
        tree = random_tree(chance, free, palettes=palettes, most_leaves=most_leaves)
        return small.tree_in_window(tree, form.within)
    if form == PLAIN:
        return small.random_tree(
            chance, windowed=windowed, palettes=palettes, most_leaves=most_leaves
        )
    for _ in range(TRIES):
        numbers = chance.choice(palettes)
        outline = small.random_tree(chance, palettes=((0,),), most_leaves=most_leaves)
        tree = tree_of_form(chance, form, outline, numbers)
        if tree.horizon or not form.limit:
            break
    if windowed and not tree.has_vectors:
        ends = sorted({*_numbers(tree), -1, 1})
        tree = replace(tree, window=small.random_window(chance, ends))
    return tree


def tree_of_form(
    chance: Random, form: Form, outline: GameTree, numbers: Sequence[Number]
) -> GameTree:
    """A tree of this form with the nodes of an outline; its numbers are among these."""
    movers = _movers(chance, form, outline.height() + 1)
    # In the order of their first moves, which is that of their payoffs.
    players = dict.fromkeys((*movers, *form.players))
    names = tuple(name for name in players if name != CHANCE)
    if set(names) <= set(PLAYERS):
        names = PLAYERS

    def value() -> Value:
        if names == PLAYERS:
            return chance.choice(numbers)
        return tuple([chance.choice(numbers) for _ in names])

    nodes = [
        _node(chance, replace(node, to_move=movers[depth % len(movers)]), value)
        for node, depth in zip(outline.nodes, outline.depths(), strict=True)
    ]
    tree = replace(outline, nodes=tuple(nodes), players=names)
    if form.limit:
        estimated = [
            replace(node, estimate=value()) if node.children else node for node in nodes
        ]
        if form.noisy:
            estimated = [
                replace(node, quiet=chance.random() > NOISE)
                if node.children and node.to_move != CHANCE
                else node
                for node in estimated
            ]
        most = chance.randint(1, FARTHEST[form.limit])
        margin = chance.choice(MARGINS) if form.margin else None
        limit = replace(Limit(**{form.limit: most}), margin=margin)
        tree = replace(tree, nodes=tuple(estimated), limit=limit)
    return replace(tree, bounds=_bounds(chance, tree)) if form.bounded else tree


def _node(chance: Random, node: Node, value: Callable[[], Value]) -> Node:
    """The node of an outline, with its utility or its probabilities."""
    if not node.children:
        return replace(node, utility=value())
    if node.to_move != CHANCE:
        return node
    # So many shares of one, mostly unequal.
    count = len(node.children)
    whole = chance.choice([shares for shares in SHARES if shares >= count] or [count])
    cuts = [0, *sorted(chance.sample(range(1, whole), count - 1)), whole]
    shares = tuple([(end - start) / whole for start, end in pairwise(cuts)])
    return replace(node, probabilities=shares)


def _movers(chance: Random, form: Form, plies: int) -> tuple[str, ...]:
    players = form.players
    ends = form.limit == "rounds"  # who moves first moves once: so each has an end
    if form.loose and ends:
        alone = tuple(dict.fromkeys(players))
        return tuple(chance.sample(alone, len(alone)))
    if form.loose:
        drawn = tuple([chance.choice(players) for _ in range(plies)])
        return drawn if set(drawn) != {CHANCE} else players
    if ends and _is_once(players):
        return players
    turned = [(*players[n:], *players[:n]) for n in range(len(players))]
    return chance.choice([t for t in turned if not ends or _is_once(t)])


def _is_once(movers: Sequence[str]) -> bool:
    return movers.count(next(mover for mover in movers if mover != CHANCE)) == 1


def _bounds(chance: Random, tree: GameTree) -> Window:
    numbers = list(_numbers(tree))
    least = min(numbers) - chance.choice(SLACK)
    greatest = max(numbers) + chance.choice(SLACK)
    return least, greatest if least < greatest else greatest + 1


def _numbers(tree: GameTree) -> Iterator[Number]:
    for node in tree.nodes:
        for value in (node.utility, node.estimate):
            if value is not None and not isinstance(value, tuple):
                yield value


OUTLINES = {1: 3, 2: 4, 3: 4}  # the most inner nodes, by the number of leaves
DRAWN = 24  # trees for each outline, in all forms together
LARGE = 9  # numbers beyond it show no more than what stands for infinity
NUMBERS = (0, 1, -1, 2)  # with a 2 the mean of two is seldom one of them


# How many trees are kept with their answers: the very first, other tiny ones, and such
# on which positions come again; and of those drawn at random how many, with how many
# leaves and which numbers, and whether they have a window.
FIRST, TINY, REPEATING = 60, 180, 60
AT_RANDOM = (
    (200, 8, small.SMALL_PALETTES, False),
    (40, 4, (small.MANY,), False),
    (60, 6, small.SMALL_PALETTES, True),
)


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
    sized = {small.size_key(tree): tree for tree in made if _has_players(tree)}
    return tuple(sized[key] for key in sorted(sized))


def trees_for_family(
    forms: tuple[Form, ...], within: Window | None, *, windowed: bool
) -> tuple[GameTree, ...]:
    """Few enough trees of these forms to be kept with their answers.

    They stand in order of size, those with large numbers last.
    The very first, each so many of the other tiny ones, larger ones, such with large
    numbers, and where two take turns also such on which positions come again.
    """
    chance = Random(0)  # noqa: S311 - to be repeated, not to be guessed
    tiny = tiny_trees(forms)
    made = [*tiny[:FIRST], *tiny[FIRST :: len(tiny) // TINY]]
    for most, leaves, palettes, has_window in AT_RANDOM:
        count = most if windowed or not has_window else 0
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
        made += again[:: len(again) // REPEATING]
    if within is not None:
        made = [small.tree_in_window(tree, within) for tree in made]
    sized = {small.size_key(tree): tree for tree in made if _has_players(tree)}

    def large_ones_last(size: tuple[Any, ...]) -> tuple[bool, tuple[Any, ...]]:
        payoffs = (n for node in sized[size].nodes for n in node.payoffs())
        return any(abs(number) > LARGE for number in payoffs), size

    return tuple([sized[size] for size in sorted(sized, key=large_ones_last)])


def _has_players(tree: GameTree) -> bool:
    """Whether anybody moves in it but chance."""
    return any(node.to_move != CHANCE for node in tree.nodes)


@cache
def _outlines() -> tuple[GameTree, ...]:
    return tuple(
        small.tree_of_shape(small.filled(outline, iter((0,) * leaves)))
        for leaves, most in OUTLINES.items()
        for inner in range(1, most + 1)
        for outline in small.outlines(leaves, inner)
        if outline is not None
    )


def smaller(tree: GameTree) -> list[GameTree]:
    """The trees of the same form that are smaller and one move away, by size."""
    part, setting = part_of(tree), setting_of(tree)
    moved = [tree_of_part(other, setting) for other in _reduced(part) if other.below]
    moved += [tree_of_part(part, other) for other in _simpler(setting)]
    most = small.size_key(tree)
    sized = {small.size_key(other): other for other in moved if _has_players(other)}
    return [sized[key] for key in sorted(key for key in sized if key < most)]


def part_of(tree: GameTree) -> Part:
    """The root, and all below it."""
    parts: dict[int, Part] = {}
    for index, node in reversed([*enumerate(tree.nodes)]):
        uneven = node.probabilities != even_chances(len(node.probabilities))
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
    movers = tuple(explicit.movers_by_depth(tree))
    return Setting(movers, tree.players, tree.limit, tree.bounds, tree.window)


def tree_of_part(part: Part, setting: Setting) -> GameTree:
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
        nodes.append(_node_of_part(each, setting, depth))
    names = explicit.letters()
    label_of = {index: next(names) for index in breadth_first(children)}
    named = tuple(
        replace(node, label=label_of[index], children=tuple(children[index]))
        for index, node in enumerate(nodes)
    )
    bounds = setting.bounds
    if bounds is not None:  # or wider ones, between which all numbers lie
        values = [value for node in named for value in (node.utility, node.estimate)]
        numbers = [n for n in values if n is not None and not isinstance(n, tuple)]
        bounds = min(bounds[0], *numbers), max(bounds[1], *numbers)
    return GameTree(
        named,
        window=setting.window,
        players=setting.players,
        limit=setting.limit,
        bounds=bounds,
    )


def _node_of_part(part: Part, setting: Setting, depth: int) -> Node:
    mover = setting.movers[depth % len(setting.movers)]
    if not part.below:
        return Node("", mover, utility=part.utility)
    nothing: Value = 0 if setting.players == PLAYERS else (0,) * len(setting.players)
    estimate = nothing if part.estimate is None else part.estimate
    fitting = len(part.shares) == len(part.below)
    shares = part.shares if fitting else even_chances(len(part.below))
    return Node(
        label="",
        to_move=mover,
        probabilities=shares if mover == CHANCE else (),
        estimate=estimate if setting.limit else None,
        quiet=part.quiet or not setting.limit or mover == CHANCE,
    )


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
        for node in tree.effective_tree.nodes
        for child in node.children[:-1]
    )


def _simpler(setting: Setting) -> Iterator[Setting]:
    """Settings of which one thing is simpler: the limit, the window or the bounds."""
    limit, (alpha, beta) = setting.limit, setting.window
    for name in ("depth", "rounds"):
        if getattr(limit, name) > 1:
            less = replace(limit, **{name: getattr(limit, name) - 1})
            yield replace(setting, limit=less)
    yield from (replace(setting, window=w) for w in small.simpler_windows(alpha, beta))
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
    if part.shares:  # those of two are easiest to reckon with in quarters
        plainer = [(), (0.25, 0.75), (0.75, 0.25)] if len(part.shares) == 2 else [()]
        yield from (replace(part, shares=shares) for shares in plainer)
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
        tree_of_part(part, replace(setting, movers=players))
        for ply in range(height)
        for part in filter(None, [_lifted(part_of(tree), ply)])
        for players in sorted(known)
        if tuple(islice(cycle(players), height - 1)) == movers[:ply] + movers[ply + 1 :]
    ]
    return sorted(filter(_has_players, made), key=small.size_key)


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
