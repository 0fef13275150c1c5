"""Random trees of every form: with chance, players with names, a limit, bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from autograder.errors import AssignmentError
from autograder.game import CHANCE, Number, Value
from autograder.trees import explicit, small
from autograder.trees.small import PALETTES, Palettes
from autograder.trees.tree import (
    PLAYERS,
    GameTree,
    Limit,
    Node,
    Window,
    common_window,
)

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


def form_of(tree: GameTree) -> Form:
    """The form of a tree; AssignmentError where more players than one move in a ply."""
    limit = "depth" if tree.limit.depth else "rounds" if tree.limit.rounds else ""
    return Form(
        tuple(explicit.movers(tree)),
        limit,
        tree.bounds is not None,
        noisy=any(not node.quiet for node in tree.nodes),
        margin=tree.limit.margin is not None,
    )


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
        if is_of_two(tree):
            found[PLAIN] = None
            continue
        try:
            found[form_of(tree)] = None
        except AssignmentError:
            movers = tuple(dict.fromkeys(node.to_move for node in tree.nodes))
            found[Form(movers, loose=True)] = None
    return tuple(found) or (PLAIN,)


def with_turns(trees: Iterable[GameTree]) -> tuple[Form, ...]:
    """The forms of these trees, in any window; `loose` too where MAX moves twice.

    Where the players take turns in all trees of two, a search may rely on it.
    """
    known = tuple(trees)
    forms = _forms(known)
    if all(take_turns(tree) for tree in known if is_of_two(tree)):
        return forms
    return (*forms, Form(loose=True))


def take_turns(tree: GameTree) -> bool:
    """Whether nobody moves twice in a row."""
    return all(
        tree.nodes[child].to_move != node.to_move or not tree.nodes[child].children
        for node in tree.nodes
        for child in node.children
    )


def is_of_two(tree: GameTree) -> bool:
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
        return small.within(tree, form.within)
    if form == PLAIN:
        return small.random_tree(
            chance, windowed=windowed, palettes=palettes, most_leaves=most_leaves
        )
    for _ in range(TRIES):
        tree = _random_tree(chance, form, chance.choice(palettes), most_leaves)
        if tree.horizon or not form.limit:
            break
    if windowed and not tree.has_vectors:
        numbers = sorted({*_numbers(tree), -1, 1})
        tree = replace(tree, window=small.random_window(chance, numbers))
    return tree


def _random_tree(
    chance: Random, form: Form, numbers: Sequence[Number], most_leaves: int
) -> GameTree:
    outline = small.random_tree(chance, palettes=((0,),), most_leaves=most_leaves)
    return tree_of_form(chance, form, outline, numbers)


def tree_of_form(
    chance: Random, form: Form, outline: GameTree, numbers: Sequence[Number]
) -> GameTree:
    """A tree of this form with the nodes of an outline; its numbers are among these."""
    movers = _movers(chance, form, outline.height() + 1)
    names = _names(form, movers)

    def value() -> Value:
        if names == PLAYERS:
            return chance.choice(numbers)
        return tuple([chance.choice(numbers) for _ in names])

    depths = _depths(outline)
    nodes = [
        _node(chance, replace(node, to_move=movers[depth % len(movers)]), value)
        for node, depth in zip(outline.nodes, depths, strict=True)
    ]
    tree = replace(outline, nodes=tuple(nodes), players=names)
    if form.limit:
        estimated = [
            replace(node, estimate=value()) if node.children else node for node in nodes
        ]
        if form.noisy:
            estimated = [_perhaps_noisy(chance, node) for node in estimated]
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
    return replace(node, probabilities=_probabilities(chance, len(node.children)))


def _perhaps_noisy(chance: Random, node: Node) -> Node:
    is_players = node.children and node.to_move != CHANCE
    return replace(node, quiet=not is_players or chance.random() > NOISE)


def _movers(chance: Random, form: Form, plies: int) -> tuple[str, ...]:
    """Who moves at each depth, cycled."""
    players = form.players
    ends = (
        form.limit == "rounds"
    )  # who moves first moves once, so that a round has an end
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
    """Whether who moves first stands there once."""
    return movers.count(next(mover for mover in movers if mover != CHANCE)) == 1


def _names(form: Form, movers: Sequence[str]) -> tuple[str, ...]:
    """The players in the order of their payoffs: in that of their first moves."""
    names = tuple(m for m in dict.fromkeys((*movers, *form.players)) if m != CHANCE)
    return PLAYERS if set(names) <= set(PLAYERS) else names


def _depths(tree: GameTree) -> list[int]:
    depths = [0] * len(tree.nodes)
    for index, node in enumerate(tree.nodes):
        for child in node.children:
            depths[child] = depths[index] + 1
    return depths


def _probabilities(chance: Random, count: int) -> tuple[float, ...]:
    """So many shares of one, mostly unequal."""
    whole = chance.choice([shares for shares in SHARES if shares >= count] or [count])
    cuts = [0, *sorted(chance.sample(range(1, whole), count - 1)), whole]
    return tuple([(end - start) / whole for start, end in pairwise(cuts)])


def _bounds(chance: Random, tree: GameTree) -> Window:
    numbers = list(_numbers(tree))
    least = min(numbers) - chance.choice(SLACK)
    greatest = max(numbers) + chance.choice(SLACK)
    return least, greatest if least < greatest else greatest + 1


def _numbers(tree: GameTree) -> Iterator[Number]:
    """All utilities and estimates."""
    for node in tree.nodes:
        for value in (node.utility, node.estimate):
            if value is not None and not isinstance(value, tuple):
                yield value
