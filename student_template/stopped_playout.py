"""Playouts that stop early. Write the function below: it needs no game.

In Monte Carlo tree search a playout goes to the end of the game. Long ones take time,
and where the moves are random a long one says little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from collections.abc import Sequence


def stopped_playout(estimates: Sequence[float], utility: float, plies: int) -> float:
    """What a playout comes to that stops after so many plies (AIMA, section 5.4).

    One that is still going on after `plies` moves stops, and what is estimated of the
    state that it has come to stands for what MAX gets:

        estimates   of each state of a random play, from where it begins to the last
                    one in which the game goes on: estimates[0] before any move,
                    estimates[1] after the first, and so on
        utility     what MAX gets where that play ends, one move behind the last of them

    Where the game is over before the playout stops, or just then, it is the utility. No
    estimates: the game is over where the playout begins.
    """
    raise NotImplementedError("an estimate, or the utility")
