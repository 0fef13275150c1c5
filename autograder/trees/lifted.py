"""A tree with a ply less: one in which nobody has a choice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import cycle, islice

from autograder.game import CHANCE
from autograder.trees import small
from autograder.trees.drawn import Form
from autograder.trees.formed import Part, build, part_of, setting_of
from autograder.trees.tree import PLAYERS, GameTree


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
        if _turns(players, height - 1) == movers[:ply] + movers[ply + 1 :]
    ]
    return sorted(filter(_is_a_game, made), key=small.size)


def _turns(players: tuple[str, ...], plies: int) -> tuple[str, ...]:
    """Who moves in so many plies."""
    return tuple(islice(cycle(players), plies))


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
