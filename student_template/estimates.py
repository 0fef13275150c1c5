"""Estimates of positions, and what a search costs. Write the eleven functions below.

None of them needs a game or a tree: each is called with numbers, a text or lists, and
returns a number. Nothing that you are given may be changed.
"""

from __future__ import annotations

from collections.abc import Sequence


def evaluate(board: str) -> float:
    """What a position of tic-tac-toe is worth to X, by Toronto's formula.

    `board` is nine characters, row by row: "X", "O", and "." where a square is free. Of
    the eight lines (three rows, three columns, two diagonals) count

        X3, X2, X1    those with three, two, one X, and no O
        O3, O2, O1    those with three, two, one O, and no X

    The idea (McIlraith, CSC384):

         1   if X has won: X3 is at least 1
        -1   if O has won: O3 is at least 1
         3 X2 + X1 - (3 O2 + O1)   otherwise

    The last line makes 0 of a draw by itself. Who is to move does not matter.
    """
    raise NotImplementedError("1, -1, or the sum over the open lines")


def material(white: float, black: float) -> float:
    """What white has more than black, as a share of all that both have.

    `white` and `black` are what the pieces of each side are worth together. Returned is
    a number from -1 to 1: 1 is a sure win for white, 0 is even (Brown). Where neither
    side has anything, it is 0.

    The idea:

        e = (white - black) / (white + black)
    """
    raise NotImplementedError("the difference as a share of the sum")


def weighted(weights: Sequence[float], features: Sequence[float]) -> float:
    """The weighted sum of the features of a position (AIMA, CS 188).

    `weights` and `features` are of the same length, at least 1. In chess a feature may
    be how many pawns white has more than black, and its weight what a pawn is worth.

    The idea:

        w1 f1 + w2 f2 + ... + wn fn
    """
    raise NotImplementedError("the sum of weights times features")


def expected(wins: float, losses: float, draws: float) -> float:
    """What positions of one kind are worth on average.

    `wins`, `losses` and `draws` are the shares of the games that ended so, and make 1
    together. A win is worth 1, a loss -1, a draw 0. Positions of which 72 % are won and
    20 % are lost are worth 0.52 (McIlraith, CSC384).
    """
    raise NotImplementedError("the mean of 1, -1 and 0")


def checkers(c: int, k: int, c2: int, k2: int) -> float:
    """How well you stand in checkers: large is good for you.

    You have `c` checkers and `k` kings, the other side has `c2` and `k2`; each side has
    0 to 12 pieces. There is no one answer (Brown, problem 4), so yours is judged by
    what every sensible one keeps:

        swapping the sides changes the sign
        equal sides are worth 0
        one piece more of your own is never worse
        a king is worth more than a checker, where both sides have pieces
    """
    raise NotImplementedError("a number that keeps the four laws")


def branching_factor(nodes: int, depth: int) -> float:
    """The effective branching factor b*, to 1 in 1,000.

    A search has made a tree of so many `nodes`, the root among them, and `depth` plies
    deep (at least 1). Returned is how many children each node would have in a uniform
    tree of that size and depth. 53 nodes and 5 plies make 1.917: that is AIMA's
    example, of 52 nodes beside the root (1.92), in Brown's formula, which counts it.

    The idea: b* solves

        nodes = 1 + b* + (b*)^2 + ... + (b*)^depth

    There is no formula for it. Since the sum grows with b*, look for it between two
    numbers of which one is too small and the other is too large.
    """
    raise NotImplementedError("the number that solves the equation")


def fewest_leaves(b: int, d: int) -> int:
    """How many leaves alpha-beta looks at on a uniform tree, if the order is best.

    Every inner node has `b` children, and all leaves are `d` plies below the root.
    Returned is a whole number.

    The idea (Knuth and Moore, 1975): b to the power of d/2 rounded up, and b to the
    power of d/2 rounded down, less the one leaf that is counted twice.
    """
    raise NotImplementedError("the leaves of both players' proofs")


def army(pieces: Sequence[str]) -> float:
    """What the pieces of one side are worth together in chess.

    `pieces` are names: "king", "pawn", "knight", "bishop", "rook" and "queen", in any
    order, as many as there are; the list may be empty.

    The idea (Brown, CTU): the sum of e(p) over all pieces p, where a king counts 0, a
    pawn 1, a knight and a bishop 3, a rook 5 and a queen 9. But whoever has two bishops
    or more gets half a pawn for that, once: two bishops alone are worth 6.5.
    """
    raise NotImplementedError("the sum over the pieces, and what two bishops add")


def uniform_leaves(b: int, d: int) -> int:
    """How many leaves a uniform tree has: `b` moves everywhere, `d` plies deep."""
    raise NotImplementedError("all leaves, a whole number")


def reachable_depth(nodes: float, b: float) -> float:
    """How deep a search gets that can look at so many leaves.

    There are `b` moves everywhere. With a million and 35 moves, as in chess, it is not
    quite 4 plies (AIMA). Returned is a number that need not be whole.
    """
    raise NotImplementedError("the power to which b has to be raised")


def perfect_branching(b: float) -> float:
    """The effective branching factor of alpha-beta in the best order.

    It looks at about as many leaves as minimax would with so few moves everywhere; so a
    search gets twice as deep (AIMA, CS 188, CTU).
    """
    raise NotImplementedError("whose square is b?")
