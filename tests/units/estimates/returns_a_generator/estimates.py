"""Returns a generator where a number is asked: `weighted` forgets to sum."""


def weighted(weights, features):
    return (w * f for w, f in zip(weights, features))
