"""Toronto's formula as it stands, which goes beyond a win."""

LINES = "012", "345", "678", "036", "147", "258", "048", "246"


def estimate(board, player):
    other = "O" if player == "X" else "X"
    rows = ["".join(board[int(i)] for i in line) for line in LINES]
    if player * 3 in rows or other * 3 in rows:
        return 1 if player * 3 in rows else -1
    own, theirs = ([sum(1 for row in rows if row.count(a) == n and b not in row) for n in (1, 2)]
                   for a, b in ((player, other), (other, player)))
    return 3 * own[1] + own[0] - (3 * theirs[1] + theirs[0])
