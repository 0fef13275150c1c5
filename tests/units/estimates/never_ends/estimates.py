"""Never ends on many rows: `branching_factor` waits until a float hits the number of nodes
exactly. Where b* is a whole number it does."""


def branching_factor(nodes, depth):
    low, high = 1.0, nodes - 1.0
    b = low if nodes == depth + 1 else high
    while sum(b**i for i in range(depth + 1)) != nodes:
        b = (low + high) / 2
        if sum(b**i for i in range(depth + 1)) < nodes:
            low = b
        else:
            high = b
    return b
