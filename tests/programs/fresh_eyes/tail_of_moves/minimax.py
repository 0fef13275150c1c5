from functools import reduce

LOW, HIGH = float("-inf"), float("inf")


def minimax_search(game, state):
    moves = list(game.actions(state))
    worth = {m: follow(game, game.result(state, m)) for m in moves}
    pick = max if game.to_move(state) == "max" else min
    return pick(moves, key=worth.get)


def follow(game, state):
    return (max_value if game.to_move(state) == "max" else min_value)(game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    children = [game.result(state, m) for m in game.actions(state)]
    return reduce(max, (follow(game, c) for c in children), LOW)


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    children = [game.result(state, m) for m in game.actions(state)]
    return reduce(min, (follow(game, c) for c in children[1:]), HIGH)
