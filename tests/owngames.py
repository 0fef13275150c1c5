"""The games of the unit `modelling`, written once more and in another way.

Nothing here is shared with `reference/`: a game is replayed from its line, and each
question about the position behind it is answered from the rules as the stubs have them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Line = tuple[Any, ...]


@dataclass(frozen=True)
class Behind:
    """What is right behind a line: who moves, what may be done, or what MAX gets."""

    mover: str
    actions: frozenset[Any]
    utility: int | None
    key: Any


def mover(line: Line) -> str:
    """Players take turns, and MAX begins."""
    return "min" if len(line) % 2 else "max"


def _nim(sizes: tuple[int, ...], *, misere: bool, by_size: bool) -> Callable[..., Any]:
    def behind(line: Line) -> Behind:
        piles = [*sizes]
        for which, left in line:
            piles[piles.index(which) if by_size else which] = left
        pairs = [(p, left) for p in piles for left in range(p)]
        if not by_size:
            pairs = [(i, left) for i, p in enumerate(piles) for left in range(p)]
        last_was_max = len(line) % 2 == 1
        worth = (1 if last_was_max else -1) * (-1 if misere else 1)
        key = tuple(sorted(piles) if by_size else piles), mover(line)
        return Behind(mover(line), frozenset(pairs), None if pairs else worth, key)

    return behind


def coin_splitting(line: Line) -> Behind:
    """From one pile of seven; who made the last move loses."""
    piles = [7]
    for first, second in line:
        piles.remove(first + second)
        piles += [first, second]
    key = tuple(sorted(piles)), mover(line)
    if not [pile for pile in piles if pile > 2]:
        return Behind(mover(line), frozenset(), -1 if len(line) % 2 else 1, key)
    splits = {
        (first, second)
        for first in range(1, 8)
        for second in range(1, first + 1)
        if first + second in piles and any(first == k * second for k in range(1, 8))
    }
    return Behind(mover(line), frozenset(splits), None, key)


def _lined_up(marks: set[tuple[int, int]]) -> bool:
    """Whether three marks stand side by side: in a row, a column or a diagonal."""
    return any(
        {(r + i * dr, c + i * dc) for i in range(3)} <= marks
        for r, c in marks
        for dr in (-1, 0, 1)
        for dc in (-1, 0, 1)
        if (dr, dc) != (0, 0)
    )


def _boarded(rows: int, columns: int, *, falls: bool) -> Callable[..., Any]:
    def square(action: Any, held: set[tuple[int, int]]) -> tuple[int, int]:
        if not falls:
            return (action[0], action[1])
        return sum(col == action for _, col in held), action

    def behind(line: Line) -> Behind:
        marks: tuple[set[tuple[int, int]], set[tuple[int, int]]] = set(), set()
        for place, action in enumerate(line):
            marks[place % 2].add(square(action, marks[0] | marks[1]))
        held = marks[0] | marks[1]
        key = frozenset(marks[0]), frozenset(marks[1])
        won = _lined_up(marks[0]) - _lined_up(marks[1])
        if won or len(held) == rows * columns:
            return Behind(mover(line), frozenset(), won, key)
        free = {(r, c) for r in range(rows) for c in range(columns)} - held
        actions = {col for _, col in free} if falls else free
        return Behind(mover(line), frozenset(actions), None, key)

    return behind


GAMES: dict[str, Callable[[Line], Behind]] = {
    "ii_nim": _nim((2, 2), misere=True, by_size=True),
    "seven_tuple": _nim((2, 2), misere=True, by_size=True),
    "misere_nim": _nim((1, 2, 2), misere=True, by_size=False),
    "coin_splitting": coin_splitting,
    "tic_tac_toe": _boarded(3, 3, falls=False),
    "connect_three": _boarded(3, 4, falls=True),
}
