"""How far a search looks ahead, and what it finds there: estimates and bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from autograder.game import CHANCE, Number, Value, position_of
from autograder.text import clean, listed
from autograder.trees.explicit import Players
from autograder.trees.marked import SHOWN, Fields, MarkedNode
from autograder.trees.marked import Mapping as MarkedMapping
from autograder.trees.tree import PLAYERS, GameTree, Limit, Node, Window
from autograder.trees.values import equal

MESSAGE = 300  # characters of a list of nodes
LIMITS = ("depth", "rounds")
MARGIN, NOISY = "margin", "noisy"
VISITS = "visits_allowed"
Keys = Mapping[str, MarkedNode]


def limit(fields: Fields, keys: Keys) -> Limit:
    """The `depth` or the `rounds` of a file; a limit of neither where none is read.

    With a `depth` there may be a `margin`.
    """
    if all(name in keys for name in LIMITS):
        both = "a tree has a `depth` or `rounds`, and not both"
        fields.complain(keys["rounds"].mark, both)
    found = {name: fields.whole(keys[name]) for name in LIMITS if name in keys}
    made = Limit(**{name: count for name, count in found.items() if count is not None})
    if MARGIN not in keys:
        return made
    if "depth" not in keys:
        fields.complain(keys[MARGIN].mark, "a margin needs a `depth`")
    return replace(made, margin=fields.positive(keys[MARGIN]))


def visits_allowed(fields: Fields, keys: Keys) -> int:
    """After how many visits time is up; 0 where a file does not say so."""
    if VISITS not in keys:
        return 0
    if "depth" not in keys:
        without = "without `depth`, that of the last round that ends in time"
        fields.complain(keys[VISITS].mark, without)
    return fields.whole(keys[VISITS]) or 0


def with_noise(fields: Fields, keys: Keys, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """The nodes, of which those at the positions named `noisy` are not quiet."""
    given = keys.get(NOISY)
    if given is None:
        return nodes
    if not any(name in keys for name in LIMITS):
        fields.complain(given.mark, "without `depth` or `rounds` no search stops")
    moving = {position_of(n.label): n.to_move for n in nodes if n.children}
    leaves = {position_of(node.label) for node in nodes} - moving.keys()
    named: set[str] = set()
    for item in fields.items(given):
        name = fields.text(item) or ""
        shown = clean(name, SHOWN)
        if name in leaves:
            fields.complain(item.mark, f"{shown} is a leaf, where the game is over")
        elif name not in moving:
            fields.complain(item.mark, f"no position {name[:SHOWN]!r} here")
        elif moving[name] == CHANCE:
            fields.complain(item.mark, f"{shown}: chance moves there, and goes on")
        elif name in named:
            fields.complain(item.mark, f"{shown} stands here twice")
        named.add(name)
    return tuple([replace(n, quiet=position_of(n.label) not in named) for n in nodes])


def bounds(fields: Fields, node: MarkedNode | None) -> Window | None:
    """The least and the greatest utility that a file names."""
    if node is None:
        return None
    ends = [fields.number(item) for item in fields.items(node)]
    if len(ends) != 2:
        fields.complain(node.mark, "expected two numbers, the least and the greatest")
        return None
    least, greatest = ends
    if least is None or greatest is None:
        return None
    if least >= greatest:
        fields.complain(node.mark, f"the least, {least}, is not below {greatest}")
    return least, greatest


def with_estimates(
    fields: Fields,
    players: Players,
    given: MarkedNode | None,
    nodes: tuple[Node, ...],
) -> tuple[Node, ...]:
    """The nodes with what `evaluate` says of their positions."""
    if given is None:
        return nodes
    found = _by_position(fields, players, given, nodes)
    estimates = [found.get(position_of(node.label)) for node in nodes]
    pairs = zip(nodes, estimates, strict=True)
    return tuple(
        [node if e is None else replace(node, estimate=e) for node, e in pairs]
    )


def _by_position(
    fields: Fields, players: Players, given: MarkedNode, nodes: Sequence[Node]
) -> dict[str, Value]:
    """The estimates of inner nodes; leaves have none, since their utility is known."""
    fields.mapping(given)
    inner = {position_of(node.label) for node in nodes if node.children}
    known = inner | {position_of(node.label) for node in nodes}
    found: dict[str, Value] = {}
    for key, value in given.pairs if isinstance(given, MarkedMapping) else ():
        estimate = players.value(fields, value)
        if key.text not in known:
            fields.complain(key.mark, f"no position {key.text[:SHOWN]!r} here")
        elif key.text not in inner:
            leaf = f"{clean(key.text, SHOWN)} is a leaf"
            fields.complain(key.mark, f"{leaf}, whose utility is known")
        elif estimate is not None:
            found[key.text] = estimate
    return found


def check_players(fields: Fields, players: Players, keys: Keys) -> None:
    """Complain about keys that mean nothing where these play."""
    named = players.names not in ((), PLAYERS)
    for key in ("window", "bounds"):
        if named and key in keys:
            alone = f"`{key}` is for max and min, whose payoff is one number"
            fields.complain(keys[key].mark, alone)
    if "rounds" in keys and players.movers.count(players.first) > 1:
        twice = f"{clean(players.first, SHOWN)} stands in `players` more than once"
        fields.complain(
            keys["rounds"].mark, f"{twice}, so that it is not clear when a round ends"
        )


def check(fields: Fields, tree: GameTree, keys: Keys) -> None:
    """Complain about a horizon without estimates, and about what breaks the bounds."""
    stops = [tree.nodes[index] for index in sorted(tree.horizon)]
    bare = tuple(node.label for node in stops if node.estimate is None)
    for name in LIMITS:
        if bare and name in keys:
            found = clean(listed(bare), MESSAGE)
            without = f"the search stops at {found}, without an estimate in `evaluate`"
            fields.complain(keys[name].mark, without)
    outside = tuple(_outside(tree)) if tree.bounds else ()
    if outside:
        found = clean(listed(outside), MESSAGE)
        fields.complain(keys["bounds"].mark, f"outside of the bounds: {found}")


def _outside(tree: GameTree) -> Iterator[str]:
    """The leaves, and the estimates of the horizon, that break the tree's bounds."""
    for index, node in enumerate(tree.nodes):
        if _breaks(tree, node.utility):
            yield f"{node.label}, worth {node.utility}"
        elif index in tree.horizon and _breaks(tree, node.estimate):
            yield f"the estimate {node.estimate} of {node.label}"


def _breaks(tree: GameTree, value: Value | None) -> bool:
    if value is None or isinstance(value, tuple) or tree.bounds is None:
        return False
    return not _within(value, *tree.bounds)


def _within(value: Number, least: Number, greatest: Number) -> bool:
    return least <= value <= greatest or equal(value, least) or equal(value, greatest)
