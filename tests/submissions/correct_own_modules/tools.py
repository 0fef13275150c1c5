INFINITY = float("inf")


def better(who, new, old):
    return new > old if who == "max" else new < old
