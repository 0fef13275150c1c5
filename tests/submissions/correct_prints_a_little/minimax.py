import sys
from math import inf

print("loaded minimax.py")


def minimax_search(game, state):
    choose = max if game.to_move(state) == "max" else min
    follow = min_value if game.to_move(state) == "max" else max_value
    values = {a: follow(game, s) for a, s in game.successors(state)}
    print("DEBUG", values)
    return choose(values, key=values.get)


def max_value(game, state):
    print("max_value", state, file=sys.stderr)
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, s in game.successors(state):
        v = max(v, min_value(game, s))
    return v


def min_value(game, state):
    print("min_value", state)
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, s in game.successors(state):
        v = min(v, max_value(game, s))
    return v


if __name__ == "__main__":
    input("press enter to play")
