"""Newton's method from above."""


def branching_factor(nodes, depth):
    b = float(nodes)
    for _ in range(10000):
        f = sum(b**i for i in range(depth + 1)) - nodes
        slope = sum(i * b ** (i - 1) for i in range(1, depth + 1))
        step = f / slope
        b -= step
        if abs(step) < 1e-12:
            break
    return b
