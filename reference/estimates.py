"""Estimates of positions, and what a search costs: functions without a game.

Sources: Toronto (McIlraith, CSC384), Brown (Greenwald, adversarial search), the
lectures on weighted sums (AIMA, CS 188, CTU), Knuth and Moore (1975).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

LINES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),  # rows
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),  # columns
    *((0, 4, 8), (2, 4, 6)),  # diagonals
)
WIN = 1
LOSS = -1
DRAW = 0
KING = 2  # how many checkers a king is worth
HALVINGS = 100
WORTH = {"king": 0, "pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}
PAIR = 0.5  # what two bishops are worth together beyond 3 and 3


def evaluate(board: str) -> int:
    """Toronto's estimate of a position of tic-tac-toe, seen from X.

    1 where X has three in a row, -1 where O has. Else 3 for each line in which X has
    two marks and O none, 1 for each in which X has one and O none, less the same for O.
    The slide has 1 for exactly one line of three; 22 positions that can be reached have
    two, and X has won there, too. A drawn board is worth 0 by the same sum: every line
    holds marks of both.
    """
    rows = [[board[square] for square in line] for line in LINES]
    marks = [(row.count("X"), row.count("O")) for row in rows]
    if (3, 0) in marks:
        return 1
    if (0, 3) in marks:
        return -1
    x_two, x_one = marks.count((2, 0)), marks.count((1, 0))
    o_two, o_one = marks.count((0, 2)), marks.count((0, 1))
    return 3 * x_two + x_one - (3 * o_two + o_one)


def material(white: float, black: float) -> float:
    """Brown's estimate, from -1 to 1: what white has more, of all that there is.

    0.0 where neither side has anything.
    """
    if white + black == 0:
        return 0.0
    return (white - black) / (white + black)


def weighted(weights: Sequence[float], features: Sequence[float]) -> float:
    """The weighted sum of features: each times its own weight (AIMA, CS 188, CTU)."""
    return sum([w * f for w, f in zip(weights, features, strict=True)])


def expected(wins: float, losses: float, draws: float) -> float:
    """The mean utility of positions of one kind, from the shares of their outcomes.

    A win is worth 1, a loss -1, a draw 0 (Toronto).
    """
    return wins * WIN + losses * LOSS + draws * DRAW


def checkers(c: int, k: int, c2: int, k2: int) -> float:
    """How much better a side stands, with c checkers and k kings against c2 and k2.

    The difference of the material, a king as two checkers: one of many sensible answers
    to Brown's problem 4.
    """
    return c - c2 + KING * (k - k2)


def branching_factor(nodes: int, depth: int) -> float:
    """The effective branching factor b*: 1 + b* + ... + (b*)^depth is `nodes`.

    The root is among the nodes: so 53 of them at depth 5 make 1.917 (Brown). There are
    at least depth + 1, and depth is at least 1; b* is found by halving.
    """
    low, high = 1.0, float(nodes)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if sum([middle**ply for ply in range(depth + 1)]) < nodes:
            low = middle
        else:
            high = middle
    return low


def fewest_leaves(b: int, d: int) -> int:
    """The leaves that alpha-beta looks at on a uniform tree in the best order.

    b^ceil(d/2) + b^floor(d/2) - 1 of the b^d, for b moves everywhere and d plies (Knuth
    and Moore, 1975).
    """
    return b ** ((d + 1) // 2) + b ** (d // 2) - 1


def army(pieces: Sequence[str]) -> float:
    """What a side's pieces of chess are worth: the sum of e(p) over them (Brown).

    Two bishops are worth 6.5 together (CTU), and so are two of more.
    """
    bishops = list(pieces).count("bishop")
    return sum([WORTH[piece] for piece in pieces]) + PAIR * (bishops >= 2)


def uniform_leaves(b: int, d: int) -> int:
    """The leaves of a uniform tree of b moves everywhere and d plies: all of them."""
    return b**d


def reachable_depth(nodes: float, b: float) -> float:
    """How deep a search gets that may look at so many leaves (AIMA)."""
    return log(nodes) / log(b)


def perfect_branching(b: float) -> float:
    """The effective branching factor of alpha-beta in the best order (AIMA, CS 188)."""
    return sqrt(b)
