"""Right everywhere, in other shapes than the reference: Newton's method, a share of all
the material for checkers, sums by hand."""

from math import log

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def evaluate(board):
    total = 0
    for line in LINES:
        row = "".join(board[int(i)] for i in line)
        if row == "XXX":
            return 1
        if row == "OOO":
            return -1
        if "O" not in row:
            total += (0, 1, 3)[row.count("X")]
        if "X" not in row:
            total -= (0, 1, 3)[row.count("O")]
    return total


def material(white, black):
    both = white + black
    return (white - black) / both if both else 0


def weighted(weights, features):
    total = 0
    for i in range(len(weights)):
        total += weights[i] * features[i]
    return total


def expected(wins, losses, draws):
    return wins - losses


def checkers(c, k, c2, k2):
    mine, yours = c + 1.5 * k, c2 + 1.5 * k2
    return material(mine, yours)


def branching_factor(nodes, depth):
    b = nodes ** (1 / depth) + 1
    for _ in range(200):
        value = sum(b**i for i in range(depth + 1)) - nodes
        slope = sum(i * b ** (i - 1) for i in range(1, depth + 1))
        b -= value / slope
    return b


def fewest_leaves(b, d):
    half = d // 2
    if d % 2 == 0:
        return 2 * b**half - 1
    return b ** (half + 1) + b**half - 1


def army(pieces):
    total, bishops = 0, 0
    for piece in pieces:
        total += dict(pawn=1, knight=3, bishop=3, rook=5, queen=9).get(piece, 0)
        bishops += piece == "bishop"
    if bishops > 1:
        total += 0.5
    return total


def uniform_leaves(b, d):
    leaves = 1
    for _ in range(d):
        leaves *= b
    return leaves


def reachable_depth(nodes, b):
    return log(nodes, b)


def perfect_branching(b):
    return b**0.5
