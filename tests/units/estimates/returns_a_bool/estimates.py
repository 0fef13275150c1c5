"""Returns a bool where a number is asked: `fewest_leaves` is True where there is one leaf,
which equals 1, and right elsewhere."""


def fewest_leaves(b, d):
    return b == 1 or d == 0 or b ** (d // 2) + b ** ((d + 1) // 2) - 1
