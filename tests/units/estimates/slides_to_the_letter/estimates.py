"""Wrong in the corner cases alone: X3 = 1 as the slide has it, so that a win by two lines
at once is none; material divides by 0 where nobody has anything; checkers, too."""

from math import log, sqrt

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def evaluate(board):
    x = [0, 0, 0, 0]
    o = [0, 0, 0, 0]
    for line in LINES:
        row = [board[i] for i in line]
        if "O" not in row:
            x[row.count("X")] += 1
        if "X" not in row:
            o[row.count("O")] += 1
    if x[3] == 1:
        return 1
    if o[3] == 1:
        return -1
    return 3 * x[2] + x[1] - (3 * o[2] + o[1])


def material(white, black):
    return (white - black) / (white + black)


def weighted(weights, features):
    return sum(w * f for w, f in zip(weights, features))


def expected(wins, losses, draws):
    return wins - losses


def checkers(c, k, c2, k2):
    return material(c + 2 * k, c2 + 2 * k2)


def branching_factor(nodes, depth):
    low, high = 1, nodes
    while high - low > 0.00001:
        middle = (low + high) / 2
        if sum(middle**i for i in range(depth + 1)) < nodes:
            low = middle
        else:
            high = middle
    return low


def fewest_leaves(b, d):
    return b ** (d // 2) + b ** (d - d // 2) - 1


def army(pieces):
    worth = {"king": 0, "pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}
    return sum(worth[piece] for piece in pieces) + 0.5 * (pieces.count("bishop") > 1)


def uniform_leaves(b, d):
    return b**d


def reachable_depth(nodes, b):
    return log(nodes) / log(b)


def perfect_branching(b):
    return sqrt(b)
