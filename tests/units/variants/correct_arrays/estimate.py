# Toronto's formula, made small enough
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def estimate(board, player):
    counts = [(line.count("X"), line.count("O")) for line in ([board[i] for i in l] for l in LINES)]
    if (3, 0) in counts:
        found = 1
    elif (0, 3) in counts:
        found = -1
    elif "." not in board:
        found = 0
    else:
        score = {1: 1, 2: 3}
        found = sum(score.get(x, 0) for x, o in counts if not o)
        found -= sum(score.get(o, 0) for x, o in counts if not x)
        found /= 100
    return found if player == "X" else -found
