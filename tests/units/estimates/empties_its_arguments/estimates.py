"""Changes its arguments: `weighted` takes the numbers out of both lists. Its result is
right, each time that the lists are whole."""


def weighted(weights, features):
    total = 0
    while weights:
        total += weights.pop() * features.pop()
    return total
