"""Two mistakes at once in three functions: no columns, and two marks count 2; black's
share, and no thought of empty sides; a mean, of the features alone."""

from math import log, sqrt


def evaluate(board):
    lines = [board[0:3], board[3:6], board[6:9], board[0::4], board[2:7:2]]
    if "XXX" in lines:
        return 1
    if "OOO" in lines:
        return -1
    total = 0
    for line in lines:
        x, o = line.count("X"), line.count("O")
        if x and not o:
            total += x
        if o and not x:
            total -= o
    return total


def material(white, black):
    everything = white + black
    return (black - white) / everything


def weighted(weights, features):
    return sum(features) / len(features)


def expected(wins, losses, draws):
    return wins - losses


def checkers(c, k, c2, k2):
    return (c + 2 * k) - (c2 + 2 * k2)


def branching_factor(nodes, depth):
    b, step = 1.0, nodes / 2
    while step > 1e-12:
        if sum((b + step) ** i for i in range(depth + 1)) <= nodes:
            b += step
        step /= 2
    return b


def fewest_leaves(b, d):
    half = d // 2
    return b**half + b ** (d - half) - 1


def army(pieces):
    worth = {"king": 0, "pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}
    return sum(worth[piece] for piece in pieces) + 0.5 * (pieces.count("bishop") > 1)


def uniform_leaves(b, d):
    return b**d


def reachable_depth(nodes, b):
    return log(nodes) / log(b)


def perfect_branching(b):
    return sqrt(b)
