"""Never ends on most rows: `branching_factor` waits until a float hits the number of nodes
exactly. Where b* is 1 or the depth is 1 it does."""


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
