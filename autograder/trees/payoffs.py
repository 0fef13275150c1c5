"""Who plays in a tree file, and what a leaf or an estimate is worth to each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from autograder.game import CHANCE, Value
from autograder.text import clean, listed
from autograder.trees.fields import Fields
from autograder.trees.marked import SHOWN, MarkedNode
from autograder.trees.tree import PLAYERS

LONGEST_NAME = 40  # characters
MOST_PLAYERS = 16  # of as many payoffs a tuple may come back from a worker
OWN_WORDS = (*PLAYERS, CHANCE)  # what no player can be named, in any case


@dataclass(frozen=True, slots=True)
class Players:
    """`movers` at depth 0, 1, 2, …, cycled, and the `names` in the order of payoffs.

    MAX and MIN have one payoff together, a number. There are no names where the list
    could not be read; values may then have any form.
    """

    movers: tuple[str, ...] = PLAYERS
    names: tuple[str, ...] = PLAYERS

    @property
    def first(self) -> str:
        """Who moves first, chance apart."""
        return next(mover for mover in self.movers if mover != CHANCE)

    def value(self, fields: Fields, node: MarkedNode) -> Value | None:
        """A number; of players with names as many as there are players: `1 2 6`."""
        if self.names == PLAYERS:
            return fields.number(node)
        payoffs = fields.numbers(node)
        if payoffs is None or not self.names or len(payoffs) == len(self.names):
            return payoffs
        count, names = len(self.names), clean(listed(self.names), SHOWN)
        expected = f"expected {count} numbers such as {_example(count)}"
        fields.complain(
            node.mark, f"{expected}, one for each of {names}; found {len(payoffs)}"
        )
        return None


def _example(count: int) -> str:
    return " ".join(map(str, range(1, min(count, 3) + 1))) + " …" * (count > 3)


def read(fields: Fields, node: MarkedNode | None) -> Players:
    """The players of a list; MAX and MIN where there is none."""
    if node is None:
        return Players()
    items = fields.items(node)
    movers = [fields.text(item) for item in items]
    if not any(mover != CHANCE for mover in movers):
        nobody = "expected at least one player"
        alone = f"{nobody}; chance is none" if movers else nobody
        fields.complain(node.mark, alone)
        return Players(names=())
    known = [mover for mover in movers if mover is not None]
    faults = [_wrong(mover, known) if mover else "" for mover in movers]
    for item, wrong in zip(items, faults, strict=True):
        if wrong:
            fields.complain(item.mark, wrong)
    if None in movers or any(faults):
        return Players(names=())
    names = tuple(_in_order(known))
    if len(names) > MOST_PLAYERS:
        found = f"expected at most {MOST_PLAYERS} players, found {len(names)}"
        fields.complain(node.mark, found)
        return Players(names=())
    return Players(tuple(known), PLAYERS if set(names) <= set(PLAYERS) else names)


def _in_order(movers: list[str]) -> Iterator[str]:
    """Each player once, chance apart, as they appear first."""
    return (mover for mover in dict.fromkeys(movers) if mover != CHANCE)


def _wrong(name: str, movers: list[str]) -> str:
    """Why a text cannot stand in this list of players; or ""."""
    found = f"found {clean(name, SHOWN)}"
    if name in OWN_WORDS:
        return ""
    if name.lower() in OWN_WORDS:
        return f"expected {name.lower()}, {found}"
    if set(movers) & set(PLAYERS):
        return (
            f"expected max, min or chance, {found}: max and min play with nobody else"
        )
    if len(name) > LONGEST_NAME or not name.isprintable():
        return f"a name has 1 to {LONGEST_NAME} printable characters; {found}"
    return ""
